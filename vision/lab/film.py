"""A drawn roll as frames: the bare board, dice that fly in as thrown, and dice at rest."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.frame import Frame, small_of
from vision.scene import CheckerAt, Renderer, Scene

FRAME_MS = 1000 / 30
BARE_FRAMES = 9
REST_FRAMES = 20
"""The tracker reports the bare board after 200 ms, and dice after another 200 ms, or 400 ms if the
rest starts again."""


def film(
    renderer: Renderer,
    scene: Scene,
    rng: np.random.Generator,
    before: tuple[CheckerAt, ...],
    pushed_ms: float,
) -> Iterator[Frame]:
    """30 frames a second: the board without dice, then the dice of a scene as they come to where
    they are at 0 ms, and lie there; where one still moves then, the film ends.

    before: checkers as they stood until the dice pushed some, at pushed_ms.
    """
    bare, flies = replace(scene, dice=(), checkers=before), replace(scene, checkers=before)
    first_ms = min((path.keyframes[0][0] for path in scene.dice), default=0.0)
    first = math.floor(first_ms / FRAME_MS)
    lie = all(path.keyframes[-1][0] <= 0 for path in scene.dice)
    last = REST_FRAMES if lie else 1
    for seq, number in enumerate(range(first - BARE_FRAMES, last)):
        t_ms = number * FRAME_MS
        shown = bare if t_ms < first_ms else flies if t_ms < pushed_ms else scene
        main = renderer.frame(shown, t_ms, rng)
        yield Frame(seq, round(seq * FRAME_MS * 1e6), main, small_of(main))
