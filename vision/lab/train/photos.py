"""Crops of dice from real photographs with boxes (YOLO lines), where they are at hand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.lab.train.crop import NOTHING, SIDE_PX, STORED_PX, Crops


@dataclass(frozen=True, slots=True)
class PhotoSet:
    """`box_over_side`: what its boxes measure, on average, over the side of a die."""

    folder: str
    box_over_side: float


SETS = (
    PhotoSet("byler_d6", 1.27),
    PhotoSet("damiantab_carpet", 1.05),
    PhotoSet("penlington_wood", 0.95),
    PhotoSet("rune55/felt_tray", 1.27),
    PhotoSet("rune55/round_view", 1.27),
)
"""craps_precision is never trained on: it is the only real set of clear dice."""

LEAST_PX = 9.0
_PLACES_PER_PHOTO = 4


def crops(root: Path, photos: PhotoSet, half: int | None, seed: int = 0) -> Crops:
    """The dice of a set and as many places without one; half 0 or 1 of its files by name."""
    files = names(root, photos, half)
    rng = np.random.default_rng([seed, len(files)])
    images, values, sides = [], [], []
    for path in files:
        picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        dice = boxes(path, picture.shape[1], picture.shape[0])
        for value, x, y, box in dice:
            side = box / photos.box_over_side
            if side >= LEAST_PX:
                images.append(cut(picture, x, y, side))
                values.append(value)
                sides.append(side)
        for x, y, side in _elsewhere(picture, dice, photos, rng):
            images.append(cut(picture, x, y, side))
            values.append(NOTHING)
            sides.append(side)
    n = len(values)
    return Crops(
        image=np.array(images, np.uint8).reshape(n, STORED_PX, STORED_PX, 3),
        value=np.array(values, np.int64),
        tilt_deg=np.full(n, np.nan, np.float32),
        view=np.full((n, 2), np.nan, np.float32),
        seen_px=np.array(sides, np.float32),
        source=np.full(n, photos.folder),
    )


def boxes(path: Path, width: int, height: int) -> list[tuple[int, float, float, float]]:
    """The dice of a photograph: value, middle x and y, mean side of the box, all px."""
    label = path.parent.parent / "labels" / f"{path.stem}.txt"
    if not label.exists():
        label = path.with_suffix(".txt")
    found = []
    for line in label.read_text("utf-8").split("\n") if label.exists() else ():
        if line.strip():
            kind, x, y, w, h = (float(part) for part in line.split()[:5])
            side = (w * width + h * height) / 2
            found.append((int(kind) + 1, x * width, y * height, side))
    return found


def cut(picture: np.ndarray, x: float, y: float, side: float) -> np.ndarray:
    """A crop (STORED_PX, STORED_PX, 3) around a die whose side is `side` px there."""
    zoom = SIDE_PX / side
    middle = (STORED_PX - 1) / 2
    warp = np.array([[zoom, 0, middle - zoom * x], [0, zoom, middle - zoom * y]])
    if zoom < 0.7:  # many pixels to one: soften first
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / zoom)
    return cv2.warpAffine(
        picture,
        warp,
        (STORED_PX, STORED_PX),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )


def names(root: Path, photos: PhotoSet, half: int | None) -> list[Path]:
    """The set's files by name: all, the first half (0) or the second (1)."""
    found = sorted((root / photos.folder / "images").glob("*.jpg"))
    middle = len(found) // 2
    return found if half is None else found[:middle] if half == 0 else found[middle:]


def _elsewhere(
    picture: np.ndarray,
    dice: list[tuple[int, float, float, float]],
    photos: PhotoSet,
    rng: np.random.Generator,
) -> list[tuple[float, float, float]]:
    if not dice:
        return []
    side = float(np.median([box for *_, box in dice])) / photos.box_over_side
    height, width = picture.shape[:2]
    found = []
    for _ in range(_PLACES_PER_PHOTO):
        x, y = float(rng.uniform(0, width)), float(rng.uniform(0, height))
        if all(np.hypot(x - dx, y - dy) > 1.0 * box for _, dx, dy, box in dice):
            found.append((x, y, max(side, LEAST_PX)))
    return found
