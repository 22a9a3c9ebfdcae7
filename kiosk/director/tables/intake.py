"""The only place where tables' messages are verified: key, signature, protocol, chain, cursor."""

import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from kiosk.director.store.allowance import DAY_S, MOST_BYTES, Allowance
from kiosk.director.store.store import (
    Fork,
    KnownJournal,
    NamedPicture,
    Store,
    StoredHead,
    Unanswerable,
)
from kiosk.wire import sync
from kiosk.wire.errors import (
    MessageInvalid,
    ProtocolTooNew,
    ProtocolTooOld,
    SignatureInvalid,
)
from kiosk.wire.front import (
    LONGEST_UNPROVEN,
    asked_in_front,
    front_of,
    key_in_front,
)
from kiosk.wire.journal_name import NAME_RULE, is_plain
from kiosk.wire.row import NO_HASH, Row, ids_length, pictures_in, row_fault
from kiosk.wire.sync import (
    JournalRows,
    Poll,
    Rejected,
    Rejection,
    Request,
    RequestHeader,
    Signed,
    TableHead,
)

S = TypeVar("S", bound=Request)

MOST_JOURNALS = 4
"""Most journals that one key may begin: a table has one, and begins another when its card is
swapped.
"""


_AROUND_A_BODY = 500
"""Bytes of a row or a head beside its texts, roughly."""

_TOO_MUCH = (
    f"slow down: more than {MOST_BYTES // 1_000_000} MB came in {DAY_S / 3600:.0f} hours, and no "
    "table has so much; what is left is taken bit by bit"
)


class TakenBatch(msgspec.Struct, frozen=True):
    """Result of a batch; `header` is the sender to reply to, if it could be read.

    `seq` is the last stored row and `key` the journal's; `head` is None while the sender is not
    believed. `rows` are those stored just now; `fork` and `undecided` were not known before.
    `one_more` is the journal that was refused because its key has begun MOST_JOURNALS; `slowed`:
    its rows are too many, and wait. `gone` is the key of a sending device that is no longer
    enrolled.
    """

    rejected: Rejected | None = None
    header: RequestHeader | None = None
    head: TableHead | None = None
    key: str | None = None
    seq: int = 0
    rows: tuple[Row, ...] = ()
    pictures: tuple[NamedPicture, ...] = ()
    fork: Fork | None = None
    undecided: tuple[Unanswerable, ...] = ()
    one_more: str | None = None
    slowed: bool = False
    gone: str | None = None


class Polled(msgspec.Struct, frozen=True):
    """Result of a poll: the poll, once its sender is believed, or the rejection; `header` as in
    TakenBatch.
    """

    rejected: Rejected | None = None
    header: RequestHeader | None = None
    poll: Poll | None = None


class LostRowsAnswer(msgspec.Struct, frozen=True):
    """Result of a request for lost rows: the rows, or the rejection; `header` as in TakenBatch."""

    rejected: Rejected | None = None
    header: RequestHeader | None = None
    rows: JournalRows | None = None


