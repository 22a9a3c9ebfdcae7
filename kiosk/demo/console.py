"""The director's web console without a browser: its routes, as its pages use them."""

import http.client
import json
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kiosk.demo.errors import DirectorGone, OrderFailed
from kiosk.wire import pinned
from kiosk.wire.errors import NotTheDirector

ANSWER_S = 10.0
"""How long a table may take for an order."""

SILENCE_S = 10.0
"""A console that says nothing for so long is gone; it sends a beat every second."""

Pushed = tuple[str, Any]
"""A server-sent event: its name and what its JSON says."""


class Console:
    """The console at `url`; of an https one `certificate` is its pin. Raises DirectorGone
    throughout.
    """

    def __init__(
        self, url: str, certificate: str | None = None, answer_s: float = ANSWER_S
    ) -> None:
        self.url = url
        self._certificate = certificate
        self._answer_s = answer_s

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
            command_id = self._post(form)
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
        link = self._connected()
        try:
            link.request("GET", f"/tables/{journal_id}/events?after={after}")
            answer = link.getresponse()
            if answer.status != 200:
                raise DirectorGone(f"{self.url} knows no table {journal_id}: HTTP {answer.status}")
            yield _events(answer)
        except (OSError, http.client.HTTPException, NotTheDirector) as error:
            raise DirectorGone(f"the director at {self.url} is gone: {error}") from error
        finally:
            link.close()

    def _post(self, form: dict[str, Any]) -> str:
        """The id of the order given."""
        link = self._connected()
        try:
            link.request("POST", "/orders", json.dumps({**form, "command_id": uuid.uuid4().hex}))
            answer = link.getresponse()
            said = json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise DirectorGone(f"the director at {self.url} is gone: {error}") from error
        finally:
            link.close()
        if answer.status != 202:
            raise OrderFailed(f"the console did not take the {form['kind']} order: {said}")
        command_id: str = said["command_id"]
        return command_id

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
    raise DirectorGone("the director hung up")
