"""A drawn roll as frames: from the bare board on, the dice fly in and lie there, or slide on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.frame import Frame, small_of
from vision.scene import CheckerAt, DiePath, DiePose, Renderer, Rig, Scene
from vision.scene.pose import about, after

FRAME_MS = 1000 / 30
BARE_FRAMES, FLIGHT_FRAMES, REST_FRAMES = 9, 4, 10
"""The bare board is told after 200 ms, dice after as much."""
THROWN_FRAMES = 15
"""At most, of dice that bring their own flight: half a second."""
STEP_MM, ASIDE_MM, STEP_RAD, STEP_UP_MM = 45.0, 20.0, 0.5, 3.0
"""Dice come as fast as thrown ones do, 1.5 m/s, from either side, and tumble."""


def film(
    renderer: Renderer,
    scene: Scene,
    rng: np.random.Generator,
    before: tuple[CheckerAt, ...] | None = None,
) -> Iterator[Frame]:
    """30 frames a second: the board without dice, then the dice of a scene as they fly over it to
    where they are at 0 ms, lie there or slide on.

    Dice whose paths end at 0 ms were thrown: they come as they flew. before: checkers as they stood
    until then, where the dice pushed some.
    """
    bare = replace(scene, dice=(), checkers=scene.checkers if before is None else before)
    thrown = any(_was_thrown(path) for path in scene.dice)
    dice = scene.dice if thrown else tuple(map(_on_and_on, scene.dice))
    fanned = list(zip((-ASIDE_MM, ASIDE_MM), sorted(dice, key=_across), strict=False))
    flight = THROWN_FRAMES if thrown else FLIGHT_FRAMES
    for seq, number in enumerate(range(-BARE_FRAMES - flight, REST_FRAMES)):
        t_ms = max(number, 0) * FRAME_MS
        shown = replace(scene, dice=dice)
        if number < -flight:
            shown = bare
        elif number < 0 and thrown:
            t_ms = number * FRAME_MS
        elif number < 0:
            come = tuple(_flying(path, -number, renderer.rig, aside) for aside, path in fanned)
            shown = replace(scene, dice=come)
        main = renderer.frame(shown, t_ms, rng)
        yield Frame(seq, round(seq * FRAME_MS * 1e6), main, small_of(main))


def _was_thrown(path: DiePath) -> bool:
    return len(path.keyframes) > 1 and path.keyframes[-1][0] <= 0


def _across(path: DiePath) -> float:
    return path.pose_at(0.0).x_mm


def _flying(path: DiePath, frames: int, rig: Rig, aside_mm: float) -> DiePath:
    """So many frames before it is where it is at 0 ms, come from the board's far side and from so
    far aside a frame."""
    end = path.pose_at(0.0)
    turn = after(about((1.0, 0.0, 0.3), STEP_RAD * frames), end.quaternion)
    down = 1.0 if end.y_mm > rig.board.height_mm / 2 else -1.0
    y = end.y_mm - down * STEP_MM * frames
    z = min(end.z_mm, -rig.style.die_mm) - STEP_UP_MM * frames
    return DiePath.resting(DiePose(end.x_mm + aside_mm * frames, y, z, turn))


def _on_and_on(path: DiePath) -> DiePath:
    """What slides at 0 ms slides on as fast until the film ends."""
    if len(path.keyframes) == 1:
        return path
    (t0, a), (t1, b) = path.keyframes[0], path.keyframes[-1]
    go = np.subtract((b.x_mm, b.y_mm), (a.x_mm, a.y_mm)) / (t1 - t0)
    keys = []
    for t in (t0, t1, t1 + REST_FRAMES * FRAME_MS):
        x, y = (b.x_mm, b.y_mm) + go * (t - t1)
        keys.append((t, DiePose(float(x), float(y), b.z_mm, path.pose_at(t).quaternion)))
    return DiePath(tuple(keys))
