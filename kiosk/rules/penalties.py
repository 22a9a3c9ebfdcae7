"""Penalty points and their effect on the score and the cube."""

from dataclasses import dataclass, replace
from typing import ClassVar

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Order
from kiosk.rules.decision import Decision
from kiosk.rules.ending import end_match
from kiosk.rules.fact import Event, Fact, in_game
from kiosk.rules.length import series_taken_back
from kiosk.rules.match import LastResult, Match, Phase
from kiosk.rules.match.outcome import Matter
from kiosk.rules.phases import LIVE, OPENED
from kiosk.rules.play import PlayStopped, stop_clock
from kiosk.rules.reasons import EndCause, Reason, StopReason
from kiosk.rules.result import result_is_final
from kiosk.rules.rulebook import NextCrawford
from kiosk.rules.score import _not_over, _still_loses
from kiosk.rules.stops import refer
from kiosk.rules.units import BySide, Instant, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PenaltyOrdered(Order):
    """Award penalty points against a side under `section`."""

    side: Side
    points: int
    section: str | None


@dataclass(frozen=True, slots=True)
class ForfeitOrdered(Order):
    """Make a side lose the match under `section`; `disqualified`: it is also out of the event."""

    side: Side
    disqualified: bool
    section: str


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PenaltyAwarded(Event):
    """Penalty points against `side`; `score` is after them."""

    is_ruling: ClassVar[bool] = True
    side: Side
    points: int
    score: BySide[int]
    by: str
    why: str
    section: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeFrozen(Event):
    """The cube stays where it is, at its value, for the rest of the game.

    A double not yet answered is void: its side is to roll.
    """

    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrawfordOrdered(Event):
    """The next game is the Crawford game."""

    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchForfeited(Event):
    """The director ruled under `section` that `side` loses the match, or is out of the event."""

    is_ruling: ClassVar[bool] = True
    side: Side
    disqualified: bool
    by: str
    why: str
    section: str


@dataclass(frozen=True, slots=True)
class NobodyWon(Event):
    """Both sides are out of the event: the match is over without a winner."""

    by: str
    section: str


# --- refusals and decisions -----------------------------------------------------------------------


def award(decision: Decision, side: Side, points: int, order: Order, section: str | None) -> None:
    """Add penalty points to the opponent's score; enough of them decide the match."""
    other, effect = side.other, decision.book.cite("penalty.effect")
    before, freezes = decision.match, would_freeze(decision.match, side, points)
    score = before.score.with_(other, before.score.of_side(other) + points)
    decision.emit(PenaltyAwarded(side, points, score, order.by, order.why, section, (effect,)))
    if score.of_side(other) >= require(before.length) and decision.book.penalty.may_end_match:
        cites = tuple(dict.fromkeys((effect, decision.book.cite("penalty.may_end_match"))))
        end_match(decision, other, EndCause.PENALTY, order.at, cites)
        return
    if freezes:
        _freeze(decision, order.at)
    if _orders_crawford(before, decision.match):
        decision.emit(CrawfordOrdered((decision.book.cite("penalty.next_game_crawford"),)))


FREEZES = "penalty.freeze_cube_at_match_point"


def _freeze(decision: Decision, at: Instant) -> None:
    """Freeze the cube. A waiting double can no longer be taken: the cube is frozen whatever its
    place and value (unified-2001 §5.2). The section does not settle the double itself: the director
    does, and if he lets play go on the doubler rolls.
    """
    game, doubled = decision.game, decision.match.phase is Phase.DOUBLED
    doubler = game.on_turn if doubled else game.doubles.early
    if doubler is not None and doubled:
        _stop_for(decision, doubler, at)
    decision.emit(CubeFrozen((decision.book.cite(FREEZES),)))
    if doubler is not None:
        refer(decision, Matter.FROZEN_DOUBLE, doubler, at, FREEZES)


def _stop_for(decision: Decision, doubler: Side, at: Instant) -> None:
    """Stop play; the doubler's clock goes on instead of the other's."""
    stop, ran = decision.match.stop, stop_clock(decision, at)
    if stop is None:
        resumes = doubler if ran else None
        decision.emit(PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))
    elif stop.resumes is doubler.other:
        of_player = (stop.side, stop.purpose)
        decision.emit(PlayStopped(stop.reason, doubler, (), stop.by, stop.why, *of_player))


