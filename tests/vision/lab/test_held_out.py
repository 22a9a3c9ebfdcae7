"""What is told of nets before and after a training."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from vision.lab.train import held_out, leaning, rendered, sliding
from vision.lab.train.boards import Pictures, packed
from vision.lab.train.crop import Crops
from vision.lab.train.held_out import CountRow, table, tables
from vision.lab.train.leaning import LeanCrops

LEARNED = Path(held_out.__file__).parents[2] / "learned"
RIG = 900_301


@cache
def crops() -> Crops:
    return rendered.crops(RIG)


@cache
def leans() -> LeanCrops:
    return leaning.crops(RIG)


def told(rows: list[CountRow]) -> dict[str, tuple[int, int]]:
    return {row.what: (row.count, row.of) for row in rows}


def share(rows: list[CountRow], what: str) -> float:
    count, of = told(rows)[what]
    return count / of


def test_a_face_read_as_another_is_wrong() -> None:
    there, model = crops(), LEARNED / "face.onnx"
    right = held_out.count_faces(model, there)
    assert share(right, "likeliest value right") > 0.9
    assert share(right, "another value, 0.9 sure") < 0.02
    values = np.where(there.value > 0, there.value % 6 + 1, 0)
    other = held_out.count_faces(model, replace(there, value=values))
    assert share(other, "another value, 0.9 sure") > 0.6
    assert share(other, "likeliest value right") < 0.05
    none = held_out.count_faces(model, replace(there, value=np.zeros_like(there.value)))
    assert told(none)["another value, 0.9 sure"] == (0, 0)
    assert share(none, "no face, taken for one, 0.9 sure") > 0.2


def test_the_net_for_close_ups_is_asked_without_a_view() -> None:
    there, model = crops(), LEARNED / "close.onnx"
    bare = replace(there, view=np.full_like(there.view, np.nan))
    assert held_out.count_close(model, there) == held_out.count_close(model, bare)
    assert share(held_out.count_close(model, there), "likeliest value right") > 0.8


def test_what_the_kind_net_says_is_counted_by_what_is_there() -> None:
    there, model = crops(), LEARNED / "kind.onnx"
    rows = held_out.count_kinds(model, there)
    tilt = np.nan_to_num(there.tilt_deg, nan=-1)
    assert told(rows)["level, not taken for one at rest"][1] == ((tilt >= 0) & (tilt < 8)).sum()
    assert told(rows)["no die, taken for one at rest"][1] == (tilt < 0).sum()
    assert share(rows, "level, not taken for one at rest") < 0.1
    assert share(rows, "no die, taken for one at rest") < 0.1
    lie = tilt >= 0
    empty = replace(
        there.only(lie),
        value=np.zeros(lie.sum(), np.int64),
        tilt_deg=np.full(lie.sum(), np.nan, np.float32),
    )
    assert share(held_out.count_kinds(model, empty), "no die, taken for one at rest") > 0.9
    moving = replace(there.only(lie), source=np.full(lie.sum(), "moving-1"))
    assert told(held_out.count_kinds(model, moving))["smeared, told"][1] == lie.sum()
    assert share(held_out.count_kinds(model, moving), "smeared, told") < 0.1


def test_leans_are_told_by_one_net_and_by_three_together() -> None:
    there = leans()
    for rows in (
        held_out.count_leans(LEARNED / "lean.onnx", there),
        held_out.count_joint_leans(LEARNED, there),
    ):
        assert share(rows, "level, taken for askew") < 0.1
        assert share(rows, "askew, taken for level") < 0.3
        assert told(rows)["on another die, told"][1] == there.on_die.sum()
    swapped = replace(there, tilt_deg=np.where(there.tilt_deg < 2, 30.0, 0.0).astype(np.float32))
    rows = held_out.count_leans(LEARNED / "lean.onnx", swapped)
    assert share(rows, "askew, taken for level") > 0.9


def test_faces_that_slid_are_told_from_those_that_lay() -> None:
    there, model = sliding.faces(RIG), LEARNED / "smear.onnx"
    rows = held_out.count_smears(model, there)
    assert told(rows)["lay, taken for smeared"][1] == (there.slid_px == 0).sum()
    assert share(rows, "lay, taken for smeared") < 0.1
    assert share(rows, "slid by 3 px and more, told") > 0.4
    far = np.full(len(there), 5.0, np.float32)
    lay = there.slid_px == 0
    assert (
        share(held_out.count_smears(model, replace(there, slid_px=far).only(lay)), rows[1].what)
        < 0.1
    )


def laid() -> Pictures:
    """Dice, cut out of their pictures and laid on grey, and where."""
    flat = crops().only((crops().value > 0) & (np.nan_to_num(crops().tilt_deg) < 1))
    picture, dice = np.full((60 * 2, 60 * 4, 3), 90, np.uint8), []
    for n, image in enumerate(flat.image[:8]):
        row, column = divmod(n, 4)
        picture[row * 60 : row * 60 + 60, column * 60 : column * 60 + 60] = image
        dice.append((column * 60 + 29.5, row * 60 + 29.5, 24.0))
    return Pictures([packed(picture)], [np.array(dice, np.float32)])


def test_dice_that_the_finder_misses_and_places_without_one_are_counted() -> None:
    there, model = laid(), LEARNED / "find.onnx"
    missed, false = held_out.count_finds(model, there)
    assert missed.of == 8
    assert missed.count <= 2
    off = Pictures(there.image, [there.dice[0] + np.float32((30, 0, 0))])
    others = held_out.count_finds(model, off)
    assert others[0].count >= 5
    assert others[1].count >= false.count + 5


# --- tables


def test_the_wrong_ones_come_first_and_what_got_worse_says_so() -> None:
    before = [
        CountRow("right", False, 90, 100),
        CountRow("wrong", True, 5, 100),
        CountRow("none", True, 0, 0),
    ]
    after = [
        CountRow("right", False, 88, 100),
        CountRow("wrong", True, 3, 100),
        CountRow("none", True, 0, 0),
    ]
    drawn = [
        CountRow("right", False, 9, 10),
        CountRow("wrong", True, 1, 10),
        CountRow("none", True, 0, 0),
    ]
    worse = [
        CountRow("right", False, 9, 10),
        CountRow("wrong", True, 2, 10),
        CountRow("none", True, 0, 0),
    ]
    name, *lines = table("kind", [("ours", before, after), ("Cycles", drawn, worse)]).splitlines()
    assert name == "kind"
    assert [" ".join(line.split()) for line in lines] == [
        "wrong ours 5 3 of 100",
        "wrong Cycles 1 2 of 10 worse",
        "right ours 90 88 of 100 worse",
        "right Cycles 9 9 of 10",
    ]


def test_nets_are_asked_about_what_a_working_folder_holds(tmp_path: Path) -> None:
    leans().save(str(tmp_path / "lh.npz"))
    few = leans().only(np.arange(len(leans())) < 12)
    few.save(str(tmp_path / "c-leaning-held.npz"))
    names = ["lean", "lean_b", "lean_c", "cover"]
    found = list(tables(names, LEARNED, LEARNED, tmp_path, None))
    assert [each.splitlines()[0] for each in found] == [
        *names[:3],
        "lean, lean_b and lean_c together",
    ]
    level = [line for line in found[0].splitlines() if "level, taken for askew" in line]
    flat = leans().tilt_deg < 2
    assert [line.split()[4] for line in level] == ["ours", "Cycles"]
    assert [int(line.split()[-1]) for line in level] == [flat.sum(), flat[:12].sum()]
    assert "worse" not in "".join(found)


def test_a_net_nobody_drew_anything_for_has_an_empty_table(tmp_path: Path) -> None:
    assert list(tables(["smear"], LEARNED, LEARNED, tmp_path, None)) == ["smear"]
