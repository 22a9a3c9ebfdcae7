"""The processes of a demo: director, table, screen."""

from pathlib import Path
from types import TracebackType

from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.errors import DirectorProcessGone, OrderFailed, ProcessGone
from kiosk.demo.process import Process
from kiosk.demo.screen_process import ScreenProcess
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import DEVICE_KEY, MatchSettings, TableProcess
from kiosk.table.line import LineDown
from kiosk.wire.errors import WireError

DIRECTOR = "Dag"
"""Name of the demo's director."""


class Processes:
    """A running director; a table enrolled with it and the table's screen, not yet started.

    A context manager: on exit all are stopped, the last started first.
    """

    def __init__(self, folder: Path, played: MatchSettings, sockets: Sockets) -> None:
        """Raises DirectorProcessGone if the director does not start, and what `enrol` raises."""
        self.director = DirectorProcess(folder)
        self.table = TableProcess(folder, played, sockets)
        try:
            self.url = self.director.start()
            self.console = self.director.join(DIRECTOR)
            self.director.enrol(self.console, folder / DEVICE_KEY, self.table.journal)
        except (DirectorProcessGone, OrderFailed, WireError, LineDown):
            self.director.stop()
            raise
        self.screen = ScreenProcess(folder, sockets)
        self._ended_badly: ProcessGone | None = None

    def stop_table(self) -> None:
        """Stop screen and table, not the director. `check` raises if they ended badly."""
        self._stop(self.screen)
        self._stop(self.table)

    def check(self) -> None:
        """Raise the error of a process that ended badly when it was stopped, if any."""
        if self._ended_badly is not None:
            raise self._ended_badly

    def __enter__(self) -> "Processes":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop_table()
        self._stop(self.director)
        if error is None:
            self.check()

    def _stop(self, process: Process) -> None:
        if (code := process.stop()) not in (None, 0):
            self._ended_badly = self._ended_badly or process.gone(
                f"the {process.name} stopped with exit code {code}; the reason is in {process.log}"
            )
