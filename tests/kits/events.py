"""Every event there is, by its name."""

from kiosk.rules.decide import EVENTS
from kiosk.rules.fact import Event as Event  # noqa: PLC0414
from kiosk.rules.times.facts import TimeCause as TimeCause  # noqa: PLC0414

globals().update({event.__name__: event for event in EVENTS})
