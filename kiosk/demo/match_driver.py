"""One evening at a table, from the first snapshot to the last, also if processes die in between."""

import time
from collections.abc import Callable

from kiosk.demo.board_scene import DemoStage
from kiosk.demo.errors import NotShown, ProcessGone, ScreenProcessGone, TableProcessGone
from kiosk.demo.hands import TableHands
from kiosk.demo.plan import MatchPlan, flaws_under
from kiosk.demo.players import Players
from kiosk.demo.screen_process import ScreenFingers, ScreenProcess
from kiosk.demo.seats import set_up
from kiosk.demo.table_process import TableProcess
from kiosk.rules.command import Command
from kiosk.rules.match import Phase
from kiosk.wire.snapshot import Snapshot

LOOK_S = 0.5
FIRST_SNAPSHOT_S = 20.0
FIRST_LOOK_S = 3.0
MOVED_ON_S = 2.0
"""Most that the screen may be ahead of the players' own socket."""

OnSnapshot = Callable[[Snapshot], None]
Order = Callable[[Snapshot, bool], int | None]
"""The director's turn: takes the snapshot and whether dice roll; returns its order's row, if any.
"""


def is_over(shown: Snapshot) -> bool:
    """True once the match is over."""
    return shown.phase is Phase.MATCH_OVER


def fail(_evening: "MatchDriver", error: ProcessGone) -> None:
    """Raise the error of a process that went away, as a demo does."""
    raise error


class MatchDriver:
    """A table, its screen, hands and players.

    The players see through a socket of their own and tap on the screen; without one, they tap
    through their socket. The caller stops the processes.
    """

    def __init__(
        self, table: TableProcess, seed: int, speed: float, screen: ScreenProcess | None = None
    ) -> None:
        book = table.played.book()
        setup = set_up(book)
        plan = MatchPlan(seed, flaws_under(book, setup))
        self.table = table
        self.screen = screen
        self.stage = DemoStage(table.played.rig(), plan, setup)
        self.fingers: ScreenFingers | None = None
        self.sight, control = table.start()
        self.hands = TableHands(self.stage, speed, self._tap, control)
        self.players = Players(plan, self.hands, time.monotonic)
        try:
            self.shown = self._first_snapshot()
            if screen is not None:
                self.fingers = screen.start()
        except ProcessGone:
            self.close()
            raise

    def lay_out(self) -> None:
        """Set the board up, and let the camera see it once before anything moves."""
        self.hands.pose(self.stage.at_rest())  # answered once the camera's process runs
        self._take_newer(lambda _shown: None, FIRST_LOOK_S)  # the camera reports no dice

    def play(
        self,
        on_snapshot: OnSnapshot,
        gone: Callable[["MatchDriver", ProcessGone], None] = fail,
        *,
        order: Order = lambda _shown, _rolling: None,
        until: Callable[[Snapshot], bool] = is_over,
    ) -> None:
        """Play until `until` holds. `on_snapshot` gets each snapshot before the players act on it.

        `gone` is called when a process goes away; it restarts it, or raises the given error.
        Raises Stuck, DemoError.
        """
        while not until(self.shown):
            try:
                self._step(on_snapshot, order)
            except (TableProcessGone, ScreenProcessGone) as error:
                gone(self, error)
        if is_over(self.shown):
            self.players.finish(self.shown)

    def see(self, seq: int, on_snapshot: OnSnapshot = lambda _shown: None) -> None:
        """Wait until the table shows row `seq`. Raises TableProcessGone."""
        while self.shown.seq < seq:
            if not self._take_newer(on_snapshot, FIRST_SNAPSHOT_S):
                raise TableProcessGone(
                    f"the table does not show row {seq} in {FIRST_SNAPSHOT_S:g} s"
                )

    def table_again(self) -> None:
        """Restart a table that died, on its journal, with the board as it is."""
        self.sight.close()
        self.hands.control.close()
        self.sight, self.hands.control = self.table.start()
        self.shown = self._first_snapshot()
        self.hands.pose(self.stage.at_rest())
        self.players.reconnected()

    def screen_again(self) -> None:
        """Restart a screen that died, and wait until it shows the table's state."""
        if self.screen is None or self.fingers is None:
            raise AssertionError("this evening has no screen")
        self.fingers.close()
        self.fingers = self.screen.start()
        self.fingers.wait(self.shown.seq)
        self.players.interrupted()  # a tap on the old screen may be lost

    def close(self) -> None:
        """Close the connections; the processes keep running."""
        self.sight.close()
        self.hands.control.close()
        if self.fingers is not None:
            self.fingers.close()

    def _step(self, on_snapshot: OnSnapshot, order: Order) -> None:
        if self._take_newer(on_snapshot, 0.0):
            return
        seq = order(self.shown, self.players.rolling)
        if seq is not None:
            self.see(seq, on_snapshot)
            return
        try:
            self.players.attend(self.shown)
        except NotShown:
            if not self._take_newer(on_snapshot, MOVED_ON_S):
                raise
            self.players.interrupted()  # the table has moved on meanwhile
            return
        self._take_newer(on_snapshot, LOOK_S)

    def _take_newer(self, on_snapshot: OnSnapshot, timeout_s: float) -> bool:
        newer = self.sight.newer_snapshot(self.shown.seq, timeout_s)
        if newer is None:
            return False
        self.shown = newer
        on_snapshot(newer)
        return True

    def _tap(self, command: Command) -> None:
        if self.fingers is None:
            self.sight.tap(command)
        else:
            self.fingers.tap(command, self.shown.seq)

    def _first_snapshot(self) -> Snapshot:
        shown = self.sight.newer_snapshot(-1, FIRST_SNAPSHOT_S)
        if shown is None:
            raise TableProcessGone(
                f"the table shows no snapshot {FIRST_SNAPSHOT_S:g} s after its start"
            )
        return shown
