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
"""Longest wait for a frame."""


class ScreenFingers:
    """Taps on the keys of a running screen. Raises ScreenProcessGone throughout."""

    def __init__(self, path: Path) -> None:
        self._link = ControlLink(path, "screen", ScreenProcessGone)

    def close(self) -> None:
        self._link.close()

    def tap(self, command: Command, seq: int) -> None:
        """Tap the keys for this command, once row `seq` is drawn. Raises NotShown."""
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
        """Wait until row `seq` or a later one is drawn; return its seq. Raises DemoError."""
        drawn: int = self._link.do("wait", seq=seq, timeout_s=DRAWN_S)["seq"]
        return drawn

    def shot(self, path: Path) -> None:
        """Save what is drawn as a PNG. Raises DemoError."""
        self._link.do("shot", path=str(path.resolve()))

    def shown(self) -> dict[str, Any]:
        """Seq, phase and controls of what is drawn."""
        return self._link.do("shown")

    def drawn(self) -> dict[int, tuple[int, bool]]:
        """By seq of the last rows: monotonic ns when on the glass; whether a frame was drawn."""
        return {seq: (at_ns, frame) for seq, at_ns, frame in self._link.do("drawn")["drawn"]}


class ScreenProcess(Process):
    """`kiosk screen` for the table on these sockets."""

    def __init__(self, folder: Path, sockets: Sockets) -> None:
        super().__init__("screen", folder, ScreenProcessGone)
        self._sockets = sockets

    def start(self) -> ScreenFingers:
        """Start it and connect. Raises ScreenProcessGone if it does not start."""
        control = self._sockets.screen_control
        self.begin("--socket", self._sockets.table, "--control", control, "--size", SIZE)
        return self.wait_until_up(lambda: ScreenFingers(control))


def touch_of(command: Command) -> tuple[str, Action, tuple[int, ...] | None]:
    """The half to touch, the action, and the dice entered, for a command."""
    kind, level, dice, values = kind_of(command), None, None, None
    if isinstance(command, WinDeclared):
        level = command.level
    if isinstance(command, RollEntered):
        values, dice = command.values, len(command.values or ())
    side = require(getattr(command, "side", None))
    return side.value, Action(kind, level, dice), values
