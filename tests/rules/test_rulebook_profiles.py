"""A profile is a base, perhaps an overlay for play with a clock, and the event's own settings."""

import tomllib
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits.rules_kit import NORWAY, ROOT

from kiosk.rules.rulebook import (
    CLOCK_SECTIONS,
    EVENT,
    KEYS,
    BookKey,
    BookKind,
    Part,
    RuleBook,
    RuleBookError,
    ValueShape,
    parse,
    read,
    resolve,
    unparse,
)
from kiosk.rules.rulebook.reading import plain_value

BASES = ("italian-international", "london-club", "norway")
OVERLAYS = ("unified-2001", "michigan-2002")


def part(name: str) -> Part:
    return read(tomllib.loads((ROOT / f"config/rulebooks/{name}.toml").read_text("utf-8")), name)


PARTS = {name: part(name) for name in BASES + OVERLAYS}


def profile(name: str, **event: Any) -> RuleBook:
    base, _, overlay = name.partition("+")
    return resolve(PARTS[base], PARTS.get(overlay), event)


def overlaid(document: dict[str, Any]) -> Part:
    return read({"profile": "own", "title": "Our own", "kind": "overlay", **document}, "own.toml")


# --- overlays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("overlay", OVERLAYS)
@pytest.mark.parametrize("base", BASES)
def test_an_overlay_decides_what_it_sets_and_the_base_all_else(base: str, overlay: str) -> None:
    alone, both = profile(base), profile(f"{base}+{overlay}")
    assert both.profile == f"{base}+{overlay}"
    assert both.title == f"{alone.title} with {PARTS[overlay].title}"
    assert both.complete()
    for key in KEYS:
        entry = PARTS[overlay].entries.get(key.where)
        if entry is None:
            assert both.value(key.where) == alone.value(key.where)
            assert both.source(key.where) == alone.source(key.where)
        else:
            assert both.value(key.where) == entry.value
            assert both.source(key.where) == entry.source


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_each_overlay_sets_only_what_play_with_a_clock_needs(overlay: str) -> None:
    assert PARTS[overlay].kind is BookKind.OVERLAY
    allowed = {key.where for key in KEYS if key.overlay}
    assert set(PARTS[overlay].entries) <= allowed


def test_a_key_is_open_to_an_overlay_only_if_a_clock_book_prints_it() -> None:
    """Outside the clock's own sections."""
    open_keys = {key.where for key in KEYS if key.overlay and key.section not in CLOCK_SECTIONS}
    printed = {where for name in OVERLAYS for where in PARTS[name].entries}
    assert open_keys <= printed
    assert {"cube.crawford", "roll.area", "late.grace_min", "breaks.minutes"}.isdisjoint(open_keys)


ODD = [key for key in KEYS if not key.overlay]


@pytest.mark.parametrize("key", ODD, ids=lambda key: key.where)
def test_an_overlay_that_sets_what_is_the_bases_is_refused(key: BookKey) -> None:
    words = unparse(NORWAY)[key.section][key.name]
    with pytest.raises(RuleBookError) as caught:
        overlaid({key.section: {key.name: words}})
    assert str(caught.value) == (
        f"own.toml: {key.where} is not for an overlay to set; only what play with a clock needs"
    )


def test_an_overlay_may_set_a_single_key() -> None:
    own = overlaid({"clock": {"delay_s": {"value": 8, "source": "§1"}}})
    book = resolve(PARTS["norway"], own)
    assert (book.clock.delay_s, book.cite("clock.delay_s")) == (8, "own §1")
    assert book.cite("clock.reserve_s_per_point") == "norway §3.5(v)"


def test_an_overlay_by_itself_is_no_profile() -> None:
    with pytest.raises(RuleBookError, match="unified-2001 is a clock overlay; write BASE\\+"):
        resolve(PARTS["unified-2001"])
    document = tomllib.loads((ROOT / "config/rulebooks/unified-2001.toml").read_text("utf-8"))
    with pytest.raises(RuleBookError, match="is a clock overlay"):
        parse(document, "f")


