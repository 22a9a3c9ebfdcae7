"""Offers to end a game: conceding it, claiming it, and offers that may not be refused.

The table sees no checkers: the offering side claims that there is no contact or that an outcome is
certain, and the other side may contest that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from kiosk.rules.act import NOTHING, Act, Against, always, unopposed
from kiosk.rules.clock import stop_by_press
from kiosk.rules.command import Command, Order
from kiosk.rules.decision import Decision
from kiosk.rules.ending import LEVELS, end_game, refuse_ending_now
from kiosk.rules.fact import Event, Fact, in_game, press_owed
from kiosk.rules.match import Match, Offer, Phase
from kiosk.rules.match.outcome import ContestGround, Matter, Settlement
from kiosk.rules.phases import AT_TURN, LIVE, STARTED
from kiosk.rules.play import (
    PlayResumed,
    TurnEnded,
    not_before,
    press_clock,
    start_clock,
    stop_clock,
)
from kiosk.rules.reasons import EndCause, Reason
from kiosk.rules.rulebook import (
    Accepting,
    Claiming,
    OfferRules,
    OfferWhen,
    RejectedOffer,
    Unrefusable,
)
from kiosk.rules.stops import refer
from kiosk.rules.tap import Tap, TapOption, Try, Values, choice_tap, plain_tap
from kiosk.rules.units import Instant, Nanos, Side, require

# --- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfferTapped(Command):
    """A side offers that `winner` wins the game at `level`: its own claim, or a concession.

    It claims `no_contact`, and whether the outcome is `certain`: the most the game can still give,
    or the only one possible.
    """

    side: Side
    winner: Side
    level: int
    no_contact: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class OfferAccepted(Command):
    """A side accepts; `winner` and `level` repeat the outcome, None if it is not repeated."""

    side: Side
    winner: Side | None
    level: int | None


@dataclass(frozen=True, slots=True)
class OfferRejected(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class OfferContested(Command):
    """A side denies the claim of the offer: no contact, or a certain outcome."""

    side: Side
    ground: ContestGround


@dataclass(frozen=True, slots=True)
class GinOrdered(Order):
    """The director rules whether the outcome offered is certain."""

    gin: bool


@dataclass(frozen=True, slots=True)
class SettlementTapped(Command):
    """A side asks for an outcome that was not played."""

    side: Side
    settlement: Settlement


@dataclass(frozen=True, slots=True)
class GameEndOrdered(Order):
    """The director records how the game ended."""

    winner: Side
    level: int


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameOffered(Event):
    """`side` offers that `winner` wins at `level`; `certain` as it claims.

    `resumes` is the side whose clock ran; `ended_turn`: the offer ended the turn, and no clock has
    run since.
    """

    side: Side
    winner: Side
    level: int
    certain: bool
    resumes: Side | None
    ended_turn: bool
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferTaken(Event):
    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OfferRefused(Event):
    """The game is played on; `presses` starts the other's clock by hand; None: no press is due."""

    side: Side
    presses: Side | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GinRuled(Event):
    """The director's ruling on whether the offered outcome was certain."""

    is_ruling: ClassVar[bool] = True
    gin: bool
    by: str
    why: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameRuled(Event):
    """The director recorded how the game ended."""

    is_ruling: ClassVar[bool] = True
    winner: Side
    level: int
    by: str
    why: str
    cites: tuple[str, ...]


# --- offered -----------------------------------------------------------------------------------


def refuse_offer(match: Match, command: OfferTapped) -> Against:
    rules, game = require(match.book).offer, require(match.game)
    reasons: list[Reason] = []
    if match.held is not None or game.doubles.early is not None:
        reasons.append(Reason.NOT_NOW)
    if command.level not in LEVELS:
        reasons.append(Reason.BAD_VALUE)
    claims = command.winner is command.side
    reasons += refuse_ending_now(match, command.side, claims=claims)
    if _needs_no_contact(rules, claims=claims) and not command.no_contact:
        reasons.append(Reason.CONTACT)
    if rules.certain and not claims and not command.certain:
        reasons.append(Reason.NOT_CERTAIN)
    return tuple(reasons)


def _needs_no_contact(rules: OfferRules, *, claims: bool) -> bool:
    """Whether the offer must claim no contact; not where the other side may just deny it."""
    return rules.no_contact and not (claims and rules.claim is Claiming.AGREED_OR_PLAYED_ON)


def offer(decision: Decision, command: OfferTapped) -> None:
    """Stop the clocks. Where offers are made at the end of a turn, the offer ends it: it counts as
    the press, and gives back what the clock's system gives (michigan-2002 §3.6, §5.1).
    """
    side, at, rules = command.side, command.at, decision.book.offer
    ends_turn = (
        rules.when is OfferWhen.AFTER_OWN_TURN
        and decision.match.phase is Phase.MOVING
        and decision.game.on_turn is side
    )
    resumes = None if ends_turn else stop_clock(decision, at)
    if ends_turn:
        now = stop_by_press(decision.match.clock, decision.match.pace, at)
        ran = decision.match.clock.running is side
        press_clock(decision, at)
        decision.emit(TurnEnded(side, now.used if ran else Nanos(0), now.reserve))
    key = "claim" if command.winner is side else "when"
    cites = (decision.book.cite(f"offer.{key}"),)
    decision.emit(
        GameOffered(side, command.winner, command.level, command.certain, resumes, ends_turn, cites)
    )


