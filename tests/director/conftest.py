"""Tables on paper and a director for them; what they are made of is in hall_kit."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hall_kit import HandClocks, PaperTable

from kiosk.director.sqlite import SqliteStore
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
