"""Rulings on disputes, withdrawn disputes, the effects of a ruling at the board, and reading it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kiosk.rules.act import NOTHING, Act, Against
from kiosk.rules.command import Command
from kiosk.rules.cube.facts import CubeSet, DoublesUndone, GameRescored
from kiosk.rules.decision import Decision
from kiosk.rules.dice.consent import ask_consent
from kiosk.rules.dice.correcting import refuse_ruling_on_roll, roll_contested, rule_on_roll
from kiosk.rules.dice.facts import (
    OpeningDieRuled,
    PastRollCorrected,
    RollCorrected,
    RollRuled,
    RollVoided,
)
from kiosk.rules.dice.left import allow_left
from kiosk.rules.dice_claims import DelayForfeited, claim_again, emit_closed_out, forfeit
from kiosk.rules.disputes.acts import DisputeRuled, refuse_undisputed
from kiosk.rules.disputes.facts import DisputeDropped, RulingGiven
from kiosk.rules.fact import Event, Fact, in_hearing
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.dicing import DiceClaim, DiceMatter
from kiosk.rules.match.rulings import Effect, Ruled, Ruling
from kiosk.rules.moves.acts import challenge, move_stands, redo, stand
from kiosk.rules.moves.facts import MoveStands
from kiosk.rules.offers import GameRuled, GinRuled
from kiosk.rules.penalties import MatchForfeited, PenaltyAwarded
from kiosk.rules.phases import OPENED
from kiosk.rules.play import PlayResumed, not_before, resume_play
from kiosk.rules.proposals import ProposalAnswered
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.reopening import GameReopened
from kiosk.rules.score import ScoreChanged
from kiosk.rules.tap import plain_tap
from kiosk.rules.times.facts import TimeSet
from kiosk.rules.units import BySide, Instant, Side, require

# --- commands and events --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DisputeWithdrawn(Command):
    """A side withdraws its dispute, or its objection to a claim about the dice."""

    side: Side


@dataclass(frozen=True, slots=True)
class RulingTapped(Command):
    """A side has read the director's rulings."""

    side: Side


@dataclass(frozen=True, slots=True)
class RulingsRead(Event):
    side: Side


# --- ruled on -------------------------------------------------------------------------------------


def refuse_ruling(match: Match, command: DisputeRuled) -> Against:
    """A roll that both sides hold on to is a dispute too; only the roll can be ruled."""
    of_roll = command.effect in {Effect.ROLL_COUNTS, Effect.ROLL_AGAIN} and roll_contested(match)
    undisputed = NOTHING if of_roll else refuse_undisputed(match, command)
    return (*undisputed, *_refuse_effect(match, command.effect, command.values))


def _refuse_effect(match: Match, effect: Effect, values: tuple[int, ...] | None) -> Against:
    if (effect is Effect.RESULT_STANDS) != (match.phase is Phase.MATCH_OVER):
        return (Reason.BAD_VALUE,)
    if (effect is Effect.ROLL_COUNTS) == (values is None):
        return (Reason.BAD_VALUE,)
    if effect in {Effect.ROLL_COUNTS, Effect.ROLL_AGAIN}:
        return refuse_ruling_on_roll(match, values)
    if effect in {Effect.MOVE_STANDS, Effect.MOVE_AGAIN}:
        return _refuse_on_move(match, effect)
    return NOTHING


def effects_now(match: Match) -> tuple[Effect, ...]:
    """The effects at the board that a ruling can have now; a roll may count with some dice."""
    rolls = {Effect.ROLL_COUNTS: ((1,), (2, 1))}
    return tuple(
        effect
        for effect in Effect
        if any(not _refuse_effect(match, effect, dice) for dice in rolls.get(effect, (None,)))
    )


def _refuse_on_move(match: Match, effect: Effect) -> Against:
    """A move is made again only while the book still allows it to be corrected."""
    if match.game is None or match.game.moves.last is None:
        return (Reason.NOT_NOW,)
    if effect is Effect.MOVE_STANDS or match.phase is Phase.CHALLENGED:
        return NOTHING
    if match.phase is not Phase.TO_ROLL:
        return (Reason.NOT_NOW,)
    return (Reason.MOVE_STANDS,) if move_stands(match) else NOTHING


