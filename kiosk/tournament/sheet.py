"""What follows from a division's draw and its results: the sheet on the wall, read not stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kiosk.tournament.bracket import Stand, State, stand
from kiosk.tournament.tournament import Division, Key, Player, Round, Tournament


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A pairing as a table plays it: the entries in the order of the places, how, and which match
    of its series, from 1.
    """

    sides: tuple[str, str]
    round: Round
    number: int


def stands(tournament: Tournament, division: Division) -> dict[str, Stand]:
    """Each pairing of a division as it stands, by name, in the draw's order; none before it."""
    if division.draw is None:
        return {}
    results = {
        key.pairing_id: result
        for key, result in tournament.results.items()
        if key.division_id == division.division_id
    }
    return stand(division.draw.bracket, results, division.draw.late, tournament.gone)


def sheet(tournament: Tournament) -> dict[Key, Stand]:
    """Each pairing of every division that is drawn."""
    return {
        Key(division.division_id, name): each
        for division in tournament.divisions.values()
        for name, each in stands(tournament, division).items()
    }


def stand_of(tournament: Tournament, key: Key) -> Stand | None:
    """A pairing as it stands; None: there is no such."""
    division = tournament.divisions.get(key.division_id)
    return None if division is None else stands(tournament, division).get(key.pairing_id)


def ready(tournament: Tournament) -> Iterator[tuple[Key, Stand]]:
    """Pairings of published draws that can be played, and those that are being played."""
    for division in tournament.divisions.values():
        if division.draw is not None and division.draw.published:
            for name, each in stands(tournament, division).items():
                if each.state is State.READY:
                    yield Key(division.division_id, name), each


def round_of(division: Division, pairing_id: str) -> Round:
    """How a pairing of a drawn division is played. LookupError: its format says nothing of it."""
    if division.draw is None:
        raise LookupError(f"{division.name} is not drawn")
    pairings = division.draw.bracket.pairings
    (pairing,) = (each for each in pairings if each.pairing_id == pairing_id)
    final = max(each.round for each in pairings if each.bracket == pairing.bracket)
    for each in division.format.rounds:
        last = each.last if each.last >= 1 else final + each.last
        first = each.first if each.first >= 1 else final + each.first
        if each.bracket == pairing.bracket and first <= pairing.round <= last:
            return each
    raise LookupError(f"the format {division.format.title} has no round for {pairing_id}")


def to_play(tournament: Tournament, key: Key) -> ToPlay | None:
    """What is to be played of a pairing next; None: nothing, or the draw is not published, or the
    format says nothing of it.
    """
    division, here = tournament.divisions.get(key.division_id), stand_of(tournament, key)
    if division is None or here is None or here.players is None or here.state is not State.READY:
        return None
    if division.draw is None or not division.draw.published:
        return None
    number = len(tournament.sets.get(key, ())) + 1
    return ToPlay(here.players, round_of(division, key.pairing_id), number)


def people(tournament: Tournament, here: Stand) -> tuple[Player, ...]:
    """Everybody who plays in a pairing; nobody before both places are taken."""
    return tuple(
        player for entry_id in here.players or () for player in tournament.entries[entry_id].players
    )


def playing(tournament: Tournament, every: Mapping[Key, Stand]) -> set[str]:
    """Players who are at a table now; `every` is the whole sheet."""
    return {
        player.player_id for key in tournament.called for player in people(tournament, every[key])
    }
