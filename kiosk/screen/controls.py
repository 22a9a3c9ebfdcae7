"""What a side may tap now: one control for each action the snapshot gives it, and no other.

A control stands in the row, or in a drawer that one tap opens. Which drawer is open in a half, and
the dice tapped into it so far, is all the state a screen holds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.screen import words
from kiosk.wire.snapshot import Action

MOST_KEYS = 5
"""More than these in a row, and the rare ones move into one drawer."""


class Drawer(StrEnum):
    """What one tap opens. Rare or weighty acts lie in one, never under a careless hand."""

    ROLL = "roll"
    WIN = "win"
    DIRECTOR = "director"
    TIME = "time"
    MORE = "more"


class Tone(StrEnum):
    PLAIN = "plain"
    NEXT = "next"
    """The one next thing."""
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Control:
    """One action, the words on its key, and where it stands."""

    action: Action
    label: str
    drawer: Drawer | None = None
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Give:
    """Do this; `values` are the dice entered, None where there are none to enter."""

    action: Action
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Open:
    drawer: Drawer


@dataclass(frozen=True, slots=True)
class Pick:
    """One die's value."""

    value: int


@dataclass(frozen=True, slots=True)
class Shut:
    """Close the drawer and forget what was tapped into it."""


Tap = Give | Open | Pick | Shut


@dataclass(frozen=True, slots=True)
class Key:
    """A key in a half's row, at column `slot` of `columns`."""

    tap: Tap
    label: str
    tone: Tone
    slot: int
    columns: int


@dataclass(frozen=True, slots=True)
class Pad:
    """The drawer open in one half and the dice tapped so far.

    It is good for one `occasion` only: when the game moves on, so does the half.
    """

    drawer: Drawer
    values: tuple[int, ...]
    occasion: tuple[object, ...]


_PLACES: Mapping[str, tuple[int, int]] = {
    # kind: order among the keys, and column while four are enough
    "MessageTapped": (0, 0),
    "ResumeTapped": (1, 0),
    "ReadyTapped": (2, 0),
    "RollConfirmed": (2, 0),
    "DoubleTapped": (2, 0),
    "TakeTapped": (2, 0),
    "WinAgreed": (2, 0),
    "PassTapped": (3, 1),
    "WinDisputed": (3, 1),
    Drawer.ROLL: (3, 1),
    "RollEntered": (4, 2),
    Drawer.TIME: (5, 1),
    Drawer.DIRECTOR: (6, 2),
    Drawer.MORE: (6, 2),
    Drawer.WIN: (7, 3),
}

_LABELS: Mapping[str, str] = {
    "ReadyTapped": words.READY,
    "DoubleTapped": words.DOUBLE,
    "TakeTapped": words.TAKE,
    "PassTapped": words.PASS,
    "RollConfirmed": words.YES,
    "WinAgreed": words.AGREE,
    "ResumeTapped": words.GO_ON,
    "MessageTapped": words.HAVE_READ,
    "DirectorCallTapped": words.CALL_DIRECTOR,
    "ExpiryDeclared": words.DECLARE_TIME,
}

_DRAWERS: Mapping[str, Drawer] = {
    "RollEntered": Drawer.ROLL,
    "WinDeclared": Drawer.WIN,
    "DirectorCallTapped": Drawer.DIRECTOR,
    "ExpiryDeclared": Drawer.TIME,
}

_OPENERS: Mapping[Drawer, str] = {
    Drawer.WIN: words.I_HAVE_WON,
    Drawer.DIRECTOR: words.DIRECTOR,
    Drawer.TIME: words.TIME_IS_UP,
    Drawer.MORE: words.MORE,
}

_NEXT = frozenset({"ReadyTapped", "ResumeTapped", "MessageTapped", "RollConfirmed"})

BY_BUTTON = "ClockPressed"
"""The one action a snapshot names that is a real button's, not a key's."""


def controls(
    actions: Iterable[Action], *, claimer: bool, proposal: Sequence[int] | None, enter_first: bool
) -> tuple[Control, ...]:
    """One control for each action. `enter_first`: there is no camera to read the roll."""
    made = [
        _control(action, claimer, proposal, enter_first)
        for action in actions
        if action.kind != BY_BUTTON
    ]
    if len({control.drawer or control.action for control in made}) > MOST_KEYS:
        rare = {Drawer.DIRECTOR, Drawer.TIME}
        made = [
            Control(each.action, _rare_label(each), Drawer.MORE) if each.drawer in rare else each
            for each in made
        ]
    return _one_next(made)


def _one_next(made: Sequence[Control]) -> tuple[Control, ...]:
    """Of all that could be the next thing only the most urgent kind is."""
    kinds = [control.action.kind for control in made if control.tone is Tone.NEXT]
    first = min(kinds, key=lambda kind: _PLACES[kind], default=None)
    return tuple(
        replace(control, tone=Tone.PLAIN)
        if control.tone is Tone.NEXT and control.action.kind != first
        else control
        for control in made
    )


