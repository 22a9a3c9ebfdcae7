"""The messages between a table and its director over HTTP. The table always calls.

A batch carries rows up, a Poll asks for orders, a RowsWanted for lost rows, an InReply answers
each. The exact text that was sent is signed; the rows of a batch are covered too, as they chain to
the hash in its signed TableHead. A reply names its request by a digest over all of it.
"""

import hashlib
import secrets
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec

from kiosk.rules.command import Order
from kiosk.wire import codec
from kiosk.wire.bounds import (
    DEEPEST,
    Count,
    Hash,
    Id,
    Words,
    complaint,
    prune,
    too_deep,
)
from kiosk.wire.errors import (
    MessageInvalid,
    NotTheDirector,
    ProtocolTooNew,
    ProtocolTooOld,
    SignatureInvalid,
    WireError,
)
from kiosk.wire.match_page import MatchPage
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.next_match import NextMatches
from kiosk.wire.row import Row, ids_length
from kiosk.wire.signing import DeviceKey, verify

T = TypeVar("T")

MOST_ROWS = 500
LONGEST_BATCH = 256 * 1024
"""Bytes of row bodies in one batch, unless a single row has more."""

LONGEST_SIGNED = 256 * 1024
"""Characters of a TableHead or a Poll."""

MOST_PICTURES = 20
MOST_UNDECIDED = 100
"""Orders that a table could not decide, reported at once."""

MOST_AILMENTS = 30
MOST_KNOWN = 256
"""Ids of orders a poll lists. An older order that arrives again is found in the journal."""

_AROUND_AN_ORDER = 8
"""Lists and objects around the body of an order in a reply, and more than enough: an order that is
itself too deep is left so deep that it alone can't be decided.
"""

BEAT_S = 1.0
"""A table sends something at least this often."""

STALE_S = 2.5
"""A table whose loop has not certainly turned for this long is shown as stale, at most 3 s later. A
challenge of the director must be answered within this time.
"""

POLL_S = 10.0
"""A poll without orders is answered after this time."""


Nonce = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Echo = Annotated[str, msgspec.Meta(max_length=64)]
"""A nonce, or empty before the first one."""


class Undecided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order a table could not decide, with the reason."""

    command_id: Id
    why: Words


class Ailment(msgspec.Struct, frozen=True):
    """A fault of a table's machine: a code of `kiosk doctor`, and its figures.

    `grave`: a fault; else a warning.
    """

    code: Id
    value: Words
    grave: bool


class Request(msgspec.Struct, frozen=True):
    """The fields of each request of a table: the sender and the time.

    `key` is the device's public key, by which it is verified; `nonce` was never used before;
    `at_ns` is now on the monotonic clock of `boot_id`. Fields of a later protocol are ignored, so
    that it can be refused in words.
    """

    protocol: Count
    app: Id
    journal_id: Id
    key: Id
    nonce: Nonce
    boot_id: Id
    at_ns: Count


class TableHead(Request, frozen=True, tag="head", omit_defaults=True):
    """The state of a table. `last_seq` and `last_hash` are of the last row in this batch.

    `boot` counts the starts of the table's process, `beat` the heads since; `echo` is the
    director's newest challenge. `turned_ms` is how long ago the table's loop last turned;
    `head_seq` the newest row the table has; `screens` how many players' screens are connected;
    `ailments` are the most serious first. `over` is a finished match for whose players the table
    asks where they play next.
    """

    boot: Count
    beat: Count
    echo: Echo
    turned_ms: Count
    wall_utc: Id
    last_seq: Count
    last_hash: Hash
    head_seq: Count
    halted: Words | None
    screens: Count
    undecided: Annotated[tuple[Undecided, ...], msgspec.Meta(max_length=MOST_UNDECIDED)]
    ailments: Annotated[tuple[Ailment, ...], msgspec.Meta(max_length=MOST_AILMENTS)] = ()
    over: Id = ""


class Poll(Request, frozen=True, tag="poll"):
    """A table asks for orders. `have` are the ids of those it already has."""

    have: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_KNOWN)]


class RowsWanted(Request, frozen=True, tag="rows_wanted"):
    """A table whose journal was damaged asks for its rows after row `after`."""

    after: int


class RequestHeader(msgspec.Struct, frozen=True):
    """The fields of a request of any protocol that identify the sender, and allow a reply."""

    protocol: Count
    app: Id
    journal_id: Id
    key: Id = ""
    nonce: Echo = ""


class Signed(msgspec.Struct, frozen=True, tag="signed", forbid_unknown_fields=True):
    """The text of a TableHead, a Poll or a RowsWanted, signed by the device, and the rows of a
    batch; or the text of an InReply, signed by the director.
    """

    signed: str
    signature: Id
    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()


class Receipt(msgspec.Struct, frozen=True, tag="receipt", forbid_unknown_fields=True):
    """`seq` is the last row of this journal that the director has stored, without a gap.

    `pictures` are the roll pictures it lacks.
    """

    seq: Count
    pictures: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=MOST_PICTURES)]


class Rejection(StrEnum):
    """Why a batch or a poll was rejected."""

    GAP = "gap"
    """Rows are missing before these; `seq` is the last one before the gap."""
    FORK = "fork"
    """Another row was stored under one of these numbers."""
    ROW = "row"
    """A row does not fit its hash, or the signed head."""
    SIGNATURE = "signature"
    """Not signed by the key this journal belongs to."""
    UNKNOWN_TABLE = "unknown_table"
    """Its key is not enrolled."""
    PROTOCOL = "protocol"
    """It speaks another protocol."""
    MESSAGE = "message"
    """No message of ours."""


class Rejected(msgspec.Struct, frozen=True, tag="rejected", forbid_unknown_fields=True):
    """Nothing of it was stored. `seq` is the last row stored before, if the journal is known.

    A sender whose request carried no nonce can't be replied to and gets this without a signature.
    """

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
        """The order in the body. Raises KindUnknown, BodyInvalid, and WireError for a command that
        is no order.
        """
        command = codec.decode_command(self.kind, bytes(self.body))
        if not isinstance(command, Order):
            raise WireError(f"{self.kind} is no order of a director; send orders only")
        return command


class Orders(msgspec.Struct, frozen=True, tag="orders", forbid_unknown_fields=True):
    """The director's orders, oldest first."""

    orders: tuple[SentOrder, ...]


