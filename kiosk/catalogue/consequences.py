"""The consequences of an event's act for people, in words: for whom, at which table."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from kiosk.catalogue.event_names import division_name, entry_name, pairing_name, sides_name
from kiosk.catalogue.text import Text, plural, text
from kiosk.tournament.consequences import (
    CallEnds,
    Consequence,
    DateVoid,
    DecidedUnplayed,
    DivisionGone,
    DrawGone,
    EntryLeaves,
    LatePlacesClose,
    MatchTurned,
    PairingGone,
    PlaceChanges,
    PlaysNoMore,
    PutOffEnds,
    ResultChanges,
    ResultVoid,
    RoundChanges,
    SeriesVoid,
    TableChanges,
    TableRemoved,
)
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.tournament import Tournament

MOST_SHOWN = 12
"""Sentences shown; of the rest only the number."""

BRACKETS: Mapping[str, Text] = MappingProxyType(
    {
        "main": text("Main"),
        "consolation": text("Consolation"),
        "last-chance": text("Last chance"),
        "swiss": text("Swiss"),
        "groups": text("Groups"),
        "swing": text("Swing"),
    }
)
"""Brackets that have a name for people."""

Scores = Mapping[str, tuple[int, int]]
"""Matches in play at a table, by their ids: points in the order of the sides."""

Words = Callable[[Tournament, Any], Text]
"""Formats a consequence, given the event before the act."""


def consequence_words(
    before: Tournament, found: Iterable[Consequence], scores: Scores
) -> tuple[Text, ...]:
    """A sentence for each, at most twelve, then the number of the rest."""
    words = (_words(before, each, scores) for each in found)
    return at_most_twelve(each for each in words if each is not None)


def at_most_twelve(sentences: Iterable[Text]) -> tuple[Text, ...]:
    """Each sentence once, and after the twelfth the number of the rest."""
    every = tuple(dict.fromkeys(sentences))
    more = len(every) - MOST_SHOWN
    return (*every[:MOST_SHOWN], *([text("And more: {count}.", count=more)] if more > 0 else ()))


def _words(before: Tournament, each: Consequence, scores: Scores) -> Text | None:
    match each:
        case CallEnds():
            return _call_ends(before, each, scores.get(each.match_id))
        case PutOffEnds(match_id=match_id) if match_id not in scores:
            return None
    return _WORDS[type(each)](before, each)


def _players(before: Tournament, each: Any) -> Text:
    return sides_name(before, each.sides)


def _call_ends(before: Tournament, each: CallEnds, score: tuple[int, int] | None) -> Text:
    players = _players(before, each)
    if score is None:
        return text("{who} are called back from table {table}.", who=players, table=each.table)
    return text(
        "{who} stop playing at table {table}, where it stands {score}.",
        who=players,
        table=each.table,
        score=_score(score),
    )


def _score(score: tuple[int, int]) -> str:
    return f"{score[0]} – {score[1]}"


def _void(before: Tournament, each: ResultVoid) -> Text:
    if each.winner is None:
        return text("{who}: the result no longer counts.", who=_players(before, each))
    return text(
        "{who}: the result no longer counts; {winner} had advanced.",
        who=_players(before, each),
        winner=entry_name(before, each.winner),
    )


def _changes(before: Tournament, each: ResultChanges) -> Text:
    players = _players(before, each)
    if each.was.winner != each.now.winner:
        now, was = (entry_name(before, one.winner) for one in (each.now, each.was))
        return text("{who}: {now} advances, not {was}.", who=players, now=now, was=was)
    if each.now.score is None:
        return text("{who}: the score no longer counts.", who=players)
    return text("{who}: the score becomes {score}.", who=players, score=_score(each.now.score))


def _place(before: Tournament, each: PlaceChanges) -> Text:
    here = stand_of(before, each.key)
    where = {
        "division": division_name(before, each.key.division_id),
        "bracket": _bracket(here.pairing.bracket if here is not None else ""),
        "round": here.pairing.round if here is not None else 0,
    }
    was = entry_name(before, each.was)
    if each.now is None:
        return text(
            "{division}, {bracket}, round {round}: {was} is no longer in it.", **where, was=was
        )
    now = entry_name(before, each.now)
    return text(
        "{division}, {bracket}, round {round}: {now} plays in place of {was}.",
        **where,
        now=now,
        was=was,
    )


def _bracket(name: str) -> Text | str:
    return BRACKETS.get(name, name)


def _decided(before: Tournament, each: DecidedUnplayed) -> Text:
    players = _players(before, each)
    if each.winner is None:
        return text("{who}: it is not played; neither advances.", who=players)
    winner = entry_name(before, each.winner)
    return text("{who}: it is not played; {winner} advances.", who=players, winner=winner)


def _draw(before: Tournament, each: DrawGone) -> Text:
    name = division_name(before, each.division_id)
    if each.published:
        return text(
            "{name}: draw {number} no longer counts; it was published.",
            name=name,
            number=each.number,
        )
    return text("{name}: draw {number} no longer counts.", name=name, number=each.number)


def _round(before: Tournament, each: RoundChanges) -> Text:
    where = {
        "division": division_name(before, each.division_id),
        "bracket": _bracket(each.bracket),
        "round": each.round,
    }
    if each.was.length != each.now.length:
        return text(
            "{division}, {bracket}, round {round}: to {now} points, not {was}.",
            **where,
            now=each.now.length,
            was=each.was.length,
        )
    return text("{division}, {bracket}, round {round}: it is played another way.", **where)


_WORDS: Mapping[type[Any], Words] = MappingProxyType(
    {
        TableChanges: lambda before, each: text(
            "{who} go on at table {now}, not {was}.",
            who=_players(before, each),
            now=each.now,
            was=each.was,
        ),
        PutOffEnds: lambda before, each: text(
            "{who}: what they have played so far no longer counts.", who=_players(before, each)
        ),
        MatchTurned: lambda before, each: text(
            "{who}: what they have played so far no longer counts.",
            who=pairing_name(before, each.key),
        ),
        ResultVoid: _void,
        ResultChanges: _changes,
        SeriesVoid: lambda before, each: plural(
            "{who}: {count} match of their series no longer counts.",
            "{who}: {count} matches of their series no longer count.",
            each.count,
            who=_players(before, each),
        ),
        PlaceChanges: _place,
        PairingGone: lambda before, each: text("{who} no longer meet.", who=_players(before, each)),
        DecidedUnplayed: _decided,
        PlaysNoMore: lambda before, each: text(
            "{name} has withdrawn.", name=entry_name(before, each.entry_id)
        ),
        EntryLeaves: lambda before, each: text(
            "{name} leaves {division}.",
            name=entry_name(before, each.entry_id),
            division=division_name(before, each.division_id),
        ),
        DivisionGone: lambda before, each: text(
            "{name} is removed; players entered: {count}.",
            name=division_name(before, each.division_id),
            count=each.entries,
        ),
        DrawGone: _draw,
        LatePlacesClose: lambda before, each: text(
            "{name}: late places closed: {count}.",
            name=division_name(before, each.division_id),
            count=each.count,
        ),
        RoundChanges: _round,
        DateVoid: lambda before, each: text(
            "{who}: what they arranged or claimed no longer counts.", who=_players(before, each)
        ),
        TableRemoved: lambda _before, each: text(
            "Table {number} no longer exists.", number=each.table
        ),
    }
)