class Intake:
    """Verifies tables' messages against the store, and stores what is new and right."""

    def __init__(
        self,
        store: Store,
        enrolled: Container[str],
        now_s: Callable[[], float] = time.monotonic,
        allowance: Allowance | None = None,
        gone: Callable[[str], str | None] = lambda _key: None,
    ) -> None:
        """`enrolled` has the public keys of the enrolled tables, checked each time; `gone` gives
        the reason why a key is no longer enrolled.
        """
        self._store = store
        self._now_s = now_s
        self.allowance = allowance or Allowance()
        self._enrolled = enrolled
        self._gone = gone

    def take(self, body: bytes, utc: str) -> TakenBatch:
        """Store a batch, or reject it. Duplicates and overlaps are fine. Raises StoreFailed."""
        came = self._read(body, sync.head_of)
        if isinstance(came, _RejectedRequest):
            return TakenBatch(came.rejected, came.header, gone=came.gone)
        head, known = came.statement, came.known
        if isinstance(known, str):
            if not is_plain(head.journal_id):
                return TakenBatch(_misnamed(head.journal_id), came.header)
            begun = self._store.begun(known)
            if begun >= MOST_JOURNALS:
                refused = _one_too_many(known, begun)
                return TakenBatch(refused, came.header, key=known, one_more=head.journal_id)
            self._store.admit(head.journal_id, known, utc)
            known = KnownJournal(head.journal_id, known, 0, NO_HASH)
        try:
            taken = self._added(came.message, head, known, utc)
        except _Refusal as refusal:
            new = (
                refusal.fork is not None
                and self._may_keep(known.key, _size(refusal.fork.signed, refusal.fork.row or ""))
                and self._store.note_fork(refusal.fork)
            )
            taken = TakenBatch(
                refusal.rejected,
                head=head,
                key=known.key,
                seq=known.seq,
                fork=refusal.fork if new else None,
                slowed=refusal.slowed,
            )
        undecided = (Unanswerable(one.command_id, one.why, utc) for one in head.undecided)
        noted = tuple(
            one for one in undecided if self._store.note_unanswerable(head.journal_id, one)
        )
        return msgspec.structs.replace(taken, header=came.header, undecided=noted)

    def poll(self, body: bytes) -> Polled:
        """A poll for orders, if its sender is known."""
        came = self._read(body, sync.poll_of)
        if isinstance(came, _RejectedRequest):
            return Polled(came.rejected, came.header)
        return Polled(None, came.header, came.statement)

    def rows(self, body: bytes) -> LostRowsAnswer:
        """The stored rows that a table has lost, as many as fit into a message. Raises
        StoreError.
        """
        came = self._read(body, sync.rows_wanted_of)
        if isinstance(came, _RejectedRequest):
            return LostRowsAnswer(came.rejected, came.header)
        known = came.known
        if isinstance(known, str):
            return LostRowsAnswer(None, came.header, JournalRows((), 0, NO_HASH))
        after = min(max(0, came.statement.after), known.seq)
        rows = self._store.rows(known.journal_id, after, sync.MOST_ROWS)
        return LostRowsAnswer(
            None, came.header, JournalRows(sync.fitting_rows(rows), known.seq, known.hash)
        )

    def _read(
        self, body: bytes, extract: Callable[[Signed], S]
    ) -> "_Verified[S] | _RejectedRequest":
        """A verified request, or its rejection."""
        header = proven = None
        try:
            if len(body) > LONGEST_UNPROVEN:
                header = asked_in_front(body)
                proven = self._proven(body)
            message = sync.read_signed(body)
            header = sync.request_header(message)
            statement = extract(message)
            return _Verified(message, header, statement, self._believed(message, statement, proven))
        except _Refusal as refusal:
            return _RejectedRequest(refusal.rejected, header, refusal.gone)
        except (MessageInvalid, ProtocolTooNew, ProtocolTooOld) as error:
            return _RejectedRequest(_unread(error), header)

    def _proven(self, body: bytes) -> "_VerifiedFront":
        """Verify the signature at the front of a long request, before the rest is read. Raises
        _Refusal, MessageInvalid.
        """
        key = key_in_front(body)
        if key not in self._enrolled and self._gone(key) is None:
            raise _not_enrolled(key)
        front = front_of(body)
        if not _signed_by(front, key):
            raise _not_signed(key)
        return _VerifiedFront(key, front)

    def _believed(
        self, message: Signed, statement: Request, proven: "_VerifiedFront | None"
    ) -> KnownJournal | str:
        """The journal, or for a new one the key it will belong to. Raises _Refusal.

        One verification, by the key that the message names; none if it is not enrolled. `proven`
        was verified already.
        """

        def is_signed() -> bool:
            if proven is None:
                return _signed_by(message, statement.key)
            front = proven.front
            same = (message.signed, message.signature) == (front.signed, front.signature)
            return same and statement.key == proven.key

        known = self._store.journal(statement.journal_id)
        if known is not None and statement.key != known.key:
            raise _Refusal(
                Rejection.SIGNATURE,
                f"not signed by the key journal {statement.journal_id} belongs to: "
                "send it from the device that began it",
                None,
            )
        why = self._gone(statement.key)
        if why is not None and is_signed():
            raise _Refusal(
                Rejection.UNKNOWN_TABLE,
                f"this device is not enrolled any more: {why}",
                None,
                gone=statement.key,
            )
        if statement.key not in self._enrolled:
            raise _not_enrolled(statement.key)
        if not is_signed():
            raise _not_signed(statement.key)
        return statement.key if known is None else known

    def _added(self, message: Signed, head: TableHead, known: KnownJournal, utc: str) -> TakenBatch:
        rows = message.rows
        _check_rows(rows, head, known)
        self._check_forks(message, head, known, utc)
        new = tuple(row for row in rows if row.seq > known.seq)
        if not new:
            return TakenBatch(head=head, key=known.key, seq=known.seq)
        size = _size(message.signed, *(row.body for row in new)) + sum(map(ids_length, new))
        if not self._may_keep(known.key, size):
            raise _Refusal(Rejection.MESSAGE, _TOO_MUCH, known.seq, slowed=True)
        evidence = StoredHead(
            head.journal_id,
            head.last_seq,
            head.boot_id,
            head.at_ns,
            utc,
            message.signed,
            message.signature,
        )
        pictures = tuple(_pictures(new))
        self._store.keep(evidence, new, pictures)
        return TakenBatch(head=head, key=known.key, seq=new[-1].seq, rows=new, pictures=pictures)

    def _may_keep(self, key: str, size: int) -> bool:
        return self.allowance.spend(key, size, self._now_s())

    def _check_forks(self, message: Signed, head: TableHead, known: KnownJournal, utc: str) -> None:
        """Raises _Refusal if the table signed another past than the stored one."""
        past = _past(message.rows, head, known.seq)
        if not past:
            return
        kept: Mapping[int, str] = {known.seq: known.hash}
        if min(past) < known.seq:
            kept = self._store.hashes(known.journal_id, min(past), max(past))
        for seq, (claimed, row) in past.items():
            if claimed == kept[seq]:
                continue
            fork = Fork(
                known.journal_id,
                seq,
                kept[seq],
                claimed,
                msgspec.json.encode(row).decode() if row else None,
                utc,
                message.signed,
                message.signature,
            )
            why = f"another row {seq} was kept: this journal goes on in two places"
            raise _Refusal(Rejection.FORK, why, known.seq, fork)


