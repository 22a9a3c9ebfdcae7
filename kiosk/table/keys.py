"""Keys of a configuration: the values each may hold, and messages for values it may not."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as i

_ODD_FIELD = re.compile(r"Object (contains unknown|missing required) field `(.+?)`")
_STEP = re.compile(r"[^.\[\]]+")


def keys(section: type[msgspec.Struct], under: str = "") -> Iterator[tuple[str, str, bool]]:
    """Every key with its dotted path: the values it may hold, and whether it is required."""
    for field in _fields(i.type_info(section)):
        kind = _only(field.type)
        path = f"{under}{field.encode_name}"
        if isinstance(kind, i.StructType):
            yield from keys(kind.cls, f"{path}.")
        else:
            yield path, allowed(kind), field.required


def complaint(root: type[msgspec.Struct], document: dict[str, Any], error: str) -> str:
    """msgspec's error as one clause: the key, its value, and what it may hold."""
    found, _, at = error.partition(" - at `$")
    steps = _STEP.findall(at.rstrip("`"))
    odd = _ODD_FIELD.match(found)
    if odd is None:
        value = _value(document, steps)
        return f"{'.'.join(steps)} is {value!r}; write {allowed(_kind(root, steps))}"
    key = ".".join([*steps, odd[2]])
    if odd[1] == "contains unknown":
        return f"{key} is no key; write {allowed(_kind(root, steps))}"
    return f"{key} is missing; write {allowed(_kind(root, [*steps, odd[2]]))}"


def allowed(kind: i.Type) -> str:
    """The values a key of this kind may hold, in words."""
    kind = _only(kind)
    match kind:
        case i.IntType() | i.FloatType():
            return f"a {'whole ' if isinstance(kind, i.IntType) else ''}number{_range(kind)}"
        case i.StrType() if kind.min_length is not None:
            return f"a text of {kind.min_length} to {kind.max_length} characters"
        case i.LiteralType():
            return " or ".join(map(repr, kind.values))
        case i.BoolType() | i.DictType():
            return "true or false" if isinstance(kind, i.BoolType) else "a table of tables"
        case i.TupleType():
            return f"{len(kind.item_types)} numbers, each {allowed(kind.item_types[0])}"
        case i.StructType():
            return f"a table of {', '.join(field.encode_name for field in kind.fields)}"
    raise AssertionError(f"no words for {kind}")


def _range(kind: i.IntType | i.FloatType) -> str:
    low = "" if kind.ge is None else f" from {kind.ge:g}"
    low = low if kind.gt is None else f" above {kind.gt:g}"
    return low if kind.le is None else f"{low} to {kind.le:g}"


def _kind(root: type[msgspec.Struct], steps: list[str]) -> i.Type:
    kind: i.Type = i.type_info(root)
    for step in steps:
        if isinstance(kind, i.TupleType):
            kind = kind.item_types[int(step)]
        else:
            found = {field.encode_name: field.type for field in _fields(kind)}
            kind = _only(found[step])
    return kind


def _fields(kind: i.Type) -> tuple[i.Field, ...]:
    if not isinstance(kind, i.StructType):
        raise AssertionError(f"{kind} has no keys")
    return kind.fields


def _only(kind: i.Type) -> i.Type:
    """The type of an optional key when it is present."""
    if not isinstance(kind, i.UnionType):
        return kind
    (one,) = (part for part in kind.types if not isinstance(part, i.NoneType))
    return one


def _value(document: Any, steps: list[str]) -> Any:
    for step in steps:
        document = document[int(step) if isinstance(document, list) else step]
    return document
