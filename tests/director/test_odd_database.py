"""A file that looks like a director's database and is none: only its schema is looked at."""

import sqlite3
from pathlib import Path

import pytest
from kits.odd_databases import SPOILS, spoil

from kiosk import cli
from kiosk.director.errors import StoreError
from kiosk.director.store.kept import journal_of
from kiosk.director.store.sqlite import SqliteStore

WITHIN_STEPS = 1_000_000
"""Of SQLite's machine: what never ends has taken more."""


@pytest.fixture(autouse=True)
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that reckons for long is interrupted, so that the test ends."""
    connect = sqlite3.connect

    def connected(*arguments: object, **named: object) -> sqlite3.Connection:
        made = connect(*arguments, **named)  # type: ignore[call-overload]
        made.set_progress_handler(lambda: 1, WITHIN_STEPS)
        return made

    monkeypatch.setattr(sqlite3, "connect", connected)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    SqliteStore.open(tmp_path / "director.db").close()
    return tmp_path / "director.db"


@pytest.mark.parametrize(("how", "told"), SPOILS.values(), ids=SPOILS)
def test_a_database_with_other_tables_than_a_directors_is_none(
    path: Path, capfd: pytest.CaptureFixture[str], how: object, told: str
) -> None:
    spoil(path, how)  # type: ignore[arg-type]
    words = f"{path} is not a director's database: {told}; name the file a director wrote"
    for ask in (SqliteStore.open, lambda path: journal_of(path, None)):
        with pytest.raises(StoreError) as refused:
            ask(path)
        assert str(refused.value) == words
    for command in (["record", str(path)], ["director", "--db", str(path)]):
        assert cli.main(command) == cli.WRONG
        assert capfd.readouterr().err == f"kiosk: {words}\n"
