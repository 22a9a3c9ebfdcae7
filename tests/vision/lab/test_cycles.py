"""The second renderer's pure parts: styles, shapes, what lies where, pictures made of light."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
from dataclasses import fields, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.lab import measure
from vision.lab.cycles import around, boards, field
from vision.lab.cycles.describe import describe, described
from vision.lab.cycles.develop import Film, composed, develop, developed
from vision.lab.cycles.drawn import drawn_shots, is_voided, worst_first
from vision.lab.cycles.ends import KINDS
from vision.lab.cycles.filmed_drawn import film
from vision.lab.cycles.labelled_crops import crops
from vision.lab.cycles.shapes import FACES, Mesh, rounded_box, turned
from vision.lab.cycles.styles import MEASURING, TRAINING
from vision.lab.film import BARE_FRAMES, REST_FRAMES
from vision.lab.resumed import OtherRun
from vision.lab.truth import calibration_of
from vision.picture_file import PictureUnreadable
from vision.scene import Rig, showing
from vision.scene.die import face_normals

ROOT = Path(__file__).parents[3]
BLENDER = ROOT / ".venv-cycles/bin/python"


# --- styles


def test_what_is_measured_shares_no_style_with_what_is_learned_from() -> None:
    for part in ("boards", "checkers", "dice"):
        learned, measured = getattr(TRAINING, part), getattr(MEASURING, part)
        assert not {one.name for one in learned} & {one.name for one in measured}
        for field_ in fields(learned[0]):
            if field_.name in {"field", "body", "one", "other", "wood"}:
                told = [
                    [str(getattr(one, field_.name)) for one in some] for some in (learned, measured)
                ]
                assert not set(told[0]) & set(told[1]), field_.name
    assert not TRAINING.tables.keys() & MEASURING.tables.keys()
    assert not set(map(str, TRAINING.tables.values())) & set(map(str, MEASURING.tables.values()))


def test_styles_have_what_real_boards_have() -> None:
    for styles in (TRAINING, MEASURING):
        assert {one.field["kind"] for one in styles.boards} >= {"cloth", "leather", "cork", "wood"}
        checkers = [told["kind"] for one in styles.checkers for told in (one.one, one.other)]
        assert {"marble", "clear", "plastic"} <= set(checkers)
        assert any(one.rim for one in styles.checkers)
        assert any(one.logo for one in styles.boards)
        assert any(one.seam for one in styles.boards)
        assert any(one.hinges for one in styles.boards)
        dice = styles.dice
        assert {"clear", "plastic", "marble"} <= {one.body["kind"] for one in dice}
        assert min(one.pip[0] for one in dice) < 0.06
        assert max(one.pip[1] for one in dice) > 0.12
        assert max(one.side_mm[1] for one in dice) == 18.0
        assert any(one.second for one in dice)


def test_two_thirds_of_all_kinds_are_valid() -> None:
    assert sum(KINDS.values()) == pytest.approx(1)
    assert sum(KINDS[kind] for kind in ("flat", "beside", "touching")) == pytest.approx(
        2 / 3, abs=0.01
    )


# --- shapes


def closed(mesh: Mesh) -> float:
    """The volume within, by what each face adds; what looks inward counts against it."""
    total = 0.0
    for face in mesh.faces:
        a, b, c, d = mesh.points[face]
        total += float(a @ np.cross(b, c) + a @ np.cross(c, d)) / 6
    return total


def test_a_box_with_round_edges_has_its_size_and_looks_outward() -> None:
    mesh = rounded_box((7.0, 8.0, 9.0), 1.0)
    assert np.abs(mesh.points).max(axis=0) == pytest.approx([7, 8, 9])
    assert np.linalg.norm(mesh.outward, axis=1) == pytest.approx(1)
    sharp, volume = 8 * 7 * 8 * 9, closed(mesh)
    assert sharp * 0.97 < volume < sharp
    assert closed(rounded_box((7.0, 8.0, 9.0), 0.01)) == pytest.approx(sharp, rel=1e-3)


def test_a_turned_thing_looks_outward() -> None:
    mesh = turned([(0.01, -4.0), *around.round_rim(20.0, -4.0, 4.0, 1.0), (0.01, 4.0)])
    assert closed(mesh) == pytest.approx(math.pi * 20**2 * 8, rel=0.02)


@pytest.mark.parametrize("chirality", ["ccw", "cw"])
def test_a_dies_pips_lie_on_the_faces_that_truth_calls_so(chirality: str) -> None:
    sheet = field.pips(chirality, 0.09, 0.25, (False, True, False))  # type: ignore[arg-type]
    tile = sheet.shape[1] // 6
    normals = face_normals(chirality)  # type: ignore[arg-type]
    for k, (axis, sign) in enumerate(FACES):
        part = sheet[:, k * tile : (k + 1) * tile, 0]
        count, _ = cv2.connectedComponents((part > 128).astype(np.uint8))
        (value,) = [v for v in range(1, 7) if normals[v - 1][axis] == sign]
        assert count - 1 == value


# --- descriptions


def few(number: int) -> boards.Described:
    """A board with but a few rolls on it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "LOOKS", 4)
        return described("boards", MEASURING, 5, number)


