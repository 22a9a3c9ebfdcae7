"""Result sheets and the report in a real browser: on a screen, and printed on A4."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits.console_checks import misfits, violations
from kits.console_kit import window
from kits.event_kit import Runner
from kits.hall_kit import PaperTable
from kits.served_kit import Director, settings_of, starts
from playwright.sync_api import Browser, Page, expect

from kiosk.rules.match.rulings import Effect
from kiosk.rules.units import Side

MAIN = {"division_id": "main"}
KARI = "director:Kari"
A4_PX = {"width": 794, "height": 1123}


@pytest.fixture
def director(tmp_path: Path, table: PaperTable) -> Iterator[Director]:
    settings_of(tmp_path, table.key.public)
    config = tmp_path / "director.toml"
    config.write_text(config.read_text().replace('"open"', '"open-2026"'))  # as the table's match
    with starts(tmp_path, table) as start:
        started = start()
        started.session = started.enter()
        yield started


@pytest.fixture
def kari(director: Director) -> Runner:
    """An event of four, played to its end."""

    def post(path: str, body: bytes) -> tuple[int, Any]:
        status, said = director.ask("POST", path, body)
        return status, json.loads(said)

    runner = Runner(post, lambda path: json.loads(director.ask("GET", path)[1]))
    runner.drawn(4)
    while ready := [
        each["pairing_id"] for each in runner.division()["pairings"] if each["state"] == "ready"
    ]:
        runner.plays(ready[0])
    return runner


@pytest.fixture
def page(browser: Browser, director: Director) -> Iterator[Page]:
    with window(browser, viewport=A4_PX) as opened:
        name, _is, value = director.session["cookie"].partition("=")
        url = f"http://127.0.0.1:{director.port}"
        opened.page.context.add_cookies([{"name": name, "value": value, "url": url}])
        yield opened.page


def test_a_report_without_an_event_says_so_and_offers_nothing_that_would_be_refused(
    page: Page, director: Director
) -> None:
    page.goto(f"http://127.0.0.1:{director.port}/event/report")
    expect(page.locator("p.none", has_text="no event is open")).to_be_visible()
    expect(page.locator("main form")).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Report to the federation")


def pages_in(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_each_bracket_begins_a_page(page: Page, director: Director, kari: Runner) -> None:
    page.goto(f"http://127.0.0.1:{director.port}/event/sheet/main")
    expect(page.locator("h2")).to_have_text(["Main", "Consolation"])
    assert kari.event["name"] == "Malmö Open"
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    assert pages_in(pdf) == 2
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.locator("#print")).to_be_hidden()
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_a_note_is_added_to_the_report_and_taken_out(
    page: Page, director: Director, kari: Runner, table: PaperTable
) -> None:
    kari.does("RateBy", formula="fibs")
    table.keeper.tap(c.DisputeTapped, Side.WHITE)
    ruling = ("match-1", KARI, "the cube lay on the bar", Side.WHITE, Effect.GOES_ON, None, "4.4")
    table.keeper.do(c.DisputeRuled, *ruling, by=KARI)
    table.keeper.tap(c.DisputeTapped, Side.BLACK)
    director.batch(table.batch())
    page.goto(f"http://127.0.0.1:{director.port}/event/report")
    field = page.get_by_label("What it was about")
    expect(field).to_have_count(2)
    page.get_by_label("What happened").fill("not sent yet")
    field.last.fill("the clock stood still")
    first = page.locator(".case").first
    first.get_by_label("What it was about").fill("Anna says that she had doubled before the roll.")
    first.get_by_role("button", name="Describe it").click()
    expect(first.locator("p", has_text="Anna says that she had doubled")).to_be_focused()
    expect(field).to_have_count(1)
    expect(field).to_have_value("the clock stood still")
    expect(page.get_by_label("What happened")).to_have_value("not sent yet")
    page.locator(".case").last.get_by_role("button", name="Describe it").click()
    expect(field).to_have_count(0)
    page.reload()
    expect(page.locator(".case").first).to_contain_text("Anna says that she had doubled")
    expect(page.locator(".case").last).to_contain_text("the clock stood still")
    assert kari.event["seq"] == int(page.locator("#report").get_attribute("data-seq") or 0)
    page.get_by_label("Add to the report").select_option("spectator_removed")
    page.get_by_label("Whom it is about").fill("Ola")
    page.get_by_label("What happened").fill("He told a player the score")
    page.get_by_role("button", name="Add it").click()
    note = page.locator("p.note").filter(has_text="Ola")
    expect(note).to_contain_text("Ola: He told a player the score")
    page.emulate_media(media="print")
    expect(page.locator("form").first).to_be_hidden()
    page.emulate_media(media="screen")
    taken_out = page.locator("form.strike").last
    taken_out.get_by_label("Why this note is taken out").fill("it was another")
    taken_out.get_by_role("button", name="Take it out").click()
    expect(note).to_have_count(0)


@pytest.mark.parametrize("width", [390, 1366])
def test_on_a_phone_and_a_desk_nobody_is_shut_out(
    page: Page, director: Director, kari: Runner, width: int
) -> None:
    kari.does("NoteForReport", matter="other", about="Per", words="x" * 300)
    kari.does("RateBy", formula="fibs")
    page.set_viewport_size({"width": width, "height": 844})
    for path in ("/event/report", "/event/sheet/main"):
        page.goto(f"http://127.0.0.1:{director.port}{path}")
        expect(page.locator("h1")).to_contain_text("Malmö Open")
        assert violations(page) == []
        assert misfits(page) == []
