"""A picture of what the reader saw, and why it refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.dice.answer import DiceAnswer
from kiosk.dice.judged import LIES, dashed_values, value_in_brief
from vision.calibration import Calibration, Rect
from vision.errors import VisionError
from vision.reading import DieSeen, Doubt, Doubted
from vision.view import Picture

Colour = tuple[int, int, int]

# Okabe and Ito's colours, distinct for all eyes; BGR.
SURE: Colour = (115, 158, 0)
NOT_FLAT: Colour = (0, 94, 213)
ASKED: Colour = (66, 228, 240)
PLAN: Colour = (233, 180, 86)

MAYBE = {Doubt.MOVING: "moving?", Doubt.COVERED: "covered?", Doubt.DIE: "a die?"}

FONT = cv2.FONT_HERSHEY_SIMPLEX
DRAWN = "_explained.png"


class ExplainFailed(VisionError):
    """The explaining picture cannot be written."""


def draw_explanation(answer: DiceAnswer) -> Picture:
    """A copy of the picture with the board's plan, each die's box, the places that made the reader
    ask, and the verdict drawn on it.
    """
    canvas = answer.picture.copy()
    thick = max(1, round(canvas.shape[1] / 900))
    if answer.calibration is not None:
        _draw_plan(canvas, answer.calibration, thick)
    for what in Doubt:
        _draw_doubted(canvas, [one for one in answer.doubted if one.what is what], thick)
    for die in answer.dice:
        _draw_die(canvas, die, thick, bare=answer.verdict is None)
    lines = [] if answer.verdict is None else [_headline(answer)]
    lines += [] if answer.reason is None else answer.reason.split("; ")
    for i, line in enumerate(lines):
        write(canvas, line, (12 * thick, (i + 1) * 24 * thick), ASKED, thick)
    return canvas


def drawing_paths(out: Path, of: Sequence[Path]) -> list[Path]:
    """The file of each picture's drawing: `out` for a single picture, unless it is a folder; else
    in that folder, named after the pictures but not as any picture is; equal names get their
    folders' names, or numbers.
    """
    if len(of) == 1 and not out.is_dir():
        return [out]
    names = [one.stem for one in of]
    longer = [f"{one.resolve().parent.name}_{one.name}" for one in of]
    names = [
        own if names.count(own) == 1 else other for own, other in zip(names, longer, strict=True)
    ]
    return [
        out / f"{name if names.count(name) == 1 else f'{number}_{name}'}{DRAWN}"
        for number, name in enumerate(names, 1)
    ]


def save(picture: Picture, out: Path) -> None:
    """Write a PNG. Raises ExplainFailed if that fails."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _ok, encoded = cv2.imencode(".png", picture)
        out.write_bytes(encoded.tobytes())
    except OSError as error:
        raise ExplainFailed(f"{out} cannot be written: {error.strerror}.") from error


def _headline(answer: DiceAnswer) -> str:
    assert answer.verdict is not None
    values = dashed_values(answer.verdict.values)
    return f"{answer.verdict.status.value.replace('_', ' ')} {values}".strip()


def _draw_plan(canvas: Picture, world: Calibration, thick: int) -> None:
    board = world.board
    for rect in (board.picture_left, board.picture_right, board.bar):
        corners = world.project(corners_of(rect)).round().astype(np.int32)
        cv2.polylines(canvas, [corners], True, PLAN, thick, cv2.LINE_AA)


def corners_of(rect: Rect, height_mm: float = 0.0) -> NDArray[np.float64]:
    """The corners clockwise from the top-left, (4, 3) mm, at this height above the field."""
    sides = ((rect.left, rect.top), (rect.right, rect.top), (rect.right, rect.bottom))
    return np.array([(*corner, -height_mm) for corner in (*sides, (rect.left, rect.bottom))])


def _draw_die(canvas: Picture, die: DieSeen, thick: int, *, bare: bool) -> None:
    """bare: without a board the die's pose is not checked."""
    x, y, width, height = die.bbox_px
    sure = die.value is not None and (bare or die.flat is not None)
    colour = NOT_FLAT if die.flat is False else SURE if sure else ASKED
    cv2.rectangle(canvas, (x, y), (x + width, y + height), colour, thick, cv2.LINE_AA)
    lies = "" if bare else " flat" if die.flat and die.flat_by else LIES[die.flat]
    carried = f" on {die.support.value}" if die.support is not None and not die.flat else ""
    by = "" if bare or die.flat_by is None else f" by {die.flat_by.value}"
    label = f"{value_in_brief(die)}{lies}{carried}{by} {die.confidence:.2f}"
    write(canvas, label, (x, y - 4 * thick), colour, thick)


def _draw_doubted(canvas: Picture, doubted: Sequence[Doubted], thick: int) -> None:
    """Draw boxes with room around them, joined where they touch, each with a word below."""
    room, mask = 6 * thick, np.zeros(canvas.shape[:2], np.uint8)
    for one in doubted:
        x, y, width, height = one.bbox_px
        corners = (x - room, y - room), (x + width + room, y + height + room)
        cv2.rectangle(mask, *corners, 255, cv2.FILLED)
    for x, y, width, height, _area in cv2.connectedComponentsWithStats(mask)[2][1:].tolist():
        cv2.rectangle(canvas, (x, y), (x + width, y + height), ASKED, thick, cv2.LINE_AA)
        write(canvas, MAYBE[doubted[0].what], (x, y + height + 18 * thick), ASKED, thick)


def write(canvas: Picture, text: str, at: tuple[int, int], colour: Colour, thick: int) -> None:
    """Write text on black, moved so that all of it lies on the canvas if there is room."""
    size, room = 0.5 * thick, 3 * thick
    (wide, high), below = cv2.getTextSize(text, FONT, size, thick)
    x = max(room, min(at[0], canvas.shape[1] - wide - room))
    y = max(high + room, min(at[1], canvas.shape[0] - below))
    ground = (x - room, y - high - room), (x + wide + room, y + below)
    cv2.rectangle(canvas, *ground, (0, 0, 0), cv2.FILLED)
    cv2.putText(canvas, text, (x, y), FONT, size, colour, thick, cv2.LINE_AA)
