"""Every act leaves a line that names its account. What is listed here is written out by hand."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from kits.divisions_kit import every_format_fact
from kits.event_kit import Runner
from kits.hall_kit import (
    DIRECTORS_KEY,
    PASSWORD,
    Client,
    HandClocks,
    PaperTable,
    service,
)
from kits.ladder_facts_kit import every_fact as every_ladder_fact
from kits.ladder_kit import LadderRunner
from kits.tournament_kit import every_fact

from kiosk.catalogue import event_acts
from kiosk.catalogue.event_acts import fact_words, follows_alone
from kiosk.catalogue.ladder_acts import ladder_fact_words
from kiosk.catalogue.text import ENGLISH, format_text
from kiosk.director.app import create_app
from kiosk.director.enrolment.routes import (
    SALT_BYTES,
    Accept,
    EnrolmentAct,
    EnrolmentDesk,
    MakeCard,
    MakeCode,
    MoveDevice,
    Refuse,
    Revoke,
    Swap,
    TakeBack,
    VoidCard,
)
from kiosk.director.event.desk import act_name
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.ladder.log import LADDER_LOG
from kiosk.director.people.audit import audit_page
from kiosk.director.people.auth import Person
from kiosk.director.people.roles import Role
from kiosk.director.people.trail import ActTrail
from kiosk.director.service import Service
from kiosk.director.store.store import StoredOrder
from kiosk.rules.command import Order
from kiosk.tournament.act import Refused
from kiosk.tournament.decide import decide
from kiosk.tournament.entries import TakeOut
from kiosk.tournament.formats import LADDER
from kiosk.tournament.ladder import NO_LADDER
from kiosk.wire import event_facts, ladder_facts
from kiosk.wire.event_card import name_of

EVENT = {
    "OpenEvent": "The event Malmö Open is opened.",
    "RenameEvent": "The event is called Malmö “Open” 山.",
    "SetTables": "The tables are 1",
    "MakeDivision": "Championship is set.",
    "RemoveDivision": "Championship is removed.",
    "BringDivisionBack": "Championship is a new division.",
    "SetRounds": "Championship is played another way.",
    "Confirm": "What a rule book leaves open is confirmed.",
    "SetValues": "What a rule book leaves to the event is set.",
    "Enter": "Championship: 1 entered (Two).",
    "Scratch": "Championship: scratched Player 1.",
    "CorrectPlayer": "Pär Ö is corrected.",
    "RenameEntry": "Two is corrected.",
    "TakeOut": "Player 2 has withdrawn: ",
    "TakeBackIn": "Player 2 plays again.",
    "DrawDivision": "Championship: draw 1 was made.",
    "TakeDrawBack": "Championship: the draw was taken back.",
    "PublishDraw": "Championship: the draw was published.",
    "TakeLate": "Player 100 is entered.",
    "GivePlace": "Championship: Zoë “Z” has a late place.",
    "CloseLatePlaces": "Championship: the late places are closed.",
    "Call": "called to table",
    "Uncall": "waits for a table again.",
    "PutOff": "is put off.",
    "Move": "goes on at table 77.",
    "TakeUp": "taken up as it stands at table 77.",
    "TurnAway": "the match held by a table was rejected.",
    "TakeMatch": "won, ",
    "Award": "neither advances.",
    "Correct": "the result is corrected; neither advances.",
    "Reopen": "has no result any more.",
    "Undo": "Undone: ",
    "NoteForReport": "A note is written for the report.",
    "StrikeNote": "A note for the report is deleted.",
    "RateBy": "The rating of players is set.",
    "BeginNextEvent": "The next event is begun: Malmö 2.",
    "SwapPlaces": "Player 2 and Player 3 change places in the draw.",
    "SetReEntry": "Championship: re-entry was set.",
    "SetRoundDates": "Cup: dates of rounds were set.",
    "OfferDates": "Player 200 – Player 201: dates are offered.",
    "TellChairman": "Player 200 – Player 201: the Chairman is told.",
    "ArrangeRound": "Player 200 – Player 201: a date is arranged.",
    "ClaimMatch": "Player 200 – Player 201: the match is claimed.",
    "RuleOnClaim": "Player 200 – Player 201: the claim is ",
    "PlayAgain": "Player 202 – Player 203: the match is played again.",
}
FORMATS = {
    "PairSwissRound": "lives: a round is paired.",
    "TakeSwissRoundBack": "lives: the newest round is taken back.",
    "CloseSwiss": "lives: it is closed.",
    "DrawGroupLot": "three: lots are drawn in group A.",
    "CloseRoundRobin": "groups: it is closed.",
    "PairFree": "swing: a round is paired.",
    "VoidGame": "the game is void.",
}
ON_LADDER = {
    "OpenLadder": "The Ladder: The ladder was opened.",
    "ConfirmLadder": "The Ladder: What the rules leave open was confirmed.",
    "OpenSeason": "The Ladder: A season was opened.",
    "CloseSeason": "The Ladder: The season was closed.",
    "JoinLadder": "The Ladder: Zoë is on the ladder.",
    "LeaveLadder": "The Ladder: Member b left.",
    "MakeChallenge": "The Ladder: Member f challenged Member a.",
    "TakeLadderResult": "The Ladder: Member f – Member a: Member f won, 7 – 5.",
    "EndUnplayed": "The Ladder: Member e – Member b: not played.",
    "DisputeLadderResult": "The Ladder: Member d – Member c: disputed, to be played again.",
    "CorrectLadderResult": (
        "The Ladder: Member f – Member a: the result is corrected; Member a advances."
    ),
    "UndoOnLadder": "The Ladder: Undone: Member b left.",
}
ORDERS = {
    "AdjournOrdered": "Adjourn",
    "AidOrdered": "Easier to use",
    "AppealRuled": "Decide an appeal",
    "BreakOrdered": "Let somebody leave",
    "BreakReturned": "Give a break back",
    "CallAnswered": "Call is settled",
    "CameraRefused": "Camera refused",
    "ClockOrdered": "Bring in a clock",
    "ClockReplaced": "Clock replaced",
    "ComingOrdered": "Coming",
    "ConductNoted": "Note conduct",
    "CubeOrdered": "Place the cube",
    "DelayForfeitOrdered": "Dice taken early",
    "DisputeRuled": "Rule on the dispute",
    "EarlierResultOrdered": "Result of an earlier match",
    "ExpiryRuled": "Rule on time used up",
    "ForfeitOrdered": "Match lost",
    "GameEndOrdered": "Record how a game ended",
    "GinOrdered": "Rule on an offer",
    "GuideOrdered": "Lead through a turn",
    "IllegalMovePointedOut": "Point out an illegal move",
    "IllegalMoveRuled": "Rule on a move",
    "LanguageOrdered": "Language",
    "LatenessOrdered": "Somebody is late",
    "LengthOrdered": "Match length",
    "MessageOrdered": "Message",
    "MixerOrdered": "Baffle box",
    "ObserverNamed": "Name an observer",
    "PanelNamed": "Name a panel",
    "PastRollOrdered": "Correct an earlier roll",
    "PenaltyOrdered": "Penalty",
    "PressBackOrdered": "Give a press back",
    "ProfileOrdered": "Rule book",
    "ProposalAccepted": "Accept",
    "ProposalDeclined": "Decline",
    "ReopenOrdered": "Play the last game on",
    "ResultClosed": "Make the result final",
    "ResultPosted": "Post the result",
    "RollOrdered": "Rule on the roll",
    "ScoreOrdered": "Score",
    "StartOrdered": "Start clocks",
    "StopOrdered": "Stop clocks",
    "TimeOrdered": "Change a time",
    "UndoOrdered": "Undo doubles",
    "MatchAssigned": "A match is called to the table",
    "HandOverOrdered": "The match goes to another table",
    "TakeOverOrdered": "A match that was begun comes to the table",
    "MatchWithdrawn": "The match is put away",
}


def lines_of_event(desk: Any) -> dict[str, list[tuple[str, str, str]]]:
    """Account, who and words of each line, by the kind of act; each act has an account."""
    trail = ActTrail(fact_words, follows_alone)
    told, found = EVENT_LOG.empty_state, dict[str, list[tuple[str, str, str]]]()
    for nth, command in enumerate(desk.asked):
        facts = decide(told.state, command)
        if any(isinstance(fact, Refused) for fact in facts):
            continue
        account, had = f"account {nth}", len(trail.lines)
        rows = EVENT_LOG.chain_rows(facts, told, account, f"session {nth}", "10.0.0.7")
        steps = EVENT_LOG.states_after(told, facts, rows)
        for fact, row, before in zip(facts, rows, steps, strict=False):
            trail.learn(before.state, fact, row)
        told = steps[-1]
        kind = "TakeOut" if isinstance(command, TakeOut) else act_name(command)
        found.setdefault(kind, []).extend(
            (account, format_text(line.who, ENGLISH), format_text(line.words, ENGLISH))
            for line in trail.lines[had:]
        )
        assert len(trail.lines) > had, kind
    assert told.state == desk.tournament
    return found


def test_every_act_of_an_event_leaves_a_line_with_its_account() -> None:
    found = lines_of_event(every_fact(random.Random(1)))
    assert found.keys() == EVENT.keys()
    for kind, words in EVENT.items():
        assert all(account == who for account, who, _said in found[kind])
        assert any(words in said for _account, _who, said in found[kind]), (kind, found[kind])


def test_every_act_of_a_format_leaves_a_line_with_its_account() -> None:
    found = lines_of_event(every_format_fact(random.Random(1)))
    assert FORMATS.keys() <= found.keys()
    for kind, words in FORMATS.items():
        assert all(account == who for account, who, _said in found[kind])
        assert any(words in said for _account, _who, said in found[kind]), (kind, found[kind])


def test_no_act_of_an_event_is_left_out_of_the_lists_here() -> None:
    assert {*EVENT, *FORMATS} == {*event_facts.ACTS, *event_facts.FORMAT_ACTS}
    assert {*ON_LADDER} == {*ladder_facts.ACTS}


def test_every_act_on_a_ladder_leaves_a_line_with_its_account() -> None:
    desk, trail = every_ladder_fact(), ActTrail(ladder_fact_words)
    told = LADDER_LOG.empty_state
    found: dict[str, list[str]] = {}
    for nth, command in enumerate(desk.asked):
        facts = LADDER.decide(told.state, command)
        rows = LADDER_LOG.chain_rows(facts, told, f"account {nth}", "session", "10.0.0.7")
        steps = LADDER_LOG.states_after(told, facts, rows)
        for fact, row, before in zip(facts, rows, steps, strict=False):
            trail.learn(before.state, fact, row)
            assert trail.lines[-1].who == f"account {nth}"
            said = format_text(trail.lines[-1].words, ENGLISH)
            found.setdefault(ladder_facts.kind_of(command), []).append(said)
        told = steps[-1]
    assert told.state != NO_LADDER
    assert found.keys() == ON_LADDER.keys()
    for kind, words in ON_LADDER.items():
        assert words in found[kind]


# --- orders --------------------------------------------------------------------------------------


def given(kind: str, account: str, by: str, session: str = "s") -> StoredOrder:
    at = "2026-05-09T14:03:07.123Z"
    return StoredOrder("c-1", "journal-1", kind, "{}", by, "", at, account, session, "10.0.0.7")


def test_every_order_has_its_account_and_a_name_people_know() -> None:
    assert {*ORDERS} == {kind.__name__ for kind in every_order()}
    for kind, words in ORDERS.items():
        [line], _pages = audit_page((), (given(kind, "Kari", "director:Kari"),), 1)
        assert (line.who, format_text(line.words, ENGLISH)) == ("Kari", words)


def every_order() -> Iterator[type[Order]]:
    """Every class of order there is."""
    below = [Order]
    while below:
        kind = below.pop()
        below += kind.__subclasses__()
        if kind is not Order and not kind.__subclasses__():
            yield kind


@pytest.mark.parametrize(
    ("by", "who"),
    [
        ("director:service", "the service"),
        ("", "the service"),
        ("director:Kari", "the service, for Kari"),
        ("table 3", "the service, at the word of table 3"),
    ],
)
def test_what_the_service_does_by_itself_says_so(by: str, who: str) -> None:
    [line], _pages = audit_page((), (given("MatchAssigned", "", by, ""),), 1)
    assert format_text(line.who, ENGLISH) == who


# --- people, devices -----------------------------------------------------------------------------


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


def said(**values: object) -> bytes:
    return json.dumps(values).encode()


def lines(client: Client) -> list[str]:
    """The lines of the page, their marks taken out."""
    shown = client.get("/audit").body.decode().partition("<tbody>")[2]
    return [" ".join(re.sub("<[^>]*>", " ", row).split()) for row in shown.split("<tr>")[1:]]


def newest(client: Client) -> str:
    return lines(client)[0]


def test_every_act_about_people_has_its_account(client: Client, director: Service) -> None:
    public = {"shown": "scores", "names": True, "pictures": False, "draws": True, "places": True}
    invited = client.post("/people/invite", said(role="scorer")).json()
    assert "Kari New link to join: Scorer" in newest(client)
    client.post("/people/withdraw", said(invitation=invited["invitation"]))
    assert "Kari Link withdrawn" in newest(client)
    kari = client.session
    client.join(director, Role.SCORER, "Ola")
    ola, client.session = client.session, kari
    assert "Ola Signed in: Ola" in newest(client)
    client.session = ola
    answer = client.post("/own/password", said(old=PASSWORD, new=PASSWORD + " again"))
    assert answer.status == 200, answer.body
    client.session = kari
    assert any("Ola New password: Ola" in line for line in lines(client))
    client.post("/people/role", said(name="Ola", role="assistant"))
    assert "Kari New role: Ola, Assistant" in newest(client)
    client.post("/people/public", said(**public, delay_min=0))
    assert "Kari Public: tables, scores" in newest(client)
    client.post("/people/sign-out", said(name="Ola"))
    assert "Kari Signed out everywhere: Ola" in newest(client)


class Paper:
    """Stands for the handshakes: one device waits."""

    def key(self, session: str) -> str:
        return f"key of {session}"

    def way(self, _session: str) -> str:
        return "card"

    def reserve(self, session: str) -> None: ...

    def accept(self, session: str, number: int) -> None: ...

    def refuse(self, session: str, why: str) -> None: ...

    def new_code(self) -> str:
        return "BBBBBBBB"

    def card_secret(self, salt: bytes) -> bytes:
        return salt * 2


ABOUT_DEVICES: tuple[tuple[Any, str], ...] = (
    (MakeCard(1), "New event card"),
    (MakeCode(), "New code for a device"),
    (Accept("a", 8), "Table 8: a device is enrolled"),
    (Accept("b", 9), "Table 9: a device is enrolled"),
    (Refuse("c"), "A device was turned away"),
    (MoveDevice("key of b", 12), "Table 9: its device is table 12 now"),
    (Swap("key of a", "key of b"), "Table 8: the spare of table 12 takes its place"),
    (Revoke("key of b"), "Table 8: its device is revoked"),
    (TakeBack("key of b"), "Table 8: its device is put back"),
    (VoidCard(name_of(bytes(SALT_BYTES) * 2)), "Event card void"),
)


def test_every_act_about_a_device_has_its_account(client: Client, director: Service) -> None:
    handshakes: Any = Paper()
    desk = EnrolmentDesk(director, handshakes, lambda: 1_800_000_000.0, bytes)
    assert {type(act) for act, _words in ABOUT_DEVICES} == set(get_args(EnrolmentAct))
    for nth, (act, words) in enumerate(ABOUT_DEVICES):
        person = Person(f"Helper {nth}", Role.DIRECTOR, "session", "10.0.0.7")
        client.run(desk.act(act, person, ("10.0.0.7:8000",)))
        line = list(director.console.acts())[-1]
        assert (line.who, format_text(line.words, ENGLISH)) == (f"Helper {nth}", words)


# --- through the console, and after a restart ----------------------------------------------------


def test_who_did_what_in_the_event_and_on_a_ladder_is_on_the_page(
    client: Client, director: Service, hand: HandClocks
) -> None:
    runner = Runner.over(client).drawn()
    assert "Kari main: the draw was published." in newest(client)
    key = {"division_id": "main", "pairing_id": runner.division()["pairings"][0]["pairing_id"]}
    runner.does("Call", at_tables=[[key, 1]])
    assert "Kari Player" in newest(client)
    assert "called to table 1." in newest(client)
    runner.does("Uncall", key=key, why="a draught")
    assert "waits for a table again. “a draught”" in newest(client)
    hand.later(1)
    ladder = LadderRunner(runner.post, runner.get).opens()
    assert "Kari The Ladder: A season was opened." in newest(client)
    assert ladder.ladder_id
    again = ActTrail(fact_words, follows_alone)
    EVENT_LOG.replay(director.lifecycle.thread.store.event_rows, listed=again.learn)
    assert again.lines == director.console.event_tables._office.trail.lines
    assert len(again.lines) == 8


def test_every_fact_that_is_kept_has_its_words() -> None:
    """A fact without a line would fail after it was kept."""
    kept = {*event_facts.FACTS.values(), *event_facts.FORMAT_FACTS.values()}
    worded = {*event_acts._WORDS, *event_acts._FORMAT_WORDS}
    assert kept - worded == {Refused}
