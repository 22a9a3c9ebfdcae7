"""Where things stand in a half, in millimetres of the panel: sizes for eyes and fingers.

Sizes by visual angle and finger (ISO 9241-3; WCAG 2.2 target size): figures 22 mm for 1 m with
poor sight, keys 12 mm, 8 mm between keys that do different things, nothing within 4 mm of the
bezel. A panel's short side is taken for 88 mm, as on the Touch Display 2 (7 inch) and, nearly, the
first 7-inch panel.
"""

from dataclasses import dataclass

from kiosk.screen.items import Box

SHORT_SIDE_MM = 88.0
BEZEL_MM = 4.0
KEY_MM = 12.0
GAP_MM = 8.0
FIGURES_MM = 22.0
TALL_FIGURES_MM = 20.0
ASKING_FIGURES_MM = 12.0
_CLOCK_WIDE = 62 / 22
"""Width of the clock's box for its height."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The boxes of one half, in pixels; `mm` is one millimetre."""

    mm: float
    whole: Box
    clock: Box
    cube: Box
    delay: Box
    picture: Box
    dice: Box
    prompt: Box
    names: Box
    sheet: Box
    strip: Box
    bar: Box
    keys: Box
    key_rows: int

    def key(self, slot: int, columns: int) -> Box:
        """The place of a key: in one row, or in two where the panel stands upright."""
        across = -(-columns // self.key_rows)
        row, column = divmod(slot, across)
        gap, high = GAP_MM * self.mm, KEY_MM * self.mm
        wide = (self.keys.w - gap * (across - 1)) / across
        y = self.keys.top - high - row * (high + gap)
        return Box(self.keys.x + column * (wide + gap), y, wide, high)


def plan(window: tuple[float, float], *, asking: bool, rolled: bool) -> Plan:
    """The boxes for a window of this size. `asking`: the picture is to be seen large;
    `rolled`: there is a roll to show.
    """
    width, height = window
    mm = min(width, height) / SHORT_SIDE_MM
    wide, high = width / mm, height / 2 / mm
    return (_lying if width >= height else _upright)(_Ruler(mm), wide, high, asking, rolled)


class _Ruler:
    """Boxes in pixels from millimetres."""

    def __init__(self, mm: float) -> None:
        self.mm = mm

    def box(self, x: float, y: float, right: float, top: float) -> Box:
        return Box(x * self.mm, y * self.mm, (right - x) * self.mm, (top - y) * self.mm)


def _lying(ruler: _Ruler, wide: float, high: float, asking: bool, rolled: bool) -> Plan:
    """Clock, cube and delay, roll, words: four columns over one row of keys."""
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    low = BEZEL_MM + KEY_MM + 1.6
    top = low + FIGURES_MM
    clock_right = left + FIGURES_MM * _CLOCK_WIDE
    cube_left = clock_right + 2.5
    roll_left = cube_left + 14.5 + 3
    roll_right = roll_left + (29 if asking else 17 if rolled else -3)
    words_left = roll_right + 3
    return Plan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=box(left, low, clock_right, top),
        cube=box(cube_left + 1.75, top - 11, cube_left + 12.75, top),
        delay=box(cube_left, low, cube_left + 14.5, low + 8),
        picture=box(roll_left, low if asking else low + 9.5, max(roll_right, roll_left), top),
        dice=box(roll_left, low, max(roll_right, roll_left), low + 8),
        prompt=box(words_left, low + 10.6, right, top),
        names=box(words_left, low, right, low + 9.6),
        sheet=box(roll_left, low, right, top),
        strip=box(left, top + 0.3, right, top + 3.7),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, BEZEL_MM + KEY_MM),
        key_rows=1,
    )


def _upright(ruler: _Ruler, wide: float, high: float, asking: bool, rolled: bool) -> Plan:
    """Words and roll, over the clock, over two rows of keys."""
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    keys_top = BEZEL_MM + 2 * KEY_MM + GAP_MM
    low = keys_top + 1.6
    figures = ASKING_FIGURES_MM if asking else TALL_FIGURES_MM
    top = low + figures
    clock_right = left + figures * _CLOCK_WIDE
    cube_left = clock_right + 3
    words_low, words_top = top + 1.4, high - 4.8
    roll_right = left + (30 if asking else 22 if rolled else -3)
    dice_left = roll_right - 7 if not asking else roll_right
    middle = (words_low + words_top) / 2
    delay = box(cube_left, low, cube_left + 14, low + 8)
    cube = box(cube_left + 2, top - 10, cube_left + 12, top)
    if asking:
        cube = box(cube_left + 17, low + 1, cube_left + 27, low + 11)
    return Plan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=box(left, low, clock_right, top),
        cube=cube,
        delay=delay,
        picture=box(left, words_low, max(dice_left - (0 if asking else 1), left), words_top),
        dice=box(dice_left, words_low, max(roll_right, dice_left), words_top),
        prompt=box(roll_right + 3, middle + 0.4, right, words_top),
        names=box(roll_right + 3, words_low, right, middle - 0.4),
        sheet=box(left, words_low, right, words_top),
        strip=box(left, high - 4.6, right, high - 1.2),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, keys_top),
        key_rows=2,
    )
