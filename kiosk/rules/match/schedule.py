"""Lateness, breaks, and how many breaks each side has had."""

from dataclasses import dataclass, replace

from kiosk.rules.match.proposal import ProposalCause
from kiosk.rules.units import BySide, Instant, Nanos, Side


@dataclass(frozen=True, slots=True)
class Late:
    """A side that is not at the table; lateness counts from `since`.

    `half_of`: half of this many points loses the match; None: no points are counted. `settled` of
    the `points` were answered by the director, the others are proposed under `number`.
    """

    cause: ProposalCause
    since: Instant
    half_of: int | None
    points: int = 0
    settled: int = 0
    number: int | None = None
    counted: bool = False
    """Lateness has begun to count."""
    lost: bool = False
    """The points are enough to lose the match."""
    called: bool = False
    """The side was called to the table, and was not reported missing."""

    @property
    def awaited(self) -> bool:
        """Called, and not late yet."""
        return self.called and not self.counted


@dataclass(frozen=True, slots=True)
class Pause:
    """A break until `until`, and which sides are away."""

    until: Instant
    away: BySide[bool]
    overrun: bool = False


@dataclass(frozen=True, slots=True)
class Schedule:
    late: BySide[Late | None] = BySide(None, None)
    pause: Pause | None = None
    breaks: BySide[int] = BySide(0, 0)
    """How many of its breaks each side has taken in this match."""
    announced: BySide[int] = BySide(0, 0)
    """Breaks taken since play last went on."""
    stayed: Side | None = None
    """The side that claims that neither player left the board for them."""
    awarded: BySide[int] = BySide(0, 0)
    """Penalty points for lateness that the director awarded in this match."""
    is_late_roll: BySide[bool] = BySide(False, False)
    """The sides that arrived after the grace for a late start was over."""
    played_until: Instant | None = None
    """When the clock stopped in the last game; no time before that is charged for a lateness. None:
    not in this boot.
    """

    def missing(self, side: Side) -> bool:
        away = self.pause is not None and self.pause.away.of_side(side)
        return away or self.late.of_side(side) is not None

    def arrived(self, side: Side, late_by: Nanos) -> "Schedule":
        pause, late = self.pause, self.late.of_side(side)
        too_late = late is not None and late.cause is ProposalCause.LATE and late_by > 0
        is_late_roll = self.is_late_roll.with_(side, too_late or self.is_late_roll.of_side(side))
        if pause is not None:
            away = pause.away.with_(side, False)
            pause = replace(pause, away=away) if away.of_side(side.other) else None
        late_now = self.late.with_(side, None)
        return replace(self, late=late_now, pause=pause, is_late_roll=is_late_roll)

    def after_restart(self, mark: Instant | None, at: Instant) -> "Schedule":
        """Convert the instants of the stopped boot to those of the new one, which begins at `at`.

        Time up to `mark` has passed; without a mark all of it begins now.
        """

        def moved(instant: Instant) -> Instant:
            return at if mark is None else Instant(at + instant - mark)

        late = self.late.map(lambda each: each and replace(each, since=moved(each.since)))
        pause = self.pause and replace(self.pause, until=moved(self.pause.until))
        return replace(self, late=late, pause=pause)

    def nobody_missing(self) -> "Schedule":
        return replace(self, late=BySide(None, None), pause=None).played_on()

    def played_on(self) -> "Schedule":
        """Drop the question whether a player left for a break."""
        return replace(self, announced=BySide(0, 0), stayed=None)

    def given_back(self, side: Side, breaks: int) -> "Schedule":
        """Return breaks of `side`; if one is under way, it is over for that side."""
        left = self.breaks.with_(side, max(0, self.breaks.of_side(side) - breaks))
        announced, pause = self.announced.with_(side, 0), self.pause
        if pause is not None:
            away = pause.away.with_(side, False)
            pause = replace(pause, away=away) if away.of_side(side.other) else None
        return replace(self, breaks=left, announced=announced, stayed=None, pause=pause)
