"""The rolls of a journal: each look once, what was made of it, what the players said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kits import commands as c

from kiosk.dice.review import Sheet
from kiosk.dice.rolls import UNSURE, VALID, AgreedRoll, RollJudgement, dice_looks, judge_reading
from kiosk.journal import Journal, read
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import DieFact, RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Half, PictureSeat
from kiosk.rules.units import Side


def facts(look: Any, *dice: tuple[int | None, Half, bool | None]) -> RollFacts:
    told = tuple(
        DieFact(value, value or 1, half, flat, "surface", 0.9, (50.0 * n, 50.0))
        for n, (value, half, flat) in enumerate(dice)
    )
    return RollFacts(told, False, look.at, look.at, look.picture)


def test_a_roll_the_camera_took_has_no_word_of_the_players(evening: Any) -> None:
    name = evening.roll(6, 4)
    (look,) = evening.looks()
    assert (look.picture, look.word, look.shadow) == (name, None, False)
    assert (look.roller, look.seat, look.area) == (Side.BLACK, PictureSeat.TOP, Half.PICTURE_LEFT)
    assert look.thrown == 2
    assert judge_reading(look, look.facts) == RollJudgement(VALID, (6, 4))


def test_what_both_said_of_a_question_is_its_word(evening: Any) -> None:
    evening.roll(None, 4, guesses=(5, 4))
    evening.say(3, 4)
    (look,) = evening.looks()
    assert look.word == AgreedRoll((4, 3))
    call = judge_reading(look, look.facts)
    assert (call.status, call.values, call.why) == (UNSURE, None, (Reason.VALUE_UNSURE,))


def test_both_may_have_said_that_it_does_not_count(evening: Any) -> None:
    evening.roll(None, 4, shadow=True)
    evening.say()
    (look,) = evening.looks()
    assert (look.word, look.shadow) == (AgreedRoll(None), True)


def test_what_both_correct_is_its_word_though_the_camera_was_sure(evening: Any) -> None:
    """The reader's own error, which no question told of."""
    for says, word in (((6, 2), AgreedRoll((6, 2))), (None, AgreedRoll(None))):
        evening.roll(6, 4)
        evening.keeper.tap(c.RollDisputeTapped, evening.on_turn, says)
        evening.keeper.tap(c.RollAgreed, evening.on_turn.other, says)
        assert evening.looks()[-1].word == word
        if says:
            evening.press()


def test_what_is_typed_later_is_no_word_about_the_roll_before(evening: Any) -> None:
    evening.roll(6, 4)
    evening.press()
    evening.say(2, 1)
    evening.press()
    evening.roll(5, 5, flat=False)
    evening.say(3, 2)
    assert [look.word for look in evening.looks()] == [None, None]


def test_a_word_is_about_the_roll_that_was_asked_about(evening: Any) -> None:
    evening.roll(None, 4)
    evening.say()
    evening.say(2, 1)
    (look,) = evening.looks()
    assert look.word == AgreedRoll(None)


def test_dice_that_were_not_seen_lifted_are_judged_by_their_reading(evening: Any) -> None:
    evening.roll(6, 5)
    evening.press()
    evening.roll(6, 4, lift=False)
    _first, look = evening.looks()
    assert evening.keeper.match.phase is Phase.CONFIRMING
    assert judge_reading(look, look.facts) == RollJudgement(VALID, (6, 4))


def at_a_box(keeper: Any, book: RuleBook, *, counts: bool) -> Any:
    """Both are ready for the opening roll through a baffle box at the left."""
    keeper.open("m-1", 5, book)
    keeper.do(c.SetUpTable, replace(keeper.match.setup, mixer=Half.PICTURE_LEFT, tower=counts))
    for side in Side:
        keeper.tap(c.ReadyTapped, side)
    return keeper


