"""Facts that take others out of an event, and the facts that stand."""

from collections.abc import Iterable
from dataclasses import dataclass

from kiosk.tournament.act import Refused, TournamentEvent


@dataclass(frozen=True, slots=True)
class ActUndone(TournamentEvent):
    """What rows `first` to `last` of the log took away is restored."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class NextEventBegun(TournamentEvent):
    """The event before is over; what a club keeps of it is the beginning of this one."""

    event_id: str
    name: str


def facts_in_force(facts: Iterable[TournamentEvent]) -> tuple[TournamentEvent, ...]:
    """The facts of the event of now that were not undone, as if the others and their undoing had
    never happened. The first is row 1 of the log, which holds no refusals.
    """
    rows = [fact for fact in facts if not isinstance(fact, Refused)]
    gone: set[int] = set()
    for row in range(len(rows), 0, -1):
        fact = rows[row - 1]
        if isinstance(fact, ActUndone):
            if row not in gone:
                gone.update(range(fact.first, fact.last + 1))
            gone.add(row)
    began = [row for row, fact in enumerate(rows, 1) if isinstance(fact, NextEventBegun)]
    first = began[-1] if began else 1
    return tuple(fact for row, fact in enumerate(rows, 1) if row >= first and row not in gone)
