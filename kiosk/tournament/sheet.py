"""State derived from a division's draw and results: the sheet on display. Computed, not stored."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kiosk.rules.table import MatchFormat
from kiosk.tournament.act import TournamentReason
from kiosk.tournament.bracket import Pairing, PairingState, PairingStatus, stand_of_each
from kiosk.tournament.played import number_of
from kiosk.tournament.tournament import Division, PairingKey, Player, Round, Tournament
from kiosk.tournament.ways import format_play_of


@dataclass(frozen=True, slots=True)
class ToPlay:
    """A pairing as a table plays it: the entries in the order of the places, the terms, and which
    match of its series, from 1. A `single_game` replaces the match to points. `seats`: which player
    of each couple plays, 1 or 2; 0: the whole entry. `consults`: a side has more than one player.
    """

    sides: tuple[str, str]
    round: Round
    number: int
    single_game: MatchFormat | None = None
    seats: tuple[int, int] = (0, 0)
    consults: bool = False


def why_unready(here: PairingStatus) -> tuple[bool, TournamentReason]:
    """Whether it can't be played now, and why."""
    why = {PairingState.OVER: TournamentReason.OVER, PairingState.UNPLAYED: TournamentReason.BYE}
    return here.state is not PairingState.READY, why.get(here.state, TournamentReason.NOT_READY)


def division_stands(tournament: Tournament, division: Division) -> dict[str, PairingStatus]:
    """The state of each pairing of a division, by name, in the draw's order; none before
    the draw.
    """
    if division.draw is None:
        return {}
    format_play = format_play_of(division.format)
    if format_play is not None:
        return {} if division.draw.play is None else format_play.stands(division.draw.play)
    results = {
        key.pairing_id: result
        for key, result in tournament.results.items()
        if key.division_id == division.division_id
    }
    return stand_of_each(division.draw.bracket, results, division.draw.late)


def event_sheet(tournament: Tournament) -> dict[PairingKey, PairingStatus]:
    """The state of each pairing of every drawn division."""
    return {
        PairingKey(division.division_id, name): each
        for division in tournament.divisions.values()
        for name, each in division_stands(tournament, division).items()
    }


def stand_of(tournament: Tournament, key: PairingKey) -> PairingStatus | None:
    """The state of a pairing; None: it does not exist."""
    division = tournament.divisions.get(key.division_id)
    return None if division is None else division_stands(tournament, division).get(key.pairing_id)


def ready_pairings(tournament: Tournament) -> Iterator[tuple[PairingKey, PairingStatus]]:
    """Pairings of published draws that can be played or are being played."""
    for division in tournament.divisions.values():
        if division.draw is not None and division.draw.published:
            for name, each in division_stands(tournament, division).items():
                if each.state is PairingState.READY:
                    yield PairingKey(division.division_id, name), each


def round_of(division: Division, pairing_id: str) -> Round:
    """The terms of a pairing of a drawn division. Raises LookupError if its format does not define
    them.
    """
    every = pairings(division)
    for each in every:
        if each.pairing_id == pairing_id:
            found = rounds_of(division, every)[each.bracket, each.round]
            if found is not None:
                return played_as(division, pairing_id, found)
    raise LookupError(f"the format {division.format.title} has no round for {pairing_id}")


def played_as(division: Division, pairing_id: str, of_round: Round) -> Round:
    """The terms of a pairing: those of its round, except for a replay (001 TR15)."""
    dated = None if division.draw is None else division.draw.dated.get(pairing_id)
    if dated is None or dated.replay_points == 0:
        return of_round
    return replace(of_round, length=dated.replay_points, best_of=1)


def pairings(division: Division) -> tuple[Pairing, ...]:
    """Pairings of its draw, or those its format has made so far; none before the draw."""
    if division.draw is None:
        return ()
    format_play = format_play_of(division.format)
    if format_play is None or division.draw.play is None:
        return division.draw.bracket.pairings
    return tuple(each.pairing for each in format_play.stands(division.draw.play).values())


def rounds_of(division: Division, every: Iterable[Pairing]) -> dict[tuple[str, int], Round | None]:
    """The terms of each round of each bracket; None: the format does not define them."""
    format_play, play = (
        format_play_of(division.format),
        division.draw.play if division.draw else None,
    )
    last: dict[str, int] = {}
    rounds = dict.fromkeys((each.bracket, each.round) for each in every)
    for bracket, number in rounds:
        last[bracket] = max(number, last.get(bracket, 0))
    if format_play is not None and play is not None:
        final = format_play.rounds(play)
        return {
            (bracket, number): _round(division, format_play.name, number, max(final, number))
            for bracket, number in rounds
        }
    return {
        (bracket, number): _round(division, bracket, number, last[bracket])
        for bracket, number in rounds
    }


def _round(division: Division, bracket: str, number: int, final: int) -> Round | None:
    for each in division.format.rounds:
        last = each.last if each.last >= 1 else final + each.last
        first = each.first if each.first >= 1 else final + each.first
        if each.bracket == bracket and first <= number <= last:
            return each
    return None


def to_play(tournament: Tournament, key: PairingKey) -> ToPlay | None:
    """The next match of a pairing; None: nothing to play, the draw is not published, or the format
    does not define its terms.
    """
    here = stand_of(tournament, key)
    return None if here is None else match_to_play(tournament, key, here)


def match_to_play(tournament: Tournament, key: PairingKey, here: PairingStatus) -> ToPlay | None:
    """The same for a given state of the pairing."""
    division = tournament.divisions[key.division_id]
    if here.players is None or here.state is not PairingState.READY:
        return None
    if division.draw is None or not division.draw.published:
        return None
    number = len(tournament.sets.get(key, ())) + 1
    format_play = format_play_of(division.format)
    game = None
    if format_play is not None and format_play.single_game is not None:
        game = format_play.single_game(division.draw.play, number_of(key.pairing_id))
    consults = len(players_of(tournament, here)) > len(here.players)
    played = round_of(division, key.pairing_id)
    return ToPlay(here.players, played, number, game, here.seats, consults)


def players_of(tournament: Tournament, here: PairingStatus) -> tuple[Player, ...]:
    """All players of a pairing; none before both places are filled."""
    return tuple(
        player
        for entry_id, seat in zip(here.players or (), here.seats, strict=False)
        for nth, player in enumerate(tournament.entries[entry_id].players, 1)
        if seat in {0, nth}
    )


def players_at_tables(
    tournament: Tournament, every: Mapping[PairingKey, PairingStatus]
) -> set[str]:
    """Players who are at a table now; `every` is the whole sheet."""
    return {
        player.player_id
        for key in tournament.called
        for player in players_of(tournament, every[key])
    }
