"""Entries of a division, and entries that play no more."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
    out_of_range,
)
from kiosk.tournament.setting_up import unfit_name
from kiosk.tournament.tournament import Division, Entry, Tournament
from kiosk.tournament.walk_overs import walk_overs_taken_back

MOST_ENTRIES = 10_000


@dataclass(frozen=True, slots=True)
class Enter(TournamentCommand):
    """Enter all of these in a division, or none."""

    division_id: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Scratch(TournamentCommand):
    """Remove an entry that is not drawn, as if it had never been in the division."""

    division_id: str
    entry_id: str


class LeavingReason(StrEnum):
    """Why an entry plays no more (003 §1.4, §1.2(iii))."""

    WITHDRAWN = "withdrawn"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class TakeOut(TournamentCommand):
    """An entry plays no more, for this reason: it loses what it has not played."""

    entry_id: str
    leaving: LeavingReason
    why: str


@dataclass(frozen=True, slots=True)
class TakeBackIn(TournamentCommand):
    """Undo a TakeOut made by mistake."""

    entry_id: str
    why: str


@dataclass(frozen=True, slots=True)
class Entered(TournamentEvent):
    division_id: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Scratched(TournamentEvent):
    division_id: str
    entry_id: str


@dataclass(frozen=True, slots=True)
class TakenOut(TournamentEvent):
    entry_id: str
    leaving: LeavingReason
    why: str


@dataclass(frozen=True, slots=True)
class TakenBackIn(TournamentEvent):
    entry_id: str
    why: str


def refuse_entering(tournament: Tournament, command: Enter) -> Against:
    """Refuse a name that occurs twice: the director must distinguish players of one name."""
    division = tournament.divisions.get(command.division_id)
    if division is None:
        return (Objection(TournamentReason.UNKNOWN, command.division_id),)
    here = [tournament.entries[each] for each in division.entries]
    elsewhere = {each.entry_id: each for each in tournament.entries.values()}
    return (
        *objections(
            (division.draw is not None, TournamentReason.DRAWN, division.name),
            (not command.entries, TournamentReason.EMPTY, "entries"),
            out_of_range("entries", len(here) + len(command.entries), 0, MOST_ENTRIES),
        ),
        *unfit_entries(here, command.entries),
        *refuse_again(division, here, command.entries, command.at_ms),
        *(
            Objection(TournamentReason.TAKEN, each.entry_id)
            for each in command.entries
            if elsewhere.get(each.entry_id, each) != each
        ),
    )


def unfit_entries(here: Iterable[Entry], new: Iterable[Entry]) -> Against:
    """What is wrong with the new entries, by themselves and beside those already there."""
    new = tuple(new)
    every = (*here, *new)
    ids = Counter(each.entry_id for each in every)
    names = Counter(compared_name(each.name) for each in every)
    found: list[Objection] = []
    for each in new:
        found += objections(
            (not each.entry_id.strip(), TournamentReason.EMPTY, f"entry_id of {each.name}"),
            *unfit_name(each.name),
            (ids[each.entry_id] > 1, TournamentReason.TAKEN, each.entry_id),
            (
                bool(each.name) and names[compared_name(each.name)] > 1,
                TournamentReason.TAKEN,
                each.name,
            ),
            (
                not 1 <= len(each.players) <= 2,
                TournamentReason.BAD_VALUE,
                f"players of {each.name}",
            ),
        )
    return tuple(dict.fromkeys(found))


def refuse_again(
    division: Division, here: Iterable[Entry], new: Iterable[Entry], at_ms: int | None
) -> Against:
    """Players of new entries who have one already, or more than the division's re-entry allows; a
    pair of one person. at_ms: None, where it was decided before whether somebody may enter again.
    """
    terms, new = division.re_entry, tuple(new)
    several = terms is not None and (at_ms is None or terms.are_open(at_ms))
    most = terms.most if terms is not None and several else 1
    reason = TournamentReason.ENTERED if terms is None else TournamentReason.NO_RE_ENTRY
    counts = Counter(player.player_id for each in (*here, *new) for player in each.players)
    found = [
        Objection(reason, player.name or player.player_id)
        for each in new
        for player in each.players
        if counts[player.player_id] > most
    ]
    found += [
        Objection(TournamentReason.AGAINST_SELF, each.name)
        for each in new
        if len({player.player_id for player in each.players}) < len(each.players)
    ]
    return tuple(dict.fromkeys(found))


def compared_name(name: str) -> str:
    """A name in the form in which names are compared."""
    return " ".join(name.casefold().split())


def enter(_tournament: Tournament, command: Enter) -> tuple[TournamentEvent, ...]:
    return (Entered(command.at_ms, command.by, command.division_id, command.entries),)


def refuse_scratching(tournament: Tournament, command: Scratch) -> Against:
    division = tournament.divisions.get(command.division_id)
    if division is None or command.entry_id not in division.entries:
        return (Objection(TournamentReason.UNKNOWN, command.entry_id),)
    return objections((division.draw is not None, TournamentReason.DRAWN, division.name))


def scratch(_tournament: Tournament, command: Scratch) -> tuple[TournamentEvent, ...]:
    return (Scratched(command.at_ms, command.by, command.division_id, command.entry_id),)


def refuse_taking_out(tournament: Tournament, command: TakeOut) -> Against:
    return objections(
        (command.entry_id not in tournament.entries, TournamentReason.UNKNOWN, command.entry_id),
        (command.entry_id in tournament.gone, TournamentReason.GONE, command.entry_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def take_out(_tournament: Tournament, command: TakeOut) -> tuple[TournamentEvent, ...]:
    """Take the player out of every division he plays in."""
    at, by, entry_id, why = command.at_ms, command.by, command.entry_id, command.why
    return (TakenOut(at, by, entry_id, command.leaving, why),)


def refuse_taking_back_in(tournament: Tournament, command: TakeBackIn) -> Against:
    return objections(
        (command.entry_id not in tournament.gone, TournamentReason.UNKNOWN, command.entry_id),
        (not command.why.strip(), TournamentReason.WHY_MISSING, "why"),
    )


def take_back_in(tournament: Tournament, command: TakeBackIn) -> tuple[TournamentEvent, ...]:
    at, by, entry_id, why = command.at_ms, command.by, command.entry_id, command.why
    return (
        TakenBackIn(at, by, entry_id, why),
        *walk_overs_taken_back(tournament, entry_id, at, by),
    )


def apply_entered(tournament: Tournament, event: Entered) -> Tournament:
    entries = {**tournament.entries, **{each.entry_id: each for each in event.entries}}
    division = tournament.divisions[event.division_id]
    names = (*division.entries, *(each.entry_id for each in event.entries))
    return replace(tournament, entries=entries).with_division(event.division_id, entries=names)


def apply_scratched(tournament: Tournament, event: Scratched) -> Tournament:
    division = tournament.divisions[event.division_id]
    left = tuple(each for each in division.entries if each != event.entry_id)
    changed = tournament.with_division(event.division_id, entries=left)
    if any(event.entry_id in each.entries for each in changed.divisions.values()):
        return changed
    entries = {name: each for name, each in changed.entries.items() if name != event.entry_id}
    return _without(replace(changed, entries=entries), event.entry_id)


def apply_taken_out(tournament: Tournament, event: TakenOut) -> Tournament:
    return replace(tournament, gone=tournament.gone | {event.entry_id})


def apply_taken_back_in(tournament: Tournament, event: TakenBackIn) -> Tournament:
    return _without(tournament, event.entry_id)


def _without(tournament: Tournament, entry_id: str) -> Tournament:
    """The event with the entry no longer gone."""
    return replace(tournament, gone=tournament.gone - {entry_id})


ACTS = (
    TournamentAct(Enter, refuse_entering, enter),
    TournamentAct(Scratch, refuse_scratching, scratch),
    TournamentAct(TakeOut, refuse_taking_out, take_out),
    TournamentAct(TakeBackIn, refuse_taking_back_in, take_back_in),
)
FACTS = (
    TournamentFact(Entered, apply_entered),
    TournamentFact(Scratched, apply_scratched),
    TournamentFact(TakenOut, apply_taken_out),
    TournamentFact(TakenBackIn, apply_taken_back_in),
)
