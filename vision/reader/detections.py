"""Places of a picture that may hold a die, from nets that use neither pips nor edges.

They are asked only where the dice were not clearly read. They give places to look at, never what
lies there: a face is believed by its pips and by the net that reads faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import BoardPlan, Calibration, Floats
from vision.learned import find, kind
from vision.reader import thresholds as at
from vision.reader.decision.places import has_arrived, may_be_die, may_show_face, shows_face
from vision.view import Picture, Piece, View, from_above, whole

MOST_PLAIN = 16
AROUND_MM = 60.0
WIDE_MM = 60.0
"""Distance around the board that is looked at once, for all callers."""
DIE_PX = 14.0
MOST = 24
NET_SEES_PX = 40
"""What lies further off does not change the finder's answer for a place: it sees 49 pixels."""
PART_PX = 16


class Suspect(NamedTuple):
    """A place (x, y) mm on the plane one die high, how likely a die's to the finder, 0..1, and
    what it may be."""

    x: float
    y: float
    likely: float
    kind: kind.Kind


class Detections:
    """Where the finder sees dice in one picture; asked once, of the board and what is around."""

    def __init__(self, image: Picture, calibration: Calibration, die_mm: float) -> None:
        self.image, self.calibration, self.die_mm = image, calibration, die_mm
        self._kinds: dict[tuple[float, float], kind.Kind] = {}
        self._sought: tuple[View, Picture] | None = None

    def of_size(self, die_mm: float) -> Detections:
        """The same of dice of another size."""
        other = Detections(self.image, self.calibration, die_mm)
        other._sought = self._sought
        return other

    def keep_to(self, view: View, where: Picture) -> None:
        """Restrict the search to the surroundings of a mask (h, w) of an overview."""
        self._sought = view, where

    @cached_property
    def negative(self) -> Picture:
        """The picture's negative."""
        return np.asarray(cv2.bitwise_not(self.image), np.uint8)

    def places(self, around_mm: float) -> Floats:
        """(N, 3): x, y mm on the plane one die high, and how likely, the likeliest first; on the
        board and `around_mm` around it."""
        found = self._near
        if around_mm > WIDE_MM:
            found = np.concatenate([found, self._far(around_mm)])
            found = found[np.argsort(-found[:, 2], kind="stable")]
        return np.asarray(found[off_mm(found, self.calibration.board) <= around_mm], np.float64)

    def kinds(self, places: Floats) -> list[kind.Kind]:
        """What lies at places (N, 2); asked once each."""
        keys = [(float(x), float(y)) for x, y in places]
        new = [key for key in keys if key not in self._kinds]
        kinds = kind.kinds_at(
            self.image, self.calibration, np.array(new).reshape(-1, 2), self.die_mm
        )
        self._kinds.update(zip(new, kinds, strict=True))
        return [self._kinds[key] for key in keys]

    def beside(self, around_mm: float) -> Floats:
        """Where the finder plainly sees a die beside the board, within `around_mm`: (N, 2) mm."""
        found = self.places(around_mm)
        plain = may_show_face(found[:, 2]) & (off_mm(found, self.calibration.board) > 0)
        return np.asarray(found[plain, :2], np.float64)

    @cached_property
    def _near(self) -> Floats:
        if self._sought is None:
            found = self._dice_in(self._view_around(WIDE_MM))
        else:
            found = np.concatenate([np.empty((0, 3)), *self._near_sought(*self._sought)])
        return np.asarray(found[np.argsort(-found[:, 2])], np.float64)

    def _near_sought(self, view: View, where: Picture) -> Iterator[Floats]:
        """What it sees in parts about a mask of a view, as if it were shown all."""
        scale = self._scale
        end = np.rint((np.array(self.calibration.board.size_mm) + 2 * WIDE_MM) * scale).astype(int)
        for left, top, right, bottom in parts_of(
            where, (NET_SEES_PX + DIE_PX) / scale * view.scale
        ):
            corners = view.to_mm(np.array([(left, top), (right, bottom)], np.float64))
            cells = np.rint((corners + WIDE_MM) * scale / find.CELL_PX).astype(int)
            (x, y), (far_x, far_y) = np.clip(find.CELL_PX * cells, 0, end).tolist()
            corner = x / scale - WIDE_MM, y / scale - WIDE_MM
            piece = Piece(corner, (far_x - x, far_y - y), (scale, scale), self.die_mm)
            picture = from_above(self.image, self.calibration, piece)
            found = self._dice_in(Shown(picture, *corner, scale))
            room = NET_SEES_PX / scale
            inside = (found[:, :2] > corners[0] + room) & (found[:, :2] < corners[1] - room)
            yield found[inside.all(axis=1)]

    def _far(self, around_mm: float) -> Floats:
        """Beyond what is near; only there the net is asked."""
        far = self._view_around(around_mm)
        left, top, right, bottom = (
            round(side * far.scale)
            for side in far.inside(self.calibration.board.size_mm, WIDE_MM - 2 * self.die_mm)
        )  # a die across the edge shows whole
        high, wide = far.picture.shape[:2]
        sides = (
            far.part(0, 0, left, high),
            far.part(right, 0, wide, high),
            far.part(left, 0, right, top),
            far.part(left, bottom, right, high),
        )
        found = np.concatenate([self._dice_in(side) for side in sides])
        return np.asarray(found[off_mm(found, self.calibration.board) > WIDE_MM], np.float64)

    def _view_around(self, around_mm: float) -> Shown:
        """The board and `around_mm` around it, as far as the camera sees it."""
        picture = whole(self.image, self.calibration, self.die_mm, around_mm, self._scale)
        return Shown(picture, -around_mm, -around_mm, self._scale).in_picture()

    @property
    def _scale(self) -> float:
        """Scale of the finder's picture, px per mm."""
        return DIE_PX / self.die_mm

    def _dice_in(self, seen: Shown) -> Floats:
        """What the finder sees (N, 3), as in `places`."""
        if min(seen.picture.shape[:2]) < DIE_PX:
            return np.empty((0, 3))
        found = find.places(np.ascontiguousarray(seen.picture), find.DIE_PX, at.FINDER_FAINT)
        found[:, :2] = found[:, :2] / seen.scale + (seen.left_mm, seen.top_mm)
        return found


