"""`kiosk markers`: the board's four markers as a sheet to print, true to scale, and cut.

Each is in white paper whose outer edges are `inset_mm` away from the black square, so a sticker
laid flush into the board's outer corner puts its marker where the board's plan has it.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import cv2
import numpy as np
import pydyf
from numpy.typing import NDArray

from kiosk.dice.errors import DiceMisused
from vision.calibration import BoardPlan
from vision.calibration.markers import DICTIONARY, MARKERS

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
USUAL_MARKER_MM = 20.0
INSET = 0.2
"""Default inset in marker widths: a little more than a cell."""
LEAST_MARKER_MM = 12.0
"""A cell is then five pixels, from 70 cm above with 2304 pixels across."""
RULER_MM = 100.0
CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""The board's corners in the camera's picture, by a marker's number."""

_PT = 72 / 25.4
_TOP_MM = 62.0
_SIDE_MM = 20.0
_FOOT_MM = 40.0
_BETWEEN_MM = 62.0
_CROP_MM = 5.0
_GREY = 0.55
_BLACK = 0.0
_WHITE = 1.0


@dataclass(frozen=True, slots=True)
class Markers:
    """Four markers of one size. marker_mm: a black square's side; inset_mm: the white around it."""

    marker_mm: float
    inset_mm: float

    @property
    def sticker_mm(self) -> float:
        return self.marker_mm + 2 * self.inset_mm


def usual_markers(marker_mm: float = USUAL_MARKER_MM) -> Markers:
    """Markers of a size, for a board without a plan."""
    return Markers(marker_mm, round(INSET * marker_mm, 1))


def of_board(board: BoardPlan) -> Markers:
    """The markers of a plan. Raises DiceMisused if they would not lie on its rim."""
    width, height = board.size_mm
    left, right = board.picture_left, board.picture_right
    across = (left.left, width - right.right)
    along = (min(left.top, right.top), height - max(left.bottom, right.bottom))
    far = board.marker_inset_mm + board.marker_mm
    rim = min(max(wide, deep) for wide in across for deep in along)
    if far > rim:
        raise DiceMisused(
            f"A marker of {board.marker_mm:g} mm that lies {board.marker_inset_mm:g} mm from the "
            f"edges needs {far:g} mm of rim and the plan has {rim:g}; make marker_mm smaller, or "
            "measure picture_left_mm and picture_right_mm again."
        )
    return Markers(board.marker_mm, board.marker_inset_mm)


def place_mm(markers: Markers, marker: int, paper: str) -> tuple[float, float]:
    """The upper left corner of the black square of marker 0-3 on the sheet, mm from its own.

    Raises DiceMisused for markers that cannot be recognised, or do not fit on the paper.
    """
    wide, high = PAPERS_MM[paper]
    least = markers.marker_mm / 6
    if markers.marker_mm < LEAST_MARKER_MM:
        raise DiceMisused(
            f"Markers of {markers.marker_mm:g} mm are too small to be found from above the board; "
            f"{LEAST_MARKER_MM:g} mm are the least, 20 are good."
        )
    if markers.inset_mm < least:
        raise DiceMisused(
            f"{markers.inset_mm:g} mm of white around a marker of {markers.marker_mm:g} mm are too "
            f"few; it needs a cell's width, {least:.1f} mm: make marker_inset_mm that much."
        )
    sticker = markers.sticker_mm
    fits = min((wide - 2 * _SIDE_MM - _CROP_MM) / 2, (high - _TOP_MM - _BETWEEN_MM - _FOOT_MM) / 2)
    if sticker > fits:
        raise DiceMisused(
            f"Stickers of {sticker:g} mm do not fit on {paper}; markers of "
            f"{math.floor(fits / (1 + 2 * INSET))} mm do."
        )
    x = wide - _SIDE_MM - sticker if marker in (1, 2) else _SIDE_MM
    y = _TOP_MM + sticker + _BETWEEN_MM if marker in (2, 3) else _TOP_MM
    return x + markers.inset_mm, y + markers.inset_mm


def sheet_pdf(markers: Markers, paper: str) -> bytes:
    """The sheet as a PDF of one page. paper: a key of PAPERS_MM. Raises as `place_mm`."""
    page = _MarkerPage(paper)
    page.text(_SIDE_MM, 20, "Markers for a Table Kiosk", 16)
    page.text(
        _SIDE_MM, 27, "Print at 100 % (actual size), not fitted to the page, on matt white.", 10
    )
    page.text(_SIDE_MM, 32, "Then measure the line: it must be 100 mm long, within 0.5 mm.", 10)
    _ruler(page, _SIDE_MM, 42)
    for marker in range(MARKERS):
        x, y = place_mm(markers, marker, paper)
        _sticker(page, markers, marker, x, y)
    _sketch(page, _TOP_MM + markers.sticker_mm + 21)
    foot = page.high_mm - 22
    page.text(
        _SIDE_MM,
        foot,
        f"DICT_4X4_50, numbers 0 to 3. marker_mm = {markers.marker_mm:g}, "
        f"marker_inset_mm = {markers.inset_mm:g}",
        10,
    )
    page.text(_SIDE_MM, foot + 5, "Cut along the corner marks. Lay each flush into its outer", 10)
    page.text(_SIDE_MM, foot + 10, "corner of the rim, every arrow towards the picture's top.", 10)
    return page.pdf()


