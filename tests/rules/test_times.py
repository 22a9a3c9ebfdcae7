"""Time brought in, set by the director, lost, restored; the delay that starts anew."""

from dataclasses import replace

import pytest
from rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    LEFT,
    MICHIGAN,
    NO_CLOCK,
    NORWAY,
    RIGHT,
    TIMETABLE,
    UNIFIED,
    WHITE,
    Table,
    die,
    ns,
    open_match,
    setup,
)

from kiosk.books import load
from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.clock import remaining
from kiosk.rules.commands import TimeMode
from kiosk.rules.dice_prompts import DicePrompt, dice_prompts
from kiosk.rules.evolve import evolve
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClockAsker, ClockNotice, ClockSystem, LeftRoll, RuleBook
from kiosk.rules.table import Member
from kiosk.rules.units import BySide, Nanos, Side

PLAIN_MICHIGAN = load("london-club+michigan-2002")


def unclocked(book: RuleBook, points: int = 7) -> Table:
    return Table().open(points, book.with_clock(ClockSystem.NONE, "the invitation"))


def clock_order(
    table: Table,
    book: RuleBook,
    asked_by: ClockAsker = ClockAsker.DIRECTOR,
    *,
    at_once: bool = False,
    extreme: bool = False,
) -> c.ClockOrdered:
    return table.order(c.ClockOrdered, book, "h" * 64, asked_by, at_once, extreme)


def reads(table: Table, side: Side) -> int:
    return remaining(table.match.clock, side, table.at).reserve


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


# --- brought in --------------------------------------------------------------------------------


def test_a_clock_ordered_waits_for_the_next_game() -> None:
    """C04, S008."""
    table = unclocked(UNIFIED, 9).start()
    order = clock_order(table, UNIFIED, ClockAsker.PARTICIPANT)
    assert table.ok(order) == (
        e.ClockIntroduced(UNIFIED, "h" * 64, False, DIRECTOR, "a reason", ("unified-2001 §1.1",)),
    )
    assert not table.match.clocked
    table.win(WHITE).ready()
    assert table.match.clocked
    assert table.match.clock.reserve == BySide.both(ns(51 * 60))


@pytest.mark.parametrize(
    ("book", "extreme", "reasons"),
    [
        (BRONSTEIN, False, ()),
        (NORWAY, False, ()),
        (UNIFIED, False, (Reason.NEXT_GAME_ONLY,)),
        (UNIFIED, True, (Reason.NEXT_GAME_ONLY,)),
        (MICHIGAN, False, (Reason.ONLY_IF_EXTREME,)),
        (MICHIGAN, True, ()),
    ],
)
def test_in_the_middle_of_a_game_by_book(
    book: RuleBook, extreme: bool, reasons: tuple[Reason, ...]
) -> None:
    """C04, R072."""
    table = unclocked(book).start().turn().wait(30)
    order = clock_order(table, book, at_once=True, extreme=extreme)
    if reasons:
        assert table.refused(order) == reasons
        assert table.told(e.Refused).cites == (book.cite("clock.introduced"),)
        return
    table.ok(order)
    assert table.match.clock.running is BLACK
    full = table.told(e.TimeAllotted).reserve
    assert table.match.clock.reserve == full
    assert table.told(e.ClockStarted).delay == table.match.pace.first
    table.roll().wait(13).press(BLACK)
    charged = {"plain": 13, "bronstein": 1, "simple_delay": 1}[table.match.pace.system]
    assert table.match.clock.reserve.black == full.black - ns(charged)


@pytest.mark.parametrize(("then", "waits"), [(NORWAY, False), (BRONSTEIN, True)])
def test_a_consent_that_the_new_book_does_not_know_is_not_waited_for(
    then: RuleBook, waits: bool
) -> None:
    """italian-international L96; norway §4.1(iv) rolls cocked dice again without asking."""
    table = unclocked(BRONSTEIN).start(5, 6).turn().lift()
    table.throw(die(5, RIGHT), die(3, RIGHT, flat=False))
    assert table.match.dicing.consents is BLACK
    table.ok(clock_order(table, then, at_once=True))
    assert (table.match.dicing.consents is BLACK) is waits
    assert (DicePrompt.CONSENT_TO_REROLL in dice_prompts(table.match)) is waits