class Shown(NamedTuple):
    """picture (h, w, 3) uint8 BGR of the plane one die high; left_mm, top_mm: where its first
    pixel's centre lies; scale: px per mm."""

    picture: Picture
    left_mm: float
    top_mm: float
    scale: float

    def part(self, left: int, top: int, right: int, bottom: int) -> Shown:
        """Some columns and rows of it."""
        high, wide = self.picture.shape[:2]
        left, right = (min(max(side, 0), wide) for side in (left, right))
        top, bottom = (min(max(side, 0), high) for side in (top, bottom))
        corner = self.left_mm + left / self.scale, self.top_mm + top / self.scale
        return Shown(self.picture[top:bottom, left:right], *corner, self.scale)

    def in_picture(self) -> Shown:
        """Without black rows and columns at its sides: there the camera sees nothing, and a net's
        time goes by the pixel."""
        flat = self.picture.reshape(len(self.picture), -1)
        rows = np.flatnonzero(flat.max(axis=1))
        columns = np.flatnonzero(flat.max(axis=0)) // 3
        if not len(rows):
            return self
        return self.part(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)

    def inside(self, size_mm: tuple[float, float], around_mm: float) -> tuple[float, ...]:
        """Left, top, right and bottom of a board of that size and so much around it, mm from the
        first pixel."""
        width, height = size_mm
        x, y = -around_mm - self.left_mm, -around_mm - self.top_mm
        return x, y, x + width + 2 * around_mm, y + height + 2 * around_mm


