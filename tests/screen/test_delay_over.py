"""What has to wait for a delay is asked until that has run out, and no longer."""

from collections.abc import Callable

import pytest
from kits import commands as c
from kits.rules_kit import BLACK, NORWAY, WHITE, Table
from kits.screen_kit import STATES, UP, seen
from kits.waiting_kit import moving

from kiosk.rules.units import SECOND_NS, Side
from kiosk.screen.view import HalfView, view

DELAY_S = 12


def at(table: Table, side: Side, later_s: float) -> HalfView:
    shown = seen(table)
    found = view(shown, shown.at_ns + round(later_s * SECOND_NS), UP).half(side)
    assert found is not None
    return found


def dice_taken_early() -> Table:
    """Black took the dice too early: it waits until its delay has run out."""
    table = moving(book=NORWAY)
    table.ok(c.EarlyPickupClaimed(table.at, WHITE))
    table.ok(c.DiceClaimAgreed(table.at, BLACK))
    return table.press(WHITE)


WAITS: dict[str, tuple[Callable[[], Table], Side, str]] = {
    "move again": (
        STATES["move again after the delay"],
        WHITE,
        "Move again when the delay is over",
    ),
    "dice taken": (dice_taken_early, BLACK, "Begin when the delay has run out"),
}


@pytest.mark.parametrize("name", WAITS)
def test_nobody_waits_for_a_delay_that_is_over(name: str) -> None:
    make, side, words = WAITS[name]
    table = make()
    for each in (side, side.other):
        assert words in at(table, each, DELAY_S - 0.1).quiet
        assert words not in at(table, each, DELAY_S).quiet


def test_the_mover_reads_that_it_may_move_now() -> None:
    table = STATES["move again after the delay"]()
    assert at(table, WHITE, DELAY_S - 0.1).prompt == "Wait for the delay, then move again"
    assert at(table, WHITE, DELAY_S).prompt == "Move, then press your clock"
