"""A match of a series: who has won how many."""

from kiosk.rules import events as e
from kiosk.rules.outcome import SeriesScore
from kiosk.rules.story import Story
from kiosk.rules.table import Series
from kiosk.rules.units import BySide, Side

NO_WINS = BySide(0, 0)


def series_begins(story: Story, series: Series | None, before: SeriesScore | None) -> None:
    """The matches won so far count if this table had the last one of the same series."""
    if series is not None:
        known = before is not None and before.id == series.id
        won = before.won if before is not None and known else NO_WINS
        _tell(story, SeriesScore(series.id, series.best_of, won))


def series_won(story: Story, winner: Side) -> None:
    _add(story, winner, 1)


def series_taken_back(story: Story, winner: Side) -> None:
    """A match goes on that had been won."""
    _add(story, winner, -1)


def _add(story: Story, winner: Side, more: int) -> None:
    series = story.match.series
    if series is not None:
        won = series.won.with_(winner, series.won.of(winner) + more)
        _tell(story, SeriesScore(series.id, series.best_of, won))


def _tell(story: Story, now: SeriesScore) -> None:
    story.tell(e.SeriesStands(now.id, now.best_of, now.won, now.leader, now.decided))
