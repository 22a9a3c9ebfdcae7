"""What facts about the time on the clocks change."""

from dataclasses import replace
from typing import Any

from kiosk.rules import clock as clocks
from kiosk.rules import events as e
from kiosk.rules.clock import ClockWish
from kiosk.rules.evolve.apply import apply, in_game
from kiosk.rules.match import Match
from kiosk.rules.units import BySide


def control(match: Match, **changes: Any) -> Match:
    return replace(match, control=replace(match.control, **changes))


@apply.register
def _(event: e.TimeSet, match: Match) -> Match:
    clock = clocks.with_reserve(match.clock, event.reserve)
    since = replace(clock, since=event.at, delay_left=event.delay_left, used=event.used)
    return replace(match, clock=since)


@apply.register
def _(event: e.ClockIntroduced, match: Match) -> Match:
    introduced = control(match, dropped=False, wish=None)
    if event.at_once:
        dicing = match.dicing.under(event.profile)
        return replace(introduced, book=event.profile, dicing=dicing)
    return replace(introduced, next_book=event.profile)


@apply.register
def _(event: e.ClockDropped, match: Match) -> Match:  # noqa: ARG001
    """Nobody's clock goes on, and a flag that fell stands no more."""
    unflagged = replace(match.clock, flagged=BySide(None, None), first_flag=None)
    dropped = replace(control(match, dropped=True), clock=unflagged)
    if match.stop is not None:
        dropped = replace(dropped, stop=replace(match.stop, resumes=None))
    game = match.game
    claim = replace(game.claim, resumes=None) if game and game.claim else None
    offer = replace(game.offer, resumes=None) if game and game.offer else None
    return _nobody_resumes(in_game(dropped, claim=claim, offer=offer))


def _nobody_resumes(match: Match) -> Match:
    """A move is contested, whose clock had been stopped for it."""
    if match.game is None or match.game.moves.challenge is None:
        return match
    challenge = replace(match.game.moves.challenge, resumes=None)
    return in_game(match, moves=replace(match.game.moves, challenge=challenge))


@apply.register
def _(event: e.DelayRestarted, match: Match) -> Match:
    clock = clocks.with_reserve(match.clock, event.reserve)
    fresh = replace(clock, since=event.at, delay_left=event.delay, used=clocks.NO_TIME.white)
    return replace(control(match, renewed=True), clock=fresh)


@apply.register
def _(event: e.ClockWished, match: Match) -> Match:
    return control(match, wish=ClockWish(event.side))


@apply.register
def _(event: e.ClockWishAnswered, match: Match) -> Match:
    wish = match.control.wish
    return control(match, wish=replace(wish, agreed=event.agrees) if wish else None)
