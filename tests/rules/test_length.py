"""A match played to a wrong length (R178-R182; C52-C54)."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, LONDON, NORWAY
from kits.rules_kit import BLACK, NO_CLOCK, WHITE, Table, open_match, setup

from kiosk.rules.match import Phase
from kiosk.rules.match.proposal import ProposalKind
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import FinishedLength, RuleBook
from kiosk.rules.table import FormatKind, MatchFormat, Series
from kiosk.rules.units import BySide, Side


def playing(points: int, score: tuple[int, int], book: RuleBook = NORWAY) -> Table:
    """A game is in progress at that score."""
    table = Table().open(points, book).set_score(*score)
    return table.start()


def noticed(table: Table, points: int, *, accepted: bool = True) -> Table:
    """White says so, and the director takes it up."""
    table.ok(c.LengthNoticed(table.at, WHITE, points))
    number = table.told(e.Proposed).number
    answer = c.ProposalAccepted if accepted else c.ProposalDeclined
    table.ok(table.order(answer, number))
    return table


def ended(table: Table, winner: Side, level: int = 1) -> Table:
    """As the director records it."""
    table.ok(table.order(c.GameEndOrdered, winner, level))
    return table


def crawford_games(table: Table) -> list[bool]:
    return [event.crawford for event in table.events if isinstance(event, e.GameStarted)]


# --- the book's own length (R178) ----------------------------------------------------------------


def test_the_clubs_matches_are_to_eleven() -> None:
    """001 TR3."""
    table = Table()
    unsaid = replace(open_match(table.now, 7, LONDON), format=MatchFormat(FormatKind.POINTS))
    table.ok(unsaid)
    assert table.match.length == 11
    assert table.told(e.MatchOpened).format.points == 11
    said = table.told(e.LengthDefaulted)
    assert (said.points, said.cites) == (11, ("london-club TR3",))


def test_a_length_that_is_stated_holds() -> None:
    table = Table().open(5, LONDON)
    assert (table.match.length, table.count(e.LengthDefaulted)) == (5, 0)


@pytest.mark.parametrize("book", [NORWAY, ITALIAN])
def test_elsewhere_the_event_states_it(book: RuleBook) -> None:
    """000 L49, norway §4.5."""
    unsaid = replace(open_match(0, 7, book), format=MatchFormat(FormatKind.POINTS))
    assert Table().refused(unsaid) == (Reason.BAD_VALUE,)


# --- during the match (C54) ----------------------------------------------------------------------


def test_noticing_only_proposes() -> None:
    """The director knows what was stated."""
    table = playing(5, (4, 3), ITALIAN)
    table.ok(c.LengthNoticed(table.at, BLACK, 7))
    proposal = table.told(e.Proposed).proposal
    assert (proposal.kind, proposal.length) == (ProposalKind.LENGTH, 7)
    assert proposal.cites == ("italian-international L51, L56",)
    assert table.match.length == 5
    again = c.LengthNoticed(table.at, WHITE, 9)
    assert table.refused(again) == (Reason.ALREADY_DONE,)


def test_declined_nothing_changes() -> None:
    table = noticed(playing(5, (4, 3), ITALIAN), 7, accepted=False)
    assert (table.match.length, table.count(e.LengthCorrected)) == (5, 0)


def test_by_the_italian_book_it_is_put_right_at_once() -> None:
    """S212, 000 L51: stated 7, both think 5, noticed at 4-3."""
    table = noticed(playing(5, (4, 3), ITALIAN), 7)
    assert table.match.length == 7
    assert table.told(e.LengthCorrected).cites == ("italian-international L51, L56",)


def test_the_crawford_game_of_a_wrong_length_was_none() -> None:
    """At 4-3 to 7 nobody needs one point: the cube is back, and the Crawford game is to come."""
    table = noticed(playing(5, (4, 3), ITALIAN), 7)
    assert table.match.game is not None
    assert (table.match.game.crawford, table.match.game.cube.in_play) == (False, True)
    ended(table.turn().double().take(), WHITE)
    assert table.match.score == BySide(6, 3)
    table.start()
    assert crawford_games(table) == [True, True]
    ended(table, BLACK).start()
    assert crawford_games(table) == [True, True, False]


def test_a_game_that_is_the_crawford_game_after_all_stays_it() -> None:
    """The score was put right to 4-3 and then the length to 5: White needs one point again."""
    table = playing(7, (6, 3), ITALIAN).set_score(4, 3)
    table.ok(table.order(c.LengthOrdered, 5))
    assert table.told(e.LengthCorrected).crawford
    assert table.match.game is not None
    assert (table.match.game.crawford, table.match.game.cube.in_play) == (True, False)
    ended(table, BLACK).start()
    assert crawford_games(table) == [True, False]


@pytest.mark.parametrize(
    ("score", "crawford"), [((4, 1), True), ((3, 1), False), ((1, 4), True), ((2, 3), False)]
)
def test_it_stays_the_crawford_game_if_somebody_needs_one_point(
    score: tuple[int, int], crawford: bool
) -> None:
    table = playing(7, (6, 3), ITALIAN).set_score(*score)
    table.ok(table.order(c.LengthOrdered, 5))
    assert table.told(e.LengthCorrected).crawford is crawford


def test_a_correct_length_that_is_past_is_not_gone_back_to() -> None:
    """000 L51, D0-5: they play to the wrong one."""
    table = playing(9, (7, 2), ITALIAN)
    table.ok(c.LengthNoticed(table.at, WHITE, 7))
    kept = table.told(e.LengthKept)
    assert (kept.length, kept.right, kept.warned) == (9, 7, False)
    assert kept.cites == ("italian-international L51, L56",)
    assert table.match.length == 9


def test_by_norway_the_game_in_progress_is_not_touched() -> None:
    """S215, §4.8: stated 7, both think 9; noticed at 6-4, the game ends 6-6."""
    table = playing(9, (6, 4)).turn().double().take()
    noticed(table, 7)
    assert (table.match.length, table.told(e.LengthPending).points) == (9, 7)
    assert table.refused(c.LengthNoticed(table.at, WHITE, 7)) == (Reason.ALREADY_DONE,)
    table.win(BLACK)
    assert table.match.score == BySide(6, 6)
    corrected = table.told(e.LengthCorrected)
    assert (corrected.points, corrected.cites) == (7, ("norway §4.8",))
    assert table.match.length == 7
    table.start()
    assert crawford_games(table) == [False, True]


def test_if_that_game_ends_the_match_it_stands() -> None:
    """S217, §4.8: stated 9, both think 7; the game ends 7-4."""
    table = noticed(playing(7, (6, 4)), 9)
    table.win(WHITE)
    assert (table.match.winner, table.match.length) == (WHITE, 7)
    assert table.count(e.LengthCorrected) == 0


def test_if_it_would_have_ended_the_match_the_wrong_one_is_played() -> None:
    """§4.8: stated 7, both think 9; that game ends 7-4."""
    table = noticed(playing(9, (6, 4)), 7)
    table.win(WHITE)
    kept = table.told(e.LengthKept)
    assert (kept.length, kept.right, kept.cites) == (9, 7, ("norway §4.8",))
    assert (table.match.length, table.match.lengths.pending) == (9, None)
    assert table.phase is Phase.BETWEEN_GAMES


def test_between_games_norway_puts_it_right_before_the_next() -> None:
    table = Table().open(9).set_score(6, 4)
    noticed(table, 7)
    assert table.match.length == 7


def test_past_already_nothing_is_even_proposed() -> None:
    table = Table().open(9).set_score(8, 4)
    table.ok(c.LengthNoticed(table.at, WHITE, 7))
    assert (table.count(e.Proposed), table.told(e.LengthKept).length) == (0, 9)


@pytest.mark.parametrize("points", [0, 100, -1])
def test_no_match_is_that_long(points: int) -> None:
    table = playing(7, (0, 0))
    assert table.refused(c.LengthNoticed(table.at, WHITE, points)) == (Reason.BAD_VALUE,)
    assert table.refused(table.order(c.LengthOrdered, points)) == (Reason.BAD_VALUE,)


@pytest.mark.parametrize("points", [1, 99])
def test_a_match_may_be_that_long(points: int) -> None:
    table = playing(7, (0, 0))
    table.ok(c.LengthNoticed(table.at, WHITE, points))
    assert table.told(e.Proposed).proposal.length == points


def test_every_proposal_has_its_own_number() -> None:
    table = playing(5, (0, 0))
    for number in (1, 2, 3):
        table.ok(c.LengthNoticed(table.at, WHITE, 7))
        assert table.told(e.Proposed).number == number
        table.ok(table.order(c.ProposalDeclined, number))


def test_a_single_game_has_no_length() -> None:
    table = Table().open(None, NO_CLOCK).start()
    assert table.refused(c.LengthNoticed(table.at, WHITE, 7)) == (Reason.BAD_VALUE,)


def test_the_length_it_has_is_no_news() -> None:
    table = playing(7, (0, 0))
    assert table.refused(c.LengthNoticed(table.at, WHITE, 7)) == (Reason.ALREADY_DONE,)


# --- after the match (C53) -----------------------------------------------------------------------


def finished(book: RuleBook, score: tuple[int, int] = (4, 3)) -> Table:
    """White has won to 5; 7 was stated."""
    return playing(5, score, book).win(WHITE)


def test_by_norway_a_finished_match_stands() -> None:
    """§4.8."""
    table = finished(NORWAY)
    table.ok(c.LengthNoticed(table.at, BLACK, 7))
    kept = table.told(e.LengthKept)
    assert (kept.length, kept.warned, kept.cites) == (5, False, ("norway §4.8",))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, WHITE)


def test_by_the_italian_book_a_posted_match_stands_and_both_are_warned() -> None:
    """S211, 000 L50."""
    table = finished(ITALIAN)
    table.ok(table.order(c.ResultPosted, WHITE))
    table.ok(c.LengthNoticed(table.at, BLACK, 7))
    kept = table.told(e.LengthKept)
    assert (kept.warned, table.match.winner) == (True, WHITE)
    assert kept.cites == ("italian-international L50, L56", "italian-international L50")


def test_not_posted_yet_it_is_played_on() -> None:
    """S214, 000 L56, D0-21: 5-3, and both notice."""
    table = noticed(finished(ITALIAN), 7)
    assert table.told(e.LengthCorrected).points == 7
    assert table.told(e.MatchResumed).score == BySide(5, 3)
    assert (table.phase, table.match.winner) == (Phase.BETWEEN_GAMES, None)
    table.start().win(WHITE, 2)
    assert table.match.winner is WHITE


def test_in_a_series_the_match_counts_only_when_it_is_over() -> None:
    table = Table()
    opened = replace(open_match(table.now, 5, ITALIAN), series=Series("s", 1, 3))
    table.ok(opened)
    table.ok(c.SetUpTable(table.at, setup()))
    table.set_score(4, 3).start().win(WHITE)
    noticed(table, 7)
    assert table.told(e.SeriesStands).won == BySide(0, 0)


def test_a_shorter_length_changes_no_finished_match() -> None:
    table = finished(ITALIAN)
    table.ok(c.LengthNoticed(table.at, BLACK, 4))
    assert table.told(e.LengthKept).length == 5
    assert table.match.winner is WHITE


def posted_first() -> RuleBook:
    """Norway's clock with the Italian word on a finished length."""
    return NORWAY.with_value("length.finished", FinishedLength.STANDS_ONCE_POSTED)


def test_a_match_lost_on_time_is_not_played_on() -> None:
    table = playing(5, (2, 3), posted_first()).wait(9_000)
    table.ok(c.ExpiryDeclared(table.at, None))
    assert table.match.winner is BLACK
    table.ok(c.LengthNoticed(table.at, BLACK, 7))
    assert table.told(e.LengthKept).length == 5
