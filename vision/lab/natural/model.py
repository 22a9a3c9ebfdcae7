"""A board with all that lies on it, as MuJoCo's XML: millimetres, grams, seconds.

Dice are boxes blown up by the radius of their edges (a geom's margin), which is exactly a die with
round edges and corners, and rests on a plane as surely as a box; a convex mesh or a box of capsules
would do the same at several times the cost. Checkers are cylinders blown up in the same way, free
to slide, and asleep until something hits them; their finger dishes, half a millimetre deep, are
left out: a die bridges them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from vision.lab.natural.frames import to_engine
from vision.lab.natural.stuff import (
    ACRYLIC_G_MM3,
    BOX,
    CHECKER,
    CHECKER_EDGE_MM,
    CHECKER_G_MM3,
    DIE,
    SURFACES,
    WOOD,
    WOOD_EDGE_MM,
    Stuff,
    SurfaceName,
)
from vision.scene import CheckerAt, CubeAt, Rig
from vision.scene.board import Board, Rect

STEP_S = 0.0005
ASLEEP_MM_S = 0.3
"""A slower checker stops until something hits it again."""

SHAFT_MM = 68.0
"""Inner width of a baffle box: as wide as its chute."""
_BOX_DEEP_MM = 76.0
"""Outer depth of a baffle box, front to back."""
_BOX_HIGH_MM = 300.0
"""Height of its walls: no die gets out at the top."""
_GAP_MM = 4.0
"""Distance from the box to the board."""
_PLATE_MM = 3.0
RAMP_DEG = 20.0
_BAFFLE_DEG = 30.0
_MOUTH_MM = 34.0
"""Height of the box's opening above its ramp, at the board."""


def document(
    rig: Rig,
    edge_mm: float,
    surface: SurfaceName,
    checkers: tuple[CheckerAt, ...],
    cube: CubeAt | None,
    dice: int,
) -> str:
    """The whole model. A geom's name is its kind and a number: `die0`, `rim3`."""
    parts = [
        *_board(rig.board, surface),
        *(_checker(rig.board, n, at) for n, at in enumerate(checkers)),
        *(_die(n, rig.style.die_mm, edge_mm) for n in range(dice)),
        *([] if cube is None else [_cube(rig.board, cube)]),
        *([] if rig.mixer is None else _baffle_box(rig)),
    ]
    return (
        f'<mujoco><option timestep="{STEP_S}" gravity="0 0 -9810" sleep_tolerance="{ASLEEP_MM_S}" '
        'cone="elliptic" impratio="10" '
        'integrator="implicitfast"><flag multiccd="enable" sleep="enable"/></option>'
        '<default><geom condim="6"/></default>'
        f"<worldbody>{''.join(parts)}</worldbody></mujoco>"
    )


def _board(board: Board, surface: SurfaceName) -> Iterator[str]:
    yield (
        f'<geom name="table0" type="plane" size="0 0 1" pos="0 0 {-board.table_depth_mm}" '
        f'priority="3" {WOOD.attributes}/>'
    )
    whole = (0.0, 0.0, board.width_mm, board.height_mm)
    yield _slab("surface0", whole, -board.table_depth_mm, 0.0, SURFACES[surface], 0.0)
    for number, rect in enumerate(board.beams):
        name = "bar" if rect == board.bar else "rim"
        x0, y0, x1, y1 = rect
        if x1 - x0 < board.width_mm:
            y0, y1 = 0.0, board.height_mm  # into the long rims: no groove where they meet
        beam = (x0, y0, x1, y1)
        yield _slab(f"{name}{number}", beam, 0.0, board.rim_height_mm, WOOD, WOOD_EDGE_MM)


def _slab(name: str, rect: Rect, low: float, high: float, stuff: Stuff, edge: float) -> str:
    """A box between two heights above the felt."""
    x0, y0, x1, y1 = rect
    halves = ((x1 - x0) / 2 - edge, (y1 - y0) / 2 - edge, (high - low) / 2 - edge)
    middle = to_engine((x0 + x1) / 2, (y0 + y1) / 2, -(low + high) / 2)
    return (
        f'<geom name="{name}" type="box" size="{_row(halves)}" pos="{_row(middle)}" '
        f'margin="{edge}" priority="2" {stuff.attributes}/>'
    )


def _checker(board: Board, number: int, at: CheckerAt) -> str:
    radius, thick = board.checker_diameter_mm / 2, board.checker_thickness_mm
    mass = CHECKER_G_MM3 * math.pi * radius * radius * thick
    edge = CHECKER_EDGE_MM
    return (
        f'<body name="checker{number}" pos="{_row(to_engine(at.x_mm, at.y_mm, at.z_mm))}" '
        f'sleep="init"><freejoint/><geom name="checker{number}" type="cylinder" '
        f'size="{radius - edge} {thick / 2 - edge}" margin="{edge}" mass="{mass:.3f}" '
        f'priority="1" {CHECKER.attributes}/></body>'
    )


