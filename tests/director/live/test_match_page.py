"""A finished match on its player's phone: found by the address at the table, read, kept."""

import json
from collections.abc import Callable

import cv2
import numpy as np
from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import window
from kits.console_live import BLACK, WHITE, FakeTable
from kits.console_places import LONG, SIZES
from kits.event_live import shows
from playwright.sync_api import Browser, Page, expect

from kiosk.director.public.of_table import Public
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SIDES, require
from kiosk.wire.codec import sha256

PHONE = {"width": 360, "height": 740}
JPEG = cv2.imencode(".jpg", np.full((36, 64, 3), 60, np.uint8))[1].tobytes()


def played(table: FakeTable, book: RuleBook, white: str = "Ada", black: str = "Bo") -> str:
    """The address of a match to 1 that White has won and both have signed."""
    table.open(book, 1, white, black)
    table.begin_game()
    table.press(WHITE)
    table.roll((3, 3), sha256(JPEG))
    table.send_picture(sha256(JPEG), JPEG)
    table.press(BLACK)
    table.tap(c.WinDeclared, WHITE, 1)
    table.tap(c.WinAgreed, BLACK)
    for side in SIDES:
        table.tap(c.ResultConfirmed, side)
    return require(table.match_page).at(table.director.url)


def opened(page: Page) -> None:
    """Every game is unfolded."""
    for game in page.locator("details > summary").all():
        game.click()


def test_a_player_reads_his_match_on_his_phone_and_takes_it_home(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    (table,) = hall(1)
    address = played(table, norway)
    with window(browser, viewport=PHONE) as phone:
        page = phone.page
        page.goto(address)
        expect(page.locator("h1")).to_have_text("White – Black")
        expect(page.locator(".result")).to_have_text("1–0 to 1")
        expect(page.locator("main")).not_to_contain_text("Ada")
        shows(table.director, Public(names=True))
        page.reload()
        expect(page.locator("h1")).to_have_text("Ada – Bo")
        expect(page.get_by_role("table")).to_have_count(1)
        opened(page)
        rows = page.get_by_role("table", name="Game 1").locator("tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.nth(1)).to_contain_text("3-3")
        expect(rows.nth(1).get_by_role("img")).to_have_js_property("naturalWidth", 64)
        dice = page.get_by_role("region", name="Dice").get_by_role("row")
        assert dice.nth(3).locator("td").all_inner_texts() == ["0", "2"]
        assert dice.nth(6).locator("td").all_inner_texts() == ["1", "0"]
        assert dice.nth(7).locator("td").all_inner_texts() == ["0", "1"]
        with page.expect_download() as taken:
            page.get_by_role("link", name="JSON").click()
        record = json.loads(taken.value.path().read_text())
        assert record["score"] == {"white": 1, "black": 0}
        assert violations(page) == []
        page.get_by_label("Language").select_option("de")
        expect(page.get_by_role("heading", name="Würfel")).to_be_visible()
        expect(page).to_have_url(address)


def test_it_fits_whatever_the_names_and_however_wide(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    (table,) = hall(1)
    address = played(table, norway, LONG[:80], "שלום בן־דוד הכהן")
    shows(table.director, Public(names=True))
    with window(browser, viewport=PHONE) as phone:
        page = phone.page
        page.goto(address)
        opened(page)
        for width, height in (tuple(PHONE.values()), *SIZES):
            page.set_viewport_size({"width": width, "height": height})
            assert misfits(page) == [], width


def test_a_wrong_address_says_so_in_plain_words(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    (table,) = hall(1)
    address = played(table, norway)
    with window(browser, viewport=PHONE) as phone:
        phone.page.goto(f"{address}x")
        expect(phone.page.get_by_role("alert").last).to_contain_text(
            "There is no match at this address"
        )
        assert violations(phone.page) == []
        phone.forgive("status of 404")
