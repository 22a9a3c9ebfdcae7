"""Bodies written before a type had all its present fields."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec


def with_defaults(kind: Any, plain: Any, bound: Mapping[Any, Any] | None = None) -> Any:
    """`plain` with the fields that `kind` has gained since, each at its default.

    Fields without a default stay missing. `bound` maps each type variable to its type.
    """
    kind = (bound or {}).get(kind, kind)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        one = next((each for each in args if each is not NoneType), None)
        return plain if plain is None else with_defaults(one, plain, bound)
    if isinstance(plain, list) and args:
        return [with_defaults(args[0], each, bound) for each in plain]
    made = origin or kind
    if not isinstance(plain, dict) or not (isinstance(made, type) and is_dataclass(made)):
        return plain
    inner = dict(zip(getattr(made, "__parameters__", ()), args, strict=False))
    hints = get_type_hints(made)
    return {
        **{each.name: _default(each) for each in fields(made) if _has_default(each)},
        **{name: with_defaults(hints.get(name), value, inner) for name, value in plain.items()},
    }


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING


def _default(field: Field[Any]) -> Any:
    return msgspec.to_builtins(field.default, order="sorted")
