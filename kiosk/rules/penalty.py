"""Penalty points: what the director's award does to the score."""

from kiosk.rules import events as e
from kiosk.rules.commands import Order
from kiosk.rules.ending import end_match
from kiosk.rules.reasons import EndCause
from kiosk.rules.story import Story
from kiosk.rules.units import Side, promised


def award(story: Story, side: Side, points: int, order: Order, section: str | None) -> None:
    """Penalty points are added to the opponent's score; enough of them decide the match."""
    other, cites = side.other, (story.book.cite("penalty.effect"),)
    score = story.match.score.with_(other, story.match.score.of(other) + points)
    story.tell(e.PenaltyAwarded(side, points, score, order.by, order.why, section, cites))
    if score.of(other) >= promised(story.match.length):
        end_match(story, other, EndCause.PENALTY, order.at, cites)
