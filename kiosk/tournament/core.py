"""Decide acts and apply facts: the same for an event and for each format that stands by itself."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import Generic, TypeVar

from kiosk.tournament.act import (
    Against,
    Objection,
    Refused,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
)

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Core(Generic[S]):
    """The acts and facts of one kind of state; `is_open` once there is anything to act on."""

    acts: Mapping[type[TournamentCommand], TournamentAct]
    facts: Mapping[type[TournamentEvent], TournamentFact]
    is_open: Callable[[S], bool]

    def decide(self, state: S, command: TournamentCommand) -> tuple[TournamentEvent, ...]:
        """The events that follow: all of them or none. A refusal is an event, too."""
        against = self.why_not(state, command)
        if against:
            return (Refused(command.at_ms, command.by, type(command).__name__, against),)
        return self.acts[type(command)].follow(state, command)

    def why_not(self, state: S, command: TournamentCommand) -> Against:
        """Every reason against the command; empty exactly when `decide` does not refuse."""
        act = self.acts[type(command)]
        if not self.is_open(state) and not act.before_opening:
            return (Objection(TournamentReason.NO_EVENT),)
        return act.refuse(state, command)

    def evolve(self, state: S, event: TournamentEvent) -> S:
        """The state after a fact, which is only set: nothing is decided again."""
        after: S = self.facts[type(event)].apply(state, event)
        return after

    def replayed(self, events: Iterable[TournamentEvent], state: S) -> S:
        """The state after all of these facts."""
        return reduce(self.evolve, events, state)


def core(
    acts: Iterable[TournamentAct], facts: Iterable[TournamentFact], is_open: Callable[[S], bool]
) -> Core[S]:
    """Core built from the tables of a format."""
    kept = TournamentFact(Refused, lambda state, _event: state)
    return Core(
        MappingProxyType({act.command: act for act in acts}),
        MappingProxyType({fact.event: fact for fact in (*facts, kept)}),
        is_open,
    )
