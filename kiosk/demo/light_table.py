"""A table of a rehearsal: the real loop, journal and link to the director, and two script players.

No camera, no screen, no pins: many of them run in one process, each on a thread of its own.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from kiosk.demo.errors import DemoError
from kiosk.demo.plan import Plan, flaws_under
from kiosk.demo.players import Players
from kiosk.demo.rehearse import CoreHands
from kiosk.demo.seats import set_up
from kiosk.journal.journal import Journal
from kiosk.journal.reading import read
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.command import Command
from kiosk.rules.decide import why_not
from kiosk.rules.devices import TableRestarted
from kiosk.rules.fact import Event
from kiosk.rules.match import Match, Phase
from kiosk.rules.result import ResultConfirmed, ResultReported
from kiosk.rules.schedule.late import PresentTapped
from kiosk.rules.start import MatchOpened, SetUpTable
from kiosk.rules.table import SetUp
from kiosk.rules.units import SIDES, Instant, Side, require
from kiosk.table.boots import next_boot
from kiosk.table.director import DirectorLink
from kiosk.table.inbox import Inbox, Posted
from kiosk.table.loop import Clocks, Loop
from kiosk.table.opening import surely_alive
from kiosk.table.sync import Me
from kiosk.tournament.tournament import key_of
from kiosk.wire.replay import replayed
from kiosk.wire.signing import DeviceKey
from kiosk.wire.snapshot import snapshot

APP = "rehearsal"
STOP_S = 20.0
_BOOT = "rehearsal-boot"


@dataclass(frozen=True, slots=True)
class Reached:
    """Where the director is, and what he is known by."""

    url: str
    key: str
    certificate: str | None


class _Hands(CoreHands):
    """Two people's hands, at whatever table they sit."""

    def __init__(self) -> None:
        self.table: LightTable | None = None

    @property
    def setup(self) -> SetUp:
        return require(self.there.match.setup)

    @property
    def now(self) -> Instant:
        return self.there.now

    @property
    def there(self) -> "LightTable":
        if self.table is None:
            raise DemoError("the players sit at no table")
        return self.table

    def take(self, command: Command) -> None:
        self.there.take(command)


@dataclass
class _Pair:
    """Two players in one match: they remember the board, and go with it to another table."""

    players: Players
    hands: _Hands


@dataclass
class Pairs:
    """Everybody who plays, by match. `seed` and the pairing alone decide how a match goes.

    `late` says for a pairing who comes how late, in seconds; nobody else is late.
    """

    seed: int
    late: Callable[[Match], dict[Side, float]] = lambda _match: {}
    _found: dict[str, _Pair] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def at(self, table: "LightTable", match: Match) -> Players:
        """The players of the match, who sit at this table from now on."""
        named = match.match_id or ""
        with self._lock:
            found = self._found.get(named)
            if found is None:
                hands = _Hands()
                plan = Plan(_seed(self.seed, match), flaws_under(require(match.book), table.setup))
                seconds = table.seconds
                found = self._found[named] = _Pair(Players(plan, hands, seconds), hands)
            elif found.hands.table is not table:
                found.players.reconnected()
            found.hands.table = table
            return found.players


def _seed(seed: int, match: Match) -> int:
    """Of a match: by its pairing and who plays, not by when or where."""
    opened = require(match.opened)
    key, series = key_of(opened.match_id), opened.series
    who = (opened.sides.white.name, opened.sides.black.name)
    which = (key.pairing_id if key else opened.match_id, series.number if series else 1)
    return Random(repr((seed, who, which))).getrandbits(32)


