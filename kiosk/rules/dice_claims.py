"""What a side says of the dice that no camera can settle; the other agrees or contests it."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.dice import end_turn_by_dice
from kiosk.rules.disputes import dispute
from kiosk.rules.disputes import rule as rule_dispute
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason, StopReason
from kiosk.rules.rulebook import ClosedOut, EarlyPickup, LeftRoll, OneDieLifted, StopFor
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.throwing import DiceClaim, DiceMatter
from kiosk.rules.units import Instant, Side, promised


def against_closed_out(match: Match, command: c.ClosedOutDeclared) -> Against:
    reasons: list[Reason] = []
    if promised(match.game).on_turn is not command.side:
        reasons.append(Reason.NOT_YOUR_TURN)
    if promised(match.book).turn.closed_out is ClosedOut.MUST_ROLL:
        reasons.append(Reason.MUST_ROLL)
    if match.dicing.closed_out:
        reasons.append(Reason.ALREADY_DONE)
    if match.held is not None:
        reasons.append(Reason.ROLL_IN_DOUBT)
    return tuple(reasons)


def declare_closed_out(story: Story, command: c.ClosedOutDeclared) -> None:
    story.tell(e.ClosedOutSaid(command.side, (story.book.cite("turn.closed_out"),)))


# --- dice taken too early ----------------------------------------------------------------------


def against_early_pickup(match: Match, command: c.EarlyPickupClaimed) -> Against:
    reasons: list[Reason] = []
    if match.stop is not None and match.stop.purpose is not StopFor.EARLY_PICKUP:
        reasons.append(Reason.CLOCK_STOPPED)
    if not match.clocked:
        reasons.append(Reason.NO_CLOCK)
    if promised(match.game).on_turn is not command.side:
        reasons.append(Reason.NOT_YOUR_TURN)
    if match.dicing.claim is not None or match.dicing.forfeits is command.side.other:
        reasons.append(Reason.ALREADY_DONE)
    return tuple(reasons)


def claim_early_pickup(story: Story, command: c.EarlyPickupClaimed) -> None:
    """Norway §4.1(v)(b): the clock stands until the turn is finished; its press starts the other's.

    The other side loses its delay if it agrees or the director says so. A book that only forbids
    it leaves the rest to the director.
    """
    cites = (story.book.cite("clock.early_pickup"),)
    if story.book.clock.early_pickup is EarlyPickup.FORBIDDEN:
        story.tell(e.EarlyPickupNoted(command.side.other, cites))
        return
    story.tell(e.DiceClaimed(command.side, DiceMatter.EARLY_PICKUP, cites))
    if story.match.stop is None:
        story.stop_clock(command.at)
    else:
        _finish_unclocked(story, command.at)


def _finish_unclocked(story: Story, at: Instant) -> None:
    """The turn goes on while both clocks stand, at once or when the director starts play."""
    if story.match.director_called is None:
        story.tell(e.PlayResumed(None, story.not_before(at)))
    else:
        story.tell(e.PlayStopped(StopReason.DIRECTOR_CALLED, None, (), None, None))


def against_forfeit(match: Match, command: c.DelayForfeitOrdered) -> Against:
    if not match.clocked:
        return (Reason.NO_CLOCK,)
    if promised(match.book).clock.early_pickup is not EarlyPickup.DELAY_FORFEITED:
        return (Reason.DELAY_STAYS,)
    return (Reason.ALREADY_DONE,) if match.dicing.forfeits is command.side else NOTHING


def order_forfeit(story: Story, command: c.DelayForfeitOrdered) -> None:
    _forfeit(story, command.side, command.by, command.why)


def _forfeit(story: Story, side: Side, by: str | None, why: str | None) -> None:
    story.tell(e.DelayForfeited(side, by, why, (story.book.cite("clock.early_pickup"),)))


# --- one die lifted ----------------------------------------------------------------------------


def against_one_die(match: Match, _command: c.OneDieLiftedClaimed) -> Against:
    if match.clocked:
        return (Reason.PRESS_ENDS_TURN,)
    if promised(match.book).turn.one_die_lifted is OneDieLifted.NOT_ENDED:
        return (Reason.BOTH_DICE,)
    return (Reason.ALREADY_DONE,) if match.dicing.claim is not None else NOTHING


def claim_one_die(story: Story, command: c.OneDieLiftedClaimed) -> None:
    cites = (story.book.cite("turn.one_die_lifted"),)
    story.tell(e.DiceClaimed(command.side, DiceMatter.ONE_DIE_LIFTED, cites))


# --- answered ----------------------------------------------------------------------------------


def against_agreeing(match: Match, command: c.DiceClaimAgreed) -> Against:
    claim = match.dicing.claim
    if claim is None:
        return (Reason.NOT_NOW,)
    return NOTHING if claim.side is command.side.other else (Reason.NOT_YOUR_TURN,)


def agree(story: Story, command: c.DiceClaimAgreed) -> None:
    claim = promised(story.match.dicing.claim)
    key = _KEYS[claim.matter]
    story.tell(e.DiceClaimGranted(command.side, claim.matter, (story.book.cite(key),)))
    if claim.matter is DiceMatter.EARLY_PICKUP:
        _forfeit(story, command.side, None, None)
    else:
        end_turn_by_dice(story, key)


_KEYS = {
    DiceMatter.EARLY_PICKUP: "clock.early_pickup",
    DiceMatter.ONE_DIE_LIFTED: "turn.one_die_lifted",
}


def said(match: Match) -> DiceClaim | None:
    """What holds now because one side says so."""
    dicing, side = match.dicing, promised(match.game).on_turn
    if dicing.claim is not None or side is None:
        return dicing.claim
    if dicing.consents is not None:
        return DiceClaim(dicing.consents.other, DiceMatter.REROLL)
    if dicing.closed_out:
        return DiceClaim(side, DiceMatter.CLOSED_OUT)
    if dicing.left.of(side) and promised(match.book).roll.left is LeftRoll.WHEN_CROWDED:
        return DiceClaim(side, DiceMatter.CROWDED)
    return None


def against_contesting(match: Match, command: c.DiceContested) -> Against:
    claim = said(match)
    if claim is None:
        return (Reason.NOT_NOW,)
    return NOTHING if claim.side is command.side.other else (Reason.NOT_YOUR_TURN,)


def contest(story: Story, command: c.DiceContested) -> None:
    """The director rules, and nobody touches anything until then."""
    claim = promised(said(story.match))
    cites = (story.book.cite("dispute.table_frozen"),)
    resumes = claim.side if _stands_for(story.match, claim) else None
    if story.match.hearing.dispute is None:
        dispute(story, c.DisputeTapped(command.at, command.side))
    story.tell(e.DiceDisputed(command.side, claim.matter, resumes, cites))


def _stands_for(match: Match, claim: DiceClaim) -> bool:
    """The claimant's turn goes on while both clocks stand because of its claim."""
    game = promised(match.game)
    moves = match.phase is Phase.MOVING and game.on_turn is claim.side and game.restarts is None
    return claim.matter is DiceMatter.EARLY_PICKUP and moves and match.clock.running is None


def rule(story: Story, command: c.DisputeRuled) -> None:
    """For who claims an early pick-up, the delay is forfeited and the clock stands until its turn
    is finished (norway §4.1(v)(b)); otherwise the clock stopped for it goes on (§4.3(ii)(d)).
    """
    claimant = story.match.dicing.contested
    if claimant is not None and command.favours is claimant:
        _forfeit(story, claimant.other, command.by, command.why)
    rule_dispute(story, command)
