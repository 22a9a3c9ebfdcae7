"""Time set by the director, lost, restored; the delay that starts anew."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import (
    BLACK,
    DIRECTOR,
    LEFT,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    TIMETABLE,
    WHITE,
    Table,
    die,
    ns,
    open_match,
    setup,
)
from kits.times_kit import PLAIN_MICHIGAN, reads, unclocked

from kiosk.rules.clock import remaining
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClockSystem, RuleBook
from kiosk.rules.table import Member
from kiosk.rules.times.acts import TimeMode
from kiosk.rules.units import BySide, Nanos

# --- times the director has to set -------------------------------------------------------------


def test_no_game_starts_on_a_clock_whose_times_are_not_set() -> None:
    """S014, D4-1: the refusal names the key."""
    table = Table()
    table.ok(open_match(table.now, 7, PLAIN_MICHIGAN))
    table.ok(c.SetUpTable(table.at, setup()))
    assert table.count(e.TimeAllotted) == 0
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.TIME_NOT_SET,)
    assert table.told(e.Refused).cites == ("clock.timetable_min", "michigan-2002 §4.1")


def test_times_set_later_are_allotted_when_the_game_starts() -> None:
    table = Table().open(7, PLAIN_MICHIGAN)
    table.ok(table.order(c.ProfileOrdered, MICHIGAN, "h" * 64))
    table.start()
    assert table.match.clock.reserve == BySide.both(ns(42 * 60))
    table.win(WHITE).start()
    assert table.count(e.TimeAllotted) == 1


def test_the_next_games_book_is_asked() -> None:
    table = Table().open(7, MICHIGAN)
    table.ok(table.order(c.ProfileOrdered, PLAIN_MICHIGAN, "h" * 64))
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.TIME_NOT_SET,)
    assert table.told(e.Refused).cites[0] == "clock.timetable_min"


@pytest.mark.parametrize(("points", "refused"), [(3, False), (4, True)])
def test_a_timetable_must_reach_as_far_as_the_match(points: int, refused: bool) -> None:
    short = [row[:3] for row in TIMETABLE[:3]]
    book = load("london-club+michigan-2002", {"clock.timetable_min": short})
    table = Table().open(points, book)
    assert table.count(e.TimeAllotted) == (0 if refused else 1)
    if refused:
        assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.TIME_NOT_SET,)
        assert table.told(e.Refused).cites[0] == "clock.timetable_min"
    else:
        table.ok(c.ReadyTapped(table.at, WHITE))


def test_without_a_clock_no_time_is_missing() -> None:
    unclocked(PLAIN_MICHIGAN).start()


def test_pairs_play_only_with_times_stated_for_them() -> None:
    """S013: norway §3.5(v)."""
    table = Table().open(7, NORWAY)
    assert table.match.opened is not None
    team = table.match.opened.sides.white
    pair = replace(team, members=(*team.members, Member("id-2", "Other")))
    sides = table.match.opened.sides.with_(WHITE, pair)
    paired = replace(table.match, opened=replace(table.match.opened, sides=sides))
    assert Table(paired).refused(c.ReadyTapped(table.at, BLACK)) == (Reason.TIME_NOT_SET,)
    stated = NORWAY.with_value("clock.delay_s", 20).with_value("clock.reserve_s_per_point", 90)
    Table(replace(paired, book=stated)).ok(c.ReadyTapped(table.at, BLACK))


# --- set by the director -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "seconds", "after"),
    [
        (TimeMode.ADD, 60, 880),
        (TimeMode.SUBTRACT, 60, 760),
        (TimeMode.SUBTRACT, 820, 0),
        (TimeMode.SET, 30, 30),
        (TimeMode.SET, 0, 0),
        (TimeMode.SET, 60_000, 60_000),
    ],
)
def test_time_is_changed_while_the_clock_runs(mode: TimeMode, seconds: int, after: int) -> None:
    table = Table().open().start().wait(32)
    table.ok(table.order(c.TimeOrdered, WHITE, Nanos(ns(seconds)), mode, False))
    told = table.told(e.TimeSet)
    assert (told.cause, told.cites) == (e.TimeCause.RULING, ())
    assert (told.by, told.why) == (DIRECTOR, "a reason")
    assert reads(table, WHITE) == ns(after)
    assert reads(table, BLACK) == ns(840)
    table.wait(10)
    assert reads(table, WHITE) == max(0, ns(after - 10))
    table.ok(c.ClockPressed(table.at, WHITE))
    assert table.told(e.TurnEnded).used == ns(42)


def test_the_others_time_is_changed_too_and_the_delay_left_stays() -> None:
    table = Table().open().start().wait(5)
    table.ok(table.order(c.TimeOrdered, BLACK, Nanos(ns(40)), TimeMode.ADD, False))
    assert reads(table, BLACK) == ns(880)
    assert remaining(table.match.clock, WHITE, table.at).delay == ns(7)


@pytest.mark.parametrize(
    ("mode", "nanos"),
    [
        (TimeMode.SUBTRACT, ns(841)),
        (TimeMode.ADD, -1),
        (TimeMode.SET, -1),
        (TimeMode.SET, ns(60_001)),
    ],
)
def test_a_clock_shows_no_such_time(mode: TimeMode, nanos: int) -> None:
    table = Table().open().start()
    order = table.order(c.TimeOrdered, BLACK, Nanos(nanos), mode, False)
    assert table.refused(order) == (Reason.BAD_VALUE,)


def test_a_flag_is_taken_back_by_more_time() -> None:
    table = Table().open(1, NORWAY).start().wait(200)
    table.ok(c.DeadlineReached(table.at))
    assert table.match.clock.flagged.white is not None
    table.ok(table.order(c.TimeOrdered, WHITE, Nanos(ns(60)), TimeMode.SET, False))
    assert table.match.clock.flagged == BySide(None, None)
    assert table.refused(c.ExpiryDeclared(table.at, BLACK)) == (Reason.NO_FLAG,)


def test_without_a_clock_there_is_no_time_to_change() -> None:
    table = Table().open(7, NO_CLOCK).start()
    for order in (
        table.order(c.TimeOrdered, WHITE, Nanos(1), TimeMode.ADD, False),
        table.order(c.ClockReplaced, BySide.both(Nanos(1))),
        c.LostTimeClaimed(table.at, WHITE),
    ):
        assert table.refused(order) == (Reason.NO_CLOCK,)


def test_a_faulty_clock_is_replaced_by_one_that_shows_what_the_director_says() -> None:
    """R083."""
    table = Table().open().start().wait(20)
    shown = BySide(Nanos(ns(700)), Nanos(ns(650)))
    table.ok(table.order(c.ClockReplaced, shown))
    assert table.match.clock.reserve == shown
    told = table.told(e.TimeSet)
    assert told.cites == ("norway §3.7(ii)",)
    assert (told.by, told.why) == (DIRECTOR, "a reason")
    assert table.match.clock.running is WHITE
    for bad in (BySide(Nanos(-1), Nanos(0)), BySide(Nanos(0), Nanos(ns(60_001)))):
        assert table.refused(table.order(c.ClockReplaced, bad)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.ClockReplaced, BySide(Nanos(ns(60_000)), Nanos(0))))


# --- lost by mistake ---------------------------------------------------------------------------


def test_time_lost_by_mistake_is_claimed_and_restored() -> None:
    """C14: norway §4.3(iv)."""
    table = Table().open().start().turn().wait(52)
    table.ok(c.LostTimeClaimed(table.at, BLACK))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED
    assert table.match.director_called is BLACK
    table.wait(100)
    table.ok(table.order(c.TimeOrdered, BLACK, Nanos(ns(40)), TimeMode.ADD, True))
    assert reads(table, BLACK) == ns(840)
    told = table.told(e.TimeSet)
    assert (told.cause, told.cites) == (e.TimeCause.LOST_TIME, ("norway §4.3(iv)",))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is BLACK


def test_where_each_minds_its_own_clock_lost_time_stays_lost() -> None:
    """S082: michigan-2002 §6.1; the director's other judgements are free."""
    table = Table().open(7, MICHIGAN).start().turn().wait(40)
    assert table.refused(c.LostTimeClaimed(table.at, BLACK)) == (Reason.TIME_NOT_RESTORED,)
    assert table.told(e.Refused).cites == ("michigan-2002 §6.1",)
    order = table.order(c.TimeOrdered, BLACK, Nanos(ns(40)), TimeMode.ADD, True)
    assert table.refused(order) == (Reason.TIME_NOT_RESTORED,)
    table.ok(replace(order, restores=False))
    assert reads(table, BLACK) == ns(42 * 60)


