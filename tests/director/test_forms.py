"""The forms of all orders: told to the console, read from it, and the orders they make."""

import json
from collections import Counter
from contextlib import suppress
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kits.books import load

from kiosk.catalogue.form import DRAWERS, FormDrawer, FormField, OrderForm, Sort, dice_shown, side
from kiosk.catalogue.tables import FORMS, SUBJECTS
from kiosk.catalogue.text import format_text, text
from kiosk.director.errors import OrderInvalid
from kiosk.director.orders.forms import describe_forms, order_values, read_form
from kiosk.director.orders.orders import read_order
from kiosk.rules.command import Order
from kiosk.rules.table import Half
from kiosk.rules.units import Instant, Side

WHY = FormField(Sort.WHY, "why", text("Why"))

# --- told ----------------------------------------------------------------------------------------


class Marked:
    """A language in which every word that was looked up is between brackets."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


def test_every_form_is_told_once_and_can_be_sent_as_json() -> None:
    """Subjects may not take each other's kinds: the second would hide the first."""
    kinds = Counter(form.kind for subject in SUBJECTS for form in getattr(subject, "FORMS", ()))
    assert max(kinds.values()) == 1
    said = json.loads(msgspec.json.encode(describe_forms()))
    assert sorted(form["kind"] for form in said["forms"]) == sorted(kinds)
    assert [drawer["name"] for drawer in said["drawers"]] == list(FormDrawer) == list(DRAWERS)
    for form in said["forms"]:
        assert form["drawer"] in {*FormDrawer, None}, form["kind"]
        assert form["verb"].endswith("…") is not form["at_once"], form["kind"]
        names = [field["name"] for field in form["fields"]]
        assert len(set(names)) == len(names), form["kind"]
        assert all(field["sort"] in set(Sort) for field in form["fields"]), form["kind"]
    (expiry,) = (form for form in said["forms"] if form["kind"] == "expiry")
    assert expiry["fields"][1] == {
        "sort": "side",
        "name": "gin",
        "label": "Sure to win the match on the board",
        "low": 0,
        "high": 999,
        "longest": 80,
        "optional": False,
        "hint": None,
        "options": [],
        "nobody": "Nobody",
        "preset": True,
        "start": None,
        "from_card": "",
        "suggested": [],
    }


def test_a_form_suggests_the_reasons_that_were_given_and_the_books_there_are() -> None:
    used = {
        "stop": (
            "Lights out",
            "it is time for a break",
            *(f"reason {number}" for number in range(9)),
        )
    }
    forms = {
        form["kind"]: form for form in describe_forms(used=used, books={"own": "Our own"})["forms"]
    }
    (why,) = forms["stop"]["fields"]
    assert why["suggested"][-4:] == ["Lights out", "reason 0", "reason 1", "reason 2"]
    assert len(why["suggested"]) == len(set(why["suggested"])) == 8
    assert forms["score"]["fields"][-1]["suggested"] == []
    for kind in ("profile", "clock"):
        book = forms[kind]["fields"][0]
        assert (book["sort"], book["options"]) == ("book", [["own", "Our own (own)"]])
    assert [kind for kind, form in forms.items() if form["many"]] == ["stop", "start", "message"]
    assert forms["coming"]["opens"] == "I am coming"
    assert forms["start"]["opens"] == "Start clocks…"


def test_every_word_of_a_form_is_in_the_viewers_language() -> None:
    """What has no language is a number, a side (its name stands there), or hidden."""
    said = describe_forms(Marked())
    words = [drawer["title"] for drawer in said["drawers"]]
    for form in said["forms"]:
        words += [form["title"], form["verb"]]
        for field in form["fields"]:
            words += [field["hint"], field["nobody"], *field["suggested"]]
            words += [option for _value, option in field["options"]]
            words += [] if isinstance(field["start"], int) else [field["start"]]
            words += [] if field["label"] in {*Side, ""} else [field["label"]]
    assert [each for each in words if each is not None and "«" not in each] == []


