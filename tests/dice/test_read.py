"""`kiosk read`, from the command line to its lines, on a board of our own renderer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kiosk import cli
from kiosk.dice import explain
from kiosk.dice.answer import DiceAnswer
from kiosk.dice.commands import parse_pixels
from kiosk.dice.explain import ASKED, NOT_FLAT, SURE, draw_explanation, write
from kiosk.dice.read import in_words
from kiosk.rules.still import InvalidReason, RollStatus, RollVerdict
from vision.picture_file import read_picture
from vision.reading import DieSeen, Doubt, Doubted, FlatBy, Support
from vision.scene import Rig, Scene, lay_out, render, truth
from vision.scene.die import showing
from vision.scene.pose import DiePath, DiePose

KEYS = {"image", "status", "values", "reason", "ms", "dice"}
DIE_KEYS = {
    "value",
    "center_px",
    "center_mm",
    "bbox_px",
    "guess",
    "flat",
    "flat_by",
    "zone",
    "support",
    "confidence",
}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder: right.png with a 5 and a 3 on the picture's right half, before.png without dice,
    opening.png with the 3 on its left half, truth.json with camera and board."""
    place = tmp_path_factory.mktemp("board")
    rig = Rig.draw(10, 1536, 864)
    checkers = lay_out(rig.board, {0: (0, 2), 11: (1, 2)})
    halves = rig.board.halves

    def lying(value: int, half: str, share: float, yaw: float) -> DiePath:
        x0, y0, x1, y1 = halves[half]
        size = rig.style.die_mm
        pose = DiePose(
            x0 + share * (x1 - x0),
            (y0 + y1) / 2,
            -size / 2,
            showing(value, rig.style.chirality, yaw),
        )
        return DiePath(((0.0, pose),))

    five = lying(5, "picture_right", 0.3, 20.0)
    scenes = {
        "right": (five, lying(3, "picture_right", 0.7, 50.0)),
        "opening": (five, lying(3, "picture_left", 0.5, 50.0)),
        "before": (),
    }
    for name, dice in scenes.items():
        picture = render(rig, Scene(checkers, dice), 0.0, np.random.default_rng(3))
        cv2.imwrite(str(place / f"{name}.png"), picture)
    facts = truth(rig, Scene(checkers, scenes["right"]), 0.0)
    whole = facts["camera"] | facts["board"] | {"bar_mm": facts["board"]["rects_mm"]["bar"]}
    (place / "camera.json").write_text(json.dumps(whole))
    (place / "truth.json").write_text(json.dumps(facts))
    return place


