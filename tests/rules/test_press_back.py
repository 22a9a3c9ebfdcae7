"""A press by mistake, given back until the other side has rolled, with the time put back."""

import pytest
from kits import commands as c
from kits import events as e
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    FISCHER,
    LEFT,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    UNIFIED,
    WHITE,
    Table,
    die,
    ns,
)

from kiosk.rules.decide import deadline, evolve
from kiosk.rules.match import EMPTY, Match, Phase
from kiosk.rules.match.rulings import Ruled
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.times.acts import TimeMode
from kiosk.rules.units import SIDES, BySide, Instant, Side

CLOCKED = (NORWAY, BRONSTEIN, FISCHER, UNIFIED, MICHIGAN)
THINKS_S, RUNS_S = 30, 8


def pressed(book: RuleBook = NORWAY) -> tuple[Table, Match]:
    """White pressed by mistake after 30 s, and Black's clock has run for 8 s; the match before."""
    table = Table().open(book=book).start().wait(THINKS_S)
    before = table.match
    table.press(WHITE).wait(RUNS_S)
    return table, before


def both(table: Table, first: Side = WHITE) -> Table:
    for side in (first, first.other):
        table.ok(c.PressBackTapped(table.at, side))
    return table


@pytest.mark.parametrize("book", CLOCKED)
@pytest.mark.parametrize("first", SIDES)
def test_both_give_it_back_with_one_tap_each_and_the_time_with_it(
    book: RuleBook, first: Side
) -> None:
    table, before = pressed(book)
    was = [table.match.clock.reserve.of_side(BLACK), before.clock.reserve.of_side(BLACK)]
    assert was[0] == was[1]
    both(table, first)
    assert table.match.phase is Phase.MOVING
    assert table.on_turn is WHITE
    assert table.match.game == before.game
    assert table.match.clock.running is WHITE
    assert table.match.clock.used == ns(THINKS_S)
    assert table.reserve(BLACK) == was[0]
    assert table.told(e.PressGivenBack).cites == (
        f"convention: {book.profile} silent, the director confirms",
    )


def test_a_flag_that_the_press_forestalled_is_up_when_it_is_given_back() -> None:
    """The alarm rang a tenth of a second after the press and was heard before it."""
    table = Table().open(book=NORWAY).start()
    due = deadline(table.match)
    assert due is not None
    table.now = due
    table.ok(c.DeadlineReached(table.at))
    table.ok(c.ClockPressed(Instant(due - ns(0.125)), WHITE))
    both(table)
    assert table.match.clock.running is WHITE
    assert table.match.clock.flagged == BySide(None, None)
    assert deadline(table.match) == table.at + ns(0.125)
    table.wait(1)
    assert isinstance(table.do(c.ClockPressed(table.at, WHITE))[0], e.FlagReached)


@pytest.mark.parametrize("book", CLOCKED)
def test_pressed_again_the_turn_has_taken_what_it_took_and_no_more(book: RuleBook) -> None:
    table, _before = pressed(book)
    both(table).wait(5).press(WHITE)
    told = table.told(e.TurnEnded)
    straight = Table().open(book=book).start().wait(THINKS_S + 5).press(WHITE)
    assert told.used == ns(THINKS_S + 5)
    assert told.reserve == straight.told(e.TurnEnded).reserve
    assert table.match.clock.running is BLACK


@pytest.mark.parametrize("book", CLOCKED)
def test_the_director_gives_it_back(book: RuleBook) -> None:
    table, before = pressed(book)
    table.ok(table.order(c.PressBackOrdered))
    assert (table.phase, table.on_turn) == (Phase.MOVING, WHITE)
    assert table.match.game == before.game
    given = table.told(e.PressGivenBack)
    assert (given.side, given.by, given.why) == (WHITE, "director:Kari", "a reason")
    (ruling,) = table.match.hearing.rulings
    assert (ruling.ruled, ruling.side, ruling.why) == (Ruled.PRESS_BACK, WHITE, "a reason")


def test_one_alone_gives_nothing_back_and_the_other_may_let_it_stand() -> None:
    table, _before = pressed()
    table.ok(c.PressBackTapped(table.at, WHITE))
    assert table.refused(c.PressBackTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
    table.ok(c.PressBackDenied(table.at, BLACK))
    assert table.refused(c.PressBackDenied(table.at, BLACK)) == (Reason.NOT_NOW,)
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
    both(table, BLACK)
    assert table.on_turn is WHITE


def rolled(table: Table) -> None:
    table.roll(4, 3)


def threw_in_vain(table: Table) -> None:
    table.lift().throw(die(4, LEFT), die(3, RIGHT))


def in_doubt(table: Table) -> None:
    table.lift().throw(die(4, LEFT), die(3, LEFT, flat=None))


def doubled(table: Table) -> None:
    table.double()


def time_was_set(table: Table) -> None:
    table.ok(table.order(c.TimeOrdered, BLACK, ns(60), TimeMode.ADD, False))


GONE_ON = (rolled, threw_in_vain, in_doubt, doubled, time_was_set)


@pytest.mark.parametrize("number", range(len(GONE_ON)))
def test_once_the_other_has_gone_on_or_the_clocks_were_set_it_stands(number: int) -> None:
    table, _before = pressed()
    table.ok(c.PressBackTapped(table.at, WHITE))
    GONE_ON[number](table)
    assert table.match.pressed is None
    assert table.refused(c.PressBackTapped(table.at, BLACK))
    assert table.refused(table.order(c.PressBackOrdered))
    assert table.refused(c.PressBackDenied(table.at, BLACK))


def test_dice_lifted_and_devices_heard_meanwhile_do_not_end_it() -> None:
    table, _before = pressed()
    table.lift()
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    table.ok(table.order(c.MessageOrdered, "Last round"))
    both(table)
    assert table.match.lost_devices == {"camera"}
    assert table.match.message is not None


def test_while_play_is_stopped_the_turn_comes_back_stopped() -> None:
    table, _before = pressed()
    table.ok(table.order(c.StopOrdered))
    table.wait(60)
    table.ok(table.order(c.PressBackOrdered))
    assert table.match.stop is not None
    assert (table.match.stop.resumes, table.match.clock.running) == (WHITE, None)
    assert table.match.clock.used == ns(THINKS_S)


def test_a_press_without_a_roll_is_given_back_and_is_no_illegal_move() -> None:
    table = Table().open(book=BRONSTEIN).start().turn(10).lift()
    table.wait(3).press(BLACK)
    assert table.count(e.PressedUnrolled) == 1
    both(table.wait(2), BLACK)
    assert (table.phase, table.on_turn) == (Phase.TO_ROLL, BLACK)
    assert table.match.dicing.unrolled is None
    assert table.match.clock.running is BLACK


def test_without_a_clock_nobody_presses() -> None:
    table = Table().open(book=NO_CLOCK).start().turn(5)
    refused = table.refused(c.PressBackTapped(table.at, WHITE))
    assert refused == (Reason.NO_PRESS_TO_GIVE_BACK,)


def test_facts_of_a_press_without_one_change_nothing() -> None:
    """A journal may hold any fact after any other; `evolve` never raises."""
    table = Table().open()
    for match in (EMPTY, table.match):
        clock = match.clock
        for event in (
            e.PressGivenBack(WHITE, clock, None, None, ()),
            e.PressBackAsked(WHITE, ()),
            e.PressStands(WHITE),
        ):
            assert evolve(match, event) == match