def test_a_base_is_no_overlay() -> None:
    with pytest.raises(RuleBookError, match=r"norway is a base; only a clock overlay follows a \+"):
        resolve(PARTS["london-club"], PARTS["norway"])


# --- what the event says -----------------------------------------------------------------------


def test_the_events_word_is_last() -> None:
    book = profile(
        "london-club+unified-2001", clock={"reserve_s_per_point": 300}, **{"breaks.minutes": 7}
    )
    assert (book.clock.reserve_s_per_point, book.breaks.minutes) == (300, 7)
    assert book.cite("clock.reserve_s_per_point") == book.cite("breaks.minutes") == EVENT
    assert book.cite("clock.system") == "unified-2001 §2.1"
    assert {"clock.reserve_s_per_point", "breaks.minutes"}.isdisjoint(
        source.key for source in book.to_confirm()
    )
    assert book.complete()


def test_an_event_may_say_what_a_book_left_idle() -> None:
    book = profile("norway", clock={"allotment": "timetable", "timetable_min": [[6, 9], [9, 12]]})
    assert book.clock.timetable_min == ((6, 9), (9, 12))
    assert book.missing() == ()
    assert book.cite("clock.timetable_min") == EVENT
    assert [source.key for source in book.sources] == [
        key.where for key in KEYS if book.source(key.where)
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"clock": {"delay_s": -1}}, "clock.delay_s is -1; a whole number from 0 to 600"),
        ({"clock.delay_s": "12"}, "clock.delay_s is '12'; a whole number from 0 to 600"),
        ({"clock": {"tempo": 3}}, "unknown key clock.tempo; see kiosk rulebook keys"),
        ({"tempo": 3}, "unknown key tempo; see kiosk rulebook keys"),
        ({"clock": 3}, "unknown key clock; see kiosk rulebook keys"),
        ({"stop": {"reasons": ["hunger"]}}, "stop.reasons is ['hunger']; a list of any of game_"),
    ],
)
def test_a_wrong_setting_is_named(event: dict[str, Any], said: str) -> None:
    with pytest.raises(RuleBookError) as caught:
        profile("norway", **event)
    assert str(caught.value).startswith(f"event settings: {said}")


def test_every_wrong_setting_is_named() -> None:
    with pytest.raises(RuleBookError) as caught:
        profile("norway", clock={"delay_s": -1, "tempo": 3}, cube={"jacoby": 0})
    assert len(caught.value.faults) == 3


# --- what the event must say -------------------------------------------------------------------

SECOND = tuple(key.where for key in KEYS if key.section == "second_control")


@pytest.mark.parametrize(
    ("name", "event", "missing", "for_pairs"),
    [
        ("norway", {}, (), ("clock.reserve_s_per_point", "clock.delay_s")),
        ("norway", {"clock.delay_s": 8}, (), ("clock.reserve_s_per_point",)),
        ("norway", {"clock.delay_s": 8, "clock.reserve_s_per_point": 90}, (), ()),
        ("norway", {"clock.system": "none"}, (), ()),
        ("norway", {"clock.system": "plain"}, (), ("clock.reserve_s_per_point",)),
        ("norway+michigan-2002", {}, ("clock.timetable_min",), ("clock.timetable_min",)),
        ("norway+michigan-2002", {"clock.timetable_min": [[9]]}, (), ()),
        ("norway+unified-2001", {}, (), ("clock.reserve_s_per_point",)),
        ("london-club", {}, (), ()),
        ("london-club", {"clock.system": "plain"}, ("clock.reserve_s_per_point",), None),
        (
            "london-club",
            {"clock.system": "fischer"},
            ("clock.reserve_s_per_point", "clock.delay_s"),
            None,
        ),
        ("london-club+unified-2001", {}, (), ()),
        ("london-club+michigan-2002", {}, ("clock.timetable_min",), None),
        (
            "london-club+michigan-2002",
            {"clock.allotment": "average_away"},
            ("clock.reserve_s_per_point",),
            None,
        ),
        (
            "italian-international",
            {},
            ("clock.reserve_s_per_point", "clock.delay_s"),
            None,
        ),
        ("italian-international", {"clock.reserve_s_per_point": 180}, ("clock.delay_s",), None),
        ("italian-international+unified-2001", {}, (), ()),
        ("italian-international", {"clock.system": "none"}, (), ()),
        (
            "norway",
            {"expiry.consequence": "second_control"},
            SECOND,
            (*SECOND, "clock.reserve_s_per_point", "clock.delay_s"),
        ),
        (
            "italian-international",
            {"clock.system": "none", "expiry.consequence": "penalty_points"},
            tuple(
                f"expiry.{name}"
                for name in ("first_points", "repeat_points", "offences", "top_up_s", "top_up")
            ),
            None,
        ),
    ],
)
def test_what_only_the_event_can_say_is_listed(
    name: str, event: dict[str, Any], missing: tuple[str, ...], for_pairs: tuple[str, ...] | None
) -> None:
    """`for_pairs` None: the same for a consultation match."""
    book = profile(name, **event)
    assert book.missing() == missing
    assert book.missing(consultation=True) == (missing if for_pairs is None else for_pairs)
    assert book.complete()
    assert all(book.value(where) is None for where in missing)


