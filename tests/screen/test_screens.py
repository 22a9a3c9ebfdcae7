"""Which screen a half shows, held against the core: for each what must be true of the match."""

from collections.abc import Callable, Mapping

import pytest
from kits import commands as c
from kits.match_corpus import AT, corpus
from kits.prompt_kit import screen
from kits.rules_kit import (
    BLACK,
    BRONSTEIN,
    LEFT,
    LONDON,
    NORWAY,
    UNIFIED,
    WHITE,
    Table,
    die,
)
from kits.screen_kit import STATES, seen, to_roll

from kiosk.rules.command import Command
from kiosk.rules.decide import why_not
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import DIRECTORS_STOPS, StopReason
from kiosk.rules.reopening import reopening_asked
from kiosk.rules.rulebook import ClosedOut, RuleBook
from kiosk.rules.units import SIDES, Instant, Side
from kiosk.screen.prompt import SCREENS
from kiosk.screen.seen import Screen
from kiosk.wire.snapshot import snapshot

Holds = Callable[[Match, Side, Instant], bool]


def may(act: type[Command], *rest: object) -> Holds:
    return lambda match, side, at: not why_not(match, act(at, side, *rest))


def no(holds: Holds) -> Holds:
    return lambda *seen: not holds(*seen)


def both(*holds: Holds) -> Holds:
    return lambda *seen: all(each(*seen) for each in holds)


def either(*holds: Holds) -> Holds:
    return lambda *seen: any(each(*seen) for each in holds)


def phase(*phases: Phase) -> Holds:
    return lambda match, _side, _at: match.phase in phases


def stop(*reasons: StopReason) -> Holds:
    return lambda match, _side, _at: match.stop is not None and match.stop.reason in reasons


def on_turn(match: Match, side: Side, _at: Instant) -> bool:
    return match.game is not None and match.game.on_turn is side


def other_presses(match: Match, side: Side, at: Instant) -> bool:
    return not why_not(match, c.ClockPressed(at, side.other))


def says(match: Match, side: Side, _at: Instant) -> bool:
    question = match.game.question if match.game else None
    return question is not None and question.said.of_side(side) is not None


def hears(match: Match, side: Side, at: Instant) -> bool:
    return says(match, side.other, at)


def counted(match: Match, _side: Side, _at: Instant) -> bool:
    question = match.game.question if match.game else None
    return question is not None and question.counted is not None


def away(match: Match, side: Side, _at: Instant) -> bool:
    pause = match.schedule.pause
    return pause is not None and pause.away.of_side(side)


def overrun(match: Match, side: Side, at: Instant) -> bool:
    pause = match.schedule.pause
    return away(match, side, at) and pause is not None and (pause.overrun or at >= pause.until)


def missing(match: Match, side: Side, _at: Instant) -> bool:
    return match.schedule.late.of_side(side) is not None


def awaited(match: Match, side: Side, _at: Instant) -> bool:
    late = match.schedule.late.of_side(side)
    return late is not None and late.called and not late.counted


def of_other(holds: Holds) -> Holds:
    return lambda match, side, at: holds(match, side.other, at)


def mover(match: Match, side: Side, _at: Instant) -> bool:
    last = match.game.moves.last if match.game else None
    return last is not None and last.side is side


def runs(match: Match, side: Side, _at: Instant) -> bool:
    return match.clock.running is side


def clocked(match: Match, _side: Side, _at: Instant) -> bool:
    return match.clocked


def fell(match: Match, side: Side, _at: Instant) -> bool:
    return match.clock.flagged.of_side(side) is not None


def delayed(match: Match, _side: Side, _at: Instant) -> bool:
    """norway §4.2(iii)(c): a legal move once the delay has run out."""
    return match.game is not None and match.game.moves.after_delay


def of_nobody(match: Match, _side: Side, _at: Instant) -> bool:
    """norway §4.5: both are disqualified."""
    return match.winner is None


def conceded(match: Match, side: Side, _at: Instant) -> bool:
    return match.outcome.conceded is side and match.winner is None


def told_double(match: Match, side: Side, _at: Instant) -> bool:
    return (
        match.game is not None
        and (told := match.game.doubles.told) is not None
        and (told.by is side)
    )


