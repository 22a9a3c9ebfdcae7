"""Pairings are called to tables. The calls are proposed, and made by a person."""

from collections.abc import Collection, Container, Mapping
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
    out_of_range,
)
from kiosk.tournament.sheet import (
    event_sheet,
    players_at_tables,
    players_of,
    ready_pairings,
    why_unready,
)
from kiosk.tournament.tournament import PairingCall, PairingKey, Tournament

LONGEST_CALL_MIN = 240
HEAD_START_MS = 30 * 60_000
"""A division's precedence counts as so long a wait beyond the division after it: a pairing that has
waited longer than that goes first."""
"""Longest time from a call to the start, in minutes."""
STARTS_IN_MIN = 5
"""Default time from a call to the start, in minutes: the way to the table."""


@dataclass(frozen=True, slots=True)
class Call(TournamentCommand):
    """Call these pairings to these tables; all of them or none. They start this many minutes after
    the call.
    """

    at_tables: tuple[tuple[PairingKey, int], ...]
    starts_in_min: int = STARTS_IN_MIN


@dataclass(frozen=True, slots=True)
class Uncall(TournamentCommand):
    """Take a call back: the pairing waits again, and is proposed."""

    key: PairingKey
    why: str


@dataclass(frozen=True, slots=True)
class PutOff(TournamentCommand):
    """Interrupt a match: it leaves its table as it stands, is not proposed, and goes on at any
    table once it is called again.
    """

    key: PairingKey
    why: str


@dataclass(frozen=True, slots=True)
class Move(TournamentCommand):
    """Move a called pairing to another table, where its match goes on as it stands."""

    key: PairingKey
    table: int
    why: str


@dataclass(frozen=True, slots=True)
class PairingsCalled(TournamentEvent):
    at_tables: tuple[tuple[PairingKey, int], ...]
    starts_in_min: int = 0


@dataclass(frozen=True, slots=True)
class PairingUncalled(TournamentEvent):
    key: PairingKey
    why: str


@dataclass(frozen=True, slots=True)
class PairingPutOff(TournamentEvent):
    key: PairingKey
    why: str


@dataclass(frozen=True, slots=True)
class PairingMoved(TournamentEvent):
    key: PairingKey
    table: int
    why: str


@dataclass(frozen=True, slots=True)
class CallProposal:
    """A pairing that could be called to a table, waiting since `waits_ms` (ms since 1970)."""

    key: PairingKey
    table: int
    waits_ms: int


def free_tables(tournament: Tournament, silent: Container[int] = ()) -> tuple[int, ...]:
    """Tables without a match, in order, except the `silent` ones."""
    busy = {called.table for called in tournament.called.values()}
    return tuple(each for each in tournament.tables if each not in busy and each not in silent)


def proposals(
    tournament: Tournament, silent: Container[int] = (), held: Collection[PairingKey] = ()
) -> tuple[CallProposal, ...]:
    """Pairings that should be called next, and to which tables.

    Who has waited longest comes first, then the order of the sheet; a division's precedence (000,
    Draw) counts as a wait of HEAD_START_MS, so that no division waits for ever. No entry is
    proposed twice. Left out: entries with an interrupted match, tables that are `silent` (their
    device does not answer), pairings that are `held`, and pairings with a date until the players
    have arranged to play.
    """
    at_table = players_at_tables(tournament, event_sheet(tournament))
    away = tournament.called.keys() | tournament.put_off | set(held)
    waiting = [
        (key, here)
        for key, here in ready_pairings(tournament)
        if key not in away and tournament.divisions[key.division_id].format.by_date is None
    ]
    ranks = sorted({division.precedence for division in tournament.divisions.values()})
    behind_ms = {
        division_id: HEAD_START_MS * ranks.index(division.precedence)
        for division_id, division in tournament.divisions.items()
    }

    def counts_from_ms(key: PairingKey) -> tuple[int, int]:
        later_ms = behind_ms[key.division_id]
        return tournament.ready_ms.get(key, 0) + later_ms, later_ms

    waiting.sort(key=lambda one: counts_from_ms(one[0]))
    tables, found = iter(free_tables(tournament, silent)), list[CallProposal]()
    for key, here in waiting:
        both = [player.player_id for player in players_of(tournament, here)]
        players = set(both)
        can_play = len(players) == len(both) and at_table.isdisjoint(players)
        table = next(tables, None) if can_play else None
        if table is not None:
            at_table |= players
            found.append(CallProposal(key, table, tournament.ready_ms.get(key, 0)))
    return tuple(found)


