"""A half as a list of marks: the view's content, at the plan's places, in the mood's colours."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kiosk.catalogue.key import Corner
from kiosk.catalogue.text import format_text
from kiosk.rules.match.aid import Aid
from kiosk.rules.take_back import TAKE_BACK_NS, TakeBackTapped
from kiosk.rules.units import SECOND_NS
from kiosk.screen import words
from kiosk.screen.asking import asking, on_sheet
from kiosk.screen.controls import Column, Give, Pad, Pick, ScreenKey, Spot, StepNumber, at_rest, row
from kiosk.screen.guide import guide_marks, picture_of
from kiosk.screen.items import (
    Align,
    BarMark,
    Box,
    CubeMark,
    DieMark,
    Digits,
    Fill,
    Icon,
    Item,
    KeyCap,
    PictureMark,
    QrMark,
    Sign,
    TextMark,
)
from kiosk.screen.layout import JUDGED_MM, HalfContents, HalfPlan, plan
from kiosk.screen.names import call_alike, short_names
from kiosk.screen.theme import BLACK, DARK, ORANGE, SNOW, VEIL, YELLOW, Mood, Paint, Theme
from kiosk.screen.view import (
    BEATS,
    ClockFace,
    HalfView,
    NameAndScore,
    Owner,
    ShownMessage,
    ShownRoll,
    Urgency,
)

LEAST_MM = 2.8
"""Smallest type, for words that need shrinking (reliability: 16' at 0.6 m)."""


BIG = 1.35
"""Factor of prompt and keys in big type, where they have room."""

NO_TIME = "0:00"
MIDDLE = Align.CENTRE

LONG = 32
"""A prompt of more letters than this takes the room of the roll's picture."""

Found = Callable[[str], bool]
"""Whether the picture of this sha256 is available."""


def scene(
    half: HalfView,
    pad: Pad | None,
    size: tuple[float, float],
    mm: float,
    *,
    dimmed: bool,
    found: Found,
    theme: Theme = DARK,
) -> tuple[Item, ...]:
    """All marks of a half of `size` pixels, from back to front; `mm` is pixels per millimetre."""
    picture = picture_of(half, pad)
    if picture:
        return _guide(half, pad, picture, size, mm, dimmed, theme)
    rests = at_rest(half.controls, pad)
    message = _find_message(half)
    plain = rests and message is None
    long = plain and _letter_count(half.prompt) > LONG
    looked_at = half.question is not None or half.refused is not None
    big = Aid.BIG_TYPE in half.aids
    wide_names = _needs_the_width(half) and not big
    keys = row(half.controls, pad, half.language)
    stop = any(key.at is Corner.STOP for key in keys)
    if (long and wide_names) or stop:
        half = replace(half, roll=None)
    frozen = None if (long or big or wide_names) and not looked_at else _frozen(half, found)
    judged = len(half.refused.dice) if half.refused is not None and plain and not long else 0
    coded = bool(half.page) and plain
    wish = HalfContents(
        asking=(frozen is not None and looked_at) or coded,
        message=message is not None and rests,
        dice=half.roll is not None,
        picture=frozen is not None or coded,
        quiet=bool(half.quiet) and plain and not big,
        long=long,
        judged=judged,
        notes=bool(half.notes),
        on_sheet=pad is not None and on_sheet(pad, half),
        big=big,
        left_handed=Aid.LEFT_HANDED in half.aids,
        code=coded,
        wide_names=wide_names,
        still=half.still,
        stop=stop,
    )
    boxes = plan(size, mm, wish)
    if plain and boxes.names.h and not big and half.own is not None:
        half = call_alike(half, _name_room_mm(half, boxes), NAME_MM, LEAST_MM)
    paint = theme.moods[half.mood]
    items: list[Item] = [_ground(boxes, paint)]
    if half.own is None:
        caps = () if dimmed else tuple(_keys(keys, half, boxes, theme))
        items += _empty(half, boxes, paint, max((cap.box.top for cap in caps), default=0.0))
        return (*items, *caps)
    if pad is not None and wish.on_sheet and not dimmed:
        items += _sheet(half, pad, keys, boxes, theme)
        return tuple(items)
    items += _clock(half, boxes, paint, beside=not (big and wish.message))
    items += _cube(half, boxes, paint) if not (big and wish.message) else ()
    items += (QrMark("code", boxes.picture, half.page),) if coded else ()
    items += _games(half, boxes, paint) if plain else ()
    if message is not None and rests:
        items += _message(half, message, boxes, paint)
    else:
        items += _roll(half, frozen, boxes, paint)
        items += _judged(half, boxes, paint) if judged else ()
        items += _words(half, pad, boxes, paint)
        items += _quiet(half, wish, boxes, paint)
    if dimmed:
        items += _veil(half, boxes)
    else:
        items += _strip(half, boxes, paint)
        items += _keys(keys, half, boxes, theme)
    return tuple(items)


def _guide(
    half: HalfView,
    pad: Pad | None,
    picture: int,
    size: tuple[float, float],
    mm: float,
    dimmed: bool,
    theme: Theme,
) -> tuple[Item, ...]:
    """One of the pictures that lead a first-time player through a turn, with its keys."""
    big, left_handed = Aid.BIG_TYPE in half.aids, Aid.LEFT_HANDED in half.aids
    boxes = plan(size, mm, HalfContents(notes=True, big=big, left_handed=left_handed, still=True))
    paint = theme.moods[half.mood]
    marks = guide_marks(half, pad, picture, boxes, paint, _larger(half))
    if dimmed:
        return (_ground(boxes, paint), *marks, *_veil(half, boxes))
    keys = _keys(row(half.controls, pad, half.language), half, boxes, theme)
    return (_ground(boxes, paint), *marks, *_strip(half, boxes, paint), *keys)


def _ground(boxes: HalfPlan, paint: Paint) -> Fill:
    return Fill("ground", boxes.whole, paint.ground, paint.frame, 1.2 * boxes.mm)


def _empty(half: HalfView, boxes: HalfPlan, paint: Paint, over: float) -> Iterator[Item]:
    """A half without a match. `over`: upper edge of its keys."""
    mm, whole = boxes.mm, boxes.whole
    low = max(whole.h / 2 - 2 * mm, over + 9 * mm)
    room = Box(6 * mm, low, whole.w - 12 * mm, 14 * mm)
    high = min(9 * mm, low - over - 2 * mm)
    below = Box(room.x, room.y - high - mm, room.w, high)
    yield _text("prompt", room, half.prompt, paint.ink, 9 * mm, mm, True, Align.CENTRE, 2)
    yield _text(
        "note", below, " · ".join(half.notes), paint.soft, 4.5 * mm, mm, False, Align.CENTRE, 2
    )


def _letter_count(text: str) -> int:
    """Width in letters; an East Asian character counts as two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _veil(half: HalfView, boxes: HalfPlan) -> Iterator[Item]:
    """Veil over the last known state, and the reason it is old."""
    mm, whole = boxes.mm, boxes.whole
    yield Fill("veil", whole, VEIL, VEIL)
    plate = Box(8 * mm, whole.h / 2 - 8 * mm, whole.w - 16 * mm, 16 * mm)
    yield Fill("plate", plate, BLACK, ORANGE, 0.8 * mm)
    inside = Box(plate.x + 4 * mm, plate.y + mm, plate.w - 8 * mm, plate.h - 2 * mm)
    text = " · ".join(half.notes)
    yield _text("note", inside, text, SNOW, 6 * mm, mm, True, Align.CENTRE, 2)


# --- time and cube -------------------------------------------------------------------------------


def _clock(half: HalfView, boxes: HalfPlan, paint: Paint, *, beside: bool) -> Iterator[Item]:
    """`beside`: there is room for the delay, or the sign that the clock is stopped."""
    mm = boxes.mm
    if half.beat is not None:
        yield BarMark("bar", boxes.bar, half.beat, BEATS, paint.ink)
    elif half.mood is Mood.RUNNING:
        yield Fill("turn", boxes.bar, paint.ink, paint.ink)
    if half.large:
        widest = "00:00" if ":" in half.large else "10–10"
        yield Digits("score", boxes.clock, half.large, widest, paint.ink)
    elif half.clock is not None:
        yield from _reserve(half.clock, boxes, paint)
    if half.clock is None or not beside:
        return
    if half.large and half.cube is None and half.clock.reserve != NO_TIME:
        reserve = half.clock.reserve
        yield _text("reserve_line", boxes.owner, reserve, paint.soft, 3.6 * mm, mm, True, MIDDLE)
    figures = Box(boxes.delay.x, boxes.delay.y, boxes.delay.w, 0.96 * boxes.delay.h)
    square = boxes.delay.h
    middle = boxes.delay.x + (boxes.delay.w - square) / 2
    sign = Box(middle, boxes.delay.y, square, square)
    if half.clock.flagged:
        yield Icon("flag", sign, Sign.FLAG, paint.ink)
        if boxes.clock.h > 15 * mm:
            flag = format_text(words.FLAG, half.language)
            yield _text("flag_words", boxes.owner, flag, paint.ink, 3 * mm, mm, True, Align.CENTRE)
    elif half.mood is Mood.PAUSED:
        yield Icon("pause", sign, Sign.PAUSE, paint.ink)
    elif half.clock.delay:
        yield Digits("delay", figures, half.clock.delay, "00", paint.ink)


def _reserve(clock: ClockFace, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """The reserve: framed in the last minute, seconds alone on a bright plate in the last ten."""
    room, text, ink = boxes.clock, clock.reserve, paint.ink
    edge = 0.7 * boxes.mm
    plate = Box(room.x - edge, room.y - edge, room.w + 2 * edge, room.h + 2 * edge)
    inside = Box(room.x + 2 * edge, room.y, room.w - 4 * edge, room.h)
    if clock.urgency is Urgency.MINUTE:
        yield Fill("last_minute", plate, BLACK, YELLOW, edge)
        ink = YELLOW
    elif clock.urgency is Urgency.SECONDS:
        yield Fill("last_seconds", plate, YELLOW, BLACK, edge)
        text, ink = clock.reserve.removeprefix("0:").removeprefix("0"), BLACK
    else:
        inside = room
    yield Digits("reserve", inside, text or "0", "00:00", ink)


def _cube(half: HalfView, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    cube, mm = half.cube, boxes.mm
    if not boxes.cube.w:
        return  # the key to stop the clocks takes its place
    if half.won:
        yield Icon("winner", boxes.cube, Sign.WINNER, paint.ink)
    if half.crawford or half.crawford_next:
        wide = (12.2 if boxes.tall else 14) * mm
        label = Box(boxes.cube.centre[0] - wide / 2, boxes.cube.y, wide, boxes.cube.h)
        now = (
            (words.CRAWFORD,) if half.crawford else (words.CRAWFORD_NEXT, words.SHORT_CRAWFORD_NEXT)
        )
        labels = tuple(format_text(each, half.language) for each in now)
        em, least = 3.6 * mm, LEAST_MM * mm
        yield TextMark("crawford", label, labels, paint.ink, em, least, True, Align.CENTRE, 3)
    elif cube is not None and cube.in_play:
        solid = cube.owner is Owner.MINE or cube.offered
        yield CubeMark("cube", boxes.cube, cube.face or cube.level, solid, paint.ink, paint.ground)
        words_of = words.CUBE_OFFERED if cube.offered else _OWNERS.get(cube.owner)
        if half.clock is not None and half.clock.flagged:
            return  # the flag's words are there
        under = boxes.owner.x < boxes.cube.right
        centre = Align.CENTRE if under else Align.LEFT
        if cube.face:
            counts = f"= {cube.level}"
            yield _text("counts_as", boxes.owner, counts, paint.ink, 3 * mm, mm, True, centre)
        elif words_of is not None:
            owner = format_text(words_of, half.language)
            yield _text("owner", boxes.owner, owner, paint.ink, 3 * mm, mm, True, centre)


def _games(half: HalfView, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """The games so far, in the delay's place."""
    if not half.games or half.mood is Mood.PAUSED or (half.clock and half.clock.flagged):
        return
    em, middle = LEAST_MM * boxes.mm, Align.CENTRE
    yield TextMark("games", boxes.delay, half.games, paint.ink, em, em, align=middle, lines=3)


_OWNERS = {Owner.MINE: words.CUBE_MINE, Owner.THEIRS: words.CUBE_THEIRS}


# --- roll, names, words --------------------------------------------------------------------------


def _frozen(half: HalfView, found: Found) -> str | None:
    """sha256 of the picture to show: of the asked or void roll, else of the last one."""
    shown = half.question or half.refused or half.roll
    sha256 = shown.picture if shown else None
    return sha256 if sha256 is not None and found(sha256) else None


def _roll(half: HalfView, frozen: str | None, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    if frozen is not None:
        yield PictureMark("picture", boxes.picture, frozen)
    if half.roll is not None:
        yield from _dice(half.roll, boxes, paint)


def _dice(roll: ShownRoll, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """Dice side by side or stacked, whichever is larger; faint once the turn is over."""
    face, values = paint.ink if roll.current else paint.faint, roll.values
    room = boxes.dice
    across = min(room.h, (room.w - boxes.mm) / 2)
    down = min(room.w, (room.h - boxes.mm) / 2)
    side, stacked = max(across, down), down > across
    for index, value in enumerate(values):
        if stacked:
            place = Box(room.x, room.top - side - index * (side + boxes.mm), side, side)
        else:
            step = (room.w - side) / max(1, len(values) - 1)
            place = Box(room.x + index * step, room.y, side, side)
        yield DieMark(f"die_{index}", place, value, face, paint.ground)


def _judged(half: HalfView, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """Each die of a void roll with its reason; the die at fault is drawn strong."""
    mm, room, dice = boxes.mm, boxes.judged, half.refused.dice if half.refused else ()
    for index, die in enumerate(dice):
        line = Box(room.x, room.top - (index + 1) * JUDGED_MM * mm, room.w, JUDGED_MM * mm)
        face = Box(line.x, line.y + 0.2 * mm, 3.2 * mm, 3.2 * mm)
        ink = paint.ink if die.bad or not die.why else paint.soft
        name = f"judged_die_{index}"
        if die.value is None:
            yield _text(name, face, "?", ink, 3.4 * mm, mm, True, Align.CENTRE)
        else:
            yield DieMark(name, face, die.value, ink, paint.ground)
        beside = Box(face.right + 1.2 * mm, line.y, line.right - face.right - 1.2 * mm, line.h)
        yield _text(f"judged_why_{index}", beside, die.why, ink, 3.2 * mm, mm, die.bad)


def _words(half: HalfView, pad: Pad | None, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    mm = boxes.mm
    asks = pad is not None and not at_rest(half.controls, pad)
    text = asking(half, pad) if pad is not None and asks else half.prompt
    em = 5.4 * mm * _larger(half)
    yield _text("prompt", boxes.prompt, text, paint.ink, em, mm, True, Align.LEFT, 4)
    if Aid.BIG_TYPE in half.aids:
        yield from _score(half, boxes, paint)
        return
    standings = [each for each in (half.own, half.other) if each is not None]
    if not boxes.names.h:
        return  # two judged dice and a picture leave no room for names
    lines = _beside_or_below(boxes)
    for name, standing, line in zip(("own", "other"), standings, lines, strict=True):
        yield from _score_line(name, standing, line, boxes, paint)


def _beside_or_below(boxes: HalfPlan) -> tuple[Box, Box]:
    """The lines of the two names."""
    room = boxes.names
    if boxes.abreast:
        wide = room.w / 2 - 1.5 * boxes.mm
        return Box(room.x, room.y, wide, room.h), Box(room.right - wide, room.y, wide, room.h)
    high = room.h / 2
    return Box(room.x, room.y + high, room.w, high), Box(room.x, room.y, room.w, high)


def _score(half: HalfView, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """Score and length in one line, for big type, if the prompt leaves room."""
    if half.own is None or half.other is None or not boxes.names.h:
        return
    mm, text = boxes.mm, _score_and_length(half)
    yield _text("score_line", boxes.names, text, paint.ink, 4.2 * mm, mm, True)


def _find_message(half: HalfView) -> ShownMessage | None:
    """The message over the half: the director's, else what he was called about and the prompt.

    A contested roll is shown by its picture and in the strip instead.
    """
    if half.message is not None or not half.contested or half.question is not None:
        return half.message
    title = format_text(words.CONTESTED, half.language)
    return ShownMessage(title, f"{half.contested}\n{half.prompt}")


def _larger(half: HalfView) -> float:
    return BIG if Aid.BIG_TYPE in half.aids else 1.0


NAME_MM = 4.4
"""The type of the names beside the score."""


def _name_room_mm(half: HalfView, boxes: HalfPlan) -> float:
    scores = [len(each.score) for each in (half.own, half.other) if each is not None]
    wide = boxes.names.w / boxes.mm
    return (wide / 2 - 1.5 if boxes.abreast else wide) - _score_mm(max(scores)) - 1


def _score_mm(figures: int) -> float:
    return 3.2 * figures + 0.8


def _score_line(
    name: str, standing: NameAndScore, line: Box, boxes: HalfPlan, paint: Paint
) -> Iterator[Item]:
    mm = boxes.mm
    wide = _score_mm(len(standing.score)) * mm
    ink, bold = (paint.ink, True) if name == "own" else (paint.ink, False)
    left = Box(line.x, line.y, line.w - wide - mm, line.h)
    right = Box(line.right - wide, line.y, wide, line.h)
    yield TextMark(f"{name}_name", left, (standing.name,), ink, NAME_MM * mm, LEAST_MM * mm, bold)
    yield _text(f"{name}_score", right, standing.score, ink, 4.8 * mm, mm, True, Align.RIGHT)


LONG_NAME = 14
"""Most letters of a name's shortest form that fit beside the roll."""


def _needs_the_width(half: HalfView) -> bool:
    """True if a name's shortest form does not fit beside the roll."""
    names = [each.name for each in (half.own, half.other) if each is not None and each.name.strip()]
    return any(min(map(_letter_count, short_names(name))) > LONG_NAME for name in names)


def _quiet(half: HalfView, wish: HalfContents, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """The requests beside the prompt, as many of the first as fit."""
    if not wish.quiet:
        return
    mm, texts = (
        boxes.mm,
        [" · ".join(half.quiet[:count]) for count in range(len(half.quiet), 0, -1)],
    )
    yield TextMark("quiet", boxes.quiet, tuple(texts), paint.soft, 3.4 * mm, LEAST_MM * mm)


def _sheet(
    half: HalfView, pad: Pad, keys: Sequence[ScreenKey], boxes: HalfPlan, theme: Theme
) -> Iterator[Item]:
    """Keys over the whole half, below the question they answer and the reserve."""
    mm, paint = boxes.mm, theme.moods[half.mood]
    if half.beat is not None:
        yield BarMark("bar", boxes.bar, half.beat, BEATS, paint.ink)
    if half.clock is not None:
        yield Digits("reserve", boxes.sheet_clock, half.clock.reserve, "00:00", paint.ink)
    text = asking(half, pad)
    lines = 4 if boxes.tall else 2
    em = 5.4 * mm * _larger(half)
    yield _text("prompt", boxes.question, text, paint.ink, em, mm, True, Align.LEFT, lines)
    yield from _keys(keys, half, boxes, theme)


def _message(
    half: HalfView, message: ShownMessage, boxes: HalfPlan, paint: Paint
) -> Iterator[Item]:
    mm, room = boxes.mm, boxes.sheet
    head = Box(room.x, room.top - 4.6 * mm, room.w, 4.6 * mm)
    body = Box(room.x, room.y, room.w, room.h - 5 * mm)
    yield _text("title", head, message.title, paint.soft, 3.8 * mm, mm, True)
    em, text = 5.4 * mm * _larger(half), message.text
    yield _text("message", body, text, paint.ink, em, mm, False, Align.LEFT, 8)


def _strip(half: HalfView, boxes: HalfPlan, paint: Paint) -> Iterator[Item]:
    """The strip along the middle of the table: notes on the left, match length on the right."""
    mm = boxes.mm
    notes = (half.contested, *half.notes) if half.contested and half.question else half.notes
    if notes:
        lines, count = 4 if boxes.tall else 1, len(notes)
        texts = tuple(" · ".join(notes[:each]) for each in range(count, 0, -1))
        small = LEAST_MM * mm
        yield TextMark(
            "note", boxes.note, texts, paint.ink, 3.4 * mm, small, True, Align.LEFT, lines
        )
    if boxes.length.top > boxes.whole.top:
        return  # larger keys take its room; the length is beside the score
    score = f"{half.own.score}–{half.other.score}" if half.own and half.other else ""
    texts = (half.length,) if boxes.names.h else (_score_and_length(half), score)
    em, least = 3.4 * mm, LEAST_MM * mm
    yield TextMark("length", boxes.length, texts, paint.soft, em, least, True, Align.RIGHT)


def _score_and_length(half: HalfView) -> str:
    """Score and length, for a half without names."""
    if half.own is None or half.other is None:
        return half.length
    return f"{half.own.score}–{half.other.score} · {half.length}"


def _text(
    name: str,
    box: Box,
    text: str,
    ink: tuple[float, float, float, float],
    em_px: float,
    mm: float,
    bold: bool = False,
    align: Align = Align.LEFT,
    lines: int = 1,
) -> TextMark:
    return TextMark(name, box, (text,), ink, em_px, min(em_px, LEAST_MM * mm), bold, align, lines)


# --- keys ----------------------------------------------------------------------------------------


def _keys(
    keys: Sequence[ScreenKey], half: HalfView, boxes: HalfPlan, theme: Theme
) -> Iterator[KeyCap]:
    caps = [_key(key, half, boxes, theme) for key in keys]
    if boxes.left_handed:
        caps = _numbers_in_order(caps)
    for cap in caps:
        if Aid.BIG_TYPE in half.aids and isinstance(cap.key.at, Column):
            beside = [
                each.box
                for each in caps
                if isinstance(each.key.at, Column) and each.box.y == cap.box.y
            ]
            yield replace(cap, box=boxes.widened(beside, cap.box))
        else:
            yield cap


def _numbers_in_order(caps: list[KeyCap]) -> list[KeyCap]:
    """Put numbers back in left-to-right order within each row of keys."""
    numbers = [cap for cap in caps if isinstance(cap.key.tap, Pick | StepNumber)]
    rows: defaultdict[float, list[Box]] = defaultdict(list)
    for cap in numbers:
        rows[cap.box.y].append(cap.box)
    places = {high: iter(sorted(boxes, key=lambda box: box.x)) for high, boxes in rows.items()}
    return [replace(cap, box=next(places[cap.box.y])) if cap in numbers else cap for cap in caps]


def _key(key: ScreenKey, half: HalfView, boxes: HalfPlan, theme: Theme) -> KeyCap:
    mm = boxes.mm
    undoes = isinstance(key.tap, Give) and key.tap.action.kind == TakeBackTapped.__name__
    return KeyCap(
        name=f"key_{_spot_name(key.at)}",
        box=boxes.place(key.at),
        key=key,
        paint=theme.key(key.tone, half.mood),
        em_px=5 * mm * _larger(half),
        least_px=LEAST_MM * mm,
        round_px=2 * mm,
        left=min(1.0, half.undo_s * SECOND_NS / TAKE_BACK_NS) if undoes else None,
    )


def _spot_name(spot: Spot) -> str:
    return str(spot) if isinstance(spot, Corner) else str(spot.slot)
