"""Boards set up in light that rigs are not drawn with, and the dice that are laid on them."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.lab.train.dressing import finished
from vision.lab.train.lights import other_lights
from vision.lab.train.rendered import POSITIONS, SIZES, developed, other_dice, position
from vision.scene import CheckerAt, CubeAt, Rig, Scene
from vision.scene.render import Renderer


@dataclass(frozen=True, slots=True, eq=False)
class DressedBoard:
    """A position on a rig that wears dice of one kind."""

    rig: Rig
    checkers: tuple[CheckerAt, ...]
    cube: CubeAt
    renderer: Renderer

    def picture(self, scene: Scene, rng: np.random.Generator) -> np.ndarray:
        """A scene there, (h, w, 3) uint8 BGR, as a camera or a file may leave it."""
        renderer = self.renderer
        if scene.checkers != self.checkers:
            renderer = copy.copy(renderer)  # what it keeps of the position stays as it is
        return developed(renderer.frame(scene, 0.0, rng), rng)


def dressed_boards(
    seed: int, rng: np.random.Generator, finish: np.random.Generator, dice_sets: int
) -> Iterator[DressedBoard]:
    """The boards of one rig: POSITIONS, each with `dice_sets` kinds of dice. finish: draws
    materials and light, apart from where things lie."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    rig = Rig.draw(seed, width, height)
    light, *more = other_lights(rig, finish)
    rig = replace(rig, light=light, more=tuple(more))
    renderer = Renderer(rig)
    for _ in range(POSITIONS):
        checkers, cube = position(rig, rng)
        renderer.clean(Scene(checkers, (), cube), 0.0)  # kept, and shared by all dice on it
        for _ in range(dice_sets):
            style = finished(other_dice(rig.style, rng), finish)
            yield DressedBoard(replace(rig, style=style), checkers, cube, renderer.wearing(style))
