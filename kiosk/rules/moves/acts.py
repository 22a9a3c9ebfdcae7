"""Errors on the board: how long they can be corrected, at whose cost, by whose decision."""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against, always, unopposed
from kiosk.rules.clock import remaining
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.disputes.facts import RulingGiven
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.moves import LastMove
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.rulings import Effect
from kiosk.rules.moves.facts import (
    DieLiftNoted,
    MoveChallenged,
    MoveStands,
    MoveTakenBack,
    SetUpErrorFound,
)
from kiosk.rules.phases import AFTER_MOVE, CHALLENGED
from kiosk.rules.play import (
    PlayResumed,
    PlayStopped,
    not_before,
    press_clock,
    start_clock,
    stop_clock,
)
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import (
    IllegalMoveCost,
    MoveAccuser,
    MoveDuty,
    MoveWindow,
    SetUpDuty,
    SetUpWindow,
)
from kiosk.rules.stops import refer
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import Instant, Side, require


@dataclass(frozen=True, slots=True)
class IllegalMoveTapped(Command):
    """A side claims that the last move was illegal and has it corrected."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalMovePointedOut(Order):
    """Someone else points it out: the director, an observer, a spectator asked to by both sides."""

    accuser: MoveAccuser


@dataclass(frozen=True, slots=True)
class IllegalMoveAgreed(Command):
    """The side that moved agrees, and moves again."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalMoveDenied(Command):
    """The side that moved denies it; or the other side withdraws its claim."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalMoveRuled(Order):
    """The director rules whether the move was illegal."""

    illegal: bool


@dataclass(frozen=True, slots=True)
class DieLiftedTapped(Command):
    """A side claims that the side on turn has picked up a die since the last move."""

    side: Side


@dataclass(frozen=True, slots=True)
class SetUpErrorTapped(Command):
    """A side claims that the checkers were set up wrong at the start of the game."""

    side: Side


# --- a wrong set-up ------------------------------------------------------------------------------


def setup_stands(match: Match) -> bool:
    """Whether the book's time for correcting the set-up is over."""
    moves = require(match.game).moves
    if require(match.book).setup_error.window is SetUpWindow.STARTERS_SECOND_TURN:
        return moves.rolls > 2 or moves.second_turn_doubled
    last = moves.last
    fourth_thrown = moves.rolls == 3 and last is not None and last.thrown and not last.counted
    return moves.rolls > 3 or fourth_thrown


def refuse_setup_error(match: Match, _command: SetUpErrorTapped) -> Against:
    return (Reason.SETUP_STANDS,) if setup_stands(match) else NOTHING


def find_setup_error(decision: Decision, command: SetUpErrorTapped) -> None:
    """Stop play until both sides see that the set-up is corrected."""
    must = decision.book.setup_error.duty is SetUpDuty.SHALL
    cites = decision.cites("setup_error.window", "setup_error.duty")
    decision.emit(SetUpErrorFound(command.side, must, cites))
    resumes = stop_clock(decision, command.at)
    decision.emit(PlayStopped(StopReason.SETUP_ERROR, resumes, (), None, None))


# --- an illegal move ---------------------------------------------------------------------------


def move_stands(match: Match) -> bool:
    """Whether the other side has done what closes the book's time for corrections."""
    last = require(match.game).moves.last
    if last is None:
        return True
    match require(match.book).illegal_move.window:
        case MoveWindow.THROW:
            return last.thrown
        case MoveWindow.VALID_ROLL_OR_DOUBLE:
            return last.counted or last.doubled
        case _:
            return last.lifted or last.counted


def _refuse_accusing(match: Match, accuser: MoveAccuser) -> Against:
    allowed = accuser in require(match.book).illegal_move.accusers
    reasons = NOTHING if allowed else (Reason.MAY_NOT_ACCUSE,)
    if move_stands(match):
        return (*reasons, Reason.MOVE_STANDS)
    if match.held is not None:
        return (*reasons, Reason.ROLL_IN_DOUBT)
    return reasons if match.phase is Phase.TO_ROLL else (*reasons, Reason.NOT_NOW)


