"""Forms of the director's orders: as JSON for the console, and read back from it.

The catalogue defines the fields of each form and its order; here they are converted from and to
JSON.
"""

import json
import re
from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any

import msgspec

from kiosk.books import load
from kiosk.catalogue.form import DRAWERS, FormField, OrderForm, Sort
from kiosk.catalogue.rule_names import name_rules
from kiosk.catalogue.tables import FORMS
from kiosk.catalogue.terms import SIDES
from kiosk.catalogue.text import ENGLISH, Language, Text, format_text, plural, text
from kiosk.director.errors import OrderInvalid
from kiosk.rules.rulebook import RuleBook, RuleBookError
from kiosk.rules.units import Side
from kiosk.wire.bounds import LONGEST_WORDS
from kiosk.wire.codec import canonical_json, sha256

Line = Annotated[str, msgspec.Meta(max_length=LONGEST_WORDS)]
Few = msgspec.Meta(max_length=100)
Plain = bool | int | float | Line | Annotated[list[int | Line | Annotated[list[int], Few]], Few]
"""A value that a rule book may hold."""
Rules = Annotated[dict[Line, Plain], msgspec.Meta(max_length=200)]

_LONGEST_QUOTED = 80
_LONGEST_COMPLAINT = 300
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")


def lower_first_letter(words: str) -> str:
    """A sentence adapted to follow a colon."""
    return words[:1].lower() + words[1:]


def quote_value(value: object) -> str:
    """A received value, shortened for a message."""
    return f"{value!r:.{_LONGEST_QUOTED}}"


# --- to the console -------------------------------------------------------------------------


MOST_REASONS = 8
"""Most reasons offered beside a field; more are not read."""


def describe_forms(
    language: Language = ENGLISH,
    used: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    books: Mapping[str, str] = MappingProxyType({}),
    given: Callable[[str], bool] = lambda _kind: True,
) -> dict[str, Any]:
    """The forms of the `given` kinds, and all drawers, as plain lists and objects, in a viewer's
    language.

    `used` are the reasons given at this event by the form's kind, the newest first; `books` the
    titles of the available profiles.
    """
    return {
        "drawers": [
            {"name": name, "title": format_text(title, language)} for name, title in DRAWERS.items()
        ],
        "forms": [
            _form(form, language, used.get(form.kind, ()), books)
            for form in sorted(FORMS.values(), key=lambda form: form.place)
            if given(form.kind)
        ],
    }


def _form(
    form: OrderForm, language: Language, used: tuple[str, ...], books: Mapping[str, str]
) -> dict[str, Any]:
    instant = form.at_once and not form.fields
    opens = form.verb if instant else text("{verb}…", verb=form.title)
    verb = form.verb if form.at_once else text("{verb}…", verb=form.verb)
    return {
        "kind": form.kind,
        "title": format_text(form.title, language),
        "opens": format_text(opens, language),
        "verb": format_text(verb, language),
        "drawer": form.drawer,
        "often": form.often,
        "at_once": form.at_once,
        "needs_match": form.needs_match,
        "resumes": form.resumes,
        "many": form.many,
        "corrects": [kind.__name__ for kind in form.corrects],
        "rules_on": [kind.__name__ for kind in form.rules_on],
        "closed_by": [kind.__name__ for kind in form.closed_by],
        "fields": [_field(field, language, used, books) for field in form.fields],
    }


def _field(
    field: FormField, language: Language, used: tuple[str, ...], books: Mapping[str, str]
) -> dict[str, Any]:
    options = [[_plain(value), format_text(words, language)] for value, words in field.options]
    if field.sort is Sort.BOOK:
        options = [[profile, f"{title} ({profile})"] for profile, title in books.items()]
    suggested = [format_text(words, language) for words in field.suggested]
    if field.sort is Sort.WHY:
        suggested = list(dict.fromkeys([*suggested, *used]))[:MOST_REASONS]
    start = (
        format_text(field.start, language)
        if field.start is not None and not isinstance(field.start, int)
        else field.start
    )
    return {
        "sort": field.sort,
        "name": field.name,
        "label": format_text(field.label, language),
        "low": field.low,
        "high": field.high,
        "longest": field.longest,
        "optional": field.optional,
        "hint": format_text(field.hint, language) if field.hint is not None else None,
        "options": options,
        "nobody": format_text(field.nobody, language) if field.nobody is not None else None,
        "preset": field.preset,
        "start": start,
        "from_card": field.from_card,
        "suggested": suggested,
    }


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value


# --- from the console -----------------------------------------------------------------------


