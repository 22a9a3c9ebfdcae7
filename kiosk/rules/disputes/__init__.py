"""Disputes, rulings, appeals, observers, and conduct beside the game."""

from kiosk.rules.disputes import acts, facts

ACTS = (*acts.ACTS,)
FACTS = facts.FACTS