class JournalRows(msgspec.Struct, frozen=True, tag="rows", forbid_unknown_fields=True):
    """Rows of a journal as they were stored, in order; none when there are no more.

    `last_seq` and `last_hash` are of the director's last row; 0 and 64 zeros when it has none.
    """

    rows: tuple[Row, ...]
    last_seq: int
    last_hash: str


FromDirector = Receipt | Rejected | Orders | JournalRows


class InReply(msgspec.Struct, frozen=True, tag="in_reply"):
    """A director's `message` in reply to one request, identified by the sha256 of all of it, and by
    what it named.

    `challenge` is for the table's next TableHead to echo; `alive`: this one echoed a recent
    challenge and is a sign of life; `table` is the number it was given at the console;
    `next_matches` and `match_page` answer the `over` of its TableHead. Fields of a later protocol
    are ignored.
    """

    protocol: int
    journal_id: str
    nonce: str
    request: str
    message: FromDirector
    challenge: Echo = ""
    alive: bool = False
    table: int | None = None
    next_matches: NextMatches | None = None
    match_page: MatchPage | None = None


_ASKED: msgspec.json.Decoder[RequestHeader] = msgspec.json.Decoder(RequestHeader)
_IN_REPLY: msgspec.json.Decoder[InReply] = msgspec.json.Decoder(InReply)
_SIGNED: msgspec.json.Decoder[Signed] = msgspec.json.Decoder(Signed)
_HEAD: msgspec.json.Decoder[TableHead] = msgspec.json.Decoder(TableHead)
_POLL: msgspec.json.Decoder[Poll] = msgspec.json.Decoder(Poll)
_ROWS_WANTED: msgspec.json.Decoder[RowsWanted] = msgspec.json.Decoder(RowsWanted)


def order_message(order: Order, *, command_id: str, wall_utc: str) -> SentOrder:
    """The message that carries an order. Raises ValueUnfit."""
    return SentOrder(command_id, codec.kind_of(order), msgspec.Raw(codec.encode(order)), wall_utc)


def fresh_nonce() -> str:
    """128 bits that can't be known before."""
    return secrets.token_hex(16)


def sign(message: Request | InReply, key: DeviceKey, rows: Sequence[Row] = ()) -> bytes:
    """The signed message of a table, or its director's reply."""
    text = msgspec.json.encode(message)
    return msgspec.json.encode(Signed(text.decode(), key.sign(text), tuple(rows)))


def read_signed(body: bytes) -> Signed:
    """The signed message received; not verified yet. Raises MessageInvalid."""
    return _decoded(_SIGNED, body)


def request_header(message: Signed) -> RequestHeader:
    """The sender, of any protocol. Raises MessageInvalid."""
    return _decoded(_ASKED, message.signed.encode())


def head_of(message: Signed) -> TableHead:
    """The TableHead in a message. Raises MessageInvalid, ProtocolTooNew, ProtocolTooOld."""
    return _of_this_protocol(message, _HEAD)


