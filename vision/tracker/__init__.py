"""From frames to events: what the dice do, and what else happens over the board.

`motion` tells since when nothing moves, `change` what differs from the last rest and `looks` what
three readings agree on; `lying` follows each die, `flight` tells thrown from laid, `light` and
`nudge` renew what a switched lamp or a nudged camera made useless. `follow` joins them.
"""

from vision.tracker.events import (
    AtRest,
    Busy,
    CameraNudged,
    CheckersMoved,
    Covered,
    Empty,
    Event,
    LampSwitched,
    Lifted,
    OneLifted,
    Placed,
    Repositioned,
    Rolling,
)
from vision.tracker.follow import Tracker
from vision.tracker.looks import agreed

__all__ = [
    "AtRest",
    "Busy",
    "CameraNudged",
    "CheckersMoved",
    "Covered",
    "Empty",
    "Event",
    "LampSwitched",
    "Lifted",
    "OneLifted",
    "Placed",
    "Repositioned",
    "Rolling",
    "Tracker",
    "agreed",
]