# --- answered ----------------------------------------------------------------------------------


def refuse_accepting(match: Match, command: OfferAccepted) -> Against:
    offered = _offer(match)
    if command.side is offered.side:
        return (Reason.NOT_YOUR_TURN,)
    repeated = (command.winner, command.level)
    silent = repeated == (None, None)
    repeats = require(match.book).offer.accept_by is Accepting.REPEAT_OUTCOME
    right = repeated == (offered.winner, offered.level) or (silent and not repeats)
    return NOTHING if right else (Reason.OUTCOME_NOT_REPEATED,)


def accept_offer(decision: Decision, command: OfferAccepted) -> None:
    offered = _offer(decision.match)
    decision.emit(OfferTaken(command.side, (decision.book.cite("offer.accept_by"),)))
    cause = EndCause.CLAIM if offered.winner is offered.side else EndCause.OFFER
    end_game(decision, offered.winner, offered.level, cause, command.at)


def refuse_rejecting(match: Match, command: OfferRejected) -> Against:
    if command.side is _offer(match).side:
        return (Reason.NOT_YOUR_TURN,)
    return (Reason.MAY_NOT_REJECT,) if may_not_reject(match) else NOTHING


def may_not_reject(match: Match) -> bool:
    """Whether the outcome is certain or the most possible: as claimed, or necessarily."""
    offered, unrefusable = _offer(match), require(match.book).offer.unrefusable
    concedes = offered.winner is not offered.side
    most = concedes and (offered.certain or offered.level == max(LEVELS))
    gin = Unrefusable.GIN in unrefusable and offered.certain
    return gin or (Unrefusable.MAXIMUM in unrefusable and most)


def reject_offer(decision: Decision, command: OfferRejected) -> None:
    cites = (decision.book.cite("stop.rejected_offer"),)
    _play_on(decision, OfferRefused(command.side, _presses(decision), cites), command.at)


def refuse_contesting(match: Match, command: OfferContested) -> Against:
    offered, rules = _offer(match), require(match.book).offer
    if command.side is offered.side:
        return (Reason.NOT_YOUR_TURN,)
    claims = offered.winner is offered.side
    idle = command.ground is ContestGround.CONTACT and not _needs_no_contact(rules, claims=claims)
    return (Reason.NOT_NOW,) if idle else NOTHING


def contest_offer(decision: Decision, command: OfferContested) -> None:
    """In contact the offer falls; whether an outcome is certain is for the director to rule."""
    if command.ground is ContestGround.CONTACT:
        cites = (decision.book.cite("offer.no_contact"),)
        _play_on(decision, OfferRefused(command.side, _presses(decision), cites), command.at)
    else:
        keys = ("offer.gin_dispute", "offer.unrefusable")
        refer(decision, Matter.OFFER, command.side, command.at, *keys)


def rule_gin(decision: Decision, command: GinOrdered) -> None:
    """If certain, end the game as offered; otherwise the position is put back and played on."""
    offered, cites = _offer(decision.match), (decision.book.cite("offer.gin_dispute"),)
    decision.emit(GinRuled(command.gin, command.by, command.why, cites))
    if command.gin:
        end_game(decision, offered.winner, offered.level, EndCause.RULING, command.at)
    else:
        refused = OfferRefused(offered.side.other, _presses(decision), cites)
        _play_on(decision, refused, command.at)


def _presses(decision: Decision) -> Side | None:
    """The side that starts the other's clock by a press after the offer fell."""
    offers = _offer(decision.match).side
    by_press = decision.book.stop.rejected_offer is RejectedOffer.OFFERER_PRESSES
    acts_next = decision.game.on_turn is offers.other
    return offers if by_press and acts_next and decision.match.clocked else None


def _play_on(decision: Decision, refused: OfferRefused, at: Instant) -> None:
    offered, stopped = _offer(decision.match), decision.match.stop is not None
    decision.emit(refused)
    resumes = offered.resumes if refused.presses is None else None
    if resumes is not None or stopped:
        decision.emit(PlayResumed(resumes, not_before(decision, at)))
    if offered.ended_turn and refused.presses is None:
        start_clock(decision, require(decision.game.on_turn), at)


def _offer(match: Match) -> Offer:
    return require(require(match.game).offer)


# --- outcomes that were not played ---------------------------------------------------------------


def refuse_settling(match: Match, _command: SettlementTapped) -> Against:
    allowed = require(match.book).offer.settlement
    return NOTHING if allowed else (Reason.NO_SETTLEMENT,)


