"""What an order's form promises: its values in words, for either side alike, within the rules."""

from typing import Any

import pytest
from kits.printed import answers
from kits.rules_kit import DIRECTOR, WHITE, Table

from kiosk.catalogue.form import OrderContext, OrderForm, Sort, Values
from kiosk.catalogue.tables import FORMS
from kiosk.catalogue.text import Text, format_text
from kiosk.rules.decide import why_not
from kiosk.rules.match import EMPTY
from kiosk.rules.reasons import Reason
from kiosk.rules.units import SIDES, BySide, Side

NAMES: BySide[str | Text] = BySide("Anna", "Bo")
SEEN = OrderContext(EMPTY, 7, NAMES)

SPOKEN = [form for kind, form in FORMS.items() if not form.at_once and kind != "earlier"]
"""Forms that say what they will do. An earlier match had other players."""


def told(form: OrderForm, values: Values, seen: OrderContext = SEEN) -> str:
    return " ".join(map(format_text, form.consequences(values, seen)))


def sided(form: OrderForm) -> list[str]:
    return [field.name for field in form.fields if field.sort is Sort.SIDE]


WHITES_FIRST = {"penalty", "score", "replaced"}
"""They say both sides' numbers, White's first."""


@pytest.mark.parametrize("form", SPOKEN, ids=lambda form: form.kind)
def test_both_sides_are_told_alike(form: OrderForm) -> None:
    """Where the sides change places, and the names with them, the same is said."""
    turned = OrderContext(EMPTY, 7, BySide(NAMES.black, NAMES.white))
    for values in answers(form) if form.kind not in WHITES_FIRST else ():
        sides = {name: values[name] and values[name].other for name in sided(form)}
        assert told(form, values) == told(form, {**values, **sides}, turned)


@pytest.mark.parametrize("form", SPOKEN, ids=lambda form: form.kind)
def test_whom_it_concerns_is_named(form: OrderForm) -> None:
    """Who used up its time first does not count where somebody is sure to win."""
    for values in answers(form):
        for name in sided(form):
            side = values[name]
            if side is not None and not (name == "first" and values["gin"] is not None):
                assert NAMES.of_side(side) in told(form, values)


NEVER_SAID = {("accept", "points"), ("accept", "number"), ("decline", "number")}
"""A proposal is said by what it is."""


@pytest.mark.parametrize("form", SPOKEN, ids=lambda form: form.kind)
def test_each_number_is_said(form: OrderForm) -> None:
    base = next(iter(answers(form)))
    for field in form.fields:
        if field.sort is Sort.COUNT and (form.kind, field.name) not in NEVER_SAID:
            assert "61" in told(form, {**base, field.name: 61}), field.name
        if field.sort is Sort.TIME:
            assert "61:07" in told(form, {**base, field.name: 61 * 60 + 7}), field.name


def test_the_score_is_said_and_ordered_whites_first() -> None:
    form = FORMS["score"]
    values = {"white": 3, "black": 12}
    assert "becomes Anna 3 – Bo 12" in told(form, values)
    assert form.values(values)["score"] == BySide(3, 12)
    replaced = {"white_s": 61, "black_s": 122}
    assert "Anna 1:01 and Bo 2:02" in told(FORMS["replaced"], replaced)
    earlier: dict[str, Any] = {"of_match": "m0", "winner": WHITE, "white": 5, "black": 4}
    assert "White 5, Black 4" in told(FORMS["earlier"], earlier)
    assert FORMS["earlier"].values(earlier)["score"] == BySide(5, 4)


LIMITED = (
    *(("late", "late_min"), ("leave", "minutes"), ("penalty", "points"), ("length", "points")),
    *(("time", "seconds"), ("replaced", "white_s"), ("replaced", "black_s"), ("cube", "level")),
)


@pytest.mark.parametrize(("kind", "name"), LIMITED)
def test_a_number_may_be_what_the_rules_take_and_no_other(kind: str, name: str) -> None:
    """The rules take it with some answer to what is asked beside."""
    table, form = Table().open(points=99), FORMS[kind]
    if kind != "late":
        table.start()
    (field,) = (each for each in form.fields if each.name == name)

    def is_taken(number: int, values: Values) -> bool:
        own = form.values({**values, name: number})
        order = form.order(table.at, table.match.match_id, DIRECTOR, "so", **own)
        return Reason.BAD_VALUE not in why_not(table.match, order)

    tried = (field.low - 1, field.low, field.high, field.high + 1)
    taken = [any(is_taken(number, values) for values in answers(form)) for number in tried]
    assert taken == [False, True, True, False]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("points", [1, 2, 7])
def test_what_penalty_points_make_of_the_score_is_what_the_rules_make_of_it(
    side: Side, points: int
) -> None:
    """In a match to 7 that stands at 0-0."""
    table = Table().open()
    seen = OrderContext(table.match, 7, NAMES)
    said = told(FORMS["penalty"], {"side": side, "points": points, "section": None}, seen)
    penalty = FORMS["penalty"].order(
        table.at, "m1", DIRECTOR, "so", side=side, points=points, section=None
    )
    table.ok(penalty)
    score = table.match.score
    assert f"becomes Anna {score.white} – Bo {score.black}" in said
    winner = table.match.winner
    assert (winner is not None) is ("That ends the match" in said)
    if winner is not None:
        assert f"{NAMES.of_side(winner)} wins." in said
    assert score.of_side(side) == 0
