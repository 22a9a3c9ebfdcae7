"""The director's web console without a browser: its routes, as its pages use them."""

import hmac
import http.client
import json
import secrets
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from kiosk.demo.errors import DirectorProcessGone, OrderFailed, OutOfDate
from kiosk.wire import pinned
from kiosk.wire.errors import NotTheDirector

ANSWER_S = 10.0
"""How long a table may take for an order."""

SILENCE_S = 10.0
"""A console that says nothing for so long is gone; it sends a beat every second."""

Pushed = tuple[str, Any]
"""A server-sent event: its name and what its JSON says."""


class Console:
    """The console at `url`; of an https one `certificate` is its pin. `session`: of who is signed
    in already. Raises DirectorProcessGone throughout.
    """

    def __init__(
        self,
        url: str,
        certificate: str | None = None,
        answer_s: float = ANSWER_S,
        session: Mapping[str, str] | None = None,
    ) -> None:
        self.url = url
        self._certificate = certificate
        self._answer_s = answer_s
        self._session = dict(session or {})
        """The headers of who is signed in."""

    @property
    def session(self) -> Mapping[str, str]:
        """Of another console for the same account."""
        return self._session

    @property
    def cookie(self) -> tuple[str, str] | None:
        """The name and the value of the session's cookie, if somebody is signed in."""
        name, _, value = self._session.get("cookie", "").partition("=")
        return (name, value) if value else None

    def join(self, token: str, name: str) -> None:
        """Make an account by a link, with a password nobody knows; be signed in from here on."""
        asked = {"token": token, "name": name, "password": secrets.token_urlsafe()}
        answer, said = self._post("/join", asked)
        if answer.status != 200:
            raise OrderFailed(f"the console lets nobody in: {said}")
        cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        token = cookie.partition("=")[2]
        csrf = hmac.new(token.encode(), b"csrf", "sha256").hexdigest()
        self._session = {"cookie": cookie, "x-csrf": csrf}

    def invite(self, role: str) -> str:
        """A link by which somebody joins as it. Raises OrderFailed."""
        answer, said = self._post("/people/invite", {"role": role})
        if answer.status != 201:
            raise OrderFailed(f"the console invites nobody: {said}")
        return str(said["link"])

    def enrol(self, **asked: object) -> Any:
        """What the page of enrolment is asked to do, and what it answers. Raises OrderFailed."""
        answer, said = self._post("/enrol", asked)
        if answer.status != 200:
            raise OrderFailed(f"the console enrols nobody: {said}")
        return said

    def enrol_who_shows(self, digits: str, number: int) -> None:
        """Tap the device that waits with these digits. Raises OrderFailed."""
        for one in self._get("/enrol/state")["waiting"]:
            if one["digits"] == digits:
                self.enrol(type="accept", session=one["session"], number=number)
                return
        raise OrderFailed(f"nobody who waits at {self.url} shows {digits}")

    def event(self) -> Any:
        """The whole event as the console shows it."""
        return self._get("/event")

    def to_set(self) -> Any:
        """What the rule books of its divisions leave to it, and what is set of that."""
        return self._get("/event/confirm")["to_set"]

    def formats(self) -> Any:
        """What a division can be played as."""
        return self._get("/event/formats")["formats"]

    def cards(self) -> Any:
        """Every table as the grid shows it now."""
        with self._stream("/events") as events:
            return next(said for name, said in events if name == "cards")

    def act(self, kind: str, seen_seq: int, **fields: object) -> int:
        """An act in the event; the log's last row after it. Raises OrderFailed, OutOfDate."""
        asked = {"kind": kind, "seen_seq": seen_seq, "fields": fields}
        answer, said = self._post("/event/acts", asked)
        if any(each["reason"] == "stale" for each in said.get("reasons", ())):
            raise OutOfDate(f"the console does not take {kind}: {said}")
        if answer.status != 201:
            raise OrderFailed(f"the console does not take {kind}: {said}")
        return int(said["seq"])

    def enter(self, division_id: str, listed: str, seen_seq: int) -> int:
        """A list of players; the log's last row after it. Raises OrderFailed."""
        where = f"/event/entries.csv?division_id={division_id}&seen_seq={seen_seq}"
        answer, said = self._sent(where, listed.encode())
        if answer.status != 201:
            raise OrderFailed(f"the console does not take the list: {said}")
        return int(said["seq"])

    def make_public(self, **what: object) -> None:
        """What strangers see. Raises OrderFailed."""
        answer, said = self._post("/people/public", what)
        if answer.status != 200:
            raise OrderFailed(f"the console makes nothing public: {said}")

    def table_url(self, journal_id: str) -> str:
        """The table's page."""
        return f"{self.url}/tables/{journal_id}"

    def give(self, form: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """Give an order; what the table answered, and after how many milliseconds.

        Raises OrderFailed when the console does not take it, or the table does not answer.
        """
        with self.stream(form["journal_id"], after=2**53) as events:
            next(events)  # it listens: the answer can't be missed
            began = time.monotonic()
            command_id = self._order(form)
            for name, said in events:
                if name != "order" or said["command_id"] != command_id:
                    if time.monotonic() - began > self._answer_s:
                        break
                elif said["status"] != "waiting":
                    return said, (time.monotonic() - began) * 1000
        raise OrderFailed(
            f"the table did not answer the {form['kind']} order in {self._answer_s:g} s"
        )

    def rows(self, journal_id: str) -> list[int]:
        """The seqs of all rows of a journal as the console shows them, in its order."""
        seqs: list[int] = []
        with self.stream(journal_id, after=0) as events:
            for name, said in events:
                if name == "lines":
                    seqs += (line["seq"] for line in said)
                elif name == "beat":
                    break
        return seqs

    @contextmanager
    def stream(self, journal_id: str, after: int) -> Iterator[Iterator[Pushed]]:
        """What is pushed to the table's page: first its card as it is."""
        with self._stream(f"/tables/{journal_id}/events?after={after}") as events:
            yield events

    @contextmanager
    def _stream(self, path: str) -> Iterator[Iterator[Pushed]]:
        link = self._connected()
        try:
            link.request("GET", path, headers=self._session)
            answer = link.getresponse()
            if answer.status != 200:
                raise DirectorProcessGone(f"{self.url} gives no {path}: HTTP {answer.status}")
            yield _events(answer)
        except (OSError, http.client.HTTPException, NotTheDirector) as error:
            raise DirectorProcessGone(f"the director at {self.url} is gone: {error}") from error
        finally:
            link.close()

    def _order(self, form: dict[str, Any]) -> str:
        """The id of the order given."""
        answer, said = self._post("/orders", {**form, "command_id": uuid.uuid4().hex})
        if answer.status != 202:
            raise OrderFailed(f"the console did not take the {form['kind']} order: {said}")
        command_id: str = said["command_id"]
        return command_id

    def _post(self, path: str, asked: dict[str, Any]) -> tuple[http.client.HTTPResponse, Any]:
        """What the console answers."""
        return self._sent(path, json.dumps(asked).encode())

    def _get(self, path: str) -> Any:
        """What a page of the console asks for."""
        link = self._connected()
        try:
            link.request("GET", path, headers=self._session)
            answer = link.getresponse()
            body = answer.read()
            if answer.status != 200:
                raise OrderFailed(f"the console does not give {path}: HTTP {answer.status}")
            return json.loads(body)
        except (OSError, http.client.HTTPException, ValueError, NotTheDirector) as error:
            raise DirectorProcessGone(f"the director at {self.url} is gone: {error}") from error
        finally:
            link.close()

    def _sent(self, path: str, body: bytes) -> tuple[http.client.HTTPResponse, Any]:
        link = self._connected()
        try:
            link.request("POST", path, body, headers=self._session)
            answer = link.getresponse()
            return answer, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise DirectorProcessGone(f"the director at {self.url} is gone: {error}") from error
        finally:
            link.close()

    def _connected(self) -> http.client.HTTPConnection:
        return pinned.connection(self.url, self._certificate, SILENCE_S)


def _events(answer: http.client.HTTPResponse) -> Iterator[Pushed]:
    """Server-sent events (WHATWG HTML, 9.2) as our director writes them: one line of data each."""
    name = ""
    while line := answer.readline():
        field, _, value = line.decode().rstrip("\r\n").partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)
    raise DirectorProcessGone("the director hung up")
