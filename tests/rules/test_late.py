"""Lateness: counted by each book, proposed, awarded only by the director."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.late_kit import ITALIAN, late, ring
from kits.rules_kit import BLACK, LONDON, NORWAY, WHITE, Table, ns
from kits.words import sentence

from kiosk.rules import clock as clocks
from kiosk.rules.decide import deadline, evolve
from kiosk.rules.match import Phase
from kiosk.rules.match.proposal import ProposalCause, ProposalKind, Proposals
from kiosk.rules.match.schedule import Schedule
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import BreakOverrun, ClockSystem, FirstPoint, RuleBook
from kiosk.rules.units import MINUTE_NS, BySide

NO_CLOCK = ITALIAN.with_clock(ClockSystem.NONE, "the event's invitation")


def proposed(table: Table) -> list[tuple[ProposalKind, int | None]]:
    open_ = [each.proposal for each in table.match.proposals.pending]
    assert all(each.side is BLACK for each in open_)
    return [(each.kind, each.points) for each in open_]


POINTS, LOST = ProposalKind.PENALTY_POINTS, ProposalKind.MATCH_LOST


def test_points_seen_before_they_grew_are_not_accepted() -> None:
    """The director awards what he decided on, not what came since."""
    table = ring(late(), 5)
    seen = table.order(c.ProposalAccepted, 1, 1)
    ring(table, 5)
    assert table.refused(replace(seen, at=table.at)) == (Reason.PROPOSAL_CHANGED,)
    assert table.match.score == BySide(0, 0)
    table.ok(table.order(c.ProposalAccepted, 1, 2))
    assert table.match.score == BySide(2, 0)
    ring(table, 5)
    seen = table.order(c.ProposalAccepted, 2, 1)
    ring(table, 5)
    assert proposed(table) == [(LOST, None)]
    assert table.refused(replace(seen, at=table.at)) == (Reason.PROPOSAL_CHANGED,)


def test_norway_counts_a_point_every_five_minutes_and_half_the_match_is_lost() -> None:
    """norway §2.2(iv): 4 of 7 points are more than half of the length."""
    table = late()
    assert proposed(ring(table, 4)) == []
    for points in (1, 2, 3):
        ring(table, 1 if points == 1 else 5)
        assert proposed(table) == [(POINTS, points)]
        assert table.match.score == BySide(0, 0)
    ring(table, 5)
    assert proposed(table) == [(LOST, None)]
    assert deadline(table.match) is None
    assert table.match.winner is None
    assert table.told(e.LatenessCounted).cites == ("norway §2.2(iv)",)
    table.ok(table.order(c.ProposalAccepted, 1))
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.cause, ended.cites) == (
        WHITE,
        EndCause.PENALTY,
        ("norway §2.2(iv)",),
    )
    assert deadline(table.match) is None


@pytest.mark.parametrize(
    ("book", "length", "minutes", "lost"),
    [
        (NORWAY, 10, 25, True),
        (NORWAY, 10, 24, False),
        (NO_CLOCK, 10, 45, False),
        (NO_CLOCK, 10, 50, True),
        (NO_CLOCK, 9, 45, True),
    ],
)
def test_half_of_the_match(book: RuleBook, length: int, minutes: int, lost: bool) -> None:
    """norway §2.2(iv): half or more; italian-international L24: more than half."""
    kinds = [kind for kind, _ in proposed(late(book, length, minutes))]
    assert kinds == [LOST if lost else POINTS]


def test_italian_half_is_of_what_the_opponent_still_needs() -> None:
    """italian-international L24."""
    table = Table().open(9, NO_CLOCK).set_score(6, 0)
    table.ok(table.order(c.LatenessOrdered, BLACK, 30 * MINUTE_NS, None))
    assert proposed(table) == [(LOST, None)]
    norway = Table().open(9, NORWAY).set_score(6, 0)
    norway.ok(norway.order(c.LatenessOrdered, BLACK, 10 * MINUTE_NS, None))
    assert proposed(norway) == [(POINTS, 2)]


@pytest.mark.parametrize(
    ("book", "minutes", "expected"),
    [
        (NO_CLOCK, 26, [(POINTS, 1)]),
        (NORWAY, 26, [(POINTS, 5)]),
        (LONDON, 26, []),
        (NO_CLOCK, 24, []),
        (NO_CLOCK, 25, [(POINTS, 1)]),
    ],
)
def test_twenty_six_minutes_under_three_books(
    book: RuleBook, minutes: int, expected: list[tuple[ProposalKind, int]]
) -> None:
    assert proposed(late(book, 11, minutes)) == expected


def test_a_delay_granted_takes_the_place_of_the_grace() -> None:
    """italian-international L25: after the hour, penalty points start."""
    assert proposed(late(NO_CLOCK, 11, 64, 60)) == []
    table = late(NO_CLOCK, 11, 65, 60)
    assert proposed(table) == [(POINTS, 1)]
    assert table.told(e.LatenessBegan).cites == ("italian-international L25",)
    assert late(NO_CLOCK, 11, 1).told(e.LatenessBegan).cites == ("italian-international L24",)


def test_what_may_not_be_granted() -> None:
    table = Table().open(11, NO_CLOCK)
    for minutes, grant in ((-1, None), (1441, None), (0, 61), (0, -1)):
        order = table.order(c.LatenessOrdered, BLACK, minutes * MINUTE_NS, grant)
        assert table.refused(order) == (Reason.BAD_VALUE,)
    norway = Table().open(11)
    norway.ok(norway.order(c.LatenessOrdered, BLACK, 0, 61))
    again = norway.order(c.LatenessOrdered, BLACK, 0, None)
    assert norway.refused(again) == (Reason.ALREADY_DONE,)


def test_a_whole_day_late_is_still_meant() -> None:
    assert proposed(late(NO_CLOCK, 11, 1440)) == [(LOST, None)]


def test_points_cite_when_they_fall_and_the_match_lost_cites_its_half() -> None:
    keys = ("late.point_every_min", "late.first_point", "late.forfeit", "late.forfeit_of")
    book = NORWAY
    for key in keys:
        book = book.with_value(key, book.value(key), key)
    table = late(book, 7, 5)
    assert table.told(e.Proposed).proposal.cites == keys[:2]
    assert table.told(e.LatenessCounted).cites == keys[:2]
    ring(table, 15)
    assert table.told(e.Proposed).proposal.cites == keys


def test_the_first_point_may_fall_at_once() -> None:
    book = NORWAY.with_value("late.first_point", FirstPoint.AT_ONCE)
    table = late(book)
    assert proposed(table) == [(POINTS, 1)]
    assert proposed(ring(table, 4)) == [(POINTS, 1)]
    assert proposed(ring(table, 1)) == [(POINTS, 2)]


def test_no_points_in_a_single_game() -> None:
    table = late(points=None, minutes=60)
    assert proposed(table) == []
    assert deadline(table.match) is None


def test_points_answered_are_not_proposed_again() -> None:
    table = late(points=25, minutes=11)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.score == BySide(2, 0)
    ring(table, 5)
    assert proposed(table) == [(POINTS, 1)]
    assert table.match.proposals.pending[0].number == 2
    ring(table, 5)
    assert proposed(table) == [(POINTS, 2)]
    table.ok(table.order(c.ProposalDeclined, 2))
    assert proposed(ring(table, 5)) == [(POINTS, 1)]


def test_who_arrives_is_late_no_more_and_the_points_stay_proposed() -> None:
    table = late()
    table.wait(7 * 60)
    assert table.ok(c.PresentTapped(table.at, BLACK))[-1] == e.SidePresent(BLACK, ns(7 * 60))
    assert proposed(table) == [(POINTS, 1)]
    assert deadline(table.match) is None
    assert table.refused(c.PresentTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    assert table.refused(c.PresentTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)


def test_who_is_ready_is_there() -> None:
    """norway §2.2(iv): late until present and playing."""
    table = late(minutes=12).ready()
    assert table.phase is Phase.OPENING
    assert not table.match.schedule.missing(BLACK)
    assert table.count(e.SidePresent) == 1


def test_a_grace_not_yet_over_is_no_lateness() -> None:
    table = late(NO_CLOCK)
    table.ok(c.PresentTapped(table.wait(60).at, BLACK))
    assert table.told(e.SidePresent).late_by == 0


def test_london_lets_the_opponent_claim_beyond_half_an_hour() -> None:
    """london-club TR4: more than 30 minutes."""
    table = late(LONDON)
    claim = c.LateClaimTapped
    assert deadline(table.match) == table.now + 30 * MINUTE_NS
    ring(table, 30)
    assert table.told(e.LatenessCounted).cites == ("london-club TR4",)
    assert table.refused(claim(table.at, WHITE)) == (Reason.NOT_LATE_ENOUGH,)
    table.wait(1)
    assert table.refused(claim(table.at, BLACK)) == (Reason.NOT_LATE_ENOUGH,)
    table.ok(claim(table.at, WHITE))
    assert proposed(table) == [(LOST, None)]
    assert table.match.proposals.pending[0].proposal.cause is ProposalCause.LATE
    assert table.refused(claim(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.winner is WHITE


def arrived(minutes: float, *, ready: bool = False) -> Table:
    """Black came so many minutes after the start; White was ready, or not."""
    table = late(LONDON)
    if ready:
        table.ok(c.ReadyTapped(table.at, WHITE))
    ring(table, minutes)
    table.ok((c.ReadyTapped if ready else c.PresentTapped)(table.at, BLACK))
    return table


@pytest.mark.parametrize("ready", [False, True])
def test_in_london_who_has_come_too_late_may_still_be_claimed_against(ready: bool) -> None:
    """london-club TR4: who arrives more than 30 minutes late; the game may have begun by then."""
    table = arrived(31, ready=ready)
    assert table.phase is (Phase.OPENING if ready else Phase.BETWEEN_GAMES)
    assert table.refused(c.LateClaimTapped(table.at, BLACK)) == (Reason.NOT_LATE_ENOUGH,)
    table.ok(c.LateClaimTapped(table.at, WHITE))
    assert proposed(table) == [(LOST, None)]
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.winner is WHITE


def test_who_came_within_half_an_hour_is_not() -> None:
    table = arrived(30)
    assert table.refused(c.LateClaimTapped(table.at, WHITE)) == (Reason.NOT_LATE_ENOUGH,)


def test_having_come_too_late_outlasts_a_restart_and_a_second_arrival() -> None:
    table = arrived(31)
    table.ok(table.order(c.LatenessOrdered, BLACK, 0, None))
    table.ok(c.PresentTapped(table.at, BLACK))
    table.ok(c.TableRestarted(table.at, None, None))
    table.ok(c.LateClaimTapped(table.at, WHITE))


def test_a_break_overrun_is_no_late_start() -> None:
    book = LONDON.with_value("breaks.overrun", BreakOverrun.AS_LATENESS)
    table = Table().open(7, book)
    table.ok(c.BreakTapped(table.at, BLACK, 1))
    ring(table, 40)
    assert table.refused(c.LateClaimTapped(table.at, WHITE)) == (Reason.NOT_LATE_ENOUGH,)
    table.ok(c.PresentTapped(table.at, BLACK))
    assert table.refused(c.LateClaimTapped(table.at, WHITE)) == (Reason.NOT_LATE_ENOUGH,)


def test_only_london_knows_such_a_claim() -> None:
    table = late(NORWAY, minutes=60)
    assert table.refused(c.LateClaimTapped(table.at, WHITE)) == (Reason.NOT_IN_BOOK,)


def test_with_a_clock_the_italian_book_starts_the_late_sides_clock() -> None:
    """italian-international L26: instead of points, from when lateness counts."""
    table = late(_armed())
    start = table.now
    assert deadline(table.match) == start + 20 * MINUTE_NS
    ring(table, 25)
    started = table.told(e.ClockStarted)
    assert (started.side, started.at) == (BLACK, start + 20 * MINUTE_NS)
    assert proposed(table) == []
    counted = table.told(e.LatenessCounted)
    assert (counted.points, counted.settled, counted.lost) == (0, 0, False)
    assert counted.cites == ("italian-international L26",)
    before = clocks.remaining(table.match.clock, WHITE, table.at)
    table.ok(c.PresentTapped(table.at, BLACK))
    assert table.match.clock.running is None
    assert clocks.remaining(table.match.clock, WHITE, table.wait(60).at) == before


def test_no_clock_runs_for_lateness_while_play_is_stopped() -> None:
    """The opponent has called the director; the clock starts once play goes on."""
    table = Table().open(7, _armed())
    table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(table.order(c.LatenessOrdered, BLACK, 30 * MINUTE_NS, None))
    assert table.match.clock.running is None
    table.ok(table.order(c.StartOrdered))
    assert deadline(table.match) == table.now - 10 * MINUTE_NS
    table.ok(c.DeadlineReached(table.at))
    assert table.match.clock.running is BLACK


def test_nor_when_the_other_late_side_arrives() -> None:
    table = Table().open(7, _armed())
    table.ok(table.order(c.StopOrdered))
    for side in (BLACK, WHITE):
        table.ok(table.order(c.LatenessOrdered, side, 30 * MINUTE_NS, None))
    table.ok(c.PresentTapped(table.at, BLACK))
    assert table.match.clock.running is None
    assert table.match.schedule.missing(WHITE)
    assert table.reserve(BLACK) == table.reserve(WHITE) - 10 * MINUTE_NS


def test_the_clock_of_a_side_that_came_while_play_was_stopped_runs_no_more() -> None:
    for arrives in (True, False):
        table = ring(late(_armed()), 25)
        table.ok(table.order(c.StopOrdered))
        if arrives:
            table.ok(c.PresentTapped(table.at, BLACK))
        table.ok(table.order(c.StartOrdered))
        assert table.match.clock.running is (None if arrives else BLACK)


def test_two_late_sides_have_one_clock() -> None:
    table = Table().open(7, _armed())
    for side in (BLACK, WHITE):
        table.ok(table.order(c.LatenessOrdered, side, 30 * MINUTE_NS, None))
    assert table.match.clock.running is BLACK
    table.ok(c.PresentTapped(table.at, WHITE))
    assert table.match.clock.running is BLACK


@pytest.mark.parametrize("both", [False, True])
def test_no_time_of_the_game_before_is_charged_for_a_lateness(*, both: bool) -> None:
    """A report of thirty minutes, ten of them after the grace, comes four after a game's end; the
    time runs since that end, even for the second side that was missing.
    """
    table = Table().open(7, _armed()).start()
    table.turn(think_s=60).win(WHITE)
    ended, before = table.now, table.match.clock.reserve
    table.wait(240)
    for side in (WHITE, BLACK) if both else (BLACK,):
        table.ok(table.order(c.LatenessOrdered, side, 30 * MINUTE_NS, None))
    started = table.told(e.ClockStarted)
    assert started.at == ended
    for side in (WHITE, BLACK) if both else (BLACK,):
        table.ok(c.PresentTapped(table.at, side))
    lost = before.black - table.match.clock.reserve.black
    assert lost == ns(240)
    assert before.white - table.match.clock.reserve.white == (lost if both else 0)


@pytest.mark.parametrize("ended", [False, True])
def test_after_a_restart_the_end_of_the_game_before_is_an_instant_of_another_boot(
    *, ended: bool
) -> None:
    """The table started anew after the game's end, or before the director ended it."""
    table = Table().open(7, _armed()).start().turn(think_s=60)
    if ended:
        table.win(WHITE)
    mark, table.now = table.at, 7
    table.ok(c.TableRestarted(table.at, mark, None))
    if not ended:
        table.ok(table.order(c.GameEndOrdered, WHITE, 1))
    table.ok(table.order(c.LatenessOrdered, BLACK, 30 * MINUTE_NS, None))
    assert table.told(e.ClockStarted).at == table.now - 10 * MINUTE_NS


