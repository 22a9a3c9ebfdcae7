"""Undo an act that took something away, unless something new rests on it.

Which acts these are is determined by the fact they begin with. The event keeps the last of them,
with the event before and after each. The facts of one act share a time and an account, which no two
acts have in common.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from types import MappingProxyType
from typing import Any

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
)
from kiosk.tournament.calls import PairingMoved, PairingPutOff, PairingUncalled
from kiosk.tournament.club_claims import ClaimRuled, PlayedAgain
from kiosk.tournament.consequences import Consequence, DecidedUnplayed, PutOffEnds, consequences
from kiosk.tournament.draws import Drawn, DrawTakenBack, LatePlacesClosed
from kiosk.tournament.entries import Scratched, TakenBackIn, TakenOut, refuse_again, unfit_entries
from kiosk.tournament.giving_place import PlaceGiven, PlacesSwapped
from kiosk.tournament.in_division import DivisionFact
from kiosk.tournament.lengths import RoundsSet
from kiosk.tournament.removing import DivisionRemoved
from kiosk.tournament.report import NoteStruck
from kiosk.tournament.restoring import Restored, restore
from kiosk.tournament.results import PairingDecided, ResultCorrected
from kiosk.tournament.round_dates import RoundDatesSet
from kiosk.tournament.setting_up import TablesSet
from kiosk.tournament.settling import with_derived_state
from kiosk.tournament.sheet import event_sheet, players_of
from kiosk.tournament.swing import GameVoided
from kiosk.tournament.swiss_rounds import SwissRoundTakenBack
from kiosk.tournament.taking_up import MatchTakenUp, MatchTurnedAway
from kiosk.tournament.tournament import Division, Tournament, UndoRecord
from kiosk.tournament.undone import ActUndone, NextEventBegun
from kiosk.tournament.walk_overs import apply_walked_over, due_walk_overs

MOST_UNDOABLE = 20
"""Most acts kept, the newest. With fewer, a log that undoes an older one could not be read."""


@dataclass(frozen=True, slots=True)
class Undo(TournamentCommand):
    """Undo the act whose facts begin with row `first` of the event's log."""

    first: int


Begins = Callable[[Tournament, Any], str | None]
"""Name of the act that began with such a fact in the event as it was, as in the roles; None: it
took nothing away.
"""


def _always(name: str) -> Begins:
    return lambda _before, _fact: name


def _of_drawn(name: str) -> Begins:
    """An act on a division counts only once it is drawn; before that no entry has a place in it."""

    def begins(before: Tournament, fact: Any) -> str | None:
        division = before.divisions.get(fact.division_id)
        return name if division is not None and division.draw is not None else None

    return begins


def _tables_go(before: Tournament, fact: TablesSet) -> str | None:
    return None if {*before.tables} <= {*fact.tables} else "SetTables"


_BEGINS: Mapping[type[TournamentEvent], Begins] = MappingProxyType(
    {
        ResultCorrected: lambda _before, fact: "Correct" if fact.result else "Reopen",
        PairingDecided: _always("Award"),
        PairingUncalled: _always("Uncall"),
        PairingPutOff: _always("PutOff"),
        PairingMoved: _always("Move"),
        Scratched: _always("Scratch"),
        TakenOut: lambda _before, fact: f"TakeOut {fact.leaving.value}",
        TakenBackIn: _always("TakeBackIn"),
        DivisionRemoved: _always("RemoveDivision"),
        Drawn: _of_drawn("DrawDivision"),
        DrawTakenBack: _always("TakeDrawBack"),
        LatePlacesClosed: _always("CloseLatePlaces"),
        PlaceGiven: _always("GivePlace"),
        PlacesSwapped: _always("SwapPlaces"),
        TablesSet: _tables_go,
        RoundsSet: _of_drawn("SetRounds"),
        RoundDatesSet: _of_drawn("SetRoundDates"),
        ClaimRuled: _always("RuleOnClaim"),
        PlayedAgain: _always("PlayAgain"),
        NoteStruck: _always("StrikeNote"),
        SwissRoundTakenBack: _always("TakeSwissRoundBack"),
        GameVoided: _always("VoidGame"),
        MatchTakenUp: _always("TakeUp"),
        MatchTurnedAway: _always("TurnAway"),
        ActUndone: _always("Undo"),
    }
)


def _act_begun(before: Tournament, fact: TournamentEvent) -> str | None:
    """The act that a fact begins, if it can be undone."""
    begins = _BEGINS.get(type(fact.fact if isinstance(fact, DivisionFact) else fact))
    return None if begins is None else begins(before, fact)


