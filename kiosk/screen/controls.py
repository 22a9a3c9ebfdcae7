"""What a side may tap now: one control for each action the snapshot gives it, and no other.

A control stands in the row, or on a sheet that one tap or two open. Which sheet is open in a half,
and the numbers tapped in so far, is all the state a screen holds.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kiosk.catalogue.drawers import OPENERS
from kiosk.catalogue.key import Drawer, Entry, Pads, Tone
from kiosk.catalogue.text import ENGLISH, Language, say, text
from kiosk.wire.taps import Action

MOST_KEYS = 5
"""More than these in a row, and the rare ones move to the sheet of the others."""

SHEET_KEYS = 8
"""Keys a sheet has room for; the last is the way back."""

BACK_SLOT = SHEET_KEYS - 1


@dataclass(frozen=True, slots=True)
class Control:
    """One action, the words on its key, and where it stands: in the row, or down a path."""

    action: Action
    label: str
    path: tuple[Drawer, ...] = ()
    tone: Tone = Tone.PLAIN
    entry: Entry | None = None
    place: tuple[int, int] = (9, 3)
    """Its order in the row or on its sheet, and its column in the row while four are enough."""
    asks: str = ""
    """What its sheet asks, if that is more than its opener says."""


@dataclass(frozen=True, slots=True)
class Give:
    """Do this; `values` are the numbers entered, None where there are none to enter."""

    action: Action
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Open:
    drawer: Drawer


@dataclass(frozen=True, slots=True)
class Enter:
    """Begin to tap in the numbers that go with an action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Pick:
    """One die's value, or another number that has a key."""

    value: int


@dataclass(frozen=True, slots=True)
class Step:
    """So many more, or fewer."""

    by: int


@dataclass(frozen=True, slots=True)
class Done:
    """The number is as it should be."""


@dataclass(frozen=True, slots=True)
class Shut:
    """One step back; what was tapped in is forgotten."""


Tap = Give | Open | Enter | Pick | Step | Done | Shut

STEPS = (-5, -1, 1, 5)


@dataclass(frozen=True, slots=True)
class Key:
    """A key in a half's row, at column `slot` of `columns`; 0 columns: at a place of the sheet."""

    tap: Tap
    label: str
    tone: Tone
    slot: int
    columns: int
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Pad:
    """What is open in one half: the way there, and the numbers tapped so far.

    It is good for one `occasion` only: when the game moves on, so does the half.
    """

    path: tuple[Drawer, ...]
    occasion: tuple[object, ...]
    entering: Action | None = None
    values: tuple[int, ...] = ()
    number: int = 0


CROWDED = {Drawer.WIN: (Drawer.MORE, Drawer.END), Drawer.TIME: (Drawer.MORE, Drawer.CLOCK)}
"""Where a drawer goes when the row is too full for it."""

FULL_SHEET = {Drawer.LANGUAGE: (Drawer.MORE, Drawer.SCORE)}
"""Where a drawer of the sheet of the others goes when that is too full for it."""


def arranged(made: Iterable[Control]) -> tuple[Control, ...]:
    """The controls with rare drawers put away if the row is too full, and one kind as the next."""
    placed = list(made)
    for drawer, path in CROWDED.items():
        if len({each.path[:1] or each.action for each in placed}) > MOST_KEYS:
            placed = [
                replace(each, path=(*path, drawer)) if each.path == (drawer,) else each
                for each in placed
            ]
    for drawer, path in FULL_SHEET.items():
        others = {each.path[1:2] or each.action for each in placed if each.path[:1] == path[:1]}
        if len(others) > BACK_SLOT:
            placed = [
                replace(each, path=(*path, drawer)) if each.path[-1:] == (drawer,) else each
                for each in placed
            ]
    first = min((each.place[0] for each in placed if each.tone is Tone.NEXT), default=None)
    return tuple(
        replace(each, tone=Tone.PLAIN)
        if each.tone is Tone.NEXT and each.place[0] != first
        else each
        for each in placed
    )


# --- the row, or the sheet -----------------------------------------------------------------------


