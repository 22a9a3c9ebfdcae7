"""What the halves say of a table on paper."""

from kiosk.rules.units import SECOND_NS, Side
from kiosk.screen.state import LinkStatus
from kiosk.screen.view import HalfView, ScreenView, view
from kits.rules_kit import Table
from kits.screen_kit import UP, seen


def shown(table: Table, later_s: float = 0.0, link: LinkStatus = UP) -> ScreenView:
    snapshot = seen(table)
    return view(snapshot, snapshot.at_ns + round(later_s * SECOND_NS), link)


def half(table: Table, side: Side, later_s: float = 0.0, link: LinkStatus = UP) -> HalfView:
    found = shown(table, later_s, link).half(side)
    assert found is not None
    return found
