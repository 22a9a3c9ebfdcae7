"""What people are asked to do about their dice."""

import pytest
from kits import commands as c
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    ITALIAN,
    LEFT,
    LONDON,
    NO_CLOCK,
    NORWAY,
    WHITE,
    Table,
    die,
    facts,
)

from kiosk.rules.match import EMPTY
from kiosk.rules.prompts.dice import DicePrompt, dice_prompts
from kiosk.rules.rulebook import FirstPick, RuleBook

AGREED = NORWAY.with_value("dice.pick_at_start", FirstPick.ROLL_OR_AGREEMENT)


def asked(table: Table) -> tuple[DicePrompt, ...]:
    return dice_prompts(table.match)


def test_nothing_is_asked_where_nothing_is_played() -> None:
    assert dice_prompts(EMPTY) == ()
    assert asked(Table().open().ready()) == ()


def test_a_london_cup_has_a_lip_and_is_shaken_three_times() -> None:
    """R051, R114: london-club TR9.1; said before the match, not before every game."""
    table = Table().open(book=LONDON)
    assert asked(table) == (DicePrompt.LIPPED_CUPS, DicePrompt.SHAKE_OFTEN_ENOUGH)
    assert asked(table.start().win(WHITE)) == ()


@pytest.mark.parametrize(
    ("book", "prompt"),
    [(ITALIAN, DicePrompt.DRAW_FIRST_PICK), (AGREED, DicePrompt.ROLL_FOR_FIRST_PICK)],
    ids=["italian", "agreed"],
)
def test_mixed_dice_are_picked_in_turn(book: RuleBook, prompt: DicePrompt) -> None:
    table = Table().open(book=book)
    table.ok(c.MixDemanded(table.at, WHITE))
    assert asked(table) == (prompt,)
    table.ok(c.FirstPickTapped(table.at, BLACK))
    assert asked(table) == (DicePrompt.PICK_DICE_IN_TURN,)


def test_a_cocked_roll_is_rolled_again_after_consent() -> None:
    table = Table().open(book=ITALIAN).start().turn().lift()
    table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    assert asked(table) == (DicePrompt.CONSENT_TO_REROLL,)
    table.ok(c.RerollConsented(table.at, WHITE))
    assert asked(table) == (DicePrompt.ROLL_BOTH_AGAIN,)


def test_without_a_clock_both_dice_end_the_turn() -> None:
    """D3-10."""
    table = Table().open(book=NO_CLOCK).start()
    assert asked(table) == (DicePrompt.LIFT_BOTH_DICE,)
    london = Table().open(book=LONDON).start()
    assert asked(london) == (DicePrompt.TELL_BEFORE_MOVING_DICE, DicePrompt.LIFT_BOTH_DICE)
    london.ok(c.OneDieLiftedClaimed(london.at, BLACK))
    assert DicePrompt.ANSWER_DICE_CLAIM in asked(london)


def test_who_took_dice_early_is_told_to_wait() -> None:
    """R129."""
    table = Table().open().start().lift()
    table.ok(c.RollRead(table.at, facts(die(4, LEFT), die(2, LEFT, flat=False))))
    assert asked(table) == (DicePrompt.FINISH_TURN_KNOWING_ROLL,)
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    assert DicePrompt.ANSWER_DICE_CLAIM in asked(table)
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    table.press(WHITE)
    assert asked(table) == (DicePrompt.ROLL_BOTH_AGAIN, DicePrompt.WAIT_OUT_DELAY)


def test_who_cannot_move_presses_and_who_did_not_roll_is_called_to_account() -> None:
    table = Table().open(book=BRONSTEIN).start().turn()
    assert asked(table) == ()
    table.ok(c.ClosedOutDeclared(table.at, BLACK))
    assert asked(table) == (DicePrompt.END_TURN_UNROLLED,)
    table.press(BLACK).press(WHITE)
    assert asked(table) == (DicePrompt.HAVE_TURN_ROLLED,)