def rule_on_dispute(decision: Decision, command: DisputeRuled) -> None:
    """Emit the ruling. If an early pick-up is ruled for the claimant, the delay is forfeited and
    the clock stands until its turn is finished (norway §4.1(v)(b)); otherwise the clock stopped for
    it goes on (§4.3(ii)(d)).
    """
    claimant = decision.match.dicing.contested
    if claimant is not None and command.favours is claimant:
        forfeit(decision, claimant.other, command.by, command.why)
    fields = (command.favours, command.effect, command.section, command.by, command.why)
    decision.emit(RulingGiven(*fields))
    _carry_out(decision, command)
    if decision.match.stop is not None:
        resume_play(decision, command.at)


def _carry_out(decision: Decision, command: DisputeRuled) -> None:
    challenged = decision.match.phase is Phase.CHALLENGED
    match command.effect:
        case Effect.ROLL_COUNTS | Effect.ROLL_AGAIN:
            rule_on_roll(decision, command.values, command)
        case Effect.MOVE_STANDS if challenged:
            stand(decision, command.at, command)
        case Effect.MOVE_AGAIN:
            if not challenged:
                challenge(decision, command.by, command.at)
            redo(decision, command.at)
        case _:
            return


# --- taken back -----------------------------------------------------------------------------------


def refuse_withdrawing(match: Match, command: DisputeWithdrawn) -> Against:
    raised = match.hearing.dispute
    if raised is None:
        return (Reason.NO_DISPUTE,)
    return NOTHING if raised is command.side else (Reason.NOT_YOUR_TURN,)


def withdraw_dispute(decision: Decision, command: DisputeWithdrawn) -> None:
    """Withdraw the dispute and play on; the contested claim holds again as before. A stop that the
    director ordered meanwhile remains.
    """
    contested, stop = decision.match.dicing.disputed, decision.match.stop
    decision.emit(DisputeDropped(command.side))
    if stop is not None and stop.reason is StopReason.DISPUTE:
        _go_on(decision, contested, command.at)
    if contested is not None:
        _holds_again(decision, contested)


def _go_on(decision: Decision, contested: DiceClaim | None, at: Instant) -> None:
    """Resume play; a clock stopped for dice taken early stands until that turn is finished."""
    early = contested is not None and contested.matter is DiceMatter.EARLY_PICKUP
    unfinished = decision.match.phase is Phase.MOVING
    if early and unfinished and decision.game.on_turn is require(contested).side:
        decision.emit(PlayResumed(None, not_before(decision, at)))
    else:
        resume_play(decision, at)


def _holds_again(decision: Decision, claim: DiceClaim) -> None:
    match claim.matter:
        case DiceMatter.CLOSED_OUT:
            emit_closed_out(decision, claim.side)
        case DiceMatter.CROWDED:
            allow_left(decision, claim.side)
        case DiceMatter.REROLL:
            ask_consent(decision, claim.side)
        case _:
            claim_again(decision, claim)


# --- read by both ---------------------------------------------------------------------------------


def refuse_reading(match: Match, command: RulingTapped) -> Against:
    unread = any(not ruling.seen.of_side(command.side) for ruling in match.hearing.rulings)
    return NOTHING if unread else (Reason.ALREADY_DONE,)


def read_rulings(decision: Decision, command: RulingTapped) -> None:
    decision.emit(RulingsRead(command.side))


# --- state changes --------------------------------------------------------------------------------

MOST_UNREAD = 4
"""As many as fit on a half; the rest is in the timeline."""


def apply_rulings_read(match: Match, event: RulingsRead) -> Match:
    read = (replace(each, seen=each.seen.with_(event.side, True)) for each in match.hearing.rulings)
    unread = tuple(each for each in read if each.seen != BySide(True, True))
    return in_hearing(match, rulings=unread)


def ruling_of(event: Event, ruled: Ruled, **what: Any) -> Ruling | None:
    """The ruling of an event; None if the players settled it alone."""
    by, why = getattr(event, "by", None), getattr(event, "why", None)
    if by is None:
        return None
    return Ruling(ruled, by, why or "", getattr(event, "section", None), **what)


