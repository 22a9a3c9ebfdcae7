"""What is asked of the reader for one picture, and what is kept of its answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kiosk.dice import answer
from kiosk.dice.judged import RollerSetting
from kiosk.rules.still import RollStatus
from vision.calibration import CalibrationError
from vision.picture_file import PictureUnreadable
from vision.reading import DieSeen, Doubt, Doubted, StillSeen, Support

PICTURE = np.zeros((40, 60, 3), np.uint8)
BEFORE = np.ones((40, 60, 3), np.uint8)
DIE = DieSeen(
    5, 5, "picture_right", True, Support.SURFACE, 0.9, (9.0, 9.0), (99.0, 99.0), (3, 3, 9, 9)
)
MAYBE = Doubted(Doubt.DIE, (1, 2, 3, 4))


def test_the_reader_gets_the_board_before_and_its_doubts_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Any] = []

    def see(*given: Any) -> StillSeen:
        asked.append(given)
        return StillSeen((DIE,), False, False, None, (MAYBE,))

    world: Any = object()
    monkeypatch.setattr(answer, "checked", lambda _picture, _given: world)
    monkeypatch.setattr(answer, "see", see)

    said = answer.board_answer(PICTURE, None, BEFORE, RollerSetting())

    ((picture, where, before),) = asked
    assert picture is PICTURE
    assert where is world
    assert before is BEFORE
    assert (said.dice, said.doubted, said.calibration) == ((DIE,), (MAYBE,), world)
    assert said.verdict is not None
    assert said.verdict.status is RollStatus.UNSURE


def test_a_board_that_is_not_found_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def checked(_picture: Any, _given: Any) -> None:
        raise CalibrationError("no board")

    monkeypatch.setattr(answer, "checked", checked)

    said = answer.board_answer(PICTURE, None, None, RollerSetting())

    assert said.verdict is not None
    assert (said.verdict.status, said.reason) == (RollStatus.UNSURE, "no board")
    assert said.calibration is None


def test_a_board_before_of_another_size_is_refused() -> None:
    with pytest.raises(PictureUnreadable, match=r"60 x 40 .* 50 x 40"):
        answer.board_answer(PICTURE, None, BEFORE[:, :50], RollerSetting())


HUGE = np.zeros((5000, 4000, 3), np.uint8)


@pytest.mark.parametrize(
    ("picture", "die_px", "read"),
    [(PICTURE, 5.0, True), (HUGE, None, True), (HUGE, 900.0, True), (HUGE, 5.0, False)],
)
def test_small_dice_are_looked_for_in_pictures_that_are_not_too_large_for_it(
    picture: Any, die_px: float | None, read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "read_bare", lambda _picture, _die_px: (DIE,))
    if read:
        assert answer.bare_answer(picture, die_px).dice == (DIE,)
    else:
        with pytest.raises(PictureUnreadable, match=r"Dice of 5 pixels .* in all of 4000 x 5000"):
            answer.bare_answer(picture, die_px)
