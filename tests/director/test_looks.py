"""An order looked at before it is sent: what it will do, sentence by sentence. Nothing is given."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits.hall_kit import DIRECTORS_KEY, Answer, Client, HandClocks, PaperTable, service
from kits.waits_corpus import BLACK, BY, MINUTE_NS, WHITE

from kiosk.catalogue.form import OrderForm
from kiosk.catalogue.tables import FORMS
from kiosk.director.app import create_app
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import FormatKind, MatchFormat, Member, Team
from kiosk.rules.units import BySide


@pytest.fixture
def bare(make_table: Any) -> PaperTable:
    return make_table(2)


@pytest.fixture
def client(
    tmp_path: Path, hand: HandClocks, table: PaperTable, bare: PaperTable
) -> Iterator[Client]:
    director = service(tmp_path, hand, table, bare)
    opened = Client(create_app(director, DIRECTORS_KEY), "hall:8000")
    opened.join(director)
    yield opened
    opened.close()
    director.lifecycle.close()
    director.lifecycle.finish()
    director.lifecycle.thread.store.close()


def look(client: Client, table: PaperTable, kind: str, **said: Any) -> Answer:
    base = {"journal_id": table.journal_id, "match_id": "match-1", "why": "so"}
    client.post("/table/batch", table.batch())
    return client.post("/orders/look", json.dumps(base | {"kind": kind} | said).encode())


def sentences(client: Client, table: PaperTable, kind: str, **said: Any) -> list[str]:
    answer = look(client, table, kind, **said)
    assert answer.status == 200, answer.json()
    found: list[str] = answer.json()["sentences"]
    return found


def filled(form: dict[str, Any]) -> dict[str, Any]:
    """A form as the browser gets it, filled in with the first answer to everything."""
    answers = {
        "line": "norway",
        "book": "norway",
        "words": "Quiet",
        "side": "white",
        "time": 90,
        "yesno": True,
        "tick": True,
        "dice": [5, 2],
        "rules": {},
    }
    found = {}
    for field in form["fields"]:
        if field["sort"] == "choice":
            found[field["name"]] = field["options"][0][0]
        elif field["sort"] in {"count", "hidden", "row"}:
            found[field["name"]] = field["low"]
        elif field["sort"] != "why":
            found[field["name"]] = answers[field["sort"]]
    return found


def test_every_form_can_be_looked_at_with_a_match_and_without(
    client: Client, table: PaperTable, bare: PaperTable
) -> None:
    """What is told is enough to fill it in, and no table is in a state that can't be said."""
    told = client.get("/forms")
    assert (told.status, told.headers["cache-control"]) == (200, "no-store")
    assert {form["kind"] for form in told.json()["forms"]} == set(FORMS)
    for form in told.json()["forms"]:
        if FORMS[form["kind"]].corrects:
            continue  # it wants a row that is there
        for at in (table, bare):
            answer = look(client, at, form["kind"], **filled(form))
            assert answer.status == 200, (form["kind"], answer.json())
            said = answer.json()
            assert set(said) == {"sentences", "verb"}
            assert bool(said["sentences"]) is not form["at_once"], form["kind"]
            for sentence in said["sentences"]:
                assert sentence[-1] in ".?", sentence  # a row not known is a "?"
                assert not {"None", "{", "}"} & set(sentence.split()), sentence
            assert said["verb"]
            assert "…" not in said["verb"]


def test_a_look_gives_no_order(client: Client, table: PaperTable) -> None:
    looked = look(client, table, "penalty", side="black", points=1, command_id="c0ffee" * 3)
    assert looked.status == 200
    assert client.get(f"/orders/{'c0ffee' * 3}").status == 404
    assert client.get("/orders/look").status == 404


def test_what_could_not_be_sent_can_not_be_looked_at(client: Client, table: PaperTable) -> None:
    for said, words in (
        ({"kind": "shout"}, "there is no order 'shout'"),
        ({"kind": "penalty", "side": "red", "points": 1}, "“Against” is 'red'"),
        ({"kind": "adjourn", "why": " "}, "why is empty"),
        ({"kind": "adjourn", "by": "Kari"}, "'by' does not belong to the order “Adjourn”"),
        ({"kind": "profile", "profile": "oslo"}, "no rule book 'oslo'"),
    ):
        answer = look(client, table, **said)
        assert answer.status == 400
        assert words in answer.json()["error"]
    elsewhere = look(client, table, "adjourn", journal_id="journal-9")
    assert elsewhere.status == 404
    assert "no table has sent journal 'journal-9'" in elsewhere.json()["error"]
    row = look(client, table, "undo", journal_id="journal-9", corrects_seq=1)
    assert row.status == 404


