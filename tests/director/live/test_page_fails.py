"""A page that fails: it shows that, goes on with all else, and the service's log has it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.console_kit import Window, window
from kits.every_page_kit import WATCH, calm, pages
from kits.hall_kit import PaperTable
from kits.stages_kit import Stood, Walk, stood
from playwright.sync_api import Browser, Page, Route, expect

LOGGER = "kiosk.director.http.page_faults"
JAPANESE = "このページの一部が動かなくなりました"
FALLS = "() => void setTimeout(() => { throw new Error('a pen fell on it') })"
WITHOUT_WORDS = ("/overlay/1",)
"""A video has names alone: the log has what failed there."""


@pytest.fixture
def published(tmp_path: Path, make_keeper: Callable[..., Any]) -> Iterator[tuple[Stood, Walk]]:
    """Two divisions, their draws published."""
    with stood(tmp_path, PaperTable(make_keeper, 1)) as own:
        own.enters()
        walk = Walk(own, ("last-chance", "swiss"))
        for stage in walk.stages():
            if stage == "published":
                break
        yield own, walk


@pytest.fixture
def opened(browser: Browser, published: tuple[Stood, Walk]) -> Iterator[Window]:
    with window(browser) as new:
        own, _walk = published
        new.page.add_init_script(WATCH)
        name, _, value = own.session["cookie"].partition("=")
        new.page.context.add_cookies([{"name": name, "value": value, "url": own.url}])
        yield new


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == LOGGER]


def breaks(page: Page, address: str, changes: str) -> None:
    """What the service answers at an address comes changed, by a function of JavaScript."""

    def answer(route: Route) -> None:
        came = route.fetch()
        route.fulfill(response=came, json=page.evaluate(changes, came.json()))

    page.route(address, answer)


def test_one_part_that_fails_leaves_the_others_standing(
    opened: Window, published: tuple[Stood, Walk], caplog: pytest.LogCaptureFixture
) -> None:
    own, walk = published
    page = opened.page
    (first, *_rest) = walk.ready()
    spoils = f"""(event) => {{
      const found = ({{ pairing_id: id }}) => id === "{first["pairing_id"]}";
      event.divisions[0].pairings.find(found).places = null;
      return event;
    }}"""
    page.goto(f"{own.url}/sign-in")
    breaks(page, "**/event", spoils)
    opened.forgive("Cannot read properties of null")
    page.goto(f"{own.url}/event/run")
    calm(page)
    expect(page.locator("#page-fault")).to_contain_text("A part of this page failed")
    expect(page.locator(".failed")).not_to_have_count(0)
    expect(page.locator("#now-title")).to_be_visible()
    divisions = page.locator(".division")
    expect(divisions).to_have_count(2)
    expect(divisions.nth(0).locator(".pairing")).not_to_have_count(0)
    expect(divisions.nth(0).locator(".failed")).to_have_count(1)
    expect(divisions.nth(1).locator(".failed")).to_have_count(0)
    assert logged(caplog)[0].startswith("the page /event/run of Kari failed: TypeError: ")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#page-fault")).to_be_hidden()
    page.get_by_role("searchbox").fill("Ana 1")
    expect(page.locator("#find-hint")).not_to_be_empty()


def test_a_press_that_fails_has_words_where_it_was_pressed(
    opened: Window, published: tuple[Stood, Walk]
) -> None:
    own, _walk = published
    page = opened.page
    opened.forgive("a pen fell on it")
    page.goto(f"{own.url}/event/run")
    calm(page)
    page.evaluate("() => { JSON.stringify = () => { throw new Error('a pen fell on it') } }")
    page.locator("#call").click()
    expect(page.locator("#next .note")).to_have_text(
        "This page failed: load it again, and look whether it is done."
    )
    expect(page.locator("#call")).to_be_enabled()
    expect(page.locator("#page-fault")).to_be_visible()


def test_a_press_whose_request_comes_to_nothing_has_words(
    opened: Window, published: tuple[Stood, Walk]
) -> None:
    own, _walk = published
    page = opened.page
    opened.forgive("Failed to load resource|ERR_FAILED")
    page.route("**/event/acts", lambda route: route.abort())
    page.goto(f"{own.url}/event/run")
    calm(page)
    page.locator("#call").click()
    expect(page.locator("#next .note")).to_contain_text("did not answer")
    expect(page.locator("#call")).to_be_enabled()
    expect(page.locator("#page-fault")).to_be_hidden()


def test_what_fails_in_a_dialog_is_shown_above_it(
    opened: Window, published: tuple[Stood, Walk]
) -> None:
    own, _walk = published
    page = opened.page
    opened.forgive("a pen fell on it")
    page.goto(f"{own.url}/event/run")
    calm(page)
    page.locator(".sheet .pairing").first.click()
    page.evaluate(FALLS)
    expect(page.locator("#about #page-fault")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("body > #page-fault")).to_be_visible()


def test_a_script_that_does_not_come_is_shown_too(
    opened: Window, published: tuple[Stood, Walk], caplog: pytest.LogCaptureFixture
) -> None:
    own, _walk = published
    page = opened.page
    opened.forgive("Failed to load resource|ERR_FAILED")
    page.route("**/static/run.js", lambda route: route.abort())
    with page.expect_response("**/page-faults"):
        page.goto(f"{own.url}/event/run")
    expect(page.locator("#page-fault")).to_be_visible()
    assert "/static/run.js did not come" in logged(caplog)[0]


def test_what_the_service_does_not_answer_as_it_should_is_shown(
    opened: Window, published: tuple[Stood, Walk]
) -> None:
    """The connection stands, but what the page is made of does not come."""
    own, _walk = published
    page = opened.page
    opened.forgive("status of 500")
    page.route("**/event", lambda route: route.fulfill(status=500, body="nothing"))
    page.goto(f"{own.url}/event/run")
    expect(page.locator("#page-fault")).to_be_visible()


def test_every_page_shows_that_it_failed_in_its_readers_language(
    browser: Browser, published: tuple[Stood, Walk]
) -> None:
    own, walk = published
    status, made = own.posts("/enrol", b'{"type": "card"}')
    assert status == 200, made
    with window(browser, locale="ja") as opened:
        opened.forgive("a pen fell on it|status of 410|status of 404")
        page = opened.page
        name, _, value = own.session["cookie"].partition("=")
        page.context.add_cookies([{"name": name, "value": value, "url": own.url}])
        for path in pages(made["name"], *walk.format_ids):
            page.goto(own.url + path)
            with page.expect_response("**/page-faults") as answered:
                page.evaluate(
                    "() => void setTimeout(() => { throw new Error('a pen fell on it') })"
                )
            assert answered.value.status == 200, path
            if not path.startswith(WITHOUT_WORDS):
                expect(page.locator("#page-fault")).to_contain_text(JAPANESE)
