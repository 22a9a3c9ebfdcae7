"""Rule books are data: every value sourced, every mistake named by file, key and range."""

import copy
import tomllib
from dataclasses import replace
from typing import Any

import pytest
from kits.rules_kit import NO_CLOCK, NORWAY, NORWAY_FILE

from kiosk.rules.rulebook import (
    KEYS,
    SECTIONS,
    BookKey,
    RuleBook,
    RuleBookError,
    Source,
    Strategy,
    ValueShape,
    parse,
)

TOML: dict[str, Any] = tomllib.loads(NORWAY_FILE.read_text("utf-8"))
SAID = [key for key in KEYS if key.name in TOML.get(key.section, {})]
"""The keys norway sets; the others are idle in it."""
WHERE = pytest.mark.parametrize("key", SAID, ids=lambda key: key.where)


def faults(document: Any) -> tuple[str, ...]:
    with pytest.raises(RuleBookError) as caught:
        parse(document, "house.toml")
    for fault in caught.value.faults:
        assert fault.startswith("house.toml: ")
        assert "\n" not in fault
    assert str(caught.value).startswith(caught.value.faults[0])
    return caught.value.faults


def refusal(document: Any) -> str:
    """The one thing that is wrong."""
    (fault,) = faults(document)
    return fault


def spoilt(where: str, **words: Any) -> dict[str, Any]:
    section, _, key = where.partition(".")
    document = copy.deepcopy(TOML)
    document[section][key].update(words)
    return document


def with_(**words: Any) -> dict[str, Any]:
    return {**copy.deepcopy(TOML), **words}


# --- the shipped book --------------------------------------------------------------------------

SILENT = {
    *("penalty.effect", "penalty.may_end_match", "penalty.freeze_cube_at_match_point"),
    *("penalty.wrong_clock_both", "late.round_arranged_days"),
    *("opening.without_mixer", "opening.with_mixer", "opening.tie", "opening.clock_press"),
    *("turn.without_clock", "turn.one_die_lifted", "turn.press_without_roll"),
    *("turn.closed_out", "turn.both_numbers"),
    *("dispute.disturbance", "dispute.replay_points", "people.camera_refusal_forfeits"),
}
"""On what the Norwegian book says nothing."""

UNCLEAR = {
    "clock.allotment": "D3-8",
    "stop.reasons": "D3-5",
    "stop.unlisted": "D3-23",
    "roll.premature": "D3-16",
    "dice.pick_later_with_clock": "D3-15",
    "turn.with_clock": "D3-5",
    "cube.crawford_undo": "D3-13",
    "cube.crawford_dropped": "D3-12",
    "cube.contradiction": "D3-17",
    "dispute.committee": "D3-22",
    "equipment.board_change": "D3-6",
}
"""Passages of it that can be read otherwise."""


def test_what_norway_does_not_print_is_our_convention_and_the_directors_to_confirm() -> None:
    assert {source.key for source in NORWAY.to_confirm()} == {*SILENT, *UNCLEAR}
    for where in SILENT:
        assert NORWAY.cite(where).startswith("convention: norway silent")
    for where, defect in UNCLEAR.items():
        source = NORWAY.source(where)
        assert source is not None
        assert source.defect == defect
        assert source.cite.startswith("norway §")


def test_a_source_carries_its_book() -> None:
    assert Source("cube.jacoby", "norway §4.4(viii)", False) in NORWAY.sources
    assert NORWAY.cite("cube.jacoby") == "norway §4.4(viii)"
    assert NORWAY.source("clock.timetable_min") is None


def test_the_event_chooses_its_clock_and_says_so() -> None:
    assert NO_CLOCK.clock.system == "none"
    assert NO_CLOCK.cite("clock.system") == "the event's invitation"
    assert NO_CLOCK.clock.delay_s == NORWAY.clock.delay_s
    assert [s for s in NO_CLOCK.sources if s.key != "clock.system"] == [
        s for s in NORWAY.sources if s.key != "clock.system"
    ]
    assert [s.key for s in NO_CLOCK.sources] == [s.key for s in NORWAY.sources]


def test_the_shipped_book_is_whole() -> None:
    assert NORWAY.complete()
    assert NO_CLOCK.complete()
    assert NORWAY.missing() == ()
    assert (NORWAY.profile, NORWAY.title) == ("norway", "Norwegian federation tournament rules")


def with_value(where: str, value: Any) -> RuleBook:
    section, _, key = where.partition(".")
    chosen: dict[str, Any] = {section: replace(getattr(NORWAY, section), **{key: value})}
    return replace(NORWAY, **chosen)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("clock.delay_s", 601),
        ("clock.delay_s", -1),
        ("clock.delay_s", True),
        ("clock.system", "sundial"),
        ("clock.same_hand", 1),
        ("cube.jacoby", None),
        ("stop.reasons", frozenset({"hunger"})),
        ("appeal.members", frozenset({0, 3})),
        ("equipment.board_min_cm", (44,)),
        ("equipment.board_min_cm", (55, 44)),
        ("equipment.board_min_cm", (0, 44)),
        ("clock.timetable_min", ((6, 9), (9,))),
    ],
)
def test_a_book_from_another_machine_is_not_believed(where: str, value: Any) -> None:
    assert not with_value(where, value).complete()


