"""Facts about what the table proposes and the director answers."""

from dataclasses import dataclass

from kiosk.rules.events.event import Event
from kiosk.rules.proposal import Proposal


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """The table computed what the book provides; a number still open is replaced."""

    number: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalAnswered(Event):
    """The director took up a proposal or not. What it orders is told by the events that follow."""

    number: int
    accepted: bool
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn(Event):
    """What the proposal rested on no longer holds."""

    number: int
