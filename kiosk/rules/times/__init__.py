"""Time on the clocks: allotted, brought in, set by the director, lost and restored."""

from kiosk.rules.times import acts, facts

ACTS = (*acts.ACTS,)
FACTS = facts.FACTS
