"""Public data of an event's draws and calls, field by field. Pure.

Results are delayed, all else is current: published draws, and where a player must go. No id is
published; a pairing is identified by its place on the sheet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

import msgspec

from kiosk.director.public.of_table import Public
from kiosk.director.report.round_name import is_for_third_place, last_rounds
from kiosk.tournament.bracket import (
    BracketPlace,
    Pairing,
    PairingResult,
    PairingState,
    PairingStatus,
    PlaceSource,
    Seen,
)
from kiosk.tournament.in_division import in_format
from kiosk.tournament.played_swing import CHIPS
from kiosk.tournament.sheet import division_stands, pairings, round_of
from kiosk.tournament.standings import winners
from kiosk.tournament.tournament import Division, PairingKey, Play, Round, Tournament, key_of
from kiosk.tournament.ways import format_play_of

MOST_NEXT = 60
"""Most pairings shown as next."""


class PublicRound(msgspec.Struct, frozen=True):
    """Position of a pairing on its sheet, and its terms. `of` is the number of the bracket's
    rounds, 0 if the last is no final; `third`: for third place. `length` None: not defined by the
    format. `by`: the last day to play it, as 2026-11-30, or None. `fed`: losers of another bracket
    drop in, so that only its final has a name.
    """

    division: str
    bracket: str
    round: int
    of: int
    third: bool
    length: int | None
    best_of: int
    by: str | None = None
    fed: bool = False


class PublicCall(msgspec.Struct, frozen=True):
    """Two entries called to a table; `called_ms` since 1970. `seated`: for each the names of those
    who play, of a couple one player or both.
    """

    table: int
    called_ms: int
    names: tuple[str, str]
    where: PublicRound
    seated: tuple[str, str]


class PublicNext(msgspec.Struct, frozen=True):
    """Two entries that can play and have no table yet; `seated` as in a call."""

    names: tuple[str, str]
    where: PublicRound
    seated: tuple[str, str]


class PublicPlace(msgspec.Struct, frozen=True):
    """A place of a pairing. Without a name: empty for good if it `comes` from NOBODY or is `known`,
    else the winner or loser of the pairing with number `of`, or a late arrival.
    """

    name: str | None
    known: bool
    comes: PlaceSource
    of: int | None


class PublicPairing(msgspec.Struct, frozen=True):
    """`winner` is the place that advances, 0 or 1; `score` in the order of the places, if
    played.
    """

    number: int
    state: PairingState
    places: tuple[PublicPlace, PublicPlace]
    winner: int | None
    score: tuple[int, int] | None
    where: PublicRound


class PublicStanding(msgspec.Struct, frozen=True):
    """In a `group`, or "" for all; equal entries share a `place`. `chips` only of a Swing."""

    group: str
    place: int
    name: str
    wins: int
    losses: int
    chips: int | None
    still_in: bool


class PublicWon(msgspec.Struct, frozen=True):
    """The winners of a bracket or group that is over."""

    bracket: str
    names: tuple[str, ...]


class PublicDivision(msgspec.Struct, frozen=True):
    """A division whose draw is published; without `standings` a knock-out."""

    name: str
    pairings: tuple[PublicPairing, ...]
    standings: tuple[PublicStanding, ...] | None
    winners: tuple[PublicWon, ...]


class PublicPlaces(msgspec.Struct, frozen=True):
    """Calls, the newest first, and the next pairings."""

    calls: tuple[PublicCall, ...]
    next: tuple[PublicNext, ...]


class PublicEvent(msgspec.Struct, frozen=True):
    """The whole view. What is not public is null."""

    public: Public
    name: str
    places: PublicPlaces | None
    divisions: tuple[PublicDivision, ...] | None


@dataclass(frozen=True, slots=True)
class EventResults:
    """Results from the tables, and when pairings became playable; the `draws` they belong to, by
    division, and the state of formats other than the knock-out.
    """

    results: Mapping[PairingKey, PairingResult]
    ready_ms: Mapping[PairingKey, int]
    draws: Mapping[str, int]
    plays: Mapping[str, Play | None]


NO_OUTCOME = EventResults({}, {}, {}, {})


def outcome(tournament: Tournament) -> EventResults:
    drawn = {
        each.division_id: each.draw.number
        for each in tournament.divisions.values()
        if each.draw is not None
    }
    plays = {
        each.division_id: each.draw.play
        for each in tournament.divisions.values()
        if each.draw is not None
    }
    return EventResults(tournament.results, tournament.ready_ms, drawn, plays)


def event_as_of(now: Tournament, then: EventResults) -> Tournament:
    """The event with the results of an earlier time. Those of a draw that was replaced since are
    dropped.
    """
    drawn = outcome(now).draws
    results = {
        key: result
        for key, result in then.results.items()
        if drawn.get(key.division_id) == then.draws.get(key.division_id, 0)
    }
    seen = replace(now, results=results, ready_ms=then.ready_ms)
    for name, number in drawn.items():
        draw = now.divisions[name].draw
        if draw is not None and draw.play is not None:
            play = then.plays.get(name) if then.draws.get(name) == number else None
            seen = seen.with_draw(name, play=play)
    return seen


def is_called(now: Tournament, match_id: str | None, table: int | None) -> bool | None:
    """Whether the event has this match played at this table now; None: it is not the event's."""
    key = key_of(match_id) if match_id is not None else None
    if key is None:
        return None
    called, match = now.called.get(key), now.matches.get(key)
    return (called and called.table) == table and (match and match.match_id) == match_id


