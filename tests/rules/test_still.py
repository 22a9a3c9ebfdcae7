"""The status of a still roll: the order of the words, and that doubt never becomes a verdict."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from kiosk.rules.roll import DieFact, judge
from kiosk.rules.still import (
    InvalidReason,
    RollStatus,
    RollVerdict,
    StillFacts,
    judge_still,
    right_half,
)
from kiosk.rules.table import Half, PictureSeat

BOTTOM, TOP = PictureSeat.BOTTOM, PictureSeat.TOP
GOOD = DieFact(5, 5, Half.PICTURE_RIGHT, True, "surface", 0.9, (400.0, 200.0))
OTHER = replace(GOOD, value=3, guess=3)
LEFT = replace(OTHER, half=Half.PICTURE_LEFT)
TILTED = replace(GOOD, flat=False, support=None)
ON_DIE = replace(TILTED, support="die")
ON_BAR = replace(GOOD, half=Half.BAR, flat=False, support="bar")
OFF = replace(GOOD, half=Half.OFF, flat=False, support="rim")
THING = DieFact(None, None, Half.PICTURE_RIGHT, None, None, 0.0, (420.0, 210.0))


def facts(*dice: DieFact, **known: bool | None) -> StillFacts:
    at_rest: dict[str, bool | None] = {"moving": False, "covered": False, "all_seen": None}
    return StillFacts(dice, **(at_rest | known))


def status(*dice: DieFact, **known: bool | None) -> RollStatus:
    return judge_still(facts(*dice, **known), BOTTOM).status


def test_two_flat_dice_in_the_rollers_right_half_are_valid_high_first() -> None:
    assert judge_still(facts(OTHER, GOOD), BOTTOM) == RollVerdict(RollStatus.VALID, values=(5, 3))


@pytest.mark.parametrize(
    ("dice", "known", "word"),
    [
        ((OFF, LEFT), {"moving": True, "covered": True}, "in_motion"),
        ((), {"moving": True}, "in_motion"),
        ((OFF, LEFT), {"covered": True}, "occluded"),
        ((), {"covered": True, "all_seen": True}, "occluded"),
        ((OFF,), {"all_seen": True}, "missing"),
        ((), {"all_seen": True}, "missing"),
        ((OFF, LEFT), {}, "off_board"),
        ((OFF, TILTED), {}, "off_board"),
        ((TILTED, LEFT), {}, "wrong_side"),
        ((ON_BAR, LEFT), {}, "wrong_side"),
        ((LEFT, LEFT), {}, "wrong_side"),
        ((LEFT, replace(OTHER, half=Half.OFF, value=None, flat=None)), {}, "wrong_side"),
        ((GOOD, TILTED), {}, "cocked"),
        ((GOOD, ON_BAR), {}, "cocked"),
        ((GOOD, replace(ON_BAR, flat=None, support=None)), {}, "cocked"),
        ((TILTED,), {}, "cocked"),
        ((OFF,), {}, "off_board"),
        ((ON_DIE, THING), {}, "cocked"),
        ((GOOD, TILTED), {"lay_before": True}, "cocked"),
        ((TILTED,), {"covered": None}, "cocked"),
        ((OFF, GOOD), {"covered": None}, "off_board"),
        ((TILTED,), {"covered": True}, "occluded"),
        ((TILTED,), {"moving": None}, "unsure"),
        ((GOOD, replace(ON_BAR, flat=None, value=None)), {}, "unsure"),
        ((ON_DIE,), {}, "cocked"),
        ((ON_DIE, GOOD), {}, "cocked"),
        ((replace(ON_DIE, half=Half.PICTURE_LEFT),), {}, "wrong_side"),
        ((GOOD, replace(GOOD, flat=False, support="checker")), {}, "cocked"),
    ],
)
def test_the_first_word_that_applies_counts(
    dice: tuple[DieFact, ...], known: dict[str, bool], word: str
) -> None:
    verdict = judge_still(facts(*dice, **known), BOTTOM)
    assert verdict.status == word
    assert verdict.why
    assert verdict.values is None


@pytest.mark.parametrize(
    ("dice", "known", "why"),
    [
        ((GOOD, OTHER), {"moving": None}, InvalidReason.MAYBE_MOVING),
        ((GOOD, OTHER), {"covered": None}, InvalidReason.MAYBE_COVERED),
        ((GOOD,), {}, InvalidReason.NOT_FOUND),
        ((replace(ON_DIE, flat=None),), {}, InvalidReason.NOT_FOUND),
        ((GOOD, OTHER, GOOD), {}, InvalidReason.TOO_MANY),
        ((GOOD, OTHER, LEFT), {"all_seen": True}, InvalidReason.TOO_MANY),
        ((GOOD, OTHER, THING), {}, InvalidReason.NOT_A_DIE),
        ((GOOD, THING), {"all_seen": True}, InvalidReason.NOT_A_DIE),
        ((GOOD, replace(LEFT, value=None, flat=None)), {}, InvalidReason.NOT_A_DIE),
        ((GOOD, replace(OTHER, half=Half.OFF, value=None, flat=None)), {}, InvalidReason.NOT_A_DIE),
        ((GOOD, OTHER), {"lay_before": True}, InvalidReason.LAY_BEFORE),
        ((GOOD, replace(OTHER, value=None)), {}, InvalidReason.VALUE_UNSURE),
        ((GOOD, replace(OTHER, flat=None)), {}, InvalidReason.FLAT_UNSURE),
    ],
)
def test_doubt_is_a_question_and_says_which(
    dice: tuple[DieFact, ...], known: dict[str, bool | None], why: InvalidReason
) -> None:
    verdict = judge_still(facts(*dice, **known), BOTTOM)
    assert verdict.status is RollStatus.UNSURE
    assert why in verdict.why


@pytest.mark.parametrize("die", [replace(LEFT, value=None), replace(LEFT, flat=None)])
def test_a_die_half_read_is_one_and_counts_where_it_lies(die: DieFact) -> None:
    assert judge_still(facts(GOOD, die), BOTTOM).status is RollStatus.WRONG_SIDE
    both = judge_still(facts(die, replace(LEFT, value=None, flat=None)), BOTTOM)
    assert both.status is RollStatus.WRONG_SIDE


def test_nothing_but_certain_good_facts_is_ever_valid() -> None:
    """Every combination of facts of two dice, against the words of the pictures' README."""
    dice = [
        DieFact(value, 5, half, flat, None, 0.5, None)
        for value, half, flat in product((5, None), Half, (True, False, None))
    ]
    for one, two, moving, covered in product(dice, dice, (True, False, None), (True, False, None)):
        verdict = judge_still(facts(one, two, moving=moving, covered=covered), BOTTOM)
        good = all(
            die.value is not None and die.half is Half.PICTURE_RIGHT and die.flat is True
            for die in (one, two)
        )
        valid = good and moving is False and covered is False
        assert (verdict.status is RollStatus.VALID) == valid
        assert (verdict.values is not None) == valid