def refuse_illegal(match: Match, command: IllegalMoveTapped) -> Against:
    """Allowed for the other side; for the side that moved where the book allows either player."""
    last, accusers = require(match.game).moves.last, require(match.book).illegal_move.accusers
    own = last is not None and last.side is command.side
    either = own or MoveAccuser.OPPONENT not in accusers
    return _refuse_accusing(match, MoveAccuser.PLAYERS if either else MoveAccuser.OPPONENT)


def claim_illegal_move(decision: Decision, command: IllegalMoveTapped) -> None:
    challenge(decision, command.side, command.at)
    if _mover(decision.match) is command.side:
        redo(decision, command.at)


def refuse_pointing_out(match: Match, command: IllegalMovePointedOut) -> Against:
    observed = command.accuser is not MoveAccuser.OBSERVER or match.hearing.observer is not None
    present = NOTHING if observed else (Reason.NO_OBSERVER,)
    return (*_refuse_accusing(match, command.accuser), *present)


def point_out(decision: Decision, command: IllegalMovePointedOut) -> None:
    """Challenge the move. The director rules on what he sees; other people are believed once the
    side that moved agrees.
    """
    challenge(decision, command.by, command.at)
    if command.accuser is MoveAccuser.DIRECTOR:
        redo(decision, command.at)


def challenge(decision: Decision, by: str, at: Instant) -> None:
    """Challenge the move: the claimant stops the clock, or explains in its own time."""
    runs_on = _cost(decision.match) is IllegalMoveCost.CLAIMANT_RUNS
    resumes = decision.match.clock.running if runs_on else stop_clock(decision, at)
    decision.emit(_challenged(decision, by, resumes))


def _challenged(decision: Decision, by: str, resumes: Side | None) -> MoveChallenged:
    keys = ["illegal_move.duty", "illegal_move.window"]
    if decision.match.clocked:
        keys.append("stop.illegal_move_cost")
    return MoveChallenged(by, _mover(decision.match), resumes, decision.cites(*keys))


def refuse_agreeing(match: Match, command: IllegalMoveAgreed) -> Against:
    if command.side is not _mover(match):
        return (Reason.NOT_YOUR_TURN,)
    claimant = command.side.other
    if _cost(match) is IllegalMoveCost.CLAIMANT_RUNS and match.clock.running is claimant:
        return (Reason.CLAIMANT_PRESSES,)
    return NOTHING


def agree_illegal(decision: Decision, command: IllegalMoveAgreed) -> None:
    redo(decision, command.at)


def refuse_handing_back(match: Match, side: Side) -> Against:
    """A press hands the turn back only while the claimant's own time runs (michigan-2002 §3.5); a
    press that the side that moved still owed for a take does not.
    """
    runs = match.clock.running is side and side is not _mover(match)
    return NOTHING if runs else (Reason.NOT_NOW,)


def hand_back(decision: Decision, at: Instant) -> None:
    """Hand back: the claimant has explained and presses; the other side moves again."""
    press_clock(decision, at)
    redo(decision, at)


def refuse_denying(match: Match, command: IllegalMoveDenied) -> Against:
    """A claimant's press hands the turn back before the side that moved has answered (michigan-2002
    §3.5).
    """
    if match.phase is Phase.CHALLENGED:
        return NOTHING
    game = require(match.game)
    handed_back = game.moves.again and _cost(match) is IllegalMoveCost.CLAIMANT_RUNS
    if not handed_back or match.hearing.fresh:
        return (Reason.NOT_NOW,)
    return NOTHING if command.side is game.on_turn else (Reason.NOT_YOUR_TURN,)


def deny_illegal(decision: Decision, command: IllegalMoveDenied) -> None:
    """Deny the claim: the director rules. If the other side withdraws its claim, the move stands,
    unless the book has an illegal move corrected once it was noticed (norway §4.2(iii)(a)).
    """
    side, at = command.side, command.at
    if decision.match.phase is Phase.MOVING:
        decision.emit(_challenged(decision, side.other, side.other))
    if side is _mover(decision.match):
        refer(decision, Matter.ILLEGAL_MOVE, side, at, "dispute.table_frozen")
    elif decision.book.illegal_move.duty is MoveDuty.MUST_CORRECT:
        refer(decision, Matter.ILLEGAL_MOVE, side, at, "illegal_move.duty")
    else:
        stand(decision, command.at, None)


