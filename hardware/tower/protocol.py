"""The tower's lines as typed messages, for the table's side. Sans-I/O: bytes in, messages out.

The language itself is described, and shared with the firmware, in firmware/tower_protocol.py.
"""

from dataclasses import dataclass
from typing import Literal

from hardware.tower.firmware.tower_protocol import VERSION, LineReader, encode

BeamName = Literal["drop", "out"]


@dataclass(frozen=True, slots=True)
class Hello:
    """The tower introduces itself. `first`..`next_number - 1` are the events it still holds."""

    boot: int
    at_ms: int
    first: int
    next_number: int
    version: int


@dataclass(frozen=True, slots=True)
class Alive:
    """The heartbeat, every second; numbers as in Hello."""

    boot: int
    at_ms: int
    first: int
    next_number: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Event `number`: `count` dice passed a beam at tower tick `at_ms`."""

    boot: int
    at_ms: int
    number: int
    beam: BeamName
    count: int


Message = Hello | Alive | Passed


class TowerLines:
    """What the table hears. Garbage, our own echo and broken lines yield nothing."""

    def __init__(self) -> None:
        self._reader = LineReader()

    @property
    def rejected(self) -> int:
        """Lines that were not the tower's language."""
        return self._reader.rejected

    def feed(self, received: bytes) -> list[Message]:
        """The whole messages in what was received so far, oldest first."""
        heard = (_message(*line) for line in self._reader.feed(received))
        return [message for message in heard if message is not None]


def ask_hello() -> bytes:
    """Ask the tower who it is. Begins with a newline, to end whatever stood on the line before."""
    return b"\n" + encode("hello?", 0, VERSION)


def acknowledge(number: int, boot: int) -> bytes:
    """Tell the tower of power-on `boot` that every event up to `number` has arrived."""
    return encode("ack", number, boot)


def switch_lamp(*, on: bool) -> bytes:
    """Switch the tower's lamp."""
    return encode("lamp", 0, "on" if on else "off")


def _message(kind: str, number: int, fields: list[str]) -> Message | None:
    match kind, fields:
        case "hello", [boot, at_ms, next_number, version]:
            return Hello(int(boot), int(at_ms), number, int(next_number), int(version))
        case "alive", [boot, at_ms, next_number]:
            return Alive(int(boot), int(at_ms), number, int(next_number))
        case ("drop" | "out") as beam, [boot, at_ms, count]:
            return Passed(int(boot), int(at_ms), number, beam, int(count))
    return None
