"""Whole boards seen from above, and where dice lie on them: what the finder is fitted to."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lab.train.rendered import (
    DICE,
    DICE_SETS,
    POSITIONS,
    SIZES,
    calibration_of,
    developed,
    other_dice,
    position,
    top_face,
)
from vision.lab.train.strewing import strewn_dice
from vision.scene import Rig
from vision.scene.render import Renderer
from vision.view import overview_in_colour

PX_PER_MM = 1.4
MARGIN_MM = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """image: P pictures (h, w, 3) uint8 BGR, each of its own size, packed as JPEG bytes;
    dice: for each (n, 3) x, y of the die's middle and its side, px."""

    image: list[bytes]
    dice: list[NDArray[np.float32]]

    def save(self, path: str) -> None:
        # The None keeps numpy from making one array of pictures that are equally long.
        image = [*(np.frombuffer(one, np.uint8) for one in self.image), None]
        dice = [*self.dice, None]
        np.savez(path, image=np.array(image, object)[:-1], dice=np.array(dice, object)[:-1])

    @staticmethod
    def load(path: str) -> Pictures:
        with np.load(path, allow_pickle=True) as kept:
            return Pictures([one.tobytes() for one in kept["image"]], list(kept["dice"]))


def boards(seed: int) -> Pictures:
    """The boards of one rig: six pictures of about ten dice each."""
    rng = np.random.default_rng([seed, 78])
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    renderer, calibration = Renderer(rig), calibration_of(rig)
    images, dice = [], []
    for _ in range(POSITIONS):
        checkers, cube = position(rig, rng)
        for _ in range(DICE_SETS):
            style = other_dice(rig.style, rng)
            dressed, count = replace(rig, style=style), int(rng.integers(2, DICE))
            scene, lie = strewn_dice(dressed, checkers, cube, count, rng)
            poses = [die.pose for die in lie if not die.covered]
            picture = renderer.wearing(style).frame(scene, 0.0, rng)
            view = overview_in_colour(
                developed(picture, rng), calibration, style.die_mm, MARGIN_MM, PX_PER_MM
            )
            tops = np.concatenate([np.zeros((0, 3)), *(top_face(pose, style) for pose in poses)])
            place = calibration.field_points(calibration.project(tops), style.die_mm)
            side = np.full(len(poses), style.die_mm * PX_PER_MM)
            dice.append(np.column_stack([view.to_px(place), side]).astype(np.float32))
            assert view.colour is not None
            images.append(packed(np.clip(np.rint(view.colour), 0, 255).astype(np.uint8)))
    return Pictures(images, dice)


def packed(picture: NDArray[np.uint8]) -> bytes:
    quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
    return cv2.imencode(".jpg", picture, quality)[1].tobytes()


def main() -> None:
    options = argparse.ArgumentParser(description="Draw boards with dice, seen from above.")
    options.add_argument("--seeds", type=int, nargs=2, required=True, metavar=("FROM", "TO"))
    options.add_argument("--out", required=True)
    given = options.parse_args()
    cv2.setNumThreads(1)
    began = time.monotonic()
    images: list[bytes] = []
    dice: list[NDArray[np.float32]] = []
    for seed in range(*given.seeds):
        drawn = boards(seed)
        images += drawn.image
        dice += drawn.dice
        if seed % 10 == 9:
            print(f"rig {seed}: {len(images)} boards, {time.monotonic() - began:.0f} s", flush=True)
            Pictures(images, dice).save(given.out)
    Pictures(images, dice).save(given.out)


if __name__ == "__main__":
    main()
