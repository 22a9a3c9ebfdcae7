"""Checks of the table's proposals to the director."""

from kiosk.rules.match.proposal import Proposal
from kiosk.scenario.play import ScenarioRun
from kiosk.scenario.values import fits
from kiosk.scenario.word import Check


def _open(play: ScenarioRun) -> tuple[Proposal, ...]:
    return tuple(each.proposal for each in play.match.proposals.pending)


CHECKS: tuple[Check, ...] = (
    Check(
        "proposed",
        tuple[Proposal, ...],
        "what the director has not answered yet, oldest first, each by what is asked of it; "
        "[Proposals] lists its kinds and causes",
        _open,
        fits,
    ),
)
