"""How a value of a rule book is declared: what it says, its bounds, when it matters."""

from dataclasses import field
from enum import StrEnum
from typing import Any, Self

__all__ = ["Strategy"]


class Strategy(StrEnum):
    """A choice a book makes. Each member is `NAME = "value", "what it means"`."""

    doc: str
    """The meaning in one plain sentence, for directors and for whoever writes the rule."""

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

    `low` and `high` bound every whole number in it. `when` tells of a field that may be None
    whether it matters. `clocked` opens a field outside the clock's own sections to an overlay,
    because books for play with a clock print it. `people`: the book says it to players and
    director, and the table does nothing with it.
    """
    return field(
        metadata={
            **{"doc": doc, "low": low, "high": high, "when": when},
            **{"clocked": clocked, "people": people},
        },
    )
