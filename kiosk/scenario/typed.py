"""Kinds that follow from the types of the core's own records, and how such values agree."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from kiosk.rules.units import BySide, Instant, Nanos, Side
from kiosk.scenario.kinds import (
    NAMES,
    SCORE,
    SIDE,
    TEXT,
    TIME,
    YES_NO,
    Kind,
    Misfit,
    one_of,
    or_none,
    per_side,
    several,
    whole,
)
from kiosk.scenario.play import BOOT

MOST = 1_000_000

_SINCE_START = Kind(
    TIME.allowed,
    lambda value: Instant(BOOT + TIME.read(value)),
    lambda at: TIME.show(at - BOOT),
)
_PLAIN: Mapping[Any, Kind] = {
    Side: SIDE,
    bool: YES_NO,
    int: whole(-MOST, MOST),
    str: TEXT,
    Nanos: TIME,
    Instant: _SINCE_START,
    BySide[int]: SCORE,
}


def kind_of(hint: Any) -> Kind:
    """The kind of a field with this type. TypeError: a scenario can't write such a value."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in {Union, UnionType} and NoneType in inner:
        return or_none(kind_of(next(each for each in inner if each is not NoneType)))
    if origin is tuple:
        return several(kind_of(inner[0]))
    if origin is BySide:
        return per_side(kind_of(inner[0]))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return one_of(hint)
    if is_dataclass(hint):
        return record(hint)
    raise TypeError(hint)


def fields_of(kind: Any) -> dict[str, Kind]:
    """What a scenario can say of a record's fields."""
    hints = get_type_hints(kind)
    found = {field.name: _kind_or_none(hints[field.name]) for field in fields(kind)}
    return {name: each for name, each in found.items() if each is not None}


def _kind_or_none(hint: Any) -> Kind | None:
    try:
        return kind_of(hint)
    except TypeError:
        return None


def record(kind: Any) -> Kind:
    """A table of some of a record's fields."""
    known = fields_of(kind)

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not value or set(value) - set(known):
            raise Misfit
        return {name: known[name].read(each) for name, each in value.items()}

    return Kind(f"a table with any of {', '.join(known)}", read, lambda value: told(value, known))


def told(value: Any, known: Mapping[str, Kind]) -> str:
    """A record, or a table of some of its fields, as a scenario writes it."""
    said = value if isinstance(value, Mapping) else {name: getattr(value, name) for name in known}
    shown = {name: _shown(known[name], each) for name, each in said.items() if name in known}
    return f"{{{', '.join(f'{name} = {each}' for name, each in shown.items())}}}"


def _shown(kind: Kind, value: Any) -> str:
    return NAMES[value] if isinstance(value, Side) else kind.show(value)


def fits(expected: Any, got: Any) -> bool:
    """What was read agrees with what the core has: of a table what it names, else all."""
    if isinstance(got, Side) and isinstance(expected, str):
        return expected in {got, NAMES[got]}
    if isinstance(expected, Mapping):
        of: Callable[[Any], Any] = got.of if isinstance(got, BySide) else _attribute(got)
        return all(fits(each, of(name)) for name, each in expected.items())
    if isinstance(expected, tuple) and isinstance(got, tuple):
        return len(expected) == len(got) and all(map(fits, expected, got))
    return bool(expected == got)


def _attribute(record_: Any) -> Callable[[str], Any]:
    return lambda name: getattr(record_, name, None)
