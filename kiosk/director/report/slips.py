"""Score slips of the matches that are called: names, table, length, and where the result goes."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from kiosk.catalogue.text import Text
from kiosk.director.people.qr import qr_path
from kiosk.director.report.result_sheet import bracket_words
from kiosk.director.report.round_name import round_words
from kiosk.tournament.sheet import division_stands, played_as, rounds_of
from kiosk.tournament.tournament import PairingKey, Tournament


@dataclass(frozen=True, slots=True)
class ScoreSlip:
    """`qr_size` in modules and `qr` as an SVG path lead to the match on a scorer's phone."""

    table: int
    division: str
    bracket: Text | str
    round: Text
    names: tuple[str, str]
    length: int | None
    best_of: int
    qr_size: int
    qr: str


def score_slips(tournament: Tournament, origin: str) -> Iterator[ScoreSlip]:
    """A slip for each match that is called, by table; origin: the director's address."""
    for key, called in sorted(tournament.called.items(), key=lambda one: one[1].table):
        division = tournament.divisions[key.division_id]
        stood = division_stands(tournament, division)
        here = stood.get(key.pairing_id)
        if here is None or here.players is None:
            continue
        pairing = here.pairing
        terms = rounds_of(division, [pairing])[pairing.bracket, pairing.round]
        played = terms and played_as(division, key.pairing_id, terms)
        one, two = (tournament.entries[each].name for each in here.players)
        size, path = qr_path(f"{origin}{match_path(key)}")
        yield ScoreSlip(
            called.table,
            division.name,
            bracket_words(pairing.bracket),
            round_words(division, pairing),
            (one, two),
            played.length if played else None,
            played.best_of if played else 1,
            size,
            path,
        )


def match_path(key: PairingKey) -> str:
    """The page on which a match's result is entered."""
    return "/event/run?" + urlencode({"division": key.division_id, "pairing": key.pairing_id})
