"""A rule book as TOML text, to copy and change; the list of keys as a page for people."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from kiosk.books.profile_text import FOR_PEOPLE
from kiosk.rules.rulebook import KEYS, BookKey, RuleBook, unparse


def new_file(book: RuleBook, book_id: str) -> Iterator[str]:
    """The whole book as the file of a new base, each value below a line with its meaning.

    The sources still name the books the values were taken from.
    """
    document = unparse(replace(book, profile=book_id))
    for word in ("profile", "title", "kind"):
        yield f"{word} = {_inline(document.pop(word))}"
    keys = {key.where: key for key in KEYS}
    for section, words in document.items():
        yield ""
        yield f"[{section}]"
        for name, entry in words.items():
            key = keys[f"{section}.{name}"]
            yield f"# {key.doc}: {key.range}"
            yield f"{name} = {_inline(entry)}"


def _inline(plain: Any) -> str:
    """TOML for a book's value; strings and lists are written as in JSON."""
    if isinstance(plain, dict):
        return f"{{ {', '.join(f'{name} = {_inline(each)}' for name, each in plain.items())} }}"
    return json.dumps(plain, ensure_ascii=False)


def key_list() -> Iterator[str]:
    """Every key with its allowed values and meaning, as Markdown."""
    for section, keys in groupby(KEYS, key=lambda key: key.section):
        yield f"### {section}"
        for key in keys:
            yield ""
            yield from _described(key)
        yield ""


def _described(key: BookKey) -> Iterator[str]:
    yield f"**`{key.where}`**{' · overlay' if key.overlay else ''} · {key.doc}."
    if key.choices is None:
        yield f"{key.range[0].upper()}{key.range[1:]}."
    else:
        many = key.range.startswith("a list")
        yield "A list of any of:" if many else "One of:"
        yield ""
        yield from (f"- `{choice.value}`: {choice.doc}" for choice in key.choices)
    if key.when:
        conditions = " and ".join(
            f"`{where}` is {' or '.join(f'`{_written(each)}`' for each in values)}"
            for where, values in key.when
        )
        yield ""
        yield f"Only where {conditions}; may be left to the event."
    if key.for_people:
        yield ""
        yield f"{FOR_PEOPLE[0].upper()}{FOR_PEOPLE[1:]}."


def _written(each: str | bool) -> str:
    return str(each).lower()
