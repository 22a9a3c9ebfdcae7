"""Folders as Cycles leaves them, drawn here in a moment: crops, of each die only its top face,
white on dark; and boards without dice, grey, with what the finder takes for dice."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from vision.lab.cycles.describe import describe
from vision.lab.cycles.develop import develop
from vision.lab.cycles.styles import TRAINING

DARK = 0.03
WHITE = 0.7


def draw_crops(folder: Path, numbers: range) -> None:
    """The boards of these numbers, described, lit and developed."""
    list(describe(folder, "crops", TRAINING, numbers, 4))
    (folder / "raw").mkdir()
    for path in (folder / "described").glob("*.json"):
        for look in json.loads(path.read_text())["looks"]:
            x0, y0, x1, y1 = look["windows"][0]
            truth = json.loads((folder / "truth" / f"{look['file']}.json").read_text())
            light = np.full((y1 - y0, x1 - x0, 3), DARK, np.float32)
            corners = np.rint(truth["top_face_px"]).astype(np.int32)
            cv2.fillConvexPoly(light, corners, (WHITE,) * 3)
            np.savez(folder / "raw" / f"{look['file']}.npz", window0=light.astype(np.float16))
    list(develop(folder))


def draw_bare(folder: Path, count: int) -> None:
    """So many boards, described, lit and developed; on each two white squares with dark pips."""
    list(describe(folder, "bare", TRAINING, range(count), 4))
    (folder / "raw").mkdir()
    for path in (folder / "described").glob("*.json"):
        told = json.loads(path.read_text())
        width, height = told["camera"]["width"], told["camera"]["height"]
        light = np.full((height, width, 3), 0.2, np.float32)
        side = round(width / 75)
        for x, y in ((width // 3, height // 2), (2 * width // 3, height // 2)):
            light[y : y + side, x : x + side] = WHITE
            for u, v in ((0.25, 0.25), (0.75, 0.75)):
                pip = (round(x + u * side), round(y + v * side))
                cv2.circle(light, pip, max(1, side // 10), (DARK,) * 3, -1)
        np.savez(folder / "raw" / f"{path.stem}-still.npz", whole=light.astype(np.float16))
        np.savez(folder / "raw" / f"{told['looks'][0]['file']}.npz")
    list(develop(folder))
