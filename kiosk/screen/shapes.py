"""Draws dice, cube, icons, keys and words on the current canvas."""

import math
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import segno
from kivy.core.image import Image
from kivy.graphics import (
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    Mesh,
    Rectangle,
    ScissorPop,
    ScissorPush,
    SmoothLine,
)

from kiosk.screen.items import (
    Align,
    BarMark,
    Box,
    CubeMark,
    Digits,
    Fill,
    Icon,
    KeyCap,
    PictureMark,
    QrMark,
    Sign,
    TextMark,
)
from kiosk.screen.lettering import CAP, DEPTH, WordTexture, figures, fit_text
from kiosk.screen.patches import bounding_box
from kiosk.screen.pictograms import pictogram
from kiosk.screen.roll_pictures import CLOSE_UP
from kiosk.screen.rounded import discs, rounded
from kiosk.screen.theme import Colour

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.75), (0.75, 0.25)),
    3: ((0.25, 0.75), (0.5, 0.5), (0.75, 0.25)),
    4: ((0.25, 0.75), (0.75, 0.75), (0.25, 0.25), (0.75, 0.25)),
    5: ((0.25, 0.75), (0.75, 0.75), (0.5, 0.5), (0.25, 0.25), (0.75, 0.25)),
    6: ((0.25, 0.75), (0.75, 0.75), (0.25, 0.5), (0.75, 0.5), (0.25, 0.25), (0.75, 0.25)),
}
GLOBE_PART = 0.44
"""Height of the globe on a key that chooses a language, as a part of the key's."""
QUIET_MODULES = 3
"""Light modules around a QR code: one fewer than ISO/IEC 18004 requires, for larger modules."""
BAR_PART = 1 / 6
"""Length of the moving block, as a part of its track."""


SOFT_PX = 2
"""Width by which the soft edge of a smooth shape exceeds it."""


def paint_plain_unfiltered() -> None:
    """Turn off filtering of the white texture that Kivy stretches over plain shapes: the picture is
    the same, and a software driver takes half as long.
    """
    white = Rectangle().texture
    white.mag_filter = white.min_filter = "nearest"


def reach(box: Box, canvas: Canvas) -> Box:
    """The box around all a mark paints: letters, lines and soft edges exceed its own box."""
    marks = canvas.children
    lines = (each.width for each in marks if isinstance(each, SmoothLine))
    over = SOFT_PX + max(lines, default=0.0)
    boxes = [Box(box.x - over, box.y - over, box.w + 2 * over, box.h + 2 * over)]
    boxes += [Box(*each.pos, *each.size) for each in marks if isinstance(each, Rectangle)]
    return bounding_box(boxes)


def fill(item: Fill) -> None:
    """Draw a filled rectangle with its edge; no pixel is painted twice."""
    box, edge = item.box, item.edge_px
    if item.face != item.edge:
        Color(*item.edge)
        inner = Box(box.x + edge, box.y + edge, box.w - 2 * edge, box.h - 2 * edge)
        for y, top in ((box.y, inner.y), (inner.top, box.top)):
            Rectangle(pos=(box.x, y), size=(box.w, top - y))
        for x, right in ((box.x, inner.x), (inner.right, box.right)):
            Rectangle(pos=(x, inner.y), size=(right - x, inner.h))
        box = inner
    if item.face[3] < 1:
        Color(*item.face)
        Rectangle(pos=(box.x, box.y), size=(box.w, box.h))
    else:
        _cover(box, item.face)


def _cover(box: Box, colour: Colour) -> None:
    """Draw an opaque rectangle without texture or blending, in a third of the time on a software
    driver. `box` is in the surface's pixels.
    """
    x, y = math.ceil(box.x - 0.5), math.ceil(box.y - 0.5)
    right, top = math.ceil(box.right - 0.5), math.ceil(box.top - 0.5)
    ScissorPush(x=x, y=y, width=right - x, height=top - y)
    ClearColor(*colour)
    ClearBuffers()
    ScissorPop()


def text(item: TextMark) -> bool:
    """Draw text; return whether it was cut."""
    lettering = _lettered(item, item.box)
    wide, high = lettering.size
    box = item.box
    Color(*item.ink)
    x = {Align.LEFT: box.x, Align.RIGHT: box.right - wide}.get(
        lettering.align, box.x + (box.w - wide) / 2
    )
    y = box.y + (box.h - high) / 2
    Rectangle(pos=(round(x), round(y)), size=(wide, high), texture=lettering.texture)
    return not lettering.whole


