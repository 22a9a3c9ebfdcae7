"""A matter that only the director decides."""

from kiosk.rules import events as e
from kiosk.rules.match import Phase
from kiosk.rules.outcome import Matter
from kiosk.rules.reasons import StopReason
from kiosk.rules.story import Story
from kiosk.rules.units import Instant, Side


def refer(story: Story, matter: Matter, side: Side, at: Instant, *keys: str) -> None:
    """The director is called for it, and play stands still. `keys` are what the book says of it."""
    cites = tuple(dict.fromkeys(story.book.cite(key) for key in keys))
    story.tell(e.Referred(matter, side, cites))
    resumes = story.stop_clock(at)
    if story.match.director_called is None:
        story.tell(e.DirectorCalled(side))
    if story.match.stop is None and story.match.phase is not Phase.MATCH_OVER:
        story.tell(e.PlayStopped(StopReason.DIRECTOR_CALLED, resumes, (), None, None))
