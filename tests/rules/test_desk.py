"""What the director orders from afar: stop, start, a message, penalty points."""

import pytest
from kits import commands as c
from kits import events as e
from kits.books import load
from kits.rules_kit import BLACK, DIRECTOR, NORWAY, WHITE, Table, ns
from kits.words import sentence

from kiosk.rules.match import Phase, PostedMessage
from kiosk.rules.match.outcome import MatchOutcome
from kiosk.rules.prompts import prompts
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import ClockSystem
from kiosk.rules.units import SIDES, BySide, Side


def in_play() -> Table:
    """White, on turn, has thought for five seconds of a twelve-second delay."""
    return Table().open().start().wait(5)


# --- stop and start ----------------------------------------------------------------------------


def test_a_stop_holds_both_clocks_where_they_are_and_says_who_and_why() -> None:
    table = in_play()
    table.wait(10).ok(table.order(c.StopOrdered))
    assert table.match.clock.running is None
    stop = table.told(e.PlayStopped)
    assert (stop.reason, stop.resumes) == (StopReason.DIRECTOR_ORDERED, WHITE)
    assert (stop.by, stop.why) == (DIRECTOR, "a reason")
    before = table.match.clock.reserve
    table.wait(600)
    table.ok(table.order(c.StartOrdered))
    assert table.told(e.ResumeAgreed) == e.ResumeAgreed(None, DIRECTOR, "a reason")
    table.wait(60).go_on()
    assert table.match.clock.reserve == before
    assert table.match.clock.running is WHITE
    assert table.told(e.PlayResumed) == e.PlayResumed(WHITE, table.at)


def test_only_the_director_starts_what_the_director_stopped() -> None:
    table = in_play()
    table.ok(table.order(c.StopOrdered))
    for side in SIDES:
        assert table.refused(c.ResumeTapped(table.at, side)) == (Reason.DIRECTOR_STOPPED,)
        assert table.refused(c.ClockPressed(table.at, side))[0] is Reason.CLOCK_STOPPED


def test_a_stop_takes_over_the_players_own_and_keeps_whose_clock_goes_on() -> None:
    table = in_play()
    table.ok(c.DirectorCallTapped(table.at, BLACK))
    table.ok(c.ResumeTapped(table.at, WHITE))
    table.ok(table.order(c.StopOrdered))
    assert table.refused(c.ResumeTapped(table.at, BLACK)) == (Reason.DIRECTOR_STOPPED,)
    assert table.match.director_called is BLACK
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE
    assert table.match.director_called is None


def test_stopping_twice_and_starting_what_runs_is_refused() -> None:
    table = in_play()
    assert table.refused(table.order(c.StartOrdered)) == (Reason.CLOCK_RUNNING,)
    table.ok(table.order(c.StopOrdered))
    assert table.refused(table.order(c.StopOrdered)) == (Reason.ALREADY_DONE,)


def test_a_stop_between_games_holds_the_next_one() -> None:
    table = Table().open()
    table.ok(table.order(c.StopOrdered))
    assert table.refused(c.ReadyTapped(table.at, WHITE)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.StartOrdered))
    table.start()
    assert table.phase is Phase.MOVING


def test_a_stop_outlives_a_restart_of_the_table() -> None:
    table = in_play()
    table.ok(table.order(c.StopOrdered))
    table.ok(c.TableRestarted(table.at, table.at, None))
    assert table.count(e.PlayStopped) == 1
    assert table.refused(c.ResumeTapped(table.at, WHITE)) == (Reason.DIRECTOR_STOPPED,)
    table.ok(table.order(c.StartOrdered))
    table.go_on()
    assert table.match.clock.running is WHITE


