"""A club's competition in rounds by a date, as 001 has it (Tournament Rules 3 to 5 and 15); over
HTTP.
"""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from kits.event_kit import Runner
from kits.hall_kit import Client, HandClocks, service

from kiosk.director.local_days import local_slot
from kiosk.director.service import Service
from kiosk.director.store.second_copy import copy_database

DAY_S = 24 * 3600
EVENING = 19 * 60
MAIN = {"division_id": "main"}
MATCH = {**MAIN, "pairing_id": "main-1-1"}


class Chairman(Runner):
    """Of a club whose four play two rounds: the first in 30 days, the second 28 days later."""

    def begins(self) -> "Chairman":
        self.does("OpenEvent", name="Club Cup")
        self.does("SetTables", tables=[1, 2])
        offered = {each["format_id"]: each for each in self.get("/event/formats")["formats"]}
        form = offered["club-rounds"]["format"]
        self.does("MakeDivision", **MAIN, name="Cup", format=form, precedence=0)
        who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, 5)]
        self.does("Enter", **MAIN, entries=who)
        self.does("DrawDivision", **MAIN)
        assert self.refused("PublishDraw", **MAIN) == {("no_date", "main 1"), ("no_date", "main 2")}
        self.does("SetRoundDates", **MAIN, dates=self.dates())
        self.does("PublishDraw", **MAIN)
        return self

    @property
    def today(self) -> int:
        found: int = self.event["today"]
        return found

    def dates(self, later: int = 0) -> list[dict[str, Any]]:
        last = self.today + 30 + later
        return [
            {"bracket": "main", "round": nth + 1, "last_day": last + 28 * nth} for nth in range(2)
        ]

    def dated(self, name: str = "main-1-1") -> Any:
        return self.pairing(name)["dated"]

    def slot(self, days: int, minute: int = EVENING) -> dict[str, int]:
        return {"day": self.today + days, "minute": minute}


@pytest.fixture
def kari(client: Client) -> Chairman:
    def post(path: str, body: bytes) -> tuple[int, Any]:
        answer = client.post(path, body)
        return answer.status, answer.json()

    return Chairman(post, lambda path: client.get(path).json())


def test_a_round_from_three_dates_offered_to_a_claim_that_is_granted(
    kari: Chairman, hand: HandClocks, client: Client, director: Service
) -> None:
    """Three dates in three weeks (TR4), the Chairman told a week before (TR5), 30 minutes (TR4)."""
    kari.begins()
    _first, challenger = kari.players("main-1-1")
    assert kari.pairing("main-1-1")["played"]["length"] == 11  # TR3
    told = kari.dated()
    assert (told["challenger"], told["last_day"]) == (challenger, kari.today + 30)
    assert (told["need"], told["offered_enough"]) == ("arranging", False)
    kari.does("OfferDates", key=MATCH, slots=[kari.slot(2), kari.slot(3)])
    assert not kari.dated()["offered_enough"] or (kari.today + 2) % 7 == 0
    kari.does("OfferDates", key=MATCH, slots=[kari.slot(9), kari.slot(16)])
    assert kari.dated()["offered_enough"]

    def passes(days: int) -> None:
        hand.later(days * DAY_S)
        client.join(director, name=f"Kari {days}")  # nobody stays signed in so long

    passes(22)
    assert kari.dated()["need"] == "arranging"
    assert kari.refused("TellChairman", key=MATCH, why="no answer") == {
        ("too_early", "main main-1-1")
    }
    passes(1)
    assert kari.dated()["need"] == "chairman"
    assert kari.does("TellChairman", key=MATCH, why="no answer") == ["ChairmanNotified"]
    assert kari.dated()["need"] == "arranging"
    kari.does("ArrangeRound", key=MATCH, slot=kari.slot(1))
    assert kari.dated()["need"] == "playing"
    claim = {"key": MATCH, "claimant": challenger, "ground": "late", "why": "nobody came"}
    late = kari.slot(1, EVENING + 30)
    assert kari.refused("ClaimMatch", **claim, now=late) == {("not_late", "30")}
    kari.does("ClaimMatch", **claim, now=kari.slot(1, EVENING + 31))
    assert (kari.dated()["need"], kari.dated()["claim"]["by"]) == ("ruling", challenger)
    ruled = kari.does("RuleOnClaim", key=MATCH, granted=True, why="he forgot it")
    assert ruled == ["ClaimRuled", "PairingDecided"]
    over = kari.pairing("main-1-1")
    assert (over["state"], over["winner"], over["result"]["cause"]) == (
        *("over", challenger, "walk_over"),
    )
    assert over["dated"]["need"] is None
    winner = kari.players("main-1-2")[0]
    other = {**MAIN, "pairing_id": "main-1-2"}
    kari.does("TakeMatch", key=other, winner=winner, score=[11, 9])
    final = kari.dated("main-2-1")
    assert kari.players("main-2-1") == [challenger, winner]
    assert (final["challenger"], final["last_day"]) == (winner, kari.today + 7 + 28)
    assert kari.event["proposals"] == []


