"""Checks whether a table runs here, and what it reports of its parts. Devices are not touched."""

import socket
import time
from pathlib import Path

from kiosk.doctor.facts import RunningFacts
from kiosk.health.machine import Machine
from kiosk.journal.file import beside
from kiosk.wire.errors import WireError
from kiosk.wire.messages import PROTOCOL, Hello, LineSplitter, from_table, to_line
from kiosk.wire.snapshot import Snapshot

ANSWER_S = 3.0
READ_BYTES = 65536


def find_running(machine: Machine, place: Path, journal: Path | None) -> RunningFacts:
    """Find the owner of `journal`, and ask the table at the socket `place` for its snapshot.

    The journal's lock is not tried, as a table that starts at that moment would be refused.
    """
    owner = None if journal is None else _owner(machine, journal)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(ANSWER_S)
            line.connect(str(place))
            return _receive_facts(line, owner)
    except OSError:
        return RunningFacts(owner)


def _owner(machine: Machine, journal: Path) -> int | None:
    """Pid in the journal's lock, if that process is still a table."""
    pid = machine.read_content(beside(journal.resolve(), ".lock"))
    if pid is None or not pid.isdecimal():
        return None
    command = (machine.read_content(f"proc/{pid}/cmdline") or "").split("\0")
    ours = any("kiosk" in word for word in command[:4]) and "table" in command
    return int(pid) if ours else None


def _receive_facts(line: socket.socket, owner: int | None) -> RunningFacts:
    """Facts from the first snapshot, which a running table sends at once."""
    deadline = time.monotonic() + ANSWER_S
    app, lines = "", LineSplitter()
    try:
        line.sendall(to_line(Hello(PROTOCOL, "kiosk doctor", None)))
        while (left := deadline - time.monotonic()) > 0:
            line.settimeout(left)
            received = line.recv(READ_BYTES)
            if not received:
                break
            for message in map(from_table, lines.feed(received)):
                if isinstance(message, Hello):
                    app = message.app
                if isinstance(message, Snapshot):
                    lost, halted = message.lost_devices, message.halted
                    return RunningFacts(owner, True, True, app, lost, halted)
    except (OSError, WireError):
        return RunningFacts(owner, True, app=app)
    return RunningFacts(owner, True, app=app)
