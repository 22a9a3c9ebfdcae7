"""What a value in a scenario may be: how it is read, told and described."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from kiosk.rules.units import SIDES, BySide, Nanos, Side
from kiosk.scenario import times

NAMES: Mapping[Side, str] = {Side.WHITE: "A", Side.BLACK: "B"}
"""A scenario's players: A is White and sits at the picture's bottom, B is Black."""

_SIDES = {name: side for side, name in NAMES.items()}
_SCORE = re.compile(r"(\d{1,2})-(\d{1,2})")


class Misfit(ValueError):
    """A value that is not of its kind; its words, if any, are a hint what was meant."""


@dataclass(frozen=True, slots=True)
class Kind:
    """`allowed` is for the README and for errors; `read` raises Misfit; `show` tells a value."""

    allowed: str
    read: Callable[[Any], Any]
    show: Callable[[Any], str] = str


def whole(low: int, high: int) -> Kind:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Misfit
        return value

    return Kind(f"a whole number from {low} to {high}", read)


def meant(word: object, known: Iterable[str]) -> str:
    """A hint at the nearest known word; empty if none is near."""
    near = get_close_matches(str(word), list(known), n=1)
    return f"did you mean {near[0]}?" if near else ""


def one_of(words: Iterable[str] | type[StrEnum]) -> Kind:
    """One of some words; of a StrEnum, its member."""
    members = {str(word): word for word in words}

    def read(value: Any) -> Any:
        if not isinstance(value, str) or value not in members:
            raise Misfit(meant(value, members))
        return members[value]

    return Kind(", ".join(f'"{word}"' for word in members), read)


def listed_under(kind: Kind, title: str) -> Kind:
    """The kind, its words told once under a title of the README instead of wherever it stands."""
    return Kind(f"one of [{title}]", kind.read, kind.show)


def or_none(kind: Kind) -> Kind:
    """The kind, or "none" for None."""
    return Kind(
        f'{kind.allowed}, or "none"',
        lambda value: None if value == "none" else kind.read(value),
        lambda value: "none" if value is None else kind.show(value),
    )


def several(kind: Kind, low: int = 0, high: int = 99) -> Kind:
    """A list; one value alone stands for a list of one."""

    def read(value: Any) -> tuple[Any, ...]:
        found = tuple(kind.read(v) for v in (value if isinstance(value, list) else [value]))
        if not low <= len(found) <= high:
            raise Misfit
        return found

    def show(values: Any) -> str:
        return f"[{', '.join(kind.show(value) for value in values)}]"

    return Kind(f"a list, each {kind.allowed}", read, show)


def per_side(kind: Kind) -> Kind:
    """`{A = …, B = …}`, either alone, or one value for both; a mapping by side."""

    def read(value: Any) -> dict[Side, Any]:
        if not isinstance(value, dict):
            return dict.fromkeys(SIDES, kind.read(value))
        if not value or set(value) - set(_SIDES):
            raise Misfit
        return {_SIDES[name]: kind.read(each) for name, each in value.items()}

    def show(values: Mapping[Side, Any] | BySide[Any]) -> str:
        each = {s: values.of(s) for s in SIDES} if isinstance(values, BySide) else values
        return ", ".join(f"{NAMES[side]} {kind.show(value)}" for side, value in each.items())

    return Kind(f"{{A = …, B = …}} or one value for both; each {kind.allowed}", read, show)


def each_side(kind: Kind) -> Kind:
    """`{A = …, B = …}` with both, or one value for both; a BySide."""
    both = per_side(kind)

    def read(value: Any) -> BySide[Any]:
        found = both.read(value)
        if len(found) != len(SIDES):
            raise Misfit
        return BySide(*(found[side] for side in SIDES))

    return Kind(both.allowed, read, lambda each: both.show({side: each.of(side) for side in SIDES}))


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise Misfit
    return value


def _yes_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Misfit
    return value


def _side(value: Any) -> Side:
    if not isinstance(value, str) or value not in _SIDES:
        raise Misfit
    return _SIDES[value]


def _time(value: Any) -> Nanos:
    try:
        return times.parse(_text(value))
    except ValueError as error:
        raise Misfit from error


def _score(value: Any) -> BySide[int]:
    match = _SCORE.fullmatch(_text(value))
    if match is None:
        raise Misfit
    return BySide(int(match[1]), int(match[2]))


TEXT = Kind("text", _text)
YES_NO = Kind("true or false", _yes_no, lambda value: str(value).lower())
SIDE = Kind('"A", "B"', _side, NAMES.__getitem__)
NOBODY = or_none(SIDE)
_OWNERS: Mapping[str, Side | None] = {**_SIDES, "centred": None}
_OWNER = one_of(_OWNERS)
OWNER = Kind(
    _OWNER.allowed, lambda value: _OWNERS[_OWNER.read(value)], lambda who: NAMES.get(who, "centred")
)
"""Whose the cube is; None: it is centred."""
TIME = Kind('a time, "m:ss" or "m:ss.mmm"', _time, times.show)
SCORE = Kind('a score "A-B" such as "3-6"', _score, lambda score: f"{score.white}-{score.black}")

_RESULTS = {"single": 1, "gammon": 2, "backgammon": 3}
_RESULT = one_of(_RESULTS)
RESULT = Kind(
    _RESULT.allowed,
    lambda value: _RESULTS[_RESULT.read(value)],
    lambda level: next(name for name, each in _RESULTS.items() if each == level),
)
"""How much of a game is won: its level, 1 to 3."""
