"""Layout of a half in millimetres of the panel, with sizes for eyes and fingers.

Sizes by visual angle and finger (ISO 9241-3; WCAG 2.2 target size): figures 22 mm for 1 m with
poor sight, keys 12 mm, 4 mm between them, nothing within 4 mm of the bezel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.catalogue.key import Corner
from kiosk.screen.controls import SHEET_KEYS, Cell, Column, Spot
from kiosk.screen.items import Box

BEZEL_MM = 4.0
KEY_MM = 12.0
GAP_MM = 4.0
BIG_KEY_MM = 15.3
"""Key height of the row in big type, in a half wider than high, without notes."""
CORNER_MM = 16.0
TALL_CORNER_MM = 14.0
TALL_ROW = 4
"""With up to this many keys beside the corners, only one of them is in the lower row."""
FIGURES_MM = 22.0
CROWDED_FIGURES_MM = 18.0
STILL_FIGURES_MM = 16.0
"""While no clock runs, in a half with much text."""
MESSAGE_FIGURES_MM = 12.0
QUIET_MM = 4.2
BIG_SCORE_MM = 5.0
"""The line of score and length in big type."""
JUDGED_MM = 3.6
"""Line height of one judged die."""
NARROW_CLOCK_MM = 38.0
LYING = 2.0
"""From this ratio of width to height a half has one row of keys."""
ROOMY_MM = 84.0
"""From this height a tall half has room for figures and pictures one above the other."""
SQUAT_MM = 77.0
"""Below this height a tall half has room for a picture only beside the clock."""
SQUAT_CLOCK_MM = 46.0
"""Width of the clock in such a half."""
NAME_LINE_MM = 3.6
"""Line height of a name that needs the whole width."""
PICTURE_MM = 35.2
BIG_PICTURE_MM = 25.0
"""Width of an asked roll's picture in big type."""
STILL_ROOM_MM = 25.0
"""Width a large picture leaves for words."""
NAME_ROOM_MM = 37.0
"""The same if a name is long."""
_CLOCK_WIDE = 62 / 22
"""Width of the clock's box, as a multiple of its height."""


@dataclass(frozen=True, slots=True)
class HalfPlan:
    """The boxes of one half, in pixels; `mm` is pixels per millimetre."""

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
    note: Box
    length: Box
    bar: Box
    keys: Box
    tall: bool
    cells: tuple[int, int]
    """Keys per row and rows above the corners' row; other places are beside the corners."""
    question: Box
    sheet_clock: Box
    stop: Box
    """The key that stops the clocks while dice are entered."""
    key_high: float = 0.0
    """Height of the keys in the row; on a sheet it is KEY_MM."""
    abreast: bool = False
    """The two names share one line."""
    corner: float = 0.0
    left_handed: bool = False

    def place(self, spot: Spot) -> Box:
        """Box of a key: in the row, on a sheet, or in a corner."""
        place = self._place(spot)
        return self._mirrored(place) if self.left_handed and spot is not Corner.STOP else place

    def widened(self, row: Sequence[Box], box: Box) -> Box:
        """Widen a key's box by its share of the free room in its `row`."""
        left, right = self.keys.x, self.keys.right
        if box.y == self.keys.y:  # with the corners
            beside = 2 * (self.corner + self._gap)
            left, right = (left + beside, right) if self.left_handed else (left, right - beside)
        before = max((each.right for each in row if each.right < box.x), default=None)
        after = min((each.x for each in row if each.x > box.right), default=None)
        half_gap = self._gap / 2
        x = left if before is None else (before + box.x) / 2 + half_gap
        end = right if after is None else (box.right + after) / 2 - half_gap
        return Box(x, box.y, end - x, box.h)

    def _mirrored(self, box: Box) -> Box:
        return Box(self.keys.x + self.keys.right - box.right, box.y, box.w, box.h)

    def _place(self, spot: Spot) -> Box:
        match spot:
            case Corner.MORE:
                return self._key_box(self.keys.right - self.corner, 0, self.corner)
            case Corner.DIRECTOR:
                return self._key_box(self.keys.right - 2 * self.corner - self._gap, 0, self.corner)
            case Corner.STOP:
                return self.stop
            case Column(slot, of):
                return self._tall_column(slot, of) if self.tall else self._beside(slot, of)
            case Cell(slot):
                return self._cell(slot)

    @property
    def _gap(self) -> float:
        return GAP_MM * self.mm

    @property
    def _free(self) -> float:
        """Width of the lowest row left by the corners."""
        return self.keys.w - 2 * (self.corner + self._gap)

    def _key_box(self, x: float, row: int, wide: float) -> Box:
        """Box at `x` in a row of keys, counted from the lowest."""
        return Box(x, self.keys.y + row * (self.key_high + self._gap), wide, self.key_high)

    def _spread(self, slot: int, of: int, row: int, room: float) -> Box:
        wide = (room - self._gap * (of - 1)) / of
        return self._key_box(self.keys.x + slot * (wide + self._gap), row, wide)

    def _beside(self, slot: int, of: int) -> Box:
        """Box in the row of the corners."""
        return self._spread(slot, of, 0, self._free)

    def _tall_column(self, slot: int, of: int) -> Box:
        """Box in the upper row, or for the last one or two beside the corners."""
        low = 1 if of <= TALL_ROW else 2
        if slot < of - low:
            return self._spread(slot, of - low, 1, self.keys.w)
        return self._spread(slot - (of - low), low, 0, self._free)

    def _cell(self, slot: int) -> Box:
        """Box on a sheet: rows from the top, then the last places beside the corners."""
        across, rows = self.cells
        row, column = divmod(slot, across)
        if row < rows:
            return self._spread(column, across, rows - row, self.keys.w)
        low = SHEET_KEYS - across * rows
        return self._spread(slot - across * rows, low, 0, self._free)


