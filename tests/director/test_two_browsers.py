"""Two browsers at one service, in two languages: a browser's own, and one it was told to read."""

import asyncio
import socket
import threading
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import uvicorn
from kits.console_kit import window
from kits.hall_kit import DIRECTORS_KEY, PASSWORD, HandClocks, PaperTable, service
from kits.pseudo_kit import PLAIN, PSEUDO
from kits.served_kit import entered
from playwright.sync_api import Browser, Page, expect

from kiosk.catalogue.text import ENGLISH
from kiosk.director.app import COOKIE, create_app
from kiosk.rules.units import require
from kiosk.wire import pinned

SESSION: dict[str, str] = {}
"""The headers of who is signed in at the newest service."""


def let_in(page: Page, address: str) -> None:
    name, _, value = SESSION["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": address}])


@pytest.fixture
def address(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[str]:
    """Of a service that has heard of one table."""
    director = service(tmp_path, hand, table)
    with ThreadPoolExecutor(1) as aside:  # the browser's loop runs in this thread
        token = require(aside.submit(asyncio.run, director.people.start_link()).result())
    app = create_app(director, DIRECTORS_KEY, languages={"en": ENGLISH, "nb": PSEUDO})
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = threading.Thread(target=server.run, args=([listener],))
        serving.start()
        url = "http://{}:{}".format(*listener.getsockname())
        urllib.request.urlopen(f"{url}/table/batch", data=table.batch(), timeout=20).close()
        joined = {"token": token, "name": "Kari", "password": PASSWORD}
        SESSION.update(entered(pinned.connect_to(url, None, 20), "/join", joined))
        yield url
        server.should_exit = True
        serving.join()
    director.lifecycle.close()
    director.lifecycle.finish()
    director.lifecycle.thread.store.close()


def looked(page: Page, address: str) -> list[str]:
    """The heading, a card's words, a form's title, and the newest line."""
    let_in(page, address)
    page.goto(address)
    expect(page.locator(".doing")).not_to_be_empty()
    found = [page.locator("h1").inner_text(), page.locator(".doing").inner_text()]
    page.goto(f"{address}/tables/journal-1")
    expect(page.locator("#lines li")).not_to_have_count(0)
    expect(page.locator("#often button")).not_to_have_count(0)
    found.append(page.locator("#often button").first.inner_text())
    return [*found, page.locator("#lines .text").first.inner_text()]


def test_a_viewer_chooses_by_the_language_s_own_name_and_it_is_kept(
    browser: Browser, address: str
) -> None:
    with window(browser, locale="en-GB") as english:
        page = english.page
        let_in(page, address)
        for path in ("", "/tables/journal-1"):
            page.goto(f"{address}{path}")
            choice = page.get_by_role("combobox", name="Language")
            expect(choice.locator("option")).to_have_text(["English", PSEUDO.name])
            expect(choice).to_have_value("en")
            choice.select_option("nb")
            expect(page.locator("html")).to_have_attribute("lang", "nb")
            expect(page.locator("#language")).to_have_value("nb")
            page.locator("#language").select_option("en")
            expect(page.locator("html")).to_have_attribute("lang", "en")
        page.locator("#language").select_option("nb")
        expect(page.locator("html")).to_have_attribute("lang", "nb")
        assert looked(page, address)[0] == PSEUDO.gettext("Tables")


def test_each_reads_its_own_language(browser: Browser, address: str) -> None:
    with window(browser, locale="nb-NO") as norse, window(browser, locale="en-GB") as english:
        theirs = looked(norse.page, address)
        ours = looked(english.page, address)
        assert ours[:3] == ["Tables", "Anna is moving", "Stop clocks"]
        words = ("Tables", "{side} is moving", "Stop clocks")
        assert theirs[:3] == [PSEUDO.gettext(each).format(side="Anna") for each in words]
        assert set(PLAIN.findall(theirs[3])) <= {"Anna"}
        english.page.context.add_cookies([{"name": COOKIE, "value": "nb", "url": address}])
        assert looked(english.page, address) == theirs


def test_a_page_whose_address_names_a_language_is_read_in_it_throughout(
    browser: Browser, address: str
) -> None:
    """What it asks for later, too; and the choice in its head still counts."""
    with window(browser, locale="en-GB") as english:
        page = english.page
        let_in(page, address)
        page.goto(f"{address}/tables/journal-1?language=nb")
        expect(page.locator("#lines li")).not_to_have_count(0)
        expect(page.locator("#often button").first).to_have_text(PSEUDO.gettext("Stop clocks"))
        newest = page.locator("#lines .text").first.inner_text()
        assert set(PLAIN.findall(newest)) <= {"Anna"}
        page.locator("#language").select_option("en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("#often button").first).to_have_text("Stop clocks")
