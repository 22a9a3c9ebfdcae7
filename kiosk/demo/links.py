"""The demo's ends of a table's two sockets and of a screen's."""

import json
import socket
import time
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

from kiosk.demo.errors import DemoError, ProcessGone, TableProcessGone
from kiosk.rules.command import Command
from kiosk.rules.units import Instant
from kiosk.wire.messages import (
    PROTOCOL,
    ClientAnswer,
    Goodbye,
    Hello,
    LineSplitter,
    ask,
    from_table,
    to_line,
)
from kiosk.wire.row import utc_text
from kiosk.wire.snapshot import Snapshot

ANSWER_S = 20.0
_READ_BYTES = 65536


def _connected(
    path: Path, whose: str = "table", gone: type[ProcessGone] = TableProcessGone
) -> socket.socket:
    """Connect to a Unix socket. Raises `gone` if nothing listens."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        link.connect(str(path))
    except OSError as error:
        link.close()
        raise gone(f"no {whose} listens on {path}: {error.strerror}") from error
    return link


class ScreenLink:
    """A screen that draws nothing: takes snapshots and sends taps. All raise TableProcessGone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._link = _connected(path)
        self._lines = LineSplitter()
        self._answers: dict[str, ClientAnswer] = {}
        self._newest: Snapshot | None = None
        self._send(to_line(Hello(PROTOCOL, "kiosk demo", None)))

    def close(self) -> None:
        self._link.close()

    def newer_snapshot(self, than_seq: int, timeout_s: float) -> Snapshot | None:
        """Wait for a snapshot of a later row; return the newest, or None if none comes in time."""
        until = time.monotonic() + timeout_s
        self._receive(0.0)
        while self._newest is None or self._newest.seq <= than_seq:
            if (left_s := until - time.monotonic()) <= 0:
                return None
            self._receive(left_s)
        return self._newest

    def tap(self, command: Command) -> ClientAnswer:
        """Send a command, stamped now; return the answer."""
        asked = ask(
            replace(command, at=Instant(time.monotonic_ns())),
            command_id=uuid.uuid4().hex,
            wall_utc=utc_text(time.time_ns()),
        )
        self._send(to_line(asked))
        until = time.monotonic() + ANSWER_S
        while asked.command_id not in self._answers:
            if (left_s := until - time.monotonic()) <= 0:
                raise TableProcessGone(
                    f"no answer to {asked.kind} on {self._path} in {ANSWER_S:g} s"
                )
            self._receive(left_s)
        return self._answers.pop(asked.command_id)

    def _send(self, line: bytes) -> None:
        try:
            self._link.sendall(line)
        except OSError as error:
            raise TableProcessGone(
                f"the table on {self._path} is gone: {error.strerror}"
            ) from error

    def _receive(self, timeout_s: float) -> None:
        """Take received messages, waiting at most `timeout_s` for one."""
        self._link.settimeout(max(timeout_s, 0.001))
        try:
            received = self._link.recv(_READ_BYTES)
        except TimeoutError:
            return
        except OSError as error:
            raise TableProcessGone(
                f"the table on {self._path} is gone: {error.strerror}"
            ) from error
        if not received:
            raise TableProcessGone(f"the table on {self._path} hung up")
        for line in self._lines.feed(received):
            match from_table(line):
                case ClientAnswer() as answer:
                    self._answers[answer.command_id] = answer
                case Snapshot() as shown:
                    self._newest = shown
                case Goodbye(why=why):
                    raise TableProcessGone(f"the table on {self._path} said goodbye: {why}")


class ControlLink:
    """The control socket of a simulated table or its screen. Raises `gone` throughout."""

    def __init__(
        self, path: Path, whose: str = "table", gone: type[ProcessGone] = TableProcessGone
    ) -> None:
        self._path = path
        self._whose = whose
        self._gone = gone
        self._link = _connected(path, whose, gone)
        self._link.settimeout(ANSWER_S)
        self._answers = self._link.makefile("rb")

    def close(self) -> None:
        self._answers.close()
        self._link.close()

    def do(self, what: str, /, **fields: object) -> dict[str, Any]:
        """Send a request; return the answer. Raises DemoError if the other end refuses it."""
        try:
            self._link.sendall(json.dumps({"do": what, **fields}).encode() + b"\n")
            line = self._answers.readline()
        except OSError as error:
            why = error.strerror or f"no answer to {what} in {ANSWER_S:g} s"
            raise self._gone(f"the {self._whose} on {self._path} is gone: {why}") from error
        if not line:
            raise self._gone(f"the {self._whose} on {self._path} hung up")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise DemoError(f"the {self._whose} did not do {what}: {answer['error']}")
        return answer