def refuse_call(tournament: Tournament, command: Call) -> Against:
    every = event_sheet(tournament)
    at_table = players_at_tables(tournament, every)
    free, found = list(free_tables(tournament)), list[Objection]()
    if not command.at_tables:
        found.append(Objection(TournamentReason.EMPTY, "pairings"))
    found += objections(out_of_range("starts_in_min", command.starts_in_min, 0, LONGEST_CALL_MIN))
    for key, table in command.at_tables:
        name, here = str(key), every.get(key)
        division = tournament.divisions.get(key.division_id)
        if here is None or division is None or division.draw is None:
            found.append(Objection(TournamentReason.UNKNOWN, name))
            continue
        players = players_of(tournament, here)
        found += objections(
            (not division.draw.published, TournamentReason.NOT_PUBLISHED, division.name),
            (*why_unready(here), name),
            (key in tournament.called, TournamentReason.CALLED, name),
            (table not in tournament.tables, TournamentReason.UNKNOWN, f"table {table}"),
            (
                table in tournament.tables and table not in free,
                TournamentReason.TABLE_BUSY,
                f"table {table}",
            ),
            *(
                (each.player_id in at_table, TournamentReason.PLAYING, each.name)
                for each in players
            ),
            (
                len({each.player_id for each in players}) < len(players),
                TournamentReason.AGAINST_SELF,
                name,
            ),
        )
        if table in free:
            free.remove(table)
        at_table.update(each.player_id for each in players)
    return tuple(found)


def call(_tournament: Tournament, command: Call) -> tuple[TournamentEvent, ...]:
    return (PairingsCalled(command.at_ms, command.by, command.at_tables, command.starts_in_min),)


def refuse_leaving(tournament: Tournament, command: Uncall | PutOff) -> Against:
    return objections(
        (command.key not in tournament.called, TournamentReason.NOT_CALLED, str(command.key)),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def uncall(_tournament: Tournament, command: Uncall) -> tuple[TournamentEvent, ...]:
    return (PairingUncalled(command.at_ms, command.by, command.key, command.why),)


def put_off(_tournament: Tournament, command: PutOff) -> tuple[TournamentEvent, ...]:
    return (PairingPutOff(command.at_ms, command.by, command.key, command.why),)


def refuse_moving(tournament: Tournament, command: Move) -> Against:
    table = f"table {command.table}"
    known = command.table in tournament.tables
    return objections(
        (command.key not in tournament.called, TournamentReason.NOT_CALLED, str(command.key)),
        (not known, TournamentReason.UNKNOWN, table),
        (
            known and command.table not in free_tables(tournament),
            TournamentReason.TABLE_BUSY,
            table,
        ),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def move(_tournament: Tournament, command: Move) -> tuple[TournamentEvent, ...]:
    return (PairingMoved(command.at_ms, command.by, command.key, command.table, command.why),)


def apply_called(tournament: Tournament, event: PairingsCalled) -> Tournament:
    starts_ms = event.at_ms + event.starts_in_min * 60_000
    new = {
        key: PairingCall(table, event.at_ms, event.by, starts_ms) for key, table in event.at_tables
    }
    called = {**tournament.called, **new}
    return replace(tournament, called=called, put_off=tournament.put_off - new.keys())


def apply_uncalled(tournament: Tournament, event: PairingUncalled) -> Tournament:
    return replace(tournament, called=without_call(tournament.called, event.key))


def apply_put_off(tournament: Tournament, event: PairingPutOff) -> Tournament:
    called = without_call(tournament.called, event.key)
    return replace(tournament, called=called, put_off=tournament.put_off | {event.key})


def apply_moved(tournament: Tournament, event: PairingMoved) -> Tournament:
    called = tournament.called.get(event.key)
    if called is None:
        return tournament
    moved = replace(called, table=event.table)
    return replace(tournament, called={**tournament.called, event.key: moved})


def without_call(
    called: Mapping[PairingKey, PairingCall], key: PairingKey
) -> dict[PairingKey, PairingCall]:
    """`called` without this pairing: its table is free again."""
    return {each: where for each, where in called.items() if each != key}


ACTS = (
    TournamentAct(Call, refuse_call, call),
    TournamentAct(Uncall, refuse_leaving, uncall),
    TournamentAct(PutOff, refuse_leaving, put_off),
    TournamentAct(Move, refuse_moving, move),
)
FACTS = (
    TournamentFact(PairingsCalled, apply_called),
    TournamentFact(PairingUncalled, apply_uncalled),
    TournamentFact(PairingPutOff, apply_put_off),
    TournamentFact(PairingMoved, apply_moved),
)
