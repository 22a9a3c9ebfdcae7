"""The console in a real browser, with the real service and tables that sign what they send."""

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from console_kit import Window, chromium, window
from console_live import Director, FakeTable
from playwright.sync_api import Browser, Locator, Page, expect

from kiosk.rules import clock as clocks
from kiosk.rules import commands as c
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Side, promised
from kiosk.wire.words import sentence

WHITE, BLACK = Side
HOSTILE = "<img src=x onerror=alert(1)>"
RIGHT_TO_LEFT = "\u202eמלך"
LONG = "Maximiliane " * 6 + "Featherstone"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    service = Director(tmp_path)
    yield service
    service.kill()


@pytest.fixture
def opened(browser: Browser, director: Director) -> Iterator[Window]:  # noqa: ARG001 (outlives it)
    with window(browser, viewport={"width": 1366, "height": 768}) as new:
        yield new


@pytest.fixture
def page(opened: Window) -> Page:
    return opened.page


@pytest.fixture
def hall(director: Director) -> Iterator[Callable[[int], tuple[FakeTable, ...]]]:
    """Start the service with so many tables; they beat until the test ends."""
    tables: list[FakeTable] = []

    def filled(count: int) -> tuple[FakeTable, ...]:
        tables.extend(FakeTable(director, number) for number in range(1, count + 1))
        director.start()
        for table in tables:
            table.start()
        return tuple(tables)

    yield filled
    for table in tables:
        table.fall_silent()


@pytest.fixture
def table(hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook) -> FakeTable:
    """Table 1, where White, Ada, moves 6-5 in the first game to 5 points."""
    (one,) = hall(1)
    one.open(norway)
    one.begin_game()
    return one


def card_of(page: Page, number: int) -> Locator:
    return page.locator(".card").filter(has=page.get_by_role("link", name=f"Table {number}"))


def visit(page: Page, table: FakeTable, name: str = "Kari") -> None:
    """The table's page, as a director who has been here before."""
    page.goto(f"{table.director.url}/")
    page.evaluate("name => localStorage.setItem('director', name)", name)
    page.goto(f"{table.director.url}/tables/{table.journal_id}")
    expect(page.locator("#lines li")).not_to_have_count(0)


def fill(page: Page, kind: str, **fields: str) -> None:
    page.get_by_role("button", name=kind, exact=True).click()
    for name, value in fields.items():
        page.locator(f"#orders form:not([hidden]) [name={name}]").fill(value)


# --- the grid ----------------------------------------------------------------------------------


def test_score_follows_a_batch(page: Page, table: FakeTable) -> None:
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
    page.goto(table.director.url)
    delay = card_of(page, 1).locator(".side.white .delay")
    first = delay.inner_text()
    assert int(first) in range(1, 13)
    expect(delay).not_to_have_text(first)
    assert int(delay.inner_text()) < int(first)


def test_silent_table_looks_stale(page: Page, table: FakeTable) -> None:
    page.goto(table.director.url)
    expect(page.locator("#count-playing")).to_have_text("1 playing")
    table.fall_silent()
    card = card_of(page, 1)
    expect(card).to_have_attribute("data-stale", "")
    expect(card.locator(".silence")).to_have_text(re.compile(r"STALE · not heard for \d+ s"))
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
    page.goto(tables[0].director.url)
    numbers = page.locator(".card .number")
    expect(numbers).to_have_text(["1", "2", "3"])
    tables[2].tap(c.DirectorCallTapped, BLACK)
    expect(numbers).to_have_text(["3", "1", "2"])
    expect(card_of(page, 3).locator(".banners")).to_contain_text("Black calls the director")
    expect(page.get_by_role("log", name="What waits")).to_have_text(
        "Table 3: Black calls the director"
    )
    expect(page.locator("#count-call")).to_have_text("1 calls")
    expect(page).to_have_title("(1) Tables")