def test_a_hole_names_the_section_that_leaves_it_open() -> None:
    book = profile("norway+michigan-2002")
    source = book.source("clock.timetable_min")
    assert source is not None
    assert (source.cite, source.defect) == ("michigan-2002 §4.1", "D4-1")
    assert "clock.timetable_min" not in {each.key for each in book.to_confirm()}


# --- round trip --------------------------------------------------------------------------------

WORD = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=20)
NAME = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)


def values(key: BookKey) -> st.SearchStrategy[Any]:
    whole = st.integers(key.low, key.high)
    choices = st.sampled_from([choice.value for choice in key.choices or ()] or [""])
    of: dict[ValueShape, st.SearchStrategy[Any]] = {
        ValueShape.YES_NO: st.booleans(),
        ValueShape.NUMBER: whole,
        ValueShape.CHOICE: choices,
        ValueShape.CHOICES: st.lists(choices, unique=True),
        ValueShape.NUMBERS: st.lists(whole, unique=True, max_size=4),
        ValueShape.LENGTHS: st.lists(whole, min_size=2, max_size=2).map(sorted) | st.just([]),
        ValueShape.TIMETABLE: whole.map(lambda top: [[1, top], [top, top]]),
    }
    return of[key.shape]


@st.composite
def books(draw: st.DrawFn) -> dict[str, Any]:
    """The document of any base."""
    document: dict[str, Any] = {"profile": draw(NAME), "title": draw(WORD), "kind": "base"}
    for key in KEYS:
        words: dict[str, Any] = {"source": draw(WORD)}
        if key.optional and draw(st.booleans()):
            words["must_be_set"] = True
        else:
            words["value"] = draw(values(key))
        if draw(st.booleans()):
            words["convention"] = True
        if draw(st.booleans()):
            words["defect"] = draw(WORD)
        document.setdefault(key.section, {})[key.name] = words
    return document


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(books())
def test_a_book_comes_back_from_its_document(document: dict[str, Any]) -> None:
    book = parse(document, "f")
    assert parse(unparse(book), "f") == book
    assert book.complete()
    for key in KEYS:
        words = document[key.section][key.name]
        source, held = book.source(key.where), book.value(key.where)
        assert source is not None
        assert source.cite.endswith(f"{book.profile} {words['source']}")
        assert source.cite.startswith("convention: ") is words.get("convention", False)
        if "value" in words:
            told = sorted(plain_value(held)) if isinstance(held, frozenset) else plain_value(held)
            said = words["value"]
            assert told == (sorted(said) if isinstance(held, frozenset) else said)
            marked = "convention" in words or "defect" in words
            assert source.director_confirms is marked
        else:
            assert held is None


@pytest.mark.parametrize("name", BASES)
def test_a_shipped_book_comes_back_too(name: str) -> None:
    book = profile(name)
    assert parse(unparse(book), "f") == book


def test_every_section_is_a_field_of_the_book() -> None:
    assert {key.section for key in KEYS} <= {field.name for field in fields(RuleBook)}
