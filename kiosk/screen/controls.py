"""What a side may tap now: exactly one control for each action the snapshot gives it.

A control is in the row, or on a sheet that one or two taps open. The open sheet and the numbers
entered so far are all the state of a half.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kiosk.catalogue.drawers import OPENERS
from kiosk.catalogue.key import Corner, KeySheet, NumberEntry, Pads, Tone
from kiosk.catalogue.text import ENGLISH, Language, format_text, text
from kiosk.wire.taps import Action

MOST_KEYS = 5
"""With more keys than this beside the corners, rare ones move to the sheet More."""

ROW_COLUMNS = 5
"""Places beside the corners. Each key has its own place, even while it is absent."""

SET_UP = "ScreenSetUp"
"""Kind of the screen's own actions, which are not sent to the table."""

JOIN = "JoinEvent"
"""Kind of the action that opens the join page."""

SHEET_KEYS = 8
"""Keys a sheet has room for, beside the corners."""


@dataclass(frozen=True, slots=True)
class ScreenControl:
    """One action, its key's label, and its place: in the row, or on the sheet at `path`."""

    action: Action
    label: str
    path: tuple[KeySheet, ...] = ()
    tone: Tone = Tone.PLAIN
    entry: NumberEntry | None = None
    place: tuple[int, int] = (9, 3)
    """Its order in the row or on its sheet, and its column in the row."""
    asks: str = ""
    """The question of its sheet, if it differs from the opener's."""
    corner: Corner | None = None
    globe: bool = False
    yields: tuple[KeySheet, ...] = ()
    """Path of the sheet it moves to when another key takes its column."""


@dataclass(frozen=True, slots=True)
class Give:
    """Do an action; `values` are the numbers entered, None if it takes none."""

    action: Action
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Open:
    drawer: KeySheet


@dataclass(frozen=True, slots=True)
class EnterNumbers:
    """Begin to enter an action's numbers."""

    action: Action


@dataclass(frozen=True, slots=True)
class Pick:
    """A die's value, or another number that has its own key."""

    value: int


@dataclass(frozen=True, slots=True)
class StepNumber:
    """Add `by` to the number."""

    by: int


@dataclass(frozen=True, slots=True)
class NumberDone:
    """Accept the number."""


@dataclass(frozen=True, slots=True)
class Shut:
    """Go one step back; entered numbers are dropped."""


@dataclass(frozen=True, slots=True)
class PressKey:
    """A key of the join page, by name."""

    name: str


Tap = Give | Open | EnterNumbers | Pick | StepNumber | NumberDone | Shut | PressKey

STEPS = (-5, -1, 1, 5)


@dataclass(frozen=True, slots=True)
class Column:
    """A place in the row: column `slot` of `of`, beside the corners."""

    slot: int
    of: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a sheet, counted from its top."""

    slot: int


Spot = Column | Cell | Corner


@dataclass(frozen=True, slots=True)
class ScreenKey:
    tap: Tap
    label: str
    tone: Tone
    at: Spot
    die: int | None = None
    globe: bool = False


@dataclass(frozen=True, slots=True)
class Pad:
    """What is open in one half: the path of its sheet, and the numbers entered so far.

    Valid for one `occasion`: it is dropped when the game moves on.
    """

    path: tuple[KeySheet, ...]
    occasion: tuple[object, ...]
    entering: Action | None = None
    values: tuple[int, ...] = ()
    number: int = 0
    code: str | None = None
    """Digits of the director's PIN so far; None if no PIN is asked for."""
    lock: str = ""
    """Result of the last PIN entered."""


CROWDED: Mapping[KeySheet, tuple[KeySheet, ...]] = {
    KeySheet.GIVE_UP: (KeySheet.MORE, KeySheet.GIVE_UP),
    KeySheet.WIN: (KeySheet.MORE, KeySheet.WIN),
    KeySheet.TIME: (KeySheet.MORE, KeySheet.CLOCK),
}
"""Sheets whose keys move to another path when the row has more than MOST_KEYS."""


FULL_SHEET = {KeySheet.LANGUAGE: (KeySheet.MORE, KeySheet.SCORE)}
"""Where a sheet moves when More is full."""


