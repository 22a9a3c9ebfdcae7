"""Double, take and pass, each in its turn."""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against, MayTakeBack
from kiosk.rules.command import Command
from kiosk.rules.cube.facts import Doubled, Passed, Taken
from kiosk.rules.decision import Decision
from kiosk.rules.ending import end_game
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import CubeWord, StopFor
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import Instant, Side, require


@dataclass(frozen=True, slots=True)
class DoubleTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class TakeTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class PassTapped(Command):
    side: Side


def refuse_double(match: Match, command: DoubleTapped) -> Against:
    game, side = require(match.game), command.side
    reasons: list[Reason] = []
    if match.held is not None:
        reasons.append(Reason.NOT_NOW)
    if game.on_turn is not side:
        reasons.append(Reason.NOT_YOUR_TURN)
    return (*reasons, *refuse_locked_cube(match, side), *refuse_turning_cube(match, side))


def refuse_locked_cube(match: Match, side: Side) -> Against:
    """Reasons that put the cube out of play for this side, even if turned on the board."""
    cube, book = require(match.game).cube, require(match.book)
    reasons: list[Reason] = []
    if not cube.in_play:
        reasons.append(Reason.CRAWFORD_GAME)
    if book.cube.dead_cube_refused and is_dead(match, side):
        reasons.append(Reason.DEAD_CUBE)
    return tuple(reasons)


def refuse_turning_cube(match: Match, side: Side) -> Against:
    """Reasons why this side may not turn the cube in this turn."""
    game, book = require(match.game), require(match.book)
    reasons: list[Reason] = []
    if game.cube.frozen:
        reasons.append(Reason.CUBE_FROZEN)
    if game.cube.owner is side.other:
        reasons.append(Reason.NOT_YOUR_CUBE)
    spoilt = game.refused_for if game.on_turn is side else match.dicing.threw_early is side
    if spoilt and not book.cube.double_after_invalid_roll:
        reasons.append(Reason.INVALID_ROLL_THIS_TURN)
    if match.dicing.early is not None and match.dicing.early.side is side:
        reasons.append(Reason.ROLLED_EARLY)
    return tuple(reasons)


def is_dead(match: Match, side: Side) -> bool:
    """Whether the side holds a cube already high enough to win the match (norway §4.4(vii))."""
    cube = require(match.game).cube
    return (
        match.length is not None and cube.owner is side and cube.level >= match.away.of_side(side)
    )


def next_level(match: Match) -> int:
    """The cube's level after the next double."""
    return require(match.game).cube.level * 2


def double(decision: Decision, command: DoubleTapped) -> None:
    cites = (decision.book.cite("cube.double_after_invalid_roll"),)
    decision.emit(Doubled(command.side, next_level(decision.match), cites))


def refuse_answer(match: Match, command: TakeTapped | PassTapped) -> Against:
    answers = require(require(match.game).on_turn).other
    return NOTHING if command.side is answers else (Reason.NOT_YOUR_TURN,)


def take_double(decision: Decision, command: TakeTapped) -> None:
    emit_taken(decision, command.side)


def pass_double(decision: Decision, command: PassTapped) -> None:
    end_by_pass(decision, command.side, command.at)


def emit_taken(decision: Decision, side: Side) -> None:
    cites = (decision.book.cite("cube.take_presses"),) if decision.match.clocked else ()
    decision.emit(Taken(side, next_level(decision.match), cites))


def end_by_pass(decision: Decision, side: Side, at: Instant) -> None:
    """End the game: the doubler wins the cube's value before the double."""
    stops = decision.match.clocked and StopFor.PASS in decision.book.stop.reasons
    cites = (decision.book.cite("stop.reasons"),) if stops else ()
    decision.emit(Passed(side, next_level(decision.match), cites))
    end_game(decision, side.other, 1, EndCause.PASS, at)


def early_double_counts(decision: Decision) -> None:
    """A double made before this turn now waits for its answer."""
    early = decision.game.doubles.early
    if early is not None and early is decision.game.on_turn:
        cites = (decision.book.cite("cube.premature_double"),)
        decision.emit(Doubled(early, next_level(decision.match), cites))


def unless_it_stands(word: CubeWord) -> MayTakeBack:
    """Allow a take-back unless the book provides that the word stands."""
    return lambda match, _command: word not in require(match.book).cube.stands


ACTS = (
    Act(
        DoubleTapped,
        (Phase.TO_ROLL,),
        refuse_double,
        double,
        while_stopped=False,
        tap=plain_tap(DoubleTapped),
        may_take_back=unless_it_stands(CubeWord.DOUBLE),
    ),
    Act(
        TakeTapped,
        (Phase.DOUBLED,),
        refuse_answer,
        take_double,
        while_stopped=False,
        tap=plain_tap(TakeTapped),
        may_take_back=unless_it_stands(CubeWord.TAKE),
    ),
    Act(
        PassTapped,
        (Phase.DOUBLED,),
        refuse_answer,
        pass_double,
        while_stopped=False,
        tap=plain_tap(PassTapped),
        may_take_back=unless_it_stands(CubeWord.PASS),
    ),
)
