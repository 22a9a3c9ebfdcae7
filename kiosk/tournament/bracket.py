"""A draw on paper: pairings, and the source of each of their two places.

A place is filled by an entry, by the winner or loser of another pairing, by a late arrival, or by
nobody. Everything else follows from this and the results: the opponents, byes, and who is out. The
order in which results come in does not matter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class PlaceSource(StrEnum):
    """Source of a place."""

    ENTRY = "entry"
    LATE = "late"
    """The late arrival with this number, from 1 (000, Draw: in numerical order)."""
    WINNER = "winner"
    LOSER = "loser"
    NOBODY = "nobody"
    """An empty place: the opponent advances."""


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """One of two places of a pairing: `of` is the entry, the late arrival's number, or the pairing
    that is won or lost.
    """

    comes: PlaceSource
    of: str = ""

    @property
    def feeder(self) -> str | None:
        """The pairing it waits for; None if it waits for none."""
        return self.of if self.comes in {PlaceSource.WINNER, PlaceSource.LOSER} else None


BYE = BracketPlace(PlaceSource.NOBODY)


def entrant(entry_id: str) -> BracketPlace:
    return BracketPlace(PlaceSource.ENTRY, entry_id)


def late_place(number: int) -> BracketPlace:
    return BracketPlace(PlaceSource.LATE, str(number))


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two places that play each other. `bracket` and `round` (from 1) locate it on the sheet."""

    pairing_id: str
    bracket: str
    round: int
    places: tuple[BracketPlace, BracketPlace]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The pairings of a draw; each comes after those that its places wait for."""

    pairings: tuple[Pairing, ...]


class Cause(StrEnum):
    """How a pairing was decided."""

    PLAYED = "played"
    WALK_OVER = "walk_over"
    """An entry did not come, or came too late by the book."""
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    RULING = "ruling"
    FLAG = "flag"
    """Lost on time."""


@dataclass(frozen=True, slots=True)
class PairingResult:
    """The winner of a pairing; None: neither advances. `score` is points, or matches won of a
    series, in the order of the places, if there is one. `overrules`: why a score counts that no
    match can end with. `level` and `cube` are the last game's; 0: not known.
    """

    winner: str | None
    cause: Cause = Cause.PLAYED
    score: tuple[int, int] | None = None
    overrules: str = ""
    level: int = 0
    cube: int = 0


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """The entry in a place; None: the place stays empty."""

    entry_id: str | None


NOBODY = KnownEntry(None)

Seen: TypeAlias = KnownEntry | None
"""None: not known yet."""


class PairingState(StrEnum):
    """Progress of a pairing."""

    WAITING = "waiting"
    """An entry of the pairing is not known yet."""
    READY = "ready"
    OVER = "over"
    UNPLAYED = "unplayed"
    """One or both places stay empty: it is not played."""


@dataclass(frozen=True, slots=True)
class PairingStatus:
    """State of a pairing: the entries in its places, its winner and its loser. `seats`: which
    player of each couple plays, 1 or 2; 0: the whole entry.
    """

    pairing: Pairing
    state: PairingState
    places: tuple[Seen, Seen]
    winner: Seen
    loser: Seen
    seats: tuple[int, int] = (0, 0)

    @property
    def players(self) -> tuple[str, str] | None:
        """The two entries that play or played, in the order of the places."""
        one, two = self.places
        if one is None or two is None or one.entry_id is None or two.entry_id is None:
            return None
        return one.entry_id, two.entry_id


def stand_of_each(
    bracket: Bracket,
    results: Mapping[str, PairingResult],
    late: Mapping[int, str | None],
) -> dict[str, PairingStatus]:
    """The state of each pairing, by name, in the order of the draw.

    `late` has the entry in each late place, None for a closed one. A result counts only for the two
    entries in the places.
    """
    found: dict[str, PairingStatus] = {}
    for pairing in bracket.pairings:
        one, two = (_entry_at(place, found, late) for place in pairing.places)
        found[pairing.pairing_id] = _stand(pairing, (one, two), results)
    return found


def _entry_at(
    place: BracketPlace, found: Mapping[str, PairingStatus], late: Mapping[int, str | None]
) -> Seen:
    match place.comes:
        case PlaceSource.ENTRY:
            return KnownEntry(place.of)
        case PlaceSource.LATE:
            number = int(place.of)
            return KnownEntry(late[number]) if number in late else None
        case PlaceSource.WINNER:
            return found[place.of].winner
        case PlaceSource.LOSER:
            return found[place.of].loser
        case PlaceSource.NOBODY:
            return NOBODY


def _stand(
    pairing: Pairing, places: tuple[Seen, Seen], results: Mapping[str, PairingResult]
) -> PairingStatus:
    one, two = places
    if NOBODY in places:  # the other, when known, advances
        other = two if one == NOBODY else one
        return PairingStatus(pairing, PairingState.UNPLAYED, places, other, NOBODY)
    if one is None or two is None:
        return PairingStatus(pairing, PairingState.WAITING, places, None, None)
    result = results.get(pairing.pairing_id)
    if result is not None and (result.winner is None or KnownEntry(result.winner) in places):
        return _over(pairing, (one, two), result)
    return PairingStatus(pairing, PairingState.READY, places, None, None)


def _over(
    pairing: Pairing, places: tuple[KnownEntry, KnownEntry], result: PairingResult
) -> PairingStatus:
    """A disqualified or withdrawn loser drops into no other bracket."""
    one, two = places
    if result.winner is None:
        return PairingStatus(pairing, PairingState.OVER, places, NOBODY, NOBODY)
    winner, loser = (one, two) if one.entry_id == result.winner else (two, one)
    out = result.cause in {Cause.WITHDRAWN, Cause.DISQUALIFIED}
    return PairingStatus(pairing, PairingState.OVER, places, winner, NOBODY if out else loser)


def affected_pairings(bracket: Bracket, pairing_id: str) -> Iterator[str]:
    """Every pairing that a result of this one affects, the next ones first."""
    reached = {pairing_id}
    for pairing in bracket.pairings:
        if any(place.feeder in reached for place in pairing.places):
            reached.add(pairing.pairing_id)
            yield pairing.pairing_id
