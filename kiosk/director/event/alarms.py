"""Reports that do not count in the event, in words: their table or pairing, and the possible acts.
Pure.

An alarm ends with its cause, or once the director has decided.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from kiosk.catalogue.terms import isolated
from kiosk.catalogue.text import Text, text
from kiosk.director.event.assignments import DueWork
from kiosk.director.event.custody import (
    Custody,
    DoubtedMatch,
    HeardJournal,
    MatchDoubt,
    StuckPart,
    each_alone,
)
from kiosk.rules.match import Match
from kiosk.tournament.sheet import stand_of
from kiosk.tournament.taking_up import TakeUp, TurnAway
from kiosk.tournament.tournament import PairingKey, Tournament


@dataclass(frozen=True, slots=True)
class AlarmAct:
    """An act that answers an alarm: its kind and its fields; TurnAway needs a reason, too."""

    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EventAlarm:
    """One alarm. `table` is the register's number, None without one; its journal or pairing."""

    words: Text
    table: int | None = None
    journal_id: str = ""
    acts: tuple[AlarmAct, ...] = ()
    key: PairingKey | None = None
    holds: bool = False
    """Until it is decided nothing is proposed for the table, nor the pairing for another table."""


@dataclass(frozen=True, slots=True)
class HeldForDecision:
    """Tables and pairings that wait for the director's decision about an alarm."""

    tables: frozenset[int] = frozenset()
    pairings: frozenset[PairingKey] = frozenset()


NOTHING_HELD = HeldForDecision()


def held_by(alarms: Iterable[EventAlarm]) -> HeldForDecision:
    """What waits while these alarms last."""
    held = [each for each in alarms if each.holds]
    return HeldForDecision(
        frozenset(each.table for each in held if each.table is not None),
        frozenset(each.key for each in held if each.key is not None),
    )


def event_alarms(
    custody: Custody, found: DueWork, failed: tuple[StuckPart, ...]
) -> tuple[EventAlarm, ...]:
    """All alarms; `failed` are orders and results that could not be carried out."""
    return (
        *(_doubted(custody, each) for each in found.doubts),
        *(_stopped(custody, each) for each in (*found.stopped, *failed)),
    )


def doubts_by_journal(custody: Custody) -> dict[str, Text]:
    """What is wrong with each table's reports; tables in order are left out."""

    def words(table: HeardJournal) -> Iterator[tuple[str, Text]]:
        doubted = custody.doubt(table)
        if doubted is not None:
            yield table.journal_id, _doubted(custody, doubted).words

    stopped: list[StuckPart] = []
    fails = lambda name, why: stopped.append(StuckPart(why, name))  # noqa: E731
    found = dict(each_alone(words, custody.tables, fails))
    return found | {each.journal_id: _stopped(custody, each).words for each in stopped}


def _doubted(custody: Custody, doubted: DoubtedMatch) -> EventAlarm:
    table = custody.tables[doubted.journal_id]
    number = table.number if table.number is not None else _called_to(custody, doubted)
    places = (
        ("table", _number(number)),
        ("match", _versus(custody.tournament, doubted)),
        ("other", _elsewhere(custody, doubted)),
    )
    words = replace(_WORDS[doubted.doubt], places=places)
    goes = doubted.doubt in {MatchDoubt.UNKNOWN, MatchDoubt.REVOKED}
    acts = () if doubted.settled else tuple(_acts(custody, doubted, number))
    return EventAlarm(words, number, doubted.journal_id, acts, doubted.key, goes)


_OWN = frozenset({MatchDoubt.UNFIT, MatchDoubt.REVOKED})
"""Doubts about the journal that a match belongs to: if turned away, it starts again."""


