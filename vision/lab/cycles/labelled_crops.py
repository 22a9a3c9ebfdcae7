"""The crops that were drawn for nets to learn from, each with its label and its calibration."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.calibration import BoardPlan, Calibration, Rect
from vision.lab.cycles.develop import LABELS
from vision.scene import DiePose
from vision.view import Picture


@dataclass(frozen=True, slots=True, eq=False)
class LabelledCrop:
    """image (h, w, 3) uint8 BGR, a picture of its own with its calibration: what cuts dice out of
    whole boards cuts this one, too. value: of the face that is most nearly up; tilt_deg: of it;
    covered: the hidden part of it, 0-1; slid_px: while the shutter was open; support, on_die: as in
    the pictures' truth; seen_px: the die's side; source: a name for all crops of one board."""

    image: Picture
    calibration: Calibration
    pose: DiePose
    die_mm: float
    value: int
    tilt_deg: float
    support: str
    on_die: bool
    covered: float
    slid_px: float
    seen_px: float
    source: str


def crops(folder: Path) -> Iterator[LabelledCrop]:
    """The crops of a folder, in the order they were drawn."""
    for line in (folder / LABELS).read_text().splitlines():
        label = json.loads(line)
        image = cv2.imread(str(folder / "crops" / label["file"]))
        x, y, z, *turn = label["pose"]
        yield LabelledCrop(
            image=np.asarray(image, np.uint8),
            calibration=_calibration(label),
            pose=DiePose(x, y, z, (turn[0], turn[1], turn[2], turn[3])),
            **{name: label[name] for name in _PLAIN},
        )


_PLAIN = (
    *("die_mm", "value", "tilt_deg", "support", "on_die", "covered", "slid_px", "seen_px"),
    "source",
)


def _calibration(label: dict[str, Any]) -> Calibration:
    camera, plan = label["camera"], label["plan"]
    rects = {name: Rect(*rect) for name, rect in plan["rects_mm"].items()}
    board = BoardPlan(
        size_mm=tuple(plan["size_mm"]),
        rim_height_mm=plan["rim_height_mm"],
        marker_mm=plan["marker_mm"],
        marker_inset_mm=plan["marker_inset_mm"],
        checker_mm=plan["checker_mm"],
        picture_left=rects["picture_left"],
        picture_right=rects["picture_right"],
        bar=rects["bar"],
    )
    matrix = {name: np.array(camera[name], np.float64) for name in ("K", "dist", "R", "t_mm")}
    return Calibration(**matrix, board=board, width=camera["width"], height=camera["height"])
