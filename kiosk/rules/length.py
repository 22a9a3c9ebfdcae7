"""A match played to another length than the stated one."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import FinishedLength, LengthInProgress
from kiosk.rules.series import series_taken_back
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import promised

LONGEST = 99


def against_length(match: Match, points: int) -> Against:
    if match.length is None or not 1 <= points <= LONGEST:
        return (Reason.BAD_VALUE,)
    known = points in {match.length, match.lengths.pending}
    return (Reason.ALREADY_DONE,) if known else NOTHING


def against_noticing(match: Match, command: c.LengthNoticed) -> Against:
    if match.proposals.has(ProposalKind.LENGTH, None):
        return (Reason.ALREADY_DONE,)
    return against_length(match, command.points)


def notice_length(story: Story, command: c.LengthNoticed) -> None:
    """The director knows the stated length; a result that stands needs no director."""
    if _stands(story.match, command.points):
        keep_length(story, command.points)
        return
    cites = (story.book.cite(_key(story.match)),)
    kind, cause = ProposalKind.LENGTH, ProposalCause.WRONG_LENGTH
    proposal = Proposal(kind, cause, None, cites, length=command.points)
    story.tell(e.Proposed(story.match.proposals.made + 1, proposal))


def against_ordering(match: Match, command: c.LengthOrdered) -> Against:
    return against_length(match, command.points)


def order_length(story: Story, command: c.LengthOrdered) -> None:
    correct_length(story, command.points)


def correct_length(story: Story, points: int) -> None:
    """Put right when the book says so; a match that would be over by then is played as it is."""
    match = story.match
    if _stands(match, points):
        keep_length(story, points)
    elif _waits(match):
        story.tell(e.LengthPending(points, (story.book.cite("length.in_progress"),)))
    else:
        _change(story, points)


def settle_pending(story: Story) -> None:
    """Before the next game, a length noticed during the last one is put right."""
    points = story.match.lengths.pending
    if points is not None:
        correct_length(story, points)


def keep_length(story: Story, right: int) -> None:
    key = _key(story.match)
    over = story.match.phase is Phase.MATCH_OVER
    warned = over and story.book.length.warning
    cites = [story.book.cite(key)] + ([story.book.cite("length.warning")] if warned else [])
    length = promised(story.match.length)
    story.tell(e.LengthKept(length, right, warned, tuple(dict.fromkeys(cites))))


def _change(story: Story, points: int) -> None:
    """A match that was over at the wrong length goes on."""
    match, cites = story.match, (story.book.cite(_key(story.match)),)
    away = match.score.map(lambda score: points - score)
    match_point = 1 in (away.white, away.black)
    crawford = match.game is not None and match.game.crawford and match_point
    story.tell(e.LengthCorrected(points, crawford, cites))
    if match.phase is Phase.MATCH_OVER:
        story.tell(e.MatchResumed(match.score, cites))
        series_taken_back(story, promised(match.winner))


def _stands(match: Match, right: int) -> bool:
    """Nothing is put right any more: the result stands, or would have been reached before."""
    past = max(match.score.white, match.score.black) >= right
    if match.phase is not Phase.MATCH_OVER:
        return past and not _waits(match)
    posted = match.outcome.posted or match.outcome.final
    once_posted = promised(match.book).length.finished is FinishedLength.STANDS_ONCE_POSTED
    return past or posted or not once_posted or not decided_by_score(match)


def decided_by_score(match: Match) -> bool:
    """The winner has the points, and did not win by time or a ruling alone."""
    length = match.length
    return (
        match.winner is not None and length is not None and match.score.of(match.winner) >= length
    )


def _waits(match: Match) -> bool:
    before_next = promised(match.book).length.in_progress is LengthInProgress.BEFORE_NEXT_GAME
    return before_next and match.phase in IN_GAME


def _key(match: Match) -> str:
    return "length.finished" if match.phase is Phase.MATCH_OVER else "length.in_progress"
