"""The rows of a workbook (xlsx, ods, xls) as the text of a list: all lists are read one way.

A line of the text is a row of the sheet, so that faults name it as a spreadsheet does. Of several
sheets the first that names players counts.
"""

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from python_calamine import CalamineError, CalamineWorkbook

from kiosk.director.event.list_heads import count_fields

LARGEST_WORKBOOK = 64 * 1024 * 1024
"""Bytes, unpacked: a small file may hold a sheet that fills the memory."""
MOST_HEAD_ROWS = 10

_SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""Of xlsx and ods, which are archives, and of xls."""

_Cell = int | float | str | bool | time | date | datetime | timedelta


def is_workbook(content: bytes) -> bool:
    """Whether the bytes are a workbook's, by their first ones."""
    return content.startswith(_SIGNATURES)


def workbook_text(content: bytes) -> str:
    """Its rows as comma-separated text. Raises ValueError: it is no workbook, or too large."""
    if content.startswith(b"PK"):
        _refuse_large(content)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [list(book.get_sheet_by_name(name).iter_rows()) for name in book.sheet_names]
    except CalamineError as error:
        raise ValueError(str(error)) from error
    named = (rows for rows in sheets if any(_names_players(row) for row in rows[:MOST_HEAD_ROWS]))
    rows = next(named, sheets[0] if sheets else [])
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(_texts(row) for row in rows)
    return written.getvalue()


def _refuse_large(content: bytes) -> None:
    """Raises ValueError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(each.file_size for each in archive.infolist())
    except zipfile.BadZipFile as error:
        raise ValueError(str(error)) from error
    if size > LARGEST_WORKBOOK:
        raise ValueError(size)


def _names_players(row: Sequence[_Cell]) -> bool:
    return count_fields([str(cell) for cell in row]) > 0


def _texts(row: Sequence[_Cell]) -> Iterator[str]:
    """Cells as they are shown: a whole number has no point."""
    for cell in row:
        whole = isinstance(cell, float) and cell.is_integer()
        yield str(int(cell)) if whole else " ".join(str(cell).split())
