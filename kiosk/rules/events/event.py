"""What all facts have in common, and the refusal."""

from dataclasses import dataclass

from kiosk.rules.reasons import Reason
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at this table."""


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A command that changed nothing, and all the reasons why."""

    command: str
    side: Side | None
    reasons: tuple[Reason, ...]
    cites: tuple[str, ...] = ()
