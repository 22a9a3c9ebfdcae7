"""The players' board as the simulated camera sees it, and what really lies there: the truth.

White sits at the picture's bottom, Black at its top, both home boards at the right: White's points
run from 24 at the top right counter-clockwise to 1 at the bottom right.
"""

import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kiosk.demo.moves import Entry
from kiosk.demo.plan import Flaw, Plan, Throw
from kiosk.rules.board import BAR, OFF, POINTS, Board
from kiosk.rules.match import Cube
from kiosk.rules.units import Side
from vision.errors import ThrowImpossible
from vision.scene import CheckerAt, CubeAt, DiePath, Half, Rig, Scene, lay_out
from vision.scene import truth as scene_truth
from vision.throw import Outcome, plan_throw

MIXER: Half = "picture_left"
SEAT = {Side.WHITE: 0, Side.BLACK: 1}
"""Scene players: 0 sits at the picture's bottom."""

_OUTCOMES: dict[Flaw, tuple[Outcome, ...]] = {
    Flaw.COCKED: ("lean_checker", "on_checker", "on_bar"),
    Flaw.WRONG_HALF: ("wrong_half", "on_bar"),
    Flaw.OFF_BOARD: ("off_board", "on_bar"),
    Flaw.MISCOUNTED: ("flat",),
}
"""The way a flaw is shown, and the next best where the board has no place for it."""


def picture_point(side: Side, point: int) -> int:
    """The picture's number (0 to 23, along the top, then along the bottom) of an own point."""
    white = point if side is Side.WHITE else BAR - point
    return white - 13 if white > 12 else 24 - white


def checkers_of(rig: Rig, board: Board) -> tuple[CheckerAt, ...]:
    """All thirty checkers, on points, bar or off."""
    points = {
        picture_point(side, point): (SEAT[side], board.at(side, point))
        for side in Side
        for point in POINTS
        if board.at(side, point)
    }
    bar, off = ((board.at(Side.WHITE, place), board.at(Side.BLACK, place)) for place in (BAR, OFF))
    return lay_out(rig.board, points, bar, off)


def cube_of(rig: Rig, cube: Cube) -> CubeAt | None:
    """On the bar: in its middle, or at its owner's end. Away in the Crawford game."""
    if not cube.in_play:
        return None
    height, rim = rig.board.height_mm, rig.board.rim_width_mm
    places = {None: height / 2, Side.WHITE: height - rim / 2, Side.BLACK: rim / 2}
    return CubeAt(cube.level, rig.board.width_mm / 2, places[cube.owner])


_Try = tuple[tuple[CheckerAt, ...], Outcome]


@dataclass(slots=True)
class Lay:
    """Dice that lay on the board from one moment to another, on this machine's monotonic clock.

    `dice` is the renderer's own truth about the dice thrown last, `values` what they show high to
    low, `counts` whether they lie flat in the half beside the baffle box.
    """

    where: Entry
    flaw: Flaw | None
    values: tuple[int, ...]
    counts: bool
    dice: list[dict[str, Any]]
    from_ns: int
    until_ns: int | None = None


class Stage:
    """What the simulated camera is shown. `lays` is the truth about every throw."""

    def __init__(self, rig: Rig, plan: Plan) -> None:
        self.lays: list[Lay] = []
        self._rig = rig
        self._plan = plan
        self._checkers: tuple[CheckerAt, ...] = ()
        self._cube: CubeAt | None = None
        self._dice: tuple[DiePath, ...] = ()
        self._last: tuple[DiePath, ...] = ()

    def lay(self, board: Board, cube: Cube) -> Scene:
        """Move checkers and cube; dice stay."""
        self._checkers, self._cube = checkers_of(self._rig, board), cube_of(self._rig, cube)
        return self.at_rest()

    def at_rest(self) -> Scene:
        """The scene as it is, nothing moving."""
        dice = tuple(DiePath.resting(path.rest) for path in self._dice)
        return Scene(self._checkers, dice, self._cube)

    def throw(
        self, throw: Throw, after: Board, where: Entry, *, beside: bool, duration_ms: float
    ) -> Scene:
        """The scene of dice coming out of the baffle box. Places follow from `where` alone."""
        lying = self.at_rest().dice if beside else ()
        thrown = self._paths(throw, after, where, lying, duration_ms)
        self._end_lay()
        self._dice = self._last = (*lying, *thrown)
        scene = Scene(self._checkers, self._dice, self._cube)
        seen = scene_truth(self._rig, self.at_rest(), 0.0)["dice"][len(lying) :]
        self.lays.append(
            Lay(
                where=where,
                flaw=throw.flaw,
                values=tuple(sorted((die["nearest_top"] for die in seen), reverse=True)),
                counts=all(
                    die["support"] == "surface" and die["zone"] == MIXER and die["top"] is not None
                    for die in seen
                ),
                dice=seen,
                from_ns=time.monotonic_ns(),
            )
        )
        return scene

    def lift(self) -> Scene:
        """The scene without dice."""
        self._end_lay()
        self._dice = ()
        return self.at_rest()

    def shown_again(self) -> Scene:
        """The scene with the dice lifted last, as if they had not been."""
        self._dice = self._last
        return self.at_rest()

    def truth(self) -> list[dict[str, Any]]:
        """Every throw in plain JSON types."""
        return [asdict(lay) for lay in self.lays]

    def _end_lay(self) -> None:
        if self.lays and self.lays[-1].until_ns is None:
            self.lays[-1].until_ns = time.monotonic_ns()

    def _paths(
        self,
        throw: Throw,
        after: Board,
        where: Entry,
        lying: tuple[DiePath, ...],
        duration_ms: float,
    ) -> tuple[DiePath, ...]:
        """The planned throw, or the next best one where the board has no place for it."""
        if throw.flaw is None or throw.counts:
            # Clear of where the checkers go, so that the play moves no die.
            clear = (*self._checkers, *checkers_of(self._rig, after), *map(_as_checker, lying))
            tries: list[_Try] = [(clear, "flat"), (self._checkers, "flat")]
        else:
            tries = [(self._checkers, outcome) for outcome in _OUTCOMES[throw.flaw]]
        *others, last = tries
        for checkers, outcome in others:
            try:
                return self._planned(throw, checkers, outcome, where, duration_ms)
            except ThrowImpossible:
                continue
        return self._planned(throw, *last, where, duration_ms)

    def _planned(
        self,
        throw: Throw,
        checkers: tuple[CheckerAt, ...],
        outcome: Outcome,
        where: Entry,
        duration_ms: float,
    ) -> tuple[DiePath, ...]:
        return plan_throw(
            self._rig,
            Scene(checkers, cube=self._cube),
            values=throw.values,
            half=MIXER,
            outcome=outcome,
            rng=np.random.default_rng(self._plan.rng("place", *where).getrandbits(64)),
            duration_ms=duration_ms,
        )


def _as_checker(die: DiePath) -> CheckerAt:
    """A die that lies there, as something to keep clear of."""
    return CheckerAt(0, die.rest.x_mm, die.rest.y_mm, die.rest.z_mm)
