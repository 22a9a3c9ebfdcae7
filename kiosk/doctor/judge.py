"""Judges the facts of a table's own parts: facts in, findings out. Pure."""

from collections.abc import Mapping

from hardware.tower.trouble import TroubleKind
from kiosk.doctor.facts import (
    ButtonFacts,
    CameraFacts,
    DirectorFacts,
    JournalFacts,
    PinFacts,
    RunningFacts,
    TowerFacts,
)
from kiosk.health import thresholds as limit
from kiosk.health.codes import finding
from kiosk.health.finding import Finding, Measure
from kiosk.health.judge import could_not_look
from kiosk.rules.device_names import DeviceName

NEEDED_MARKERS = 3
ALL_MARKERS = 4
_STANDING = {
    TroubleKind.JAM: "tower.jam",
    TroubleKind.LID_OPEN: "tower.open",
    TroubleKind.DROP_BEAM_STUCK: "tower.beam",
    TroubleKind.OUT_BEAM_STUCK: "tower.beam",
}
_LIGHT = {"colour cast": "cast"}
"""Codes of `vision.light` troubles whose name differs from their code."""


_OWN: Mapping[str, Mapping[str, tuple[str, str]]] = {
    DeviceName.BUTTONS: {
        DeviceName.LEFT_BUTTON: ("buttons.held", "the left button is stuck"),
        DeviceName.RIGHT_BUTTON: ("buttons.held", "the right button is stuck"),
    },
    DeviceName.TOWER: {
        DeviceName.TOWER_JAM: ("tower.jam", "a die is jammed in it"),
        DeviceName.TOWER_LID: ("tower.open", "its lid is open"),
        DeviceName.TOWER_BEAM: ("tower.beam", "it can't count"),
    },
}
"""Code and words of each device a table may report as lost, by part."""


def table(facts: RunningFacts) -> tuple[Finding, ...]:
    if not facts.runs:
        return (finding("table.stopped", "No table runs here; its parts are looked at directly."),)
    owner = () if facts.owner is None else (Measure("process", facts.owner),)
    if not facts.answered:
        words = "A table runs here and does not answer at its socket."
        return (finding("table.hung", words, *owner),)
    if facts.halted is not None:
        return (finding("table.halted", f"The table stopped itself: {facts.halted}.", *owner),)
    return (finding("table.running", f"The table runs ({facts.app}).", *owner),)


def in_use(part: str, facts: RunningFacts) -> tuple[Finding, ...]:
    """A part that the running table owns, by what the table itself reports."""
    lost = [name for name in facts.lost if name == part or name in _OWN.get(part, {})]
    if len(lost) == 1 and lost[0] != part:
        code, words = _OWN[part][lost[0]]
        return (finding(code, f"The running table reports: {words}."),)
    if lost:
        return (finding(f"{part}.lost", f"The running table has lost it ({', '.join(lost)})."),)
    if not facts.answered:
        return (could_not_look(part, "the running table has it, and does not answer"),)
    return (finding(f"{part}.in-use", "In use by the running table, which has not lost it."),)


def _pins(facts: PinFacts) -> str:
    return ", ".join(f"{name} {pin}" for name, pin in facts.pins.items())


def _unusable(part: str, facts: PinFacts) -> Finding | None:
    if facts.no_gpio is not None:
        return finding(f"{part}.no-gpio", f"{facts.no_gpio}.")
    if facts.refused is not None:
        return finding(f"{part}.pin", f"{facts.refused}.")
    return None


def buttons(facts: ButtonFacts) -> tuple[Finding, ...]:
    unusable = _unusable("buttons", facts.pins)
    if unusable is not None:
        return (unusable,)
    if facts.down:
        held = ", ".join(f"{name} (pin {facts.pins.pins[name]})" for name in sorted(facts.down))
        return (finding("buttons.held", f"Down without being asked for: {held}."),)
    wrong = [(asked, came) for asked, came in facts.pressed if came != asked]
    if wrong and all(came is not None for _asked, came in wrong):
        words = ", ".join(f"{asked} was asked for and {came} came" for asked, came in wrong)
        return (finding("buttons.swapped", f"{words.capitalize()}."),)
    if wrong:
        names = ", ".join(asked for asked, came in wrong if came is None)
        return (finding("buttons.not-pressed", f"No press came in time of {names}."),)
    pressed = ", both pressed" if facts.pressed else ", neither is down"
    words = f"Both buttons are read, BCM {_pins(facts.pins)}{pressed}."
    return (finding("buttons.ok", words),)


