"""Rolls: read, confirmed or entered; on the left half, after cocked dice, before the turn."""

from kiosk.rules.dice import acts, consent, correcting, entering, facts, left, unsettled

ACTS = (
    *acts.ACTS,
    *entering.ACTS,
    *correcting.ACTS,
    *consent.ACTS,
    *left.ACTS,
)
FACTS = (*facts.FACTS, *unsettled.FACTS)