def test_another_sites_page_can_not_look(client: Client) -> None:
    answer = client.post("/orders/look", b"{}", origin="http://evil.example")
    assert answer.status == 403


def test_what_becomes_of_the_score_is_said(client: Client, table: PaperTable) -> None:
    assert sentences(client, table, "score", white=2, black=1) == [
        "Correct the score: Anna 0 – Bo 0 becomes Anna 2 – Bo 1."
    ]
    assert sentences(client, table, "score", white=3, black=1) == [
        "Correct the score: Anna 0 – Bo 0 becomes Anna 3 – Bo 1.",
        "That ends the match: Anna wins.",
    ]
    assert sentences(client, table, "penalty", side="white", points=3) == [
        "Award 3 penalty points against Anna: Anna 0 – Bo 0 becomes Anna 0 – Bo 3.",
        "That ends the match: Bo wins.",
    ]
    verb = look(client, table, "penalty", side="white", points=1).json()["verb"]
    assert verb == "Award 1 penalty point"
    assert look(client, table, "adjourn").json()["verb"] == "Put the match off"


def test_the_row_that_is_corrected_is_said(client: Client, table: PaperTable) -> None:
    rows = {row.kind: row.seq for row in table.rows}
    seq = rows["RollStated"]
    corrects = {"white": 0, "black": 0, "corrects_seq": seq}
    _score, row = sentences(client, table, "score", **corrects)
    assert row == f"It corrects row {seq}: Bo says: 5-2."
    later = len(table.rows) + 1
    assert sentences(client, table, "undo", corrects_seq=later)[-1] == (
        f"It corrects row {later}: ?"
    )
    assert len(sentences(client, table, "undo")) == 1


def test_a_past_roll_is_corrected_by_its_own_row(client: Client, table: PaperTable) -> None:
    """Not by another's, nor this turn's, which is ruled on while it is played."""
    seq = next(row.seq for row in table.rows if row.kind == "OpeningWon")
    for row, words in (
        (1, "row 1 is no roll of this match"),
        (len(table.rows) + 1, "is no roll of this match"),
        (seq, f"row {seq} is the roll of this turn"),
    ):
        said = {"values": [6, 2], "corrects_seq": row}
        answer = look(client, table, "past_roll", **said)
        assert answer.status == 400
        assert words in answer.json()["error"]
        order = {"journal_id": table.journal_id, "match_id": "match-1", "why": "so"}
        body = json.dumps(order | {"kind": "past_roll"} | said)
        assert client.post("/orders", body.encode()).status == 400
    table.keeper.do(c.ClockPressed, WHITE, by="buttons")
    said = {"values": [6, 2], "corrects_seq": seq}
    assert sentences(client, table, "past_roll", **said)[0] == (
        "The record says from now on that the roll was 6-2."
    )


def test_whether_the_clocks_are_stopped_is_said(client: Client, table: PaperTable) -> None:
    start = "Start the clocks of table 1. "
    assert sentences(client, table, "start") == [f"{start}They are not stopped."]
    table.keeper.tap(c.DirectorCallTapped, WHITE)
    both = "They run once both players have tapped Go on."
    assert sentences(client, table, "start") == [
        f"{start}They are stopped: the director was called.",
        both,
    ]
    table.keeper.do(c.StopOrdered, "match-1", BY, "the light fails.", by=BY)
    assert sentences(client, table, "start") == [
        f"{start}They are stopped: Director Kari: the light fails.",
        both,
    ]


def late(table: PaperTable, book: RuleBook, minutes: int) -> None:
    table.open(book, points=9)
    order = ("match-1", BY, "so", WHITE, minutes * MINUTE_NS, None)
    table.keeper.do(c.LatenessOrdered, *order, by=BY)


