"""Rolls for `thrown`: where checkers stand, and how dice end that are thrown onto them.

Checkers stand as games leave them. Most rolls are kept as they come. So that cocked ones are not
too rare, some are thrown again until one is cocked, or until a die leans; a few are seen too early,
or without one of their dice. The facts of such a roll record that, and the throws before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from kiosk.dice.intervals import wilson
from vision.errors import ThrowImpossible
from vision.lab.figures import Shot, share
from vision.lab.natural.ends import ENDS, end_of
from vision.lab.natural.positions import POSITIONS, laid
from vision.lab.natural.status import contact_facts_of, status_of
from vision.lab.natural.stuff import SURFACES
from vision.lab.natural.throws import Tabletop, Throw, ThrownDie
from vision.scene import CheckerAt, CubeAt, DiePath, Rig, Scene
from vision.scene.board import Half
from vision.scene.die import nearest_top
from vision.scene.pose import MOVING_MM_S

Sought = Literal["", "cocked", "leaning"]
SOUGHT: dict[Sought, float] = {"": 0.76, "cocked": 0.12, "leaning": 0.12}
"""How many rolls out of a cup are kept as they come, or thrown again until one is cocked, or a die
of it leans. Out of a baffle box, which makes one of them in a hundred, all are kept."""
MOST_THROWS = 200
"""Throws tried for a wanted end; after that the last one is kept as it came."""
ONE_DIE = 0.02
"""Share of rolls shown without one die."""
MOVING = 0.06
"""Of those out of a cup and with no checker pushed, the ones seen before they lie still: three in a
hundred of all."""
SLOW_MM_S = 400.0
"""Fastest corner in such a picture: a larger smear is easy to see."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a roll ended. dice: at 0 ms; checkers: as they stand from pushed_ms on; contact_facts:
    fields of each die's truth that contacts give better than its pose; facts: more about the
    roll."""

    kind: str
    dice: tuple[DiePath, ...]
    checkers: tuple[CheckerAt, ...]
    contact_facts: tuple[dict[str, Any], ...]
    facts: dict[str, Any]
    pushed_ms: float = 0.0


def position(rig: Rig, rng: np.random.Generator) -> tuple[tuple[CheckerAt, ...], CubeAt]:
    """A position of a game; the cube at a rim or on the bar."""
    name = list(POSITIONS)[int(rng.integers(len(POSITIONS)))]
    checkers = laid(rig.board, name, swapped=bool(rng.random() < 0.5))
    return checkers, _cube(rig, rng)


def _cube(rig: Rig, rng: np.random.Generator) -> CubeAt:
    board = rig.board
    x, y = (float(rng.uniform(0.2, 0.8)), float(rng.choice([-0.07, 1.07])))
    if rng.random() < 0.4:
        x, y = 0.5, float(rng.uniform(0.3, 0.7))
    value = int(rng.choice([1, 2, 4, 8, 16, 32, 64]))
    turn = float(rng.uniform(0, 360))
    return CubeAt(value, x * board.width_mm, y * board.height_mm, turn)


def ended(rig: Rig, bare: Scene, area: Half, rng: np.random.Generator) -> Ended:
    """A roll thrown onto a scene, into the half where it counts."""
    end = _at_rest(rig, bare, area, rng)
    part = float(rng.random())
    apart = not any("die" in die["touches"] for die in end.contact_facts)
    if part < ONE_DIE and apart:  # else the one would lie on nothing
        facts = end.facts | {"sought": "one_die"}
        return replace(
            end, kind="one_die", dice=end.dice[:1], contact_facts=end.contact_facts[:1], facts=facts
        )
    early = part < ONE_DIE + MOVING and rig.mixer is None
    if early and end.dice and end.checkers == bare.checkers:
        return _too_early(end, rig.style.die_mm, rng)
    return end


def _too_early(end: Ended, size_mm: float, rng: np.random.Generator) -> Ended:
    """Set 0 ms to an instant before all dice lie still."""
    times = [
        t_ms
        for t_ms, _ in end.dice[0].keyframes
        if MOVING_MM_S < max(die.speed_mm_s(t_ms, size_mm) for die in end.dice) < SLOW_MM_S
    ]
    if not times:
        return end
    now = float(rng.choice(times))
    dice = tuple(DiePath(tuple((t - now, pose) for t, pose in d.keyframes)) for d in end.dice)
    return Ended("moving", dice, end.checkers, (), end.facts | {"sought": "moving"})


def _at_rest(rig: Rig, bare: Scene, area: Half, rng: np.random.Generator) -> Ended:
    surface = list(SURFACES)[int(rng.integers(len(SURFACES)))]
    table = Tabletop(rig, surface, bare.checkers, bare.cube)
    sought = list(SOUGHT)[int(rng.choice(len(SOUGHT), p=list(SOUGHT.values())))]
    if rig.mixer is not None:
        sought = ""
    drawn = cocked = leaning = 0
    for left in reversed(range(MOST_THROWS)):
        throw = table.throw(area, rng)
        if throw.took_ms is None or throw.askew or any("box" in die.touches for die in throw.dice):
            continue  # not a roll, or no scene can show it
        seen = [die for die in throw.dice if _in_sight(rig, die)]
        facts_of_dice = [contact_facts_of(die, _top(rig, die)) for die in seen]
        is_cocked = status_of(facts_of_dice, area) == "cocked"
        leans = is_cocked and not all(die.level for die in seen)
        drawn, cocked, leaning = drawn + 1, cocked + is_cocked, leaning + leans
        found = {"": True, "cocked": is_cocked, "leaning": leans}[sought]
        if found or not left:
            facts = {
                "sought": sought if found else "",
                "drawn": [0, 0, 0] if rig.mixer else [drawn, cocked, leaning],
                "surface": surface,
            }
            paths = tuple(die.path for die in seen)
            kind = kind_of(throw, area)
            return Ended(kind, paths, throw.checkers, tuple(facts_of_dice), facts, throw.pushed_ms)
    raise ThrowImpossible(f"Dice never lie still on rig {rig.seed}: draw another position.")


def kind_of(throw: Throw, area: Half) -> str:
    """The rarer end of its two dice; `wrong_half` where both lie flat and one is in that half."""
    end = max((end_of(die) for die in throw.dice), key=ENDS.index)
    flat = all(die.flat for die in throw.dice)
    return "wrong_half" if flat and any(die.zone != area for die in throw.dice) else end


def _top(rig: Rig, die: ThrownDie) -> int:
    return nearest_top(die.path.rest, rig.style.chirality)[0]


def _in_sight(rig: Rig, die: ThrownDie) -> bool:
    camera = rig.camera
    x, y = camera.project(die.path.rest.centre_mm)
    return bool(0 <= x < camera.width and 0 <= y < camera.height)


def lines(shots: Iterable[Shot]) -> Iterator[str]:
    """How often rolls out of a cup are cocked, and how many of them a sought one stands for."""
    some = [one for one in shots if one.drawn[0]]
    drawn, *counts = (sum(one.drawn[n] for one in some) for n in range(3))
    unsought = sum(one.sought == "" for one in some)
    for name, count in zip(("cocked", "leaning"), counts, strict=True):
        sought = sum(one.sought == name for one in some)
        low, high = wilson(count, drawn)
        interval = f"({100 * low:.2f} to {100 * high:.2f})"
        yield f"{name}: {share(count, drawn)} of all throws out of a cup {interval}"
        if sought:
            weight = count / drawn * unsought / sought
            yield f"  a roll sought for it stands for {weight:.3f} of {unsought} rolls as they came"
