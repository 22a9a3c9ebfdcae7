"""The director's orders: fetched by long polls, each handed to the table once."""

import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from kiosk.rules.command import Order
from kiosk.rules.units import Instant
from kiosk.table.inbox import PostedCommand
from kiosk.table.line import DirectorConnection, LineDown
from kiosk.table.sync import SIGNED_BY_THE_DIRECTOR, STOP_S, TableIdentity, odd
from kiosk.table.uplink import FIRST_PAUSE_S, LONGEST_PAUSE_S, RetryPauses
from kiosk.wire import codec
from kiosk.wire.bounds import LONGEST_ID
from kiosk.wire.errors import NotTheDirector, WireError
from kiosk.wire.messages import PROTOCOL, ClientAnswer
from kiosk.wire.sync import (
    MOST_KNOWN,
    Orders,
    Poll,
    Rejected,
    SentOrder,
    Undecided,
    fresh_nonce,
    reply_to,
    sign,
)

MOST_AT_ONCE = 64
"""Most orders taken from one answer; all are decided before the next are fetched."""

LONGEST_WHY = 500

_DIRECTOR = re.compile(r"director:\S(.*\S)?")

_log = logging.getLogger(__name__)


class OrderRelay:
    """Keeps which orders were handed on, and which could not be decided. Never blocks; no I/O.

    `post` hands an order to the table, `undecided` sends the director the reason why one was not
    decided; `halted` is why the table decides nothing more, or None.
    """

    def __init__(
        self,
        post: Callable[[PostedCommand], None],
        undecided: Callable[[Undecided], None],
        halted: Callable[[], str | None],
    ) -> None:
        self._post = post
        self._undecided = undecided
        self._halted = halted
        self._known: OrderedDict[str, None] = OrderedDict()
        self._open: set[str] = set()
        self._answered = threading.Condition()

    @property
    def have(self) -> tuple[str, ...]:
        """Ids of the orders at hand, cut to the longest id a director may give."""
        return tuple(name[:LONGEST_ID] for name in self._known)

    def take(self, orders: tuple[SentOrder, ...], at: Instant) -> int:
        """Hand on the orders that are new, stamped `at`, their arrival; return how many. Raises
        InboxFull.
        """
        new = {one.command_id: one for one in orders if one.command_id not in self._known}
        some = list(new.values())[:MOST_AT_ONCE]
        for one in some:
            self._known[one.command_id] = None
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
            self._take(one, at)
        return len(some)

    def wait(self, timeout_s: float) -> bool:
        """Wait until the table has answered every order taken; False if it took longer."""
        with self._answered:
            return self._answered.wait_for(lambda: not self._open, timeout_s)

    def _take(self, sent: SentOrder, at: Instant) -> None:
        name = sent.command_id
        try:
            order = checked(sent)
        except WireError as error:
            self._cant_decide(name, str(error))
            return
        with self._answered:
            self._open.add(name)
        self._post(PostedCommand(replace(order, at=at), order.by, name, self._answer))

    def _answer(self, answer: ClientAnswer) -> None:
        """Handle the table's answer, on the loop's thread. Rows go up by themselves; an answer
        without rows is reported.
        """
        if not answer.seqs:
            self._cant_decide(answer.command_id, self._halted() or "the table made nothing of it")
        with self._answered:
            self._open.discard(answer.command_id)
            self._answered.notify_all()

    def _cant_decide(self, name: str, why: str) -> None:
        _log.warning("order %.40s was not decided: %s", name, why)
        self._undecided(Undecided(name[:LONGEST_ID], why[:LONGEST_WHY]))


class OrderWorker:
    """The thread `orders`: polls the director as long as the table runs.

    `stranger` is called with the reason when an answer was not the director's.
    """

    def __init__(
        self,
        me: TableIdentity,
        line: DirectorConnection,
        desk: OrderRelay,
        stranger: Callable[[str], None],
        nonce: Callable[[], str] = fresh_nonce,
    ) -> None:
        self._me = me
        self._line = line
        self._desk = desk
        self._stranger = stranger
        self._nonce = nonce
        self._pauses = RetryPauses()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="orders", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stopping.set()
        self._line.hang_up()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._stopping.wait(self._round())
        finally:
            self._line.close()

    def _round(self) -> float:
        """Poll once and handle the answer; return the seconds to wait before the next poll."""
        asked_s = time.monotonic()
        try:
            answer = self._poll()
        except NotTheDirector as error:
            self._stranger(str(error))
            return LONGEST_PAUSE_S
        except (LineDown, WireError) as error:
            _log.debug("no orders: %s", error)  # `sync` reports it
            return self._pauses.next_pause_s()
        if isinstance(answer, Rejected):
            return LONGEST_PAUSE_S
        new = self._desk.take(answer.orders, Instant(time.monotonic_ns()))
        while not self._desk.wait(FIRST_PAUSE_S) and not self._stopping.is_set():
            pass
        if not new and time.monotonic() - asked_s < FIRST_PAUSE_S:
            return self._pauses.next_pause_s()  # the poll is not held open: wait here
        self._pauses.reset()
        return 0.0

    def _poll(self) -> Orders | Rejected:
        """Poll the director. Raises LineDown, WireError."""
        me = self._me
        now = time.monotonic_ns()
        poll = Poll(
            protocol=PROTOCOL,
            app=me.app,
            journal_id=me.journal_id,
            key=me.key.public,
            nonce=self._nonce(),
            boot_id=me.boot_id,
            at_ns=now,
            have=self._desk.have,
        )
        body = sign(poll, me.key)
        reply = self._line.ask("POST", "/table/orders", body)
        if reply.status in SIGNED_BY_THE_DIRECTOR:
            answer = reply_to(body, poll, reply.body, me.director).message
            if isinstance(answer, Orders | Rejected):
                return answer
        raise LineDown(odd(reply))


def checked(sent: SentOrder) -> Order:
    """The order, if the table can decide and store it. Raises WireError."""
    if not 1 <= len(sent.command_id) <= LONGEST_ID:
        raise WireError(f"its id has {len(sent.command_id)} characters; write 1 to {LONGEST_ID}")
    order = sent.order()
    if len(order.by) > LONGEST_ID or not _DIRECTOR.fullmatch(order.by):
        raise WireError(f"it is by {order.by!r:.100}; write director:NAME")
    codec.encode(order)
    return order
