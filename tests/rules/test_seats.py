"""Players who change seats between games."""

from kits import commands as c
from kits.rules_kit import BLACK, SEATS, WHITE, Table

from kiosk.rules.reasons import Reason
from kiosk.rules.table import ClockButton
from kiosk.rules.units import BySide, require


def test_each_sits_where_the_other_sat_with_its_clock_and_checkers() -> None:
    table = Table().open()
    before = require(table.match.setup)
    table.ok(c.SeatsSwapTapped(table.at, BLACK))
    after = require(table.match.setup)
    assert after.seats == BySide(white=SEATS.black, black=SEATS.white)
    assert (after.mixer, after.dice, after.tower) == (before.mixer, before.dice, before.tower)
    for button in ClockButton:
        assert after.side_at(button) is before.side_at(button).other
    table.ok(c.SeatsSwapTapped(table.at, WHITE))
    assert table.match.setup == before


def test_in_a_game_nobody_changes_seats() -> None:
    table = Table().open().start()
    assert table.refused(c.SeatsSwapTapped(table.at, WHITE)) == (Reason.NOT_NOW,)
