"""Lateness, breaks and adjournment."""

from kiosk.rules.schedule import breaks, facts, late

ACTS = (
    *breaks.ACTS,
    *late.ACTS,
)
FACTS = facts.FACTS