def test_a_form_asks_first_for_what_its_order_needs() -> None:
    """Every field of the order is in the form, by its name or through `values`."""
    for kind, form in FORMS.items():
        order = {name for name in get_type_hints(form.order) if name not in _COMMON}
        assert set(order_values(form, EXAMPLES[kind][0])) == order, kind
        asks_why = any(field.sort is Sort.WHY for field in form.fields)
        assert asks_why is (kind not in {"message", "coming"})


# --- read ----------------------------------------------------------------------------------------

KNOWN = FormField(Sort.SIDE, "side", text("Who"))
OPEN = side(text("Who"), nobody=text("Nobody"))
COUNT = FormField(Sort.COUNT, "points", text("Points"), low=1, high=9)
LEVEL = FormField(Sort.CHOICE, "level", text("Won"), options=((1, text("one")), (2, text("two"))))
HALF = FormField(
    Sort.CHOICE,
    "mixer",
    text("Box"),
    options=((Half.PICTURE_LEFT, text("left")), (None, text("-"))),
)
LINE = FormField(Sort.LINE, "name", text("Name"), longest=5)
DICE = dice_shown(text("The dice showed"))
WRONG_DICE = ("5-2", [], [7], [5, 0], [1, 2, 3], [True, 2], [5.0, 2], {"a": 1})
DICE_WORDS = "write one or two dice of 1 to 6, such as [5, 2]"
BOOK = FormField(Sort.BOOK, "it", text("Rule book"))
RULES = FormField(Sort.RULES, "rules", text("Values"))


@pytest.mark.parametrize(
    ("field", "given", "found"),
    [
        (LINE, " Eva ", "Eva"),
        (FormField(Sort.WORDS, "name", text("Words"), longest=5), "Hush!", "Hush!"),
        (COUNT, 1, 1),
        (COUNT, 9, 9),
        (FormField(Sort.HIDDEN, "points", "", low=0), 0, 0),
        (FormField(Sort.ROW, "points", "", low=1, high=2**53), 2**53, 2**53),
        (FormField(Sort.TIME, "points", "", high=60_000), 60_000, 60_000),
        (KNOWN, "white", Side.WHITE),
        (OPEN, "black", Side.BLACK),
        (OPEN, None, None),
        (FormField(Sort.YES_NO, "gin", text("Is it")), True, True),
        (FormField(Sort.TICK, "fee", text("Fee")), False, False),
        (LEVEL, 2, 2),
        (HALF, "picture_left", Half.PICTURE_LEFT),
        (HALF, None, None),
        (
            RULES,
            {"clock.delay_s": 8, "a.b": [[1, 2], "x"]},
            {"clock.delay_s": 8, "a.b": [[1, 2], "x"]},
        ),
    ],
)
def test_what_a_field_says_is_read(field: FormField, given: Any, found: Any) -> None:
    (value,) = read_form(_form(field), {field.name: given}).values()
    assert (value, type(value)) == (found, type(found))