def row(shown: Sequence[Control], pad: Pad | None, language: Language = ENGLISH) -> tuple[Key, ...]:
    """The keys of a half, from its controls and what stands open."""
    if pad is None or pad == Pad((), pad.occasion):
        return _in_row(_stand(shown, (), language))
    if pad.entering is None:
        keys = [replace(key, columns=0) for _place, key in _stand(shown, pad.path, language)]
        return _sheet(keys, _opened_at(shown, pad), language)
    entry = entry_of(shown, pad.entering)
    if entry is None or entry.pad is Pads.DICE:
        dice = [Key(Pick(n), str(n), Tone.PLAIN, n - 1, 7, die=n) for n in range(1, 7)]
        away = OPENERS[Drawer.MORE].label if at_rest(shown, pad) else text("Back")
        return (*dice, Key(Shut(), say(away, language), Tone.QUIET, 6, 7))
    if entry.pad is Pads.STEPS:
        keys = [Key(Step(by), _step(by), Tone.PLAIN, 0, 0) for by in STEPS]
        keys.append(Key(Done(), say(text("That's it"), language), Tone.NEXT, 0, 0))
    else:
        keys = [
            Key(Pick(number), say(label, language), Tone.PLAIN, 0, 0)
            for number, label in entry.keys
        ]
    return tuple(
        key
        for key in _sheet(keys, _opened_at(shown, pad), language)
        if not isinstance(key.tap, Step) or entry.low <= pad.number + key.tap.by <= entry.high
    )


def _step(by: int) -> str:
    return f"+{by}" if by > 0 else f"−{-by}"


Standing = tuple[tuple[int, int], Key]


def _stand(
    shown: Sequence[Control], path: tuple[Drawer, ...], language: Language
) -> list[Standing]:
    """What is to be tapped after this path, in order, each with its place."""
    deep = len(path)
    found: dict[object, Standing] = {}
    for each in shown:
        if each.path[:deep] != path:
            continue
        if len(each.path) == deep:
            tap: Tap = Give(each.action) if each.entry is None else Enter(each.action)
            found[each.action] = each.place, Key(tap, each.label, each.tone, 0, 0)
        else:
            drawer = each.path[deep]
            opener = OPENERS[drawer]
            tone = Tone.QUIET if drawer is Drawer.MORE else each.tone
            key = Key(Open(drawer), say(opener.label, language), tone, 0, 0)
            found.setdefault(drawer, (opener.place, key))
    return sorted(found.values(), key=lambda standing: standing[0])


def _in_row(standing: Sequence[Standing]) -> tuple[Key, ...]:
    """In fixed columns while four are enough; the last key always at the end."""
    slots = [place[1] for place, _key in standing]
    if len(set(slots)) < len(slots) or len(slots) > 4:
        slots = list(range(len(standing)))
        slots[-1] = max(3, slots[-1])
    columns = max(4, len(standing))
    return tuple(
        replace(key, slot=slot, columns=columns)
        for (_place, key), slot in zip(standing, slots, strict=True)
    )


def _sheet(keys: Sequence[Key], opened_at: int | None, language: Language) -> tuple[Key, ...]:
    """Nothing but the way back is where the finger was that opened it, if there is room."""
    free = [slot for slot in range(BACK_SLOT) if slot != opened_at or len(keys) == BACK_SLOT]
    placed = [replace(key, slot=slot) for key, slot in zip(keys, free, strict=False)]
    return (*placed, Key(Shut(), say(text("Back"), language), Tone.QUIET, BACK_SLOT, 0))


def _opened_at(shown: Sequence[Control], pad: Pad) -> int | None:
    """The place on the sheet before of the key that led to this one."""
    before = _before(pad)
    if before is None:
        return None
    by: Tap = Enter(pad.entering) if pad.entering else Open(pad.path[-1])
    return next((key.slot for key in row(shown, before) if key.tap == by), None)


def _before(pad: Pad) -> Pad | None:
    """What stood open before; None: nothing did."""
    path = pad.path if pad.entering is not None else pad.path[:-1]
    return Pad(path, pad.occasion) if path else None


# --- taps ----------------------------------------------------------------------------------------


