"""A match is put off at one table by a click and goes on at another, as it stood."""

from collections.abc import Callable

from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import Window
from kits.console_live import Director, FakeTable
from kits.event_live import shows
from kits.event_pages_kit import Hand
from kits.rules_kit import setup
from playwright.sync_api import expect

from kiosk.director.public.of_table import EVERYTHING
from kiosk.rules.units import BySide, Side

PHONE = {"width": 360, "height": 740}


def test_a_match_is_put_off_here_and_goes_on_there(
    director: Director, hall: Callable[[int], tuple[FakeTable, ...]], opened: Window
) -> None:
    one, two = hall(2)
    director.let_in(opened.page)
    shows(director, EVERYTHING)
    kari = Hand(opened, director.url)
    kari.sets_up().opens_event("1-2", "Knock-out")
    kari.draws(2)
    kari.publishes()
    page = kari.runs().page
    kari.click("Call 1")
    kari.told("Called: 1.")
    one.obey()
    one.do(c.SetUpTable, setup())
    one.begin_game()
    game, names = one.match.game, one.match.opened.sides if one.match.opened else None

    page.locator("[aria-labelledby=now-title] .row").click()
    kari.opens("Put off", kari.about)
    way = kari.about.locator("details.put_off")
    kari.fill("Reason", "until tomorrow", way)
    kari.click("Put off", way)
    kari.sure("stop playing at table 1, where it stands")
    kari.told("The match is put off.")
    one.obey()
    assert one.match.opened is None
    kari.next("Matches are put off: 1. Call them when they are back.")
    waits = page.locator("[aria-labelledby=off-title] .row")
    expect(waits).to_have_count(1)
    expect(page.locator(".pairing .at").first).to_have_text("put off")
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert misfits(page) == []

    waits.click()
    kari.about.get_by_label("Table number").select_option("2")
    kari.click("Call to a table", kari.about)
    kari.told("Called: 1.")
    expect(waits).to_have_count(0)
    two.obey()
    assert two.match.game == game
    assert two.match.opened is not None
    assert two.match.opened.sides == names
    assert two.match.taken_over_by is None
    by = "director:Kari"
    two.do(c.ScoreOrdered, two.match_id, by, "they went home", BySide(3, 7), None, None, by=by)
    for side in Side:
        two.tap(c.ResultConfirmed, side)
    kari.next("Everything is played.")
