"""Rule books are data: every value sourced, every mistake named by file, key and range."""

import copy
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints

import pytest
from rules_kit import NO_CLOCK, NORWAY, NORWAY_FILE, ROOT

from kiosk.rules.rulebook import SECTIONS, ClockSystem, RuleBook, RuleBookError, Source, parse

BOOK_TEXT = ROOT.parent / "shared/seeds/book-003-norway.txt"
TOML: dict[str, Any] = tomllib.loads(NORWAY_FILE.read_text("utf-8"))
KEYS = [(name, key.name) for name, kind in SECTIONS.items() for key in fields(kind)]


def refusal(document: Any) -> str:
    with pytest.raises(RuleBookError) as caught:
        parse(document, "house.toml")
    message = str(caught.value)
    assert message.startswith("house.toml: ")
    assert "\n" not in message
    return message


def spoilt(section: str, key: str, **words: Any) -> dict[str, Any]:
    document = copy.deepcopy(TOML)
    document[section][key].update(words)
    return document


# --- the shipped book --------------------------------------------------------------------------

PRINTED = {
    "clock.system": ("simple_delay", "norway §3.5(v)"),
    "clock.allotment": ("average_away", "norway §3.5(vi)"),
    "clock.reserve_s_per_point": (120, "norway §3.5(v)"),
    "clock.delay_s": (12, "norway §3.5(v)"),
    "expiry.consequence": ("lost_when_declared", "norway §4.3(iii)"),
    "expiry.both_flags_to_director": (True, "norway §4.3(iii)"),
    "roll.area": ("right_half", "norway §4.1(iv)(a)"),
    "roll.area_with_mixer": ("mixer_half", "norway §4.1(iv)(b)"),
    "roll.must_lie_flat": (True, "norway §4.1(iv)"),
    "cube.crawford": (True, "norway §4.4(iv)"),
    "cube.double_after_invalid_roll": (False, "norway §4.4(ii)"),
    "cube.dead_cube_refused": (True, "norway §4.4(vii)"),
    "cube.jacoby": (False, "norway §4.4(viii)"),
    "ending.opponent_confirms": (True, "norway §4.3(ii)(g)"),
}
OURS = {
    *("opening.with_mixer", "opening.tie", "opening.clock_press"),
    *("turn.without_clock", "penalty.effect"),
}


def value_of(book: RuleBook, where: str) -> Any:
    section, key = where.split(".")
    return getattr(getattr(book, section), key)


@pytest.mark.parametrize("where", PRINTED)
def test_norway_says_what_is_printed_and_where(where: str) -> None:
    value, cite = PRINTED[where]
    assert value_of(NORWAY, where) == value
    assert NORWAY.cite(where) == cite


def test_every_value_is_printed_or_marked_as_our_convention() -> None:
    assert {f"{section}.{key}" for section, key in KEYS} == {*PRINTED, *OURS}
    assert {source.key for source in NORWAY.to_confirm()} == OURS
    for where in OURS:
        assert NORWAY.cite(where).startswith("convention: norway ")


def sections_of(text: str) -> Iterator[str]:
    """`3.5`, `3.5(v)`, `4.1(iv)(a)` … as headed in the book."""
    chapter = item = ""
    for line in text.splitlines():
        if head := re.match(r"([1-5]\.\d) ", line):
            chapter, item = head[1], ""
            yield chapter
        elif point := re.match(r"\(([ivx]+)\) ?", line):
            item = f"{chapter}({point[1]})"
            yield item
        elif letter := re.match(r"\(([a-h])\)", line):
            yield f"{item}({letter[1]})"


@pytest.mark.skipif(not BOOK_TEXT.exists(), reason="the book's text is not kept in this repository")
def test_every_section_named_is_in_the_book() -> None:
    printed = set(sections_of(BOOK_TEXT.read_text("utf-8")))
    assert {"3.5(v)", "4.1(iv)(a)", "4.3(ii)(g)"} <= printed
    named = [
        section
        for source in NORWAY.sources
        for section in re.findall(r"§(\S+?)(?=\s|$)", source.cite)
    ]
    assert len(named) >= len(PRINTED)
    assert [section for section in named if section not in printed] == []


