"""The acts of an event in words, fact by fact, as listed in "who did what"."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kiosk.catalogue.event_names import (
    division_name,
    entry_name,
    names_of,
    pairing_name,
    sides_name,
)
from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.tournament import (
    calls,
    club_arranging,
    club_claims,
    confirming,
    correcting,
    draws,
    entries,
    giving_place,
    lengths,
    re_entry,
    removing,
    report,
    results,
    round_dates,
    round_robin_acts,
    setting_up,
    swing,
    swiss_rounds,
    taking_up,
    undone,
    walk_overs,
)
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.entries import LeavingReason
from kiosk.tournament.in_division import DivisionFact
from kiosk.tournament.tournament import Tournament, key_of
from kiosk.tournament.undone import ActUndone

LEAVINGS: Mapping[LeavingReason, Text] = MappingProxyType(
    {
        LeavingReason.NO_SHOW: text("did not come"),
        LeavingReason.WITHDRAWN: text("withdrew"),
        LeavingReason.DISQUALIFIED: text("disqualified"),
        LeavingReason.EXCLUDED: text("excluded"),
    }
)

Words = Callable[[Tournament, Any], Text]
"""Formats a fact, given the event before it."""


def _fixed(words: Text) -> Words:
    return lambda _before, _fact: words


def _of_division(message: Callable[[str], Text]) -> Words:
    return lambda before, fact: message(division_name(before, fact.division_id))


def _of_pairing(message: Callable[[Text | str], Text]) -> Words:
    return lambda before, fact: message(pairing_name(before, fact.key))


def _drawn(before: Tournament, fact: draws.Drawn) -> Text:
    draw = before.divisions[fact.division_id].draw
    name = division_name(before, fact.division_id)
    return text("{name}: draw {number} was made.", name=name, number=draw.number + 1 if draw else 1)


def _entered(before: Tournament, fact: entries.Entered) -> Text:
    return text(
        "{name}: {count} entered ({names}).",
        name=division_name(before, fact.division_id),
        count=len(fact.entries),
        names=names_of(fact.entries),
    )


def _left(before: Tournament, fact: entries.TakenOut) -> Text:
    name = entry_name(before, fact.entry_id)
    return text("{name} has withdrawn: {why}.", name=name, why=LEAVINGS[fact.leaving])


def _given(before: Tournament, fact: giving_place.PlaceGiven) -> Text:
    new = isolated(fact.entry.name)
    if fact.of is None:
        division = division_name(before, fact.division_id)
        return text("{division}: {name} has a late place.", division=division, name=new)
    return text("{name} has the place of {other}.", name=new, other=entry_name(before, fact.of))


def _called(before: Tournament, fact: calls.PairingsCalled) -> Text:
    sentences = [
        text("{who}: called to table {table}.", who=pairing_name(before, key), table=table)
        for key, table in fact.at_tables
    ]
    words = sentences[0]
    for each in sentences[1:]:
        words = text("{one} {other}", one=words, other=each)
    return words


def _moved(before: Tournament, fact: calls.PairingMoved) -> Text:
    players = pairing_name(before, fact.key)
    return text("{who}: goes on at table {table}.", who=players, table=fact.table)


def _taken_up(before: Tournament, fact: taking_up.MatchTakenUp) -> Text:
    players = sides_name(before, fact.sides)
    return text("{who}: taken up as it stands at table {table}.", who=players, table=fact.table)


def _turned_away(before: Tournament, fact: taking_up.MatchTurnedAway) -> Text:
    key = key_of(fact.match_id)
    known = key is not None and key.division_id in before.divisions
    players = pairing_name(before, key) if key is not None and known else isolated(before.name)
    return text("{who}: the match held by a table was rejected.", who=players)


def _score(score: tuple[int, int] | None) -> str:
    return " – ".join(map(str, score)) if score else ""


def _match(before: Tournament, fact: results.MatchTaken) -> Text:
    words = text(
        "{who}: {winner} won, {score}.",
        who=pairing_name(before, fact.key),
        winner=entry_name(before, fact.winner),
        score=_score(fact.score),
    )
    return _with_overruling(words, fact.overrules)


def _with_overruling(words: Text, why: str) -> Text:
    """Add the reason for which the director counts a score that no match ends with."""
    if not why:
        return words
    return text("{one} {other}", one=words, other=text("overruled: {why}", why=isolated(why)))


def _decided(before: Tournament, fact: results.PairingDecided | walk_overs.WalkedOver) -> Text:
    winner = entry_name(before, fact.result.winner)
    return text("{who}: {winner} advances.", who=pairing_name(before, fact.key), winner=winner)


def _corrected(before: Tournament, fact: results.ResultCorrected) -> Text:
    players = pairing_name(before, fact.key)
    if fact.result is None:
        return text("{who}: has no result any more.", who=players)
    words = text(
        "{who}: the result is corrected; {winner} advances.",
        who=players,
        winner=entry_name(before, fact.result.winner),
    )
    return _with_overruling(words, fact.result.overrules)


def _ruled(before: Tournament, fact: club_claims.ClaimRuled) -> Text:
    players = pairing_name(before, fact.key)
    if fact.granted:
        return text("{who}: the claim is granted.", who=players)
    return text("{who}: the claim is turned down.", who=players)


def _undone(before: Tournament, fact: ActUndone) -> Text:
    for act in before.undoable:
        if act.first == fact.first:
            return text("Undone: {words}", words=fact_words(act.before, act.fact))
    return text("Something has been undone.")


_WORDS: Mapping[type[TournamentEvent], Words] = MappingProxyType(
    {
        setting_up.EventOpened: lambda _before, fact: text(
            "The event {name} is opened.", name=isolated(fact.name)
        ),
        setting_up.EventRenamed: lambda _before, fact: text(
            "The event is called {name}.", name=isolated(fact.name)
        ),
        setting_up.TablesSet: lambda _before, fact: text(
            "The tables are {tables}.", tables=", ".join(map(str, fact.tables))
        ),
        setting_up.DivisionMade: lambda _before, fact: text(
            "{name} is set.", name=isolated(fact.name)
        ),
        removing.DivisionRemoved: _of_division(lambda name: text("{name} is removed.", name=name)),
        removing.DivisionBroughtBack: _of_division(
            lambda name: text("{name} is a new division.", name=name)
        ),
        confirming.Confirmed: _fixed(text("What a rule book leaves open is confirmed.")),
        confirming.ValuesSet: _fixed(text("What a rule book leaves to the event is set.")),
        lengths.RoundsSet: _of_division(
            lambda name: text("{name} is played another way.", name=name)
        ),
        undone.NextEventBegun: lambda _before, fact: text(
            "The next event is begun: {name}.", name=isolated(fact.name)
        ),
        re_entry.ReEntrySet: _of_division(
            lambda name: text("{name}: re-entry was set.", name=name)
        ),
        round_dates.RoundDatesSet: _of_division(
            lambda name: text("{name}: dates of rounds were set.", name=name)
        ),
        entries.Entered: _entered,
        entries.Scratched: lambda before, fact: text(
            "{name}: scratched {names}.",
            name=division_name(before, fact.division_id),
            names=entry_name(before, fact.entry_id),
        ),
        entries.TakenOut: _left,
        entries.TakenBackIn: lambda before, fact: text(
            "{name} plays again.", name=entry_name(before, fact.entry_id)
        ),
        correcting.PlayerCorrected: lambda _before, fact: text(
            "{name} is corrected.", name=isolated(fact.player.name)
        ),
        correcting.EntryRenamed: lambda before, fact: text(
            "{name} is corrected.", name=entry_name(before, fact.entry_id)
        ),
        draws.Drawn: _drawn,
        draws.DrawTakenBack: _of_division(
            lambda name: text("{name}: the draw was taken back.", name=name)
        ),
        draws.DrawPublished: _of_division(
            lambda name: text("{name}: the draw was published.", name=name)
        ),
        draws.LateTaken: lambda _before, fact: text(
            "{name} is entered.", name=isolated(fact.entry.name)
        ),
        draws.LatePlacesClosed: _of_division(
            lambda name: text("{name}: the late places are closed.", name=name)
        ),
        giving_place.PlaceGiven: _given,
        giving_place.PlacesSwapped: lambda before, fact: text(
            "{one} and {other} change places in the draw.",
            one=entry_name(before, fact.one),
            other=entry_name(before, fact.two),
        ),
        calls.PairingsCalled: _called,
        calls.PairingUncalled: _of_pairing(
            lambda players: text("{who}: waits for a table again.", who=players)
        ),
        calls.PairingPutOff: _of_pairing(lambda players: text("{who}: is put off.", who=players)),
        calls.PairingMoved: _moved,
        taking_up.MatchTakenUp: _taken_up,
        taking_up.MatchTurnedAway: _turned_away,
        results.MatchTaken: _match,
        results.PairingDecided: _decided,
        results.ResultCorrected: _corrected,
        walk_overs.WalkedOver: _decided,
        walk_overs.WalkOverTakenBack: _of_pairing(
            lambda players: text("{who}: has no result any more.", who=players)
        ),
        club_arranging.DatesOffered: _of_pairing(
            lambda players: text("{who}: dates are offered.", who=players)
        ),
        club_arranging.RoundArranged: _of_pairing(
            lambda players: text("{who}: a date is arranged.", who=players)
        ),
        club_arranging.ChairmanNotified: _of_pairing(
            lambda players: text("{who}: the Chairman is told.", who=players)
        ),
        club_claims.MatchClaimed: _of_pairing(
            lambda players: text("{who}: the match is claimed.", who=players)
        ),
        club_claims.ClaimRuled: _ruled,
        club_claims.PlayedAgain: _of_pairing(
            lambda players: text("{who}: the match is played again.", who=players)
        ),
        report.NotedForReport: _fixed(text("A note is written for the report.")),
        report.NoteStruck: _fixed(text("A note for the report is deleted.")),
        ActUndone: _undone,
        report.FormulaNamed: _fixed(text("The rating of players is set.")),
    }
)


def _of_game(play: Any, number: int) -> tuple[str, str] | None:
    game = play.games.get(number) if play is not None else None
    if game is None:
        return None
    both = (game.one, game.two)
    return None if None in both else both


def _game(before: Tournament, division_id: str, number: int) -> Text | str:
    division = before.divisions.get(division_id)
    draw = division.draw if division is not None else None
    sides = _of_game(draw.play if draw is not None else None, number)
    return sides_name(before, sides) if sides else division_name(before, division_id)


_PAIRED: Words = _of_division(lambda name: text("{name}: a round is paired.", name=name))
_CLOSED: Words = _of_division(lambda name: text("{name}: it is closed.", name=name))
_FORMAT_WORDS: Mapping[type[TournamentEvent], Words] = MappingProxyType(
    {
        swiss_rounds.SwissOpened: _PAIRED,
        swiss_rounds.SwissEntered: lambda before, fact: text(
            "{name} is entered.", name=entry_name(before, fact.fact.player_id)
        ),
        swiss_rounds.SwissRoundPaired: _PAIRED,
        swiss_rounds.SwissRoundTakenBack: _of_division(
            lambda name: text("{name}: the newest round is taken back.", name=name)
        ),
        swiss_rounds.SwissClosed: _CLOSED,
        round_robin_acts.RoundRobinOpened: _PAIRED,
        round_robin_acts.GroupLotDrawn: lambda before, fact: text(
            "{name}: lots are drawn in group {group}.",
            name=division_name(before, fact.division_id),
            group=fact.fact.group,
        ),
        round_robin_acts.RoundRobinClosed: _CLOSED,
        swing.SwingOpened: _PAIRED,
        swing.GamesPaired: _PAIRED,
        swing.GameVoided: lambda before, fact: text(
            "{who}: the game is void.", who=_game(before, fact.division_id, fact.fact.number)
        ),
    }
)
"""For facts of a division's format."""


def fact_words(before: Tournament, fact: TournamentEvent) -> Text:
    """What a fact did, in a sentence, with the names of the event before it."""
    if isinstance(fact, DivisionFact):
        return _FORMAT_WORDS[type(fact.fact)](before, fact)
    return _WORDS[type(fact)](before, fact)


def follows_alone(fact: TournamentEvent) -> bool:
    """Whether a fact only follows from the one before it, if both come from the same act."""
    return isinstance(fact, DivisionFact | results.PairingDecided)
