"""State of the link between a screen and its table."""

from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.rules.reasons import Reason
from kiosk.rules.units import SECOND_NS, Side

REFUSAL_SHOWN_NS = 6 * SECOND_NS
LEAST_SHOWN_NS = SECOND_NS
"""Shortest time a refusal is shown, also if something else is to be done by then."""
FLASH_NS = 4 * SECOND_NS // 5
"""Duration of a half's colour for a press that did not count."""


class LinkState(StrEnum):
    LOOKING = "looking"
    """No table yet."""
    UP = "up"
    LOST = "lost"
    """The connection to the table was lost."""
    SILENT = "silent"
    """It keeps the connection but sends nothing, or does not answer a tap."""
    REFUSED = "refused"
    """It closed the connection with a reason, or has a later protocol."""


@dataclass(frozen=True, slots=True)
class TapRefusal:
    """A side's tap that the table refused, shown until `until_ns`."""

    side: Side
    reasons: tuple[Reason, ...]
    at_ns: int
    until_ns: int


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """`since_ns`: start of the state; `why`: the table's own reason, if it gave one."""

    state: LinkState
    since_ns: int
    why: str = ""
    refusals: tuple[TapRefusal, ...] = ()

    def refusal(self, side: Side, now_ns: int) -> TapRefusal | None:
        """The side's newest refusal that is still shown; None if there is none."""
        fresh = [
            refusal
            for refusal in self.refusals
            if refusal.side is side and now_ns < refusal.until_ns
        ]
        return fresh[-1] if fresh else None

    def shorten_refusals(self) -> "LinkStatus":
        """Shorten refusals to LEAST_SHOWN_NS, as something else is to be done now."""
        shorter = (
            replace(each, until_ns=min(each.until_ns, each.at_ns + LEAST_SHOWN_NS))
            for each in self.refusals
        )
        return replace(self, refusals=tuple(shorter))
