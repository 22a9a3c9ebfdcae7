"""Errors on the board: until when the book puts them right, at whose cost, who decides."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.board_errors import LastMove
from kiosk.rules.clock import remaining
from kiosk.rules.match import Match, Phase
from kiosk.rules.outcome import Matter
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.referral import refer
from kiosk.rules.rulebook import (
    IllegalMoveCost,
    MoveAccuser,
    MoveDuty,
    MoveWindow,
    SetUpDuty,
    SetUpWindow,
)
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Instant, Side, promised

# --- a wrong set-up ------------------------------------------------------------------------------


def setup_stands(match: Match) -> bool:
    """The book's time for correcting the set-up is over."""
    moves = promised(match.game).moves
    if promised(match.book).setup_error.window is SetUpWindow.STARTERS_SECOND_TURN:
        return moves.rolls > 2 or moves.second_turn_doubled
    last = moves.last
    fourth_thrown = moves.rolls == 3 and last is not None and last.thrown and not last.counted
    return moves.rolls > 3 or fourth_thrown


def against_setup_error(match: Match, _command: c.SetUpErrorTapped) -> Against:
    return (Reason.SETUP_STANDS,) if setup_stands(match) else NOTHING


def find_setup_error(story: Story, command: c.SetUpErrorTapped) -> None:
    """Play stands still until both sides see that it is put right."""
    must = story.book.setup_error.duty is SetUpDuty.SHALL
    cites = _cites(story, "setup_error.window", "setup_error.duty")
    story.tell(e.SetUpErrorFound(command.side, must, cites))
    resumes = story.stop_clock(command.at)
    story.tell(e.PlayStopped(StopReason.SETUP_ERROR, resumes, (), None, None))


# --- an illegal move ---------------------------------------------------------------------------


def move_stands(match: Match) -> bool:
    """The other side has done what closes the book's window."""
    last = promised(match.game).moves.last
    if last is None:
        return True
    match promised(match.book).illegal_move.window:
        case MoveWindow.THROW:
            return last.thrown
        case MoveWindow.VALID_ROLL_OR_DOUBLE:
            return last.counted or last.doubled
        case _:
            return last.lifted or last.counted


def _against_accusing(match: Match, accuser: MoveAccuser) -> Against:
    allowed = accuser in promised(match.book).illegal_move.accusers
    reasons = NOTHING if allowed else (Reason.MAY_NOT_ACCUSE,)
    if move_stands(match):
        return (*reasons, Reason.MOVE_STANDS)
    if match.held is not None:
        return (*reasons, Reason.ROLL_IN_DOUBT)
    return reasons if match.phase is Phase.TO_ROLL else (*reasons, Reason.NOT_NOW)


def against_illegal(match: Match, command: c.IllegalMoveTapped) -> Against:
    """The other side may; the side that moved where the book lets either player."""
    last, accusers = promised(match.game).moves.last, promised(match.book).illegal_move.accusers
    own = last is not None and last.side is command.side
    either = own or MoveAccuser.OPPONENT not in accusers
    return _against_accusing(match, MoveAccuser.PLAYERS if either else MoveAccuser.OPPONENT)


def say_illegal(story: Story, command: c.IllegalMoveTapped) -> None:
    _challenge(story, command.side, command.at)
    if _mover(story.match) is command.side:
        _redo(story, command.at)


def against_pointing_out(match: Match, command: c.IllegalMovePointedOut) -> Against:
    observed = command.accuser is not MoveAccuser.OBSERVER or match.hearing.observer is not None
    present = NOTHING if observed else (Reason.NO_OBSERVER,)
    return (*_against_accusing(match, command.accuser), *present)


def point_out(story: Story, command: c.IllegalMovePointedOut) -> None:
    """What the director sees he rules on; others are believed once the side that moved agrees."""
    _challenge(story, command.by, command.at)
    if command.accuser is MoveAccuser.DIRECTOR:
        _redo(story, command.at)


def _challenge(story: Story, by: str, at: Instant) -> None:
    """Who claims it stops the clock, or thinks and tells in his own time."""
    runs_on = _cost(story.match) is IllegalMoveCost.CLAIMANT_RUNS
    resumes = story.match.clock.running if runs_on else story.stop_clock(at)
    story.tell(_challenged(story, by, resumes))


def _challenged(story: Story, by: str, resumes: Side | None) -> e.MoveChallenged:
    keys = ["illegal_move.duty", "illegal_move.window"]
    if story.match.clocked:
        keys.append("stop.illegal_move_cost")
    return e.MoveChallenged(by, _mover(story.match), resumes, _cites(story, *keys))


def against_agreeing(match: Match, command: c.IllegalMoveAgreed) -> Against:
    if command.side is not _mover(match):
        return (Reason.NOT_YOUR_TURN,)
    if _cost(match) is IllegalMoveCost.CLAIMANT_RUNS and match.clock.running is not None:
        return (Reason.CLAIMANT_PRESSES,)
    return NOTHING


