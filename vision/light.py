"""What is wrong with the light in a picture of a calibrated board: named, with the figure.

The markers' black and white give the picture's brightness, sharpness and colour; they lie on known
places and have known shapes, so felt, dice and checkers do not count. Without markers only
brightness, mirrored lamps and the sharpest edges can be measured.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Floats, Rect
from vision.calibration.markers import find_markers
from vision.marker_photometry import Paper, level, papers

Picture = NDArray[np.uint8]
Box = tuple[int, int, int, int]

LEAST_CONTRAST = 90.0
BLACK_LEVELS = 25.0
"""A small picture whose darkest and brightest are no further apart shows no board at all."""
"""Grey levels from black to white paper. A pip stands out from a dark clear die by a fifth of
that, and 18 levels are four times the noise of a dim picture."""
MOST_BLACK = 130.0
"""Black paper brighter than that lies under a mirrored lamp, or the picture is overexposed."""
PIP_MM = 2.8
MOST_BLUR = PIP_MM / 6
"""Standard deviation, mm: the pips of a six, 3.5 mm apart, keep 70 % of their contrast."""
MOST_BLUR_PX = 1.0
"""Less blur comes from pixels and their processing in any picture."""
MOST_SMEAR = 1.2
"""mm: dice smeared more than that look like moving ones."""
MOST_SMEAR_PX = 2.6
BOX = 0.88
"""Width of an even smear over that of the Gaussian that fits it best."""
LEAST_BALANCE = 0.2
"""Ratio of the weakest colour to the strongest on white paper, in light. A warm bulb leaves a
camera set to daylight about 0.35."""
CLIPPED = 250
"""All colours of a pixel are full from here."""
PAPER_CLIPPED = 253.0
"""White paper at this level in every colour is past what the sensor takes."""
PATCH_CHECKERS = 0.6
"""A clipped patch over more of a checker's area is no shine on one, and swallows dice."""
USUAL_CHECKER_MM = 40.0
FINE_MM = 3.0
"""Clipped specks and lines narrower than twice that hide no die."""
UNSHARP_PX = 0.8
"""By the sharpest edges, which seem a little sharper than they are."""
EDGE_WINDOW_PX = 15
EDGE_LEVELS = 60.0
LEAST_EDGES = 1000
EDGE_PART = 10
"""The sharpest edges, up to this per cent of the strong ones, show the lens, others soft things."""


