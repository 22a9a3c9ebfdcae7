"""Acts and facts of a ladder as bytes: each comes back equal, and nothing else is taken."""

import json

import pytest
from kits.ladder_facts_kit import every_fact

from kiosk.tournament.act import Refused, TournamentEvent
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER
from kiosk.tournament.ladder_season import JoinLadder, LeaveLadder, OnLadder
from kiosk.wire.errors import BodyInvalid, KindUnknown, ValueUnfit, VersionUnknown
from kiosk.wire.ladder_facts import (
    ACTS,
    FACTS,
    decode_act,
    decode_fact,
    encode,
    kind_of,
    version_of,
)

DESK = every_fact()


def again(fact: TournamentEvent) -> TournamentEvent:
    kind = kind_of(fact)
    return decode_fact(kind, version_of(kind), encode(fact))


def test_every_fact_of_a_season_comes_back_equal() -> None:
    assert {type(fact) for fact in DESK.kept} == set(FACTS.values()) == {*LADDER.facts} - {Refused}
    kept = [again(fact) for fact in DESK.kept]
    assert kept == DESK.kept
    assert LADDER.replayed(kept, NO_LADDER) == DESK.state


def test_every_act_of_a_season_comes_back_equal() -> None:
    assert {type(act) for act in DESK.asked} == set(ACTS.values()) == {*LADDER.acts}
    assert [decode_act(kind_of(act), encode(act)) for act in DESK.asked] == DESK.asked


def test_a_season_has_its_own_kinds() -> None:
    assert len(FACTS) == len(LADDER.facts) - 1
    assert not FACTS.keys() & ACTS.keys()
    assert {version_of(kind) for kind in FACTS} == {1}


@pytest.mark.parametrize(
    "change", [{"more": 1}, {"member_id": None}, {"member_id": 5}, {"at_ms": "x"}]
)
def test_a_body_that_says_more_or_otherwise_is_not_taken(change: dict[str, object]) -> None:
    leaving = LeaveLadder(5, "Kari", "m-1")
    plain = json.loads(encode(leaving))
    assert decode_act("LeaveLadder", json.dumps(plain).encode()) == leaving
    with pytest.raises(BodyInvalid, match="LeaveLadder"):
        decode_act("LeaveLadder", json.dumps({**plain, **change}).encode())
    del plain["member_id"]
    with pytest.raises(BodyInvalid, match="member_id"):
        decode_act("LeaveLadder", json.dumps(plain).encode())


def test_what_is_no_ladders_is_not_taken() -> None:
    fact = encode(DESK.kept[0])
    with pytest.raises(KindUnknown, match="no fact of a ladder is called 'EventOpened'"):
        decode_fact("EventOpened", 1, fact)
    with pytest.raises(KindUnknown, match="no act of a ladder is called 'OpenEvent'"):
        decode_act("OpenEvent", b"{}")
    with pytest.raises(VersionUnknown, match="use a newer program"):
        decode_fact(kind_of(DESK.kept[0]), 2, fact)
    with pytest.raises(BodyInvalid):
        decode_fact(kind_of(DESK.kept[0]), 1, b"[]")


def test_a_name_that_could_not_be_read_back_is_not_written() -> None:
    for name in ("x" * 5000, "\ud800"):
        with pytest.raises(ValueUnfit):
            encode(JoinLadder(5, "Kari", OnLadder("m-1", name)))
