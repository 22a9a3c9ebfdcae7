"""Frames of real boards, for judging only: where the corners of their fields are, and which
checkers a person counts in them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "real_boards"

FRAME = (
    *((208, 29), (534, 28), (538, 654), (236, 661)),
    *((579.5, 26.5), (891, 26), (872, 648), (579, 655)),
)
FIELDS = {
    "frame0": FRAME,
    "test8": FRAME,
    "frame2": FRAME,
    "frame4": FRAME,
    "test10": (
        *((302, 94), (599, 88.5), (606, 655), (316, 656)),
        *((635, 88.5), (934, 89), (932, 651), (640, 655)),
    ),
    "test6": (
        *((132.5, 41), (424.5, 41), (430, 634), (132.5, 634)),
        *((475, 40.5), (775, 40), (777, 632), (481, 632)),
    ),
    "test2": (
        *((231, 46), (568, 45), (565, 738), (140, 737)),
        *((624, 45), (969, 46), (1058, 735), (631, 737)),
    ),
}
"""The corners of both fields, px: clockwise from the left half's top left."""
COUNTED = {
    "test8": (
        "d2 0 d1 d1 0 d3 0 d2 0 0 0 w3",
        "d1 0 d1 d2 w1 w4 0 w3 0 w2 0 d2",
        "? ?",
    ),
    "frame2": ("d6 d1 d2 0 0 0 0 0 0 0 0 0", "0 w1 w2 d6 w4 w2 w2 w2 w2 0 0 0", "0 0"),
    "frame4": ("d2 0 d2 0 ? ? 0 d2 0 0 0 w2", "d1 0 0 d2 w2 w3 ? ? ? w2 0 d2", "? ?"),
    "test6": ("w2 0 0 0 0 d5 0 d3 0 0 d1 w3", "d1 0 d1 0 0 w5 w1 w3 0 w1 0 d4", "0 0"),
    "test2": ("d5 0 0 0 w3 0 w5 0 0 0 0 d2", "w5 0 0 0 d3 0 d5 0 0 0 0 w2", "0 0"),
}
"""Counted by eye: the far side, the near side, the bar's far and near half; w the lighter, d the
darker checkers; ? cannot be said for certain."""
SHOWN_BEFORE = {"frame0": "test8", "test8": "frame0", "frame2": "frame0", "frame4": "frame0"}
"""Of the same match: the colours are learned from both."""


@dataclass(frozen=True, slots=True)
class Counted:
    """counts (26,): signed, the lighter checkers above zero; None: unknown."""

    name: str
    corners_px: NDArray[np.float64]
    counts: tuple[int | None, ...]


def counted(folder: Path) -> list[Counted]:
    """The frames of a folder whose checkers are counted, here or in its positions.json."""
    sides = dict(COUNTED)
    listed = folder / "positions.json"
    if listed.is_file():
        for name, rows in json.loads(listed.read_text()).items():
            if isinstance(rows, dict):
                bar = "? ?" if rows["bar"] else "0 0"
                sides[name] = (rows["top"], rows["bottom"], bar)
    return [
        Counted(
            name,
            np.array(FIELDS[name], np.float64),
            tuple(_signed(word) for side in sides[name] for word in side.split()),
        )
        for name in FIELDS
        if name in sides and (folder / f"{name}.jpg").is_file()
    ]


def _signed(word: str) -> int | None:
    if word == "?":
        return None
    count = int(word.lstrip("wd"))
    return -count if word.startswith("d") else count