def test_names_are_text_whatever_is_in_them(
    opened: Window, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    one, two = hall(2)
    one.open(norway, white=HOSTILE, black=RIGHT_TO_LEFT)
    one.begin_game()
    two.open(norway, white=LONG, black=f"{HOSTILE}{LONG}")
    opened.page.goto(one.director.url)
    expect(card_of(opened.page, 1).locator(".name")).to_have_text([HOSTILE, RIGHT_TO_LEFT])
    expect(card_of(opened.page, 2).locator(".name").first).to_have_text(LONG)
    for table in (one, two):
        visit(opened.page, table, HOSTILE)
        expect(opened.page.locator("#director-name")).to_have_text(HOSTILE)
        name = promised(table.match.opened).sides.white.name
        expect(opened.page.locator("#lines")).to_contain_text(name)
        assert opened.page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
        wider = opened.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0


def test_lost_service_is_said_and_found_again(opened: Window, table: FakeTable) -> None:
    page = opened.page
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
    expect(card_of(page, 1).locator(".banners")).to_contain_text("White calls the director")
    opened.forgive("net::ERR_")


# --- orders ------------------------------------------------------------------------------------


def test_stop_is_sent_at_once_and_answered(page: Page, table: FakeTable) -> None:
    visit(page, table)
    fill(page, "Stop clocks", why="Dispute about the roll")
    page.get_by_role("button", name="Stop both clocks now").click()
    outcome = page.locator("#outcomes li")
    expect(outcome).to_contain_text("waiting…")
    table.obey()
    expect(outcome).to_contain_text("done")
    rows = [f"row {row.seq}" for row in table.rows if row.by == "director:Kari"]
    expect(outcome.get_by_role("link")).to_have_text(rows)
    line = page.locator(f"#row-{len(table.rows)}")
    expect(line).to_have_attribute("data-outcome", "")
    expect(line).to_contain_text("Director Kari stops the clocks, because Dispute about the roll.")
    expect(page.locator("#card .banners")).to_contain_text("Stopped: Director Kari: Dispute")


def test_refusal_shows_its_reasons(page: Page, table: FakeTable) -> None:
    visit(page, table)
    fill(page, "Start clocks", why="Dispute decided")
    page.get_by_role("button", name="Start clocks…").click()
    expect(page.locator("#confirm-words")).to_have_text(
        "Start the clocks of table 1. They are not stopped."
    )
    page.locator("#confirm-yes").click()
    table.obey()
    expect(page.locator("#outcomes li")).to_contain_text(
        "The table refused: the clocks are running"
    )


def test_message_is_shown_until_it_is_read(page: Page, table: FakeTable) -> None:
    visit(page, table)
    page.get_by_role("button", name="Message", exact=True).click()
    page.get_by_label("Words for both players").fill("Break after\nthis game")
    page.keyboard.press("Enter")
    expect(page.locator("#outcomes li")).to_have_count(1)
    table.obey()
    banner = page.locator("#card .banners")
    expect(banner).to_contain_text(
        "Message not yet read by White and Black: “Break after this game”"
    )
    table.tap(c.MessageTapped, WHITE)
    expect(banner).to_contain_text("Message not yet read by Black")
    table.tap(c.MessageTapped, BLACK)
    expect(banner).not_to_contain_text("Message")


def test_penalty_says_what_it_will_do(page: Page, table: FakeTable) -> None:
    visit(page, table)
    fill(page, "Penalty", why="late", section="5.2")
    page.get_by_role("radio", name="Bo").check()
    page.get_by_role("button", name="Award penalty…").click()
    expect(page.locator("#confirm-words")).to_have_text(
        "Award 1 penalty point against Bo: Ada 0 – Bo 0 becomes Ada 1 – Bo 0."
    )
    page.get_by_role("button", name="Award 1 penalty point").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    assert table.match.score.white == 0  # the table decides
    table.obey()
    expect(page.locator("#card .score")).to_have_text("1 – 0to 5")
    expect(page.locator("#outcomes li")).to_contain_text("done")
    expect(page.locator("#lines li").first).to_contain_text("because late (5.2)")


def test_score_is_corrected_by_a_line(page: Page, table: FakeTable) -> None:
    visit(page, table)
    words = sentence(table.rows[2].event())
    page.locator("#row-3 .seq").click()
    expect(page.locator("#score-corrects_seq")).to_have_value("3")
    expect(page.locator("#score-white")).to_have_value("0")
    page.locator("#score-white").fill("5")
    page.locator("#score-black").fill("1")
    page.locator("form[data-kind=score] [name=why]").fill("as written")
    page.get_by_role("button", name="Correct the score…").click()
    expect(page.locator("#confirm-words p")).to_contain_text(
        [
            "Correct the score: Ada 0 – Bo 0 becomes Ada 5 – Bo 1.",
            "That ends the match: Ada wins.",
            f"It corrects row 3: {words}",
        ]
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_have_count(1)
    table.obey()
    expect(page.locator("#card .score")).to_have_text("5 – 1to 5")
    assert any('"corrects_seq":3' in row.body for row in table.rows)


def test_name_is_asked_once(page: Page, table: FakeTable) -> None:
    page.goto(f"{table.director.url}/tables/{table.journal_id}")
    fill(page, "Stop clocks", why="Break")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#complaint")).to_contain_text("Say who you are first")
    page.locator("form[data-kind=stop] [name=why]").press("Enter")
    page.get_by_role("textbox", name="Your name").fill(" Kari ")
    page.keyboard.press("Enter")
    expect(page.locator("#outcomes li")).to_contain_text("Kari")
    expect(page.locator("#director-name")).to_have_text("Kari")
    page.reload()
    expect(page.locator("#director-name")).to_have_text("Kari")
    fill(page, "Message", text="hello")
    page.keyboard.press("Enter")
    expect(page.locator("#outcomes li")).to_have_count(2)
    page.get_by_role("button", name="Change").click()
    page.get_by_role("textbox", name="Your name").fill("Per")
    page.keyboard.press("Enter")
    expect(page.locator("#director-name")).to_have_text("Per")


def test_order_waits_through_a_restart(opened: Window, table: FakeTable) -> None:
    visit(opened.page, table)
    fill(opened.page, "Stop clocks", why="Break")
    opened.page.keyboard.press("Enter")
    expect(opened.page.locator("#outcomes li")).to_contain_text("waiting…")
    table.director.kill()
    expect(opened.page.locator("#lost")).to_be_visible()
    fill(opened.page, "Message", text="still there?")
    opened.page.keyboard.press("Enter")
    expect(opened.page.locator("#complaint")).to_contain_text("did not answer")
    table.director.start()
    expect(opened.page.locator("#lost")).to_be_hidden()
    table.obey()
    expect(opened.page.locator("#outcomes li")).to_have_count(1)
    expect(opened.page.locator("#outcomes li")).to_contain_text("done")
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


def test_timeline_is_all_rows_newest_first(page: Page, table: FakeTable) -> None:
    visit(page, table)
    table.press(WHITE)
    rows = [f"#{row.seq}" for row in reversed(table.rows)]
    expect(page.locator("#lines .seq")).to_have_text(rows)
    expect(page.locator("#lines time").first).to_have_text(re.compile("1[56]:03:07"))  # in Oslo
    expect(page.locator("#lines li").first).to_contain_text("Buttons")


def test_unknown_table_is_said(opened: Window, table: FakeTable) -> None:
    opened.page.goto(f"{table.director.url}/tables/nowhere")
    expect(opened.page.locator("#no-lines")).to_contain_text("no table has sent journal 'nowhere'")
    opened.forgive("404")
    opened.page.close()
    opened.faults.clear()


def test_foreign_code_would_be_seen(opened: Window, table: FakeTable) -> None:
    """The watch over faults works: a script in the page itself is blocked and reported."""
    opened.page.goto(table.director.url)
    opened.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'document.title = 1';"
        " document.head.append(s); }"
    )
    assert any("Content Security Policy" in fault for fault in opened.faults)
    opened.forgive("Content Security Policy")


# --- what waits ----------------------------------------------------------------------------------


def test_lateness_is_seen_accepted_and_counts_at_the_table(
    page: Page, hall: Callable[[int], tuple[FakeTable, ...]], norway: RuleBook
) -> None:
    """Twelve minutes late by norway §2.2(iv): two periods of five, two points, if so ordered."""
    first, second = hall(2)
    for table in (first, second):
        table.open(norway, points=9)
    page.goto(second.director.url)
    page.evaluate("name => localStorage.setItem('director', name)", "Kari")
    expect(page.locator("#queue-none")).to_be_visible()
    order = ("match-2", "director:Per", "nobody is there", BLACK, 12 * 60 * SECOND_NS, None)
    second.do(c.LatenessOrdered, *order, by="director:Per")
    line = page.locator("#queue-list li")
    expect(line).to_contain_text("2 penalty points against Black, because it is late")
    expect(card_of(page, 2).locator(".banners")).to_contain_text("2 penalty points against Black")
    expect(page.locator(".card").first).to_contain_text("2 penalty points")
    line.get_by_role("link").click()
    expect(page.locator("#wait-list li")).to_contain_text("[norway §2.2(iv)]")
    page.get_by_role("button", name="Accept…").click()
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words")).to_have_text(
        "2 penalty points against Black, because it is late: Ada 0 – Bo 0 becomes Ada 2 – Bo 0."
    )
    page.get_by_role("button", name="Accept", exact=True).click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    assert second.match.score.white == 0  # the table decides
    second.obey()
    assert (second.match.score.white, second.match.score.black) == (2, 0)
    expect(page.locator("#card .score")).to_have_text("2 – 0to 9")
    expect(page.locator("#outcomes li")).to_contain_text("“the book says so”done")
    expect(page.locator("#lines")).to_contain_text("Director Kari accepts proposal 1")
    expect(page.locator("#wait-list li .text")).to_have_text("Black is not at the table.")
    second.tap(c.PresentTapped, BLACK)
    expect(page.locator("#waits")).to_be_hidden()


