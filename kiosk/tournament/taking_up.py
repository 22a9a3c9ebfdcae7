"""Take up, or turn away, a match that a table has and the event's log does not know.

A director who goes on from an older copy meets matches that were called since. He decides with the
table's number before him; until then nothing of it counts.
"""

from dataclasses import dataclass, replace

from kiosk.tournament.act import (
    Against,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.calls import without_call
from kiosk.tournament.sheet import event_sheet, players_at_tables, players_of, stand_of, why_unready
from kiosk.tournament.tournament import (
    PairingCall,
    PairingKey,
    TableMatch,
    TakenUpMatch,
    Tournament,
    key_of,
    match_id,
)


@dataclass(frozen=True, slots=True)
class TakeUp(TournamentCommand):
    """Adopt a pairing's match at `table`, as it stands in the journal `journal_id` there.

    `after`: the last order that placed this match, "" if there is none; a later one moves it again.
    """

    key: PairingKey
    table: int
    match_id: str
    journal_id: str
    after: str


@dataclass(frozen=True, slots=True)
class TurnAway(TournamentCommand):
    """The journal `journal_id`'s part of a match does not count. `restarts`: the match belongs to
    that journal, so that its pairing starts again.
    """

    match_id: str
    journal_id: str
    restarts: bool
    why: str


@dataclass(frozen=True, slots=True)
class MatchTakenUp(TournamentEvent):
    """`sides` are the entries in the order of the places."""

    key: PairingKey
    table: int
    match_id: str
    journal_id: str
    after: str
    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class MatchTurnedAway(TournamentEvent):
    match_id: str
    journal_id: str
    restarts: bool
    why: str


def refuse_taking_up(tournament: Tournament, command: TakeUp) -> Against:
    key, table = command.key, f"table {command.table}"
    here = stand_of(tournament, key)
    if here is None or key_of(command.match_id) != key:
        return objections((True, TournamentReason.UNKNOWN, str(key)))
    draw = tournament.divisions[key.division_id].draw
    others = replace(tournament, called=without_call(tournament.called, key))
    busy = {called.table for called in others.called.values()}
    at_table = players_at_tables(others, event_sheet(others))
    return objections(
        (draw is None or not draw.published, TournamentReason.NOT_PUBLISHED, key.division_id),
        (*why_unready(here), str(key)),
        (command.table not in tournament.tables, TournamentReason.UNKNOWN, table),
        (command.table in busy, TournamentReason.TABLE_BUSY, table),
        *(
            (each.player_id in at_table, TournamentReason.PLAYING, each.name)
            for each in players_of(tournament, here)
        ),
    )


def take_up(tournament: Tournament, command: TakeUp) -> tuple[TournamentEvent, ...]:
    here = stand_of(tournament, command.key)
    sides = here.players if here is not None and here.players is not None else ("", "")
    return (
        MatchTakenUp(
            *(command.at_ms, command.by, command.key, command.table),
            *(command.match_id, command.journal_id, command.after, sides),
        ),
    )


def refuse_turning_away(tournament: Tournament, command: TurnAway) -> Against:
    known = (command.match_id, command.journal_id) in tournament.turned_away
    return objections(
        (known, TournamentReason.UNCHANGED, ""),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def turn_away(_tournament: Tournament, command: TurnAway) -> tuple[TournamentEvent, ...]:
    what = command.match_id, command.journal_id, command.restarts
    return (MatchTurnedAway(command.at_ms, command.by, *what, command.why),)


def apply_taken_up(tournament: Tournament, event: MatchTakenUp) -> Tournament:
    key = event.key
    before = tournament.called.get(
        key, PairingCall(event.table, event.at_ms, event.by, event.at_ms)
    )
    taken = TakenUpMatch(event.journal_id, event.after)
    return replace(
        tournament,
        called={**tournament.called, key: replace(before, table=event.table)},
        matches={**tournament.matches, key: TableMatch(event.match_id, event.sides)},
        put_off=tournament.put_off - {key},
        taken_up={**tournament.taken_up, event.match_id: taken},
        turned_away=tournament.turned_away - {(event.match_id, event.journal_id)},
    )


def apply_turned_away(tournament: Tournament, event: MatchTurnedAway) -> Tournament:
    """The pairing's own match gets another id, and so leaves the old match's table."""
    after = replace(
        tournament,
        turned_away=tournament.turned_away | {(event.match_id, event.journal_id)},
    )
    key = key_of(event.match_id)
    current = None if key is None else tournament.matches.get(key)
    is_current = current is not None and current.match_id == event.match_id
    if key is None or current is None or not is_current or not event.restarts:
        return after
    matches = {each: match for each, match in after.matches.items() if each != key}
    if key in tournament.called:
        matches[key] = TableMatch(match_id(key, event.at_ms), current.sides)
    return replace(after, matches=matches)


ACTS = (
    TournamentAct(TakeUp, refuse_taking_up, take_up),
    TournamentAct(TurnAway, refuse_turning_away, turn_away),
)
FACTS = (
    TournamentFact(MatchTakenUp, apply_taken_up),
    TournamentFact(MatchTurnedAway, apply_turned_away),
)