class _HeadSeq(msgspec.Struct, frozen=True):
    """The one field of a head that every protocol has."""

    head_seq: int


_HEAD_SEQ: msgspec.json.Decoder[_HeadSeq] = msgspec.json.Decoder(_HeadSeq)


def head_seq(text: str) -> int:
    """The newest row a table had, from a head of any protocol. Raises MessageInvalid."""
    return _decoded(_HEAD_SEQ, text.encode()).head_seq


def poll_of(message: Signed) -> Poll:
    """The Poll in a message. Raises MessageInvalid, ProtocolTooNew, ProtocolTooOld."""
    return _of_this_protocol(message, _POLL)


def rows_wanted_of(message: Signed) -> RowsWanted:
    """The RowsWanted in a message. Raises MessageInvalid, ProtocolTooNew, ProtocolTooOld."""
    return _of_this_protocol(message, _ROWS_WANTED)


def fitting_rows(rows: Sequence[Row]) -> tuple[Row, ...]:
    """As many of the first rows as one message holds; at least one, whatever its length. Ids count,
    too: a stored row may have longer ids than any of ours.
    """
    room = LONGEST_BATCH
    for count, row in enumerate(rows[:MOST_ROWS]):
        room -= len(row.body.encode()) + ids_length(row)
        if count and room < 0:
            return tuple(rows[:count])
    return tuple(rows[:MOST_ROWS])


def check_signature(message: Signed, public: str) -> None:
    """Raises SignatureInvalid, KeyInvalid."""
    verify(public, message.signed.encode(), message.signature)


def in_reply(
    to: RequestHeader | Request,
    request: bytes,
    message: FromDirector,
    challenge: str = "",
    *,
    alive: bool = False,
    table: int | None = None,
    next_matches: NextMatches | None = None,
    match_page: MatchPage | None = None,
) -> InReply:
    """A director's reply to the whole `request` that `to` is from."""
    digest = hashlib.sha256(request).hexdigest()
    return InReply(
        PROTOCOL,
        to.journal_id,
        to.nonce,
        digest,
        message,
        challenge,
        alive,
        table,
        next_matches,
        match_page,
    )


def reply_to(
    request: bytes, asked: Request | RequestHeader, reply: bytes, director: str
) -> InReply:
    """The reply of `director`, a public key, to the `request` that carried `asked`.

    Raises NotTheDirector, MessageInvalid, ProtocolTooNew, ProtocolTooOld.
    """
    try:
        message = read_signed(reply)
    except MessageInvalid:
        raise NotTheDirector("its answer is not signed") from None
    try:
        check_signature(message, director)
    except SignatureInvalid:
        raise NotTheDirector("its answer is signed by another key than director.key") from None
    answer = _read(_IN_REPLY, prune(message.signed.encode(), DEEPEST + _AROUND_AN_ORDER))
    _check_protocol("the director", answer.protocol)
    digest = hashlib.sha256(request).hexdigest()
    if (answer.journal_id, answer.nonce, answer.request) != (
        asked.journal_id,
        asked.nonce,
        digest,
    ):
        raise NotTheDirector("its answer belongs to another request, as one played back does")
    return answer


def to_json(message: Rejected) -> bytes:
    """A director's answer to a sender that can't be replied to."""
    return msgspec.json.encode(message)


P = TypeVar("P", TableHead, Poll, RowsWanted)


def _of_this_protocol(message: Signed, decoder: msgspec.json.Decoder[P]) -> P:
    """Check the protocol first: a later or an earlier one may lack the fields read here."""
    sender = request_header(message)
    _check_protocol(sender.app, sender.protocol)
    return _decoded_signed(decoder, message)


def _check_protocol(sender: str, protocol: int) -> None:
    words = f"{sender} speaks protocol {protocol}, this end knows {PROTOCOL}: update"
    if protocol > PROTOCOL:
        raise ProtocolTooNew(f"{words} this end")
    if protocol < PROTOCOL:
        raise ProtocolTooOld(f"{words} that one")


def _decoded_signed(decoder: msgspec.json.Decoder[T], message: Signed) -> T:
    decoded = _decoded(decoder, message.signed.encode())
    if len(message.signed) > LONGEST_SIGNED:  # of fields of a later protocol
        count = len(message.signed)
        raise MessageInvalid(f"signed has {count} characters; write {LONGEST_SIGNED} at most")
    return decoded


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    deep = too_deep(body)
    if deep is not None:
        raise MessageInvalid(f"no message of ours ({deep}): {body[:80]!r}")
    return _read(decoder, body)


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """Decode a text that is not too deep."""
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
        raise MessageInvalid(f"no message of ours ({why}): {body[:80]!r}") from error
