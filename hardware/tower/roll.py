"""Dice passing two beams to one report per roll. Pure: all times are passed in."""

from dataclasses import dataclass

from hardware.tower.protocol import BeamName

QUIET_NS = 1_500_000_000
DICE = 2


@dataclass(frozen=True, slots=True)
class TowerReport:
    """One roll: dice counted in at the top and out at the bottom, first and last beam event.

    `dropped != came_out` means a die still inside, a hand in the box, or two dice counted as one.
    """

    dropped: int
    came_out: int
    first_at_ns: int
    last_at_ns: int


class RollCount:
    """Groups beam events into rolls.

    A roll ends when `dice` or more were dropped and as many came out, else `quiet_ns` after its
    last event. One in and one out does not end it: the second die may still be in the hand.
    """

    def __init__(self, *, quiet_ns: int = QUIET_NS, dice: int = DICE) -> None:
        self._quiet_ns = quiet_ns
        self._dice = dice
        self._dropped = 0
        self._came_out = 0
        self._first_at_ns = 0
        self._last_at_ns: int | None = None

    def passed(self, beam: BeamName, count: int, at_ns: int) -> list[TowerReport]:
        """Take one beam event; return up to two reports: of an ended older roll, and its own."""
        reports = self.quiet(at_ns)
        if self._last_at_ns is None:
            self._first_at_ns = self._last_at_ns = at_ns
        self._last_at_ns = max(self._last_at_ns, at_ns)
        if beam == "drop":
            self._dropped += count
        else:
            self._came_out += count
        if self._dropped == self._came_out >= self._dice:
            reports.append(self._end(self._last_at_ns))
        return reports

    def quiet(self, now_ns: int) -> list[TowerReport]:
        """The current roll, if no die has passed for `quiet_ns`; else nothing."""
        if self._last_at_ns is None or now_ns < self._last_at_ns + self._quiet_ns:
            return []
        return [self._end(self._last_at_ns)]

    def _end(self, last_at_ns: int) -> TowerReport:
        report = TowerReport(self._dropped, self._came_out, self._first_at_ns, last_at_ns)
        self._dropped = self._came_out = 0
        self._last_at_ns = None
        return report
