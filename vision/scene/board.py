"""The board in millimetres: frame, halves, bar, trays, markers and where checkers go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from vision.scene.pose import Floats

Half = Literal["picture_left", "picture_right"]
Rect = tuple[float, float, float, float]
"""x0, y0, x1, y1 in millimetres."""

STACK = 5
"""Checkers that lie side by side on a point before a second layer begins."""
BAR_STACK = 4


@dataclass(frozen=True, slots=True)
class Board:
    """All measures of one board. `tray_mm` is 0 on a board without bear-off trays."""

    width_mm: float
    height_mm: float
    rim_height_mm: float
    rim_width_mm: float
    bar_width_mm: float
    tray_mm: float
    divider_mm: float
    checker_diameter_mm: float
    checker_thickness_mm: float
    cube_mm: float
    point_length_mm: float
    marker_mm: float
    marker_inset_mm: float
    table_depth_mm: float
    """How far the table's top lies below the felt."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Outer width and height."""
        return (self.width_mm, self.height_mm)

    @property
    def halves(self) -> dict[Half, Rect]:
        """The two playing fields."""
        r, w, h = self.rim_width_mm, self.width_mm, self.height_mm
        side = r + (self.tray_mm + self.divider_mm if self.tray_mm else 0.0)
        inner = (w - self.bar_width_mm) / 2
        return {
            "picture_left": (side, r, inner, h - r),
            "picture_right": (w - inner, r, w - side, h - r),
        }

    @property
    def bar(self) -> Rect:
        """The bar between the halves; its top is level with the rim."""
        left, right = self.halves["picture_left"], self.halves["picture_right"]
        return (left[2], left[1], right[0], left[3])

    @property
    def trays(self) -> tuple[Rect, ...]:
        """The bear-off trays, left then right; none on a board without."""
        if not self.tray_mm:
            return ()
        r, w, h = self.rim_width_mm, self.width_mm, self.height_mm
        return ((r, r, r + self.tray_mm, h - r), (w - r - self.tray_mm, r, w - r, h - r))

    @property
    def sunken(self) -> tuple[Rect, ...]:
        """Every rectangle at felt height; the rest of the board's outline is raised."""
        return (*self.halves.values(), *self.trays)

    @property
    def beams(self) -> tuple[Rect, ...]:
        """The raised wood: four rims, the bar, the dividers of the trays."""
        r, w, h = self.rim_width_mm, self.width_mm, self.height_mm
        frame = ((0.0, 0.0, w, r), (0.0, h - r, w, h), (0.0, r, r, h - r), (w - r, r, w, h - r))
        if not self.tray_mm:
            return (*frame, self.bar)
        a = r + self.tray_mm
        b = a + self.divider_mm
        return (*frame, self.bar, (a, r, b, h - r), (w - b, r, w - a, h - r))

    def raised_at(self, x_mm: float, y_mm: float) -> bool:
        """Whether this place lies on rim, bar or divider."""
        return any(inside(rect, x_mm, y_mm) for rect in self.beams)

    def raised(self, places_mm: Floats) -> npt.NDArray[np.bool_]:
        """The same of places (n, 2), shape (n,)."""
        x, y = places_mm.T
        over = [(x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1) for x0, y0, x1, y1 in self.beams]
        return np.asarray(np.any(over, axis=0))

    def ground_z_mm(self, x_mm: float, y_mm: float) -> float:
        """z of the bare board or table at a place: felt 0, wood above it, table below."""
        if self.raised_at(x_mm, y_mm):
            return -self.rim_height_mm
        on_board = inside((0.0, 0.0, self.width_mm, self.height_mm), x_mm, y_mm)
        return 0.0 if on_board else self.table_depth_mm

    def zone(self, x_mm: float, y_mm: float) -> str:
        """`picture_left`, `picture_right`, `bar` or `off`."""
        for name, rect in self.halves.items():
            if inside(rect, x_mm, y_mm):
                return name
        return "bar" if inside(self.bar, x_mm, y_mm) else "off"

    def point_x_mm(self, picture_point: int) -> float:
        """Middle of a point. Points 0..11 run along the top from the left, 12..23 below them."""
        if not 0 <= picture_point <= 23:
            raise ValueError(f"picture point {picture_point} is not in 0..23")
        column = picture_point % 12
        x0, _, x1, _ = self.halves["picture_left" if column < 6 else "picture_right"]
        return x0 + (column % 6 + 0.5) * (x1 - x0) / 6

    def point_xyz(self, picture_point: int, level: int) -> tuple[float, float, float]:
        """Centre of the `level`-th checker (from 0) on a point, stacked toward the middle."""
        layer, step = divmod(level, STACK)
        off_rim = self.rim_width_mm + 1.0 + (step + 0.5) * (self.checker_diameter_mm + 0.3)
        y = off_rim if picture_point < 12 else self.height_mm - off_rim
        return (self.point_x_mm(picture_point), y, self._checker_z(0.0, layer))

    def bar_xyz(self, player: int, n: int) -> tuple[float, float, float]:
        """Centre of the n-th checker a player (0 bottom, 1 top) has on the bar, his own side."""
        layer, step = divmod(n, BAR_STACK)
        off_middle = self.cube_mm + (step + 0.5) * (self.checker_diameter_mm + 0.3)
        y = self.height_mm / 2 + (off_middle if player == 0 else -off_middle)
        return (self.width_mm / 2, y, self._checker_z(-self.rim_height_mm, layer))

    def off_xyz(
        self, player: int, n: int, side: Half = "picture_right"
    ) -> tuple[float, float, float]:
        """Centre of the n-th checker borne off: in the tray, or on the table beside the board."""
        layer, step = divmod(n, STACK)
        right = side == "picture_right"
        if self.trays:
            x0, _, x1, _ = self.trays[1 if right else 0]
            x, floor = (x0 + x1) / 2, 0.0
        else:
            gap = self.checker_diameter_mm * 0.75
            x, floor = (self.width_mm + gap if right else -gap), self.table_depth_mm
        off_rim = self.rim_width_mm + 1.0 + (step + 0.5) * (self.checker_diameter_mm + 0.3)
        y = self.height_mm - off_rim if player == 0 else off_rim
        return (x, y, self._checker_z(floor, layer))

    def marker_corners_mm(self) -> Floats:
        """Corners of the black squares, ids 0-3 at TL, TR, BR, BL, clockwise: shape (4, 4, 3)."""
        a, b = self.marker_inset_mm, self.marker_inset_mm + self.marker_mm
        xs = ((a, b), (self.width_mm - b, self.width_mm - a))
        ys = ((a, b), (self.height_mm - b, self.height_mm - a))
        z = -self.rim_height_mm
        return np.array(
            [
                [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]]
                for (x0, x1), (y0, y1) in (
                    (xs[0], ys[0]),
                    (xs[1], ys[0]),
                    (xs[1], ys[1]),
                    (xs[0], ys[1]),
                )
            ]
        )

    def _checker_z(self, floor_z: float, layer: int) -> float:
        return floor_z - (layer + 0.5) * self.checker_thickness_mm


def inside(rect: Rect, x_mm: float, y_mm: float) -> bool:
    """Whether a place lies in a rectangle, edges included."""
    return rect[0] <= x_mm <= rect[2] and rect[1] <= y_mm <= rect[3]
