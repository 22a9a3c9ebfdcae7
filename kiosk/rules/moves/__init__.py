"""Errors on the board: how long the book lets them be corrected, at whose cost, by whose
decision.
"""

from kiosk.rules.moves import acts, facts

ACTS = (*acts.ACTS,)
FACTS = facts.FACTS
