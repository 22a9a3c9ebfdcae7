"""A game that a pass or an agreement ended by mistake, opened again."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.match_profiles import TIMES, TIMETABLE
from kits.rules_kit import (
    BLACK,
    FISCHER,
    ITALIAN,
    NORWAY,
    RIGHT,
    WHITE,
    Table,
    die,
    ns,
    open_match,
    setup,
)

from kiosk.rules.clock import remaining
from kiosk.rules.decide import deadline, evolve, why_not
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClockSystem
from kiosk.rules.table import Series
from kiosk.rules.units import MINUTE_NS, SIDES, BySide, Instant, Side


def passed(table: Table) -> tuple[Match, Table]:
    """Black is doubled and passes by mistake: the match before that, and the table after it."""
    table.start().turn().turn().double()
    before = table.match
    table.ok(c.PassTapped(table.at, table.on_turn.other))
    return before, table


def reopened(table: Table) -> Match:
    table.ok(c.ReopenTapped(table.at, WHITE))
    table.ok(c.ReopenAgreed(table.at, BLACK))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.GAME_REOPENED
    for side in SIDES:
        table.ok(c.ResumeTapped(table.at, side))
    return table.match


def as_it_was(match: Match) -> Match:
    """Without what tells that it was over: the last game, and when clocks ran."""
    clock = replace(match.clock, since=Instant(0))
    schedule = replace(match.schedule, played_until=None)
    return replace(match, clock=clock, schedule=schedule, last_game=None, settled=None, stop=None)


@pytest.mark.parametrize("ready", [0, 1, 2])
@pytest.mark.parametrize("book", [NORWAY, ITALIAN], ids=["clock", "none"])
def test_it_goes_on_as_it_was(book: object, ready: int) -> None:
    before, table = passed(Table().open(book=book))  # type: ignore[arg-type]
    for side in SIDES[:ready]:
        table.ok(c.ReadyTapped(table.at, side))
    assert as_it_was(reopened(table)) == as_it_was(before)


def test_what_was_given_and_lost_meanwhile_stays() -> None:
    before, table = passed(Table().open())
    table.ok(table.order(c.PenaltyOrdered, WHITE, 2, None))
    table.ok(table.order(c.TimeOrdered, BLACK, ns(60), c.TimeMode.ADD, False))
    table.ok(c.DeviceFailed(table.at, "camera", "unplugged"))
    after = reopened(table)
    assert after.score == BySide(0, 2)
    assert after.clock.reserve.black == before.clock.reserve.black + ns(60)
    assert after.lost_devices == {"camera"}
    assert after.phase is Phase.DOUBLED


def test_a_length_put_right_at_the_end_waits_for_the_end_again() -> None:
    table = Table().open().start().turn().turn()
    table.ok(table.order(c.LengthOrdered, 5))
    assert table.match.lengths.pending == 5
    table.double().pass_()
    assert (table.match.length, table.match.lengths.pending) == (5, None)
    assert reopened(table).lengths.pending == 5
    assert table.match.length == 7


def test_crawford_is_as_it_was_and_an_ordered_one_still_comes() -> None:
    """At 5-0 to 7 the pass brings White to 6: the next game is the Crawford game, if it counts."""
    table = Table().open()
    table.set_score(5, 0)
    _before, table = passed(table)
    table.ready()
    assert table.match.game is not None
    assert table.match.game.crawford
    after = reopened(table)
    assert after.game is not None
    assert (after.crawford_played, after.game.crawford) == (False, False)
    table.ok(c.TakeTapped(table.at, table.on_turn.other))
    table.win(BLACK, 1)
    assert table.match.score == BySide(5, 2)
    table.ready()
    assert table.match.game is not None
    assert not table.match.game.crawford


@pytest.mark.parametrize(("right", "crawford"), [(3, False), (2, True)])
def test_the_crawford_game_of_a_wrong_length_is_one_at_the_right_length_or_none(
    right: int, *, crawford: bool
) -> None:
    """At 1-0 to 2 it is the Crawford game; if the match is to 3, that game is still to come
    (norway §4.4(iv), §4.8).
    """
    table = Table().open(2)
    table.set_score(1, 0)
    table.start().turn().turn().win(BLACK)
    if right != 2:
        table.ok(table.order(c.LengthOrdered, right))
    after = reopened(table)
    assert after.game is not None
    assert after.length == right
    assert (after.game.crawford, after.crawford_played) == (crawford, crawford)
    assert after.game.cube.in_play is not crawford
    table.ok(c.WinAgreed(table.at, WHITE))
    assert table.match.score == BySide(1, 1)
    if not crawford:
        table.start().win(WHITE)
        table.ready()
        assert table.match.game is not None
        assert table.match.game.crawford


def test_a_match_that_was_won_is_not_and_its_series_neither() -> None:
    table = Table()
    opening = replace(open_match(table.now, 1), series=Series("s", 1, 3))
    table.ok(opening)
    table.ok(c.SetUpTable(table.at, setup()))
    proposal = Proposal(ProposalKind.PENALTY_POINTS, ProposalCause.LATE, BLACK, (), points=1)
    table.match = evolve(table.match, e.Proposed(1, proposal))
    table.start().win(WHITE)
    table.ok(c.ResultConfirmed(table.at, WHITE))
    assert table.match.series is not None
    assert table.match.series.won == BySide(1, 0)
    assert not table.match.proposals.pending
    table.ok(table.order(c.ReopenOrdered, 17))
    assert table.told(e.GameReopened).corrects_seq == 17
    assert table.match.phase is Phase.CLAIMED
    assert table.match.winner is None
    assert table.match.series is not None
    assert table.match.series.won == BySide(0, 0)
    assert table.match.outcome.confirmed == BySide(False, False)
    assert [each.number for each in table.match.proposals.pending] == [1]


def test_the_credit_of_the_next_games_start_is_taken_off() -> None:
    before, table = passed(Table().open(book=FISCHER))
    table.ready()
    given = table.told(e.TimeSet).reserve
    after = reopened(table)
    assert given.white == after.clock.reserve.white + ns(10)
    assert after.clock.reserve == before.clock.reserve


def claims(table: Table, side: Side) -> Match:
    """Side has the move before its double made again; who made it agrees."""
    table.ok(c.TakeTapped(table.at, side.other))
    table.ok(c.IllegalMoveTapped(table.at, side))
    table.ok(c.IllegalMoveAgreed(table.at, side.other))
    return table.match


@pytest.mark.parametrize("ready", [0, 2])
@pytest.mark.parametrize("sets", ["nothing", "at once", "last"])
def test_what_a_claimant_had_used_comes_back_of_the_time_set_since(ready: int, sets: str) -> None:
    """Italian-international L168, with a delay that is given before the first turn of each game:
    White has thought for 20 s when it doubles, or the director has since set its time to 50 s.
    """
    book = load("italian-international", TIMES).with_clock(ClockSystem.FISCHER, "the event")
    table = Table().open(book=book.with_value("clock.first_turn_credit", value=True))
    table.start().turn().turn()
    before = table.match.clock.reserve
    table.wait(20).double()
    table.ok(c.PassTapped(table.at, BLACK))
    to_50 = table.order(c.TimeOrdered, WHITE, ns(50), c.TimeMode.SET, False)
    if sets == "at once":
        table.ok(to_50)
    for side in SIDES[:ready]:
        table.ok(c.ReadyTapped(table.at, side))
    if sets == "last":
        table.ok(to_50)
    shown = reopened(table).clock.reserve.white
    table.wait(5)
    after = claims(table, WHITE).clock.reserve
    assert after.white == (before.white if sets == "nothing" else shown)


def test_a_lateness_charged_meanwhile_does_not_come_back() -> None:
    """White is four minutes late for the next game (italian-international L26), then the last one
    is opened again and White has Black's move made again (L168).
    """
    table = Table().open(book=load("italian-international", TIMES)).start().turn().turn()
    before = table.match.clock.reserve
    table.wait(20).double()
    table.ok(c.PassTapped(table.at, BLACK))
    table.wait(240)
    table.ok(table.order(c.LatenessOrdered, WHITE, 24 * MINUTE_NS, None))
    table.ok(c.PresentTapped(table.at, WHITE))
    reopened(table)
    table.wait(5)
    assert claims(table, WHITE).clock.reserve.white == before.white - ns(240)


def test_times_that_the_next_game_brought_are_the_claimants_too() -> None:
    """The book had none, and the director had set both clocks by hand."""
    table = Table().open(book=load("italian-international"))
    table.ok(table.order(c.ClockReplaced, BySide.both(ns(90))))
    table.start().turn().turn().wait(20).double()
    table.ok(c.PassTapped(table.at, BLACK))
    table.ok(table.order(c.ProfileOrdered, load("italian-international", TIMES), "h"))
    table.ready()
    allotted = table.told(e.TimeAllotted).reserve
    reopened(table)
    table.wait(5)
    assert claims(table, WHITE).clock.reserve.white == allotted.white


@pytest.mark.parametrize("ready", [0, 2])
def test_a_second_control_that_began_meanwhile_has_its_delay(ready: int) -> None:
    """Black's time is used up as it doubles; the director then gives three minutes and a delay of
    twelve seconds (michigan-2002 §5.1).
    """
    book = load("norway+michigan-2002", {"clock.timetable_min": TIMETABLE})
    table = Table().open(2, book).start().turn()
    table.wait(720).ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.StartOrdered))
    table.go_on().double().pass_()
    table.ok(table.order(c.ProposalAccepted, 1, None))
    for side in SIDES[:ready]:
        table.ok(c.ReadyTapped(table.at, side))
    after = reopened(table)
    assert after.control.second
    assert after.clock.running is BLACK
    shown = remaining(after.clock, BLACK, Instant(table.at + ns(5)))
    assert (shown.delay, shown.reserve) == (ns(7), ns(180))
    assert deadline(after) == table.at + ns(192)


def test_a_clock_taken_away_meanwhile_stays_away() -> None:
    """Both flags are down and nobody knows which fell first (norway §4.3(iii)); the win that White
    agreed to was none, and it contests it now.
    """
    table = Table().open(book=NORWAY).start()
    table.ok(table.order(c.ClockReplaced, BySide.both(ns(1))))
    table.turn(think_s=20).turn(think_s=20)
    table.win(BLACK)
    table.ok(table.order(c.ExpiryRuled, None, None))
    assert not table.match.clocked
    reopened(table)
    table.ok(c.WinDisputed(table.at, WHITE))
    assert (table.phase, table.match.clock.running) == (Phase.TO_ROLL, None)


def test_a_book_that_came_with_the_next_game_waits_for_it_again() -> None:
    before, table = passed(Table().open())
    later = NORWAY.with_value("cube.jacoby", value=True)
    table.ok(table.order(c.ProfileOrdered, later, "h"))
    table.ready()
    assert table.match.book == later
    after = reopened(table)
    assert after.book == before.book
    assert after.next_book == later


def test_who_said_so_takes_it_back_and_the_other_need_not_agree() -> None:
    _before, table = passed(Table().open())
    assert table.refused(c.ReopenAgreed(table.at, BLACK)) == (Reason.NOT_NOW,)
    for side in SIDES:
        table.ok(c.ReopenTapped(table.at, WHITE))
        assert table.refused(c.ReopenTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)
        assert table.refused(c.ReopenAgreed(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
        table.ok(c.ReopenDenied(table.at, side))
    assert table.phase is Phase.BETWEEN_GAMES


def test_what_no_tap_of_the_sides_ended_stays_over() -> None:
    """Time used up, a ruling, a score that was set since, the next game's first roll."""
    _before, table = passed(Table().open())
    table.set_score(3, 3)
    assert table.refused(table.order(c.ReopenOrdered, None)) == (Reason.NOT_REOPENED,)
    table = Table().open().start()
    table.ok(table.order(c.GameEndOrdered, WHITE, 1))
    assert table.refused(table.order(c.ReopenOrdered, None)) == (Reason.NOT_REOPENED,)
    _before, table = passed(Table().open())
    table.start()
    assert table.refused(c.ReopenTapped(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_points_that_decided_the_match_meanwhile_keep_it_decided() -> None:
    table = Table().open(2)
    _before, table = passed(table)
    loser = WHITE if table.match.score.white else BLACK
    table.ok(table.order(c.PenaltyOrdered, loser, 2, None))
    assert table.phase is Phase.MATCH_OVER
    assert why_not(table.match, table.order(c.ReopenOrdered, None)) == (Reason.NOT_REOPENED,)


@pytest.mark.parametrize("first", ["read", "in doubt", "cocked"])
def test_the_first_roll_of_the_next_game_is_too_late(first: str) -> None:
    """One opening die through a baffle box: counted, asked about, or thrown again."""
    _before, table = passed(Table().open(mixer=RIGHT))
    table.ready().lift()
    flat = {"read": True, "in doubt": None, "cocked": False}[first]
    table.throw(die(3, RIGHT, flat=flat, at=(1.0, 1.0)))
    kind = {"read": e.OpeningDieRolled, "in doubt": e.RollQuestioned, "cocked": e.RollRefused}
    assert isinstance(table.events[-1], kind[first])
    assert table.match.ended_game is None


def test_a_game_that_is_opened_again_is_none_of_those_that_ended() -> None:
    _before, table = passed(Table().open())
    assert [game.points for game in table.match.games] == [1]
    assert reopened(table).games == ()