def test_lost_time_claimed_between_games_or_while_stopped_stops_nothing() -> None:
    table = Table().open()
    told = table.ok(c.LostTimeClaimed(table.at, BLACK))
    assert [type(event) for event in told] == [e.LostTimeNoted, e.DirectorCalled]
    table = Table().open().start()
    table.ok(table.order(c.StopOrdered))
    told = table.ok(c.LostTimeClaimed(table.at, BLACK))
    assert [type(event) for event in told] == [e.LostTimeNoted, e.DirectorCalled]


# --- the delay starts anew ---------------------------------------------------------------------


def cocked(book: RuleBook = NORWAY) -> Table:
    """Black, on turn since 20 s, has thrown a cocked die."""
    table = Table().open(7, book).start().turn().lift().wait(20)
    table.throw(die(5, LEFT, flat=False), die(3, LEFT))
    assert table.phase is Phase.TO_ROLL
    return table


def test_after_a_roll_that_does_not_count_the_delay_starts_anew() -> None:
    """Norway §4.3(v)."""
    table = cocked().wait(3)
    table.ok(c.DelayRestartTapped(table.at, BLACK))
    told = table.told(e.DelayRestarted)
    assert (told.at, told.delay, told.cites) == (table.at, ns(12), ("norway §4.3(v)",))
    assert reads(table, BLACK) == ns(840 - 11)
    table.wait(13).roll().press(BLACK)
    assert table.match.clock.reserve.black == ns(840 - 12)


