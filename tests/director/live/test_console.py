"""The console in a real browser, with the real service and tables that sign what they send."""

import hashlib
import os
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from kits import commands as c
from kits import pictures_kit
from kits.console_kit import Window
from kits.console_live import BLACK, WHITE, FakeTable, card_of, visit
from kits.odd_names import ODD
from playwright.sync_api import Page, expect

from kiosk.rules import clock as clocks
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Side, require
from kiosk.wire.journal_name import journal_address

HOSTILE = "<img src=x onerror=alert(1)>"

RIGHT_TO_LEFT = "\u202eמלך"

LEFT = """() => {
  const shown = (part) => document.querySelector(`.side.white .${part}`).textContent;
  const [minutes, seconds] = shown("reserve").split(":").map(Number);
  return 60 * minutes + seconds + Number(shown("delay"));
}"""
"""White's seconds, of delay and reserve together."""

LONG = "Maximiliane " * 6 + "Featherstone"


ADDRESSES = """async (names) => {
  const { tableAddress } = await import("/static/addresses.js");
  return names.map(tableAddress);
}"""


def test_a_page_and_the_service_have_the_same_address_for_a_journal(
    page: Page, table: FakeTable
) -> None:
    table.director.let_in(page)
    page.goto(table.director.url)
    names = [*ODD, "journal-1", "a" * 200]
    assert page.evaluate(ADDRESSES, names) == [f"/tables/{journal_address(name)}" for name in names]


# --- the grid ----------------------------------------------------------------------------------


def test_score_follows_a_batch(page: Page, table: FakeTable) -> None:
    table.director.let_in(page)
    page.goto(table.director.url)
    card = card_of(page, 1)
    expect(card.locator(".score")).to_have_text("0 – 0to 5")
    expect(card.locator(".name")).to_have_text(["Ada", "Bo"])
    expect(card.get_by_role("img", name="Rolled 6-5")).to_be_visible()
    table.tap(c.WinDeclared, WHITE, 2)
    table.tap(c.WinAgreed, BLACK)
    expect(card.locator(".score")).to_have_text("2 – 0to 5")
    expect(card.locator(".doing")).to_have_text("waiting for both sides to be ready")


