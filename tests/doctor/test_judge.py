"""Each judgement of a table's own parts, on both sides of each limit."""

from dataclasses import replace

import pytest

from hardware.tower.trouble import TroubleKind
from kiosk.doctor import judge
from kiosk.doctor.facts import (
    ButtonFacts,
    CalibrationTrouble,
    CameraFacts,
    CameraTrouble,
    DirectorFacts,
    JournalFacts,
    JournalTrouble,
    LightFault,
    PinFacts,
    RunningFacts,
    TowerFacts,
    TowerLinkTrouble,
)
from kiosk.health import thresholds as limit
from kiosk.health.codes import CODES
from kiosk.health.finding import Finding
from vision.light import Trouble

PINS = PinFacts({"left": 17, "right": 27})


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [each.code for each in findings]


def test_the_table() -> None:
    assert codes(judge.table(RunningFacts())) == ["table.stopped"]
    assert codes(judge.table(RunningFacts(owner=7))) == ["table.hung"]
    assert codes(judge.table(RunningFacts(listens=True))) == ["table.hung"]
    up = RunningFacts(7, True, True, "table-kiosk 1.0")
    assert codes(judge.table(up)) == ["table.running"]
    (told,) = judge.table(replace(up, halted="the disk is full"))
    assert (told.code, "the disk is full" in told.words) == ("table.halted", True)


@pytest.mark.parametrize(
    ("part", "lost", "expected"),
    [
        ("camera", (), "camera.in-use"),
        ("camera", ("camera",), "camera.lost"),
        ("camera", ("tower",), "camera.in-use"),
        ("tower", ("tower",), "tower.lost"),
        ("buttons", ("buttons",), "buttons.lost"),
        ("buttons", ("left_button",), "buttons.held"),
        ("tower", ("tower_jam",), "tower.jam"),
        ("tower", ("tower_lid",), "tower.open"),
        ("tower", ("tower_beam",), "tower.beam"),
        ("tower", ("tower", "tower_jam"), "tower.lost"),
        ("lights", ("left_button",), "lights.in-use"),
    ],
)
def test_a_running_tables_parts(part: str, lost: tuple[str, ...], expected: str) -> None:
    assert codes(judge.in_use(part, RunningFacts(7, True, True, lost=lost))) == [expected]


def test_of_a_table_that_does_not_answer_nothing_is_known() -> None:
    assert codes(judge.in_use("camera", RunningFacts(7))) == ["camera.unseen"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (ButtonFacts(PINS), "buttons.ok"),
        (ButtonFacts(PINS, frozenset({"left"})), "buttons.held"),
        (ButtonFacts(replace(PINS, no_gpio="no chip")), "buttons.no-gpio"),
        (ButtonFacts(replace(PINS, refused="pin 17 is taken")), "buttons.pin"),
        (ButtonFacts(PINS, pressed=(("left", "left"), ("right", "right"))), "buttons.ok"),
        (ButtonFacts(PINS, pressed=(("left", "right"), ("right", "left"))), "buttons.swapped"),
        (ButtonFacts(PINS, pressed=(("left", "left"), ("right", None))), "buttons.not-pressed"),
        (ButtonFacts(PINS, pressed=(("left", "right"), ("right", None))), "buttons.not-pressed"),
    ],
)
def test_buttons(facts: ButtonFacts, expected: str) -> None:
    assert codes(judge.buttons(facts)) == [expected]


def test_a_held_button_is_named_with_its_pin() -> None:
    (told,) = judge.buttons(ButtonFacts(PINS, frozenset({"right"})))
    assert "right (pin 27)" in told.words


@pytest.mark.parametrize("part", ["lights", "status", "buzzer"])
def test_outputs(part: str) -> None:
    assert codes(judge.outputs(part, None)) == [f"{part}.absent"]
    assert codes(judge.outputs(part, PINS)) == [f"{part}.ok"]
    assert codes(judge.outputs(part, replace(PINS, refused="taken"))) == [f"{part}.pin"]
    assert codes(judge.outputs(part, replace(PINS, no_gpio="none"))) == [f"{part}.no-gpio"]
    (plain,), (tried,) = (judge.outputs(part, replace(PINS, tried=t)) for t in (False, True))
    assert "switched" not in plain.words
    assert "switched" in tried.words


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (TroubleKind.JAM, "tower.jam"),
        (TroubleKind.LID_OPEN, "tower.open"),
        (TroubleKind.DROP_BEAM_STUCK, "tower.beam"),
        (TroubleKind.OUT_BEAM_STUCK, "tower.beam"),
    ],
)
def test_what_a_tower_says_of_itself(kind: TroubleKind, expected: str) -> None:
    facts = TowerFacts("/dev/x", standing=((kind, "it is so: see to it"),), passed=False)
    assert codes(judge.tower(facts)) == [expected]


def test_a_towers_self_test() -> None:
    tested = (("drop", "ok"), ("out", "dark"))
    (told,) = judge.tower(TowerFacts("/dev/x", tested=tested, passed=False))
    assert (told.code, "out dark" in told.words) == ("tower.test", True)
    (well,) = judge.tower(TowerFacts("/dev/x", firmware="1.0.0", serial_number="E6", tested=tested))
    assert well.code == "tower.ok"
    assert all(words in well.words for words in ("firmware 1.0.0", "serial number E6", "drop ok"))


def test_a_towers_self_test_that_did_not_end() -> None:
    (told,) = judge.tower(TowerFacts("/dev/x", untested="it hangs: plug it in anew"))
    assert told.code == "tower.untested"
    assert told.words == "Its self-test did not end: it hangs: plug it in anew."
    jam = ((TroubleKind.JAM, "dice are inside: open it"),)
    both = judge.tower(TowerFacts("/dev/x", standing=jam, untested="it hangs"))
    assert codes(both) == ["tower.jam", "tower.untested"]


