"""Time used up by a book that costs points: more time, the frozen cube, games with no limit."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.expiry_kit import at_score, left
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    DIRECTOR,
    NO_CLOCK,
    NORWAY,
    UNIFIED,
    WHITE,
    Table,
    ns,
)

from kiosk.rules.clock import remaining
from kiosk.rules.decide import deadline, evolve
from kiosk.rules.match import Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.penalties import would_freeze
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import DoubleGesture, NextCrawford
from kiosk.rules.units import BySide, Nanos

FIVE_MINUTES = Nanos(ns(300))

UNIFIED_CITES = ("unified-2001 §5.1",)


def falls(table: Table, after_s: float = 10) -> Table:
    """White has ten seconds left, and uses them up; Black has 17:20."""
    left(table, after_s, 1040).wait(after_s)
    table.ok(c.DeadlineReached(table.at))
    return table


def penalised(table: Table) -> Table:
    falls(table)
    table.ok(table.order(c.ProposalAccepted, table.match.proposals.pending[0].number))
    return table


# --- penalty points and more time (002) --------------------------------------------------------


def test_play_stops_and_the_director_is_told_what_the_book_provides() -> None:
    """S038."""
    table = falls(at_score(UNIFIED, 9, 3, 4))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.TIME_USED_UP
    assert table.match.stop.resumes is WHITE
    assert table.told(e.PlayStopped).cites == UNIFIED_CITES
    proposed = Proposal(
        ProposalKind.PENALTY_POINTS,
        ProposalCause.TIME_USED_UP,
        WHITE,
        UNIFIED_CITES,
        points=2,
        added=FIVE_MINUTES,
    )
    assert table.told(e.Proposed).proposal == proposed
    assert (table.match.score, deadline(table.match)) == (BySide(3, 4), None)


def test_accepted_the_points_are_added_and_both_clocks_get_more_time() -> None:
    table = penalised(at_score(UNIFIED, 9, 3, 4))
    assert [type(event) for event in table.events[-4:]] == [
        e.ProposalAnswered,
        e.ExpiryCounted,
        e.PenaltyAwarded,
        e.TimeSet,
    ]
    assert table.match.score == BySide(3, 6)
    assert table.match.clock.reserve == BySide(FIVE_MINUTES, Nanos(ns(1340)))
    assert table.match.clock.flagged == BySide(None, None)
    assert table.told(e.PenaltyAwarded).section == "unified-2001 §5.1"
    added = table.told(e.TimeSet)
    assert (added.cause, added.by, added.why) == (e.TimeCause.TOP_UP, DIRECTOR, "a reason")
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    table.wait(60).press(WHITE)
    assert table.match.clock.reserve.white == ns(240)


def test_a_single_game_has_time_but_no_points() -> None:
    """unified-2001 §5.1, where the book does not waive the time limit of such a game."""
    table = Table().open(None, UNIFIED.with_value("expiry.waived_when_game_ends_match", False))
    falls(left(table.start(), 10, 60))
    proposal = table.told(e.Proposed).proposal
    assert (proposal.kind, proposal.points) == (ProposalKind.PENALTY_POINTS, 0)
    before = table.match.clock.reserve.black
    table.ok(table.order(c.ProposalAccepted, 1))
    assert (table.count(e.PenaltyAwarded), table.match.score) == (0, BySide(0, 0))
    assert table.match.clock.reserve.black > before


def test_the_points_are_proposed_and_awarded_under_all_their_sections() -> None:
    keys = ("expiry.consequence", "expiry.offences", "expiry.top_up_s", "expiry.top_up")
    book = UNIFIED
    for key in keys:
        book = book.with_value(key, book.value(key), key)
    table = penalised(at_score(book, 9, 3, 4))
    assert table.told(e.Proposed).proposal.cites == keys
    assert table.told(e.PenaltyAwarded).section == "; ".join(keys)


def test_a_repeated_offence_costs_one_point() -> None:
    """S040, D2-4: counted for each side through the match."""
    table = penalised(at_score(UNIFIED, 15, 0, 0))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.win(WHITE).start()
    penalised(table)
    assert table.match.score == BySide(1, 3)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.press(WHITE)
    left(table, 60, 10).wait(10)
    table.ok(c.DeadlineReached(table.at))
    assert table.told(e.Proposed).proposal.points == 2
    assert table.told(e.Proposed).proposal.side is BLACK


def test_a_book_may_count_each_game_for_itself() -> None:
    per_game = load("london-club+unified-2001", {"expiry.offences": "per_game"})
    table = penalised(at_score(per_game, 15, 0, 0))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    falls(table)
    assert table.told(e.Proposed).proposal.points == 1
    table.ok(table.order(c.ProposalAccepted, 2))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    falls(table.win(WHITE).start())
    assert table.told(e.Proposed).proposal.points == 2


def test_a_book_may_set_both_clocks_instead() -> None:
    """D2-3: the reading that punishes the other side too."""
    resets = load("london-club+unified-2001", {"expiry.top_up": "set"})
    table = penalised(at_score(resets, 9, 3, 4))
    assert table.match.clock.reserve == BySide.both(FIVE_MINUTES)
    assert table.told(e.Proposed).proposal.reset == FIVE_MINUTES
    assert table.told(e.Proposed).proposal.added is None


def test_penalty_points_may_end_the_match() -> None:
    """S043."""
    table = penalised(at_score(UNIFIED, 11, 4, 9))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)
    ended = table.told(e.MatchEnded)
    assert (ended.cause, ended.score) == (EndCause.PENALTY, BySide(4, 11))
    assert table.count(e.TimeSet) == 0


def test_a_book_may_have_them_end_no_match() -> None:
    lenient = load("london-club+unified-2001", {"penalty.may_end_match": False})
    table = penalised(at_score(lenient, 11, 4, 9))
    assert (table.match.winner, table.match.score) == (None, BySide(4, 11))


def test_declined_nothing_changes_and_the_players_may_go_on() -> None:
    table = falls(at_score(UNIFIED, 9, 3, 4))
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.PROPOSAL_WAITS,)
    table.ok(table.order(c.ProposalDeclined, 1))
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    assert (table.match.score, table.match.clock.reserve.white) == (BySide(3, 4), 0)
    assert deadline(table.match) is None
    assert table.match.control.expiries == ()
    assert table.refused(c.ExpiryDeclared(table.at, BLACK)) == (Reason.ONLY_DIRECTOR_DECLARES,)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.stop is not None
    assert table.told(e.Proposed).number == 2
    (again,) = table.ok(c.ExpiryDeclared(table.at, None))
    assert again == table.told(e.Proposed)
    assert [each.number for each in table.match.proposals.pending] == [2]


def test_the_director_may_start_play_before_he_answers() -> None:
    table = falls(at_score(UNIFIED, 9, 3, 4))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.wait(30).press(WHITE)
    table.ok(table.order(c.ProposalAccepted, 1))
    assert table.match.clock.reserve == BySide(FIVE_MINUTES, Nanos(ns(1340)))
    assert table.match.clock.running is BLACK


def test_each_sides_expiry_is_dealt_with_by_itself() -> None:
    """D2-9."""
    table = falls(at_score(UNIFIED, 15, 3, 4))
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.press(WHITE)
    table.wait(1040)
    table.ok(c.DeadlineReached(table.at))
    sides = [each.proposal.side for each in table.match.proposals.pending]
    assert sides == [WHITE, BLACK]
    for number in (1, 2):
        table.ok(table.order(c.ProposalAccepted, number))
    assert table.match.score == BySide(5, 6)
    assert table.match.clock.reserve == BySide.both(Nanos(ns(600)))


def test_a_stop_that_stands_already_is_kept() -> None:
    table = left(at_score(UNIFIED, 9, 3, 4), 10, 60).wait(10)
    table.ok(c.DeadlineReached(table.at))
    table.ok(table.order(c.ProposalDeclined, 1))
    table.ok(table.order(c.StopOrdered))
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_ORDERED


def test_no_certain_win_helps_where_nothing_is_lost_by_time() -> None:
    """S053."""
    table = falls(at_score(UNIFIED, 9, 3, 4))
    order = table.order(c.ExpiryRuled, WHITE, WHITE)
    assert table.refused(order) == (Reason.NOT_LOST_BY_TIME,)


# --- the frozen cube (002 §5.2) ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "score", "freezes"),
    [(9, (3, 4), False), (9, (3, 6), True), (3, (0, 0), True), (11, (4, 9), False)],
)
def test_points_that_bring_a_side_within_one_freeze_the_cube(
    points: int, score: tuple[int, int], freezes: bool
) -> None:
    table = at_score(UNIFIED, points, *score)
    assert would_freeze(table.match, WHITE, 2) is freezes
    assert not would_freeze(at_score(NORWAY, points, *score).match, WHITE, 2)
    falls(table)
    assert table.told(e.Proposed).proposal.freezes_cube is freezes


def test_the_cube_stays_frozen_where_it_is() -> None:
    """S045: at 2 on White's side; no double, whoever wins the next roll."""
    table = at_score(UNIFIED, 7, 4, 4).turn().double().press(BLACK).take().press(WHITE)
    table.roll().press(BLACK)
    penalised(table)
    assert table.told(e.CubeFrozen).cites == ("unified-2001 §5.2",)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.game is not None
    cube = table.match.game.cube
    assert (cube.level, cube.owner, cube.frozen) == (2, WHITE, True)
    assert table.refused(c.DoubleTapped(table.at, WHITE)) == (Reason.CUBE_FROZEN,)
    assert table.told(e.Refused).cites == ("unified-2001 §5.2",)


