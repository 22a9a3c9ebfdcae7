"""The reading of one picture, and its judgement by the rules."""

from __future__ import annotations

import time
from dataclasses import dataclass

from kiosk.dice.judged import RollerSetting, judge_seen
from kiosk.rules.still import RollStatus, RollVerdict
from vision.calibration import Calibration, CalibrationError
from vision.calibration.check import checked
from vision.calibration.partial_calibration import Given
from vision.learned.find import DIE_PX
from vision.picture_file import PictureUnreadable
from vision.reader import see
from vision.reader.boardless import read_bare
from vision.reading import DieSeen, Doubted
from vision.view import Picture

MOST_ENLARGED_PX = 16e6
"""A picture with small dice is enlarged to at most this before the search."""


@dataclass(frozen=True, slots=True, eq=False)
class DiceAnswer:
    """verdict: None when there is no board; calibration: None when there is none or it was not
    found; doubted: as in `StillSeen`.
    """

    picture: Picture
    dice: tuple[DieSeen, ...]
    verdict: RollVerdict | None
    reason: str | None
    calibration: Calibration | None
    ms: float
    doubted: tuple[Doubted, ...] = ()


def board_answer(
    picture: Picture, given: Given | None, before: Picture | None, table: RollerSetting
) -> DiceAnswer:
    """Read a board. before: as it lay. Raises PictureUnreadable if that has another size."""
    if before is not None and before.shape != picture.shape:
        raise PictureUnreadable(
            f"The picture is {picture.shape[1]} x {picture.shape[0]} pixels and the one before it "
            f"{before.shape[1]} x {before.shape[0]}; both must come from one camera."
        )
    start = time.perf_counter()
    try:
        world = checked(picture, given)
    except CalibrationError as error:
        ms = 1000 * (time.perf_counter() - start)
        return DiceAnswer(picture, (), RollVerdict(RollStatus.UNSURE), str(error), None, ms)
    seen = see(picture, world, before)
    verdict = judge_seen(seen, table)
    ms = 1000 * (time.perf_counter() - start)
    reason = "; ".join(why.value for why in verdict.why) or None
    return DiceAnswer(picture, seen.dice, verdict, reason, world, ms, seen.doubted)


def bare_answer(picture: Picture, die_px: float | None) -> DiceAnswer:
    """Read dice without a board. Raises PictureUnreadable if the picture is too large for them."""
    height, width = picture.shape[:2]
    enlarged = 1.0 if die_px is None else max(1.0, DIE_PX / die_px)
    if enlarged > 1 and width * height * enlarged**2 > MOST_ENLARGED_PX:
        raise PictureUnreadable(
            f"Dice of {die_px:g} pixels are too small to be looked for in all of {width} x "
            f"{height}; cut out where they lie."
        )
    start = time.perf_counter()
    dice = read_bare(picture, die_px)
    return DiceAnswer(picture, dice, None, None, None, 1000 * (time.perf_counter() - start))
