"""Drawn rolls as films: what the frames show, and what the tracker makes of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.frame import Frame
from vision.lab import film, rendered, thrown
from vision.lab.figures import Shot
from vision.lab.filmed import NO_REST, filmed
from vision.lab.natural import rolls
from vision.lab.natural.ends import end_of
from vision.lab.natural.positions import laid
from vision.lab.natural.status import contact_facts_of, status_of
from vision.lab.natural.throws import Tabletop, Throw
from vision.reading import DieSeen, Reading, Support
from vision.scene import DiePath, Renderer, Rig, Scene, truth
from vision.scene.board import Half
from vision.scene.die import nearest_top
from vision.tracker import AtRest, Event, Placed, Tracker
from vision.view import Picture

RIG = Rig.draw(41, 1280, 720)
HALF: Half = "picture_right"
Told = tuple[str, tuple[int, ...] | None, str]


def lie(throw: Throw) -> bool:
    return status_of([contact_facts_of(die, 1) for die in throw.dice], HALF) == "valid"


def leans(throw: Throw) -> bool:
    return any(end_of(die) == "leans_checker" and die.tilt_deg > 30 for die in throw.dice)


def film_of(
    wanted: Callable[[Throw], bool],
    rig: Rig = RIG,
    position: str = "opening",
    seed: int = 1,
    late_ms: float = 0.0,
) -> tuple[tuple[DiePath, ...], list[Frame]]:
    """The first throw that ends as wanted, late_ms before it does."""
    checkers, rng = laid(rig.board, position), np.random.default_rng(seed)
    table = Tabletop(rig, "felt", checkers)
    throw = table.throw(HALF, rng)
    while not wanted(throw):
        throw = table.throw(HALF, rng)
    dice = tuple(
        DiePath(tuple((t_ms + late_ms, pose) for t_ms, pose in die.path.keyframes))
        for die in throw.dice
    )
    scene = Scene(throw.checkers, dice)
    return dice, list(film.film(Renderer(rig), scene, rng, checkers, throw.pushed_ms))


def first_of(dice: tuple[DiePath, ...]) -> int:
    """The frame at 0 ms."""
    first_ms = min(die.keyframes[0][0] for die in dice)
    return film.BARE_FRAMES + math.ceil(-first_ms / film.FRAME_MS)


def told_of(frames: list[Frame], rig: Rig = RIG, roller: str = "bottom") -> Told:
    facts = truth(rig, Scene(()), 0.0) | {
        **{"roller": roller, "roll_status": "", "values": None},
        **{"light": "", "kind": "", "sub": None},
    }
    shot = filmed("", iter(frames), facts, "whole")
    return shot.answer, shot.values, shot.why


def apart(one: Frame, other: Frame, path: DiePath, t_ms: float) -> float:
    """Grey levels between two frames, around where a die is at that time."""
    px, py = RIG.camera.project(path.pose_at(t_ms).centre_mm).round().astype(int)
    near = np.s_[py - 6 : py + 7, px - 6 : px + 7]
    return float(np.abs(one.main[near].astype(int) - other.main[near]).mean())


def test_a_film_shows_the_bare_board_then_dice_that_come_and_lie() -> None:
    dice, frames = film_of(lie)
    first = first_of(dice)
    assert len(frames) == first + film.REST_FRAMES
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    steps = [b.at_ns - a.at_ns for a, b in pairwise(frames)]
    assert steps == pytest.approx([1e9 / 30] * len(steps), abs=1)
    bare, flies, lies = frames[: film.BARE_FRAMES], frames[film.BARE_FRAMES : first], frames[first:]
    for path in dice:
        noise = apart(bare[0], bare[1], path, 0.0)
        for frame in bare:
            assert apart(bare[0], frame, path, 0.0) < 2 * noise
        for frame in lies:
            assert (
                apart(lies[0], frame, path, 0.0)
                < 2 * noise
                < 0.2 * apart(bare[0], frame, path, 0.0)
            )
        assert len(flies) == math.ceil(-path.keyframes[0][0] / film.FRAME_MS)
        for number, frame in enumerate(flies, -len(flies)):
            if number * film.FRAME_MS >= path.keyframes[0][0]:
                assert apart(bare[0], frame, path, number * film.FRAME_MS) > 5 * noise


def test_checkers_stand_until_dice_push_them_and_are_pushed_then() -> None:
    def pushes(throw: Throw) -> bool:
        return lie(throw) and -300 < throw.pushed_ms < -100

    checkers, rng = laid(RIG.board, "opening"), np.random.default_rng(1)
    table = Tabletop(RIG, "felt", checkers)
    throw = table.throw(HALF, rng)
    while not pushes(throw):
        throw = table.throw(HALF, rng)
    shown: list[Scene] = []

    class Watched(Renderer):
        def frame(self, scene: Scene, t_ms: float, rng: np.random.Generator) -> Picture:
            shown.append(scene)
            return super().frame(scene, t_ms, rng)

    scene = Scene(throw.checkers, tuple(die.path for die in throw.dice))
    list(film.film(Watched(RIG), scene, rng, checkers, throw.pushed_ms))
    pushed = math.ceil(throw.pushed_ms / film.FRAME_MS) + len(shown) - film.REST_FRAMES
    assert all(one.checkers == checkers for one in shown[:pushed])
    assert all(one.checkers == throw.checkers != checkers for one in shown[pushed:])
    assert shown[pushed - 1].dice == scene.dice


def test_dice_that_come_to_lie_are_a_roll() -> None:
    dice, frames = film_of(lie)
    values = sorted((nearest_top(die.rest, RIG.style.chirality)[0] for die in dice), reverse=True)
    assert told_of(frames) == ("valid", tuple(values), "")
    assert told_of(frames, roller="top")[0] == "wrong_side"


def test_a_film_of_dice_that_still_move_ends_before_they_lie() -> None:
    dice, frames = film_of(lie, late_ms=60.0)
    assert len(frames) == first_of(dice) + 1
    assert told_of(frames) == ("in_motion", None, NO_REST)


def test_a_die_that_leans_and_shows_no_face_is_called() -> None:
    rig = Rig.draw(924, 1920, 1080)
    _, frames = film_of(leans, rig, "primes", seed=58)
    assert told_of(frames, rig)[0] == "cocked"


def test_the_first_roll_told_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table has taken it when the next is told."""
    _, frames = film_of(lie)
    left, right = (
        DieSeen(n, n, "picture_right", True, Support.SURFACE, 1.0, (0, 0), None, (0, 0, 9, 9))
        for n in (6, 4)
    )
    rest = Reading((left, right), 0, 0, (), rolled=True)
    picture = frames[0].main
    told: list[tuple[Event, ...]] = [(Placed(rest, picture),), (AtRest(rest, picture),)]
    told += [(Placed(rest, picture),), ()]
    monkeypatch.setattr(Tracker, "feed", lambda *_: told.pop(0))
    assert told_of(frames[:4]) == ("valid", (6, 4), "")


def test_a_run_of_films_asks_the_tracker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(thrown, "SIZES", ((320, 180),))
    for name in ("POSITIONS", "DICE_SETS", "ROLLS", "ROLLS_A_RIG"):
        monkeypatch.setattr(thrown, name, 1)
    monkeypatch.setattr(rendered, "ROLLS_A_RIG", 1)
    monkeypatch.setattr(rolls, "MOVING", 0.0)
    shown: list[int] = []

    def counted(file: str, frames: Iterator[Frame], facts: dict[str, Any], told: str) -> Shot:
        kept = list(frames)
        shown.append(len(kept))
        return filmed(file, iter(kept), facts, told)

    monkeypatch.setattr(rendered, "filmed", counted)
    run = rendered.Run(2, 1, "whole", before=False, film=True, out=tmp_path)
    assert [len(shots) for _, shots in rendered.run(run)] == [1, 1]
    assert len(shown) == 2
    assert min(shown) > film.BARE_FRAMES + film.REST_FRAMES + 5
