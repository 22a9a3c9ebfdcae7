"""A table of a rehearsal: the real loop, journal and link to the director, and two script players.

No camera, no screen, no pins: many of them run in one process, each on a thread of its own. Its
clock skips the time in which it would only wait for a player.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from kiosk.demo.rehearsal.late_players import LatePlayers
from kiosk.demo.rehearsal.pairs import Pairs
from kiosk.demo.seats import set_up
from kiosk.journal.journal import Journal
from kiosk.journal.reading import read
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.command import Command
from kiosk.rules.decide import deadline, why_not
from kiosk.rules.devices import TableRestarted
from kiosk.rules.fact import Event
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.result import ResultConfirmed, ResultReported
from kiosk.rules.schedule.late import LateClaimTapped, PresentTapped
from kiosk.rules.start import MatchOpened, SetUpTable
from kiosk.rules.table import SetUp
from kiosk.rules.units import SIDES, Instant, Side, require
from kiosk.table.boots import next_boot
from kiosk.table.director import DirectorLink
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.loop import Loop, TableClocks
from kiosk.table.opening import surely_alive
from kiosk.table.sync import TableIdentity
from kiosk.wire.replay import fold_rows
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import snapshot

APP = "rehearsal"
STOP_S = 20.0
_BOOT = "rehearsal-boot"


@dataclass(frozen=True, slots=True)
class Reached:
    """The director's address, key and certificate."""

    url: str
    key: str
    certificate: str | None


