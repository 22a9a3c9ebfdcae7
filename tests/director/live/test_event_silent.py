"""A table stops answering while its match is on: the page that runs the event says so."""

from collections.abc import Callable

from kits.console_checks import misfits, violations
from kits.console_kit import Window
from kits.console_live import Director, FakeTable
from kits.event_pages_kit import Hand
from playwright.sync_api import expect

PHONE = {"width": 360, "height": 740}
SAID = "Table 1 does not answer: its match can go on at another one."


def test_a_silent_table_is_told_beside_the_calls_and_alone_once_they_are_made(
    director: Director, hall: Callable[[int], tuple[FakeTable, ...]], opened: Window
) -> None:
    one, _two = hall(2)
    director.let_in(opened.page)
    kari = Hand(opened, director.url)
    kari.sets_up().opens_event("1-2", "Knock-out")
    kari.draws(4)
    kari.publishes()
    page = kari.runs().page
    page.locator(".proposals [type=checkbox]").nth(1).click()
    kari.click("Call 1")
    kari.told("Called: 1.")
    expect(page.locator(".proposals [type=checkbox]")).to_be_checked()
    kari.next("Matches can begin: 1.")
    also = page.locator("#next .also")
    expect(also).to_have_count(0)

    one.fall_silent()
    expect(also).to_contain_text(SAID)
    kari.next("Matches can begin: 1.")
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert misfits(page) == []
    also.get_by_role("button").click()
    expect(kari.about).to_contain_text(page.locator(".now-list .who").first.inner_text())
    page.keyboard.press("Escape")

    kari.click("Call 1")
    kari.next(SAID)
    expect(also).to_have_count(0)
