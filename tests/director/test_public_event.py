"""What strangers see of an event, and when: nothing that is not public, results no sooner than is
set, and where somebody must go to play at once.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kits import commands as c
from kits.club_kit import MATCH, dated
from kits.divisions_kit import begun as begun_in
from kits.divisions_kit import plays
from kits.event_kit import Runner
from kits.hall_kit import DIRECTORS_KEY, Client, HandClocks, PaperTable, service
from kits.pictures_kit import jpeg, sent_by
from kits.rules_kit import setup
from kits.tournament_kit import drawn

from kiosk.director.app import ROUTES, create_app
from kiosk.director.people.roles import Permission
from kiosk.director.public import of_event as public_event
from kiosk.director.public.later import APART_NS, LONGEST_NS, DelayLine
from kiosk.director.public.of_table import (
    EVERYTHING,
    Public,
    PublicSide,
    PublicTable,
    Visibility,
    advance_clocks,
)
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import FormatKind, MatchFormat, Member, Team
from kiosk.rules.units import SECOND_NS, BySide, Side
from kiosk.tournament.calls import Call, proposals
from kiosk.tournament.club_claims import PlayAgain
from kiosk.wire.codec import sha256

WHITE, BLACK = Side
MAIN: dict[str, Any] = {"division_id": "main"}
NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")
JPEG = jpeg("the last roll")
PICTURE = sha256(JPEG)
TEAMS = BySide(*(Team(name, name, (Member(name, name),)) for name in NAMES[:2]))
SEED = 7
MINUTE = 60

Seen = Mapping[str, Any]
"""What a stranger is answered, by path."""


class Venue:
    """A director, his table 7, and everybody who asks."""

    def __init__(self, folder: Path, hand: HandClocks, table: PaperTable) -> None:
        self.hand = hand
        self.table = table
        self.director = service(folder, hand, table, chance=random.Random(SEED))
        self.client = Client(create_app(self.director, DIRECTORS_KEY), "hall:8000")
        self.client.join(self.director)
        self.kari = Runner(self._post, lambda path: self.client.get(path).json())
        self.director.strangers.hub.close()  # a stream ends after its first word
        self._sent = 0

    def _post(self, path: str, body: bytes) -> tuple[int, Any]:
        answer = self.client.post(path, body)
        return answer.status, answer.json()

    def close(self) -> None:
        self.client.close()
        self.director.lifecycle.close()
        self.director.lifecycle.finish()
        self.director.lifecycle.thread.store.close()

    def shows(self, public: Public) -> None:
        assert self.client.post("/people/public", msgspec.json.encode(public)).status == 200
        self.director.strangers.tick()

    def sends(self) -> None:
        """What the table has not sent yet."""
        self.client.post("/table/batch", self.table.batch(self._sent))
        self._sent = len(self.table.rows)

    def passes(self, seconds: int) -> None:
        for _second in range(seconds):
            self.hand.later(1)
            self.director.strangers.tick()

    def get(self, path: str) -> Any:
        """Status and body, as a stranger gets them."""
        session, self.client.session = self.client.session, {}
        answer = self.client.get(path)
        self.client.session = session
        return answer.status, answer.body.decode(errors="replace")

    def everything(self) -> Seen:
        """All a stranger may ask, but for what a clock shows and for what is set."""
        places = {"{sha256}": PICTURE, "{table}": "7"}
        found = dict[str, Any]()
        for name, route in ROUTES.items():
            if route.permission is Permission.LIVE:
                path = name.removeprefix("GET ")
                for place, value in places.items():
                    path = path.replace(place, value)
                status, body = self.get(path)
                body = re.sub(r'("\w+_ns"):\d+', r"\1:0", body)
                found[path] = status, re.sub(r'"delay_min":\d+', "", body)
        return found

    def event(self) -> Any:
        status, body = self.get("/phone/events")
        assert status == 200
        return json.loads(re.findall(r"^data: (.*)$", body, re.MULTILINE)[0])


@pytest.fixture
def venue(tmp_path: Path, make_table: Callable[..., PaperTable]) -> Iterator[Callable[[], Venue]]:
    made: list[Venue] = []

    def opened() -> Venue:
        folder = tmp_path / f"{len(made)}"
        folder.mkdir()
        made.append(Venue(folder, HandClocks(), make_table(number=7)))
        return made[-1]

    yield opened
    for each in made:
        each.close()


def key(pairing_id: str) -> dict[str, str]:
    return {**MAIN, "pairing_id": pairing_id}


def day(venue: Venue, norway: RuleBook) -> Iterator[None]:
    """What happens at table 7, and in the event; each step by itself."""
    keeper, kari = venue.table.keeper, venue.kari
    form = MatchFormat(FormatKind.POINTS, 3)
    keeper.do(c.OpenMatch, "match-1", "open-2026", 7, None, form, TEAMS, norway, "f" * 64)
    yield venue.sends()
    keeper.do(c.SetUpTable, setup())
    keeper.begin_game(3, 1)
    yield venue.sends()
    keeper.do(c.ClockPressed, WHITE, by="buttons")
    yield venue.sends()
    keeper.tap(c.DoubleTapped, BLACK)
    yield venue.sends()
    keeper.tap(c.TakeTapped, WHITE)
    yield venue.sends()
    keeper.roll((6, 2), PICTURE)
    venue.sends()
    yield (
        venue.client.call(
            "PUT", f"/table/pictures/{PICTURE}", JPEG, **sent_by(venue.table.key, PICTURE)
        )
        and None
    )
    keeper.tap(c.WinDeclared, BLACK, 1)
    yield venue.sends()
    keeper.tap(c.WinAgreed, WHITE)
    yield venue.sends()
    winner = kari.players("main-1-1")[0]
    yield kari.does("TakeMatch", key=key("main-1-1"), winner=winner, score=[7, 3]) and None
    loser = kari.players("main-1-1")[1]
    fields = {"winner": loser, "score": [5, 7], "why": "it was the other way round"}
    yield kari.does("Correct", key=key("main-1-1"), **fields) and None
    third = kari.players("main-1-2")[0]
    yield kari.does("TakeOut", entry_id=third, leaving="withdrawn", why="ill") and None
    yield kari.does("Reopen", key=key("main-1-1"), why="it goes on") and None


def begun(venue: Venue) -> Venue:
    """A draw of four is published, and its first pairing called to table 7, long ago."""
    venue.kari.drawn(4, tables=8)
    venue.kari.does("Call", at_tables=[[key("main-1-1"), 7]])
    venue.sends()
    venue.passes(LONGEST_NS // SECOND_NS + 2)
    return venue


def without_calls(seen: Seen) -> Seen:
    return {
        path: (status, re.sub(r'"places":\{.*?\]\}(?=,"divisions")', "", body))
        for path, (status, body) in seen.items()
    }


# --- later ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("minutes", [1, pytest.param(2, marks=pytest.mark.night)])
def test_by_no_route_is_anything_of_a_match_seen_sooner_than_the_delay(
    venue: Callable[[], Venue], norway: RuleBook, minutes: int
) -> None:
    live, held = venue(), venue()
    seen: list[Seen] = []
    later_on: list[Seen] = []
    for place, delay_min, found in ((live, 0, seen), (held, minutes, later_on)):
        place.shows(msgspec.structs.replace(EVERYTHING, delay_min=delay_min))
        steps = day(begun(place), norway)
        found.append(place.everything())
        for _second in range(2 * MINUTE + minutes * MINUTE):
            place.passes(1)
            if _second % 5 == 3:
                next(steps, None)
            place.passes(1)
            found.append(place.everything())
        assert next(steps, "over") == "over"
    different = {tuple(sorted(without_calls(each).items())) for each in seen}
    assert len(different) > 8
    held_back = minutes * MINUTE // 2
    assert list(map(without_calls, later_on[:held_back])) == [without_calls(seen[0])] * held_back
    for nth in range(held_back, len(seen)):
        expected, got = without_calls(seen[nth - held_back]), without_calls(later_on[nth])
        for path, said in expected.items():
            assert got[path] == said, (nth, path)


def test_a_call_is_told_at_once_and_goes_when_its_result_is_seen(
    venue: Callable[[], Venue],
) -> None:
    place = begun(venue())
    place.shows(Public(Visibility.NOTHING, names=True, draws=True, places=True, delay_min=10))
    place.kari.does("Call", at_tables=[[key("main-1-2"), 3]])
    place.passes(1)
    (newest, before) = place.event()["places"]["calls"]
    assert (newest["table"], before["table"]) == (3, 7)
    assert set(newest["names"]) | set(before["names"]) == set(NAMES)
    before_it_ended = place.event()
    winners = [place.kari.players(f"main-1-{nth}")[0] for nth in (1, 2)]
    for nth, winner in enumerate(winners, 1):
        place.kari.does("TakeMatch", key=key(f"main-1-{nth}"), winner=winner, score=[7, 1])
    place.passes(10 * MINUTE - 1)
    assert place.event() == before_it_ended
    place.passes(3)
    after = place.event()
    assert after["places"]["calls"] == []
    (final,) = (each for each in after["places"]["next"] if each["where"]["of"] == 2)
    assert set(final["names"]) < set(NAMES)
    scores = [each["score"] for each in after["divisions"][0]["pairings"]]
    assert scores[:2] == [[7, 1], [7, 1]]


def test_a_call_gives_way_when_others_are_called_to_its_table_and_when_it_is_taken_back(
    venue: Callable[[], Venue],
) -> None:
    place = begun(venue())
    place.shows(msgspec.structs.replace(EVERYTHING, delay_min=15))
    winner = place.kari.players("main-1-1")[0]
    place.kari.does("TakeMatch", key=key("main-1-1"), winner=winner, score=[7, 1])
    place.passes(1)
    assert [each["table"] for each in place.event()["places"]["calls"]] == [7]
    assert place.event()["divisions"][0]["pairings"][0]["score"] is None
    place.kari.does("Call", at_tables=[[key("main-1-2"), 7]])
    place.passes(1)
    (call,) = place.event()["places"]["calls"]
    assert call["names"] == [
        each["name"] for each in place.event()["divisions"][0]["pairings"][1]["places"]
    ]
    place.kari.does("Uncall", key=key("main-1-2"), why="too soon")
    place.passes(1)
    places = place.event()["places"]
    assert [each["table"] for each in places["calls"]] == [7]
    assert [each["names"] for each in places["next"]] == [call["names"]]


def test_a_restarted_director_holds_results_back_as_long_as_before(
    venue: Callable[[], Venue], tmp_path: Path
) -> None:
    place = begun(venue())
    place.shows(msgspec.structs.replace(EVERYTHING, delay_min=5))
    winner = place.kari.players("main-1-1")[0]
    place.kari.does("TakeMatch", key=key("main-1-1"), winner=winner, score=[7, 1])
    place.passes(MINUTE)
    before = place.event()
    place.director.lifecycle.close()
    place.director.lifecycle.finish()
    place.director.lifecycle.thread.store.close()
    place.director = service(tmp_path / "0", place.hand, place.table)
    place.client.close()
    place.client = Client(create_app(place.director, DIRECTORS_KEY), "hall:8000")
    place.director.strangers.hub.close()
    place.passes(4 * MINUTE - 2)
    assert place.event() == before
    place.passes(3)
    assert place.event()["divisions"][0]["pairings"][0]["score"] == [7, 1]
    assert '"tables":[]' in place.get("/live/events")[1]
    place.passes(MINUTE)
    assert '"table":7' in place.get("/live/events")[1]


def test_a_longer_delay_holds_what_was_seen_and_a_shorter_one_catches_up(
    venue: Callable[[], Venue], norway: RuleBook
) -> None:
    place = begun(venue())
    place.shows(EVERYTHING)
    with place.director.strangers.hub.listen("hall"):
        steps = day(place, norway)
        next(steps)
        place.passes(1)
    place.shows(msgspec.structs.replace(EVERYTHING, delay_min=3))
    seen = place.everything()
    assert '"reserve_ns"' in seen["/live/events"][1]
    for _step in range(5):
        next(steps)
        place.passes(10)
    assert place.everything() == seen
    place.shows(msgspec.structs.replace(EVERYTHING, delay_min=0))
    place.passes(1)
    assert place.everything() != seen
    assert '"roll":"6-2"' in place.everything()["/hall/events"][1]


# --- what waits is little ------------------------------------------------------------------------


def test_what_waits_is_bounded_by_the_longest_delay_and_never_seen_too_soon() -> None:
    moments: DelayLine[int] = DelayLine()
    most, half_ns = 0, SECOND_NS // 2
    for nth in range(4 * LONGEST_NS // SECOND_NS):
        moments.add(nth, nth * half_ns)
        most = max(most, len(moments._waiting))
        seen = moments.value_at(nth * half_ns, LONGEST_NS)
        if seen is not None:
            assert 0 <= (nth - seen.value) * half_ns - LONGEST_NS <= APART_NS
    assert most == LONGEST_NS // APART_NS + 1
    newest = moments.newest
    assert newest is not None
    assert newest.value == nth
    assert moments.value_at(nth * half_ns, 0) == newest


def test_a_clock_that_was_set_back_lets_nothing_out_sooner() -> None:
    moments: DelayLine[str] = DelayLine()
    moments.add("before", 100 * SECOND_NS)
    moments.add("after", 40 * SECOND_NS)
    assert moments.value_at(159 * SECOND_NS, MINUTE * SECOND_NS) is None
    seen = moments.value_at(160 * SECOND_NS, MINUTE * SECOND_NS)
    assert seen is not None
    assert seen.value == "after"


def test_a_table_that_waits_is_read_on_as_a_browser_reads_it() -> None:
    second = SECOND_NS
    side = PublicSide("Ada", 1, 60 * second, 8 * second, 12 * second, False, True, True)
    still = msgspec.structs.replace(side, running=False)
    table = PublicTable(
        place=0,
        table=7,
        length=3,
        game=1,
        crawford=False,
        sides=BySide(side, still),
        cube=None,
        roll=None,
        clocked=True,
        stale=False,
        stopped=False,
        winner=None,
        picture=None,
        playing=True,
    )
    after = advance_clocks(table, 11 * second)
    assert after.sides is not None
    white = after.sides.white
    assert (white.reserve_ns, white.delay_ns, white.delay_shown_ns) == (57 * second, 0, second)
    assert after.sides.black == still
    for stands in ({"stale": True}, {"stopped": True}):
        stopped = msgspec.structs.replace(table, **stands)
        assert advance_clocks(stopped, 11 * second) == stopped


# --- only what is public -------------------------------------------------------------------------


@pytest.mark.parametrize("flags", list(product((False, True), repeat=4)), ids=str)
def test_what_is_off_is_left_out_by_the_service(
    venue: Callable[[], Venue], norway: RuleBook, flags: tuple[bool, ...]
) -> None:
    scores, names, draws, places = flags
    place = begun(venue())
    steps = day(place, norway)
    for _step in range(6):
        next(steps)
    place.passes(1)
    shown = Visibility.SCORES if scores else Visibility.NOTHING
    place.shows(Public(shown, names=names, draws=draws, places=places))
    status, hall = place.get("/hall/events")
    assert (status == 200) == (scores or (names and (draws or places)))
    phone_status, phone = place.get("/phone/events")
    assert (phone_status == 200) == (names and (draws or places))
    assert (place.get("/live/events")[0] == 200) == scores
    told = hall + phone
    assert ("Player 1" in told) == (names and (scores or draws or places))
    assert ('"calls"' in told) == (names and places)
    assert ('"pairings"' in told) == (names and draws)
    assert ('"reserve_ns"' in told) == scores
    for secret in ("main-1-1", "journal-7", "match-1", "entry_id", "open-2026"):
        assert secret not in told


def test_a_draw_is_public_once_it_is_published_and_nothing_says_how_somebody_came_through(
    venue: Callable[[], Venue],
) -> None:
    place = venue()
    place.shows(EVERYTHING)
    place.kari.opened(4)
    place.kari.does("DrawDivision", **MAIN)
    place.passes(1)
    assert place.event()["divisions"] == []
    place.kari.does("PublishDraw", **MAIN)
    place.passes(1)
    (division,) = place.event()["divisions"]
    assert division["name"] == "main"
    first = division["pairings"][0]
    assert first["where"] == {
        "division": "main",
        "bracket": "main",
        "round": 1,
        "of": 2,
        "third": False,
        "length": 7,
        "best_of": 1,
        "by": None,
        "fed": False,
    }
    fed = division["pairings"][2]["places"][0]
    assert fed == {"name": None, "known": False, "comes": "winner", "of": 1}
    loser = place.kari.players("main-1-1")[1]
    fields = {"winner": loser, "cause": "disqualified", "why": "a secret reason"}
    place.kari.does("Award", key=key("main-1-1"), **fields)
    place.passes(1)
    status, body = place.get("/phone/events")
    assert status == 200
    assert "disqualified" not in body
    assert "secret" not in body
    (division,) = place.event()["divisions"]
    assert (division["pairings"][0]["winner"], division["pairings"][0]["score"]) == (1, None)


def test_a_result_of_a_draw_that_was_drawn_again_is_nowhere() -> None:
    desk = drawn(8)
    results = {public_event.PairingKey("main", "main-1-1"): public_event.PairingResult("e1")}
    then = public_event.EventResults(results, {}, {"main": 1}, {})
    assert public_event.event_as_of(desk.tournament, then).results == results
    other = public_event.EventResults(results, {}, {"main": 2}, {})
    assert public_event.event_as_of(desk.tournament, other).results == {}


# --- as it changes -------------------------------------------------------------------------------


def test_who_listens_hears_only_what_has_changed(
    tmp_path: Path, hand: HandClocks, make_table: Callable[..., PaperTable]
) -> None:
    place = Venue(tmp_path, hand, make_table(number=7))
    try:
        place.director.strangers.hub._closed = False
        place.shows(EVERYTHING)
        place.kari.drawn(4, tables=8)
        place.passes(1)
        hub = place.director.strangers.hub
        with hub.listen("hall") as hall, hub.listen("phone") as phone:

            def heard() -> list[tuple[str, Any]]:
                both = []
                for listener in (hall, phone):
                    some = []
                    while not listener._queue.empty():
                        push = listener._queue.get_nowait()
                        assert push is not None
                        some.append((push.event, json.loads(push.json)))
                    both.append([each for each in some if each[0] not in {"beat", "some"}])
                assert both[0] == both[1]
                return both[0]

            place.passes(1)
            assert heard() == []
            place.kari.does("Call", at_tables=[[key("main-1-1"), 7]])
            assert place.director.strangers.hall.whole_view().event == "event"  # who comes between
            place.passes(2)
            ((event, places),) = heard()
            assert (event, places["calls"][0]["table"]) == ("places", 7)
            winner = place.kari.players("main-1-1")[0]
            place.kari.does("TakeMatch", key=key("main-1-1"), winner=winner, score=[7, 2])
            place.passes(1)
            told = dict(heard())
            assert set(told) == {"places", "pairings"}
            assert told["places"]["calls"] == []
            (played, *fed) = told["pairings"]["pairings"]
            assert (told["pairings"]["nth"], played["number"], played["score"]) == (0, 1, [7, 2])
            assert [each["places"][0]["known"] for each in fed] == [True, True]
            place.kari.makes("more")
            place.passes(1)
            assert heard() == []
            place.shows(msgspec.structs.replace(EVERYTHING, draws=False))
            ((event, whole),) = [each for each in heard() if each[0] != "all"]
            assert (event, whole["divisions"]) == ("event", None)
    finally:
        place.close()


@pytest.mark.parametrize("name", ["swiss", "groups", "swing"])
def test_what_a_format_knows_of_results_is_not_seen_sooner(name: str) -> None:
    """Its own state tells who won, too."""
    desk = begun_in(name)
    then = public_event.outcome(desk.tournament)
    before = public_event.public_divisions(desk.tournament)
    first = proposals(desk.tournament)[0]
    desk.does(Call, at_tables=((first.key, first.table),))
    assert public_event.public_calls(desk.tournament)[first.key].names
    plays(desk, first.key, random.Random(1))
    assert public_event.public_divisions(desk.tournament) != before
    assert public_event.public_divisions(public_event.event_as_of(desk.tournament, then)) == before


def test_a_round_by_a_date_is_public_with_its_date_and_what_is_played_again_with_its_points() -> (
    None
):
    desk = dated(4)
    desk.does(PlayAgain, key=replace(MATCH, pairing_id="main-1-2"), why="nobody saw the roll")
    (division,) = public_event.public_divisions(desk.tournament)
    told = [(each.where.by, each.where.length) for each in division.pairings]
    assert told == [("2021-03-31", 11), ("2021-03-31", 15), ("2021-04-28", 11)]
    assert [each.where.by for _key, each in public_event.ready_pairings(desk.tournament)] == [
        "2021-03-31"
    ] * 2
