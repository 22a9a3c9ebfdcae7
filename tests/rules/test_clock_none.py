"""A match without a clock: lifting the dice ends the turn (our convention, said to be one)."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import BLACK, LEFT, NO_CLOCK, RIGHT, WHITE, Table, die, facts

from kiosk.rules.decide import deadline
from kiosk.rules.match import Phase
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.table import Half
from kiosk.rules.units import BySide


@pytest.mark.parametrize("mixer", [None, LEFT, RIGHT])
def test_a_whole_game(mixer: Half | None) -> None:
    """Cups or mixer: a tie, a double taken, a cocked die, a gammon; no clock ever runs."""
    table = Table().open(5, NO_CLOCK, mixer, tower=mixer is not None).ready()
    table.opening(4, 4).opening(3, 1)
    assert (table.phase, table.on_turn) == (Phase.MOVING, WHITE)
    table.lift()
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
    table.double().take().roll(6, 4).lift()
    half = table.half_of(WHITE)
    table.throw(die(6, half), die(6, half, flat=False))
    assert table.told(e.RollRefused).reasons == (Reason.COCKED,)
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, WHITE)
    table.roll(6, 6).lift().roll(2, 1)
    table.ok(c.WinDeclared(table.at, BLACK, 2))
    table.lift()
    table.ok(c.WinAgreed(table.at, WHITE))
    assert table.told(e.GameEnded).cause is EndCause.PLAYED
    assert table.match.score == BySide(0, 4)
    assert table.count(e.ClockStarted) == table.count(e.FlagReached) == 0
    assert all(x.used == 0 for x in table.events if isinstance(x, e.TurnEnded))
    table.ready()
    assert table.told(e.GameStarted).crawford
    assert deadline(table.match) is None


def test_lifting_ends_the_turn_and_names_the_convention() -> None:
    table = Table().open(book=NO_CLOCK).start()
    events = table.ok(c.DiceLifted(table.at))
    assert [type(event) for event in events] == [e.DicePickedUp, e.TurnEnded]
    assert table.told(e.TurnEnded).cites[0].startswith("convention:")


def test_with_a_clock_lifting_ends_nothing() -> None:
    table = Table().open().start()
    assert table.ok(c.DiceLifted(table.at)) == (e.DicePickedUp(),)
    assert table.phase is Phase.MOVING


def test_lifting_dice_that_do_not_count_ends_nothing() -> None:
    table = Table().open(book=NO_CLOCK).start().lift()
    table.throw(die(5, RIGHT), die(3, RIGHT))
    table.lift()
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)


def test_a_roll_before_the_other_was_seen_to_lift_stands() -> None:
    """S116, §4.1(v)(a); but the table asks, for it saw no dice leave."""
    table = Table().open(book=NO_CLOCK).start()
    table.throw(die(5, LEFT), die(3, LEFT))
    assert table.told(e.TurnEnded).side is WHITE
    asked = table.told(e.RollQuestioned)
    assert (asked.side, asked.reasons, asked.proposal) == (BLACK, (Reason.DICE_NOT_ROLLED,), (5, 3))
    for side in (WHITE, BLACK):
        table.ok(c.RollConfirmed(table.at, side))
    assert (table.phase, table.on_turn) == (Phase.MOVING, BLACK)


def test_dice_merely_looked_at_while_a_side_moves_end_nothing() -> None:
    table = Table().open(book=NO_CLOCK).start()
    look = c.RollRead(table.at, facts(die(6, RIGHT), die(5, LEFT), rolled=False))
    assert table.refused(look) == (Reason.DICE_NOT_ROLLED,)
    assert table.on_turn is WHITE


# --- the button, where no camera sees the dice lifted ------------------------------------------


def test_the_button_does_nothing_while_the_camera_sees_the_dice() -> None:
    table = Table().open(book=NO_CLOCK).start()
    for side in (WHITE, BLACK):
        assert table.refused(c.ClockPressed(table.at, side)) == (Reason.NO_CLOCK,)


def test_without_a_camera_the_button_ends_the_turn() -> None:
    table = Table().open(book=NO_CLOCK).start()
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.press(WHITE)
    assert table.on_turn is BLACK
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NO_CLOCK,)
    table.enter(5, 3).press(BLACK)
    assert table.on_turn is WHITE
    assert table.match.clock.running is None


def test_a_roll_the_camera_never_saw_is_ended_by_the_button() -> None:
    table = Table().open(book=NO_CLOCK).start().lift().enter(5, 3)
    assert table.phase is Phase.MOVING
    table.press(BLACK)
    assert table.on_turn is WHITE


def test_dice_lifted_during_a_claim_that_is_contested_leave_the_button() -> None:
    table = Table().open(book=NO_CLOCK).start()
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    table.lift()
    table.ok(c.WinDisputed(table.at, BLACK))
    assert (table.phase, table.on_turn) == (Phase.MOVING, WHITE)
    table.press(WHITE)
    assert table.on_turn is BLACK


def test_contested_and_rolled_on_the_next_roll_ends_the_turn() -> None:
    table = Table().open(book=NO_CLOCK).start()
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    table.lift()
    table.ok(c.WinDisputed(table.at, BLACK))
    table.throw(die(5, LEFT), die(3, LEFT))
    assert table.told(e.RollAccepted).side is BLACK
