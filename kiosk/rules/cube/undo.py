"""Undoing doubles that were not allowed, within the book's time limits.

These are the doubles of the Crawford game and those of a dead cube. A table refuses them; if made
on the board nevertheless and taken, they count until they are pointed out in time.
"""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.cube.facts import DoublesUndone, GameRescored
from kiosk.rules.decision import Decision
from kiosk.rules.ending import counted_level
from kiosk.rules.length import decided_by_score, resume_match
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.doubling import Cube
from kiosk.rules.match.outcome import LastGame, Matter
from kiosk.rules.phases import OPENED
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.result import result_is_final
from kiosk.rules.rulebook import CrawfordUndo, RuleBook
from kiosk.rules.stops import refer
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import Side, require


@dataclass(frozen=True, slots=True)
class UndoTapped(Command):
    """A side points out doubles that were not allowed: the Crawford game's, or of a dead cube.

    `corrects_seq` is the journal row of the game's end, if the game is over.
    """

    side: Side
    corrects_seq: int | None = None


@dataclass(frozen=True, slots=True)
class UndoOrdered(Order):
    """The director undoes doubles that were not allowed. `corrects_seq` as in UndoTapped."""

    corrects_seq: int | None


Undo = UndoTapped | UndoOrdered


def right_cube(match: Match) -> Cube | None:
    """The cube of the game in progress without doubles that were not allowed; None if all were."""
    game = match.game
    if game is None:
        return None
    if game.crawford and game.cube.level > 1:
        return Cube(in_play=False)
    return game.doubles.before_dead


def refuse_undo(match: Match, _command: Undo) -> Against:
    if can_undo(match):
        return NOTHING
    wrong = match.last_game is not None and match.last_game.right_cube is not None
    return (Reason.UNDO_TOO_LATE if wrong else Reason.NOTHING_TO_UNDO,)


def can_undo(match: Match) -> bool:
    """Whether there is something to undo, and still time to."""
    last = match.last_game
    over = last is not None and last.right_cube is not None and _in_time(match)
    return right_cube(match) is not None or over


def _in_time(match: Match) -> bool:
    """In a finished game: before the next one, or until the result of the match is final."""
    if require(match.book).cube.crawford_undo is CrawfordUndo.UNTIL_GAME_END:
        return False
    over = match.phase is Phase.MATCH_OVER
    return not result_is_final(match) if over else match.phase is Phase.BETWEEN_GAMES


def undo(decision: Decision, command: Undo) -> None:
    side = command.side if isinstance(command, UndoTapped) else None
    by, why = (None, None) if isinstance(command, UndoTapped) else (command.by, command.why)
    cube = right_cube(decision.match)
    if cube is not None:
        decision.emit(DoublesUndone(side, by, why, cube, _cites(decision.book, cube.level)))
        return
    last = require(decision.match.last_game)
    if last.cause is EndCause.PASS:
        winner = require(last.winner)
        asks = side or winner.other
        refer(decision, Matter.DROPPED_DOUBLE, asks, command.at, "cube.crawford_dropped")
        return
    _rescore(decision, command, side, by, why, last)


def _cites(book: RuleBook, level: int) -> tuple[str, ...]:
    """A cube back above 1 was dead: the Crawford game's limits apply (norway §4.4(vii))."""
    keys = (
        ("cube.crawford_undo",) if level == 1 else ("cube.dead_cube_refused", "cube.crawford_undo")
    )
    return tuple(map(book.cite, keys))


def _rescore(
    decision: Decision,
    command: Undo,
    side: Side | None,
    by: str | None,
    why: str | None,
    last: LastGame,
) -> None:
    winner, cube = require(last.winner), require(last.right_cube)
    cites = _cites(decision.book, cube)
    before, had_won = decision.match.score, decided_by_score(decision.match)
    points = counted_level(decision.book, last.level, cube) * cube
    score = before.with_(winner, before.of_side(winner) - last.points + points)
    seq = command.corrects_seq
    decision.emit(GameRescored(side, by, why, last.number, winner, cube, points, score, seq, cites))
    if had_won and not decided_by_score(decision.match):
        resume_match(decision, score, cites)


ACTS = (
    Act(UndoTapped, OPENED, refuse_undo, undo, while_called=False, tap=plain_tap(UndoTapped)),
    Act(UndoOrdered, OPENED, refuse_undo, undo),
)
