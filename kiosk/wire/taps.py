"""The actions of a side now, as sent to a client, and the command behind each."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from kiosk.rules.command import Command
from kiosk.rules.decide import ACTS, RULES, why_not
from kiosk.rules.match import Match
from kiosk.rules.tap import Tap, TapOption, Values
from kiosk.rules.units import Instant, Side
from kiosk.wire.errors import KindUnknown

_TAPS: Mapping[str, Tap] = MappingProxyType(
    {act.command.__name__: act.tap for act in ACTS if act.tap is not None}
)

TAPS: frozenset[type[Command]] = frozenset(
    act.command for act in ACTS if act.tap is not None and not act.tap.button
)
"""What players may tap. Presses, dice and the director's orders have ways of their own."""

BUTTONS: frozenset[str] = frozenset(kind for kind, tap in _TAPS.items() if tap.button)
"""The actions in a snapshot that are a real button's; with a choice they are also a key's."""


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command a side may give now, by its name; the rest as in `rules.tap.TapOption`.

    `choices`: the possible choices, if any; when given, the chosen one. LanguageTapped comes
    without choices: it is given with one of the languages a screen has. OfferTapped, CubeDisputed,
    LengthNoticed, RecordShown and the choice `shown` need numbers: a level of 1 to 3, a level of
    the cube, a length, the own score and the other's.
    """

    kind: str
    level: int | None = None
    dice: int | None = None
    side: Side | None = None
    choices: tuple[str, ...] = ()

    @property
    def choice(self) -> str:
        """The chosen one; empty where there are none."""
        return self.choices[0] if self.choices else ""


def actions(match: Match, side: Side, at: Instant) -> tuple[Action, ...]:
    """Every tap and press that would not be refused to this side at `at`."""
    if match.taken_over_by is not None:
        return ()
    may: dict[Action, list[str]] = {}
    possible = {command.__name__ for phase, command in RULES if phase is match.phase}
    for kind in (kind for kind in _TAPS if kind in possible):
        for way, values in _TAPS[kind].tries(match, side):
            if not why_not(match, _TAPS[kind].make(way, side, values, at)):
                chosen = may.setdefault(Action(kind, way.level, way.dice, way.side), [])
                chosen += [str(way.choice)] if way.choice else []
    return tuple(
        msgspec.structs.replace(bare, choices=tuple(dict.fromkeys(choices)))
        for bare, choices in may.items()
    )


def single_choices(action: Action) -> tuple[Action, ...]:
    """An action for each of its choices; the action itself if there are none."""
    each = (msgspec.structs.replace(action, choices=(choice,)) for choice in action.choices)
    return tuple(each) or (action,)


def command_of(action: Action, side: Side, values: Values | None, at: Instant) -> Command:
    """The command a side gives by an action. Raises KindUnknown."""
    tap = _TAPS.get(action.kind)
    if tap is None:
        raise KindUnknown(
            f"no side gives {action.kind!r} by touch: use a program as new as the table's"
        )
    way = TapOption(action.level, action.dice, action.side, action.choice)
    return tap.make(way, side, values or (), at)
