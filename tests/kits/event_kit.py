"""An event run over HTTP in tests: acts as a browser asks for them."""

import json
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlencode

from kits.hall_kit import Client

FORM: dict[str, Any] = {
    "title": "Knock-out with a consolation",
    "shape": {
        "brackets": [
            {"name": "main", "feeds": [], "third_place": False},
            {
                "name": "consolation",
                "feeds": [{"bracket": "main", "first": 1, "last": -1}],
                "third_place": False,
            },
        ]
    },
    "rounds": [
        {
            "bracket": bracket,
            "length": length,
            "profile": "norway",
            "best_of": 1,
            "clock": "allowed",
            "first": 1,
            "last": 0,
        }
        for bracket, length in (("main", 7), ("consolation", 5))
    ],
}
"""A format as a browser sends it."""

Post = Callable[[str, bytes], tuple[int, Any]]
"""Sends a body to a path; status and JSON of the answer."""


class Runner:
    """Somebody who runs the event; what he acts on is the newest, unless he says otherwise."""

    def __init__(self, post: Post, get: Callable[[str], Any]) -> None:
        self.post = post
        self.get = get

    @classmethod
    def over(cls, client: Client) -> Self:
        """As who is signed in there."""

        def post(path: str, body: bytes) -> tuple[int, Any]:
            answer = client.post(path, body)
            return answer.status, answer.json()

        return cls(post, lambda path: client.get(path).json())

    @property
    def event(self) -> Any:
        """The whole event."""
        return self.get("/event")

    def asks(self, kind: str, seen_seq: int | None = None, **fields: Any) -> tuple[int, Any]:
        """Status and answer."""
        seen = self.event["seq"] if seen_seq is None else seen_seq
        asked = {"kind": kind, "seen_seq": seen, "fields": fields}
        return self.post("/event/acts", json.dumps(asked).encode())

    def does(self, kind: str, **fields: Any) -> list[str]:
        """The kinds of facts that followed."""
        status, said = self.asks(kind, **fields)
        assert status == 201, said
        kinds: list[str] = said["kinds"]
        return kinds

    def refused(self, kind: str, **fields: Any) -> set[tuple[str, str]]:
        """Every reason and what it is about; nothing has changed."""
        before = self.event
        status, said = self.asks(kind, **fields)
        assert status == 409, said
        assert self.event == before
        return {(each["reason"], each["about"]) for each in said["reasons"]}

    def lists(
        self, division_id: str, content: bytes, seen_seq: int = 0, **choices: str
    ) -> tuple[int, Any]:
        asked = {"division_id": division_id, "seen_seq": str(seen_seq)} | choices
        return self.post(f"/event/entries.csv?{urlencode(asked)}", content)

    def division(self, name: str = "main") -> Any:
        (found,) = (each for each in self.event["divisions"] if each["division_id"] == name)
        return found

    def names(self, division: str = "main") -> list[str]:
        """Who is entered, in order."""
        event = self.event
        named = {each["entry_id"]: each["name"] for each in event["entries"]}
        return [named[each] for each in self.division(division)["entries"]]

    def opened(self, entries: int = 4, tables: int = 2) -> "Runner":
        """An event with a division of so many entries."""
        self.does("OpenEvent", name="Malmö Open")
        self.does("SetTables", tables=list(range(1, tables + 1)))
        self.makes("main")
        if entries:
            who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, entries + 1)]
            self.does("Enter", division_id="main", entries=who)
        return self

    def makes(self, name: str) -> None:
        self.does("MakeDivision", division_id=name, name=name, format=FORM, precedence=1)

    def drawn(self, entries: int = 4, tables: int = 2) -> "Runner":
        """The same, drawn and published."""
        self.opened(entries, tables)
        self.does("DrawDivision", division_id="main")
        self.does("PublishDraw", division_id="main")
        return self

    def pairing(self, name: str) -> Any:
        (found,) = (each for each in self.division()["pairings"] if each["pairing_id"] == name)
        return found

    def players(self, name: str) -> list[str]:
        """Their entries' ids, in the order of the places."""
        return [place["entry_id"] for place in self.pairing(name)["places"]]

    def plays(self, name: str, table: int = 1) -> str:
        """A pairing is called and played; who won."""
        key = {"division_id": "main", "pairing_id": name}
        self.does("Call", at_tables=[[key, table]])
        winner = self.players(name)[0]
        self.does("TakeMatch", key=key, winner=winner, score=[7, 3])
        return winner

    def begins(
        self, format_id: str, entries: int | list[dict[str, Any]], tables: int = 2, **rounds: Any
    ) -> "Runner":
        """A division of a format that is offered, its rounds changed so, drawn and published."""
        self.does("OpenEvent", name="Malmö Open")
        self.does("SetTables", tables=list(range(1, tables + 1)))
        offered = {each["format_id"]: each for each in self.get("/event/formats")["formats"]}
        form = offered[format_id]["format"]
        how = {"profile": "norway", **rounds}
        form = {**form, "rounds": [{**each, **how} for each in form["rounds"]]}
        self.does("MakeDivision", division_id="main", name="Main", format=form, precedence=1)
        who = entries
        if isinstance(who, int):
            who = [{"players": [{"name": f"Player {n}"}]} for n in range(1, who + 1)]
        self.does("Enter", division_id="main", entries=who)
        self.does("DrawDivision", division_id="main")
        self.does("PublishDraw", division_id="main")
        return self

    def next(self) -> dict[str, Any]:
        return {each["kind"]: each for each in self.division()["next"]}

    def ready(self) -> list[str]:
        pairings = self.division()["pairings"]
        return [each["pairing_id"] for each in pairings if each["state"] == "ready"]

    def wins(self, pairing_id: str, score: list[int], **more: Any) -> list[str]:
        """Who is named first wins; the kinds of facts."""
        key = {"division_id": "main", "pairing_id": pairing_id}
        winner = self.players(pairing_id)[0]
        return self.does("TakeMatch", key=key, winner=winner, score=score, **more)
