"""A move made again: at whose cost, denied, ruled on."""

from dataclasses import replace

from kits import commands as c
from kits import events as e
from kits.books import load
from kits.moves_kit import COST, ITALIAN, MICHIGAN, TIMED, moved, says
from kits.rules_kit import (
    BLACK,
    LONDON,
    NO_CLOCK,
    NORWAY,
    WHITE,
    Table,
    ns,
)
from kits.words import sentence

from kiosk.rules import clock as clocks
from kiosk.rules.match import Phase
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.rulings import Hearing
from kiosk.rules.prompts.desk import DeskPrompt, desk_prompts
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import ClockAsker, ClockSystem, PressWithoutRoll, RepeatedMoves
from kiosk.rules.units import BySide, Nanos

# --- made again, and at whose cost ----------------------------------------------------------------


def test_norway_waits_for_the_delay() -> None:
    """norway §4.2(iii)(c), §4.3(ii)(f): 7:00, a 20 s move, 6 s of the other, redone in 17 s."""
    table = moved()
    table.wait(6).ok(says(table))
    assert table.match.clock.running is None
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.NOT_NOW,)
    assert table.refused(c.IllegalMoveAgreed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.wait(30).ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert (table.phase, table.on_turn, table.match.clock.running) == (Phase.MOVING, WHITE, WHITE)
    assert table.match.game is not None
    assert table.match.game.roll == (6, 5)
    assert DeskPrompt.MOVES_ILLEGAL_AGAIN not in desk_prompts(table.match)
    table.wait(11)
    assert table.refused(c.ClockPressed(table.at, WHITE)) == (Reason.DELAY_RUNS,)
    assert table.refused(c.ClockPressed(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.wait(6).press(WHITE)
    assert table.match.clock.reserve == BySide(ns(6 * 60 + 47), ns(7 * 60))
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)
    table.ok(says(table))
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    again = table.told(e.MoveTakenBack)
    assert again.times == 2
    assert "norway §4.2(iii)(d)" in again.cites
    assert table.match.hearing == Hearing(illegal_moves=BySide(2, 0))
    assert DeskPrompt.MOVES_ILLEGAL_AGAIN in desk_prompts(table.match)
    silent = replace(NORWAY.illegal_move, repeated=RepeatedMoves.DIRECTOR_DECIDES)
    match = replace(table.match, book=replace(TIMED, illegal_move=silent))
    assert DeskPrompt.MOVES_ILLEGAL_AGAIN not in desk_prompts(match)


def test_the_claimants_own_time_runs_under_michigan() -> None:
    """michigan-2002 §3.5: B 7:00 thinks 20 s, tells, presses: 6:52; then A's time runs."""
    table = moved(MICHIGAN, 0)
    table.wait(15).ok(says(table))
    assert table.match.clock.running is BLACK
    assert table.refused(c.IllegalMoveAgreed(table.at, WHITE)) == (Reason.CLAIMANT_PRESSES,)
    table.wait(5).press(BLACK)
    assert table.match.clock.reserve.of_side(BLACK) == ns(6 * 60 + 52)
    assert (table.match.clock.running, table.phase) == (WHITE, Phase.MOVING)
    table.wait(3).press(WHITE)
    assert table.reserve(WHITE) == ns(7 * 60)


def test_the_claimants_press_gives_back_what_its_clock_gives_back() -> None:
    """michigan-2002 §5.1: the second control may be Bronstein's."""
    clock = replace(MICHIGAN.clock, system=ClockSystem.BRONSTEIN)
    table = moved(replace(MICHIGAN, clock=clock), 0)
    table.ok(says(table))
    table.wait(20).press(BLACK)
    assert table.match.clock.reserve.of_side(BLACK) == ns(6 * 60 + 52)


def test_the_claimant_who_stops_loses_nothing_and_the_movers_clock_runs() -> None:
    """italian-international L168: 30 s of the claimant's come back; 18 of 30 s are the mover's."""
    table = moved(COST)
    table.wait(30).ok(says(table))
    table.wait(30).ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert table.match.clock.running is WHITE
    table.wait(30).press(WHITE)
    assert table.match.clock.reserve == BySide(ns(6 * 60 + 34), ns(7 * 60))
    reading = clocks.remaining(table.match.clock, BLACK, table.at)
    assert (reading.running, reading.delay) == (True, ns(12))


def test_what_the_director_set_since_is_kept() -> None:
    """Black gets back what it used since, not the time it had before."""
    table = moved(COST).wait(30)
    table.ok(table.order(c.TimeOrdered, BLACK, Nanos(ns(60)), c.TimeMode.SET, False))
    table.wait(30).ok(says(table))
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert table.match.clock.reserve == BySide(ns(6 * 60 + 52), ns(60))


def test_a_clock_brought_in_since_keeps_its_time() -> None:
    """italian-international L122: at any time; Black's time is not taken for none."""
    table = moved(ITALIAN)
    settings = {"clock.reserve_s_per_point": 60, "clock.delay_s": 12}
    book = load("italian-international", settings)
    table.ok(table.order(c.ClockOrdered, book, "h", ClockAsker.DIRECTOR, True, False))
    for side in (WHITE, BLACK):
        table.ok(c.ResumeTapped(table.at, side))
    table.wait(30).ok(says(table))
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert table.match.clock.reserve == BySide.both(ns(7 * 60))


def test_without_a_clock_the_move_is_made_again() -> None:
    """london-club TR11: the whole roll."""
    table = moved(NO_CLOCK)
    table.ok(says(table))
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert table.told(e.MoveTakenBack).cites == ("norway §4.2(iii)(b), §4.2(iii)(c)",)
    table.press(WHITE)
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)


def test_a_turn_ended_without_a_roll_is_rolled() -> None:
    """italian-international L138: it counts as an illegal move."""
    book = COST.with_value("turn.press_without_roll", PressWithoutRoll.ILLEGAL_MOVE)
    table = moved(book).press(BLACK)
    table.ok(says(table, WHITE))
    table.ok(c.IllegalMoveAgreed(table.at, BLACK))
    assert (table.on_turn, table.phase) == (BLACK, Phase.TO_ROLL)
    assert table.told(e.MoveTakenBack).roll is None
    assert sentence(table.told(e.MoveTakenBack)).startswith("Black takes the turn back and rolls.")


def test_who_moved_denies_it_and_the_director_rules() -> None:
    """norway §5.1, §4.3(ii)(c)."""
    table = moved()
    table.wait(6).ok(says(table))
    table.ok(c.IllegalMoveDenied(table.at, WHITE))
    assert table.told(e.Referred).matter is Matter.ILLEGAL_MOVE
    assert table.match.stop is not None
    table.wait(60).ok(table.order(c.IllegalMoveRuled, False))
    table.go_on()
    assert (table.phase, table.match.clock.running) == (Phase.TO_ROLL, BLACK)
    assert table.match.stop is None
    assert clocks.remaining(table.match.clock, BLACK, table.at).delay == ns(6)
    assert sentence(table.told(e.MoveStands)) == (
        "Director Kari rules, because a reason: The move of White stands."
    )
    table.ok(says(table))
    table.ok(c.IllegalMoveDenied(table.at, WHITE))
    table.ok(table.order(c.IllegalMoveRuled, True))
    table.go_on()
    assert (table.phase, table.match.clock.running, table.match.stop) == (
        Phase.MOVING,
        WHITE,
        None,
    )


def test_under_michigan_the_dispute_stops_both_clocks() -> None:
    """michigan-2002 §3.5."""
    table = moved(MICHIGAN, 0)
    table.ok(says(table))
    table.ok(c.IllegalMoveDenied(table.at, WHITE))
    assert table.match.clock.running is None
    table.ok(table.order(c.IllegalMoveRuled, False))
    table.go_on()
    assert table.match.clock.running is BLACK


def handed_back() -> Table:
    table = moved(MICHIGAN, 0)
    table.ok(says(table))
    return table.wait(5).press(BLACK).wait(20)


def test_under_michigan_the_side_that_moved_may_deny_it_once_the_turn_is_handed_back() -> None:
    """michigan-2002 §3.5: it stops both clocks, and the director rules."""
    table = handed_back()
    assert table.refused(c.IllegalMoveDenied(table.at, BLACK)) == (Reason.NOT_YOUR_TURN,)
    table.ok(c.IllegalMoveDenied(table.at, WHITE))
    assert (table.phase, table.match.clock.running) == (Phase.CHALLENGED, None)
    assert table.told(e.Referred).side is WHITE
    table.wait(60).ok(table.order(c.IllegalMoveRuled, False))
    table.go_on()
    assert (table.phase, table.match.clock.running) == (Phase.TO_ROLL, BLACK)
    assert table.match.game is not None
    assert table.match.game.on_turn is BLACK
    assert table.match.hearing.illegal_moves == BySide(0, 0)
    assert table.reserve(WHITE) == ns(7 * 60 - 8)


def test_ruled_illegal_it_is_made_again_and_denied_no_more() -> None:
    """michigan-2002 §3.5."""
    table = handed_back()
    table.ok(c.IllegalMoveDenied(table.at, WHITE))
    table.ok(table.order(c.IllegalMoveRuled, True))
    table.go_on()
    assert (table.phase, table.match.clock.running) == (Phase.MOVING, WHITE)
    assert table.match.hearing.illegal_moves == BySide(1, 0)
    assert table.refused(c.IllegalMoveDenied(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_in_other_books_who_moves_again_has_agreed() -> None:
    table = moved(TIMED)
    table.ok(says(table))
    table.ok(c.IllegalMoveAgreed(table.at, WHITE))
    assert table.refused(c.IllegalMoveDenied(table.at, WHITE)) == (Reason.NOT_NOW,)


def test_a_claim_taken_back() -> None:
    for book in (ITALIAN, MICHIGAN, LONDON.with_clock(ClockSystem.NONE, "so")):
        table = moved(book)
        running = table.match.clock.running
        table.ok(says(table))
        table.ok(c.IllegalMoveDenied(table.at, BLACK))
        assert (table.phase, table.match.clock.running) == (Phase.TO_ROLL, running)
        assert sentence(table.told(e.MoveStands)) == "The move of White stands."


def test_norway_leaves_no_claim_of_an_illegal_move_to_the_players() -> None:
    """norway §4.2(iii)(a): noticed in time, it is corrected; that it was legal is ruled."""
    for book in (TIMED, NO_CLOCK):
        table = moved(book)
        table.ok(says(table))
        table.ok(c.IllegalMoveDenied(table.at, BLACK))
        told = table.told(e.Referred)
        assert (told.matter, told.side) == (Matter.ILLEGAL_MOVE, BLACK)
        assert told.cites == ("norway §4.2(iii)(a)",)
        assert table.phase is Phase.CHALLENGED
        table.ok(table.order(c.IllegalMoveRuled, False))
        assert table.phase is Phase.TO_ROLL


def test_a_move_ruled_illegal_is_a_ruling_that_can_be_appealed() -> None:
    """norway §5.2."""
    table = moved(TIMED)
    table.ok(says(table))
    table.ok(c.IllegalMoveDenied(table.at, WHITE))
    table.ok(table.order(c.IllegalMoveRuled, True))
    assert table.told(e.RulingGiven).favours is BLACK
    table.ok(c.AppealTapped(table.at, WHITE))


def test_moves_in_words() -> None:
    assert sentence(e.DieLiftNoted(WHITE, ())) == "White says that Black has picked up a die."
    again = e.MoveTakenBack(WHITE, (6, 5), BySide(1, 1), True, 1, ())  # type: ignore[arg-type]
    assert sentence(again) == "White moves again with 6-5, once the delay has run out."
