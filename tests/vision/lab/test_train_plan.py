"""What `make train` runs, without torch: the plan of its steps, and how they are run."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest
from kits.tracked_files import tracked_files

from vision.lab.natural.throws import tilt_deg
from vision.lab.train import __main__ as train
from vision.lab.train import leaning, rendered, setting, sliding
from vision.lab.train.__main__ import Step, StepFailed, Wish, plan
from vision.lab.train.boards import Pictures
from vision.learned.lean import cut
from vision.scene import DiePose, Rig, opening
from vision.scene.die import nearest_top, showing, support_height_mm
from vision.scene.pose import about, after


def rigs(step: Step) -> set[int]:
    at = step.words.index("--seeds")
    return set(range(int(step.words[at + 1]), int(step.words[at + 2])))


@pytest.mark.parametrize("scale", [0.001, 0.1, 1.0])
@pytest.mark.parametrize("photos", [None, Path("/photos")])
def test_every_step_needs_only_what_others_make(scale: float, photos: Path | None) -> None:
    steps = plan(Wish(scale, photos))
    made = {step.out for step in steps} | set(train.SPLIT)
    for step in steps:
        asked = {word for word in step.words if word.endswith((".npz", ".onnx"))}
        assert asked == set(step.needs), step.out
        assert asked <= made
        assert ("--photos" in step.words) == (
            photos is not None and step.module in {"fit", "finder", "kind", "close"}
        )
    assert {f"{net}.onnx" for net in train.NETS} <= made


def test_no_rig_is_drawn_for_two_files() -> None:
    steps = {step.out: step for step in plan(Wish())}
    drawn = {name: rigs(step) for name, step in steps.items() if "--seeds" in step.words}
    assert drawn["r0.npz"] == set(range(200_000, 200_160))
    assert drawn["r1.npz"] == set(range(201_000, 201_135))
    assert drawn["b0.npz"] == set(range(301_000, 301_110))
    assert drawn["q0.npz"] == set(range(10_000, 13_400))
    assert drawn["m0.npz"] == set(range(402_000, 402_090))
    assert set().union(*(drawn[name] for name in train.SLIDING)) == set(range(602_000, 602_200))
    leaning = set().union(*(drawn[name] for name in train.LEANING))
    assert leaning == {502_000 + 80 * k + n for k in range(32) for n in range(32)}
    for one, other in combinations(drawn.values(), 2):
        assert not one & other


def test_two_of_the_lean_nets_never_see_the_same_dice() -> None:
    crops = {s.out: set(s.needs) & set(train.LEANING) for s in plan(Wish())}
    assert not crops["lean.onnx"] & crops["lean_b.onnx"]
    assert crops["lean_c.onnx"] == crops["lean.onnx"] | crops["lean_b.onnx"] == set(train.LEANING)


@pytest.mark.parametrize("scale", [0.001, 0.3])
def test_held_out_rigs_stay_out_when_it_is_small(scale: float) -> None:
    drawn = {s.out: rigs(s) for s in plan(Wish(scale)) if "--seeds" in s.words}
    for held, fitted in (
        ("rh.npz", "r0.npz"),
        ("rh.npz", "r1.npz"),
        ("mh.npz", "m0.npz"),
        ("lh.npz", "l12.npz"),
        ("sh.npz", "s3.npz"),
        ("cph.npz", "cp1.npz"),
        ("crh.npz", "cr1.npz"),
    ):
        assert not drawn[held] & drawn[fitted]
    assert len(drawn["b0.npz"]) > train.HELD_BOARD_RIGS


STEP = """
import sys
out = sys.argv[sys.argv.index("--out") + 1]
needed = [word for word in sys.argv[1:] if word.endswith(".npz") and word != out]
open(out, "w").write("+".join(open(word).read() for word in needed) + sys.argv[1])
sys.exit(sys.argv[1] == "fail")
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Steps are small programs that join the texts of what they need and add their first word."""
    real = train.command

    def command(step: Step, work: Path) -> list[str]:
        return [sys.executable, "-c", STEP, *real(step, work)[3:]]

    monkeypatch.setattr(train, "command", command)
    return tmp_path


def test_steps_run_in_order_and_once(work: Path) -> None:
    steps = (
        Step("c.npz", "x", ("c", "a.npz", "b.npz"), ("a.npz", "b.npz")),
        Step("a.npz", "x", ("a",)),
        Step("b.npz", "x", ("b", "a.npz"), ("a.npz",)),
    )
    train.make(steps, work)
    assert (work / "c.npz").read_text() == "a+abc"
    (work / "b.npz").write_text("kept")
    (work / "c.npz").unlink()
    train.make(steps, work)
    assert (work / "c.npz").read_text() == "a+keptc"
    assert not list(work.glob("unfinished*"))


def test_the_weights_of_a_net_lie_beside_it(work: Path) -> None:
    (work / "unfinished-a.pt").write_text("weights")
    train.make((Step("a.onnx", "x", ("a",)),), work)
    assert (work / "a.pt").read_text() == "weights"
    assert not list(work.glob("unfinished*"))


def test_a_step_that_fails_leaves_nothing_that_looks_made(work: Path) -> None:
    with pytest.raises(StepFailed, match=r"a\.npz"):
        train.make((Step("a.npz", "x", ("fail",)),), work)
    assert not (work / "a.npz").exists()


def test_the_last_boards_are_held_out(work: Path) -> None:
    many = train.HELD_BOARD_RIGS * 6 + 12
    dice = [np.full((2, 3), n, np.float32) for n in range(many)]
    Pictures([bytes([n, 7]) for n in range(many)], dice).save(str(work / "b0.npz"))
    train.make((Step("d.npz", "x", ("d",), ("bt.npz",)),), work)
    fitted, held = (Pictures.load(str(work / name)) for name in ("bt.npz", "bh.npz"))
    assert [one[0] for one in fitted.image] == list(range(12))
    assert [int(one[0, 0]) for one in held.dice] == list(range(12, many))


@pytest.mark.parametrize(("drawing", "size_of"), [(rendered, rendered), (leaning, setting)])
def test_a_rig_gives_the_same_crops_again(
    monkeypatch: pytest.MonkeyPatch, drawing: ModuleType, size_of: ModuleType
) -> None:
    monkeypatch.setattr(size_of, "SIZES", ((640, 360),))
    monkeypatch.setattr(size_of, "POSITIONS", 1)
    once, again = (drawing.crops(200_000) for _ in range(2))
    assert np.array_equal(once.image, again.image)
    assert np.array_equal(once.value, again.value)
    assert np.array_equal(once.tilt_deg, again.tilt_deg, equal_nan=True)
    assert set(once.value.tolist()) <= set(range(7))
    assert len(set(once.value.tolist())) > 4


@pytest.mark.parametrize("way_deg", [10, 130, 250])
def test_a_lean_points_where_its_crop_shows_it(way_deg: float) -> None:
    rig, size = Rig.draw(200_001, 1280, 720), 14.0
    camera = rendered.calibration_of(rig)
    way = np.radians(way_deg)
    tip = about((-float(np.sin(way)), float(np.cos(way)), 0.0), np.radians(-20.0))
    turn = after(tip, showing(3, "cw", 0.4))
    pose = DiePose(120.0, 150.0, -support_height_mm(turn, size), turn)
    (x, y), yaw_deg = leaning.top_face(camera, pose, size)
    dot = camera.project(np.array([[x + 6 * np.cos(way), y + 6 * np.sin(way), -size]]))[0]
    picture = np.zeros((720, 1280, 3), np.uint8)
    cv2.circle(picture, tuple(int(v) for v in dot.round()), 2, (255, 255, 255), -1)
    crop = cut(picture, camera, (x, y), yaw_deg, size).image.mean(axis=2)
    row, column = np.unravel_index(int(crop.argmax()), crop.shape)
    shown = np.array([column, row]) - (len(crop) - 1) / 2
    told = leaning.lean(camera, pose, size, nearest_top(pose, "cw")[1])
    assert np.hypot(*told) == pytest.approx(20.0, abs=0.1)
    assert told @ shown > 0.95 * np.hypot(*told) * np.hypot(*shown)


def test_dice_slide_as_far_as_is_told() -> None:
    rig = Rig.draw(200_001, 1280, 720)
    rng = np.random.default_rng(3)
    told = [one for _ in range(6) for one in sliding.slides(rig, opening(rig.board), None, rng)]
    half_ms = rig.sensor.exposure_ms / 2
    for path, far_px in told:
        ends = np.array([path.pose_at(t).centre_mm for t in (-half_ms, half_ms)])
        seen = rig.camera.project(ends)
        assert np.hypot(*(seen[1] - seen[0])) == pytest.approx(far_px, rel=0.05, abs=0.01)
        assert tilt_deg(path.pose_at(0.0)) < 1.0
    slid = [far_px for _, far_px in told if far_px]
    assert 0.25 * len(told) < len(slid) < 0.7 * len(told)
    assert sliding.SHORTEST_PX <= min(slid) < 2
    assert 5 < max(slid) <= sliding.LONGEST_PX


def test_a_rig_gives_the_same_slides_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in (("SIZES", ((640, 360),)), ("POSITIONS", 1), ("DICE_SETS", 1)):
        monkeypatch.setattr(sliding, name, few)
    once, again = (sliding.faces(200_000) for _ in range(2))
    assert len(once) > 5
    assert np.array_equal(once.image, again.image)
    assert np.array_equal(once.slid_px, again.slid_px)


def test_all_nets_together_are_small() -> None:
    learned = Path(train.__file__).parents[2] / "learned"
    files = [train.kept_at(net, learned) for net in train.NETS]
    assert set(tracked_files("vision/**/*.onnx")) == set(files)
    assert sum(file.stat().st_size for file in files) < 3_250_000