def test_a_claim_waits_for_a_stop_and_is_then_answered() -> None:
    table = Table().open().start()
    table.ok(c.WinDeclared(table.at, WHITE, 1))
    table.ok(table.order(c.StopOrdered))
    assert table.refused(c.WinAgreed(table.at, BLACK)) == (Reason.CLOCK_STOPPED,)
    table.ok(table.order(c.StartOrdered))
    table.ok(c.WinDisputed(table.at, BLACK))
    assert table.match.clock.running is WHITE


def test_a_flag_that_fell_before_the_stop_has_fallen() -> None:
    table = Table().open().start()
    table.wait(4_000).ok(table.order(c.StopOrdered))
    assert table.told(e.FlagReached).side is WHITE
    assert table.match.clock.reserve.white == 0


# --- orders given on an old picture ------------------------------------------------------------


@pytest.mark.parametrize("match_id", ["another", None])
def test_an_order_for_another_match_changes_nothing(match_id: str | None) -> None:
    table = in_play()
    for order in (
        c.StopOrdered(table.at, match_id, DIRECTOR, "late"),
        c.PenaltyOrdered(table.at, match_id, DIRECTOR, "late", WHITE, 1, None),
        c.ScoreOrdered(table.at, match_id, DIRECTOR, "late", BySide(1, 1), None, None),
        c.MessageOrdered(table.at, match_id, DIRECTOR, "", "hello"),
    ):
        assert table.refused(order) == (Reason.OTHER_MATCH,)


def test_a_match_that_is_over_is_neither_stopped_nor_penalised_but_corrected() -> None:
    table = Table().open(1).start().win(WHITE)
    for order in (
        table.order(c.StopOrdered),
        table.order(c.StartOrdered),
        table.order(c.PenaltyOrdered, WHITE, 1, None),
    ):
        assert table.refused(order) == (Reason.MATCH_IS_OVER,)
    table.ok(table.order(c.ScoreOrdered, BySide(0, 1), None, None))
    assert (table.match.score, table.match.winner) == (BySide(0, 1), BLACK)


def test_a_result_put_right_may_mean_that_the_match_goes_on() -> None:
    """norway §4.6."""
    table = Table().open(3).start().win(WHITE, 3)
    table.ok(table.order(c.ScoreOrdered, BySide(4, 0), None, None))
    assert table.match.winner is WHITE
    table.ok(table.order(c.ScoreOrdered, BySide(2, 0), None, None))
    assert (table.match.winner, table.phase) == (None, Phase.BETWEEN_GAMES)
    assert table.told(e.MatchResumed).cites == ("norway §4.6",)


def test_a_result_that_is_final_is_corrected_no_more() -> None:
    """italian-international L50, L57: once it is posted; norway §4.6: once it is closed."""
    for book, posts in ((load("italian-international"), True), (NORWAY, False)):
        timed = book.with_clock(ClockSystem.NONE, "so")
        table = Table().open(1, timed).start().win(WHITE)
        table.ok(table.order(c.ResultPosted, WHITE) if posts else table.order(c.ResultClosed))
        score = table.order(c.ScoreOrdered, BySide(0, 0), None, None)
        assert table.refused(score) == (Reason.RESULT_FINAL,)
        assert table.match.winner is WHITE


def test_points_do_not_bring_back_a_match_lost_by_time() -> None:
    table = Table().open(3).start().wait(400)
    table.ok(c.ExpiryDeclared(table.at, BLACK))
    table.ok(table.order(c.ScoreOrdered, BySide(2, 0), None, None))
    assert table.match.winner is BLACK


# --- messages ----------------------------------------------------------------------------------


def test_a_message_stays_until_both_have_read_it() -> None:
    table = in_play()
    running = table.match.clock
    table.ok(table.order(c.MessageOrdered, "Board 7 needs your dice"))
    assert table.match.message == PostedMessage("Board 7 needs your dice", DIRECTOR)
    table.ok(c.MessageTapped(table.at, BLACK))
    assert table.match.message == PostedMessage(
        "Board 7 needs your dice", DIRECTOR, BySide(False, True)
    )
    assert table.refused(c.MessageTapped(table.at, BLACK)) == (Reason.ALREADY_DONE,)
    table.ok(c.MessageTapped(table.at, WHITE))
    assert table.match.message is None
    assert table.match.clock == running