@pytest.fixture(scope="module")
def board() -> boards.Described:
    return few(1)


def test_a_seed_and_a_number_give_the_same_description(board: boards.Described) -> None:
    again = few(1)
    assert json.dumps(board.spec) == json.dumps(again.spec)
    assert board.facts == again.facts
    assert board.facts != few(2).facts


def test_a_description_is_plain_and_whole(board: boards.Described) -> None:
    told = json.loads(json.dumps(board.spec))
    assert len(told["looks"]) == 4 == len(board.facts)
    names = [thing["id"] for thing in told["things"]]
    assert len(set(names)) == len(names)
    for look in told["looks"]:
        stuffs = told["stuffs"] | look["stuffs"]
        assert {thing["stuff"] for thing in [*told["things"], *look["adds"]]} <= stuffs.keys()
        assert set(look["lacks"]) <= set(names)
        facts = board.facts[look["file"]]
        for die in facts["dice"]:
            x, y = die["center_px"]
            assert any(a < x < c and b < y < d for a, b, c, d in look["windows"])


def test_truth_is_what_measuring_reads(board: boards.Described) -> None:
    for facts in board.facts.values():
        calibration = calibration_of(facts)
        assert calibration.width == board.spec["camera"]["width"]
        die = facts["dice"][0]
        height = die["height_mm"]
        seen = calibration.project(np.array([[*die["center_mm"], -height]]))
        assert seen[0] == pytest.approx(die["center_px"], abs=1e-6)
        if facts["roll_status"] == "valid":
            assert sorted(facts["values"]) == sorted(d["top"] for d in facts["dice"])


def test_a_hand_over_a_die_hides_it() -> None:
    rig = Rig.draw(3)
    x, y = (float(v) / 2 for v in rig.board.size_mm)
    face = np.array(
        [[x, y, -14.0], [x + 14, y, -14.0], [x + 14, y + 14, -14.0], [x, y + 14, -14.0]]
    )
    hand = around.hand("hand", "skin", np.array([x, y, -40.0]), 0.0, np.random.default_rng(1))
    assert around.hidden_part(around.cover_of(hand), rig.camera, face) > 0.9
    assert around.hidden_part(around.cover_of(hand), rig.camera, face + (0, 160.0, 0)) == 0
    cup = around.cup("cup", "hide", (x, y, -20.0), 38.0, 90.0) | {"covers": True}
    assert around.hidden_part(around.cover_of([cup]), rig.camera, face) == 1


def test_windows_that_overlap_become_one() -> None:
    boxes = [[0, 0, 10, 10], [5, 5, 20, 12], [30, 0, 40, 10], [18, 2, 31, 4]]
    assert boards.merged(boxes) == [[0, 0, 40, 12]]
    assert boards.merged(boxes[:3]) == [[0, 0, 20, 12], [30, 0, 40, 10]]