def asks_press_back(match: Match, side: Side, _at: Instant) -> bool:
    return match.pressed is not None and match.pressed.asked is side


def offers(match: Match, side: Side, _at: Instant) -> bool:
    return match.game is not None and match.game.offer is not None and match.game.offer.side is side


def unseen(match: Match, _side: Side, _at: Instant) -> bool:
    there = match.setup is not None and match.setup.camera
    return not there or "camera" in match.lost_devices


press = may(c.ClockPressed)
resume = may(c.ResumeTapped)
double = may(c.DoubleTapped)
confirm, report = may(c.ResultConfirmed), may(c.ResultReported)
rolling, moving = phase(Phase.TO_ROLL), phase(Phase.MOVING)
asking = phase(Phase.CONFIRMING)
over = phase(Phase.MATCH_OVER)
stopped = stop(*set(StopReason) - DIRECTORS_STOPS)


def disputes(match: Match, side: Side, _at: Instant) -> bool:
    return match.hearing.dispute is side and match.hearing.wrong is not None


HOLDS: Mapping[Screen, Holds] = {
    Screen.OUT_OF_ORDER: lambda match, _side, _at: match.taken_over_by is not None,
    Screen.OWN_MATCH_GIVEN_UP: conceded,
    Screen.MATCH_GIVEN_UP: of_other(conceded),
    Screen.DIRECTORS_STOP: stop(*DIRECTORS_STOPS),
    Screen.OWN_UNUSED_BREAK: lambda match, side, _at: match.schedule.stayed is side,
    Screen.UNUSED_BREAK: lambda match, side, _at: match.schedule.stayed is side.other,
    Screen.OWN_REOPENING: lambda match, side, _at: reopening_asked(match) is side,
    Screen.REOPENING: lambda match, side, _at: reopening_asked(match) is side.other,
    Screen.OWN_BREAK_OVER: overrun,
    Screen.OWN_BREAK: both(away, no(overrun)),
    Screen.OWN_CALL: both(awaited, no(away)),
    Screen.OWN_LATENESS: both(missing, no(awaited), no(away)),
    Screen.OTHER_BREAK_OVER: both(of_other(overrun), no(away), no(missing)),
    Screen.OTHER_BREAK: both(of_other(away), no(of_other(overrun)), no(away)),
    Screen.OTHER_CALL: both(of_other(awaited), no(missing)),
    Screen.OTHER_LATENESS: both(of_other(missing), no(of_other(awaited)), no(missing)),
    Screen.GOING_ON_AGREED: both(
        stopped, lambda match, side, _at: match.stop is not None and match.stop.agreed.of_side(side)
    ),
    Screen.DIRECTOR_GOES_ON: both(stopped, no(resume)),
    Screen.DIRECTOR_COMES: both(
        stop(StopReason.DIRECTOR_CALLED),
        lambda match, _side, _at: match.call is not None and match.call.coming is not None,
    ),
    Screen.RESTARTED: both(stop(StopReason.RESTARTED), resume),
    Screen.SET_UP_WRONG: both(stop(StopReason.SETUP_ERROR), resume),
    Screen.PLAYED_ON: both(stop(StopReason.GAME_REOPENED), resume),
    Screen.CLOCK_BROUGHT_IN: both(stop(StopReason.CLOCK_BROUGHT_IN), resume),
    Screen.BOTH_GO_ON: both(stop(StopReason.BOTH_GO_ON), resume),
    Screen.CLOCKS_STOPPED: both(stop(StopReason.PLAYER_STOPPED), resume),
    Screen.BREAK: both(stop(StopReason.BREAK), resume),
    Screen.STOPPED: both(stopped, resume),
    Screen.OWN_BOARD_DOUBLE: told_double,
    Screen.BOARD_DOUBLE: of_other(told_double),
    Screen.OWN_PRESS_BACK: asks_press_back,
    Screen.PRESS_BACK: of_other(asks_press_back),
    Screen.OWN_DICE_CLAIM: lambda match, _side, _at: (
        match.dicing.claim is not None or match.dicing.consents is not None
    ),
    Screen.DICE_CLAIM: lambda match, _side, _at: (
        match.dicing.claim is not None or match.dicing.consents is not None
    ),
    Screen.OPENING_ENTERED: both(phase(Phase.OPENING), unseen),
    Screen.OPENING: both(
        phase(Phase.OPENING),
        lambda match, _side, _at: match.setup is not None and match.setup.mixer is None,
    ),
    Screen.OWN_OPENING_DIE: phase(Phase.OPENING),
    Screen.OTHER_OPENING_DIE: phase(Phase.OPENING),
    Screen.PRESS_TO_START: both(phase(Phase.PRESS_TO_START), press),
    Screen.OTHER_STARTS: both(phase(Phase.PRESS_TO_START), no(press)),
    Screen.OTHER_UNROLLED: both(rolling, no(on_turn), no(press)),
    Screen.OFFER_REJECTED: both(
        phase(Phase.TO_ROLL, Phase.MOVING),
        lambda match, side, _at: match.game is not None and match.game.restarts is side,
        lambda match, _side, _at: match.clock.running is None,
    ),
    Screen.PRESS_AFTER_TURN: both(rolling, no(on_turn), press),
    Screen.OTHER_ROLLS: both(rolling, no(on_turn), no(press)),
    Screen.OTHER_PRESSES: both(rolling, on_turn, other_presses),
    Screen.UNROLLED: both(rolling, on_turn),
    Screen.ROLL_AGAIN: both(
        rolling, on_turn, lambda match, _side, _at: bool(match.game and match.game.refused_for)
    ),
    Screen.ROLL_AND_ENTER: both(rolling, on_turn, unseen),
    Screen.ROLL_OR_DOUBLE: both(rolling, on_turn, double, no(unseen)),
    Screen.ROLL: both(rolling, on_turn, no(double), no(unseen)),
    Screen.ROLL_DISPUTED: both(asking, counted, hears, no(says)),
    Screen.OWN_ROLL_DISPUTE: both(asking, counted, says, no(hears)),
    Screen.ROLL_CONTESTED: both(asking, counted, says, hears),
    Screen.ROLLS_CLAIMED: both(asking, no(counted), says, hears),
    Screen.ROLL_CLAIMED: both(asking, no(counted), says, no(hears)),
    Screen.OTHER_CLAIMS_ROLL: both(asking, no(counted), hears, no(says)),
    Screen.ROLL_PROPOSED: both(asking, no(counted), no(says), no(hears)),
    Screen.ROLL_ASKED: both(asking, no(counted), no(says), no(hears)),
    Screen.PRESS_AFTER_DOUBLE: both(phase(Phase.DOUBLED), on_turn, press),
    Screen.OTHER_DECIDES: both(phase(Phase.DOUBLED), on_turn, no(press)),
    Screen.DOUBLED: both(phase(Phase.DOUBLED), no(on_turn)),
    Screen.PRESS_AFTER_MOVE: both(moving, no(on_turn), press),
    Screen.OTHER_MOVES: both(moving, no(on_turn), no(press)),
    Screen.MOVE_AFTER_DELAY: both(moving, on_turn, runs, delayed, no(press)),
    Screen.MOVE_AND_PRESS: both(moving, on_turn, either(press, clocked)),
    Screen.MOVE_AND_LIFT: both(moving, on_turn, no(press), no(clocked)),
    Screen.OWN_CLAIM: phase(Phase.CLAIMED),
    Screen.CLAIM: both(phase(Phase.CLAIMED), may(c.WinAgreed)),
    Screen.OWN_OFFER: both(phase(Phase.OFFERED), offers),
    Screen.OFFER: both(phase(Phase.OFFERED), of_other(offers)),
    Screen.EXPLAIN_AND_PRESS: both(phase(Phase.CHALLENGED), runs, no(mover)),
    Screen.OTHER_EXPLAINS: both(phase(Phase.CHALLENGED), of_other(runs), mover),
    Screen.OTHER_MOVE_CHALLENGED: both(phase(Phase.CHALLENGED), no(mover)),
    Screen.MOVE_CHALLENGED: both(phase(Phase.CHALLENGED), mover, may(c.IllegalMoveAgreed)),
    Screen.SET_UP: phase(Phase.VACANT),
    Screen.READY: both(
        phase(Phase.BETWEEN_GAMES), lambda match, side, _at: match.ready.of_side(side)
    ),
    Screen.CLOCKS_NOT_SET: both(phase(Phase.BETWEEN_GAMES), no(may(c.ReadyTapped))),
    Screen.GUIDE: both(
        phase(Phase.BETWEEN_GAMES), lambda match, side, _at: match.guide.of_side(side), no(missing)
    ),
    Screen.SCORE_CHECK: phase(Phase.BETWEEN_GAMES),
    Screen.OWN_RESULT_DISPUTE: both(over, disputes),
    Screen.RESULT_DISPUTED: both(over, of_other(disputes)),
    Screen.NOBODY_WON: both(over, of_nobody),
    Screen.RESULT_TO_CONFIRM: both(over, confirm),
    Screen.RESULT_TO_REPORT: both(over, report, no(confirm)),
    Screen.RESULT_CONFIRMED: both(over, no(confirm), no(report)),
    Screen.NEXT_MATCH: both(over, no(confirm), no(report)),
    Screen.MATCH_OVER: both(over, no(confirm), no(report)),
    Screen.OWN_TIME_UP: both(phase(Phase.TO_ROLL, Phase.MOVING), fell),
    Screen.TIME_UP: both(phase(Phase.TO_ROLL, Phase.MOVING), of_other(fell)),
}