def test_a_newer_message_is_unread_again() -> None:
    table = in_play()
    table.ok(table.order(c.MessageOrdered, "one"))
    table.ok(c.MessageTapped(table.at, WHITE))
    table.ok(table.order(c.MessageOrdered, "two"))
    assert table.match.message == PostedMessage("two", DIRECTOR)


def test_a_message_reaches_a_table_without_a_match_and_its_first_match() -> None:
    table = Table()
    table.ok(table.order(c.MessageOrdered, "Doors close at ten"))
    table.open()
    assert table.match.message is not None
    assert table.match.message.text == "Doors close at ten"


@pytest.mark.parametrize("text", ["", "   ", "x" * 201])
def test_an_empty_or_endless_message_is_refused(text: str) -> None:
    table = in_play()
    assert table.refused(table.order(c.MessageOrdered, text)) == (Reason.BAD_VALUE,)


def test_nothing_to_read_is_nothing_read() -> None:
    table = in_play()
    assert table.refused(c.MessageTapped(table.at, WHITE)) == (Reason.ALREADY_DONE,)


# --- penalty points ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_a_penalty_point_is_added_to_the_opponents_score(side: Side) -> None:
    """norway is silent on the effect; the convention is 000's L24 and 002's §5.1."""
    table = in_play()
    table.set_score(2, 3)
    table.ok(table.order(c.PenaltyOrdered, side, 1, "§2.2(iv)"))
    awarded = table.told(e.PenaltyAwarded)
    assert table.match.score == (BySide(2, 4) if side is WHITE else BySide(3, 3))
    assert (awarded.side, awarded.points, awarded.score) == (side, 1, table.match.score)
    assert (awarded.by, awarded.why, awarded.section) == (DIRECTOR, "a reason", "§2.2(iv)")
    assert awarded.cites[0].startswith("convention: norway")
    assert table.phase is Phase.MOVING
    assert table.match.clock.running is WHITE


def test_penalty_points_can_end_the_match() -> None:
    table = Table().open(3)
    table.set_score(1, 0)
    table.start().wait(20)
    table.ok(table.order(c.PenaltyOrdered, BLACK, 2, None))
    assert table.phase is Phase.MATCH_OVER
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.cause, ended.score) == (WHITE, EndCause.PENALTY, BySide(3, 0))
    assert table.told(e.GameEnded).points == 0
    assert table.match.clock.running is None
    assert table.match.clock.reserve.white == ns(360 - 8)


def test_a_penalty_that_brings_a_side_to_match_point_makes_the_next_game_crawford() -> None:
    table = Table().open(3).start()
    table.ok(table.order(c.PenaltyOrdered, BLACK, 2, None))
    assert table.match.game is not None
    assert not table.match.game.crawford
    table.win(BLACK).ready()
    assert table.match.game is not None
    assert table.match.game.crawford


@pytest.mark.parametrize("points", [0, -1, 100])
def test_a_penalty_is_at_least_one_point(points: int) -> None:
    table = in_play()
    assert table.refused(table.order(c.PenaltyOrdered, WHITE, points, None)) == (Reason.BAD_VALUE,)


def test_a_single_game_knows_no_penalty_points() -> None:
    table = Table().open(None).start()
    assert table.refused(table.order(c.PenaltyOrdered, WHITE, 1, None)) == (Reason.BAD_VALUE,)


# --- a match lost by ruling, a side disqualified -------------------------------------------------


def forfeits(
    table: Table, side: Side = BLACK, section: str = "§4.5", *, out: bool = True
) -> c.ForfeitOrdered:
    return table.order(c.ForfeitOrdered, side, out, section)


