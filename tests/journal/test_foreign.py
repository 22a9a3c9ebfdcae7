"""A file that looks like a journal and is none: nothing of it is asked for but its schema."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from kits.journal_kit import BACK, LOST, append, opened
from kits.odd_databases import SPOILS, spoil

from kiosk import cli
from kiosk.journal import JournalOdd, read, salvage

WITHIN_STEPS = 1_000_000
"""Of SQLite's machine: what never ends has taken more."""

COMMANDS = (
    ("replay",),
    ("record",),
    ("rejudge",),
    ("review", "--all"),
    ("statistics",),
)


KEEP = "keep the files, and see kiosk restore --help"
READ = {name: each for name, each in SPOILS.items() if name != "a trigger more"}
"""A trigger runs where a row is written, and not where one is read."""


@pytest.fixture(params=READ.values(), ids=READ)
def foreign(path: Path, request: pytest.FixtureRequest) -> tuple[Path, str]:
    """It, and what is odd about it."""
    with opened(path) as journal:
        append(journal, "c-1", LOST, BACK)
    (path.parent / "pictures").mkdir()
    how, told = request.param
    spoil(path, how)
    return path, told


@pytest.fixture(autouse=True)
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that reckons for long is interrupted, so that the test ends."""
    connect = sqlite3.connect

    def connected(*arguments: object, **named: object) -> sqlite3.Connection:
        made = connect(*arguments, **named)  # type: ignore[call-overload]
        made.set_progress_handler(lambda: 1, WITHIN_STEPS)
        return made

    monkeypatch.setattr(sqlite3, "connect", connected)


@pytest.mark.parametrize(
    "ask",
    [lambda path: next(read(path)), opened, lambda path: salvage.openable_rows(path, None)],
    ids=["a reader", "a table", "a restorer"],
)
def test_a_file_with_other_tables_than_a_journals_is_none(
    foreign: tuple[Path, str], ask: Callable[[Path], object]
) -> None:
    path, told = foreign
    with pytest.raises(JournalOdd) as refused:
        ask(path)
    assert (
        str(refused.value)
        == f"{path} is not a journal: {told}; name the file a table wrote, or {KEEP}"
    )


@pytest.mark.parametrize("command", COMMANDS, ids=[each[0] for each in COMMANDS])
def test_every_command_that_reads_one_refuses_it_in_a_sentence(
    foreign: tuple[Path, str], command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    path, told = foreign
    assert cli.main([command[0], str(path), *command[1:]]) == cli.BROKEN
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_nothing_of_it_is_restored_and_its_own_name_is_not_believed(
    foreign: tuple[Path, str],
) -> None:
    path, _told = foreign
    assert salvage.sound_rows(path) == ()
    assert salvage.name_of(path) is None


@pytest.mark.parametrize("trigger", ["event_only_grows", "event_stays", "journal_is_kept"])
def test_a_journal_without_a_trigger_is_read(path: Path, trigger: str) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST)
    spoil(path, lambda connection: connection.execute(f"DROP TRIGGER {trigger}"))
    assert len(list(read(path))) == 1


def test_how_a_statement_is_laid_out_is_no_difference(path: Path) -> None:
    with opened(path) as journal:
        append(journal, "c-1", LOST)
    with closing(sqlite3.connect(path, isolation_level=None)) as visitor:
        asked = "SELECT sql FROM sqlite_schema WHERE name = 'event_stays'"
        (statement,) = visitor.execute(asked).fetchone()
        visitor.execute("DROP TRIGGER event_stays")
        visitor.execute(statement.replace("\n", " \n\n  "))
    assert len(list(read(path))) == 1
