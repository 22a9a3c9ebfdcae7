"""The messages between a table and its clients on the Unix socket.

One JSON object per line. Both ends begin with Hello; then a client asks, and the table answers each
ClientAsk with one ClientAnswer and sends a Snapshot after every change. An EventJoin is answered by
the snapshots.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from kiosk.rules.command import Command
from kiosk.rules.fact import Refused
from kiosk.rules.reasons import Reason
from kiosk.wire import codec
from kiosk.wire.bounds import too_deep
from kiosk.wire.errors import MessageInvalid, ProtocolTooNew
from kiosk.wire.joining import EventJoin, JoinLeft
from kiosk.wire.row import Row
from kiosk.wire.snapshot import Snapshot

T = TypeVar("T")

PROTOCOL = 1
"""Increased whenever an older end could not understand a newer one."""

LONGEST_LINE = 1 << 20
"""Bytes in a line, its end included. A snapshot has a few thousand."""


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first line from either end. `app` is the program and its version, for people.

    `journal_id` is the table's; a client sends the one it knows, or None. `pictures` is the folder
    of roll pictures on this machine, from a table. Fields of a later protocol are ignored, so that
    it can be refused in words.
    """

    protocol: int
    app: str
    journal_id: str | None
    pictures: str | None = None


class ClientAsk(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A client's request. Repeated under the same `command_id`, it is done once.

    `kind` and `body` are a command; `wall_utc` is the client's own wall time, for the record.
    """

    command_id: str
    kind: str
    body: msgspec.Raw
    wall_utc: str

    def command(self) -> Command:
        """The command in the body. Raises KindUnknown, BodyInvalid."""
        return codec.decode_command(self.kind, bytes(self.body))


class ClientAnswer(msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """The result of a ClientAsk: the rows it led to, and the reasons if it was refused."""

    command_id: str
    seqs: tuple[int, ...]
    refused: tuple[Reason, ...]


class Goodbye(msgspec.Struct, frozen=True, tag="goodbye", forbid_unknown_fields=True):
    """The last line before an end hangs up, with the reason."""

    why: str


FromClient = Hello | ClientAsk | EventJoin | JoinLeft | Goodbye
FromTable = Hello | ClientAnswer | Snapshot | Goodbye

_FROM_CLIENT: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_FROM_TABLE: msgspec.json.Decoder[FromTable] = msgspec.json.Decoder(FromTable)


def ask(command: Command, *, command_id: str, wall_utc: str) -> ClientAsk:
    """The message that carries a command. Raises ValueUnfit."""
    body = msgspec.Raw(codec.encode(command))
    return ClientAsk(command_id, codec.kind_of(command), body, wall_utc)


def answer(command_id: str, rows: Sequence[Row]) -> ClientAnswer:
    """The answer for the rows of one command."""
    events = [row.event() for row in rows]
    refused = (reason for event in events if isinstance(event, Refused) for reason in event.reasons)
    return ClientAnswer(command_id, tuple(row.seq for row in rows), tuple(refused))


def check_hello(theirs: Hello) -> None:
    """Raises ProtocolTooNew, with a message to be sent back as a Goodbye."""
    if theirs.protocol > PROTOCOL:
        raise ProtocolTooNew(
            f"{theirs.app} speaks protocol {theirs.protocol}, this end knows {PROTOCOL}: "
            "update this end"
        )


def to_line(message: FromClient | FromTable) -> bytes:
    """The message as one line, its end included."""
    return msgspec.json.encode(message) + b"\n"


def from_client(line: bytes) -> FromClient:
    """A client's message. Raises MessageInvalid."""
    return _decoded(_FROM_CLIENT, line)


def from_table(line: bytes) -> FromTable:
    """A table's message. Raises MessageInvalid."""
    return _decoded(_FROM_TABLE, line)


class LineSplitter:
    """Cuts a stream of bytes into lines, regardless of how the reads are divided."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, received: bytes) -> list[bytes]:
        """The lines now complete, without their ends. Raises MessageInvalid on an endless one."""
        *lines, self._rest = (self._rest + received).split(b"\n")
        longest = max(len(line) for line in (*lines, self._rest))
        if longest >= LONGEST_LINE:
            raise MessageInvalid(f"a line of {longest} bytes came; {LONGEST_LINE} is the longest")
        return lines


def _decoded(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    deep = too_deep(line)
    if deep is not None:
        raise MessageInvalid(f"no message of ours ({deep}): {line[:80]!r}")
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, ValueError) as error:
        raise MessageInvalid(f"no message of ours ({error!s:.300}): {line[:80]!r}") from error
