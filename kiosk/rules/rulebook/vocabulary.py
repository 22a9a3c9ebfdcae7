"""The vocabulary as a list: the kind of value each key takes, in words and as a check."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from kiosk.rules.rulebook.key import Strategy, When
from kiosk.rules.units import require

__all__ = ["CLOCK_SECTIONS", "BookKey", "ValueShape"]

CLOCK_SECTIONS = frozenset({"clock", "second_control", "expiry", "penalty", "stop"})
"""The sections a clock overlay may set throughout."""


class ValueShape(StrEnum):
    """The structure of a value."""

    YES_NO = "yes_no"
    NUMBER = "number"
    CHOICE = "choice"
    CHOICES = "choices"
    NUMBERS = "numbers"
    LENGTHS = "lengths"
    TIMETABLE = "timetable"


@dataclass(frozen=True, slots=True)
class BookKey:
    """One value a book may set, `section.name`."""

    where: str
    doc: str
    shape: ValueShape
    choices: type[Strategy] | None
    low: int
    high: int
    optional: bool
    """It may be None: left to the event, or irrelevant."""
    when: When
    overlay: bool
    """A clock overlay may set it."""
    for_people: bool
    """The table does not use it: it is for players and director."""

    @property
    def section(self) -> str:
        return self.where.partition(".")[0]

    @property
    def name(self) -> str:
        return self.where.partition(".")[2]

    def matters(self, value_of: Callable[[str], Any]) -> bool:
        """Whether the book's other values make this one count."""
        return all(value_of(where) in values for where, values in self.when)

    @property
    def range(self) -> str:
        """The allowed values in words, e.g. `a whole number from 0 to 600`."""
        span = f"from {self.low} to {self.high}"
        members = ", ".join(self.choices) if self.choices else ""
        return {
            ValueShape.YES_NO: "true or false",
            ValueShape.NUMBER: f"a whole number {span}",
            ValueShape.CHOICE: f"one of {members}",
            ValueShape.CHOICES: f"a list of any of {members}",
            ValueShape.NUMBERS: f"a list of different whole numbers {span}",
            ValueShape.LENGTHS: f"an empty list, or two whole numbers {span}, the shorter first",
            ValueShape.TIMETABLE: "as many rows as columns, the same mirrored, never falling, of "
            f"whole numbers {span}",
        }[self.shape]

    def fits(self, value: Any) -> bool:
        """Whether a parsed value is in range."""
        match self.shape:
            case ValueShape.YES_NO:
                fit = isinstance(value, bool)
            case ValueShape.NUMBER:
                fit = self._whole(value)
            case ValueShape.CHOICE:
                fit = isinstance(value, require(self.choices))
            case ValueShape.CHOICES:
                kind = require(self.choices)
                fit = isinstance(value, frozenset) and all(isinstance(v, kind) for v in value)
            case ValueShape.NUMBERS:
                fit = isinstance(value, frozenset) and all(map(self._whole, value))
            case ValueShape.LENGTHS:
                fit = isinstance(value, tuple) and self._is_pair(value)
            case _:
                fit = isinstance(value, tuple) and self._is_timetable(value)
        return fit

    def _whole(self, value: Any) -> bool:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and self.low <= value <= self.high

    def _is_pair(self, lengths: tuple[Any, ...]) -> bool:
        return (
            len(lengths) in {0, 2}
            and all(map(self._whole, lengths))
            and list(lengths) == sorted(lengths)
        )

    def _is_timetable(self, rows: tuple[Any, ...]) -> bool:
        return (
            bool(rows)
            and all(isinstance(row, tuple) and len(row) == len(rows) for row in rows)
            and all(self._whole(cell) for row in rows for cell in row)
            and rows == tuple(zip(*rows, strict=True))
            and all(list(row) == sorted(row) for row in rows)
        )


def sections(book: type) -> Mapping[str, type]:
    """The sections of a rule book, by name."""
    hints = get_type_hints(book)
    return {n: kind for n, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)}


def keys(parts: Mapping[str, type]) -> tuple[BookKey, ...]:
    return tuple(
        _key(section, field, hints[field.name])
        for section, kind in parts.items()
        for hints in (get_type_hints(kind),)
        for field in fields(kind)
    )


def key_at(known: Iterable[BookKey], where: str) -> BookKey:
    return next(key for key in known if key.where == where)


def _key(section: str, field: Field[Any], hint: Any) -> BookKey:
    optional = get_origin(hint) is UnionType
    kind = next(part for part in get_args(hint) if part is not NoneType) if optional else hint
    inner = get_args(kind)[0] if get_args(kind) else kind
    declared = field.metadata
    return BookKey(
        where=f"{section}.{field.name}",
        doc=declared["doc"],
        shape=_shape(kind, inner),
        choices=inner if isinstance(inner, type) and issubclass(inner, Strategy) else None,
        low=declared["low"] or 0,
        high=declared["high"] or 0,
        optional=optional,
        when=declared["when"],
        overlay=section in CLOCK_SECTIONS or declared["clocked"],
        for_people=declared["people"],
    )


def _shape(kind: Any, inner: Any) -> ValueShape:
    if kind is bool:
        return ValueShape.YES_NO
    if kind is int:
        return ValueShape.NUMBER
    if get_origin(kind) is frozenset:
        return ValueShape.NUMBERS if inner is int else ValueShape.CHOICES
    if get_origin(kind) is tuple:
        return ValueShape.LENGTHS if inner is int else ValueShape.TIMETABLE
    return ValueShape.CHOICE