def with_fact(before: Tournament, fact: TournamentEvent, after: Tournament) -> Tournament:
    """`after`, which a fact made of `before`, with a record of what can be undone."""
    seq, moment = before.facts + 1, (fact.at_ms, fact.by)
    undoable = before.undoable
    if isinstance(fact, NextEventBegun):
        undoable = ()
    if isinstance(fact, ActUndone):
        undoable = tuple(each for each in undoable if each.first != fact.first)
    alone = replace(after, undoable=())
    if moment != before.moment:
        name = _act_begun(before, fact)
        if name is not None:
            was = replace(before, undoable=())
            new = UndoRecord(name, seq, seq, *moment, fact, was, alone)
            undoable = (*undoable, new)[-MOST_UNDOABLE:]
    elif undoable and undoable[-1].last == seq - 1:
        undoable = (*undoable[:-1], replace(undoable[-1], last=seq, after=alone))
    return replace(after, facts=seq, moment=moment, undoable=undoable)


def _found(tournament: Tournament, first: int) -> UndoRecord | None:
    return next((each for each in tournament.undoable if each.first == first), None)


def _back(tournament: Tournament, act: UndoRecord, at_ms: int) -> tuple[Tournament, Restored]:
    """The event without the act, and the restoration it was made from."""
    found = restore(act.before, act.after, tournament)
    back = found.tournament
    return with_derived_state(back, back, at_ms), found


def rests_on(tournament: Tournament, act: UndoRecord, at_ms: int) -> Against:
    """What was done since and would be lost, or prevents undoing the act."""
    back, found = _back(tournament, act, at_ms)
    gives = set(consequences(act.after, act.before))
    taken = (*consequences(tournament, back), *_by_walk_overs(tournament, back, at_ms))
    lost = [each for each in taken if each not in gives]
    rests = [_about(each) for each in lost if not _was_called_back(tournament, each)]
    return (
        *(Objection(TournamentReason.RESTS_ON_IT, about) for about in dict.fromkeys(rests)),
        *(
            Objection(TournamentReason.CHANGED_SINCE, about)
            for about in found.changed_since
            if about not in rests
        ),
        *(each for each in unsound(back) if each not in unsound(act.before)),
    )


def _by_walk_overs(tournament: Tournament, back: Tournament, at_ms: int) -> Iterator[Consequence]:
    """What walk-overs that become due would take beside their own pairings: a match at a table."""
    after = reduce(apply_walked_over, due_walk_overs(back, at_ms, ""), back)
    for each in consequences(tournament, with_derived_state(back, after, at_ms)):
        if not isinstance(each, DecidedUnplayed):
            yield each


def _was_called_back(tournament: Tournament, consequence: Consequence) -> bool:
    """Whether the match's call was taken back, so that nothing is lost."""
    return isinstance(consequence, PutOffEnds) and consequence.key not in tournament.put_off


def _about(consequence: Consequence) -> str:
    for name in ("key", "entry_id", "division_id", "table", "number"):
        if hasattr(consequence, name):
            found = getattr(consequence, name)
            return f"table {found}" if name == "table" else str(found)
    return ""


def unsound(tournament: Tournament) -> Against:
    """What can't be in an event: two matches at one table, a table that does not exist, a player at
    two tables, a name twice.
    """
    every = event_sheet(tournament)
    tables, players = dict[int, int](), dict[str, tuple[str, int]]()
    for key, called in tournament.called.items():
        tables[called.table] = tables.get(called.table, 0) + 1
        for player in players_of(tournament, every[key]) if key in every else ():
            players[player.player_id] = player.name, players.get(player.player_id, ("", 0))[1] + 1
    names = [each.name for each in tournament.divisions.values()]
    return (
        *(
            Objection(TournamentReason.TABLE_BUSY, f"table {table}")
            for table, count in tables.items()
            if count > 1
        ),
        *(
            Objection(TournamentReason.UNKNOWN, f"table {table}")
            for table in tables
            if table not in tournament.tables
        ),
        *(
            Objection(TournamentReason.PLAYING, name)
            for name, count in players.values()
            if count > 1
        ),
        *(
            Objection(TournamentReason.TAKEN, name)
            for name in dict.fromkeys(names)
            if names.count(name) > 1
        ),
        *(each for here in tournament.divisions.values() for each in _twice(tournament, here)),
    )


def _twice(tournament: Tournament, division: Division) -> Against:
    here = [tournament.entries[each] for each in division.entries if each in tournament.entries]
    return (*unfit_entries((), here), *refuse_again(division, (), here, None))


def refuse_undoing(tournament: Tournament, command: Undo) -> Against:
    act = _found(tournament, command.first)
    if act is None:
        return (Objection(TournamentReason.NOT_UNDOABLE),)
    return rests_on(tournament, act, command.at_ms)


def undo(tournament: Tournament, command: Undo) -> tuple[TournamentEvent, ...]:
    act = _found(tournament, command.first)
    if act is None:
        raise AssertionError("there is no such act: refuse it before")
    return (ActUndone(command.at_ms, command.by, act.first, act.last),)


def apply_undone(tournament: Tournament, event: ActUndone) -> Tournament:
    act = _found(tournament, event.first)
    if act is None:
        raise LookupError(f"the act of row {event.first} can't be undone here")
    return _back(tournament, act, event.at_ms)[0]


ACTS = (TournamentAct(Undo, refuse_undoing, undo),)
FACTS = (TournamentFact(ActUndone, apply_undone),)