@dataclass(frozen=True, slots=True)
class HalfContents:
    """What the half has to show.

    `asking`: the frozen picture, large. `message`: a message over the half. `quiet`: a line of
    requests beside the prompt. `long`: a long prompt. `judged`: number of judged dice, a line each.
    `notes`: text along the middle of the table. `on_sheet`: keys over the whole half.
    `big`: prompt and keys in big type, without quiet words, names and the last roll's picture.
    `left_handed`: keys from right to left. `wide_names`: names that need the whole width.
    `still`: no clock runs. `stop`: a key that stops the clocks while dice are entered, in place of
    the last roll.
    """

    asking: bool = False
    message: bool = False
    dice: bool = False
    picture: bool = False
    quiet: bool = False
    long: bool = False
    judged: int = 0
    notes: bool = False
    on_sheet: bool = False
    big: bool = False
    left_handed: bool = False
    code: bool = False
    """The picture is a QR code, as high as the figures on every panel."""
    wide_names: bool = False
    still: bool = False
    stop: bool = False


def plan(half: tuple[float, float], mm: float, wish: HalfContents) -> HalfPlan:
    """The boxes of a half of this size in pixels, `mm` pixels per millimetre."""
    width, height = half
    wide, high = width / mm, height / mm
    ruler = _Ruler(mm)
    if width >= LYING * height:
        return _wide_half(ruler, wide, high, wish)
    squat = high < SQUAT_MM and not wish.message
    return (_squat if squat else _tall)(ruler, wide, high, wish)


class _Ruler:
    """Makes boxes in pixels from millimetres."""

    def __init__(self, mm: float) -> None:
        self.mm = mm

    def box(self, x: float, y: float, right: float, top: float) -> Box:
        return Box(x * self.mm, y * self.mm, (right - x) * self.mm, (top - y) * self.mm)