def lines(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> list[dict[str, Any]]:
    assert cli.main(["read", "--json", *map(str, arguments)]) == cli.DONE
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_holds_what_was_promised(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = board / "camera.json"
    (line,) = lines(capsys, "--calibration", camera, board / "right.png")
    assert set(line) == KEYS
    assert line["image"] == str(board / "right.png")
    assert (line["status"], line["values"], line["reason"]) == ("valid", [5, 3], None)
    assert line["ms"] > 0
    true = json.loads((board / "truth.json").read_text())["dice"]
    for die, fact in zip(line["dice"], sorted(true, key=lambda d: d["center_px"][0]), strict=True):
        assert set(die) == DIE_KEYS
        assert die["value"] == die["guess"] == fact["top"]
        assert (die["flat"], die["zone"], die["support"]) == (True, "right", "surface")
        assert die["flat_by"] == "contact"
        assert die["center_mm"] == pytest.approx(fact["center_mm"], abs=2.0)
        assert die["center_px"] == pytest.approx(np.mean(fact["top_face_px"], axis=0), abs=2.0)
        x, y, width, height = die["bbox_px"]
        assert x < die["center_px"][0] < x + width
        assert y < die["center_px"][1] < y + height
        assert 0 <= die["confidence"] <= 1


@pytest.mark.parametrize("pushed_px", [0, 8, 40])
def test_a_calibration_from_before_the_camera_was_pushed_is_not_believed(
    board: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], pushed_px: int
) -> None:
    """Eight pixels are seven millimetres here."""
    picture = np.roll(read_picture(board / "right.png"), pushed_px, axis=1)
    cv2.imwrite(str(tmp_path / "pushed.png"), picture)
    (line,) = lines(capsys, "--calibration", board / "camera.json", tmp_path / "pushed.png")
    if pushed_px == 0:
        assert (line["status"], line["values"]) == ("valid", [5, 3])
    else:
        assert (line["status"], line["values"], line["dice"]) == ("unsure", None, [])
        assert "the camera or the board was moved" in line["reason"]


def test_markers_alone_will_do(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, board / "right.png")
    assert (line["status"], line["values"]) == ("valid", [5, 3])


def test_the_other_rollers_right_is_left(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, "--roller", "top", board / "right.png")
    assert line["status"] == "wrong_side"
    assert "half" in line["reason"]
    assert [die["zone"] for die in line["dice"]] == ["left", "left"]


@pytest.mark.parametrize(("half", "status"), [("right", "valid"), ("left", "wrong_side")])
def test_a_mixer_says_where(
    board: Path, capsys: pytest.CaptureFixture[str], half: str, status: str
) -> None:
    for roller in ("top", "bottom"):
        (line,) = lines(capsys, "--mixer", half, "--roller", roller, board / "right.png")
        assert line["status"] == status


def test_an_opening_roll_has_a_die_on_each_right(
    board: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = lines(capsys, "--opening", board / "opening.png")
    assert set(line) == KEYS | {"opening"}
    assert (line["status"], line["values"]) == ("valid", [5, 3])
    assert line["opening"] == {"top": 3, "bottom": 5}
    (line,) = lines(capsys, "--opening", board / "right.png")
    assert line["status"] == "wrong_side"
    assert line["opening"] == {"top": None, "bottom": None}
    (line,) = lines(capsys, board / "opening.png")
    assert line["status"] == "wrong_side"


def test_the_board_before_is_taken(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, "--before", board / "before.png", board / "right.png")
    assert (line["status"], line["values"]) == ("valid", [5, 3])


def test_an_empty_board_is_no_roll(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines(capsys, board / "before.png")
    assert line["status"] in {"missing", "unsure"}
    assert line["values"] is None
    assert line["reason"]


def test_bare_pictures_have_values_and_no_board(
    board: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    true = json.loads((board / "truth.json").read_text())["dice"]
    picture = cv2.imread(str(board / "right.png"))
    for die in true:
        x, y = map(round, die["center_px"])
        crop = cv2.resize(picture[y - 16 : y + 16, x - 16 : x + 16], None, fx=3, fy=3)
        cv2.imwrite(str(tmp_path / "crop.png"), crop)
        side = 3 * np.linalg.norm(np.subtract(*die["top_face_px"][:2]))
        (line,) = lines(capsys, "--bare", "--die-px", f"{side:.0f}", tmp_path / "crop.png")
        assert set(line) == KEYS
        assert line["status"] is None
        assert line["values"] is None
        (seen,) = line["dice"]
        assert seen["guess"] == die["top"]
        assert (seen["center_mm"], seen["zone"]) == (None, None)


def test_one_bad_file_leaves_the_others(
    board: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"\xff\xd8 nothing")
    found = lines(capsys, bad, tmp_path / "none.jpg", tmp_path, board / "right.png")
    assert [set(line) for line in found[:3]] == [{"image", "error"}] * 3
    assert all(line["error"] for line in found[:3])
    assert found[3]["status"] == "valid"


def test_the_name_stays_as_given(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{board}/../{board.name}//right.png"
    (line,) = lines(capsys, name)
    assert line["image"] == name


def test_a_person_reads_words(board: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["read", str(board / "right.png")]) == cli.DONE
    assert capsys.readouterr().out.endswith("right.png: valid 5-3\n")


@pytest.mark.parametrize(
    ("status", "values", "reason", "dice", "told"),
    [
        ("valid", [5, 3], None, [5, 3], "valid 5-3"),
        ("wrong_side", None, "a die is in the other half", [5, 3], "wrong side: a die is in the "),
        ("missing", None, None, [], "missing"),
        (None, None, None, [5, None], "5, ?"),
        (None, None, None, [], "no dice"),
    ],
)
def test_a_person_reads_every_answer_in_words(
    status: str | None, values: Any, reason: str | None, dice: list[int | None], told: str
) -> None:
    line = {"status": status, "values": values, "reason": reason}
    said = in_words({"image": "a.jpg", **line, "dice": [{"value": value} for value in dice]})
    assert said.removesuffix("other half") == f"a.jpg: {told}"
    assert in_words({"image": "a.jpg", "error": "no picture"}) == "a.jpg: no picture"


def test_a_dies_box_has_the_colour_of_what_was_seen_and_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At 20 px a thickness of one: a box's corner is its colour."""
    written: list[tuple[str, tuple[int, int], Any]] = []
    monkeypatch.setattr(
        explain, "write", lambda _canvas, *told: written.append((told[0], told[1], told[2]))
    )
    sure = DieSeen(
        *(5, 5, "picture_right", True, Support.SURFACE, 0.91, (9, 9), None, (20, 40, 30, 20)),
        flat_by=FlatBy.CONTACT,
    )
    looks = FlatBy.APPEARANCE
    dice = (
        sure,
        replace(sure, flat=False, support=Support.CHECKER, bbox_px=(80, 40, 30, 20), flat_by=looks),
        replace(sure, value=None, guess=4, bbox_px=(140, 40, 30, 20), flat_by=None),
        replace(sure, flat=None, support=None, bbox_px=(200, 40, 30, 20), flat_by=None),
    )
    picture = np.zeros((90, 300, 3), np.uint8)
    told = DiceAnswer(picture, dice, RollVerdict(RollStatus.WRONG_SIDE), "one; two", None, 1.0)
    drawn = draw_explanation(told)
    for die, colour in zip(dice, (SURE, NOT_FLAT, ASKED, ASKED), strict=True):
        x, y, width, height = die.bbox_px
        for at in ((x + 9, y), (x + width, y + 9), (x + 9, y + height), (x, y + 9)):
            assert drawn[at[1], at[0]] == pytest.approx(colour, abs=30), (die, at)
    carried = Support.CHECKER.value
    assert written == [
        ("5 flat by contact 0.91", (20, 36), SURE),
        (f"5 not flat on {carried} by appearance 0.91", (80, 36), NOT_FLAT),
        ("4? 0.91", (140, 36), ASKED),
        ("5 flat? 0.91", (200, 36), ASKED),
        ("wrong side", (12, 24), ASKED),
        ("one", (12, 48), ASKED),
        ("two", (12, 72), ASKED),
    ]
    written.clear()
    drawn = draw_explanation(DiceAnswer(picture, dice[3:], None, None, None, 1.0))
    assert drawn[40, 209] == pytest.approx(SURE, abs=30), "with no board nobody asks how it lies"
    assert written == [("5 0.91", (200, 36), SURE)]


def test_what_it_saw_can_be_drawn(
    board: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines(capsys, "--explain", tmp_path / "one.png", board / "right.png")
    drawn, plain = cv2.imread(str(tmp_path / "one.png")), cv2.imread(str(board / "right.png"))
    assert drawn.shape == plain.shape
    assert np.any(drawn != plain)
    two = (board / "right.png", board / "opening.png")
    lines(capsys, "--explain", tmp_path / "many", *two)
    assert sorted(p.name for p in (tmp_path / "many").iterdir()) == [
        "opening_explained.png",
        "right_explained.png",
    ]


def test_what_made_it_ask_has_a_box_one_for_what_touches() -> None:
    answer = DiceAnswer(
        np.full((400, 1200, 3), 90, np.uint8),
        (),
        RollVerdict(RollStatus.UNSURE, (InvalidReason.MAYBE_MOVING,)),
        "why",
        None,
        1.0,
        (
            Doubted(Doubt.MOVING, (300, 100, 40, 40)),
            Doubted(Doubt.MOVING, (320, 130, 40, 40)),
            Doubted(Doubt.DIE, (900, 200, 40, 40)),
        ),
    )
    drawn = draw_explanation(answer)

    def has(x: int, y: int) -> bool:
        near = drawn[y - 3 : y + 4, x - 3 : x + 4].astype(int)
        return bool((np.abs(near - ASKED).max(axis=-1) < 20).any())

    room = 6
    for x0, y0, x1, y1 in ((300, 100, 360, 170), (900, 200, 940, 240)):
        for x, y in (
            (x0 - room, y0 + 9),
            (x1 + room, y0 + 9),
            (x0 + 9, y0 - room),
            (x1, y1 + room),
        ):
            assert has(x, y), (x, y)
    assert not has(340 + room, 140)
    assert not has(600, 200)


@pytest.mark.parametrize("at", [(5, 40), (190, 40), (40, 3), (40, 90), (190, 90)])
@pytest.mark.parametrize("ground", [0, 255])
def test_words_are_drawn_whole_wherever_they_belong_and_whatever_is_below(
    at: tuple[int, int], ground: int
) -> None:
    def shown(place: tuple[int, int]) -> int:
        canvas = np.full((90, 220, 3), ground, np.uint8)
        write(canvas, "5 not flat 0.93", place, (0, 94, 213), 1)
        assert np.count_nonzero(canvas.max(axis=2) == 0) > 1000  # what the words stand on
        red = canvas.astype(int)[..., 2] - canvas[..., 0]
        return int(np.count_nonzero(red > 60))

    assert shown(at) == shown((20, 50)) > 200


def test_tiny_dice_in_a_huge_picture_are_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    huge = tmp_path / "huge.png"
    cv2.imwrite(str(huge), np.zeros((2000, 2000, 3), np.uint8))
    (line,) = lines(capsys, "--bare", "--die-px", "4", huge)
    assert "4 pixels are too small" in line["error"]


def test_a_drawing_never_lies_over_a_picture_that_is_read_nor_over_another(
    board: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one, other = tmp_path / "one" / "1.png", tmp_path / "other" / "1.png"
    for copy in (one, other):
        copy.parent.mkdir()
        copy.write_bytes((board / "right.png").read_bytes())
    kept = one.read_bytes()
    assert cli.main(["read", "--explain", str(one), str(one)]) == cli.WRONG
    assert "would be written over" in capsys.readouterr().err
    assert one.read_bytes() == kept
    lines(capsys, "--explain", tmp_path / "many", one, other)
    assert len(list((tmp_path / "many").iterdir())) == 2
    third = tmp_path / "deep" / "one" / "1.png"
    third.parent.mkdir(parents=True)
    third.write_bytes(kept)
    lines(capsys, "--explain", tmp_path / "more", one, other, third)
    assert len(list((tmp_path / "more").iterdir())) == 3
    linked = tmp_path / "linked.png"
    linked.hardlink_to(one)
    assert cli.main(["read", "--explain", str(linked), str(one)]) == cli.WRONG
    assert one.read_bytes() == kept
    lines(capsys, "--explain", tmp_path / "many", third)
    assert (tmp_path / "many" / "1_explained.png").is_file()
    arguments = ("--before", str(other), "--explain", str(other), str(one))
    assert cli.main(["read", *arguments]) == cli.WRONG
    assert other.read_bytes() == kept


def test_a_picture_beside_those_that_are_read_is_left_alone(
    board: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = np.asarray(cv2.imread(str(board / "right.png")), np.uint8)
    for name in ("a.jpg", "b.jpg"):
        cv2.imwrite(str(tmp_path / name), picture)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    kept = (tmp_path / "a.png").read_bytes()
    lines(capsys, "--explain", tmp_path, tmp_path / "a.jpg", tmp_path / "b.jpg")
    assert (tmp_path / "a.png").read_bytes() == kept
    assert (tmp_path / "a_explained.png").is_file()


def test_a_dies_side_is_4_to_4000_pixels() -> None:
    assert [parse_pixels(text) for text in ("4", "4000", "20.5")] == [4.0, 4000.0, 20.5]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--roller", "left", "a.jpg"],
        ["--mixer", "top", "a.jpg"],
        ["--bare", "--opening", "a.jpg"],
        ["--bare", "--roller", "bottom", "a.jpg"],
        ["--bare", "--before", "b.jpg", "a.jpg"],
        ["--die-px", "20", "a.jpg"],
        ["--bare", "--mixer", "left", "a.jpg"],
        ["--bare", "--calibration", "c.json", "a.jpg"],
        ["--bare", "--die-px", "3.9", "a.jpg"],
        ["--bare", "--die-px", "4001", "a.jpg"],
        ["--bare", "--die-px", "small", "a.jpg"],
        ["--calibration", "/no/such/file", "a.jpg"],
        ["--before", "/no/such/file", "a.jpg"],
    ],
)
def test_wrong_use_is_told_and_exits_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert cli.main(["read", "--json", *arguments]) == cli.WRONG
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_a_command_of_which_no_picture_could_be_opened_exits_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: Path
) -> None:
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff")
    bad = ["/no/such/file.png", str(tmp_path / "cut.jpg"), str(tmp_path)]
    for words in (["--json"], ["--bare"], []):
        assert cli.main(["read", *words, *bad]) == cli.WRONG
        found = capsys.readouterr()
        assert len(found.out.splitlines()) == len(bad)
        assert found.err == ("kiosk: none of 3 pictures could be opened: name JPEG or PNG files\n")
    assert cli.main(["read", *bad, str(board / "right.png")]) == cli.DONE
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("raw", "told"), [(b'{"K": [1, 2]}', "K in the calibration"), (b"\xff\xd8\xff", "no JSON")]
)
def test_a_calibration_that_is_none_exits_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, raw: bytes, told: str
) -> None:
    (tmp_path / "c.json").write_bytes(raw)
    asked = ["read", "--calibration", str(tmp_path / "c.json"), "a.jpg"]
    assert cli.main(asked) == cli.WRONG
    assert told in capsys.readouterr().err


def test_strange_pictures_never_crash_and_are_never_valid(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, board: Path
) -> None:
    rng = np.random.default_rng(8)
    right = cv2.imread(str(board / "right.png"))
    strange = {
        "black": np.zeros((300, 400, 3), np.uint8),
        "white": np.full((300, 400, 3), 255, np.uint8),
        "noise": rng.integers(0, 256, (300, 400, 3), np.uint8),
        "grey": rng.integers(0, 256, (64, 64), np.uint8),
        "deep": rng.integers(0, 65536, (90, 120), np.uint16),
        "tiny": rng.integers(0, 256, (9, 9, 3), np.uint8),
        "ribbon": rng.integers(0, 256, (8, 1500, 3), np.uint8),
        "half": right[:, : right.shape[1] // 2],
        "mirrored": right[:, ::-1],
        "faint": (right // 40),
    }
    for name, image in strange.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), image)
    paths = [tmp_path / f"{name}.png" for name in strange]
    for calibration in ([], ["--calibration", str(board / "camera.json")]):
        found = lines(capsys, *calibration, *paths)
        assert [line["image"] for line in found] == [str(path) for path in paths]
        assert all(line.get("status") != "valid" for line in found)
    bare = lines(capsys, "--bare", "--die-px", "20", *paths)
    assert all("error" in line or line["status"] is None for line in bare)
    lines(capsys, "--bare", tmp_path / "tiny.png", tmp_path / "ribbon.png", tmp_path / "grey.png")