@pytest.mark.parametrize(
    ("field", "given", "words"),
    [
        (LINE, 5, "“Name” is 5: write text"),
        (BOOK, 5, "“Rule book” is 5: write text"),
        (LINE, None, "“Name” is None: write text"),
        (LINE, "  ", "“Name” is empty: write 1 to 5 characters"),
        (LINE, "Evelyn", "“Name” has 6 characters: write 5 at most"),
        (LINE, "a\nb", r"“Name” is 'a\nb': write one line, without control characters"),
        (
            FormField(Sort.WORDS, "text", text("Words"), longest=200),
            "w" * 201,
            "“Words” has 201 characters: write 200 at most",
        ),
        (COUNT, 0, "“Points” is 0: write a whole number from 1 to 9"),
        (COUNT, 10, "“Points” is 10: write a whole number from 1 to 9"),
        (COUNT, True, "“Points” is True: write a whole number from 1 to 9"),
        (COUNT, 2.5, "“Points” is 2.5: write a whole number from 1 to 9"),
        (COUNT, "2", "“Points” is '2': write a whole number from 1 to 9"),
        (
            FormField(Sort.HIDDEN, "number", "", low=1, high=999),
            None,
            "number is None: write a whole number from 1 to 999",
        ),
        (
            FormField(Sort.ROW, "corrects_seq", "", low=1, high=2**53),
            2**53 + 1,
            "corrects_seq is 9007199254740993: write a whole number from 1 to 9007199254740992",
        ),
        (
            FormField(Sort.TIME, "seconds", "", high=60_000),
            -1,
            "seconds is -1: write a whole number from 0 to 60000",
        ),
        (KNOWN, "red", '“Who” is \'red\': write "white" or "black"'),
        (KNOWN, None, '“Who” is None: write "white" or "black"'),
        (KNOWN, ["white"], '“Who” is [\'white\']: write "white" or "black"'),
        (OPEN, "nobody", '“Who” is \'nobody\': write "white" or "black", or null for nobody'),
        (
            FormField(Sort.YES_NO, "gin", text("Is it")),
            "yes",
            "“Is it” is 'yes': write true or false",
        ),
        (
            FormField(Sort.YES_NO, "gin", text("Is it")),
            None,
            "“Is it” is None: write true or false",
        ),
        (FormField(Sort.TICK, "fee", text("Fee")), 1, "“Fee” is 1: write true or false"),
        (LEVEL, 3, "“Won” is 3: write one of 1, 2"),
        (LEVEL, True, "“Won” is True: write one of 1, 2"),
        (LEVEL, {}, "“Won” is {}: write one of 1, 2"),
        (HALF, "bar", "“Box” is 'bar': write one of \"picture_left\", null"),
        *((DICE, wrong, f"“The dice showed” is {wrong!r}: {DICE_WORDS}") for wrong in WRONG_DICE),
        (RULES, [], "“Values”: expected `object`, got `array`"),
        (RULES, {"clock.delay_s": None}, "got `null`"),
    ],
)
def test_what_is_wrong_with_a_field_is_said_in_one_sentence(
    field: FormField, given: Any, words: str
) -> None:
    with pytest.raises(OrderInvalid) as caught:
        read_form(_form(field), {field.name: given})
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    if field.sort is not Sort.RULES:
        assert words == str(caught.value)


def test_every_sort_is_among_the_wrong_ones() -> None:
    cases = test_what_is_wrong_with_a_field_is_said_in_one_sentence.pytestmark[0].args[1]
    assert {field.sort for field, *_ in cases} == set(Sort) - {Sort.WHY}


@pytest.mark.parametrize(
    ("field", "left_out"),
    [
        (FormField(Sort.TICK, "it", text("It")), False),
        (FormField(Sort.RULES, "it", text("It")), {}),
        (FormField(Sort.ROW, "it", text("It"), optional=True), None),
        (FormField(Sort.LINE, "it", text("It"), optional=True), None),
        (FormField(Sort.COUNT, "it", text("It"), optional=True), None),
        (FormField(Sort.HIDDEN, "it", "", optional=True), None),
    ],
)
def test_what_may_be_left_out_is_read_as_nothing(field: FormField, left_out: Any) -> None:
    for said in ({}, {"it": ""}, *([{"it": None}] if left_out is None else [])):
        assert read_form(_form(field), said) == {"it": left_out}


@pytest.mark.parametrize("field", [LINE, COUNT, KNOWN, OPEN, LEVEL])
def test_what_is_needed_is_missed(field: FormField) -> None:
    for said in ({}, {field.name: ""}):
        with pytest.raises(OrderInvalid) as caught:
            read_form(_form(field), said)
        label = format_text(field.label)
        assert str(caught.value) == f"“{label}” is missing: the order “Stop” needs it"


def test_a_reason_is_read_with_who_gives_it_and_nothing_else_belongs_to_a_form() -> None:
    assert read_form(_form(WHY), {}) == {}
    with pytest.raises(
        OrderInvalid, match="'points' does not belong to the order “Stop”: leave it out"
    ):
        read_form(_form(WHY), {"points": 1})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@given(data=st.data())
def test_whatever_comes_is_read_or_refused_in_words(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(FORMS)))
    names = [field.name for field in FORMS[kind].fields if field.sort is not Sort.WHY]
    said = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, JSON)))
    with suppress(OrderInvalid):
        assert list(read_form(FORMS[kind], said)) == names


