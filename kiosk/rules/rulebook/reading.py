"""A book's TOML document as typed values with their sources, and back.

Every value is a table: `{ value = …, source = "§…" }`. Three more words are allowed in it:
`convention = true` marks a value that the book does not print, `defect = "D2-3"` one reading of an
ambiguous passage; both are put to the director. `must_be_set = true` in place of a value leaves it
to the event.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kiosk.rules.rulebook.book import KEYS, RuleBook, Source
from kiosk.rules.rulebook.errors import RuleBookError
from kiosk.rules.rulebook.vocabulary import BookKey, ValueShape
from kiosk.rules.units import require

__all__ = ["CONVENTION", "BookKind", "BookValue", "Part", "read", "unparse"]

_WORDS = ("value", "source", "convention", "defect", "must_be_set")
_HEAD = ("profile", "title", "kind")
CONVENTION = "convention: "
"""Prefix of the cite of a value that its book does not print."""


class BookKind(StrEnum):
    """A base sets every key; an overlay for play with a clock sets some on top of a base."""

    BASE = "base"
    OVERLAY = "overlay"


@dataclass(frozen=True, slots=True)
class BookValue:
    """One value as a book sets it; None is left to the event."""

    value: Any
    source: Source


@dataclass(frozen=True, slots=True)
class Part:
    """One book: a base or an overlay."""

    profile: str
    title: str
    kind: BookKind
    entries: Mapping[str, BookValue]


def read(document: Mapping[str, Any], file: str) -> Part:
    """The book in a parsed TOML document; `file` is named in every fault.

    Raises RuleBookError with all faults.
    """
    faults: list[str] = [*odd_sections(document, KEYS, _HEAD)]
    head = {word: text_of(document, word, faults) for word in ("profile", "title")}
    kind = _kind(document, faults)
    entries = read_entries(document, KEYS, head["profile"], faults)
    if not faults:
        faults += _unfit(entries) if kind is BookKind.OVERLAY else missing_values(entries, KEYS)
    if faults:
        raise RuleBookError(*(f"{file}: {fault}" for fault in faults))
    return Part(head["profile"], head["title"], kind, entries)


def odd_sections(
    document: Mapping[str, Any], keys: Iterable[BookKey], head: Iterable[str]
) -> Iterator[str]:
    """Faults for what is in a document beside its head and the sections of these keys."""
    sections = dict.fromkeys(key.section for key in keys)
    for name in document:
        if name not in {*head, *sections}:
            yield f"unknown section '{name}'; one of {', '.join(sections)}"


def read_entries(
    document: Mapping[str, Any], keys: Sequence[BookKey], profile: str, faults: list[str]
) -> dict[str, BookValue]:
    """The document's values of these keys; faults are added to `faults`."""
    entries: dict[str, BookValue] = {}
    for key, words in _words(document, keys, faults):
        entry = _entry(key, words, profile, faults)
        if entry is not None:
            entries[key.where] = entry
    return entries


def text_of(document: Mapping[str, Any], word: str, faults: list[str]) -> str:
    """A name in the head of a document."""
    text = document.get(word)
    if isinstance(text, str) and text:
        return text
    faults.append(f"{word} is {text!r}; write a name in quotes")
    return ""


def _kind(document: Mapping[str, Any], faults: list[str]) -> BookKind:
    kind = document.get("kind")
    if isinstance(kind, str) and kind in list(BookKind):
        return BookKind(kind)
    faults.append(f"kind is {kind!r}; one of {', '.join(BookKind)}")
    return BookKind.BASE


def _words(
    document: Mapping[str, Any], keys: Sequence[BookKey], faults: list[str]
) -> Iterator[tuple[BookKey, Any]]:
    """Each known key of the document with its table."""
    for section in dict.fromkeys(key.section for key in keys):
        table = document.get(section, {})
        if not isinstance(table, Mapping):
            faults.append(f"{section} is {table!r}; write a section [{section}]")
            continue
        known = {key.name: key for key in keys if key.section == section}
        for name, words in table.items():
            if name in known:
                yield known[name], words
            else:
                faults.append(f"unknown key {section}.{name}; one of {', '.join(known)}")


def _entry(key: BookKey, words: Any, profile: str, faults: list[str]) -> BookValue | None:
    where = key.where
    found = list(_word_faults(key, words))
    if found:
        faults += found
        return None
    convention, defect = words.get("convention", False), words.get("defect")
    cite = f"{CONVENTION if convention else ''}{profile} {words['source']}"
    if "must_be_set" in words:
        return BookValue(None, Source(where, cite, False, defect))
    source = Source(where, cite, convention or defect is not None, defect)
    return BookValue(typed_value(key, words["value"]), source)


