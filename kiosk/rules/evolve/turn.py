"""What facts about clocks and turns change."""

from dataclasses import replace

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Match, Phase, Stop
from kiosk.rules.reasons import Reason
from kiosk.rules.units import BySide, Nanos, Side


@apply.register
def _(event: e.ClockStarted, match: Match) -> Match:
    phase = Phase.MOVING if match.phase is Phase.PRESS_TO_START else match.phase
    clock = clocks.start(match.clock, event.side, event.at, event.delay)
    return replace(in_game(match, restarts=None), clock=clock, phase=phase)


@apply.register
def _(event: e.ClockStopped, match: Match) -> Match:
    clock = replace(
        clocks.with_reserve(match.clock, event.reserve),
        running=None,
        since=event.at,
        delay_left=event.delay_left,
        used=event.used,
    )
    return replace(match, clock=clock)


@apply.register
def _(event: e.PlayStopped, match: Match) -> Match:
    nobody = BySide(False, False)
    whose = (event.by, event.why, event.side, event.purpose)
    return replace(match, stop=Stop(event.reason, event.resumes, nobody, *whose))


@apply.register
def _(event: e.ResumeAgreed, match: Match) -> Match:
    if match.stop is None or event.side is None:
        return match
    return replace(
        match, stop=replace(match.stop, agreed=match.stop.agreed.with_(event.side, True))
    )


@apply.register
def _(event: e.PlayResumed, match: Match) -> Match:
    clock = clocks.resume(match.clock, event.side, event.at) if event.side else match.clock
    dicing = replace(match.dicing, contested=None)
    return replace(match, stop=None, director_called=None, clock=clock, dicing=dicing)


@apply.register
def _(event: e.TurnEnded, match: Match) -> Match:
    settled = clocks.with_reserve(match.clock, event.reserve)
    clock = replace(settled, running=None, used=Nanos(0))
    return replace(
        _turned_over(match, event.side.other),
        phase=Phase.TO_ROLL,
        clock=clock,
        dicing=match.dicing.after_turn(event.side),
        tower=None,
        held=None,
    )


def _turned_over(match: Match, side: Side) -> Match:
    """What was said in a turn and not agreed to does not outlast it. Dice thrown before the turn
    that is to begin were a roll of it that does not count (london-club TR10, TR11).
    """
    if match.game is None:
        return match
    doubles = replace(match.game.doubles, told=None)
    refused = (Reason.PREMATURE,) if match.dicing.threw_early is side else ()
    fresh = {"refused_for": refused, "presses": None, "restarts": None}
    return in_game(match, on_turn=side, doubles=doubles, **fresh)


@apply.register
def _(event: e.FlagReached, match: Match) -> Match:
    clock = match.clock
    return replace(
        match,
        clock=replace(
            clock,
            flagged=clock.flagged.with_(event.side, event.at),
            first_flag=clock.first_flag or event.side,
        ),
    )
