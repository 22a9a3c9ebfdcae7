"""Matches played to another length than the stated one, matches that go on, and their series."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision, Grant
from kiosk.rules.fact import Event, Fact, in_game
from kiosk.rules.match import IN_GAME, Match, Phase
from kiosk.rules.match.outcome import Lengths, MatchOutcome, SeriesScore
from kiosk.rules.match.proposal import Proposal, ProposalCause, ProposalKind
from kiosk.rules.phases import OPENED
from kiosk.rules.proposals import propose
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import FinishedLength, LengthInProgress
from kiosk.rules.table import Series
from kiosk.rules.tap import Tap, TapOption, Try
from kiosk.rules.units import BySide, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LengthNoticed(Command):
    """A side claims that the match should be to `points`."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class LengthOrdered(Order):
    """Play the match to `points`, from the moment the book provides."""

    points: int


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LengthDefaulted(Event):
    """The event stated no length; the book's own applies."""

    points: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthPending(Event):
    """The match is to `points` from the next game on, if it is not over by then."""

    points: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthCorrected(Event):
    """The match is to `points`; `crawford`: the game in progress remains the Crawford game."""

    points: int
    crawford: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LengthKept(Event):
    """The match counts as played to `length`, though `right` was stated."""

    length: int
    right: int
    warned: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchResumed(Event):
    """The ended match goes on at `score`."""

    score: BySide[int]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeriesStands(Event):
    """Matches won in the series; `leader` is None if level. `decided`: no match is left to play."""

    id: str
    best_of: int
    won: BySide[int]
    leader: Side | None
    decided: bool


LONGEST_MATCH = 99


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_length(match: Match, points: int) -> Against:
    if match.length is None or not 1 <= points <= LONGEST_MATCH:
        return (Reason.BAD_VALUE,)
    known = points in {match.length, match.lengths.pending}
    return (Reason.ALREADY_DONE,) if known else NOTHING


def refuse_noticing(match: Match, command: LengthNoticed) -> Against:
    if match.proposals.has(ProposalKind.LENGTH, None):
        return (Reason.ALREADY_DONE,)
    return refuse_length(match, command.points)


def notice_length(decision: Decision, command: LengthNoticed) -> None:
    """Refer the stated length to the director, unless the result stands anyway."""
    if _stands(decision.match, command.points):
        keep_length(decision, command.points)
        return
    cites = (decision.book.cite(_length_key(decision.match)),)
    kind, cause = ProposalKind.LENGTH, ProposalCause.WRONG_LENGTH
    proposal = Proposal(kind, cause, None, cites, length=command.points)
    propose(decision, proposal)


def refuse_length_order(match: Match, command: LengthOrdered) -> Against:
    return refuse_length(match, command.points)


def order_length(decision: Decision, command: LengthOrdered) -> None:
    correct_length(decision, command.points)


def correct_length(decision: Decision, points: int) -> None:
    """Correct the length by the book; a match that would then be over is played as it is."""
    match = decision.match
    if _stands(match, points):
        keep_length(decision, points)
    elif _waits(match):
        decision.emit(LengthPending(points, (decision.book.cite("length.in_progress"),)))
    else:
        _change_length(decision, points)


def settle_pending(decision: Decision) -> None:
    """Before the next game, correct a length noticed during the last one."""
    points = decision.match.lengths.pending
    if points is not None:
        correct_length(decision, points)


def keep_length(decision: Decision, right: int) -> None:
    key = _length_key(decision.match)
    over = decision.match.phase is Phase.MATCH_OVER
    warned = over and decision.book.length.warning
    cites = [decision.book.cite(key)] + ([decision.book.cite("length.warning")] if warned else [])
    length = require(decision.match.length)
    decision.emit(LengthKept(length, right, warned, tuple(dict.fromkeys(cites))))


def _change_length(decision: Decision, points: int) -> None:
    """Change the length; a match that was over at the wrong length goes on."""
    match, cites = decision.match, (decision.book.cite(_length_key(decision.match)),)
    away = match.score.map(lambda score: points - score)
    match_point = 1 in (away.white, away.black)
    crawford = match.game is not None and match.game.crawford and match_point
    decision.emit(LengthCorrected(points, crawford, cites))
    if match.phase is Phase.MATCH_OVER:
        resume_match(decision, match.score, cites)


def resume_match(decision: Decision, score: BySide[int], cites: tuple[str, ...]) -> None:
    """Continue a match that was over at `score`; in its series it is no longer won."""
    champion = decision.match.winner
    decision.emit(MatchResumed(score, cites))
    if champion is not None:
        series_taken_back(decision, champion)


