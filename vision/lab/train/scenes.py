"""Leaning of dice from a folder of drawn scenes with truth, where there is one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.lab.train.leaning import STORED_PX, Leaning, yaw_of
from vision.lab.truth import calibration_of
from vision.learned.lean import cut

FOLDERS = (".", "hires", "low_tilt", "on_die")
SIZE_ERRORS = (0.97, 1.0, 1.03)
"""A die is cut at these times its size: the reader knows it no better."""
BARE = 0.85
"""Part of a die that must be seen."""
STEEPEST_DEG = 45.0
SURELY_LEVEL_DEG = 1.0


def is_tuning(number: int) -> bool:
    """The even scenes; the odd ones are only ever reported on."""
    return number % 2 == 0


def crops(folder: Path, keep: Callable[[int], bool] = is_tuning) -> Leaning:
    """Every die at rest on the board in the scenes whose number is kept."""
    found = []
    for name in FOLDERS:
        for facts_file in sorted((folder / name).glob("[0-9]*.json")):
            if keep(int(facts_file.stem)):
                facts = json.loads(facts_file.read_text())
                picture = cv2.imread(str(facts_file.with_suffix(".jpg")))
                assert picture is not None, f"{facts_file} has no picture beside it"
                found.append(_cut(facts, np.asarray(picture, np.uint8)))
    return Leaning.together(found)


def _cut(facts: dict[str, Any], picture: np.ndarray) -> Leaning:
    calibration = calibration_of(facts)
    images, views, values, tilts, sizes, on_dice = [], [], [], [], [], []
    for die in facts["dice"]:
        bare = die["visible_fraction"] is None or die["visible_fraction"] >= BARE
        if die["in_motion"] or not bare or die["zone"] == "off" or die["tilt_deg"] > STEEPEST_DEG:
            continue
        for error in SIZE_ERRORS:
            size = die["size_mm"] * error
            seen = calibration.field_points(np.array(die["top_face_px"], np.float64), size)
            x, y = seen.mean(axis=0)
            crop = cut(picture, calibration, (float(x), float(y)), yaw_of(seen), size, STORED_PX)
            images.append(np.clip(np.rint(crop.image), 0, 255).astype(np.uint8))
            views.append(crop.view)
            tilts.append(die["tilt_deg"])
            values.append(die["nearest_top"])
            sizes.append(calibration.px_per_mm * size)
            on_dice.append(die["support"] == "die" and die["tilt_deg"] < SURELY_LEVEL_DEG)
    # Of what leans the truth does not say which way.
    leans = np.full((len(tilts), 2), np.nan, np.float32)
    leans[np.array(tilts) < SURELY_LEVEL_DEG] = 0.0
    return Leaning(
        image=np.array(images, np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        value=np.array(values, np.int64),
        tilt_deg=np.array(tilts, np.float32),
        view=np.array(views, np.float32).reshape(-1, 2),
        seen_px=np.array(sizes, np.float32),
        source=np.full(len(images), f"scene-{facts['file']}"),
        lean=leans,
        on_die=np.array(on_dice, np.bool_),
    )
