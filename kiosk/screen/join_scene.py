"""The join page as a list of marks, over the whole glass, upright from its near edge."""

from collections.abc import Iterator

from kiosk.catalogue.key import Tone
from kiosk.screen.controls import Cell, PressKey, ScreenKey
from kiosk.screen.items import Align, Box, Digits, Fill, Item, KeyCap, TextMark
from kiosk.screen.joining import Does, Page
from kiosk.screen.layout import BEZEL_MM, GAP_MM, KEY_MM
from kiosk.screen.theme import Mood, Theme

LEAST_MM = 2.8
"""As in `scene.py`."""

ERASE = "⌫"
TYPED_MM = 8.0
DIGITS_MM = 26.0
LYING_ACROSS = 7
TALL_ACROSS = 5
"""Keys of the keypad in a row."""


def join_scene(page: Page, size: tuple[float, float], mm: float, theme: Theme) -> tuple[Item, ...]:
    """All marks on a glass of `size` pixels, from back to front; `mm` is pixels per millimetre."""
    paint = theme.moods[Mood.RESTING]
    whole = Box(0, 0, *size)
    low, left, right = BEZEL_MM * mm, BEZEL_MM * mm, size[0] - BEZEL_MM * mm
    lying = size[0] > size[1]
    caps = [*_row(page, mm, theme, (left, right), 4 if lying else 2)]
    low = BEZEL_MM * mm + (1 if lying else 2) * (KEY_MM + GAP_MM) * mm
    if page.signs:
        grid = [*_grid(page, mm, theme, (left, right, low), LYING_ACROSS if lying else TALL_ACROSS)]
        low = max(cap.box.top for cap in grid) + 2 * mm
        caps += grid
    items: list[Item] = [Fill("ground", whole, paint.ground, paint.frame, 1.2 * mm)]
    top = size[1] - BEZEL_MM * mm
    ink, least = paint.ink, LEAST_MM * mm
    if page.signs:
        beside = 0.5 if lying else 0.0
        line = Box(left, low, (right - left) * (1 - beside) - mm, TYPED_MM * mm)
        note = Box(line.right + 2 * mm, low, right - line.right - 2 * mm, TYPED_MM * mm)
        if not lying:
            note = Box(left, low, right - left, TYPED_MM * mm)
            line = Box(left, note.top + mm, right - left, TYPED_MM * mm)
        items.append(TextMark("typed", line, (page.typed,), ink, 7 * mm, least, True))
        align = Align.RIGHT if lying else Align.LEFT
        items.append(
            TextMark("beside", note, (page.beside,), paint.soft, 4 * mm, least, align=align)
        )
        low = line.top + mm
    elif page.digits:
        high = DIGITS_MM * mm
        items.append(
            Digits("digits", Box(left, low + 2 * mm, right - left, high), page.digits, "0000", ink)
        )
        low += high + 4 * mm
    room = Box(left, low, right - left, min(top - low, 40 * mm))
    if not page.signs:
        room = Box(left, low, right - left, top - low)
    em = (5 if page.signs else 7) * mm
    items.append(TextMark("prompt", room, (page.prompt,), ink, em, least, True, lines=6))
    return (*items, *caps)


def _row(
    page: Page, mm: float, theme: Theme, sides: tuple[float, float], across: int
) -> Iterator[KeyCap]:
    """The lowest keys: four in a row, or two over two."""
    left, right = sides
    wide = (right - left - (across - 1) * GAP_MM * mm) / across
    for key in page.keys:
        slot = key.at.slot if isinstance(key.at, Cell) else 0
        up, column = divmod(slot, across)
        rows = 4 // across
        y = BEZEL_MM * mm + (rows - 1 - up) * (KEY_MM + GAP_MM) * mm
        box = Box(left + column * (wide + GAP_MM * mm), y, wide, KEY_MM * mm)
        yield _cap(f"key_{slot}", box, key, mm, theme, 5)


def _grid(
    page: Page, mm: float, theme: Theme, at: tuple[float, float, float], across: int
) -> Iterator[KeyCap]:
    """The characters' keys, and the key that erases the last character."""
    left, right, low = at
    keys = [ScreenKey(PressKey(sign), sign, Tone.PLAIN, Cell(0)) for sign in page.signs]
    keys.append(ScreenKey(PressKey(Does.ERASE), ERASE, Tone.QUIET, Cell(0)))
    rows = -(-len(keys) // across)
    wide = (right - left - (across - 1) * GAP_MM * mm) / across
    for number, key in enumerate(keys):
        row, column = divmod(number, across)
        y = low + (rows - 1 - row) * (KEY_MM + GAP_MM) * mm
        box = Box(left + column * (wide + GAP_MM * mm), y, wide, KEY_MM * mm)
        yield _cap(f"sign_{number}", box, key, mm, theme, 7)


def _cap(name: str, box: Box, key: ScreenKey, mm: float, theme: Theme, em_mm: float) -> KeyCap:
    paint = theme.key(key.tone, Mood.RESTING)
    return KeyCap(name, box, key, paint, em_mm * mm, LEAST_MM * mm, 2 * mm)