def test_once_for_each_such_roll() -> None:
    table = Table().open(7)
    assert not table.match.control.renewed
    table = cocked()
    table.ok(c.DelayRestartTapped(table.at, BLACK))
    assert table.match.control.renewed
    assert table.refused(c.DelayRestartTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    table.lift().throw(die(5, LEFT, flat=False), die(3, LEFT))
    table.ok(c.DelayRestartTapped(table.at, BLACK))


def test_while_stopped_the_delay_starts_anew_when_play_goes_on() -> None:
    table = cocked()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.wait(60)
    table.ok(c.DelayRestartTapped(table.at, BLACK))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert remaining(table.match.clock, BLACK, table.at).delay == ns(12)
    assert reads(table, BLACK) == ns(840 - 8)


def test_not_the_others_and_not_without_such_a_roll() -> None:
    table = cocked()
    assert table.refused(c.DelayRestartTapped(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    fresh = Table().open().start().turn()
    assert fresh.refused(c.DelayRestartTapped(fresh.at, BLACK)) == (Reason.NOT_NOW,)
    handed = Table().open().start().turn().double()
    handed.press(BLACK).take().lift().throw(die(5, LEFT, flat=False), die(3, LEFT))
    assert handed.match.clock.running is WHITE
    assert handed.refused(c.DelayRestartTapped(handed.at, BLACK)) == (Reason.NOT_YOUR_TURN,)


def test_only_where_the_book_lets_the_delay_start_anew() -> None:
    table = cocked(MICHIGAN)
    assert table.refused(c.DelayRestartTapped(table.at, BLACK)) == (Reason.CLOCK_RUNS_ON,)
    assert table.told(e.Refused).cites == ("michigan-2002 §3.3",)
    assert cocked(NO_CLOCK).refused(c.DelayRestartTapped(table.at, BLACK)) == (Reason.NO_CLOCK,)


def test_by_bronstein_it_is_settled_as_by_a_press() -> None:
    """An event that plays norway by Bronstein: the twenty seconds cost eight."""
    table = cocked(NORWAY.with_value("clock.system", ClockSystem.BRONSTEIN))
    table.ok(c.DelayRestartTapped(table.at, BLACK))
    assert reads(table, BLACK) == ns(840 - 8)
    table.wait(5).roll().press(BLACK)
    assert table.match.clock.reserve.black == ns(840 - 8)