def read_form(form: OrderForm, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The form's own fields by name; an empty text counts as missing.

    Raises OrderInvalid.
    """
    given = {name: value for name, value in typed.items() if value != ""}
    fields = {field.name: field for field in form.fields if field.sort is not Sort.WHY}
    for name in typed.keys() - fields.keys():
        raise OrderInvalid(
            text(
                "{name} does not belong to the order {kind}: leave it out",
                name=quote_value(name),
                kind=_quoted(form.title),
            )
        )
    return {name: _read(form, field, given) for name, field in fields.items()}


def order_values(form: OrderForm, values: Mapping[str, Any]) -> dict[str, Any]:
    """The order's own fields from the form's values. Raises OrderInvalid."""
    made = dict(form.values(values))
    if any(field.sort is Sort.RULES for field in form.fields):
        made |= _book(made.pop("profile"), made.pop("rules"))
    return made


def _read(form: OrderForm, field: FormField, given: Mapping[str, Any]) -> Any:
    if field.name not in given:
        if field.sort in _LEFT_OUT:
            return _LEFT_OUT[field.sort]
        if field.optional:
            return None
        raise OrderInvalid(
            text(
                "{name} is missing: the order {kind} needs it",
                name=_called(field),
                kind=_quoted(form.title),
            )
        )
    value = given[field.name]
    if value is None and field.optional:
        return None
    return _READERS[field.sort](field, value)


def one_line(name: Text | str, value: Any, longest: int, *, empty: bool = False) -> str:
    """One line of text, trimmed; `name` is its label. Raises OrderInvalid."""
    if not isinstance(value, str):
        raise OrderInvalid(
            text("{name} is {value}: write text", name=name, value=quote_value(value))
        )
    words = value.strip()
    if not words and not empty:
        raise OrderInvalid(
            text(
                "{name} is empty: write 1 to {longest} characters",
                name=name,
                longest=longest,
            )
        )
    if len(words) > longest:
        raise OrderInvalid(
            plural(
                "{name} has {count} character: write {longest} at most",
                "{name} has {count} characters: write {longest} at most",
                len(words),
                name=name,
                longest=longest,
            )
        )
    if _CONTROL.search(words):
        raise OrderInvalid(
            text(
                "{name} is {value}: write one line, without control characters",
                name=name,
                value=quote_value(words),
            )
        )
    return words


def _called(field: FormField) -> Text | str:
    """The field's label; a hidden field has only its name."""
    if isinstance(field.label, str) and field.label in set(Side):
        return _quoted(SIDES[Side(field.label)])
    return _quoted(field.label) if field.label else field.name


def _quoted(label: Text | str) -> Text:
    return text("“{words}”", words=label)


def _line(field: FormField, value: Any) -> str:
    return one_line(_called(field), value, field.longest)


def _count(field: FormField, value: Any) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not field.low <= value <= field.high:
        raise OrderInvalid(
            text(
                "{name} is {value}: write a whole number from {low} to {high}",
                name=_called(field),
                value=quote_value(value),
                low=field.low,
                high=field.high,
            )
        )
    return int(value)


def _side(field: FormField, value: Any) -> Side | None:
    if value is None and field.nobody is not None:
        return None
    if isinstance(value, str) and value in set(Side):
        return Side(value)
    name, typed = _called(field), quote_value(value)
    if field.nobody is None:
        raise OrderInvalid(
            text('{name} is {value}: write "white" or "black"', name=name, value=typed)
        )
    raise OrderInvalid(
        text(
            '{name} is {value}: write "white" or "black", or null for nobody',
            name=name,
            value=typed,
        )
    )


def _yes_no(field: FormField, value: Any) -> bool:
    if not isinstance(value, bool):
        raise OrderInvalid(
            text(
                "{name} is {value}: write true or false",
                name=_called(field),
                value=quote_value(value),
            )
        )
    return value


def _choice(field: FormField, value: Any) -> Any:
    for option, _words in field.options:
        if type(_plain(option)) is type(value) and _plain(option) == value:
            return option
    allowed = ", ".join(json.dumps(_plain(option)) for option, _words in field.options)
    raise OrderInvalid(
        text(
            "{name} is {value}: write one of {allowed}",
            name=_called(field),
            value=quote_value(value),
            allowed=allowed,
        )
    )


def _dice(field: FormField, value: Any) -> tuple[int, ...]:
    shown = value if isinstance(value, list) else []
    whole = all(isinstance(die, int) and not isinstance(die, bool) for die in shown)
    if not whole or len(shown) not in {1, 2} or not all(1 <= die <= 6 for die in shown):
        raise OrderInvalid(
            text(
                "{name} is {value}: write one or two dice of 1 to 6, such as [5, 2]",
                name=_called(field),
                value=quote_value(value),
            )
        )
    return tuple(shown)


def _rules(field: FormField, value: Any) -> dict[str, Plain]:
    try:
        return msgspec.convert(value, Rules)
    except msgspec.ValidationError as error:
        why = lower_first_letter(str(error)[:_LONGEST_COMPLAINT])
        raise OrderInvalid(text("{name}: {why}", name=_called(field), why=why)) from error


_READERS: Mapping[Sort, Callable[[FormField, Any], Any]] = MappingProxyType(
    {
        Sort.LINE: _line,
        Sort.BOOK: _line,
        Sort.WORDS: _line,
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
_LEFT_OUT: Mapping[Sort, Any] = MappingProxyType({Sort.TICK: False, Sort.RULES: {}})


def _book(profile: str, rules: Mapping[str, Plain]) -> dict[str, object]:
    try:
        book: RuleBook = load(profile, rules)
    except RuleBookError as error:
        raise OrderInvalid(
            text("Rule book {value}: {why}", value=profile, why=name_rules(str(error)))
        ) from error
    return {"profile": book, "profile_hash": sha256(canonical_json(book))}