@pytest.mark.parametrize(("left", "stays"), [(LeftRoll.NEVER, False), (None, True)])
def test_a_permission_that_the_new_book_does_not_know_ends(
    left: LeftRoll | None, stays: bool
) -> None:
    """norway §4.1(iv)(a)."""
    table = unclocked(NORWAY).start(5, 6).turn().lift()
    table.ok(c.LeftGranted(table.at, BLACK))
    book = NORWAY if left is None else replace(NORWAY, roll=replace(NORWAY.roll, left=left))
    table.ok(clock_order(table, book, at_once=True))
    assert table.match.dicing.left.white is stays


def test_bringing_it_in_cites_when_and_who() -> None:
    table = unclocked(NORWAY)
    table.ok(clock_order(table, NORWAY))
    told = table.told(e.ClockIntroduced)
    assert told.cites == ("norway §3.5(i)(e)", "norway §3.5(i), §2.3(ii)")


def test_brought_in_between_games_it_starts_with_the_next() -> None:
    table = unclocked(UNIFIED)
    table.ok(clock_order(table, UNIFIED, at_once=True))
    assert not table.match.clocked
    table.start()
    assert table.match.clock.running is WHITE


def test_brought_in_before_anybody_is_on_turn_no_clock_runs_yet() -> None:
    table = unclocked(NORWAY).ready()
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert (table.match.clocked, table.match.clock.running) == (True, None)
    table.opening(6, 5)
    assert table.match.clock.running is WHITE


def test_brought_in_while_a_double_is_answered_the_answering_side_runs() -> None:
    table = unclocked(NORWAY).start().turn().double()
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.match.clock.running is WHITE


def test_brought_in_while_play_is_stopped_it_runs_when_play_goes_on() -> None:
    table = unclocked(NORWAY).start().turn()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.match.clock.running is None
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED
    table.wait(60)
    table.ok(table.order(c.StartOrdered))
    table.wait(13)
    assert reads(table, BLACK) == ns(14 * 60 - 1)


def test_brought_in_while_the_director_holds_play_it_stays_the_directors_stop() -> None:
    table = unclocked(NORWAY).start().turn()
    table.ok(table.order(c.StopOrdered))
    table.ok(clock_order(table, NORWAY, at_once=True))
    told = table.told(e.PlayStopped)
    assert (told.reason, told.resumes) == (StopReason.DIRECTOR_ORDERED, BLACK)
    assert (told.by, told.why) == (DIRECTOR, "a reason")


def test_not_while_a_claim_waits_for_its_answer() -> None:
    table = unclocked(NORWAY).start()
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    assert table.refused(clock_order(table, NORWAY, at_once=True)) == (Reason.NOT_NOW,)


def test_only_a_whole_book_with_a_clock_and_its_times() -> None:
    table = unclocked(NORWAY)
    assert table.refused(clock_order(table, NO_CLOCK)) == (Reason.BAD_VALUE,)
    broken = replace(NORWAY, sources=())
    assert table.refused(clock_order(table, broken)) == (Reason.BAD_VALUE,)
    assert table.refused(clock_order(table, PLAIN_MICHIGAN)) == (Reason.TIME_NOT_SET,)
    assert table.told(e.Refused).cites[0] == "clock.timetable_min"
    clocked = Table().open(7, NORWAY)
    assert clocked.refused(clock_order(clocked, NORWAY)) == (Reason.ALREADY_DONE,)