def _wide_half(ruler: _Ruler, wide: float, high: float, wish: HalfContents) -> HalfPlan:
    """Four columns above one row of keys: clock, cube and delay, roll, words."""
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    key_high = BIG_KEY_MM if wish.big and not wish.notes and not wish.on_sheet else KEY_MM
    low = BEZEL_MM + key_high + 1.4
    top = low + FIGURES_MM
    clock_right = left + FIGURES_MM * _CLOCK_WIDE
    cube_left = clock_right + 2
    roll_left = cube_left + 14 + 2.5
    if wish.big and wish.message:
        roll_left = cube_left
    if wish.asking:
        picture = FIGURES_MM if wish.code else BIG_PICTURE_MM if wish.big else PICTURE_MM
        still = NAME_ROOM_MM + 3 if wish.wide_names else STILL_ROOM_MM
        roll_right = min(roll_left + picture, right - still)
    else:
        roll_right = roll_left + (17 if wish.picture or wish.stop else 10.5 if wish.dice else -3)
    words_left = roll_right + 3
    stop_low = low + 2.6
    foot = low + QUIET_MM if wish.quiet else low
    dice_top = foot + 8 if wish.picture else top
    names_top = foot + (6.8 if wish.judged else 7.4 if wish.quiet or wish.long else 9.8)
    if wish.big:
        names_top = foot if wish.long or wish.judged or wish.asking else foot + BIG_SCORE_MM
    elif wish.wide_names:
        names_top = foot + 2 * NAME_LINE_MM
    names_left, shown_low = (roll_left, names_top + 0.4) if wish.wide_names else (words_left, foot)
    beside_code = wish.code and not wish.wide_names
    if wish.wide_names:
        dice_top = top
    stop = box(roll_left, stop_low, roll_right, stop_low + KEY_MM)
    if wish.stop and wish.asking:
        names_top = stop_low + KEY_MM
        stop = box(words_left, stop_low, right, names_top)
    judged_top = names_top + 0.4 + JUDGED_MM * wish.judged if wish.judged else names_top
    upper = 2 * KEY_MM + GAP_MM + BEZEL_MM
    return HalfPlan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=box(left, low, clock_right, top),
        cube=box(cube_left + 1.75, top - 10.5, cube_left + 12.25, top),
        owner=box(cube_left, low + 8, cube_left + 14, low + 11.5),
        delay=box(cube_left, low, cube_left + 14, low + 7.6),
        picture=box(
            roll_left,
            low if beside_code else shown_low if wish.asking else foot + 9.5,
            max(roll_right, roll_left),
            top,
        ),
        dice=box(roll_left, shown_low, max(roll_right, roll_left), dice_top),
        judged=box(words_left, names_top + 0.4, right, judged_top),
        prompt=box(words_left, judged_top + (0.4 if wish.judged else 1), right, top),
        names=box(
            names_left,
            foot,
            right,
            foot if wish.stop and (wish.asking or wish.wide_names) else names_top,
        ),
        quiet=box(words_left if beside_code else roll_left, low, right, low + QUIET_MM - 0.6),
        sheet=box(roll_left, low, right, top),
        note=box(left, top + 0.7, right - 16, top + 4.1),
        length=box(right - 14, top + 0.7, right, top + 4.1),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, BEZEL_MM + key_high),
        tall=False,
        cells=(5, 1),
        question=box(left, upper + 0.8, right - 22, high - 1.2),
        sheet_clock=box(right - 18, upper + 0.8, right, upper + 6.8),
        stop=stop,
        key_high=key_high * ruler.mm,
        corner=CORNER_MM * ruler.mm,
        left_handed=wish.left_handed,
    )


def _tall(ruler: _Ruler, wide: float, high: float, wish: HalfContents) -> HalfPlan:
    """Words and roll above the clock, above two rows of keys.

    In a low half an asked picture is beside a narrower clock, and a message takes room from the
    figures.
    """
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    low_half = high < ROOMY_MM
    low = BEZEL_MM + 2 * KEY_MM + GAP_MM + 1.4
    message = wish.message and low_half
    asking = wish.asking and (low_half or wish.code) and not message
    coded = asking and not low_half
    figures = _tall_figures(wish, low_half=low_half)
    top = low + figures
    strip_low = high - _tall_strip(wish, low_half=low_half, message=message)
    ceiling = strip_low - 0.4
    in_strip = wish.quiet and low_half and not wish.notes
    words_low = top + 1.4 + (QUIET_MM if wish.quiet and not in_strip else 0)
    beside = _beside_clock(ruler, left, right, low, figures)
    wide_names = wish.wide_names and not wish.big and not wish.message
    abreast = wide_names and low_half and not asking
    nameless = _nameless(wish, low_half=low_half)
    names_high = 0.0 if nameless else (1 if abreast else 2) * NAME_LINE_MM
    shown_low = words_low + (names_high + 0.4 if wide_names and not asking else 0)
    picture, dice, words_left = _roll_boxes(ruler, left, shown_low, ceiling, wish)
    names_left, words_right = left if wide_names else words_left, right
    if asking:
        clock_right = left + NARROW_CLOCK_MM
        words_left, words_right = left, right - (31 if coded else 14)
        picture = box(clock_right + 3, low, right, top)
        beside = _Beside(
            clock=box(left, low, clock_right, top),
            cube=box(right - 11, words_low + 2.4, right - 0.5, words_low + 12.9),
            owner=box(right - 13, words_low - 1.2, right, words_low + 2.2),
            delay=box(right - 30, words_low + 2.4, right - 14, words_low + 9)
            if coded
            else box(right - 32, high - 8, right - 16, high - 1.4),
        )
        names_left = left
    if not wide_names:
        names_high = 0.0 if low_half and wish.judged else 6.4 if wish.long or wish.judged else 6.8
    if wish.big:
        names_high = 0.0 if wish.long or wish.judged else BIG_SCORE_MM
    middle = words_low + names_high
    if not wish.long and not wish.judged and not wish.big and not wide_names:
        middle = (words_low + ceiling) / 2 + 0.6
    stop_low = words_low if low_half else words_low + 3
    stop = box(left, stop_low, words_left - 3, stop_low + KEY_MM)
    names_top = words_low if wish.stop and (wish.asking or wide_names) else middle
    middle = names_top
    if wish.stop and asking:
        stop = box(words_right - 26, words_low, words_right - 2, words_low + KEY_MM)
        words_right -= 28
    elif wish.stop and wish.asking:
        stop = box(words_left, stop_low, words_right, stop_low + KEY_MM)
        middle = stop_low + KEY_MM + 0.4
    judged_top = middle + JUDGED_MM * wish.judged
    quiet_low = high - 6.5 if in_strip else top + 1.4
    rows = 2 if low_half else 3
    upper = BEZEL_MM + (rows + 1) * KEY_MM + rows * GAP_MM
    return HalfPlan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=beside.clock,
        cube=beside.cube,
        owner=beside.owner,
        delay=beside.delay,
        picture=picture,
        dice=dice,
        judged=box(words_left, middle, words_right, judged_top),
        prompt=box(words_left, judged_top, words_right, ceiling),
        names=box(names_left, words_low, words_right, names_top),
        quiet=box(left, quiet_low, right - (16 if in_strip else 0), quiet_low + QUIET_MM - 0.6),
        sheet=box(left, words_low, right, ceiling),
        note=box(left, strip_low, right - (34 if asking and not coded else 16), high - 1.2),
        length=box(right - 14, strip_low, right, high - 1.2),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, low - 1.4),
        tall=True,
        cells=(3, rows),
        question=box(left, upper + 2, right - 34, high - 2),
        sheet_clock=box(right - 30, upper + 5, right, upper + 15),
        stop=stop,
        key_high=KEY_MM * ruler.mm,
        abreast=abreast,
        corner=TALL_CORNER_MM * ruler.mm,
        left_handed=wish.left_handed,
    )


