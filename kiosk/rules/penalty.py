"""Penalty points: what the director's award does to the score and to the cube."""

from kiosk.rules import events as e
from kiosk.rules.commands import Order
from kiosk.rules.ending import end_match
from kiosk.rules.match import Match, Phase
from kiosk.rules.outcome import Matter
from kiosk.rules.reasons import EndCause, StopReason
from kiosk.rules.referral import refer
from kiosk.rules.rulebook import NextCrawford
from kiosk.rules.story import Story
from kiosk.rules.units import Instant, Side, promised


def award(story: Story, side: Side, points: int, order: Order, section: str | None) -> None:
    """Penalty points are added to the opponent's score; enough of them decide the match."""
    other, effect = side.other, story.book.cite("penalty.effect")
    before, freezes = story.match, would_freeze(story.match, side, points)
    score = before.score.with_(other, before.score.of(other) + points)
    story.tell(e.PenaltyAwarded(side, points, score, order.by, order.why, section, (effect,)))
    if score.of(other) >= promised(before.length) and story.book.penalty.may_end_match:
        cites = tuple(dict.fromkeys((effect, story.book.cite("penalty.may_end_match"))))
        end_match(story, other, EndCause.PENALTY, order.at, cites)
        return
    if freezes:
        _freeze(story, order.at)
    if _orders_crawford(before, story.match):
        story.tell(e.CrawfordOrdered((story.book.cite("penalty.next_game_crawford"),)))


FREEZES = "penalty.freeze_cube_at_match_point"


def _freeze(story: Story, at: Instant) -> None:
    """A double that waits for its answer can't be taken any more: the cube is frozen whatever its
    place and value (unified-2001 §5.2). What becomes of the double the section does not say: the
    director does, and if he lets play go on the doubler rolls.
    """
    game, doubled = story.game, story.match.phase is Phase.DOUBLED
    doubler = game.on_turn if doubled else game.doubles.early
    if doubler is not None and doubled:
        _stop_for(story, doubler, at)
    story.tell(e.CubeFrozen((story.book.cite(FREEZES),)))
    if doubler is not None:
        refer(story, Matter.FROZEN_DOUBLE, doubler, at, FREEZES)


def _stop_for(story: Story, doubler: Side, at: Instant) -> None:
    """Play stands still, and the doubler's clock goes on instead of the other's."""
    stop, ran = story.match.stop, story.stop_clock(at)
    if stop is None:
        resumes = doubler if ran else None
        story.tell(e.PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))
    elif stop.resumes is doubler.other:
        of_player = (stop.side, stop.purpose)
        story.tell(e.PlayStopped(stop.reason, doubler, (), stop.by, stop.why, *of_player))


def would_freeze(match: Match, side: Side, points: int) -> bool:
    """These points bring the other side within one, in a game of a book that freezes the cube."""
    freezes = promised(match.book).penalty.freeze_cube_at_match_point
    return freezes and match.game is not None and match.away.of(side.other) - points == 1


def _orders_crawford(before: Match, after: Match) -> bool:
    """Penalty points made the next game the Crawford game, whatever was played before."""
    rule = promised(after.book).penalty.next_game_crawford
    reached, stood = _at_match_point(after), _at_match_point(before)
    unless_played = rule is NextCrawford.NEXT_UNLESS_PLAYED and not stood
    return reached and (unless_played or rule is NextCrawford.NEXT_ALWAYS)


def _at_match_point(match: Match) -> bool:
    return 1 in (match.away.white, match.away.black)