def _control(
    action: Action, claimer: bool, proposal: Sequence[int] | None, enter_first: bool
) -> Control:
    label, drawer = _LABELS.get(action.kind, action.kind), _DRAWERS.get(action.kind)
    tone = Tone.NEXT if action.kind in _NEXT else Tone.PLAIN
    match action.kind:
        case "WinDeclared":
            label = words.WINS[action.level or 1]
        case "WinDisputed":
            label = words.WITHDRAW if claimer else words.DISAGREE
        case "RollConfirmed" if proposal:
            label = f"{words.YES}, {words.dice(proposal)}"
        case "RollEntered" if action.dice == 0:
            label, drawer = words.DOES_NOT_COUNT, None
        case "RollEntered":
            label = words.ENTER_ROLL if proposal is None else words.ENTER_OTHER
            tone = Tone.NEXT if enter_first else Tone.PLAIN
    return Control(action, label, drawer, tone)


def _rare_label(control: Control) -> str:
    return words.TIME_IS_UP if control.drawer is Drawer.TIME else control.label


# --- the row -------------------------------------------------------------------------------------


def row(shown: Sequence[Control], pad: Pad | None) -> tuple[Key, ...]:
    """The keys of a half, from its controls and the drawer that stands open."""
    if pad is None:
        return _closed(shown)
    inside = [control for control in shown if control.drawer is pad.drawer]
    if pad.drawer is Drawer.ROLL:
        dice = [Key(Pick(value), str(value), Tone.PLAIN, value - 1, 7) for value in range(1, 7)]
        return (*dice, Key(Shut(), words.BACK, Tone.QUIET, 6, 7))
    keys = [
        Key(Give(control.action), control.label, control.tone, slot, 4)
        for slot, control in enumerate(inside)
    ]
    return (*keys, Key(Shut(), words.BACK, Tone.QUIET, 3, 4))


def _closed(shown: Sequence[Control]) -> tuple[Key, ...]:
    found: dict[object, tuple[tuple[int, int], Tap, str, Tone]] = {}
    for control in shown:
        if control.drawer is None:
            place = _PLACES.get(control.action.kind, (8, 3))
            found[control.action] = (place, Give(control.action), control.label, control.tone)
        else:
            label = _OPENERS.get(control.drawer, control.label)
            tone = Tone.QUIET if control.drawer is Drawer.DIRECTOR else control.tone
            place = _PLACES[control.drawer]
            found[control.drawer] = (place, Open(control.drawer), label, tone)
    keys = sorted(found.values(), key=lambda key: key[0])
    slots = [place[1] for place, *_rest in keys]
    if len(set(slots)) < len(slots):
        slots = list(range(len(keys)))
    columns = max(4, len(keys))
    return tuple(
        Key(tap, label, tone, slot, columns)
        for (_place, tap, label, tone), slot in zip(keys, slots, strict=True)
    )


def tapped(
    shown: Sequence[Control], occasion: tuple[object, ...], pad: Pad | None, tap: Tap
) -> tuple[Pad | None, Give | None]:
    """What a tap on a key of the row leads to: the drawer afterwards, and what to ask the table."""
    match tap:
        case Give():
            return None, tap
        case Open(drawer):
            return Pad(drawer, (), occasion), None
        case Pick(value) if pad is not None:
            values = (*pad.values, value)
            action = entry(shown)
            if action is None:
                return None, None
            if len(values) < (action.dice or 1):
                return Pad(pad.drawer, values, occasion), None
            return None, Give(action, values)
        case _:
            return None, None


def entry(shown: Sequence[Control]) -> Action | None:
    """The action the die pad gives."""
    return next((each.action for each in shown if each.drawer is Drawer.ROLL), None)


def kept(shown: Sequence[Control], occasion: tuple[object, ...], pad: Pad | None) -> Pad | None:
    """The pad if it still belongs to what is shown."""
    if pad is None or pad.occasion != occasion:
        return None
    return pad if any(control.drawer is pad.drawer for control in shown) else None


def taps_to(shown: Sequence[Control], wanted: Give, pad: Pad | None) -> tuple[Tap, ...] | None:
    """The taps that give an action from the row as it is; None when no control shows it."""
    control = next((each for each in shown if each.action == wanted.action), None)
    if control is None:
        return None
    closing = (Shut(),) if pad is not None else ()
    if control.drawer is None:
        return (*closing, Give(wanted.action))
    if control.drawer is Drawer.ROLL:
        return (*closing, Open(Drawer.ROLL), *map(Pick, wanted.values or ()))
    return (*closing, Open(control.drawer), Give(wanted.action))
