"""The score: which record decides when records differ, and how the director corrects it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision, Grant
from kiosk.rules.ending import end_match, without_calls
from kiosk.rules.fact import Event, Fact
from kiosk.rules.length import decided_by_score, resume_match
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.call import CallAbout
from kiosk.rules.match.outcome import NOBODY_YET, Matter, ScoreRecord, ScoreRecords
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.phases import OPENED
from kiosk.rules.proposals import propose
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.result import result_is_final
from kiosk.rules.rulebook import ScoreEvidence, ScoreRules, SoleSheet
from kiosk.rules.stops import refer
from kiosk.rules.tap import Tap, TapOption, Try, Values, plain_tap
from kiosk.rules.units import SIDES, BySide, Instant, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordShown(Command):
    """A side shows the score on its own sheet or on the scoreboard."""

    side: Side
    record: ScoreRecord
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class ScoreQuestioned(Command):
    """A side claims that the score is wrong; the records shown so far, if any, are compared."""

    side: Side


@dataclass(frozen=True, slots=True)
class ScoreOrdered(Order):
    """Set the score, under a section and correcting an event where one can be named."""

    score: BySide[int]
    section: str | None
    corrects_seq: int | None


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RecordEntered(Event):
    """The score on a side's sheet, or on the scoreboard."""

    side: Side
    record: ScoreRecord
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class ScoreChanged(Event):
    """The score was set without a game."""

    is_ruling: ClassVar[bool] = True
    score: BySide[int]
    by: str
    why: str
    section: str | None
    corrects_seq: int | None


Score = BySide[int]


HIGHEST_SCORE = 999
"""More than any match reaches; a higher score was mistyped."""


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_showing(match: Match, command: RecordShown) -> Against:
    low, high = sorted((command.score.white, command.score.black))
    known = match.length is not None and 0 <= low < match.length and high <= HIGHEST_SCORE
    return NOTHING if known else (Reason.BAD_VALUE,)


def show_record(decision: Decision, command: RecordShown) -> None:
    decision.emit(RecordEntered(command.side, command.record, command.score))


def refuse_questioning(match: Match, _command: ScoreQuestioned) -> Against:
    if match.evidence == ScoreRecords():
        asked = match.call is not None and match.call.about is CallAbout.STATED
        return (Reason.ALREADY_DONE,) if asked else NOTHING
    if match.proposals.has(ProposalKind.SCORE, None):
        return (Reason.ALREADY_DONE,)
    return NOTHING


def question_score(decision: Decision, command: ScoreQuestioned) -> None:
    """Propose the score by the book's evidence; where that is silent, the director decides."""
    rules = decision.book.score
    key, score = decisive_record(rules, decision.match.evidence)
    if score is None:
        refer(decision, Matter.SCORE, command.side, command.at, f"score.{key}")
        return
    cites = (decision.book.cite(f"score.{key}"),)
    kind, cause = ProposalKind.SCORE, ProposalCause.RECORDS_DIFFER
    proposal = Proposal(kind, cause, None, cites, score=score)
    propose(decision, proposal)


def decisive_record(rules: ScoreRules, evidence: ScoreRecords) -> tuple[str, Score | None]:
    """The key that decides, and the score it gives; None if the director decides."""
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
    trailing = side_behind(sheets)
    return "evidence", evidence.sheets.of_side(trailing) if trailing else None


def side_behind(sheets: list[Score]) -> Side | None:
    """The side behind by these sheets; None if they disagree about it."""
    trailing = {
        side
        for sheet in sheets
        for side in SIDES
        if sheet.of_side(side) < sheet.of_side(side.other)
    }
    return require(next(iter(trailing))) if len(trailing) == 1 else None


def _still_loses(match: Match, side: Side) -> bool:
    """Whether `side` can still lose the match: of two disqualified only one can."""
    if match.phase is not Phase.MATCH_OVER:
        return True
    return (
        match.winner is side
        and not match.disqualified.of_side(side.other)
        and not result_is_final(match)
    )


