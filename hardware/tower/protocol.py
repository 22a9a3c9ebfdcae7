"""The tower's lines as typed messages, for the table's side. Sans-I/O: bytes in, messages out.

The protocol is described in hardware/PROTOCOL.md; of another version than ours this side
understands the number only.
"""

from dataclasses import dataclass
from typing import Literal, cast

from hardware.tower.firmware.tower_protocol import VERSION, LineReader, encode

BeamName = Literal["drop", "out"]


@dataclass(frozen=True, slots=True)
class TowerHello:
    """The tower's introduction. `first`..`next_number - 1` are the events it still holds.

    `cause`: reason of its last start: `power`, `watchdog`, or `exception:` and a few words. The
    fields after the version are ours alone: a hello of another version has none.
    """

    boot: int
    at_ms: int
    first: int
    next_number: int
    version: int
    firmware: str = ""
    serial_number: str | None = None
    parts: frozenset[str] = frozenset()
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class Alive:
    """The heartbeat, every second; numbers as in TowerHello.

    `standing`: current troubles of the tower.
    """

    boot: int
    at_ms: int
    first: int
    next_number: int
    standing: frozenset[str]


@dataclass(frozen=True, slots=True)
class DicePassed:
    """Event `number`: `count` dice passed a beam at tower tick `at_ms`."""

    boot: int
    at_ms: int
    number: int
    beam: BeamName
    count: int


@dataclass(frozen=True, slots=True)
class Jammed:
    """Event `number`: `inside` dice are stuck in the tower; 0: none any more."""

    boot: int
    at_ms: int
    number: int
    inside: int


@dataclass(frozen=True, slots=True)
class LidMoved:
    """Event `number`: the lid was opened or closed."""

    boot: int
    at_ms: int
    number: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class BeamStuck:
    """Event `number`: a beam has been broken for `broken_ms`; 0: since power-on."""

    boot: int
    at_ms: int
    number: int
    beam: BeamName
    broken_ms: int


@dataclass(frozen=True, slots=True)
class BeamFree:
    """Event `number`: a stuck beam is whole again."""

    boot: int
    at_ms: int
    number: int
    beam: BeamName


@dataclass(frozen=True, slots=True)
class EdgesMissed:
    """Event `number`: the tower lost `edges` changes of its beams."""

    boot: int
    at_ms: int
    number: int
    edges: int


@dataclass(frozen=True, slots=True)
class SelfTested:
    """The answer to self-test `request`: the result of each part. Not an event."""

    boot: int
    at_ms: int
    request: int
    results: tuple[tuple[str, str], ...]


Event = DicePassed | Jammed | LidMoved | BeamStuck | BeamFree | EdgesMissed
Message = TowerHello | Alive | Event | SelfTested


class TowerLines:
    """Decodes what the table receives. Garbage, our own echo and broken lines yield nothing."""

    def __init__(self) -> None:
        self._reader = LineReader()

    @property
    def rejected(self) -> int:
        """Number of lines that were not valid."""
        return self._reader.rejected

    def feed(self, received: bytes) -> list[Message]:
        """Complete messages received so far, oldest first."""
        heard = (_message(*line) for line in self._reader.feed(received))
        return [message for message in heard if message is not None]


def ask_hello() -> bytes:
    """Ask the tower for its introduction. Begins with a newline, to end any partial line."""
    return b"\n" + encode("hello?", 0, VERSION)


def acknowledge(number: int, boot: int) -> bytes:
    """Acknowledge all events up to `number` of power-on `boot`."""
    return encode("ack", number, boot)


def switch_lamp(*, on: bool) -> bytes:
    """Switch the tower's lamp."""
    return encode("lamp", 0, "on" if on else "off")


def ask_self_test(request: int, boot: int) -> bytes:
    """Ask the tower of power-on `boot` for a self-test; the answer has the number `request`."""
    return encode("selftest?", request, boot)


def _message(kind: str, number: int, fields: list[str]) -> Message | None:
    match kind, fields:
        case "hello", [boot, at_ms, next_number, version, *about]:
            return _hello(
                TowerHello(int(boot), int(at_ms), number, int(next_number), int(version)), about
            )
        case "alive", [boot, at_ms, next_number, standing]:
            return Alive(int(boot), int(at_ms), number, int(next_number), _words(standing))
        case "selftest", [boot, at_ms, *results]:
            parts = tuple((part, result) for part, _, result in (r.partition("=") for r in results))
            return SelfTested(int(boot), int(at_ms), number, parts)
        case _, [boot, at_ms, *rest]:
            return _event(kind, int(boot), int(at_ms), number, rest)
    return None


def _event(kind: str, boot: int, at_ms: int, number: int, rest: list[str]) -> Event | None:
    event: Event | None = None
    match kind, rest:
        case ("drop" | "out") as beam, [count]:
            event = DicePassed(boot, at_ms, number, beam, int(count))
        case "jam", [inside]:
            event = Jammed(boot, at_ms, number, int(inside))
        case "lid", [position]:
            event = LidMoved(boot, at_ms, number, position == "open")
        case "stuck", [beam, broken_ms]:
            event = BeamStuck(boot, at_ms, number, cast(BeamName, beam), int(broken_ms))
        case "free", [beam]:
            event = BeamFree(boot, at_ms, number, cast(BeamName, beam))
        case "lost", [edges]:
            event = EdgesMissed(boot, at_ms, number, int(edges))
    return event


def _hello(hello: TowerHello, about: list[str]) -> TowerHello | None:
    """Parse a hello by its version; of an unknown version only the version is needed."""
    if hello.version != VERSION:
        return hello
    if len(about) != 4:
        return None
    firmware, serial_number, parts, cause = about
    known = None if serial_number == "-" else serial_number
    return TowerHello(
        hello.boot,
        hello.at_ms,
        hello.first,
        hello.next_number,
        hello.version,
        firmware,
        known,
        _words(parts),
        cause,
    )


def _words(text: str) -> frozenset[str]:
    return frozenset() if text == "-" else frozenset(text.split(","))