def public_calls(now: Tournament) -> dict[PairingKey, PublicCall]:
    """Pairings that are called and have no result yet."""
    found: dict[PairingKey, PublicCall] = {}
    for division_id in {key.division_id for key in now.called}:
        division = now.divisions[division_id]
        here, where = division_stands(now, division), _where(division)
        for key, called in now.called.items():
            stand = here.get(key.pairing_id) if key.division_id == division_id else None
            names = stand and _names(now, stand)
            if names:
                at = where[key.pairing_id]
                seated = _seated(now, stand) or names
                found[key] = PublicCall(called.table, called.at_ms, names, at, seated)
    return found


def ready_pairings(seen: Tournament) -> Iterator[tuple[PairingKey, PublicNext]]:
    """Pairings that could be called and are not interrupted, in their order: by precedence of the
    division, then the longest waiting.
    """
    found: list[tuple[int, int, PairingKey, PublicNext]] = []
    for division in _published(seen):
        where = _where(division)
        for name, stand in division_stands(seen, division).items():
            key = PairingKey(division.division_id, name)
            names = _names(seen, stand) if stand.state is PairingState.READY else None
            if names and key not in seen.put_off:
                one = PublicNext(names, where[name], _seated(seen, stand) or names)
                found.append((division.precedence, seen.ready_ms.get(key, 0), key, one))
    found.sort(key=lambda each: each[:2])
    for _precedence, _since, key, one in found:
        yield key, one


def public_divisions(seen: Tournament) -> tuple[PublicDivision, ...]:
    """Every published draw, by precedence."""
    some = sorted(_published(seen), key=lambda each: each.precedence)
    return tuple(_division(seen, each) for each in some)


def _published(seen: Tournament) -> list[Division]:
    return [each for each in seen.divisions.values() if each.draw and each.draw.published]


