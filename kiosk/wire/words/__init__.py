"""Events in words: one English sentence each, with the sections that applied."""

from kiosk.rules.fact import Event
from kiosk.wire.words import (
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
from kiosk.wire.words.said import said

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
"""Importing them registers what is said of each fact."""


def sentence(event: Event) -> str:
    """The event in words, e.g. `White rolled 6-5 (camera). [norway §4.1(iv)(a)]`."""
    cites: tuple[str, ...] = getattr(event, "cites", ())
    return f"{said(event)} [{'; '.join(cites)}]" if cites else said(event)
