"""The five books say what is printed in them: each line of five_books.txt, each section cited."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.rules_kit import ROOT

from kiosk.rules.rulebook import KEYS, BookValue, Part, read
from kiosk.rules.rulebook.reading import plain_value

BOOKS = {
    "000": "italian-international",
    "001": "london-club",
    "002": "unified-2001",
    "003": "norway",
    "004": "michigan-2002",
}
PARTS: dict[str, Part] = {
    number: read(tomllib.loads((ROOT / f"config/rulebooks/{name}.toml").read_text("utf-8")), name)
    for number, name in BOOKS.items()
}
TABLE = Path(__file__).with_name("five_books.txt").read_text("utf-8")

Line = tuple[str, str, str, Any, str]


def lines() -> list[Line]:
    """(number, book, key, value as TOML has it, section) for each line of the table."""
    rows: list[Line] = []
    number = key = ""
    for line in TABLE.splitlines():
        if not line or line.startswith("#"):
            continue
        if not line.startswith(" "):
            number, key = line.split()
            continue
        book, rest = line.split(maxsplit=1)
        says, cite = re.fullmatch(r"(.*?) +((?:L\d|§|TR|CR).*)", rest).groups()  # type: ignore[union-attr]
        rows.append((number, book, key, _value(key, says), cite))
    return rows


def _value(key: str, says: str) -> Any:
    shape = next(each.shape for each in KEYS if each.where == key)
    if says == "OPEN":
        return None
    words = [] if says == "-" else [int(w) if w.isdecimal() else w for w in says.split()]
    if shape in {"choices", "numbers", "lengths"}:
        return words
    (word,) = words
    return {"true": True, "false": False}.get(str(word), word)


LINES = lines()
CONFLICTS = [line for line in LINES if line[0].startswith("C")]


@pytest.mark.parametrize(
    ("number", "book", "key", "value", "section"),
    LINES,
    ids=str,
)
def test_a_book_says_what_is_printed_and_where(
    number: str, book: str, key: str, value: Any, section: str
) -> None:
    entry: BookValue = PARTS[book].entries[key]
    assert plain_value(entry.value) == value, number
    assert entry.source.cite == f"{BOOKS[book]} {section}"


def test_every_conflict_is_there() -> None:
    assert sorted({line[0] for line in CONFLICTS}) == [f"C{n:02}" for n in range(1, 67)]


def test_each_conflict_is_told_apart() -> None:
    """At least two books say different things, or one prints what the others leave out."""
    same = []
    for number in {line[0] for line in CONFLICTS}:
        said: dict[str, set[str]] = {}
        for _number, _book, key, value, _cite in (x for x in CONFLICTS if x[0] == number):
            said.setdefault(key, set()).add(str(value))
        if all(len(values) == 1 for values in said.values()):
            same.append(number)
    assert same == []


# --- the defects ---------------------------------------------------------------------------------

READINGS = {
    "0": (2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 21, 23),
    "1": (3, 4, 5),
    "2": (1, 3, 4, 5, 6, 7, 11),
    "3": (5, 6, 8, 9, 10, 12, 13, 15, 16, 17, 22, 23),
    "4": (2, 3, 4, 10),
}
"""Per book, the passages read one way of several at a match table: D0-2, D0-5 …"""


@pytest.mark.parametrize(
    "defect", [f"D{book}-{number}" for book, numbers in READINGS.items() for number in numbers]
)
def test_every_reading_is_put_to_the_director(defect: str) -> None:
    marked = [
        source.director_confirms
        for part in PARTS.values()
        for entry in part.entries.values()
        for source in (entry.source,)
        if source.defect == defect
    ]
    assert marked
    assert all(marked)


# --- the sections --------------------------------------------------------------------------------

TEXTS = ROOT.parent / "shared/seeds"
NAMES = {
    "000": "italian-international",
    "001": "london-club",
    "002": "unified-clock-2001",
    "003": "norway",
    "004": "michigan-clock-2002",
}


def printed(number: str) -> set[str]:
    """Every section a book prints, as it is cited."""
    text = (TEXTS / f"book-{number}-{NAMES[number]}.txt").read_text("utf-8")
    if number == "000":
        return set(numbered_lines(text))
    if number == "001":
        return {*numbered_lines(text), *club_rules(text)}
    return set(sections(text))


def numbered_lines(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield f"L{number}"


def club_rules(text: str) -> Iterator[str]:
    """`TR9`, `TR9.3` …, the numbered Tournament Rules."""
    rule = ""
    for line in text.splitlines():
        if head := re.match(r"  (\d+)\. ", line):
            rule = f"TR{head[1]}"
            yield rule
        elif sub := re.match(r"    (\d)\. ", line):
            yield f"{rule}.{sub[1]}"


def sections(text: str) -> Iterator[str]:
    """`§3.5`, `§3.5(v)`, `§4.1(iv)(a)`, `§3.10(c)` …, as headed in the book."""
    chapter = item = ""
    for line in re.sub(r"<\|.*?\|>", "", text).splitlines():
        if head := re.match(r"\s?(\d\.\d+) ", line):
            chapter = item = f"§{head[1]}"
            yield chapter
        elif point := re.match(r"\(([ivx]+)\) ?", line):
            item = f"{chapter}({point[1]})"
            yield item
        yield from (f"{item}({letter})" for letter in re.findall(r"\(([a-h])\)", line))


def named(cite: str) -> list[str]:
    """The sections a cite names; a span of lines names both ends."""
    return re.findall(r"(?:L\d+|TR[\d.]*\d|§[\d.]+(?:\([a-z]+\))*)", cite)


@pytest.mark.skipif(not TEXTS.exists(), reason="the books' texts are not kept in this repository")
@pytest.mark.parametrize("number", BOOKS)
def test_every_section_cited_is_in_the_book(number: str) -> None:
    there = printed(number)
    if number == "003":  # the second 2.3 and the second 4.7 are cited as 2.4 and 4.8
        there |= {"§2.4(i)", "§2.4(ii)", "§4.8"}
    odd = {
        cite
        for entry in PARTS[number].entries.values()
        if not entry.source.cite.startswith("convention: ")
        for cite in named(entry.source.cite)
        if cite not in there
    }
    assert odd == set()


@pytest.mark.parametrize("number", BOOKS)
def test_every_printed_value_names_a_section(number: str) -> None:
    for where, entry in PARTS[number].entries.items():
        assert named(entry.source.cite) or entry.source.cite.startswith("convention: "), where