def _dispute(event: RulingGiven) -> Ruling | None:
    ruled = {
        Effect.MOVE_STANDS: Ruled.MOVE_STANDS,
        Effect.MOVE_AGAIN: Ruled.MOVE_AGAIN,
        Effect.RESULT_STANDS: Ruled.RESULT_STANDS,
    }
    return ruling_of(event, ruled.get(event.effect, Ruled.DISPUTE), side=event.favours)


def _stands(event: MoveStands) -> Ruling | None:
    return ruling_of(event, Ruled.MOVE_STANDS, side=event.side)


def _roll(event: RollCorrected | RollRuled) -> Ruling | None:
    return ruling_of(event, Ruled.ROLL, side=event.side, values=event.values)


def _opening_die(event: OpeningDieRuled) -> Ruling | None:
    return ruling_of(event, Ruled.ROLL, side=event.side, values=(event.value,))


def _rescored(event: GameRescored) -> Ruling | None:
    return ruling_of(event, Ruled.SCORE, score=event.score)


def _answered(event: ProposalAnswered) -> Ruling | None:
    """An accepted proposal; the award itself is in the events it orders."""
    return None if event.accepted else ruling_of(event, Ruled.NO_PENALTY)


RULINGS: tuple[tuple[type[Event], Callable[[Any], Ruling | None]], ...] = (
    (RulingGiven, _dispute),
    (RollCorrected, _roll),
    (RollRuled, _roll),
    (OpeningDieRuled, _opening_die),
    (RollVoided, lambda event: ruling_of(event, Ruled.ROLL_AGAIN, side=event.side)),
    (PastRollCorrected, lambda event: ruling_of(event, Ruled.PAST_ROLL, values=event.values)),
    (MoveStands, _stands),
    (CubeSet, lambda event: ruling_of(event, Ruled.CUBE, cube=event.cube)),
    (DoublesUndone, lambda event: ruling_of(event, Ruled.DOUBLES, cube=event.cube)),
    (GameRescored, _rescored),
    (ScoreChanged, lambda event: ruling_of(event, Ruled.SCORE, score=event.score)),
    (TimeSet, lambda event: ruling_of(event, Ruled.TIME, reserve=event.reserve)),
    (
        PenaltyAwarded,
        lambda event: ruling_of(event, Ruled.PENALTY, side=event.side, number=event.points),
    ),
    (ProposalAnswered, _answered),
    (GameRuled, lambda event: ruling_of(event, Ruled.GAME, side=event.winner, number=event.level)),
    (MatchForfeited, lambda event: ruling_of(event, Ruled.LOST, side=event.side)),
    (GameReopened, lambda event: ruling_of(event, Ruled.REOPENED, number=event.number)),
    (GinRuled, lambda event: ruling_of(event, Ruled.CERTAIN if event.gin else Ruled.NOT_CERTAIN)),
    (DelayForfeited, lambda event: ruling_of(event, Ruled.DELAY, side=event.side)),
)
"""The events that are rulings, and what both sides read of each."""


def hear(make: Callable[[Any], Ruling | None]) -> Callable[[Match, Any], Match]:
    def hear(match: Match, event: Event) -> Match:
        ruling = make(event)
        before = match.hearing.rulings
        if ruling is None or (before and before[-1].ruled is ruling.ruled is Ruled.MOVE_STANDS):
            return match  # already part of a ruled dispute
        return in_hearing(match, rulings=(*before, ruling)[-MOST_UNREAD:])

    return hear


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(DisputeRuled, OPENED, refuse_ruling, rule_on_dispute),
    Act(
        DisputeWithdrawn,
        OPENED,
        refuse_withdrawing,
        withdraw_dispute,
        while_disputed=True,
        tap=plain_tap(DisputeWithdrawn),
    ),
    Act(
        RulingTapped,
        OPENED,
        refuse_reading,
        read_rulings,
        while_disputed=True,
        tap=plain_tap(RulingTapped),
    ),
)

FACTS = (Fact(RulingsRead, apply_rulings_read), *(Fact(kind, hear(make)) for kind, make in RULINGS))
