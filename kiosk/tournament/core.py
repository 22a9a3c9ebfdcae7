"""What follows from an act, and what a fact sets: the same for an event and for each format that
stands by itself.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import Generic, TypeVar

from kiosk.tournament.act import Act, Against, Command, Event, Fact, Objection, Reason, Refused

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Core(Generic[S]):
    """The acts and facts of one kind of state; `is_open` once there is anything to act on."""

    acts: Mapping[type[Command], Act]
    facts: Mapping[type[Event], Fact]
    is_open: Callable[[S], bool]

    def decide(self, state: S, command: Command) -> tuple[Event, ...]:
        """What follows: all of it or nothing. A refusal is an event, too."""
        against = self.why_not(state, command)
        if against:
            return (Refused(command.at_ms, command.by, type(command).__name__, against),)
        return self.acts[type(command)].follow(state, command)

    def why_not(self, state: S, command: Command) -> Against:
        """Every reason against it; empty exactly when `decide` does not refuse."""
        act = self.acts[type(command)]
        if not self.is_open(state) and not act.before_opening:
            return (Objection(Reason.NO_EVENT),)
        return act.refuse(state, command)

    def evolve(self, state: S, event: Event) -> S:
        """The state after a fact: it is only set, nothing is decided again."""
        after: S = self.facts[type(event)].apply(state, event)
        return after

    def replayed(self, events: Iterable[Event], state: S) -> S:
        """The state after all of these facts."""
        return reduce(self.evolve, events, state)


def core(acts: Iterable[Act], facts: Iterable[Fact], is_open: Callable[[S], bool]) -> Core[S]:
    """Gathered from the tables of a format."""
    kept = Fact(Refused, lambda state, _event: state)
    return Core(
        MappingProxyType({act.command: act for act in acts}),
        MappingProxyType({fact.event: fact for fact in (*facts, kept)}),
        is_open,
    )