# --- pictures of light


def test_windows_are_laid_in_without_a_seam() -> None:
    whole, window = np.full((60, 80, 3), 0.2, np.float16), np.full((40, 40, 3), 0.4, np.float16)
    out = composed(whole, [[0, 10, 40, 50]], [window])
    assert out[30, 0, 0] == pytest.approx(0.4, abs=1e-3)  # the picture's own edge
    assert out[30, 60, 0] == pytest.approx(0.2, abs=1e-3)
    assert np.abs(np.diff(out[30, :, 0])).max() < 0.03


def test_brighter_light_is_never_darker_and_never_torn() -> None:
    film = Film(1.0, 1.0, 1.0, 0.4, 0.0, 0.0, 0.0, 0.0, 95)
    light = np.repeat(np.linspace(0, 4, 256, dtype=np.float32)[None, :, None], 3, axis=2)
    picture = developed(np.repeat(light, 16, axis=0), film, np.random.default_rng(0))
    row = picture[8, :, 1].astype(int)
    assert row[0] < 6
    assert row[-1] > 250
    assert np.diff(row).min() > -4
    assert np.diff(row[4:]).max() < 12


def test_moire_and_poor_files_show() -> None:
    light = np.full((64, 64, 3), 0.4, np.float32)
    film = Film(1.0, 1.0, 1.0, 0.4, 0.0, 0.0, 0.0, 0.0, 95)
    flat, waves = (
        developed(light, replace(film, moire=moire), np.random.default_rng(0)).std()
        for moire in (0.0, 6.0)
    )
    assert flat < 1 < waves
    drawn = [Film.draw(np.random.default_rng(seed)) for seed in range(200)]
    assert {40} < {one.quality for one in drawn}
    assert 0 < sum(one.moire > 0 for one in drawn) < 40


# --- folders


def lit(folder: Path) -> None:
    """Light as `draw` leaves it, of nothing but grey."""
    (folder / "raw").mkdir(exist_ok=True)
    for path in (folder / "described").glob("*.json"):
        told = json.loads(path.read_text())
        size = told["camera"]["height"], told["camera"]["width"], 3
        if told["whole"]:
            whole = np.full(size, 0.4, np.float16)
            np.savez(folder / "raw" / f"{path.stem}-still.npz", whole=whole)
        for look in told["looks"]:
            parts = {
                f"window{n}": np.full((y1 - y0, x1 - x0, 3), 0.3, np.float16)
                for n, (x0, y0, x1, y1) in enumerate(look["windows"])
            }
            np.savez(folder / "raw" / f"{look['file']}.npz", **parts)


def test_a_folder_of_boards_is_described_developed_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boards, "SIZES", ((640, 360),))
    monkeypatch.setattr(boards, "LOOKS", 2)
    assert list(describe(tmp_path, "boards", MEASURING, range(1), 4)) == ["0000"]
    assert list(describe(tmp_path, "boards", MEASURING, range(1), 4)) == []
    with pytest.raises(OtherRun, match="name another --out"):
        list(describe(tmp_path, "boards", MEASURING, range(1), 5))
    lit(tmp_path)
    assert list(develop(tmp_path)) == ["00000", "00001"]
    assert list(develop(tmp_path)) == []
    shots = list(drawn_shots(tmp_path, "whole"))
    assert [shot.file for shot in shots] == ["00000", "00001"]
    assert not any(shot.wrong for shot in shots)
    measure.main(["--drawn", str(tmp_path), "--calibration", "whole"])
    assert "2 rolls, calibration whole\n" in capsys.readouterr().out
    assert (tmp_path / "before/00000.jpg").exists()
    measure.main(["--drawn", str(tmp_path), "--calibration", "whole", "--before"])
    assert "2 rolls, calibration whole, with the board before\n" in capsys.readouterr().out
    measure.main(["--drawn", str(tmp_path), "--calibration", "whole", "--film"])
    assert "2 rolls, calibration whole, as films\n" in capsys.readouterr().out