def arrange(made: Iterable[ScreenControl]) -> tuple[ScreenControl, ...]:
    """Place the controls: rare sheets leave a full row, and only one place keeps the tone NEXT."""
    placed = list(made)
    for drawer, opener in OPENERS.items():
        if opener.yields and _is_taken(placed, (drawer,), opener.place[1]):
            placed = _put_away(placed, drawer, opener.yields)
    placed = [
        replace(each, path=each.yields)
        if each.yields and not each.path and _is_taken(placed, each.action, each.place[1])
        else each
        for each in placed
    ]
    for drawer, path in CROWDED.items():
        if len(_side_by_side(placed)) > MOST_KEYS:
            placed = _put_away(placed, drawer, path)
    for drawer, path in FULL_SHEET.items():
        others = {each.path[1:2] or each.action for each in placed if each.path[:1] == path[:1]}
        if len(others) > SHEET_KEYS:
            placed = [
                replace(each, path=(*path, *each.path[1:])) if each.path[1:2] == (drawer,) else each
                for each in placed
            ]
    first = min((each.place[0] for each in placed if each.tone is Tone.NEXT), default=None)
    return tuple(
        replace(each, tone=Tone.PLAIN)
        if each.tone is Tone.NEXT and each.place[0] != first
        else each
        for each in placed
    )


def _put_away(
    placed: Iterable[ScreenControl], drawer: KeySheet, path: tuple[KeySheet, ...]
) -> list[ScreenControl]:
    return [replace(each, path=path) if each.path == (drawer,) else each for each in placed]


def _is_taken(
    placed: Iterable[ScreenControl], key: tuple[KeySheet, ...] | Action, column: int
) -> bool:
    """True if another key of the row has this column."""
    others = (each for each in placed if each.corner is None)
    return column in {
        (OPENERS[each.path[0]] if each.path else each).place[1]
        for each in others
        if (each.path[:1] or each.action) != key
    }


def _side_by_side(placed: Iterable[ScreenControl]) -> set[tuple[KeySheet, ...] | Action]:
    """Sheets and actions in the row beside the corners."""
    beside = {each.path[:1] or each.action for each in placed if each.corner is None}
    return beside - {(KeySheet.MORE,)}


# --- the row, or the sheet -----------------------------------------------------------------------


def row(
    shown: Sequence[ScreenControl], pad: Pad | None, language: Language = ENGLISH
) -> tuple[ScreenKey, ...]:
    """The keys of a half, from its controls and its open pad."""
    if pad is None or pad == Pad((), pad.occasion):
        return _in_row(_stand(shown, (), language))
    corners = _corners(shown, pad, language)
    if pad.code is not None:
        digits = [ScreenKey(Pick(n), str(n), Tone.PLAIN, Cell(0)) for n in range(1, SHEET_KEYS + 1)]
        return (*_sheet(digits, None), *corners)
    if pad.entering is None and pad.path[-1] in PICTURES:
        return (*_in_row(_stand(shown, pad.path, language)), *corners)
    if pad.entering is None:
        keys = [key for _place, key in _stand(shown, pad.path, language)]
        return (*_sheet(keys, _opened_at(shown, pad)), *corners)
    entry = entry_of(shown, pad.entering)
    if entry is None or entry.pad is Pads.DICE:
        dice = (
            ScreenKey(Pick(n), str(n), Tone.PLAIN, Column(n - 1, 6), die=n) for n in range(1, 7)
        )
        return (*dice, *_stopping(shown, language), *corners)
    if entry.pad is Pads.STEPS:
        keys = [ScreenKey(StepNumber(by), _step(by), Tone.PLAIN, Cell(0)) for by in STEPS]
        keys.append(
            ScreenKey(NumberDone(), format_text(text("That's it"), language), Tone.NEXT, Cell(0))
        )
    else:
        keys = [
            ScreenKey(Pick(number), format_text(label, language), Tone.PLAIN, Cell(0))
            for number, label in entry.keys
        ]
    placed = (
        key
        for key in _sheet(keys, _opened_at(shown, pad))
        if not isinstance(key.tap, StepNumber) or entry.low <= pad.number + key.tap.by <= entry.high
    )
    return (*placed, *corners)


def _step(by: int) -> str:
    return f"+{by}" if by > 0 else f"−{-by}"


def _stopping(shown: Sequence[ScreenControl], language: Language) -> tuple[ScreenKey, ...]:
    """The key that stops the clocks while dice are entered, if they may be stopped."""
    if all(each.path[:1] != (KeySheet.STOP,) for each in shown):
        return ()
    label = format_text(OPENERS[KeySheet.STOP].label, language)
    return (ScreenKey(Open(KeySheet.STOP), label, Tone.QUIET, Corner.STOP),)


def _corners(shown: Sequence[ScreenControl], pad: Pad, language: Language) -> tuple[ScreenKey, ...]:
    """The corner keys of an open pad: the director's, and the way back in More's place."""
    kept_there = tuple(
        ScreenKey(Give(each.action), each.label, Tone.QUIET, each.corner)
        for each in shown
        if each.corner is not None
    )
    away = OPENERS[KeySheet.MORE].label if at_rest(shown, pad) else text("Back")
    return (*kept_there, ScreenKey(Shut(), format_text(away, language), Tone.QUIET, Corner.MORE))


