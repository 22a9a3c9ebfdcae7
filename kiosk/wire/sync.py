"""What a table and its director say to each other over HTTP. The table always calls.

A Batch carries rows up, a Poll asks for orders, a RowsWanted for rows that were lost, an InReply
answers each. What is signed is the exact text that was sent; the rows of a batch are covered too,
as they chain to the hash in its signed Head. A reply names the request it answers by a digest over
all of it.
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
    pruned,
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
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.next_match import NextMatches
from kiosk.wire.row import Row, ids_length
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

_AROUND_AN_ORDER = 8
"""Lists and objects around the body of an order in a reply, and more than enough: one that is
itself too deep is left so deep that it alone can't be decided.
"""

BEAT_S = 1.0
"""A table says something at least this often."""

STALE_S = 2.5
"""A table whose loop has not surely turned for so long is shown as stale, 3 s at most after that.
A challenge of the director is to be answered within this."""

POLL_S = 10.0
"""A poll without orders is answered after this."""


Nonce = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Echo = Annotated[str, msgspec.Meta(max_length=64)]
"""A nonce, or empty where there is none yet."""


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


class Request(msgspec.Struct, frozen=True):
    """What each request of a table says: who asks, and when.

    `key` is the device's public key, by which it is verified; `nonce` was never said before;
    `at_ns` is now on the monotonic clock of `boot_id`. Fields of a later protocol are passed over,
    so that it can be refused in words.
    """

    protocol: Count
    app: Id
    journal_id: Id
    key: Id
    nonce: Nonce
    boot_id: Id
    at_ns: Count


class TableHead(Request, frozen=True, tag="head", omit_defaults=True):
    """How a table stands. `last_seq` and `last_hash` are of the last row in this batch.

    `boot` counts the starts of the table's process, `beat` the heads since; `echo` is the
    director's newest challenge. `turned_ms` is how long ago the table's loop last turned;
    `head_seq` the newest row the table has; `screens` how many players' screens are connected;
    `ailments` are the gravest first. `over` is a match that is over, of whose players the table
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
    """A table asks for orders. `have` are the ids of those it was given already."""

    have: Annotated[tuple[Id, ...], msgspec.Meta(max_length=MOST_KNOWN)]


class RowsWanted(Request, frozen=True, tag="rows_wanted"):
    """A table whose journal was damaged asks for its rows after row `after`."""

    after: int


class RequestHeader(msgspec.Struct, frozen=True):
    """What of a request of any protocol says who asks, and how to reply."""

    protocol: Count
    app: Id
    journal_id: Id
    key: Id = ""
    nonce: Echo = ""


class Signed(msgspec.Struct, frozen=True, tag="signed", forbid_unknown_fields=True):
    """The text of a Head, a Poll or a RowsWanted, signed by the device, and the rows of a batch;
    or the text of an InReply, signed by the director.
    """

    signed: str
    signature: Id
    rows: Annotated[tuple[Row, ...], msgspec.Meta(max_length=MOST_ROWS)] = ()


class Receipt(msgspec.Struct, frozen=True, tag="receipt", forbid_unknown_fields=True):
    """`seq` is the last row of this journal that the director has kept, without a gap.

    `pictures` are the roll pictures it has not got.
    """

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
    """It speaks another protocol."""
    MESSAGE = "message"
    """No message of ours."""


class Rejected(msgspec.Struct, frozen=True, tag="rejected", forbid_unknown_fields=True):
    """Nothing of it was kept. `seq` is the last row kept before, if the journal is known.

    Whoever can't be replied to, as his request carried no nonce, is told so without a signature: a
    table of an older protocol, which knows no others.
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
        """Raises KindUnknown, BodyInvalid, and WireError for a command that is no order."""
        command = codec.decode_command(self.kind, bytes(self.body))
        if not isinstance(command, Order):
            raise WireError(f"{self.kind} is no order of a director; send orders only")
        return command


class Orders(msgspec.Struct, frozen=True, tag="orders", forbid_unknown_fields=True):
    """What the director wants done, oldest first."""

    orders: tuple[SentOrder, ...]


class JournalRows(msgspec.Struct, frozen=True, tag="rows", forbid_unknown_fields=True):
    """Rows of a journal as they were kept, in order; none when there are no more.

    `last_seq` and `last_hash` are of the director's last row; 0 and 64 zeros when it has none.
    """

    rows: tuple[Row, ...]
    last_seq: int
    last_hash: str


FromDirector = Receipt | Rejected | Orders | JournalRows


class InReply(msgspec.Struct, frozen=True, tag="in_reply"):
    """A director's `message` in reply to one request: the sha256 of all of it, and what it named.

    `challenge` is for the table's next Head to echo; `alive`: this one echoed a recent challenge
    and is a sign of life; `table` is the number it was given at the console; `next_matches` answers
    the `over` of its Head. Fields of a later protocol are passed over.
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


_ASKED: msgspec.json.Decoder[RequestHeader] = msgspec.json.Decoder(RequestHeader)
_IN_REPLY: msgspec.json.Decoder[InReply] = msgspec.json.Decoder(InReply)
_REJECTED: msgspec.json.Decoder[Rejected] = msgspec.json.Decoder(Rejected)
_SIGNED: msgspec.json.Decoder[Signed] = msgspec.json.Decoder(Signed)
_HEAD: msgspec.json.Decoder[TableHead] = msgspec.json.Decoder(TableHead)
_POLL: msgspec.json.Decoder[Poll] = msgspec.json.Decoder(Poll)
_ROWS_WANTED: msgspec.json.Decoder[RowsWanted] = msgspec.json.Decoder(RowsWanted)


