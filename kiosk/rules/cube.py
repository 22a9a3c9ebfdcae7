"""Double, take and pass, each in its turn."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.ending import end_game
from kiosk.rules.match import Match
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import StopFor
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Instant, Side, promised


def against_double(match: Match, command: c.DoubleTapped) -> Against:
    game, side = promised(match.game), command.side
    reasons: list[Reason] = []
    if match.held is not None:
        reasons.append(Reason.NOT_NOW)
    if game.on_turn is not side:
        reasons.append(Reason.NOT_YOUR_TURN)
    return (*reasons, *locked(match, side), *barred(match, side))


def locked(match: Match, side: Side) -> Against:
    """Why the cube is out of play for this side, though it might be turned on the board."""
    cube, book = promised(match.game).cube, promised(match.book)
    reasons: list[Reason] = []
    if not cube.in_play:
        reasons.append(Reason.CRAWFORD_GAME)
    if book.cube.dead_cube_refused and dead(match, side):
        reasons.append(Reason.DEAD_CUBE)
    return tuple(reasons)


def barred(match: Match, side: Side) -> Against:
    """Why this side may not turn the cube in this turn."""
    game, book = promised(match.game), promised(match.book)
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


def dead(match: Match, side: Side) -> bool:
    """Side holds a cube already high enough to win the match (norway §4.4(vii))."""
    cube = promised(match.game).cube
    return match.length is not None and cube.owner is side and cube.level >= match.away.of(side)


def next_level(match: Match) -> int:
    """What the cube shows after the next double."""
    return promised(match.game).cube.level * 2


def double(story: Story, command: c.DoubleTapped) -> None:
    cites = (story.book.cite("cube.double_after_invalid_roll"),)
    story.tell(e.Doubled(command.side, next_level(story.match), cites))


def against_answer(match: Match, command: c.TakeTapped | c.PassTapped) -> Against:
    answers = promised(promised(match.game).on_turn).other
    return NOTHING if command.side is answers else (Reason.NOT_YOUR_TURN,)


def take(story: Story, command: c.TakeTapped) -> None:
    taken(story, command.side)


def pass_(story: Story, command: c.PassTapped) -> None:
    passed(story, command.side, command.at)


def taken(story: Story, side: Side) -> None:
    cites = (story.book.cite("cube.take_presses"),) if story.match.clocked else ()
    story.tell(e.Taken(side, next_level(story.match), cites))


def passed(story: Story, side: Side, at: Instant) -> None:
    """The doubler wins the cube's value before the double."""
    stops = story.match.clocked and StopFor.PASS in story.book.stop.reasons
    cites = (story.book.cite("stop.reasons"),) if stops else ()
    story.tell(e.Passed(side, next_level(story.match), cites))
    end_game(story, side.other, 1, EndCause.PASS, at)


def early_double_counts(story: Story) -> None:
    """A double made before this turn waits for its answer now."""
    early = story.game.doubles.early
    if early is not None and early is story.game.on_turn:
        cites = (story.book.cite("cube.premature_double"),)
        story.tell(e.Doubled(early, next_level(story.match), cites))
