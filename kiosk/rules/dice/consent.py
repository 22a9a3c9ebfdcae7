"""The opponent's consent to a new roll after one that did not count."""

from dataclasses import dataclass

from kiosk.rules.act import NOTHING, Act, Against, always
from kiosk.rules.command import Command
from kiosk.rules.decision import Decision
from kiosk.rules.dice.facts import ConsentAsked, PresumptionNoted, RerollAllowed, RollRefused
from kiosk.rules.match import Match, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import Disturbance
from kiosk.rules.tap import plain_tap
from kiosk.rules.units import Side, require


@dataclass(frozen=True, slots=True)
class RerollConsented(Command):
    """A side consents to the other's cocked dice being rolled again."""

    side: Side


def ask_consent(decision: Decision, side: Side) -> None:
    """Ask for consent: dice are cocked, and italian-international L96 has the side wait."""
    if decision.book.roll.cocked_needs_consent:
        cites = (decision.book.cite("roll.cocked_needs_consent"),)
        decision.emit(ConsentAsked(side.other, cites))


def void_roll(decision: Decision, facts: RollFacts) -> None:
    """Void dice thrown before the other side consented; the book may presume for it."""
    consents = require(decision.match.dicing.consents)
    why, book = Reason.NO_CONSENT, decision.book
    cites = (book.cite("roll.cocked_needs_consent"),)
    decision.emit(RollRefused(consents.other, (why,), facts, cites))
    if book.dispute.disturbance is Disturbance.FOR_OPPONENT:
        decision.emit(PresumptionNoted(consents, why, (book.cite("dispute.disturbance"),)))


def refuse_consenting(match: Match, command: RerollConsented) -> Against:
    consents = match.dicing.consents
    if consents is None:
        return (Reason.NOT_NOW,)
    return NOTHING if consents is command.side else (Reason.NOT_YOUR_TURN,)


def consent_to_reroll(decision: Decision, command: RerollConsented) -> None:
    cites = (decision.book.cite("roll.cocked_needs_consent"),)
    decision.emit(RerollAllowed(command.side, cites))


ACTS = (
    Act(
        RerollConsented,
        (Phase.TO_ROLL,),
        refuse_consenting,
        consent_to_reroll,
        while_called=False,
        tap=plain_tap(RerollConsented),
        may_take_back=always,
    ),
)
