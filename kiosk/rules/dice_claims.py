"""Claims about the dice that no camera can settle; the other side agrees or contests."""

from dataclasses import dataclass, replace
from typing import ClassVar

from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.dice.meanwhile import end_turn_by_dice
from kiosk.rules.disputes.acts import DisputeTapped, raise_dispute
from kiosk.rules.fact import Event, Fact, in_dicing
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.dicing import DiceClaim, DiceMatter
from kiosk.rules.phases import IN_TURN
from kiosk.rules.play import PlayResumed, PlayStopped, not_before, stop_clock
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClosedOut, EarlyPickup, LeftRoll, OneDieLifted, StopFor
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import Instant, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClosedOutDeclared(Command):
    """The side on turn claims that it can't move with any roll, and does not roll."""

    side: Side


@dataclass(frozen=True, slots=True)
class EarlyPickupClaimed(Command):
    """The side on turn claims that the other took the dice before the turn was over."""

    side: Side


@dataclass(frozen=True, slots=True)
class OneDieLiftedClaimed(Command):
    """A side claims that the side on turn has lifted one of its dice a centimetre or more."""

    side: Side


@dataclass(frozen=True, slots=True)
class DiceClaimAgreed(Command):
    """A side agrees with the other's claim about the dice."""

    side: Side


@dataclass(frozen=True, slots=True)
class DiceContested(Command):
    """A side contests the other's claim about the dice; the director rules."""

    side: Side


