"""What facts about the cube change."""

from dataclasses import replace
from typing import Any

from kiosk.rules import events as e
from kiosk.rules.doubling import BoardDouble, Doubles
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Cube, Match, Phase
from kiosk.rules.outcome import Outcome
from kiosk.rules.units import BySide


@apply.register
def _(event: e.Doubled, match: Match) -> Match:  # noqa: ARG001
    return replace(_doubles(match, told=None, early=None), phase=Phase.DOUBLED)


@apply.register
def _(event: e.Taken, match: Match) -> Match:
    was = match.game.cube if match.game else Cube()
    cube = replace(was, level=event.level, owner=event.side)
    return replace(in_game(match, cube=cube), phase=Phase.TO_ROLL)


@apply.register
def _(event: e.BoardDoubleTold, match: Match) -> Match:
    told = BoardDouble(event.by, event.doubler, event.gesture, event.shown, event.answer)
    return _doubles(match, told=told)


@apply.register
def _(event: e.BoardDoubleDenied, match: Match) -> Match:  # noqa: ARG001
    return _doubles(match, told=None)


@apply.register
def _(event: e.DoubledEarly, match: Match) -> Match:
    return _doubles(match, told=None, early=event.side)


@apply.register
def _(event: e.DeadCubeTurned, match: Match) -> Match:
    return _doubles(match, before_dead=event.was)


@apply.register
def _(event: e.CubeSet, match: Match) -> Match:
    return in_game(match, cube=event.cube, doubles=Doubles())


@apply.register
def _(event: e.DoublesUndone, match: Match) -> Match:
    undone = in_game(match, cube=event.cube, doubles=Doubles())
    return replace(undone, phase=Phase.TO_ROLL) if match.phase is Phase.DOUBLED else undone


@apply.register
def _(event: e.GameRescored, match: Match) -> Match:
    if match.last_game is None:
        return replace(match, score=event.score)
    settled = replace(match.last_game, points=event.points, right_cube=None)
    again = BySide(False, False)
    return replace(match, score=event.score, last_game=settled, ready=again)


@apply.register
def _(event: e.MatchResumed, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.BETWEEN_GAMES,
        winner=None,
        score=event.score,
        outcome=Outcome(),
        ready=BySide(False, False),
    )


def _doubles(match: Match, **changes: Any) -> Match:
    if match.game is None:
        return match
    return in_game(match, doubles=replace(match.game.doubles, **changes))
