"""The real service and its tables, where the tests above have a stand-in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kits.console_live import Director, FakeTable

from kiosk.rules.rulebook import RuleBook


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    service = Director(tmp_path)
    yield service
    service.kill()


@pytest.fixture
def service(director: Director) -> Director:
    return director


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
