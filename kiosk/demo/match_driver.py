"""One evening at a table: from the first snapshot to the last, whatever dies in between."""

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
"""How much sooner the screen may show what the players do not see yet."""

OnSnapshot = Callable[[Snapshot], None]
Order = Callable[[Snapshot, bool], int | None]
"""What the director does, from what is shown and whether dice roll: the row it led to."""


def is_over(shown: Snapshot) -> bool:
    """Nothing more is played."""
    return shown.phase is Phase.MATCH_OVER


def fail(_evening: "MatchDriver", error: ProcessGone) -> None:
    """What a demo does about a process that goes away."""
    raise error


class MatchDriver:
    """A table, its screen, hands and players.

    The players see through a socket of their own and tap on the screen; without one, they tap
    through their socket. Whoever made the processes stops them.
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
            self.shown = self._first()
            if screen is not None:
                self.fingers = screen.start()
        except ProcessGone:
            self.close()
            raise

    def lay_out(self) -> None:
        """Set the board up, and let the camera look at it once before anything moves."""
        self.hands.pose(self.stage.at_rest())  # answered once the camera's process runs
        self._take_newer(lambda _shown: None, FIRST_LOOK_S)  # it says that no dice lie there

    def play(
        self,
        on_snapshot: OnSnapshot,
        gone: Callable[["MatchDriver", ProcessGone], None] = fail,
        *,
        order: Order = lambda _shown, _rolling: None,
        until: Callable[[Snapshot], bool] = is_over,
    ) -> None:
        """Play until `until` is shown. `tell` hears of each snapshot before anybody acts on it.

        `gone` is called when a process goes away; it starts it again, or raises what it is given.
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
        """A table that died comes back on its journal and finds the board as it lies."""
        self.sight.close()
        self.hands.control.close()
        self.sight, self.hands.control = self.table.start()
        self.shown = self._first()
        self.hands.pose(self.stage.at_rest())
        self.players.reconnected()

    def screen_again(self) -> None:
        """A screen that died is started again, and shows what the table shows."""
        if self.screen is None or self.fingers is None:
            raise AssertionError("this evening has no screen")
        self.fingers.close()
        self.fingers = self.screen.start()
        self.fingers.wait(self.shown.seq)
        self.players.interrupted()  # a tap on the old one may not have come through

    def close(self) -> None:
        """Hang up; the processes run on."""
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
            self.players.interrupted()  # the table has moved on since they looked
            return
        self._take_newer(on_snapshot, LOOK_S)

    def _take_newer(self, on_snapshot: OnSnapshot, timeout_s: float) -> bool:
        newer = self.sight.newer(self.shown.seq, timeout_s)
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

    def _first(self) -> Snapshot:
        shown = self.sight.newer(-1, FIRST_SNAPSHOT_S)
        if shown is None:
            raise TableProcessGone(
                f"the table shows no snapshot {FIRST_SNAPSHOT_S:g} s after its start"
            )
        return shown
