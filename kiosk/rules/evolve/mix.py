"""What facts about mixed dice and baffle boxes change."""

from dataclasses import replace

from kiosk.rules import events as e
from kiosk.rules.evolve.apply import apply
from kiosk.rules.evolve.throwing import dicing
from kiosk.rules.match import Match
from kiosk.rules.throwing import Mix
from kiosk.rules.units import BySide


@apply.register
def _(event: e.DiceMixDemanded, match: Match) -> Match:
    return dicing(match, mix=Mix(event.side, event.first_pick))


@apply.register
def _(event: e.PicksOrdered, match: Match) -> Match:
    mix = match.dicing.mix
    return match if mix is None else dicing(match, mix=replace(mix, picks=event.picks))


@apply.register
def _(event: e.MixerWished, match: Match) -> Match:
    wished = match.dicing.mixer_wished.with_(event.side, event.mixer)
    return dicing(match, mixer_wished=wished)


@apply.register
def _(event: e.MixerChanged, match: Match) -> Match:
    return replace(dicing(match, mixer_wished=BySide(None, None)), setup=event.setup)