def test_the_event_chooses_its_clock_and_says_so() -> None:
    assert NO_CLOCK.clock.system is ClockSystem.NONE
    assert NO_CLOCK.cite("clock.system") == "the event's invitation"
    assert NO_CLOCK.clock.delay_s == NORWAY.clock.delay_s
    assert [s for s in NO_CLOCK.sources if s.key != "clock.system"] == [
        s for s in NORWAY.sources if s.key != "clock.system"
    ]


def test_the_shipped_book_is_whole() -> None:
    assert NORWAY.complete()
    assert NO_CLOCK.complete()
    assert (NORWAY.profile, NORWAY.title) == ("norway", "Norwegian federation tournament rules")


# --- what a book may not say -------------------------------------------------------------------


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_a_missing_value_is_named_and_explained(section: str, key: str) -> None:
    document = copy.deepcopy(TOML)
    del document[section][key]
    assert f"{section}.{key} is missing; it says " in refusal(document)


@pytest.mark.parametrize(("section", "key"), KEYS)
def test_a_value_outside_its_range_is_named_with_the_range(section: str, key: str) -> None:
    kind = get_type_hints(SECTIONS[section])[key]
    wrong: list[Any] = ["banana", None, [], 1.5]
    if issubclass(kind, StrEnum):
        wrong.append(1)
        span = ", ".join(kind)
    elif kind is bool:
        wrong += [0, 1, "true"]
        span = "true or false"
    else:
        meta = next(f for f in fields(SECTIONS[section]) if f.name == key).metadata
        low, high = meta["low"], meta["high"]
        wrong += [low - 1, high + 1, True, str(low)]
        span = f"from {low} to {high}"
        for right in (low, high):
            assert (
                value_of(parse(spoilt(section, key, value=right), "f"), f"{section}.{key}") == right
            )
    for value in wrong:
        message = refusal(spoilt(section, key, value=value))
        assert f"{section}.{key} is {value!r}" in message
        assert message.endswith(span)


def test_every_choice_is_accepted() -> None:
    for section, key in KEYS:
        kind = get_type_hints(SECTIONS[section])[key]
        if issubclass(kind, StrEnum):
            for member in kind:
                book = parse(spoilt(section, key, value=member.value), "f")
                assert value_of(book, f"{section}.{key}") is member


def with_(**words: Any) -> dict[str, Any]:
    return {**copy.deepcopy(TOML), **words}


@pytest.mark.parametrize(
    ("document", "names"),
    [
        (with_(profile=7), ["profile is 7", "in quotes"]),
        (with_(profile=""), ["profile is ''", "in quotes"]),
        (with_(title=None), ["title is None"]),
        (with_(clocks={}), ["unknown section 'clocks'", "clock", "ending"]),
        (with_(clock=3), ["clock is 3", "[clock]"]),
        (with_(cube={**TOML["cube"], "beavers": {}}), ["unknown key cube.beavers", "jacoby"]),
        (with_(turn={"without_clock": "x"}), ["turn.without_clock is 'x'", "value", "source"]),
        (with_(turn={"without_clock": {"source": "§1"}}), ["turn.without_clock is", "value"]),
        (spoilt("cube", "jacoby", colour=1), ["unknown word cube.jacoby.colour", "convention"]),
        (spoilt("cube", "jacoby", source=""), ["cube.jacoby has no source", "section"]),
        (spoilt("cube", "jacoby", source=4), ["cube.jacoby has no source"]),
        (spoilt("cube", "jacoby", convention="yes"), ["cube.jacoby.convention is 'yes'", "true"]),
    ],
)
def test_a_mistake_is_one_sentence(document: Any, names: list[str]) -> None:
    message = refusal(document)
    for name in names:
        assert name in message


def test_a_value_without_source_word_is_refused() -> None:
    document = copy.deepcopy(TOML)
    del document["cube"]["jacoby"]["source"]
    assert "cube.jacoby has no source" in refusal(document)


def test_a_whole_section_may_not_be_left_out() -> None:
    document = copy.deepcopy(TOML)
    del document["expiry"]
    assert "expiry.consequence is missing" in refusal(document)


def test_a_source_carries_its_book() -> None:
    assert Source("cube.jacoby", "norway §4.4(viii)", False) in NORWAY.sources