def _stands(match: Match, right: int) -> bool:
    """Whether the length stays: the result stands, or would have been reached before."""
    past = max(match.score.white, match.score.black) >= right
    if match.phase is not Phase.MATCH_OVER:
        return past and not _waits(match)
    posted = match.outcome.posted or match.outcome.final
    once_posted = require(match.book).length.finished is FinishedLength.STANDS_ONCE_POSTED
    return past or posted or not once_posted or not decided_by_score(match)


def decided_by_score(match: Match) -> bool:
    """Whether the winner has the points, and did not win by time or a ruling alone."""
    length = match.length
    return (
        match.winner is not None
        and length is not None
        and match.score.of_side(match.winner) >= length
    )


def _waits(match: Match) -> bool:
    before_next = require(match.book).length.in_progress is LengthInProgress.BEFORE_NEXT_GAME
    return before_next and match.phase in IN_GAME


def _length_key(match: Match) -> str:
    return "length.finished" if match.phase is Phase.MATCH_OVER else "length.in_progress"


def grant_length(decision: Decision, proposal: Proposal, _order: Order) -> None:
    correct_length(decision, require(proposal.length))


NO_WINS = BySide(0, 0)


def series_begins(decision: Decision, series: Series | None, before: SeriesScore | None) -> None:
    """Carry over the matches won so far, if this table had the last one of the same series."""
    if series is not None:
        known = before is not None and before.id == series.id
        won = before.won if before is not None and known else NO_WINS
        _emit_series(decision, SeriesScore(series.id, series.best_of, won))


def series_won(decision: Decision, winner: Side) -> None:
    _add_win(decision, winner, 1)


def series_taken_back(decision: Decision, winner: Side) -> None:
    """Take back a win in the series: the match goes on."""
    _add_win(decision, winner, -1)


def _add_win(decision: Decision, winner: Side, more: int) -> None:
    series = decision.match.series
    if series is not None:
        won = series.won.with_(winner, series.won.of_side(winner) + more)
        _emit_series(decision, SeriesScore(series.id, series.best_of, won))


def _emit_series(decision: Decision, now: SeriesScore) -> None:
    decision.emit(SeriesStands(now.id, now.best_of, now.won, now.leader, now.decided))


# --- state changes --------------------------------------------------------------------------------


def apply_match_resumed(match: Match, event: MatchResumed) -> Match:
    return replace(
        match,
        phase=Phase.BETWEEN_GAMES,
        winner=None,
        score=event.score,
        outcome=MatchOutcome(),
        ready=BySide(False, False),
    )


def apply_length_pending(match: Match, event: LengthPending) -> Match:
    return replace(match, lengths=replace(match.lengths, pending=event.points))


def apply_length_corrected(match: Match, event: LengthCorrected) -> Match:
    """If no side is one point away any more, the Crawford game is still to come."""
    corrected = replace(match, lengths=Lengths(played=event.points))
    away = corrected.away
    near = min(away.white, away.black) <= 1
    corrected = replace(
        corrected,
        crawford_played=event.crawford or (match.crawford_played and near),
        crawford_next=match.crawford_next and near,
    )
    game = match.game
    if game is None or game.crawford == event.crawford:
        return corrected
    cube = replace(game.cube, in_play=not event.crawford)
    return in_game(corrected, crawford=event.crawford, cube=cube)


def apply_length_kept(match: Match, _event: LengthKept) -> Match:
    return replace(match, lengths=replace(match.lengths, pending=None))


def apply_series_stands(match: Match, event: SeriesStands) -> Match:
    return replace(match, series=SeriesScore(event.id, event.best_of, event.won))


def _other_lengths(match: Match, _side: Side) -> Iterator[Try]:
    for more in (1, 2, 3):
        yield TapOption(), ((match.length or 0) + more,)


LENGTH = Tap(_other_lengths, lambda _, side, v, at: LengthNoticed(at, side, v[0]))

# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(LengthNoticed, OPENED, refuse_noticing, notice_length, tap=LENGTH),
    Act(LengthOrdered, OPENED, refuse_length_order, order_length),
)


FACTS = (
    Fact(LengthDefaulted),
    Fact(LengthPending, apply_length_pending),
    Fact(LengthCorrected, apply_length_corrected),
    Fact(LengthKept, apply_length_kept),
    Fact(MatchResumed, apply_match_resumed),
    Fact(SeriesStands, apply_series_stands),
)

GRANTS: tuple[tuple[ProposalKind, Grant], ...] = ((ProposalKind.LENGTH, grant_length),)
