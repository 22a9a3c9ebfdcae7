"""How the tracker does on rendered films: `PYTHONPATH=.:tests python -m kits.measure_tracker`.

Rolls: how long from rest to verdict, verdicts too early, rolls and lifts missed. Decoys: what is
told of a roll though none happened. `--real` looks with the reader instead of the films' truth.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from kits.films import Stage
from vision.frame import Frame
from vision.lab.truth import calibration_of
from vision.reader import read_at_rest
from vision.scene import Rig, lay_out, truth
from vision.scene.posed import Scene
from vision.tracker import AtRest, Event, Lifted, OneLifted, Placed, Tracker

MS = 1_000_000
WIDTH, HEIGHT = 1280, 720
OUTCOMES = ("flat", "flat", "touching", "lean_checker", "wrong_half", "on_checker")


@dataclass(slots=True)
class Score:
    latency_ms: list[float] = field(default_factory=list)
    lift_ms: list[float] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)


def stage_of(seed: int, width: int = WIDTH, height: int = HEIGHT) -> Stage:
    rig = Rig.draw(seed, width, height)
    rng = np.random.default_rng(seed)
    points = rng.permutation(24)[:8]
    laid = {int(p): (int(k % 2), int(rng.integers(1, 4))) for k, p in enumerate(points)}
    stage = Stage(rig, seed, Scene(lay_out(rig.board, laid)))
    stage.scene = stage.cube_at(2, 10.0)
    return stage


def tracker_of(stage: Stage, *, real: bool = False) -> Tracker:
    calibration = calibration_of(truth(stage.rig, stage.scene, 0.0), with_die_size=True)
    return Tracker(calibration, read_at_rest if real else stage.read)


def play(tracker: Tracker, film: Iterator[Frame]) -> list[tuple[int, Event]]:
    return [(frame.at_ns, event) for frame in film for event in tracker.feed(frame)]


def roll(seed: int, score: Score, *, real: bool) -> None:
    """Two turns: roll, a move, lift."""
    stage = stage_of(seed)
    tracker = tracker_of(stage, real=real)
    play(tracker, stage.still(450))
    rng = np.random.default_rng([seed, 3])
    for turn in range(2):
        values = (int(rng.integers(1, 7)), int(rng.integers(1, 7)))
        outcome = OUTCOMES[int(rng.integers(len(OUTCOMES)))]
        said = play(tracker, stage.throw(values, outcome))
        at_rest = [at for at, event in said if isinstance(event, AtRest)]
        true = stage.rest_at_ns[-1]
        score.count["rolls"] += 1
        score.count["early"] += sum(at < true for at in at_rest)
        score.count["missed"] += not at_rest
        score.count["twice"] += len(at_rest) > 1
        score.latency_ms += [(at_rest[0] - true) / MS] if at_rest else []
        if len(at_rest) != 1:
            score.notes.append(f"{seed} turn {turn} {outcome} {values}: {_names(said)}")
        said = play(tracker, move(stage, rng))
        _phantoms(score, f"{seed} move", said)
        said = play(tracker, stage.lift()) + play(tracker, stage.still(500))
        lifts = [at for at, event in said if isinstance(event, Lifted)]
        score.count["lifts"] += 1
        score.count["lifts missed"] += not lifts
        score.lift_ms += [(lifts[0] - stage.gone_at_ns[-1]) / MS] if lifts else []
        if len(lifts) != 1:
            score.notes.append(f"{seed} lift: {_names(said)}")
        score.count["phantom rolls"] += any(isinstance(event, AtRest) for _, event in said)


def move(stage: Stage, rng: np.random.Generator) -> Iterator[Frame]:
    """A checker goes by hand from where it lies to another point."""
    index = int(rng.integers(len(stage.scene.checkers)))
    was = stage.scene.checkers[index]
    x, y, z = stage.rig.board.point_xyz(int(rng.integers(24)), 4)
    checkers = tuple(c for i, c in enumerate(stage.scene.checkers) if i != index)
    yield from stage.by_hand(was.x_mm, was.y_mm, replace(stage.scene, checkers=checkers))
    there = (*checkers, replace(was, x_mm=x, y_mm=y, z_mm=z))
    yield from stage.by_hand(x, y, replace(stage.scene, checkers=there))
    yield from stage.still(300)


def stacked(stage: Stage) -> Iterator[Frame]:
    one, *others = stage.scene.checkers
    top = others[-1]
    thick = stage.rig.board.checker_thickness_mm
    on_top = replace(one, x_mm=top.x_mm, y_mm=top.y_mm, z_mm=top.z_mm - thick)
    yield from stage.by_hand(one.x_mm, one.y_mm, replace(stage.scene, checkers=tuple(others)))
    after = replace(stage.scene, checkers=(*others, on_top))
    yield from stage.by_hand(top.x_mm, top.y_mm, after)


DECOYS: dict[str, Callable[[Stage], Iterator[Frame]]] = {
    "cube turned": lambda s: s.by_hand(
        s.scene.cube.x_mm, s.scene.cube.y_mm, s.cube_at(4, 100.0), 300.0
    ),
    "checker slid": lambda s: s.slide(0, 60.0, 30.0),
    "checker stacked": stacked,
    "checker dropped": lambda s: s.drop(s.rig.board.width_mm * 0.7, s.rig.board.height_mm / 2),
    "dice shown": lambda s: s.show(s.rig.board.width_mm * 0.7, s.rig.board.height_mm * 0.5),
    "cloth": lambda s: s.cloth(),
    "lamp off": lambda s: s.lamp(0.6),
    "lamp on": lambda s: s.lamp(1.5),
    "nudge": lambda s: s.nudge(4.0, -3.0, 0.6),
    "big nudge": lambda s: s.nudge(22.0, 14.0, 2.5),
}


def decoys(seed: int, score: Score, *, real: bool, only: str | None = None) -> None:
    for name, piece in DECOYS.items():
        if only is not None and only != name:
            continue
        for dice_lie in (False, True):
            stage = stage_of(seed)
            tracker = tracker_of(stage, real=real)
            play(tracker, stage.still(450))
            if dice_lie:
                play(tracker, stage.throw((5, 2)))
            said = play(tracker, piece(stage)) + play(tracker, stage.still(500))
            score.count["decoys"] += 1
            _phantoms(score, f"{seed} {name} dice={dice_lie}", said)
            if dice_lie:
                said = play(tracker, stage.lift()) + play(tracker, stage.still(500))
                score.count["lifts"] += 1
                if not any(isinstance(event, Lifted) for _, event in said):
                    score.count["lifts missed"] += 1
                    score.notes.append(f"{seed} lift after {name}: {_names(said)}")


def _phantoms(score: Score, name: str, said: list[tuple[int, Event]]) -> None:
    told = [event for _, event in said]
    score.count["phantom rolls"] += any(isinstance(event, AtRest) for event in told)
    score.count["phantom laid"] += any(isinstance(event, Placed) for event in told)
    false_lift = any(isinstance(event, Lifted | OneLifted) for event in told)
    score.count["false lifts"] += false_lift
    words = _names(said)
    score.notes.append(f"{name}: {words}")


def _names(said: list[tuple[int, Event]]) -> str:
    return " ".join(f"{type(event).__name__}@{at // MS}" for at, event in said)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("seeds", type=int, nargs="*", default=[901, 902, 903])
    parser.add_argument("--real", action="store_true")
    parser.add_argument("--what", choices=("rolls", "decoys", "all"), default="all")
    parser.add_argument("--only")
    parser.add_argument("--notes", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    score = Score()
    for seed in options.seeds:
        if options.what != "decoys":
            roll(seed, score, real=options.real)
        if options.what != "rolls":
            decoys(seed, score, real=options.real, only=options.only)
    print(dict(score.count))  # noqa: T201
    for name, ms in (("verdict", score.latency_ms), ("lift", score.lift_ms)):
        if ms:
            half, most = np.percentile(ms, [50, 95])
            print(f"{name}: n {len(ms)} median {half:.0f} ms, p95 {most:.0f}, max {max(ms):.0f}")  # noqa: T201
    if options.notes:
        print("\n".join(score.notes))  # noqa: T201


if __name__ == "__main__":
    main()