@dataclass(frozen=True, slots=True)
class DelayForfeitOrdered(Order):
    """The director rules that `side` took the dice too early."""

    side: Side


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClosedOutSaid(Event):
    """`side` claims that it can't move with any roll, and need not roll this turn."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceClaimed(Event):
    """`side` makes a claim about the dice, for the other to agree to or contest."""

    side: Side
    matter: DiceMatter
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceClaimGranted(Event):
    """`side` agrees with the other's claim."""

    side: Side
    matter: DiceMatter
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiceDisputed(Event):
    """`side` contests the other's claim; the director rules.

    `resumes` is the side whose clock was stopped for it; it goes on unless the director decides
    otherwise.
    """

    side: Side
    matter: DiceMatter
    resumes: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EarlyPickupNoted(Event):
    """`side` took the dice before the other's turn was over; any penalty is up to the director."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DelayForfeited(Event):
    """`side` has no delay in its next turn; its clock starts only after that time.

    `by` and `why` are the director's, if both sides did not agree.
    """

    is_ruling: ClassVar[bool] = True
    side: Side
    by: str | None
    why: str | None
    cites: tuple[str, ...]


# --- refusals and decisions -----------------------------------------------------------------------


def refuse_closed_out(match: Match, command: ClosedOutDeclared) -> Against:
    reasons: list[Reason] = []
    if require(match.game).on_turn is not command.side:
        reasons.append(Reason.NOT_YOUR_TURN)
    if require(match.book).turn.closed_out is ClosedOut.MUST_ROLL:
        reasons.append(Reason.MUST_ROLL)
    if match.dicing.closed_out:
        reasons.append(Reason.ALREADY_DONE)
    if match.held is not None:
        reasons.append(Reason.ROLL_IN_DOUBT)
    return tuple(reasons)


def declare_closed_out(decision: Decision, command: ClosedOutDeclared) -> None:
    emit_closed_out(decision, command.side)


def emit_closed_out(decision: Decision, side: Side) -> None:
    decision.emit(ClosedOutSaid(side, (decision.book.cite("turn.closed_out"),)))


# --- dice taken too early ----------------------------------------------------------------------


def refuse_early_pickup(match: Match, command: EarlyPickupClaimed) -> Against:
    reasons: list[Reason] = []
    if match.stop is not None and match.stop.purpose is not StopFor.EARLY_PICKUP:
        reasons.append(Reason.CLOCK_STOPPED)
    if not match.clocked:
        reasons.append(Reason.NO_CLOCK)
    if require(match.game).on_turn is not command.side:
        reasons.append(Reason.NOT_YOUR_TURN)
    if match.dicing.claim is not None or match.dicing.forfeits is command.side.other:
        reasons.append(Reason.ALREADY_DONE)
    return tuple(reasons)


def claim_early_pickup(decision: Decision, command: EarlyPickupClaimed) -> None:
    """Stop the clock until the turn is finished; its press starts the other's (Norway §4.1(v)(b)).

    The other side loses its delay if it agrees or the director rules so. With a book that only
    forbids it, the rest is up to the director.
    """
    cites = (decision.book.cite("clock.early_pickup"),)
    if decision.book.clock.early_pickup is EarlyPickup.FORBIDDEN:
        decision.emit(EarlyPickupNoted(command.side.other, cites))
        return
    decision.emit(DiceClaimed(command.side, DiceMatter.EARLY_PICKUP, cites))
    if decision.match.stop is None:
        stop_clock(decision, command.at)
    else:
        _finish_unclocked(decision, command.at)


def _finish_unclocked(decision: Decision, at: Instant) -> None:
    """Finish the turn while both clocks stand, at once or when the director starts play."""
    if decision.match.director_called is None:
        decision.emit(PlayResumed(None, not_before(decision, at)))
    else:
        decision.emit(PlayStopped(StopReason.DIRECTOR_CALLED, None, (), None, None))


def refuse_forfeit(match: Match, command: DelayForfeitOrdered) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if require(match.book).clock.early_pickup is not EarlyPickup.DELAY_FORFEITED:
        return (Reason.DELAY_STAYS,)
    return (Reason.ALREADY_DONE,) if match.dicing.forfeits is command.side else NOTHING


def order_forfeit(decision: Decision, command: DelayForfeitOrdered) -> None:
    forfeit(decision, command.side, command.by, command.why)


def forfeit(decision: Decision, side: Side, by: str | None, why: str | None) -> None:
    decision.emit(DelayForfeited(side, by, why, (decision.book.cite("clock.early_pickup"),)))


# --- one die lifted ----------------------------------------------------------------------------


def refuse_one_die(match: Match, _command: OneDieLiftedClaimed) -> Against:
    if match.clocked:
        return (Reason.PRESS_ENDS_TURN,)
    if require(match.book).turn.one_die_lifted is OneDieLifted.NOT_ENDED:
        return (Reason.BOTH_DICE,)
    return (Reason.ALREADY_DONE,) if match.dicing.claim is not None else NOTHING


def claim_one_die(decision: Decision, command: OneDieLiftedClaimed) -> None:
    cites = (decision.book.cite("turn.one_die_lifted"),)
    decision.emit(DiceClaimed(command.side, DiceMatter.ONE_DIE_LIFTED, cites))


# --- answered ----------------------------------------------------------------------------------


def refuse_agreeing(match: Match, command: DiceClaimAgreed) -> Against:
    claim = match.dicing.claim
    if claim is None:
        return (Reason.NOT_NOW,)
    return NOTHING if claim.side is command.side.other else (Reason.NOT_YOUR_TURN,)


def agree_to_claim(decision: Decision, command: DiceClaimAgreed) -> None:
    claim = require(decision.match.dicing.claim)
    key = _CLAIM_KEYS[claim.matter]
    decision.emit(DiceClaimGranted(command.side, claim.matter, (decision.book.cite(key),)))
    if claim.matter is DiceMatter.EARLY_PICKUP:
        forfeit(decision, command.side, None, None)
    else:
        end_turn_by_dice(decision, key)


_CLAIM_KEYS = {
    DiceMatter.EARLY_PICKUP: "clock.early_pickup",
    DiceMatter.ONE_DIE_LIFTED: "turn.one_die_lifted",
}


def claim_again(decision: Decision, claim: DiceClaim) -> None:
    """Put the claim back to waiting for its answer, as before it was contested."""
    cites = (decision.book.cite(_CLAIM_KEYS[claim.matter]),)
    decision.emit(DiceClaimed(claim.side, claim.matter, cites))


def claim_of_dice(match: Match) -> DiceClaim | None:
    """The claim that holds now because one side made it."""
    dicing, side = match.dicing, require(match.game).on_turn
    if dicing.claim is not None or side is None:
        return dicing.claim
    if dicing.consents is not None:
        return DiceClaim(dicing.consents.other, DiceMatter.REROLL)
    if dicing.closed_out:
        return DiceClaim(side, DiceMatter.CLOSED_OUT)
    if dicing.left.of_side(side) and require(match.book).roll.left is LeftRoll.WHEN_CROWDED:
        return DiceClaim(side, DiceMatter.CROWDED)
    return None


def refuse_contesting(match: Match, command: DiceContested) -> Against:
    """A claim may be contested whenever it may be agreed to, except while play is stopped."""
    claim = claim_of_dice(match)
    if claim is None:
        return (Reason.NOT_NOW,)
    if match.stop is not None and claim.matter in _CLAIM_KEYS:
        return (Reason.CLOCK_STOPPED,)
    return NOTHING if claim.side is command.side.other else (Reason.NOT_YOUR_TURN,)


def contest_claim(decision: Decision, command: DiceContested) -> None:
    """Refer the claim to the director; nothing is touched until the ruling."""
    claim = require(claim_of_dice(decision.match))
    cites = (decision.book.cite("dispute.table_frozen"),)
    resumes = claim.side if _stands_for(decision.match, claim) else None
    if decision.match.hearing.dispute is None:
        raise_dispute(decision, DisputeTapped(command.at, command.side))
    decision.emit(DiceDisputed(command.side, claim.matter, resumes, cites))


def _stands_for(match: Match, claim: DiceClaim) -> bool:
    """Whether the claimant's turn goes on with both clocks stopped because of its claim."""
    game = require(match.game)
    moves = match.phase is Phase.MOVING and game.on_turn is claim.side and game.restarts is None
    return claim.matter is DiceMatter.EARLY_PICKUP and moves and match.clock.running is None