def _acts(custody: Custody, doubted: DoubtedMatch, number: int | None) -> list[AlarmAct]:
    """Acts that answer the doubt: take up only a match as it was called, at a table with a number;
    turn away in any case.
    """
    table, found = custody.tables[doubted.journal_id], list[AlarmAct]()
    takes = doubted.doubt in {MatchDoubt.UNKNOWN, MatchDoubt.MOVED, MatchDoubt.REVOKED}
    if takes and doubted.key and number is not None and custody.fits(table, doubted.match):
        fields = {
            "key": {
                "division_id": doubted.key.division_id,
                "pairing_id": doubted.key.pairing_id,
            },
            "table": number,
            "match_id": doubted.match_id,
            "journal_id": doubted.journal_id,
            "after": doubted.after,
        }
        found.append(AlarmAct(TakeUp.__name__, fields))
    if doubted.doubt is not MatchDoubt.RENUMBERED:
        fields = {
            "match_id": doubted.match_id,
            "journal_id": doubted.journal_id,
            "restarts": doubted.doubt in _OWN,
        }
        found.append(AlarmAct(TurnAway.__name__, fields))
    return found


_WORDS: Mapping[MatchDoubt, Text] = MappingProxyType(
    {
        MatchDoubt.NOT_CALLED: text(
            "Table {table} reports a match that was not called there: {match}. It does not count. "
            "Look who plays there; revoke its device if nobody does."
        ),
        MatchDoubt.MOVED: text(
            "Table {table} reports {match}, which was moved to table {other}. It does not count "
            "there. Take it up if it was played at table {table}."
        ),
        MatchDoubt.UNFIT: text(
            "Table {table} does not play what was called: {match}. Its result does not count. "
            "Look at the table, then enter the result by hand or turn the match away."
        ),
        MatchDoubt.UNKNOWN: text(
            "Table {table} has a match that this copy of the event does not know: {match}. "
            "Take it up, or end it there."
        ),
        MatchDoubt.REVOKED: text(
            "The device of table {table} was revoked with a match on it: {match}. Continue "
            "from there, or start it again."
        ),
        MatchDoubt.RENUMBERED: text(
            "Table {table} plays {match}, which was called to another number. "
            "Move the match to table {table}."
        ),
    }
)


def _stopped(custody: Custody, stopped: StuckPart) -> EventAlarm:
    if stopped.key is not None:
        words = text(
            "{match} stands still: {why}. Enter its result by hand, or move it.",
            match=_pairing(custody.tournament, stopped.key),
            why=stopped.why,
        )
        return EventAlarm(words, key=stopped.key)
    table = custody.tables.get(stopped.journal_id)
    number = None if table is None else table.number
    words = text(
        "What table {table} reports can't be followed ({why}). Nothing of it counts; all other "
        "tables go on. Look at the table.",
        table=_number(number),
        why=stopped.why,
    )
    return EventAlarm(words, number, stopped.journal_id)


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)


def _versus(tournament: Tournament, doubted: DoubtedMatch) -> Text | str:
    """Both sides and their points, with the event's names where it has them."""
    match = doubted.match
    if match.opened is None:
        return _pairing(tournament, doubted.key) if doubted.key else "?"
    one, two = (
        isolated(tournament.entries[team.side_id].name)
        if team.side_id in tournament.entries
        else isolated(team.name)
        for team in (match.opened.sides.white, match.opened.sides.black)
    )
    return f"{one} – {two}, {_score(match)}"


def _score(match: Match) -> str:
    return f"{match.score.white}–{match.score.black}"


def _pairing(tournament: Tournament, key: PairingKey) -> str:
    if not key.pairing_id:
        return isolated(tournament.divisions[key.division_id].name)
    here = stand_of(tournament, key)
    if here is None or here.players is None:
        return isolated(str(key))
    one, two = (isolated(tournament.entries[each].name) for each in here.players)
    return f"{one} – {two}"


def _called_to(custody: Custody, doubted: DoubtedMatch) -> int | None:
    called = None if doubted.key is None else custody.tournament.called.get(doubted.key)
    return None if called is None else called.table


def _elsewhere(custody: Custody, doubted: DoubtedMatch) -> str:
    table = custody.tables.get(doubted.holder or "")
    return _number(None if table is None else table.number)
