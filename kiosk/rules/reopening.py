"""Reopening a game that a pass or an agreement ended by mistake.

Both sides together, or the director, may reopen it until the next game is rolled; after the match
until its result is final. It resumes where that tap was given. Points, times and devices stay as
they are by then, and play stands still until the position is put back.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.clock import with_reserve
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.dice.facts import OpeningDieRolled, RollQuestioned, RollRefused
from kiosk.rules.expiry import SecondControlStarted
from kiosk.rules.fact import Event, Fact
from kiosk.rules.length import resume_match
from kiosk.rules.match import EndedGame, Game, Match, Phase
from kiosk.rules.match.moves import Moves
from kiosk.rules.match.outcome import LastGame, Lengths
from kiosk.rules.match.proposal import Proposals
from kiosk.rules.penalties import CrawfordOrdered
from kiosk.rules.play import PlayStopped, stop_clock
from kiosk.rules.proposals import ProposalAnswered, ProposalWithdrawn
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.result import result_is_final
from kiosk.rules.score import ScoreChanged
from kiosk.rules.tap import plain_tap
from kiosk.rules.times.acts import first_turn_credit
from kiosk.rules.times.facts import (
    ClockDropped,
    TimeAllotted,
    TimeCause,
    TimeSet,
    nobody_resumes,
)
from kiosk.rules.units import SIDES, BySide, Instant, Nanos, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReopenTapped(Command):
    """A side claims that the last game was not over, and asks for it to be reopened."""

    side: Side


@dataclass(frozen=True, slots=True)
class ReopenAgreed(Command):
    """A side agrees to reopen it."""

    side: Side


@dataclass(frozen=True, slots=True)
class ReopenDenied(Command):
    """A side does not agree; or the asking side withdraws."""

    side: Side


@dataclass(frozen=True, slots=True)
class ReopenOrdered(Order):
    """The director reopens it. `corrects_seq` is the journal row of its end, if he names it."""

    corrects_seq: int | None


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReopenAsked(Event):
    side: Side


@dataclass(frozen=True, slots=True)
class ReopenDeclined(Event):
    """`side` does not agree, or withdraws its own request; the game stays over."""

    side: Side


@dataclass(frozen=True, slots=True)
class GameReopened(Event):
    """Game `number` goes on where it was ended; `score` and `reserve` are as of the reopening.

    `side` is the last to agree, `by` and `why` are the director's. `corrects_seq` is the row of the
    game's end.
    """

    is_ruling: ClassVar[bool] = True
    number: int
    score: BySide[int]
    reserve: BySide[Nanos]
    side: Side | None
    by: str | None
    why: str | None
    corrects_seq: int | None
    cites: tuple[str, ...]


MISTAKEN = frozenset({EndCause.PASS, EndCause.OFFER, EndCause.CLAIM, EndCause.PLAYED})
"""Ends that rest on the sides' taps: a pass, or an agreement."""


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_reopening(match: Match) -> Against:
    if match.phase is Phase.MATCH_OVER and result_is_final(match):
        return (Reason.RESULT_FINAL,)
    ended, last = match.ended_game, match.last_game
    mistaken = last is not None and last.winner is not None and last.cause in MISTAKEN
    return NOTHING if ended and mistaken and _decided(match) else (Reason.NOT_REOPENED,)


def _decided(match: Match) -> bool:
    """Whether the finished match was won by this game, and not by what came after it."""
    if match.phase is not Phase.MATCH_OVER:
        return True
    last, winner = require(match.last_game), match.winner
    if winner is None or winner is not last.winner or last.points == 0:
        return False
    return match.length is None or _score_without(match, last).of_side(winner) < match.length


def _score_without(match: Match, last: LastGame) -> BySide[int]:
    winner = require(last.winner)
    return match.score.with_(winner, match.score.of_side(winner) - last.points)


def refuse_asking(match: Match, _command: ReopenTapped) -> Against:
    refused = refuse_reopening(match)
    if refused:
        return refused
    return NOTHING if require(match.ended_game).asked is None else (Reason.ALREADY_DONE,)


def ask_to_reopen(decision: Decision, command: ReopenTapped) -> None:
    decision.emit(ReopenAsked(command.side))


def refuse_agreeing(match: Match, command: ReopenAgreed) -> Against:
    refused, asked = refuse_reopening(match), reopening_asked(match)
    if refused or asked is None:
        return refused or (Reason.NOT_NOW,)
    return NOTHING if command.side is asked.other else (Reason.NOT_YOUR_TURN,)