def test_clock_is_the_tables(page: Page, table: FakeTable) -> None:
    """What the page shows is what the rules read; it is never rounded down to a flag."""
    table.director.let_in(page)
    page.goto(table.director.url)
    white, black = (card_of(page, 1).locator(f".side.{side}") for side in Side)
    expect(white).to_have_attribute("data-running", "")
    table.later(60)
    table.press(WHITE)
    expect(black).to_have_attribute("data-running", "")
    expect(white).not_to_have_attribute("data-running", "")
    reserve = clocks.remaining(table.match.clock, WHITE, table.now).reserve
    whole = -(-reserve // SECOND_NS)
    assert whole < 600 - 45  # the turn took its delay and most of a minute
    expect(white.locator(".reserve")).to_have_text(f"{whole // 60}:{whole % 60:02d}")


def test_running_clock_ticks_without_news(page: Page, table: FakeTable) -> None:
    table.director.let_in(page)
    page.goto(table.director.url)
    expect(card_of(page, 1).locator(".side.white .delay")).not_to_be_empty()
    first = page.evaluate(LEFT)
    assert first in range(1, 600 + 13)
    page.wait_for_function(f"first => ({LEFT})() < first", arg=first)


def test_silent_table_looks_stale(page: Page, table: FakeTable) -> None:
    table.director.let_in(page)
    page.goto(table.director.url)
    expect(page.locator("#count-playing")).to_have_text("1 playing")
    table.fall_silent()
    card = card_of(page, 1)
    expect(card).to_have_attribute("data-stale", "")
    expect(card.locator(".silence")).to_have_text(re.compile(r"STALE · no report for \d+ s"))
    expect(card.locator("[data-running]")).to_have_count(0)
    expect(page.locator("#count-stale")).to_have_text("1 stale")
    expect(page.locator("#count-playing")).to_have_text("0 playing")


def test_call_goes_to_the_top_and_is_said_aloud(
    page: Page, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    tables = hall(3)
    for one in tables:
        one.open(norway)
        one.begin_game()
    tables[0].director.let_in(page)
    page.goto(tables[0].director.url)
    numbers = page.locator(".card .number")
    expect(numbers).to_have_text(["1", "2", "3"])
    tables[2].tap(c.DirectorCallTapped, BLACK)
    expect(numbers).to_have_text(["3", "1", "2"])
    expect(card_of(page, 3).locator(".banners")).to_contain_text("Bo calls the director")
    expect(page.get_by_role("log", name="Waiting")).to_have_text("Table 3: Bo calls the director")
    expect(page.locator("#count-call")).to_have_text("1 calls")
    expect(page).to_have_title("(1) Tables")


def test_names_are_text_whatever_is_in_them(
    opened: Window, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    one, two = hall(2)
    one.open(norway, white=HOSTILE, black=RIGHT_TO_LEFT)
    one.begin_game()
    two.open(norway, white=LONG, black=f"{HOSTILE}{LONG}")
    one.director.let_in(opened.page)
    opened.page.goto(one.director.url)
    expect(card_of(opened.page, 1).locator(".name").last).to_have_text(RIGHT_TO_LEFT)
    for number, name in ((1, HOSTILE), (2, LONG)):
        shown = card_of(opened.page, number).locator(".name").first
        expect(shown).to_have_attribute("title", name)
        expect(shown).to_have_text(re.compile(r"^[<M]\. "))  # shortened
    for table in (one, two):
        visit(opened.page, table)
        name = require(table.match.opened).sides.white.name
        expect(opened.page.locator("#lines")).to_contain_text(name)
        expect(opened.page.locator("#card .name").first).to_have_text(name)
        assert opened.page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
        wider = opened.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0


def test_lost_service_is_said_and_found_again(opened: Window, table: FakeTable) -> None:
    page = opened.page
    table.director.let_in(page)
    page.goto(table.director.url)
    lost = page.get_by_text("No connection to the director's service")
    expect(card_of(page, 1)).to_be_visible()
    expect(lost).to_be_hidden()
    table.director.kill()
    expect(lost).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-connection", "lost")
    table.director.start()
    expect(lost).to_be_hidden()
    table.tap(c.DirectorCallTapped, WHITE)
    expect(card_of(page, 1).locator(".banners")).to_contain_text("Ada calls the director")
    opened.forgive("net::ERR_")


# --- the timeline ------------------------------------------------------------------------------


def test_roll_has_its_picture(page: Page, table: FakeTable) -> None:
    _, encoded = cv2.imencode(".jpg", np.full((90, 160, 3), 60, np.uint8))
    jpeg = encoded.tobytes()
    name = hashlib.sha256(jpeg).hexdigest()
    table.press(WHITE)
    table.roll((4, 2), name)
    table.send_picture(name, jpeg)
    visit(page, table)
    thumbnail = page.get_by_role("img", name="Picture of row")
    expect(thumbnail).to_have_js_property("naturalWidth", 160)
    thumbnail.click()
    expect(page.get_by_role("dialog", name="Picture of the roll")).to_be_visible()
    expect(page.locator("#picture img")).to_have_js_property("naturalWidth", 160)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Picture of the roll")).to_be_hidden()


def test_of_a_picture_that_was_removed_the_page_says_so(
    opened: Window, table: FakeTable, tmp_path: Path
) -> None:
    old = pictures_kit.jpeg("of last month")
    name = hashlib.sha256(old).hexdigest()
    table.press(WHITE)
    table.roll((4, 2), name)
    table.send_picture(name, old)
    (file,) = tmp_path.rglob(f"{name}.jpg")
    os.utime(file, (0, 0))
    table.director.kill()
    table.director.start()
    visit(opened.page, table)
    expect(opened.page.locator("#lines .missing")).to_have_text(
        "This picture was removed after 30 days"
    )
    opened.forgive("410")


def test_timeline_is_all_rows_newest_first(page: Page, table: FakeTable) -> None:
    visit(page, table)
    table.press(WHITE)
    rows = [f"#{row.seq}" for row in reversed(table.rows)]
    expect(page.locator("#lines .seq")).to_have_text(rows)
    expect(page.locator("#lines time").first).to_have_text(re.compile("1[56]:03:07"))  # in Oslo
    expect(page.locator("#lines li").first).to_contain_text("Buttons")


def test_unknown_table_is_said(opened: Window, table: FakeTable) -> None:
    table.director.let_in(opened.page)
    opened.page.goto(f"{table.director.url}/tables/nowhere")
    expect(opened.page.locator("#no-lines")).to_contain_text("no table has sent journal 'nowhere'")
    opened.forgive("404")
    opened.page.close()
    opened.faults.clear()


def test_foreign_code_would_be_seen(opened: Window, table: FakeTable) -> None:
    """The watch over faults works: a script in the page itself is blocked and reported."""
    table.director.let_in(opened.page)
    opened.page.goto(table.director.url)
    with opened.page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        opened.page.evaluate(
            "() => { const s = document.createElement('script');"
            " s.textContent = 'document.title = 1'; document.head.append(s); }"
        )
    assert any("Content Security Policy" in fault for fault in opened.faults)
    opened.forgive("Content Security Policy")
