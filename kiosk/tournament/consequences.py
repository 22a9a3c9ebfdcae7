"""What an act takes away: a comparison of the event before and after it.

No act is known here: whatever the act decided or caused is found by comparing the two states. New
pairings, calls and results that take nothing away are not listed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kiosk.tournament.bracket import PairingResult, PairingState, PairingStatus
from kiosk.tournament.sheet import division_stands, event_sheet, rounds_of
from kiosk.tournament.tournament import Division, PairingKey, Round, Tournament, key_of


@dataclass(frozen=True, slots=True)
class CallEnds:
    """These two leave their table, whether or not their match has begun. `match_id` is the table's
    match.
    """

    key: PairingKey
    sides: tuple[str, str]
    table: int
    match_id: str


@dataclass(frozen=True, slots=True)
class TableChanges:
    """These two go on at another table."""

    key: PairingKey
    sides: tuple[str, str]
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class PutOffEnds:
    """An interrupted match, or one called back after it began, does not go on."""

    key: PairingKey
    sides: tuple[str, str]
    match_id: str


@dataclass(frozen=True, slots=True)
class MatchTurned:
    """A table's match of a pairing does not count."""

    key: PairingKey
    match_id: str


@dataclass(frozen=True, slots=True)
class ResultVoid:
    """Its result is void, or other entries play there; `winner` None: neither advanced."""

    key: PairingKey
    sides: tuple[str, str]
    winner: str | None


@dataclass(frozen=True, slots=True)
class ResultChanges:
    """The same entries, but another winner or score."""

    key: PairingKey
    sides: tuple[str, str]
    was: PairingResult
    now: PairingResult


@dataclass(frozen=True, slots=True)
class SeriesVoid:
    """`count` matches of a series count no more."""

    key: PairingKey
    sides: tuple[str, str]
    count: int


@dataclass(frozen=True, slots=True)
class PlaceChanges:
    """An entry loses its place in a pairing; `now` None: the place is empty or not known."""

    key: PairingKey
    was: str
    now: str | None


@dataclass(frozen=True, slots=True)
class PairingGone:
    """These two do not meet."""

    key: PairingKey
    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class DecidedUnplayed:
    """Decided without play; `winner` None: neither advances."""

    key: PairingKey
    sides: tuple[str, str]
    winner: str | None


@dataclass(frozen=True, slots=True)
class PlaysNoMore:
    entry_id: str


@dataclass(frozen=True, slots=True)
class EntryLeaves:
    """An entry leaves its division."""

    division_id: str
    entry_id: str


@dataclass(frozen=True, slots=True)
class DivisionGone:
    """A division with `entries` entries is removed."""

    division_id: str
    entries: int


@dataclass(frozen=True, slots=True)
class DrawGone:
    """A draw is lost, by its number; `published`: it was on display."""

    division_id: str
    number: int
    published: bool


@dataclass(frozen=True, slots=True)
class LatePlacesClose:
    """`count` places for late arrivals are closed."""

    division_id: str
    count: int


@dataclass(frozen=True, slots=True)
class RoundChanges:
    """A round of a drawn bracket is played another way."""

    division_id: str
    bracket: str
    round: int
    was: Round
    now: Round


@dataclass(frozen=True, slots=True)
class DateVoid:
    """A date arranged, or a claim made, counts no more."""

    key: PairingKey
    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TableRemoved:
    table: int


Consequence = (
    CallEnds
    | TableChanges
    | PutOffEnds
    | MatchTurned
    | ResultVoid
    | ResultChanges
    | SeriesVoid
    | PlaceChanges
    | PairingGone
    | DecidedUnplayed
    | PlaysNoMore
    | EntryLeaves
    | DivisionGone
    | DrawGone
    | LatePlacesClose
    | RoundChanges
    | DateVoid
    | TableRemoved
)


def consequences(before: Tournament, after: Tournament) -> tuple[Consequence, ...]:
    """What is taken away between the two states, entries at a table first; an event that is put
    away for the next one keeps all it had.
    """
    if before.event_id and before.event_id != after.event_id:
        return ()
    were, are = event_sheet(before), event_sheet(after)
    redrawn = {
        name
        for name, division in before.divisions.items()
        if _draw_number(division) != _draw_number(after.divisions.get(name))
    }
    kept = {key: each for key, each in were.items() if key.division_id not in redrawn}
    return (
        *_calls(before, after, were, are),
        *_put_off(before, after, are),
        *(
            MatchTurned(key, match_id)
            for match_id, _journal in sorted(after.turned_away - before.turned_away)
            if (key := key_of(match_id)) is not None and not _goes_on(before, after, key, match_id)
        ),
        *_results(before, after, kept, are),
        *_places(kept, are),
        *_dates(before, after),
        *_entries(before, after),
        *_divisions(before, after, redrawn),
        *(TableRemoved(each) for each in before.tables if each not in after.tables),
    )


def _goes_on(before: Tournament, after: Tournament, key: PairingKey, match_id: str) -> bool:
    """Whether the match goes on where it belongs, because another table's claim to it was turned
    away.
    """
    matches = before.matches.get(key), after.matches.get(key)
    return all(each is not None and each.match_id == match_id for each in matches)


def _draw_number(division: Division | None) -> int | None:
    return division.draw.number if division is not None and division.draw is not None else None


