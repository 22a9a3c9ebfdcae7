"""Lamps and skies, kind by kind. The light a lamp throws on level ground is given as a part of
white paper's whole light; a colour is (red, green, blue), 1 the mean."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vision.scene.board import Board
from vision.scene.rig import Camera

KINDS = ("ceiling", "lamp", "window", "glare", "evening", "two", "slats")


def lit(
    kind: str, board: Board, camera: Camera, rng: np.random.Generator
) -> tuple[list[dict[str, Any]], dict[str, Any], list[dict[str, Any]]]:
    """Lamps, the sky, and what stands in the light."""
    middle = np.array([board.width_mm / 2, board.height_mm / 2, 0.0])
    warm = float(rng.uniform(0.02, 0.14))
    tone = [1 + warm, 1.0, 1 - warm]
    cold = [1 - warm, 1.0, 1 + warm]

    def lamp(name: str, out: float, high: float, size: float, light: float, colour: Any) -> Any:
        angle = float(rng.uniform(0, 2 * math.pi))
        at = middle + (out * math.cos(angle), out * math.sin(angle), -high)
        to = middle + (*rng.normal(0, 60, 2), 0.0)
        return {
            "id": name,
            "at_mm": at.tolist(),
            "to_mm": to.tolist(),
            "size_mm": [size, 0.6 * size],
            "round": bool(rng.random() < 0.6),
            "light": light,
            "colour": colour,
        }

    between: list[dict[str, Any]] = []
    u = rng.uniform
    if kind == "ceiling":
        lamps = [
            lamp(f"lamp{n}", u(200, 900), u(1500, 2200), u(300, 700), 0.35, tone) for n in (0, 1)
        ]
        rest = 0.35
    elif kind == "lamp":
        lamps, rest = [lamp("lamp0", u(250, 900), u(900, 1600), u(30, 120), u(0.6, 0.8), tone)], 0.3
    elif kind == "window":
        lamps, rest = [lamp("lamp0", u(1500, 2200), u(700, 1300), u(900, 1500), 0.7, cold)], 0.35
    elif kind == "glare":
        # A lamp beside the camera is mirrored halfway between them.
        high = -float(camera.centre_mm[2])
        lamps = [lamp("lamp0", u(60, 380), high * u(1.05, 1.5), u(40, 140), u(0.45, 0.7), tone)]
        rest = 0.45
    elif kind == "evening":
        lamps, rest = (
            [lamp("lamp0", u(500, 900), u(600, 900), u(60, 160), 0.55, [1.3, 1.0, 0.7])],
            0.2,
        )
    elif kind == "two":
        lamps = [
            lamp("lamp0", u(300, 900), u(900, 1500), u(60, 200), 0.4, tone),
            lamp("lamp1", u(900, 1700), u(700, 1300), u(300, 900), 0.35, cold),
        ]
        rest = 0.3
    else:
        lamps, rest = [lamp("lamp0", u(500, 1200), u(1500, 1900), u(20, 50), 0.65, tone)], 0.35
        at, to = (np.array(lamps[0][name]) for name in ("at_mm", "to_mm"))
        for n in range(3):
            part = 0.8 + 0.02 * n
            place = at + (1 - part) * (to - at) + (40.0 * (n - 1), float(rng.uniform(-30, 30)), 0.0)
            between.append(
                {
                    "id": f"slat{n}",
                    "shape": "box",
                    "stuff": "black",
                    "middle_mm": place.tolist(),
                    "half_mm": [8.0, 300.0, 1.0],
                    "edge_mm": 0.4,
                    "turn": [1.0, 0.0, 0.0, 0.0],
                }
            )
    shade = float(rng.uniform(0.9, 1.1))
    sky = {"colour": [shade, 1.0, 2 - shade], "light": rest}
    return lamps, sky, between
