"""Errors on the board: how long they can be corrected, at whose cost, by whose decision."""

from kiosk.rules.moves import acts, facts

ACTS = (*acts.ACTS,)
FACTS = facts.FACTS
