"""The players' screen of a demo: its process, and fingers on its keys."""

from pathlib import Path
from typing import Any

from kiosk.demo.errors import DemoError, NotShown, ScreenProcessGone
from kiosk.demo.links import ControlLink
from kiosk.demo.process import Process
from kiosk.demo.sockets import Sockets
from kiosk.rules.command import Command
from kiosk.rules.dice.entering import RollEntered
from kiosk.rules.ending import WinDeclared
from kiosk.rules.units import require
from kiosk.wire.codec import kind_of
from kiosk.wire.snapshot import Action

SIZE = "1280x720"
DRAWN_S = 10.0
"""A frame that takes longer does not come."""


class ScreenFingers:
    """Taps on the keys of a running screen. Raises ScreenProcessGone throughout."""

    def __init__(self, path: Path) -> None:
        self._link = ControlLink(path, "screen", ScreenProcessGone)

    def close(self) -> None:
        self._link.close()

    def tap(self, command: Command, seq: int) -> None:
        """Tap what gives this command, once the picture of row `seq` is drawn. Raises NotShown."""
        side, action, values = touch_of(command)
        plain = {"kind": action.kind, "level": action.level, "dice": action.dice}
        try:
            self.wait(seq)
            self._link.do("tap", side=side, action=plain, values=values)
        except ScreenProcessGone:
            raise
        except DemoError as error:
            raise NotShown(str(error)) from error

    def wait(self, seq: int) -> int:
        """Until the picture of row `seq` or of a later one is drawn: of which. Raises DemoError."""
        drawn: int = self._link.do("wait", seq=seq, timeout_s=DRAWN_S)["seq"]
        return drawn

    def shot(self, path: Path) -> None:
        """What is drawn, as a PNG. Raises DemoError."""
        self._link.do("shot", path=str(path.resolve()))

    def shown(self) -> dict[str, Any]:
        """Seq, phase and controls of what is drawn."""
        return self._link.do("shown")

    def drawn(self) -> dict[int, tuple[int, bool]]:
        """When each of the last rows was on the glass, and whether a frame had to be drawn for it:
        monotonic ns by seq.
        """
        return {seq: (at_ns, frame) for seq, at_ns, frame in self._link.do("drawn")["drawn"]}


class ScreenProcess(Process):
    """`kiosk screen` for the table on these sockets."""

    def __init__(self, folder: Path, sockets: Sockets) -> None:
        super().__init__("screen", folder, ScreenProcessGone)
        self._sockets = sockets

    def start(self) -> ScreenFingers:
        """Start it and connect. Raises ScreenProcessGone when it does not come up."""
        control = self._sockets.screen_control
        self.begin("--socket", self._sockets.table, "--control", control, "--size", SIZE)
        return self.up(lambda: ScreenFingers(control))


def touch_of(command: Command) -> tuple[str, Action, tuple[int, ...] | None]:
    """Whose half is touched, for which action, and the dice entered."""
    kind, level, dice, values = kind_of(command), None, None, None
    if isinstance(command, WinDeclared):
        level = command.level
    if isinstance(command, RollEntered):
        values, dice = command.values, len(command.values or ())
    side = require(getattr(command, "side", None))
    return side.value, Action(kind, level, dice), values