def test_a_double_on_offer_when_the_cube_freezes_is_not_taken_any_more() -> None:
    """unified-2001 §5.2; what becomes of it is the director's."""
    table = at_score(UNIFIED, 7, 4, 4).turn().double()
    table.press(BLACK)
    penalised(table)
    referred = table.told(e.Referred)
    assert (referred.matter, referred.side) == (Matter.FROZEN_DOUBLE, BLACK)
    assert referred.cites == ("unified-2001 §5.2",)
    assert (table.phase, table.on_turn, table.match.director_called) == (
        Phase.TO_ROLL,
        BLACK,
        BLACK,
    )
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    for answer in (c.TakeTapped, c.PassTapped):
        assert table.refused(answer(table.at, WHITE)) == (Reason.NOT_NOW,)
    assert table.match.game is not None
    assert table.match.game.cube == Cube(1, None, frozen=True)
    assert table.match.clock.running is BLACK
    table.roll()
    assert table.phase is Phase.MOVING


def test_the_director_may_find_it_passed() -> None:
    table = penalised(at_score(UNIFIED, 7, 4, 4).turn().double().press(BLACK))
    table.ok(table.order(c.GameEndOrdered, BLACK, 1))
    assert table.match.score == BySide(4, 7)
    assert table.match.winner is BLACK


