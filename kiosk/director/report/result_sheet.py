"""Printed result sheet of a division: each bracket with its places and its rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.director.event.lists import ResultLine, StandingLine, list_places, list_results
from kiosk.director.event.words import EVENT_WORDS
from kiosk.director.report.round_name import round_words
from kiosk.tournament.bracket import Cause, PairingState
from kiosk.tournament.history import History
from kiosk.tournament.sheet import division_stands
from kiosk.tournament.standings import winners
from kiosk.tournament.tournament import Division, Tournament
from kiosk.tournament.ways import format_play_of

CAUSES: Mapping[Cause, Text | str] = {
    Cause.PLAYED: "",
    Cause.WALK_OVER: text("walk-over"),
    Cause.WITHDRAWN: text("withdrawn"),
    Cause.DISQUALIFIED: text("disqualified"),
    Cause.RULING: text("the director's ruling"),
    Cause.FLAG: text("lost on time"),
}
"""Text beside the score, by how a pairing was decided."""

BRACKETS: Mapping[str, Text] = MappingProxyType(
    {
        "main": EVENT_WORDS["bracket_main"],
        "consolation": EVENT_WORDS["bracket_consolation"],
        "last-chance": EVENT_WORDS["bracket_last_chance"],
        "swiss": EVENT_WORDS["bracket_swiss"],
        "groups": EVENT_WORDS["bracket_groups"],
        "swing": EVENT_WORDS["bracket_swing"],
    }
)
"""Names of the usual brackets; others are shown by their own name."""

_OPEN = frozenset({PairingState.WAITING, PairingState.READY})


@dataclass(frozen=True, slots=True)
class RoundShown:
    title: Text
    lines: tuple[tuple[ResultLine, Text | str], ...]
    left: int
    """Number of pairings without a result."""


@dataclass(frozen=True, slots=True)
class BracketShown:
    """`places` the best first; `over`: no entry plays on in it; `winners` by name, once it is."""

    title: Text | str
    places: tuple[StandingLine, ...]
    rounds: tuple[RoundShown, ...]
    over: bool
    winners: tuple[str, ...]


def sheet_of(
    tournament: Tournament, division: Division, history: History
) -> tuple[BracketShown, ...]:
    """The brackets in the order of the draw; none before it."""
    mine = division.division_id
    placed = [line for line in list_places(tournament) if line.division_id == mine]
    over = {
        line.pairing_id: line
        for line in list_results(tournament, history)
        if line.division_id == mine
    }
    stood = division_stands(tournament, division)
    way = format_play_of(division.format)
    won = {each.bracket: each.entry_ids for each in winners(tournament, division)}
    here = tuple(stood.values())
    found: list[BracketShown] = []
    for name in dict.fromkeys(each.pairing.bracket for each in here):
        of_bracket = [each for each in here if each.pairing.bracket == name]
        rounds: list[RoundShown] = []
        for _round, some in groupby(
            sorted(of_bracket, key=lambda each: -each.pairing.round),
            key=lambda each: each.pairing.round,
        ):
            drawn = [each.pairing for each in some]
            ids = [each.pairing_id for each in drawn]
            lines = tuple((over[each], cause_words(over[each])) for each in ids if each in over)
            left = sum(stood[each].state in _OPEN for each in ids)
            rounds.append(RoundShown(round_words(division, drawn[0]), lines, left))
        standing = tuple(line for line in placed if line.bracket == name)
        done = name in won if way else not any(each.left for each in rounds)
        first = tuple(tournament.entries[each].name for each in won.get(name, ()))
        found.append(BracketShown(bracket_words(name), standing, tuple(rounds), done, first))
    return tuple(found)


def cause_words(line: ResultLine) -> Text | str:
    """How the pairing was decided; for a score that the director let count, with the reason."""
    if line.overrules:
        return text("the director counts this score: {why}", why=isolated(line.overrules))
    return CAUSES[Cause(line.cause)]


def bracket_words(name: str) -> Text | str:
    return BRACKETS.get(name, name)


def place_words(line: StandingLine) -> str:
    """`3` or `3–4`."""
    return str(line.first) if line.first == line.last else f"{line.first}–{line.last}"
