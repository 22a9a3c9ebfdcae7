"""What the nets are shown of crops that Cycles drew, and how they go on from what they are."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from kits.drawn_crops import draw_bare, draw_crops

from vision.lab.cycles.labelled_crops import crops as labelled
from vision.lab.cycles.styles import MEASURING
from vision.lab.train import __main__ as train
from vision.lab.train import cycles
from vision.lab.train.__main__ import Step, Wish, plan
from vision.lab.train.boards import Pictures
from vision.lab.train.crop import NOTHING, Crops, is_moving
from vision.lab.train.cycles import BoardCrops, NotForTraining, mixed

ROOT = Path(__file__).parents[3]
TORCH = ROOT / ".venv-train/bin/python"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two boards, of which the second is held out."""
    made = tmp_path_factory.mktemp("cycles") / "crops"
    draw_crops(made, range(1, 3))
    return made


@pytest.fixture
def board(folder: Path) -> BoardCrops:
    """One whose dice all lie in the open and at rest."""
    (drawn,) = cycles.boards(folder, held_out=False)
    lie = [replace(crop, covered=0.0, slid_px=0.0) for crop in drawn.crops]
    return BoardCrops(lie, drawn.places)


def middle(image: np.ndarray, px: int) -> np.ndarray:
    """How bright the middle of crops (N, h, h, 3) is, so many pixels wide."""
    edge = (image.shape[1] - px) // 2
    return np.asarray(image[:, edge : edge + px, edge : edge + px].mean(axis=(1, 2, 3)))


# --- which boards, which styles


def test_every_board_is_either_learned_from_or_held_out(folder: Path) -> None:
    fitted, held = (list(cycles.boards(folder, held_out)) for held_out in (False, True))
    assert {crop.source for board in fitted for crop in board.crops} == {"cycles-0001"}
    assert {crop.source for board in held for crop in board.crops} == {"cycles-0002"}
    assert sum(len(b.crops) for b in (*fitted, *held)) == len(list(labelled(folder)))


def test_one_board_of_five_is_held_out() -> None:
    held = [cycles.is_held_out(f"cycles-{number:04}") for number in range(500)]
    assert sum(held) == 100
    assert {sum(held[n : n + 5]) for n in range(0, 500, 5)} == {1}


def test_a_board_that_is_still_being_drawn_is_left_out(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "some")
    lines = (folder / "labels.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "some/labels.jsonl").write_text("".join(lines[1:]))
    left = [b.crops[0].source for h in (False, True) for b in cycles.boards(tmp_path / "some", h)]
    assert left == ["cycles-0002"]


@pytest.mark.parametrize(
    ("part", "name"), [("board", MEASURING.boards[0].name), ("set", MEASURING.dice[0].name)]
)
def test_what_is_measured_on_is_refused(folder: Path, tmp_path: Path, part: str, name: str) -> None:
    label = json.loads((folder / "labels.jsonl").read_text().splitlines()[-1])
    lines = (folder / "labels.jsonl").read_text() + json.dumps(label | {part: name}) + "\n"
    (tmp_path / "labels.jsonl").write_text(lines)
    cycles.require_training(folder)
    with pytest.raises(NotForTraining, match=f'"{name}", which is measured on'):
        cycles.require_training(tmp_path)


def test_a_folder_without_crops_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotForTraining, match=r"holds no labels\.jsonl: draw"):
        cycles.require_training(tmp_path)


def test_the_training_says_why_it_cannot_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "--work", f"{tmp_path}/work", "--out", f"{tmp_path}/out"]
    monkeypatch.setattr(sys, "argv", [*words, "--cycles", str(tmp_path)])
    assert train.main() == 1
    assert f"{tmp_path} holds no labels.jsonl" in capsys.readouterr().err


def test_a_folder_without_a_held_out_board_says_so(tmp_path: Path) -> None:
    draw_crops(tmp_path, range(3, 4))
    with pytest.raises(NotForTraining, match="no whole board that is held out yet"):
        cycles.save(tmp_path, "sliding", held_out=True, out=str(tmp_path / "s.npz"))
    assert cycles.save(tmp_path, "sliding", held_out=False, out=str(tmp_path / "s.npz")) == 1


# --- what is cut


def test_faces_lie_in_the_middle_and_bear_their_labels(board: BoardCrops) -> None:
    found = cycles.faces_of(board, np.random.default_rng(1))
    told = Counter((crop.value, crop.tilt_deg) for crop in board.crops if crop.tilt_deg <= 20)
    shows = found.value > 0
    assert Counter(zip(found.value[shows], found.tilt_deg[shows].tolist(), strict=True)).keys() == {
        (value, float(np.float32(tilt))) for value, tilt in told
    }
    assert shows.sum() == told.total() > 5
    assert (middle(found.image[shows], 8) > 180).all()
    assert (found.source == "cycles-0001").all()
    eye = board.crops[0].calibration.camera_mm
    away = (board.places - eye[:2]) / (-eye[2] - board.crops[0].die_mm)
    assert np.abs(found.view[shows][:, None] - away[None]).sum(axis=2).min(axis=1).max() < 1e-5


