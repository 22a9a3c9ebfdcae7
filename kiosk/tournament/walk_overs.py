"""Walk-overs: the opponent of an entry that plays no more advances.

Each is a fact of its own from the moment both entries of the pairing are known, so that later
matches rest on it: the entry that advanced stays, whatever entries leave or come back later. In a
knock-out it is taken back with the entry's return as long as nothing rests on it: no later pairing
that would then have another entry was called or played. In a Swing the game is void.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kiosk.tournament.act import TournamentEvent, TournamentFact
from kiosk.tournament.bracket import (
    Cause,
    PairingResult,
    PairingState,
    PairingStatus,
    affected_pairings,
    stand_of_each,
)
from kiosk.tournament.in_division import in_format
from kiosk.tournament.played import FormatPlay
from kiosk.tournament.tournament import Division, Draw, PairingKey, Play, Tournament
from kiosk.tournament.ways import format_play_of


@dataclass(frozen=True, slots=True)
class WalkedOver(TournamentEvent):
    """`gone` play no more: the other entry advances, or neither does."""

    key: PairingKey
    result: PairingResult
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WalkOverTakenBack(TournamentEvent):
    """The gone entry plays again, or another has its place: the pairing is to be played."""

    key: PairingKey


def due_walk_overs(tournament: Tournament, at_ms: int, by: str) -> Iterator[WalkedOver]:
    """Walk-overs that are due and not recorded yet, including those they lead to."""
    for division in tournament.divisions.values() if tournament.gone else ():
        draw, found = division.draw, in_format(division)
        if found is not None:
            yield from _due_in_format(tournament, division, *found, at_ms, by)
        elif draw is not None and draw.published:
            yield from _due_in(tournament, division, draw, at_ms, by)


def _due_in_format(
    tournament: Tournament,
    division: Division,
    format_play: FormatPlay,
    play: Play,
    at_ms: int,
    by: str,
) -> Iterator[WalkedOver]:
    """An entry that comes back later does not take these back: they stand until corrected."""
    for name, each in format_play.stands(play).items():
        key, gone = PairingKey(division.division_id, name), _gone(tournament, each)
        if gone and key not in tournament.results:
            result = _result_without(each, gone)
            won = result if format_play.walk_overs else replace(result, winner=None)
            yield WalkedOver(at_ms, by, key, won, gone)


def _result_without(here: PairingStatus, gone: tuple[str, ...]) -> PairingResult:
    left = [entry_id for entry_id in here.players or () if entry_id not in gone]
    return PairingResult(left[0] if left else None, Cause.WITHDRAWN)


def _drawn(division: Division) -> Draw | None:
    """The draw of a knock-out."""
    return None if format_play_of(division.format) is not None else division.draw


def _due_in(
    tournament: Tournament, division: Division, draw: Draw, at_ms: int, by: str
) -> Iterator[WalkedOver]:
    results = _results(tournament, division)
    while True:
        here = stand_of_each(draw.bracket, results, draw.late)
        found = {
            name: each
            for name, each in here.items()
            if name not in results and _gone(tournament, each)
        }
        if not found:
            return
        for name, each in found.items():
            gone = _gone(tournament, each)
            results[name] = _result_without(each, gone)
            yield WalkedOver(at_ms, by, PairingKey(division.division_id, name), results[name], gone)


def _gone(tournament: Tournament, here: PairingStatus) -> tuple[str, ...]:
    """The entries of a pairing that play no more, if both are known and it would have to
    be played.
    """
    if here.state not in {PairingState.READY, PairingState.WAITING}:
        return ()
    return tuple(entry_id for entry_id in here.players or () if entry_id in tournament.gone)


def _results(tournament: Tournament, division: Division) -> dict[str, PairingResult]:
    return {
        key.pairing_id: result
        for key, result in tournament.results.items()
        if key.division_id == division.division_id
    }


def begun_pairings(tournament: Tournament) -> frozenset[PairingKey]:
    """Pairings that were called, played or decided by a person: not those walked over."""
    decided = tournament.results.keys() - tournament.walked_over.keys()
    return frozenset((*tournament.called, *tournament.sets, *decided))


def without_walk_overs(tournament: Tournament, keys: Iterable[PairingKey]) -> Tournament:
    """The event with these pairings no longer walked over: they have no result."""
    void = tournament.walked_over.keys() & set(keys)
    if not void:
        return tournament
    return replace(
        tournament,
        results={key: each for key, each in tournament.results.items() if key not in void},
        walked_over={key: each for key, each in tournament.walked_over.items() if key not in void},
    )


def without_draw(tournament: Tournament, division_id: str) -> Tournament:
    """The event once a division's draw is removed."""
    here = (key for key in tournament.walked_over if key.division_id == division_id)
    return without_walk_overs(tournament, here)


def walk_overs_taken_back(
    tournament: Tournament, entry_id: str, at_ms: int, by: str
) -> Iterator[WalkOverTakenBack]:
    """Walk-overs of an entry that plays again, unless something rests on them, and later ones whose
    entries change.
    """
    for division in tournament.divisions.values():
        draw = _drawn(division)
        if draw is None:
            continue
        results = _results(tournament, division)
        for pairing in draw.bracket.pairings:
            key = PairingKey(division.division_id, pairing.pairing_id)
            if entry_id not in tournament.walked_over.get(key, ()) or key.pairing_id not in results:
                continue
            void = _void(tournament, draw, key, results)
            for name in void:
                del results[name]
                yield WalkOverTakenBack(at_ms, by, PairingKey(division.division_id, name))


def _void(
    tournament: Tournament, draw: Draw, key: PairingKey, results: Mapping[str, PairingResult]
) -> tuple[str, ...]:
    """A walk-over that is taken back and the ones that go with it; none if something rests
    on it.
    """
    before = stand_of_each(draw.bracket, results, draw.late)
    left, void = dict(results), [key.pairing_id]
    del left[key.pairing_id]
    touched = begun_pairings(tournament)
    for name in affected_pairings(draw.bracket, key.pairing_id):
        later = PairingKey(key.division_id, name)
        if later not in touched and name not in left:
            continue
        if stand_of_each(draw.bracket, left, draw.late)[name].places == before[name].places:
            continue
        if later in touched:
            return ()
        del left[name]
        void.append(name)
    return tuple(void)


def apply_walked_over(tournament: Tournament, event: WalkedOver) -> Tournament:
    return replace(
        tournament,
        results={**tournament.results, event.key: event.result},
        walked_over={**tournament.walked_over, event.key: event.gone},
        called={key: at for key, at in tournament.called.items() if key != event.key},
    )


def apply_taken_back(tournament: Tournament, event: WalkOverTakenBack) -> Tournament:
    return without_walk_overs(tournament, (event.key,))


ACTS = ()
FACTS = (
    TournamentFact(WalkedOver, apply_walked_over),
    TournamentFact(WalkOverTakenBack, apply_taken_back),
)
