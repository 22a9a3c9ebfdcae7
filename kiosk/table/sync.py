"""Send rows to the director as they are committed, and track whether it takes them.

Two threads: `sync` decides, and reports to the table when the director is lost, whatever the
network does; `sync line` carries bytes and may hang in it. The loop only notifies them.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TypeVar

from kiosk.journal.errors import JournalError
from kiosk.journal.following import Following
from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.match import Phase
from kiosk.table.device import DeviceMonitor
from kiosk.table.line import DirectorConnection, LineDown, Reply
from kiosk.table.uplink import DirectorBack, DirectorLost, PictureToSend, RowsToSend, Uplink
from kiosk.wire.bounds import LONGEST_ID, LONGEST_WORDS
from kiosk.wire.errors import NotTheDirector, ProtocolTooNew, ProtocolTooOld, WireError
from kiosk.wire.match_page import MatchPage
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.next_match import NextMatches
from kiosk.wire.row import Row, utc_text
from kiosk.wire.sent_picture import picture_headers
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import Snapshot
from kiosk.wire.sync import (
    LONGEST_BATCH,
    MOST_ROWS,
    Ailment,
    Receipt,
    Rejected,
    TableHead,
    Undecided,
    fresh_nonce,
    reply_to,
    sign,
)

A = TypeVar("A", NextMatches, MatchPage)

STOP_S = 0.3
"""How long the end of the table waits for a thread that hangs in the network."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableIdentity:
    """This table's identity towards its director, and the director's public key.

    `boot` counts the starts of its process, see `boots.py`.
    """

    app: str
    journal_id: str
    boot_id: str
    boot: int
    key: DeviceKey
    director: str