def _word_faults(key: BookKey, words: Any) -> Iterator[str]:
    where = key.where
    if not isinstance(words, Mapping) or ("value" in words) == ("must_be_set" in words):
        yield f'{where} is {words!r}; write {{value = …, source = "§…"}}'
        return
    for word in words:
        if word not in _WORDS:
            yield f"unknown word {where}.{word}; {', '.join(_WORDS)}"
    source, defect = words.get("source"), words.get("defect", "none")
    if not isinstance(source, str) or not source:
        yield f"{where} has no source; name the section it stands in"
    if not isinstance(words.get("convention", False), bool):
        yield f"{where}.convention is {words['convention']!r}; true or false"
    if not isinstance(defect, str) or not defect:
        yield f'{where}.defect is {defect!r}; name the passage, as "D2-3"'
    if "value" in words:
        yield from value_faults(key, words["value"])
    elif words["must_be_set"] is not True:
        yield f"{where}.must_be_set is {words['must_be_set']!r}; true, or leave it out"
    elif not key.optional:
        yield f"{where} can't be left to the event; write a value: {key.range}"


def missing_values(entries: Mapping[str, BookValue], keys: Iterable[BookKey]) -> Iterator[str]:
    """Faults for values that are missing although they matter."""

    def value_of(where: str) -> Any:
        return entries[where].value if where in entries else None

    for key in keys:
        if key.where not in entries and not (key.optional and not key.matters(value_of)):
            yield f"{key.where} is missing; it sets {key.doc}"


def _unfit(entries: Mapping[str, BookValue]) -> Iterator[str]:
    """Faults for values in an overlay that only a base may set."""
    for key in KEYS:
        if key.where in entries and not key.overlay:
            yield f"{key.where} is not for an overlay to set; only what play with a clock needs"


# --- values ------------------------------------------------------------------------------------


def value_faults(key: BookKey, plain: Any) -> Iterator[str]:
    """Faults of a plain value, as TOML gives it, if it does not fit."""
    if not key.fits(typed_value(key, plain)):
        yield f"{key.where} is {plain!r}; {key.range}"


def typed_value(key: BookKey, plain: Any) -> Any:
    """A plain value as the vocabulary's type; unchanged, which never fits, if impossible."""
    match key.shape:
        case ValueShape.CHOICE:
            return _member(key, plain)
        case ValueShape.CHOICES | ValueShape.NUMBERS if isinstance(plain, list):
            choices = key.shape is ValueShape.CHOICES
            items = [_member(key, item) if choices else item for item in plain]
            different = all(items.count(item) == 1 for item in items)
            return frozenset(items) if different and _hashable(items) else plain
        case ValueShape.LENGTHS if isinstance(plain, list):
            return tuple(plain)
        case ValueShape.TIMETABLE if isinstance(plain, list):
            return tuple(tuple(row) if isinstance(row, list) else row for row in plain)
        case _:
            return plain


def _member(key: BookKey, plain: Any) -> Any:
    members = {member.value: member for member in require(key.choices)}
    return members.get(plain, plain) if isinstance(plain, str) else None


def _hashable(items: Iterable[Any]) -> bool:
    return all(isinstance(item, str | int) for item in items)


def plain_value(value: Any) -> Any:
    """A value of the vocabulary as TOML holds it."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(plain_value(item) for item in value)
    return [plain_value(item) for item in value] if isinstance(value, tuple) else value


def unparse(book: RuleBook) -> dict[str, Any]:
    """The book as the document of a base; `parse` is the inverse."""
    document: dict[str, Any] = {"profile": book.profile, "title": book.title, "kind": "base"}
    for source in book.sources:
        section, _, name = source.key.partition(".")
        document.setdefault(section, {})[name] = _words_of(book, source)
    return document


def _words_of(book: RuleBook, source: Source) -> dict[str, Any]:
    value = book.value(source.key)
    words = {"must_be_set": True} if value is None else {"value": plain_value(value)}
    convention = source.cite.startswith(CONVENTION)
    cite = source.cite.removeprefix(CONVENTION).removeprefix(f"{book.profile} ")
    return {
        **words,
        "source": cite,
        **({"convention": True} if convention else {}),
        **({"defect": source.defect} if source.defect else {}),
    }
