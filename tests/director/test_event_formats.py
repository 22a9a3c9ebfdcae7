"""The director runs divisions of other formats than the knock-out; over HTTP."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from kits.event_kit import Runner
from kits.hall_kit import Client, HandClocks, service

from kiosk.books.profile_text import FOR_PEOPLE
from kiosk.director.event.books import book_of
from kiosk.director.event.drawn_acts import DRAWN, Stamp
from kiosk.director.service import Service
from kiosk.director.store.second_copy import copy_database
from kiosk.rules.rulebook import KEYS, ClockSystem
from kiosk.tournament.in_division import InDivision
from kiosk.tournament.round_robin_acts import DrawGroupLot
from kiosk.tournament.sheet import to_play
from kiosk.tournament.swiss_rounds import PairSwissRound
from kiosk.tournament.tournament import PairingKey, RoundClockNotice

SEED = 7


@pytest.fixture
def kari(client: Client) -> Runner:
    return Runner.over(client)


def test_a_swiss_is_paired_round_by_round_until_it_is_closed(kari: Runner) -> None:
    kari.begins("swiss", 5, length=3)
    assert {each["bracket"] for each in kari.division()["pairings"]} == {"swiss"}
    assert [each["played"]["length"] for each in kari.division()["pairings"]] == [3, 3, 3]
    for number in range(1, 6):
        assert [each["key"]["pairing_id"] for each in kari.event["proposals"]] == kari.ready()
        first, second = kari.ready()
        key = {"division_id": "main", "pairing_id": first}
        kari.does("Call", at_tables=[[key, 1]])
        assert kari.wins(first, [3, 1]) == ["MatchTaken", "PairingDecided"]
        assert kari.pairing(first)["table"] is None
        kari.wins(second, [3, 2])
        if number < 5:
            assert set(kari.next()) == {"PairSwissRound"}
            assert kari.does("PairSwissRound", division_id="main") == ["SwissRoundPaired"]
            assert kari.event["proposals"] == []
            assert kari.division()["draw"]["published"] is False
            kari.does("PublishDraw", division_id="main")
    assert set(kari.next()) == {"CloseSwiss"}
    kari.does("CloseSwiss", division_id="main")
    stood = kari.division()["standings"]
    assert sum(each["wins"] for each in stood) == 5 * 3  # with the byes
    assert [each["place"] for each in stood] == sorted(each["place"] for each in stood)
    assert [each["name"] for each in stood[0]["measures"]] == ["buchholz", "median"]


def test_a_swiss_takes_who_comes_late_as_long_as_its_rules_say(kari: Runner) -> None:
    kari.begins("swiss", 4, length=3)
    assert kari.division()["draw"]["takes_late"] is True
    assert "Entered" in kari.does(
        "TakeLate", division_id="main", entry={"players": [{"name": "Eva"}]}
    )
    for pairing in kari.ready():
        kari.wins(pairing, [3, 1])
    kari.does("PairSwissRound", division_id="main")
    kari.does("PublishDraw", division_id="main")
    assert kari.division()["draw"]["takes_late"] is False


def test_a_knock_out_takes_who_comes_late_into_its_kept_places(kari: Runner) -> None:
    kari.begins("knock-out", 4, length=3)
    assert kari.division()["draw"]["takes_late"] is False
    late = {"division_id": "main", "entry": {"players": [{"name": "Eva"}]}}
    assert kari.refused("TakeLate", **late) == {("no_late_place", "Main")}
    kari.does("DrawDivision", division_id="main", late_places=1, why="Eva comes late")
    kari.does("PublishDraw", division_id="main")
    assert kari.division()["draw"]["takes_late"] is True
    assert kari.does("TakeLate", **late) == ["LateTaken"]
    assert kari.division()["draw"]["takes_late"] is False


def test_who_is_absent_is_not_paired_and_the_order_is_the_systems(kari: Runner) -> None:
    kari.begins("swiss", 5)
    for each in kari.ready():
        kari.wins(each, [7, 0])
    absent = kari.division()["entries"][0]
    kari.does("PairSwissRound", division_id="main", absent=[absent])
    new = [each for each in kari.division()["pairings"] if each["round"] == 2]
    orders = [[place["entry_id"] for place in each["places"]] for each in new]
    assert absent not in {who for each in orders for who in each}
    kari.does("TakeSwissRoundBack", division_id="main", why="again")
    kari.does("PairSwissRound", division_id="main")
    again = [each for each in kari.division()["pairings"] if each["round"] == 2]
    assert absent in {place["entry_id"] for each in again for place in each["places"]}
    status, said = kari.asks("PairSwissRound", division_id="main", order=["x"])
    assert (status, "order" in said["error"]) == (400, True)


def test_chance_has_the_order_of_a_round_of_a_lot_and_of_who_is_free(
    kari: Runner, director: Service
) -> None:
    kari.begins("swiss", 12, tables=6)
    for each in kari.ready():
        kari.wins(each, [7, 0])
    who = kari.division()["entries"]
    lot = {"division_id": "main", "group": "A", "entries": who}
    for kind, fields in (("PairSwissRound", {"division_id": "main"}), ("DrawGroupLot", lot)):
        orders = {
            command.act.order
            for seed in range(9)
            for command in [
                DRAWN[kind](
                    fields, director.event.tournament, random.Random(seed), Stamp(1, "K", "e")
                )
            ]
            if isinstance(command, InDivision)
            and isinstance(command.act, PairSwissRound | DrawGroupLot)
        }
        assert len(orders) == 9
        assert {tuple(sorted(each)) for each in orders} == {tuple(sorted(who))}


def test_a_swing_matches_who_is_free_by_itself(kari: Runner) -> None:
    kari.begins("swing", 6, tables=3)
    three = kari.ready()
    assert len(three) == 3
    facts = kari.wins(three[0], [100, 0], level=1, cube=1)
    assert facts == ["MatchTaken", "PairingDecided"]  # they wait for a third
    facts = kari.wins(three[1], [600, 0], level=3, cube=2)
    assert facts == ["MatchTaken", "PairingDecided", "GamesPaired"]
    assert len(kari.ready()) == 3
    chips = {each["entry_id"]: each["measures"] for each in kari.division()["standings"]}
    assert sum(each[0]["value"] for each in chips.values()) == 6 * 3000
    refused = kari.refused(
        "TakeMatch",
        key={"division_id": "main", "pairing_id": kari.ready()[0]},
        winner=kari.players(kari.ready()[0])[0],
        score=[1, 0],
    )
    assert refused == {("bad_value", "level 0 (1–3)"), ("bad_value", "cube 0")}
    kari.does("VoidGame", division_id="main", number=3, why="a pen fell on it")
    assert "swing-1-3" not in kari.ready()


def test_equal_players_of_a_group_are_parted_by_a_lot_of_the_system(kari: Runner) -> None:
    kari.begins("round-robin", 3, length=5)
    who = kari.division()["entries"]
    beats = {who[0]: who[1], who[1]: who[2], who[2]: who[0]}
    for name in kari.ready():
        one, two = kari.players(name)
        winner = one if beats[one] == two else two
        key = {"division_id": "main", "pairing_id": name}
        score = [5, 2] if winner == one else [2, 5]
        kari.does("TakeMatch", key=key, winner=winner, score=score)
    lot = kari.next()["DrawGroupLot"]
    assert (lot["group"], set(lot["entries"])) == ("A", set(who))
    kari.does("DrawGroupLot", division_id="main", group="A", entries=lot["entries"])
    assert sorted(each["place"] for each in kari.division()["standings"]) == [1, 2, 3]
    kari.does("CloseRoundRobin", division_id="main")
    assert kari.next() == {}


def test_an_act_of_a_format_is_refused_where_it_is_not_known(kari: Runner) -> None:
    kari.begins("round-robin", 4)
    assert kari.refused("PairSwissRound", division_id="main") == {("not_in_format", "Main")}
    assert kari.refused("PairFree", division_id="none") == {("unknown", "none")}
    status, said = kari.asks("CloseSwiss")
    assert (status, "division_id" in said["error"]) == (400, True)
    status, said = kari.asks("TakeSwissResult", division_id="main", number=1, winner="x")
    assert status == 400


def test_after_a_restart_each_format_is_as_it_was(
    tmp_path: Path, hand: HandClocks, kari: Runner
) -> None:
    kari.begins("swing", 4)
    kari.wins(kari.ready()[0], [100, 0], level=1, cube=1)
    before = kari.event
    (tmp_path / "again").mkdir()
    copy_database(tmp_path / "d.db", tmp_path / "again" / "d.db")
    again = service(tmp_path / "again", hand)
    assert json.loads(again.event.packed_view().plain) == before
    again.lifecycle.finish()
    again.lifecycle.thread.store.close()


def test_what_is_for_people_only_is_confirmed_as_such(kari: Runner) -> None:
    kari.opened(0)
    values = kari.get("/event/confirm")["values"]
    people = {key.where for key in KEYS if key.for_people} & {each["key"] for each in values}
    assert {each["key"] for each in values if FOR_PEOPLE in each["means"]} == people
    assert people


def test_what_a_rule_book_leaves_open_is_confirmed_once_for_the_event(kari: Runner) -> None:
    kari.opened(0)
    values = kari.get("/event/confirm")["values"]
    assert {each["book"] for each in values} == {"norway"}
    assert not any(each["confirmed"] for each in values)
    (clock,) = (each for each in values if each["key"] == "clock.allotment")
    assert (clock["value"], clock["cite"]) == ("average_away", "norway §3.5(vi)")
    assert clock["chosen"].startswith("((RA + RB) / 2) x reserve per point to each side")
    asked = {"book": "norway", "values": [[each["key"], each["value"]] for each in values]}
    assert kari.does("Confirm", **asked) == ["Confirmed"]
    assert all(each["confirmed"] for each in kari.get("/event/confirm")["values"])
    assert ("confirmed", "clock.allotment") in kari.refused("Confirm", **asked)
    wrong = {"book": "norway", "values": [["clock.allotment", "other"]]}
    assert kari.refused("Confirm", **wrong) == {("unknown", "clock.allotment")}
    assert kari.refused("Confirm", book="atlantis", values=[["a", "b"]]) == {
        ("unknown", "atlantis")
    }


def italian(kari: Runner, clock: str = "allowed") -> None:
    """Four are drawn in a division that is played by a book which leaves the time to the event."""
    kari.opened(4)
    rounds = [
        {**each, "profile": "italian-international", "clock": clock}
        for each in kari.division()["format"]["rounds"]
    ]
    kari.does("SetRounds", division_id="main", rounds=rounds, why="")
    kari.does("DrawDivision", division_id="main")
    kari.does("PublishDraw", division_id="main")


CALL = {"at_tables": [[{"division_id": "main", "pairing_id": "main-1-1"}, 1]]}


def test_nobody_is_called_before_the_event_has_set_what_its_book_leaves_to_it(
    kari: Runner,
) -> None:
    italian(kari)
    to_set = kari.get("/event/confirm")["to_set"]
    keys = [each["key"] for each in to_set]
    assert keys == ["clock.reserve_s_per_point", "clock.delay_s"]
    assert {each["value"] for each in to_set} == {""}
    assert kari.refused("Call", **CALL) == {
        ("not_set", f"{each} (italian-international)") for each in keys
    }
    values = [[keys[0], "120"], [keys[1], "12"]]
    assert kari.does("SetValues", book="italian-international", values=values) == ["ValuesSet"]
    told = {each["key"]: each["value"] for each in kari.get("/event/confirm")["to_set"]}
    assert told == dict(values)
    assert kari.does("Call", **CALL) == ["PairingsCalled"]


def test_a_round_without_clocks_lacks_nothing(kari: Runner) -> None:
    """002 §1.1: the draw sheet says so."""
    italian(kari, clock="none")
    assert kari.does("Call", **CALL) == ["PairingsCalled"]


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("clock.delay_s", "soon", "“delay (or increment) of each turn, in seconds” is 'soon'"),
        ("clock.delay_s", "-1", "“delay (or increment) of each turn, in seconds” is -1"),
        ("clock.nothing", "1", "clock.nothing"),
        ("consultation.delay_s", "soon", "in seconds, where a pair consults” is 'soon'"),
        ("consultation.nothing", "1", "consultation.nothing"),
        ("x", '"', "x"),
    ],
)
def test_a_value_its_book_does_not_take_is_told(
    kari: Runner, key: str, value: str, named: str
) -> None:
    italian(kari)
    asked = {"book": "italian-international", "values": [[key, value]]}
    status, said = kari.asks("SetValues", **asked)
    assert status == 400
    assert named in said["error"]
    assert kari.refused("SetValues", book="atlantis", values=[["a", "b"]]) == {
        ("unknown", "atlantis")
    }


def test_the_events_own_values_go_down_to_its_tables(kari: Runner, director: Service) -> None:
    italian(kari)
    values = [["clock.reserve_s_per_point", "120"], ["clock.delay_s", "12"]]
    kari.does("SetValues", book="italian-international", values=values)
    event = director.event.tournament
    plays = to_play(event, PairingKey("main", "main-1-1"))
    assert plays is not None
    book = book_of(event, plays)
    assert (book.clock.reserve_s_per_point, book.clock.delay_s) == (120, 12)
    assert book.missing() == ()
    assert book.complete()
    unclocked = replace(plays.round, clock=RoundClockNotice.NONE)
    assert book_of(event, replace(plays, round=unclocked)).clock.system is ClockSystem.NONE


PAIRS_TIMES = ["consultation.reserve_s_per_point", "consultation.delay_s"]


def doubles(kari: Runner) -> None:
    """Three couples by norway, which has the event state the times of pairs (§3.5(v))."""
    couples = [
        {"players": [{"name": f"{name} {which}"} for which in ("One", "Two")], "name": name}
        for name in ("A", "B", "C")
    ]
    kari.begins("doubles", couples, 3)


def times_of(director: Service, pairing_id: str) -> tuple[int | None, int | None]:
    """The times that a pairing's table is given, seconds a point and seconds a turn."""
    event = director.event.tournament
    plays = to_play(event, PairingKey("main", pairing_id))
    assert plays is not None
    clock = book_of(event, plays).clock
    return clock.reserve_s_per_point, clock.delay_s