def sent(order: Order, *, command_id: str, wall_utc: str) -> SentOrder:
    """The message that carries an order. Raises ValueUnfit."""
    return SentOrder(command_id, codec.kind_of(order), msgspec.Raw(codec.encode(order)), wall_utc)


def fresh_nonce() -> str:
    """128 bits nobody could know before."""
    return secrets.token_hex(16)


def sign(message: Request | InReply, key: DeviceKey, rows: Sequence[Row] = ()) -> bytes:
    """What a table sends, or what its director replies."""
    text = msgspec.json.encode(message)
    return msgspec.json.encode(Signed(text.decode(), key.sign(text), tuple(rows)))


def signed(body: bytes) -> Signed:
    """What came; nothing in it is believed yet. Raises MessageInvalid."""
    return _decoded(_SIGNED, body)


def request_header(message: Signed) -> RequestHeader:
    """Who asks, whatever protocol he speaks. Raises MessageInvalid."""
    return _decoded(_ASKED, message.signed.encode())


def head_of(message: Signed) -> TableHead:
    """Raises MessageInvalid, ProtocolTooNew, ProtocolTooOld."""
    return _of_this_protocol(message, _HEAD)


class _HeadSeq(msgspec.Struct, frozen=True):
    """The one field of a head that every protocol has."""

    head_seq: int


_HEAD_SEQ: msgspec.json.Decoder[_HeadSeq] = msgspec.json.Decoder(_HeadSeq)


def head_seq(text: str) -> int:
    """The newest row a table had, by the text of a Head of any protocol. Raises MessageInvalid."""
    return _decoded(_HEAD_SEQ, text.encode()).head_seq


def poll_of(message: Signed) -> Poll:
    """Raises MessageInvalid, ProtocolTooNew, ProtocolTooOld."""
    return _of_this_protocol(message, _POLL)


def rows_wanted_of(message: Signed) -> RowsWanted:
    """Raises MessageInvalid, ProtocolTooNew, ProtocolTooOld."""
    return _of_this_protocol(message, _ROWS_WANTED)


def fitting(rows: Sequence[Row]) -> tuple[Row, ...]:
    """As many of the first rows as one message holds; one, whatever its length. Ids count, too:
    a row may have been kept whose ids are longer than any of ours.
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
) -> InReply:
    """A director's reply to the whole `request`, in which `to` asked."""
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
    )


def reply_to(request: bytes, said: Request | RequestHeader, reply: bytes, director: str) -> InReply:
    """What `director`, a public key, replied to the `request` that carried `said`.

    Raises NotTheDirector, MessageInvalid, ProtocolTooNew, ProtocolTooOld.
    """
    try:
        message = signed(reply)
    except MessageInvalid:
        raise NotTheDirector(f"its answer is not signed{_plain_words(reply)}") from None
    try:
        check_signature(message, director)
    except SignatureInvalid:
        raise NotTheDirector("its answer is signed by another key than director.key") from None
    answer = _read(_IN_REPLY, pruned(message.signed.encode(), DEEPEST + _AROUND_AN_ORDER))
    _check_protocol("the director", answer.protocol)
    digest = hashlib.sha256(request).hexdigest()
    if (answer.journal_id, answer.nonce, answer.request) != (said.journal_id, said.nonce, digest):
        raise NotTheDirector("its answer belongs to another request, as one played back does")
    return answer


def _plain_words(reply: bytes) -> str:
    """A director of an older program signs nothing: he refuses in words, if the answer is his."""
    try:
        rejected = _decoded(_REJECTED, reply)
    except MessageInvalid:
        return ""
    return f" and says “{rejected.why}”: an older director is to be updated"


def to_json(message: Rejected) -> bytes:
    """What a director answers to whom he can't reply."""
    return msgspec.json.encode(message)


def rejected(body: bytes) -> Rejected:
    """What a director answered without a signature. Raises MessageInvalid."""
    return _decoded(_REJECTED, body)


P = TypeVar("P", TableHead, Poll, RowsWanted)


def _of_this_protocol(message: Signed, decoder: msgspec.json.Decoder[P]) -> P:
    """Its protocol first: a later or an earlier one may lack what is looked for."""
    who = request_header(message)
    _check_protocol(who.app, who.protocol)
    return _decoded_signed(decoder, message)


def _check_protocol(who: str, protocol: int) -> None:
    words = f"{who} speaks protocol {protocol}, this end knows {PROTOCOL}: update"
    if protocol > PROTOCOL:
        raise ProtocolTooNew(f"{words} this end")
    if protocol < PROTOCOL:
        raise ProtocolTooOld(f"{words} that one")


def _decoded_signed(decoder: msgspec.json.Decoder[T], message: Signed) -> T:
    said = _decoded(decoder, message.signed.encode())
    if len(message.signed) > LONGEST_SIGNED:  # of fields of a later protocol
        count = len(message.signed)
        raise MessageInvalid(f"signed has {count} characters; write {LONGEST_SIGNED} at most")
    return said


def _decoded(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    deep = too_deep(body)
    if deep is not None:
        raise MessageInvalid(f"no message of ours ({deep}): {body[:80]!r}")
    return _read(decoder, body)


def _read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """Of a text that is not too deep."""
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, ValueError) as error:
        why = complaint(body, error)
        raise MessageInvalid(f"no message of ours ({why}): {body[:80]!r}") from error