def refuse_score(match: Match, command: ScoreOrdered) -> Against:
    """A result that the book makes final is no longer corrected (italian-international L50,
    L57).
    """
    low = min(command.score.white, command.score.black)
    final = match.phase is Phase.MATCH_OVER and result_is_final(match)
    reasons = (Reason.RESULT_FINAL,) if final else NOTHING
    good = low >= 0 and len(_winners(match, command.score)) <= 1
    return reasons if good else (*reasons, Reason.BAD_VALUE)


def _winners(match: Match, score: BySide[int]) -> list[Side]:
    """The sides with enough points under this score."""
    length = match.length
    return [side for side in SIDES if length is not None and score.of_side(side) >= length]


def order_score(decision: Decision, command: ScoreOrdered) -> None:
    set_score(decision, command.score, command, command.section, command.corrects_seq)


def set_score(
    decision: Decision,
    score: BySide[int],
    order: Order,
    section: str | None,
    corrects_seq: int | None,
) -> None:
    """Set the score. A side that has enough points has won, even in the middle of a game."""
    by_points, winners = decided_by_score(decision.match), _winners(decision.match, score)
    decision.emit(ScoreChanged(score, order.by, order.why, section, corrects_seq))
    if by_points and decision.match.winner not in winners:
        _not_over(decision, score)
    for winner in winners:
        if decision.match.phase is not Phase.MATCH_OVER:
            end_match(decision, winner, EndCause.RULING, order.at, ())


def _not_over(decision: Decision, score: BySide[int]) -> None:
    """Undo the end of a match that, after the correction, is not over or has another winner."""
    resume_match(decision, score, (decision.book.cite("result.correctable"),))


def grant_score(decision: Decision, proposal: Proposal, order: Order) -> None:
    set_score(decision, require(proposal.score), order, _section(proposal), None)


def _section(proposal: Proposal) -> str | None:
    return "; ".join(proposal.cites) or None


# --- state changes --------------------------------------------------------------------------------


def apply_score_changed(match: Match, event: ScoreChanged) -> Match:
    """If no side is one point away any more, the Crawford game is still to come. Signatures are
    void: they were of another result.
    """
    outcome = replace(match.outcome, confirmed=NOBODY_YET, reported=None)
    corrected = without_calls(replace(match, score=event.score, last_game=None, outcome=outcome))
    away = corrected.away
    near = min(away.white, away.black) <= 1
    return replace(
        corrected,
        crawford_played=match.crawford_played and near,
        crawford_next=match.crawford_next and near,
    )


def apply_record_entered(match: Match, event: RecordEntered) -> Match:
    evidence = match.evidence
    if event.record is ScoreRecord.SCOREBOARD:
        return replace(match, evidence=replace(evidence, scoreboard=event.score))
    sheets = evidence.sheets.with_(event.side, event.score)
    return replace(match, evidence=replace(evidence, sheets=sheets))


def _records(_match: Match, _side: Side) -> Iterator[Try]:
    for record in ScoreRecord:
        yield TapOption(choice=record), (0, 0)


def _record_shown(way: TapOption, side: Side, values: Values, at: Instant) -> RecordShown:
    own, other = values
    score = BySide(own, other) if side is Side.WHITE else BySide(other, own)
    return RecordShown(at, side, ScoreRecord(way.choice), score)


RECORD = Tap(_records, _record_shown)

# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(RecordShown, OPENED, refuse_showing, show_record, tap=RECORD),
    Act(
        ScoreQuestioned, OPENED, refuse_questioning, question_score, tap=plain_tap(ScoreQuestioned)
    ),
    Act(ScoreOrdered, OPENED, refuse_score, order_score),
)


FACTS = (
    Fact(RecordEntered, apply_record_entered),
    Fact(ScoreChanged, apply_score_changed),
)

GRANTS: tuple[tuple[ProposalKind, Grant], ...] = ((ProposalKind.SCORE, grant_score),)