def tapped(
    shown: Sequence[Control], occasion: tuple[object, ...], pad: Pad | None, tap: Tap
) -> tuple[Pad | None, Give | None]:
    """What a tap on a key leads to: what is open afterwards, and what to ask the table."""
    match tap:
        case Give():
            return None, tap
        case Pick(value) if pad is not None:
            return _entered(shown, pad, value)
        case Done() if pad is not None:
            return _entered(shown, pad, pad.number)
        case _:
            return _moved(shown, occasion, pad, tap), None


def _moved(
    shown: Sequence[Control], occasion: tuple[object, ...], pad: Pad | None, tap: Tap
) -> Pad | None:
    """What is open after a tap that asks the table for nothing."""
    path = pad.path if pad is not None else ()
    match tap:
        case Open(drawer):
            return Pad((*path, drawer), occasion)
        case Enter(action):
            entry = entry_of(shown, action)
            return Pad(path, occasion, action, (), entry.starts[0]) if entry else None
        case Step(by) if pad is not None:
            return replace(pad, number=pad.number + by)
        case _ if pad is not None and at_rest(shown, pad):
            return Pad((), occasion)
        case _:
            return _before(pad) if pad is not None else None


def _entered(shown: Sequence[Control], pad: Pad, value: int) -> tuple[Pad | None, Give | None]:
    entry = entry_of(shown, pad.entering)
    if entry is None or pad.entering is None:
        return None, None
    values = (*pad.values, value)
    if len(values) < len(entry.starts):
        return replace(pad, values=values, number=entry.starts[len(values)]), None
    return None, Give(pad.entering, values)


def entry_of(shown: Sequence[Control], action: Action | None) -> Entry | None:
    """The numbers an action wants."""
    return next((each.entry for each in shown if each.action == action), None)


def kept(shown: Sequence[Control], occasion: tuple[object, ...], pad: Pad | None) -> Pad | None:
    """The pad if it still belongs to what is shown; else the dice, if they are what is next."""
    if pad is None or pad.occasion != occasion:
        return standing(shown, occasion)
    if pad.entering is not None:
        there = entry_of(shown, pad.entering) is not None
    else:
        there = any(each.path[: len(pad.path)] == pad.path for each in shown)
    return pad if there else standing(shown, occasion)


def standing(shown: Sequence[Control], occasion: tuple[object, ...]) -> Pad | None:
    """The keys of the dice stand open where to enter a roll is the one next thing."""
    for each in shown:
        if each.tone is Tone.NEXT and each.entry is not None and each.entry.pad is Pads.DICE:
            return Pad((), occasion, each.action, (), each.entry.starts[0])
    return None


def at_rest(shown: Sequence[Control], pad: Pad | None) -> bool:
    """Nothing was opened or tapped in: the half says its own sentence."""
    return pad is None or pad in (Pad((), pad.occasion), standing(shown, pad.occasion))


def taps_to(shown: Sequence[Control], wanted: Give, pad: Pad | None) -> tuple[Tap, ...] | None:
    """The taps that give an action from the half as it is; None when no control shows it."""
    control = next((each for each in shown if each.action == wanted.action), None)
    if control is None:
        return None
    closing: list[Tap] = []
    shut = pad is None
    home = standing(shown, pad.occasion if pad else ())
    while pad is not None and not at_rest(shown, pad):
        closing.append(Shut())
        pad = _before(pad)
    if home is not None and not shut and pad != Pad((), home.occasion):
        if control.entry is not None and home.entering == wanted.action:
            return (*closing, *_taps_for(control.entry, wanted.values or ()))
        closing.append(Shut())
    opening = [Open(drawer) for drawer in control.path]
    if control.entry is None:
        return (*closing, *opening, Give(wanted.action))
    entered = _taps_for(control.entry, wanted.values or ())
    return (*closing, *opening, Enter(wanted.action), *entered)


def _taps_for(entry: Entry, values: Sequence[int]) -> list[Tap]:
    if entry.pad is not Pads.STEPS:
        return [Pick(value) for value in values]
    taps: list[Tap] = []
    for start, value in zip(entry.starts, values, strict=False):
        fives, ones = divmod(abs(value - start), 5)
        sign = 1 if value > start else -1
        taps += [*(Step(5 * sign),) * fives, *(Step(sign),) * ones, Done()]
    return taps