def test_places_without_a_die_show_none(board: BoardCrops) -> None:
    found = cycles.faces_of(board, np.random.default_rng(1))
    none = (found.value == NOTHING) & np.isnan(found.tilt_deg)
    assert none.sum() > 8
    assert (middle(found.image[none], 14) < 60).all()


def test_what_slides_counts_as_moving_and_what_is_hidden_as_nothing_at_all(
    board: BoardCrops,
) -> None:
    level = [n for n, crop in enumerate(board.crops) if crop.tilt_deg < 1]
    slides, hardly, hidden, bare = level[:4]
    sides = {slides: 0.2, hardly: 0.05}
    crops = [
        replace(
            crop,
            slid_px=sides.get(n, 0.0) * crop.seen_px,
            covered=0.3 if n == hidden else 0.0,
        )
        for n, crop in enumerate(board.crops)
    ]
    some = BoardCrops([crops[n] for n in level[:4]], board.places[level[:4]])
    found = cycles.faces_of(some, np.random.default_rng(1))
    shows = found.value > 0
    assert found.value[shows].tolist() == [crops[bare].value]
    moving = is_moving(found.source)
    assert found.source[moving].tolist() == ["moving-cycles-0001"]
    assert found.value[moving].tolist() == [NOTHING]
    assert len(cycles.leaning_of(some)) == 1
    faces = cycles.sliding_of(some)
    px = board.crops[0].seen_px
    assert faces.slid_px == pytest.approx([0.2 * px, 0.05 * px, 0.0])
    assert (middle(faces.image, 8) > 180).all()


def test_a_die_under_a_hand_is_no_die(board: BoardCrops) -> None:
    gone = BoardCrops([replace(crop, covered=1.0) for crop in board.crops], board.places)
    found = cycles.faces_of(gone, np.random.default_rng(1))
    assert (found.value == NOTHING).all()
    assert len(found) > 2 * len(board.crops)
    assert len(cycles.picture_of(gone)[1]) == 0


def test_a_die_under_another_is_no_place_without_one(board: BoardCrops) -> None:
    under = board.crops[0]
    pose = replace(under.pose, z_mm=under.pose.z_mm - under.die_mm)
    over = replace(under, pose=pose, support="die", on_die=True)
    pile = BoardCrops([replace(under, covered=1.0), over], board.places[[0, 0]])
    assert not pile.gone().any()
    assert replace(pile, crops=[pile.crops[0], under]).gone().tolist() == [True, False]
    assert len(cycles.picture_of(pile)[1]) == 0
    found = cycles.faces_of(pile, np.random.default_rng(1))
    assert (middle(found.image[found.value == NOTHING], 14) < 60).all()