def test_tower() -> None:
    assert codes(judge.tower(None)) == ["tower.absent"]
    assert codes(judge.tower(TowerFacts("/dev/x"))) == ["tower.ok"]
    for trouble in TowerLinkTrouble:
        (told,) = judge.tower(TowerFacts("/dev/x", trouble, "it is so"))
        assert (told.code, told.words) == (f"tower.{trouble.value}", "it is so.")


SEEN = CameraFacts(
    30.0, (1280, 720), 24, 30.0, exposure_us=9000, markers=(0, 1, 2, 3), light=(), residual_px=0.4
)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (SEEN, "camera.ok"),
        (replace(SEEN, fps=None), "camera.ok"),
        (replace(SEEN, fps=30.0 * limit.CAMERA_SLOW.value), "camera.ok"),
        (replace(SEEN, fps=30.0 * limit.CAMERA_SLOW.value - 0.1), "camera.slow"),
        (replace(SEEN, fps=30.0 * limit.CAMERA_TOO_SLOW.value), "camera.slow"),
        (replace(SEEN, fps=30.0 * limit.CAMERA_TOO_SLOW.value - 0.1), "camera.too-slow"),
        (replace(SEEN, frozen=True), "camera.frozen"),
        *((replace(SEEN, trouble=each, why="x"), f"camera.{each.value}") for each in CameraTrouble),
    ],
)
def test_camera(facts: CameraFacts, expected: str) -> None:
    assert codes(judge.camera(facts)) == [expected]


def test_a_cameras_figures_have_units() -> None:
    (told,) = judge.camera(SEEN)
    figures = {each.name: (each.value, each.unit) for each in told.measures}
    assert figures["exposure"] == (9000, "us")
    assert figures["rate"] == (30.0, "Hz")


@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        ((0, 1, 2, 3), "markers.ok"),
        ((0, 1, 3), "markers.one-hidden"),
        ((0, 1), "markers.few"),
        ((), "markers.few"),
    ],
)
def test_markers(markers: tuple[int, ...], expected: str) -> None:
    assert codes(judge.markers(replace(SEEN, markers=markers))) == [expected]


def test_the_hidden_marker_is_named() -> None:
    (told,) = judge.markers(replace(SEEN, markers=(0, 1, 3)))
    assert told.words.startswith("Marker 2 ")


@pytest.mark.parametrize("trouble", list(Trouble))
def test_every_trouble_of_the_light_has_a_code(trouble: Trouble) -> None:
    fault = LightFault(trouble.value, 1.5, 1.0, "The light is odd.")
    (told,) = judge.light(replace(SEEN, light=(fault,)))
    assert told.part == "light"
    assert told.code in CODES
    assert [(each.name, each.value) for each in told.measures] == [("figure", 1.5), ("limit", 1.0)]


def test_light_that_is_well_and_light_that_nobody_saw() -> None:
    assert codes(judge.light(SEEN)) == ["light.ok"]
    assert codes(judge.light(replace(SEEN, light=None))) == ["light.unseen"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (SEEN, "calibration.absent"),
        (replace(SEEN, residual_px=None), "calibration.unseen"),
        (replace(SEEN, file=True, strayed_mm=1.0), "calibration.ok"),
        (replace(SEEN, file=True, residual_px=None), "calibration.unseen"),
        *(
            (replace(SEEN, file=True, calibration=each, calibration_why="x"), f"calibration.{each}")
            for each in CalibrationTrouble
        ),
    ],
)
def test_calibration(facts: CameraFacts, expected: str) -> None:
    assert codes(judge.calibration(facts)) == [expected]


WELL = DirectorFacts("http://d:1", protocol=1, event_id="club", apart_s=0.0)


@pytest.mark.parametrize(
    ("facts", "lost", "expected"),
    [
        (None, (), "director.absent"),
        (WELL, (), "director.ok"),
        (WELL, ("camera",), "director.ok"),
        (WELL, ("director",), "director.lost"),
        (replace(WELL, why="Connection refused"), ("director",), "director.unreachable"),
        (replace(WELL, protocol=None), (), "director.stranger"),
        (replace(WELL, stranger="its certificate is another"), (), "director.stranger"),
        (replace(WELL, protocol=2), (), "director.newer"),
        (replace(WELL, protocol=0), (), "director.older"),
        (replace(WELL, sound=False, failure="full"), (), "director.failing"),
        (replace(WELL, event_id="other"), (), "director.other-event"),
        (replace(WELL, apart_s=limit.DIRECTOR_APART_S.value), (), "director.ok"),
        (replace(WELL, apart_s=-limit.DIRECTOR_APART_S.value - 0.1), (), "director.time-apart"),
        (replace(WELL, apart_s=None), (), "director.ok"),
    ],
)
def test_director(facts: DirectorFacts | None, lost: tuple[str, ...], expected: str) -> None:
    assert codes(judge.director(facts, "club", 1, lost)) == [expected]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (JournalFacts("j"), "journal.new"),
        (JournalFacts("j", 0), "journal.ok"),
        (JournalFacts("j", 9, "final", open=True), "journal.open-match"),
        (JournalFacts("j", 9, halted="full"), "table.halted"),
        *((JournalFacts("j", trouble=each, why="x"), f"journal.{each}") for each in JournalTrouble),
    ],
)
def test_journal(facts: JournalFacts, expected: str) -> None:
    assert codes(judge.journal(facts)) == [expected]