@pytest.mark.parametrize("out", [False, True])
def test_the_director_rules_a_match_lost_under_a_section(out: bool) -> None:
    """norway §4.3(iv), §4.4(iv), §4.5; italian-international L35, L107."""
    table = Table().open().start().turn()
    told = table.ok(forfeits(table, out=out))
    assert e.MatchForfeited(BLACK, out, DIRECTOR, "a reason", "§4.5") in told
    ended = table.told(e.MatchEnded)
    assert (ended.winner, ended.cause, ended.cites) == (WHITE, EndCause.RULING, ("§4.5",))
    assert (table.match.winner, table.match.score) == (WHITE, BySide(0, 0))
    assert table.match.clock.running is None
    assert table.match.disqualified == BySide(False, out)


def test_it_names_a_section() -> None:
    table = Table().open()
    assert table.refused(forfeits(table, section=" ")) == (Reason.BAD_VALUE,)


def test_who_has_lost_already_may_still_be_disqualified_once() -> None:
    table = Table().open(1).start().win(WHITE)
    assert table.refused(forfeits(table, out=False)) == (Reason.ALREADY_DONE,)
    table.ok(forfeits(table))
    assert table.count(e.MatchEnded) == 1
    assert table.refused(forfeits(table)) == (Reason.ALREADY_DONE,)


def test_a_winner_disqualified_afterwards_has_lost() -> None:
    """norway §4.5, §4.6: until the result is final."""
    table = Table().open(1).start().win(BLACK)
    table.ok(c.ResultConfirmed(table.at, BLACK))
    table.ok(forfeits(table))
    assert (table.match.winner, table.phase) == (WHITE, Phase.MATCH_OVER)
    assert table.match.outcome == MatchOutcome()


def test_a_final_result_stays_as_it_is() -> None:
    table = Table().open(1).start().win(BLACK)
    table.ok(table.order(c.ResultClosed))
    assert table.refused(forfeits(table, out=False)) == (Reason.RESULT_FINAL,)
    table.ok(forfeits(table))
    assert (table.match.winner, table.match.disqualified) == (BLACK, BySide(False, True))


def test_of_two_who_are_disqualified_nobody_has_won() -> None:
    """norway §4.5: one or both."""
    table = Table().open().start()
    table.ok(forfeits(table))
    assert table.match.winner is WHITE
    table.ok(forfeits(table, WHITE))
    assert table.match.disqualified == BySide(True, True)
    assert (table.match.winner, table.phase) == (None, Phase.MATCH_OVER)
    assert sentence(table.told(e.NobodyWon)) == (
        "Both sides are disqualified: nobody has won the match (§4.5)."
    )
    for side in (WHITE, BLACK):
        assert table.refused(c.ResultConfirmed(table.at, side)) == (Reason.NOBODY_WON,)
        assert table.refused(c.ResultReported(table.at, side)) == (Reason.NOBODY_WON,)
        assert table.refused(table.order(c.ResultPosted, side)) == (Reason.NOT_NOW,)
        assert table.refused(forfeits(table, side)) == (Reason.ALREADY_DONE,)
    assert prompts(table.match) == ()
    table.ok(table.order(c.ResultClosed))


def test_a_final_result_outlasts_the_disqualification_of_both() -> None:
    table = Table().open(1).start().win(BLACK)
    table.ok(table.order(c.ResultClosed))
    table.ok(forfeits(table))
    table.ok(forfeits(table, WHITE))
    assert (table.match.winner, table.count(e.NobodyWon)) == (BLACK, 0)


def test_disqualified_in_words() -> None:
    words = "Director Kari disqualifies Black, because a reason (§4.5)."
    assert sentence(e.MatchForfeited(BLACK, True, DIRECTOR, "a reason", "§4.5")) == words
    words = "Director Kari rules that Black loses the match, because a reason (§4.5)."
    assert sentence(e.MatchForfeited(BLACK, False, DIRECTOR, "a reason", "§4.5")) == words