def test_what_no_source_gives_cannot_be_cited() -> None:
    book = replace(NORWAY, sources=())
    assert book.source("cube.crawford") is None
    with pytest.raises(KeyError, match=r"cube\.crawford"):
        book.cite("cube.crawford")


def test_a_value_without_its_source_makes_a_book_incomplete() -> None:
    for source in NORWAY.sources:
        rest = tuple(each for each in NORWAY.sources if each is not source)
        assert not replace(NORWAY, sources=rest).complete()


# --- the vocabulary ----------------------------------------------------------------------------


def test_every_key_says_what_it_is() -> None:
    assert len({key.where for key in KEYS}) == len(KEYS)
    for key in KEYS:
        assert key.doc
        assert not key.doc.endswith(".")
        for choice in key.choices or ():
            assert choice.doc
            assert "\n" not in choice.doc


def test_every_number_is_bounded() -> None:
    for key in KEYS:
        if key.shape in {
            ValueShape.NUMBER,
            ValueShape.NUMBERS,
            ValueShape.LENGTHS,
            ValueShape.TIMETABLE,
        }:
            assert key.low < key.high
        assert (key.choices is not None) is (key.shape in {ValueShape.CHOICE, ValueShape.CHOICES})


def test_a_number_names_its_unit() -> None:
    counts = {
        *("expiry.first_points", "expiry.repeat_points", "breaks.per_side", "breaks.minutes"),
        *("breaks.per_side_long", "breaks.long_from_points", "roll.shakes", "appeal.members"),
        *("length.default_points", "dispute.replay_points", "late.round_arranged_days"),
    }
    units = ("_s", "_min", "_cm", "_s_per_point")
    numbers = [key for key in KEYS if key.high]
    assert {key.where for key in numbers if not key.where.endswith(units)} == counts


def test_a_key_that_may_be_idle_says_when_it_matters() -> None:
    for key in KEYS:
        assert key.optional is bool(key.when)
        for where, values in key.when:
            decides = next(each for each in KEYS if each.where == where)
            assert set(values) <= set(decides.choices or (True, False))


def test_a_strategy_is_its_word() -> None:
    class Taste(Strategy):
        SWEET = "sweet", "like honey"

    assert Taste("sweet") is Taste.SWEET
    assert Taste.SWEET == "sweet"
    assert f"{Taste.SWEET}" == "sweet"
    assert Taste.SWEET.doc == "like honey"


# --- what a book may not say -------------------------------------------------------------------


@WHERE
def test_a_missing_value_is_named_and_explained(key: BookKey) -> None:
    document = copy.deepcopy(TOML)
    del document[key.section][key.name]
    assert f"house.toml: {key.where} is missing; it sets {key.doc}" in faults(document)


@WHERE
def test_a_value_outside_its_range_is_named_with_the_range(key: BookKey) -> None:
    for value in wrong(key):
        message = refusal(spoilt(key.where, value=value))
        assert message == f"house.toml: {key.where} is {value!r}; {key.range}"


def wrong(key: BookKey) -> list[Any]:
    odd: list[Any] = ["banana", 1.5, None, {}, [[]], ["banana"], [1.5], [["banana"]]]
    low, high = key.low, key.high
    match key.shape:
        case ValueShape.YES_NO:
            return [*odd, [], 0, 1, "true"]
        case ValueShape.NUMBER:
            return [*odd, [], low - 1, high + 1, True, str(low)]
        case ValueShape.CHOICE:
            return [*odd, [], 1, list(key.choices or ())]
        case ValueShape.CHOICES:
            twice = [next(iter(key.choices or ())).value] * 2
            return [*odd, 1, twice, twice[0], [1]]
        case ValueShape.NUMBERS:
            return [*odd, low, [low - 1], [high + 1], [low, low], [True]]
        case ValueShape.LENGTHS:
            return [*odd, low, [low], [low, low, low], [low - 1, low], [high, low]]
        case _:
            raise AssertionError("norway has no timetable")


@WHERE
def test_every_value_in_range_is_accepted(key: BookKey) -> None:
    for value in right(key):
        book = parse(spoilt(key.where, value=value), "f")
        held = book.value(key.where)
        assert sorted(held) == sorted(value) if isinstance(value, list) else held == value


def right(key: BookKey) -> list[Any]:
    if key.where in {"expiry.consequence", "clock.allotment"}:
        return []  # other values follow from these; see the test below
    choices = [choice.value for choice in key.choices or ()]
    low, high = key.low, key.high
    return {
        ValueShape.YES_NO: []
        if key.where == "expiry.waived_when_game_ends_match"
        else [True, False],
        ValueShape.NUMBER: [low, high],
        ValueShape.CHOICE: choices,
        ValueShape.CHOICES: [[], choices, *([choice] for choice in choices)],
        ValueShape.NUMBERS: [[], [low, high]],
        ValueShape.LENGTHS: [[], [low, high], [low, low]],
    }[key.shape]


