"""Judges the machine's facts: facts in, findings out. Pure; the limits are in `thresholds`."""

from kiosk.health import thresholds as limit
from kiosk.health.codes import finding
from kiosk.health.commits import part_of
from kiosk.health.facts import (
    ClockFacts,
    DiskFacts,
    DisplayFacts,
    Interface,
    PowerFacts,
    TouchFacts,
    Unit,
    VersionFacts,
)
from kiosk.health.finding import Finding, Measure

LOW_NOW = 1 << 0
CAPPED_NOW = 1 << 1
THROTTLED_NOW = 1 << 2
HOT_NOW = 1 << 3
SINCE_START = 16
"""The same bits, shifted by this, are those since the start."""


def could_not_look(part: str, why: str) -> Finding:
    """Finding for a part that could not be examined, with the reason."""
    return finding(f"{part}.unseen", f"Could not be looked at: {why}.")


def power(facts: PowerFacts) -> tuple[Finding, ...]:
    if facts.throttled is None:
        if facts.low_now:
            return (finding("power.low", "The supply's voltage is too low now."),)
        return (finding("power.ok", "The supply's voltage is not too low now."),)
    bits = facts.throttled
    measures = Measure("throttled", f"{bits:#x}")
    if bits & LOW_NOW:
        words = f"The supply's voltage is too low now, below 4.63 V (throttled={bits:#x})."
        return (finding("power.low", words, measures),)
    if bits & LOW_NOW << SINCE_START:
        words = f"The supply's voltage was too low since the start (throttled={bits:#x})."
        return (finding("power.was-low", words, measures),)
    if bits & (CAPPED_NOW | THROTTLED_NOW | HOT_NOW):
        words = f"The processor is slowed down now (throttled={bits:#x})."
        return (finding("power.slowed", words, measures),)
    return (finding("power.ok", f"The voltage was never too low (throttled={bits:#x}).", measures),)


def temperature(degrees_c: float) -> tuple[Finding, ...]:
    measures = Measure("temperature", round(degrees_c, 1), "°C")
    words = f"The processor is at {degrees_c:.1f} °C"
    if degrees_c > limit.HOT_C.value:
        words += f", {limit.HOT_C.value:.0f} °C is the most."
        return (finding("temperature.hot", words, measures),)
    if degrees_c > limit.WARM_C.value:
        words += f"; it slows down at {limit.HOT_C.value:.0f} °C."
        return (finding("temperature.warm", words, measures),)
    return (finding("temperature.ok", words + ".", measures),)


def disk(facts: DiskFacts) -> tuple[Finding, ...]:
    """Free space, then speed of commits; one line if all is well."""
    free_mb = facts.free_bytes / 1e6
    measures = Measure("free", round(free_mb), "MB")
    if facts.read_only:
        words = f"{facts.folder} lies on a file system that is mounted read-only."
        return (finding("disk.read-only", words, measures),)
    if facts.why is not None:
        words = f"Nothing can be written into {facts.folder}: {facts.why}."
        return (finding("disk.refuses", words, measures),)
    found = [_room(facts.folder, free_mb, measures), _commits(facts.commits_ms)]
    bad = tuple(each for each in found if each is not None)
    if bad:
        return bad
    words = f"{facts.folder} has {free_mb:.0f} MB free"
    if not facts.commits_ms:
        return (finding("disk.ok", words + ".", measures),)
    took = _figures(facts.commits_ms)
    words += f"; {len(facts.commits_ms)} commits, median {took[0].value} ms, "
    return (finding("disk.ok", f"{words}p99 {took[1].value} ms.", measures, *took),)


def _room(folder: str, free_mb: float, measures: Measure) -> Finding | None:
    words = f"{folder} has {free_mb:.0f} MB free"
    if free_mb < limit.DISK_FULL_MB.value:
        words += f", a match may need {limit.DISK_FULL_MB.value:.0f} MB."
        return finding("disk.full", words, measures)
    if free_mb < limit.DISK_LOW_MB.value:
        words += f", a day may need {limit.DISK_LOW_MB.value:.0f} MB."
        return finding("disk.low", words, measures)
    return None


def _figures(commits_ms: tuple[float, ...]) -> tuple[Measure, Measure]:
    return (
        Measure("commit median", round(part_of(commits_ms, 0.5), 2), "ms"),
        Measure("commit p99", round(part_of(commits_ms, 0.99), 2), "ms"),
    )


def _commits(commits_ms: tuple[float, ...]) -> Finding | None:
    if not commits_ms:
        return None
    median, p99 = part_of(commits_ms, 0.5), part_of(commits_ms, 0.99)
    words = (
        f"Of {len(commits_ms)} commits the median took {median:.1f} ms, p99 {p99:.1f} ms; good "
        f"are {limit.COMMIT_MEDIAN_MS.value:.0f} ms and {limit.COMMIT_P99_MS.value:.0f} ms."
    )
    if p99 > limit.COMMIT_HOPELESS_MS.value:
        return finding("disk.dying", words, *_figures(commits_ms))
    if median > limit.COMMIT_MEDIAN_MS.value or p99 > limit.COMMIT_P99_MS.value:
        return finding("disk.slow", words, *_figures(commits_ms))
    return None


def seats(*, are_known: bool) -> tuple[Finding, ...]:
    """For a running table, which sets up each match called to it by its file."""
    if are_known:
        return ()
    words = "Nobody knows who sits where, so that no match which is called here can begin."
    return (finding("table.no-seats", words),)


