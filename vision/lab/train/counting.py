"""Strips of points and bar with the checkers on them, painted or rendered: what the count net is
fitted to."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.strips import HIGH_PX, cut_strips, pitch_mm, places
from vision.calibration import Calibration, Floats, Rect
from vision.lab.train.covering import covered
from vision.lab.train.crop import Rows
from vision.lab.train.drawing import draw_rigs
from vision.lab.train.laying import HIGH, Laid, lay
from vision.lab.train.painting import Look, draw_look, paint
from vision.lab.train.rendered import calibration_of
from vision.scene import Board, CubeAt, DiePath, DiePose, Rig, Scene
from vision.scene.die import showing
from vision.scene.render import Renderer
from vision.scene.style import Colour, Style
from vision.view import Picture

SIZES = ((800, 450), (960, 540), (1280, 720))
POSITIONS = 4
"""On one rendered rig."""
COVERED = 0.35
"""So many boards have hands, cups or papers over them."""
THINGS = 6
MANY = 4
BARE_KEPT = 0.5
"""Of the places without a checker so many are kept: most are bare."""
STRIDE = 8
ROWS = HIGH_PX // STRIDE
_WITHIN = np.array([(r * math.cos(a), r * math.sin(a)) for r in (0.25, 0.6) for a in np.arange(6)])
"""Where a checker's colour is looked at, over its radius."""


@dataclass(frozen=True, slots=True, eq=False)
class StripRows(Rows):
    """N strips: `image` (N, 160, 40, 3) uint8 BGR; `count` (N,) signed as SIGNED_COUNTS; `hidden`
    (N,) the covered share of the checker, or the place for the next one, that is covered most;
    `shape` (N, 5) as `vision.board.strips.Strips`; `colours` (N, 6) BGR of colour 0's and colour
    1's checkers in that picture; `along` (N, 4, 20) how many checkers have their middle in each
    eighth of a point: colour 0 below, above, colour 1 below, above."""

    image: NDArray[np.uint8]
    count: NDArray[np.int64]
    hidden: NDArray[np.float32]
    shape: NDArray[np.float32]
    colours: NDArray[np.float32]
    along: NDArray[np.uint8]


def painted(seed: int) -> StripRows:
    """The strips of one painted board."""
    return _painted(np.random.default_rng([seed, 91]), seed, COVERED, 1)


def under_things(seed: int) -> StripRows:
    """Those strips of one painted board on which something lies, one thing after the other."""
    rows = _painted(np.random.default_rng([seed, 94]), seed, 1.0, THINGS)
    return rows.only(rows.hidden > 0)


def high(seed: int) -> StripRows:
    """Those strips of one painted board that hold many checkers."""
    rows = _painted(np.random.default_rng([seed, 95]), seed, 0.0, 1, high=1.0)
    return rows.only(np.abs(rows.count) >= MANY)


def _painted(
    rng: np.random.Generator, seed: int, things: float, times: int, high: float = HIGH
) -> StripRows:
    rig = other_board(seed, rng)
    calibration = _known(rig)
    laid = lay(rig.board, rng, high)
    picture = paint(rig, calibration, laid, draw_look(rng), rng)
    parts = [strips_of(picture, rig.board, calibration, laid, rng, things) for _ in range(times)]
    return StripRows.together(parts)


def rendered(seed: int) -> StripRows:
    """The strips of some positions on one rendered board."""
    rng = np.random.default_rng([seed, 92])
    rig = other_board(seed, rng)
    if rng.random() < 0.6:
        rig = replace(rig, style=_dressed(rig, draw_look(rng)))
    calibration = _known(rig)
    renderer = Renderer(rig)
    parts = []
    for _ in range(POSITIONS):
        laid = lay(rig.board, rng)
        picture = renderer.frame(strewn_scene(rig, laid, rng), 0.0, rng)
        parts.append(strips_of(picture, rig.board, calibration, laid, rng, COVERED))
    return StripRows.together(parts)


def _known(rig: Rig) -> Calibration:
    """The whole truth about a rig, how thick its checkers are with it."""
    found = calibration_of(rig)
    thick = rig.board.checker_thickness_mm
    return replace(found, board=replace(found.board, checker_height_mm=thick))


