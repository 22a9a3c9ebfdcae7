"""From frames to events: what the dice do, and what else happens over the board.

`motion` measures since when nothing moves, `change` finds what differs from the last rest, `looks`
what three readings agree on; `die_persistence` follows each die, `flight` separates thrown from
laid, `light` and `nudge` renew pictures after a switched lamp or a nudged camera. `follow` joins
them.
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
