"""Apply a fact to a match. Trivial and total: nothing is decided here, only set.

An event without a function here leaves the match as it was (a refusal, an assignment).
"""

from kiosk.rules.events import Event
from kiosk.rules.evolve import (
    cube,
    desk,
    dice,
    ending,
    expiry,
    mix,
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
    score,
)
"""Importing them registers what each fact changes."""


def evolve(match: Match, event: Event) -> Match:
    """The match after `event`."""
    return apply(event, match)