def test_a_claim_and_its_award_stand_in_the_lists_and_the_report_with_their_reasons(
    kari: Chairman, client: Client
) -> None:
    kari.begins()
    first, _challenger = kari.players("main-1-1")
    names = {each["entry_id"]: each["name"] for each in kari.event["entries"]}
    claim = {"key": MATCH, "claimant": first, "why": "never wrote"}
    last = {"day": kari.today + 31, "minute": 0}
    soon = {"day": kari.today + 23, "minute": 0}
    kari.does("ClaimMatch", **claim, ground="not_offered", now=soon)
    kari.does("RuleOnClaim", key=MATCH, granted=False, why="he was ill")
    kari.does("ClaimMatch", **claim, ground="not_played", now=last)
    kari.does("RuleOnClaim", key=MATCH, granted=True, why="never came")
    other = {**MAIN, "pairing_id": "main-1-2"}
    kari.does("PlayAgain", key=other, why="nobody saw it")
    winner = kari.players("main-1-2")[1]
    kari.does("TakeMatch", key=other, winner=winner, score=[13, 15])
    decided = [
        (each["what"], each["winner"], each["why"])
        for each in kari.get("/event/report.json")["decisions"]
    ]
    assert decided == [
        ("claimed", names[first], "never wrote"),
        ("claim_turned_down", names[first], "he was ill"),
        ("claimed", names[first], "never wrote"),
        ("walk_over", names[first], "never came"),
        ("played_again", None, "nobody saw it"),
    ]
    lines = kari.get("/event/results.json")["lines"]
    told = [(each["cause"], each["winner"], each["length"]) for each in lines]
    assert told == [("walk_over", names[first], 11), ("played", names[winner], 15)]
    assert b"walk_over" in client.get("/event/results.csv").body
    assert b"walk-over" in client.get("/event/sheet/main").body
    page = client.get("/event/report").body
    assert b"match claimed" in page
    assert b"never came" in page


def test_killed_in_the_middle_it_goes_on_as_it_was(
    tmp_path: Path, hand: HandClocks, kari: Chairman
) -> None:
    kari.begins()
    kari.does("OfferDates", key=MATCH, slots=[kari.slot(2)])
    kari.does("ArrangeRound", key=MATCH, slot=kari.slot(2))
    claimant = kari.players("main-1-1")[0]
    now = kari.slot(2, EVENING + 40)
    claim = {"key": MATCH, "claimant": claimant, "ground": "late", "why": "he did not come"}
    kari.does("ClaimMatch", **claim, now=now)
    kari.does("PlayAgain", key={**MAIN, "pairing_id": "main-1-2"}, why="nobody saw it")
    before = kari.event
    (tmp_path / "again").mkdir()
    copy_database(tmp_path / "d.db", tmp_path / "again" / "d.db")
    again = service(tmp_path / "again", hand)
    assert json.loads(again.event.packed_view().plain) == before
    again.lifecycle.finish()
    again.lifecycle.thread.store.close()


def test_days_that_an_act_does_not_name_are_the_directors(
    kari: Chairman, hand: HandClocks, director: Service
) -> None:
    kari.begins()
    here = local_slot(hand.clocks.wall_ns() // 1_000_000)
    assert kari.today == here.day
    kari.does("OfferDates", key=MATCH, slots=[kari.slot(0)])
    yesterday = kari.slot(-1)
    assert kari.refused("ArrangeRound", key=MATCH, slot=yesterday) == {
        ("day_over", f"{here.day - 1}")
    }
    _status, said = kari.asks("ArrangeRound", key=MATCH, slot=yesterday)
    assert said["error"] == f"{date.fromordinal(here.day - 1)}: this day is over already"
    kari.does("ArrangeRound", key=MATCH, slot=yesterday, day=here.day - 1)
    claimant = kari.players("main-1-1")[0]
    claim = {"key": MATCH, "claimant": claimant, "ground": "late", "why": "x"}
    assert kari.does("ClaimMatch", **claim) == ["MatchClaimed"]
    (row,) = (
        each for each in director.lifecycle.thread.store.event_rows() if each.kind == "MatchClaimed"
    )
    assert json.loads(row.body)["now"] == {"day": here.day, "minute": here.minute}


def test_a_pairing_played_again_is_another_match_of_fifteen_points_at_its_table(
    kari: Chairman, director: Service, hand: HandClocks
) -> None:
    kari.begins()
    kari.does("Call", at_tables=[[MATCH, 1]])
    before = {*director.event.tournament.matches.values()}
    kari.does("PlayAgain", key=MATCH, why="nobody saw the roll")
    hand.later(60)
    assert (kari.pairing("main-1-1")["table"], kari.dated()["replay_points"]) == (None, 15)
    kari.does("Call", at_tables=[[MATCH, 1]])
    assert before.isdisjoint(director.event.tournament.matches.values())
    assert kari.pairing("main-1-1")["played"]["length"] == 15
    winner = kari.players("main-1-1")[0]
    kari.does("TakeMatch", key=MATCH, winner=winner, score=[15, 0])
    assert kari.dated()["need"] is None


def test_the_date_of_a_round_is_moved_only_with_a_reason(kari: Chairman) -> None:
    kari.begins()
    dates = kari.dates(later=7)
    assert kari.refused("SetRoundDates", **MAIN, dates=dates) == {("why_missing", "why")}
    kari.does("SetRoundDates", **MAIN, dates=dates, why="Easter")
    assert kari.dated()["last_day"] == kari.today + 37
    assert kari.division()["last_days"] == dates
