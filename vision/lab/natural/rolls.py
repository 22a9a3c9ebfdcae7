"""Rolls for measuring that end as physics wants: `thrown.rolls(seed, draws=NATURAL)`.

Rigs, dice and lights are those of `thrown`; checkers stand as games leave them. Most rolls are
kept as they come. So that cocked ones are not too rare, some are thrown again until one is cocked:
such a roll says so, and how many throws it took.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kiosk.dice.intervals import wilson
from vision.errors import ThrowImpossible
from vision.lab.figures import Shot, share
from vision.lab.natural.ends import CARRIERS, ENDS, end_of
from vision.lab.natural.positions import POSITIONS, laid
from vision.lab.natural.stuff import SURFACES
from vision.lab.natural.throws import Die, Tabletop, Throw
from vision.lab.thrown import Draws, Ended, Laid, some_cube, status_of
from vision.scene import Rig, Scene
from vision.scene.board import Half
from vision.scene.die import nearest_top

SOUGHT = 0.25
"""Of all rolls those thrown again until one is cocked."""
MOST_THROWS = 400


def _laid(rig: Rig, rng: np.random.Generator) -> Laid:
    name = list(POSITIONS)[int(rng.integers(len(POSITIONS)))]
    checkers = laid(rig.board, name, swapped=bool(rng.random() < 0.5))
    return checkers, some_cube(rig, rng)


def _end(rig: Rig, bare: Scene, area: Half, rng: np.random.Generator) -> Ended:
    surface = list(SURFACES)[int(rng.integers(len(SURFACES)))]
    table = Tabletop(rig, surface, bare.checkers, bare.cube)
    sought = bool(rng.random() < SOUGHT)
    for number in range(1, MOST_THROWS + 1):
        throw = table.throw(area, rng)
        if throw.took_ms is None or throw.askew or any("box" in die.touches for die in throw.dice):
            continue  # nobody calls that a roll, or no scene can show it
        seen = [die for die in throw.dice if _in_sight(rig, die)]
        known = [known_of(rig, die) for die in seen]
        if not sought or status_of(known, area) == "cocked":
            facts = {"sought": sought, "throws": number, "surface": surface}
            paths = tuple(die.path for die in seen)
            kind = kind_of(throw, area)
            return Ended(kind, paths, throw.checkers, tuple(known), facts)
    raise ThrowImpossible(
        f"None of {MOST_THROWS} throws on rig {rig.seed} was cocked: draw another position."
    )


NATURAL = Draws(_laid, _end)


def known_of(rig: Rig, die: Die) -> dict[str, Any]:
    """Of a die's truth what contacts tell: flat is what is level and has the field under it."""
    carriers = [name for name in CARRIERS if name in die.touches]
    others = [*carriers, *sorted(die.touches), "none"]
    top = nearest_top(die.path.rest, rig.style.chirality)[0]
    return {
        "top": top if die.level else None,
        "support": "surface" if die.flat else others[0],
        "touches": sorted(die.touches),
        "zone": die.zone,
        "in_motion": False,
    }


def kind_of(throw: Throw, area: Half) -> str:
    """The rarer end of its two dice; `wrong_half` where both lie flat and one there."""
    end = max((end_of(die) for die in throw.dice), key=ENDS.index)
    flat = all(die.flat for die in throw.dice)
    return "wrong_half" if flat and any(die.zone != area for die in throw.dice) else end


def _in_sight(rig: Rig, die: Die) -> bool:
    camera = rig.camera
    x, y = camera.project(die.path.rest.centre_mm)
    return bool(0 <= x < camera.width and 0 <= y < camera.height)


@dataclass(frozen=True, slots=True)
class Cocked:
    """How many of all throws drawn for some rolls were cocked. A sought roll stands for as many
    cocked ones as come in as many rolls: `weight` of one."""

    cocked: int
    throws: int
    sought: int
    as_they_came: int

    @classmethod
    def of(cls, shots: Iterable[Shot]) -> Cocked:
        some = list(shots)
        came = [one for one in some if not one.sought]
        return cls(
            sum(one.truth == "cocked" for one in some),
            sum(one.throws for one in some),
            len(some) - len(came),
            len(came),
        )

    @property
    def weight(self) -> float:
        return self.cocked / self.throws * self.as_they_came / self.sought if self.sought else 0.0


def lines(shots: Iterable[Shot]) -> Iterator[str]:
    """How often rolls are cocked by nature."""
    told = Cocked.of(shots)
    low, high = wilson(told.cocked, told.throws)
    yield (
        f"cocked by nature: {share(told.cocked, told.throws)} of the throws drawn "
        f"({100 * low:.1f} to {100 * high:.1f}); each of the {told.sought} sought rolls stands for "
        f"{told.weight:.3f} of those in {told.as_they_came} as they came"
    )
