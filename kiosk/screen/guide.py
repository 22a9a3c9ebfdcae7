"""The three pictures that lead a first-time player through a turn, shown in place of the half: each
is a drawing with a few large words.
"""

from collections.abc import Callable, Iterator, Mapping

from kiosk.catalogue.drawers import OPENERS
from kiosk.catalogue.guide import WAY_ON
from kiosk.catalogue.key import KeySheet
from kiosk.catalogue.stops import DIRECTOR_KEY
from kiosk.catalogue.text import format_text
from kiosk.screen.asking import asking
from kiosk.screen.controls import Pad, at_rest
from kiosk.screen.items import Align, Box, CubeMark, DieMark, Fill, Icon, Item, Sign, TextMark
from kiosk.screen.layout import HalfPlan
from kiosk.screen.names import short_names
from kiosk.screen.theme import Paint
from kiosk.screen.view import HalfView

LEAST_MM = 2.8
"""As in `scene.py`."""
WORDS_MM = 8.0
LABEL_MM = 5.0
WIDE = 3.0
"""From this ratio of width to height the words are beside the picture, else above it."""
PICTURE_PART = 0.56
"""Picture's part of the width, with words beside it."""
WORDS_PART = 0.42
"""Words' part of the height, with words above the picture."""
ARROW = 0.34
"""Width of an arrow with its margins, as a part of the square beside it."""

CLAIM = OPENERS[KeySheet.OBJECT].label
STOP = OPENERS[KeySheet.STOP].label
"""Labels of the keys on the third picture, beside the director's."""


def picture_of(half: HalfView, pad: Pad | None) -> int:
    """Number of the picture on the half, from 1; 0 for none."""
    if not half.guide:
        return 0
    if pad is None or at_rest(half.controls, pad):
        return 1
    return next((number for number, path in WAY_ON.items() if path == pad.path), 0)


def guide_marks(
    half: HalfView, pad: Pad | None, picture: int, boxes: HalfPlan, paint: Paint, larger: float
) -> Iterator[Item]:
    """The picture, its words, and the player's name. `larger`: factor of the words' size."""
    mm, keys = boxes.mm, boxes.keys
    room = Box(keys.x, boxes.clock.y, keys.w, boxes.note.y - boxes.clock.y - mm)
    if room.w > WIDE * room.h:
        drawn = Box(room.x, room.y, PICTURE_PART * room.w, room.h)
        words = Box(drawn.right + 3 * mm, room.y, room.right - drawn.right - 3 * mm, room.h)
    else:
        high = WORDS_PART * room.h
        words = Box(room.x, room.top - high, room.w, high)
        drawn = Box(room.x, room.y, room.w, room.h - high - mm)
    yield from DRAWN[picture](drawn, half, paint, mm)
    asked = half.prompt if pad is None or picture == 1 else asking(half, pad)
    em = WORDS_MM * larger * mm
    yield TextMark("prompt", words, (asked,), paint.ink, em, LEAST_MM * mm, True, lines=4)
    own = short_names(half.own.name) if half.own is not None and half.own.name.strip() else ()
    if own and not half.notes:
        lines = 4 if boxes.tall else 1
        yield TextMark(
            "own_name", boxes.note, own, paint.ink, 3.4 * mm, LEAST_MM * mm, True, lines=lines
        )


Draw = Callable[[Box, HalfView, Paint, float], Iterator[Item]]


def _in_turn(room: Box, count: int) -> tuple[list[Box], list[Box]]:
    """`count` squares from left to right in the middle of the room, and the arrows between them."""
    side = min(room.h, room.w / (count + ARROW * (count - 1)))
    step = side * (1 + ARROW)
    left = room.x + (room.w - side - step * (count - 1)) / 2
    low = room.y + (room.h - side) / 2
    squares = [Box(left + step * number, low, side, side) for number in range(count)]
    wide, high = side * ARROW * 0.6, side * ARROW * 0.8
    arrows = [
        Box(each.right + side * ARROW * 0.2, low + (side - high) / 2, wide, high)
        for each in squares[:-1]
    ]
    return squares, arrows


def _arrows(arrows: list[Box], paint: Paint) -> Iterator[Item]:
    for number, box in enumerate(arrows):
        yield Icon(f"arrow_{number}", box, Sign.NEXT, paint.ink)


def _dice(room: Box, paint: Paint) -> Iterator[Item]:
    side = 0.48 * room.w
    yield DieMark("die_0", Box(room.x, room.top - side, side, side), 5, paint.ink, paint.ground)
    yield DieMark("die_1", Box(room.right - side, room.y, side, side), 3, paint.ink, paint.ground)


def _roll_move_press(room: Box, half: HalfView, paint: Paint, _mm: float) -> Iterator[Item]:
    (dice, board, end), arrows = _in_turn(room, 3)
    yield from _dice(dice, paint)
    yield Icon("checker", board, Sign.CHECKER, paint.ink)
    yield Icon("turn_ends", end, Sign.LIFT if half.lifts else Sign.BUTTON, paint.ink)
    yield from _arrows(arrows, paint)


def _double_first(room: Box, _half: HalfView, paint: Paint, _mm: float) -> Iterator[Item]:
    (cube, dice), arrows = _in_turn(room, 2)
    yield CubeMark("cube", cube, 2, True, paint.ink, paint.ground)
    yield from _dice(dice, paint)
    yield from _arrows(arrows, paint)


def _under_more(room: Box, half: HalfView, paint: Paint, mm: float) -> Iterator[Item]:
    """The key More, and the keys under it."""
    labels = (CLAIM, DIRECTOR_KEY) if half.lifts else (CLAIM, STOP, DIRECTOR_KEY)
    more = format_text(OPENERS[KeySheet.MORE].label, half.language)
    high = room.h / len(labels)
    wide = min(0.34 * room.w, 26 * mm)
    plate = Box(room.x, room.y + (room.h - 1.4 * high) / 2, wide, 1.4 * high)
    yield from _plate("more", plate, more, paint, mm)
    arrow = Box(plate.right + 2 * mm, room.y + (room.h - 6 * mm) / 2, 4.5 * mm, 6 * mm)
    yield from _arrows([arrow], paint)
    left = arrow.right + 2 * mm
    for number, label in enumerate(labels):
        low = room.top - (number + 1) * high
        box = Box(left, low + 0.4 * mm, room.right - left, high - 0.8 * mm)
        yield from _plate(f"under_more_{number}", box, format_text(label, half.language), paint, mm)


def _plate(name: str, box: Box, label: str, paint: Paint, mm: float) -> Iterator[Item]:
    """A drawing of a key that can't be tapped."""
    yield Fill(f"{name}_plate", box, paint.ground, paint.ink, 0.4 * mm)
    inside = Box(box.x + 1.2 * mm, box.y + 0.6 * mm, box.w - 2.4 * mm, box.h - 1.2 * mm)
    em = LABEL_MM * mm
    yield TextMark(name, inside, (label,), paint.ink, em, LEAST_MM * mm, True, Align.CENTRE, 2)


DRAWN: Mapping[int, Draw] = {1: _roll_move_press, 2: _double_first, 3: _under_more}