def test_a_picture_is_judged_as_the_table_judges() -> None:
    """Void, asked about and valid by the one judgement, for every two dice at rest."""
    dice = [
        DieFact(value, guess, half, flat, None, 0.5, None)
        for (value, guess), half, flat in product(
            ((5, 5), (None, 5), (None, None)), Half, (True, False, None)
        )
    ]
    areas = ((Half.PICTURE_RIGHT, ""),) * 2
    for pair in product(dice, dice):
        verdict, judgement = judge_still(facts(*pair), BOTTOM), judge(None, areas, pair)
        void = {RollStatus.OFF_BOARD, RollStatus.WRONG_SIDE, RollStatus.COCKED}
        assert (verdict.status in void) == bool(judgement.invalid)
        if not judgement.invalid:
            assert (verdict.status is RollStatus.UNSURE) == bool(judgement.unsure)


def test_the_right_half_turns_with_the_seat() -> None:
    assert right_half(BOTTOM) is Half.PICTURE_RIGHT
    assert right_half(TOP) is Half.PICTURE_LEFT
    assert judge_still(facts(GOOD, OTHER), TOP).status is RollStatus.WRONG_SIDE
    assert judge_still(facts(LEFT, LEFT), TOP).status is RollStatus.VALID


@pytest.mark.parametrize("seat", PictureSeat)
def test_a_mixer_takes_every_roll_to_its_half(seat: PictureSeat) -> None:
    assert judge_still(facts(LEFT, LEFT), seat, mixer=Half.PICTURE_LEFT).status is RollStatus.VALID
    assert (
        judge_still(facts(GOOD, LEFT), seat, mixer=Half.PICTURE_LEFT).status
        is RollStatus.WRONG_SIDE
    )


@pytest.mark.parametrize("dice", [(GOOD, LEFT), (LEFT, GOOD)])
def test_an_opening_roll_has_one_die_in_each_right_half(dice: tuple[DieFact, ...]) -> None:
    verdict = judge_still(facts(*dice), BOTTOM, opening=True)
    assert verdict.status is RollStatus.VALID
    assert dict(verdict.opening) == {TOP: 3, BOTTOM: 5}
    assert verdict.values == (5, 3)


@pytest.mark.parametrize("dice", [(GOOD, OTHER), (LEFT, LEFT)])
def test_two_opening_dice_in_one_half_lie_wrong(dice: tuple[DieFact, ...]) -> None:
    verdict = judge_still(facts(*dice), BOTTOM, opening=True)
    assert verdict.status is RollStatus.WRONG_SIDE
    assert verdict.opening == ()


def test_of_two_opening_dice_one_may_have_lain_there_before_the_other() -> None:
    verdict = judge_still(facts(GOOD, LEFT, lay_before=True), BOTTOM, opening=True)
    assert verdict.status is RollStatus.VALID


def test_an_opening_die_on_the_bar_is_cocked() -> None:
    assert judge_still(facts(LEFT, ON_BAR), BOTTOM, opening=True).status is RollStatus.COCKED


def test_opening_dice_from_a_mixer_are_nobodys_by_place() -> None:
    verdict = judge_still(facts(GOOD, OTHER), TOP, mixer=Half.PICTURE_RIGHT, opening=True)
    assert verdict.status is RollStatus.VALID
    assert verdict.opening == ()


def test_a_die_on_a_checker_is_cocked() -> None:
    assert status(GOOD, replace(OTHER, flat=False, support="checker")) is RollStatus.COCKED
