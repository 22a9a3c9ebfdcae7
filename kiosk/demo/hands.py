"""Hands at a running table: taps on its screen; dice and buttons through its control socket."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.demo.board_scene import DemoStage
from kiosk.demo.links import ControlLink
from kiosk.demo.moves import Entry
from kiosk.demo.plan import Flaw, PlannedThrow
from kiosk.demo.seats import SEATS
from kiosk.rules.board import Position
from kiosk.rules.command import Command
from kiosk.rules.match.doubling import Cube
from kiosk.rules.units import Side
from vision.scene import Scene

THINK_S = {"play": 5.0, "cube": 4.0, "roll": 2.0}
ROLL_MS = 900.0
SHORTEST_ROLL_MS = 320.0
"""Shortest roll that a camera at 15 frames a second sees as motion: four or five frames."""
SHOWN_S = 1.0
"""Time in which the tracker sees that everything is at rest."""


@dataclass(slots=True)
class TableHands:
    """Hands with the stage they act on. The control link is replaced when the table comes back.

    `touch` taps. `speed` divides thinking and rolling times; if infinite, only devices take time.
    """

    stage: DemoStage
    speed: float
    touch: Callable[[Command], object]
    control: ControlLink

    def tap(self, command: Command) -> None:
        self.touch(command)

    def press(self, side: Side) -> None:
        self.control.do("press", button=SEATS.of_side(side).clock.value)

    def lay(self, board: Position, cube: Cube) -> None:
        self.pose(self.stage.lay(board, cube))
        if board == Position.start():
            time.sleep(SHOWN_S)  # setting up and throwing are two movements

    def throw(
        self, throw: PlannedThrow, after: Position, where: Entry, *, by: Side | None, beside: bool
    ) -> None:
        duration_ms = max(ROLL_MS / self.speed, SHORTEST_ROLL_MS)
        scene = self.stage.throw(throw, after, where, by=by, beside=beside, duration_ms=duration_ms)
        if self.stage.setup.tower:
            count = len(throw.values)
            came_out = count - 1 if throw.flaw is Flaw.MISCOUNTED else count
            self.control.do("tower", act="drop", count=count)
            self.control.do("tower", act="come_out", count=came_out)
        self.pose(scene)

    def lift(self, *, show_first: bool) -> None:
        if show_first:
            self.pose(self.stage.shown_again())
            time.sleep(SHOWN_S)
        self.pose(self.stage.lift())

    def think(self, of: str) -> None:
        time.sleep(THINK_S[of] / self.speed)

    def pose(self, scene: Scene) -> None:
        """Show the camera a scene."""
        self.control.do("scene", scene=scene.to_json())
