"""Compare two nets of a kind on data that none was fitted to: our own held-out rigs, the second
halves of photograph sets, and boards that Cycles drew.

The nets run from their files as at the table, with one look each.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.train import photos as photographs
from vision.lab.train.boards import Pictures
from vision.lab.train.crop import Crops, is_moving
from vision.lab.train.leaning import LeanCrops
from vision.lab.train.sliding import Faces
from vision.learned import face, find, kind, lean, net, smear
from vision.reader.thresholds import (
    DRAWN_OUT,
    DRAWN_OUT_SMALL,
    LEVEL,
    MAYBE_SMEARED,
    NO_FACE,
    ON_DIE,
    SECOND_AGREES,
    SMALL,
    UNREAD_STILL,
)

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEVEL_DEG = 8.0
FAR_DEG = 20.0
ASKEW_DEG = 8.0
FLAT_DEG = 2.0
CLOSE_SURE = 0.98
FOUND_SIDES = 1 / 3
FALSE_SIDES = 0.7
SLID_PX = 3.0
PASS = 0.99
"""Share of the level dice that pass the bar below which a lean is missed."""
AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class CountRow:
    """`count` of `of` crops are classed so; wrong: whether that is an error."""

    what: str
    wrong: bool
    count: int
    of: int


CountRows = Callable[[Path, Any], list[CountRow]]


def row(what: str, wrong: bool, flags: Flags, among: Flags) -> CountRow:
    return CountRow(what, wrong, int((flags & among).sum()), int(among.sum()))


def count_faces(model: Path, crops: Crops, with_view: bool = True) -> list[CountRow]:
    """with_view: the net gets how far the picture looks sideways, where that is known."""
    views = np.column_stack([np.nan_to_num(crops.view), ~np.isnan(crops.view[:, 0])]) * with_view
    odds = _outputs(model, inner(crops.image, face.INPUT_PX), views)[:, :7]
    share = np.exp(odds - odds.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    sure = float(SECOND_AGREES if with_view else CLOSE_SURE)
    shows = crops.value > 0
    best, right = share[:, 1:].max(axis=1), share[:, 1:].argmax(axis=1) + 1 == crops.value
    return [
        row(f"another value, {sure} sure", True, (best > sure) & ~right, shows),
        row(f"no face, taken for one, {sure} sure", True, best > sure, ~shows),
        row("a face, taken for none", True, share[:, 0] > NO_FACE, shows),
        row("likeliest value right", False, right, shows),
        row(f"right and {sure} sure", False, right & (best > sure), shows),
    ]


def count_close(model: Path, crops: Crops) -> list[CountRow]:
    return count_faces(model, crops, with_view=False)


def count_kinds(model: Path, crops: Crops) -> list[CountRow]:
    """A share counts as motion from MAYBE_SMEARED on, as at rest from UNREAD_STILL on."""
    odds = _outputs(model, inner(crops.image, kind.INPUT_PX), None)
    share = np.exp(odds - odds.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    still, smeared = share[:, 1] + share[:, 3] >= UNREAD_STILL, share[:, 2] >= MAYBE_SMEARED
    moving = is_moving(crops.source)
    none = ~moving & (crops.value == 0) & np.isnan(crops.tilt_deg)
    tilt = np.where(moving | none, np.nan, np.nan_to_num(crops.tilt_deg))
    level, far = tilt < LEVEL_DEG, tilt >= FAR_DEG
    return [
        row("no die, taken for one at rest", True, still, none),
        row("level, not taken for one at rest", True, ~still, level),
        row("leans far, not taken for one at rest", True, ~still, far),
        row("at rest, taken for smeared", True, smeared, level | far),
        row("no die, taken for smeared", True, smeared, none),
        row("level, taken for one that leans far", True, share[:, 3] > share[:, 1], level),
        row("smeared, told", False, smeared, moving),
        row("leans far, told", False, share[:, 3] > share[:, 1], far),
    ]


def count_leans(model: Path, crops: LeanCrops) -> list[CountRow]:
    """Log-odds beyond LEVEL: askew. The bar that PASS of the level ones pass shows how well the net
    separates them."""
    return _lean_rows(lean_odds(model, crops), crops)


def lean_odds(model: Path, crops: LeanCrops) -> Floats:
    return _outputs(model, inner(crops.image, lean.INPUT_PX), crops.view)


def _lean_rows(odds: Floats, crops: LeanCrops) -> list[CountRow]:
    flat, askew = crops.tilt_deg < FLAT_DEG, crops.tilt_deg >= ASKEW_DEG
    bar = np.quantile(odds[flat, 0], PASS) if flat.any() else np.inf
    on_die = odds[:, 1] >= np.log(ON_DIE / (1 - ON_DIE))
    return [
        row("level, taken for askew", True, odds[:, 0] > LEVEL, flat),
        row("askew, taken for level", True, odds[:, 0] <= LEVEL, askew),
        row(
            f"askew, below the bar that {PASS:.0%} of level ones pass",
            True,
            odds[:, 0] <= bar,
            askew,
        ),
        row("on none, taken for on another die", True, on_die, ~crops.on_die),
        row("on another die, told", False, on_die, crops.on_die),
    ]


def count_joint_leans(folder: Path, crops: LeanCrops) -> list[CountRow]:
    """The three nets of a folder together: the mean of their log-odds."""
    names = ("lean", "lean_b", "lean_c")
    each = [lean_odds(folder / f"{name}.onnx", crops) for name in names]
    return _lean_rows(np.mean(each, axis=0), crops)


def count_smears(model: Path, faces: Faces) -> list[CountRow]:
    fine = smear.fineness(faces.seen_px.astype(np.float64))[:, None]
    share = 1 / (1 + np.exp(-_outputs(model, inner(faces.image, smear.INPUT_PX), fine)[:, 0]))
    smeared = share >= np.where(faces.seen_px < SMALL, float(DRAWN_OUT_SMALL), float(DRAWN_OUT))
    lay, far = faces.slid_px == 0, faces.slid_px >= SLID_PX
    return [
        row("lay, taken for smeared", True, smeared, lay),
        row(f"slid by {SLID_PX:g} px and more, told", False, smeared, far),
    ]


def count_finds(model: Path, pictures: Pictures) -> list[CountRow]:
    """Dice found within a third of a side; and places it takes for dice, by the number of those
    that are there."""
    missed = false = dice = 0
    for raw, there in zip(pictures.image, pictures.dice, strict=True):
        if not len(there):
            continue
        opened = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_COLOR)
        side = float(np.median(there[:, 2]))
        found = find.places(np.asarray(opened, np.uint8), side, model=model)[:, :2]
        apart = np.hypot(*(there[:, None, :2] - found[None]).transpose(2, 0, 1)) / side
        near = apart.min(axis=1, initial=np.inf), apart.min(axis=0, initial=np.inf)
        dice += len(there)
        missed += int((near[0] > FOUND_SIDES).sum())
        false += int((near[1] > FALSE_SIDES).sum())
    return [
        CountRow("missed", True, missed, dice),
        CountRow("places that are none", True, false, dice),
    ]


def inner(image: NDArray[np.uint8], px: int) -> NDArray[np.float32]:
    """The middle of crops (N, h, h, 3), so many pixels wide."""
    edge = (image.shape[1] - px) // 2
    return np.asarray(image[:, edge : edge + px, edge : edge + px], np.float32)


def _outputs(model: Path, image: NDArray[np.float32], view: NDArray[Any] | None) -> Floats:
    parts = [
        net.outputs_of(
            model, image[n : n + AT_ONCE], None if view is None else view[n : n + AT_ONCE]
        )
        for n in range(0, len(image), AT_ONCE)
    ]
    return np.concatenate(parts).astype(np.float64).reshape(len(image), -1)


@dataclass(frozen=True, slots=True)
class NetQuestions:
    """The comparison of one net; ours, cycles: the held-out files of a working folder."""

    count_rows: CountRows
    load: Callable[[str], Any]
    ours: tuple[str, ...]
    cycles: str


QUESTIONS = {
    "face": NetQuestions(count_faces, Crops.load, ("rh",), "c-faces-held"),
    "close": NetQuestions(count_close, Crops.load, ("qh",), "c-faces-held"),
    "kind": NetQuestions(count_kinds, Crops.load, ("rh", "mh", "dh"), "c-faces-held"),
    **{
        name: NetQuestions(count_leans, LeanCrops.load, ("lh",), "c-leaning-held")
        for name in ("lean", "lean_b", "lean_c")
    },
    "smear": NetQuestions(count_smears, Faces.load, ("sh",), "c-sliding-held"),
    "find": NetQuestions(count_finds, Pictures.load, ("bh",), "c-boards-held"),
}
"""Without the cover net: nothing that Cycles draws close up suits it."""
FACES = ("face", "close")
"""Nets that are asked about photographs, too."""


def shown(name: str, work: Path, photos: Path | None) -> Iterator[tuple[str, Any]]:
    """The held-out data for a net that is there, by source."""
    asked = QUESTIONS[name]
    ours = [path for file in asked.ours if (path := work / f"{file}.npz").exists()]
    if ours:
        yield "ours", _together([asked.load(str(path)) for path in ours])
    if name in FACES and photos is not None:
        sets = photographs.SETS
        yield "photographs", Crops.together([photographs.crops(photos, one, 1) for one in sets])
    if (work / f"{asked.cycles}.npz").exists():
        some = asked.load(str(work / f"{asked.cycles}.npz"))
        still = some.only(~is_moving(some.source)) if name in FACES else some
        yield "Cycles", still


def _together(parts: list[Any]) -> Any:
    return parts[0] if len(parts) == 1 else type(parts[0]).together(parts)


def table(name: str, results: list[tuple[str, list[CountRow], list[CountRow]]]) -> str:
    """Lines of figures, errors first, then by source. results: source, rows before and after."""
    lines = [name]
    rows = [
        (b.what, b, a, who)
        for who, before, after in results
        for b, a in zip(before, after, strict=True)
    ]
    order = [one.what for one in results[0][1]] if results else []
    for what, before, after, who in sorted(
        rows, key=lambda each: (not each[1].wrong, order.index(each[0]))
    ):
        if before.of:
            less = (after.count - before.count) * (1 if before.wrong else -1) > 0
            counts = f"{before.count:5} {after.count:5} of {before.of:5}"
            lines.append(f"  {what:52} {who:12} {counts}{'  worse' if less else ''}")
    return "\n".join(lines)


def tables(
    nets: list[str], before: Path, after: Path, work: Path, photos: Path | None
) -> Iterator[str]:
    """One for each net, and one for the lean nets together where all three are there."""
    for name in nets:
        if name in QUESTIONS:
            there = list(shown(name, work, photos))
            count_rows = QUESTIONS[name].count_rows
            files = before / f"{name}.onnx", after / f"{name}.onnx"
            yield table(
                name, [(who, count_rows(files[0], x), count_rows(files[1], x)) for who, x in there]
            )
    if {"lean", "lean_b", "lean_c"} <= set(nets):
        there = list(shown("lean", work, photos))
        yield table(
            "lean, lean_b and lean_c together",
            [(who, count_joint_leans(before, x), count_joint_leans(after, x)) for who, x in there],
        )


def main() -> None:
    options = argparse.ArgumentParser(description="Compare nets on what none was fitted to.")
    options.add_argument("--before", type=Path, required=True, help="a folder of nets")
    options.add_argument("--after", type=Path, required=True, help="another")
    options.add_argument("--work", type=Path, required=True, help="where training drew")
    options.add_argument("--photos", type=Path)
    options.add_argument("--nets", nargs="+", choices=[*QUESTIONS], default=[*QUESTIONS])
    given = options.parse_args()
    cv2.setNumThreads(1)
    for each in tables(given.nets, given.before, given.after, given.work, given.photos):
        sys.stdout.write(f"{each}\n")


if __name__ == "__main__":
    main()