def _armed() -> RuleBook:
    """The Italian book with the times its event sets."""
    rules = replace(ITALIAN.clock, delay_s=12, reserve_s_per_point=180)
    return replace(ITALIAN, clock=rules)


def test_a_stop_holds_lateness_and_a_restart_keeps_it() -> None:
    table = late()
    table.ok(table.order(c.StopOrdered))
    assert deadline(table.match) is None
    before = table.match.schedule
    table.ok(c.TableRestarted(table.at, table.at, None))
    assert table.match.schedule == before
    assert deadline(table.match) is None


def test_lateness_goes_on_from_where_the_table_stopped() -> None:
    """The new boot's clock may stand anywhere; what passed up to the last mark has passed."""
    for start in (3, 10**15):
        table = ring(late(), 12)
        assert proposed(table) == [(POINTS, 2)]
        mark, table.now = table.at, start
        table.ok(c.TableRestarted(table.at, mark, None))
        restored = table.told(e.AbsenceRestored)
        assert sentence(restored) == "The missing player is still missing."
        assert proposed(ring(table, 2)) == [(POINTS, 2)]
        assert proposed(ring(table, 1)) == [(POINTS, 3)]


def test_without_a_mark_lateness_begins_with_the_restart() -> None:
    table = ring(late(), 4)
    table.now = 7
    table.ok(c.TableRestarted(table.at, None, None))
    assert table.match.schedule.missing(BLACK)
    assert proposed(ring(table, 4)) == []
    assert proposed(ring(table, 1)) == [(POINTS, 1)]