def parts_of(mask: Picture, room_px: float) -> list[tuple[int, int, int, int]]:
    """Left, top, right and bottom, px, of the parts of a mask (h, w) with so much room around
    them; none meets another."""
    high, wide = (-(-side // PART_PX) * PART_PX for side in mask.shape)
    whole = np.zeros((high, wide), np.uint8)
    whole[: mask.shape[0], : mask.shape[1]] = mask
    cells = np.asarray(
        whole.reshape(high // PART_PX, PART_PX, wide // PART_PX, PART_PX).any(axis=(1, 3)), np.uint8
    )
    count, _, stats, _ = cv2.connectedComponentsWithStats(cells)
    boxes: list[tuple[float, ...]] = []
    for x, y, across, down, _area in stats[1:count].tolist():
        left, top, right, bottom = (PART_PX * side for side in (x, y, x + across, y + down))
        box = (left - room_px, top - room_px, right + room_px, bottom + room_px)
        while met := [one for one in boxes if _meet(one, box)]:
            boxes = [one for one in boxes if one not in met]
            lefts, tops, rights, bottoms = zip(box, *met, strict=True)
            box = (min(lefts), min(tops), max(rights), max(bottoms))
        boxes.append(box)
    return [(int(a), int(b), int(c), int(d)) for a, b, c, d in boxes]


def _meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def suspects(
    seen: Detections,
    changed: Picture | None = None,
    around_mm: float = AROUND_MM,
    least: float = at.FINDER_FAINT,
) -> list[Suspect]:
    """The places of a picture that are likely enough, on the board and `around_mm` around it.

    changed: mask (h, w) of the picture, where it differs from the board before the roll; with it,
    only there.
    """
    calibration, die_mm = seen.calibration, seen.die_mm
    found = seen.places(around_mm)[:MOST]
    found = found[found[:, 2] >= least]
    found = found[may_be_die(found[:, 2], on_field=_in_halves(found[:, :2], calibration))]
    if changed is not None:
        found = found[is_changed(found[:, :2], calibration, die_mm, changed)]
    looks = seen.kinds(found[:, :2])
    return [
        Suspect(float(x), float(y), float(likely), look)
        for (x, y, likely), look in zip(found, looks, strict=True)
    ]


def plain_places(seen: Detections, around_mm: float) -> Floats:
    """Middles of top faces (N, 2), mm, that both nets take for dice that show one upwards, the
    likeliest first, on the board and so far around it."""
    places = seen.places(around_mm)
    places = places[may_show_face(places[:, 2])][:MOST_PLAIN, :2]
    looks = seen.kinds(places)
    there = np.array([shows_face(look) for look in looks], bool)
    return np.asarray(places[there], np.float64)


def off_mm(places: Floats, board: BoardPlan) -> Floats:
    """How far outside the board places (N, 2 or more) lie; negative inside."""
    off = np.maximum(-places[:, :2], places[:, :2] - board.size_mm)
    return np.asarray(off.max(axis=1), np.float64)


def _in_halves(places: Floats, calibration: Calibration) -> np.ndarray:
    return np.array([calibration.board.on_field(x, y) for x, y in places], bool)


def is_changed(
    places: Floats, calibration: Calibration, die_mm: float, changed: Picture
) -> np.ndarray:
    """At which places (N, 2), mm, of faces something changed: of a dark die on dark felt only its
    pips. changed: mask (h, w)."""
    px = calibration.project(np.column_stack([places, np.full(len(places), -die_mm)]))
    reach = max(1, round(0.5 * die_mm * calibration.px_per_mm))
    here = []
    for x, y in px.round().astype(int):
        rows = slice(max(0, y - reach), max(0, y + reach + 1))
        columns = slice(max(0, x - reach), max(0, x + reach + 1))
        around = changed[rows, columns]
        here.append(around.size > 0 and has_arrived(float(np.mean(around > 0))))
    return np.array(here, bool)
