"""The result: confirmed, reported, posted, final (R177, R187, R188; C56, C57)."""

from dataclasses import replace

import pytest
from kits import commands as c
from kits import events as e
from kits.cube_corpus import ITALIAN, LONDON, NORWAY
from kits.rules_kit import BLACK, BRONSTEIN, DIRECTOR, WHITE, Table, open_match, setup

from kiosk.rules.match import Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.rulings import Effect, Ruled, Wrong
from kiosk.rules.prompts import prompts
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.result import result_is_final
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Series
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
            told = table.told(e.ResultNoted)
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
    assert table.refused(c.MatchConceded(table.at, WHITE)) == (Reason.MATCH_GIVEN_UP,)
    assert table.refused(table.order(c.ResultPosted, WHITE)) == (Reason.BAD_VALUE,)
    table.ok(table.order(c.ResultPosted, BLACK))
    assert (table.phase, table.match.winner) == (Phase.MATCH_OVER, BLACK)
    assert (table.match.score, table.told(e.MatchEnded).cause) == (BySide(3, 5), EndCause.CONCEDED)
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


def test_a_match_given_up_stands_still_until_it_is_taken_back_or_entered() -> None:
    table = Table().open(7, BRONSTEIN).start().wait(20).end_turn()
    table.ok(c.MatchConceded(table.at, WHITE))
    assert (table.match.clock.running, table.told(e.PlayStopped).reason) == (
        None,
        StopReason.CONCEDED,
    )
    for side in SIDES:
        assert table.refused(c.ResumeTapped(table.at, side)) == (Reason.DIRECTOR_STOPPED,)
    assert Reason.CLOCK_STOPPED in table.refused(c.DoubleTapped(table.at, BLACK))
    left = table.match.clock.reserve
    table.wait(300).ok(c.ConcessionWithdrawn(table.at, WHITE))
    table.go_on()
    assert (table.match.stop, table.match.clock.running) == (None, BLACK)
    assert table.match.clock.reserve == left


def test_what_stood_still_before_it_was_given_up_stands_still_after_it_is_taken_back() -> None:
    table = Table().open(7, BRONSTEIN).start()
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    table.ok(c.MatchConceded(table.at, WHITE))
    for side in SIDES:
        assert table.refused(c.ResumeTapped(table.at, side)) == (Reason.DIRECTOR_STOPPED,)
    table.ok(c.ConcessionWithdrawn(table.at, WHITE))
    assert table.match.stop is not None
    assert table.match.stop.reason is StopReason.DIRECTOR_CALLED


def test_nothing_is_played_while_a_match_is_given_up() -> None:
    """Not a die is asked for, and no offer is answered."""
    table = Table().open(7, BRONSTEIN).start().wait(20).end_turn().lift()
    table.ok(c.OfferTapped(table.at, WHITE, BLACK, 1, True, False))
    table.ok(c.MatchConceded(table.at, WHITE))
    assert Reason.MATCH_GIVEN_UP in table.refused(c.OfferAccepted(table.at, BLACK, BLACK, 1))
    table.ok(c.ConcessionWithdrawn(table.at, WHITE))
    table.ok(c.OfferRejected(table.at, BLACK))
    table.ok(c.MatchConceded(table.at, WHITE))
    assert Reason.MATCH_GIVEN_UP in table.refused(c.RollEntered(table.at, BLACK, (6, 5)))


def test_nobody_is_asked_for_anything_while_a_match_is_given_up() -> None:
    table = Table().open(7, ITALIAN)
    asked = prompts(table.match)
    assert asked != ()
    table.ok(c.MatchConceded(table.at, WHITE))
    assert prompts(table.match) == ()
    table.ok(c.ConcessionWithdrawn(table.at, WHITE))
    assert prompts(table.match) == asked


def test_if_the_director_has_play_go_on_nobody_has_given_up() -> None:
    table = Table().open(7, BRONSTEIN).start()
    table.ok(c.MatchConceded(table.at, WHITE))
    table.ok(table.order(c.StartOrdered))
    assert table.match.outcome.conceded is None
    assert table.refused(table.order(c.ResultPosted, BLACK)) == (Reason.NOT_NOW,)


def test_given_up_between_games_it_is_not_the_game_before_that_decided_it() -> None:
    table = Table().open(7, BRONSTEIN).start().win(WHITE)
    table.ok(c.MatchConceded(table.at, WHITE))
    table.ok(table.order(c.ResultPosted, BLACK))
    last = table.match.last_result
    assert last is not None
    assert (last.winner, last.points, last.cause) == (BLACK, 0, EndCause.CONCEDED)


