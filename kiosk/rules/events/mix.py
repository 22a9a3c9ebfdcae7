"""Facts about which dice are played with, and through what they are thrown."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.rulebook import FirstPick
from kiosk.rules.table import Half, SetUp
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class DiceMixDemanded(Event):
    """`side` has the dice mixed before the next game; `first_pick` says how the order comes."""

    side: Side
    first_pick: FirstPick
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PicksOrdered(Event):
    """Who picks the dice, one after the other."""

    picks: tuple[Side, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MixerWished(Event):
    """`side` wants a baffle box beside the half `mixer`."""

    side: Side
    mixer: Half
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MixerChanged(Event):
    """From the next roll on the dice are thrown as `setup` says.

    `by` and `why` are the director's, if both sides did not agree.
    """

    setup: SetUp
    by: str | None
    why: str | None
    cites: tuple[str, ...]
