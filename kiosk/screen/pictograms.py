"""Pictograms of a turn: a checker moved, a button pressed, dice lifted, the next step."""

from collections.abc import Sequence

from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothLine, SmoothRoundedRectangle

from kiosk.screen.items import Box, Icon, Sign
from kiosk.screen.theme import Colour

POINTS = 4
"""Points of the board drawn."""
PALE = 0.35
"""Opacity of the points."""

Corner = tuple[float, float]


def pictogram(item: Icon) -> None:
    """Draw a pictogram in its ink."""
    match item.sign:
        case Sign.CHECKER:
            _move(item.box, item.ink)
        case Sign.BUTTON:
            _press(item.box, item.ink)
        case Sign.LIFT:
            _lift(item.box, item.ink)
        case Sign.NEXT:
            _arrow(item.box, item.ink)


def _move(box: Box, ink: Colour) -> None:
    """Points of a board, with an arc from a checker's old place to its new one."""
    wide = box.w / POINTS
    Color(*ink[:3], PALE)
    for number in range(POINTS):
        left = box.x + number * wide
        tip = (left + wide / 2, box.y + box.h * 0.62)
        _triangle(((left + wide * 0.06, box.y), (left + wide * 0.94, box.y), tip))
    Color(*ink)
    line = max(1.2, box.w * 0.02)
    ball = wide * 0.92
    middles = [box.x + (number + 0.5) * wide for number in (0, POINTS - 1)]
    start, end = middles
    SmoothLine(ellipse=(start - ball / 2, box.y + line, ball, ball), width=line)
    SmoothEllipse(pos=(end - ball / 2, box.y + line), size=(ball, ball))
    low, high = box.y + ball * 1.25, box.top
    SmoothLine(bezier=(start, low, start, high, end, high, end, low), width=line)
    head = wide * 0.32
    _triangle(((end - head, low + head), (end + head, low + head), (end, low - head * 0.5)))


def _press(box: Box, ink: Colour) -> None:
    """A button in its case, and an arrow down on it."""
    Color(*ink)
    case = box.h * 0.26
    SmoothRoundedRectangle(pos=(box.x, box.y), size=(box.w, case), radius=[case * 0.2])
    wide, high = box.w * 0.56, box.h * 0.14
    left = box.x + (box.w - wide) / 2
    SmoothRoundedRectangle(
        pos=(left, box.y + case + box.h * 0.03), size=(wide, high), radius=[high * 0.4]
    )
    x, low, stem = box.centre[0], box.y + case + high + box.h * 0.09, box.w * 0.09
    head = box.w * 0.2
    _triangle(((x - head, low + head), (x + head, low + head), (x, low)))
    top = box.top - low - head * 0.9
    SmoothRoundedRectangle(pos=(x - stem, low + head * 0.9), size=(2 * stem, top), radius=[0])


def _lift(box: Box, ink: Colour) -> None:
    """Two dice, and an arrow up from them."""
    Color(*ink)
    die = box.w * 0.42
    for left in (box.x + box.w * 0.04, box.right - box.w * 0.04 - die):
        SmoothRoundedRectangle(pos=(left, box.y), size=(die, die), radius=[die * 0.18])
    x, low, stem, head = box.centre[0], box.y + die * 1.2, box.w * 0.09, box.w * 0.2
    high = box.top - head - low
    SmoothRoundedRectangle(pos=(x - stem, low), size=(2 * stem, high), radius=[0])
    _triangle(((x - head, box.top - head), (x + head, box.top - head), (x, box.top)))


def _arrow(box: Box, ink: Colour) -> None:
    Color(*ink)
    _triangle(((box.x, box.y), (box.x, box.top), (box.right, box.centre[1])))


def _triangle(corners: Sequence[Corner]) -> None:
    vertices = [part for x, y in corners for part in (x, y, 0, 0)]
    Mesh(vertices=vertices, indices=[0, 1, 2], mode="triangles")
