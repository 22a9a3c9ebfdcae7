"""An assistant at the console's own routes, and a device that asks to be enrolled."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from kiosk.wire.enrolment import Begin, Decided, TableSide, message_bytes, to_director
from kiosk.wire.signing import DeviceKey
from kits.served_kit import Director


class Desk:
    """What an assistant does at the page of enrolment."""

    def __init__(self, director: Director) -> None:
        self._director = director

    def act(self, type: str, **rest: object) -> tuple[int, Any]:  # noqa: A002 (the field's name)
        body = json.dumps({"type": type} | rest).encode()
        status, said = self._director.ask("POST", "/enrol", body)
        return status, json.loads(said)

    def done(self, type: str, **rest: object) -> Any:  # noqa: A002
        status, said = self.act(type, **rest)
        assert status == 200, said
        return said

    def look(self, type: str, **rest: object) -> Any:  # noqa: A002
        """How many notes there were, and what it would take away."""
        body = json.dumps({"type": type} | rest).encode()
        status, answer = self._director.ask("POST", "/enrol/look", body)
        assert status == 200, answer
        return json.loads(answer)

    @property
    def state(self) -> Any:
        return json.loads(self._director.ask("GET", "/enrol/state")[1])

    def card(self) -> str:
        """Print one; its name."""
        return str(self.done("card")["name"])

    def page(self, name: str) -> str:
        return self._director.ask("GET", f"/enrol/cards/{name}")[1].decode()

    def accept(self, digits: str, number: int) -> None:
        """Tap whoever shows these digits."""
        [session] = [one["session"] for one in self.state["waiting"] if one["digits"] == digits]
        self.done("accept", session=session, number=number)

    def device(self, key: DeviceKey) -> Any:
        [found] = [one for one in self.state["devices"] if one["key"] == key.public]
        return found


class Device:
    """A device that knows a secret and says what a table says, one message at a time."""

    def __init__(
        self, director: Director, key: DeviceKey, way: Any, name: str, password: bytes, **how: Any
    ) -> None:
        seen = director.certificate if director.tls else ""
        self.side = TableSide(key, "paper 1.0", way, name, password, how.get("certificate", seen))
        self._director = director

    def said(self, body: bytes) -> tuple[int, bytes]:
        return self._director.ask("POST", "/table/enrol", body)

    def shows(self) -> str:
        """The digits, once both have proved the secret."""
        begun = self.said(self.side.begin())[1]
        return self.side.proved(self.said(self.side.prove(begun))[1])

    def hears(self) -> Decided:
        return self.side.decided(self.said(self.side.ask())[1])


def begin_of(side: TableSide) -> Begin:
    said = to_director(side.begin())
    assert isinstance(said, Begin)
    return said


def words_of(body: bytes) -> str:
    return str(json.loads(body)["why"])


def secret_of(folder: Path, name: str) -> bytes:
    """Of a card, as who sees it has it: made of what the database and the key's file say."""
    return DeviceKey.load(folder / "director.db.key").derived(
        "table kiosk event card", bytes.fromhex(made_of(folder, name)["salt"]), 16
    )


def made_of(folder: Path, name: str) -> Any:
    """What the director's database says of a card."""
    with closing(sqlite3.connect(folder / "director.db")) as database:
        bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM enrolment")]
    [made] = [body for body in bodies if body.get("name") == name and "salt" in body]
    return made


def letters(code: str) -> str:
    return re.sub(r"\s", "", code)


__all__ = [
    "Desk",
    "Device",
    "begin_of",
    "letters",
    "made_of",
    "message_bytes",
    "secret_of",
    "words_of",
]