def _start(box: Box, wide: float, align: Align) -> float:
    """Left edge of something `wide`, aligned in a box."""
    free = box.w - wide
    return box.x + {Align.LEFT: 0.0, Align.CENTRE: free / 2, Align.RIGHT: free}[align]


def _lettered(item: TextMark, box: Box) -> WordTexture:
    size = (int(box.w), int(box.h))
    em, least = int(item.em_px), int(item.least_px)
    return fit_text(item.texts, size, em, least, item.bold, item.align, item.lines)


def digits(item: Digits) -> None:
    box = item.box
    high = round(box.h)
    widest = max(figures(each, high).texture.width for each in (item.widest, item.text))
    part = min(1.0, box.w / widest)
    shown = figures(item.text, high, narrowed=part < 1.0)
    wide = shown.texture.width * part
    x = {Align.LEFT: box.x, Align.RIGHT: box.right - wide}.get(
        item.align, box.x + (box.w - wide) / 2
    )
    y = round(box.y - DEPTH * high / CAP) + shown.low_px
    size = (round(wide), shown.texture.height)
    Color(*item.ink)
    Rectangle(pos=(round(x), y), size=size, texture=shown.texture)


def die(box: Box, value: int, face: Colour, pips: Colour) -> None:
    Color(*face)
    rounded(box, box.w * 0.18)
    Color(*pips)
    discs(((box.x + x * box.w, box.y + y * box.h) for x, y in PIPS[value]), box.w * 0.2)


def cube(item: CubeMark) -> None:
    """Draw the cube: solid if this side may turn it, else hollow."""
    box = item.box
    edge = box.w * 0.07
    Color(*item.face)
    rounded(box, box.w * 0.12)
    if not item.solid:
        Color(*item.ink)
        inside = Box(box.x + edge, box.y + edge, box.w - 2 * edge, box.h - 2 * edge)
        rounded(inside, box.w * 0.08)
    high = box.h * 0.46
    inside = Box(box.x + box.w * 0.14, box.y + (box.h - high) / 2, box.w * 0.72, high)
    ink = item.ink if item.solid else item.face
    digits(Digits("level", inside, str(item.level), "00", ink))


def picture(item: PictureMark, file: Path | None) -> None:
    """Draw a picture as large as fits; nothing if its file is missing or broken."""
    box = item.box
    image = _load(file) if file is not None else None
    if image is None:
        return
    scale = min(box.w / image.width, box.h / image.height)
    wide, high = image.width * scale, image.height * scale
    Color(1, 1, 1, 1)
    at = (round(box.x + (box.w - wide) / 2), round(box.y + (box.h - high) / 2))
    Rectangle(pos=at, size=(round(wide), round(high)), texture=image)


def _load(file: Path) -> Any:
    """The file's texture, with mipmaps for a whole board, which is drawn much smaller; None if the
    file is missing or no picture.
    """
    try:
        return Image(str(file), mipmap=not file.name.endswith(CLOSE_UP)).texture
    except Exception:  # noqa: BLE001 - whatever a broken file makes Kivy's loaders raise
        return None


@lru_cache(maxsize=2)
def code_rows(link: str) -> tuple[tuple[bool, ...], ...]:
    """Rows of a QR code's modules from the top, True for dark, with the light edge."""
    made = segno.make_qr(link, error="l", boost_error=False)
    return tuple(tuple(map(bool, row)) for row in made.matrix_iter(border=QUIET_MODULES))