def settle(decision: Decision, command: SettlementTapped) -> None:
    refer(decision, Matter.SETTLEMENT, command.side, command.at, "offer.settlement")


def refuse_ordering_end(_match: Match, command: GameEndOrdered) -> Against:
    return NOTHING if command.level in LEVELS else (Reason.BAD_VALUE,)


def order_end(decision: Decision, command: GameEndOrdered) -> None:
    """End the game as the director records it."""
    cites = (decision.book.cite("offer.without_clock"),)
    decision.emit(GameRuled(command.winner, command.level, command.by, command.why, cites))
    end_game(decision, command.winner, command.level, EndCause.RULING, command.at)


# --- state changes --------------------------------------------------------------------------------


def apply_game_offered(match: Match, event: GameOffered) -> Match:
    offer = Offer(
        side=event.side,
        winner=event.winner,
        level=event.level,
        certain=event.certain,
        offered_in=match.phase,
        resumes=event.resumes,
        ended_turn=event.ended_turn,
    )
    return replace(in_game(match, offer=offer), phase=Phase.OFFERED)


def apply_offer_refused(match: Match, event: OfferRefused) -> Match:
    if match.game is None or match.game.offer is None:
        return match
    on = in_game(match, offer=None, restarts=event.presses)
    asked = press_owed(on, event.presses) if event.presses else on
    return replace(asked, phase=match.game.offer.offered_in)


OPEN = "open"
NO_CONTACT = "no_contact"
CERTAIN = "certain"
CERTAIN_NO_CONTACT = "certain_no_contact"
"""The claims of an offer: that there is no contact, that the outcome is certain."""


def _offers(match: Match, side: Side) -> Iterator[Try]:
    """Concessions; claims, where they are more than declaring a win."""
    rules = require(match.book).offer
    claims = rules.claim in {Claiming.VERIFIED, Claiming.OFFERED}
    for winner in (side.other, side) if claims else (side.other,):
        for certain in _certainty(rules, claims=winner is side):
            yield TapOption(side=winner, choice=_CLAIMS[rules.no_contact, certain]), (1,)


def _certainty(rules: OfferRules, *, claims: bool) -> tuple[bool, ...]:
    """The values of `certain` to offer: the book may require it, or it may matter."""
    if rules.certain and not claims:
        return (True,)
    gin, most = (each in rules.unrefusable for each in (Unrefusable.GIN, Unrefusable.MAXIMUM))
    return (False, True) if gin or (most and not claims) else (False,)


_CLAIMS: Mapping[tuple[bool, bool], str] = {
    (False, False): OPEN,
    (True, False): NO_CONTACT,
    (False, True): CERTAIN,
    (True, True): CERTAIN_NO_CONTACT,
}


def _offered(way: TapOption, side: Side, values: Values, at: Instant) -> OfferTapped:
    alone = way.choice in {NO_CONTACT, CERTAIN_NO_CONTACT}
    certain = way.choice in {CERTAIN, CERTAIN_NO_CONTACT}
    return OfferTapped(at, side, require(way.side), values[0], alone, certain)


def _acceptances(match: Match, _side: Side) -> Iterator[Try]:
    """The outcome is always repeated, even if the book does not ask for it."""
    offered = _offer(match)
    yield TapOption(level=offered.level, side=offered.winner), ()


OFFER = Tap(_offers, _offered)
ACCEPTANCE = Tap(_acceptances, lambda a, side, _, at: OfferAccepted(at, side, a.side, a.level))

# --- tables ---------------------------------------------------------------------------------------


ACTS = (
    Act(
        OfferTapped,
        AT_TURN,
        refuse_offer,
        offer,
        while_stopped=False,
        tap=OFFER,
        may_take_back=always,
    ),
    Act(
        OfferAccepted,
        (Phase.OFFERED,),
        refuse_accepting,
        accept_offer,
        while_stopped=False,
        tap=ACCEPTANCE,
        may_take_back=always,
    ),
    Act(
        OfferRejected,
        (Phase.OFFERED,),
        refuse_rejecting,
        reject_offer,
        while_stopped=False,
        tap=plain_tap(OfferRejected),
        may_take_back=always,
    ),
    Act(
        OfferContested,
        (Phase.OFFERED,),
        refuse_contesting,
        contest_offer,
        while_stopped=False,
        tap=choice_tap(ContestGround, OfferContested),
    ),
    Act(GinOrdered, (Phase.OFFERED,), unopposed, rule_gin),
    Act(
        SettlementTapped,
        LIVE,
        refuse_settling,
        settle,
        tap=choice_tap(Settlement, SettlementTapped),
    ),
    Act(GameEndOrdered, STARTED, refuse_ordering_end, order_end),
)


FACTS = (
    Fact(GameOffered, apply_game_offered),
    Fact(OfferTaken),
    Fact(OfferRefused, apply_offer_refused),
    Fact(GinRuled),
    Fact(GameRuled),
)
