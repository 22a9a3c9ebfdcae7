"""The rows of a workbook: xlsx, ods, xls.

Of several sheets the first that names players counts; what stands above its header row is a title.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from python_calamine import CalamineError, CalamineWorkbook

from kiosk.director.event.list_heads import MOST_TITLES, count_fields

LARGEST_WORKBOOK = 64 * 1024 * 1024
"""Bytes, unpacked: a small file may hold a sheet that fills the memory."""

_SIGNATURES = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""Of xlsx and ods, which are archives, and of xls."""

_Cell = int | float | str | bool | time | date | datetime | timedelta


def is_workbook(content: bytes) -> bool:
    """Whether the bytes are a workbook's, by their first ones."""
    return content.startswith(_SIGNATURES)


def workbook_rows(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """The header row and each row below it that is not empty, with its number in the sheet.

    Raises ValueError: it is no workbook, or too large."""
    if content.startswith(b"PK"):
        _refuse_large(content)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = [list(book.get_sheet_by_name(name).iter_rows()) for name in book.sheet_names]
    except CalamineError as error:
        raise ValueError(str(error)) from error
    heads = [_find_head(rows) for rows in sheets]
    chosen = max(range(len(sheets)), key=lambda nth: heads[nth] is not None, default=None)
    if chosen is None:
        return
    for line, row in enumerate(sheets[chosen], 1):
        cells = [_cell_text(cell) for cell in row]
        if line >= (heads[chosen] or 1) and any(cells):
            yield line, cells


def _refuse_large(content: bytes) -> None:
    """Raises ValueError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(each.file_size for each in archive.infolist())
    except zipfile.BadZipFile as error:
        raise ValueError(str(error)) from error
    if size > LARGEST_WORKBOOK:
        raise ValueError(size)


def _find_head(rows: Sequence[Sequence[_Cell]]) -> int | None:
    """The number of the row that names players and the most columns; None: none does."""
    counts = [count_fields([str(cell) for cell in row]) for row in rows[:MOST_TITLES]]
    return 1 + counts.index(max(counts)) if any(counts) else None


def _cell_text(cell: _Cell) -> str:
    """A cell as it is shown: a whole number has no point."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return " ".join(str(cell).split())