def code(item: QrMark) -> None:
    """Draw a QR code with modules of whole pixels, so that a phone's camera reads it."""
    rows, box = code_rows(item.link), item.box
    side = max(1, int(min(box.w, box.h) // len(rows)))
    whole = side * len(rows)
    left, top = round(box.x + (box.w - whole) / 2), round(box.y + (box.h + whole) / 2)
    Color(1, 1, 1, 1)
    Rectangle(pos=(left, top - whole), size=(whole, whole))
    Color(0, 0, 0, 1)
    for down, row in enumerate(rows, 1):
        at = 0
        for dark, modules in groupby(row):
            wide = len(list(modules))
            if dark:
                Rectangle(pos=(left + at * side, top - down * side), size=(wide * side, side))
            at += wide


def bar(item: BarMark) -> None:
    box = item.box
    wide = box.w * BAR_PART
    x = box.x + (box.w - wide) * item.step / (item.steps - 1)
    Color(*item.ink)
    Rectangle(pos=(round(x), box.y), size=(wide, box.h))


def icon(item: Icon) -> None:
    box = item.box
    Color(*item.ink)
    match item.sign:
        case Sign.PAUSE:
            wide = box.w * 0.28
            for x in (box.x + box.w * 0.14, box.right - box.w * 0.14 - wide):
                rounded(Box(x, box.y + box.h * 0.08, wide, box.h * 0.84), wide * 0.2)
        case Sign.WINNER:
            vertices = [part for x, y in _star(box) for part in (x, y, 0, 0)]
            Mesh(vertices=vertices, indices=list(range(12)), mode="triangle_fan")
        case Sign.FLAG:
            pole = box.w * 0.12
            Rectangle(pos=(box.x + box.w * 0.12, box.y), size=(pole, box.h))
            left, top, tip = box.x + box.w * 0.24, box.top, box.x + box.w * 0.95
            corners = (left, top, tip, box.y + box.h * 0.72, left, box.y + box.h * 0.44)
            vertices = [
                part
                for x, y in zip(corners[::2], corners[1::2], strict=True)
                for part in (x, y, 0, 0)
            ]
            Mesh(vertices=vertices, indices=[0, 1, 2], mode="triangles")
        case _:
            pictogram(item)


def _star(box: Box) -> list[tuple[float, float]]:
    """A five-pointed star as a triangle fan: centre, corners, first corner again."""
    x, y = box.centre
    corners = [
        (
            x + math.sin(math.pi * nth / 5) * box.w * (0.5 if nth % 2 == 0 else 0.2),
            y + math.cos(math.pi * nth / 5) * box.h * (0.5 if nth % 2 == 0 else 0.2),
        )
        for nth in range(10)
    ]
    return [(x, y), *corners, corners[0]]


def key(item: KeyCap, *, pressed: bool) -> bool:
    """Draw a key; return whether its label was cut."""
    box, paint, radius = item.box, item.paint, item.round_px
    if paint.face[3]:
        Color(*paint.face)
        rounded(box, radius)
    if paint.edge != paint.face:
        Color(*paint.edge)
        inset = item.em_px * 0.04
        shape = (box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset, radius)
        SmoothLine(rounded_rectangle=shape, width=max(1.2, inset))
    if item.key.die is not None:
        side = box.h * 0.72
        place = Box(box.x + (box.w - side) / 2, box.y + (box.h - side) / 2, side, side)
        die(place, item.key.die, paint.ink, paint.face)
        cut = False
    else:
        cut = text(words_of(item))
    if item.key.globe:
        side = box.h * GLOBE_PART
        globe(Box(box.x + (box.w - side) / 2, box.top - side * 1.15, side, side), paint.ink)
    if item.left is not None:
        Color(*paint.ink)
        low, high = box.y + radius * 0.5, box.h * 0.1
        Rectangle(pos=(box.x + radius, low), size=((box.w - 2 * radius) * item.left, high))
    if pressed:
        Color(*paint.ink[:3], 0.25)
        rounded(box, radius)
    return cut


def globe(box: Box, ink: Colour) -> None:
    """Draw the language sign: a globe with equator and two meridians."""
    Color(*ink)
    (x, y), line = box.centre, max(1.1, box.w * 0.035)
    for part in (1.0, 0.45):
        wide = box.w * part
        SmoothLine(ellipse=(x - wide / 2, box.y, wide, box.h), width=line)
    for at, part in ((0.0, 1.0), (0.25, 0.86), (-0.25, 0.86)):
        wide, high = box.w * part, y + box.h * at
        SmoothLine(points=[x - wide / 2, high, x + wide / 2, high], width=line)


def words_of(item: KeyCap) -> TextMark:
    """The label of a key, within its edge."""
    box, side, low = item.box, item.round_px * 0.375, item.box.h * 0.06
    over = box.h * GLOBE_PART * 1.15 if item.key.globe else 0.0
    return TextMark(
        item.name,
        Box(box.x + side, box.y + low, box.w - 2 * side, box.h - 2 * low - over),
        (item.key.label,),
        item.paint.ink,
        item.em_px,
        item.least_px,
        bold=True,
        align=Align.CENTRE,
        lines=3,
    )
