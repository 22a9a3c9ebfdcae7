"""A ladder run over HTTP in tests: members a, b, c … are called so; days count from the director's
first.
"""

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

Post = Callable[[str, bytes], tuple[int, Any]]
"""Sends a body to a path; status and JSON of the answer."""

TODAY = date(2026, 5, 9)
"""What the clocks of `hall_kit` say at first: day 0."""


def day(number: int) -> str:
    return (TODAY + timedelta(days=number)).isoformat()


class LadderRunner:
    """Somebody who runs a ladder; what he acts on is the newest, unless he says otherwise."""

    def __init__(self, post: Post, get: Callable[[str], Any], ladder_id: str = "") -> None:
        self.post = post
        self.get = get
        self.ladder_id = ladder_id

    def opens(
        self, members: str = "abcdefghij", name: str = "The Ladder", **season: str
    ) -> "LadderRunner":
        """By the rules of the club in London, in its first season."""
        status, said = self.asks_new(members, name)
        assert status == 201, said
        assert said["kinds"] == ["LadderOpened"]
        self.ladder_id = said["ladder_id"]
        self.does("OpenSeason", **season)
        return self

    def asks_new(self, members: str = "ab", name: str = "The Ladder") -> tuple[int, Any]:
        """Status and answer, of a ladder to be opened."""
        fields = {"rules": "london-club", "name": name, "members": [*members]}
        asked = {"kind": "OpenLadder", "seen_seq": 0, "fields": fields}
        return self.post("/ladders", json.dumps(asked).encode())

    @property
    def ladder(self) -> Any:
        """All of it."""
        return self.get(f"/ladder/{self.ladder_id}")

    @property
    def order(self) -> str:
        return "".join(each["name"] for each in self.ladder["members"])

    def member(self, name: str) -> str:
        """His id."""
        ladder = self.ladder
        found = {each["name"]: each["member_id"] for each in (*ladder["left"], *ladder["members"])}
        return str(found.get(name, name))

    def challenge(self, number: int) -> Any:
        (found,) = (each for each in self.ladder["challenges"] if each["number"] == number)
        return found

    def asks(self, kind: str, seen_seq: int | None = None, **fields: Any) -> tuple[int, Any]:
        """Status and answer; members are named by their letters."""
        return self._asks_at("acts", kind, seen_seq, fields)

    def looks(self, kind: str, seen_seq: int | None = None, **fields: Any) -> tuple[int, Any]:
        """The same of what the act would take away."""
        return self._asks_at("acts/look", kind, seen_seq, fields)

    def _asks_at(
        self, where: str, kind: str, seen_seq: int | None, fields: dict[str, Any]
    ) -> tuple[int, Any]:
        looked = {"looked": fields.pop("looked")} if "looked" in fields else {}
        seen = self.ladder["seq"] if seen_seq is None else seen_seq
        for field in ("challenger", "challenged", "winner", "absent", "member_id"):
            if isinstance(fields.get(field), str):
                fields[field] = self.member(fields[field])
        asked = {"kind": kind, "seen_seq": seen, "fields": fields, **looked}
        return self.post(f"/ladder/{self.ladder_id}/{where}", json.dumps(asked).encode())

    def does(self, kind: str, seen_seq: int | None = None, **fields: Any) -> list[str]:
        """The kinds of facts that followed."""
        status, said = self.asks(kind, seen_seq, **fields)
        assert status == 201, said
        kinds: list[str] = said["kinds"]
        return kinds

    def refused(self, kind: str, seen_seq: int | None = None, **fields: Any) -> dict[str, str]:
        """What each reason says in words; nothing has changed."""
        before = self.ladder
        status, said = self.asks(kind, seen_seq, **fields)
        assert status == 409, said
        assert self.ladder == before
        return {each["reason"]: each["words"] for each in said["reasons"]}

    def challenges(self, pair: str, **fields: Any) -> int:
        """The number of a challenge that was made."""
        self.does("MakeChallenge", challenger=pair[0], challenged=pair[1], **fields)
        number: int = max(each["number"] for each in self.ladder["challenges"])
        return number

    def result(self, number: int, winner: str, **fields: Any) -> None:
        """7-3 for the winner."""
        first = self.challenge(number)["challenger"] == self.member(winner)
        score = [7, 3] if first else [3, 7]
        self.does("TakeLadderResult", number=number, winner=winner, score=score, **fields)

    def plays(self, pair: str, winner: str, **fields: Any) -> int:
        """A challenge, and how it ends."""
        number = self.challenges(pair)
        self.result(number, winner, **fields)
        return number
