"""Tables for spreadsheets: RFC 4180 with commas, in UTF-8 with its mark, which those need to see.

A text that a spreadsheet would take for a formula has an apostrophe before it, which most do not
show (OWASP, CSV Injection).
"""

import csv
import io
from collections.abc import Iterable, Sequence

Cell = str | int | float | None
"""None: an empty cell."""

MEDIA_TYPE = "text/csv; charset=utf-8"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_bytes(header: Sequence[str], lines: Iterable[Sequence[Cell]]) -> bytes:
    """The whole file; numbers are written as they are, with a point."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([_safe(cell) for cell in line] for line in lines)
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", errors="backslashreplace")


def _safe(cell: Cell) -> Cell:
    """A formula may hide behind spaces, too; a number is no formula."""
    if isinstance(cell, str) and cell.lstrip(" \u00a0").startswith(_FORMULA):
        return f"'{cell}"
    return cell
