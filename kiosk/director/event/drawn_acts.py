"""Acts in a division's format whose order is random, and automatic pairings."""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from kiosk.catalogue.text import text
from kiosk.director.errors import OrderInvalid
from kiosk.tournament.act import TournamentCommand, TournamentEvent
from kiosk.tournament.decide import evolve
from kiosk.tournament.in_division import InDivision, facts_in, in_format
from kiosk.tournament.played import ActOrigin
from kiosk.tournament.round_robin_acts import DrawGroupLot
from kiosk.tournament.swing import PairFree, Swing, free_players
from kiosk.tournament.swiss import Swiss, still_in
from kiosk.tournament.swiss_rounds import PairSwissRound
from kiosk.tournament.tournament import Tournament

T = TypeVar("T")


@dataclass(frozen=True)
class Stamp:
    """Time (ms since 1970), account and event of an act."""

    at_ms: int
    by: str
    event_id: str


class _Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pair all players still in it, except those `absent`."""

    division_id: str
    absent: tuple[str, ...] = ()


class _Free(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    division_id: str


class _Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Draw lots among `entries` that are equal in everything else."""

    division_id: str
    group: str
    entries: tuple[str, ...]


def parse_fields(fields: Any, kind: type[T]) -> T:
    """The fields of an act. Raises OrderInvalid."""
    try:
        return msgspec.convert(fields, kind)
    except msgspec.MsgspecError as error:
        raise OrderInvalid(text("This is not valid: {why}", why=str(error)[:300])) from error


def _round(fields: Any, tournament: Tournament, chance: random.Random, stamp: Stamp) -> InDivision:
    drawing, at = parse_fields(fields, _Round), (stamp.at_ms, stamp.by)
    play = _play(tournament, drawing.division_id)
    here = still_in(play) if isinstance(play, Swiss) else ()
    order = _shuffled((each for each in here if each not in drawing.absent), chance)
    return InDivision(*at, drawing.division_id, PairSwissRound(*at, order))


def _free(fields: Any, tournament: Tournament, chance: random.Random, stamp: Stamp) -> InDivision:
    drawing, at = parse_fields(fields, _Free), (stamp.at_ms, stamp.by)
    play = _play(tournament, drawing.division_id)
    order = _shuffled(free_players(play) if isinstance(play, Swing) else (), chance)
    return InDivision(*at, drawing.division_id, PairFree(*at, order))


def _lot(fields: Any, _tournament: Tournament, chance: random.Random, stamp: Stamp) -> InDivision:
    drawing, at = parse_fields(fields, _Lot), (stamp.at_ms, stamp.by)
    lot = DrawGroupLot(*at, drawing.group, _shuffled(drawing.entries, chance))
    return InDivision(*at, drawing.division_id, lot)


def _play(tournament: Tournament, division_id: str) -> object:
    division = tournament.divisions.get(division_id)
    found = division and in_format(division)
    return found[1] if found else None


def _shuffled(entries: Iterable[str], chance: random.Random) -> tuple[str, ...]:
    order = list(entries)
    chance.shuffle(order)
    return tuple(order)


DRAWN: Mapping[str, Callable[[Any, Tournament, random.Random, Stamp], TournamentCommand]] = (
    MappingProxyType({"PairSwissRound": _round, "PairFree": _free, "DrawGroupLot": _lot})
)
"""Builds an act from a browser's fields, by its kind."""


def automatic_pairings(
    facts: tuple[TournamentEvent, ...], tournament: Tournament, stamp: Stamp, chance: random.Random
) -> tuple[TournamentEvent, ...]:
    """Facts that follow automatically from these: free players in a Swing are matched."""
    if not any(each.format.swing for each in tournament.divisions.values()):
        return ()
    for fact in facts:
        tournament = evolve(tournament, fact)
    found: list[TournamentEvent] = []
    for division in tournament.divisions.values():
        played = in_format(division)
        if played is None or division.draw is None or not division.draw.published:
            continue
        format_play, play = played
        who = format_play.to_pair(play) if format_play.to_pair else ()
        if who and format_play.pairing:
            act = format_play.pairing(_shuffled(who, chance), ActOrigin(stamp.at_ms, stamp.by))
            found += facts_in(division.division_id, format_play.core.decide(play, act))
    return tuple(found)
