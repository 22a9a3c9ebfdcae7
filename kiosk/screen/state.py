"""How things stand between a screen and its table."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, Side

REFUSAL_SHOWN_NS = 6 * SECOND_NS
FLASH_NS = 4 * SECOND_NS // 5
"""How long a half changes its colour for a press that did not count."""


class LinkState(StrEnum):
    LOOKING = "looking"
    """No table yet."""
    UP = "up"
    LOST = "lost"
    """There was a table, and it went away."""
    SILENT = "silent"
    """It holds the line but says nothing, or does not answer a tap."""
    REFUSED = "refused"
    """It said goodbye, or speaks a later protocol."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A side's tap that the table refused."""

    side: Side
    reasons: tuple[Reason, ...]
    at_ns: int


@dataclass(frozen=True, slots=True)
class Link:
    """`since_ns` is when it came to be so; `why` is the table's own words, if it said any."""

    state: LinkState
    since_ns: int
    why: str = ""
    refusals: tuple[Refusal, ...] = ()

    def refusal(self, side: Side, now_ns: int) -> Refusal | None:
        """The newest one that is still to be shown to a side."""
        fresh = [
            refusal
            for refusal in self.refusals
            if refusal.side is side and now_ns - refusal.at_ns < REFUSAL_SHOWN_NS
        ]
        return fresh[-1] if fresh else None