def _tall_figures(wish: HalfContents, *, low_half: bool) -> float:
    if wish.message and low_half:
        return MESSAGE_FIGURES_MM
    crowded = wish.still if wish.message else low_half and wish.quiet
    return CROWDED_FIGURES_MM if crowded and wish.notes else FIGURES_MM


def _tall_strip(wish: HalfContents, *, low_half: bool, message: bool) -> float:
    """Height of the strip along the middle of the table."""
    if low_half:
        return 8.8 if message and wish.notes else 7.8
    return 14.6 if wish.wide_names and wish.notes else 11.6


def _nameless(wish: HalfContents, *, low_half: bool) -> bool:
    """True if names that need the whole width have no room."""
    crowded = wish.notes and (wish.long or wish.judged)
    return bool(crowded or (low_half and (wish.judged or (wish.asking and wish.long))))


def _squat(ruler: _Ruler, wide: float, high: float, wish: HalfContents) -> HalfPlan:
    """Words over the whole width; below them clock, roll and cube side by side, above two rows of
    keys.

    Notes take the room of the names; the score is then beside the length.
    """
    box, left, right = ruler.box, BEZEL_MM, wide - BEZEL_MM
    low = BEZEL_MM + 2 * KEY_MM + GAP_MM + 1.4
    quiet_line = wish.quiet and wish.notes
    crowded = quiet_line and wish.long and not wish.code
    figures = CROWDED_FIGURES_MM if crowded else FIGURES_MM
    if wish.still and wish.notes and not wish.code and (wish.quiet or wish.long or wish.wide_names):
        figures = STILL_FIGURES_MM
    crowded = figures < FIGURES_MM
    top = low + figures
    words_low = top + 0.7 + (QUIET_MM if quiet_line else 0)
    notes = 11.6 if (wish.wide_names or wish.big) and wish.still else 8.2
    strip_low = high - (notes if wish.notes else 4.6)
    ceiling = strip_low - 0.2
    clock_right = left + (NARROW_CLOCK_MM if wish.asking else SQUAT_CLOCK_MM)
    cube_left = right - 13
    roll_left, roll_right = clock_right + 2, cube_left - 1.5
    alone = wish.judged or (wish.notes and (wish.long or wish.quiet or wish.wide_names))
    names_high = 0.0 if alone else NAME_LINE_MM if wish.notes or wish.long else 2 * NAME_LINE_MM
    if wish.big:
        names_high = 0.0 if alone or wish.long or wish.notes else BIG_SCORE_MM
    middle = words_low + names_high
    upper = BEZEL_MM + 3 * KEY_MM + 2 * GAP_MM
    over_sheet = upper - KEY_MM / 2 + 0.5  # no key of a sheet is where the finger opened it
    stop_low = top - KEY_MM if wish.asking else min(max(low + 3, over_sheet), top - KEY_MM)
    stop = box(roll_left, stop_low, roll_right, stop_low + KEY_MM)
    if wish.asking:
        stop = box(cube_left, stop_low, right, top)
    judged_top = words_low + JUDGED_MM * wish.judged
    words_left = left + 42 if wish.judged else left
    dice_low = low if wish.picture else low + 5
    cube = 8.4 if crowded else 10.5
    delay = top - low - cube - 3.9
    return HalfPlan(
        mm=ruler.mm,
        whole=box(0, 0, wide, high),
        clock=box(left, low, clock_right, top),
        cube=box(cube_left + 6.5 - cube / 2, top - cube, cube_left + 6.5 + cube / 2, top)
        if not (wish.stop and wish.asking)
        else box(0, 0, 0, 0),
        owner=box(cube_left, low + delay + 0.4, cube_left + 13, top - cube),
        delay=box(cube_left, low, cube_left + 13, low + delay),
        picture=box(roll_left, low if wish.asking else low + 8, roll_right, top),
        dice=box(roll_left, dice_low, roll_right, dice_low + 7.6),
        judged=box(left, words_low, left + 40, judged_top),
        prompt=box(words_left, middle, right, ceiling),
        names=box(left, words_low, right, middle),
        quiet=box(
            left,
            top + 0.7 if quiet_line else strip_low + 0.2,
            right - (0 if quiet_line else 16),
            top + 0.7 + QUIET_MM - 0.6 if quiet_line else high - 1.2,
        ),
        sheet=box(left, words_low, right, ceiling),
        note=box(left, strip_low, right - 18, high - 1.2),
        length=box(right - 16, high - 4.8, right, high - 1.2),
        bar=box(0, high - 0.9, wide, high),
        keys=box(left, BEZEL_MM, right, low - 1.4),
        tall=True,
        cells=(3, 2),
        question=box(left, upper + 2, right - 34, high - 2),
        sheet_clock=box(right - 30, upper + 5, right, upper + 15),
        stop=stop,
        key_high=KEY_MM * ruler.mm,
        abreast=names_high == NAME_LINE_MM,
        corner=TALL_CORNER_MM * ruler.mm,
        left_handed=wish.left_handed,
    )


