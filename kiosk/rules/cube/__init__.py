"""The cube: doubled, taken and passed in turn, handled on the board, doubles undone."""

from kiosk.rules.cube import acts, by_hand, facts, undo

ACTS = (
    *acts.ACTS,
    *by_hand.ACTS,
    *undo.ACTS,
)
FACTS = facts.FACTS