@pytest.mark.parametrize("book", [NORWAY, LONDON])
def test_elsewhere_a_match_is_not_given_away(book: RuleBook) -> None:
    """norway §4.5: every match is played to its end."""
    table = Table().open(7, book).start()
    assert table.refused(c.MatchConceded(table.at, WHITE)) == (Reason.NO_SETTLEMENT,)
    assert table.told(e.Refused).cites == (book.cite("offer.settlement"),)


# --- the result of an earlier match ---------------------------------------------------------------


def later(book: RuleBook = NORWAY, series: Series | None = None, *, posted: bool = False) -> Table:
    """White has won m1 by 7-0, and m2 is open at the table, between its games."""
    table = Table()
    for number in (1, 2):
        opened = replace(
            open_match(table.now, 7, book),
            match_id=f"m{number}",
            series=replace(series, number=number) if series else None,
        )
        table.ok(opened)
        table.ok(c.SetUpTable(table.at, setup()))
        if number == 1:
            table.set_score(7, 0)
            if posted:
                table.ok(table.order(c.ResultPosted, WHITE))
    return table


def put_right(
    table: Table, winner: Side = BLACK, score: tuple[int, int] = (5, 7), of_match: str = "m1"
) -> c.EarlierResultOrdered:
    return table.order(c.EarlierResultOrdered, of_match, winner, BySide(*score))


def test_a_result_is_corrected_though_a_later_match_has_begun() -> None:
    """norway §4.6: and that match is not touched."""
    table = later(posted=True).ready()
    before = table.match
    told = table.ok(put_right(table))
    assert told == (
        e.EarlierResultCorrected("m1", BLACK, BySide(5, 7), DIRECTOR, "a reason", ("norway §4.6",)),
    )
    assert replace(table.match, earlier=before.earlier) == before
    (earlier,) = table.match.earlier
    assert (earlier.winner, earlier.score) == (BLACK, BySide(5, 7))
    assert table.refused(put_right(table)) == (Reason.ALREADY_DONE,)
    table.ok(put_right(table, WHITE, (7, 5)))


def test_a_result_its_own_book_made_final_stands() -> None:
    """italian-international L50, L57."""
    table = later(ITALIAN, posted=True)
    assert table.refused(put_right(table)) == (Reason.RESULT_FINAL,)
    table = later(ITALIAN)
    table.ok(put_right(table))


def test_what_no_match_ends_with_is_no_result() -> None:
    table = later()
    for winner, score in ((BLACK, (7, 5)), (BLACK, (7, 7)), (BLACK, (-1, 7))):
        assert table.refused(put_right(table, winner, score)) == (Reason.BAD_VALUE,)
    table.ok(put_right(table, BLACK, (3, 3)))


def test_only_of_a_match_finished_here_before() -> None:
    table = later()
    for name in ("m2", "m3"):
        assert table.refused(put_right(table, of_match=name)) == (Reason.NO_EARLIER_MATCH,)


@pytest.mark.parametrize(("other", "won"), [(False, BySide(0, 1)), (True, BySide(1, 0))])
def test_its_series_counts_the_matches_anew(other: bool, won: BySide[int]) -> None:
    table = later(series=Series("s1", 1, 3))
    if other:
        earlier = (replace(table.match.earlier[0], series_id="s0"),)
        table.match = replace(table.match, earlier=earlier)
    table.ok(put_right(table, BLACK, (5, 7)))
    assert table.match.series is not None
    assert table.match.series.won == won
    told = table.ok(put_right(table, BLACK, (4, 7)))
    assert [type(event) for event in told] == [e.EarlierResultCorrected]


# --- the result disputed, and the director called after the match ---------------------------------


def ended(book: RuleBook = ITALIAN) -> Table:
    """White has won 7-3, and both have signed it."""
    table = Table().open(7, book).set_score(6, 3).start().win(WHITE)
    for side in SIDES:
        table.ok(c.ResultConfirmed(table.at, side))
    return table


def disputes(table: Table, side: Side = BLACK, wrong: Wrong = Wrong.SCORE) -> Table:
    table.ok(c.ResultDisputed(table.at, side, wrong))
    return table


@pytest.mark.parametrize("book", [ITALIAN, NORWAY, LONDON])
def test_a_result_that_is_disputed_is_neither_signed_nor_reported_nor_posted(
    book: RuleBook,
) -> None:
    table = disputes(ended(book))
    assert table.told(e.DisputeRaised).wrong is Wrong.SCORE
    assert table.match.outcome.confirmed == BySide(True, False)
    assert (table.match.stop, table.match.director_called) == (None, BLACK)
    for side in SIDES:
        assert table.refused(c.ResultConfirmed(table.at, side)) == (Reason.RESULT_DISPUTED,)
        assert table.refused(c.ResultReported(table.at, side)) == (Reason.RESULT_DISPUTED,)
        again = c.ResultDisputed(table.at, side, Wrong.WINNER)
        assert table.refused(again) == (Reason.ALREADY_DONE,)
    for order in (table.order(c.ResultPosted, WHITE), table.order(c.ResultClosed)):
        assert table.refused(order) == (Reason.RESULT_DISPUTED,)
    assert prompts(table.match) == ()