def test_every_screen_has_one_row_and_every_row_its_facts() -> None:
    shown = [row.screen for row in SCREENS]
    assert len(shown) == len(set(shown))
    assert set(shown) == set(HOLDS) == set(Screen)


def agreed() -> Table:
    """White has agreed to go on; Black has not."""
    table = STATES["director called"]()
    table.ok(c.ResumeTapped(table.at, WHITE))
    return table


def unread() -> Table:
    """The camera can't say what Black rolled."""
    table = to_roll()
    table.throw(die(None, LEFT), die(3, LEFT))
    return table


def signed() -> Table:
    """White has confirmed the result, which Black alone is to report."""
    table = Table().open(points=1, book=LONDON).start().win(WHITE)
    table.ok(c.ResultConfirmed(table.at, WHITE))
    return table


def test_what_a_half_is_about_is_true_of_the_match_by_every_book() -> None:
    found = {
        screen(seen(table), side, table.at)
        for table in (
            agreed(),
            unread(),
            signed(),
            *(make() for make in STATES.values()),
        )
        if table.match.opened is not None
        for side in SIDES
    }
    for match in corpus():
        unheld = match.hearing.dispute is not None and match.stop is None
        if match.opened is None or unheld:
            continue  # the corpus raises disputes without their stop
        shown = snapshot(match, 1, AT)
        for side in SIDES:
            one = screen(shown, side, AT)
            found.add(one)
            assert HOLDS[one](match, side, AT), (one, side, match)
    of_the_event = {Screen.NEXT_MATCH}  # no match knows it: test_after_match.py
    assert set(Screen) - of_the_event == found


