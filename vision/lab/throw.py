"""Throws with more ends than the demo's: dice that touch, lie on each other, or are lifted."""

from __future__ import annotations

import math
from typing import Literal, get_args

import numpy as np

from vision.errors import ThrowImpossible
from vision.scene import throw
from vision.scene.board import Half
from vision.scene.pose import DiePath, DiePose, Quaternion, about
from vision.scene.posed import Scene
from vision.scene.rig import Rig

Outcome = Literal[throw.Outcome, "touching", "on_die"]
"""How the last die ends; all before it lie flat in the wanted half."""


def plan_throw(
    rig: Rig,
    scene: Scene,
    *,
    values: tuple[int, ...],
    half: Half,
    outcome: Outcome,
    rng: np.random.Generator,
    from_xy: tuple[float, float] | None = None,
    duration_ms: float = 900.0,
) -> tuple[DiePath, ...]:
    """As `vision.scene.throw.plan_throw`, with more ends."""
    if outcome not in get_args(Outcome):
        raise ValueError(f"outcome is one of {get_args(Outcome)}, not {outcome!r}")
    placing = _Placing(rig, scene, rng)
    return throw.planned(placing, values, half, outcome, from_xy, duration_ms)


def plan_lift(path: DiePath, *, after_ms: float = 0.0, duration_ms: float = 350.0) -> DiePath:
    """The same die picked up: it rises toward the camera's edge and is gone from the picture."""
    rest = path.rest
    away = DiePose(rest.x_mm, rest.y_mm + 900.0, rest.z_mm - 260.0, rest.quaternion)
    raised = DiePose(rest.x_mm, rest.y_mm + 60.0, rest.z_mm - 80.0, rest.quaternion)
    return DiePath(
        (
            (after_ms, rest),
            (after_ms + duration_ms * 0.4, raised),
            (after_ms + duration_ms, away),
        )
    )


class _Placing(throw.Placing):
    def rests(self, values: tuple[int, ...], half: Half, outcome: str) -> list[DiePose]:
        if outcome not in {"touching", "on_die"} or len(values) == 1:
            return super().rests(values, half, outcome)
        *others, next_to_last, last = values
        first = self.flat(next_to_last, half, [])
        join = self._touching if outcome == "touching" else self._on_die
        return self.with_flat(others, half, [first, join(last, half, first)])

    def _touching(self, value: int, half: Half, first: DiePose) -> DiePose:
        """Flat with a whole side against the first die."""
        size = self._size
        w, _, _, z = _yaw_of(first)
        yaw = 2 * math.atan2(z, w)
        for turn in self.rng.permutation(4):
            angle, slide = yaw + float(turn) * math.pi / 2, float(self.rng.uniform(-0.5, 0.5))
            x = first.x_mm + size * (math.cos(angle) * 1.01 - math.sin(angle) * slide)
            y = first.y_mm + size * (math.sin(angle) * 1.01 + math.cos(angle) * slide)
            if self._clear(x, y, self.rig.board.halves[half], []):
                return self._lying(value, x, y, 0.0, yaw)
        raise ThrowImpossible(f"No room beside the die at {first.x_mm:.0f}, {first.y_mm:.0f} mm.")

    def _on_die(self, value: int, _half: Half, first: DiePose) -> DiePose:
        """Flat on top of the first die, a little off its middle."""
        x, y = (float(v) for v in self.rng.uniform(-0.2, 0.2, 2) * self._size)
        top_z = first.z_mm - self._size / 2
        return self._lying(value, first.x_mm + x, first.y_mm + y, top_z, self._yaw())


def _yaw_of(pose: DiePose) -> Quaternion:
    """A turn about the vertical that lines up with a flat die's sides."""
    corners = pose.corners_mm(1.0)
    edge = next(c - corners[0] for c in corners[[1, 2, 4]] if abs((c - corners[0])[2]) < 0.1)
    return about((0.0, 0.0, 1.0), math.atan2(float(edge[1]), float(edge[0])))