class Trouble(StrEnum):
    """What can be wrong with the light, or with the lens."""

    DARK = "dark"
    BRIGHT = "bright"
    GLARE = "glare"
    BLUR = "blur"
    MOTION = "motion"
    FLICKER = "flicker"
    CAST = "colour cast"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: its figure beside what it may be at most or must be at least.

    words: one sentence for people, with what to do. at_px: boxes x, y, width, height where.
    """

    trouble: Trouble
    figure: float
    limit: float
    words: str
    at_px: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredLight:
    """The light in one picture as measured; `None` where it cannot be.

    white, black: of the markers' paper, levels (3,) of blue, green, red. blur_px: standard
    deviation of the lens's blur; smear_px: how far the picture moved during the exposure.
    patches_px: boxes of what is clipped on the field, patch_mm2 the largest of them.
    """

    white: Floats | None
    black: Floats | None
    contrast: float
    balance: float | None
    blur_px: float | None
    smear_px: float | None
    px_per_mm: float
    patch_mm2: float
    patches_px: tuple[Box, ...]


def measured(
    picture: Picture, world: Calibration, markers: Mapping[int, Floats] | None = None
) -> MeasuredLight:
    """Measure a BGR picture (h, w, 3) of the board; markers as from `find_markers`."""
    seen = papers(picture, find_markers(picture) if markers is None else markers)
    patch_mm2, boxes = _patches(picture, world)
    if not seen:
        low, high = np.percentile(_on_board(picture, world), (1, 99.5))
        blur = sharpest_px(picture)
        return MeasuredLight(
            None, None, float(high - low), None, blur, None, world.px_per_mm, patch_mm2, boxes
        )
    white, black = _middle([p.white for p in seen.values()], [p.black for p in seen.values()])
    blur_px, smear_px = _blur(list(seen.values()))
    levels = level(white), level(black)
    step = np.maximum(white - black, 1e-6)
    return MeasuredLight(
        white=levels[0],
        black=levels[1],
        contrast=float((levels[0] - levels[1]).max()),
        balance=float(step.min() / step.max()),
        blur_px=blur_px,
        smear_px=smear_px,
        px_per_mm=world.px_per_mm,
        patch_mm2=patch_mm2,
        patches_px=boxes,
    )


def faults(light: MeasuredLight, checker_mm: float = 0.0) -> tuple[Fault, ...]:
    """What is wrong, the worst for a reader first; nothing where all is well."""
    found = (
        _dark(light),
        _clipped(light, checker_mm),
        _bright(light),
        *_unsharp(light),
        _cast(light),
    )
    return tuple(fault for fault in found if fault is not None)


def _dark(light: MeasuredLight) -> Fault | None:
    if light.contrast >= LEAST_CONTRAST or _veiled(light):
        return None
    return Fault(
        Trouble.DARK,
        light.contrast,
        LEAST_CONTRAST,
        f"The picture is dark: black and white are {light.contrast:.0f} grey levels apart, "
        f"{LEAST_CONTRAST:.0f} are needed; put on more light, or raise exposure or gain.",
    )


def _veiled(light: MeasuredLight) -> bool:
    return light.black is not None and float(light.black.max()) > MOST_BLACK


def _bright(light: MeasuredLight) -> Fault | None:
    if light.black is None or not _veiled(light):
        return None
    black = float(light.black.max())
    return Fault(
        Trouble.BRIGHT,
        black,
        MOST_BLACK,
        f"The picture is too bright: even black is at level {black:.0f} of 255, "
        f"{MOST_BLACK:.0f} is the most; lower exposure or gain, or move the lamp.",
    )


def _clipped(light: MeasuredLight, checker_mm: float) -> Fault | None:
    side = checker_mm or USUAL_CHECKER_MM
    limit = PATCH_CHECKERS * math.pi / 4 * side * side
    if light.patch_mm2 <= limit:
        return None
    patch, most = light.patch_mm2 / 100, limit / 100
    if light.white is not None and float(light.white.min()) >= PAPER_CLIPPED:
        words = (
            f"The picture is overexposed: paper is clipped, and {patch:.0f} cm² of the field with "
            "it; lower exposure or gain."
        )
        return Fault(Trouble.BRIGHT, patch, most, words, light.patches_px)
    words = (
        f"A lamp is mirrored on the board over {patch:.0f} cm², where no die can be read; "
        "move the lamp or the camera aside, or put a shade between them."
    )
    return Fault(Trouble.GLARE, patch, most, words, light.patches_px)


def _unsharp(light: MeasuredLight) -> tuple[Fault | None, ...]:
    per_mm, blur, smear = light.px_per_mm, light.blur_px, light.smear_px
    moved = blurred = None
    if smear is not None and smear > max(MOST_SMEAR_PX, MOST_SMEAR * per_mm):
        moved = Fault(
            Trouble.MOTION,
            smear / per_mm,
            MOST_SMEAR,
            f"The picture moved by {smear / per_mm:.1f} mm while it was taken; "
            "fix the camera and the table, or shorten the exposure.",
        )
    if blur is not None and blur > max(MOST_BLUR_PX, MOST_BLUR * per_mm):
        width = 2.56 * blur / per_mm
        blurred = Fault(
            Trouble.BLUR,
            width,
            2.56 * max(MOST_BLUR_PX / per_mm, MOST_BLUR),
            f"The picture is out of focus: edges are {width:.1f} mm wide, and a pip is 3; "
            "focus the lens on the board, and clean it.",
        )
    return moved, blurred


def _cast(light: MeasuredLight) -> Fault | None:
    if light.balance is None or light.balance >= LEAST_BALANCE or light.white is None:
        return None
    weak, strong = (("blue", "green", "red")[int(f(light.white))] for f in (np.argmin, np.argmax))
    return Fault(
        Trouble.CAST,
        light.balance,
        LEAST_BALANCE,
        f"White paper looks {strong}: {weak} is {100 * light.balance:.0f} % of it, "
        f"{100 * LEAST_BALANCE:.0f} % are needed; set the white balance for this lamp.",
    )


def _middle(*of: Sequence[Floats]) -> tuple[Floats, ...]:
    """The median of each: a marker in shadow or under a lamp's mirror does not count."""
    return tuple(np.median(np.stack(list(each)), axis=0) for each in of)


