"""Events and reasons in English."""

from kiosk.catalogue import reasons, tables
from kiosk.catalogue.text import say
from kiosk.rules.fact import Event

KEYS = {"text": (1,), "says": (1,), "plural": (1, 2), "counts": (1, 2), "gettext": (1,)}
"""Which words of each function are keys; as the Makefile tells Babel; `gettext` is a page's."""

REASONS = {reason: say(words) for reason, words in reasons.REASONS.items()}
STOPS = {stop: say(words) for stop, words in reasons.STOPS.items()}


def sentence(event: Event) -> str:
    """With its sections."""
    return say(tables.sentence(event))


def said(event: Event) -> str:
    """Without its sections."""
    return say(tables.SENTENCES[type(event)].say(event))
