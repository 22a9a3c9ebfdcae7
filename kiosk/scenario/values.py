"""A value in a scenario: how its type is written there, read, shown and described.

Types are the core's own, narrowed by msgspec's `Meta`. Types that TOML has are converted, checked
and described by msgspec. Added here is what its types can't express, as one of its unions holds one
kind of text and no custom type beside another: "none" for None, a list of one without its brackets,
one value for both sides, some of a record's fields, and each `ValueForm` of a scenario's own.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta
from msgspec import inspect as types

from kiosk.rules.match.rulings import Conduct
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import StopFor
from kiosk.rules.table import Half
from kiosk.rules.units import SIDES, BySide, Instant, Nanos, Side
from kiosk.scenario import times
from kiosk.scenario.play import BOOT, Misfit

NAMES: Mapping[Side, str] = {Side.WHITE: "A", Side.BLACK: "B"}
"""A scenario's players: A is White and sits at the picture's bottom, B is Black."""

BY_NAME: Mapping[str, Side] = {name: side for side, name in NAMES.items()}
ANY_LENGTH = Meta(min_length=0)
_SCORE = re.compile(r"(\d{1,2})-(\d{1,2})")


@dataclass(frozen=True, slots=True, eq=False)
class ValueForm:
    """How a type is written. `allowed`, for people; `read` raises Misfit; `show` formats a value.

    In Annotated it is the form of a type that TOML lacks.
    """

    allowed: str
    read: Callable[[Any], Any]
    show: Callable[[Any], str] = str


def read_as(name: str, form: ValueForm, value: Any) -> Any:
    """The value under this name. Misfit: the value, what is allowed, perhaps what was meant."""
    try:
        return form.read(value)
    except Misfit as error:
        words = f"{name} is {value!r}; {form.allowed}"
        raise Misfit("; ".join(filter(None, (words, str(error))))) from error


def form_of(hint: Any) -> ValueForm:
    """The form of a type."""
    hint = _WRITTEN.get(hint, hint)
    meta = getattr(hint, "__metadata__", ())
    if meta and isinstance(meta[0], ValueForm):
        return meta[0]
    bare = hint.__origin__ if meta else hint
    origin, inner = get_origin(bare), get_args(bare)
    if origin in {Union, UnionType}:
        form = _either(inner)
    elif origin is tuple:
        form = _several(form_of(inner[0]), *meta[:1])
    elif origin is BySide or inner[:1] == (Side,):
        form = _by_side(form_of(inner[-1]), both=origin is BySide)
    else:
        form = _record(bare) if is_dataclass(bare) else _plain(hint)
    descriptions = [each.description for each in meta if each.description]
    return replace(form, allowed=descriptions[0]) if descriptions else form


def _plain(hint: Any) -> ValueForm:
    def read(value: Any) -> Any:
        try:
            return msgspec.convert(value, hint)
        except msgspec.ValidationError as error:
            raise Misfit(hint_at(value, known) if isinstance(value, str) else "") from error

    def show(value: Any) -> str:
        if isinstance(value, Side):  # a side whose type is text: an event's `by`
            return NAMES[value]
        return str(value).lower() if isinstance(value, bool) else str(value)

    known = _known(hint.__origin__ if hasattr(hint, "__metadata__") else hint)
    return ValueForm(_quoted(known) or _described(types.type_info(hint)), read, show)


def _known(bare: Any) -> tuple[Any, ...]:
    """The allowed words, if they are few and fixed."""
    if get_origin(bare) is Literal:
        return get_args(bare)  # in the order written; msgspec's own description sorts them
    return tuple(bare) if isinstance(bare, type) and issubclass(bare, StrEnum) else ()


def _described(kind: types.Type) -> str:
    match kind:
        case types.Metadata(type=inner):
            return _described(inner)
        case types.BoolType():
            return "true or false"
        case types.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case types.StrType():
            return "text"
        case types.DictType():
            return "a table of key = value"
    return "a value of TOML"


def _either(alternatives: tuple[Any, ...]) -> ValueForm:
    """One of several types; None is "none". The last but None shows values that are no bool."""
    forms = [_NONE if each is NoneType else form_of(each) for each in alternatives]
    shown = next(form for form in reversed(forms) if form is not _NONE)

    def read(value: Any) -> Any:
        if value == "none" and _NONE in forms:
            return None
        hint = ""
        for form in forms:
            try:
                return form.read(value)
            except Misfit as error:
                hint = hint or str(error)
        raise Misfit(hint)

    def show(value: Any) -> str:
        if value is None and _NONE in forms:
            return "none"
        return str(value).lower() if isinstance(value, bool) else shown.show(value)

    return ValueForm(", or ".join(form.allowed for form in forms), read, show)


def _several(each: ValueForm, length: Meta = ANY_LENGTH) -> ValueForm:
    """A list; a single value stands for a list of one."""

    def read(value: Any) -> tuple[Any, ...]:
        found = [each.read(one) for one in (value if isinstance(value, list) else [value])]
        return tuple(_plain(Annotated[list[Any], length]).read(found))

    def show(values: Any) -> str:
        return f"[{', '.join(each.show(value) for value in values)}]"

    low, high = length.min_length or 0, length.max_length or 99
    many = f" of {low}" if low == high else f" of {low} to {high}" if low else ""
    return ValueForm(f"a list{many}, each {each.allowed}", read, show)


def _by_side(each: ValueForm, *, both: bool) -> ValueForm:
    """`{A = …, B = …}`, either alone unless `both`, or one value for both; a BySide if `both`."""

    def read(value: Any) -> Any:
        named = value if isinstance(value, dict) else dict.fromkeys(BY_NAME, value)
        if not named or set(named) - set(BY_NAME):
            raise Misfit
        found = {BY_NAME[name]: each.read(one) for name, one in named.items()}
        if both and len(found) != len(SIDES):
            raise Misfit
        return BySide(*(found[side] for side in SIDES)) if both else found

    def show(values: Mapping[Side, Any] | BySide[Any]) -> str:
        found = {s: values.of_side(s) for s in SIDES} if isinstance(values, BySide) else values
        return ", ".join(f"{NAMES[side]} {each.show(one)}" for side, one in found.items())

    return ValueForm(f"{{A = …, B = …}} or one value for both; each {each.allowed}", read, show)


def fields_of(record: Any) -> Mapping[str, Any]:
    """The fields a record may be given by; of a value per side also one side alone."""
    hints = get_type_hints(record, include_extras=True)
    return {field.name: _of_either(hints[field.name]) for field in fields(record)}


def _of_either(hint: Any) -> Any:
    each = get_args(hint) if get_origin(hint) is BySide and hint not in _WRITTEN else ()
    return GenericAlias(dict, (Side, *each)) if each else hint


def _record(record: Any) -> ValueForm:
    """A table of some of a record's fields; no field is read or shown before it is named."""
    known = fields_of(record)

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not value:
            raise Misfit
        for key in set(value) - set(known):
            raise Misfit(f"unknown key {key}; one of {', '.join(known)}")
        return {key: read_as(key, form_of(known[key]), each) for key, each in value.items()}

    def show(value: Any) -> str:
        stated = (
            value if isinstance(value, Mapping) else {key: getattr(value, key) for key in known}
        )
        shown = (f"{key} = {form_of(known[key]).show(each)}" for key, each in stated.items())
        return f"{{{', '.join(shown)}}}"

    return ValueForm(f"a table with any of {', '.join(known)}", read, show)