@pytest.mark.parametrize("stopped", [False, True])
def test_points_the_director_gives_with_a_double_on_offer_stop_play(stopped: bool) -> None:
    """Whose clock had been handed over for the answer: the doubler's goes on."""
    table = at_score(UNIFIED, 7, 4, 5).turn().double().press(BLACK)
    if stopped:
        table.ok(c.DirectorCallTapped(table.at, WHITE))
    table.ok(table.order(c.PenaltyOrdered, WHITE, 1, "§3.4"))
    assert table.match.stop is not None
    assert (table.match.stop.reason, table.match.stop.resumes) == (
        StopReason.DIRECTOR_CALLED,
        BLACK,
    )
    assert table.count(e.PlayStopped) == 1 + stopped


def test_where_no_clock_runs_none_starts() -> None:
    """Penalty points without a clock: an event may have both, unified-2001 has not."""
    book = NO_CLOCK.with_value("penalty.freeze_cube_at_match_point", value=True)
    table = at_score(book, 7, 4, 5).turn().double()
    table.ok(table.order(c.PenaltyOrdered, WHITE, 1, "§3.4"))
    assert table.match.stop is not None
    assert table.match.stop.resumes is None


def test_a_double_made_too_early_is_none_either_once_the_cube_is_frozen() -> None:
    table = at_score(UNIFIED, 7, 4, 4)
    table.ok(c.BoardDoubleTapped(table.at, BLACK, BLACK, DoubleGesture.FULL_FORM, 2, None))
    assert table.count(e.DoubledEarly) == 1
    penalised(table)
    assert table.told(e.Referred).matter is Matter.FROZEN_DOUBLE
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.press(WHITE)
    assert (table.phase, table.count(e.Doubled)) == (Phase.TO_ROLL, 0)


def test_with_no_double_pending_nothing_is_put_to_the_director() -> None:
    assert penalised(at_score(UNIFIED, 7, 4, 4)).count(e.Referred) == 0


