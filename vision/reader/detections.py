"""Places of a picture that may hold a die, told by nets that know neither pips nor edges.

They are asked only where the dice were not clearly read. They say where to look, never what
lies there: a face is believed by its pips and by the net that reads faces.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned import find, kind
from vision.reader import thresholds as at
from vision.reading import DieSeen
from vision.view import Picture, View, overview_in_colour

LIKELY, FAINT = 0.2, 0.1
"""Dice at rest are seen by the finder at the first or more, long smears at the second, and much
else is, too: what is fainter than the first counts on the field only."""
PLAIN, NONE, MOST_PLAIN = 0.4, 0.1, 16
"""So likely a die's, and no more likely none, is where a face is worth a search of its own."""
AROUND_MM = 60.0
WIDE_MM = 60.0
"""So far around the board is looked at once, for whoever asks."""
DIE_PX = 14.0
MOST = 50
SAME_DIE_SIDES = 1.1
CHANGED_PART = 0.05
"""Of a face: less is noise."""


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

    def places(self, around_mm: float) -> Floats:
        """(N, 3): x, y mm on the plane one die high, and how likely, the likeliest first; on the
        board and so far around it."""
        found = self._near
        if around_mm > WIDE_MM:
            found = np.concatenate([found, self._far(around_mm)])
            found = found[np.argsort(-found[:, 2], kind="stable")]
        return np.asarray(found[self._off_mm(found) <= around_mm], np.float64)

    def kinds(self, places: Floats) -> list[kind.Kind]:
        """What lies at places (N, 2); asked once each."""
        keys = [(float(x), float(y)) for x, y in places]
        new = [key for key in keys if key not in self._kinds]
        said = kind.kinds_at(
            self.image, self.calibration, np.array(new).reshape(-1, 2), self.die_mm
        )
        self._kinds.update(zip(new, said, strict=True))
        return [self._kinds[key] for key in keys]

    def beside(self, around_mm: float) -> bool:
        """Whether it plainly sees one beside the board, so far around it."""
        found = self.places(around_mm)
        return bool(((found[:, 2] >= PLAIN) & (self._off_mm(found) > 0)).any())

    def _off_mm(self, places: Floats) -> Floats:
        """How far outside the board places (N, 3) lie; negative inside."""
        width, height = self.calibration.board.size_mm
        off = np.maximum(-places[:, :2], places[:, :2] - (width, height))
        return np.asarray(off.max(axis=1), np.float64)

    @cached_property
    def _near(self) -> Floats:
        view = self._view(WIDE_MM)
        found = _dice_in(view, *_in_picture(view))
        return np.asarray(found[np.argsort(-found[:, 2])], np.float64)

    def _far(self, around_mm: float) -> Floats:
        """Beyond what is near; only there the net is asked."""
        view = self._view(around_mm)
        known = around_mm - WIDE_MM + 2 * self.die_mm  # a die across the edge shows whole
        left, top, seen = _in_picture(view)
        high, wide = view.grey.shape
        right, below = (round(side - known * view.scale) for side in (wide, high))
        x, y = (max(0, round(known * view.scale) - first) for first in (left, top))
        middle, rows = seen[:, x : right - left], slice(y, below - top)
        sides = (
            (left, top, seen[:, :x]),
            (right, top, seen[:, right - left :]),
            (left + x, top, middle[: rows.start]),
            (left + x, below, middle[rows.stop :]),
        )
        found = np.concatenate(
            [_dice_in(view, *side) for side in sides if min(side[2].shape[:2]) > find.DIE_PX]
            or [np.empty((0, 3))]
        )
        return np.asarray(found[self._off_mm(found) > WIDE_MM], np.float64)

    def _view(self, around_mm: float) -> View:
        px_per_mm = DIE_PX / self.die_mm
        return overview_in_colour(self.image, self.calibration, self.die_mm, around_mm, px_per_mm)


def _dice_in(view: View, left: int, top: int, seen: Picture) -> Floats:
    """What the finder sees in a part of a view, whose first pixel is there: (N, 3), mm."""
    found = find.places(np.ascontiguousarray(seen), find.DIE_PX, FAINT)
    found[:, :2] = view.to_mm(found[:, :2] + (left, top))
    return found


def _in_picture(view: View) -> tuple[int, int, Picture]:
    """A view's first column, first row and pixels (h, w, 3) but for black ones at its sides: there
    the camera sees nothing, and a net's time goes by the pixel."""
    assert view.colour is not None
    seen = np.asarray(np.rint(view.colour), np.uint8)
    rows, columns = (np.flatnonzero(seen.any(axis=(one, 2))) for one in (1, 0))
    if not len(rows):
        return 0, 0, seen
    top, below, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    return int(left), int(top), np.asarray(seen[top:below, left:right], np.uint8)


def suspects(
    seen: Detections, changed: Picture | None = None, around_mm: float = AROUND_MM
) -> list[Suspect]:
    """All of a picture's, on the board and so far around it.

    changed: mask (h, w) of the picture, where it differs from the board before the roll; only
    there anything is looked for then.
    """
    calibration, die_mm = seen.calibration, seen.die_mm
    found = seen.places(around_mm)[:MOST]
    found = found[(found[:, 2] >= LIKELY) | _in_halves(found[:, :2], calibration)]
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
    places = places[places[:, 2] >= PLAIN][:MOST_PLAIN, :2]
    looks = seen.kinds(places)
    there = np.array([look.none <= NONE and look.far <= at.LEANS_FAR for look in looks], bool)
    return np.asarray(places[there], np.float64)


def besides(found: list[Suspect], dice: tuple[DieSeen, ...], die_mm: float) -> list[Suspect]:
    """Those that are none of the dice that were read."""
    known = [die.center_mm for die in dice if die.center_mm is not None and die.guess is not None]
    reach = SAME_DIE_SIDES * die_mm
    return [one for one in found if all(np.hypot(one.x - x, one.y - y) > reach for x, y in known)]


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
        here.append(around.size > 0 and float(np.mean(around > 0)) > CHANGED_PART)
    return np.array(here, bool)
