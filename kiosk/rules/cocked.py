"""After a roll that did not count: the opponent's consent before the next one."""

from kiosk.rules import commands as c
from kiosk.rules import events as e
from kiosk.rules.match import Match
from kiosk.rules.reasons import Reason
from kiosk.rules.roll import RollFacts
from kiosk.rules.rulebook import Disturbance
from kiosk.rules.story import NOTHING, Against, Story
from kiosk.rules.units import Side, promised


def ask_consent(story: Story, side: Side) -> None:
    """Side's dice are cocked; under italian-international L96 it waits for the other."""
    if story.book.roll.cocked_needs_consent:
        cites = (story.book.cite("roll.cocked_needs_consent"),)
        story.tell(e.ConsentAsked(side.other, cites))


def refuse_roll(story: Story, facts: RollFacts) -> None:
    """Dice thrown before the other consented do not count, and the book may presume for it."""
    consents = promised(story.match.dicing.consents)
    why, book = Reason.NO_CONSENT, story.book
    cites = (book.cite("roll.cocked_needs_consent"),)
    story.tell(e.RollRefused(consents.other, (why,), facts, cites))
    if book.dispute.disturbance is Disturbance.FOR_OPPONENT:
        story.tell(e.PresumptionNoted(consents, why, (book.cite("dispute.disturbance"),)))


def against_consenting(match: Match, command: c.RerollConsented) -> Against:
    consents = match.dicing.consents
    if consents is None:
        return (Reason.NOT_NOW,)
    return NOTHING if consents is command.side else (Reason.NOT_YOUR_TURN,)


def consent(story: Story, command: c.RerollConsented) -> None:
    cites = (story.book.cite("roll.cocked_needs_consent"),)
    story.tell(e.RerollAllowed(command.side, cites))
