"""A folder of crops as Cycles leaves them, drawn here in a moment: of each die only its top face
shows, white on dark."""

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
