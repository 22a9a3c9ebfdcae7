"""What refuses a value names the rule or the field as people do, never by its key in the code."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from kits.tracked_files import tracked_files

from kiosk.books import load
from kiosk.books.format_loader import formats
from kiosk.catalogue import ladder, tournament
from kiosk.catalogue.rule_names import name_rules
from kiosk.catalogue.text import format_text
from kiosk.rules.rulebook import KEYS, BookKey, RuleBookError
from kiosk.tournament.act import Objection, TournamentReason
from kiosk.tournament.confirming import CONSULTATION
from kiosk.tournament.format_rules import KEYS as FORMAT_KEYS
from kiosk.tournament.format_rules import OfferedFormat
from kiosk.tournament.ladder import NO_LADDER
from kiosk.tournament.ladder_rules import KEYS as LADDER_KEYS
from kiosk.tournament.setting_up import unfit_format
from kiosk.tournament.tournament import NONE, DivisionFormat

CODE = re.compile(r"[a-z]_[a-z]|[a-z][A-Z]|[a-z]\.[a-z]|\{")
"""A key of a book, a field, a kind."""

KEYS_THERE = sorted({each.where for each in (*KEYS, *LADDER_KEYS)} | {*CONSULTATION.values()})
VALUED = ("{}", "{} 500 (1–99)", "{} -3", "{} (norway)", "{} of Ana")


def parts(node: ast.expr) -> str:
    """A string or an f-string, with a number in each of its places."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(each.value) if isinstance(each, ast.Constant) else "7" for each in node.values
        )
    return ""


def objected() -> Iterator[tuple[str, bool]]:
    """Every string of the code that an objection may be about, and whether a ladder's: what stands
    beside its reason, and the names of numbers that have bounds.
    """
    for file in tracked_files("kiosk/**/*.py"):
        text = file.read_text("utf-8")
        of_ladder = "ladder" in file.name
        if "TournamentReason" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            inside: list[ast.expr] = []
            if isinstance(node, ast.Tuple):
                inside = node.elts
            elif isinstance(node, ast.Call):
                inside = node.args
                if getattr(node.func, "id", "") == "out_of_range":
                    yield f"{parts(inside[0])} 500 (1–99)", of_ladder
            if any(ast.unparse(each).startswith("TournamentReason.") for each in inside):
                yield from ((parts(each), of_ladder) for each in inside)


OBJECTED = sorted({(about, of_ladder) for about, of_ladder in objected() if about.strip()})
NUMBERS = (-1, 0, 10**6)


def words(about: str) -> list[str]:
    bad = TournamentReason.BAD_VALUE
    return [
        format_text(tournament.against_words(Objection(bad, about), NONE)),
        format_text(ladder.against_words(Objection(bad, about), NO_LADDER)),
    ]


def test_they_are_found() -> None:
    assert len(OBJECTED) > 40
    assert {"event_id", "starts_in_min 500 (1–99)", "left 7", "table 7"} <= {
        about for about, _of_ladder in OBJECTED
    }


@pytest.mark.parametrize(("about", "of_ladder"), OBJECTED)
def test_no_refusal_names_a_field(about: str, of_ladder: bool) -> None:
    of_event, ladders = words(about)
    shown = [ladders] if of_ladder else [of_event, ladders]
    assert [each for each in shown if CODE.search(each)] == []


def odd_formats(form: DivisionFormat) -> Iterator[DivisionFormat]:
    """The format with each of its numbers far out of bounds."""
    parts = {name: getattr(form, name) for name in ("swiss", "groups", "swing", "by_date")}
    for name, part in parts.items():
        for changed in _odd_values(part):
            yield replace(form, **{name: changed})
    for changed in _odd_values(form.rounds[0] if form.rounds else None):
        yield replace(form, rounds=(changed, *form.rounds[1:]))


def _odd_values(part: Any) -> Iterator[Any]:
    for each in fields(part) if part is not None else ():
        if type(getattr(part, each.name)) is int:
            yield from (replace(part, **{each.name: number}) for number in NUMBERS)


@pytest.mark.parametrize("offered", formats(), ids=lambda each: each.format_id)
def test_no_refusal_of_a_format_names_a_value_as_its_file_does(offered: OfferedFormat) -> None:
    """Some bounds are checked by a field's name, which stands nowhere in the code as a string."""
    refused = [each for form in odd_formats(offered.format) for each in unfit_format(form)]
    assert refused
    assert [each for one in refused for each in words(one.about) if CODE.search(each)] == []


def test_no_refusal_names_a_rule_by_its_key() -> None:
    found = {
        where: each
        for where in KEYS_THERE
        for form in VALUED
        for each in words(form.format(where))
        if where in each
    }
    assert found == {}


def test_a_value_that_a_book_refuses_is_named_by_what_it_sets() -> None:
    with pytest.raises(RuleBookError) as caught:
        load("norway", {key.where: {} for key in KEYS})
    named = "\n".join(map(name_rules, caught.value.faults))
    assert [key.where for key in KEYS if key.where in named] == []
    assert [key.where for key in KEYS if f"“{key.doc}” is {{}}" not in named] == []


@pytest.mark.parametrize("key", [*KEYS, *LADDER_KEYS, *FORMAT_KEYS], ids=lambda key: key.where)
def test_no_meaning_of_a_rule_has_a_key_in_it(key: BookKey) -> None:
    shown = [key.doc, *(each.doc for each in key.choices or ())]
    assert [each for each in shown if CODE.search(each)] == []


def test_a_rule_that_there_is_not_stands_as_it_was_typed() -> None:
    assert name_rules("unknown key clock.dalay") == "unknown key clock.dalay"
