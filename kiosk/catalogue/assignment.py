"""Words of matches assigned to a table, taken over from another one, or put away."""

from collections.abc import Mapping

from kiosk.catalogue.sentence import DIRECTOR, Sentence, event_text
from kiosk.catalogue.text import Text, text
from kiosk.rules.assignment import (
    HandOverOrdered,
    MatchAssigned,
    MatchPutAway,
    MatchWithdrawn,
    TableTakenOver,
    TakeOverOrdered,
)
from kiosk.rules.command import Order

SERVICE_ORDERS: Mapping[type[Order], Text] = {
    MatchAssigned: text("A match is called to the table"),
    HandOverOrdered: text("The match goes to another table"),
    TakeOverOrdered: text("A match that was begun comes to the table"),
    MatchWithdrawn: text("The match is put away"),
}
"""Titles of the orders that only the director's service gives: they have no form."""

SENTENCES = (
    Sentence(MatchPutAway, event_text("{by} takes the match from this table: {why}."), DIRECTOR),
    Sentence(
        TableTakenOver,
        event_text("The match moves from one table to another."),
        DIRECTOR,
        begins=True,
    ),
)