# --- state changes --------------------------------------------------------------------------------


def apply_closed_out(match: Match, _event: ClosedOutSaid) -> Match:
    return in_dicing(match, closed_out=True)


def apply_dice_claimed(match: Match, event: DiceClaimed) -> Match:
    return in_dicing(match, claim=DiceClaim(event.side, event.matter))


def apply_dice_claim_granted(match: Match, _event: DiceClaimGranted) -> Match:
    return in_dicing(match, claim=None)


def apply_dice_disputed(match: Match, event: DiceDisputed) -> Match:
    """A disputed claim holds no longer; the director decides."""
    claimant = event.side.other
    if match.stop is not None and event.resumes is not None:
        match = replace(match, stop=replace(match.stop, resumes=event.resumes))
    match = in_dicing(match, disputed=DiceClaim(claimant, event.matter))
    match event.matter:
        case DiceMatter.CLOSED_OUT:
            return in_dicing(match, closed_out=False)
        case DiceMatter.CROWDED:
            return in_dicing(match, left=match.dicing.left.with_(claimant, False))
        case DiceMatter.REROLL:
            return in_dicing(match, consents=None)
        case _:
            return in_dicing(match, claim=None, contested=event.resumes)


def apply_delay_forfeited(match: Match, event: DelayForfeited) -> Match:
    """The side on turn finishes it while both clocks stand (norway §4.1(v)(b))."""
    forfeited = in_dicing(match, forfeits=event.side, claim=None, contested=None)
    stop, mover = match.stop, event.side.other
    if stop is None or stop.resumes is not mover or match.dicing.contested is not mover:
        return forfeited
    return replace(forfeited, stop=replace(stop, resumes=None))


# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        ClosedOutDeclared,
        (Phase.TO_ROLL,),
        refuse_closed_out,
        declare_closed_out,
        while_called=False,
        tap=plain_tap(ClosedOutDeclared),
    ),
    Act(
        EarlyPickupClaimed,
        (Phase.MOVING,),
        refuse_early_pickup,
        claim_early_pickup,
        tap=plain_tap(EarlyPickupClaimed),
    ),
    Act(
        OneDieLiftedClaimed,
        (Phase.MOVING,),
        refuse_one_die,
        claim_one_die,
        while_called=False,
        tap=plain_tap(OneDieLiftedClaimed),
    ),
    Act(
        DiceClaimAgreed,
        IN_TURN,
        refuse_agreeing,
        agree_to_claim,
        while_stopped=False,
        tap=plain_tap(DiceClaimAgreed),
        may_take_back=always,
    ),
    Act(
        DiceContested,
        IN_TURN,
        refuse_contesting,
        contest_claim,
        while_disputed=True,
        tap=plain_tap(DiceContested),
    ),
    Act(DelayForfeitOrdered, IN_TURN, refuse_forfeit, order_forfeit),
)


FACTS = (
    Fact(ClosedOutSaid, apply_closed_out),
    Fact(DiceClaimed, apply_dice_claimed),
    Fact(DiceClaimGranted, apply_dice_claim_granted),
    Fact(DiceDisputed, apply_dice_disputed),
    Fact(EarlyPickupNoted),
    Fact(DelayForfeited, apply_delay_forfeited),
)
