"""What facts about time used up change."""

from dataclasses import replace

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.clock import Expiry
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.evolve.times import control
from kiosk.rules.match import Match, Phase
from kiosk.rules.units import Nanos


@apply.register
def _(event: e.ExpiryCounted, match: Match) -> Match:
    counted = Expiry(event.side, event.game)
    return control(match, expiries=(*match.control.expiries, counted))


@apply.register
def _(event: e.SecondControlStarted, match: Match) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        delay_left=event.delay_left,
        used=Nanos(0),
    )
    return replace(control(match, second=True), clock=clock)


@apply.register
def _(event: e.CubeFrozen, match: Match) -> Match:  # noqa: ARG001
    if match.game is None:
        return match
    frozen = replace(match.game.cube, frozen=True)
    phase = Phase.TO_ROLL if match.phase is Phase.DOUBLED else match.phase
    doubles = replace(match.game.doubles, early=None)
    return replace(in_game(match, cube=frozen, doubles=doubles), phase=phase)


@apply.register
def _(event: e.CrawfordOrdered, match: Match) -> Match:  # noqa: ARG001
    return replace(match, crawford_next=True)
