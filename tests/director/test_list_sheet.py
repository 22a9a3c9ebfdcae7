"""A list before anybody enters: read, columns matched, each line looked at; over HTTP."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from kits.event_kit import Runner

Rows = Sequence[tuple[int, Sequence[str]]]


class Sheet:
    """A list as a page has it while somebody looks at it."""

    def __init__(self, kari: Runner, content: bytes, code_page: str = "") -> None:
        self.kari = kari
        self.status, read = kari.post(f"/event/entries/rows?code_page={code_page}", content)
        self.read = read
        self.fields: list[str] = list(read.get("fields", ()))
        self.rows: list[Any] = read.get("rows", [])
        self.more: dict[str, Any] = {}

    def asked(self, path: str, rows: Sequence[Any] | None = None) -> tuple[int, Any]:
        sheet = {
            "division_id": "main",
            "seen_seq": self.kari.event["seq"],
            "fields": self.fields,
            "heads": self.read["heads"],
            "rows": self.rows if rows is None else rows,
        }
        status, said = self.kari.post(path, json.dumps(sheet | self.more).encode())
        return status, said

    def looked(self) -> Any:
        status, said = self.asked("/event/entries/look")
        assert status == 200, said
        return said

    def becomes(self) -> Mapping[int, str]:
        return {each["line"]: each["becomes"] for each in self.looked()["lines"]}

    def enters(self, rows: Sequence[Any] | None = None) -> tuple[int, Any]:
        return self.asked("/event/entries", rows)


@pytest.mark.parametrize(
    ("content", "head_line", "fields"),
    [
        (b"Nome;Cognome;Elo\nAda;Neri;1500\n", 1, ["name", "last1", "rating1"]),
        (b"sep=;\nMedlemsnr;Navn;Klasse\n12;Ada;A\n", 2, ["number1", "name", "division"]),
        (b"Klubmesterskab\n\nFornavn\tEfternavn\nAda\tNeri\n", 3, ["first1", "last1"]),
        ("氏名,クラス\n山田,A\n".encode("utf-16"), 1, ["name", "division"]),
    ],
)
def test_columns_are_matched_by_their_heads(
    kari: Runner, content: bytes, head_line: int, fields: list[str]
) -> None:
    kari.opened(0)
    sheet = Sheet(kari, content)
    assert (sheet.read["head_line"], sheet.fields) == (head_line, fields)
    assert len(sheet.read["heads"]) == len(fields)
    assert set(sheet.becomes().values()) <= {"new", "nowhere"}


def test_a_list_without_heads_is_read_from_its_first_row(kari: Runner) -> None:
    kari.opened(0)
    sheet = Sheet(kari, b"12;Anna Berg;1650\n13;Bo Lind;1500\n")
    assert (sheet.read["heads"], sheet.fields) == ([], ["", "name", ""])
    sheet.fields = ["number1", "name", "rating1"]
    assert sheet.becomes() == {1: "new", 2: "new"}
    assert sheet.enters()[1]["entered"] == 2
    assert kari.names() == ["Anna Berg", "Bo Lind"]
    numbers = {each["players"][0]["number"] for each in kari.event["entries"]}
    assert numbers == {"12", "13"}


def test_what_the_letters_are_is_asked_before_a_row_is_shown(kari: Runner) -> None:
    kari.opened(0)
    content = "Imię;Nazwisko\nŁukasz;Żak\n".encode("cp1250")
    refused = Sheet(kari, content)
    assert refused.status == 400
    assert "cp1250" in [each["code_page"] for each in refused.read["code_pages"]]
    sheet = Sheet(kari, content, "cp1250")
    assert sheet.enters()[0] == 201
    assert kari.names() == ["Łukasz Żak"]


def test_each_line_says_what_becomes_of_it_and_good_ones_enter_alone(kari: Runner) -> None:
    kari.opened(0)
    assert kari.lists("main", b"name,team\nAda Neri,Roma\n")[0] == 201
    sheet = Sheet(
        kari, b"name;rating;club\nAda Neri;;Milano\nBo;much;\nCy;1500;\nNeri, A.;;\nDi;;\nDi;;\n"
    )
    looked = sheet.looked()
    assert sheet.becomes() == {2: "there", 3: "wrong", 4: "new", 5: "asked", 6: "new", 7: "wrong"}
    assert looked["changes"] == ["Ada Neri: Milano in the list, Roma here"]
    why = {each["line"]: [one["field"] for one in each["why"]] for each in looked["lines"]}
    assert why == {2: [], 3: ["rating1"], 4: [], 5: ["player1"], 6: [], 7: ["player1"]}
    status, said = sheet.enters()
    assert (status, [each["line"] for each in said["faults"]]) == (400, [3, 7])
    assert kari.names() == ["Ada Neri"]
    good = [row for row in sheet.rows if row["line"] in {4, 6}]
    assert sheet.enters(good)[1]["entered"] == 2
    assert kari.names() == ["Ada Neri", "Cy", "Di"]
    sheet.more = {"apart": [5]}
    assert sheet.enters([row for row in sheet.rows if row["line"] == 5])[0] == 201
    assert len(kari.names()) == 4


def test_a_column_of_divisions_spreads_a_list_over_them_all_or_nobody(kari: Runner) -> None:
    kari.opened(0)
    kari.makes("second")
    content = b"name;class\nAda;main\nBo;SECOND\nAda;second\nCy;\nDi;Third\n"
    sheet = Sheet(kari, content)
    assert sheet.becomes() == {2: "new", 3: "new", 4: "new", 5: "new", 6: "nowhere"}
    words = {each["words"]: each["division_id"] for each in sheet.looked()["divisions"]}
    assert words == {"main": "main", "SECOND": "second", "second": "second", "": "main"} | {
        "Third": ""
    }
    status, said = sheet.enters()
    assert (status, [each["line"] for each in said["faults"]]) == (400, [6])
    assert kari.names() == kari.names("second") == []
    sheet.more = {"divisions": {"Third": "second"}}
    before = kari.event["seq"]
    status, said = sheet.enters()
    assert (status, said["entered"], said["seq"]) == (201, 5, before + 2)
    assert (kari.names(), kari.names("second")) == (["Ada", "Cy"], ["Bo", "Ada", "Di"])
    people = {each["players"][0]["player_id"] for each in kari.event["entries"]}
    assert len(people) == 4  # Ada is one person in both


def test_our_own_list_of_two_divisions_enters_both_with_its_pairs(kari: Runner) -> None:
    kari.opened(0)
    kari.makes("second")
    pair = {"players": [{"name": "Bo"}, {"name": "Cy"}], "name": "The Aces"}
    alone = {"players": [{"name": "Ada"}]}
    kari.does("Enter", division_id="main", entries=[alone, pair])
    kari.does("Enter", division_id="second", entries=[pair])
    exported = b"\n".join(
        [
            b"division_id,division,entry_id,entry,player",
            b"x,main,e1,Ada,Ada\nx,main,e2,The Aces,Bo\nx,main,e2,The Aces,Cy",
            b"y,second,e2,The Aces,Bo\ny,second,e2,The Aces,Cy\ny,second,e1,Ada,Ada\n",
        ]
    )
    sheet = Sheet(kari, exported)
    assert list(sheet.becomes().values()) == [*["there"] * 5, "new"]
    assert sheet.enters()[1]["entered"] == 1
    assert kari.names("second") == ["The Aces", "Ada"]


def test_two_lines_with_one_mark_are_a_pair(kari: Runner) -> None:
    kari.opened(0)
    sheet = Sheet(kari, b"Team no;Name\n1;Ada\n1;Bo\n2;Cy\n2;Di\n;Eli\n")
    sheet.fields = ["pair", "name"]
    assert sheet.enters()[1]["entered"] == 3
    assert kari.names() == ["Ada / Bo", "Cy / Di", "Eli"]


def test_without_a_column_of_names_nobody_enters(kari: Runner) -> None:
    kari.opened(0)
    sheet = Sheet(kari, b"name;rating\nAda;1500\n")
    sheet.fields = ["", "rating1"]
    assert [each["words"] for each in sheet.looked()["faults"]] == [
        "choose the column that has the names"
    ]
    assert sheet.enters()[0] == 400
    assert kari.names() == []


def test_who_is_typed_and_may_be_somebody_here_is_asked_about(kari: Runner) -> None:
    kari.drawn(4)

    def sentences(kind: str, **fields: object) -> list[str]:
        asked = {"kind": kind, "seen_seq": kari.event["seq"], "fields": fields}
        status, said = kari.post("/event/acts/look", json.dumps(asked).encode())
        assert status == 200, said
        return list(said["sentences"])

    kari.makes("second")
    enter = {"division_id": "second", "entries": [{"players": [{"name": "1, Player"}]}]}
    assert sentences("Enter", **enter) == ["1, Player may be Player 1"]
    same = {"division_id": "second", "entries": [{"players": [{"name": "Player 1"}]}]}
    assert sentences("Enter", **same) == []
    other = kari.event["entries"][1]["players"][0]
    fields = {"name": "player-1", "number": "", "rating": None, "experience": 0}
    told = sentences(
        "CorrectPlayer",
        player_id=other["player_id"],
        player=fields | {"language": "", "team": ""},
    )
    assert told == ["player-1 may be Player 1"]


def test_who_enters_again_is_told_with_the_price_and_has_a_number_behind_the_name(
    kari: Runner,
) -> None:
    kari.opened(2)
    again = {"division_id": "main", "entries": [{"players": [{"name": "Player 1"}]}]}
    assert kari.refused("Enter", **again) == {("entered", "Player 1")}
    terms = {"most": 2, "until_ms": None, "price": 2050, "currency": "EUR"}
    kari.does("SetReEntry", division_id="main", terms=terms)
    assert kari.division()["re_entry"] == terms
    asked = {"kind": "Enter", "seen_seq": kari.event["seq"], "fields": again}
    _status, said = kari.post("/event/acts/look", json.dumps(asked).encode())
    assert said["sentences"] == ["Player 1 (2) enters again, for 20.50 EUR"]
    kari.does("Enter", **again)
    assert kari.names() == ["Player 1", "Player 2", "Player 1 (2)"]
    people = {each["players"][0]["player_id"] for each in kari.event["entries"]}
    assert len(people) == 2
    listed = b"name\nPlayer 1\nCy\n"
    assert kari.lists("main", listed)[1]["there"] == 1


def test_the_next_event_has_the_people_and_the_divisions_of_the_last(kari: Runner) -> None:
    kari.drawn(4)
    kari.plays("main-1-1")
    first = kari.event
    kari.does("BeginNextEvent", name="Malmö 2")
    event = kari.event
    assert event["event_id"] == f"{first['event_id']}-2" == f"{event['configured_id']}-2"
    assert (event["name"], event["entries"], kari.division()["pairings"]) == ("Malmö 2", [], [])
    assert kari.division()["format"] == first["divisions"][0]["format"]
    people = {each["name"]: each["player_id"] for each in event["people"]}
    assert sorted(people) == [f"Player {n}" for n in range(1, 5)]
    assert kari.lists("main", b"name\nPlayer 3\nEva\n")[1]["entered"] == 2
    (known,) = (each for each in kari.event["entries"] if each["name"] == "Player 3")
    assert known["players"][0]["player_id"] == people["Player 3"]
    assert "Player 3" not in {each["name"] for each in kari.event["people"]}
    assert kari.get("/event/results.json")["lines"] == []
    assert kari.get("/event/undo")["acts"] == []


def test_what_chance_will_draw_is_not_foretold(kari: Runner) -> None:
    kari.opened(0)
    people = [{"players": [{"name": f"Player {n}x", "team": "Roma"}]} for n in range(4)]
    kari.does("Enter", division_id="main", entries=people)
    kari.does("DrawDivision", division_id="main")
    fields = {"division_id": "main", "why": "again"}
    asked = {"kind": "DrawDivision", "seen_seq": kari.event["seq"], "fields": fields}
    status, said = kari.post("/event/acts/look", json.dumps(asked).encode())
    assert status == 200
    assert [each for each in said["sentences"] if "at once" in each] == []
