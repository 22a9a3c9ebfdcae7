"""What facts about permissions, claims and early rolls change."""

from dataclasses import replace
from typing import Any

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.match import Match
from kiosk.rules.throwing import DiceClaim, DiceMatter, EarlyRoll


def dicing(match: Match, **changes: Any) -> Match:
    return replace(match, dicing=replace(match.dicing, **changes))


@apply.register
def _(event: e.LeftAllowed, match: Match) -> Match:
    return dicing(match, left=match.dicing.left.with_(event.side, True))


@apply.register
def _(event: e.LeftEnded, match: Match) -> Match:
    return dicing(match, left=match.dicing.left.with_(event.side, False))


@apply.register
def _(event: e.ConsentAsked, match: Match) -> Match:
    return dicing(match, consents=event.side)


@apply.register
def _(event: e.RerollAllowed, match: Match) -> Match:  # noqa: ARG001
    return dicing(match, consents=None)


@apply.register
def _(event: e.ClosedOutSaid, match: Match) -> Match:  # noqa: ARG001
    return dicing(match, closed_out=True)


@apply.register
def _(event: e.PressedUnrolled, match: Match) -> Match:
    return dicing(match, unrolled=event.side)


@apply.register
def _(event: e.RolledEarly, match: Match) -> Match:
    return replace(dicing(match, early=EarlyRoll(event.side, event.facts)), dice_down=True)


@apply.register
def _(event: e.DiceClaimed, match: Match) -> Match:
    return dicing(match, claim=DiceClaim(event.side, event.matter))


@apply.register
def _(event: e.DiceClaimGranted, match: Match) -> Match:  # noqa: ARG001
    return dicing(match, claim=None)


@apply.register
def _(event: e.DiceDisputed, match: Match) -> Match:
    """What is disputed holds no more; the director says what does."""
    claimant = event.side.other
    if match.stop is not None and event.resumes is not None:
        match = replace(match, stop=replace(match.stop, resumes=event.resumes))
    match event.matter:
        case DiceMatter.CLOSED_OUT:
            return dicing(match, closed_out=False)
        case DiceMatter.CROWDED:
            return dicing(match, left=match.dicing.left.with_(claimant, False))
        case DiceMatter.REROLL:
            return dicing(match, consents=None)
        case _:
            return dicing(match, claim=None, contested=event.resumes)


@apply.register
def _(event: e.DelayForfeited, match: Match) -> Match:
    """Whose turn it is finishes it while both clocks stand (norway §4.1(v)(b))."""
    forfeited = dicing(match, forfeits=event.side, claim=None, contested=None)
    stop, mover = match.stop, event.side.other
    if stop is None or stop.resumes is not mover or match.dicing.contested is not mover:
        return forfeited
    return replace(forfeited, stop=replace(stop, resumes=None))
