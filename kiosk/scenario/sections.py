"""Sections of the rule books that a scenario names; a section that no book has is an error.

Known sections are those the keys of the books cite. An event cites those, or a line that the
director named. A book has more lines than its keys cite: of a `source` only the number must be
known, of a line that it lies between the first and the last known one.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from kiosk.books.profile_loader import book_folders, read_file
from kiosk.rules.rulebook.book import EVENT
from kiosk.scenario.play import Misfit
from kiosk.scenario.values import ValueForm, form_of, hint_at

ANY = ""
"""For sections without a book."""

_LINE = re.compile(r"(|.+ )L(\d+)")
_LINES = re.compile(r"(|.+ )L(\d+)-L(\d+)")
_NUMBER = re.compile(r"§\d+(?:\.\d+)?|TR\d+|L\d+")
_WORD = re.compile(rf"{_NUMBER.pattern}|[\w-]+")


def holds(cited: str, section: str) -> bool:
    """`§4.3` holds `§4.3(iii)`; `L168` lies in `L164-L172`."""
    if cited == section or section.startswith(f"{cited}("):
        return True
    line, lines = _LINE.fullmatch(cited), _LINES.fullmatch(section)
    if line is None or lines is None or line[1] not in {"", lines[1]}:
        return False
    return int(lines[2]) <= int(line[2]) <= int(lines[3])


def _cited(value: Any) -> Any:
    text, books = form_of(str).read(value), _known(book_folders())
    book, _, rest = text.partition(" ")
    book, rest = (book, rest) if book in books else (ANY, text)
    for section in () if text in books[ANY] else rest.split(", "):
        line = _LINE.fullmatch(section) is not None and _has(books[book], section)
        if not line and not any(holds(section, each) for each in books[book]):
            raise _invented(section, book, books[book])
    return text


def _source(value: Any) -> Any:
    text, books, book = form_of(str).read(value), _known(book_folders()), ANY
    for word in _WORD.findall(text):
        book = word if word in books else book
        if _NUMBER.fullmatch(word) and not _has(books[book], word):
            raise _invented(word, book, books[book])
    return text


def _has(known: Iterable[str], number: str) -> bool:
    numbers = {each for section in known for each in _NUMBER.findall(section)}
    lines = [int(each[1:]) for each in numbers if each[0] == "L"]
    if number[0] == "L":
        return bool(lines) and min(lines) <= int(number[1:]) <= max(lines)
    return number in numbers or any(each.startswith(f"{number}.") for each in numbers)


def _invented(section: str, book: str, known: Iterable[str]) -> Misfit:
    words = f"{section} looks invented: no key of {book or 'any book'} rests on it"
    return Misfit("; ".join(filter(None, (words, hint_at(section, sorted(known))))))


@cache
def _known(folders: tuple[Path, ...]) -> Mapping[str, frozenset[str]]:
    """The own sections that each book cites, by the book; under ANY all cited sections."""
    books: dict[str, frozenset[str]] = {}
    cites = {EVENT}
    for book in (read_file(file) for folder in folders for file in sorted(folder.glob("*.toml"))):
        cited = {entry.source.cite for entry in book.entries.values()}
        own = [cite.split(" ", 1)[1] for cite in cited if cite.startswith(f"{book.profile} ")]
        books[book.profile] = frozenset(section for each in own for section in each.split(", "))
        cites |= cited | books[book.profile]
    return {ANY: frozenset(cites), **books}


Cited = Annotated[str, ValueForm("a section that a key of a rule book rests on", _cited)]
Source = Annotated[str, ValueForm("text that names sections of rule books", _source)]