def test_an_old_restart_forgot_who_was_missing() -> None:
    """A journal from before replays as it was."""
    assert evolve(late().match, e.Restarted()).schedule == Schedule()


def test_the_table_wakes_for_nothing_else() -> None:
    table = late()
    assert table.refused(c.DeadlineReached(table.at)) == (Reason.NOTHING_DUE,)
    counted = e.LatenessCounted(WHITE, 1, 0, 1, False, ())
    assert evolve(table.match, counted) == table.match


def test_lateness_in_words() -> None:
    table = late(minutes=5)
    assert sentence(table.told(e.LatenessBegan)) == (
        "Black is missing, because the player is late; Director Kari says so, because a reason. "
        "[norway §2.2(iv)]"
    )
    words = "The lateness of Black comes to 1 point. [norway §2.2(iv)]"
    assert sentence(table.told(e.LatenessCounted)) == words
    assert table.match.proposals != Proposals()


# --- added up over a match -----------------------------------------------------------------------


def late_then_from_a_break(answer: type[c.ProposalAccepted | c.ProposalDeclined] | None) -> Table:
    """Black came 10 minutes late, and 9 minutes after its break it is not back."""
    table = ring(late(), 10)
    table.ok(c.PresentTapped(table.at, BLACK))
    if answer is not None:
        table.ok(table.order(answer, 1))
    table.ok(c.BreakTapped(table.at, BLACK, 1))
    return ring(table, 14)


