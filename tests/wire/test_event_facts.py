"""Acts and facts of an event as bytes: each comes back equal, and nothing else is taken."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.divisions_kit import every_format_fact
from kits.tournament_kit import PROGRESSIVE, drawn, entry, every_fact

from kiosk.tournament.act import TournamentCommand, TournamentEvent
from kiosk.tournament.decide import ACTS as DECIDED
from kiosk.tournament.decide import FACTS as SET
from kiosk.tournament.decide import replayed
from kiosk.tournament.draws import DrawDivision, Drawn, DrawPublished
from kiosk.tournament.entries import Enter, Entered, LeavingReason, TakeOut
from kiosk.tournament.in_division import DivisionFact, InDivision
from kiosk.tournament.knock_out import MOST
from kiosk.tournament.setting_up import EventOpened, SetTables
from kiosk.tournament.swiss_rounds import SwissClosed
from kiosk.tournament.tournament import Entry, Player
from kiosk.wire.bounds import LONGEST_BODY, LONGEST_DRAW, LONGEST_ENTERED, LONGEST_TEXT
from kiosk.wire.errors import BodyInvalid, KindUnknown, ValueUnfit, VersionUnknown
from kiosk.wire.event_facts import (
    ACTS,
    FACTS,
    FORMAT_ACTS,
    FORMAT_FACTS,
    decode_act,
    decode_fact,
    encode,
    kind_of,
    version_of,
)


def again(fact: TournamentEvent) -> TournamentEvent:
    kind = kind_of(fact)
    return decode_fact(kind, version_of(kind), encode(fact))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_every_fact_of_a_played_event_comes_back_equal(seed: int) -> None:
    desk = every_fact(random.Random(seed))
    assert {type(fact) for fact in desk.kept} == set(SET) - {DivisionFact}
    kept = [again(fact) for fact in desk.kept]
    assert kept == desk.kept
    assert [encode(fact) for fact in kept] == [encode(fact) for fact in desk.kept]
    assert replayed(kept) == desk.tournament


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_every_act_of_a_played_event_comes_back_equal(seed: int) -> None:
    desk = every_fact(random.Random(seed))
    assert {type(act) for act in desk.asked} == set(DECIDED) - {InDivision}
    for act in desk.asked:
        assert decode_act(type(act).__name__, encode(act)) == act


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_every_fact_and_act_of_formats_comes_back_equal_in_its_division(seed: int) -> None:
    desk = every_format_fact(random.Random(seed))
    assert {kind_of(fact) for fact in desk.kept if isinstance(fact, DivisionFact)} == {
        *FORMAT_FACTS
    }
    acts = [act for act in desk.asked if isinstance(act, InDivision)]
    assert {kind_of(act) for act in acts} == {*FORMAT_ACTS}
    kept = [again(fact) for fact in desk.kept]
    assert [encode(fact) for fact in kept] == [encode(fact) for fact in desk.kept]
    assert replayed(kept) == desk.tournament
    for act in acts:
        back = decode_act(kind_of(act), encode(act))
        assert isinstance(back, InDivision)
        assert (back.division_id, back.act) == (act.division_id, act.act)


def test_a_fact_of_a_format_names_its_division() -> None:
    fact = DivisionFact(1, "K", "main", SwissClosed(1, "K"))
    plain = json.loads(encode(fact))
    assert plain == {"at_ms": 1, "by": "K", "division_id": "main"}
    assert decode_fact("SwissClosed", 1, encode(fact)) == fact
    for division_id in (..., 5, None, "x" * (LONGEST_TEXT + 1)):
        wrong = {**plain, "division_id": division_id}
        content = json.dumps({name: each for name, each in wrong.items() if each is not ...})
        for decode in (
            lambda body: decode_fact("SwissClosed", 1, body),
            lambda body: decode_act("CloseSwiss", body),
        ):
            with pytest.raises(BodyInvalid, match="name a division"):
                decode(content.encode())
    with pytest.raises(KindUnknown, match="'TakeSwissResult'"):
        decode_act("TakeSwissResult", b"{}")
    with pytest.raises(KindUnknown, match="'DivisionFact'"):
        decode_fact("DivisionFact", 1, b"{}")


def test_no_act_is_called_as_a_fact_is_nor_as_a_formats() -> None:
    kinds = [*ACTS, *FACTS, *FORMAT_ACTS, *FORMAT_FACTS]
    assert len(kinds) == len(set(kinds))


def body(**changed: Any) -> bytes:
    plain = {"at_ms": 1, "by": "Kari", "event_id": "e", "name": "Open"} | changed
    return json.dumps({name: each for name, each in plain.items() if each is not ...}).encode()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (body(name=...), "missing"),
        (body(more=1), "unknown field `more`"),
        (body(name=5), "str"),
        (body(name="x" * (LONGEST_TEXT + 1)), "4000 at most"),
        (body(at_ms=2**63), "63 at most"),
        (body(name="x" * LONGEST_BODY), r"bytes, \d+ at most"),
        (b'{"name":' + b"[" * 40 + b"]" * 40 + b"}", "nests 41 deep"),
        (b"[]", "no JSON object"),
        (b"", "no JSON object"),
    ],
)
def test_a_body_that_says_more_less_or_too_much_is_refused(wrong: bytes, says: str) -> None:
    assert decode_fact("EventOpened", 1, body()) == EventOpened(1, "Kari", "e", "Open")
    for decode in (
        lambda: decode_fact("EventOpened", 1, wrong),
        lambda: decode_act("OpenEvent", wrong),
    ):
        with pytest.raises(BodyInvalid, match=says):
            decode()


def test_a_place_that_is_left_out_deep_inside_is_named() -> None:
    desk = drawn(2)
    (fact,) = (each for each in desk.kept if isinstance(each, Drawn))
    plain = json.loads(encode(fact))
    del plain["bracket"]["pairings"][0]["places"][1]["of"]
    with pytest.raises(BodyInvalid, match=r"missing field `of` at \$\.bracket\.pairings\[0\]"):
        decode_fact("Drawn", 1, json.dumps(plain).encode())


def test_unknown_kinds_and_versions_are_told() -> None:
    with pytest.raises(KindUnknown, match="no fact of an event is called 'Rained'"):
        decode_fact("Rained", 1, body())
    with pytest.raises(KindUnknown, match="'EventOpened'"):
        decode_act("EventOpened", body())
    for v in (0, 2):
        with pytest.raises(VersionUnknown, match=f"version {v}, this program knows 1 to 1"):
            decode_fact("EventOpened", v, body())


def test_an_older_version_is_lifted() -> None:
    lift = {"EventOpened": (lambda plain: {**plain, "name": plain["name"].upper()},)}
    lifted = decode_fact("EventOpened", 1, body(), lift)
    assert lifted == EventOpened(1, "Kari", "e", "OPEN")
    assert version_of("EventOpened", lift) == 2
    with pytest.raises(BodyInvalid, match="none of version 1"):
        decode_fact("EventOpened", 1, body(name=...), lift)


@pytest.mark.parametrize(
    "unfit",
    [
        Entered(1, "K", "d", (Entry("e", "A", (Player("p", "A", rating=float("nan")),)),)),
        DrawPublished(1, "K", "d" * (LONGEST_TEXT + 1)),
        DrawPublished(1, "K", "\ud800"),
        DrawPublished(2**63, "K", "d"),
        TakeOut(1, "K", "e", LeavingReason.NO_SHOW, 5),  # type: ignore[arg-type]
        SetTables(1, "K", tuple(range(20_000))),
    ],
)
def test_what_its_own_bytes_would_not_give_back_is_never_written(
    unfit: TournamentEvent | TournamentCommand,
) -> None:
    with pytest.raises(ValueUnfit):
        encode(unfit)


def test_the_largest_draw_fits_and_so_do_all_who_may_enter() -> None:
    desk = drawn(0)
    who = tuple(entry(10**15 + number) for number in range(MOST))
    desk.does(Enter, division_id="main", entries=who)
    (fact,) = desk.does(DrawDivision, division_id="main", order=desk.division().entries, why="all")
    assert isinstance(fact, Drawn)
    assert len(PROGRESSIVE.shape.brackets) == 3
    assert LONGEST_BODY // 2 < len(encode(fact)) < LONGEST_DRAW // 2
    assert again(fact) == fact
    every = Entered(1, "K", "main", tuple(entry(10**15 + number) for number in range(10_000)))
    assert LONGEST_BODY < len(encode(every)) < LONGEST_ENTERED // 4
    assert again(every) == every


def test_more_than_a_draw_may_have_is_not_read() -> None:
    with pytest.raises(BodyInvalid, match=f"{LONGEST_DRAW} at most"):
        decode_fact("Drawn", 1, b" " * (LONGEST_DRAW + 1))
