"""What an act takes away is told before it is done, and undone after it, over HTTP."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits.divisions_kit import every_format_fact
from kits.event_kit import Runner
from kits.hall_kit import DIRECTORS_KEY, Client, HandClocks, PaperTable, service
from kits.tournament_kit import every_fact

from kiosk.director.app import create_app
from kiosk.director.event.desk import act_name
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.event.undo import TAKES
from kiosk.director.people.roles import Role
from kiosk.director.service import Service
from kiosk.tournament.act import Refused
from kiosk.tournament.consequences import consequences
from kiosk.tournament.decide import decide, evolve
from kiosk.tournament.tournament import NONE
from kiosk.wire import event_facts

TAKE_SOMETHING: dict[str, bool] = {
    "OpenEvent": False,
    "RenameEvent": False,
    "SetTables": True,
    "MakeDivision": False,
    "RemoveDivision": True,
    "BringDivisionBack": False,
    "SetRounds": True,
    "Confirm": False,
    "SetValues": False,
    "Enter": False,
    "Scratch": True,
    "CorrectPlayer": False,
    "RenameEntry": False,
    "TakeOut": True,
    "TakeBackIn": True,
    "DrawDivision": True,
    "TakeDrawBack": True,
    "PublishDraw": False,
    "TakeLate": False,
    "GivePlace": True,
    "CloseLatePlaces": True,
    "Call": False,
    "Uncall": True,
    "PutOff": True,
    "Move": True,
    "TakeMatch": True,
    "Award": True,
    "Correct": True,
    "Reopen": True,
    "NoteForReport": False,
    "StrikeNote": False,
    "RateBy": False,
    "BeginNextEvent": False,
    "SwapPlaces": True,
    "SetReEntry": False,
    "SetRoundDates": True,
    "OfferDates": False,
    "TellChairman": False,
    "ArrangeRound": True,
    "ClaimMatch": False,
    "RuleOnClaim": True,
    "PlayAgain": True,
    "PairSwissRound": False,
    "TakeSwissRoundBack": True,
    "CloseSwiss": False,
    "DrawGroupLot": False,
    "CloseRoundRobin": False,
    "PairFree": False,
    "VoidGame": True,
    "TakeUp": True,
    "TurnAway": True,
    "Undo": True,
}
"""Every act of an event, and whether it can take a match, a table or a place from somebody."""


def test_every_act_is_decided_on_and_the_pages_ask_first_for_those_that_take() -> None:
    assert TAKE_SOMETHING.keys() == {*event_facts.ACTS, *event_facts.FORMAT_ACTS}
    assert {kind for kind, takes in TAKE_SOMETHING.items() if takes} == TAKES


def test_an_act_that_takes_nothing_finds_nothing() -> None:
    for make in (every_fact, every_format_fact):
        event = NONE
        for command in make(random.Random(2)).asked:
            facts = decide(event, command)
            after = event
            for fact in facts:
                after = event if isinstance(fact, Refused) else evolve(after, fact)
            kind = act_name(command).partition(" ")[0]
            if not TAKE_SOMETHING[kind]:
                assert consequences(event, after) == (), kind
            event = after


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table)
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def client(director: Service) -> Iterator[Client]:
    opened = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
    opened.join(director)
    yield opened
    opened.close()


@pytest.fixture
def runner(client: Client) -> Runner:
    """Four drawn, both matches played, the final called to table 1."""
    runner = Runner.over(client).drawn()
    for name in ("main-1-1", "main-1-2"):
        runner.does("Call", at_tables=[[key(name), 1]])
        runner.does("TakeMatch", key=key(name), winner=sides(runner, name)[0], score=[7, 3])
    runner.does("Call", at_tables=[[key("main-2-1"), 1]])
    return runner


def key(name: str) -> dict[str, str]:
    return {"division_id": "main", "pairing_id": name}


def sides(runner: Runner, name: str) -> list[str]:
    (found,) = (p for p in runner.division()["pairings"] if p["pairing_id"] == name)
    return [place["entry_id"] for place in found["places"]]


def looks(runner: Runner, kind: str, seen_seq: int | None = None, **fields: Any) -> tuple[int, Any]:
    seen = runner.event["seq"] if seen_seq is None else seen_seq
    asked = {"kind": kind, "seen_seq": seen, "fields": fields}
    return runner.post("/event/acts/look", json.dumps(asked).encode())


def wrong(runner: Runner) -> dict[str, Any]:
    """The other one won the first match."""
    return {"key": key("main-1-1"), "winner": sides(runner, "main-1-1")[1], "score": [3, 7]}


def test_what_a_correction_takes_is_told_by_name_and_nothing_is_done(runner: Runner) -> None:
    before = runner.event
    names = {each["entry_id"]: each["name"] for each in before["entries"]}
    one, other = (names[each] for each in sides(runner, "main-1-1"))
    third = names[sides(runner, "main-2-1")[1]]
    status, said = looks(runner, "Correct", **wrong(runner), why="misread")
    assert status == 200
    assert said["seq"] == before["seq"]
    assert said["sentences"][0] == f"{one} – {third} are called back from table 1."
    assert f"{one} – {other}: {other} advances, not {one}." in said["sentences"]
    assert runner.event == before


def test_a_look_is_refused_as_the_act_is(runner: Runner, client: Client, director: Service) -> None:
    asked = {"key": key("main-2-1"), "winner": None, "score": None, "why": "x"}
    assert looks(runner, "Correct", **asked)[0] == 409
    assert looks(runner, "Uncall", key=key("main-2-1"), why="")[0] == 409
    assert looks(runner, "Nonsense")[0] == 400
    assert looks(runner, "Uncall", seen_seq=1, key=key("main-2-1"), why="x")[0] == 409
    client.join(director, Role.SCORER, "Ola")
    assert looks(runner, "Uncall", key=key("main-2-1"), why="x")[0] == 403


def test_what_takes_nothing_says_nothing(runner: Runner) -> None:
    assert looks(runner, "Call", at_tables=[[key("consolation-1-1"), 2]])[1]["sentences"] == []
    winner = sides(runner, "main-2-1")[0]
    asked = {"key": key("main-2-1"), "winner": winner, "score": [7, 0]}
    assert looks(runner, "TakeMatch", **asked)[1]["sentences"] == []


def test_what_was_looked_at_is_done_only_if_nothing_happened_since(runner: Runner) -> None:
    seq = looks(runner, "Award", key=key("main-2-1"), winner=None, cause="ruling", why="x")[1][
        "seq"
    ]
    runner.does("NoteForReport", matter="other", about="Ola", words="x")
    fields = {"key": key("main-2-1"), "winner": None, "cause": "ruling", "why": "x"}
    asked = {"kind": "Award", "seen_seq": seq, "fields": fields, "looked": True}
    status, said = runner.post("/event/acts", json.dumps(asked).encode())
    assert (status, said["reasons"][0]["reason"]) == (409, "stale")


def test_it_is_undone_until_something_rests_on_it_and_then_it_says_what(runner: Runner) -> None:
    before = runner.event
    runner.does("Correct", **wrong(runner), why="misread")
    acts = runner.get("/event/undo")["acts"]
    assert acts[0]["words"].endswith(" advances.")
    assert (acts[0]["by"], acts[0]["against"]) == ("Kari", [])
    runner.does("Undo", first=acts[0]["first"])
    after = runner.event
    assert {**after, "seq": 0} == {**before, "seq": 0}
    runner.does("Correct", **wrong(runner), why="misread")
    first = runner.get("/event/undo")["acts"][0]["first"]
    runner.does("Call", at_tables=[[key("main-2-1"), 2]])
    (against,) = runner.get("/event/undo")["acts"][0]["against"]
    assert "depends on it" in against
    assert runner.refused("Undo", first=first) == {("rests_on_it", "main main-2-1")}


def test_who_may_not_do_an_act_may_not_undo_it(
    runner: Runner, client: Client, director: Service
) -> None:
    runner.does("Correct", **wrong(runner), why="misread")
    first = runner.get("/event/undo")["acts"][0]["first"]
    client.join(director, Role.ASSISTANT, "Ola")
    assert runner.asks("Undo", first=first)[0] == 403
    assert runner.get("/event/undo")["acts"][0]["against"] == [
        "Your role does not allow this: ask the director"
    ]


def test_an_undone_act_is_undone_after_a_restart(runner: Runner, director: Service) -> None:
    runner.does("Uncall", key=key("main-2-1"), why="ill")
    runner.does("Undo", first=runner.get("/event/undo")["acts"][0]["first"])
    again = EVENT_LOG.replay(director.lifecycle.thread.store.event_rows).state
    assert again == director.event.tournament
    assert again.called.keys() == director.event.tournament.called.keys() != set()
    assert again.undoable[-1].act == "Undo"