def test_time_used_up_is_ruled_on_and_the_result_posted(page: Page, table: FakeTable) -> None:
    """The side that used up its time loses, as the director establishes (norway §4.3(iii))."""
    table.later(3_600)
    table.do(c.DeadlineReached)
    visit(page, table)
    expect(page.locator("#wait-list")).to_contain_text("White's time is used up: Black may claim")
    page.get_by_role("button", name="Rule on time used up…").click()
    page.get_by_role("button", name="Rule on the time…").click()
    expect(page.locator("#confirm-words")).to_have_text(
        "The time of Ada was used up first: Bo wins the match."
    )
    page.get_by_role("button", name="Rule on the time", exact=True).click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#card .doing")).to_have_text("Black won the match")
    expect(page.locator("#wait-list")).to_contain_text("Black won, the result is not posted.")
    page.get_by_role("button", name="Post the result…").click()
    page.get_by_role("button", name="Post the result…").last.click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_have_count(2)
    table.obey()
    expect(page.locator("#waits")).to_be_hidden()
    assert table.match.outcome.posted


def test_a_dispute_is_called_out_ruled_on_and_play_goes_on(page: Page, table: FakeTable) -> None:
    table.tap(c.DisputeTapped, BLACK)
    visit(page, table)
    page.get_by_role("button", name="Rule on the dispute…").click()
    page.get_by_role("radio", name="Nobody").check()
    page.locator("form[data-kind=dispute] [name=why]").fill("no harm was done")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm-words")).to_have_text(
        "Rule for nobody: the dispute is over and play goes on."
    )
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#card .side.white")).to_have_attribute("data-running", "")
    expect(page.locator("#lines")).to_contain_text("rules for nobody, because no harm was done")
    expect(page.locator("#waits")).to_be_hidden()


def test_what_can_not_be_given_now_is_told_by_the_table(page: Page, table: FakeTable) -> None:
    visit(page, table)
    page.get_by_role("button", name="More orders").click()
    page.get_by_role("group", name="Game").get_by_role("button", name="Rule on an offer").click()
    page.get_by_role("radio", name="not certain").check()
    page.locator("form[data-kind=gin] [name=why]").fill("seen")
    page.get_by_role("button", name="Rule on the offer…").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#outcomes li")).to_contain_text("waiting…")
    table.obey()
    expect(page.locator("#outcomes li")).to_contain_text(
        "The table refused: the game is not at that point"
    )
