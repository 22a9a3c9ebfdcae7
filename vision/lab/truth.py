"""The calibration that the truth beside a drawn picture holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.calibration import USUAL_CHECKER_HEIGHT_MM, BoardPlan, Calibration, Rect


def calibration_of(truth: dict[str, Any], *, with_die_size: bool = False) -> Calibration:
    """Board and camera of a scene's truth; with_die_size: the size of its dice, too."""
    camera, board = truth["camera"], truth["board"]
    rects = board["rects_mm"]
    half = "image" if "image_left" in rects else "picture"
    marker = truth["markers"][0]
    plan = BoardPlan(
        size_mm=tuple(board["size_mm"]),
        rim_height_mm=board["rim_height_mm"],
        picture_left=Rect(*rects[f"{half}_left"]),
        picture_right=Rect(*rects[f"{half}_right"]),
        bar=Rect(*rects["bar"]),
        marker_mm=marker["size_mm"],
        marker_inset_mm=min(x for m in truth["markers"] for xy in m["corners_mm"] for x in xy),
        checker_mm=board["checker_diameter_mm"],
        checker_height_mm=board.get("checker_thickness_mm", USUAL_CHECKER_HEIGHT_MM),
        die_mm=truth["dice"][0]["size_mm"] if with_die_size and truth["dice"] else None,
    )
    matrix = {name: np.array(camera[name], np.float64) for name in ("K", "dist", "R", "t_mm")}
    return Calibration(**matrix, board=plan, width=camera["width"], height=camera["height"])