def one_of(known: Iterable[Any], described: str | None = None) -> Any:
    """The type of one of some words or numbers; `described` replaces their list in descriptions."""
    literal: Any = Literal
    return Annotated[literal[tuple(known)], Meta(description=described)]


def several(each: Any, low: int = 0, high: int = 99) -> Any:
    """The type of a list of `low` to `high` values."""
    return Annotated[GenericAlias(tuple, (each, ...)), Meta(min_length=low, max_length=high)]


def words(values: Mapping[str, Any]) -> ValueForm:
    """A word for each value."""
    names = {value: name for name, value in values.items()}
    known = _plain(one_of(values))
    return ValueForm(
        known.allowed,
        lambda word: values[known.read(word)],
        lambda value: names.get(value, str(value)),
    )


def hint_at(word: object, known: Iterable[object]) -> str:
    """A hint at the nearest of some words, or at those that share a part with it; perhaps empty."""
    names, stated = [str(each) for each in known], set(str(word).split())
    near = get_close_matches(str(word), names, n=1) or [n for n in names if stated & set(n.split())]
    return f"did you mean {' or '.join(near)}?" if near else ""


def _quoted(known: Iterable[Any]) -> str:
    return ", ".join(f'"{each}"' if isinstance(each, str) else str(each) for each in known)


