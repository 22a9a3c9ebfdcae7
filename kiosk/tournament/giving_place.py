"""Give a latecomer the place of an absent entry, or a closed late place.

No rule book covers this: it is the director's ruling, with a reason. Nothing that follows from the
place may have begun. A bye for which no place was reserved has no pairing to give.
"""

from collections.abc import Iterator, Mapping
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
from kiosk.tournament.bracket import (
    Bracket,
    BracketPlace,
    Pairing,
    PlaceSource,
    affected_pairings,
    entrant,
)
from kiosk.tournament.entries import refuse_again, unfit_entries
from kiosk.tournament.tournament import Division, Draw, Entry, PairingKey, Tournament
from kiosk.tournament.walk_overs import begun_pairings, without_walk_overs
from kiosk.tournament.ways import format_play_of


@dataclass(frozen=True, slots=True)
class GivePlace(TournamentCommand):
    """`entry` takes the place of `of`, who plays no more; None: a closed late place."""

    division_id: str
    of: str | None
    entry: Entry
    why: str


@dataclass(frozen=True, slots=True)
class SwapPlaces(TournamentCommand):
    """Two entries of a knock-out change places before either has been called; a bye goes with its
    place. A published draw needs a reason.
    """

    division_id: str
    one: str
    two: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlacesSwapped(TournamentEvent):
    division_id: str
    one: str
    two: str
    why: str


@dataclass(frozen=True, slots=True)
class PlaceGiven(TournamentEvent):
    division_id: str
    of: str | None
    entry: Entry
    why: str


def free_places(tournament: Tournament, division: Division) -> tuple[str | None, ...]:
    """Entries whose places could be given away now, in the order of the draw; None: a closed late
    place.
    """
    draw = division.draw
    if draw is None:
        return ()
    found = [
        of
        for pairing in draw.bracket.pairings
        for place in pairing.places
        for of in _held(draw.late, place)
        if of is None or of in tournament.gone
    ]
    return tuple(of for of in dict.fromkeys(found) if not _begun(tournament, division, draw, of))


def _held(late: Mapping[int, str | None], place: BracketPlace) -> Iterator[str | None]:
    """The entry drawn into a place or placed there late; None: the place was reserved, and
    closed.
    """
    if place.comes is PlaceSource.ENTRY:
        yield place.of
    elif place.comes is PlaceSource.LATE and int(place.of) in late:
        yield late[int(place.of)]


def _pairing(draw: Draw, of: str | None) -> Pairing | None:
    """The first pairing that has the place."""
    for pairing in draw.bracket.pairings:
        if any(of in _held(draw.late, place) for place in pairing.places):
            return pairing
    return None


def _begun(tournament: Tournament, division: Division, draw: Draw, of: str | None) -> Against:
    """Objections from the pairing with the place and those it leads to: called, or decided."""
    pairing = _pairing(draw, of)
    if pairing is None:
        return (Objection(TournamentReason.NO_LATE_PLACE, of or division.name),)
    here = begun_pairings(tournament)
    keys = _reached(division, draw, pairing)
    return tuple(Objection(TournamentReason.BEGUN, str(key)) for key in keys if key in here)


def _reached(division: Division, draw: Draw, pairing: Pairing) -> list[PairingKey]:
    """The pairing and those it leads to."""
    names = (pairing.pairing_id, *affected_pairings(draw.bracket, pairing.pairing_id))
    return [PairingKey(division.division_id, name) for name in names]