class Sync:
    """Follow the journal at `journal` and send it. `post` hands commands to the table."""

    def __init__(
        self,
        me: TableIdentity,
        line: DirectorConnection,
        journal: Path,
        pictures: Path,
        post: Callable[[Command], None],
        *,
        screens: Callable[[], int],
        ailments: Callable[[], tuple[Ailment, ...]] = tuple,
        lost: frozenset[str],
        nonce: Callable[[], str] = fresh_nonce,
    ) -> None:
        self._me = me
        self._line = line
        self._journal = journal
        self._following: Following | None = None
        self._pictures = pictures
        self._device = DeviceMonitor(DeviceName.DIRECTOR, post, lost=DeviceName.DIRECTOR in lost)
        stranger = DeviceName.DIRECTOR_STRANGER
        self._stranger = DeviceMonitor(stranger, post, lost=stranger in lost)
        self._screens = screens
        self._ailments = ailments
        self._uplink = Uplink(
            time.monotonic(), lost=not lost.isdisjoint({DeviceName.DIRECTOR, stranger})
        )
        self._nonce = nonce
        self.table: int | None = None
        """The number that the director gave this table at his console. Any thread."""
        self.next_matches: NextMatches | None = None
        """Where the players of the match that is over here play next, according to the director.
        Any thread.
        """
        self.match_page: MatchPage | None = None
        """The page of that match at the director's, once it has one. Any thread."""
        self._over = ""
        self._beat = 0
        self._challenge = ""
        self.turned_ns = time.monotonic_ns()
        self._halted: str | None = None
        self._task: RowsToSend | PictureToSend | None = None
        self._stopping = False
        self._word = threading.Condition()
        """Guards everything above that both threads and the loop touch; held for moments only."""
        self._threads = [
            threading.Thread(target=self._decide, name="sync", daemon=True),
            threading.Thread(target=self._carry, name="sync line", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def show(self, snapshot: Snapshot) -> None:
        """Note that the journal has grown to `snapshot.seq`. Called by the loop after a commit."""
        with self._word:
            self._uplink.committed(snapshot.seq)
            self._halted = snapshot.halted
            over = snapshot.phase is Phase.MATCH_OVER
            self._over = (snapshot.match_id or "")[:LONGEST_ID] if over else ""
            self._word.notify_all()

    def report_undecided(self, one: Undecided) -> None:
        """Report to the director that an order could not be decided. Any thread."""
        with self._word:
            self._uplink.undecided(one)
            self._word.notify_all()

    def note_turn(self) -> None:
        """Note that the table's loop has turned. Called by the loop; never waits."""
        self.turned_ns = time.monotonic_ns()

    def report_stranger(self, why: str) -> None:
        """Note that something other than the director answered in its place. Any thread."""
        with self._word:
            self._uplink.stranger(time.monotonic(), why)
            self._word.notify_all()

    def close(self) -> None:
        with self._word:
            self._stopping = True
            self._word.notify_all()
        self._line.hang_up()
        for thread in self._threads:
            thread.join(STOP_S)

    def _decide(self) -> None:
        with self._word:
            while not self._stopping:
                now = time.monotonic()
                self._report_news(now)
                wait = self._uplink.lost_in(now)
                if self._task is None:
                    task = self._uplink.next_task(now)
                    if isinstance(task, float):
                        wait = min(wait, task)
                    else:
                        self._task = task
                        self._word.notify_all()
                self._word.wait(wait)

    def _report_news(self, now_s: float) -> None:
        for news in self._uplink.news(now_s):
            match news:
                case DirectorLost():
                    _log.error("the director is lost: %s", news.why)
                    self._device.fails(news.why)
                    if news.stranger:
                        self._stranger.fails(news.why)
                case DirectorBack():
                    _log.info("the director answers")
                    self._device.answers()
                    self._stranger.answers()

    def _carry(self) -> None:
        """Carry one task after the other; the result goes back under the lock."""
        try:
            while (task := self._next_task()) is not None:
                settle = self._carried(task)
                with self._word:
                    settle(time.monotonic())
                    self._task = None
                    self._word.notify_all()
        finally:
            self._line.close()
            if self._following is not None:
                self._following.close()

    def _next_task(self) -> RowsToSend | PictureToSend | None:
        """The next task to carry; None when the table stops."""
        with self._word:
            while self._task is None and not self._stopping:
                self._word.wait()
            return None if self._stopping else self._task

    def _carried(self, task: RowsToSend | PictureToSend) -> Callable[[float], None]:
        """Carry one task; return the call that gives the uplink its result."""
        try:
            return self._send(task) if isinstance(task, RowsToSend) else self._put(task)
        except NotTheDirector as error:
            self.report_stranger(str(error))
            why = str(error)
        except (ProtocolTooNew, ProtocolTooOld) as error:
            why = str(error)
            return lambda now_s: self._uplink.stuck(now_s, why)
        except (LineDown, JournalError, WireError) as error:
            why = str(error)
        return lambda now_s: self._uplink.failed(now_s, why)

    def _send(self, batch: RowsToSend) -> Callable[[float], None]:
        if self._following is None:
            self._following = Following(self._journal)
        journal = self._following
        rows = journal.rows(batch.after, batch.upto, most=MOST_ROWS, longest=LONGEST_BATCH)
        last = rows[-1].hash if rows else journal.hash_at(batch.after)
        head = self._head(batch, rows, last)
        body = sign(head, self._me.key, rows)
        reply = self._line.ask("POST", "/table/batch", body)
        if reply.status not in SIGNED_BY_THE_DIRECTOR:
            raise LineDown(odd(reply))
        answer = reply_to(body, head, reply.body, self._me.director)
        self._challenge = answer.challenge or self._challenge
        self.table = answer.table
        self.next_matches = believe(head.over, answer.next_matches)
        self.match_page = believe(head.over, answer.match_page)
        uplink, message, alive = self._uplink, answer.message, answer.alive
        match message:
            case Receipt():
                return lambda now_s: uplink.receipt(now_s, batch, len(rows), message, alive=alive)
            case Rejected():
                return lambda now_s: uplink.rejected(now_s, batch, message)
        raise LineDown(odd(reply))

    def _head(self, batch: RowsToSend, rows: tuple[Row, ...], last_hash: str) -> TableHead:
        me, now_ns = self._me, time.monotonic_ns()
        self._beat += 1
        return TableHead(
            protocol=PROTOCOL,
            app=me.app,
            journal_id=me.journal_id,
            key=me.key.public,
            nonce=self._nonce(),
            boot_id=me.boot_id,
            boot=me.boot,
            beat=self._beat,
            echo=self._challenge,
            at_ns=now_ns,
            turned_ms=max(0, now_ns - self.turned_ns) // 1_000_000,
            wall_utc=utc_text(time.time_ns()),
            last_seq=rows[-1].seq if rows else batch.after,
            last_hash=last_hash,
            head_seq=batch.upto,
            halted=None if self._halted is None else self._halted[:LONGEST_WORDS],
            screens=self._screens(),
            undecided=batch.undecided,
            ailments=self._ailments(),
            over=self._over,
        )

    def _put(self, picture: PictureToSend) -> Callable[[float], None]:
        file = self._pictures / f"{picture.name}.jpg"
        try:
            content = file.read_bytes()
        except OSError as error:
            _log.error("the director wants %s, which can't be read: %s", file, error.strerror)
            return lambda _now_s: self._uplink.never(picture)
        path, headers = (
            f"/table/pictures/{picture.name}",
            picture_headers(picture.name, self._me.key),
        )
        reply = self._line.ask("PUT", path, content, "image/jpeg", headers)
        if 200 <= reply.status < 300:
            return lambda _now_s: self._uplink.settled(picture)
        if 400 <= reply.status < 500 and reply.status != HTTPStatus.FORBIDDEN:
            _log.error("the director does not take %s: %s", file, odd(reply))
            return lambda _now_s: self._uplink.never(picture)
        raise LineDown(odd(reply))


def believe(asked: str, answer: A | None) -> A | None:
    """The answer, if it is about the match that was `asked` about; empty `asked`: none was."""
    fits = answer is not None and asked and answer.match_id == asked
    return answer if fits else None


SIGNED_BY_THE_DIRECTOR = frozenset({200, 400, 403, 409})
"""Statuses the director itself signs. Any other comes from its HTTP server, which signs nothing, or
from a host on the way.
"""


def odd(reply: Reply) -> str:
    return f"the answer was HTTP {reply.status}: {reply.body[:80]!r}"
