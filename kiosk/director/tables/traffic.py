"""The tables' traffic: their batches, their polls, and the rows they lost.

Lives on the event loop; messages are verified and synced in the store's thread, so that a slow disk
delays acknowledgements but no browser.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.director.clocks import DirectorClocks
from kiosk.director.enrolment.devices import Devices
from kiosk.director.errors import StoreError
from kiosk.director.store.album import Album
from kiosk.director.store.group import GroupCommit
from kiosk.director.store.thread import StoreThread
from kiosk.director.tables.believed import BelievedBatches
from kiosk.director.tables.intake import Intake, LostRowsAnswer, Polled, TakenBatch
from kiosk.director.tables.polls import OrderPolls, spread_wait_s
from kiosk.rules.units import SECOND_NS
from kiosk.wire.sync import POLL_S, InReply, Rejected, in_reply

MOST_TOGETHER = 64
"""Most batches in one sync."""

PACE_S = 0.015
"""Pause between two syncs while many tables send: each costs a thread switch and a disk write."""

HEAVY = 64 * 1024
"""A larger batch comes from a table that was away: opening a match takes fewer bytes."""


@dataclass(frozen=True, slots=True)
class _ArrivedBatch:
    """A batch, and its time of arrival."""

    body: bytes
    at_ns: int


class TableTraffic:
    """What the enrolled `devices` send, their pictures in the `album`, and the replies."""

    def __init__(
        self,
        thread: StoreThread,
        devices: Devices,
        album: Album,
        believed: BelievedBatches,
        polls: OrderPolls,
        clocks: DirectorClocks,
    ) -> None:
        self.devices = devices
        self.album = album
        self._thread = thread
        self._believed = believed
        self._polls = polls
        self._clocks = clocks
        self.intake = Intake(
            thread.store,
            devices,
            lambda: clocks.monotonic_ns() / SECOND_NS,
            gone=devices.why_gone,
        )
        self._batches: GroupCommit[_ArrivedBatch, TakenBatch] = GroupCommit(
            self._take_batches, MOST_TOGETHER, lambda came: len(came.body) > HEAVY, PACE_S
        )

    async def batch(self, body: bytes) -> InReply | Rejected:
        """Take a batch; return the reply for its table. Raises StoreFailed."""
        taken = await self._batches.add(_ArrivedBatch(body, self._clocks.monotonic_ns()))
        if taken.head is None:
            return _refusal(taken, body)
        return self._believed.reply(taken, taken.head, body)

    async def poll(self, body: bytes, wait_s: float = POLL_S) -> InReply | Rejected:
        """Orders for a table: at once if it lacks some, else as soon as there are any,
        else none.
        """
        polled = await self._thread.run(self.intake.poll, body)
        if polled.poll is None:
            return _refusal(polled, body)
        orders = await self._polls.wait(polled.poll, spread_wait_s(wait_s, body))
        return in_reply(polled.poll, body, orders)

    async def rows(self, body: bytes) -> InReply | Rejected:
        """Rows for a table that lost them. Raises StoreError."""
        found = await self._thread.run(self.intake.rows, body)
        if found.rows is None or found.header is None:
            return _refusal(found, body)
        return in_reply(found.header, body, found.rows)

    def close(self) -> None:
        """Close long polls. What tables still send is refused by the closed socket."""
        self._polls.close()

    async def _take_batches(
        self, batches: Sequence[_ArrivedBatch]
    ) -> Sequence[TakenBatch | Exception]:
        """Store batches with one sync, then apply them, including those of tables that have
        disconnected meanwhile.
        """
        found = await self._thread.run(self._store_batches, batches)
        for came, taken in zip(batches, found, strict=True):
            if isinstance(taken, TakenBatch):
                self._believed.apply_soon(taken, came.at_ns)
        return found

    def _store_batches(self, batches: Sequence[_ArrivedBatch]) -> list[TakenBatch | Exception]:
        """Runs in the store's thread. A batch that can't be read stops no other. Raises
        StoreFailed.
        """
        found: list[TakenBatch | Exception] = []
        with self._thread.store.together():
            for came in batches:
                try:
                    found.append(self.intake.take(came.body, self._clocks.utc()))
                except StoreError as error:
                    found.append(error)
        return found


def _refusal(of: TakenBatch | Polled | LostRowsAnswer, request: bytes) -> InReply | Rejected:
    """Signed reply to a refused request; plain if the request named no nonce."""
    if of.rejected is None:
        raise AssertionError("a request was refused without a reason; report this")
    if of.header is None or not of.header.nonce:
        return of.rejected
    return in_reply(of.header, request, of.rejected)