def test_a_choice_that_makes_other_values_matter_asks_for_them() -> None:
    said = faults(spoilt("expiry.consequence", value="second_control"))
    assert [each.split()[1] for each in said] == [
        key.where for key in KEYS if key.section == "second_control"
    ]
    said = faults(spoilt("expiry.waived_when_game_ends_match", value=True))
    assert [each.split()[1] for each in said] == ["expiry.game_ends_match"]


TABLE = [[6, 9, 12], [9, 12, 15], [12, 15, 18]]


def timetabled(rows: Any) -> dict[str, Any]:
    document = spoilt("clock.allotment", value="timetable")
    document["clock"]["timetable_min"] = {"value": rows, "source": "§9"}
    return document


def test_a_timetable_is_a_mirrored_square() -> None:
    book = parse(timetabled(TABLE), "f")
    assert book.clock.timetable_min == ((6, 9, 12), (9, 12, 15), (12, 15, 18))
    assert book.complete()
    assert parse(timetabled([[1]]), "f").clock.timetable_min == ((1,),)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        6,
        [6],
        [[]],
        [[6, 9], [9]],
        [[6, 9]],
        [[6, 9], [10, 12]],
        [[9, 6], [6, 12]],
        [[9, 9], [9, 8]],
        [[0]],
        [[1000]],
        [[True]],
        [["6"]],
        [[6, 9], 9],
    ],
)
def test_a_timetable_that_is_none_is_refused(rows: Any) -> None:
    assert refusal(timetabled(rows)).startswith(
        f"house.toml: clock.timetable_min is {rows!r}; as many rows as columns, the same mirrored"
    )


@pytest.mark.parametrize(
    ("document", "names"),
    [
        (with_(profile=7), ["profile is 7", "in quotes"]),
        (with_(profile=""), ["profile is ''", "in quotes"]),
        (with_(title=None), ["title is None"]),
        (with_(kind="sketch"), ["kind is 'sketch'", "base, overlay"]),
        (with_(kind=["base"]), ["kind is ['base']", "base, overlay"]),
        (with_(clocks={}), ["unknown section 'clocks'", "clock", "ending"]),
        (with_(clock=3), ["clock is 3", "[clock]"]),
        (with_(cube={**TOML["cube"], "racoons": {}}), ["unknown key cube.racoons", "jacoby"]),
        (with_(ending={"opponent_confirms": True}), ["ending.opponent_confirms is True", "value"]),
        (with_(ending={"opponent_confirms": {"source": "§1"}}), ["confirms is {", "source"]),
        (spoilt("cube.jacoby", must_be_set=True), ["cube.jacoby is {", "value"]),
        (spoilt("cube.jacoby", colour=1), ["unknown word cube.jacoby.colour", "convention"]),
        (spoilt("cube.jacoby", source=""), ["cube.jacoby has no source", "section"]),
        (spoilt("cube.jacoby", source=4), ["cube.jacoby has no source"]),
        (spoilt("cube.jacoby", convention="yes"), ["cube.jacoby.convention is 'yes'", "true"]),
        (spoilt("cube.jacoby", defect=3), ["cube.jacoby.defect is 3", "D2-3"]),
        (spoilt("cube.jacoby", defect=""), ["cube.jacoby.defect is ''", "D2-3"]),
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


def test_what_is_left_to_the_event_must_be_something_the_event_can_set() -> None:
    hole = {"must_be_set": True, "source": "§3"}
    document = copy.deepcopy(TOML)
    document["clock"]["delay_s"] = hole
    assert parse(document, "f").clock.delay_s is None
    document["clock"]["delay_s"] = {**hole, "must_be_set": "yes"}
    assert refusal(document).endswith("clock.delay_s.must_be_set is 'yes'; true, or leave it out")
    document["clock"]["delay_s"] = hole
    document["cube"]["jacoby"] = hole
    assert "cube.jacoby can't be left to the event; write a value: true or" in refusal(document)


def test_a_whole_section_may_not_be_left_out() -> None:
    document = copy.deepcopy(TOML)
    del document["late"]
    left_out = [key.where for key in KEYS if key.section == "late" and not key.optional]
    assert [each.split()[1] for each in faults(document)] == left_out


def test_every_mistake_is_told_not_only_the_first() -> None:
    document = spoilt("cube.jacoby", value="perhaps")
    document["clock"]["delay_s"]["value"] = -1
    document["hat"] = {}
    del document["title"]
    said = faults(document)
    assert len(said) == 4
    for part in ("hat", "title", "clock.delay_s is -1", "cube.jacoby is 'perhaps'"):
        assert any(part in each for each in said)
    with pytest.raises(RuleBookError, match=r"unknown section 'hat'.* \(and 3 more\)$"):
        parse(document, "f")


def test_every_section_has_keys() -> None:
    assert {key.section for key in KEYS} == set(SECTIONS)