@pytest.fixture
def one_roll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one small board and one roll on it, developed."""
    monkeypatch.setattr(boards, "SIZES", ((640, 360),))
    monkeypatch.setattr(boards, "LOOKS", 1)
    list(describe(tmp_path, "boards", MEASURING, range(1), 4))
    lit(tmp_path)
    list(develop(tmp_path))
    return tmp_path


def test_the_board_before_a_roll_is_the_same_in_the_same_light_without_what_it_brought(
    one_roll: Path,
) -> None:
    (look,) = json.loads((one_roll / "described/0000.json").read_text())["looks"]
    picture, before = (
        np.asarray(cv2.imread(str(one_roll / name)), float)
        for name in ("00000.jpg", "before/00000.jpg")
    )
    brought = np.zeros(picture.shape[:2], bool)
    for x0, y0, x1, y1 in look["windows"]:
        brought[y0:y1, x0:x1] = True
    inside = cv2.erode(brought.astype(np.uint8), np.ones((25, 25), np.uint8)) > 0
    outside = cv2.dilate(brought.astype(np.uint8), np.ones((25, 25), np.uint8)) == 0
    assert abs(picture - before)[outside].mean() < 6
    assert (picture - before)[inside].mean() < -8  # darker there


def test_a_drawn_roll_is_a_film_of_the_board_dice_on_their_way_and_dice_at_rest() -> None:
    before = np.full((360, 640, 3), 60, np.uint8)
    picture = before.copy()
    truth: dict[str, list[dict[str, object]]] = {"dice": []}
    for x, y in ((300, 150), (360, 210)):
        corners = np.array([(x - 10, y - 10), (x + 10, y - 10), (x + 10, y + 10), (x - 10, y + 10)])
        cv2.fillConvexPoly(picture, corners, (200, 200, 200))
        truth["dice"].append({"center_px": [x, y], "top_face_px": corners.tolist()})
    frames = list(film(before, picture, truth, np.random.default_rng(3)))
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    assert frames[-1].at_ns == pytest.approx(frames[-1].seq * 1e9 / 30, abs=2)
    seen = [np.asarray(frame.main, float) for frame in frames]

    def shows(other: np.ndarray) -> list[int]:
        return [
            n
            for n, main in enumerate(seen)
            if abs(cv2.GaussianBlur(main - other, (0, 0), 2.0)).max() < 15
        ]

    bare, rest = shows(before), shows(picture)
    assert bare == list(range(BARE_FRAMES))
    assert rest == list(range(len(frames) - REST_FRAMES, len(frames)))
    for n in range(BARE_FRAMES, len(frames) - REST_FRAMES):
        blob = cv2.GaussianBlur(seen[n] - before, (0, 0), 2.0).max(axis=2) > 40
        count, _, stats, _ = cv2.connectedComponentsWithStats(blob.astype(np.uint8))
        assert 2 <= count <= 3  # the field, and dice, which may cross
        assert stats[1:, cv2.CC_STAT_AREA].max() < 2 * 40 * 40
    assert not np.array_equal(seen[-1], seen[-2])  # no two frames have the same noise


def test_a_board_without_dice_is_what_no_net_may_take_for_one(tmp_path: Path) -> None:
    assert list(describe(tmp_path, "bare", TRAINING, range(2), 4)) == ["0000", "0001"]
    told = [json.loads(path.read_text()) for path in sorted(tmp_path.glob("described/*.json"))]
    for one in told:
        assert [look["adds"] for look in one["looks"]] == [[]]
        assert not [thing for thing in one["things"] if thing["id"].startswith("die")]
        assert len([thing for thing in one["things"] if thing["id"].startswith("checker")]) >= 2
    lit(tmp_path)
    assert list(develop(tmp_path)) == ["00000", "00001"]
    assert json.loads((tmp_path / "00000.json").read_text())["dice"] == []


def test_wrong_ones_come_first_then_valid_ones_announced_void(one_roll: Path) -> None:
    (shot,) = drawn_shots(one_roll, "whole")
    fine = replace(shot, truth="valid", true_values=(3, 1), answer="valid", values=(3, 1))
    wrong = replace(fine, values=(3, 2))
    void, asked = (
        replace(fine, answer="cocked", values=None),
        replace(fine, answer="unsure", values=None),
    )
    assert [is_voided(one) for one in (fine, wrong, void, asked)] == [False, False, True, False]
    assert worst_first([fine, void, asked, wrong]) == [wrong, void]


def test_rolls_that_were_developed_without_the_board_before_say_so(one_roll: Path) -> None:
    (one_roll / "before/00000.jpg").unlink()
    assert len(list(drawn_shots(one_roll, "whole"))) == 1
    with pytest.raises(PictureUnreadable, match=r"before/00000\.jpg is not there: .*develop again"):
        list(drawn_shots(one_roll, "whole", shown="before"))


def test_crops_come_back_with_their_labels_and_a_calibration_of_their_own(tmp_path: Path) -> None:
    list(describe(tmp_path, "crops", TRAINING, range(1), 4))
    lit(tmp_path)
    count = len(list(develop(tmp_path)))
    labels = tmp_path / "labels.jsonl"
    with labels.open("a") as torn:
        torn.write('{"file": "torn')
    assert list(develop(tmp_path)) == []
    some = list(crops(tmp_path))
    assert len(some) == count > 5
    for crop in some:
        height, width = crop.image.shape[:2]
        assert (width, height) == (crop.calibration.width, crop.calibration.height)
        (x, y) = crop.calibration.project(crop.pose.centre_mm[None])[0]
        assert x == pytest.approx(width / 2, abs=1.5)
        assert y == pytest.approx(height / 2, abs=1.5)
        assert 1 <= crop.value <= 6
        assert crop.die_mm * 0.5 < crop.seen_px


# --- Blender


def test_up_on_the_board_is_up_in_blender() -> None:
    """The frames differ by half a turn about x, of which `placed` keeps the quaternion."""
    quaternion = showing(3, "ccw", 0.7)
    w, x, y, z = quaternion
    from vision.scene.pose import matrix  # noqa: PLC0415

    turned_over = np.diag([1.0, -1.0, -1.0]) @ matrix(quaternion)
    assert matrix((-x, w, -z, y)) == pytest.approx(turned_over)


@pytest.mark.night
def test_blender_draws_what_is_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not BLENDER.exists():
        pytest.skip("Blender's package is not there: `make cycles` installs it")
    monkeypatch.setattr(boards, "SIZES", ((640, 360),))
    monkeypatch.setattr(boards, "LOOKS", 1)
    list(describe(tmp_path, "boards", MEASURING, range(1), 4))
    command = [BLENDER, "-m", "vision.lab.cycles.draw", tmp_path, "--samples", "4"]
    for _ in range(2):
        subprocess.run(command, cwd=ROOT, check=True)
    assert list(develop(tmp_path)) == ["00000"]
    picture = cv2.imread(str(tmp_path / "00000.jpg"))
    facts = json.loads((tmp_path / "00000.json").read_text())
    assert picture is not None
    assert picture.shape == (360, 640, 3)
    # Markers are white card with a black rim: seen where truth says, they tell that all lies there.
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    for marker in facts["markers"]:
        corners = np.array(marker["corners_px"])
        middle = corners.mean(axis=0)
        inner = middle + 0.88 * (corners - middle)
        outer = middle + 1.15 * (corners - middle)
        dark, pale = (
            np.mean([grey[round(float(y)), round(float(x))] for x, y in spots])
            for spots in (inner, outer)
        )
        assert dark + 25 < pale
    shutil.rmtree(tmp_path)
