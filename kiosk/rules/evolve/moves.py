"""What facts about errors on the board change, and what other facts mean for their windows."""

from dataclasses import replace
from functools import singledispatch
from typing import Any

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.board_errors import Challenge, LastMove
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Match, Phase
from kiosk.rules.table import DicePairs
from kiosk.rules.units import Side


@apply.register
def _(event: e.MoveChallenged, match: Match) -> Match:
    challenge = Challenge(event.by, event.resumes)
    contested = _handed_over(match, event.side) if match.phase is Phase.MOVING else match
    return replace(_moves(contested, challenge=challenge), phase=Phase.CHALLENGED)


def _handed_over(match: Match, side: Side) -> Match:
    """A move that was to be made again is in question: it may not have been illegal."""
    illegal = match.hearing.illegal_moves
    fewer = illegal.with_(side, illegal.of(side) - 1)
    taken = in_game(match, on_turn=side.other)
    return replace(_moves(taken, again=False), hearing=replace(match.hearing, illegal_moves=fewer))


@apply.register
def _(event: e.MoveTakenBack, match: Match) -> Match:
    illegal = match.hearing.illegal_moves.with_(event.side, event.times)
    taken = in_game(match, on_turn=event.side, refused_for=(), question=None, roll_picture=None)
    return replace(
        _moves(taken, challenge=None, again=True, after_delay=event.after_delay),
        phase=Phase.MOVING if event.roll else Phase.TO_ROLL,
        dice_down=event.roll is not None,
        clock=replace(clocks.with_reserve(match.clock, event.reserve), running=None),
        dicing=replace(match.dicing, consents=None, closed_out=False, unrolled=None),
        hearing=replace(match.hearing, illegal_moves=illegal),
    )


@apply.register
def _(event: e.MoveStands, match: Match) -> Match:  # noqa: ARG001
    return replace(_moves(match, challenge=None), phase=Phase.TO_ROLL)


@apply.register
def _(event: e.DieLiftTold, match: Match) -> Match:  # noqa: ARG001
    return _seen(match, lifted=True)


@apply.register
def _(event: e.SetUpErrorFound, match: Match) -> Match:  # noqa: ARG001
    return _moves(match, setup_error=True)


# --- what other facts mean for the windows -------------------------------------------------------


@singledispatch
def watch(event: e.Event, match: Match) -> Match:  # noqa: ARG001
    """The match after `event` was applied, with what it opens or closes."""
    return match


@watch.register
def _(event: e.TurnEnded, match: Match) -> Match:
    if match.game is None:
        return match
    roll = None if match.dicing.unrolled is event.side else match.game.roll
    last = LastMove(event.side, roll, event.reserve)
    return _moves(match, last=last, again=False, after_delay=False)


@watch.register(e.TimeSet)
@watch.register(e.TimeAllotted)
@watch.register(e.SecondControlStarted)
def _(event: e.TimeSet | e.TimeAllotted | e.SecondControlStarted, match: Match) -> Match:
    return _seen(match, reserve=event.reserve)


@watch.register
def _(event: e.OpeningWon, match: Match) -> Match:  # noqa: ARG001
    return _moves(match, rolls=1)


@watch.register
def _(event: e.RollAccepted, match: Match) -> Match:  # noqa: ARG001
    rolls = match.game.moves.rolls + 1 if match.game else 0
    return _moves(_seen(match, thrown=True, counted=True), rolls=rolls)


@watch.register(e.RollRefused)
@watch.register(e.RollQuestioned)
@watch.register(e.RollHeld)
def _(event: e.Event, match: Match) -> Match:  # noqa: ARG001
    return _seen(match, thrown=True)


@watch.register
def _(event: e.DicePickedUp, match: Match) -> Match:  # noqa: ARG001
    shared = match.setup is not None and match.setup.dice is DicePairs.SHARED_PAIR
    return _seen(match, lifted=True) if shared else match


@watch.register
def _(event: e.Doubled, match: Match) -> Match:  # noqa: ARG001
    second = match.game is not None and match.game.moves.rolls == 2
    doubled = _moves(match, second_turn_doubled=True) if second else match
    return _seen(doubled, doubled=True)


@watch.register
def _(event: e.PlayResumed, match: Match) -> Match:  # noqa: ARG001
    return _moves(match, setup_error=False)


def _seen(match: Match, **changes: Any) -> Match:
    return in_game(match, moves=match.game.moves.seen(**changes)) if match.game else match


def _moves(match: Match, **changes: Any) -> Match:
    return in_game(match, moves=replace(match.game.moves, **changes)) if match.game else match
