"""What facts about disputes, rulings, appeals and observers change."""

from dataclasses import replace
from functools import singledispatch
from typing import Any

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.match import Match


def hearing(match: Match, **changes: Any) -> Match:
    return replace(match, hearing=replace(match.hearing, **changes))


@apply.register
def _(event: e.DisputeRaised, match: Match) -> Match:
    return hearing(match, dispute=event.side)


@apply.register
def _(event: e.RulingGiven, match: Match) -> Match:  # noqa: ARG001
    return hearing(match, dispute=None)


@apply.register
def _(event: e.AppealMade, match: Match) -> Match:
    return hearing(match, appeal=event.side, panel=False)


@apply.register
def _(event: e.PanelConvened, match: Match) -> Match:  # noqa: ARG001
    return hearing(match, panel=True)


@apply.register
def _(event: e.AppealDecided, match: Match) -> Match:
    decided = hearing(match, appeal=None, panel=False, ruled=False, fresh=False)
    return hearing(decided, overturned=not event.upheld and match.stop is not None)


@apply.register
def _(event: e.SlowPlayTold, match: Match) -> Match:  # noqa: ARG001
    return hearing(match, slow_play=True)


@apply.register
def _(event: e.ObserverAppointed, match: Match) -> Match:
    return hearing(match, observer=event.name)


# --- what other facts mean for rulings and disputes ----------------------------------------------


@singledispatch
def hear(event: e.Event, match: Match) -> Match:  # noqa: ARG001
    """The match after `event` was applied, with what it means for what was ruled or disputed."""
    return match


@hear.register(e.RulingGiven)
@hear.register(e.GinRuled)
@hear.register(e.GameRuled)
@hear.register(e.MoveStands)
@hear.register(e.PenaltyAwarded)
@hear.register(e.ScoreChanged)
@hear.register(e.ProposalAnswered)
@hear.register(e.CubeSet)
@hear.register(e.DoublesUndone)
@hear.register(e.GameRescored)
@hear.register(e.TimeSet)
@hear.register(e.DelayForfeited)
def _(event: e.Event, match: Match) -> Match:
    """Whoever `by` names has ruled; None: the players settled it alone."""
    by = getattr(event, "by", None)
    return match if by is None else hearing(match, ruled=True, fresh=True)


@hear.register
def _(event: e.PlayResumed, match: Match) -> Match:  # noqa: ARG001
    return hearing(match, dispute=None, overturned=False)


@hear.register
def _(event: e.ClockIntroduced, match: Match) -> Match:  # noqa: ARG001
    return hearing(match, slow_play=False)


@hear.register(e.GameStarted)
@hear.register(e.DicePickedUp)
def _(event: e.Event, match: Match) -> Match:  # noqa: ARG001
    """Play went on."""
    return hearing(match, fresh=False)
