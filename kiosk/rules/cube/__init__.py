"""The cube: doubles, takes and passes in turn, the cube handled on the board, doubles undone."""

from kiosk.rules.cube import acts, by_hand, facts, undo

ACTS = (
    *acts.ACTS,
    *by_hand.ACTS,
    *undo.ACTS,
)
FACTS = facts.FACTS