def _division(seen: Tournament, division: Division) -> PublicDivision:
    here, where = division_stands(seen, division), _where(division)
    numbers = {name: number for number, name in enumerate(here, 1)}
    return PublicDivision(
        division.name,
        tuple(
            PublicPairing(
                number=numbers[name],
                state=each.state,
                places=(
                    _place(seen, each.pairing.places[0], each.places[0], numbers),
                    _place(seen, each.pairing.places[1], each.places[1], numbers),
                ),
                winner=_winner(each),
                score=_score(seen.results.get(PairingKey(division.division_id, name)), each),
                where=where[name],
            )
            for name, each in here.items()
        ),
        _standings(seen, division),
        tuple(
            PublicWon(each.bracket, tuple(seen.entries[who].name for who in each.entry_ids))
            for each in winners(seen, division)
        ),
    )


def _standings(seen: Tournament, division: Division) -> tuple[PublicStanding, ...] | None:
    found = in_format(division)
    if found is None:
        return None if format_play_of(division.format) is None else ()
    way, play = found
    return tuple(
        PublicStanding(
            each.group,
            each.place,
            seen.entries[each.entry_id].name,
            each.wins,
            each.losses,
            dict(each.measures).get(CHIPS),
            each.still_in,
        )
        for each in way.standings(play)
    )


def _place(
    seen: Tournament, place: BracketPlace, who: Seen, numbers: Mapping[str, int]
) -> PublicPlace:
    entry = seen.entries.get(who.entry_id or "") if who else None
    of = numbers.get(place.of) if place.feeder else None
    return PublicPlace(entry.name if entry else None, who is not None, place.comes, of)


def _winner(stand: PairingStatus) -> int | None:
    if stand.winner is None or stand.winner.entry_id is None or stand.winner not in stand.places:
        return None
    return stand.places.index(stand.winner)


def _score(result: PairingResult | None, stand: PairingStatus) -> tuple[int, int] | None:
    """The score if played; other ways to advance stay private."""
    return result.score if result is not None and stand.state is PairingState.OVER else None


def _names(tournament: Tournament, stand: PairingStatus) -> tuple[str, str] | None:
    if stand.players is None:
        return None
    one, two = (tournament.entries[each].name for each in stand.players)
    return one, two


def _seated(tournament: Tournament, stand: PairingStatus | None) -> tuple[str, str] | None:
    """Players of each entry who sit down."""
    if stand is None or stand.players is None:
        return None
    one, two = (
        entry.players[seat - 1].name if seat else entry.name
        for entry, seat in zip(
            (tournament.entries[each] for each in stand.players), stand.seats, strict=True
        )
    )
    return one, two


def _where(division: Division) -> dict[str, PublicRound]:
    """By pairing; one object for all pairings of a round, except third place and replays."""
    every = pairings(division)
    bracket_of = {each.pairing_id: each.bracket for each in every}
    fed = {each.name for each in division.format.shape.brackets if each.feeds}
    last = last_rounds(every)
    rounds = dict[tuple[str, int, bool], PublicRound]()
    found = dict[str, PublicRound]()
    for each in every:
        third = is_for_third_place(each, bracket_of)
        at = each.bracket, each.round, third
        if at not in rounds:
            played = _round(division, each)
            rounds[at] = PublicRound(
                division=division.name,
                bracket=each.bracket,
                round=each.round,
                of=last[each.bracket] if format_play_of(division.format) is None else 0,
                third=third,
                length=played.length if played else None,
                best_of=played.best_of if played else 1,
                by=_day(division.last_days.get((each.bracket, each.round))),
                fed=each.bracket in fed,
            )
        found[each.pairing_id] = _again(division, each, rounds[at])
    return found


def _day(ordinal: int | None) -> str | None:
    return None if ordinal is None else date.fromordinal(ordinal).isoformat()


def _again(division: Division, pairing: Pairing, where: PublicRound) -> PublicRound:
    dated = division.draw.dated.get(pairing.pairing_id) if division.draw else None
    if dated is None or dated.replay_points == 0:
        return where
    return msgspec.structs.replace(where, length=dated.replay_points, best_of=1)


def _round(division: Division, pairing: Pairing) -> Round | None:
    try:
        return round_of(division, pairing.pairing_id)
    except LookupError:
        return None