def refuse_giving(tournament: Tournament, command: GivePlace) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    if division.draw is None:
        return (Objection(TournamentReason.NO_DRAW, division.name),)
    if format_play_of(division.format) is not None:
        return (Objection(TournamentReason.NOT_IN_FORMAT, division.name),)
    of, entry = command.of, command.entry
    here = [tournament.entries[each] for each in division.entries]
    return (
        *objections(
            (of is not None and of not in tournament.gone, TournamentReason.STAYS, of or ""),
            (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
            (
                tournament.entries.get(entry.entry_id, entry) != entry,
                TournamentReason.TAKEN,
                entry.entry_id,
            ),
        ),
        *_begun(tournament, division, division.draw, of),
        *unfit_entries(here, (entry,)),
        *refuse_again(division, here, (entry,), command.at_ms),
    )


def give_place(_tournament: Tournament, command: GivePlace) -> tuple[TournamentEvent, ...]:
    at = command.at_ms, command.by
    return (PlaceGiven(*at, command.division_id, command.of, command.entry, command.why),)


def apply_given(tournament: Tournament, event: PlaceGiven) -> Tournament:
    """An opponent who advanced because the place was empty now has to play."""
    division, new = tournament.divisions[event.division_id], event.entry.entry_id
    draw = division.draw
    if draw is None:
        raise LookupError(f"{division.name} is not drawn: nobody has a place in it")
    late = next((number for number, entry_id in draw.late.items() if entry_id == event.of), None)
    if late is not None:
        changed = replace(draw, late={**draw.late, late: new})
    else:
        was, now = entrant(event.of or ""), entrant(new)
        pairings = []
        for each in draw.bracket.pairings:
            one, two = (now if place == was else place for place in each.places)
            pairings.append(replace(each, places=(one, two)))
        changed = replace(draw, bracket=Bracket(tuple(pairings)))
    entries = (*division.entries, new)
    pairing = _pairing(draw, event.of)
    void = _reached(division, draw, pairing) if pairing is not None else ()
    entered = without_walk_overs(tournament, void).with_entry(event.entry)
    return entered.with_division(event.division_id, entries=entries, draw=changed)


def refuse_swapping(tournament: Tournament, command: SwapPlaces) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    if division.draw is None:
        return (Objection(TournamentReason.NO_DRAW, division.name),)
    if format_play_of(division.format) is not None or division.format.by_date is not None:
        return (Objection(TournamentReason.NOT_IN_FORMAT, division.name),)
    both = (command.one, command.two)
    unknown = [each for each in both if each not in division.entries]
    if unknown:
        return tuple(Objection(TournamentReason.UNKNOWN, each) for each in unknown)
    pairings = [_pairing(division.draw, each) for each in both]
    return (
        *objections(
            (
                pairings[0] == pairings[1],
                TournamentReason.UNCHANGED,
                tournament.entries[command.one].name,
            ),
            (
                division.draw.published and not command.why.strip(),
                TournamentReason.WHY_MISSING,
                "why",
            ),
        ),
        *(each for of in both for each in _begun(tournament, division, division.draw, of)),
    )


def swap_places(_tournament: Tournament, command: SwapPlaces) -> tuple[TournamentEvent, ...]:
    at = command.at_ms, command.by
    return (PlacesSwapped(*at, command.division_id, command.one, command.two, command.why),)


def apply_swapped(tournament: Tournament, event: PlacesSwapped) -> Tournament:
    draw = tournament.divisions[event.division_id].draw
    if draw is None:
        raise LookupError(f"{event.division_id} is not drawn: it has no places")
    one, two = (_place_of(draw, of) for of in (event.one, event.two))
    other = {one: two, two: one}
    pairings = []
    for each in draw.bracket.pairings:
        first, second = (other.get(place, place) for place in each.places)
        pairings.append(replace(each, places=(first, second)))
    bracket = Bracket(tuple(pairings))
    return tournament.with_division(event.division_id, draw=replace(draw, bracket=bracket))


def _place_of(draw: Draw, of: str) -> BracketPlace:
    """The place an entry was drawn into or came late to. Raises LookupError."""
    for pairing in draw.bracket.pairings:
        for place in pairing.places:
            if of in _held(draw.late, place):
                return place
    raise LookupError(f"{of} has no place in this draw")


ACTS = (
    TournamentAct(GivePlace, refuse_giving, give_place),
    TournamentAct(SwapPlaces, refuse_swapping, swap_places),
)
FACTS = (
    TournamentFact(PlaceGiven, apply_given),
    TournamentFact(PlacesSwapped, apply_swapped),
)
