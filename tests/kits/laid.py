"""Dice laid on rendered boards whose truth is known."""

from __future__ import annotations

import numpy as np

from kits.rigs import exposed, renderer_of, rig_of
from vision.calibration import Calibration
from vision.lab.truth import calibration_of
from vision.scene import CheckerAt, DiePath, DiePose, Rig, Scene, showing, truth

EXPOSURE_MS = 16.0


def white() -> Rig:
    """A rig with white dice: their pips stand out."""
    return next(rig for rig in map(rig_of, range(500)) if rig.style.dice == "white")


def flat(rig: Rig, value: int, x: float, y: float) -> DiePath:
    size = rig.style.die_mm
    turn = showing(value, rig.style.chirality, 0.5 + 0.3 * value)
    return DiePath.resting(DiePose(x, y, -size / 2, turn))


def world_of(rig: Rig) -> Calibration:
    x, y = middle(rig)
    world: Calibration = calibration_of(
        truth(rig, Scene((), (flat(rig, 1, x, y),)), 0.0), with_die_size=True
    )
    return world


def middle(rig: Rig) -> tuple[float, float]:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    return (x0 + x1) / 2, (y0 + y1) / 2


def shot(rig: Rig, dice: tuple[DiePath, ...], checkers: tuple[CheckerAt, ...] = ()) -> np.ndarray:
    renderer = renderer_of(exposed(rig, EXPOSURE_MS), 16)
    return renderer.frame(Scene(checkers, dice), 0.0, np.random.default_rng(rig.seed))
