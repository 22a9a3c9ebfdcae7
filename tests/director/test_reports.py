"""Result sheets and the report to the federation: what 003 §5.5, §1.4, §1.6 and §1.7 ask for is
told, and nothing is made up.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits.event_kit import Runner
from kits.hall_kit import Client, HandClocks, PaperTable, service
from kits.tournament_kit import drawn

from kiosk.director.event.chronicle import Chronicle
from kiosk.director.people.roles import Role
from kiosk.director.report.federation import federation_report
from kiosk.director.report.rulings_log import journal_rulings
from kiosk.director.service import Service
from kiosk.rules.disputes.acts import ConductNoted
from kiosk.rules.match.rulings import Conduct, Effect
from kiosk.rules.units import Side
from kiosk.tournament.history import read_history
from kiosk.wire.errors import KindUnknown
from kiosk.wire.row import Row

MAIN = {"division_id": "main"}
KARI = "director:Kari"
ORDER = ("match-1", KARI)


@pytest.fixture
def director(tmp_path: Path, hand: HandClocks, table: PaperTable) -> Iterator[Service]:
    started = service(tmp_path, hand, table, chance=random.Random(7))
    yield started
    started.lifecycle.close()
    started.lifecycle.finish()
    started.lifecycle.thread.store.close()


@pytest.fixture
def kari(client: Client) -> Runner:
    return Runner.over(client).opened(0)


Sends = Callable[[], dict[str, Any]]


@pytest.fixture
def told(client: Client, table: PaperTable, kari: Runner) -> Sends:  # noqa: ARG001 (event is open)
    """What the table has so far is sent; the report after it."""
    sent = 0

    def tell() -> dict[str, Any]:
        nonlocal sent
        if len(table.rows) > sent:
            assert client.post("/table/batch", table.batch(after=sent)).status == 200
            sent = len(table.rows)
        answer = client.get("/event/report.json")
        assert answer.status == 200, answer.body
        found: dict[str, Any] = answer.json()
        return found

    return tell


def dispute(table: PaperTable, why: str = "the cube lay on the bar") -> None:
    table.keeper.tap(c.DisputeTapped, Side.WHITE)
    table.keeper.do(c.DisputeRuled, *ORDER, why, Side.WHITE, Effect.GOES_ON, None, "4.4", by=KARI)


def kinds(case: dict[str, Any]) -> list[str]:
    return [step["kind"] for step in case["steps"]]


def test_a_dispute_is_told_with_its_ruling_its_reason_and_who_made_it(
    table: PaperTable, told: Sends
) -> None:
    """003 §5.5(i)."""
    table.keeper.tap(c.DisputeTapped, Side.WHITE)
    (case,) = told()["cases"]
    assert (case["state"], case["table"], case["white"], case["black"]) == ("open", 7, "Anna", "Bo")
    why = "the cube lay on the bar"
    table.keeper.do(c.DisputeRuled, *ORDER, why, Side.WHITE, Effect.GOES_ON, None, "4.4", by=KARI)
    (case,) = told()["cases"]
    assert (case["state"], case["disputed"], case["match_id"]) == ("ruled", True, "match-1")
    raised, ruled = (
        step for step in case["steps"] if step["kind"] in {"DisputeRaised", "RulingGiven"}
    )
    assert raised["words"].startswith("Anna disputes")
    assert (ruled["by"], ruled["why"], ruled["section"]) == ("Director Kari", why, "4.4")
    assert case["description"] == []


def test_a_note_describes_a_dispute_by_its_reference(
    table: PaperTable, told: Sends, kari: Runner
) -> None:
    dispute(table)
    (case,) = told()["cases"]
    words = "Anna took her dice before the cube was turned."
    kari.does("NoteForReport", matter="dispute", about=case["reference"], words=words)
    (case,) = told()["cases"]
    assert case["description"] == [words]
    kari.does("StrikeNote", number=1, why="it was another match")
    (case,) = told()["cases"]
    assert (case["description"], told()["notes"]) == ([], [])


def test_an_appeal_stands_with_the_ruling_it_is_against(table: PaperTable, told: Sends) -> None:
    dispute(table)
    table.keeper.tap(c.AppealTapped, Side.BLACK)
    table.keeper.do(c.PanelNamed, *ORDER, "three are here", 3, False, by=KARI)
    table.keeper.do(c.AppealRuled, *ORDER, "two to one", False, by=KARI)
    (case,) = told()["cases"]
    assert kinds(case)[-3:] == ["AppealMade", "PanelConvened", "AppealDecided"]
    assert case["steps"][-1]["why"] == "two to one"
    assert "overturned" in case["steps"][-1]["words"]


def test_two_disputes_are_two_cases_and_a_penalty_between_them_its_own(
    table: PaperTable, told: Sends
) -> None:
    dispute(table, "first")
    table.keeper.do(c.PenaltyOrdered, *ORDER, "late again", Side.BLACK, 1, "5.7", by=KARI)
    dispute(table, "second")
    one, penalty, two = told()["cases"]
    assert [case["disputed"] for case in (one, penalty, two)] == [True, False, True]
    assert "PenaltyAwarded" in kinds(penalty)
    assert penalty["steps"][0]["why"] == "late again"
    reasons = [step["why"] for step in two["steps"] if step["kind"] == "RulingGiven"]
    assert reasons == ["second"]


def test_a_dispute_that_was_taken_back_is_told_as_such(table: PaperTable, told: Sends) -> None:
    table.keeper.tap(c.DisputeTapped, Side.WHITE)
    table.keeper.tap(c.DisputeWithdrawn, Side.WHITE)
    (case,) = told()["cases"]
    assert (case["state"], kinds(case)[-1]) == ("dropped", "DisputeDropped")


def test_spectators_and_players_are_told_apart(table: PaperTable, told: Sends) -> None:
    """003 §1.6, §1.7."""
    for side, conduct in ((None, Conduct.MISPLAY_NOTICE), (Side.BLACK, Conduct.AID_USED)):
        table.keeper.do(ConductNoted, *ORDER, "seen by two", conduct, side, by=KARI)
    found = told()
    (spectator,), (player,) = found["spectators"], found["conduct"]
    assert "spectator" in spectator["step"]["words"]
    assert "Bo used an aid" in player["step"]["words"]
    assert (spectator["step"]["why"], player["white"]) == ("seen by two", "Anna")


def test_a_match_of_another_event_is_counted_and_not_told(table: PaperTable) -> None:
    dispute(table)
    desk = drawn(4)
    journal = journal_rulings("journal-1", table.rows)
    for event_id, cases, others in (("open-2026", 1, 0), ("malmo-2026", 0, 1)):
        event = replace(desk.tournament, event_id=event_id)
        found = federation_report(
            Chronicle(1, event, tuple(desk.kept), read_history(desk.kept)), [journal]
        )
        assert (len(found.cases), found.other_matches) == (cases, others)


def test_who_was_put_out_and_what_was_decided_is_told_with_its_reason(
    told: Sends, kari: Runner
) -> None:
    """003 §1.4(iii), §1.7(viii), §4.6."""
    who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, 5)]
    kari.does("Enter", **MAIN, entries=who)
    kari.does("DrawDivision", **MAIN)
    kari.does("DrawDivision", **MAIN, why="one was missing")
    kari.does("PublishDraw", **MAIN)
    kari.plays("main-1-1")
    one, two = kari.players("main-1-1")
    names = {each["entry_id"]: each["name"] for each in kari.event["entries"]}
    key = {**MAIN, "pairing_id": "main-1-1"}
    kari.does("Correct", key=key, winner=two, score=[3, 7], why="both wrote it wrong")
    kari.does("TakeOut", entry_id=one, leaving="excluded", why="he shouted")
    other = {**MAIN, "pairing_id": "main-1-2"}
    late = kari.players("main-1-2")[0]
    kari.does("Award", key=other, winner=late, cause="walk_over", why="25 minutes late")
    found = told()
    (out,) = found["out"]
    assert (out["entry"], out["leaving"], out["why"], out["by"], out["taken_back"]) == (
        names[one],
        "excluded",
        "he shouted",
        "Kari",
        None,
    )
    assert [(each["what"], each["why"], each["winner"]) for each in found["decisions"]] == [
        ("drawn_again", "one was missing", None),
        ("corrected", "both wrote it wrong", names[two]),
        ("walk_over", "25 minutes late", names[late]),
    ]
    assert {each["cause"] for each in found["results"]} == {
        *("ruling", "walk_over"),
        "withdrawn",  # of the consolation, where he would have dropped
    }
    assert (found["entries"], len(found["standings"]) >= 4) == (4, True)
    kari.does("TakeBackIn", entry_id=one, why="it was another")
    assert told()["out"][0]["taken_back"] == "it was another"


def test_what_nobody_entered_is_said_to_be_missing(client: Client, told: Sends) -> None:
    found = told()
    assert client.get("/").body.decode().count('href="/event/report"') == 1
    empty = ("cases", "conduct", "spectators", "out", "notes", "decisions", "results", "standings")
    assert {name: found[name] for name in empty} == {name: [] for name in empty}
    page = client.get("/event/report").body.decode()
    for words in (
        "No table reports a dispute or a ruling.",
        "No note was entered.",
        "Nothing was entered at the tables.",
        "No players were taken out.",
        "No result yet.",
        "no players are rated",
    ):
        assert words in page


def test_the_page_tells_what_the_report_tells(
    client: Client, table: PaperTable, told: Sends, kari: Runner
) -> None:
    dispute(table)
    kari.does(
        "NoteForReport", matter="spectator_removed", about="<b>Ola", words="He told the score"
    )
    found = told()
    page = client.get("/event/report").body.decode()
    assert "the cube lay on the bar" in page
    assert "No description was entered." in page
    assert "&lt;b&gt;Ola" in page
    assert found["cases"][0]["reference"] in page


def test_a_row_that_cant_be_read_leaves_a_gap_that_is_told(
    client: Client, table: PaperTable, told: Sends, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispute(table)
    seq = next(row.seq for row in table.rows if row.kind == "RulingGiven")
    told()
    read = Row.event

    def event(row: Row) -> object:
        if row.kind == "RulingGiven":
            raise KindUnknown("RulingGiven")
        return read(row)

    monkeypatch.setattr(Row, "event", event)
    found = client.get("/event/report.json").json()
    assert found["unread"] == [{"journal_id": "journal-1", "seq": seq}]
    assert found["cases"][0]["state"] == "open"
    assert f"from row {seq} on" in client.get("/event/report").body.decode()


@pytest.mark.parametrize("role", Role)
def test_the_report_and_sheets_are_the_directors_and_assistants(
    client: Client, director: Service, kari: Runner, role: Role
) -> None:
    kari.makes("main-2")
    if role is not Role.DIRECTOR:
        client.join(director, role, "Ola")
    allowed = 200 if role in {Role.DIRECTOR, Role.ASSISTANT} else 403
    for path in ("/event/report", "/event/report.json", "/event/sheet/main"):
        assert client.get(path).status == allowed


# --- the result sheet -----------------------------------------------------------------------------


def test_a_sheet_has_each_bracket_with_places_and_rounds(client: Client, kari: Runner) -> None:
    who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, 5)]
    kari.does("Enter", **MAIN, entries=who)
    assert "It is not drawn yet." in client.get("/event/sheet/main").body.decode()
    kari.does("DrawDivision", **MAIN)
    kari.does("PublishDraw", **MAIN)
    won = kari.plays("main-1-1")
    page = client.get("/event/sheet/main").body.decode()
    names = {each["entry_id"]: each["name"] for each in kari.event["entries"]}
    assert page.count('class="bracket"') == 2
    assert "Not over yet" in page
    assert f'<td class="winner"><bdi>{names[won]}</bdi></td>' in page
    assert "7–3" in page
    assert "3–4" in page
    for name in ("main-1-2", "main-2-1", "consolation-1-1"):
        kari.plays(name)
    page = client.get("/event/sheet/main").body.decode()
    assert "Not over yet" not in page
    assert page.index("Final") < page.index("Semi-finals")


def test_no_such_division_is_told(client: Client, kari: Runner) -> None:
    answer = client.get("/event/sheet/second")
    assert (answer.status, kari.event["name"]) == (404, "Malmö Open")
    assert "no division 'second'" in answer.json()["error"]
