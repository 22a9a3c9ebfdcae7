"""Events and other values of a kind, with every mix of what their fields may hold."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from kiosk.catalogue.devices import STOPPED
from kiosk.rules.match.doubling import Cube
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import FormatKind, MatchFormat, SetUp
from kiosk.rules.units import SIDES, BySide, Instant, Nanos, Side
from kits.rules_kit import BLACK, LEFT, NORWAY, RIGHT, SEATS, TEAMS, WHITE, die, facts, setup


def every(kind: type[Any]) -> Iterator[Any]:
    """Events of a kind, or other values, with every mix of what their fields may hold."""
    hints = get_type_hints(kind)
    kinds = {each.name: _without_none(hints[each.name]) for each in fields(kind)}
    before = Counter[Any]()
    held = []
    for name, some in kinds.items():
        optional = (None,) if some is not hints[name] and name not in _BY_NAME else ()
        held.append((*_values(name, some, before[some]), *optional))
        before[some] += 1
    return itertools.starmap(kind, itertools.product(*held))


def _without_none(kind: Any) -> Any:
    if get_origin(kind) not in {Union, UnionType}:
        return kind
    (some,) = (each for each in get_args(kind) if each is not NoneType)
    return some


def _values(name: str, kind: Any, nth: int) -> Sequence[Any]:
    """The usual one first; they differ in the `nth` field of the same kind."""
    if name in _BY_NAME:
        return _BY_NAME[name]
    if kind in _BY_KIND:
        return _BY_KIND[kind](nth)
    if kind is str:
        return _TEXTS.get(name, (f"the {name}",))
    if is_dataclass(kind):
        return tuple(every(kind))  # type: ignore[arg-type]
    if issubclass(get_origin(kind) or kind, tuple):
        each = tuple(_values(name, get_args(kind)[0], 0))
        return ((), *((one,) for one in each), each[:2], each)
    return tuple(kind)


def sides_in_turn(nth: int) -> Sequence[Side]:
    return SIDES[nth % 2 :] + SIDES[: nth % 2]


def _two(value: int) -> BySide[int]:
    return BySide(value, value + value // 2 + 1)


_TEXTS: Mapping[str, Sequence[str]] = {
    "by": ("director:Kari",),
    "command": ("DoubleTapped", "ClockPressed", "MessageTapped", "StartOrdered", "OfANewerProgram"),
    "why": ("it is so.",),
    "section": ("§4.3",),
    "device": (*STOPPED, "lamp"),
    "profile_hash": ("",),
    "head_hash": ("",),
}
_BY_NAME: Mapping[str, Sequence[Any]] = {
    "cites": ((), ("norway §1", "norway §2")),
    "picks": ((WHITE, BLACK),),
    "at": ((),),
    "level": (1, 2, 3, 4),
    "points": (2, 1, 0),
    "state": (None,),
    "series": (None,),
    "sides": (BySide(replace(TEAMS.white, name="Anna"), replace(TEAMS.black, name="Bo")),),
}
_BY_KIND: Mapping[Any, Callable[[int], Sequence[Any]]] = {
    Side: sides_in_turn,
    bool: lambda _nth: (True, False),
    int: lambda nth: (nth + 2, 1),
    Nanos: lambda nth: (Nanos((61 + nth) * 1_001_000_000), Nanos(0)),
    Instant: lambda _nth: ((),),
    BySide[int]: lambda nth: (_two(nth + 2),),
    BySide[Nanos]: lambda nth: (_two((61 + nth) * 1_001_000_000), BySide(0, 0)),
    Cube: lambda nth: (Cube(16 << nth, BLACK), Cube(8, WHITE), Cube(1, None)),
    RollFacts: lambda _nth: (facts(die(6, RIGHT)),),
    RuleBook: lambda _nth: (NORWAY,),
    SetUp: lambda _nth: tuple(
        replace(setup(mixer), seats=seats)
        for mixer in (LEFT, RIGHT, None)
        for seats in (SEATS, BySide(SEATS.black, SEATS.white))
    ),
    MatchFormat: lambda _nth: (
        MatchFormat(FormatKind.POINTS, 7),
        MatchFormat(FormatKind.POINTS, 1),
        MatchFormat(FormatKind.SINGLE_GAME),
    ),
    tuple[int, ...]: lambda _nth: ((6, 5),),
    tuple[float, float]: lambda _nth: ((10.0, 20.0),),
    tuple[Reason, ...]: lambda _nth: (
        (Reason.COCKED,),
        (Reason.COCKED, Reason.WRONG_SIDE),
        (Reason.COCKED, Reason.WRONG_SIDE, Reason.OFF_BOARD),
        (),
    ),
}
