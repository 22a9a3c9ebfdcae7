"""Which record of the score decides when they differ."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Match
from kiosk.rules.outcome import Evidence, Matter
from kiosk.rules.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.reasons import Reason
from kiosk.rules.referral import refer
from kiosk.rules.rulebook import ScoreEvidence, ScoreRules, SoleSheet
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import SIDES, BySide, Side, promised

Score = BySide[int]

HIGHEST = 999
"""More than any match brings; above it a score was mistyped."""


def against_showing(match: Match, command: c.RecordShown) -> Against:
    low, high = sorted((command.score.white, command.score.black))
    known = match.length is not None and 0 <= low < match.length and high <= HIGHEST
    return NOTHING if known else (Reason.BAD_VALUE,)


def show_record(story: Story, command: c.RecordShown) -> None:
    story.tell(e.RecordEntered(command.side, command.record, command.score))


def against_questioning(match: Match, _command: c.ScoreQuestioned) -> Against:
    if match.evidence == Evidence():
        return (Reason.NO_RECORDS,)
    if match.proposals.has(ProposalKind.SCORE, None):
        return (Reason.ALREADY_DONE,)
    return NOTHING


def question_score(story: Story, command: c.ScoreQuestioned) -> None:
    """What the book's evidence says is proposed; where it says nothing the director decides."""
    rules = story.book.score
    key, score = decisive(rules, story.match.evidence)
    if score is None:
        refer(story, Matter.SCORE, command.side, command.at, f"score.{key}")
        return
    cites = (story.book.cite(f"score.{key}"),)
    kind, cause = ProposalKind.SCORE, ProposalCause.RECORDS_DIFFER
    proposal = Proposal(kind, cause, None, cites, score=score)
    story.tell(e.Proposed(story.match.proposals.made + 1, proposal))


def decisive(rules: ScoreRules, evidence: Evidence) -> tuple[str, Score | None]:
    """The key that decides and the score it gives; None: the director decides."""
    if rules.evidence is ScoreEvidence.DIRECTOR_DECIDES:
        return "evidence", None
    board_first = rules.evidence is ScoreEvidence.SCOREBOARD_FIRST
    if board_first and evidence.scoreboard is not None:
        return "evidence", evidence.scoreboard
    sheets = [sheet for sheet in (evidence.sheets.white, evidence.sheets.black) if sheet]
    if len(sheets) == 1:
        decides = rules.sole_sheet is not SoleSheet.DIRECTOR_DECIDES
        return "sole_sheet", sheets[0] if decides else None
    if not sheets:
        return "evidence", evidence.scoreboard
    trailing = behind(sheets)
    return "evidence", evidence.sheets.of(trailing) if trailing else None


def behind(sheets: list[Score]) -> Side | None:
    """Who is behind by these sheets; None when they do not agree on it."""
    trailing = {side for sheet in sheets for side in SIDES if sheet.of(side) < sheet.of(side.other)}
    return promised(next(iter(trailing))) if len(trailing) == 1 else None
