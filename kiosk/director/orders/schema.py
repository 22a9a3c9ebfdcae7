"""The director's orders as JSON Schema, built from the forms that `order_schemas.py`
reads. Pure.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

import msgspec

from kiosk.catalogue.form import LONGEST_WHY, FormField, OrderForm, Sort
from kiosk.catalogue.tables import FORMS
from kiosk.catalogue.text import format_text
from kiosk.director.orders.forms import Rules
from kiosk.director.orders.orders import ID_PATTERN, Giver

Schema = dict[str, Any]

_SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Characters that str.strip removes from both ends of a line."""
_CONTROL = r"\x00-\x1f\x7f\u2028\u2029"


def order_schemas(books: Iterable[str]) -> dict[str, Schema]:
    """Schema of each kind of order, by the component's name; `books` are the available profiles."""
    giver = msgspec.json.schema_components([Giver])[1][Giver.__name__]["properties"]
    return {f"order.{form.kind}": _order(form, giver, tuple(books)) for form in FORMS.values()}


def _order(form: OrderForm, giver: Mapping[str, Schema], books: tuple[str, ...]) -> Schema:
    asks_why = any(field.sort is Sort.WHY for field in form.fields)
    fields = [field for field in form.fields if field.sort is not Sort.WHY]
    own = {field.name: field_schema(field, books) for field in fields}
    needed = [field.name for field in fields if not is_optional(field)]
    return {
        "title": format_text(form.title),
        "type": "object",
        "properties": {
            **giver,
            "kind": {"enum": [form.kind]},
            "command_id": {"anyOf": [{"type": "string", "pattern": ID_PATTERN}, {"type": "null"}]},
            "why": _line(LONGEST_WHY, least=int(asks_why)),
            **own,
        },
        "required": ["journal_id", "kind", *(["why"] if asks_why else []), *needed],
        "additionalProperties": False,
    }


def is_optional(field: FormField) -> bool:
    """Whether the field is optional; an empty text counts as missing."""
    return field.optional or field.sort in {Sort.TICK, Sort.RULES}


def field_schema(field: FormField, books: tuple[str, ...] = ()) -> Schema:
    """Schema of a field."""
    made = {"enum": list(books)} if field.sort is Sort.BOOK else _SORTS[field.sort](field)
    if not is_optional(field):
        return made
    return {"anyOf": [made, {"enum": ["", None] if field.optional else [""]}]}


def _line(longest: int, least: int = 1) -> Schema:
    """Schema of one line of text; surrounding spaces do not count."""
    inner = rf"[^{_SPACE}{_CONTROL}](?:[^{_CONTROL}]{{0,{longest - 2}}}[^{_SPACE}{_CONTROL}])?"
    some = f"(?:{inner})?" if least == 0 else inner
    return {"type": "string", "pattern": f"^[{_SPACE}]*{some}[{_SPACE}]*$"}


def _words(field: FormField) -> Schema:
    return _line(field.longest)


def _count(field: FormField) -> Schema:
    return {"type": "integer", "minimum": field.low, "maximum": field.high}


def _side(field: FormField) -> Schema:
    return {"enum": ["white", "black"] + ([None] if field.nobody is not None else [])}


def _yes_no(_field: FormField) -> Schema:
    return {"type": "boolean"}


def _choice(field: FormField) -> Schema:
    return {"enum": [each.value if isinstance(each, Enum) else each for each, _ in field.options]}


def _dice(_field: FormField) -> Schema:
    die = {"type": "integer", "minimum": 1, "maximum": 6}
    return {"type": "array", "items": die, "minItems": 1, "maxItems": 2}


def _rules(_field: FormField) -> Schema:
    """The event's own values, by `section.key`; `kiosk rulebook keys` lists them."""
    return msgspec.json.schema(Rules)


_SORTS: Mapping[Sort, Callable[[FormField], Schema]] = MappingProxyType(
    {
        Sort.LINE: _words,
        Sort.WORDS: _words,
        Sort.COUNT: _count,
        Sort.HIDDEN: _count,
        Sort.ROW: _count,
        Sort.TIME: _count,
        Sort.SIDE: _side,
        Sort.YES_NO: _yes_no,
        Sort.TICK: _yes_no,
        Sort.CHOICE: _choice,
        Sort.DICE: _dice,
        Sort.RULES: _rules,
    }
)
