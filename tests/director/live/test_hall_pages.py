"""The hall's screen, a player's phone, a video's overlay: what they show, and that it fits."""

import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np
import pytest
from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import Window, window
from kits.console_live import BLACK, WHITE, Director, FakeTable
from kits.console_places import EXPECTED
from kits.event_live import at_tables, calls, drawn, runner, shows
from kits.qr_kit import code_read
from playwright.sync_api import Browser, Page, Route, expect

from kiosk.director.public.of_table import EVERYTHING, Public, Visibility
from kiosk.rules.rulebook import RuleBook

SCREENS = ((1920, 1080), (1280, 720), (3840, 2160), (1024, 768))
PHONE = {"width": 390, "height": 844}
LOST = "ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|Failed to load resource"
SLOW = b"PAGE_MS = 10_000"

BELOW = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight + 0.5)
  .map((one) => one.outerHTML.slice(0, 120))"""

OUTSIDE = """() => [...document.querySelectorAll(".names .name")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const [inner, line] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
    const free = 0.1 * line.height; // letters of other alphabets stand a little higher
    return inner.top < line.top - free || inner.bottom > line.bottom + free;
  })
  .map((one) => one.textContent)"""
"""Names that lie over what stands above or below them."""

SEEN = """() => {
  window.seen = new Set();
  const look = () => {
    for (const title of document.querySelectorAll("h2")) window.seen.add(title.textContent.trim());
    for (const row of document.querySelectorAll("#calls .row")) window.seen.add(row.innerText);
  };
  look();
  const every = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.body, every);
}"""
"""Remembers every title and every call that stood on the screen at any time."""


def hurried(page: Page, page_ms: int) -> None:
    """Its pages turn so fast."""

    def answer(route: Route) -> None:
        script = route.fetch().body()
        assert SLOW in script
        route.fulfill(
            body=script.replace(SLOW, b"PAGE_MS = %d" % page_ms), content_type="text/javascript"
        )

    page.route("**/static/hall.js", answer)


@contextmanager
def screen(
    browser: Browser, size: tuple[int, int] = (1920, 1080), **more: object
) -> Iterator[Window]:
    width, height = size
    with window(browser, viewport={"width": width, "height": height}, **more) as opened:
        yield opened


# --- the hall ------------------------------------------------------------------------------------


def test_the_hall_shows_who_was_called_last_first_and_leaves_out_who_plays(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    tables = hall(2)
    director = tables[0].director
    kari = drawn(director, 10, 4)
    with screen(browser) as opened:
        page = opened.page
        hurried(page, 10**8)
        page.goto(f"{director.url}/hall")
        expect(page.locator("#nothing")).to_have_text("This event shows nothing to visitors")
        shows(director, EVERYTHING)
        expect(page.locator("h1")).to_have_text("Malmö Open")
        expect(page.locator("#rest-title")).to_have_text("Next up")
        who = calls(kari, 2)
        expect(page.locator("#calls .number")).to_have_text(["1", "2"])
        expect(page.locator("#calls .row").first.locator(".name")).to_have_text(who[1])
        expect(page.locator("#calls [data-new]")).to_have_count(2)
        who = calls(kari, 1)
        expect(page.locator("#calls .number")).to_have_text(["3", "1", "2"])
        tables[0].open(norway, 7, *who[1])
        tables[0].begin_game()
        expect(page.locator("#calls .number")).to_have_text(["3", "2"])
        page.reload()
        expect(page.locator("#calls [data-new]")).to_have_count(0)
        assert violations(page) == []
        shows(director, Public(Visibility.SCORES, names=True))
        expect(page.locator("#rest-title")).to_have_text("Now playing")
        expect(page.locator("#calls")).to_be_hidden()
        expect(page.locator("#rest .name")).to_have_text(who[1])
        shows(director, Public())
        expect(page.locator("#nothing")).to_have_text("This event shows nothing to visitors")
        expect(page.locator(".row")).to_have_count(0)
        opened.forgive(EXPECTED)


COUNT_MOVES = """window.moves = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) {
  window.moves += 1;
  return animate.apply(this, how);
};"""


def test_sixty_tables_fit_by_paging_and_a_hall_that_wants_calm_sees_nothing_move(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    kari = drawn(table.director, 128, 64)
    shows(table.director, EVERYTHING)
    who = calls(kari, 60)
    with screen(browser, reduced_motion="reduce") as opened:
        page = opened.page
        hurried(page, 100)
        page.add_init_script(COUNT_MOVES)
        page.goto(f"{table.director.url}/hall")
        expect(page.locator("#calls .row").first).to_be_visible()
        page.evaluate(SEEN)
        for title in ("main", "Next up"):
            page.wait_for_function(f"() => [...seen].some((one) => one.startsWith('{title}'))")
        seen = {int(one.split("\n")[0]) for one in page.evaluate("[...seen]") if one[:1].isdigit()}
        assert seen == set(who)
        assert page.evaluate("moves") == 0


def test_a_hall_fades_from_page_to_page(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    drawn(table.director, 16, 2)
    shows(table.director, EVERYTHING)
    with screen(browser, reduced_motion="no-preference") as opened:
        page = opened.page
        page.add_init_script(COUNT_MOVES)
        page.goto(f"{table.director.url}/hall")
        expect(page.locator("#rest-title")).to_have_text("Next up")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#rest-title")).to_have_text("main")
        page.wait_for_function("() => moves >= 2")


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_every_page_of_the_hall_fits_its_screen_whatever_people_are_called(
    browser: Browser,
    hall: Callable[[int], tuple[FakeTable, ...]],
    norway: RuleBook,
    size: tuple[int, int],
) -> None:
    tables = hall(2)
    director = tables[0].director
    kari = drawn(director, 14, 8)
    who = calls(kari, 5)
    for table in tables:
        table.open(norway, 7, *who[table.number])
        table.begin_game()
    (third,) = (each for each in kari.division()["pairings"] if each["table"] == 3)
    winner = third["places"][0]["entry_id"]
    key = {"division_id": "main", "pairing_id": third["pairing_id"]}
    kari.does("TakeMatch", key=key, winner=winner, score=[7, 6])
    with screen(browser, size) as opened:
        page = opened.page
        page.goto(f"{director.url}/hall?language=de")
        expect(page.locator("#nothing")).to_have_text(re.compile("Besuch"))
        shows(director, EVERYTHING)
        titles = set()
        for _page in range(6):
            title = page.locator("#rest-title")
            expect(title).to_be_visible()
            titles.add(title.inner_text())
            assert misfits(page) == []
            assert page.evaluate(BELOW) == []
            assert page.evaluate(OUTSIDE) == []
            before = page.locator("#rest").inner_text()
            page.keyboard.press("ArrowRight")
            expect(page.locator("#rest")).not_to_have_text(before, use_inner_text=True)
        assert {"Als Nächste", "Es spielen", "main"} <= titles
        small = page.evaluate(
            "() => Math.min(...[...document.querySelectorAll('.name:not([data-long])')]"
            ".map((one) => parseFloat(getComputedStyle(one).fontSize))) / innerHeight"
        )
        assert small >= 0.03
        opened.forgive(EXPECTED)


OVERLAPS = """() => {
  const all = [...document.querySelectorAll(".box")].map((one) => one.getBoundingClientRect());
  return all.flatMap((one, nth) => all.slice(nth + 1).filter((two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom))
    .length;
}"""


@pytest.mark.parametrize(
    ("entries", "size", "parts"),
    [
        (8, (1920, 1080), 1),
        (16, (1920, 1080), 1),
        (64, (1920, 1080), 4),
        (128, (1920, 1080), 8),
        (64, (360, 740), 3),
    ],
)
def test_a_draw_hangs_in_the_hall_as_a_bracket_in_as_many_parts_as_it_needs(
    director: Director, browser: Browser, entries: int, size: tuple[int, int], parts: int
) -> None:
    """Everybody stands on one of them, and is large enough to be read from afar."""
    director.start()
    kari = drawn(director, entries, 4)
    shows(director, Public(Visibility.NOTHING, draws=True, names=True))
    with screen(browser, size, reduced_motion="reduce") as opened:
        page = opened.page
        hurried(page, 10**8)
        page.goto(f"{director.url}/hall?language=ja")
        names: set[str] = set()
        expect(page.locator(".bracket")).to_be_visible()
        for nth in range(parts):
            expect(page.locator("#rest h2 small")).to_have_text(
                f"{nth + 1}/{parts}" if parts > 1 else ""
            )
            first = page.locator(".bracket .column").first.locator(".name")
            names |= {*first.all_text_contents()}
            assert page.evaluate(OVERLAPS) == 0
            assert page.evaluate(BELOW) == []
            assert [each for each in misfits(page) if "html" in each] == []
            wide = size[0] > size[1]
            least = page.locator(
                ".box .name:not([data-long])" if wide else ".box .name"
            ).evaluate_all(
                "(all) => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"
            )
            assert least >= (0.03 * size[1] if wide else 14)
            columns = page.locator(".drawn .column")
            column = columns.evaluate_all("(all) => all.at(-1).offsetWidth")
            assert wide or column >= 169
            assert not page.locator("html").evaluate("(one) => one.scrollWidth > one.clientWidth")
            page.keyboard.press("ArrowRight")
        assert names == {each["name"] for each in kari.event["entries"]}


def test_a_draw_that_somebody_scrolls_on_a_phone_does_not_turn_meanwhile(
    director: Director, browser: Browser
) -> None:
    director.start()
    drawn(director, 64, 2)
    shows(director, Public(Visibility.NOTHING, draws=True, names=True))
    with screen(browser, (360, 740), reduced_motion="reduce") as opened:
        page = opened.page
        page.clock.install()
        page.goto(f"{director.url}/hall")
        small, tree = page.locator("#rest small"), page.locator(".drawn")
        expect(tree).to_be_visible()
        here = small.inner_text()
        page.clock.fast_forward(9_000)
        tree.dispatch_event("scroll")
        page.clock.fast_forward(9_000)
        assert small.inner_text() == here
        page.clock.fast_forward(2_000)
        assert small.inner_text() != here


def test_who_is_through_stands_in_the_next_round_of_the_bracket_at_once(
    director: Director, browser: Browser
) -> None:
    director.start()
    kari = drawn(director, 8, 4)
    shows(director, Public(Visibility.NOTHING, draws=True, names=True))
    with screen(browser) as opened:
        page = opened.page
        hurried(page, 10**8)
        page.goto(f"{director.url}/hall")
        titles = page.locator(".bracket h3")
        expect(titles).to_have_text(["Quarter-finals · to 7", "Semi-finals · to 7", "Final · to 7"])
        expect(page.locator(".lines path")).to_have_count(4 + 2)
        won = kari.plays("main-1-1")
        (name,) = (each["name"] for each in kari.event["entries"] if each["entry_id"] == won)
        semi = page.locator(".column").nth(1).locator(".name").first
        expect(semi).to_have_text(name)
        expect(page.locator(".box [data-won] .name")).to_have_text(name)
        for nth in (2, 3, 4):
            kari.plays(f"main-1-{nth}")
        for nth in (1, 2):
            kari.plays(f"main-2-{nth}")
        kari.plays("main-3-1")
        expect(page.locator(".column").last.locator("[data-won]")).to_have_count(1)
        assert violations(page) == []


def test_who_plays_in_no_bracket_stands_in_a_list_as_he_stands(
    director: Director, browser: Browser
) -> None:
    director.start()
    kari = runner(director)
    kari.does("OpenEvent", name="Malmö Open")
    kari.does("SetTables", tables=[1, 2])
    offered = {each["format_id"]: each for each in kari.get("/event/formats")["formats"]}
    form = offered["swiss"]["format"]
    form = {**form, "rounds": [{**each, "profile": "norway"} for each in form["rounds"]]}
    kari.does("MakeDivision", division_id="main", name="Open", format=form, precedence=1)
    who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, 31)]
    kari.does("Enter", division_id="main", entries=who)
    kari.does("DrawDivision", division_id="main")
    kari.does("PublishDraw", division_id="main")
    shows(director, Public(Visibility.NOTHING, draws=True, names=True))
    with screen(browser) as opened:
        page = opened.page
        hurried(page, 10**8)
        page.goto(f"{director.url}/hall")
        expect(page.locator("#rest-title")).to_have_text("Open · Round 1")
        title = page.locator("#rest-title")
        while "Standings" not in title.inner_text():
            before = page.locator("#rest").inner_text()
            page.keyboard.press("ArrowRight")
            expect(page.locator("#rest")).not_to_have_text(before, use_inner_text=True)
        expect(page.locator(".line")).to_have_count(15)
        assert page.evaluate(BELOW) == []
        best = page.locator(".line").first
        expect(best.locator(".score")).to_have_text("0 – 0")
        (first, *_rest) = (each["pairing_id"] for each in kari.division()["pairings"])
        won = kari.plays(first)
        (name,) = (each["name"] for each in kari.event["entries"] if each["entry_id"] == won)
        expect(best.locator(".score")).to_have_text("1 – 0")
        expect(best.locator(".name")).to_have_text(name)


def test_the_hall_says_that_the_connection_is_lost_and_since_when(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    drawn(table.director, 4, 2)
    shows(table.director, EVERYTHING)
    with screen(browser) as opened:
        page = opened.page
        page.goto(f"{table.director.url}/hall")
        expect(page.locator("#rest-title")).to_have_text("Next up")
        expect(page.locator("#lost")).to_be_hidden()
        table.fall_silent()
        table.director.kill()
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator("#lost-since")).to_have_text(re.compile(r"^since \d\d:\d\d$"))
        expect(page.locator("#rest-title")).to_have_text("Next up")
        table.director.start()
        expect(page.locator("#lost")).to_be_hidden()
        opened.forgive(LOST)


def test_the_halls_code_leads_a_phone_to_the_address_the_browser_asked_by(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    drawn(table.director, 4, 2)
    shows(table.director, EVERYTHING)
    with screen(browser) as opened:
        page = opened.page
        page.goto(f"{table.director.url}/hall")
        code = page.locator("#find svg")
        expect(code).to_be_visible()
        picture = np.frombuffer(code.screenshot(), np.uint8)
        read = code_read(np.asarray(cv2.imdecode(picture, cv2.IMREAD_COLOR), np.uint8))
        assert read == f"{table.director.url}/phone"
        expect(page.locator("#find bdi")).to_have_text(read)


def test_a_director_sets_what_the_hall_sees_and_how_late(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    drawn(table.director, 4, 2)
    with window(browser) as opened, screen(browser) as other:
        table.director.let_in(opened.page)
        page, seen = opened.page, other.page
        page.goto(f"{table.director.url}/people")
        page.get_by_label("Who plays where").check()
        expect(page.get_by_label("Players' names")).to_be_checked()
        page.get_by_label("Delay of scores and results, minutes").fill("5")
        assert violations(page) == []
        with page.expect_navigation():
            page.locator("#public button").click()
        seen.goto(f"{table.director.url}/hall")
        expect(seen.locator("#later")).to_have_text("Scores and results: 5 min delayed")
        expect(seen.locator("#find")).to_be_visible()
        page.get_by_label("Players' names").uncheck()
        expect(page.get_by_label("Who plays where")).not_to_be_checked()
        with page.expect_navigation():
            page.locator("#public button").click()
        expect(seen.locator("#nothing")).to_have_text("This event shows nothing to visitors")
        other.forgive(EXPECTED)


FOLD_IN_THE_MOMENT_OF_NEWS = """(title) => {
  const folds = [...document.querySelectorAll("#draws summary")];
  folds.find(({ textContent }) => textContent === title).click();
  document.getElementById("other").click();
}"""
"""It is opened, and before the browser tells of it the page is shown anew."""


# --- a phone -------------------------------------------------------------------------------------


def test_a_player_finds_himself_and_is_told_where_he_plays_as_it_changes(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    director = table.director
    kari = drawn(director, 4, 2)
    shows(director, EVERYTHING)
    with window(browser, viewport=PHONE) as opened:
        page = opened.page
        page.goto(f"{director.url}/phone")
        name = page.get_by_label("Find me by name")
        name.fill("nobody at all")
        expect(page.locator("#found")).to_have_text("No player of this name is in a draw here.")
        name.fill("WILHELM")
        page.locator("#found button").click()
        now = page.locator("#now")
        expect(now.locator(".table")).to_have_text("You are next. Your table will be shown here.")
        page.reload()
        expect(page.locator("#me-name")).to_have_text("Wilhelmina Markworth")
        calls(kari, 2)
        (mine,) = (
            (number, two)
            for number, two in at_tables(kari).items()
            if "Wilhelmina Markworth" in two
        )
        (against,) = set(mine[1]) - {"Wilhelmina Markworth"}
        expect(now.locator(".table")).to_have_text(f"Table {mine[0]}")
        expect(now.locator(".against")).to_have_text(f"against {against}")
        expect(now).to_contain_text("called at ")
        assert violations(page) == []
        assert misfits(page) == []
        event = kari.event
        names = {each["entry_id"]: each["name"] for each in event["entries"]}
        called = [each for each in kari.division()["pairings"] if each["table"]]
        called.sort(key=lambda each: each["table"] != mine[0])
        for pairing in called:
            two = [place["entry_id"] for place in pairing["places"]]
            two.sort(key=lambda each: names[each] != "Wilhelmina Markworth")
            key = {"division_id": "main", "pairing_id": pairing["pairing_id"]}
            first = pairing["places"][0]["entry_id"] == two[0]
            score = [7, 4] if first else [4, 7]
            kari.does("TakeMatch", key=key, winner=two[0], score=score)
            if pairing is called[0]:
                expect(now.locator(".table")).to_have_text("Your next match")
                expect(now.locator(".against")).to_contain_text("winner of")
        expect(now.locator(".table")).to_have_text("You are next. Your table will be shown here.")
        expect(now.locator(".about").first).to_contain_text("Final")
        expect(page.locator("#mine .pairing")).to_have_count(2)
        expect(page.locator("#mine [data-won] .score").first).to_have_text("7")
        page.locator("summary", has_text="main · Semi-finals").click()
        expect(page.locator("#draws details[open] .pairing")).to_have_count(2)
        page.get_by_role("button", name="Somebody else").click()
        expect(page.locator("#me")).to_be_hidden()
        expect(name).to_be_focused()
        page.evaluate(FOLD_IN_THE_MOMENT_OF_NEWS, "main · Final")
        expect(page.locator("#draws details[open]")).to_have_count(2)


def test_each_of_two_is_told_the_other(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    kari = drawn(table.director, 4, 2)
    shows(table.director, EVERYTHING)
    two = calls(kari, 1)[1]
    with window(browser, viewport=PHONE) as opened:
        page = opened.page
        page.goto(f"{table.director.url}/phone")
        for mine, other in (two, two[::-1]):
            page.get_by_label("Find me by name").fill(mine)
            page.keyboard.press("Enter")
            expect(page.locator("#now .against")).to_have_text(f"against {other}")
            page.locator("#other").click()


def test_no_name_breaks_a_phone(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]]
) -> None:
    (table,) = hall(1)
    kari = drawn(table.director, 64, 60)
    calls(kari, 24)
    shows(table.director, EVERYTHING)
    with window(browser, viewport=PHONE) as opened:
        page = opened.page
        page.goto(f"{table.director.url}/phone")
        for name in ("Hohenstein", "鈴鈴", "WWWW", "משה כהן"):
            page.get_by_label("Find me by name").fill(name)
            assert misfits(page) == []
            page.keyboard.press("Enter")
            expect(page.locator("#me")).to_be_visible()
            page.locator("summary", has_text="main · Round 1").click()
            assert misfits(page) == []
            assert violations(page) == []
            page.locator("#other").click()


# --- a video's overlay ---------------------------------------------------------------------------


def test_an_overlay_lies_on_a_video_and_has_no_words_but_names(
    browser: Browser, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    first, second = hall(2)
    first.open(norway, 7, "佐藤 健太郎", "W" * 80)
    first.begin_game()
    first.press(WHITE)
    first.roll((6, 3), "a" * 64)
    second.open(norway)
    shows(first.director, Public(Visibility.SCORES, names=True))
    with screen(browser) as opened:
        page = opened.page
        page.goto(f"{first.director.url}/overlay/1")
        expect(page.locator("#board .name")).to_have_text(["佐藤 健太郎", "W" * 80])
        expect(page.locator("#board .score")).to_have_text(["0", "0"])
        expect(page.locator("#length")).to_have_text("7")
        expect(page.locator("#centre")).to_have_text("1")
        expect(page.locator("#black .die")).to_have_count(2)
        expect(page.locator("#black .die").first.locator("i")).to_have_count(6)
        expect(page.locator("#white .die")).to_have_count(0)
        expect(page.locator("#black[data-turn] .clock")).to_contain_text(":")
        words = page.locator("#board").inner_text().replace("佐藤 健太郎", "").replace("W" * 80, "")
        assert not re.search(r"[^\W\d_]", words), words
        assert violations(page) == []
        assert page.evaluate(BELOW) == []
        shot = page.screenshot(omit_background=True)
        picture = cv2.imdecode(
            np.frombuffer(io.BytesIO(shot).read(), np.uint8), cv2.IMREAD_UNCHANGED
        )
        assert picture[5, 5, 3] == 0
        box = page.locator("#black").bounding_box()
        assert box is not None
        assert picture[int(box["y"]) + 4, int(box["x"]) + 60, 3] == 255
        second.begin_game()
        second.press(WHITE)
        second.tap(c.DoubleTapped, BLACK)
        page.goto(f"{first.director.url}/overlay/2")
        expect(page.locator("#centre[data-offered]")).to_have_text("2")
        second.tap(c.TakeTapped, WHITE)
        expect(page.locator("#white .cube")).to_have_text("2")
        expect(page.locator("#centre")).to_be_hidden()
        shows(first.director, Public())
        page.reload()
        expect(page.locator("#board")).to_be_hidden()
        opened.forgive(EXPECTED)
