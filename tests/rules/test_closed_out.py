"""A side that can't move whatever it rolls, and a press without a roll."""

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    ITALIAN,
    LEFT,
    LONDON,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    facts,
    ns,
)

from kiosk.rules.match import Phase
from kiosk.rules.match.dicing import DiceMatter
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import ClosedOut, RuleBook


def to_roll(book: RuleBook = NORWAY) -> Table:
    """Black is to roll."""
    return Table().open(book=book).start().turn().wait(20)


def closed_out(book: RuleBook = NORWAY) -> Table:
    table = to_roll(book)
    table.ok(c.ClosedOutDeclared(table.at, BLACK))
    return table


@pytest.mark.parametrize(
    ("profile", "cite"),
    [
        ("norway", "convention: norway silent, as 000 L144, 002 §3.4 and 004 §3.3"),
        ("norway+unified-2001", "unified-2001 §3.4"),
        ("london-club+unified-2001", "unified-2001 §3.4"),
    ],
)
def test_who_cannot_move_says_so_and_presses_unrolled(profile: str, cite: str) -> None:
    """S071, S073, R144."""
    table = closed_out(load(profile))
    assert table.told(e.ClosedOutSaid).side is BLACK
    table.press(BLACK)
    ended = table.told(e.TurnEnded)
    assert (ended.side, ended.used, ended.cites) == (BLACK, ns(20), (cite,))
    assert (table.on_turn, table.phase) == (WHITE, Phase.TO_ROLL)
    assert table.match.clock.running is WHITE
    assert table.count(e.PressedUnrolled) == 0


def test_a_michigan_player_does_so_as_well() -> None:
    """S073: michigan-2002 §3.3, with a timetable of the director's."""
    rows = [[12] * 7 for _ in range(7)]
    book = load("norway+michigan-2002", {"clock.timetable_min": rows})
    table = closed_out(book)
    assert table.told(e.ClosedOutSaid).cites == ("michigan-2002 §3.3",)
    table.press(BLACK)
    assert table.on_turn is WHITE


def test_without_a_clock_the_same_tap_says_that_the_turn_is_over() -> None:
    table = to_roll(NO_CLOCK)
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NO_CLOCK,)
    table.ok(c.ClosedOutDeclared(table.at, BLACK))
    table.press(BLACK)
    assert (table.on_turn, table.phase) == (WHITE, Phase.TO_ROLL)


def test_without_a_clock_the_others_next_roll_says_it_too() -> None:
    table = closed_out(LONDON).lift()
    table.throw(die(4, RIGHT), die(2, RIGHT))
    assert table.told(e.TurnEnded).side is BLACK
    assert table.told(e.RollAccepted).side is WHITE


def test_such_a_turn_ends_by_the_rule_on_who_is_closed_out() -> None:
    table = closed_out(NO_CLOCK).lift()
    table.throw(die(4, RIGHT), die(2, RIGHT))
    cite = "convention: norway silent, as 000 L144, 002 §3.4 and 004 §3.3"
    assert table.told(e.TurnEnded).cites == (cite,)


def test_it_holds_for_one_turn() -> None:
    table = closed_out().press(BLACK)
    table.turn()
    assert not table.match.dicing.closed_out
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_it_may_still_double() -> None:
    """Italian-international L144."""
    table = closed_out(BRONSTEIN).double().press(BLACK)
    table.ok(c.TakeTapped(table.at, WHITE))
    table.press(WHITE).press(BLACK)
    assert table.told(e.TurnEnded).side is BLACK
    assert table.count(e.PressedUnrolled) == 0
    assert table.match.game is not None
    assert table.match.game.cube.level == 2


def test_it_may_roll_all_the_same() -> None:
    table = closed_out().roll()
    assert table.phase is Phase.MOVING
    assert not table.match.dicing.closed_out


def test_the_other_side_may_contest_it() -> None:
    table = closed_out()
    table.ok(c.DiceContested(table.at, WHITE))
    disputed = table.told(e.DiceDisputed)
    assert (disputed.matter, disputed.cites) == (DiceMatter.CLOSED_OUT, ("norway §5.1",))
    assert table.match.clock.running is None
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)


def test_one_dispute_is_open_at_a_time() -> None:
    table = closed_out()
    table.ok(c.DisputeTapped(table.at, WHITE))
    table.ok(c.DiceContested(table.at, WHITE))
    assert table.count(e.DiceDisputed) == 1
    assert table.count(e.DisputeRaised) == 1
    assert table.refused(c.DiceContested(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_it_is_said_once_by_the_side_on_turn_before_it_rolls() -> None:
    table = to_roll()
    assert table.refused(c.ClosedOutDeclared(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table = closed_out()
    assert table.refused(c.ClosedOutDeclared(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    assert table.refused(c.DiceContested(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)


def test_a_book_may_have_every_turn_rolled() -> None:
    table = to_roll(NORWAY.with_value("turn.closed_out", ClosedOut.MUST_ROLL))
    assert table.refused(c.ClosedOutDeclared(table.at, BLACK)) == (Reason.MUST_ROLL,)


def test_while_dice_wait_for_the_count_of_the_box_nobody_is_closed_out() -> None:
    table = Table().open(mixer=LEFT, tower=True).start().turn().lift()
    table.ok(c.RollRead(table.at, facts(die(5, LEFT), die(3, LEFT))))
    assert table.refused(c.ClosedOutDeclared(table.at, BLACK)) == (Reason.ROLL_IN_DOUBT,)
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.ROLL_IN_DOUBT,)


# --- pressed without a roll --------------------------------------------------------------------


def test_a_press_without_a_roll_is_an_illegal_move() -> None:
    """S070, D0-17: italian-international L138; a side that is closed out does no wrong."""
    table = to_roll(BRONSTEIN).press(BLACK)
    pressed = table.told(e.PressedUnrolled)
    assert (pressed.side, pressed.cites) == (BLACK, ("italian-international L138",))
    assert table.told(e.TurnEnded).cites == ("italian-international L138",)
    assert table.match.dicing.unrolled is BLACK
    assert (table.on_turn, table.match.clock.running) == (WHITE, WHITE)
    table.turn()
    assert table.match.dicing.unrolled is None


def test_the_opponent_has_it_put_right() -> None:
    """L168: rectified without losing time; then the side that pressed is to roll."""
    table = to_roll(BRONSTEIN).press(BLACK)
    table.ok(c.IllegalMoveTapped(table.at, WHITE))
    table.ok(c.IllegalMoveAgreed(table.at, BLACK))
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)
    assert table.match.dicing.unrolled is None
    table.roll(4, 2)
    assert table.told(e.RollAccepted).side is BLACK


@pytest.mark.parametrize("profile", ["norway", "norway+unified-2001"])
def test_elsewhere_it_does_nothing(profile: str) -> None:
    table = to_roll(load(profile))
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_NOW,)
    assert table.on_turn is BLACK


def test_a_press_that_hands_the_clock_over_is_none() -> None:
    table = to_roll(BRONSTEIN).double()
    table.ok(c.TakeTapped(table.at, WHITE))
    for side in (WHITE, BLACK):
        assert table.refused(c.ClockPressed(table.at, side)) == (Reason.NOT_NOW,)
    assert table.count(e.PressedUnrolled) == 0


def test_without_a_clock_nobody_can_press() -> None:
    table = to_roll(ITALIAN)
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NO_CLOCK,)
