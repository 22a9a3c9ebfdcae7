"""How the reader does on rolls of our own renderer: `measure --natural N --seed S`.

A rig's rolls are written as soon as they are read, so that a stopped run continues.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2

from vision.lab.answered import enlarged, read_shot
from vision.lab.figures import Shot
from vision.lab.filmed import filmed
from vision.lab.resumed import Lines
from vision.lab.thrown import ROLLS_A_RIG, rig_seed, rolls
from vision.stored_reading import reader_version
from vision.view import Picture

LINES = "rolls.jsonl"
PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class Run:
    """rolls: how many; seed: which; calibration: what the reader gets, as in `measure`;
    before: whether it gets the board as it lay; film: the tracker sees the roll frame by frame;
    out: where lines and pictures go."""

    rolls: int
    seed: int
    calibration: str
    before: bool
    film: bool
    out: Path

    @property
    def rigs(self) -> range:
        return range(-(-self.rolls // ROLLS_A_RIG))


def run(asked: Run, workers: int = 1) -> Iterator[tuple[int, list[Shot]]]:
    """Each rig's rolls, first those of a stopped run. Raises OtherRun when the folder holds rolls
    of other options."""
    asked.out.mkdir(parents=True, exist_ok=True)
    done = _done(asked)
    for number in sorted(done):
        yield number, done[number][: _wanted(asked, number)]
    left = [(asked, number) for number in asked.rigs if number not in done]
    if workers == 1:
        for number, shots in map(_rig, left):
            _keep(asked, number, shots)
            yield number, shots
        return
    with closing(multiprocessing.get_context("spawn").Pool(workers)) as pool:
        for number, shots in pool.imap_unordered(_rig, left):
            _keep(asked, number, shots)
            yield number, shots


def _rig(what: tuple[Run, int]) -> tuple[int, list[Shot]]:
    asked, number = what
    cv2.setNumThreads(1)
    shots = []
    drawn = rolls(rig_seed(asked.seed, number))
    for roll, _ in zip(drawn, range(_wanted(asked, number)), strict=False):
        if asked.film:
            shot = filmed(roll.file, roll.film(), roll.facts, asked.calibration)
        else:
            before = roll.before if asked.before else None
            shot = read_shot(roll.file, roll.image, roll.facts, asked.calibration, before)
        if shot.wrong or shot.answer != shot.truth:
            _draw(asked.out / PICTURES, shot, roll.image, roll.facts)
        shots.append(shot)
    return number, shots


def _wanted(asked: Run, number: int) -> int:
    return min(ROLLS_A_RIG, asked.rolls - number * ROLLS_A_RIG)


def _draw(folder: Path, shot: Shot, image: Picture, facts: dict[str, Any]) -> None:
    """Write the dice of a roll that was not read right; the whole picture if wrongly accepted."""
    folder.mkdir(parents=True, exist_ok=True)
    mark = "WRONG_" if shot.wrong else ""
    name = f"{mark}{shot.truth}_{shot.kind}_answer_{shot.answer}_{shot.file}"
    tiles = enlarged(image, facts)
    if tiles is not None:
        cv2.imwrite(str(folder / f"{name}.png"), tiles)
    if shot.wrong:
        cv2.imwrite(str(folder / f"{name}_whole.png"), image)
        (folder / f"{name}.json").write_text(json.dumps(facts, indent=1))


def _head(asked: Run) -> dict[str, Any]:
    return {
        "seed": asked.seed,
        "calibration": asked.calibration,
        "before": asked.before,
        "film": asked.film,
        "reader": reader_version(),
    }


def _lines(asked: Run) -> Lines:
    """One line a rig."""
    return Lines(
        asked.out / LINES,
        _head(asked),
        "rolls of another seed, calibration, --before, --film or reader",
    )


def _keep(asked: Run, number: int, shots: list[Shot]) -> None:
    _lines(asked).add({"rig": number, "rolls": [asdict(shot) for shot in shots]})


def _done(asked: Run) -> dict[int, list[Shot]]:
    """The rigs that were read before."""
    kept = {line["rig"]: [_shot(one) for one in line["rolls"]] for line in _lines(asked).whole()}
    return {
        number: shots
        for number, shots in kept.items()
        if number in asked.rigs and len(shots) >= _wanted(asked, number)
    }


def _shot(plain: dict[str, Any]) -> Shot:
    """A shot from its JSON, which has no tuples."""
    parts: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
    }
    return Shot(**parts)


def slices(shots: Sequence[Shot]) -> Iterator[str]:
    """Answers for all rolls, slice by slice: right, asked, another status, wrongly accepted."""
    parts: dict[str, Callable[[Shot], str]] = {
        "truth": lambda shot: shot.truth,
        "kind": lambda shot: shot.kind,
        "light": lambda shot: shot.light,
        "board": lambda shot: shot.style,
        "dice": lambda shot: shot.colour,
        "die px": lambda shot: f"{int(shot.die_px // 4) * 4:02}-{int(shot.die_px // 4) * 4 + 4}",
    }
    for name, of in parts.items():
        yield f"by {name}: {'right':>12}{'asked':>7}{'other':>7}{'WRONG':>7}{'of':>7}"
        for word in sorted({of(shot) for shot in shots}):
            some = [shot for shot in shots if of(shot) == word]
            wrong = sum(shot.wrong for shot in some)
            right = sum(shot.answer == shot.truth and not shot.wrong for shot in some)
            asked = sum(shot.answer in {"unsure", "error"} for shot in some)
            other = len(some) - wrong - right - asked
            yield f"{word:>20}{right:>7}{asked:>7}{other:>7}{wrong:>7}{len(some):>7}"
