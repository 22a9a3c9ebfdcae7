"""What a table and its director say to each other over HTTP. The table always calls.

A Batch carries rows up, a Poll asks for orders, a RowsWanted for rows that were lost. What is
signed is the exact text that was sent; the rows of a batch are covered too, as they chain to the
hash in its signed Head.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

import msgspec

from kiosk.rules.command import Order
from kiosk.wire import codec
from kiosk.wire.errors import MessageInvalid, ProtocolTooNew, WireError
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import Row
from kiosk.wire.signing import DeviceKey, verify

T = TypeVar("T")

MOST_ROWS = 500
LONGEST_BATCH = 256 * 1024
"""Bytes of row bodies in one batch, unless a single row has more."""

MOST_PICTURES = 20
BEAT_S = 1.0
"""A table says something at least this often."""

STALE_S = 2.5
"""A table not heard of for so long is shown as stale, 3 s at most after its last word."""

POLL_S = 5.0
"""A poll without orders is answered after this."""


class Undecided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order a table could not even decide, and why."""

    command_id: str
    why: str


class Ailment(msgspec.Struct, frozen=True):
    """Something wrong with a table's machine: a code of `kiosk doctor`, and its figures.

    `grave`: a fault; else a warning.
    """

    code: str
    value: str
    grave: bool


class Head(msgspec.Struct, frozen=True, tag="head", omit_defaults=True):
    """How a table stands. `last_seq` and `last_hash` are of the last row in this batch.

    `head_seq` is the newest row the table has; `screens` how many players' screens are connected;
    `at_ns` is now on the monotonic clock of `boot_id`; `ailments` are the gravest first. Fields of
    a later protocol are passed over, so that it can be refused in words.
    """

    protocol: int
    app: str
    journal_id: str
    boot_id: str
    at_ns: int
    wall_utc: str
    last_seq: int
    last_hash: str
    head_seq: int
    halted: str | None
    screens: int
    undecided: tuple[Undecided, ...]
    ailments: tuple[Ailment, ...] = ()


class Poll(msgspec.Struct, frozen=True, tag="poll"):
    """A table asks for orders. `have` are the ids of those it was given already."""

    protocol: int
    app: str
    journal_id: str
    boot_id: str
    at_ns: int
    have: tuple[str, ...]


class RowsWanted(msgspec.Struct, frozen=True, tag="rows_wanted"):
    """A table whose journal was damaged asks for its rows after row `after`."""

    protocol: int
    app: str
    journal_id: str
    boot_id: str
    at_ns: int
    after: int


class Signed(msgspec.Struct, frozen=True, tag="signed", forbid_unknown_fields=True):
    """The text of a Head, a Poll or a RowsWanted, signed by the device; the rows of a batch."""

    signed: str
    signature: str
    rows: tuple[Row, ...] = ()


class Receipt(msgspec.Struct, frozen=True, tag="receipt", forbid_unknown_fields=True):
    """`seq` is the last row of this journal that the director has kept, without a gap.

    `pictures` are the roll pictures it has not got.
    """

    protocol: int
    seq: int
    pictures: tuple[str, ...]


class Rejection(StrEnum):
    """Why a batch or a poll was not taken."""

    GAP = "gap"
    """Rows are missing before these; `seq` says after which."""
    FORK = "fork"
    """Another row was kept under one of these numbers."""
    ROW = "row"
    """A row does not fit its hash, or the signed head."""
    SIGNATURE = "signature"
    """Not signed by the key this journal belongs to."""
    UNKNOWN_TABLE = "unknown_table"
    """Its key is not enrolled."""
    PROTOCOL = "protocol"
    """It speaks a later protocol."""
    MESSAGE = "message"
    """No message of ours."""


class Rejected(msgspec.Struct, frozen=True, tag="rejected", forbid_unknown_fields=True):
    """Nothing of it was kept. `seq` is the last row kept before, if the journal is known."""

    code: Rejection
    why: str
    seq: int | None


class SentOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order on its way to a table: a command without its instant, which the table sets.

    `wall_utc` is when the director gave it, by the director's clock.
    """

    command_id: str
    kind: str
    body: msgspec.Raw
    wall_utc: str

    def order(self) -> Order:
        """Raises KindUnknown, BodyInvalid, and WireError for a command that is no order."""
        command = codec.decode_command(self.kind, bytes(self.body))
        if not isinstance(command, Order):
            raise WireError(f"{self.kind} is no order of a director; send orders only")
        return command


class Orders(msgspec.Struct, frozen=True, tag="orders", forbid_unknown_fields=True):
    """What the director wants done, oldest first."""

    orders: tuple[SentOrder, ...]


class Rows(msgspec.Struct, frozen=True, tag="rows", forbid_unknown_fields=True):
    """Rows of a journal as they were kept, in order; none when there are no more.

    `last_seq` and `last_hash` are of the director's last row; 0 and 64 zeros when it has none.
    """

    protocol: int
    rows: tuple[Row, ...]
    last_seq: int
    last_hash: str


FromDirector = Receipt | Rejected | Orders | Rows

_FROM_DIRECTOR: msgspec.json.Decoder[FromDirector] = msgspec.json.Decoder(FromDirector)
_SIGNED: msgspec.json.Decoder[Signed] = msgspec.json.Decoder(Signed)
_HEAD: msgspec.json.Decoder[Head] = msgspec.json.Decoder(Head)
_POLL: msgspec.json.Decoder[Poll] = msgspec.json.Decoder(Poll)
_ROWS_WANTED: msgspec.json.Decoder[RowsWanted] = msgspec.json.Decoder(RowsWanted)


def sent(order: Order, *, command_id: str, wall_utc: str) -> SentOrder:
    """The message that carries an order. Raises ValueUnfit."""
    return SentOrder(command_id, codec.kind_of(order), msgspec.Raw(codec.encode(order)), wall_utc)


def sign(said: Head | Poll | RowsWanted, key: DeviceKey, rows: Sequence[Row] = ()) -> bytes:
    """What a table sends."""
    text = msgspec.json.encode(said)
    return msgspec.json.encode(Signed(text.decode(), key.sign(text), tuple(rows)))


def signed(body: bytes) -> Signed:
    """What came from a table; nothing in it is believed yet. Raises MessageInvalid."""
    return _decoded(_SIGNED, body)


def head_of(message: Signed) -> Head:
    """Raises MessageInvalid, ProtocolTooNew."""
    return _of_this_protocol(_decoded(_HEAD, message.signed.encode()))


def poll_of(message: Signed) -> Poll:
    """Raises MessageInvalid, ProtocolTooNew."""
    return _of_this_protocol(_decoded(_POLL, message.signed.encode()))


def rows_wanted_of(message: Signed) -> RowsWanted:
    """Raises MessageInvalid, ProtocolTooNew."""
    return _of_this_protocol(_decoded(_ROWS_WANTED, message.signed.encode()))


def fitting(rows: Sequence[Row]) -> tuple[Row, ...]:
    """As many of the first rows as one message holds; one, whatever its length."""
    room = LONGEST_BATCH
    for count, row in enumerate(rows[:MOST_ROWS]):
        room -= len(row.body.encode())
        if count and room < 0:
            return tuple(rows[:count])
    return tuple(rows[:MOST_ROWS])


def check_signature(message: Signed, public: str) -> None:
    """Raises SignatureInvalid, KeyInvalid."""
    verify(public, message.signed.encode(), message.signature)


def to_json(message: FromDirector) -> bytes:
    """What a director answers."""
    return msgspec.json.encode(message)


def from_director(body: bytes) -> FromDirector:
    """What came from a director. Raises MessageInvalid."""
    return _decoded(_FROM_DIRECTOR, body)


P = TypeVar("P", Head, Poll, RowsWanted)


def _of_this_protocol(said: P) -> P:
    if said.protocol > PROTOCOL:
        raise ProtocolTooNew(
            f"{said.app} speaks protocol {said.protocol}, this end knows {PROTOCOL}: "
            "update this end"
        )
    return said


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise MessageInvalid(f"no message of ours ({error}): {body[:80]!r}") from error
