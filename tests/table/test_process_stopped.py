"""`kiosk table` as a process: what stops its start, in one line of words."""

import sqlite3

import pytest
from kits.process_kit import TableProcess, one_line
from kits.table_kit import CONFIG

from kiosk.rules.match import Phase

# --- what stops a start ------------------------------------------------------------------------


def broken(table: TableProcess, at: int) -> None:
    """A journal whose row `at` somebody wrote over."""
    with sqlite3.connect(table.journal) as connection:
        connection.execute("DROP TRIGGER event_stays")
        connection.execute("UPDATE event SET \"by\" = 'black' WHERE seq = ?", (at,))
    connection.close()


def test_a_damaged_journal_is_neither_used_nor_changed(plain: TableProcess) -> None:
    plain.start().screen().until(lambda shown: shown.phase is Phase.BETWEEN_GAMES)
    assert plain.stop() == 0
    broken(plain, 2)
    before = plain.journal.read_bytes()
    assert plain.start().wait() == 1
    assert "is damaged at row 2" in one_line(plain)
    assert plain.journal.read_bytes() == before


def test_a_file_that_is_no_journal_is_neither_used_nor_changed(plain: TableProcess) -> None:
    plain.journal.write_text("Dear diary,")
    assert plain.start().wait() == 2
    assert f"{plain.journal} is not a journal" in one_line(plain)
    assert plain.journal.read_text() == "Dear diary,"


def test_a_journal_in_no_folder_is_named(plain: TableProcess) -> None:
    plain.journal = plain.folder / "nowhere" / "table.journal"
    assert plain.start().wait() == 2
    assert "nowhere is no folder" in one_line(plain)


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ("number = 1", "number = 0", "table.number is 0; write a whole number from 1 to 9999"),
        ('"norway"', '"noway"', "no rule book 'noway'"),
    ],
)
def test_a_configuration_that_cant_be_used_is_named(
    plain: TableProcess, written: str, instead: str, said: str
) -> None:
    plain.config.write_text(CONFIG.replace(written, instead))
    assert plain.start().wait() == 2
    assert said in one_line(plain)


def test_pins_this_machine_does_not_have_are_lacking(plain: TableProcess) -> None:
    real = CONFIG.replace('"simulated"', '"real"', 1).replace('"simulated"', '"/dev/no-tower"')
    plain.config.write_text(real.partition("[devices.control]")[0])
    assert plain.start().wait() == 3
    said = one_line(plain)
    assert "GPIO" in said
    assert "Raspberry Pi" in said
