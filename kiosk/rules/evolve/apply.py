"""The registry of what each fact changes, and what the topics share."""

from dataclasses import replace
from functools import singledispatch
from typing import Any

from kiosk.rules.events import Event
from kiosk.rules.match import Match
from kiosk.rules.roll import RollFacts


@singledispatch
def apply(event: Event, match: Match) -> Match:  # noqa: ARG001
    """The match after `event`; a fact nobody registered leaves it as it was."""
    return match


def in_game(match: Match, **changes: Any) -> Match:
    return replace(match, game=replace(match.game, **changes)) if match.game else match


def picture_of(facts: RollFacts | None) -> str | None:
    return facts.picture if facts else None
