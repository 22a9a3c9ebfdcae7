"""The director's answers to what the table proposes."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Order


@dataclass(frozen=True, slots=True)
class ProposalAccepted(Order):
    """What was proposed under this number is ordered."""

    number: int


@dataclass(frozen=True, slots=True)
class ProposalDeclined(Order):
    """Nothing follows from what was proposed under this number."""

    number: int
