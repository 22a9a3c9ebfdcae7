"""A die that creeps so slowly that no single picture shows it is no die at rest: frames tell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.lab.truth import calibration_of
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, opening, showing, truth
from vision.tracker import AtRest, Event, Placed, Repositioned, Tracker

PERIOD_MS = 33.0
EMPTY_MS, CREEPS_MS, RESTS_MS = 300.0, 600.0, 500.0
VERDICT = AtRest | Placed | Repositioned


def creeping(rig: Rig, speed_mm_s: float) -> Scene:
    """Two dice fall onto the right half; one goes on creeping and then lies."""
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, rig.style.die_mm
    far = speed_mm_s * CREEPS_MS / 1000
    stop = EMPTY_MS + CREEPS_MS
    paths = []
    for value, at, goes in ((5, x - far, far), (2, x - 60.0, 0.0)):
        turn = showing(value, rig.style.chirality, 0.4 * value)
        fall = [DiePose(at - 150.0, y - 250.0, -150.0, turn), DiePose(at, y, -size / 2, turn)]
        lies = DiePose(at + goes, y, -size / 2, turn)
        paths.append(
            DiePath(
                ((0.0, fall[0]), (EMPTY_MS - 200.0, fall[0]), (EMPTY_MS, fall[1]), (stop, lies))
            )
        )
    return Scene(opening(rig.board), tuple(paths))


def said(rig: Rig, speed_mm_s: float) -> list[tuple[float, Event]]:
    scene = creeping(rig, speed_mm_s)
    tracker = Tracker(calibration_of(truth(rig, scene, 0.0), with_die_size=True))
    renderer, rng = Renderer(rig), np.random.default_rng(rig.seed)
    empty = Scene(scene.checkers)
    told: list[tuple[float, Event]] = []
    times = np.arange(-300.0, EMPTY_MS + CREEPS_MS + RESTS_MS, PERIOD_MS)
    for seq, t_ms in enumerate(times.tolist()):
        image = renderer.frame(scene if t_ms > 0 else empty, max(t_ms, 0.0), rng)
        small = cv2.cvtColor(cv2.resize(image, None, fx=0.25, fy=0.25), cv2.COLOR_BGR2GRAY)
        frame = Frame(seq, round((t_ms + 300.0) * 1e6), image, np.asarray(small, np.uint8))
        told += [(t_ms, event) for event in tracker.feed(frame)]
    return told


@pytest.mark.parametrize(
    "speed_mm_s",
    [10.0, 80.0, *(pytest.param(speed, marks=pytest.mark.night) for speed in (25.0, 160.0))],
)
def test_no_verdict_while_a_die_creeps(speed_mm_s: float) -> None:
    """80 mm/s smear a die by some 0.8 mm in 10 ms, less than the nets see."""
    rig = Rig.draw(941, 1280, 720)
    verdicts = [(t, event) for t, event in said(rig, speed_mm_s) if isinstance(event, VERDICT)]
    assert verdicts
    assert min(t for t, _ in verdicts) >= EMPTY_MS + CREEPS_MS - PERIOD_MS, verdicts
