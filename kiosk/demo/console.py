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
"""Longest time for a table to answer an order."""

SILENCE_S = 10.0
"""After this long without a message the console counts as gone; it sends a beat every second."""

Pushed = tuple[str, Any]
"""A server-sent event: its name and its decoded JSON."""


class Console:
    """The console at `url`. `certificate`: its pin, for https. `session`: headers of a signed-in
    account. All methods raise DirectorProcessGone.
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
        """Headers of the signed-in account."""

    @property
    def session(self) -> Mapping[str, str]:
        """The session, for another console of the same account."""
        return self._session

    @property
    def cookie(self) -> tuple[str, str] | None:
        """Name and value of the session's cookie; None if no account is signed in."""
        name, _, value = self._session.get("cookie", "").partition("=")
        return (name, value) if value else None

    def join(self, token: str, name: str) -> None:
        """Make an account by a link, with a random password, and stay signed in."""
        asked = {"token": token, "name": name, "password": secrets.token_urlsafe()}
        answer, body = self._post("/join", asked)
        if answer.status != 200:
            raise OrderFailed(f"the console lets nobody in: {body}")
        cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        token = cookie.partition("=")[2]
        csrf = hmac.new(token.encode(), b"csrf", "sha256").hexdigest()
        self._session = {"cookie": cookie, "x-csrf": csrf}

    def invite(self, role: str) -> str:
        """A link to join with this role. Raises OrderFailed."""
        answer, body = self._post("/people/invite", {"role": role})
        if answer.status != 201:
            raise OrderFailed(f"the console invites nobody: {body}")
        return str(body["link"])

    def enrol(self, **asked: object) -> Any:
        """Send a request to the enrolment page; return its answer. Raises OrderFailed."""
        answer, body = self._post("/enrol", asked)
        if answer.status != 200:
            raise OrderFailed(f"the console enrols nobody: {body}")
        return body

    def enrol_who_shows(self, digits: str, number: int) -> None:
        """Accept the waiting device that shows these digits. Raises OrderFailed."""
        for one in self._get("/enrol/state")["waiting"]:
            if one["digits"] == digits:
                self.enrol(type="accept", session=one["session"], number=number)
                return
        raise OrderFailed(f"nobody who waits at {self.url} shows {digits}")

    def event(self) -> Any:
        """The whole event, as the console shows it."""
        return self._get("/event")

    def to_set(self) -> Any:
        """Keys that the divisions' rule books leave to the event, with the values set."""
        return self._get("/event/confirm")["to_set"]

    def formats(self) -> Any:
        """Formats a division can have."""
        return self._get("/event/formats")["formats"]

    def cards(self) -> Any:
        """All tables, as the grid shows them now."""
        with self._stream("/events") as events:
            return next(body for name, body in events if name == "cards")

    def act(self, kind: str, seen_seq: int, **fields: object) -> int:
        """Act in the event; return the log's last seq after it. Raises OrderFailed, OutOfDate."""
        asked = {"kind": kind, "seen_seq": seen_seq, "fields": fields}
        answer, body = self._post("/event/acts", asked)
        if any(each["reason"] == "stale" for each in body.get("reasons", ())):
            raise OutOfDate(f"the console does not take {kind}: {body}")
        if answer.status != 201:
            raise OrderFailed(f"the console does not take {kind}: {body}")
        return int(body["seq"])

    def enter(self, division_id: str, listed: str, seen_seq: int) -> int:
        """Enter a list of players; return the log's last seq after it. Raises OrderFailed."""
        where = f"/event/entries.csv?division_id={division_id}&seen_seq={seen_seq}"
        answer, body = self._post_bytes(where, listed.encode())
        if answer.status != 201:
            raise OrderFailed(f"the console does not take the list: {body}")
        return int(body["seq"])

    def make_public(self, **what: object) -> None:
        """Set what the public pages show. Raises OrderFailed."""
        answer, body = self._post("/people/public", what)
        if answer.status != 200:
            raise OrderFailed(f"the console makes nothing public: {body}")

    def table_url(self, journal_id: str) -> str:
        """The table's page."""
        return f"{self.url}/tables/{journal_id}"

    def give(self, form: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """Give an order; what the table answered, and after how many milliseconds.

        Raises OrderFailed when the console does not take it, or the table does not answer.
        """
        with self.stream(form["journal_id"], after=2**53) as events:
            next(events)  # listening first, so that the answer can't be missed
            began = time.monotonic()
            command_id = self._order(form)
            for name, body in events:
                if name != "order" or body["command_id"] != command_id:
                    if time.monotonic() - began > self._answer_s:
                        break
                elif body["status"] != "waiting":
                    return body, (time.monotonic() - began) * 1000
        raise OrderFailed(
            f"the table did not answer the {form['kind']} order in {self._answer_s:g} s"
        )

    def rows(self, journal_id: str) -> list[int]:
        """The seqs of all rows of a journal as the console shows them, in its order."""
        seqs: list[int] = []
        with self.stream(journal_id, after=0) as events:
            for name, body in events:
                if name == "lines":
                    seqs += (line["seq"] for line in body)
                elif name == "beat":
                    break
        return seqs

    @contextmanager
    def stream(self, journal_id: str, after: int) -> Iterator[Iterator[Pushed]]:
        """Events pushed to the table's page; the first is its current card."""
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
        """Send an order; return its command_id."""
        answer, body = self._post("/orders", {**form, "command_id": uuid.uuid4().hex})
        if answer.status != 202:
            raise OrderFailed(f"the console did not take the {form['kind']} order: {body}")
        command_id: str = body["command_id"]
        return command_id

    def _post(self, path: str, asked: dict[str, Any]) -> tuple[http.client.HTTPResponse, Any]:
        """Post JSON; return the response and its decoded body."""
        return self._post_bytes(path, json.dumps(asked).encode())

    def _get(self, path: str) -> Any:
        """Get the decoded JSON at a path."""
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

    def _post_bytes(self, path: str, body: bytes) -> tuple[http.client.HTTPResponse, Any]:
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
        return pinned.connect_to(self.url, self._certificate, SILENCE_S)


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
