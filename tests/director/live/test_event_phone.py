"""A whole small event on a phone: set up, drawn, called, played at two tables, corrected, told."""

from collections.abc import Callable

from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import window
from kits.console_live import BLACK, WHITE, Director, FakeTable
from kits.event_pages_kit import Hand
from kits.rules_kit import setup
from playwright.sync_api import Browser, expect

from kiosk.rules.units import BySide, Side, require

PHONE = {"width": 360, "height": 740}
POINTS = 3


def signed(table: FakeTable, winner: Side) -> str:
    """The match that was called to it is played out and signed by both; who won."""
    table.obey()
    table.do(c.SetUpTable, setup())
    opened = require(table.match.opened)
    score = BySide(POINTS, 1) if winner is WHITE else BySide(1, POINTS)
    for side in Side:
        table.tap(c.ReadyTapped, side)
    kari = "director:Kari"
    table.do(c.ScoreOrdered, table.match_id, kari, "played on", score, None, None, by=kari)
    for side in Side:
        table.tap(c.ResultConfirmed, side)
    return opened.sides.of_side(winner).name


def looked(kari: Hand, what: str) -> None:
    """Nothing is too small for a finger, or wider than the phone; axe-core finds nothing."""
    kari.page.wait_for_load_state()
    assert misfits(kari.page) == [], what
    assert violations(kari.page) == [], what


def sets_up(kari: Hand) -> None:
    """Three are pasted, one is typed; drawn and published."""
    page = kari.sets_up().page
    looked(kari, "no event")
    kari.opens_event("1-2", "Knock-out")
    kari.opens("Change name, format or rules")
    form = page.get_by_role("form", name="Change name, format or rules")
    for field in form.get_by_label("Points").all():
        field.fill(str(POINTS))
    looked(kari, "a division")
    kari.click("Change it", form)
    kari.told("Open is set.")
    kari.fill("Or paste a list", "name;rating\nAnna Berg;1650\nBo Li;1500\nEva Dahl;1700")
    kari.click("Look at the list")
    looked(kari, "a list")
    kari.click("Enter players: 3")
    kari.told("Entered: 3.")
    kari.fill("Name", "Kim Ek")
    kari.click("Enter one player")
    kari.told("Kim Ek is entered.")
    kari.opens("Players: 4")
    looked(kari, "players")
    kari.click("Draw")
    kari.next("Open: look at the draw, and publish it.")
    kari.opens("Draw again…")
    looked(kari, "drawn")
    kari.publishes()
    looked(kari, "published")


def corrects_the_first(kari: Hand, through: str) -> str:
    """Another goes on; who."""
    kari.page.locator(".bracket .pairing").first.click()
    kari.opens("Correct the result", kari.about)
    way = kari.about.locator("details.correct")
    names = way.locator("label:has([type=radio]) bdi").all_inner_texts()
    (other,) = {*names} - {through}
    way.get_by_label(other, exact=True).check()
    kari.fill("Reason", "the slip says otherwise", way)
    looked(kari, "a correction")
    kari.click("Correct the result", way)
    kari.sure()
    kari.told("The result is corrected.")
    return other


def test_a_whole_event_on_a_phone(
    director: Director, hall: Callable[[int], tuple[FakeTable, ...]], browser: Browser
) -> None:
    one, two = hall(2)
    with window(browser, viewport=PHONE, has_touch=True, is_mobile=True) as own:
        director.let_in(own.page)
        kari, page = Hand(own, director.url), own.page
        sets_up(kari)
        page.get_by_role("link", name="Run the event").last.click()
        kari.next("Matches can begin: 2.")
        looked(kari, "proposed")
        kari.click("Call 2")
        kari.told("Called: 2.")
        looked(kari, "called")
        through = [signed(one, WHITE)]
        expect(page.locator("[aria-labelledby=holds-title] .row small")).to_contain_text(through[0])
        looked(kari, "one waits")
        through.append(signed(two, BLACK))
        kari.next("Matches can begin: 1.")
        other = corrects_the_first(kari, through[0])
        final = page.locator(".proposals .who")
        expect(final).to_contain_text(other)
        expect(final).to_contain_text(through[1])
        kari.click("Call 1")
        kari.told("Called: 1.")
        winner = signed(one, WHITE)
        kari.next("Everything is played.")
        looked(kari, "over")
        page.locator("#next").get_by_role("link", name="Result sheets and report").click()
        expect(page.locator("h1")).to_contain_text("Report to the federation")
        looked(kari, "the report")
        page.locator("nav a", has_text="Result sheet").click()
        places = page.locator(".sheet table").first
        expect(places.locator("tr", has_text=winner).locator(".place")).to_have_text("1")
        looked(kari, "the result sheet")