class LightTable:
    """A table of the event, enrolled as `number` by its `key`."""

    def __init__(
        self,
        number: int,
        folder: Path,
        pairs: Pairs,
        reached: Callable[[], Reached],
        *,
        late: LatePlayers | None = None,
        may_sign: Callable[[Match], bool] = lambda _match: True,
        pace_s: float = 0.0,
    ) -> None:
        """`pace_s`: seconds per step of play. `may_sign`: whether both may sign a result now."""
        self.number = number
        self._pace_s = pace_s
        self.key = DeviceKey.generate()
        self.failure: BaseException | None = None
        self._folder = folder
        self.path = folder / "journal.db"
        self._pairs = pairs
        self._reached = reached
        self._late = late or LatePlayers(None)
        self._may_sign = may_sign
        self._skipped_ns = 0
        self._inbox = Inbox()
        self._stopping = threading.Event()
        self._offline = threading.Event()
        self._resting = threading.Event()
        self._loop: Loop | None = None
        self._thread = threading.Thread()
        self._clocks = TableClocks(lambda: time.monotonic_ns() + self._skipped_ns)

    # --- for the rehearsal ---------------------------------------------------------------------

    def start(self) -> None:
        """Start, or restart after `close` as after a power cut."""
        self._stopping.clear()
        self._resting.clear()
        self._thread = threading.Thread(target=self._run, name=f"table-{self.number}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop at once. Raises the error that ended it before, if any."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        if self.failure is not None:
            raise self.failure

    def unplug(self) -> None:
        """Take the network away until `plug`."""
        self._offline.set()

    def rest(self) -> None:
        """Have its players do nothing more here."""
        self._resting.set()

    def plug(self) -> None:
        self._offline.clear()

    @property
    def seq(self) -> int:
        """Seq of the last row of its journal."""
        return 0 if self._loop is None else self._loop.seq

    @property
    def is_playing(self) -> bool:
        """True while it runs and a game is open."""
        loop = self._loop
        return self._thread.is_alive() and loop is not None and loop.match.game is not None

    # --- for its players -----------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return require(self._loop).match

    @property
    def setup(self) -> SetUp:
        return set_up(require(self.match.book))

    @property
    def instant(self) -> Instant:
        return Instant(self._clocks.monotonic_ns())

    def seconds(self) -> float:
        """Real monotonic seconds, without skipped time."""
        return time.monotonic()

    def take(self, command: Command) -> None:
        """Decide a tap, press or reading at once."""
        side: Side | None = getattr(command, "side", None)
        stamped = replace(command, at=self.instant)
        require(self._loop).take(PostedCommand(stamped, side.value if side else "table"))

    # --- its thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with Journal.open(self.path, boot_id=_BOOT) as journal:
                self._serve(journal)
        except Exception as error:  # noqa: BLE001 (the rehearsal reports it)
            self.failure = error

    def _serve(self, journal: Journal) -> None:
        rows = list(read(journal.path)) if journal.head[0] else []
        replay = fold_rows(rows)
        loop = self._loop = Loop(
            journal,
            replay.match,
            replay.match_id,
            self._inbox,
            show=lambda shown: self._link.show(shown) if self._link else None,
            then=self._seated,
            clocks=self._clocks,
        )
        self._link: DirectorLink | None = None
        try:
            if rows:
                alive = surely_alive(rows[-1], journal)
                loop.take(PostedCommand(TableRestarted(self.instant, alive, None), "table"))
            loop.publish()
            while not self._stopping.is_set():
                self._connect(journal)
                if self._link is not None:
                    self._link.note_turn()
                if not self._play(loop):
                    loop.step()
                elif self._pace_s:
                    self._stopping.wait(self._pace_s)
                while (posted := self._inbox.take(0)) is not None:
                    loop.take(posted)
        finally:
            if self._link is not None:
                self._link.close()

    def _connect(self, journal: Journal) -> None:
        """Open or close the link to the director with the network."""
        if self._offline.is_set() and self._link is not None:
            self._link.close()
            self._link = None
        elif not self._offline.is_set() and self._link is None:
            reached = self._reached()
            boot = next_boot(journal.path, require(self._loop).seq)
            me = TableIdentity(APP, journal.journal_id, _BOOT, boot, self.key, reached.key)
            self._link = DirectorLink(
                reached.url,
                reached.certificate,
                me,
                journal.path,
                self._folder / "pictures",
                self._arrives,
                screens=lambda: 2,
                halted=lambda: require(self._loop).halted,
                lost=frozenset(),
            )
            self._link.start()

    def _arrives(self, posted: PostedCommand) -> None:
        """Post an order, stamped by the table's clock."""
        self._inbox.post(replace(posted, command=replace(posted.command, at=self.instant)))

    def _play(self, loop: Loop) -> bool:
        """Have the players do what is due; return False if nothing was."""
        match = loop.match
        gone = self._resting.is_set() or match.taken_over_by is not None
        if match.opened is None or match.setup is None or gone:
            return False
        pair = self._pairs.find_pair(self, match)
        if pair is None:
            return False
        before = loop.seq
        if match.outcome.posted:
            pair.forget()
        elif match.phase is Phase.MATCH_OVER:
            self._sign()
        elif not self._awaits(match):
            pair.attend(self, snapshot(match, loop.seq, self.instant))
        return loop.seq != before

    def _awaits(self, match: Match) -> bool:
        """Handle a missing player, or a match that waits for the director. The player who is there
        says so and claims what the book allows.
        """
        if match.phase is not Phase.BETWEEN_GAMES:
            return False
        comes = [self._comes(match, side) for side in SIDES]
        for side, at in zip(SIDES, comes, strict=True):
            if at is not None and at <= self.instant:
                self.take(PresentTapped(self.instant, side))
        waits = [at for at in comes if at is not None and at > self.instant]
        for side in SIDES:
            claim = LateClaimTapped(self.instant, side)
            if waits and not self.match.schedule.missing(side) and not why_not(self.match, claim):
                self.take(claim)
        if any(each.proposal.cause is ProposalCause.LATE for each in match.proposals.pending):
            return True
        if waits:
            alarm = deadline(self.match)
            self._skip_to(min(*waits, inf if alarm is None else alarm))
        return bool(waits)

    def _comes(self, match: Match, side: Side) -> float | None:
        """Instant at which a missing side sits down; None if it is there."""
        absent = match.schedule.late.of_side(side)
        return None if absent is None else absent.since + self._late.late_ns(match, side)

    def _skip_to(self, at: float) -> None:
        """Skip the clock ahead to an instant before which nothing happens."""
        if at < inf:
            self._skipped_ns += max(0, int(at) - self.instant)

    def _sign(self) -> None:
        """Have both sides that came confirm the result, and report it if the book asks for it."""
        if not self._may_sign(self.match):
            return
        for act in (ResultConfirmed, ResultReported):
            for side in SIDES:
                came = self._late.late_ns(self.match, side) < inf
                if came and not why_not(self.match, act(self.instant, side)):
                    self.take(act(self.instant, side))

    def _seated(self, events: Sequence[Event], at: Instant) -> tuple[Command, ...]:
        """Set the table up by the book of a match that comes here, and seat its players."""
        for event in events:
            if isinstance(event, MatchOpened):
                self._pairs.begin(event.match_id)
                return (SetUpTable(at, set_up(event.profile)),)
            if isinstance(event, TableTakenOver) and event.state is not None:
                self._pairs.go(event.state.match_id or "", self, event.head_seq)
                return (SetUpTable(at, set_up(require(event.state.book))),)
        return ()