def test_a_proposal_is_said_with_what_follows_from_the_answer(
    client: Client, bare: PaperTable, norway: RuleBook
) -> None:
    late(bare, norway, 12)
    words = "2 penalty points against Anna, because the player is late"
    assert sentences(client, bare, "accept", number=1, points=2) == [
        f"{words}: Anna 0 – Bo 0 becomes Anna 0 – Bo 2."
    ]
    assert sentences(client, bare, "decline", number=1) == [
        f"Decline: {words}.",
        "Nothing follows from it.",
    ]
    assert sentences(client, bare, "accept", number=2) == ["This no longer needs an answer."]
    assert sentences(client, bare, "decline", number=2) == [
        "This no longer needs an answer.",
        "Nothing follows from it.",
    ]


def test_a_match_lost_by_proposal_says_who_wins(
    client: Client, bare: PaperTable, norway: RuleBook
) -> None:
    late(bare, norway, 60)
    assert sentences(client, bare, "accept", number=1) == [
        "Anna loses the match, because the player is late.",
        "Bo wins the match.",
    ]


def test_another_length_by_proposal_begins_with_a_capital(
    client: Client, bare: PaperTable, norway: RuleBook
) -> None:
    bare.open(norway)
    bare.keeper.tap(c.LengthNoticed, WHITE, 7)
    words = "match to 7 points, because another length was stated."
    assert sentences(client, bare, "accept", number=1) == [f"A {words}"]
    assert sentences(client, bare, "decline", number=1)[0] == f"Decline: a {words}"


@pytest.mark.parametrize(
    ("white", "black", "words"),
    [
        ("Jo", "Jo", "against Jo (Black): Jo (White) 0 – Jo (Black) 0 becomes Jo (White) 2 – Jo"),
        (
            "Jo",
            "מלך",
            "against \u2068מלך\u2069: Jo 0 – \u2068מלך\u2069 0 becomes Jo 2 – \u2068מלך\u2069 0.",
        ),
    ],
)
def test_same_names_are_told_apart_and_others_read_from_right_to_left(
    client: Client, bare: PaperTable, norway: RuleBook, white: str, black: str, words: str
) -> None:
    teams = BySide(
        *(Team(f"id{n}", name, (Member(f"m{n}", name),)) for n, name in enumerate((white, black)))
    )
    form = MatchFormat(FormatKind.POINTS, 5)
    bare.keeper.do(c.OpenMatch, "match-1", "open", 2, None, form, teams, norway, "f" * 64)
    (award,) = sentences(client, bare, "penalty", side="black", points=2)
    assert words in award


def test_a_name_stays_as_it_is_written(client: Client, bare: PaperTable, norway: RuleBook) -> None:
    teams = BySide(*(Team(name, name, (Member(name, name),)) for name in ("van Dyk", "bo")))
    form = MatchFormat(FormatKind.POINTS, 5)
    bare.keeper.do(c.OpenMatch, "match-1", "open", 2, None, form, teams, norway, "f" * 64)
    assert sentences(client, bare, "camera", side="white")[0].startswith("van Dyk refuses")
    assert sentences(client, bare, "camera", side=BLACK)[0].startswith("bo refuses")


def test_sentences_differ_by_what_was_filled_in(client: Client, table: PaperTable) -> None:
    """Each choice of each form has its own words, so that nothing is confirmed unseen."""
    for kind, form in FORMS.items():
        if form.at_once or form.corrects or kind in {"accept", "decline"}:
            continue
        told = {one["kind"]: one for one in client.get("/forms").json()["forms"]}[kind]
        base = filled(told) | {"corrects_seq": None} if _corrects(form) else filled(told)
        for field in told["fields"]:
            values = {
                "side": ["white", "black"],
                "yesno": [True, False],
                "choice": [value for value, _words in field["options"]],
            }.get(field["sort"], [])
            said = [
                sentences(client, table, kind, **(base | {field["name"]: one})) for one in values
            ]
            if (kind, field["name"]) in UNSAID:
                continue
            assert len({tuple(each) for each in said}) == len(said), (kind, field["name"])


def _corrects(form: OrderForm) -> bool:
    return any(field.name == "corrects_seq" for field in form.fields)


UNSAID = {("clock", "asked_by"), ("expiry", "first")}
"""Who asks for a clock is not said again; who used up time first counts for nothing if somebody is
sure to win."""
