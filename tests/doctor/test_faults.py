"""Every fault a simulated table can be given is told by its code, and nothing else is a fault.

What the camera sees is judged in this process, with one camera that runs as fast as it is asked.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from kits import doctor_cameras, doctor_twin
from kits.doctor_faults import FAULTS
from kits.doctor_twin import Simulated

from kiosk.doctor import judge
from kiosk.doctor.camera import CameraExamination, examine_camera, frame_rate, take_facts
from kiosk.doctor.examine import SEEN_BY_CAMERA, examine
from kiosk.health.codes import CODES
from kiosk.health.finding import Finding, PartState
from kiosk.table.camera_child import Mixer
from kiosk.table.settings import CameraSection
from kiosk.table.settings import camera as camera_of
from vision.frame import Frame
from vision.scene import Rig
from vision.sources import FrameSource, SceneSource, Unhurried

SHOWN = ("camera", *SEEN_BY_CAMERA)
TELLS_NOTHING = {"camera.absent", "camera.in-use", "camera.lost", "camera.hung"}
BY_CAMERA = [c for c in FAULTS if c.partition(".")[0] in SHOWN and c not in TELLS_NOTHING]
ELSE = [c for c in FAULTS if c not in BY_CAMERA and c != "camera.hung"]
PRESSED = {"buttons.not-pressed", "buttons.swapped"}
PINNED = ("buttons", "lights", "status", "buzzer")
NO_PIN = ("no-gpio", "pin")
TOGETHER = {
    **{f"{one}.{why}": {f"{each}.{why}" for each in PINNED} for one in PINNED for why in NO_PIN},
    "markers.few": set(),
    "calibration.unseen": {"markers.few", "light.dark"},
    "light.unseen": {"markers.few"},
}
"""What else is wrong with the same fault, by its nature."""


def bad(findings: list[Finding]) -> set[str]:
    return {each.code for each in findings if each.state in {PartState.FAULT, PartState.WARNING}}


@pytest.mark.parametrize("code", ELSE)
def test_a_fault_is_told(code: str) -> None:
    """The camera left out: it takes seconds, and has its own tests."""
    without = () if code.startswith("camera") else ("camera.absent",)
    with Simulated([*without, code]) as table:
        found = list(examine(table.examined(press=code in PRESSED)))
    assert code in {each.code for each in found}
    wrong = CODES[code].state in {PartState.FAULT, PartState.WARNING}
    assert bad(found) == ({code} if wrong else set()) | TOGETHER.get(code, set())


def test_without_a_fault_nothing_is_wrong_and_every_part_is_told() -> None:
    with Simulated(["camera.absent"]) as table:
        found = list(examine(table.examined(press=True, tried=True)))
    assert bad(found) == set()
    assert {each.part for each in found} == {code.partition(".")[0] for code in CODES}


@pytest.fixture(scope="module")
def drawn() -> SceneSource:
    """Drawn once: its renderer stays from start to start."""
    rig = Rig.draw(doctor_twin.SEED, doctor_twin.WIDTH, doctor_twin.HEIGHT)
    return SceneSource(rig, doctor_twin.FPS, Unhurried())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, drawn: SceneSource) -> Iterator[None]:
    def make_source(_section: CameraSection, _mixer: Mixer) -> FrameSource:
        return drawn

    monkeypatch.setattr(doctor_cameras, "make_source", make_source)
    yield
    drawn.stop()


def looked(table: Simulated) -> CameraExamination:
    examined = table.examined()
    section = camera_of(examined.settings, examined.home)
    assert section is not None
    text = None if examined.calibration is None else examined.calibration.read_text()
    altered = examined.make.__module__ == doctor_cameras.__name__
    make = examined.make if altered else doctor_cameras.make_source
    return CameraExamination(section, None, text, make)


def told(look: CameraExamination) -> list[Finding]:
    facts = take_facts(look)
    judged = (judge.markers, judge.light, judge.calibration) if facts.trouble is None else ()
    return [*judge.camera(facts), *(each for tell in judged for each in tell(facts))]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("code", BY_CAMERA)
def test_what_is_wrong_before_the_camera_is_told(code: str) -> None:
    with Simulated([code]) as table:
        found = told(looked(table))
    assert code in {each.code for each in found}
    wrong = CODES[code].state in {PartState.FAULT, PartState.WARNING}
    assert bad(found) == ({code} if wrong else set()) | TOGETHER.get(code, set())


@pytest.mark.usefixtures("quick")
def test_a_camera_over_a_good_board_is_well() -> None:
    with Simulated() as table:
        found = told(looked(table))
    assert [each.code for each in found] == [f"{part}.ok" for part in SHOWN]


def test_frames_fetched_late_do_not_make_a_camera_slow() -> None:
    """Every other picture was passed over; the sensor took 30 a second."""
    none = np.zeros((4, 4, 3), np.uint8)
    frames = [Frame(seq, round(seq * 1e9 / 30), none, none[..., 0]) for seq in (3, 5, 7, 9)]
    assert frame_rate(frames) == pytest.approx(30.0)
    assert frame_rate(frames[:1]) is None


def test_a_camera_that_hangs_is_left_behind() -> None:
    with Simulated(["camera.hung"]) as table:
        look = looked(table)
        facts = examine_camera(look, deadline_s=0.5)
    assert facts.trouble is not None
    assert facts.trouble.value == "hung"
    assert "0.5 s" in facts.why


def exits(_section: CameraSection, _mixer: Mixer) -> FrameSource:
    raise SystemExit(9)


def test_a_camera_process_that_ends_is_told_as_such() -> None:
    with Simulated() as table:
        facts = examine_camera(replace(looked(table), make=exits))
    assert facts.trouble is not None
    assert (facts.trouble.value, facts.why[-7:]) == ("hung", " with 9")