def _die(number: int, size_mm: float, edge_mm: float) -> str:
    half = size_mm / 2 - edge_mm
    return (
        f'<body name="die{number}" pos="0 0 {500 + 100 * number}" sleep="never"><freejoint/>'
        f'<geom name="die{number}" type="box" size="{half} {half} {half}" margin="{edge_mm}" '
        f'mass="{ACRYLIC_G_MM3 * size_mm**3:.4f}" {DIE.attributes}/></body>'
    )


def _cube(board: Board, at: CubeAt) -> str:
    half = board.cube_mm / 2
    low = -board.ground_z_mm(at.x_mm, at.y_mm)
    middle = to_engine(at.x_mm, at.y_mm, -(low + half))
    return (
        f'<geom name="cube0" type="box" size="{half} {half} {half}" pos="{_row(middle)}" '
        f'axisangle="0 0 1 {-at.turn_deg}" priority="1" {CHECKER.attributes}/>'
    )


def _baffle_box(rig: Rig) -> Iterator[str]:
    """A shaft behind the board with one baffle and a ramp that ends where the half begins.

    Built along u, from its back wall to the board.
    """
    board, lip = rig.board, rig.board.rim_height_mm + 8.0  # of the chute's top, as it is drawn
    over_tray = board.tray_mm + board.divider_mm
    end = _BOX_DEEP_MM + _GAP_MM + board.rim_width_mm + over_tray
    slope = math.tan(math.radians(RAMP_DEG))
    wide = SHAFT_MM / 2
    at_mouth = lip + slope * (end - _BOX_DEEP_MM)
    yield _plate(rig, "box0", (0.0, lip + slope * end), (end, lip), wide)
    baffle_end = (_BOX_DEEP_MM - 30.0, at_mouth + 42.0)
    rise = 30.0 * math.tan(math.radians(_BAFFLE_DEG))
    yield _plate(rig, "box1", (_BOX_DEEP_MM, baffle_end[1] + rise), baffle_end, wide)
    front = (_BOX_DEEP_MM, at_mouth + _MOUTH_MM), (_BOX_DEEP_MM, _BOX_HIGH_MM)
    yield _plate(rig, "box2", *front, wide)
    yield _plate(rig, "box3", (0.0, 0.0), (0.0, _BOX_HIGH_MM), wide)
    for number, side in ((4, -1.0), (6, 1.0)):
        yield _wall(rig, f"box{number}", (0.0, _BOX_DEEP_MM), (0.0, _BOX_HIGH_MM), side)
        yield _wall(rig, f"box{number + 1}", (_BOX_DEEP_MM, end), (0.0, lip + 25.0), side)


def box_x(rig: Rig, u: float) -> float:
    """Board x of a place at a distance from the baffle box's back wall towards the board."""
    out = _BOX_DEEP_MM + _GAP_MM - u
    return -out if rig.mixer == "picture_left" else rig.board.width_mm + out


def _plate(
    rig: Rig, name: str, start: tuple[float, float], end: tuple[float, float], wide: float
) -> str:
    """A plate between two places (u, height above the felt), its upper side through both."""
    (u0, h0), (u1, h1) = start, end
    length, angle = math.hypot(u1 - u0, h1 - h0), math.atan2(h1 - h0, u1 - u0)
    back = _PLATE_MM / 2
    u, h = (u0 + u1) / 2 + back * math.sin(angle), (h0 + h1) / 2 - back * math.cos(angle)
    towards = 1.0 if rig.mixer == "picture_left" else -1.0
    x, y, z = to_engine(box_x(rig, u), rig.board.height_mm / 2, -h)
    return (
        f'<geom name="{name}" type="box" size="{length / 2} {wide} {back}" pos="{x} {y} {z}" '
        f'axisangle="0 1 0 {-towards * math.degrees(angle)}" priority="2" {BOX.attributes}/>'
    )


def _wall(
    rig: Rig, name: str, us: tuple[float, float], heights: tuple[float, float], side: float
) -> str:
    """At the left or the right of the shaft."""
    x0, x1 = sorted(box_x(rig, u) for u in us)
    off = rig.board.height_mm / 2 + side * (SHAFT_MM / 2 + _PLATE_MM / 2)
    rect = (x0, off - _PLATE_MM / 2, x1, off + _PLATE_MM / 2)
    return _slab(name, rect, *heights, BOX, 0.0)


def _row(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.6g}" for value in values)