def test_the_next_game_is_the_crawford_game_and_its_cube_is_not_frozen() -> None:
    """S047; the one after it is no Crawford game any more."""
    table = penalised(at_score(UNIFIED, 7, 4, 4))
    assert table.told(e.CrawfordOrdered).cites == ("unified-2001 §5.2",)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    table.win(WHITE).ready()
    assert table.match.game is not None
    assert table.match.game.crawford
    assert not table.match.game.cube.frozen
    table.opening(6, 5).win(WHITE).ready()
    assert table.match.game is not None
    assert not table.match.game.crawford


@pytest.mark.parametrize(
    ("rule", "score", "ordered"),
    [
        (NextCrawford.NEXT_UNLESS_PLAYED, (3, 4), True),
        (NextCrawford.NEXT_UNLESS_PLAYED, (6, 4), False),
        (NextCrawford.NEXT_UNLESS_PLAYED, (3, 3), False),
        (NextCrawford.NEXT_ALWAYS, (6, 4), True),
        (NextCrawford.NEXT_ALWAYS, (3, 3), False),
        (NextCrawford.ORDINARY, (3, 4), False),
    ],
)
def test_which_game_is_the_crawford_game_after_penalty_points(
    rule: NextCrawford, score: tuple[int, int], ordered: bool
) -> None:
    """D2-6: not again after a side had stood at match point; the waiver is set aside here."""
    book = UNIFIED.with_value("penalty.next_game_crawford", rule)
    table = at_score(book, 7, *score)
    table.ok(table.order(c.PenaltyOrdered, WHITE, 2, None))
    assert table.match.crawford_next is ordered
    assert table.count(e.CrawfordOrdered) == ordered


def test_the_directors_own_penalty_freezes_the_cube_too() -> None:
    table = at_score(UNIFIED, 7, 4, 5)
    table.ok(table.order(c.PenaltyOrdered, WHITE, 1, "§3.4"))
    assert table.match.game is not None
    assert table.match.game.cube.frozen


def test_between_games_there_is_no_cube_to_freeze() -> None:
    table = Table().open(7, UNIFIED).set_score(4, 4)
    table.ok(table.order(c.PenaltyOrdered, WHITE, 2, None))
    assert table.count(e.CubeFrozen) == 0
    table.ready()
    assert table.match.game is not None
    assert table.match.game.crawford


def test_a_score_put_right_takes_the_order_back() -> None:
    table = Table().open(7, UNIFIED).set_score(4, 4)
    table.ok(table.order(c.PenaltyOrdered, WHITE, 2, None))
    assert table.match.crawford_next
    table.set_score(4, 5)
    assert not table.match.crawford_next


# --- a game that ends the match (002 §5.1) -----------------------------------------------------


@pytest.mark.parametrize(
    ("points", "score", "cube", "waived"),
    [
        (9, (8, 8), 1, True),
        (9, (7, 7), 2, True),
        (9, (7, 6), 2, False),
        (9, (6, 6), 4, True),
        (9, (8, 7), 1, False),
    ],
)
def test_no_time_limit_where_the_cube_covers_both_needs(
    points: int, score: tuple[int, int], cube: int, waived: bool
) -> None:
    """S050, S052, D2-7."""
    table = at_score(UNIFIED, points, *score)
    assert table.match.game is not None
    owner = None if cube == 1 else WHITE
    game = replace(table.match.game, cube=replace(table.match.game.cube, level=cube, owner=owner))
    table.match = replace(table.match, game=game)
    falls(table)
    assert (table.match.stop is None) is waived
    assert bool(table.match.proposals.pending) is not waived
    if waived:
        for order in (c.ExpiryDeclared(table.at, None), table.order(c.ExpiryRuled, WHITE, None)):
            assert table.refused(order) == (Reason.TIME_WAIVED,)
        assert table.told(e.Refused).cites == UNIFIED_CITES
        table.wait(60)
        assert remaining(table.match.clock, WHITE, table.at).reserve == 0
        table.press(WHITE)
        assert table.match.clock.running is BLACK


def test_elsewhere_double_match_point_has_its_time_limit() -> None:
    """C10."""
    table = left(at_score(BRONSTEIN, 9, 8, 8), 10, 60).wait(10)
    table.ok(c.DeadlineReached(table.at))
    assert table.match.winner is BLACK


def test_a_cube_that_nobody_plays_with_is_not_frozen() -> None:
    between = Table().open(7, UNIFIED).match
    assert evolve(between, e.CubeFrozen(())) == between
