"""Apply a fact to a match. Trivial and total: nothing is decided here, only set.

An event without a function here leaves the match as it was (a refusal, an assignment).
"""

from kiosk.rules.events import Event
from kiosk.rules.evolve import (
    cube,
    desk,
    dice,
    disputes,
    ending,
    expiry,
    mix,
    moves,
    offers,
    proposals,
    schedule,
    score,
    start,
    throwing,
    times,
    turn,
)
from kiosk.rules.evolve.apply import apply
from kiosk.rules.evolve.disputes import hear
from kiosk.rules.evolve.moves import watch
from kiosk.rules.match import Match

TOPICS = (
    start,
    dice,
    throwing,
    mix,
    turn,
    times,
    expiry,
    cube,
    ending,
    desk,
    proposals,
    offers,
    schedule,
    moves,
    disputes,
    score,
)
"""Importing them registers what each fact changes."""


def evolve(match: Match, event: Event) -> Match:
    """The match after `event`."""
    return hear(event, watch(event, apply(event, match)))
