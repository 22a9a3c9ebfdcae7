"""The screen's end of a table's socket: a thread that takes snapshots and sends taps.

It reconnects for ever. No tap is sent twice: if the connection is lost with a tap unanswered, the
next snapshot shows its effect.
"""

import logging
import select
import socket
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.screen.state import REFUSAL_SHOWN_NS, LinkState, LinkStatus, TapRefusal
from kiosk.wire.errors import WireError
from kiosk.wire.joining import EventJoin, JoinLeft
from kiosk.wire.messages import (
    PROTOCOL,
    ClientAnswer,
    FromTable,
    Goodbye,
    Hello,
    LineSplitter,
    ask,
    check_hello,
    from_table,
    to_line,
)
from kiosk.wire.row import utc_text
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.taps import Action, command_of

FIRST_RETRY_S = 0.05
LONGEST_RETRY_S = 1.0
REFUSED_RETRY_S = 5.0
"""Pause before the next try at a table that refused the connection."""

PATIENCE_NS = 5 * SECOND_NS // 2
"""After this long without a message, or with a tap unanswered, the table counts as silent. It sends
a snapshot at least once a second.
"""

SEND_S = 2.0
READ_BYTES = 65536

_log = logging.getLogger(__name__)

Answered = Callable[[ClientAnswer | None], None]
"""Called with the table's answer, on the link's thread; None if the connection was lost first."""


@dataclass(frozen=True, slots=True)
class KnownTable:
    """The screen's knowledge of its table. `pictures`: the folder of roll pictures."""

    snapshot: Snapshot | None
    link: LinkStatus
    pictures: Path | None


@dataclass(frozen=True, slots=True)
class _Asked:
    side: Side
    sent_ns: int
    answered: Answered


