"""A small net for how one die lies: level or askew, and whether on another die.

It sees the die's sides and what is beside it, turned so that the die always looks the same way and
the camera always looks at it from the same side.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats
from vision.learned import net
from vision.view import Picture

MODEL = Path(__file__).with_name("lean.onnx")
OTHERS = tuple(Path(__file__).with_name(f"lean_{name}.onnx") for name in "bc")
"""Fitted as the first was, one to other dice, one to both sets of dice."""
DOUBTFUL = (-3.0, 3.0)
"""Log-odds of the first net between which the others are asked, too."""
INPUT_PX = 52
SIDE_PX = 24
"""The die's side in a crop."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """image (px, px, 3) float32 BGR 0..255; view (2,): how far the picture looks sideways at the
    die along the crop's x and y, mm a mm of height; x is the larger, and neither is negative."""

    image: NDArray[np.float32]
    view: Floats


class Lies(NamedTuple):
    """How likely a die lies more than some 5 degrees askew; and level on another die. least: how
    likely askew to the net that sees it least, of those that were asked. 0-1."""

    askew: float
    on_die: float
    least: float = 1.0


def cut(
    image: Picture,
    calibration: Calibration,
    place_mm: tuple[float, float],
    yaw_deg: float,
    die_mm: float,
    px: int = INPUT_PX,
) -> Crop:
    """The die whose top face has its middle at a place of the plane one die high."""
    place = np.array(place_mm)
    along, across = axes(calibration, place_mm, yaw_deg, die_mm)
    half = px / SIDE_PX * die_mm / 2
    unit = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    plane = place + unit[:, :1] * along + unit[:, 1:] * across
    there = np.array([(0, 0), (px, 0), (px, px), (0, px)], np.float32) - np.float32(0.5)
    here = calibration.project(np.column_stack([plane, np.full(4, -die_mm)]))
    warp = cv2.getPerspectiveTransform(there, here.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(image, warp, (px, px), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    view = _sideways(calibration, place, die_mm)
    return Crop(np.asarray(seen, np.float32), np.array([along @ view, across @ view]))


def axes(
    calibration: Calibration, place_mm: tuple[float, float], yaw_deg: float, die_mm: float
) -> Floats:
    """Of the crop of the die there: which way its x and its y point on the board (2, 2)."""
    view = _sideways(calibration, np.array(place_mm), die_mm)
    turned = np.radians(yaw_deg + 90 * np.arange(4))
    four = np.column_stack([np.cos(turned), np.sin(turned)])
    along = four[int((four @ view).argmax())]
    across = np.array([-along[1], along[0]])
    return np.array([along, across if across @ view >= 0 else -across])


def _sideways(calibration: Calibration, place: Floats, die_mm: float) -> Floats:
    """How far the picture looks sideways at a place one die high, mm a mm of height."""
    eye = calibration.camera_mm
    return np.asarray((place - eye[:2]) / (-eye[2] - die_mm), np.float64)


def look_at_board(
    image: Picture,
    calibration: Calibration,
    poses: Floats,
    die_mm: float | Floats,
    together: bool = False,
) -> list[Lies]:
    """How dice lie.

    poses (N, 3): of their top faces, x and y in mm on the plane one die high, yaw in degrees;
    die_mm: the side of all, or of each (N,); together: as `look_together`.
    """
    sides = np.broadcast_to(np.asarray(die_mm, np.float64), len(poses))
    crops = [
        cut(image, calibration, (float(x), float(y)), float(yaw), float(side))
        for (x, y, yaw), side in zip(poses, sides, strict=True)
    ]
    images = np.array([crop.image for crop in crops], np.float32)
    views = np.array([crop.view for crop in crops])
    return look_together(images, views) if together else look_at_crops(images, views)


def look_at_crops(crops: NDArray[np.float32], views: Floats) -> list[Lies]:
    """How dice lie by the first net: crops (N, 52, 52, 3) BGR 0..255 and their views (N, 2)."""
    if not len(crops):
        return []
    odds = _log_odds(MODEL, crops, views)
    return _lies(odds, odds[:, 0])


def look_together(crops: NDArray[np.float32], views: Floats) -> list[Lies]:
    """The same, by all nets unless the first surely sees a level die, and where it is in doubt the
    mean of their log-odds. Each errs about other dice."""
    if not len(crops):
        return []
    odds = _log_odds(MODEL, crops, views)
    least = odds[:, 0].copy()
    asked = odds[:, 0] > DOUBTFUL[0]
    if asked.any():
        others = np.array([_log_odds(model, crops[asked], views[asked]) for model in OTHERS])
        least[asked] = np.minimum(least[asked], others[:, :, 0].min(axis=0))
        together = np.concatenate([odds[asked][None], others]).mean(axis=0)
        doubt = odds[asked][:, :1] < DOUBTFUL[1]
        odds[asked] = np.where(doubt, together, odds[asked])
    return _lies(odds, least)


def _lies(odds: Floats, least: Floats) -> list[Lies]:
    """Log-odds (N, 2), and those (N,) of the net that sees a lean least, as `Lies`."""
    shares = 1 / (1 + np.exp(-np.column_stack([odds, least])))
    return [Lies(*map(float, row)) for row in shares]


def _log_odds(model: Path, crops: NDArray[np.float32], views: Floats) -> Floats:
    """Log-odds (N, 2): askew, on another die."""
    return net.outputs_of(model, crops, views).astype(np.float64).reshape(-1, 2)
