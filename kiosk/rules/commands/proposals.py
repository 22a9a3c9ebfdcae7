"""The director's answers to what the table proposes."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Order


@dataclass(frozen=True, slots=True)
class ProposalAccepted(Order):
    """What was proposed under this number is ordered.

    `points` the director saw proposed, 0 for none; None: whatever is proposed now.
    """

    number: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ProposalDeclined(Order):
    """Nothing follows from what was proposed under this number."""

    number: int
