"""How a value of a rule book is declared: its meaning, its bounds, when it matters."""

from dataclasses import field
from enum import StrEnum
from typing import Any, Self

__all__ = ["Strategy"]


class Strategy(StrEnum):
    """A choice a book makes. Each member is `NAME = "value", "what it means"`."""

    doc: str
    """The meaning in one plain sentence, for directors and authors of the rules."""

    def __new__(cls, value: str, doc: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.doc = doc
        return member


When = tuple[tuple[str, tuple[str | bool, ...]], ...]
"""Keys and the values that make another key matter; all of them must hold."""


def key(
    doc: str,
    low: int | None = None,
    high: int | None = None,
    *,
    when: When = (),
    clocked: bool = False,
    people: bool = False,
) -> Any:
    """A field of a section.

    `low` and `high` bound every whole number in it. `when`: for a field that may be None, the
    conditions under which it matters. `clocked` opens a field outside the clock's own sections to
    an overlay, because books for play with a clock print it. `people`: the rule is for players and
    director; the table does not use it.
    """
    return field(
        metadata={
            **{"doc": doc, "low": low, "high": high, "when": when},
            **{"clocked": clocked, "people": people},
        },
    )