def agree_to_reopen(decision: Decision, command: ReopenAgreed) -> None:
    _reopen(decision, command.at, (command.side, None, None, None))


def refuse_denying(match: Match, _command: ReopenDenied) -> Against:
    return NOTHING if reopening_asked(match) is not None else (Reason.NOT_NOW,)


def deny_reopening(decision: Decision, command: ReopenDenied) -> None:
    decision.emit(ReopenDeclined(command.side))


def refuse_ordering(match: Match, _command: ReopenOrdered) -> Against:
    return refuse_reopening(match)


def order_reopening(decision: Decision, command: ReopenOrdered) -> None:
    _reopen(decision, command.at, (None, command.by, command.why, command.corrects_seq))


def reopening_asked(match: Match) -> Side | None:
    """The side that asks for the last game to be reopened, while that is possible."""
    asked = match.ended_game.asked if match.ended_game else None
    return None if refuse_reopening(match) else asked


def _reopen(
    decision: Decision,
    at: Instant,
    origin: tuple[Side | None, str | None, str | None, int | None],
) -> None:
    """Reopen; play stands still until both see the position put back, or the director starts it."""
    stop_clock(decision, at)
    ended, last = require(decision.match.ended_game), require(decision.match.last_game)
    score, cites = _score_without(decision.match, last), tuple[str, ...]()
    if decision.match.phase is Phase.MATCH_OVER:
        cites = (decision.book.cite("result.correctable"),)
        resume_match(decision, score, cites)
    reserve = _without_credit(decision.match, decision.match.clock.reserve)
    decision.emit(GameReopened(last.number, score, reserve, *origin, cites))
    _side, by, why, _seq = origin
    resumes = ended.ran if decision.match.clocked else None
    decision.emit(PlayStopped(StopReason.GAME_REOPENED, resumes, (), by, why))


def _without_credit(match: Match, reserve: BySide[Nanos]) -> BySide[Nanos]:
    """Both reserves; what the next game's start added is given again when it starts again."""
    given = first_turn_credit(match) if match.game is not None else Nanos(0)
    return reserve.map(lambda left: Nanos(max(0, left - given)))


# --- state changes --------------------------------------------------------------------------------


def apply_reopen_asked(match: Match, event: ReopenAsked) -> Match:
    return _ask(match, event.side)


def apply_reopen_declined(match: Match, _event: ReopenDeclined) -> Match:
    return _ask(match, None)


def _ask(match: Match, side: Side | None) -> Match:
    ended = match.ended_game
    return match if ended is None else replace(match, ended_game=replace(ended, asked=side))


def apply_game_reopened(match: Match, event: GameReopened) -> Match:
    ended = match.ended_game
    if ended is None:
        return match
    clock = replace(
        with_reserve(match.clock, event.reserve),
        running=None,
        delay_left=ended.delay_left,
        used=ended.used,
    )
    under_its_rules = _under_its_rules(replace(match, score=event.score), ended)
    game = _at_right_length(under_its_rules, ended)
    return replace(
        under_its_rules,
        phase=ended.phase,
        game=replace(game, moves=_less_lateness(game.moves, ended.reserve, event.reserve)),
        games_played=event.number - 1,
        games=match.games[:-1],
        clock=clock,
        dicing=replace(
            ended.dicing,
            pressed=None,
            meanwhile=None,
            mixer_wished=match.dicing.mixer_wished,
        ),
        proposals=_pending(match, ended),
        ready=BySide(False, False),
        tower=None,
        held=None,
        last_result=None,
        last_game=None,
        ended_game=None,
    )


def _at_right_length(match: Match, ended: EndedGame) -> Game:
    """Return the game as it was, or as an ordinary one if it was the Crawford game of a length that
    was corrected since and no side is one point away at the right one.
    """
    away, game = match.away, ended.game
    same = match.lengths.played == ended.lengths.played
    if not game.crawford or same or 1 in (away.white, away.black):
        return game
    return replace(game, crawford=False, cube=replace(game.cube, in_play=True))


def _less_lateness(moves: Moves, was: BySide[Nanos], now: BySide[Nanos]) -> Moves:
    """Take a lateness charged meanwhile off what a side had when the last turn ended."""
    if moves.last is None:
        return moves
    had = moves.last.reserve
    left = [
        Nanos(max(0, had.of_side(side) + min(0, now.of_side(side) - was.of_side(side))))
        for side in SIDES
    ]
    return moves.update_last(reserve=BySide(*left))