@dataclass(frozen=True, slots=True)
class _Beside:
    """The boxes of the clock and of what is beside it."""

    clock: Box
    cube: Box
    owner: Box
    delay: Box


def _beside_clock(ruler: _Ruler, left: float, right: float, low: float, figures: float) -> _Beside:
    """Put the cube above the delay, or beside it where the figures are low."""
    box, top = ruler.box, low + figures
    clock_right = min(left + figures * _CLOCK_WIDE, right - 14.25)
    clock, at = box(left, low, clock_right, top), clock_right + 2
    if figures < CROWDED_FIGURES_MM:
        cube = box(at + 17, low + 0.75, at + 27.5, low + 11.25)
        owner = box(at + 28.5, low + 3, right, low + 7)
        return _Beside(clock, cube, owner, box(at, low, at + 14, low + 7.6))
    side = 10.5 if figures == FIGURES_MM else 8.4
    delay, edge = figures - side - 3.9, (12.25 - side) / 2
    return _Beside(
        clock,
        cube=box(at + edge, top - side, at + edge + side, top),
        owner=box(at, low + delay + 0.4, at + 12.25, top - side),
        delay=box(at, low, at + 12.25, low + delay),
    )


def _roll_boxes(
    ruler: _Ruler, left: float, low: float, top: float, wish: HalfContents
) -> tuple[Box, Box, float]:
    """The boxes of picture and stacked dice, and the left edge of the words."""
    if wish.asking:
        right = left + (22 if wish.wide_names else 30)
        return ruler.box(left, low, right, top), ruler.box(right, low, right, top), right + 3
    right = left + (27 if wish.picture or wish.stop else 6.5 if wish.dice else -3)
    dice_left = max(left, right - 6.5)
    picture = ruler.box(left, low, max(dice_left - 1, left), top)
    return picture, ruler.box(dice_left, low, max(right, dice_left), top), right + 3