def test_the_times_of_pairs_are_set_once_and_are_theirs_alone(
    kari: Runner, director: Service
) -> None:
    doubles(kari)
    to_set = kari.get("/event/confirm")["to_set"]
    assert [(each["key"], each["value"], each["cite"]) for each in to_set] == [
        (name, "", "norway §3.5(v)") for name in PAIRS_TIMES
    ]
    singles = kari.ready()[:2]
    for table, name in enumerate(singles, 1):  # of phase 1: nobody consults, nothing lacks
        key = {"division_id": "main", "pairing_id": name}
        kari.does("Call", at_tables=[[key, table]])
        assert times_of(director, name) == (120, 12)
        kari.wins(name, [5, 1])
    together = next(
        each["pairing_id"]
        for each in kari.division()["pairings"]
        if each["state"] == "ready" and each["seats"] == [0, 0]
    )
    call = {"at_tables": [[{"division_id": "main", "pairing_id": together}, 3]]}
    assert kari.refused("Call", **call) == {("not_set", f"{each} (norway)") for each in PAIRS_TIMES}
    values = [[PAIRS_TIMES[0], "180"], [PAIRS_TIMES[1], "15"]]
    assert kari.does("SetValues", book="norway", values=values) == ["ValuesSet"]
    told = {each["key"]: each["value"] for each in kari.get("/event/confirm")["to_set"]}
    assert told == dict(values)
    assert kari.does("Call", **call) == ["PairingsCalled"]
    assert times_of(director, together) == (180, 15)


def test_times_set_for_every_match_are_those_of_pairs_too(kari: Runner) -> None:
    doubles(kari)
    values = [["clock.reserve_s_per_point", "90"], ["clock.delay_s", "10"]]
    kari.does("SetValues", book="norway", values=values)
    told = {each["key"]: each["value"] for each in kari.get("/event/confirm")["to_set"]}
    assert told == dict(values)


def test_where_nobody_plays_in_pairs_no_times_of_pairs_are_asked_for(kari: Runner) -> None:
    kari.begins("round-robin", 4)
    assert kari.get("/event/confirm")["to_set"] == []


def test_rounds_are_set_anew_and_a_book_that_is_not_there_is_refused(kari: Runner) -> None:
    kari.opened(4)
    rounds = [{**each, "clock": "required"} for each in kari.division()["format"]["rounds"]]
    kari.does("SetRounds", division_id="main", rounds=rounds, why="")
    assert {each["clock"] for each in kari.division()["format"]["rounds"]} == {"required"}
    odd = [{**each, "profile": "atlantis"} for each in rounds]
    asked = {"division_id": "main", "rounds": odd, "why": ""}
    assert kari.refused("SetRounds", **asked) == {("unknown", "atlantis")}
