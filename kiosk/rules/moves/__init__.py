"""Errors on the board: until when the book puts them right, at whose cost, who decides."""

from kiosk.rules.moves import acts, facts

ACTS = (*acts.ACTS,)
FACTS = facts.FACTS