Standing = tuple[tuple[int, int], ScreenKey]


def _stand(
    shown: Sequence[ScreenControl], path: tuple[KeySheet, ...], language: Language
) -> list[Standing]:
    """The keys below this path, each with its place, in order."""
    deep = len(path)
    found: dict[object, Standing] = {}
    for each in shown:
        if each.path[:deep] != path or (path and each.corner is not None):
            continue
        if len(each.path) == deep and each.entry is not None and each.entry.spread:
            for number, label in each.entry.keys:
                give = Give(each.action, (number,))
                found[give] = (
                    each.place,
                    ScreenKey(give, format_text(label, language), each.tone, Cell(0)),
                )
        elif len(each.path) == deep:
            tap: Tap = Give(each.action) if each.entry is None else EnterNumbers(each.action)
            spot = each.corner or Cell(0)
            key = ScreenKey(tap, each.label, each.tone, spot, globe=each.globe)
            found[each.action] = each.place, key
        else:
            drawer = each.path[deep]
            opener = OPENERS[drawer]
            tone = OPENER_TONES.get(drawer, each.tone)
            spot = Corner.MORE if drawer is KeySheet.MORE else Cell(0)
            key = ScreenKey(Open(drawer), format_text(opener.label, language), tone, spot)
            found.setdefault(drawer, (opener.place, key))
    return sorted(found.values(), key=lambda dice_pad: dice_pad[0])


PICTURES = (KeySheet.SECOND_PICTURE, KeySheet.THIRD_PICTURE)
"""Sheets that replace the half's picture and keep their keys in its row."""

OPENER_TONES: Mapping[KeySheet, Tone] = {
    **dict.fromkeys((KeySheet.MORE, KeySheet.STOP), Tone.QUIET),
    **dict.fromkeys(PICTURES, Tone.NEXT),
}
"""Tone of the key that opens one of these sheets, whatever its content."""


def _in_row(standing: Sequence[Standing]) -> tuple[ScreenKey, ...]:
    """Give each key its own column, or the nearest free one if two want the same; with more than
    ROW_COLUMNS keys, place all in order.
    """
    corners = [key for _place, key in standing if isinstance(key.at, Corner)]
    acts = [(place, key) for place, key in standing if not isinstance(key.at, Corner)]
    if len(acts) > ROW_COLUMNS:
        slots = list(range(len(acts)))
    else:
        slots = _slots([place[1] for place, _key in acts])
    columns = max(ROW_COLUMNS, len(acts))
    placed = (
        replace(key, at=Column(slot, columns))
        for (_place, key), slot in zip(acts, slots, strict=True)
    )
    return (*placed, *corners)


def _slots(wanted: Sequence[int]) -> list[int]:
    """Assign the wanted columns; the second key for a column gets the nearest unwanted one."""
    found: list[int] = []
    for slot in wanted:
        taken = {*found, *wanted} if slot in found else set(found)
        free = [each for each in range(ROW_COLUMNS) if each not in taken]
        found.append(min(free, key=lambda each: abs(each - slot)))
    return found


def _sheet(keys: Sequence[ScreenKey], opened_at: int | None) -> tuple[ScreenKey, ...]:
    """Place keys on a sheet; keep the place of the key that opened it empty, if there is room."""
    free = [slot for slot in range(SHEET_KEYS) if slot != opened_at or len(keys) == SHEET_KEYS]
    plain = (replace(key, tone=Tone.PLAIN) if key.tone is Tone.QUIET else key for key in keys)
    return tuple(replace(key, at=Cell(slot)) for key, slot in zip(plain, free, strict=False))


def _opened_at(shown: Sequence[ScreenControl], pad: Pad) -> int | None:
    """Slot, on the sheet before, of the key that opened this one."""
    before = _before(pad)
    if before is None:
        return None
    by: Tap = EnterNumbers(pad.entering) if pad.entering else Open(pad.path[-1])
    spots = (key.at for key in row(shown, before) if key.tap == by)
    return next((spot.slot for spot in spots if isinstance(spot, Cell)), None)


def _before(pad: Pad) -> Pad | None:
    """The pad one step back; None if nothing was open."""
    path = pad.path if pad.entering is not None else pad.path[:-1]
    return Pad(path, pad.occasion) if path else None


# --- taps ----------------------------------------------------------------------------------------


