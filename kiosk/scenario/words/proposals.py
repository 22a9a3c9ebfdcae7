"""What the table proposes and the director answers."""

from kiosk.rules import commands as c
from kiosk.rules.reasons import Reason
from kiosk.scenario.kinds import whole
from kiosk.scenario.play import DIRECTOR, NotHere, Play
from kiosk.scenario.word import Field, Said, Word
from kiosk.scenario.words.spoken import WHY

_NUMBER = Field("number", whole(1, 99), "the proposal's number", "the oldest open one")


def accepts_proposal(play: Play, said: Said) -> None:
    """Orders what the table proposes."""
    _answer(play, said, c.ProposalAccepted)


def declines_proposal(play: Play, said: Said) -> None:
    """Lets nothing follow from what the table proposes."""
    _answer(play, said, c.ProposalDeclined)


def _answer(
    play: Play, said: Said, kind: type[c.ProposalAccepted] | type[c.ProposalDeclined]
) -> None:
    waiting = play.match.proposals.pending
    if "number" not in said.fields and not waiting:
        raise NotHere(Reason.NO_SUCH_PROPOSAL)
    number = said.get("number") or waiting[0].number
    why = said.get("why", "as the rules say")
    play.do(kind(play.at, play.match.match_id, DIRECTOR, why, number))


WORDS = (
    Word(
        "accepts proposal", ("director",), accepts_proposal, (_NUMBER, WHY), (c.ProposalAccepted,)
    ),
    Word(
        "declines proposal", ("director",), declines_proposal, (_NUMBER, WHY), (c.ProposalDeclined,)
    ),
)