class TableLink:
    """Keeps `seen` up to date and calls `changed` after each change, on its own thread."""

    def __init__(
        self,
        path: Path,
        changed: Callable[[], None],
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._path = path
        self._changed = changed
        self._clock_ns = clock_ns
        self.seen = KnownTable(None, LinkStatus(LinkState.LOOKING, clock_ns()), None)
        self._unanswered: deque[bytes] = deque()
        """Messages that need no answer."""
        self._outgoing: deque[tuple[bytes, str, _Asked]] = deque()
        self._pending: dict[str, _Asked] = {}
        self._journal_id: str | None = None
        self._heard_ns = clock_ns()
        self._closing = False
        self._bell, self._ear = socket.socketpair()
        self._ear.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Close the connection and end the thread, if it was started."""
        self._closing = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join()
        self._bell.close()
        self._ear.close()

    def ask(
        self,
        action: Action,
        side: Side,
        values: tuple[int, ...] | None,
        at_ns: int,
        answered: Answered = lambda _answer: None,
    ) -> None:
        """Send a tap made at `at_ns`. Callable from any thread."""
        command = command_of(action, side, values, Instant(at_ns))
        name = uuid.uuid4().hex
        line = to_line(ask(command, command_id=name, wall_utc=utc_text(time.time_ns())))
        self._outgoing.append((line, name, _Asked(side, self._clock_ns(), answered)))
        self._wake()

    def join(self, request: EventJoin | JoinLeft) -> None:
        """Have the table join an event, or stop joining; snapshots show the progress. Callable from
        any thread.
        """
        self._unanswered.append(to_line(request))
        self._wake()

    def _wake(self) -> None:
        self._bell.send(b"!")

    # --- the thread ------------------------------------------------------------------------------

    def _run(self) -> None:
        retry_s = FIRST_RETRY_S
        while not self._closing:
            try:
                with _connected(self._path) as link:
                    link.sendall(to_line(Hello(PROTOCOL, _app(), self._journal_id)))
                    self._converse(link)
                retry_s = FIRST_RETRY_S
                self._lost()
            except WireError as error:
                retry_s = REFUSED_RETRY_S
                self._refused(str(error))
            except OSError as error:
                _log.info("no table on %s: %s", self._path, error)
                retry_s = min(2 * retry_s, LONGEST_RETRY_S)
                self._lost()
            self._forget_asked()
            self._pause(retry_s)
        self._forget_asked()

    def _converse(self, link: socket.socket) -> None:
        """Exchange messages until either end hangs up. Raises WireError, OSError."""
        lines = LineSplitter()
        while not self._closing:
            ready, _, _ = select.select([link, self._ear], [], [], self._patience_s())
            if self._ear in ready:
                self._drain_bell()
                self._send(link)
            if link in ready:
                received = link.recv(READ_BYTES)
                if not received:
                    return
                for line in lines.feed(received):
                    self._take(from_table(line))
            self._notice_silence()

    def _send(self, link: socket.socket) -> None:
        while self._unanswered:
            link.sendall(self._unanswered.popleft())
        while self._outgoing:
            line, name, asked = self._outgoing.popleft()
            self._pending[name] = asked
            link.sendall(line)

    def _take(self, message: FromTable) -> None:
        self._heard_ns = self._clock_ns()
        match message:
            case Hello():
                check_hello(message)
                pictures = Path(message.pictures) if message.pictures else None
                self.seen = replace(self.seen, pictures=pictures)
                self._journal_id = message.journal_id
            case Goodbye(why=why):
                raise WireError(why)
            case ClientAnswer():
                self._answered(message)
            case Snapshot():
                link = self.seen.link
                if link.state is not LinkState.UP:
                    link = replace(link, state=LinkState.UP, since_ns=self._clock_ns(), why="")
                before = self.seen.snapshot
                if before is not None and _matter_of(before) != _matter_of(message):
                    link = link.shorten_refusals()
                self._show(replace(self.seen, snapshot=message, link=link))

    def _answered(self, answer: ClientAnswer) -> None:
        asked = self._pending.pop(answer.command_id, None)
        if asked is None:
            return
        link, now = self.seen.link, self._clock_ns()
        if link.state is LinkState.SILENT:
            link = replace(link, state=LinkState.UP, since_ns=now)
        if answer.refused:
            others = tuple(each for each in link.refusals if each.side is not asked.side)
            refusal = TapRefusal(asked.side, answer.refused, now, now + REFUSAL_SHOWN_NS)
            link = replace(link, refusals=(*others, refusal))
        self._show(replace(self.seen, link=link))
        asked.answered(answer)

    # --- trouble ---------------------------------------------------------------------------------

    def _notice_silence(self) -> None:
        link, now = self.seen.link, self._clock_ns()
        if now - self._awaited_ns() >= PATIENCE_NS and link.state is LinkState.UP:
            self._show(replace(self.seen, link=replace(link, state=LinkState.SILENT, since_ns=now)))

    def _patience_s(self) -> float | None:
        """Seconds to wait for a message; None: for ever."""
        if self.seen.link.state is not LinkState.UP:
            return None
        return max(0, self._awaited_ns() + PATIENCE_NS - self._clock_ns()) / SECOND_NS

    def _awaited_ns(self) -> int:
        """Monotonic ns since which a message or answer is due."""
        return min([self._heard_ns, *(asked.sent_ns for asked in self._pending.values())])

    def _lost(self) -> None:
        state = LinkState.LOOKING if self.seen.snapshot is None else LinkState.LOST
        self._go_down(state, "")

    def _refused(self, why: str) -> None:
        _log.warning("the table on %s: %s", self._path, why)
        self._go_down(LinkState.REFUSED, why)

    def _go_down(self, state: LinkState, why: str) -> None:
        link = self.seen.link
        if (link.state, link.why) == (state, why):
            return
        since_ns = self._clock_ns() if link.state is LinkState.UP else link.since_ns
        self._show(replace(self.seen, link=LinkStatus(state, since_ns, why)))

    def _forget_asked(self) -> None:
        """Drop requests that will get no answer, and notify their senders."""
        self._unanswered.clear()
        while self._outgoing:
            _line, name, asked = self._outgoing.popleft()
            self._pending[name] = asked
        for asked in self._pending.values():
            asked.answered(None)
        self._pending.clear()

    def _pause(self, seconds: float) -> None:
        """Wait until the time is over or the thread is woken."""
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            if select.select([self._ear], [], [], left)[0]:
                self._drain_bell()
                self._forget_asked()

    def _drain_bell(self) -> None:
        try:
            while self._ear.recv(4096):
                pass
        except BlockingIOError:
            pass

    def _show(self, seen: KnownTable) -> None:
        self.seen = seen
        self._changed()


def _matter_of(snapshot: Snapshot) -> tuple[object, ...]:
    """The part of a snapshot that decides what the halves are about."""
    game, stop = snapshot.game, snapshot.stop
    dice = (game.on_turn, game.roll, snapshot.question is None) if game else None
    return (snapshot.phase, dice, snapshot.running, stop.reason if stop else None)


def _connected(path: Path) -> socket.socket:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.settimeout(SEND_S)
    try:
        link.connect(str(path))
    except OSError:
        link.close()
        raise
    return link


def _app() -> str:
    return f"table-kiosk screen {version('table-kiosk')}"
