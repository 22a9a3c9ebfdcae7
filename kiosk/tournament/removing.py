"""Remove a division made by mistake before it is drawn, and bring it back whole.

A drawn division stays until its draw is taken back. Players entered only there are no part of the
event meanwhile, so that a list with wrong names leaves none behind.
"""

from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.tournament import Player, RemovedDivision, Tournament


@dataclass(frozen=True, slots=True)
class RemoveDivision(TournamentCommand):
    division_id: str


@dataclass(frozen=True, slots=True)
class BringDivisionBack(TournamentCommand):
    """Bring a division back with all its entries."""

    division_id: str


@dataclass(frozen=True, slots=True)
class DivisionRemoved(TournamentEvent):
    division_id: str


@dataclass(frozen=True, slots=True)
class DivisionBroughtBack(TournamentEvent):
    division_id: str


def refuse_removing(tournament: Tournament, command: RemoveDivision) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    return objections((division.draw is not None, TournamentReason.DRAWN, division.name))


def remove(_tournament: Tournament, command: RemoveDivision) -> tuple[TournamentEvent, ...]:
    return (DivisionRemoved(command.at_ms, command.by, command.division_id),)


def refuse_bringing_back(tournament: Tournament, command: BringDivisionBack) -> Against:
    """Refused beside another division of its name, or if one of its entries has entered again: he
    would be there twice.
    """
    removed = tournament.removed.get(command.division_id)
    if removed is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    division = removed.division
    here = tournament.divisions.values()
    anew = {
        _person(player): player.player_id
        for each in tournament.entries.values()
        for player in each.players
    }
    return objections(
        (
            division.division_id in tournament.divisions,
            TournamentReason.TAKEN,
            division.division_id,
        ),
        (division.name in {each.name for each in here}, TournamentReason.TAKEN, division.name),
        *(
            (
                anew.get(_person(player), player.player_id) != player.player_id,
                TournamentReason.TAKEN,
                each.name,
            )
            for each in removed.entries
            for player in each.players
        ),
    )


def _person(player: Player) -> str:
    """The federation's number, or without one the name."""
    return player.number or " ".join(player.name.casefold().split())


def bring_back(_tournament: Tournament, command: BringDivisionBack) -> tuple[TournamentEvent, ...]:
    return (DivisionBroughtBack(command.at_ms, command.by, command.division_id),)


def apply_removed(tournament: Tournament, event: DivisionRemoved) -> Tournament:
    left = {name: each for name, each in tournament.divisions.items() if name != event.division_id}
    division = tournament.divisions[event.division_id]
    elsewhere = {name for each in left.values() for name in each.entries}
    removed = RemovedDivision(
        division, tuple(tournament.entries[each] for each in division.entries)
    )
    return replace(
        tournament,
        divisions=left,
        entries={
            name: each
            for name, each in tournament.entries.items()
            if name in elsewhere or name not in division.entries
        },
        removed={**tournament.removed, event.division_id: removed},
    )


def apply_brought_back(tournament: Tournament, event: DivisionBroughtBack) -> Tournament:
    back = tournament.removed[event.division_id]
    entries = {each.entry_id: each for each in back.entries}
    return replace(
        tournament,
        divisions={**tournament.divisions, event.division_id: back.division},
        entries={**entries, **tournament.entries},
        removed={
            name: each for name, each in tournament.removed.items() if name != event.division_id
        },
    )


ACTS = (
    TournamentAct(RemoveDivision, refuse_removing, remove),
    TournamentAct(BringDivisionBack, refuse_bringing_back, bring_back),
)
FACTS = (
    TournamentFact(DivisionRemoved, apply_removed),
    TournamentFact(DivisionBroughtBack, apply_brought_back),
)
