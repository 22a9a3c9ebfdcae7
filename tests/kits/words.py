"""Events and reasons in English."""

from kiosk.catalogue import reasons, tables
from kiosk.catalogue.text import format_text
from kiosk.rules.fact import Event

KEYS = {"text": (1,), "event_text": (1,), "plural": (1, 2), "event_plural": (1, 2), "gettext": (1,)}
"""Which words of each function are keys; as the Makefile tells Babel; `gettext` is a page's."""

REASONS = {reason: format_text(words) for reason, words in reasons.REASONS.items()}
STOPS = {stop: format_text(words) for stop, words in reasons.STOPS.items()}


def sentence(event: Event) -> str:
    """With its sections."""
    return format_text(tables.sentence(event))


def said(event: Event) -> str:
    """Without its sections."""
    return format_text(tables.SENTENCES[type(event)].format(event))