def _under_its_rules(match: Match, ended: EndedGame) -> Match:
    """Put the next game's book and a pending length back to waiting."""
    due = ended.lengths.pending
    put_right = due is not None and match.lengths in {Lengths(due), Lengths(ended.lengths.played)}
    match = replace(match, lengths=ended.lengths if put_right else match.lengths)
    near = match.lengths == ended.lengths or min(match.away.white, match.away.black) <= 1
    begun = match.game is not None
    changed = begun and match.book != ended.book
    return replace(
        match,
        book=ended.book if begun else match.book,
        next_book=match.book if changed and match.next_book is None else match.next_book,
        crawford_played=ended.crawford_played and near,
        crawford_next=ended.crawford_next and near,
    )


def _pending(match: Match, ended: EndedGame) -> Proposals:
    """Proposals that the end of the match made idle wait again, unless answered since."""
    now = match.proposals
    known = {each.number for each in now.pending}
    idle = tuple(each for each in ended.pending if each.number not in known)
    both = sorted((*idle, *now.pending), key=lambda each: each.number)
    return Proposals(tuple(both), now.made)


# --- state kept until then ------------------------------------------------------------------------


def apply_time_set(match: Match, event: TimeSet) -> Match:
    """A time set meanwhile stays set; the next game's first turn does not belong to this one."""
    if event.cause is TimeCause.FIRST_TURN:
        return match
    return _times(match, _without_credit(match, event.reserve))


def apply_time_allotted(match: Match, event: TimeAllotted) -> Match:
    return _times(match, event.reserve)


def apply_second_control(match: Match, event: SecondControlStarted) -> Match:
    """The turn that goes on is the first one of the second control."""
    reserve = _without_credit(match, event.reserve)
    return _times(match, reserve, delay_left=event.delay_left, used=Nanos(0))


def _times(match: Match, reserve: BySide[Nanos], **changes: Any) -> Match:
    ended = match.ended_game
    if ended is None:
        return match
    moves = ended.game.moves.update_last(reserve=reserve)
    game = replace(ended.game, moves=moves)
    return replace(match, ended_game=replace(ended, game=game, reserve=reserve, **changes))


def apply_clock_dropped(match: Match, _event: ClockDropped) -> Match:
    ended = match.ended_game
    if ended is None:
        return match
    return replace(match, ended_game=replace(ended, game=nobody_resumes(ended.game)))


def apply_answered(match: Match, event: ProposalAnswered | ProposalWithdrawn) -> Match:
    ended = match.ended_game
    if ended is None:
        return match
    left = tuple(each for each in ended.pending if each.number != event.number)
    return replace(match, ended_game=replace(ended, pending=left))


def apply_crawford_ordered(match: Match, _event: CrawfordOrdered) -> Match:
    ended = match.ended_game
    if ended is None:
        return match
    return replace(match, ended_game=replace(ended, crawford_next=True))


def apply_too_late(match: Match, _event: Event) -> Match:
    return match if match.ended_game is None else replace(match, ended_game=None)


# --- tables ---------------------------------------------------------------------------------------


REOPENED_IN = frozenset({Phase.BETWEEN_GAMES, Phase.OPENING, Phase.MATCH_OVER})


ACTS = (
    Act(ReopenTapped, REOPENED_IN, refuse_asking, ask_to_reopen, tap=plain_tap(ReopenTapped)),
    Act(
        ReopenAgreed,
        REOPENED_IN,
        refuse_agreeing,
        agree_to_reopen,
        while_called=False,
        tap=plain_tap(ReopenAgreed),
        may_take_back=always,
    ),
    Act(
        ReopenDenied,
        REOPENED_IN,
        refuse_denying,
        deny_reopening,
        while_called=False,
        tap=plain_tap(ReopenDenied),
    ),
    Act(ReopenOrdered, REOPENED_IN, refuse_ordering, order_reopening),
)


FACTS = (
    Fact(ReopenAsked, apply_reopen_asked),
    Fact(ReopenDeclined, apply_reopen_declined),
    Fact(GameReopened, apply_game_reopened),
    Fact(ProposalAnswered, apply_answered),
    Fact(ProposalWithdrawn, apply_answered),
    Fact(CrawfordOrdered, apply_crawford_ordered),
    Fact(TimeSet, apply_time_set),
    Fact(TimeAllotted, apply_time_allotted),
    Fact(SecondControlStarted, apply_second_control),
    Fact(ClockDropped, apply_clock_dropped),
    Fact(ScoreChanged, apply_too_late),
    Fact(OpeningDieRolled, apply_too_late),
    Fact(RollQuestioned, apply_too_late),
    Fact(RollRefused, apply_too_late),
)