@dataclass(frozen=True, slots=True)
class _VerifiedFront:
    """The front of a long request, and the key that signed it."""

    key: str
    front: Signed


@dataclass(frozen=True, slots=True)
class _Verified(Generic[S]):
    """A request, its sender, its statement; its journal, or the key a new one will belong to."""

    message: Signed
    header: RequestHeader
    statement: S
    known: KnownJournal | str


@dataclass(frozen=True, slots=True)
class _RejectedRequest:
    """A rejection; `header` is the sender to reply to, if it could be read."""

    rejected: Rejected
    header: RequestHeader | None
    gone: str | None = None


class _Refusal(Exception):
    """Ends the check of a message; never leaves this module."""

    def __init__(
        self,
        code: Rejection,
        why: str,
        seq: int | None,
        fork: Fork | None = None,
        *,
        slowed: bool = False,
        gone: str | None = None,
    ) -> None:
        super().__init__(why)
        self.slowed = slowed
        self.rejected = Rejected(code, why, seq)
        self.fork = fork
        self.gone = gone


def _one_too_many(key: str, begun: int) -> Rejected:
    why = f"the device {key} has begun {begun} journals, and a table has one: give it a new key"
    return Rejected(Rejection.UNKNOWN_TABLE, why, None)


def _misnamed(journal_id: str) -> Rejected:
    why = f"a journal can't be called {journal_id!r:.100}: begin one with a name of {NAME_RULE}"
    return Rejected(Rejection.MESSAGE, why, None)


def _unread(error: MessageInvalid | ProtocolTooNew | ProtocolTooOld) -> Rejected:
    no_message = isinstance(error, MessageInvalid)
    return Rejected(Rejection.MESSAGE if no_message else Rejection.PROTOCOL, str(error), None)


def _not_enrolled(key: str) -> _Refusal:
    return _Refusal(Rejection.UNKNOWN_TABLE, f"this table's key is not enrolled: enrol {key}", None)


def _not_signed(key: str) -> _Refusal:
    why = f"its signature is not that of the key it names, {key}: send it again"
    return _Refusal(Rejection.SIGNATURE, why, None)


def _signed_by(message: Signed, key: str) -> bool:
    try:
        sync.check_signature(message, key)
    except SignatureInvalid:
        return False
    return True


def _check_rows(rows: tuple[Row, ...], head: TableHead, known: KnownJournal) -> None:
    """Check that the rows are one unbroken stretch up to the signed hash, and reach back to the
    stored ones.
    """
    if not rows:
        return
    seq, before = rows[0].seq, rows[0].prev_hash
    wrong = None if seq > 1 or before == NO_HASH else "the first row follows another"
    wrong = wrong or ("no row has the number 0" if seq == 0 else None)
    for row in rows:
        wrong = wrong or row_fault(row, journal_id=head.journal_id, seq=seq, prev_hash=before)
        seq, before = seq + 1, row.hash
    if not wrong and (rows[-1].seq, rows[-1].hash) != (head.last_seq, head.last_hash):
        wrong = "the signed head is of another row"
    if wrong:
        why = f"rows {rows[0].seq} to {rows[-1].seq} of {head.journal_id}: {wrong}; send them again"
        raise _Refusal(Rejection.ROW, why, known.seq)
    if rows[0].seq > known.seq + 1:
        why = f"rows {known.seq + 1} to {rows[0].seq - 1} are missing; send them first"
        raise _Refusal(Rejection.GAP, why, known.seq)


def _past(
    rows: tuple[Row, ...], head: TableHead, kept: int
) -> Mapping[int, tuple[str, Row | None]]:
    """The batch's hashes of rows we have, with the rows that came."""
    claimed: dict[int, tuple[str, Row | None]] = {}
    if rows and rows[0].seq > 1:
        claimed[rows[0].seq - 1] = rows[0].prev_hash, None
    if not rows:
        claimed[head.last_seq] = head.last_hash, None
    claimed |= {row.seq: (row.hash, row) for row in rows}
    return {seq: word for seq, word in claimed.items() if 1 <= seq <= kept}


def _size(*texts: str) -> int:
    """Stored bytes, roughly."""
    return sum(len(text) + _AROUND_A_BODY for text in texts)


def _pictures(rows: Iterable[Row]) -> Iterator[NamedPicture]:
    """The roll pictures that rows name. Rows of this version name no others."""
    for row in rows:
        for name in pictures_in(row)[: sync.MOST_PICTURES]:
            yield NamedPicture(name, row.journal_id, row.seq)
