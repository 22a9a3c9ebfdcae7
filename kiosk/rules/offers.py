"""Offers to end a game: conceding it, claiming it, and what may not be refused.

The table sees no checkers: that there is no contact, or that an outcome is certain, is what the
side that offers says. The other side may contest it.
"""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.claiming import LEVELS, against_ending_now
from kiosk.rules.clock import read
from kiosk.rules.ending import end_game
from kiosk.rules.match import Match, Offer, Phase
from kiosk.rules.outcome import Ground, Matter
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.referral import refer
from kiosk.rules.rulebook import (
    Accepting,
    Claiming,
    OfferRules,
    OfferWhen,
    RejectedOffer,
    Unrefusable,
)
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Instant, Nanos, Side, promised

# --- offered -----------------------------------------------------------------------------------


def against_offer(match: Match, command: c.OfferTapped) -> Against:
    rules, game = promised(match.book).offer, promised(match.game)
    reasons: list[Reason] = []
    if match.held is not None or game.doubles.early is not None:
        reasons.append(Reason.NOT_NOW)
    if command.level not in LEVELS:
        reasons.append(Reason.BAD_VALUE)
    claims = command.winner is command.side
    reasons += against_ending_now(match, command.side, claims=claims)
    if _needs_no_contact(rules, claims=claims) and not command.no_contact:
        reasons.append(Reason.CONTACT)
    if rules.certain and not claims and not command.certain:
        reasons.append(Reason.NOT_CERTAIN)
    return tuple(reasons)


def _needs_no_contact(rules: OfferRules, *, claims: bool) -> bool:
    """A claim that the other may simply deny needs no such condition."""
    return rules.no_contact and not (claims and rules.claim is Claiming.AGREED_OR_PLAYED_ON)


def offer(story: Story, command: c.OfferTapped) -> None:
    """The clocks stop. Where offers are made at the end of a turn, the offer ends it."""
    side, at, rules = command.side, command.at, story.book.offer
    ends_turn = (
        rules.when is OfferWhen.AFTER_OWN_TURN
        and story.match.phase is Phase.MOVING
        and story.game.on_turn is side
    )
    resumes = None if ends_turn else story.stop_clock(at)
    if ends_turn:
        now = read(story.match.clock, at)
        ran = now.running is side
        story.stop_clock(at)
        story.tell(e.TurnEnded(side, now.used if ran else Nanos(0), now.reserve))
    key = "claim" if command.winner is side else "when"
    cites = (story.book.cite(f"offer.{key}"),)
    story.tell(
        e.GameOffered(
            side, command.winner, command.level, command.certain, resumes, ends_turn, cites
        )
    )


# --- answered ----------------------------------------------------------------------------------


def against_accepting(match: Match, command: c.OfferAccepted) -> Against:
    offered = _offer(match)
    if command.side is offered.side:
        return (Reason.NOT_YOUR_TURN,)
    said = (command.winner, command.level)
    silent = said == (None, None)
    repeats = promised(match.book).offer.accept_by is Accepting.REPEAT_OUTCOME
    right = said == (offered.winner, offered.level) or (silent and not repeats)
    return NOTHING if right else (Reason.OUTCOME_NOT_REPEATED,)


def accept(story: Story, command: c.OfferAccepted) -> None:
    offered = _offer(story.match)
    story.tell(e.OfferTaken(command.side, (story.book.cite("offer.accept_by"),)))
    cause = EndCause.CLAIM if offered.winner is offered.side else EndCause.OFFER
    end_game(story, offered.winner, offered.level, cause, command.at)


def against_rejecting(match: Match, command: c.OfferRejected) -> Against:
    if command.side is _offer(match).side:
        return (Reason.NOT_YOUR_TURN,)
    return (Reason.MAY_NOT_REJECT,) if may_not_reject(match) else NOTHING


def may_not_reject(match: Match) -> bool:
    """The outcome is certain, or gives all a game can give: as the offer says, or as it must."""
    offered, unrefusable = _offer(match), promised(match.book).offer.unrefusable
    concedes = offered.winner is not offered.side
    most = concedes and (offered.certain or offered.level == max(LEVELS))
    gin = Unrefusable.GIN in unrefusable and offered.certain
    return gin or (Unrefusable.MAXIMUM in unrefusable and most)


def reject(story: Story, command: c.OfferRejected) -> None:
    cites = (story.book.cite("stop.rejected_offer"),)
    _play_on(story, e.OfferRefused(command.side, _presses(story), cites), command.at)


def against_contesting(match: Match, command: c.OfferContested) -> Against:
    offered, rules = _offer(match), promised(match.book).offer
    if command.side is offered.side:
        return (Reason.NOT_YOUR_TURN,)
    claims = offered.winner is offered.side
    idle = command.ground is Ground.CONTACT and not _needs_no_contact(rules, claims=claims)
    return (Reason.NOT_NOW,) if idle else NOTHING


def contest(story: Story, command: c.OfferContested) -> None:
    """In contact the offer falls; whether an outcome is certain the director rules."""
    if command.ground is Ground.CONTACT:
        cites = (story.book.cite("offer.no_contact"),)
        _play_on(story, e.OfferRefused(command.side, _presses(story), cites), command.at)
    else:
        keys = ("offer.gin_dispute", "offer.unrefusable")
        refer(story, Matter.OFFER, command.side, command.at, *keys)


def rule_gin(story: Story, command: c.GinOrdered) -> None:
    """Certain: the game ends as offered. Not: the position is put back and played on."""
    offered, cites = _offer(story.match), (story.book.cite("offer.gin_dispute"),)
    story.tell(e.GinRuled(command.gin, command.by, command.why, cites))
    if command.gin:
        end_game(story, offered.winner, offered.level, EndCause.RULING, command.at)
    else:
        refused = e.OfferRefused(offered.side.other, _presses(story), cites)
        _play_on(story, refused, command.at)


def _presses(story: Story) -> Side | None:
    """Who starts the other's clock by a press after the offer fell."""
    offers = _offer(story.match).side
    by_press = story.book.stop.rejected_offer is RejectedOffer.OFFERER_PRESSES
    acts_next = story.game.on_turn is offers.other
    return offers if by_press and acts_next and story.match.clocked else None


def _play_on(story: Story, refused: e.OfferRefused, at: Instant) -> None:
    offered, stopped = _offer(story.match), story.match.stop is not None
    story.tell(refused)
    resumes = offered.resumes if refused.presses is None else None
    if resumes is not None or stopped:
        story.tell(e.PlayResumed(resumes, story.not_before(at)))
    if offered.ended_turn and refused.presses is None:
        story.start_clock(promised(story.game.on_turn), at)


def _offer(match: Match) -> Offer:
    return promised(promised(match.game).offer)


# --- what is not played --------------------------------------------------------------------------


def against_settling(match: Match, _command: c.SettlementTapped) -> Against:
    allowed = promised(match.book).offer.settlement
    return NOTHING if allowed else (Reason.NO_SETTLEMENT,)


def settle(story: Story, command: c.SettlementTapped) -> None:
    refer(story, Matter.SETTLEMENT, command.side, command.at, "offer.settlement")


def against_ordering_end(_match: Match, command: c.GameEndOrdered) -> Against:
    return NOTHING if command.level in LEVELS else (Reason.BAD_VALUE,)


def order_end(story: Story, command: c.GameEndOrdered) -> None:
    """The director records how a game ended."""
    cites = (story.book.cite("offer.without_clock"),)
    story.tell(e.GameRuled(command.winner, command.level, command.by, command.why, cites))
    end_game(story, command.winner, command.level, EndCause.RULING, command.at)
