"""What a spreadsheet gets is no formula, and what was written is read again as it was."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.record.spreadsheet import Cell, csv_bytes, read_cell

LIVE = "=+-@\t\r\n＝＋－＠﹢﹣﹦﹫−|%"
"""By hand: OWASP's, full-width and small forms, the typesetter's minus, and DDE's marks."""

BLIND = ' "\u00a0\u3000\u200b\u200e\u2060\ufeff\u00ad\x00\x0b\x1f'
"""What stands before a formula and is not seen, or not kept."""

TEXTS = st.text(alphabet=st.sampled_from(LIVE + BLIND + "';,aé") | st.characters(codec="utf-8"))


def written(*cells: Cell) -> str:
    """The line of a file, as its letters are."""
    content = csv_bytes(["head"] * len(cells), [cells]).decode("utf-8-sig")
    return content.partition("\r\n")[2]


def cells(line: str, mark: str = ",") -> list[str]:
    """What a spreadsheet set to this separator has in its cells."""
    rows = csv.reader(io.StringIO(line, newline=""), delimiter=mark)
    return [cell for row in rows for cell in row]


def is_live(cell: str) -> bool:
    """By hand: what is left of the blind begins a formula; a control begins a cell by itself."""
    bare = cell.lstrip(BLIND)
    return bare.startswith(tuple(LIVE))


@given(st.lists(TEXTS, min_size=1))
def test_every_text_is_read_again_as_it_was(texts: list[str]) -> None:
    assert [read_cell(cell) for cell in cells(written(*texts))] == texts


@given(st.lists(TEXTS, min_size=1), st.sampled_from(",;\t"))
def test_no_text_is_a_formula_whatever_separates_the_cells(texts: list[str], mark: str) -> None:
    found = [cell for cell in cells(written(*texts), mark) if cell.strip(BLIND + "\t\r\n")]
    assert [cell for cell in found if is_live(cell)] == []


BEFORE = ["", *BLIND, "''"]
WITHIN = ["a;", 'a;"', "a\n", "a\t "]
NAMES = [f"{before}{sign}1+1" for sign in LIVE for before in BEFORE] + [
    f"{before}{sign}1+1" for sign in LIVE if not sign.isspace() for before in WITHIN
]


@pytest.mark.parametrize("name", NAMES)
def test_each_sign_of_a_formula_gets_its_apostrophe(name: str) -> None:
    (cell,) = cells(written(name))
    assert len(cell) > len(name)
    assert cell.replace("'", "") == name.replace("'", "")
    assert read_cell(cell) == name


@pytest.mark.parametrize(
    "name", ["'t Hooft", "'", "''", "’t Veld", "O'=Neill", "a-b", "Bo; Li", "5"]
)
def test_an_apostrophe_of_a_name_is_its_own(name: str) -> None:
    assert cells(written(name)) == [name]
    assert read_cell(name) == name


def test_numbers_are_numbers() -> None:
    assert written(-1, 2.5, None) == "-1,2.5,\r\n"


def test_where_decimals_have_a_comma_columns_have_semicolons() -> None:
    content = csv_bytes(["name", "rating"], [["Bo; Lind", 1543.5], ["Å, B", 3]], decimal_comma=True)
    assert content[3:].decode() == 'name;rating\r\n"Bo; Lind";1543,5\r\nÅ, B;3\r\n'