def rule_on_move(decision: Decision, command: IllegalMoveRuled) -> None:
    if command.illegal:
        favours = _mover(decision.match).other
        fields = (favours, Effect.MOVE_AGAIN, None, command.by, command.why)
        decision.emit(RulingGiven(*fields))
        redo(decision, command.at)
    else:
        stand(decision, command.at, command)


def stand(decision: Decision, at: Instant, order: Order | None) -> None:
    open_, stop = require(decision.game.moves.challenge), decision.match.stop
    mover = _mover(decision.match)
    by, why = (order.by, order.why) if order else (None, None)
    decision.emit(MoveStands(mover, by, why))
    resumes = open_.resumes
    if stop is not None or decision.match.clock.running is not resumes:
        decision.emit(PlayResumed(resumes, not_before(decision, at)))


def redo(decision: Decision, at: Instant) -> None:
    """Let the side that moved move again with the same roll, in its own time; the book sets the
    cost of the claim to the other.
    """
    stop_clock(decision, at)
    if decision.match.stop is not None:
        decision.emit(PlayResumed(None, not_before(decision, at)))
    match, last, cost = decision.match, _last(decision.match), _cost(decision.match)
    reserve, claimant = match.clock.reserve, last.side.other
    if cost is IllegalMoveCost.CLAIMANT_STOPS:
        reserve = reserve.with_(claimant, last.reserve.of_side(claimant))
    keys = ["illegal_move.redo"] + ([] if cost is None else ["stop.illegal_move_cost"])
    waits = cost is IllegalMoveCost.REDO_AFTER_DELAY
    times = match.hearing.illegal_moves.of_side(last.side) + 1
    cites = decision.cites(*keys, *(["illegal_move.repeated"] if times > 1 else []))
    decision.emit(MoveTakenBack(last.side, last.roll, reserve, waits, times, cites))
    start_clock(decision, last.side, at)


def refuse_early_press(match: Match, side: Side, at: Instant) -> Against:
    """A move made again must wait until the delay has run out (norway §4.2(iii)(c))."""
    game = require(match.game)
    if not game.moves.after_delay or side is not game.on_turn:
        return NOTHING
    waits = remaining(match.clock, side, at).delay > 0
    return (Reason.DELAY_RUNS,) if waits else NOTHING


def refuse_lifted(match: Match, command: DieLiftedTapped) -> Against:
    last = require(match.game).moves.last
    if last is None or command.side is not last.side:
        return (Reason.NOT_YOUR_TURN,)
    return (Reason.ALREADY_DONE,) if last.lifted else NOTHING


def claim_die_lifted(decision: Decision, command: DieLiftedTapped) -> None:
    decision.emit(DieLiftNoted(command.side, decision.cites("illegal_move.window")))


def _cost(match: Match) -> IllegalMoveCost | None:
    return require(match.book).stop.illegal_move_cost if match.clocked else None


def _last(match: Match) -> LastMove:
    return require(require(match.game).moves.last)


def _mover(match: Match) -> Side:
    return _last(match).side


ACTS = (
    Act(
        IllegalMoveTapped,
        AFTER_MOVE,
        refuse_illegal,
        claim_illegal_move,
        while_stopped=False,
        tap=plain_tap(IllegalMoveTapped),
    ),
    Act(IllegalMovePointedOut, AFTER_MOVE, refuse_pointing_out, point_out),
    Act(
        IllegalMoveAgreed,
        CHALLENGED,
        refuse_agreeing,
        agree_illegal,
        while_stopped=False,
        tap=plain_tap(IllegalMoveAgreed),
        may_take_back=always,
    ),
    Act(
        IllegalMoveDenied,
        CHALLENGED | {Phase.MOVING},
        refuse_denying,
        deny_illegal,
        while_stopped=False,
        tap=plain_tap(IllegalMoveDenied),
    ),
    Act(IllegalMoveRuled, CHALLENGED, unopposed, rule_on_move),
    Act(
        DieLiftedTapped,
        (Phase.TO_ROLL,),
        refuse_lifted,
        claim_die_lifted,
        while_called=False,
        tap=plain_tap(DieLiftedTapped),
    ),
    Act(
        SetUpErrorTapped,
        IN_GAME,
        refuse_setup_error,
        find_setup_error,
        while_stopped=False,
        tap=plain_tap(SetUpErrorTapped),
    ),
)
