"""Doubles that were not allowed, undone in the book's windows.

They are the doubles of the Crawford game and those of a dead cube. A table refuses them; made on
the board nevertheless and taken, they count until somebody points them out in time.
"""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.doubling import Cube
from kiosk.rules.ending import counted
from kiosk.rules.length import decided_by_score
from kiosk.rules.match import Match, Phase
from kiosk.rules.outcome import LastGame, Matter
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.referral import refer
from kiosk.rules.results import result_is_final
from kiosk.rules.rulebook import CrawfordUndo, RuleBook
from kiosk.rules.series import series_taken_back
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Side, promised

Undo = c.UndoTapped | c.UndoOrdered


def right_cube(match: Match) -> Cube | None:
    """The cube of the game in progress without doubles that were not allowed; None: all were."""
    game = match.game
    if game is None:
        return None
    if game.crawford and game.cube.level > 1:
        return Cube(in_play=False)
    return game.doubles.before_dead


def against_undo(match: Match, _command: Undo) -> Against:
    if can_undo(match):
        return NOTHING
    wrong = match.last_game is not None and match.last_game.right_cube is not None
    return (Reason.UNDO_TOO_LATE if wrong else Reason.NOTHING_TO_UNDO,)


def can_undo(match: Match) -> bool:
    """There is something to undo, and time to."""
    last = match.last_game
    over = last is not None and last.right_cube is not None and _in_time(match)
    return right_cube(match) is not None or over


def _in_time(match: Match) -> bool:
    """A game that is over: before the next, or until the result of the match is final."""
    if promised(match.book).cube.crawford_undo is CrawfordUndo.UNTIL_GAME_END:
        return False
    over = match.phase is Phase.MATCH_OVER
    return not result_is_final(match) if over else match.phase is Phase.BETWEEN_GAMES


def undo(story: Story, command: Undo) -> None:
    side = command.side if isinstance(command, c.UndoTapped) else None
    by, why = (None, None) if isinstance(command, c.UndoTapped) else (command.by, command.why)
    cube = right_cube(story.match)
    if cube is not None:
        story.tell(e.DoublesUndone(side, by, why, cube, _cites(story.book, cube.level)))
        return
    last = promised(story.match.last_game)
    if last.cause is EndCause.PASS:
        winner = promised(last.winner)
        asks = side or winner.other
        refer(story, Matter.DROPPED_DOUBLE, asks, command.at, "cube.crawford_dropped")
        return
    _rescore(story, command, side, by, why, last)


def _cites(book: RuleBook, level: int) -> tuple[str, ...]:
    """A cube back above 1 was dead: it has the windows of the Crawford game (norway §4.4(vii))."""
    keys = (
        ("cube.crawford_undo",) if level == 1 else ("cube.dead_cube_refused", "cube.crawford_undo")
    )
    return tuple(map(book.cite, keys))


def _rescore(
    story: Story,
    command: Undo,
    side: Side | None,
    by: str | None,
    why: str | None,
    last: LastGame,
) -> None:
    winner, cube = promised(last.winner), promised(last.right_cube)
    cites = _cites(story.book, cube)
    before, had_won = story.match.score, decided_by_score(story.match)
    points = counted(story.book, last.level, cube) * cube
    score = before.with_(winner, before.of(winner) - last.points + points)
    seq = command.corrects_seq
    story.tell(e.GameRescored(side, by, why, last.number, winner, cube, points, score, seq, cites))
    if had_won and not decided_by_score(story.match):
        champion = promised(story.match.winner)
        story.tell(e.MatchResumed(score, cites))
        series_taken_back(story, champion)