def other_board(seed: int, rng: np.random.Generator) -> Rig:
    """The rig of a seed with checkers of other sizes, another bar and another rim."""
    rig = Rig.draw(seed, *SIZES[int(rng.integers(len(SIZES)))])
    board = replace(
        rig.board,
        bar_width_mm=round(float(rng.uniform(30, 54)), 1),
        rim_height_mm=round(float(rng.uniform(7, 24)), 1),
    )
    left, top, right, bottom = board.halves["picture_left"]
    size = float(rng.uniform(0.76, 0.985)) * (right - left) / 6
    size = min(size, (bottom - top - 4) / 10, board.bar_width_mm * 1.25)
    thick = float(rng.uniform(0.18, 0.28)) * size
    board = replace(board, checker_diameter_mm=round(size, 1), checker_thickness_mm=round(thick, 1))
    return replace(rig, board=board)


def strewn_scene(rig: Rig, laid: Laid, rng: np.random.Generator) -> Scene:
    """Checkers, the cube and some dice that lie level somewhere, no two at one place."""
    board, side = rig.board, rig.style.die_mm
    dice: list[DiePath] = []
    halves = list(board.halves.values())
    for _ in range(int(rng.choice([0, 2, 4], p=[0.2, 0.65, 0.15]))):
        left, top, right, bottom = halves[int(rng.integers(2))]
        x, y = float(rng.uniform(left + 10, right - 10)), float(rng.uniform(top + 10, bottom - 10))
        if rng.random() < 0.6:
            y = float(np.clip(rng.normal(board.height_mm / 2, 70), top + 10, bottom - 10))
        near = [
            c
            for c in laid.checkers
            if math.hypot(c.x_mm - x, c.y_mm - y) < board.checker_diameter_mm / 2
        ]
        z = min([0.0, *(c.z_mm - board.checker_thickness_mm / 2 for c in near)])
        turn = showing(int(rng.integers(1, 7)), rig.style.chirality, float(rng.uniform(0, 6)))
        dice.append(DiePath.resting(DiePose(x, y, z - side / 2, turn)))
    cube = None
    if rng.random() < 0.8:
        x = float(rng.choice([board.width_mm / 2, rng.uniform(40, board.width_mm - 40)]))
        y = float(rng.choice([board.height_mm / 2, 15.0]))
        cube = CubeAt(int(rng.choice([1, 2, 4, 8])), x, y, float(rng.uniform(0, 360)))
    return Scene(laid.checkers, tuple(dice), cube)


def _dressed(rig: Rig, look: Look) -> Style:
    """The rig's style with the colours of a look."""
    field, a, b, wood, one, other = map(
        _plain, (look.field, *look.points, look.wood, *look.checkers)
    )
    return replace(rig.style, field=field, point_a=a, point_b=b, wood=wood, checkers=(one, other))


def _plain(colour: NDArray[np.float64]) -> Colour:
    blue, green, red = (float(np.clip(value, 4, 245)) for value in colour)
    return blue, green, red


def strips_of(
    picture: Picture,
    board: Board,
    true: Calibration,
    laid: Laid,
    rng: np.random.Generator,
    things: float,
) -> StripRows:
    """What a picture of laid checkers gives, cut by a calibration that is somewhat off. things:
    how likely something lies over the board."""
    colours = seen_colours(picture, board, true, laid)
    over = np.zeros(picture.shape[:2], np.uint8)
    if rng.random() < things:
        field = np.zeros(over.shape, np.uint8)
        high, wide = picture.shape[:2]
        field[high // 10 : high * 9 // 10, wide // 6 : wide * 5 // 6] = 255
        picture, over = covered(picture, field, true.px_per_mm, rng)
    if rng.random() < 0.7:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))]
        packed = cv2.imencode(".jpg", picture, quality)[1]
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    cut = cut_strips(picture, _astray(true, rng))
    hidden = _hidden(over, board, true, laid)
    along = _along(board, true, laid)
    keep = (laid.counts != 0) | (hidden > 0) | (rng.random(len(laid.counts)) < BARE_KEPT)
    return StripRows(
        image=cut.pictures,
        count=laid.counts,
        hidden=hidden,
        shape=cut.shape,
        colours=np.repeat(colours.reshape(1, 6), len(laid.counts), axis=0).astype(np.float32),
        along=along,
    ).only(keep)


def _astray(true: Calibration, rng: np.random.Generator) -> Calibration:
    """Off by what calibrations are off by: the field's edges, the pose, the checkers' height."""
    off = float(rng.choice([0.5, 1.2, 2.5], p=[0.4, 0.4, 0.2]))
    board = true.board

    def moved(rect: Rect) -> Rect:
        return Rect(*(side + float(rng.normal(0, off)) for side in _sides(rect)))

    board = replace(
        board,
        picture_left=moved(board.picture_left),
        picture_right=moved(board.picture_right),
        bar=moved(board.bar),
        checker_height_mm=board.checker_height_mm + float(rng.normal(0, 1.0)),
    )
    return replace(true, board=board, t_mm=true.t_mm + rng.normal(0, 0.5, 3))


