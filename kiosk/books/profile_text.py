"""A rule book in words: all of it, or the differences of two."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from kiosk.rules.rulebook import CONVENTION, KEYS, BookKey, RuleBook, Strategy

NOT_USED = "not used"
BY_EVENT = "left to the event"
FOR_PEOPLE = "for people only: the table does nothing with it"


def show(book: RuleBook) -> Iterator[str]:
    """Every value with its meaning and section, then what the director confirms and must set."""
    yield f"{book.profile}: {book.title}"
    for section, keys in groupby(KEYS, key=lambda key: key.section):
        yield ""
        yield f"[{section}]"
        for key in keys:
            yield f"{key.name} = {value(book, key)}{cite(book, key)}"
            described = "; ".join(meanings(book.value(key.where)))
            yield f"    {key.doc}{f': {described}' if described else ''}"
            if key.for_people:
                yield f"    {FOR_PEOPLE}"
    yield ""
    yield from _to_confirm(book)
    yield from _to_set(book)


def diff(one: RuleBook, other: RuleBook) -> Iterator[str]:
    """The differences of two books, grouped by section, each with both values and both sources."""
    differ = [key for key in KEYS if value(one, key) != value(other, key)]
    for section, keys in groupby(differ, key=lambda key: key.section):
        yield f"[{section}]"
        for key in keys:
            yield f"{key.name}: {key.doc}"
            for book in (one, other):
                yield f"    {book.profile}: {in_words(book, key)}{cite(book, key)}"
        yield ""
    printed = sum(_prints(one, key) and _prints(other, key) for key in differ)
    yield (
        f"{one.profile} and {other.profile} differ in {len(differ)} of {len(KEYS)} values; in "
        f"{printed} both have it in print."
    )


def _prints(book: RuleBook, key: BookKey) -> bool:
    """Whether the book prints it, even if only as left to the event."""
    source = book.source(key.where)
    return source is not None and not source.cite.startswith(CONVENTION)


def meaning(key: BookKey) -> str:
    """The meaning of a value, and whether it is only for people."""
    return f"{key.doc} ({FOR_PEOPLE})" if key.for_people else key.doc


def value(book: RuleBook, key: BookKey) -> str:
    """The value as a book writes it, or that it is unused or the event's."""
    held = book.value(key.where)
    if held is None:
        return BY_EVENT if key.matters(book.value) else NOT_USED
    return written(held)


def written(held: Any) -> str:
    """A set value, as a book writes it."""
    if isinstance(held, frozenset | tuple):
        return f"[{', '.join(map(_plain, _ordered(held)))}]"
    return _plain(held)


def _plain(held: Any) -> str:
    if isinstance(held, bool):
        return "yes" if held else "no"
    return f"[{', '.join(map(str, held))}]" if isinstance(held, tuple) else str(held)


def _ordered(held: "frozenset[Any] | tuple[Any, ...]") -> "list[Any]":
    return sorted(held) if isinstance(held, frozenset) else list(held)


def in_words(book: RuleBook, key: BookKey) -> str:
    """The meaning of a chosen strategy, else the value."""
    return "; ".join(meanings(book.value(key.where))) or value(book, key)


def meanings(held: Any) -> list[str]:
    """The meanings of the chosen strategies; empty for numbers, yes and no."""
    chosen = _ordered(held) if isinstance(held, frozenset) else [held]
    return [each.doc for each in chosen if isinstance(each, Strategy)]


def cite(book: RuleBook, key: BookKey) -> str:
    """In brackets, the source of the value and the unclear passage that it reads."""
    source = book.source(key.where)
    if source is None:
        return ""
    return f"   ({source.cite}{f', see {source.defect}' if source.defect else ''})"


def _to_confirm(book: RuleBook) -> Iterator[str]:
    confirm = {source.key for source in book.to_confirm()}
    yield f"Director confirms ({len(confirm)}):"
    for key in KEYS:
        if key.where in confirm:
            yield f"    {key.where} = {value(book, key)}{cite(book, key)}"


def _to_set(book: RuleBook) -> Iterator[str]:
    missing, pairs = book.missing(), book.missing(consultation=True)
    if missing:
        yield f"The event must set ({len(missing)}), before a clock is armed:"
        yield from (f"    {_wanted(book, where)}" for where in missing)
    unusual = [where for where in pairs if where not in missing]
    if unusual:
        yield f"For pairs and other unusual matches it must set ({len(unusual)}):"
        yield from (f"    {_wanted(book, where)}" for where in unusual)


def _wanted(book: RuleBook, where: str) -> str:
    key = next(key for key in KEYS if key.where == where)
    return f"{where}: {key.doc}; {key.range}{cite(book, key)}"
