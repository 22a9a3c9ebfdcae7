"""Where things stand in a half, in millimetres of the panel: sizes for eyes and fingers.

Sizes by visual angle and finger (ISO 9241-3; WCAG 2.2 target size): figures 22 mm for 1 m with
poor sight, keys 12 mm, 4 mm between them, nothing within 4 mm of the bezel. A panel's short side is
taken for 88 mm, as on the Touch Display 2 (7 inch) and, nearly, the first 7-inch panel.
"""

from dataclasses import dataclass

from kiosk.catalogue.key import Corner
from kiosk.screen.controls import SHEET_KEYS, Cell, Column, Spot
from kiosk.screen.items import Box

SHORT_SIDE_MM = 88.0
BEZEL_MM = 4.0
KEY_MM = 12.0
GAP_MM = 4.0
CORNER_MM = 16.0
TALL_CORNER_MM = 14.0
TALL_ROW = 4
"""Up to so many keys beside the corners, and one of them alone is in the lower row."""
FIGURES_MM = 22.0
TALL_FIGURES_MM = 18.0
ASKING_FIGURES_MM = 12.0
QUIET_MM = 4.2
JUDGED_MM = 3.6
"""The line of one die that does not lie as it should."""
STILL_ROOM_MM = 25.0
"""What a large picture leaves for words."""
_CLOCK_WIDE = 62 / 22
"""Width of the clock's box for its height."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The boxes of one half, in pixels; `mm` is one millimetre."""

    mm: float
    whole: Box
    clock: Box
    cube: Box
    owner: Box
    delay: Box
    picture: Box
    dice: Box
    judged: Box
    prompt: Box
    names: Box
    quiet: Box
    sheet: Box
    strip: Box
    bar: Box
    keys: Box
    tall: bool
    question: Box
    sheet_clock: Box

    def place(self, spot: Spot) -> Box:
        """The place of a key: in the row, on a sheet, or in one of the two corners."""
        match spot:
            case Corner.MORE:
                return self._at(self.keys.right - self._corner, 0, self._corner)
            case Corner.DIRECTOR:
                return self._at(self.keys.right - 2 * self._corner - self._gap, 0, self._corner)
            case Column(slot, of):
                return self._tall_column(slot, of) if self.tall else self._beside(slot, of)
            case Cell(slot):
                return self._cell(slot)

    @property
    def _gap(self) -> float:
        return GAP_MM * self.mm

    @property
    def _corner(self) -> float:
        return (TALL_CORNER_MM if self.tall else CORNER_MM) * self.mm

    @property
    def _free(self) -> float:
        """Width of the lowest row beside the corners."""
        return self.keys.w - 2 * (self._corner + self._gap)

    def _at(self, x: float, row: int, wide: float) -> Box:
        """In a row of keys, counted from the lowest."""
        high = KEY_MM * self.mm
        return Box(x, self.keys.y + row * (high + self._gap), wide, high)

    def _spread(self, slot: int, of: int, row: int, room: float) -> Box:
        wide = (room - self._gap * (of - 1)) / of
        return self._at(self.keys.x + slot * (wide + self._gap), row, wide)

    def _beside(self, slot: int, of: int) -> Box:
        """In one row with the corners."""
        return self._spread(slot, of, 0, self._free)

    def _tall_column(self, slot: int, of: int) -> Box:
        """The first in a row of their own, the last one or two beside the corners."""
        low = 1 if of <= TALL_ROW else 2
        if slot < of - low:
            return self._spread(slot, of - low, 1, self.keys.w)
        return self._spread(slot - (of - low), low, 0, self._free)

    def _cell(self, slot: int) -> Box:
        """Rows over the corners from the top, and the last places beside the corners."""
        across, rows = (3, 2) if self.tall else (5, 1)
        row, column = divmod(slot, across)
        if row < rows:
            return self._spread(column, across, rows - row, self.keys.w)
        low = SHEET_KEYS - across * rows
        return self._spread(slot - across * rows, low, 0, self._free)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the half has to show. `asking`: the frozen picture, large; `telling`: a message.

    `quiet`: a line of what is asked beside; `long`: more words than usual; `judged`: so many dice,
    a line each, with what speaks against them.
    """

    asking: bool = False
    telling: bool = False
    dice: bool = False
    picture: bool = False
    quiet: bool = False
    long: bool = False
    judged: int = 0


def plan(window: tuple[float, float], wish: Wish) -> Plan:
    """The boxes for a window of this size."""
    width, height = window
    mm = min(width, height) / SHORT_SIDE_MM
    wide, high = width / mm, height / 2 / mm
    return (_lying if width >= height else _upright)(_Ruler(mm), wide, high, wish)


class _Ruler:
    """Boxes in pixels from millimetres."""

    def __init__(self, mm: float) -> None:
        self.mm = mm

    def box(self, x: float, y: float, right: float, top: float) -> Box:
        return Box(x * self.mm, y * self.mm, (right - x) * self.mm, (top - y) * self.mm)


def _lying(ruler: _Ruler, wide: float, high: float, wish: Wish) -> Plan:
    """Clock, cube and delay, roll, words: four columns over one row of keys."""
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    low = BEZEL_MM + KEY_MM + 1.4
    top = low + FIGURES_MM
    clock_right = left + FIGURES_MM * _CLOCK_WIDE
    cube_left = clock_right + 2
    roll_left = cube_left + 14 + 2.5
    if wish.asking:
        roll_right = min(roll_left + 35.2, right - STILL_ROOM_MM)
    else:
        roll_right = roll_left + (17 if wish.picture else 10.5 if wish.dice else -3)
    words_left = roll_right + 3
    foot = low + QUIET_MM if wish.quiet else low
    dice_top = foot + 8 if wish.picture else top
    names_top = foot + (6.8 if wish.judged else 7.4 if wish.quiet or wish.long else 9.8)
    judged_top = names_top + 0.4 + JUDGED_MM * wish.judged if wish.judged else names_top
    upper = 2 * KEY_MM + GAP_MM + BEZEL_MM
    return Plan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=box(left, low, clock_right, top),
        cube=box(cube_left + 1.75, top - 10.5, cube_left + 12.25, top),
        owner=box(cube_left, low + 8, cube_left + 14, low + 11.5),
        delay=box(cube_left, low, cube_left + 14, low + 7.6),
        picture=box(
            roll_left, foot if wish.asking else foot + 9.5, max(roll_right, roll_left), top
        ),
        dice=box(roll_left, foot, max(roll_right, roll_left), dice_top),
        judged=box(words_left, names_top + 0.4, right, judged_top),
        prompt=box(words_left, judged_top + (0.4 if wish.judged else 1), right, top),
        names=box(words_left, foot, right, names_top),
        quiet=box(roll_left, low, right, low + QUIET_MM - 0.6),
        sheet=box(roll_left, low, right, top),
        strip=box(left, top + 0.7, right, top + 4.1),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, BEZEL_MM + KEY_MM),
        tall=False,
        question=box(left, upper + 0.8, right - 22, high - 1.2),
        sheet_clock=box(right - 18, upper + 0.8, right, upper + 6.8),
    )


def _upright(ruler: _Ruler, wide: float, high: float, wish: Wish) -> Plan:
    """Words and roll, over the clock, over two rows of keys."""
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    keys_top = BEZEL_MM + 2 * KEY_MM + GAP_MM
    low = keys_top + 1.4
    small = wish.asking or wish.telling or wish.judged > 0
    wordy = wish.quiet or wish.long
    both = wish.quiet and wish.long
    figures = TALL_FIGURES_MM - (6 if both else 4 if wordy else 0)
    if small:
        figures = ASKING_FIGURES_MM
    top = low + figures
    upper = 3 * KEY_MM + 2 * GAP_MM + BEZEL_MM
    clock_right = left + figures * _CLOCK_WIDE
    cube_left = clock_right + 4
    lowest = top + 1.4
    words_low, words_top = lowest + (QUIET_MM if wish.quiet else 0), high - 8.2
    if wish.asking:
        roll_right = left + 30
    else:
        roll_right = left + (27 if wish.picture else 6.5 if wish.dice else -3)
    dice_left = roll_right if wish.asking else max(left, roll_right - 6.5)
    middle = words_low + 6.8 if wish.long or wish.judged else (words_low + words_top) / 2 + 0.6
    judged_top = middle + JUDGED_MM * wish.judged
    cube = box(cube_left + 2, top - 10.5, cube_left + 12.5, top)
    if small or wordy:
        beside, lift = (17, 0.75) if small else (13, (figures - 10.5) / 2)
        cube = box(cube_left + beside, low + lift, cube_left + beside + 10.5, low + lift + 10.5)
    return Plan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=box(left, low, clock_right, top),
        cube=cube,
        owner=box(cube.right / ruler.mm + 1, cube.y / ruler.mm + 3, right, cube.y / ruler.mm + 7),
        delay=box(cube_left, low, cube_left + (12 if wordy else 14), low + (7.6 if small else 6.2)),
        picture=box(
            left, words_low, max(roll_right if wish.asking else dice_left - 1, left), words_top
        ),
        dice=box(dice_left, words_low, max(roll_right, dice_left), words_top),
        judged=box(roll_right + 3, middle, right, judged_top),
        prompt=box(roll_right + 3, judged_top, right, words_top),
        names=box(roll_right + 3, words_low, right, middle),
        quiet=box(left, lowest, right, lowest + QUIET_MM - 0.6),
        sheet=box(left, words_low, right, words_top),
        strip=box(left, high - 7.8, right, high - 1.2),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, keys_top),
        tall=True,
        question=box(left, upper + 2, right - 34, high - 2),
        sheet_clock=box(right - 30, upper + 5, right, upper + 15),
    )