def outputs(part: str, facts: PinFacts | None) -> tuple[Finding, ...]:
    """Lights, status light or buzzer; None: the configuration has none."""
    if facts is None:
        return (finding(f"{part}.absent", "The configuration has none."),)
    unusable = _unusable(part, facts)
    if unusable is not None:
        return (unusable,)
    tried = "; it was switched, see whether it showed" if facts.tried else ""
    return (finding(f"{part}.ok", f"Its pins can be used, BCM {_pins(facts)}{tried}."),)


def tower(facts: TowerFacts | None) -> tuple[Finding, ...]:
    if facts is None:
        return (finding("tower.absent", "The configuration has no [devices.tower]."),)
    measured = Measure("port", facts.port)
    if facts.trouble is not None:
        return (finding(f"tower.{facts.trouble.value}", _sentence(facts.why), measured),)
    wrong = [finding(_STANDING[kind], _sentence(why), measured) for kind, why in facts.standing]
    words = ", ".join(f"{part} {word}" for part, word in facts.tested)
    if facts.untested is not None:
        why = _sentence(f"Its self-test did not end: {facts.untested}")
        wrong.append(finding("tower.untested", why, measured))
    elif not facts.passed and not wrong:
        wrong.append(finding("tower.test", f"Its self-test reports: {words}.", measured))
    if wrong:
        return tuple(wrong)
    who = f"firmware {facts.firmware or 'unknown'}, serial number {facts.serial_number or 'none'}"
    tried = f"; its self-test: {words}" if words else ""
    return (finding("tower.ok", f"The tower on {facts.port} answers ({who}){tried}.", measured),)


def camera(facts: CameraFacts) -> tuple[Finding, ...]:
    if facts.trouble is not None:
        return (finding(f"camera.{facts.trouble.value}", _sentence(facts.why)),)
    width, height = facts.size
    measured = [
        Measure("width", width, "px"),
        Measure("height", height, "px"),
        Measure("frames", facts.frames),
    ]
    words = f"{facts.frames} pictures of {width}x{height} came"
    if facts.exposure_us is not None:
        measured.append(Measure("exposure", facts.exposure_us, "us"))
        words += f", exposed for {facts.exposure_us} us"
    if facts.frozen:
        return (finding("camera.frozen", f"{words}, all of them the very same.", *measured),)
    if facts.fps is None:
        return (finding("camera.ok", f"{words}.", *measured),)
    measured.append(Measure("rate", round(facts.fps, 2), "Hz"))
    words += f", {facts.fps:.1f} a second of {facts.asked_fps:g}"
    share = facts.fps / facts.asked_fps
    if share < limit.CAMERA_TOO_SLOW.value:
        return (finding("camera.too-slow", f"{words}.", *measured),)
    if share < limit.CAMERA_SLOW.value:
        return (finding("camera.slow", f"{words}.", *measured),)
    return (finding("camera.ok", f"{words}.", *measured),)


def markers(facts: CameraFacts) -> tuple[Finding, ...]:
    seen = ", ".join(map(str, facts.markers)) or "none"
    measured = Measure("markers", len(facts.markers))
    if len(facts.markers) >= ALL_MARKERS:
        return (finding("markers.ok", f"All four markers are seen: {seen}.", measured),)
    if len(facts.markers) >= NEEDED_MARKERS:
        missing = ({0, 1, 2, 3} - set(facts.markers)).pop()
        words = f"Marker {missing} is not seen; if another is covered, the board is lost."
        return (finding("markers.one-hidden", words, measured),)
    words = f"Seen of markers 0 to 3: {seen}; three are needed."
    return (finding("markers.few", words, measured),)


def light(facts: CameraFacts) -> tuple[Finding, ...]:
    if facts.light is None:
        return (could_not_look("light", "the board was not found in the picture"),)
    found = tuple(
        finding(
            f"light.{_LIGHT.get(fault.trouble, fault.trouble)}",
            fault.words,
            Measure("figure", round(fault.figure, 3)),
            Measure("limit", round(fault.limit, 3)),
        )
        for fault in facts.light
    )
    return found or (finding("light.ok", "Nothing is wrong with the light."),)


