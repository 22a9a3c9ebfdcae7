"""What facts about the cube change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Cube, Match, Phase


@apply.register
def _(event: e.Doubled, match: Match) -> Match:  # noqa: ARG001
    return replace(match, phase=Phase.DOUBLED)


@apply.register
def _(event: e.Taken, match: Match) -> Match:
    cube = Cube(level=event.level, owner=event.side)
    return replace(in_game(match, cube=cube), phase=Phase.TO_ROLL)