@pytest.mark.parametrize("name", STATES)
def test_what_a_half_is_about_is_true_in_every_state(name: str) -> None:
    table = STATES[name]()
    if table.match.opened is None:
        return
    for side in SIDES:
        found = screen(seen(table), side, table.at)
        assert HOLDS[found](table.match, side, table.at), found


@pytest.mark.parametrize("book", [NORWAY, BRONSTEIN, UNIFIED], ids=lambda book: book.profile)
def test_closed_out_while_the_other_owes_a_press_both_read_what_to_press(book: RuleBook) -> None:
    """Black has doubled, White taken and not pressed; then Black can't move whatever it rolls."""
    allowed = book.with_value("turn.closed_out", ClosedOut.NEED_NOT_ROLL)
    table = Table().open(book=allowed).start().wait(20).press(WHITE)
    table.double().press(BLACK).take()
    table.ok(c.ClosedOutDeclared(table.at, BLACK))
    assert table.match.clock.running is WHITE
    shown = seen(table)
    assert screen(shown, WHITE, table.at) is Screen.PRESS_AFTER_TURN
    assert screen(shown, BLACK, table.at) is Screen.UNROLLED
    table.wait(3).press(WHITE)
    assert table.match.clock.running is BLACK
    assert screen(seen(table), BLACK, table.at) is Screen.UNROLLED
    table.press(BLACK)
    assert table.match.clock.running is WHITE
