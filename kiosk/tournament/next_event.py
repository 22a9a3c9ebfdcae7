"""The next event of a club: begun from the one before in one act, keeping what a club keeps.

Tables, divisions with their formats and rounds, re-entry, the values set and confirmed, the rating
formula and the people stay. Entries, draws, calls, results and notes are those of the event before.
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
from kiosk.tournament.setting_up import unfit_name
from kiosk.tournament.tournament import Division, Tournament
from kiosk.tournament.undone import NextEventBegun


@dataclass(frozen=True, slots=True)
class BeginNextEvent(TournamentCommand):
    """Begin the next event; the tables know it by its id."""

    event_id: str
    name: str


def refuse_beginning(tournament: Tournament, command: BeginNextEvent) -> Against:
    return objections(
        (bool(tournament.called), TournamentReason.CALLED, tournament.name),
        (not command.event_id.strip(), TournamentReason.EMPTY, "event_id"),
        (command.event_id == tournament.event_id, TournamentReason.TAKEN, command.event_id),
        *unfit_name(command.name),
    )


def begin_next(_tournament: Tournament, command: BeginNextEvent) -> tuple[TournamentEvent, ...]:
    return (NextEventBegun(command.at_ms, command.by, command.event_id, command.name),)


def apply_begun(tournament: Tournament, event: NextEventBegun) -> Tournament:
    entered = {one.player_id: one for each in tournament.entries.values() for one in each.players}
    return Tournament(
        event_id=event.event_id,
        name=event.name,
        tables=tournament.tables,
        divisions={name: _emptied(each) for name, each in tournament.divisions.items()},
        confirmed=tournament.confirmed,
        own_values=tournament.own_values,
        formula=tournament.formula,
        people={**tournament.people, **entered},
        facts=tournament.facts,
        moment=tournament.moment,
    )


def _emptied(division: Division) -> Division:
    """Re-entry stays on the same terms, without the time of the event before."""
    terms = division.re_entry
    again = replace(terms, until_ms=None) if terms is not None else None
    return replace(division, entries=(), draw=None, last_days={}, re_entry=again)


ACTS = (TournamentAct(BeginNextEvent, refuse_beginning, begin_next),)
FACTS = (TournamentFact(NextEventBegun, apply_begun),)
