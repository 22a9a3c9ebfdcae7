"""A table in play and its director, to which faults are done: real processes, simulated devices."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from kiosk.demo.links import ScreenLink
from kiosk.demo.match_driver import MatchDriver
from kiosk.demo.processes import Processes
from kiosk.demo.script_director import is_quiet
from kiosk.demo.seats import SEATS
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings
from kiosk.journal import Row, read
from kiosk.journal.file import beside
from kiosk.rules.devices import DeviceLost
from kiosk.rules.match import Phase
from kiosk.rules.turn import TurnEnded
from kiosk.rules.units import Side
from kiosk.screen.link import TableLink
from kiosk.screen.view import view
from kiosk.wire.snapshot import Snapshot
from kits.small_disk import SmallDisk

WITHIN_S = 60.0
"""Far more than anything takes; only a broken promise waits so long."""


class Hall:
    """`disk`, if there is one, holds what the table writes, and nothing else."""

    def __init__(
        self, house: Processes, evening: MatchDriver, screens: Path, disk: SmallDisk | None
    ) -> None:
        self.house, self.evening, self.disk = house, evening, disk
        self.console = house.console
        self.journal_id = self.rows()[0].journal_id
        self._screens = screens
        self._eyes = self._opened()
        self._looks = True

    def close(self) -> None:
        if self._looks:
            self._eyes.close()

    def rows(self) -> list[Row]:
        return list(read(self.house.table.journal))

    def last_seq(self) -> int:
        return self.rows()[-1].seq

    # --- play ------------------------------------------------------------------------------------

    def play(self, turns: int = 1) -> None:
        """Play on to a quiet moment."""
        self.look()
        before = self.evening.shown.seq

        def quiet(shown: Snapshot) -> bool:
            rows = [row for row in self.rows() if row.seq > before]
            played = sum(isinstance(row.event(), TurnEnded) for row in rows)
            return is_quiet(shown) and not self.evening.players.rolling and played >= turns

        self._play(quiet)

    def press_due(self) -> tuple[str, str]:
        """Play on until a side has rolled and is to press: its button, and the other's."""

        def rolled(shown: Snapshot) -> bool:
            free = shown.stop is None and shown.message is None and not shown.lost_devices
            return shown.phase is Phase.MOVING and free

        self._play(rolled)
        return self.due()

    def due(self) -> tuple[str, str]:
        """The button of the side on turn, and the other's."""
        assert self.evening.shown.game is not None
        side = self.evening.shown.game.on_turn
        assert side is not None
        return SEATS.of_side(side).clock.value, SEATS.of_side(side.other).clock.value

    def _play(self, come: Callable[[Snapshot], bool]) -> None:
        late = time.monotonic() + 4 * WITHIN_S

        def in_time(shown: Snapshot) -> bool:
            assert time.monotonic() < late, "the turns are never played"
            return come(shown)

        self.evening.play(lambda _shown: None, until=in_time)

    # --- what is done ----------------------------------------------------------------------------

    def act(self, what: str, **fields: object) -> None:
        self.evening.hands.control.do(what, **fields)

    def pid(self) -> int:
        assert self.house.table.pid is not None
        return self.house.table.pid

    def again(self) -> None:
        """A table that ended is started again and shows itself."""
        self.house.table.wait()
        self.evening.table_again()

    def look_away(self) -> None:
        """No screen but the house's own looks at the table."""
        self._eyes.close()
        self.evening.sight.close()
        self._looks = False

    def look(self) -> None:
        """As before; the house's own screen is stopped."""
        if not self._looks:
            self._eyes = self._opened()
            self.evening.sight = ScreenLink(self._screens)
            self.house.screen.stop()
            self._looks = True

    def _opened(self) -> TableLink:
        """Sees as the screen does."""
        eyes = TableLink(self._screens, lambda: None)
        eyes.start()
        return eyes

    # --- what is told ----------------------------------------------------------------------------

    def players(self) -> tuple[str, ...]:
        """What White's half says beside the game."""
        seen = self._eyes.seen
        shown = view(seen.snapshot, time.monotonic_ns(), seen.link)
        half = shown.half(Side.WHITE)
        return shown.notes if half is None else half.notes

    def ailments(self) -> tuple[str, ...]:
        """What the screen's sheet behind the PIN says of the machine."""
        snapshot = self._eyes.seen.snapshot
        return () if snapshot is None else snapshot.ailments

    def director(self) -> tuple[str, ...]:
        """What the director's card says first."""
        with self.console.stream(self.journal_id, after=2**53) as events:
            for name, said in events:
                if name == "card":
                    stale = ("STALE",) if said["stale"] else ()
                    return (*stale, *(each["text"] for each in said["banners"]))
        raise AssertionError("the console hung up")

    def timeline(self) -> tuple[str, ...]:
        """What the journal says was lost, and why."""
        lost = [row.event() for row in self.rows()]
        return tuple(each.why for each in lost if isinstance(each, DeviceLost))

    def log(self) -> list[str]:
        """The lines the table's process wrote since it began."""
        return self.house.table.output().splitlines()

    def presses(self, since: int) -> int:
        """How many presses have reached the match, refused ones too, since row `since`."""
        rows = [row for row in self.rows() if row.seq > since and row.by == "buttons"]
        return len({row.command_id for row in rows})

    def all_at_director(self) -> None:
        """Every row is at the director, once and in order."""
        until(
            lambda: self.console.rows(self.journal_id) == [row.seq for row in self.rows()],
            "all rows at the director",
        )


def until(come: Callable[[], Any], what: str) -> None:
    """Wait until it has come."""
    late = time.monotonic() + WITHIN_S
    while not come():
        assert time.monotonic() < late, f"never {what}"


@contextmanager
def hall(folder: Path, disk: SmallDisk | None) -> Iterator[Hall]:
    """A match of nine points, begun. `disk` is for the table's files alone."""
    played = MatchSettings("faults", 9, "norway", "book", 6, 960, 540)
    with Sockets(folder) as sockets, Processes(folder, played, sockets) as house:
        if disk is not None:
            director = beside(house.table.journal, ".director")
            house.table.journal = disk.path / house.table.journal.name
            shutil.move(director, beside(house.table.journal, ".director"))
            pictures = disk.path / "pictures"
            pictures.mkdir()
            (folder / pictures.name).symlink_to(pictures)
        with (
            closing(MatchDriver(house.table, 6, float("inf"))) as evening,
            closing(Hall(house, evening, sockets.table, disk)) as made,
        ):
            evening.lay_out()
            made.play()
            yield made