def would_freeze(match: Match, side: Side, points: int) -> bool:
    """Whether these points bring the other side within one, and the book freezes the cube."""
    freezes = require(match.book).penalty.freeze_cube_at_match_point
    return freezes and match.game is not None and match.away.of_side(side.other) - points == 1


def _orders_crawford(before: Match, after: Match) -> bool:
    """Whether penalty points made the next game the Crawford game, whatever was played before."""
    rule = require(after.book).penalty.next_game_crawford
    reached, stood = _at_match_point(after), _at_match_point(before)
    unless_played = rule is NextCrawford.NEXT_UNLESS_PLAYED and not stood
    return reached and (unless_played or rule is NextCrawford.NEXT_ALWAYS)


def _at_match_point(match: Match) -> bool:
    return 1 in (match.away.white, match.away.black)


MOST_PENALTY_POINTS = 99


def refuse_penalty(match: Match, command: PenaltyOrdered) -> Against:
    points, length = command.points, match.length
    return NOTHING if length and 1 <= points <= MOST_PENALTY_POINTS else (Reason.BAD_VALUE,)


def order_penalty(decision: Decision, command: PenaltyOrdered) -> None:
    award(decision, command.side, command.points, command, command.section)


def refuse_forfeit(match: Match, command: ForfeitOrdered) -> Against:
    """A side that has already lost the match may still be disqualified."""
    reasons = NOTHING if command.section.strip() else (Reason.BAD_VALUE,)
    more = command.disqualified and not match.disqualified.of_side(command.side)
    if more or _still_loses(match, command.side):
        return reasons
    final = match.winner is command.side and result_is_final(match)
    return (*reasons, Reason.RESULT_FINAL if final else Reason.ALREADY_DONE)


def order_forfeit(decision: Decision, command: ForfeitOrdered) -> None:
    """Make a side lose the match, or disqualify it, under the order's section
    (Italian-international L35, L107; norway §1.2(iii), §4.3(iv), §4.4(iv), §4.5). If both sides are
    disqualified, neither has won.
    """
    side, loses = command.side, _still_loses(decision.match, command.side)
    ruled = (command.disqualified, command.by, command.why, command.section)
    decision.emit(MatchForfeited(side, *ruled))
    if loses and decision.match.phase is Phase.MATCH_OVER:
        _not_over(decision, decision.match.score)
    if loses:
        end_match(decision, side.other, EndCause.RULING, command.at, (command.section,))
    if decision.match.disqualified == BySide(True, True) and not result_is_final(decision.match):
        winner = require(decision.match.winner)
        decision.emit(NobodyWon(command.by, command.section))
        series_taken_back(decision, winner)


# --- state changes --------------------------------------------------------------------------------


def apply_match_forfeited(match: Match, event: MatchForfeited) -> Match:
    if not event.disqualified:
        return match
    return replace(match, disqualified=match.disqualified.with_(event.side, True))


def apply_nobody_won(match: Match, _event: NobodyWon) -> Match:
    """Void the confirmations: they were of another result."""
    outcome = replace(match.outcome, confirmed=BySide(False, False), reported=None)
    ended = LastResult(None, 0, EndCause.RULING)
    return replace(match, winner=None, last_result=ended, outcome=outcome, ended_game=None)


def apply_penalty_awarded(match: Match, event: PenaltyAwarded) -> Match:
    return replace(match, score=event.score)


def apply_cube_frozen(match: Match, _event: CubeFrozen) -> Match:
    if match.game is None:
        return match
    frozen = replace(match.game.cube, frozen=True)
    phase = Phase.TO_ROLL if match.phase is Phase.DOUBLED else match.phase
    doubles = replace(match.game.doubles, early=None)
    return replace(in_game(match, cube=frozen, doubles=doubles), phase=phase)


def apply_crawford_ordered(match: Match, _event: CrawfordOrdered) -> Match:
    return replace(match, crawford_next=True)


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(PenaltyOrdered, LIVE, refuse_penalty, order_penalty),
    Act(ForfeitOrdered, OPENED, refuse_forfeit, order_forfeit),
)


FACTS = (
    Fact(PenaltyAwarded, apply_penalty_awarded),
    Fact(CubeFrozen, apply_cube_frozen),
    Fact(CrawfordOrdered, apply_crawford_ordered),
    Fact(MatchForfeited, apply_match_forfeited),
    Fact(NobodyWon, apply_nobody_won),
)
