"""The rows of a list of players, from the bytes of a file or a pasted text. Pure.

Columns are separated by commas, semicolons or tabs; a workbook has its own. What a column means is
matched elsewhere (`list_heads.py`, or by hand at the page).
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kiosk.catalogue.text import Text, text
from kiosk.director.errors import EntryFault
from kiosk.director.event.list_heads import MOST_TITLES, count_fields
from kiosk.director.event.list_text import LikelyCodePage, decode_list
from kiosk.director.event.list_workbook import is_workbook, workbook_rows
from kiosk.record.spreadsheet import read_cell
from kiosk.tournament.entries import MOST_ENTRIES

LONGEST_LIST = 4 * 1024 * 1024
"""Bytes. 10 000 lines with every field have 1 MB, twice that in UTF-16."""
MOST_ROWS = 2 * MOST_ENTRIES
"""A pair has two lines in our own list."""

_MARKS = ",;\t"


class ListRow(NamedTuple):
    """The line in which a row starts, from 1, and its cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ListRows:
    """heads: the header row, or the first where none names people; None: the list is empty or has
    faults. rows: those below it that are not empty. code_pages: one of these must be chosen first.
    """

    heads: ListRow | None = None
    rows: tuple[ListRow, ...] = ()
    faults: tuple[EntryFault, ...] = ()
    code_pages: tuple[LikelyCodePage, ...] = ()


class _RowBroken(ValueError):
    """A row that begins in this line can't be parted into cells."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def read_rows(content: bytes, code_page: str = "") -> ListRows:
    """The rows of a list, or why it can't be read. code_page: the one chosen (`list_text.py`)."""
    if len(content) > LONGEST_LIST:
        return _refused(0, text("the list has more than {most} bytes", most=LONGEST_LIST))
    if not is_workbook(content):
        return _read_text(content, code_page)
    try:
        return _below_heads(workbook_rows(content))
    except ValueError:
        return _refused(0, text("this workbook can't be read: save the list as CSV in UTF-8"))


def _read_text(content: bytes, code_page: str) -> ListRows:
    try:
        words = decode_list(content, code_page)
    except UnicodeError:
        return _refused(0, text("this is not text: save the list as CSV in UTF-8"))
    except LookupError:
        return _refused(0, text("{code_page} is no code page we know", code_page=code_page))
    if not isinstance(words, str):
        why = text("choose how the names read right: the file does not show its letters")
        return ListRows(faults=(EntryFault(0, "", why),), code_pages=words)
    try:
        return _below_heads(_text_rows(words))
    except _RowBroken as broken:
        why = text("a quotation mark is not closed, or is inside a field")
        return _refused(broken.line, why)


def _refused(line: int, words: Text) -> ListRows:
    return ListRows(faults=(EntryFault(line, "", words),))


def _below_heads(rows: Iterable[tuple[int, list[str]]]) -> ListRows:
    """Raises what reading a row does."""
    every = [ListRow(line, tuple(cells)) for line, cells in rows]
    if not every:
        return _refused(1, text("the list is empty"))
    heads, *others = every
    if len(others) > MOST_ROWS:
        words = text("the list has more than {most} entries", most=MOST_ENTRIES)
        return _refused(others[MOST_ROWS].line, words)
    return ListRows(heads, tuple(others))


def _text_rows(words: str) -> Iterator[tuple[int, list[str]]]:
    """The header row and each row below it that is not empty. Raises _RowBroken."""
    mark, head_line = _find_head(words)
    for line, cells in _split_rows(words, mark, strict=True):
        if line >= head_line:
            yield line, [read_cell(cell) for cell in cells]


def _split_rows(words: str, mark: str, *, strict: bool) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty, and the line in which it starts. Raises _RowBroken."""
    reader = csv.reader(io.StringIO(words, newline=""), delimiter=mark, strict=strict)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise _RowBroken(line) from error


def _find_head(words: str) -> tuple[str, int]:
    """The separator of columns and the line of the header row: among the first rows the one that
    names the most columns, or the first row. What stands above is a title, or Excel's `sep=;`."""
    found = []
    for mark in _MARKS:
        for nth, (line, cells) in enumerate(_split_rows(words, mark, strict=False)):
            if nth == MOST_TITLES:
                break
            if count := count_fields(cells):
                found.append((count, len(cells), -line, words.count(mark), mark))
    if found:
        _count, _width, line, _marks, mark = max(found)
        return mark, -line
    first = next((line for line in words.splitlines() if line.strip()), "")
    return max(_MARKS, key=first.count), 1
