"""Tables on paper and a director for them (see hall_kit), and a browser with a stand-in for it."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import hall_kit
from kits.console_kit import StandIn, Window, chromium, window
from kits.event_kit import Runner
from kits.hall_kit import DIRECTORS_KEY, Client, HandClocks, PaperTable
from playwright.sync_api import Browser, Page

from kiosk.director.app import create_app
from kiosk.director.service import Service
from kiosk.director.store.sqlite import SqliteStore
from kiosk.rules.rulebook import RuleBook


@pytest.fixture
def make_table(make_keeper: Callable[..., Any]) -> Callable[..., PaperTable]:
    return lambda *rest, **named: PaperTable(make_keeper, *rest, **named)


@pytest.fixture
def table(make_table: Callable[..., PaperTable], norway: RuleBook) -> PaperTable:
    """Table 1 with a match to 3 points open, its first game begun and White to move."""
    opened = make_table()
    opened.open(norway)
    opened.keeper.begin_game(white=5, black=2)
    return opened


@pytest.fixture
def hand() -> HandClocks:
    return HandClocks()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore.open(tmp_path / "director.db")
    yield opened
    opened.close()


# --- an event, over HTTP --------------------------------------------------------------------------


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks) -> Iterator[Service]:
    """His draws are the same each time."""
    started = hall_kit.service(tmp_path, hand, chance=random.Random(7))
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def client(director: Service) -> Iterator[Client]:
    """Kari is signed in."""
    opened = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
    opened.join(director)
    yield opened
    opened.close()


@pytest.fixture
def kari(client: Client) -> Runner:
    return Runner.over(client)


# --- the console ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def service() -> Iterator[StandIn]:
    stand_in = StandIn()
    yield stand_in
    stand_in.close()


@pytest.fixture
def opened(browser: Browser, service: object) -> Iterator[Window]:  # noqa: ARG001 (outlives it)
    with window(browser, viewport={"width": 1366, "height": 768}) as new:
        yield new


@pytest.fixture
def page(opened: Window) -> Page:
    return opened.page