def _sides(rect: Rect) -> tuple[float, float, float, float]:
    return rect.left, rect.top, rect.right, rect.bottom


def seen_colours(
    picture: Picture, board: Board, true: Calibration, laid: Laid
) -> NDArray[np.float32]:
    """The median colour of each player's checkers, (2, 3) BGR; both as one's where the other has
    none on the board."""
    found = []
    for player in (0, 1):
        own = [at for at in laid.checkers if at.player == player]
        if not own:
            found.append(np.full(3, np.nan))
            continue
        spots = _spots(own, board, true)
        seen = [np.mean(_looked_up(picture, each), axis=0) for each in spots]
        found.append(np.median(np.array(seen), axis=0))
    return np.asarray(found, np.float32)


def _spots(own: list, board: Board, true: Calibration) -> Floats:  # type: ignore[type-arg]
    """Places on checkers' tops, px (n, 12, 2)."""
    radius, half = board.checker_diameter_mm / 2, board.checker_thickness_mm / 2
    tops = np.array([(c.x_mm, c.y_mm, c.z_mm - half) for c in own])
    within = np.column_stack([_WITHIN * radius, np.zeros(len(_WITHIN))])
    return true.project((tops[:, None] + within).reshape(-1, 3)).reshape(len(own), -1, 2)


def _looked_up(picture: NDArray[np.uint8], px: Floats) -> NDArray[np.float64]:
    """Values at places (n, 2) px; those outside the picture at its edge."""
    high, wide = picture.shape[:2]
    x = np.clip(np.rint(px[:, 0]).astype(int), 0, wide - 1)
    y = np.clip(np.rint(px[:, 1]).astype(int), 0, high - 1)
    return np.asarray(picture[y, x], np.float64)


def _hidden(
    over: NDArray[np.uint8], board: Board, true: Calibration, laid: Laid
) -> NDArray[np.float32]:
    """The share of the checker, or place for the next one, of each place that is covered most."""
    found = np.zeros(len(laid.counts), np.float32)
    if not over.any():
        return found
    if laid.checkers:
        for place, spots in zip(laid.place, _spots(list(laid.checkers), board, true), strict=True):
            share = float((_looked_up(over, spots) > 127).mean())
            found[place] = max(found[place], share)
    size = board.checker_diameter_mm
    for i, place in enumerate(places(true.board)):
        own = np.flatnonzero(laid.place == i)
        offs = [(laid.checkers[k].y_mm - place.y_mm) * place.way for k in own]
        middle = max(offs, default=-size / 2) + size
        middle = min(middle, place.long_mm - size / 2)
        middles = [middle] if not place.on_bar else list(np.arange(size, place.long_mm, size / 2))
        at = np.array([(place.x_mm, place.y_mm + place.way * off) for off in middles])
        spots = at[:, None] + _WITHIN * size / 2
        flat = spots.reshape(-1, 2)
        z = np.full(len(flat), -place.height_mm)
        share = float((_looked_up(over, true.project(np.column_stack([flat, z]))) > 127).mean())
        found[i] = max(found[i], share)
    return found


def _along(board: Board, true: Calibration, laid: Laid) -> NDArray[np.uint8]:
    found = np.zeros((len(laid.counts), 4, ROWS), np.uint8)
    pitch = pitch_mm(true.board)
    every = places(true.board)
    for at, place in zip(laid.checkers, laid.place, strict=True):
        floor = board.rim_height_mm if every[place].on_bar else 0.0
        above = -at.z_mm - floor > board.checker_thickness_mm
        _, y = every[place].to_strip(at.x_mm, at.y_mm, pitch)
        row = min(max(int(y / STRIDE), 0), ROWS - 1)
        found[place, 2 * at.player + above, row] += 1
    return found


HOWS = {"painted": painted, "under-things": under_things, "high": high, "rendered": rendered}


def main() -> None:
    options = argparse.ArgumentParser(add_help=False)
    options.add_argument("--how", choices=HOWS, required=True)
    given, rest = options.parse_known_args()
    draw_rigs("Cut strips of points and bar.", HOWS[given.how], rest)


if __name__ == "__main__":
    main()