def _time(value: Any) -> Nanos:
    try:
        return times.parse(value)
    except (TypeError, ValueError) as error:
        raise Misfit from error


def _score(value: Any) -> BySide[int]:
    match = _SCORE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise Misfit
    return BySide(int(match[1]), int(match[2]))


def fits(expected: Any, got: Any) -> bool:
    """Whether the value read agrees with the core's: a table in its named fields, else all."""
    if isinstance(got, Side) and isinstance(expected, str):
        return expected in {got, NAMES[got]}
    if isinstance(expected, Mapping):
        of: Callable[[Any], Any] = got.of_side if isinstance(got, BySide) else _attribute(got)
        return all(fits(each, of(name)) for name, each in expected.items())
    if isinstance(expected, tuple) and isinstance(got, tuple):
        return len(expected) == len(got) and all(map(fits, expected, got))
    return bool(expected == got)


def _attribute(record: Any) -> Callable[[str], Any]:
    return lambda name: getattr(record, name, None)


def _none(value: Any) -> None:
    if value != "none":
        raise Misfit


_NONE = ValueForm('"none"', _none)
_TIME = 'a time, "m:ss" or "m:ss.mmm"'
_HALVES = {"left": Half.PICTURE_LEFT, "right": Half.PICTURE_RIGHT}

Pips = Annotated[int, Meta(ge=1, le=6)]
Roll = Annotated[tuple[Pips, ...], Meta(min_length=2, max_length=2)]
Level = Literal[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
Count = Annotated[int, Meta(ge=1, le=99)]

Owner = Annotated[Side | None, words({**BY_NAME, "centred": None})]
"""The cube's owner; None: it is centred."""

Result = Annotated[int, words({"single": 1, "gammon": 2, "backgammon": 3})]
"""The level of a won game."""

_WRITTEN: Mapping[Any, Any] = {
    str: Annotated[str, Meta(min_length=1)],
    int: Annotated[int, Meta(ge=0, le=9999)],
    tuple[int, ...]: Annotated[tuple[Pips, ...], Meta(min_length=1, max_length=2)],
    Reason: Annotated[Reason, Meta(description="one of [Reasons]")],
    StopFor: Annotated[StopFor, Meta(description="one of [Purposes]")],
    Conduct: Annotated[Conduct, Meta(description="one of [Conduct]")],
    Side: Annotated[Side, words(BY_NAME)],
    Half: Annotated[Half, words(_HALVES)],
    Nanos: Annotated[Nanos, ValueForm(_TIME, _time, times.show)],
    Instant: Annotated[
        Instant,
        ValueForm(_TIME, lambda text: BOOT + _time(text), lambda at: times.show(at - BOOT)),
    ],
    BySide[int]: Annotated[
        BySide[int],
        ValueForm(
            'a score "A-B" such as "3-6"', _score, lambda score: f"{score.white}-{score.black}"
        ),
    ],
}
"""How a scenario writes types of the core: narrower, from a README list, or its own way."""
