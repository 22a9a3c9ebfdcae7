"""Breaks: how many, when, how long; their overrun; a match put off."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.late_kit import ITALIAN, ring
from kits.rules_kit import BLACK, LONDON, NORWAY, WHITE, Table, ns, open_match, setup
from kits.words import sentence

from kiosk.rules import clock as clocks
from kiosk.rules.decide import deadline, evolve, why_not
from kiosk.rules.match import Phase
from kiosk.rules.match.proposal import ProposalCause, ProposalKind
from kiosk.rules.match.schedule import Schedule
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import LateSanction, LateWithClock, RuleBook
from kiosk.rules.schedule.breaks import allowed_breaks
from kiosk.rules.table import Series
from kiosk.rules.units import MINUTE_NS, BySide, Side


def asks(table: Table, side: Side = WHITE, breaks: int = 1) -> c.BreakTapped:
    return c.BreakTapped(table.at, side, breaks)


def left(table: Table) -> float:
    assert table.match.schedule.pause is not None
    return (table.match.schedule.pause.until - table.now) / MINUTE_NS


@pytest.mark.parametrize(
    ("book", "points", "count", "minutes"),
    [
        (NORWAY, 13, 1, 5),
        (NORWAY, 15, 1, 5),
        (NORWAY, 16, 2, 5),
        (ITALIAN, 12, 1, 10),
        (ITALIAN, 13, 2, 10),
        (LONDON, 25, 1, 5),
        (LONDON, None, 1, 5),
        (NORWAY, None, 1, 5),
    ],
)
def test_how_many_and_how_long(
    book: RuleBook, points: int | None, count: int, minutes: int
) -> None:
    """norway §2.2(ii), italian-international L22, london-club TR13."""
    table = Table().open(points, book)
    assert allowed_breaks(table.match) == count
    for _ in range(count):
        table.ok(asks(table))
        assert left(table) == minutes
        table.ok(c.PresentTapped(table.at, WHITE))
        assert table.told(e.SidePresent).late_by == 0
        assert table.match.schedule.pause is None
    assert table.refused(asks(table)) == (Reason.NO_BREAK_LEFT,)
    table.ok(asks(table, BLACK))


def test_norway_lets_breaks_follow_each_other() -> None:
    """norway §2.2(ii): a side's own, or both sides' together."""
    table = Table().open(17)
    table.ok(asks(table, WHITE, 2))
    assert left(table) == 10
    table.wait(60).ok(asks(table, BLACK))
    assert left(table) == 14
    table.ok(c.PresentTapped(table.at, WHITE))
    assert table.match.schedule.missing(BLACK)
    assert not table.match.schedule.missing(WHITE)
    table.ok(asks(table, BLACK))
    assert left(table) == 19


def test_other_books_do_not() -> None:
    table = Table().open(17, ITALIAN)
    assert table.refused(asks(table, WHITE, 2)) == (Reason.NO_POOLING,)
    table.ok(asks(table))
    assert table.refused(asks(table, BLACK)) == (Reason.NO_POOLING,)
    assert table.refused(asks(table, BLACK, 0))[0] is Reason.BAD_VALUE


@pytest.mark.parametrize("book", [NORWAY, ITALIAN])
def test_only_between_games(book: RuleBook) -> None:
    table = Table().open(book=replace(book, clock=NORWAY.clock)).start()
    assert table.refused(asks(table)) == (Reason.BETWEEN_GAMES_ONLY,)
    assert table.told(e.Refused).cites == (book.cite("breaks.when"),)


def test_london_lets_a_player_rest_during_a_game() -> None:
    """london-club TR13: the clock stops, and both go on when the player is back."""
    book = replace(LONDON, clock=NORWAY.clock)
    table = Table().open(book=book).start().turn()
    reserve = table.reserve(BLACK)
    table.ok(asks(table, BLACK))
    assert table.match.stop is not None
    assert (table.match.stop.reason, table.match.stop.resumes) == (StopReason.BREAK, BLACK)
    assert table.refused(asks(table)) == (Reason.CLOCK_STOPPED, Reason.NO_POOLING)
    ring(table, 6)
    assert table.count(e.BreakOverran) == 1
    assert table.match.proposals.pending == ()
    table.ok(c.ResumeTapped(table.at, BLACK))
    assert table.match.schedule.pause is None
    table.ok(c.ResumeTapped(table.at, WHITE))
    assert table.match.clock.running is BLACK
    assert table.reserve(BLACK) == reserve


def test_in_a_series_norway_allows_breaks_between_its_matches_only() -> None:
    """norway §2.2(ii)."""
    for number, score, refused in ((1, 0, True), (2, 0, False), (2, 1, True)):
        table = Table()
        opened = replace(open_match(table.now), series=Series("s1", number, 3))
        table.ok(opened)
        table.ok(c.SetUpTable(table.at, setup()))
        table.match = replace(table.match, games_played=score)
        if refused:
            assert table.refused(asks(table)) == (Reason.BETWEEN_MATCHES_ONLY,)
        else:
            table.ok(asks(table))
            table.ready()
            reasons = table.refused(asks(table, BLACK))
            assert reasons == (Reason.BETWEEN_GAMES_ONLY, Reason.BETWEEN_MATCHES_ONLY)


def test_who_leaves_is_no_longer_ready_and_who_is_ready_is_back() -> None:
    table = Table().open()
    table.ok(c.ReadyTapped(table.at, WHITE))
    table.ok(asks(table))
    assert table.match.ready == BySide(False, False)
    table.ready()
    assert table.phase is Phase.OPENING
    assert table.match.schedule == Schedule(breaks=BySide(1, 0))


def test_norway_counts_an_overrun_like_lateness() -> None:
    """norway §2.2(iv): one point five minutes after the end of the break."""
    table = Table().open()
    table.ok(asks(table))
    assert deadline(table.match) == table.now + 5 * MINUTE_NS + 1
    ring(table, 9)
    assert table.match.proposals.pending == ()
    assert table.told(e.BreakOverran).side is WHITE
    assert table.count(e.BreakOverran) == 1
    ring(table, 1)
    proposal = table.match.proposals.pending[0].proposal
    assert (proposal.kind, proposal.cause, proposal.side, proposal.points) == (
        ProposalKind.PENALTY_POINTS,
        ProposalCause.BREAK_OVERRUN,
        WHITE,
        1,
    )
    assert table.refused(asks(table)) == (Reason.NO_BREAK_LEFT, Reason.LATE_ALREADY)
    ring(table, 15)
    assert table.match.proposals.pending[0].proposal.kind is ProposalKind.MATCH_LOST
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.winner is BLACK
    assert deadline(table.match) is None


def test_who_is_back_when_the_break_ends_is_not_late() -> None:
    """norway §2.2(iv)."""
    table = Table().open()
    table.ok(asks(table))
    ring(table, 5)
    assert table.refused(c.DeadlineReached(table.at)) == (Reason.NOTHING_DUE,)
    table.ok(c.PresentTapped(table.at, WHITE))
    assert table.count(e.BreakOverran) == table.count(e.LatenessBegan) == 0
    assert table.told(e.SidePresent).late_by == 0
    assert deadline(table.match) is None


def test_where_the_director_decides_the_overrun_is_told_and_nothing_proposed() -> None:
    """italian-international L22 states no amount."""
    table = Table().open(book=ITALIAN.with_value("late.grace_min", 1))
    table.ok(asks(table))
    ring(table, 60)
    assert table.told(e.BreakOverran).cites == ("italian-international L22",)
    assert table.count(e.LatenessBegan) == 0
    assert table.match.proposals.pending == ()


def test_the_director_may_let_a_side_leave() -> None:
    """norway §2.2(iii): beside the breaks of the book, and during a game."""
    table = Table().open().start().turn()
    for minutes in (0, 241):
        assert table.refused(table.order(c.BreakOrdered, BLACK, minutes)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.BreakOrdered, BLACK, 15))
    began = table.told(e.BreakBegan)
    assert (left(table), began.breaks, table.match.schedule.breaks) == (15, 0, BySide(0, 0))
    assert began.reserve == table.match.clock.reserve
    assert sentence(began).startswith("Director Kari lets Black leave, because a reason; the clo")
    table.ok(table.order(c.BreakOrdered, WHITE, 5))
    assert table.count(e.PlayStopped) == 1


def test_a_match_put_off_goes_on_with_the_same_clocks() -> None:
    """Taken up again on the same journal, after the table was off."""
    table = Table().open().start()
    table.wait(30).ok(table.order(c.AdjournOrdered))
    reserve = table.told(e.MatchAdjourned).reserve
    assert reserve == BySide(ns(14 * 60 - 18), ns(14 * 60))
    assert table.refused(table.order(c.AdjournOrdered)) == (Reason.ALREADY_DONE,)
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.DIRECTOR_STOPPED,)
    assert table.refused(c.ClockPressed(table.at, WHITE))
    table.now = 5
    table.ok(c.TableRestarted(table.at, None, None))
    table.wait(3_600).ok(table.order(c.StartOrdered))
    table.go_on()
    assert (table.match.clock.running, table.match.clock.reserve) == (WHITE, reserve)
    assert clocks.remaining(table.match.clock, WHITE, table.at).delay == 0
    assert table.match.stop is None


def test_a_match_put_off_between_games_waits_and_nobody_is_late() -> None:
    table = Table().open(17)
    table.ok(asks(table))
    ring(table, 11)
    table.ok(table.order(c.StopOrdered))
    table.ok(table.order(c.AdjournOrdered))
    assert table.match.schedule == Schedule(breaks=BySide(1, 0))
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.StartOrdered))
    table.ready()


def test_breaks_in_words() -> None:
    table = Table().open(17)
    table.ok(asks(table, WHITE, 2))
    clocks_ = "the clocks: White 34:00.000, Black 34:00.000"
    assert sentence(table.told(e.BreakBegan)) == (
        f"White takes 2 breaks; {clocks_}. [norway §2.2(ii)]"
    )
    overran = e.BreakOverran(WHITE, ())
    assert sentence(overran) == "The break is over and White is not back."
    assert evolve(Table().open().match, overran).schedule.pause is None


# --- the director's leave, overrun in the middle of a game ---------------------------------------


def on_leave(*, called: bool = False) -> Table:
    """White, on turn, was let go for 3 minutes; 4 minutes 59 seconds later it is not back."""
    table = Table().open().start()
    if called:
        table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(table.order(c.BreakOrdered, WHITE, 3))
    return ring(table, 7 + 59 / 60)


@pytest.mark.parametrize("called", [False, True])
def test_leave_overrun_in_a_game_counts_like_any_lateness(called: bool) -> None:
    """norway §2.2(iii), (iv): whether play stood still for a call before or not."""
    table = on_leave(called=called)
    assert table.match.proposals.pending == ()
    ring(table, 1 / 60)
    proposal = table.match.proposals.pending[0].proposal
    assert (proposal.kind, proposal.cause, proposal.side, proposal.points) == (
        ProposalKind.PENALTY_POINTS,
        ProposalCause.BREAK_OVERRUN,
        WHITE,
        1,
    )
    ring(table, 15)
    assert table.match.proposals.pending[0].proposal.kind is ProposalKind.MATCH_LOST
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.winner is BLACK


def test_who_resumes_is_back_and_late_no_more() -> None:
    table = ring(on_leave(), 6)
    table.ok(c.ResumeTapped(table.at, WHITE))
    assert table.told(e.SidePresent).late_by == ns(11 * 60 - 1)
    assert table.match.proposals.pending[0].proposal.points == 2
    assert deadline(table.match) is None
    table.ok(c.ResumeTapped(table.at, BLACK))
    assert table.match.clock.running is WHITE


def test_what_was_not_told_in_time_is_counted_on_arrival() -> None:
    table = on_leave()
    table.wait(60).ok(c.PresentTapped(table.at, WHITE))
    assert table.match.proposals.pending[0].proposal.points == 1


def test_a_stop_of_the_directors_holds_it_and_play_he_starts_ends_it() -> None:
    table = on_leave()
    table.ok(table.order(c.StopOrdered))
    assert deadline(table.match) is None
    table.wait(60).ok(table.order(c.StartOrdered))
    table.go_on()
    assert not table.match.schedule.missing(WHITE)
    assert table.match.proposals.pending[0].proposal.points == 1
    assert table.match.clock.running is WHITE


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("late", "sanction", LateSanction.OPPONENT_MAY_CLAIM),
        ("late", "with_clock", LateWithClock.LATE_CLOCK_STARTED),
    ],
)
def test_what_is_no_points_between_games_is_nothing_in_one(
    section: str, name: str, value: LateSanction | LateWithClock
) -> None:
    table = Table().open(book=NORWAY.with_value(f"{section}.{name}", value)).start()
    table.ok(table.order(c.BreakOrdered, WHITE, 3))
    ring(table, 30)
    assert deadline(table.match) is None
    table.ok(c.PresentTapped(table.at, WHITE))
    assert table.count(e.LatenessCounted) == 0
    assert table.match.clock.running is None


def test_only_a_break_taken_since_play_last_went_on_is_said_to_be_unused() -> None:
    """Until both go on, or the next game starts (norway §2.2(ii))."""
    table = Table().open(book=LONDON).start().turn()
    assert table.refused(c.NobodyLeftTapped(table.at, BLACK)) == (Reason.NO_BREAK_TAKEN,)
    table.ok(c.BreakTapped(table.at, BLACK, 1))
    table.ok(c.PresentTapped(table.at, BLACK))
    assert why_not(table.match, c.NobodyLeftTapped(table.at, BLACK)) == ()
    assert table.refused(c.NobodyLeftTapped(table.at, WHITE)) == (Reason.NO_BREAK_TAKEN,)
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    assert table.refused(c.NobodyLeftTapped(table.at, BLACK)) == (Reason.NO_BREAK_TAKEN,)
    table.ok(table.order(c.BreakReturned, BLACK))
    table.ok(c.BreakTapped(table.at, BLACK, 1))


def test_where_a_break_counts_once_taken_nobody_says_that_nobody_left() -> None:
    book = NORWAY.with_value("breaks.used_by_leaving", value=False)
    table = Table().open(book=book).start().win(WHITE)
    table.ok(c.BreakTapped(table.at, BLACK, 1))
    assert table.refused(c.NobodyLeftTapped(table.at, BLACK)) == (Reason.BREAK_COUNTS,)


def test_of_breaks_that_follow_each_other_one_sides_is_given_back() -> None:
    """White is still away when Black has its break back (norway §2.2(ii))."""
    table = Table().open().start().win(WHITE)
    table.ok(c.BreakTapped(table.at, WHITE, 1))
    table.ok(c.BreakTapped(table.at, BLACK, 1))
    table.ok(c.NobodyLeftTapped(table.at, BLACK))
    assert table.refused(c.NobodyLeftAgreed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.NobodyLeftAgreed(table.at, WHITE))
    pause = table.match.schedule.pause
    assert pause is not None
    assert pause.away == BySide(True, False)
    assert table.match.schedule.breaks == BySide(1, 0)
