"""The director runs a club's ladder: a season over HTTP, who may do what, two at once.

The orders are those that were worked out by hand from 001 in tests/tournament.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kits.hall_kit import DIRECTORS_KEY, PASSWORD, Client, HandClocks, csrf, service
from kits.ladder_kit import LadderRunner, day
from kits.languages_kit import load

from kiosk.catalogue.ladder import LADDER_REASONS
from kiosk.director.app import create_app
from kiosk.director.ladder.log import LADDER_LOG
from kiosk.director.people.roles import LADDER_ACTS, Role
from kiosk.director.service import Service
from kiosk.director.store.second_copy import copy_database
from kiosk.tournament.act import TournamentReason
from kiosk.wire.ladder_facts import ACTS

DESK = {"MakeChallenge", "TakeLadderResult"}
HELPERS = DESK | {"JoinLadder", "LeaveLadder", "EndUnplayed", "DisputeLadderResult", "UndoOnLadder"}
MAY = {
    Role.VIEWER: set[str](),
    Role.SCORER: DESK,
    Role.ASSISTANT: HELPERS,
    Role.DIRECTOR: {*ACTS},
}
"""Which acts each role may do, as the papers say."""

A_DAY_S = 24 * 3600
LAST_DAY = 356
"""30 April 2027, from the first day of `HandClocks`."""


def ends(started: Service) -> None:
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


def runner(client: Client) -> LadderRunner:
    def post(path: str, body: bytes) -> tuple[int, Any]:
        answer = client.post(path, body)
        return answer.status, answer.json()

    return LadderRunner(post, lambda path: client.get(path).json())


@pytest.fixture
def kari(client: Client) -> LadderRunner:
    return runner(client)


@pytest.fixture
def later(hand: HandClocks, client: Client) -> Callable[[int], None]:
    """So many days pass; no session lasts so long."""

    def days(count: int) -> None:
        hand.later(count * A_DAY_S)
        asked = json.dumps({"name": "Kari", "password": PASSWORD}).encode()
        client.session = {}
        cookie = client.post("/sign-in", asked).headers["set-cookie"].partition(";")[0]
        client.session = {"cookie": cookie, "x-csrf": csrf(cookie)}

    return days


# --- a season from its opening to its final ------------------------------------------------------


def test_a_ladder_is_opened_from_a_clubs_file_and_its_season_by_the_rules(
    kari: LadderRunner,
) -> None:
    assert kari.get("/ladders") == {
        "today": day(0),
        "ladders": [],
        "offered": [{"rules": "london-club", "title": "London club ladder"}],
    }
    status, said = kari.asks_new("abc")
    assert (status, said["kinds"]) == (201, ["LadderOpened"])
    kari.ladder_id = said["ladder_id"]
    assert kari.ladder["season"] is None
    assert kari.ladder["next_season"] == {"first_day": "2026-05-01", "last_day": "2027-04-30"}
    assert kari.does("OpenSeason") == ["SeasonOpened"]
    (named,) = kari.get("/ladders")["ladders"]
    assert (named["name"], named["members"], named["season"]) == ("The Ladder", 3, 1)
    ladder = kari.ladder
    assert (ladder["title"], ladder["today"], ladder["seq"]) == ("London club ladder", day(0), 2)
    assert ladder["season"]["open"] is True
    assert [(each["name"], each["place"]) for each in ladder["members"]] == [
        ("a", 1),
        ("b", 2),
        ("c", 3),
    ]


def test_a_season_is_run_from_its_opening_to_its_final(
    later: Callable[[int], None], kari: LadderRunner
) -> None:
    kari.opens("abcdefghijklmnopqrst")
    kari.plays("ji", "j")  # 10 beats 9: to 7, i to 11
    assert kari.order == "abcdefjghkilmnopqrst"
    number = kari.challenges("ca")
    later(1)
    kari.result(number, "a", played_day=day(0))  # yesterday; c drops 2
    assert kari.order == "abdecfjghkilmnopqrst"
    kari.does("JoinLadder", name="z")
    assert kari.order[-1] == "z"  # LR L42
    number = kari.challenges("zt")
    kari.does("DisputeLadderResult", number=number, why="the score at 6-6")
    assert kari.challenge(number)["last_day"] is None
    later(20)
    kari.result(number, "z")
    assert kari.order == "abdecfjghkilmnopqrzst"[:17] + kari.order[17:]
    number = kari.challenges("eb")
    later(8)
    overdue = kari.challenge(number)
    assert (overdue["overdue"], overdue["last_day"]) == (True, day(28))
    assert kari.get("/ladders")["ladders"][0]["overdue"] == 1
    kari.does("EndUnplayed", number=number, absent="b", why="is abroad")
    assert kari.order.startswith("adbec")  # LR L57
    later(LAST_DAY - 29 + 1)
    assert kari.ladder["season"]["over"] is True
    final = kari.order[:16]
    assert kari.does("CloseSeason") == ["SeasonClosed"]
    ladder = kari.ladder
    names = {each["member_id"]: each["name"] for each in ladder["members"]}
    assert "".join(names[each] for each in ladder["final"]) == final
    prizes = {each["prize"]: [names[who] for who in each["members"]] for each in ladder["prizes"]}
    assert prizes["top"] == ["a"]
    assert kari.does("OpenSeason") == ["SeasonOpened"]
    assert kari.order == "".join(reversed([names[each] for each in names]))  # LR L41
    assert (kari.ladder["season"]["number"], kari.ladder["final"]) == (2, [])


def test_a_correction_gives_the_order_that_would_have_been(kari: LadderRunner) -> None:
    kari.opens()
    number = kari.plays("jh", "j")
    assert kari.order == "abcdejfgih"  # S260
    kari.plays("ca", "c")
    right = {"number": number, "winner": "h", "score": [3, 7], "why": "the sheet was misread"}
    assert kari.does("CorrectLadderResult", **right) == ["LadderResultCorrected"]
    again = kari.ladder["recent"][0]
    assert (again["kind"], again["number"], again["why"]) == (
        "LadderResultCorrected",
        1,
        "the sheet was misread",
    )
    assert kari.order.startswith("cba")
    back = {"number": number, "winner": None, "score": None, "why": "not settled"}
    kari.does("CorrectLadderResult", **back)
    assert kari.challenge(number)["state"] == "disputed"
    assert kari.order == "cbadefghij"


def test_what_happened_tells_who_did_it_and_who_moved(kari: LadderRunner) -> None:
    kari.opens()
    kari.plays("jh", "j")
    news = kari.ladder["recent"]
    assert [each["kind"] for each in news] == [
        "LadderResultTaken",
        "ChallengeMade",
        "SeasonOpened",
        "LadderOpened",
    ]
    assert {each["by"] for each in news} == {"Kari"}
    moves = [(each["was"], each["now"]) for each in news[0]["moves"]]
    assert moves == [(10, 6), (8, 10)]
    j = kari.ladder["members"][5]
    assert (j["name"], j["progress"], j["played"], j["few"], j["open"]) == ("j", 4, 1, True, [])


def test_who_comes_back_is_the_member_he_was(kari: LadderRunner) -> None:
    kari.opens("abc")
    a = kari.member("a")
    kari.does("LeaveLadder", member_id="a")
    assert [each["name"] for each in kari.ladder["left"]] == ["a"]
    kari.does("JoinLadder", name=" A ")
    assert kari.ladder["members"][-1]["member_id"] == a
    assert kari.refused("JoinLadder", name="B") == {"taken": "b: is on the ladder already"}


def test_what_the_clubs_text_leaves_open_is_confirmed_once(kari: LadderRunner) -> None:
    kari.opens("ab")
    values = kari.ladder["values"]
    left = [each["key"] for each in values if each["confirm"]]
    assert left == [
        "season.end_day",
        "challenge.days_to_play",
        "challenge.prebooked",
        "movement.above_loser_counted",
        "movement.top_cannot_play",
    ]
    one = next(each for each in values if each["key"] == "movement.above_loser_counted")
    assert (one["value"], one["defect"], one["confirmed"]) == ("before_drop", "D1-9", False)
    kari.does("ConfirmLadder", keys=left)
    assert {each["confirmed"] for each in kari.ladder["values"] if each["confirm"]} == {True}
    assert "confirmed" in kari.refused("ConfirmLadder", keys=left[:1])
    assert set(kari.refused("ConfirmLadder", keys=["movement.challenger_up"])) == {"unknown"}
    assert set(kari.refused("ConfirmLadder", keys=[])) == {"empty"}


def test_a_director_has_several_ladders_and_each_its_own_log(kari: LadderRunner) -> None:
    kari.opens("abc")
    other = LadderRunner(kari.post, kari.get).opens("xyz", "Beginners")
    kari.plays("ca", "c")
    assert (kari.ladder["seq"], other.ladder["seq"], other.order) == (4, 2, "xyz")
    status, said = kari.asks_new("ab", "the  LADDER")
    assert (status, said["reasons"][0]["reason"]) == (409, "taken")
    assert [each["name"] for each in kari.get("/ladders")["ladders"]] == ["The Ladder", "Beginners"]


def test_the_final_becomes_a_division_of_the_event_by_one_act(
    director: Service, client: Client, later: Callable[[int], None], kari: LadderRunner
) -> None:
    def asks(**more: Any) -> tuple[int, Any]:
        said = {"format_id": "knock-out", "name": "The Cup", "seeds": 4, **more}
        return kari.post(f"/ladder/{kari.ladder_id}/final", json.dumps(said).encode())

    kari.opens("abcdefghijklmnopqrst")
    kari.plays("ca", "c")
    status, said = asks()
    assert (status, said["error"]) == (409, "No season is closed: there is no final")
    later(LAST_DAY + 1)
    kari.does("CloseSeason")
    final = kari.order[:16]
    assert asks()[1]["reasons"][0]["reason"] == "no_event"
    opened = {"kind": "OpenEvent", "seen_seq": 0, "fields": {"name": "Cup day"}}
    kari.post("/event/acts", json.dumps(opened).encode())
    assert asks(format_id="none")[0] == asks(seeds="4")[0] == asks(name="\u202e")[0] == 400
    assert asks(seeds=17)[1]["reasons"][0]["about"] == "seeds 17 (0–16)"
    assert [row.kind for row in director.lifecycle.thread.store.event_rows()] == [
        "EventOpened"
    ]  # nothing half
    status, said = asks()
    assert (status, said["kinds"]) == (201, ["DivisionMade", "Entered", "Drawn"])
    (division,) = kari.get("/event")["divisions"]
    names = {each["entry_id"]: each["name"] for each in kari.get("/event")["entries"]}
    assert "".join(names[each] for each in division["entries"]) == final
    assert (division["name"], division["draw"]["published"]) == ("The Cup", False)
    first = [each["places"] for each in division["pairings"] if each["round"] == 1]
    seeds = {division["entries"][nth] for nth in range(4)}
    met = [{place["entry_id"] for place in each} & seeds for each in first]
    assert sorted(map(len, met)) == [0, 0, 0, 0, 1, 1, 1, 1]  # no two of them meet at once
    status, said = asks(name="Again")
    assert (status, said["error"]) == (409, "The final is a division of the event already")
    client.join(director, Role.SCORER, "Ola")
    assert asks()[0] == 403


# --- refused, in words ---------------------------------------------------------------------------


def test_what_the_rules_do_not_allow_is_told_in_words_and_not_kept(
    director: Service, later: Callable[[int], None], kari: LadderRunner
) -> None:
    kari.opens()
    number = kari.challenges("ba")
    rows = director.lifecycle.thread.store.ladder_rows(kari.ladder_id)
    said = kari.refused("MakeChallenge", challenger="c", challenged="b")
    assert said == {
        "challenge_open": "b: a challenge is still to be played",
        "challenged_today": "b: no more challenges on this day: wait until tomorrow",
    }
    early = {"challenger": "c", "challenged": "d", "day": "2026-04-30"}
    assert kari.refused("MakeChallenge", **early) == {
        "out_of_season": "2026-04-30 (2026-05-01 – 2027-04-30): no season is open then"
    }
    won = {"number": number, "winner": "b", "score": [7, 3]}
    assert kari.refused("TakeLadderResult", **won, played_day=day(-1)) == {
        "bad_value": "2026-05-08 (2026-05-09 – 2026-05-09): a challenge is played in the season, "
        "from the day it is for until today"
    }
    assert kari.refused("TakeLadderResult", **won | {"score": [6, 3]}) == {
        "winner_below": "a match to 7 ends with the winner at 7 or more and the loser below 7: "
        "6–3 has the winner at 6"
    }
    assert kari.refused("CloseSeason") == {
        "season_open": "season 1: the season is not over",
        "challenge_open": "challenge 1, b – a: a challenge is still to be played",
    }
    odd = {"first_day": day(3), "last_day": day(2)}
    assert kari.refused("OpenSeason", **odd)["bad_value"].startswith("2026-05-12 – 2026-05-11: ")
    later(8)
    assert kari.refused("TakeLadderResult", **won) == {
        "too_late": "challenge 1, b – a: the days to play it are over"
    }
    assert director.lifecycle.thread.store.ladder_rows(kari.ladder_id) == rows


@pytest.mark.parametrize(
    ("kind", "fields", "says"),
    [
        ("MakeChallenge", {"challenger": "a"}, "`challenged`"),
        ("MakeChallenge", {"challenger": "b", "challenged": "a", "day": day(1)}, "is not over yet"),
        ("MakeChallenge", {"challenger": "b", "challenged": "a", "day": "9 May"}, "is no day"),
        ("MakeChallenge", {"challenger": "b", "challenged": "a", "day": 739015}, "is no day"),
        ("OpenSeason", {"first_day": "9998-01-01"}, "too far away"),
        ("TakeLadderResult", {"number": "1"}, "number"),
        ("TakeLadderResult", {"number": 1, "winner": "a", "score": [7]}, "score"),
        ("JoinLadder", {"name": "x" * 500}, "name"),
        ("JoinLadder", {"name": "a\u202eb"}, "is an invisible character"),
        ("Rained", {}, "no act of a ladder"),
        ("OpenLadder", {}, "open already"),
        ("LadderJoined", {}, "no act of a ladder"),
    ],
)
def test_what_makes_no_sense_is_told(
    kari: LadderRunner, kind: str, fields: dict[str, Any], says: str
) -> None:
    kari.opens("ab")
    status, said = kari.asks(kind, **fields)
    assert (status, says in said["error"]) == (400, True), said
    assert kari.asks("JoinLadder", seen_seq=9, name="c")[0] == 400


def test_a_ladder_that_can_not_be_opened_is_told(kari: LadderRunner) -> None:
    def asks(**fields: Any) -> tuple[int, Any]:
        asked = {"kind": "OpenLadder", "seen_seq": 0, "fields": fields}
        return kari.post("/ladders", json.dumps(asked).encode())

    status, said = asks(rules="nobody", name="X", members=[])
    assert (status, "no ladder 'nobody'" in said["error"]) == (400, True)
    status, said = asks(rules="london-club", name="X", members=["Kari", "kari"])
    assert (status, "is listed twice" in said["error"]) == (400, True)
    status, said = asks(rules="london-club", name=" ", members=["Kari", ""])
    assert (status, {each["about"] for each in said["reasons"]}) == (409, {"name"})
    assert asks(name="X")[0] == 400
    assert kari.post("/ladders", b"[]")[0] == 400
    assert kari.get("/ladders")["ladders"] == []
    assert kari.post("/ladder/none/acts", b'{"kind":"JoinLadder","seen_seq":0}')[0] == 404
    assert "none" in kari.get("/ladder/none")["error"]


def test_refusals_come_in_the_viewers_language(director: Service) -> None:
    client = Client(create_app(director, DIRECTORS_KEY, languages=load()), "hall:8000")
    client.join(director)
    kari = runner(client).opens("abc")
    asked = {"kind": "JoinLadder", "seen_seq": 2, "fields": {"name": "b"}}
    path, body = f"/ladder/{kari.ladder_id}/acts", json.dumps(asked).encode()
    said = {
        language: client.post(path, body, **{"accept-language": language}).json()["error"]
        for language in ("en", "da")
    }
    assert said["en"] != said["da"]
    client.close()


def test_every_reason_has_words() -> None:
    assert set(LADDER_REASONS) == set(TournamentReason)


# --- who may, two at once ------------------------------------------------------------------------


@pytest.mark.parametrize("role", Role)
def test_each_role_may_do_what_is_its_own(client: Client, director: Service, role: Role) -> None:
    kari = runner(client).opens("abcd")
    client.join(director, role, "Ola")
    fields: dict[str, dict[str, Any]] = {
        "ConfirmLadder": {"keys": ["season.end_day"]},
        "OpenSeason": {},
        "CloseSeason": {},
        "JoinLadder": {"name": "z"},
        "LeaveLadder": {"member_id": "d"},
        "MakeChallenge": {"challenger": "b", "challenged": "a"},
        "TakeLadderResult": {"number": 1, "winner": "a", "score": [3, 7]},
        "EndUnplayed": {"number": 1, "absent": None, "why": "snow"},
        "DisputeLadderResult": {"number": 1, "why": "snow"},
        "CorrectLadderResult": {"number": 1, "winner": None, "score": None, "why": "snow"},
        "UndoOnLadder": {"first": 1},
    }
    assert LADDER_ACTS.keys() == {*fields, "OpenLadder"} == ACTS.keys()
    for kind, what in fields.items():
        forbidden = kari.asks(kind, **what)[0] == 403
        assert forbidden == (kind not in MAY[role]), kind
    assert (kari.asks_new("ab", "Other")[0] == 403) == (role is not Role.DIRECTOR)


def test_a_stranger_sees_and_does_nothing(kari: LadderRunner, client: Client) -> None:
    kari.opens("ab")
    client.session = {}
    for path in ("/ladders", f"/ladder/{kari.ladder_id}", "/club/ladder"):
        assert client.get(path).status == 401
    assert client.post("/ladders", b"{}").status == 401
    assert client.post(f"/ladder/{kari.ladder_id}/acts", b"{}").status == 401


def test_nothing_is_undone_unseen(kari: LadderRunner) -> None:
    kari.opens()
    number = kari.plays("jh", "j")
    seen = kari.ladder["seq"]
    kari.does("JoinLadder", name="z")
    wrong = {"number": number, "winner": None, "score": None, "why": "not settled"}
    assert set(kari.refused("CorrectLadderResult", seen, **wrong)) == {"stale"}
    assert set(kari.refused("LeaveLadder", seen, member_id="a")) == {"stale"}
    assert set(kari.refused("CloseSeason", seen)) == {"stale"}
    kari.does("CorrectLadderResult", **wrong)


def test_a_result_from_before_the_dispute_does_not_end_it(kari: LadderRunner) -> None:
    kari.opens()
    number = kari.challenges("jh")
    seen = kari.ladder["seq"]
    kari.does("DisputeLadderResult", number=number, why="6-6")
    won = {"number": number, "winner": "j", "score": [7, 3]}
    assert set(kari.refused("TakeLadderResult", seen, **won)) == {"stale"}
    unplayed = {"number": number, "absent": "h", "why": "ill"}
    assert set(kari.refused("EndUnplayed", seen, **unplayed)) == {"stale"}
    kari.does("TakeLadderResult", **won)


def test_what_only_adds_is_taken_from_who_has_not_seen_the_last(kari: LadderRunner) -> None:
    kari.opens()
    seen = kari.ladder["seq"]
    one, other = kari.challenges("ba"), kari.challenges("dc", seen_seq=seen)
    won = {"number": one, "winner": "b", "score": [7, 3]}
    kari.does("TakeLadderResult", seen, **won)
    assert set(kari.refused("TakeLadderResult", seen, **won)) == {"over"}
    kari.does("TakeLadderResult", seen, number=other, winner="c", score=[3, 7])


# --- what is kept --------------------------------------------------------------------------------


def test_a_director_who_was_killed_has_the_same_ladder_again(
    tmp_path: Path, hand: HandClocks, director: Service, kari: LadderRunner
) -> None:
    kari.opens()
    kari.plays("jh", "j")
    number = kari.challenges("ca")
    kari.does("DisputeLadderResult", number=number, why="6-6")
    before, rows = kari.ladder, director.lifecycle.thread.store.ladder_rows(kari.ladder_id)
    assert {(row.by, row.account, row.address) for row in rows} == {("Kari", "Kari", "10.0.0.7")}
    assert {row.session for row in rows} == {rows[0].session} != {""}
    (tmp_path / "again").mkdir()
    copy_database(tmp_path / "d.db", tmp_path / "again" / "d.db")  # as a killed one leaves it
    again = service(tmp_path / "again", hand)
    client = Client(create_app(again, DIRECTORS_KEY), "hall:8000")
    client.session = {}
    assert json.loads(again.ladders.packed_view(kari.ladder_id).plain) == before
    kept = LADDER_LOG.replay(lambda after, most: rows[after : after + most])
    assert kept.state == again.ladders.ladder(kari.ladder_id)
    client.close()
    ends(again)


def test_browsers_hear_of_a_change(
    director: Service, kari: LadderRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    kari.opens("ab")
    heard: list[Any] = []
    monkeypatch.setattr(
        director.console.hub, "publish", lambda said, *topics: heard.append((said, topics))
    )
    kari.does("JoinLadder", name="c")
    ((push, topics),) = heard
    assert (push.event, json.loads(push.json), topics) == (
        "ladder",
        {"ladder_id": kari.ladder_id, "seq": 3},
        (None,),
    )


def test_the_day_is_the_venues(
    monkeypatch: pytest.MonkeyPatch, hand: HandClocks, director: Service
) -> None:
    hand.later(8 * 3600)  # 22:03 UTC
    try:
        for zone, days in (("UTC", 0), ("Europe/Oslo", 1)):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert director.ladders.ladders().today.isoformat() == day(days)
    finally:
        monkeypatch.undo()
        time.tzset()