def clock(facts: ClockFacts) -> tuple[Finding, ...]:
    if facts.service is None:
        return (finding("clock.no-service", "No service keeps this machine's clock."),)
    measures = tuple(
        measure
        for measure in (
            Measure("offset", facts.offset_s, "s"),
            Measure("slew limit", facts.slew_ppm, "ppm"),
        )
        if measure.value is not None
    )
    found: list[Finding] = []
    if not facts.synchronised:
        words = f"{facts.service} runs, and has no time server that answers."
        found.append(finding("clock.not-synchronised", words, *measures))
    elif facts.offset_s is not None and abs(facts.offset_s) > limit.OFFSET_S.value:
        words = (
            f"The clock is {facts.offset_s:+.3f} s off its server's, "
            f"{limit.OFFSET_S.value:g} s is the most."
        )
        found.append(finding("clock.off", words, *measures))
    if facts.slew_ppm is not None and facts.slew_ppm > limit.SLEW_PPM.value:
        an_hour = facts.slew_ppm * 3600 / 1e6
        words = (
            f"{facts.service} may make a running clock wrong by {an_hour:.1f} s in an hour "
            f"({facts.slew_ppm:.0f} ppm, {limit.SLEW_PPM.value:.0f} is the most)."
        )
        loose = facts.slew_ppm <= limit.SLEW_LOOSE_PPM.value
        found.append(finding("clock.slew-loose" if loose else "clock.slew", words, *measures))
    if found:
        return tuple(found)
    return (finding("clock.ok", f"{facts.service} keeps the clock.", *measures),)


def network(interfaces: tuple[Interface, ...], *, needed: bool) -> tuple[Finding, ...]:
    """`needed`: the table has a director."""
    up = [each for each in interfaces if each.up]
    if not up:
        names = ", ".join(each.name for each in interfaces) or "none"
        words = f"No network is up; interfaces: {names}."
        return (finding("network.down" if needed else "network.none", words),)
    addressed = [each for each in up if each.addresses]
    if not addressed:
        words = f"{', '.join(each.name for each in up)} is up and has no address."
        return (finding("network.no-address" if needed else "network.none", words),)
    saving = [each.name for each in up if each.power_save]
    shown = ", ".join(f"{each.name} {each.addresses[0]}" for each in addressed)
    measures = tuple(Measure(each.name, each.addresses[0]) for each in addressed)
    if saving:
        words = f"{', '.join(saving)} saves power: answers may take a second ({shown})."
        return (finding("network.power-save", words, *measures),)
    return (finding("network.ok", f"The network is up: {shown}.", *measures),)


def display(facts: DisplayFacts) -> tuple[Finding, ...]:
    if not facts.panels:
        if facts.desktop is not None:
            return (finding("display.ok", f"There is a desktop to draw on, {facts.desktop}."),)
        if not facts.connectors:
            return (finding("display.none", "The kernel has no display at all."),)
        words = f"Nothing is connected to any of {facts.connectors} display connectors."
        return (finding("display.none", words),)
    name, size = facts.panels[0]
    if size is None:
        return (finding("display.no-size", f"{name} is connected and reports no size."),)
    measures = Measure("width", size[0], "px"), Measure("height", size[1], "px")
    words = f"{name} is connected, {size[0]}x{size[1]}"
    least = (limit.DISPLAY_HEIGHT_PX.value, limit.DISPLAY_WIDTH_PX.value)
    if any(has < wants for has, wants in zip(sorted(size), least, strict=True)):
        words += f"; {least[1]:.0f}x{least[0]:.0f} is the smallest panel."
        return (finding("display.small", words, *measures),)
    return (finding("display.ok", words + ".", *measures),)


def touch(facts: TouchFacts) -> tuple[Finding, ...]:
    if not facts.devices:
        return (finding("touch.missing", "No touchscreen is among the machine's input devices."),)
    readable = [device for device in facts.devices if device[2]]
    name, event, _may = (readable or facts.devices)[0]
    if not readable:
        words = f"{name} is there, and this user may not read /dev/input/{event}."
        return (finding("touch.not-allowed", words),)
    return (finding("touch.ok", f"{name} is there, as /dev/input/{event}."),)


def units(found: tuple[Unit, ...]) -> tuple[Finding, ...]:
    if not found:
        return (
            finding("units.absent", "No unit of ours is installed; somebody starts it by hand."),
        )
    measures = tuple(Measure(unit.name, f"{unit.active} {unit.sub}") for unit in found)
    failed = [unit.name for unit in found if unit.active == "failed"]
    if failed:
        return (finding("units.failed", f"{', '.join(failed)} failed.", *measures),)
    starting = [unit.name for unit in found if unit.sub == "auto-restart"]
    if starting:
        words = f"{', '.join(starting)} ends again and again, and is started again."
        return (finding("units.restarting", words, *measures),)
    shown = ", ".join(f"{unit.name} {unit.active}" for unit in found)
    return (finding("units.ok", f"{shown}.", *measures),)


LEAST_PYTHON = (3, 11)


def versions(facts: VersionFacts) -> tuple[Finding, ...]:
    measures = tuple(Measure(name, version) for name, version in facts.versions)
    shown = ", ".join(f"{name} {version}" for name, version in facts.versions)
    found: list[Finding] = []
    if facts.lacking:
        brought = ", ".join(f"{name} ({by})" for name, by in facts.lacking)
        found.append(finding("versions.lacking", f"Not installed: {brought}.", *measures))
    if facts.python < LEAST_PYTHON:
        words = f"This is Python {facts.python[0]}.{facts.python[1]}; 3.11 is the least."
        found.append(finding("versions.python", words, *measures))
    if facts.on_pi and facts.system != "trixie":
        words = f"This is Raspberry Pi OS {facts.system or 'without a name'}; trixie is supported."
        found.append(finding("versions.system", words, *measures))
    return tuple(found) or (finding("versions.ok", f"{shown}.", *measures),)
