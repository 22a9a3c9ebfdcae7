"""Double, take and pass."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.ending import end_game
from kiosk.rules.match import Match
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Side, promised


def against_double(match: Match, command: c.DoubleTapped) -> Against:
    game, book, side = promised(match.game), promised(match.book), command.side
    reasons: list[Reason] = []
    if match.held is not None:
        reasons.append(Reason.NOT_NOW)
    if game.on_turn is not side:
        reasons.append(Reason.NOT_YOUR_TURN)
    if not game.cube.in_play:
        reasons.append(Reason.CRAWFORD_GAME)
    if game.cube.owner is side.other:
        reasons.append(Reason.NOT_YOUR_CUBE)
    if game.refused_for and not book.cube.double_after_invalid_roll:
        reasons.append(Reason.INVALID_ROLL_THIS_TURN)
    if book.cube.dead_cube_refused and _dead(match, side):
        reasons.append(Reason.DEAD_CUBE)
    return tuple(reasons)


def _dead(match: Match, side: Side) -> bool:
    """Side holds a cube already high enough to win the match (norway §4.4(vii))."""
    cube = promised(match.game).cube
    return match.length is not None and cube.owner is side and cube.level >= match.away.of(side)


def double(story: Story, command: c.DoubleTapped) -> None:
    cites = (story.book.cite("cube.double_after_invalid_roll"),)
    story.tell(e.Doubled(command.side, story.game.cube.level * 2, cites))


def against_answer(match: Match, command: c.TakeTapped | c.PassTapped) -> Against:
    answers = promised(promised(match.game).on_turn).other
    return NOTHING if command.side is answers else (Reason.NOT_YOUR_TURN,)


def take(story: Story, command: c.TakeTapped) -> None:
    story.tell(e.Taken(command.side, story.game.cube.level * 2, ()))


def pass_(story: Story, command: c.PassTapped) -> None:
    """The doubler wins the cube's value before the double."""
    story.tell(e.Passed(command.side, story.game.cube.level * 2, ()))
    end_game(story, command.side.other, 1, EndCause.PASS, command.at)