def _blur(seen: Sequence[Paper]) -> tuple[float | None, float | None]:
    """The lens's blur is alike in all directions, a movement's in one, with smear² / 12."""
    spreads = [paper.spread for paper in seen if paper.spread is not None]
    if not spreads:
        return None, None
    low, high = np.maximum(np.linalg.eigvalsh(_middle(spreads)[0]), 0.0)
    return math.sqrt(low), BOX * math.sqrt(12 * (high - low))


def sharpest_px(picture: Picture) -> float | None:
    """Blur, px, by the sharpest edges of a BGR picture; `None` where none is strong."""
    return _sharpest(picture)[0]


def _sharpest(picture: Picture) -> tuple[float | None, float | None, float | None]:
    """The same over all edges, over upright ones and over level ones.

    A step of height h blurred by a Gaussian rises by h / (sqrt(2 pi) sigma) at most.
    """
    raw = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey = cv2.GaussianBlur(raw, (0, 0), 0.7)  # else noise makes steep edges
    window = np.ones((EDGE_WINDOW_PX, EDGE_WINDOW_PX), np.uint8)
    across, down = (
        cv2.dilate(np.abs(cv2.Sobel(grey, cv2.CV_32F, *way, ksize=1, scale=0.5)), window)
        for way in ((1, 0), (0, 1))
    )
    height = cv2.dilate(grey, window) - cv2.erode(grey, window)
    strong = height > EDGE_LEVELS
    widths = height / (math.sqrt(2 * math.pi) * np.maximum(np.maximum(across, down), 1e-3))
    upright, level_edges = across > 2 * down, down > 2 * across
    return (
        _sharp_part(widths[strong]),
        _sharp_part(widths[strong & upright]),
        _sharp_part(widths[strong & level_edges]),
    )


def _sharp_part(widths: Floats) -> float | None:
    if len(widths) < LEAST_EDGES:
        return None
    seen = float(np.percentile(widths, EDGE_PART))
    return math.sqrt(max(seen**2 - 0.7**2 - 1 / 3, 0.0))


def _on_board(picture: Picture, world: Calibration) -> NDArray[np.uint8]:
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    mask = _mask(picture, world, [Rect(0.0, 0.0, *world.board.size_mm)])
    return np.asarray(grey[mask > 0] if mask.any() else grey.ravel())


def _mask(picture: Picture, world: Calibration, rects: Sequence[Rect]) -> Picture:
    mask = np.zeros(picture.shape[:2], np.uint8)
    for r in rects:
        sides = [(r.left, r.top), (r.right, r.top), (r.right, r.bottom), (r.left, r.bottom)]
        corners = world.project(np.array([(x, y, 0.0) for x, y in sides]))
        cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 1)
    return mask


def _patches(picture: Picture, world: Calibration) -> tuple[float, tuple[Box, ...]]:
    """The largest clipped patch of the field, mm², and the boxes of all."""
    field = _mask(picture, world, [world.board.picture_left, world.board.picture_right])
    clipped = (picture.min(axis=2) >= CLIPPED).astype(np.uint8) & field
    reach = max(1, round(FINE_MM * world.px_per_mm))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    whole = cv2.morphologyEx(clipped, cv2.MORPH_OPEN, disc)
    _count, _labels, stats, _middles = cv2.connectedComponentsWithStats(whole)
    found = sorted(stats[1:].tolist(), key=lambda row: -row[4])
    largest = found[0][4] / world.px_per_mm**2 if found else 0.0
    return largest, tuple((x, y, w, h) for x, y, w, h, _area in found)


def black(small: Picture) -> str | None:
    """Why a small grey picture shows nothing, where it does; one sentence."""
    low, high = (float(part) for part in np.percentile(small[::4, ::4], (1, 99.5)))
    if high - low >= BLACK_LEVELS:
        return None
    return "the picture is black; take away what covers the lens, or put on light"


def unreadable(picture: Picture) -> str | None:
    """Why no board is found in a BGR picture, as far as light and lens are to blame; one
    sentence."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    low, high = (float(part) for part in np.percentile(grey, (1, 99.5)))
    if high - low < LEAST_CONTRAST:
        return f"The picture is dark: its brightest and darkest are {high - low:.0f} levels apart."
    if any(blur is not None and blur > UNSHARP_PX for blur in _sharpest(picture)):
        return "The picture is out of focus, or moved while it was taken."
    return None
