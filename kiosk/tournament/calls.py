"""Pairings are given tables. Who plays where is proposed, and called by a person."""

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Act,
    Against,
    Command,
    Event,
    Fact,
    Objection,
    Reason,
    objections,
    outside,
)
from kiosk.tournament.sheet import people, playing, ready, sheet, unready
from kiosk.tournament.tournament import Called, Key, Tournament

LONGEST_CALL_MIN = 240
"""Minutes from a call to the start."""
STARTS_IN_MIN = 5
"""If who calls says nothing else: the way to the table."""


@dataclass(frozen=True, slots=True)
class Call(Command):
    """These pairings are played at these tables; all of them or none. They begin so many minutes
    after the call.
    """

    at_tables: tuple[tuple[Key, int], ...]
    starts_in_min: int = STARTS_IN_MIN


@dataclass(frozen=True, slots=True)
class Uncall(Command):
    """A pairing waits again, and is proposed."""

    key: Key
    why: str


@dataclass(frozen=True, slots=True)
class PutOff(Command):
    """A pairing leaves its table as its match stands; nobody is proposed until it is called again,
    at any table, where it goes on.
    """

    key: Key
    why: str


@dataclass(frozen=True, slots=True)
class Move(Command):
    """A pairing that was called goes on at another table, as its match stands."""

    key: Key
    table: int
    why: str


@dataclass(frozen=True, slots=True)
class PairingsCalled(Event):
    at_tables: tuple[tuple[Key, int], ...]
    starts_in_min: int = 0


@dataclass(frozen=True, slots=True)
class PairingUncalled(Event):
    key: Key
    why: str


@dataclass(frozen=True, slots=True)
class PairingPutOff(Event):
    key: Key
    why: str


@dataclass(frozen=True, slots=True)
class PairingMoved(Event):
    key: Key
    table: int
    why: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who could play where, waiting since when (ms since 1970)."""

    key: Key
    table: int
    waits_ms: int


def free_tables(tournament: Tournament, silent: Container[int] = ()) -> tuple[int, ...]:
    """Tables at which nobody plays, in order, but for those that are `silent`."""
    busy = {called.table for called in tournament.called.values()}
    return tuple(each for each in tournament.tables if each not in busy and each not in silent)


def proposals(
    tournament: Tournament, silent: Container[int] = (), held: Collection[Key] = ()
) -> tuple[Proposal, ...]:
    """Who should play next, and where: divisions in their precedence (000, Draw), in each who has
    waited longest, then as they stand on the sheet. Nobody is proposed twice or is put off, nor a
    table that is `silent`: its device does not answer; nor a pairing that is `held`. Who plays by a
    date comes when he has arranged to.
    """
    at_table = playing(tournament, sheet(tournament))
    away = tournament.called.keys() | tournament.put_off | set(held)
    waiting = [
        (key, here)
        for key, here in ready(tournament)
        if key not in away and tournament.divisions[key.division_id].format.by_date is None
    ]
    waiting.sort(
        key=lambda one: (
            tournament.divisions[one[0].division_id].precedence,
            tournament.ready_ms.get(one[0], 0),
        )
    )
    tables, found = iter(free_tables(tournament, silent)), list[Proposal]()
    for key, here in waiting:
        players = {player.player_id for player in people(tournament, here)}
        table = next(tables, None) if at_table.isdisjoint(players) else None
        if table is not None:
            at_table |= players
            found.append(Proposal(key, table, tournament.ready_ms.get(key, 0)))
    return tuple(found)


def refuse_call(tournament: Tournament, command: Call) -> Against:
    every = sheet(tournament)
    at_table = playing(tournament, every)
    free, found = list(free_tables(tournament)), list[Objection]()
    if not command.at_tables:
        found.append(Objection(Reason.EMPTY, "pairings"))
    found += objections(outside("starts_in_min", command.starts_in_min, 0, LONGEST_CALL_MIN))
    for key, table in command.at_tables:
        name, here = str(key), every.get(key)
        division = tournament.divisions.get(key.division_id)
        if here is None or division is None or division.draw is None:
            found.append(Objection(Reason.UNKNOWN, name))
            continue
        players = people(tournament, here)
        found += objections(
            (not division.draw.published, Reason.NOT_PUBLISHED, division.name),
            (*unready(here), name),
            (key in tournament.called, Reason.CALLED, name),
            (table not in tournament.tables, Reason.UNKNOWN, f"table {table}"),
            (table in tournament.tables and table not in free, Reason.TABLE_BUSY, f"table {table}"),
            *((each.player_id in at_table, Reason.PLAYING, each.name) for each in players),
        )
        if table in free:
            free.remove(table)
        at_table.update(each.player_id for each in players)
    return tuple(found)


def call(_tournament: Tournament, command: Call) -> tuple[Event, ...]:
    return (PairingsCalled(command.at_ms, command.by, command.at_tables, command.starts_in_min),)


def refuse_leaving(tournament: Tournament, command: Uncall | PutOff) -> Against:
    return objections(
        (command.key not in tournament.called, Reason.NOT_CALLED, str(command.key)),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def uncall(_tournament: Tournament, command: Uncall) -> tuple[Event, ...]:
    return (PairingUncalled(command.at_ms, command.by, command.key, command.why),)


def put_off(_tournament: Tournament, command: PutOff) -> tuple[Event, ...]:
    return (PairingPutOff(command.at_ms, command.by, command.key, command.why),)


def refuse_moving(tournament: Tournament, command: Move) -> Against:
    table = f"table {command.table}"
    known = command.table in tournament.tables
    return objections(
        (command.key not in tournament.called, Reason.NOT_CALLED, str(command.key)),
        (not known, Reason.UNKNOWN, table),
        (known and command.table not in free_tables(tournament), Reason.TABLE_BUSY, table),
        (not command.why.strip(), Reason.WHY_MISSING, "why"),
    )


def move(_tournament: Tournament, command: Move) -> tuple[Event, ...]:
    return (PairingMoved(command.at_ms, command.by, command.key, command.table, command.why),)


def apply_called(tournament: Tournament, event: PairingsCalled) -> Tournament:
    starts_ms = event.at_ms + event.starts_in_min * 60_000
    new = {key: Called(table, event.at_ms, event.by, starts_ms) for key, table in event.at_tables}
    called = {**tournament.called, **new}
    return replace(tournament, called=called, put_off=tournament.put_off - new.keys())


def apply_uncalled(tournament: Tournament, event: PairingUncalled) -> Tournament:
    return replace(tournament, called=without(tournament.called, event.key))


def apply_put_off(tournament: Tournament, event: PairingPutOff) -> Tournament:
    called = without(tournament.called, event.key)
    return replace(tournament, called=called, put_off=tournament.put_off | {event.key})


def apply_moved(tournament: Tournament, event: PairingMoved) -> Tournament:
    called = tournament.called.get(event.key)
    if called is None:
        return tournament
    moved = replace(called, table=event.table)
    return replace(tournament, called={**tournament.called, event.key: moved})


def without(called: Mapping[Key, Called], key: Key) -> dict[Key, Called]:
    """The table is free again."""
    return {each: where for each, where in called.items() if each != key}


ACTS = (
    Act(Call, refuse_call, call),
    Act(Uncall, refuse_leaving, uncall),
    Act(PutOff, refuse_leaving, put_off),
    Act(Move, refuse_moving, move),
)
FACTS = (
    Fact(PairingsCalled, apply_called),
    Fact(PairingUncalled, apply_uncalled),
    Fact(PairingPutOff, apply_put_off),
    Fact(PairingMoved, apply_moved),
)
