"""Crops of places without a die that the finder takes for one, on boards and on arms, cups and
papers over boards."""

from __future__ import annotations

import argparse

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.train.boards import PX_PER_MM, Pictures
from vision.lab.train.cover import fields
from vision.lab.train.covering import covered
from vision.lab.train.crop import NOTHING, SIDE_PX, STORED_PX, Crops
from vision.lab.train.finder import STRIDE

LEAST_SHARE = 0.12
MOST = 24
COVERED_SHARE = 0.5
APART_SIDES = 1.3
LOOKED_AT = 1.1 / PX_PER_MM


def decoys(boards: Pictures, halves: list[np.ndarray], net: cv2.dnn.Net, seed: int) -> Crops:
    """The crops of a rig, up to 24 for each board."""
    rng = np.random.default_rng([seed, 80])
    images, sides = [], []
    for packed, dice, half in zip(boards.image, boards.dice, halves, strict=True):
        opened = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        picture: NDArray[np.uint8] = np.asarray(opened, np.uint8)
        if rng.random() < COVERED_SHARE:
            field = np.zeros(picture.shape[:2], np.uint8)
            for left, top, right, bottom in half.astype(int):
                field[top:bottom, left:right] = 255
            picture, _ = covered(picture, field, PX_PER_MM, rng)
        side = float(np.median(dice[:, 2])) if len(dice) else 14.0 * PX_PER_MM
        for place in _taken(picture, net)[:MOST]:
            if len(dice) and np.hypot(*(dice[:, :2] - place).T).min() < APART_SIDES * side:
                continue
            images.append(_crop(picture, place, side))
            sides.append(side)
    n = len(images)
    return Crops(
        image=np.array(images, np.uint8),
        value=np.full(n, NOTHING, np.int64),
        tilt_deg=np.full(n, np.nan, np.float32),
        view=np.zeros((n, 2), np.float32),
        seen_px=np.array(sides, np.float32),
        source=np.full(n, "decoy"),
    )


def _taken(picture: np.ndarray, net: cv2.dnn.Net) -> list[np.ndarray]:
    """Where the finder sees dice, the surest first, px of the picture."""
    small = cv2.resize(picture, None, fx=LOOKED_AT, fy=LOOKED_AT, interpolation=cv2.INTER_AREA)
    high, wide = (side // STRIDE * STRIDE for side in small.shape[:2])
    net.setInput(np.ascontiguousarray(small[:high, :wide].transpose(2, 0, 1)[None], np.float32))
    logits = net.forward()[0]
    share = 1 / (1 + np.exp(-logits[0]))
    top = (share == cv2.dilate(share, np.ones((3, 3), np.uint8))) & (share > LEAST_SHARE)
    rows, columns = np.nonzero(top)
    order = np.argsort(-share[rows, columns])
    rows, columns = rows[order], columns[order]
    x = (columns + 0.5 + logits[1, rows, columns]) * STRIDE / LOOKED_AT
    y = (rows + 0.5 + logits[2, rows, columns]) * STRIDE / LOOKED_AT
    return [np.array(place) for place in zip(x, y, strict=True)]


def _crop(picture: np.ndarray, place: np.ndarray, side: float) -> np.ndarray:
    zoom = SIDE_PX / side
    middle = (STORED_PX - 1) / 2
    warp = np.array([[zoom, 0, middle - zoom * place[0]], [0, zoom, middle - zoom * place[1]]])
    flags, border = cv2.INTER_CUBIC, cv2.BORDER_REFLECT
    return cv2.warpAffine(picture, warp, (STORED_PX, STORED_PX), flags=flags, borderMode=border)


def main() -> None:
    options = argparse.ArgumentParser(description="Cut crops of what the finder takes for dice.")
    options.add_argument("--boards", required=True)
    options.add_argument("--first-rig", type=int, required=True)
    options.add_argument("--finder", required=True)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", required=True)
    given = options.parse_args()
    cv2.setNumThreads(1)
    boards = Pictures.load(given.boards)
    halves = fields(given.first_rig, len(boards.image))
    decoys(boards, halves, cv2.dnn.readNetFromONNX(given.finder), given.seed).save(given.out)


if __name__ == "__main__":
    main()