def cells(marker: int) -> NDArray[np.uint8]:
    """The marker's cells with its border, 0 black or 255 white, (6, 6) uint8."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    side = dictionary.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, marker, side), np.uint8)


def _sticker(page: _MarkerPage, markers: Markers, marker: int, x: float, y: float) -> None:
    side, inset = markers.marker_mm, markers.inset_mm
    page.rectangles([(x, y, side, side)], _BLACK)
    cell = side / 6
    white = np.argwhere(cells(marker) > 0)
    # One path: cells that touch then leave no hairline between them.
    page.rectangles([(x + col * cell, y + row * cell, cell, cell) for row, col in white], _WHITE)
    left, top, right, bottom = x - inset, y - inset, x + side + inset, y + side + inset
    for at_x, way_x in ((left, -1), (right, 1)):
        for at_y, way_y in ((top, -1), (bottom, 1)):
            page.line(at_x + way_x, at_y, at_x + way_x * _CROP_MM, at_y)
            page.line(at_x, at_y + way_y, at_x, at_y + way_y * _CROP_MM)
    # Small and grey, and away from the corners, by which the marker is found.
    page.text(x + side / 2 - 2.2, bottom - 0.6, f"{marker}", 4.5, _GREY)
    page.arrow(x + side / 2 + 1.2, bottom - 2.1, bottom - 0.6, _GREY)
    page.text(left, bottom + 9, f"Marker {marker}: {CORNERS[marker]}", 10)


def _ruler(page: _MarkerPage, x: float, y: float) -> None:
    page.line(x, y, x + RULER_MM, y, 0.3)
    for mm in range(0, int(RULER_MM) + 1, 10):
        page.line(x + mm, y, x + mm, y + (5 if mm % 50 == 0 else 3), 0.3)
        page.text(x + mm + 0.7, y + 4.5, f"{mm}", 7)


def _sketch(page: _MarkerPage, y: float) -> None:
    """Draw which corner each marker belongs to."""
    wide, high, side = 52.0, 34.0, 6.0
    x = (page.wide_mm - wide) / 2
    page.text(x + 2, y - 2, "picture's top edge", 8)
    page.text(x + 2, y + high + 4, "picture's bottom edge", 8)
    page.frame(x, y, wide, high)
    page.frame(x + side, y + side, (wide - 3 * side) / 2, high - 2 * side)
    page.frame(x + (wide + side) / 2, y + side, (wide - 3 * side) / 2, high - 2 * side)
    for marker in range(MARKERS):
        at_x = x + (wide - side if marker in (1, 2) else 0)
        at_y = y + (high - side if marker in (2, 3) else 0)
        page.text(at_x + 1.5, at_y + side - 1.5, f"{marker}", 11)


class _MarkerPage:
    """Draws in millimetres from the upper left corner."""

    def __init__(self, paper: str) -> None:
        self.wide_mm, self.high_mm = PAPERS_MM[paper]
        self._ink = pydyf.Stream()

    def rectangles(self, boxes: list[tuple[float, float, float, float]], grey: float) -> None:
        """Boxes as left, top, width, height."""
        self._ink.set_color_rgb(grey, grey, grey)
        for x, y, wide, high in boxes:
            self._ink.rectangle(
                *self._page_point(x, y + high), float(wide * _PT), float(high * _PT)
            )
        self._ink.fill()

    def frame(self, x: float, y: float, wide: float, high: float) -> None:
        self._stroked(0.2)
        self._ink.rectangle(*self._page_point(x, y + high), wide * _PT, high * _PT)
        self._ink.stroke()

    def line(self, x: float, y: float, to_x: float, to_y: float, wide_mm: float = 0.1) -> None:
        self._stroked(wide_mm)
        self._ink.move_to(*self._page_point(x, y))
        self._ink.line_to(*self._page_point(to_x, to_y))
        self._ink.stroke()

    def arrow(self, x: float, y: float, foot_y: float, grey: float) -> None:
        """A small triangle, its tip at (x, y)."""
        self._ink.set_color_rgb(grey, grey, grey)
        self._ink.move_to(*self._page_point(x, y))
        self._ink.line_to(*self._page_point(x - 0.9, foot_y))
        self._ink.line_to(*self._page_point(x + 0.9, foot_y))
        self._ink.close()
        self._ink.fill()

    def text(self, x: float, y: float, words: str, points: float, grey: float = _BLACK) -> None:
        """ASCII text, its base line at y."""
        self._ink.set_color_rgb(grey, grey, grey)
        self._ink.begin_text()
        self._ink.set_font_size("F", points)
        self._ink.move_text_to(*self._page_point(x, y))
        self._ink.show_text_string(words)
        self._ink.end_text()

    def pdf(self) -> bytes:
        document = pydyf.PDF()
        document.info["Title"] = pydyf.String("Markers for a Table Kiosk")
        # One of the fourteen fonts that every reader and printer has.
        font = pydyf.Dictionary({"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica"})
        document.add_object(font)
        document.add_object(self._ink)
        page = {
            "Type": "/Page",
            "Parent": document.pages.reference,
            "MediaBox": pydyf.Array([0, 0, self.wide_mm * _PT, self.high_mm * _PT]),
            "Contents": self._ink.reference,
            "Resources": pydyf.Dictionary({"Font": pydyf.Dictionary({"F": font.reference})}),
        }
        document.add_page(pydyf.Dictionary(page))
        # A viewer asked to print would use its own scaling; this asks for none.
        document.catalog["ViewerPreferences"] = pydyf.Dictionary({"PrintScaling": "/None"})
        written = io.BytesIO()
        document.write(written)
        return written.getvalue()

    def _page_point(self, x: float, y: float) -> tuple[float, float]:
        return float(x * _PT), float((self.high_mm - y) * _PT)

    def _stroked(self, wide_mm: float) -> None:
        self._ink.set_color_rgb(_BLACK, _BLACK, _BLACK, stroke=True)
        self._ink.set_line_width(wide_mm * _PT)
