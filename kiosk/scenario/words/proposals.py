"""The table's proposals and the director's answers."""

from kiosk.rules.proposals import ProposalAccepted, ProposalDeclined
from kiosk.rules.reasons import Reason
from kiosk.rules.units import Instant
from kiosk.scenario.play import DIRECTOR, NotHere, ScenarioRun
from kiosk.scenario.values import Count
from kiosk.scenario.word import ScenarioField, ScenarioWord, StepInput
from kiosk.scenario.words.spoken import WHY

_NUMBER = ScenarioField("number", Count, "the proposal's number", "the oldest open one")
_POINTS = ScenarioField("points", int, "the points he saw proposed", "those proposed now")


def accepts_proposal(play: ScenarioRun, step: StepInput) -> None:
    """Orders what the table proposes."""
    play.do(ProposalAccepted(*_order(play, step), step.get("points")))


def declines_proposal(play: ScenarioRun, step: StepInput) -> None:
    """Declines what the table proposes."""
    play.do(ProposalDeclined(*_order(play, step)))


def _order(play: ScenarioRun, step: StepInput) -> tuple[Instant, str | None, str, str, int]:
    waiting = play.match.proposals.pending
    if "number" not in step.fields and not waiting:
        raise NotHere(Reason.NO_SUCH_PROPOSAL)
    number = step.get("number") or waiting[0].number
    why = step.get("why", "by the rules")
    return play.at, play.match.match_id, DIRECTOR, why, number


WORDS = (
    ScenarioWord(
        "accepts proposal",
        ("director",),
        accepts_proposal,
        (_NUMBER, _POINTS, WHY),
        (ProposalAccepted,),
    ),
    ScenarioWord(
        "declines proposal", ("director",), declines_proposal, (_NUMBER, WHY), (ProposalDeclined,)
    ),
)
