"""Interface of the director's storage. `sqlite.py` implements it for a single venue.

Rows are appended, never overwritten. Every method that writes has synced when it returns, or where
`together` ends; any of them may raise StoreFailed, and from then on all do.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import msgspec

from kiosk.director.enrolment.register import EnrolmentNote
from kiosk.director.people.notes import StoredNote
from kiosk.wire.row import Row


class KnownJournal(msgspec.Struct, frozen=True):
    """A journal, the key it belongs to, and its last stored row (0 and 64 zeros: none yet)."""

    journal_id: str
    key: str
    seq: int
    hash: str


class StoredHead(msgspec.Struct, frozen=True):
    """A signed head, word for word: the evidence for the rows that came with it."""

    journal_id: str
    last_seq: int
    boot_id: str
    at_ns: int
    received_utc: str
    signed: str
    signature: str


class NamedPicture(msgspec.Struct, frozen=True):
    """A roll picture that a row names."""

    sha256: str
    journal_id: str
    seq: int


class Fork(msgspec.Struct, frozen=True):
    """Another row was signed under a stored row's number. `row` is it, if it came."""

    journal_id: str
    seq: int
    kept_hash: str
    other_hash: str
    row: str | None
    received_utc: str
    signed: str
    signature: str


class StoredOrder(msgspec.Struct, frozen=True):
    """An order as given. `by` is director:NAME, `body` the command's canonical JSON.

    `account`, session and address are empty if the service gave it itself.
    """

    command_id: str
    journal_id: str
    kind: str
    body: str
    by: str
    why: str
    given_utc: str
    account: str = ""
    session: str = ""
    address: str = ""


class Unanswerable(msgspec.Struct, frozen=True):
    """An order that a table could not decide, and why."""

    command_id: str
    why: str
    received_utc: str


class StoredPlayAnswer(msgspec.Struct, frozen=True):
    """What a person says was played at a roll; `body` is a `PlayAnswer` in JSON."""

    journal_id: str
    match_id: str
    body: str
    by: str
    at_utc: str
    account: str
    session: str
    address: str


class EventRow(msgspec.Struct, frozen=True):
    """A stored fact of the event, or of a ladder (`kiosk.tournament`).

    `body` is its canonical JSON. Account, session and address are empty if the service did it
    itself.
    """

    seq: int
    """From 1, without gaps."""
    kind: str
    v: int
    at_ms: int
    """Since 1970, for people."""
    by: str
    account: str
    session: str
    address: str
    body: str
    prev_hash: str
    hash: str


class Store(Protocol):
    """The repository."""

    @property
    def path(self) -> Path:
        """The database's file, which other programs may read."""

    def check(self) -> None:
        """Read a little. Raises StoreError if even that fails."""

    def journals(self) -> tuple[KnownJournal, ...]:
        """Every journal, in the order in which they first came."""

    def journal(self, journal_id: str) -> KnownJournal | None:
        """A journal; None if it never came."""

    def begun(self, key: str) -> int:
        """Number of journals of a key."""

    def admit(self, journal_id: str, key: str, utc: str) -> None:
        """Record that a new journal belongs to a key."""

    def together(self) -> AbstractContextManager[None]:
        """What is stored inside is synced once, at the end: all of it or nothing."""

    def keep(self, head: StoredHead, rows: Sequence[Row], pictures: Sequence[NamedPicture]) -> None:
        """Store rows that follow the last stored one, all or none, with their evidence."""

    def rows(self, journal_id: str, after: int = 0, most: int = 500) -> tuple[Row, ...]:
        """Rows with a seq above `after`, in order."""

    def hashes(self, journal_id: str, first: int, last: int) -> Mapping[int, str]:
        """Hashes of the stored rows from `first` to `last`, by seq."""

    def heads(self, journal_id: str) -> Iterator[StoredHead]:
        """Heads in the order they came."""

    def first_head(self, journal_id: str) -> StoredHead | None:
        """The head of the first rows; None while there are none."""

    def head_after(self, journal_id: str, seq: int) -> StoredHead | None:
        """The first head that covers row `seq`; None if none does."""

    def last_heard_utc(self, journal_id: str) -> str | None:
        """When the last rows came."""

    def note_fork(self, fork: Fork) -> bool:
        """Store an alarm; False if this very fork is known."""

    def forks(self, journal_id: str) -> tuple[Fork, ...]:
        """Forks in the order they came."""

    def give(self, order: StoredOrder) -> None:
        """Keep an order before any table hears of it."""

    def given(self) -> tuple[StoredOrder, ...]:
        """Every order, oldest first."""

    def note_unanswerable(self, journal_id: str, unanswerable: Unanswerable) -> bool:
        """Keep it; False if it is no order for this journal, or was noted before."""

    def unanswerable(self) -> tuple[Unanswerable, ...]:
        """In the order they came."""

    def answer_play(self, answer: StoredPlayAnswer) -> None:
        """Keep what a person says was played."""

    def play_answers(self, journal_id: str, match_id: str) -> tuple[StoredPlayAnswer, ...]:
        """What people say was played in a match, the earliest first."""

    def pictures(self) -> tuple[NamedPicture, ...]:
        """Every picture a row names, in the order the rows came."""

    def note(self, noted: Sequence[StoredNote]) -> None:
        """Keep what happened to people's accounts, all or none."""

    def noted(self) -> tuple[StoredNote, ...]:
        """In the order it was kept."""

    def note_enrolment(self, note: EnrolmentNote) -> None:
        """Keep what was done about a card or a device."""

    def enrolment(self) -> tuple[EnrolmentNote, ...]:
        """In the order it was done."""

    def keep_event(self, rows: Sequence[EventRow]) -> None:
        """Keep facts of the event that follow the last one kept, all or none."""

    def event_rows(self, after: int = 0, most: int = 500) -> tuple[EventRow, ...]:
        """Those with a seq above `after`, in order."""

    def ladders(self) -> tuple[str, ...]:
        """The ladders that have a log, by their ids, the first to be opened first."""

    def keep_ladder(self, ladder_id: str, rows: Sequence[EventRow]) -> None:
        """Keep facts of a ladder that follow the last one of its log, all or none."""

    def ladder_rows(self, ladder_id: str, after: int = 0, most: int = 500) -> tuple[EventRow, ...]:
        """Those of a ladder's log with a seq above `after`, in order."""

    def close(self) -> None:
        """Give the store back."""
