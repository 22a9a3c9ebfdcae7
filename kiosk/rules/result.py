"""The result of a match: confirmed, reported, posted, final; and a match conceded by mistake."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.ending import end_match, without_calls
from kiosk.rules.fact import Event, Fact
from kiosk.rules.length import series_taken_back, series_won
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.outcome import EarlierMatch, MatchOutcome
from kiosk.rules.phases import ANY, LIVE, OPENED
from kiosk.rules.play import PlayResumed, PlayStopped, resume_play, stop_clock
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.rulebook import Correctable, Reporter
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import SIDES, BySide, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Command):
    """A side agrees with the result of the match."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResultReported(Command):
    """A side reports the result to the director."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResultPosted(Order):
    """The winner is posted on the draw sheet."""

    winner: Side


@dataclass(frozen=True, slots=True)
class ResultClosed(Order):
    """The time for correcting the result is over."""


@dataclass(frozen=True, slots=True)
class EarlierResultOrdered(Order):
    """Correct the result of `of_match`, finished at this table before its current match."""

    of_match: str
    winner: Side
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class MatchConceded(Command):
    """A side gives up the match although its opponent does not have the points."""

    side: Side


@dataclass(frozen=True, slots=True)
class ConcessionWithdrawn(Command):
    """A side takes back a concession made by mistake."""

    side: Side


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultAgreed(Event):
    """A side agrees with the match's result."""

    side: Side
    score: BySide[int]


@dataclass(frozen=True, slots=True)
class ResultNoted(Event):
    """A side reported the result to the director."""

    side: Side
    winner: Side
    score: BySide[int]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultEntered(Event):
    """The director posted the winner."""

    winner: Side
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultMadeFinal(Event):
    """The result can no longer be corrected at a player's request."""

    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EarlierResultCorrected(Event):
    """The result of `of_match`, finished at this table before its current match, is corrected."""

    of_match: str
    winner: Side
    score: BySide[int]
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchGivenUp(Event):
    """A side conceded the match; it counts once the director posts the winner."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConcessionTakenBack(Event):
    side: Side


CHALLENGER = Side.BLACK
"""The second side listed (london-club TR4)."""


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_confirming(match: Match, command: ResultConfirmed) -> Against:
    if match.hearing.wrong is not None:
        return (Reason.RESULT_DISPUTED,)
    if match.winner is None:
        return (Reason.NOBODY_WON,)
    return (Reason.ALREADY_DONE,) if match.outcome.confirmed.of_side(command.side) else NOTHING


def confirm_result(decision: Decision, command: ResultConfirmed) -> None:
    decision.emit(ResultAgreed(command.side, decision.match.score))


def refuse_reporting(match: Match, command: ResultReported) -> Against:
    if match.hearing.wrong is not None:
        return (Reason.RESULT_DISPUTED,)
    if match.winner is None:
        return (Reason.NOBODY_WON,)
    if match.outcome.reported is not None:
        return (Reason.ALREADY_DONE,)
    reports = reporters(match)
    return NOTHING if command.side in reports else (Reason.NOT_THE_REPORTER,)


def reporters(match: Match) -> frozenset[Side]:
    """The sides that may report; the table's record is the sheet a winner needs under 000 L56."""
    named: Mapping[Reporter, frozenset[Side]] = {
        Reporter.WINNER: frozenset({require(match.winner)}),
        Reporter.CHALLENGER: frozenset({CHALLENGER}),
        Reporter.LOSER_OR_WINNER_WITH_SHEET: frozenset(Side),
    }
    return named[require(match.book).result.reporter]


def report_result(decision: Decision, command: ResultReported) -> None:
    cites = (decision.book.cite("result.reporter"),)
    decision.emit(
        ResultNoted(command.side, require(decision.match.winner), decision.match.score, cites)
    )


def refuse_posting(match: Match, command: ResultPosted) -> Against:
    if match.hearing.wrong is not None:
        return (Reason.RESULT_DISPUTED,)
    if match.outcome.posted:
        return (Reason.ALREADY_DONE,)
    conceded = match.outcome.conceded
    winner = match.winner or (conceded.other if conceded else None)
    if winner is None:
        return (Reason.NOT_NOW,)
    return NOTHING if command.winner is winner else (Reason.BAD_VALUE,)


def post_result(decision: Decision, command: ResultPosted) -> None:
    """Post the result; a match conceded without the points is won by it (000 L57)."""
    cites = (decision.book.cite("result.correctable"),)
    if decision.match.phase is not Phase.MATCH_OVER:
        end_match(decision, command.winner, EndCause.CONCEDED, command.at, cites)
    decision.emit(ResultEntered(command.winner, command.by, command.why, cites))


def result_is_final(match: Match) -> bool:
    """Whether the result can no longer be corrected."""
    return _is_final(match.outcome, require(match.book).result.correctable)


def _is_final(outcome: MatchOutcome, correctable: Correctable) -> bool:
    posted = correctable is Correctable.UNTIL_POSTED and outcome.posted
    return outcome.final or posted


def refuse_closing(match: Match, _command: ResultClosed) -> Against:
    if match.hearing.wrong is not None:
        return (Reason.RESULT_DISPUTED,)
    return (Reason.ALREADY_DONE,) if match.outcome.final else NOTHING


def close_result(decision: Decision, command: ResultClosed) -> None:
    cites = (decision.book.cite("result.correctable"),)
    decision.emit(ResultMadeFinal(command.by, command.why, cites))