def test_who_disputes_the_result_takes_that_back_and_signs_it() -> None:
    table = disputes(ended())
    assert table.refused(c.DisputeWithdrawn(table.at, WHITE)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.DisputeWithdrawn(table.at, BLACK))
    assert (table.match.hearing.dispute, table.match.call) == (None, None)
    table.ok(c.ResultConfirmed(table.at, BLACK))
    assert table.match.outcome.confirmed == BySide(True, True)


def test_the_director_rules_that_the_result_stands() -> None:
    table = disputes(ended())
    for effect in set(Effect) - {Effect.RESULT_STANDS}:
        assert Reason.BAD_VALUE in table.refused(table.order(c.DisputeRuled, None, effect))
    table.ok(table.order(c.DisputeRuled, None, Effect.RESULT_STANDS))
    assert table.match.hearing.rulings[-1].ruled is Ruled.RESULT_STANDS
    assert (table.match.hearing.dispute, table.match.call) == (None, None)
    table.ok(table.order(c.ResultPosted, WHITE))


@pytest.mark.parametrize(
    ("score", "winner", "phase"),
    [
        (BySide(7, 4), WHITE, Phase.MATCH_OVER),
        (BySide(3, 7), BLACK, Phase.MATCH_OVER),
        (BySide(6, 4), None, Phase.BETWEEN_GAMES),
    ],
)
def test_a_score_put_right_settles_the_dispute_and_is_signed_anew(
    score: BySide[int], winner: Side | None, phase: Phase
) -> None:
    table = disputes(ended())
    table.ok(table.order(c.ScoreOrdered, score, None, None))
    assert (table.match.score, table.match.winner, table.phase) == (score, winner, phase)
    assert table.match.hearing.rulings[-1].ruled is Ruled.SCORE
    assert (table.match.hearing, table.match.call) == (
        replace(table.match.hearing, dispute=None, wrong=None),
        None,
    )
    assert table.match.outcome.confirmed == BySide(False, False)


def test_the_other_side_is_ruled_to_have_lost() -> None:
    """A match that was lost by time or given up is not turned by its score."""
    table = disputes(ended(), wrong=Wrong.WINNER)
    table.ok(table.order(c.ForfeitOrdered, WHITE, False, "L107"))
    assert (table.match.winner, table.match.hearing.dispute) == (BLACK, None)
    assert table.match.hearing.rulings[-1].ruled is Ruled.LOST


def test_a_result_is_disputed_as_long_as_it_can_be_corrected() -> None:
    """000 L50, L57: until it is posted; norway §4.6: for a reasonable time after that, too."""
    for book in (ITALIAN, NORWAY):
        table = ended(book)
        table.ok(table.order(c.ResultPosted, WHITE))
        if book is NORWAY:
            table.ok(c.ResultDisputed(table.at, BLACK, Wrong.SCORE))
            table.ok(c.DisputeWithdrawn(table.at, BLACK))
            table.ok(table.order(c.ResultClosed))
        dispute = c.ResultDisputed(table.at, BLACK, Wrong.SCORE)
        assert table.refused(dispute) == (Reason.RESULT_FINAL,)


def test_a_game_both_play_on_ends_the_dispute_about_its_result() -> None:
    table = disputes(ended())
    table.ok(c.ReopenTapped(table.at, BLACK))
    table.ok(c.ReopenAgreed(table.at, WHITE))
    assert table.match.hearing.dispute is None
    assert table.match.winner is None


def test_the_director_is_called_after_the_match_and_sees_to_it() -> None:
    table = ended()
    answered = table.order(c.CallAnswered)
    assert table.refused(answered) == (Reason.NOBODY_CALLED,)
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    table.ok(c.DirectorCallTapped(table.at, BLACK, CallAbout.OTHER_PLAYER))
    assert (table.match.stop, table.match.director_called) == (None, BLACK)
    table.ok(table.order(c.ComingOrdered))
    table.ok(answered)
    assert table.match.call is None
    assert table.match.outcome.confirmed == BySide(True, True)


def test_a_call_made_before_outlasts_a_dispute_taken_back() -> None:
    table = ended()
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    disputes(table)
    table.ok(c.DisputeWithdrawn(table.at, BLACK))
    assert table.match.director_called is BLACK
