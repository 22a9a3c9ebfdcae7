"""Tables for spreadsheets: RFC 4180, in UTF-8 with a byte order mark, which they need.

Columns are separated by commas; where a language writes decimals with one, its spreadsheets expect
semicolons.

A text that a spreadsheet would take for a formula has an apostrophe before it, which most do not
show (OWASP, CSV Injection); `read_cell` removes that apostrophe, and no other.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

Cell = str | int | float | None
"""None: an empty cell."""

MEDIA_TYPE = "text/csv; charset=utf-8"

_APOSTROPHE = "'"
_FORMULA = frozenset("=+-@|%\u2212")
"""Signs that begin a formula or a command; U+2212 is the minus of a typesetter."""
_CONTROLS = frozenset("\t\r\n")
"""These begin a cell of their own for readers with other separators."""
_QUOTES = frozenset("'\"")
_AFTER_SEPARATOR = re.compile(r"(?<=[;\t\r\n])")
"""Where a cell begins for a spreadsheet set to semicolons or tabs, which ignores our quotes."""


def csv_bytes(
    header: Sequence[str], lines: Iterable[Sequence[Cell]], *, decimal_comma: bool = False
) -> bytes:
    """The whole file; numbers are written with a point and columns separated by commas, or with a
    decimal comma and semicolons."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", delimiter=";" if decimal_comma else ",")
    writer.writerow(header)
    writer.writerows(
        [_localize(_shield_cell(cell), decimal_comma=decimal_comma) for cell in line]
        for line in lines
    )
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", errors="backslashreplace")


def read_cell(words: str) -> str:
    """The text that `csv_bytes` was given for this cell. Other apostrophes (’t, 'Bo) stay."""
    return _change_parts(words, _take_apostrophe)


def _localize(cell: Cell, *, decimal_comma: bool) -> Cell:
    return str(cell).replace(".", ",") if decimal_comma and isinstance(cell, float) else cell


def _shield_cell(cell: Cell) -> Cell:
    """A number is never a formula."""
    return _change_parts(cell, _add_apostrophe) if isinstance(cell, str) else cell


def _change_parts(words: str, change: Callable[[str, bool], str]) -> str:
    parts = _AFTER_SEPARATOR.split(words)
    return "".join(change(part, place == 0) for place, part in enumerate(parts))


def _add_apostrophe(part: str, first: bool) -> str:
    return f"{_APOSTROPHE}{part}" if _is_formula(part, first) else part


def _take_apostrophe(part: str, first: bool) -> str:
    bare = part.removeprefix(_APOSTROPHE)
    return bare if bare != part and _is_formula(bare, first) else part


def _is_formula(part: str, first: bool) -> bool:
    """Whether it begins like a formula, after spaces, quotation marks and invisible characters.

    Quotation marks are ignored, so that the result is the same with and without our apostrophe.
    """
    for sign in part:
        if first and sign in _CONTROLS:
            return True
        category = unicodedata.category(sign)
        if sign not in _QUOTES and category[0] not in "CMZ":
            plain = unicodedata.normalize("NFKC", sign)[0]
            return plain in _FORMULA or category == "Pd"
    return False
