"""A camera that only logs: the players say every roll, and its reading is kept beside theirs."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, NO_CLOCK, NORWAY, RIGHT, WHITE, Table, die, facts

from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.wire.snapshot import snapshot

GOOD = facts(die(5, RIGHT), die(3, RIGHT), picture="a" * 64)
COCKED = facts(die(6, RIGHT, flat=False), die(1, LEFT), picture="b" * 64)
NOTHING_READ = facts(die(None, RIGHT, flat=None), picture="c" * 64)


def to_roll() -> Table:
    """White is to roll, the dice off the board."""
    table = Table().open().start(5, 6).turn().lift()
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, WHITE)
    return table


def seen(table: Table, look: RollFacts) -> c.RollRead:
    return c.RollRead(table.at, look, shadow=True)


@pytest.mark.parametrize("look", [GOOD, COCKED, NOTHING_READ])
def test_whatever_was_read_the_players_are_asked_alike(look: RollFacts) -> None:
    table = to_roll()
    table.ok(seen(table, look))
    asked = table.told(e.RollQuestioned)
    assert asked.facts == look
    assert replace(asked, facts=None) == e.RollQuestioned(
        WHITE, 2, (Reason.ONLY_LOGGED,), None, None, ()
    )
    assert table.count(e.RollAccepted) == table.count(e.RollRefused) == 0


def test_what_both_say_counts_and_not_what_was_read() -> None:
    table = to_roll()
    table.ok(seen(table, GOOD))
    for side in (BLACK, WHITE):
        table.ok(c.RollEntered(table.at, side, (6, 2)))
    accepted = table.told(e.RollAccepted)
    assert (accepted.values, accepted.by_touch, accepted.facts) == ((6, 2), True, None)
    assert table.phase is Phase.MOVING


def test_both_may_say_that_it_does_not_count() -> None:
    table = to_roll()
    table.ok(seen(table, GOOD))
    for side in (WHITE, BLACK):
        table.ok(c.RollEntered(table.at, side, None))
    assert table.told(e.RollRefused).reasons == (Reason.PLAYERS_CALL_INVALID,)
    assert table.phase is Phase.TO_ROLL


def test_no_client_can_tell_one_reading_from_another() -> None:
    """Every snapshot from the roll to the move is the same, byte for byte."""
    shown = []
    for look in (GOOD, COCKED, NOTHING_READ):
        table = to_roll()
        table.ok(seen(table, look))
        states = [table.match]
        for side in (WHITE, BLACK):
            table.ok(c.RollEntered(table.at, side, (4, 1)))
            states.append(table.match)
        shown.append([snapshot(match, 7, table.at) for match in states])
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0].question is not None
    assert shown[0][0].question.picture is shown[0][0].question.proposal is None
    assert shown[0][2].game is not None
    assert shown[0][2].game.roll_picture is None


def test_nobody_can_confirm_what_was_read() -> None:
    table = to_roll()
    table.ok(seen(table, GOOD))
    assert table.refused(c.RollConfirmed(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_a_reading_that_comes_after_the_first_word_is_kept_and_the_word_stands() -> None:
    table = to_roll()
    table.ok(c.RollEntered(table.at, WHITE, (5, 3)))
    table.ok(seen(table, GOOD))
    assert table.told(e.RollQuestioned).facts == GOOD
    table.ok(c.RollEntered(table.at, BLACK, (5, 3)))
    assert table.told(e.RollAccepted).values == (5, 3)


def test_dice_thrown_again_before_anybody_answered_are_asked_about_anew() -> None:
    table = to_roll()
    table.ok(seen(table, GOOD))
    table.ok(c.RollEntered(table.at, WHITE, (5, 3)))
    table.lift().ok(seen(table, COCKED))
    assert table.told(e.RollQuestioned).facts == COCKED
    table.ok(c.RollEntered(table.at, BLACK, (5, 3)))
    assert table.phase is Phase.CONFIRMING


def test_dice_only_moved_by_a_hand_ask_nothing() -> None:
    table = to_roll()
    table.ok(seen(table, GOOD))
    nudged = replace(GOOD, rolled=False)
    assert table.refused(seen(table, nudged)) == (Reason.DICE_NOT_ROLLED,)


@pytest.mark.parametrize("book", [NORWAY, NO_CLOCK])
def test_it_ends_no_turn_and_sees_no_roll_made_too_early(book: RuleBook) -> None:
    table = Table().open(book=book).start(5, 6).turn().roll(5, 3)
    others = facts(die(6, LEFT), die(1, LEFT))
    assert table.phase is Phase.MOVING
    assert table.refused(seen(table, others)) == (Reason.NOT_NOW,)
    if table.match.clocked:
        assert table.refused(seen(table.lift(), others)) == (Reason.NOT_NOW,)


def test_opening_dice_of_both_are_said_white_first() -> None:
    table = Table().open()
    for side in (WHITE, BLACK):
        table.ok(c.ReadyTapped(table.at, side))
    look = facts(die(5, RIGHT), die(3, LEFT))
    table.ok(seen(table, look))
    asked = table.told(e.RollQuestioned)
    assert (asked.side, asked.thrown, asked.facts) == (None, 2, look)
    for side in (WHITE, BLACK):
        table.ok(c.RollEntered(table.at, side, (2, 6)))
    assert table.told(e.OpeningWon).side is BLACK
