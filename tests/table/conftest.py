"""Tables for the tests of `kiosk table`; what they are made of is in table_kit."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.process_kit import TableProcess
from kits.table_kit import BOOT, CONFIG, Table

from kiosk.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "table.journal", boot_id=BOOT) as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> Table:
    return Table(journal)


@pytest.fixture
def config() -> dict[str, Any]:
    """The smallest simulated table, as plain TOML values."""
    return tomllib.loads(CONFIG)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[TableProcess]:
    table = TableProcess(tmp_path)
    yield table
    table.end()
