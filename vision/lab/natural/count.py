"""Count how thrown dice come to rest on a surface. `python -m vision.lab.natural` calls it.

Throws are drawn in batches of one rig, one position and one size of dice; a batch is one line of
`build/rests-felt-1/rests.jsonl`, so that a stopped run continues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kiosk.dice.intervals import wilson
from vision.lab.natural.ends import ENDS, end_of
from vision.lab.natural.positions import POSITIONS, laid
from vision.lab.natural.status import contact_facts_of, status_of
from vision.lab.natural.stuff import SurfaceName
from vision.lab.natural.throws import Tabletop, Throw
from vision.lab.resumed import Lines
from vision.scene import Rig
from vision.scene.board import Half
from vision.scene.die import nearest_top
from vision.scene.style import Finish

BATCH = 100
SIZES_MM = (12.0, 14.0, 16.0)
EDGES = (0.04, 0.2)
"""Radius of the dice's edges in half sides: a quarter of a millimetre to one and a half."""
FIRST_RIG = 800_000_000
"""First seed of rigs, below those of `thrown`."""
OPENING_EVERY = 3
TILTS_DEG = (1, 3, 5, 8, 10, 15, 20, 25, 30, 35, 40, 45)

By = Literal["cup", "box"]


@dataclass(frozen=True, slots=True)
class ThrowBatch:
    """What a batch throws: its number, by cup or baffle box, the dice's size, the position."""

    number: int
    by: By
    size_mm: float
    position: str

    @classmethod
    def by_number(cls, number: int) -> ThrowBatch:
        middle = [name for name in POSITIONS if name != "opening"]
        round_, here = divmod(number, 2 * len(SIZES_MM))
        later = round_ - round_ // OPENING_EVERY - 1
        position = middle[later % len(middle)] if round_ % OPENING_EVERY else "opening"
        return cls(number, ("cup", "box")[here % 2], SIZES_MM[here // 2], position)


@dataclass(frozen=True, slots=True)
class DieAtRest:
    """One stored die of a throw: its end (a word of ENDS), its tilt, its place and its value."""

    end: str
    tilt_deg: float
    zone: str
    value: int


@dataclass(frozen=True, slots=True)
class Counted:
    """One stored throw. moved: how many checkers it pushed."""

    batch: ThrowBatch
    area: str
    dice: tuple[DieAtRest, DieAtRest]
    valid: bool
    took_ms: float | None
    moved: int
    askew: bool


def thrown(batch: ThrowBatch, surface: SurfaceName, seed: int, count: int = BATCH) -> list[Counted]:
    """The throws of a batch, the same for the same seed."""
    rng = np.random.default_rng([seed, batch.number])
    area: Half = "picture_right" if rng.random() < 0.5 else "picture_left"
    mixer = area if batch.by == "box" else None
    rig = Rig.draw(FIRST_RIG + int(rng.integers(1_000_000)), mixer=mixer)
    finish = Finish(float(rng.uniform(*EDGES)), 100.0)
    rig = replace(rig, style=replace(rig.style, die_mm=batch.size_mm, finish=finish))
    checkers = laid(rig.board, batch.position, swapped=bool(rng.random() < 0.5))
    table = Tabletop(rig, surface, checkers)
    return [_counted(batch, table, table.throw(area, rng), area) for _ in range(count)]


def _counted(batch: ThrowBatch, table: Tabletop, throw: Throw, area: Half) -> Counted:
    tops = [nearest_top(die.path.rest, table.rig.style.chirality)[0] for die in throw.dice]
    first, second = (
        DieAtRest(end_of(die), round(die.tilt_deg, 2), die.zone, top)
        for die, top in zip(throw.dice, tops, strict=True)
    )
    moved = sum(a != b for a, b in zip(throw.checkers, table.checkers, strict=True))
    facts = [contact_facts_of(die, top) for die, top in zip(throw.dice, tops, strict=True)]
    ok = status_of(facts, area) == "valid"
    return Counted(batch, area, (first, second), ok, throw.took_ms, moved, throw.askew)


def run(throws: int, surface: SurfaceName, seed: int, out: Path) -> Iterator[list[Counted]]:
    """Yield batch after batch, first those of a stopped run. Raises OtherRun."""
    lines = Lines(
        out / "rests.jsonl",
        {"surface": surface, "seed": seed, "batch": BATCH},
        "rests of another surface, seed or size of batch",
    )
    done = {line["batch"]: line["throws"] for line in lines.whole()}
    for number in range(-(-throws // BATCH)):
        batch = ThrowBatch.by_number(number)
        if number not in done:
            some = thrown(batch, surface, seed)
            lines.add({"batch": number, "throws": [_plain(one) for one in some]})
            yield some
        else:
            yield [_from_plain(batch, one) for one in done[number]]


def _plain(one: Counted) -> list[Any]:
    dice = [[die.end, die.tilt_deg, die.zone, die.value] for die in one.dice]
    return [one.area, *dice, one.valid, one.took_ms, one.moved, one.askew]


def _from_plain(batch: ThrowBatch, plain: list[Any]) -> Counted:
    area, first, second, is_valid, took_ms, moved, askew = plain
    return Counted(
        batch, area, (DieAtRest(*first), DieAtRest(*second)), is_valid, took_ms, moved, askew
    )


def table(some: Iterable[Counted]) -> Iterator[str]:
    """The table of results for RESTS.md: a column each for cup and baffle box, and, of the cup's,
    for sizes of dice and positions."""
    counted = list(some)
    cup, box = ([one for one in counted if one.batch.by == by] for by in ("cup", "box"))
    columns = {"cup": cup, "baffle box": box}
    for size in SIZES_MM:
        columns[f"cup, {size:g} mm"] = [one for one in cup if one.batch.size_mm == size]
    columns["cup, opening"] = [one for one in cup if one.batch.position == "opening"]
    columns["cup, later"] = [one for one in cup if one.batch.position != "opening"]
    columns = {name: rows for name, rows in columns.items() if rows}
    yield "| | " + " | ".join(columns) + " |"
    yield "|---|" + "---:|" * len(columns)
    yield _row("throws", [f"{len(rows):,}" for rows in columns.values()])
    of_throws: dict[str, Callable[[Counted], bool]] = {
        "both dice valid": lambda one: one.valid,
        "a checker pushed": lambda one: one.moved > 0,
        "still moving after 4 s": lambda one: one.took_ms is None,
        "a checker left tilted": lambda one: one.askew,
    }
    for name, is_so in of_throws.items():
        yield _row(name, [_share([is_so(one) for one in rows]) for rows in columns.values()])
    yield _row("time to rest, ms: median, 99 %", [_times(rows) for rows in columns.values()])
    yield _row("**dice**", [f"{2 * len(rows):,}" for rows in columns.values()])
    dice = {
        name: [(one, die) for one in rows for die in one.dice] for name, rows in columns.items()
    }
    ends = Counter(die.end for one in counted for die in one.dice)
    for end in ENDS:
        if ends[end] or end == "leans_nothing":
            shares = [_share([die.end == end for _, die in rows]) for rows in dice.values()]
            yield _row(end.replace("_", " "), shares)
    wrong = [
        _share([die.zone not in {one.area, "bar", "off"} for one, die in rows])
        for rows in dice.values()
    ]
    yield _row("in the wrong half", wrong)
    yield _row(
        "on the bar's width", [_share([d.zone == "bar" for _, d in r]) for r in dice.values()]
    )
    for low, high in zip(TILTS_DEG, (*TILTS_DEG[1:], 55), strict=True):
        inside = [_share([low <= d.tilt_deg < high for _, d in rows]) for rows in dice.values()]
        yield _row(f"askew by {low} to {high}°", inside)


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"


def _share(which: list[bool]) -> str:
    """Per cent with its 95 % interval."""
    part, of = sum(which), len(which)
    low, high = wilson(part, of)
    return f"{100 * part / of:.2f} ({100 * low:.2f}–{100 * high:.2f})"


def _times(rows: list[Counted]) -> str:
    took = [one.took_ms for one in rows if one.took_ms is not None]
    at50, at99 = (float(np.percentile(took, part)) for part in (50, 99))
    return f"{at50:.0f}, {at99:.0f}"


def notable(some: Iterable[Counted]) -> Iterator[str]:
    """Each die that is askew and touches the field alone, and each throw that did not end."""
    for one in some:
        for die in one.dice:
            if die.end == "leans_nothing":
                yield f"leans on nothing: {die.tilt_deg:.1f}° batch {one.batch}"
        if one.took_ms is None:
            yield f"still moving: batch {one.batch}"
