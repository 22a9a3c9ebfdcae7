"""Each judgement of the machine, on both sides of each limit."""

from dataclasses import replace

import pytest

from kiosk.health import judge
from kiosk.health import thresholds as limit
from kiosk.health.codes import CODES, finding
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
from kiosk.health.finding import Finding, PartState

MB = 1_000_000
ROOMY = DiskFacts("here", 5000 * MB, False, tuple([5.0] * 100))


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [each.code for each in findings]


@pytest.mark.parametrize(
    ("bits", "code"),
    [
        (0x0, "power.ok"),
        (0x1, "power.low"),
        (0x50005, "power.low"),
        (0x10000, "power.was-low"),
        (0x50000, "power.was-low"),
        (0x10004, "power.was-low"),
        (0x2, "power.slowed"),
        (0x4, "power.slowed"),
        (0x8, "power.slowed"),
        (0xE0000, "power.ok"),  # slowed at some time, by heat: the temperature's line tells
    ],
)
def test_power_by_the_firmwares_bits(bits: int, code: str) -> None:
    (told,) = judge.power(PowerFacts(bits))
    assert told.code == code
    assert f"{bits:#x}" in told.words
    assert told.measures[0].value == f"{bits:#x}"


def test_power_by_the_alarm_alone() -> None:
    assert codes(judge.power(PowerFacts(low_now=True))) == ["power.low"]
    assert codes(judge.power(PowerFacts(low_now=False))) == ["power.ok"]


@pytest.mark.parametrize(
    ("degrees_c", "code"),
    [
        (limit.WARM_C.value, "temperature.ok"),
        (limit.WARM_C.value + 0.1, "temperature.warm"),
        (limit.HOT_C.value, "temperature.warm"),
        (limit.HOT_C.value + 0.1, "temperature.hot"),
    ],
)
def test_temperature(degrees_c: float, code: str) -> None:
    (told,) = judge.temperature(degrees_c)
    assert told.code == code
    assert f"{degrees_c:.1f} °C" in told.words
    assert (told.measures[0].value, told.measures[0].unit) == (degrees_c, "°C")


@pytest.mark.parametrize(
    ("free_mb", "expected"),
    [
        (limit.DISK_LOW_MB.value, "disk.ok"),
        (limit.DISK_LOW_MB.value - 1, "disk.low"),
        (limit.DISK_FULL_MB.value, "disk.low"),
        (limit.DISK_FULL_MB.value - 1, "disk.full"),
    ],
)
def test_free_space(free_mb: float, expected: str) -> None:
    told = judge.disk(replace(ROOMY, free_bytes=round(free_mb * MB)))
    assert codes(told) == [expected]
    assert told[0].measures[0].value == free_mb


@pytest.mark.parametrize(
    ("took_ms", "expected"),
    [
        ([limit.COMMIT_MEDIAN_MS.value] * 100, "disk.ok"),
        ([limit.COMMIT_MEDIAN_MS.value + 0.1] * 100, "disk.slow"),
        ([1.0] * 99 + [limit.COMMIT_P99_MS.value], "disk.ok"),
        ([1.0] * 99 + [limit.COMMIT_P99_MS.value + 0.1], "disk.slow"),
        ([1.0] * 99 + [limit.COMMIT_HOPELESS_MS.value], "disk.slow"),
        ([1.0] * 99 + [limit.COMMIT_HOPELESS_MS.value + 0.1], "disk.dying"),
    ],
)
def test_commit_times(took_ms: list[float], expected: str) -> None:
    assert codes(judge.disk(replace(ROOMY, commits_ms=tuple(took_ms)))) == [expected]


def test_a_disk_both_low_and_slow_says_both() -> None:
    facts = replace(ROOMY, free_bytes=500 * MB, commits_ms=tuple([50.0] * 100))
    assert codes(judge.disk(facts)) == ["disk.low", "disk.slow"]


def test_a_disk_that_takes_nothing() -> None:
    assert codes(judge.disk(replace(ROOMY, read_only=True))) == ["disk.read-only"]
    (told,) = judge.disk(replace(ROOMY, why="No space left on device"))
    assert told.code == "disk.refuses"
    assert "No space left on device" in told.words


CHRONY = ClockFacts("chrony", True, 0.0, limit.SLEW_PPM.value)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (CHRONY, ["clock.ok"]),
        (replace(CHRONY, service=None), ["clock.no-service"]),
        (replace(CHRONY, synchronised=False), ["clock.not-synchronised"]),
        (replace(CHRONY, offset_s=limit.OFFSET_S.value), ["clock.ok"]),
        (replace(CHRONY, offset_s=-limit.OFFSET_S.value - 0.01), ["clock.off"]),
        (replace(CHRONY, slew_ppm=limit.SLEW_PPM.value + 1), ["clock.slew-loose"]),
        (replace(CHRONY, slew_ppm=limit.SLEW_LOOSE_PPM.value), ["clock.slew-loose"]),
        (replace(CHRONY, slew_ppm=limit.SLEW_LOOSE_PPM.value + 1), ["clock.slew"]),
        (
            ClockFacts("chrony", False, None, 83_333.0),
            ["clock.not-synchronised", "clock.slew"],
        ),
    ],
)
def test_clock_service(facts: ClockFacts, expected: list[str]) -> None:
    assert codes(judge.clock(facts)) == expected


