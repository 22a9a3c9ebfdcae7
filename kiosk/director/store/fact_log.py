"""A log of facts of an event or a ladder, each row chained to the one before. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec

from kiosk.director.errors import StoreError
from kiosk.director.store.store import EventRow
from kiosk.tournament.act import TournamentCommand, TournamentEvent
from kiosk.wire import codec
from kiosk.wire.errors import KindUnknown, VersionUnknown, WireError
from kiosk.wire.row import NO_HASH

S = TypeVar("S")

_CHUNK = 50


class FactWire(Protocol):
    """Converts facts to bytes: `kiosk.wire.event_facts` and `ladder_facts`."""

    def kind_of(self, value: TournamentEvent | TournamentCommand) -> str: ...

    def version_of(self, kind: str) -> int: ...

    def encode(self, value: TournamentEvent | TournamentCommand) -> bytes: ...

    def decode_fact(self, kind: str, v: int, body: bytes) -> TournamentEvent: ...


@dataclass(frozen=True)
class LogState(Generic[S]):
    """The state at a log's last row, and that row (0 and 64 zeros: none yet)."""

    state: S
    seq: int = 0
    hash: str = NO_HASH


@dataclass(frozen=True)
class FactLog(Generic[S]):
    """Logs of one kind: `called` is its name in messages, `start` the state of an empty one."""

    called: str
    start: S
    evolve: Callable[[S, TournamentEvent], S]
    wire: FactWire

    @property
    def empty_state(self) -> LogState[S]:
        """State of an empty log."""
        return LogState(self.start)

    def replay(
        self,
        rows: Callable[[int, int], Sequence[EventRow]],
        heard: Callable[
            [LogState[S], TournamentEvent, LogState[S]], None
        ] = lambda _before, _fact, _after: None,
        listed: Callable[[S, TournamentEvent, EventRow], None] = lambda _before, _fact, _row: None,
    ) -> LogState[S]:
        """The state at a log's end; `rows(after, most)` reads its next rows. `heard` is called with
        the states before and after each fact, `listed` with the state before it and its row.

        Raises StoreError, which names the first invalid row.
        """
        state_then = self.empty_state
        while some := rows(state_then.seq, _CHUNK):
            for row in some:
                fact, then = self._with_row(state_then, row)
                heard(state_then, fact, then)
                listed(state_then.state, fact, row)
                state_then = then
        return state_then

    def _with_row(
        self, state_then: LogState[S], row: EventRow
    ) -> tuple[TournamentEvent, LogState[S]]:
        wrong = _fault(state_then, row)
        if wrong is not None:
            raise StoreError(
                f"row {row.seq} of {self.called} is damaged ({wrong}): put the second "
                "copy, or another one of the database, in place"
            )
        try:
            fact = self.wire.decode_fact(row.kind, row.v, row.body.encode())
            return fact, LogState(self.evolve(state_then.state, fact), row.seq, row.hash)
        except (KindUnknown, VersionUnknown) as error:
            raise StoreError(
                f"row {row.seq} of {self.called} is of a newer program ({error}): start that one"
            ) from error
        except (WireError, LookupError, ValueError) as error:
            raise StoreError(
                f"row {row.seq} of {self.called} can't be read ({error}): use the program that "
                "wrote it, or put another copy of the database in place"
            ) from error

    def chain_rows(
        self,
        facts: Iterable[TournamentEvent],
        after: LogState[S],
        account: str = "",
        session: str = "",
        address: str = "",
    ) -> tuple[EventRow, ...]:
        """The rows that store these facts. Raises ValueUnfit."""
        rows: list[EventRow] = []
        seq, before = after.seq, after.hash
        for fact in facts:
            seq += 1
            kind = self.wire.kind_of(fact)
            row = EventRow(
                seq=seq,
                kind=kind,
                v=self.wire.version_of(kind),
                at_ms=fact.at_ms,
                by=fact.by,
                account=account,
                session=session,
                address=address,
                body=self.wire.encode(fact).decode(),
                prev_hash=before,
                hash="",
            )
            row = msgspec.structs.replace(row, hash=row_hash(row))
            before = row.hash
            rows.append(row)
        return tuple(rows)

    def states_after(
        self, state_then: LogState[S], facts: Iterable[TournamentEvent], rows: Sequence[EventRow]
    ) -> tuple[LogState[S], ...]:
        """The state before the first of `facts`, and after each once their `rows` are stored."""
        found = [state_then]
        for fact, row in zip(facts, rows, strict=True):
            found.append(LogState(self.evolve(found[-1].state, fact), row.seq, row.hash))
        return tuple(found)


def _fault(state_then: LogState[S], row: EventRow) -> str | None:
    if row.seq != state_then.seq + 1:
        return f"row {state_then.seq + 1} is missing before it"
    if row.prev_hash != state_then.hash:
        return "it does not follow the row before it"
    if row.hash != row_hash(row):
        return "its content does not match its hash"
    return None


def row_hash(row: EventRow) -> str:
    """sha256 over all other fields, as one canonical JSON list in their order."""
    fields = EventRow.__struct_fields__[:-1]
    return codec.sha256(codec.canonical_json([getattr(row, field) for field in fields]))