@pytest.mark.parametrize(
    ("answer", "before", "after"),
    [
        (c.ProposalAccepted, [(POINTS, 1)], [(LOST, None)]),
        (None, [(POINTS, 2), (POINTS, 1)], [(POINTS, 2), (LOST, None)]),
        (c.ProposalDeclined, [(POINTS, 1)], [(POINTS, 2)]),
    ],
    ids=["accepted", "unanswered", "declined"],
)
def test_points_for_lateness_add_up_over_a_match(
    answer: type[c.ProposalAccepted | c.ProposalDeclined] | None,
    before: list[tuple[ProposalKind, int | None]],
    after: list[tuple[ProposalKind, int | None]],
) -> None:
    """norway §2.2(iv): 2 and 2 of 7, if the director awarded them or may yet."""
    table = late_then_from_a_break(answer)
    assert proposed(table) == before
    assert proposed(ring(table, 1)) == after


def test_points_awarded_bit_by_bit_are_counted_once() -> None:
    table = ring(late(), 10)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.schedule.awarded == BySide(0, 2)
    ring(table, 5)
    assert proposed(table) == [(POINTS, 1)]
    assert proposed(ring(table, 5)) == [(LOST, None)]


def test_points_awarded_outlast_a_restart_and_other_penalties_are_none_for_lateness() -> None:
    table = ring(late(), 10)
    table.ok(table.order(c.PenaltyOrdered, BLACK, 1, None))
    table.ok(table.order(c.ProposalAccepted, 1))
    table.ok(c.TableRestarted(table.at, table.at, None))
    assert table.match.schedule.awarded == BySide(0, 2)


def test_italian_points_awarded_lower_the_need_instead() -> None:
    """italian-international L24: 3 of the 7 White needs after 2 points do not lose it."""
    table = Table().open(9, NO_CLOCK)
    for points in (2, 3):
        table.ok(table.order(c.LatenessOrdered, BLACK, (20 + 5 * points) * MINUTE_NS, None))
        assert proposed(table) == [(POINTS, points)]
        table.ok(c.PresentTapped(table.at, BLACK))
        table.ok(table.order(c.ProposalAccepted, table.match.proposals.made))
    assert table.match.score == BySide(5, 0)
    table.ok(table.order(c.LatenessOrdered, BLACK, 35 * MINUTE_NS, None))
    assert proposed(table) == [(LOST, None)]