def apply_tap(
    shown: Sequence[ScreenControl], occasion: tuple[object, ...], pad: Pad | None, tap: Tap
) -> tuple[Pad | None, Give | None]:
    """The pad after a tap, and what to ask the table for, if anything."""
    match tap:
        case Give(action):
            return (pad if action.kind == SET_UP else None), tap
        case Pick(digit) if pad is not None and pad.code is not None:
            return replace(pad, code=pad.code + str(digit)), None
        case Pick(value) if pad is not None:
            return _enter_value(shown, pad, value)
        case NumberDone() if pad is not None:
            return _enter_value(shown, pad, pad.number)
        case _:
            return _pad_after(shown, occasion, pad, tap), None


def _pad_after(
    shown: Sequence[ScreenControl], occasion: tuple[object, ...], pad: Pad | None, tap: Tap
) -> Pad | None:
    """The pad after a tap that asks the table for nothing."""
    path = pad.path if pad is not None else ()
    match tap:
        case Open(drawer):
            path = () if drawer is KeySheet.STOP else path
            return Pad((*path, drawer), occasion, code="" if drawer is KeySheet.SET_UP else None)
        case EnterNumbers(action):
            entry = entry_of(shown, action)
            return Pad(path, occasion, action, (), entry.starts[0]) if entry else None
        case StepNumber(by) if pad is not None:
            return replace(pad, number=pad.number + by)
        case _ if pad is not None and at_rest(shown, pad):
            return Pad((), occasion)
        case _:
            return _before(pad) if pad is not None else None


def _enter_value(
    shown: Sequence[ScreenControl], pad: Pad, value: int
) -> tuple[Pad | None, Give | None]:
    entry = entry_of(shown, pad.entering)
    if entry is None or pad.entering is None:
        return None, None
    values = (*pad.values, value)
    if len(values) < len(entry.starts):
        return replace(pad, values=values, number=entry.starts[len(values)]), None
    return None, Give(pad.entering, values)


def entry_of(shown: Sequence[ScreenControl], action: Action | None) -> NumberEntry | None:
    """The numbers an action takes; None if it takes none."""
    return next((each.entry for each in shown if each.action == action), None)


def keep_pad(
    shown: Sequence[ScreenControl], occasion: tuple[object, ...], pad: Pad | None
) -> Pad | None:
    """Keep the pad if it is still valid; else open the dice keys, if a roll is to be entered next.

    The director's set-up stays open when the game moves on.
    """
    if pad is not None and pad.path[-1:] == (KeySheet.SET_UP,):
        pad = replace(pad, occasion=occasion)
    if pad is None or pad.occasion != occasion:
        return dice_pad(shown, occasion)
    if pad.entering is not None:
        there = entry_of(shown, pad.entering) is not None
    else:
        there = any(each.path[: len(pad.path)] == pad.path for each in shown)
    return pad if there else dice_pad(shown, occasion)


def dice_pad(shown: Sequence[ScreenControl], occasion: tuple[object, ...]) -> Pad | None:
    """The pad of dice keys, open by default while entering a roll is the next thing to do."""
    for each in shown:
        if each.tone is Tone.NEXT and each.entry is not None and each.entry.pad is Pads.DICE:
            return Pad((), occasion, each.action, (), each.entry.starts[0])
    return None


def at_rest(shown: Sequence[ScreenControl], pad: Pad | None) -> bool:
    """True if nothing is open or entered, so that the half shows its own prompt."""
    return pad is None or pad in (Pad((), pad.occasion), dice_pad(shown, pad.occasion))


def taps_to(
    shown: Sequence[ScreenControl], wanted: Give, pad: Pad | None
) -> tuple[Tap, ...] | None:
    """The taps that give an action from the half's current state; None if no control has it."""
    control = next((each for each in shown if each.action == wanted.action), None)
    if control is None:
        return None
    closing: list[Tap] = []
    shut = pad is None
    home = dice_pad(shown, pad.occasion if pad else ())
    while pad is not None and not at_rest(shown, pad):
        closing.append(Shut())
        pad = _before(pad)
    if home is not None and not shut and pad != Pad((), home.occasion):
        if control.entry is not None and home.entering == wanted.action:
            return (*closing, *_taps_for(control.entry, wanted.values or ()))
        closing.append(Shut())
    opening = [Open(drawer) for drawer in control.path]
    if control.entry is None or control.entry.spread:
        return (*closing, *opening, wanted)
    entered = _taps_for(control.entry, wanted.values or ())
    return (*closing, *opening, EnterNumbers(wanted.action), *entered)


def _taps_for(entry: NumberEntry, values: Sequence[int]) -> list[Tap]:
    if entry.pad is not Pads.STEPS:
        return [Pick(value) for value in values]
    taps: list[Tap] = []
    for start, value in zip(entry.starts, values, strict=False):
        fives, ones = divmod(abs(value - start), 5)
        sign = 1 if value > start else -1
        taps += [*(StepNumber(5 * sign),) * fives, *(StepNumber(sign),) * ones, NumberDone()]
    return taps
