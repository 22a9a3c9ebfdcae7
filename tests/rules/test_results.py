"""The result: confirmed, reported, posted, final (R177, R187, R188; C56, C57)."""

import pytest
from kits.cube_corpus import ITALIAN, LONDON, NORWAY
from kits.rules_kit import BLACK, WHITE, Table

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Phase
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.results import result_is_final
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SIDES, BySide, Side


def over(book: RuleBook = NORWAY, winner: Side = WHITE) -> Table:
    table = Table().open(1, book).start()
    table.ok(table.order(c.GameEndOrdered, winner, 1))
    return table


@pytest.mark.parametrize(
    ("book", "winner", "reporters", "section"),
    [
        (NORWAY, WHITE, {WHITE}, "norway §4.6"),
        (NORWAY, BLACK, {BLACK}, "norway §4.6"),
        (LONDON, WHITE, {BLACK}, "london-club TR4"),
        (LONDON, BLACK, {BLACK}, "london-club TR4"),
        (ITALIAN, WHITE, set(SIDES), "italian-international L56"),
    ],
)
def test_who_reports(book: RuleBook, winner: Side, reporters: set[Side], section: str) -> None:
    """S223: the winner; the challenger; the loser, or the winner with the sheet."""
    for side in SIDES:
        table = over(book, winner)
        report = c.ResultReported(table.at, side)
        if side in reporters:
            table.ok(report)
            told = table.told(e.ResultTold)
            assert (told.side, told.winner, told.cites) == (side, winner, (section,))
            assert table.refused(report) == (Reason.ALREADY_DONE,)
        else:
            assert table.refused(report) == (Reason.NOT_THE_REPORTER,)
            assert table.told(e.Refused).cites == (section,)


def test_both_confirm() -> None:
    table = over()
    for side in SIDES:
        table.ok(c.ResultConfirmed(table.at, side))
        assert table.refused(c.ResultConfirmed(table.at, side)) == (Reason.ALREADY_DONE,)
    assert table.match.outcome.confirmed == BySide(True, True)
    assert table.told(e.ResultAgreed).score == BySide(1, 0)


def test_nothing_of_it_before_the_match_is_over() -> None:
    table = Table().open(3).start()
    for kind in (c.ResultConfirmed, c.ResultReported):
        assert table.refused(kind(table.at, WHITE)) == (Reason.NOT_NOW,)
    assert table.refused(table.order(c.ResultPosted, WHITE)) == (Reason.NOT_NOW,)


def test_the_director_posts_the_winner_once() -> None:
    table = over()
    assert table.refused(table.order(c.ResultPosted, BLACK)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.ResultPosted, WHITE))
    assert table.told(e.ResultEntered).cites == ("norway §4.6",)
    assert table.refused(table.order(c.ResultPosted, WHITE)) == (Reason.ALREADY_DONE,)


@pytest.mark.parametrize(("book", "by_posting"), [(ITALIAN, True), (NORWAY, False)])
def test_posting_ends_corrections_only_where_the_book_says_so(
    book: RuleBook, by_posting: bool
) -> None:
    """Italian-international L57; by norway §4.6 the director's word does."""
    table = over(book)
    assert not result_is_final(table.match)
    table.ok(table.order(c.ResultPosted, WHITE))
    assert result_is_final(table.match) is by_posting
    table.ok(table.order(c.ResultClosed))
    assert result_is_final(table.match)


def test_the_director_closes_the_time_for_corrections_once() -> None:
    table = over()
    table.ok(table.order(c.ResultClosed))
    assert table.match.outcome.final
    assert table.refused(table.order(c.ResultClosed)) == (Reason.ALREADY_DONE,)


# --- a match given up by mistake (R177, S224) ----------------------------------------------------


def test_once_posted_a_concession_stands() -> None:
    """000 L57: though the opponent has not the points."""
    table = Table().open(7, ITALIAN).set_score(3, 5).start().turn()
    table.ok(c.MatchConceded(table.at, WHITE))
    assert table.told(e.MatchGivenUp).cites == ("italian-international L50, L57",)
    assert table.refused(c.MatchConceded(table.at, WHITE)) == (Reason.ALREADY_DONE,)
    assert table.refused(table.order(c.ResultPosted, WHITE)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.ResultPosted, BLACK))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)
    assert (table.match.score, table.told(e.MatchEnded).cause) == (BySide(3, 5), EndCause.OFFER)
    game = table.told(e.GameEnded)
    assert (game.level, game.points) == (1, 0)
    back = c.ConcessionWithdrawn(table.at, WHITE)
    assert table.refused(back) == (Reason.RESULT_FINAL,)
    assert table.told(e.Refused).cites == ("italian-international L50, L57",)


def test_until_then_it_is_taken_back() -> None:
    table = Table().open(7, ITALIAN).set_score(3, 5)
    table.ok(c.MatchConceded(table.at, WHITE))
    assert table.refused(c.ConcessionWithdrawn(table.at, BLACK)) == (Reason.NOT_NOW,)
    table.ok(c.ConcessionWithdrawn(table.at, WHITE))
    assert table.refused(table.order(c.ResultPosted, BLACK)) == (Reason.NOT_NOW,)
    table.start()


@pytest.mark.parametrize("book", [NORWAY, LONDON])
def test_elsewhere_a_match_is_not_given_away(book: RuleBook) -> None:
    """norway §4.5: every match is played to its end."""
    table = Table().open(7, book).start()
    assert table.refused(c.MatchConceded(table.at, WHITE)) == (Reason.NO_SETTLEMENT,)
    assert table.told(e.Refused).cites == (book.cite("offer.settlement"),)
