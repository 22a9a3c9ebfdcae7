"""What strangers see on the page that the event makes public, as the director changes it."""

from collections.abc import Callable

import cv2
import numpy as np
from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import Window, window
from kits.console_live import BLACK, WHITE, FakeTable
from kits.console_places import EXPECTED, LONG, SIZES
from playwright.sync_api import Browser, expect

from kiosk.rules.rulebook import RuleBook
from kiosk.wire.codec import sha256


def make_public(desk: Window, shown: str, *more: str) -> None:
    """The director ticks what strangers see, and sets it."""
    page = desk.page
    page.goto(page.url)
    page.get_by_label("They see").select_option(shown)
    for words in ("Players' names", "Picture of the last roll"):
        page.get_by_label(words).set_checked(words in more)
    with page.expect_navigation():
        page.locator("#public button").click()
    expect(page.get_by_label("They see")).to_have_value(shown)


def test_strangers_see_what_the_director_lets_them_and_no_more(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    first, second, _vacant = hall(3)
    first.open(norway)
    first.begin_game()
    second.open(norway, 7, LONG[:80], "Bo")
    second.begin_game()
    second.press(WHITE)
    second.tap(c.DoubleTapped, BLACK)
    url = first.director.url
    with window(browser) as desk, window(browser) as hall_screen:
        first.director.let_in(desk.page)
        desk.page.goto(f"{url}/people")
        assert violations(desk.page) == []
        page = hall_screen.page
        page.goto(f"{url}/live")
        expect(page.locator("#nothing")).to_have_text("This event shows nothing to visitors")
        expect(page.locator(".person, main button, header button")).to_have_count(0)

        make_public(desk, "scores")
        expect(page.locator(".table:visible")).to_have_count(2)
        one = page.locator(".table").first
        expect(one.locator("h2")).to_have_text("Table 1")
        expect(one.locator(".name")).to_have_text(["White", "Black"])
        expect(one.locator(".about")).to_have_text("to 5 · Game 1")
        expect(one.locator("[data-running] .reserve")).to_contain_text(":")
        expect(page.locator("[data-offered]")).to_have_text("2")
        for text in ("Ada", "Bo", LONG[:20], "journal", "match-1", "open-2026", "norway"):
            assert text not in page.content(), text

        make_public(desk, "scores", "Players' names", "Picture of the last roll")
        expect(one.locator(".name")).to_have_text(["Ada", "Bo"])
        jpeg = cv2.imencode(".jpg", np.full((36, 64, 3), 60, np.uint8))[1].tobytes()
        name = sha256(jpeg)
        first.press(WHITE)
        first.roll((3, 1), name)
        first.send_picture(name, jpeg)
        second.tap(c.DirectorCallTapped, BLACK)
        page.reload()
        expect(page.locator(".about").nth(1)).to_have_text("to 7 · Game 1 · stopped")
        expect(one.locator("img")).to_have_js_property("naturalWidth", 64)
        assert violations(page) == []
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert misfits(page) == [], width

        make_public(desk, "nothing")
        expect(page.locator(".table")).to_have_count(0)
        expect(page.locator("#nothing")).to_have_text("This event shows nothing to visitors")
        hall_screen.forgive(EXPECTED)