def _calls(
    before: Tournament,
    after: Tournament,
    were: Mapping[PairingKey, PairingStatus],
    are: Mapping[PairingKey, PairingStatus],
) -> Iterator[Consequence]:
    for key, called in before.called.items():
        match = before.matches.get(key)
        sides = were[key].players if key in were else None
        if match is None or sides is None:
            continue
        now, then = after.called.get(key), after.matches.get(key)
        if now is None or then != match or _players(are, key) != sides:
            yield CallEnds(key, sides, called.table, match.match_id)
        elif now.table != called.table:
            yield TableChanges(key, sides, called.table, now.table)


def _players(every: Mapping[PairingKey, PairingStatus], key: PairingKey) -> tuple[str, str] | None:
    here = every.get(key)
    return here.players if here is not None else None


def _put_off(
    before: Tournament, after: Tournament, are: Mapping[PairingKey, PairingStatus]
) -> Iterator[Consequence]:
    """Interrupted matches that are replaced or gone afterwards."""
    for key, match in before.matches.items():
        if key in before.called or key in before.results:
            continue
        if after.matches.get(key) != match or _players(are, key) != match.sides:
            yield PutOffEnds(key, match.sides, match.match_id)


def _results(
    before: Tournament,
    after: Tournament,
    kept: Mapping[PairingKey, PairingStatus],
    are: Mapping[PairingKey, PairingStatus],
) -> Iterator[Consequence]:
    for key, here in kept.items():
        sides, now = here.players, are.get(key)
        if sides is None:
            continue
        count, left = (len(each.sets.get(key, ())) for each in (before, after))
        if left < count and before.results.get(key) == after.results.get(key):
            yield SeriesVoid(key, sides, count)
        same = now is not None and now.players == sides
        if here.state is PairingState.OVER:
            if now is None or not same or now.state is not PairingState.OVER:
                yield ResultVoid(key, sides, _winner(here))
            elif _result(before, key, here) != _result(after, key, now):
                was, then = _result(before, key, here), _result(after, key, now)
                yield ResultChanges(key, sides, was, then)
        elif now is not None and same and _is_open(here) and not _is_open(now):
            played = after.results.get(key)
            if played is None or played.score is None:
                yield DecidedUnplayed(key, sides, _winner(now))


def _is_open(here: PairingStatus) -> bool:
    return here.state in {PairingState.WAITING, PairingState.READY}


def _winner(here: PairingStatus) -> str | None:
    return here.winner.entry_id if here.winner is not None else None


def _result(tournament: Tournament, key: PairingKey, here: PairingStatus) -> PairingResult:
    """The result that counts: as reported, or as a format or a departure made it."""
    found = tournament.results.get(key)
    score = found.score if found is not None else None
    return PairingResult(_winner(here), score=score)


def _places(
    kept: Mapping[PairingKey, PairingStatus], are: Mapping[PairingKey, PairingStatus]
) -> Iterator[Consequence]:
    """Entries that lost their place, pairings that are gone, and those with other entries."""
    for key, here in kept.items():
        now = are.get(key)
        if now is None:
            if here.players is not None:
                yield PairingGone(key, here.players)
            continue
        for was, then in zip(here.places, now.places, strict=True):
            if was is not None and was.entry_id is not None and was != then:
                yield PlaceChanges(key, was.entry_id, then.entry_id if then is not None else None)


def _dates(before: Tournament, after: Tournament) -> Iterator[Consequence]:
    for name, division in before.divisions.items():
        there = after.divisions.get(name)
        then = there.draw.dated if there is not None and there.draw is not None else {}
        for pairing_id, here in (division.draw.dated if division.draw else {}).items():
            now = then.get(pairing_id)
            arranged = here.arranged is not None and (now is None or now.arranged != here.arranged)
            claimed = here.claim is not None and (now is None or now.claim is None)
            over = here.over or (now is not None and now.over)
            if (arranged or claimed) and not over:
                yield DateVoid(PairingKey(name, pairing_id), here.pair)


def _entries(before: Tournament, after: Tournament) -> Iterator[Consequence]:
    for entry_id in sorted(after.gone - before.gone):
        yield PlaysNoMore(entry_id)
    for name, division in before.divisions.items():
        then = after.divisions.get(name)
        if then is not None:
            for entry_id in division.entries:
                if entry_id not in then.entries:
                    yield EntryLeaves(name, entry_id)


def _divisions(before: Tournament, after: Tournament, redrawn: set[str]) -> Iterator[Consequence]:
    for name, division in before.divisions.items():
        then = after.divisions.get(name)
        if then is None:
            yield DivisionGone(name, len(division.entries))
            continue
        if name in redrawn:
            if division.draw is not None:
                yield DrawGone(name, division.draw.number, division.draw.published)
            continue
        late = _late_left(division) - _late_left(then)
        if late > 0 and len(then.entries) == len(division.entries):
            yield LatePlacesClose(name, late)
        yield from _rounds(before, division, after, then)


def _late_left(division: Division) -> int:
    draw = division.draw
    return 0 if draw is None else draw.late_places - len(draw.late)


def _rounds(
    before: Tournament, division: Division, after: Tournament, then: Division
) -> Iterator[Consequence]:
    if division.draw is None or division.format.rounds == then.format.rounds:
        return
    was, now = (
        rounds_of(each, [here.pairing for here in division_stands(event, each).values()])
        for event, each in ((before, division), (after, then))
    )
    for (bracket, number), one in was.items():
        other = now.get((bracket, number))
        if one is not None and other is not None and one != other:
            yield RoundChanges(division.division_id, bracket, number, one, other)
