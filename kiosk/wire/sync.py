"""What a table and its director say to each other over HTTP. The table always calls.

A Batch carries rows up, a Poll asks for orders. What is signed is the exact text that was sent; the
rows of a batch are covered too, as they chain to the hash in its signed Head.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec

from kiosk.rules.command import Order
from kiosk.wire import codec
from kiosk.wire.bounds import (
    Count,
    Hash,
    Id,
    Words,
    complaint,
    too_deep,
)
from kiosk.wire.errors import MessageInvalid, ProtocolTooNew, WireError
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import Row
from kiosk.wire.signing import DeviceKey, verify

T = TypeVar("T")

MOST_ROWS = 500
LONGEST_BATCH = 256 * 1024
"""Bytes of row bodies in one batch, unless a single row has more."""

LONGEST_SIGNED = 256 * 1024
"""Characters of a Head or a Poll."""

MOST_PICTURES = 20
MOST_UNDECIDED = 100
"""Orders a table tells at once that it could not decide."""

MOST_AILMENTS = 30
MOST_KNOWN = 256
"""Ids of orders a poll says it has. An older one that comes again is found in the journal."""

BEAT_S = 1.0
"""A table says something at least this often."""

STALE_S = 2.5
"""A table not heard of for so long is shown as stale, 3 s at most after its last word."""

POLL_S = 5.0
"""A poll without orders is answered after this."""


class Undecided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order a table could not even decide, and why."""

    command_id: Id
    why: Words


class Ailment(msgspec.Struct, frozen=True):
    """Something wrong with a table's machine: a code of `kiosk doctor`, and its figures.

    `grave`: a fault; else a warning.
    """

    code: Id
    value: Words
    grave: bool


class Head(msgspec.Struct, frozen=True, tag="head", omit_defaults=True):
    """How a table stands. `last_seq` and `last_hash` are of the last row in this batch.

    `head_seq` is the newest row the table has; `screens` how many players' screens are connected;
    `at_ns` is now on the monotonic clock of `boot_id`; `ailments` are the gravest first. Fields of
    a later protocol are passed over, so that it can be refused in words.
    """

    protocol: Count
    app: Id
    journal_id: Id
    boot_id: Id
    at_ns: Count
    wall_utc: Id
    last_seq: Count
    last_hash: Hash
    head_seq: Count
    halted: Words | None
    screens: Count
    undecided: Annotated[tuple[Undecided, ...], msgspec.Meta(max_length=MOST_UNDECIDED)]
    ailments: Annotated[tuple[Ailment, ...], msgspec.Meta(max_length=MOST_AILMENTS)] = ()


class Poll(msgspec.Struct, frozen=True, tag="poll"):
    """A table asks for orders. `have` are the ids of those it was given already."""

    protocol: Count
    app: Id
    journal_id: Id
    boot_id: Id
    at_ns: Count
    have: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_KNOWN)]


class Signed(msgspec.Struct, frozen=True, tag="signed", forbid_unknown_fields=True):
    """The text of a Head or a Poll, signed by the device, and the rows of a batch."""

    signed: str
    signature: Id
    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()


class Receipt(msgspec.Struct, frozen=True, tag="receipt", forbid_unknown_fields=True):
    """`seq` is the last row of this journal that the director has kept, without a gap.

    `pictures` are the roll pictures it has not got.
    """

    protocol: Count
    seq: Count
    pictures: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=MOST_PICTURES)]


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
    why: Words
    seq: Count | None


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


FromDirector = Receipt | Rejected | Orders

_FROM_DIRECTOR: msgspec.json.Decoder[FromDirector] = msgspec.json.Decoder(FromDirector)
_SIGNED: msgspec.json.Decoder[Signed] = msgspec.json.Decoder(Signed)
_HEAD: msgspec.json.Decoder[Head] = msgspec.json.Decoder(Head)
_POLL: msgspec.json.Decoder[Poll] = msgspec.json.Decoder(Poll)


def sent(order: Order, *, command_id: str, wall_utc: str) -> SentOrder:
    """The message that carries an order. Raises ValueUnfit."""
    return SentOrder(command_id, codec.kind_of(order), msgspec.Raw(codec.encode(order)), wall_utc)


def sign(said: Head | Poll, key: DeviceKey, rows: Sequence[Row] = ()) -> bytes:
    """What a table sends."""
    text = msgspec.json.encode(said)
    return msgspec.json.encode(Signed(text.decode(), key.sign(text), tuple(rows)))


def signed(body: bytes) -> Signed:
    """What came from a table; nothing in it is believed yet. Raises MessageInvalid."""
    return _decoded(_SIGNED, body)


def head_of(message: Signed) -> Head:
    """Raises MessageInvalid, ProtocolTooNew."""
    return _of_this_protocol(_said(_HEAD, message))


def poll_of(message: Signed) -> Poll:
    """Raises MessageInvalid, ProtocolTooNew."""
    return _of_this_protocol(_said(_POLL, message))


def check_signature(message: Signed, public: str) -> None:
    """Raises SignatureInvalid, KeyInvalid."""
    verify(public, message.signed.encode(), message.signature)


def to_json(message: FromDirector) -> bytes:
    """What a director answers."""
    return msgspec.json.encode(message)


def from_director(body: bytes) -> FromDirector:
    """What came from a director. Raises MessageInvalid."""
    return _decoded(_FROM_DIRECTOR, body)


P = TypeVar("P", Head, Poll)


def _of_this_protocol(said: P) -> P:
    if said.protocol > PROTOCOL:
        raise ProtocolTooNew(
            f"{said.app} speaks protocol {said.protocol}, this end knows {PROTOCOL}: "
            "update this end"
        )
    return said


def _said(decoder: msgspec.json.Decoder[T], message: Signed) -> T:
    said = _decoded(decoder, message.signed.encode())
    if len(message.signed) > LONGEST_SIGNED:  # of fields of a later protocol
        count = len(message.signed)
        raise MessageInvalid(f"signed has {count} characters; write {LONGEST_SIGNED} at most")
    return said


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    deep = too_deep(body)
    if deep is not None:
        raise MessageInvalid(f"no message of ours ({deep}): {body[:80]!r}")
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
        raise MessageInvalid(f"no message of ours ({why}): {body[:80]!r}") from error
