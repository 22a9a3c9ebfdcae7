"""Read one picture with its truth as `kiosk read` does, without checking the calibration against
the markers, and compare the result."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from kiosk.dice.judged import RollerSetting, judge_seen, table_of
from vision.calibration import Calibration
from vision.calibration.estimate import estimate
from vision.calibration.partial_calibration import read_given
from vision.calibration.pose import Known, calibrate
from vision.errors import VisionError
from vision.lab.figures import ON_THINGS, Shot
from vision.lab.truth import calibration_of
from vision.reader import see
from vision.reading import DieSeen
from vision.view import Picture

CROP_SIDES = 4.0
CROP_PX = 360
SAME_DIE_SIDES = 1.0
"""A die found within a side of a true one is that one."""


def read_shot(
    file: str,
    image: Picture,
    truth: dict[str, Any],
    calibration: str,
    before: Picture | None = None,
) -> Shot:
    """Read and judge a roll. calibration: what the reader gets, whole, table, file or none."""
    start = time.perf_counter()
    try:
        seen = see(image, choose_calibration(image, truth, calibration), before)
        verdict = judge_seen(seen, table_of_truth(truth))
        status, values, dice = verdict.status.value, verdict.values, seen.dice
        why = "; ".join(reason.value for reason in verdict.why)
    except VisionError as error:
        status, values, why, dice = "error", None, str(error), ()
    return shot_of(file, truth, status, values, why, dice, 1000 * (time.perf_counter() - start))


def choose_calibration(image: Picture, truth: dict[str, Any], calibration: str) -> Calibration:
    """The calibration the reader gets. whole: all of the truth's; table: the board's plan, the pose
    found by the markers with a usual lens; file: a calibration file; none: the picture alone.

    Raises CalibrationError."""
    if calibration == "whole":
        return calibration_of(truth)
    if calibration == "table":
        return calibrate(image, known=Known(calibration_of(truth).board))
    given = read_given(calibration_file(truth)) if calibration == "file" else None
    return estimate(image, given)


def table_of_truth(truth: dict[str, Any]) -> RollerSetting:
    mixer: str | None = truth.get("mixer")
    side = None if mixer is None else mixer.removeprefix("picture_")
    return table_of(truth["roller"], side, opening=False)


def shot_of(
    file: str,
    truth: dict[str, Any],
    status: str,
    values: tuple[int, ...] | None,
    why: str,
    dice: tuple[DieSeen, ...],
    ms: float,
) -> Shot:
    """The answer of the reader beside the truth."""
    true_values = truth["values"]
    return Shot(
        file=file,
        truth=truth["roll_status"],
        true_values=None if true_values is None else tuple(true_values),
        answer=status,
        values=values,
        why=why,
        ms=ms,
        miss_mm=tuple(_misses(truth["dice"], dice)),
        found=" ".join(map(format_die, dice)),
        forced=forced(dice),
        confidence=min((die.confidence for die in dice), default=0.0),
        **_setting(truth),
    )


def forced(dice: tuple[DieSeen, ...]) -> tuple[int, ...] | None:
    """The best values of two dice that are not surely tilted, whatever the doubts."""
    guesses = [die.guess for die in dice if die.guess is not None]
    if not len(dice) == len(guesses) == 2 or any(die.flat is False for die in dice):
        return None
    return tuple(sorted(guesses, reverse=True))


def format_die(die: DieSeen) -> str:
    """One die for a list of failures."""
    sure = "" if die.value is not None else f"?({die.guess})"
    flat = {True: "flat", False: "not flat", None: "flat?"}[die.flat]
    return f"[{die.value or ''}{sure} {die.half} {flat} {die.support or '-'}]"


def calibration_file(truth: dict[str, Any]) -> str:
    """The truth's camera and board as the calibration file that `kiosk read` takes."""
    camera, board = truth["camera"], truth["board"]
    return json.dumps(
        {key: camera[key] for key in ("K", "dist", "R", "t_mm")}
        | {key: board[key] for key in ("size_mm", "rim_height_mm")}
        | {"bar_mm": board["rects_mm"]["bar"]}
    )


def _setting(truth: dict[str, Any]) -> dict[str, Any]:
    dice = truth["dice"]
    return {
        "style": truth["board"]["style"],
        "light": truth["light"],
        "colour": dice[0]["colour"] if dice else "none",
        "kind": truth["sub"] or truth["kind"],
        "die_px": min((side_px(die) for die in dice), default=0.0),
        "tilt_deg": max((die["tilt_deg"] for die in dice), default=0.0),
        "slid_px": max((slid_px(die, truth.get("exposure_s", 0.0)) for die in dice), default=0.0),
        "carried": any(die["support"] in ON_THINGS for die in dice),
        "sought": truth.get("sought", ""),
        "drawn": tuple(truth.get("drawn", (0, 0, 0))),
        "picture": "{width}x{height}".format(**truth["camera"]),
    }


def side_px(die: dict[str, Any]) -> float:
    """Side of the top face of a true die, in its picture."""
    corners = np.array(die["top_face_px"], np.float64)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def slid_px(die: dict[str, Any], exposure_s: float) -> float:
    """How far a die goes in its picture while the shutter is open."""
    return float(die["speed_mm_s"] * exposure_s * side_px(die) / die["size_mm"])


def _misses(true_dice: list[dict[str, Any]], dice: tuple[DieSeen, ...]) -> Iterator[float]:
    """How far dice that were found lie from their true places, mm."""
    for true in true_dice:
        for die in dice:
            apart = np.subtract(die.center_px, true["center_px"])
            if np.hypot(*apart) < SAME_DIE_SIDES * side_px(true) and die.center_mm is not None:
                yield float(np.hypot(*np.subtract(die.center_mm, true["center_mm"])))
                break


def enlarged(image: Picture, truth: dict[str, Any]) -> Picture | None:
    """The true dice of a roll, enlarged, side by side, (CROP_PX, n CROP_PX, 3); None without."""
    tiles = []
    for die in truth["dice"]:
        side = CROP_SIDES * side_px(die)
        x, y = die["center_px"]
        warp = np.array([[1.0, 0.0, side / 2 - x], [0.0, 1.0, side / 2 - y]]) * CROP_PX / side
        tiles.append(cv2.warpAffine(image, warp, (CROP_PX, CROP_PX), flags=cv2.INTER_CUBIC))
    return np.asarray(np.hstack(tiles), np.uint8) if tiles else None
