"""The players' board as the simulated camera sees it, and the truth of what is on it.

White sits at the picture's bottom, Black at its top, both home boards at the right: White's points
run from 24 at the top right counter-clockwise to 1 at the bottom right.
"""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kiosk.demo.moves import Entry
from kiosk.demo.plan import Flaw, MatchPlan, PlannedThrow
from kiosk.demo.seats import halves
from kiosk.rules.board import BAR, OFF, POINTS, Position
from kiosk.rules.match.doubling import Cube
from kiosk.rules.roll import high_first
from kiosk.rules.table import Half as PlayHalf
from kiosk.rules.table import SetUp
from kiosk.rules.units import SIDES, Side
from vision.errors import ThrowImpossible
from vision.scene import CheckerAt, CubeAt, DiePath, Half, Rig, Scene, lay_out
from vision.scene import truth as scene_truth
from vision.scene.throw import Outcome, plan_throw

PICTURE_HALF: Mapping[PlayHalf, Half] = {
    PlayHalf.PICTURE_LEFT: "picture_left",
    PlayHalf.PICTURE_RIGHT: "picture_right",
}
SEAT = {Side.WHITE: 0, Side.BLACK: 1}
"""Scene players: 0 sits at the picture's bottom."""

_OUTCOMES: dict[Flaw, tuple[Outcome, ...]] = {
    Flaw.COCKED: ("lean_checker", "on_checker", "on_bar"),
    Flaw.WRONG_HALF: ("wrong_half", "on_bar"),
    Flaw.OFF_BOARD: ("off_board", "on_bar"),
    Flaw.MISCOUNTED: ("flat",),
}
"""Outcomes that show a flaw, and the fallbacks if the board has no place for them."""


def picture_point(side: Side, point: int) -> int:
    """Picture number of a side's point: 0 to 23, along the top, then along the bottom."""
    white = point if side is Side.WHITE else BAR - point
    return white - 13 if white > 12 else 24 - white


def checkers_of(rig: Rig, board: Position) -> tuple[CheckerAt, ...]:
    """All thirty checkers, on points, on the bar or borne off."""
    points = {
        picture_point(side, point): (SEAT[side], board.checkers_on(side, point))
        for side in Side
        for point in POINTS
        if board.checkers_on(side, point)
    }
    bar, off = (
        (board.checkers_on(Side.WHITE, place), board.checkers_on(Side.BLACK, place))
        for place in (BAR, OFF)
    )
    return lay_out(rig.board, points, bar, off)


def cube_of(rig: Rig, cube: Cube) -> CubeAt | None:
    """The cube on the bar: in the middle, or at its owner's end. None in the Crawford game."""
    if not cube.in_play:
        return None
    height, rim = rig.board.height_mm, rig.board.rim_width_mm
    places = {None: height / 2, Side.WHITE: height - rim / 2, Side.BLACK: rim / 2}
    return CubeAt(cube.level, rig.board.width_mm / 2, places[cube.owner])


CUP_MM = 60.0
"""Distance of a player's cup beyond the board's edge."""

_Try = tuple[tuple[CheckerAt, ...], Outcome]


@dataclass(slots=True)
class Lay:
    """Dice at rest on the board between two instants of this machine's monotonic clock.

    `dice`: the renderer's truth about the last throw. `values`: what they show, from high to low.
    `counts`: they lie flat in the halves where they belong. `each`: both sides threw one, and
    White's value is first.
    """

    where: Entry
    flaw: Flaw | None
    values: tuple[int, ...]
    counts: bool
    dice: list[dict[str, Any]]
    from_ns: int
    until_ns: int | None = None
    each: bool = False

    def thrown_by(self, side: Side) -> tuple[int, ...]:
        """Values of the dice that this side threw."""
        return (self.values[SIDES.index(side)],) if self.each else self.values


