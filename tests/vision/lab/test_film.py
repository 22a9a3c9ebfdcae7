"""Drawn rolls as films: what the frames show, and what the tracker makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.frame import Frame
from vision.lab import film, rendered, thrown
from vision.lab.figures import Shot
from vision.lab.filmed import NO_REST, filmed
from vision.lab.throw import plan_throw
from vision.reading import DieSeen, Reading, Support
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, lay_out, opening, truth
from vision.scene.die import showing
from vision.tracker import AtRest, Event, Placed, Tracker

RIG = Rig.draw(41, 1280, 720)
X, Y = RIG.board.width_mm * 0.75, RIG.board.height_mm * 0.4
FIRST = film.BARE_FRAMES + film.FLIGHT_FRAMES
"""The frame at 0 ms."""


def lying(value: int, x: float, y: float) -> DiePath:
    turn = showing(value, RIG.style.chirality, 0.3)
    return DiePath.resting(DiePose(x, y, -RIG.style.die_mm / 2, turn))


def sliding(value: int, x: float, y: float, mm_s: float) -> DiePath:
    end = lying(value, x, y).rest
    ways = ((t, replace(end, y_mm=y + mm_s * t / 1000)) for t in (-50.0, 50.0))
    return DiePath(tuple(ways))


def frames_of(*dice: DiePath) -> list[Frame]:
    scene = Scene(lay_out(RIG.board, {0: (0, 2), 23: (1, 2)}), dice)
    return list(film.film(Renderer(RIG), scene, np.random.default_rng(1)))


Told = tuple[str, tuple[int, ...] | None, str]


def told_of_frames(frames: Iterator[Frame], rig: Rig = RIG) -> Told:
    facts = truth(rig, Scene(()), 0.0) | {
        **{"roller": "bottom", "roll_status": "", "values": None},
        **{"light": "", "kind": "", "sub": None},
    }
    shot = filmed("", frames, facts, "whole")
    return shot.said, shot.values, shot.why


def told_of(*dice: DiePath) -> Told:
    return told_of_frames(iter(frames_of(*dice)))


def apart(one: Frame, other: Frame, x: float, y: float) -> float:
    """Grey levels between two frames, around a place of the field."""
    px, py = RIG.camera.project(np.array([x, y, -RIG.style.die_mm])).round().astype(int)
    near = np.s_[py - 6 : py + 7, px - 6 : px + 7]
    return float(np.abs(one.main[near].astype(int) - other.main[near]).mean())


def test_a_film_shows_the_bare_board_then_dice_that_come_and_lie() -> None:
    frames = frames_of(lying(5, X, Y), lying(3, X + 40, Y))
    assert len(frames) == FIRST + film.REST_FRAMES
    assert [frame.seq for frame in frames] == list(range(len(frames)))
    steps = [b.at_ns - a.at_ns for a, b in pairwise(frames)]
    assert steps == pytest.approx([1e9 / 30] * len(steps), abs=1)
    bare, flies, lies = frames[: film.BARE_FRAMES], frames[film.BARE_FRAMES : FIRST], frames[FIRST:]
    noise = apart(bare[0], bare[1], X, Y)
    for frame in (*bare, *flies):
        assert apart(bare[0], frame, X, Y) < 2 * noise
    for x in (X, X + 40):
        for frame in lies:
            assert apart(lies[0], frame, x, Y) < 2 * noise < 0.2 * apart(bare[0], frame, x, Y)
    for frame, left in zip(flies, range(film.FLIGHT_FRAMES, 0, -1), strict=True):
        for x, aside in ((X, -film.ASIDE_MM), (X + 40, film.ASIDE_MM)):
            assert apart(bare[0], frame, x + aside * left, Y + film.STEP_MM * left) > 5 * noise


def test_what_slides_slides_on_to_the_end() -> None:
    """60 mm/s, and as far between the last two frames as between the first."""
    frames = frames_of(sliding(5, X, Y, 60.0), lying(3, X + 40, Y))[FIRST:]
    noise = apart(frames[0], frames[1], X + 40, Y)
    for number, (one, other) in enumerate(pairwise(frames)):
        assert apart(one, other, X, Y + 60 * number / 30) > 3 * noise, number


def test_dice_that_come_to_lie_are_a_roll() -> None:
    assert told_of(lying(5, X, Y), lying(3, X + 40, Y)) == ("valid", (5, 3), "")


def test_dice_that_slide_slowly_are_none() -> None:
    """25 mm/s: no more than 0.3 mm while the shutter is open."""
    assert told_of(sliding(5, X, Y, 25.0), lying(3, X + 40, Y)) == ("in_motion", None, NO_REST)


def test_dice_on_the_other_half_are_called() -> None:
    assert told_of(lying(5, X, Y), lying(3, RIG.board.width_mm * 0.25, Y))[0] == "wrong_side"


def test_a_die_that_leans_and_shows_no_face_is_called() -> None:
    rig = Rig.draw(924, 1920, 1080)
    bare, rng = Scene(opening(rig.board)), np.random.default_rng(924)
    thrown = plan_throw(
        rig, bare, values=(3, 5), half="picture_right", outcome="lean_checker", rng=rng
    )
    scene = replace(bare, dice=tuple(DiePath.resting(path.rest) for path in thrown))
    frames = film.film(Renderer(rig), scene, rng)
    assert told_of_frames(frames, rig)[0] == "cocked"


def test_the_first_roll_told_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table has taken it when the next is told."""
    frames = frames_of(lying(5, X, Y), lying(3, X + 40, Y))
    left, right = (
        DieSeen(n, n, "picture_right", True, Support.SURFACE, 1.0, (0, 0), None, (0, 0, 9, 9))
        for n in (6, 4)
    )
    rest = Reading((left, right), 0, 0, (), rolled=True)
    picture = frames[0].main
    told: list[tuple[Event, ...]] = [(Placed(rest, picture),), (AtRest(rest, picture),)]
    told += [(Placed(rest, picture),), ()]
    monkeypatch.setattr(Tracker, "feed", lambda *_: told.pop(0))
    assert told_of_frames(iter(frames[:4])) == ("valid", (6, 4), "")


def test_a_run_of_films_asks_the_tracker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(thrown, "SIZES", ((320, 180),))
    for name in ("POSITIONS", "DICE_SETS", "ROLLS", "ROLLS_A_RIG"):
        monkeypatch.setattr(thrown, name, 1)
    monkeypatch.setattr(rendered, "ROLLS_A_RIG", 1)
    shown: list[int] = []

    def counted(file: str, frames: Iterator[Frame], facts: dict[str, Any], told: str) -> Shot:
        kept = list(frames)
        shown.append(len(kept))
        return filmed(file, iter(kept), facts, told)

    monkeypatch.setattr(rendered, "filmed", counted)
    run = rendered.Run(2, 1, "whole", before=False, film=True, out=tmp_path)
    assert [len(shots) for _, shots in rendered.run(run)] == [1, 1]
    assert shown == [FIRST + film.REST_FRAMES] * 2