def test_a_roll_the_baffle_box_counted_otherwise_is_one_look_and_judged_by_its_reading(
    tmp_path: Path, make_keeper: Any, norway: RuleBook
) -> None:
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = at_a_box(make_keeper(journal), norway, counts=True)
        names = []
        for n, value in enumerate((3, 1)):
            name = chr(ord("a") + n) * 64
            die = DieFact(value, value, Half.PICTURE_LEFT, True, "surface", 0.9, (50.0 + 99 * n, 9))
            keeper.do(c.DiceLifted, by="camera")
            look = RollFacts((die,), True, keeper.now, keeper.now, name)
            keeper.do(c.RollRead, look, by="camera")
            keeper.do(c.TowerReported, 1 + n, 1, by="tower")
            names.append(name)
        for side in Side:
            keeper.tap(c.RollEntered, side, (2,))
    white, black = dice_looks(read(tmp_path / "j"))
    assert [white.picture, black.picture] == names
    assert (white.roller, black.roller) == (Side.WHITE, Side.BLACK)
    assert (white.thrown, white.area, white.word) == (1, Half.PICTURE_LEFT, None)
    assert black.word == AgreedRoll((2,))
    assert judge_reading(white, white.facts) == RollJudgement(VALID, (3,))
    assert judge_reading(black, black.facts) == RollJudgement(VALID, (1,))


@pytest.mark.parametrize("known", [True, False])
def test_a_second_opening_die_beside_the_first_is_the_one_that_was_thrown(
    tmp_path: Path, make_keeper: Any, norway: RuleBook, known: bool
) -> None:
    """known: the camera read the first. Else both said what it was, and nobody knows which of the
    two it is."""
    first = DieFact(3, 3, Half.PICTURE_LEFT, True, "surface", 0.9, (50.0, 9.0))
    second = DieFact(1, 1, Half.PICTURE_LEFT, True, "surface", 0.9, (149.0, 9.0))
    with Journal.open(tmp_path / "j", boot_id="b") as journal:
        keeper = at_a_box(make_keeper(journal), norway, counts=False)
        if not known:
            for side in Side:
                keeper.tap(c.RollEntered, side, (3,))
        for n, dice in enumerate(((first,), (first, second))[not known :]):
            look = RollFacts(dice, True, keeper.now, keeper.now, "ab"[n] * 64)
            keeper.do(c.RollRead, look, by="camera")
    *_, black = dice_looks(read(tmp_path / "j"))
    assert (black.roller, black.thrown) == (Side.BLACK, 1)
    assert black.dice == ((second,) if known else (first, second))
    sheet = Sheet(black, np.zeros((9, 9, 3), np.uint8), None)
    assert sheet.read == ((1,) if known else None)
    assert ("camera 1" in sheet.headline()) == known


def test_a_roll_of_a_camera_on_trial_is_judged_by_its_reading_alone(evening: Any) -> None:
    evening.roll(6, 4, shadow=True)
    evening.say(6, 3)
    (look,) = evening.looks()
    assert (look.word, look.shadow) == (AgreedRoll((6, 3)), True)
    assert judge_reading(look, look.facts) == RollJudgement(VALID, (6, 4))


def test_a_reading_that_came_after_the_first_word_is_judged_like_any(evening: Any) -> None:
    evening.keeper.do(c.DiceLifted, by="camera")
    evening.keeper.tap(c.RollEntered, evening.on_turn, (6, 3))
    evening.roll(6, 4, shadow=True)
    evening.keeper.tap(c.RollEntered, evening.on_turn.other, (6, 3))
    (look,) = evening.looks()
    assert (look.word, look.shadow) == (AgreedRoll((6, 3)), True)
    assert judge_reading(look, look.facts) == RollJudgement(VALID, (6, 4))


LEFT, RIGHT = Half.PICTURE_LEFT, Half.PICTURE_RIGHT


@pytest.mark.parametrize(
    ("dice", "status"),
    [
        (((6, LEFT, True), (4, LEFT, True)), VALID),
        (((6, LEFT, True), (4, LEFT, False)), "cocked"),
        (((6, LEFT, True), (4, RIGHT, True)), "wrong_side"),
        (((6, LEFT, True), (4, Half.OFF, True)), "off_board"),
        (((6, LEFT, True), (4, LEFT, None)), UNSURE),
        (((6, LEFT, True),), UNSURE),
    ],
)
def test_the_rules_judge_another_reading_as_they_would_have(
    evening: Any, dice: Any, status: str
) -> None:
    evening.roll(2, 2)
    (look,) = evening.looks()
    assert judge_reading(look, facts(look, *dice)).status == status


def test_every_roll_is_told_in_order(evening: Any) -> None:
    for values in ((6, 5), (2, 2), (4, 1)):
        evening.roll(*values)
        evening.press()
    told = evening.looks()
    assert [look.picture for look in told] == evening.names
    assert [judge_reading(look, look.facts).values for look in told] == [(6, 5), (2, 2), (4, 1)]
    assert [look.roller for look in told] == [Side.BLACK, Side.WHITE, Side.BLACK]