def test_leaning_dice_are_cut_upright(board: BoardCrops) -> None:
    found = cycles.leaning_of(board)
    assert len(found) == len(board.crops)
    flat = found.tilt_deg < 1
    assert (middle(found.image[flat], 16) > 180).all()
    px, side = found.image.shape[1], 24
    corners = [(px // 2 + i * 9, px // 2 + j * 9) for i in (-1, 1) for j in (-1, 1)]
    beyond = [(px // 2 + i * (side // 2 + 4), px // 2) for i in (-1, 1)]
    for image in found.image[flat]:
        assert min(image[row, column].mean() for row, column in corners) > 120
        assert max(image[row, column].mean() for row, column in beyond) < 120
    askew = found.tilt_deg >= 8
    assert np.hypot(*found.lean[askew].T) == pytest.approx(found.tilt_deg[askew], abs=0.01)


def test_the_finder_is_shown_where_the_dice_lie(board: BoardCrops) -> None:
    packed, dice = cycles.picture_of(board)
    picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_GRAYSCALE)
    own = 0
    for x, y, side in dice:
        around = picture[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4]
        own += float(around.mean()) > 180  # a neighbour's face is drawn in its own crop alone
        assert side == pytest.approx(board.crops[0].die_mm * 1.4)
    assert own >= len(board.crops)
    packed, dice = cycles.picture_of(BoardCrops(board.crops[:2], board.places[:2]))
    high, wide = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_GRAYSCALE).shape
    assert wide == 2 * high
    middles = {(round(float(x) / high, 1), round(float(y) / high, 1)) for x, y, _ in dice}
    assert middles >= {(0.5, 0.5), (1.5, 0.5)}


# --- boards without dice


@pytest.fixture(scope="module")
def with_bare(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same crops, and three boards without dice, of which the third is held out; on each two
    squares like faces, white on grey."""
    made = tmp_path_factory.mktemp("bare") / "crops"
    shutil.copytree(folder, made)
    draw_bare(made / "bare", 3)
    return made


def test_what_the_finder_sees_on_a_board_without_dice_is_none(with_bare: Path) -> None:
    bare = list(cycles.bare_boards(with_bare, held_out=False))
    assert [one.source for one in bare] == ["cycles-bare-00000", "cycles-bare-00001"]
    for one in bare:
        assert cycles.DIE_MM[0] <= one.die_mm <= cycles.DIE_MM[1]
        found = cycles.nothing_on(one, np.random.default_rng(1))
        assert (found.value == NOTHING).all()
        assert np.isnan(found.tilt_deg).all()
        assert cycles.PLACES < len(found) <= cycles.PLACES + cycles.MOST_PLACES
        like_faces = middle(found.image[: -cycles.PLACES], 8) > 180
        assert like_faces.sum() >= 2
        packed, dice = cycles.picture_without(one)
        assert dice.shape == (0, 3)
        assert cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_GRAYSCALE).max() > 180


def test_boards_without_dice_are_saved_beside_the_crops(
    with_bare: Path, folder: Path, tmp_path: Path
) -> None:
    out = str(tmp_path / "c.npz")
    cycles.save(with_bare, "faces", held_out=False, out=out)
    sources = set(Crops.load(out).source.tolist())
    assert {"cycles-0001", "cycles-bare-00000", "cycles-bare-00001"} <= sources
    assert "cycles-bare-00002" not in sources
    cycles.save(with_bare, "boards", held_out=False, out=out)
    pictures = len(Pictures.load(out).image)
    cycles.save(folder, "boards", held_out=False, out=out)
    assert pictures == len(Pictures.load(out).image) + 2


def test_boards_without_dice_in_styles_that_are_measured_on_are_refused(
    with_bare: Path, tmp_path: Path
) -> None:
    cycles.require_training(with_bare)
    shutil.copytree(with_bare, tmp_path / "crops")
    head = tmp_path / "crops/bare/run.json"
    head.write_text(head.read_text().replace("training", "measuring"))
    with pytest.raises(NotForTraining, match='styles "measuring", which are measured on'):
        cycles.require_training(tmp_path / "crops")


# --- batches


def test_a_third_of_a_batch_is_theirs_and_without_them_nothing_changes() -> None:
    ours, theirs = np.arange(100), np.arange(100, 110)
    rows = mixed(np.random.default_rng(3), ours, theirs, 96)
    assert (rows >= 100).sum() == 32
    assert len(rows) == 96
    many = mixed(np.random.default_rng(3), np.arange(100, 4100), np.arange(10), 960)
    assert (many < 10).sum() == 19  # each eight times as often as one of ours
    alone = mixed(np.random.default_rng(3), ours, theirs[:0], 96)
    assert alone.tolist() == np.random.default_rng(3).choice(ours, 96).tolist()


# --- the plan


def words_after(step: Step, option: str) -> list[str]:
    """What a step is told of that option."""
    left = step.words[step.words.index(option) + 1 :]
    ends = next((n for n, word in enumerate(left) if word.startswith("--")), len(left))
    return list(left[:ends])


def test_every_net_but_those_for_covers_and_checkers_is_shown_what_cycles_drew() -> None:
    steps = {step.out: step for step in plan(Wish(cycles=Path("/crops")))}
    shown = {
        net: {need for need in steps[f"{net}.onnx"].needs if need.startswith("c-")}
        for net in train.NETS
    }
    assert shown == {
        "face": {"c-faces.npz"},
        "close": {"c-faces.npz"},
        "kind": {"c-faces.npz", "c-leaning.npz"},
        "find": {"c-boards.npz"},
        **{name: {"c-leaning.npz"} for name in ("lean", "lean_b", "lean_c")},
        "smear": {"c-sliding.npz"},
        "cover": set(),
        "count": set(),
    }
    held = {out for out in steps if out.startswith("c-") and out.endswith("-held.npz")}
    assert len(held) == 4
    assert all("--held-out" in steps[out].words for out in held)
    for step in steps.values():
        assert not held & set(step.needs)
        asked = {word for word in step.words if word.endswith((".npz", ".onnx"))}
        assert asked == set(step.needs), step.out


def test_without_cycles_and_a_start_the_plan_is_the_old_one() -> None:
    for step in plan(Wish()):
        assert not any(word.startswith("c-") for word in (step.out, *step.words))
        assert "--highest" not in step.words
        assert ("--start" in step.words) == (step.out == "close.onnx")


def test_to_go_on_takes_fewer_rigs_and_steps_and_the_same_held_out_ones() -> None:
    whole = {step.out: step for step in plan(Wish())}
    on = {step.out: step for step in plan(Wish(start=Path("/nets")))}

    def rigs(step: Step) -> int:
        first, last = map(int, words_after(step, "--seeds"))
        return last - first

    for out in ("lh.npz", "rh.npz", "mh.npz", "sh.npz", "qh.npz"):
        assert on[out].words == whole[out].words
    for out in (*train.LEANING, *train.SLIDING, "r0.npz", "r1.npz", "m0.npz", "q0.npz"):
        assert rigs(on[out]) <= rigs(whole[out]) / 7
    assert train.HELD_BOARD_RIGS + 5 < rigs(on["b0.npz"]) < rigs(whole["b0.npz"]) / 3
    for net in train.NETS:
        words = on[f"{net}.onnx"]
        kept = "/board" if net == "count" else "/nets"  # beside the reader that asks it
        assert words_after(words, "--start") == [f"{kept}/{net}.onnx"]
        assert float(words_after(words, "--highest")[0]) < 1e-3
        steps = int(words_after(words, "--steps")[0])
        assert steps <= int(words_after(whole[f"{net}.onnx"], "--steps")[0]) / 4


def test_one_net_asks_for_nothing_that_only_others_need() -> None:
    steps = {step.out for step in plan(Wish(start=Path("/nets"), nets=("kind",)))}
    assert {name for name in steps if name.endswith(".onnx")} == {"kind.onnx"}
    assert {"r0.npz", "b0.npz", "d0.npz", "dh.npz", "l0.npz", "mh.npz"} <= steps
    assert not {"q0.npz", "s0.npz", "lh.npz", "l31.npz"} & steps
    decoys = next(s for s in plan(Wish(start=Path("/nets"), nets=("kind",))) if s.out == "d0.npz")
    assert words_after(decoys, "--finder") == ["/nets/find.onnx"]
    fresh = {step.out for step in plan(Wish(nets=("close",)))}
    assert {"face.onnx", "close.onnx"} == {name for name in fresh if name.endswith(".onnx")}


# --- weights

SAYS = """
import sys
import numpy as np, torch
from pathlib import Path
from vision.lab.train import starting
from vision.lab.train.cover import CoverNet
from vision.lab.train.finder import Finder
from vision.lab.train.kind import KindNet
from vision.lab.train.lean import LeanNet
from vision.lab.train.net import FaceNet
from vision.lab.train.smear import SmearNet
from vision.learned import net as asked

made = {"kind": KindNet(), "lean": LeanNet(64), "lean_b": LeanNet(48), "lean_c": LeanNet(48)}
made |= {"face": FaceNet(), "close": FaceNet(), "find": Finder(), "smear": SmearNet()}
made |= {"cover": CoverNet()}
sizes = {"kind": (40, 0), "face": (40, 3), "close": (40, 3), "find": (256, 0), "smear": (28, 1)}
rng = np.random.default_rng(1)
for name, net in made.items():
    px, more = sizes.get(name, (52, 2))
    high, wide, count = (224, 272, 1) if name == "cover" else (px, px, 6)
    more = 0 if name == "cover" else more
    image = rng.uniform(0, 255, (count, high, wide, 3)).astype(np.float32)
    view = rng.normal(0, 0.3, (count, more)).astype(np.float32) if more else None
    path = Path("vision/learned") / f"{name}.onnx"
    said = asked.said(path, image, view)
    shown = [torch.from_numpy(image.transpose(0, 3, 1, 2).copy())]
    shown += [] if view is None else [torch.from_numpy(view)]
    held = starting.start(net, path)
    net.eval()
    with torch.no_grad():
        own = net(*shown).numpy()
    own = own[:, :2] if name.startswith("lean") else own
    apart = float(np.abs(own - said.reshape(own.shape)).max())
    norms = [m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    print(name, apart < 1e-4, held == norms and len(norms) > 2)
try:
    starting.fill(FaceNet(), Path("vision/learned/kind.onnx"))
except starting.OtherNet as error:
    print(error)
"""


@pytest.mark.night
def test_a_net_that_goes_on_says_at_first_what_its_file_says() -> None:
    if not TORCH.exists():
        pytest.skip("torch is not there: `make train` installs it")
    command = [TORCH, "-c", SAYS]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    *lines, refused = done.stdout.splitlines()
    assert sorted(lines) == sorted(f"{net} True True" for net in train.NETS)
    assert refused == (
        "vision/learned/kind.onnx holds another net: start from a file of the same name."
    )