def test_a_slew_limit_is_told_in_seconds_an_hour() -> None:
    (told,) = judge.clock(replace(CHRONY, slew_ppm=83_333.333))
    assert "300.0 s in an hour" in told.words


WIFI = Interface("wlan0", True, True, ("10.0.0.9",), False)


@pytest.mark.parametrize(
    ("interfaces", "needed", "expected"),
    [
        ((WIFI,), True, "network.ok"),
        ((), False, "network.none"),
        ((), True, "network.down"),
        ((replace(WIFI, up=False),), True, "network.down"),
        ((replace(WIFI, up=False),), False, "network.none"),
        ((replace(WIFI, addresses=()),), True, "network.no-address"),
        ((replace(WIFI, addresses=()),), False, "network.none"),
        ((replace(WIFI, power_save=True),), True, "network.power-save"),
        ((replace(WIFI, power_save=None),), True, "network.ok"),
        (
            (replace(WIFI, up=False, power_save=True), replace(WIFI, name="eth0")),
            True,
            "network.ok",
        ),
    ],
)
def test_network(interfaces: tuple[Interface, ...], needed: bool, expected: str) -> None:
    assert codes(judge.network(interfaces, needed=needed)) == [expected]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (DisplayFacts(None, (("DSI-1", (800, 480)),), 1), "display.ok"),
        (DisplayFacts(None, (("DSI-1", (480, 800)),), 1), "display.ok"),
        (DisplayFacts(None, (("DSI-1", (799, 480)),), 1), "display.small"),
        (DisplayFacts(None, (("DSI-1", (800, 479)),), 1), "display.small"),
        (DisplayFacts(None, (("DSI-1", None),), 1), "display.no-size"),
        (DisplayFacts(None, (), 2), "display.none"),
        (DisplayFacts(None, (), 0), "display.none"),
        (DisplayFacts("DISPLAY :0", (), 0), "display.ok"),
    ],
)
def test_display(facts: DisplayFacts, expected: str) -> None:
    assert codes(judge.display(facts)) == [expected]


def test_touch() -> None:
    assert codes(judge.touch(TouchFacts(()))) == ["touch.missing"]
    seen, unseen = ("Panel", "event3", True), ("Panel", "event4", False)
    assert codes(judge.touch(TouchFacts((unseen,)))) == ["touch.not-allowed"]
    (told,) = judge.touch(TouchFacts((unseen, seen)))
    assert told.code == "touch.ok"
    assert "event3" in told.words


def test_units() -> None:
    up = Unit("kiosk-table.service", "active", "running")
    assert codes(judge.units(())) == ["units.absent"]
    assert codes(judge.units((up,))) == ["units.ok"]
    failed = replace(up, name="kiosk-screen.service", active="failed", sub="failed")
    (told,) = judge.units((up, failed))
    assert (told.code, "kiosk-screen.service" in told.words) == ("units.failed", True)
    again = replace(up, active="activating", sub="auto-restart")
    assert codes(judge.units((again,))) == ["units.restarting"]


def test_versions() -> None:
    good = VersionFacts((("Python", "3.13.5"),), (3, 13), "trixie", on_pi=True)
    assert codes(judge.versions(good)) == ["versions.ok"]
    assert codes(judge.versions(replace(good, python=(3, 11)))) == ["versions.ok"]
    assert codes(judge.versions(replace(good, python=(3, 10)))) == ["versions.python"]
    assert codes(judge.versions(replace(good, system="bookworm"))) == ["versions.system"]
    elsewhere = replace(good, system="bookworm", on_pi=False)
    assert codes(judge.versions(elsewhere)) == ["versions.ok"]
    (told,) = judge.versions(replace(good, lacking=(("lgpio", "apt install python3-lgpio"),)))
    assert (told.code, told.lacks) == ("versions.lacking", True)
    assert "python3-lgpio" in told.words


def test_what_nobody_could_look_at() -> None:
    told = judge.could_not_look("power", "there is no firmware")
    assert (told.code, told.state) == ("power.unseen", PartState.UNSEEN)
    assert "there is no firmware" in told.words


def test_every_limit_has_its_unit_and_its_reason() -> None:
    assert len(limit.LIMITS) > 12
    for name, each in limit.LIMITS.items():
        assert each.value > 0, name
        assert each.unit, name
        assert len(each.why) > 20, name


def test_a_code_that_is_not_in_the_table_is_a_bug() -> None:
    with pytest.raises(KeyError):
        finding("power.odd", "Something.")


def test_what_is_wrong_says_what_to_do_and_what_is_well_says_nothing() -> None:
    for code, meant in CODES.items():
        wrong = meant.state in {PartState.WARNING, PartState.FAULT, PartState.UNSEEN}
        assert bool(meant.todo) == wrong, code
        assert not meant.todo.endswith("."), code
        assert meant.state is PartState.FAULT or not meant.lacks, code
