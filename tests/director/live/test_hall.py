"""A call and who comes to it, and one order to many tables, with the real service between."""

from collections.abc import Callable

from kits import commands as c
from kits.console_kit import window
from kits.console_live import BLACK, WHITE, FakeTable, card_of, send_to_all, visit
from playwright.sync_api import Browser, expect

from kiosk.rules.match.call import CallAbout, DirectorCall
from kiosk.rules.rulebook import RuleBook


def test_a_call_says_what_for_and_both_assistants_see_who_comes(
    browser: Browser, table: FakeTable
) -> None:
    with window(browser) as kari, window(browser) as ola:
        joined = table.director.join(table.director.invite("assistant"), "Ola")
        for session, opened in ((None, kari), (joined, ola)):
            table.director.let_in(opened.page, session)
            opened.page.goto(table.director.url)
        table.tap(c.DirectorCallTapped, BLACK)
        line = kari.page.locator("#queue-list li")
        expect(line.locator(".text")).to_have_text("Bo calls the director")
        table.tap(c.DirectorCallTapped, BLACK, CallAbout.DICE)
        expect(line.locator(".text")).to_have_text("Bo calls the director: the dice")
        expect(kari.page.locator("#calls-aloud p")).to_have_count(1)  # one call, said once
        line.get_by_role("button", name="I am coming").click()
        kari.page.wait_for_function("() => !document.querySelector('#queue-list :disabled')")
        table.obey()
        assert table.match.call == DirectorCall(BLACK, CallAbout.DICE, "director:Kari")
        for opened in (kari, ola):
            expect(opened.page.locator("#queue-list")).to_contain_text("Director Kari is coming")
            banners = card_of(opened.page, 1).locator(".banners li")
            expect(banners.nth(1)).to_have_text("Director Kari is coming")
        expect(line.get_by_role("button")).to_be_hidden()
        for side in (WHITE, BLACK):
            table.tap(c.ResumeTapped, side)
        expect(kari.page.locator("#queue")).to_contain_text("Nothing is waiting for you.")


def test_a_message_to_all_says_whom_it_reached(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    tables = hall(3)
    for table in tables:
        table.open(norway)
    with window(browser) as opened:
        page = opened.page
        visit(page, tables[0])
        tables[0].director.let_in(page)
        page.goto(tables[0].director.url)
        told = send_to_all(page, "Dinner at eight")
        expect(told).to_have_text("Message: delivered to 0 · being sent to 3")
        for table in tables[:2]:
            table.obey()
        expect(told).to_have_text("Message: delivered to 2 · 1 not reached yet: 3")
        tables[2].obey()
        expect(told).to_have_text("Message: delivered to 3")
    for table in tables:
        assert table.match.message is not None
        assert (table.match.message.text, table.match.message.by) == (
            "Dinner at eight",
            "director:Kari",
        )