def _form(*fields: FormField) -> OrderForm:
    return OrderForm("stop", FORMS["stop"].order, text("Stop"), text("Stop"), fields)


# --- the orders they make ------------------------------------------------------------------------

_COMMON = {"at", "match_id", "by", "why"}


def _answers(field: FormField) -> list[Any]:
    """Each value that a field may give, or the least and the most there is."""
    low, high = field.low, field.high
    nothing = [None] if field.optional or field.nobody is not None else []
    found: dict[Sort, list[Any]] = {
        Sort.LINE: ["norway"],
        Sort.BOOK: ["norway"],
        Sort.WORDS: ["Quiet, please."],
        Sort.COUNT: [low, high],
        Sort.HIDDEN: [low, high],
        Sort.ROW: [low, high],
        Sort.TIME: [low, high],
        Sort.SIDE: list(Side),
        Sort.YES_NO: [True, False],
        Sort.TICK: [True, False],
        Sort.CHOICE: [value for value, _words in field.options],
        Sort.DICE: [(5, 2), (4,)],
        Sort.RULES: [{}, {"clock.delay_s": 8}],
    }
    return found[field.sort] + nothing


def _examples(form: OrderForm) -> list[dict[str, Any]]:
    """Forms filled in: each answer there is to each question, among others."""
    fields = [field for field in form.fields if field.sort is not Sort.WHY]
    answers = [_answers(field) for field in fields]
    longest = max(map(len, answers), default=1)
    filled = (tuple(each[turn % len(each)] for each in answers) for turn in range(longest))
    return [dict(zip((field.name for field in fields), each, strict=True)) for each in filled]


EXAMPLES = {kind: _examples(form) for kind, form in FORMS.items()}
ALL = [(kind, values) for kind, found in EXAMPLES.items() for values in found]


def _fits(order: Order) -> list[str]:
    """The fields whose value is not of the type that the order has them of."""
    wrong = []
    for name, kind in get_type_hints(type(order)).items():
        value = getattr(order, name)
        try:
            same = msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            wrong.append(f"{name}: {error}")
            continue
        if same != value or type(same) is not type(value):
            wrong.append(f"{name}: {value!r}")
    return wrong


@pytest.mark.parametrize(("kind", "values"), ALL, ids=str)
def test_every_form_makes_an_order_of_the_rules_own_types(
    kind: str, values: dict[str, Any]
) -> None:
    form = FORMS[kind]
    order = form.order(Instant(0), "m", "director:Kari", "so", **order_values(form, values))
    assert _fits(order) == []
    said = {name: getattr(value, "value", value) for name, value in values.items()}
    base = {"journal_id": "j", "match_id": "m", "why": "so", "kind": kind}
    new = read_order(json.dumps(base | said).encode(), "Kari")
    assert new.order == order
    assert new.given("2026-05-09T14:03:07.123Z").kind == type(order).__name__


def test_a_value_of_another_type_would_be_seen() -> None:
    stop = FORMS["penalty"].order
    assert _fits(stop(Instant(0), "m", "director:Kari", "so", side="white", points=1, section=None))
    assert _fits(stop(Instant(0), "m", "director:Kari", "so", Side.WHITE, 1.0, None))
    assert not _fits(stop(Instant(0), "m", "director:Kari", "so", Side.WHITE, 1, None))


def test_a_rule_book_nobody_knows_is_refused_and_a_known_one_is_whole() -> None:
    form = FORMS["profile"]
    with pytest.raises(OrderInvalid, match="Rule book oslo: no rule book 'oslo'"):
        order_values(form, {"profile": "oslo", "rules": {}})
    made = order_values(form, {"profile": "norway", "rules": {"clock.delay_s": 8}})
    assert made["profile"] == load("norway", {"clock.delay_s": 8})


def test_every_answer_was_tried() -> None:
    """The examples above leave out no side, no choice, no yes and no no."""
    for kind, form in FORMS.items():
        for field in form.fields:
            if field.sort is not Sort.WHY:
                tried = [values[field.name] for values in EXAMPLES[kind]]
                missed = [each for each in _answers(field) if each not in tried]
                assert missed == [], (kind, field.name)