def calibration(facts: CameraFacts) -> tuple[Finding, ...]:
    measured = tuple(
        measure
        for measure in (
            Measure("strayed", facts.strayed_mm, "mm"),
            Measure("residual", facts.residual_px, "px"),
        )
        if measure.value is not None
    )
    if facts.calibration is not None:
        words = _sentence(facts.calibration_why)
        return (finding(f"calibration.{facts.calibration.value}", words, *measured),)
    if facts.file and facts.strayed_mm is not None:
        words = f"The markers lie within {facts.strayed_mm:.1f} mm of where the file has them."
        return (finding("calibration.ok", words, *measured),)
    if facts.residual_px is None:
        return (could_not_look("calibration", "too few markers are seen to hold it against"),)
    words = (
        "No calibration file is named; the board is found by its markers, which fit its plan to "
        f"{facts.residual_px:.2f} pixels."
    )
    return (finding("calibration.absent", words, *measured),)


def director(
    facts: DirectorFacts | None, event_id: str, protocol: int, lost: tuple[str, ...]
) -> tuple[Finding, ...]:
    """`protocol`: this table's version; `lost`: devices the running table has lost."""
    if facts is None:
        return (finding("director.absent", "The configuration has no [director]."),)
    bad = _director_fault(facts, protocol)
    if bad is not None:
        return (bad,)
    if DeviceName.DIRECTOR in lost:
        words = f"{facts.url} answers here, and the running table has lost it."
        return (finding("director.lost", words),)
    return _apart(facts, event_id)


def _director_fault(facts: DirectorFacts, protocol: int) -> Finding | None:
    if facts.why is not None:
        return finding("director.unreachable", f"{facts.url} does not answer: {facts.why}.")
    if facts.stranger is not None:
        return finding("director.stranger", f"{facts.url} answers, and {facts.stranger}.")
    if facts.protocol is None:
        words = f"{facts.url} answers, and not as a director does."
        return finding("director.stranger", words)
    if facts.protocol != protocol:
        words = f"{facts.url} speaks protocol {facts.protocol}, this table knows {protocol}."
        code = "director.newer" if facts.protocol > protocol else "director.older"
        return finding(code, words, Measure("protocol", facts.protocol))
    if not facts.sound:
        return finding("director.failing", f"{facts.url} is not well: {facts.failure}.")
    return None


def _apart(facts: DirectorFacts, event_id: str) -> tuple[Finding, ...]:
    measured = [Measure("protocol", facts.protocol)]
    if facts.apart_s is not None:
        measured.append(Measure("apart", round(facts.apart_s, 1), "s"))
    if facts.event_id != event_id:
        words = f"{facts.url} has the event {facts.event_id!r}, this table {event_id!r}."
        return (finding("director.other-event", words, *measured),)
    if facts.apart_s is not None and abs(facts.apart_s) > limit.DIRECTOR_APART_S.value:
        words = (
            f"The director's clock is {facts.apart_s:+.0f} s off this one, "
            f"{limit.DIRECTOR_APART_S.value:.0f} s is the most."
        )
        return (finding("director.time-apart", words, *measured),)
    return (finding("director.ok", f"{facts.url} answers, protocol {facts.protocol}.", *measured),)


def journal(facts: JournalFacts) -> tuple[Finding, ...]:
    if facts.trouble is not None:
        return (finding(f"journal.{facts.trouble.value}", _sentence(facts.why)),)
    if facts.halted is not None:
        return (finding("table.halted", f"The table had stopped itself: {facts.halted}."),)
    if facts.rows is None:
        return (finding("journal.new", f"{facts.path} is not there; the table will make it."),)
    measured = Measure("rows", facts.rows), Measure("matches", facts.matches)
    if facts.open:
        words = f"{facts.path} is whole, {facts.rows} rows; match {facts.match_id!r} is open."
        return (finding("journal.open-match", words, *measured),)
    words = f"{facts.path} is whole, {facts.rows} rows; no match is open."
    return (finding("journal.ok", words, *measured),)


def _sentence(why: str) -> str:
    return why if why.endswith(".") else f"{why}."