def agree(story: Story, command: c.IllegalMoveAgreed) -> None:
    _redo(story, command.at)


def against_pressing(match: Match, command: c.ClockPressed) -> Against:
    """A press hands the turn back where the claimant's own time runs (michigan-2002 §3.5)."""
    runs = match.clock.running is command.side
    return NOTHING if runs else (Reason.NOT_NOW,)


def press(story: Story, command: c.ClockPressed) -> None:
    story.press_clock(command.at)
    _redo(story, command.at)


def against_denying(match: Match, command: c.IllegalMoveDenied) -> Against:
    """A claimant's press hands the turn back before the side that moved has answered
    (michigan-2002 §3.5).
    """
    if match.phase is Phase.CHALLENGED:
        return NOTHING
    game = promised(match.game)
    handed_back = game.moves.again and _cost(match) is IllegalMoveCost.CLAIMANT_RUNS
    if not handed_back or match.hearing.fresh:
        return (Reason.NOT_NOW,)
    return NOTHING if command.side is game.on_turn else (Reason.NOT_YOUR_TURN,)


def deny(story: Story, command: c.IllegalMoveDenied) -> None:
    """Who moved denies it: the director rules. The other side takes its claim back, unless the
    book has an illegal move corrected once it was noticed (norway §4.2(iii)(a)).
    """
    side, at = command.side, command.at
    if story.match.phase is Phase.MOVING:
        story.tell(_challenged(story, side.other, side.other))
    if side is _mover(story.match):
        refer(story, Matter.ILLEGAL_MOVE, side, at, "dispute.table_frozen")
    elif story.book.illegal_move.duty is MoveDuty.MUST_CORRECT:
        refer(story, Matter.ILLEGAL_MOVE, side, at, "illegal_move.duty")
    else:
        _stand(story, command.at, None)


def rule(story: Story, command: c.IllegalMoveRuled) -> None:
    if command.illegal:
        story.tell(e.RulingGiven(_mover(story.match).other, command.by, command.why))
        _redo(story, command.at)
    else:
        _stand(story, command.at, command)


def _stand(story: Story, at: Instant, order: c.Order | None) -> None:
    challenge, stop = promised(story.game.moves.challenge), story.match.stop
    mover = _mover(story.match)
    by, why = (order.by, order.why) if order else (None, None)
    story.tell(e.MoveStands(mover, by, why))
    resumes = challenge.resumes
    if stop is not None or story.match.clock.running is not resumes:
        story.tell(e.PlayResumed(resumes, story.not_before(at)))


def _redo(story: Story, at: Instant) -> None:
    """The side that moved moves again with the same roll, at whose cost the book says."""
    story.stop_clock(at)
    if story.match.stop is not None:
        story.tell(e.PlayResumed(None, story.not_before(at)))
    match, last, cost = story.match, _last(story.match), _cost(story.match)
    reserve, claimant = match.clock.reserve, last.side.other
    if cost is IllegalMoveCost.CLAIMANT_STOPS:
        reserve = reserve.with_(claimant, last.reserve.of(claimant))
    keys = ["illegal_move.redo"] + ([] if cost is None else ["stop.illegal_move_cost"])
    waits = cost is IllegalMoveCost.REDO_AFTER_DELAY
    times = match.hearing.illegal_moves.of(last.side) + 1
    cites = _cites(story, *keys, *(["illegal_move.repeated"] if times > 1 else []))
    story.tell(e.MoveTakenBack(last.side, last.roll, reserve, waits, times, cites))
    if cost is not IllegalMoveCost.CLAIMANT_STOPS:
        story.start_clock(last.side, at)


def against_early_press(match: Match, command: c.ClockPressed) -> Against:
    """A move made again is made once the delay has run out (norway §4.2(iii)(c))."""
    game = promised(match.game)
    if not game.moves.after_delay or command.side is not game.on_turn:
        return NOTHING
    waits = remaining(match.clock, command.side, command.at).delay > 0
    return (Reason.DELAY_RUNS,) if waits else NOTHING


def against_lifted(match: Match, command: c.DieLiftedTapped) -> Against:
    last = promised(match.game).moves.last
    if last is None or command.side is not last.side:
        return (Reason.NOT_YOUR_TURN,)
    return (Reason.ALREADY_DONE,) if last.lifted else NOTHING


def tell_lifted(story: Story, command: c.DieLiftedTapped) -> None:
    story.tell(e.DieLiftTold(command.side, _cites(story, "illegal_move.window")))


def _cost(match: Match) -> IllegalMoveCost | None:
    return promised(match.book).stop.illegal_move_cost if match.clocked else None


def _last(match: Match) -> LastMove:
    return promised(promised(match.game).moves.last)


def _mover(match: Match) -> Side:
    return _last(match).side


def _cites(story: Story, *keys: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(story.book.cite(key) for key in keys))