class DemoStage:
    """The scene shown to the simulated camera. `lays`: the truth about every throw."""

    def __init__(self, rig: Rig, plan: MatchPlan, setup: SetUp) -> None:
        self.lays: list[Lay] = []
        self.setup = setup
        self._rig = rig
        self._plan = plan
        self._checkers: tuple[CheckerAt, ...] = ()
        self._cube: CubeAt | None = None
        self._dice: tuple[DiePath, ...] = ()
        self._last: tuple[DiePath, ...] = ()

    def lay(self, board: Position, cube: Cube) -> Scene:
        """Move checkers and cube, not the dice; return the scene."""
        self._checkers, self._cube = checkers_of(self._rig, board), cube_of(self._rig, cube)
        return self.at_rest()

    def at_rest(self) -> Scene:
        """The current scene, with nothing moving."""
        dice = tuple(DiePath.resting(path.rest) for path in self._dice)
        return Scene(self._checkers, dice, self._cube)

    def throw(
        self,
        throw: PlannedThrow,
        after: Position,
        where: Entry,
        *,
        by: Side | None,
        beside: bool,
        duration_ms: float,
    ) -> Scene:
        """The scene of dice coming out of the baffle box or a cup; `by` None: one from each cup.

        Places depend on `where` alone.
        """
        lying = self.at_rest().dice if beside else ()
        if by is None:
            cups = [
                (side, PlannedThrow((v,)), (*where, side))
                for side, v in zip(SIDES, throw.values, strict=True)
            ]
        else:
            cups = [(by, throw, where)]
        thrown = [
            path
            for side, dice, place in cups
            for path in self._paths(dice, after, place, lying, duration_ms, side)
        ]
        self._end_lay()
        self._dice = self._last = (*lying, *thrown)
        scene = Scene(self._checkers, self._dice, self._cube)
        seen = scene_truth(self._rig, self.at_rest(), 0.0)["dice"][len(lying) :]
        tops = tuple(die["nearest_top"] for die in seen)
        self.lays.append(
            Lay(
                where=where,
                flaw=throw.flaw,
                values=high_first(tops) if by else tops,
                counts=all(
                    die["support"] == "surface" and die["zone"] == half and die["top"] is not None
                    for die, half in zip(seen, halves(self.setup, by), strict=False)
                ),
                dice=seen,
                from_ns=time.monotonic_ns(),
                each=by is None,
            )
        )
        return scene

    def lift(self) -> Scene:
        """Remove the dice; return the scene."""
        self._end_lay()
        self._dice = ()
        return self.at_rest()

    def shown_again(self) -> Scene:
        """Put the dice lifted last back; return the scene."""
        self._dice = self._last
        return self.at_rest()

    def truth(self) -> list[dict[str, Any]]:
        """All throws in plain JSON types."""
        return [asdict(lay) for lay in self.lays]

    def _end_lay(self) -> None:
        if self.lays and self.lays[-1].until_ns is None:
            self.lays[-1].until_ns = time.monotonic_ns()

    def _paths(
        self,
        throw: PlannedThrow,
        after: Position,
        where: Entry,
        lying: tuple[DiePath, ...],
        duration_ms: float,
        by: Side,
    ) -> tuple[DiePath, ...]:
        """Paths of the planned throw, or of the next outcome the board has a place for."""
        if throw.flaw is None or throw.counts:
            # Clear of the checkers' new places, so that the play moves no die.
            clear = (*self._checkers, *checkers_of(self._rig, after), *map(_as_checker, lying))
            tries: list[_Try] = [(clear, "flat"), (self._checkers, "flat")]
        else:
            tries = [(self._checkers, outcome) for outcome in _OUTCOMES[throw.flaw]]
        *others, last = tries
        for checkers, outcome in others:
            try:
                return self._planned(throw, checkers, outcome, where, duration_ms, by)
            except ThrowImpossible:
                continue
        return self._planned(throw, *last, where, duration_ms, by)

    def _planned(
        self,
        throw: PlannedThrow,
        checkers: tuple[CheckerAt, ...],
        outcome: Outcome,
        where: Entry,
        duration_ms: float,
        by: Side,
    ) -> tuple[DiePath, ...]:
        half = PICTURE_HALF[halves(self.setup, by)[0]]
        return plan_throw(
            self._rig,
            Scene(checkers, cube=self._cube),
            values=throw.values,
            half=half,
            outcome=outcome,
            rng=np.random.default_rng(self._plan.rng("place", *where).getrandbits(64)),
            from_xy=self._cup(half, by),
            duration_ms=duration_ms,
        )

    def _cup(self, half: Half, by: Side) -> tuple[float, float] | None:
        """Where Black's cup is: beyond the upper edge. None: the renderer's default, for White and
        the box.
        """
        if self.setup.mixer is not None or by is Side.WHITE:
            return None
        left, _top, right, _bottom = self._rig.board.halves[half]
        return (left + right) / 2, -CUP_MM


def _as_checker(die: DiePath) -> CheckerAt:
    """A lying die as an obstacle."""
    return CheckerAt(0, die.rest.x_mm, die.rest.y_mm, die.rest.z_mm)