@pytest.mark.parametrize(
    ("book", "asker", "may"),
    [
        (BRONSTEIN, ClockAsker.PARTICIPANT, True),
        (BRONSTEIN, ClockAsker.PLAYER, True),
        (BRONSTEIN, ClockAsker.AGREEMENT, False),
        (UNIFIED, ClockAsker.PARTICIPANT, True),
        (NORWAY, ClockAsker.AGREEMENT, True),
        (NORWAY, ClockAsker.PARTICIPANT, False),
        (MICHIGAN, ClockAsker.PLAYER, False),
        (MICHIGAN, ClockAsker.DIRECTOR, True),
    ],
)
def test_who_may_ask(book: RuleBook, asker: ClockAsker, may: bool) -> None:
    """C05; a player takes part in the tournament too."""
    table = unclocked(book)
    order = clock_order(table, book, asker)
    table.do(order)
    assert table.match.next_book == (book if may else None)
    if not may:
        assert table.told(e.Refused).reasons == (Reason.ASKER_MAY_NOT,)


def test_where_clocks_are_announced_as_allowed_a_player_asks() -> None:
    """S017: unified-2001 §1.1."""
    posted = MICHIGAN.with_value("clock.notice", ClockNotice.ALLOWED)
    table = unclocked(posted)
    table.ok(clock_order(table, posted, ClockAsker.PLAYER))


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
    assert [type(event) for event in told] == [e.LostTimeTold, e.DirectorCalled]
    table = Table().open().start()
    table.ok(table.order(c.StopOrdered))
    told = table.ok(c.LostTimeClaimed(table.at, BLACK))
    assert [type(event) for event in told] == [e.LostTimeTold, e.DirectorCalled]


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
    table = cocked()
    table.ok(c.DelayRestartTapped(table.at, BLACK))
    assert table.refused(c.DelayRestartTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    table.lift().throw(die(5, LEFT, flat=False), die(3, LEFT))
    table.ok(c.DelayRestartTapped(table.at, BLACK))


def test_while_stopped_the_delay_starts_anew_when_play_goes_on() -> None:
    table = cocked()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.wait(60)
    table.ok(c.DelayRestartTapped(table.at, BLACK))
    table.ok(table.order(c.StartOrdered))
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


# --- without a clock from now on ---------------------------------------------------------------


def dropped(match: Match) -> Match:
    return evolve(match, e.ClockDropped(DIRECTOR, "both flags", ()))


def test_the_rest_without_a_clock_goes_on_from_anywhere() -> None:
    stopped = Table().open().start()
    stopped.ok(c.DirectorCallTapped(stopped.at, WHITE))
    claimed = Table().open().start()
    claimed.ok(c.WinDeclared(claimed.at, WHITE, 1))
    offered = Table().open().start()
    offered.ok(c.OfferTapped(offered.at, WHITE, BLACK, 1, True, False))
    challenged = Table().open().start().turn()
    challenged.ok(c.IllegalMoveTapped(challenged.at, BLACK))
    every = (stopped, claimed, offered, challenged)
    for table in every:
        table.match = dropped(table.match)
        assert not table.match.clocked
    stopped.ok(stopped.order(c.StartOrdered))
    claimed.ok(c.WinDisputed(claimed.at, BLACK))
    offered.ok(c.OfferRejected(offered.at, BLACK))
    challenged.ok(challenged.order(c.IllegalMoveRuled, False))
    for table in every:
        assert table.match.clock.running is None
        table.turn().turn()
    assert dropped(Table().match).control.dropped


def test_a_clock_may_be_brought_in_again() -> None:
    table = Table().open().start()
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.match = dropped(table.match)
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.match.clocked
    table.ok(table.order(c.StartOrdered))
    assert table.match.clock.running is WHITE
    assert reads(table, WHITE) == ns(840)


def test_the_dice_stay_where_they_must_when_the_clock_comes() -> None:
    """A turn that began without a clock ends by the press."""
    table = unclocked(NORWAY).start(6, 5).turn()
    table.lift().throw(die(5, LEFT), die(3, LEFT))
    table.ok(clock_order(table, NORWAY, at_once=True))
    assert table.phase is Phase.MOVING
    table.press(BLACK).lift().throw(die(5, RIGHT), die(3, RIGHT))
    assert table.told(e.RollAccepted).side is WHITE
