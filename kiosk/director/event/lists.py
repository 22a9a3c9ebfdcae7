"""Lists of an event, for spreadsheets and other programs: entries, results, places, ratings. Pure.

Names stand beside ids; codes are those of `kiosk/tournament`, independent of language.
"""

from collections.abc import Iterator, Sequence

import msgspec

from kiosk.catalogue.text import ENGLISH, Language, format_text, text
from kiosk.record.spreadsheet import Cell, csv_bytes
from kiosk.rules.units import MILLISECOND_NS
from kiosk.tournament.bracket import Cause, PairingState, PairingStatus
from kiosk.tournament.history import History
from kiosk.tournament.ratings import ratings
from kiosk.tournament.sheet import division_stands, played_as, rounds_of
from kiosk.tournament.standings import division_places
from kiosk.tournament.tournament import Division, PairingKey, Round, Tournament
from kiosk.wire.row import utc_text


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class EntryLine(_Line, frozen=True):
    """A player of an entry in a division; a pair has two lines."""

    division_id: str
    division: str
    entry_id: str
    entry: str
    player_id: str
    player: str
    number: str
    rating: float | None
    experience: int
    language: str
    team: str
    gone: bool


class ResultLine(_Line, frozen=True):
    """A pairing that is over. `cause`: played, flag, walk_over, withdrawn, disqualified or ruling;
    scores are points, or matches won where `best_of` is above 1; `utc`: when it was entered.
    `overrules`: why the director counted a score that no match can end with.
    """

    division_id: str
    division: str
    bracket: str
    round: int
    pairing_id: str
    one: str
    two: str
    winner: str
    score_one: int | None
    score_two: int | None
    cause: str
    length: int | None
    best_of: int | None
    utc: str
    one_id: str
    two_id: str
    winner_id: str | None
    overrules: str


class StandingLine(_Line, frozen=True):
    """One of the places `first` to `last` of a bracket; `still_in`: the places it can
    still reach.
    """

    division_id: str
    division: str
    bracket: str
    first: int
    last: int
    entry: str
    still_in: bool
    entry_id: str


class RatingLine(_Line, frozen=True):
    """A rating after the matches rated here; `began` is the initial rating."""

    place: int
    player: str
    number: str
    rating: float
    change: float
    began: float
    experience: int
    matches: int
    player_id: str


def list_entries(tournament: Tournament) -> tuple[EntryLine, ...]:
    """Entries of every division, in their order there."""
    return tuple(
        EntryLine(
            division.division_id,
            division.name,
            entry.entry_id,
            entry.name,
            player.player_id,
            player.name,
            player.number,
            player.rating,
            player.experience,
            player.language,
            player.team,
            entry.entry_id in tournament.gone,
        )
        for division in tournament.divisions.values()
        for entry in (tournament.entries[each] for each in division.entries)
        for player in entry.players
    )


def list_results(tournament: Tournament, history: History) -> tuple[ResultLine, ...]:
    """Pairings that are over, by division in the order of its draw."""
    return tuple(
        line
        for division in tournament.divisions.values()
        for line in _results(tournament, division, history)
    )


def _results(tournament: Tournament, division: Division, history: History) -> Iterator[ResultLine]:
    every = division_stands(tournament, division).values()
    rounds = rounds_of(division, [here.pairing for here in every])
    for here in every:
        of_round = rounds[here.pairing.bracket, here.pairing.round]
        played = of_round and played_as(division, here.pairing.pairing_id, of_round)
        yield from _result(tournament, division, here, played, history)


def _result(
    tournament: Tournament,
    division: Division,
    here: PairingStatus,
    played: Round | None,
    history: History,
) -> Iterator[ResultLine]:
    if here.state is not PairingState.OVER or here.players is None:
        return
    one, two = here.players
    key = PairingKey(division.division_id, here.pairing.pairing_id)
    result = tournament.results.get(key)
    score_one, score_two = result.score if result and result.score else (None, None)
    winner = here.winner.entry_id if here.winner else None
    decided_ms = history.decided_ms.get(key)
    yield ResultLine(
        division.division_id,
        division.name,
        here.pairing.bracket,
        here.pairing.round,
        here.pairing.pairing_id,
        tournament.entries[one].name,
        tournament.entries[two].name,
        tournament.entries[winner].name if winner else "",
        score_one,
        score_two,
        (result.cause if result else Cause.WITHDRAWN).value,
        played.length if played else None,
        played.best_of if played else None,
        utc_text(decided_ms * MILLISECOND_NS) if decided_ms is not None else "",
        one,
        two,
        winner,
        result.overrules if result else "",
    )


def list_places(tournament: Tournament) -> tuple[StandingLine, ...]:
    """Places of each bracket of each division, from its winner down."""
    return tuple(
        StandingLine(
            division.division_id,
            division.name,
            each.bracket,
            each.first,
            each.last,
            tournament.entries[each.entry_id].name,
            each.still_in,
            each.entry_id,
        )
        for division in tournament.divisions.values()
        for each in division_places(tournament, division)
    )


def list_ratings(tournament: Tournament, history: History) -> tuple[RatingLine, ...]:
    """The rating list, to hundredths; empty while the event names no formula."""
    if not tournament.formula:
        return ()
    found = ratings(tournament, history.matches, tournament.formula)
    return tuple(
        RatingLine(
            place,
            each.player.name,
            each.player.number,
            round(each.rating, 2),
            round(each.rating - each.began, 2),
            each.began,
            each.experience,
            each.matches,
            each.player.player_id,
        )
        for place, each in enumerate(found, 1)
    )


def to_csv(
    kind: type[msgspec.Struct], lines: Sequence[msgspec.Struct], language: Language = ENGLISH
) -> bytes:
    """A list as a spreadsheet of that language has it; yes and no are 1 and 0."""
    cells = ([_cell(value) for value in msgspec.structs.astuple(line)] for line in lines)
    comma = "," in format_text(text("1.5"), language)
    return csv_bytes(kind.__struct_fields__, cells, decimal_comma=comma)


def _cell(value: Cell) -> Cell:
    return int(value) if isinstance(value, bool) else value
