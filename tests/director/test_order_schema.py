"""What the schema of an order takes, its form reads; what it does not, the form refuses."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.books import profiles
from kiosk.catalogue.form import FormField, OrderForm, Sort
from kiosk.catalogue.tables import FORMS
from kiosk.director.errors import OrderInvalid
from kiosk.director.orders.orders import read_order
from kiosk.director.orders.schema import order_schemas

BOOKS = tuple(profiles())
TAKES = {
    name: jsonschema_rs.Draft202012Validator(schema).is_valid
    for name, schema in order_schemas(BOOKS).items()
}
JOURNAL = {"journal_id": "journal-1"}
LINES = ("a", "x" * 79, "x" * 80, "x" * 81, "x" * 200, "x" * 201, " a ", "\u3000é\u2029", "a\nb")
LINES += ("\u2028", "\x1c x \x85", "a\x1fb", "a\x7f", " " + "y" * 200 + "\n", "norway", "white")
VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 6, 7, 35, 99, 100, 1440, 1441, 2**53, 2**53 + 1, 0.5),
    "",
    *LINES,
    *([], [1], [6, 1], [0], [7], [1, 2, 3], [True], ["1"], [[1]], {}, {"a": [1]}, {"a": {}}),
)
"""Of every sort, at and beyond each bound; not 1.0, which JSON Schema takes for 1 and we do not."""

values = st.one_of(
    st.sampled_from(VALUES), st.integers(), st.text(max_size=205), st.lists(st.integers(0, 7))
)


def takes(kind: str, said: Mapping[str, Any]) -> bool:
    return TAKES[f"order.{kind}"](said)


def reads(said: Mapping[str, Any]) -> bool:
    try:
        read_order(json.dumps(said).encode(), "Kari")
    except OrderInvalid:
        return False
    return True


def fitting(field: FormField) -> Any:
    """Something that may stand there."""
    fits = {Sort.DICE: [5, 2], Sort.RULES: {}, Sort.BOOK: "norway", Sort.SIDE: "white"}
    if field.sort in fits:
        return fits[field.sort]
    if field.sort in {Sort.WHY, Sort.LINE, Sort.WORDS}:
        return "4.3"
    if field.sort in {Sort.YES_NO, Sort.TICK}:
        return True
    return field.options[0][0] if field.sort is Sort.CHOICE else field.high


def filled(form: OrderForm) -> dict[str, Any]:
    return {**JOURNAL, "kind": form.kind} | {each.name: fitting(each) for each in form.fields}


def changed(form: OrderForm) -> Iterator[dict[str, Any]]:
    """The form with one thing another, or left out, or one too many."""
    whole = filled(form)
    for name in (*whole, "match_id", "command_id", "why", "by"):
        for value in (*VALUES, "x" * 15, "x" * 16, "a" * 17 + "\n"):
            if name != "profile" or value not in LINES:  # the schema lists them by name
                yield whole | {name: value}
        yield {each: value for each, value in whole.items() if each != name}


@pytest.mark.parametrize("kind", FORMS)
def test_a_form_reads_what_the_schema_takes_and_nothing_else(kind: str) -> None:
    whole = filled(FORMS[kind])
    assert takes(kind, whole)
    assert reads(whole)
    differ = [
        said
        for said in changed(FORMS[kind])
        if takes(kind, said) != reads(said)
        and said.get("kind") == kind
        and said.get("rules") in ({}, None, "")
    ]
    assert differ == []


@given(data=st.data())
def test_so_it_is_whatever_stands_in_them(data: st.DataObject) -> None:
    form = data.draw(st.sampled_from([form for form in FORMS.values() if form.fields]))
    fields = [field for field in form.fields if field.sort not in {Sort.BOOK, Sort.RULES}]
    said = filled(form) | {each.name: data.draw(values) for each in fields}
    assert takes(form.kind, said) == reads(said)


@pytest.mark.parametrize("profile", BOOKS)
def test_each_book_it_names_is_read(profile: str) -> None:
    said = filled(FORMS["profile"]) | {"profile": profile}
    assert takes("profile", said)
    assert reads(said)
    assert not takes("profile", said | {"profile": profile + "x"})