class LightTable:
    """A table at the director's. `number` is where it is enrolled by its `key`."""

    def __init__(
        self,
        number: int,
        folder: Path,
        pairs: Pairs,
        reached: Callable[[], Reached],
        key: DeviceKey | None = None,
        pace_s: float = 0.0,
    ) -> None:
        """`pace_s`: how long each step of play takes."""
        self.number = number
        self._pace_s = pace_s
        self.key = key or DeviceKey.generate()
        self.failure: BaseException | None = None
        self._folder = folder
        self.path = folder / "journal.db"
        self._pairs = pairs
        self._reached = reached
        self._inbox = Inbox()
        self._stopping = threading.Event()
        self._offline = threading.Event()
        self._resting = threading.Event()
        self._loop: Loop | None = None
        self._thread = threading.Thread()
        self._clocks = Clocks()

    # --- for the rehearsal ---------------------------------------------------------------------

    def start(self) -> None:
        """Begin, or begin anew after `close` as after a power cut."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=f"table-{self.number}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; the players leave at once. Raises what ended it before."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        if self.failure is not None:
            raise self.failure

    def unplug(self) -> None:
        """The network is gone until `plug`."""
        self._offline.set()

    def rest(self) -> None:
        """Its players do nothing more here."""
        self._resting.set()

    def plug(self) -> None:
        self._offline.clear()

    @property
    def is_playing(self) -> bool:
        """A game is on."""
        loop = self._loop
        return loop is not None and loop.match.game is not None

    # --- for its players -----------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return require(self._loop).match

    @property
    def setup(self) -> SetUp:
        return set_up(require(self.match.book))

    @property
    def now(self) -> Instant:
        return Instant(self._clocks.monotonic_ns())

    def seconds(self) -> float:
        return self._clocks.monotonic_ns() / 1e9

    def take(self, command: Command) -> None:
        """A tap, a press or a reading, decided at once."""
        side: Side | None = getattr(command, "side", None)
        stamped = replace(command, at=self.now)
        require(self._loop).take(Posted(stamped, side.value if side else "table"))

    # --- its thread ----------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with Journal.open(self.path, boot_id=_BOOT) as journal:
                self._serve(journal)
        except Exception as error:  # noqa: BLE001 (the rehearsal says so)
            self.failure = error

    def _serve(self, journal: Journal) -> None:
        rows = list(read(journal.path)) if journal.head[0] else []
        replay = replayed(rows)
        loop = self._loop = Loop(
            journal,
            replay.match,
            replay.match_id,
            self._inbox,
            show=lambda shown: self._link.show(shown) if self._link else None,
            then=_seated,
            clocks=self._clocks,
        )
        self._link: DirectorLink | None = None
        try:
            if rows:
                alive = surely_alive(rows[-1], journal)
                loop.take(Posted(TableRestarted(self.now, alive, None), "table"))
            loop.publish()
            while not self._stopping.is_set():
                self._connect(journal)
                if self._link is not None:
                    self._link.turned()
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
        """The link to the director stands while the network does."""
        if self._offline.is_set() and self._link is not None:
            self._link.close()
            self._link = None
        elif not self._offline.is_set() and self._link is None:
            reached = self._reached()
            boot = next_boot(journal.path, require(self._loop).seq)
            me = Me(APP, journal.journal_id, _BOOT, boot, self.key, reached.key)
            self._link = DirectorLink(
                reached.url,
                reached.certificate,
                me,
                journal.path,
                self._folder / "pictures",
                self._inbox.post,
                screens=lambda: 2,
                halted=lambda: require(self._loop).halted,
                lost=frozenset(),
            )
            self._link.start()

    def _play(self, loop: Loop) -> bool:
        """What the players do now; False: nothing."""
        match = loop.match
        gone = self._resting.is_set() or match.taken_over_by is not None
        if match.opened is None or match.setup is None or gone:
            return False
        before = loop.seq
        if match.phase is Phase.MATCH_OVER:
            self._sign()
        elif not self._awaits(match):
            shown = snapshot(match, loop.seq, self.now)
            self._pairs.at(self, match).attend(shown)
        return loop.seq != before

    def _awaits(self, match: Match) -> bool:
        """Somebody has not come yet; who has says so."""
        if match.phase is not Phase.BETWEEN_GAMES:
            return False
        late = self._pairs.late(match)
        for side in SIDES:
            absent = match.schedule.late.of(side)
            if absent is None:
                continue
            if self.now < absent.since + round(late.get(side, -1e9) * 1e9):
                return True
            self.take(PresentTapped(self.now, side))
        return False

    def _sign(self) -> None:
        """Both agree with the result, and report it where the book has them do so."""
        for act in (ResultConfirmed, ResultReported):
            for side in SIDES:
                if not why_not(self.match, act(self.now, side)):
                    self.take(act(self.now, side))


def _seated(events: Sequence[Event], at: Instant) -> tuple[Command, ...]:
    """The table set up as its match's book has it."""
    for event in events:
        if isinstance(event, MatchOpened):
            return (SetUpTable(at, set_up(event.profile)),)
        if isinstance(event, TableTakenOver) and event.state is not None:
            return (SetUpTable(at, set_up(require(event.state.book))),)
    return ()