def refuse_correcting_earlier(match: Match, command: EarlierResultOrdered) -> Against:
    """Allowed for a reasonable time, even if a later match has begun (norway §4.6); a result that
    its own book made final stands (italian-international L50, L57).
    """
    earlier = _earlier(match, command.of_match)
    if earlier is None:
        return (Reason.NO_EARLIER_MATCH,)
    if _is_final(earlier.outcome, earlier.correctable):
        return (Reason.RESULT_FINAL,)
    if (command.winner, command.score) == (earlier.winner, earlier.score):
        return (Reason.ALREADY_DONE,)
    length, score = earlier.length, command.score
    enough = [side for side in SIDES if length is not None and score.of_side(side) >= length]
    good = min(score.white, score.black) >= 0 and enough in ([], [command.winner])
    return NOTHING if good else (Reason.BAD_VALUE,)


def correct_earlier_result(decision: Decision, command: EarlierResultOrdered) -> None:
    """Correct the result; the current match goes on, its series is recounted."""
    earlier = require(_earlier(decision.match, command.of_match))
    ruled = (command.winner, command.score, command.by, command.why)
    decision.emit(EarlierResultCorrected(command.of_match, *ruled, (earlier.cite,)))
    series = decision.match.series
    same = series is not None and series.id == earlier.series_id
    if same and command.winner is not earlier.winner:
        series_taken_back(decision, earlier.winner)
        series_won(decision, command.winner)


def _earlier(match: Match, match_id: str) -> EarlierMatch | None:
    return next((each for each in match.earlier if each.match_id == match_id), None)


def refuse_conceding(match: Match, _command: MatchConceded) -> Against:
    counts = require(match.book).result.correctable is Correctable.UNTIL_POSTED
    return NOTHING if counts else (Reason.NO_SETTLEMENT,)


def concede_match(decision: Decision, command: MatchConceded) -> None:
    """Record the concession; play stops until the director enters the winner."""
    decision.emit(MatchGivenUp(command.side, (decision.book.cite("result.correctable"),)))
    if decision.match.stop is None:
        resumes = stop_clock(decision, command.at)
        decision.emit(PlayStopped(StopReason.CONCEDED, resumes, (), None, None, command.side))


def refuse_taking_back(match: Match, command: ConcessionWithdrawn) -> Against:
    if match.outcome.conceded is not command.side:
        return (Reason.NOT_NOW,)
    return (Reason.RESULT_FINAL,) if match.outcome.posted else NOTHING


def given_up(match: Match) -> bool:
    """Whether a side gave up the match and the director has not entered the winner."""
    return match.outcome.conceded is not None and match.phase is not Phase.MATCH_OVER


def take_back_concession(decision: Decision, command: ConcessionWithdrawn) -> None:
    """Take the concession back, as if it had not been made."""
    decision.emit(ConcessionTakenBack(command.side))
    stop = decision.match.stop
    if stop is not None and stop.reason is StopReason.CONCEDED:
        resume_play(decision, command.at)


# --- state changes --------------------------------------------------------------------------------


def apply_result_agreed(match: Match, event: ResultAgreed) -> Match:
    return _outcome(match, confirmed=match.outcome.confirmed.with_(event.side, True))


def apply_result_reported(match: Match, event: ResultNoted) -> Match:
    return _outcome(match, reported=event.side)


def apply_result_entered(match: Match, _event: ResultEntered) -> Match:
    return without_calls(_outcome(match, posted=True))


def apply_result_made_final(match: Match, _event: ResultMadeFinal) -> Match:
    return without_calls(_outcome(match, final=True))


def apply_earlier_result_corrected(match: Match, event: EarlierResultCorrected) -> Match:
    """The current match is not touched (norway §4.6)."""
    earlier = tuple(
        replace(each, winner=event.winner, score=event.score)
        if each.match_id == event.of_match
        else each
        for each in match.earlier
    )
    return replace(match, earlier=earlier)


def apply_match_given_up(match: Match, event: MatchGivenUp) -> Match:
    return _outcome(match, conceded=event.side)


def apply_concession_taken_back(match: Match, _event: ConcessionTakenBack) -> Match:
    return _outcome(match, conceded=None)


def hear_play_resumed(match: Match, _event: PlayResumed) -> Match:
    """Play goes on: any concession is void."""
    return _outcome(match, conceded=None) if match.outcome.conceded else match


def _outcome(match: Match, **changes: Any) -> Match:
    return replace(match, outcome=replace(match.outcome, **changes))


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        ResultConfirmed,
        (Phase.MATCH_OVER,),
        refuse_confirming,
        confirm_result,
        tap=plain_tap(ResultConfirmed),
        may_take_back=always,
    ),
    Act(
        ResultReported,
        (Phase.MATCH_OVER,),
        refuse_reporting,
        report_result,
        tap=plain_tap(ResultReported),
    ),
    Act(ResultPosted, OPENED, refuse_posting, post_result),
    Act(EarlierResultOrdered, ANY, refuse_correcting_earlier, correct_earlier_result),
    Act(ResultClosed, (Phase.MATCH_OVER,), refuse_closing, close_result),
    Act(
        MatchConceded,
        LIVE,
        refuse_conceding,
        concede_match,
        tap=plain_tap(MatchConceded),
    ),
    Act(
        ConcessionWithdrawn,
        OPENED,
        refuse_taking_back,
        take_back_concession,
        while_disputed=True,
        tap=plain_tap(ConcessionWithdrawn),
    ),
)


FACTS = (
    Fact(ResultAgreed, apply_result_agreed),
    Fact(ResultNoted, apply_result_reported),
    Fact(ResultEntered, apply_result_entered),
    Fact(ResultMadeFinal, apply_result_made_final),
    Fact(EarlierResultCorrected, apply_earlier_result_corrected),
    Fact(MatchGivenUp, apply_match_given_up),
    Fact(ConcessionTakenBack, apply_concession_taken_back),
    Fact(PlayResumed, hear_play_resumed),
)
