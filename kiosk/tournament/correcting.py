"""Correct the names and numbers of players. Draw and results stay; a table keeps the name under
which it was called.

Removed divisions are corrected, too, so that they come back with today's names.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from kiosk.tournament.act import (
    Against,
    Objection,
    TournamentAct,
    TournamentCommand,
    TournamentEvent,
    TournamentFact,
    TournamentReason,
    objections,
)
from kiosk.tournament.entries import compared_name, unfit_entries
from kiosk.tournament.setting_up import unfit_name
from kiosk.tournament.tournament import Entry, Player, Tournament

Change: TypeAlias = Callable[[Entry], Entry]
"""Maps an entry to its corrected form."""


@dataclass(frozen=True, slots=True)
class CorrectPlayer(TournamentCommand):
    """Replace the data of `player`, known by his id, in every entry and division."""

    player: Player


@dataclass(frozen=True, slots=True)
class RenameEntry(TournamentCommand):
    """Give a pair a name of its own; an empty one restores the players' names."""

    entry_id: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerCorrected(TournamentEvent):
    player: Player


@dataclass(frozen=True, slots=True)
class EntryRenamed(TournamentEvent):
    entry_id: str
    name: str


def refuse_correcting(tournament: Tournament, command: CorrectPlayer) -> Against:
    """Objections as for an entry: no two people become one, and no two entries of a division share
    a name.
    """
    player = command.player
    known = [each for entry in _entries(tournament) for each in entry.players]
    before = next((each for each in known if each.player_id == player.player_id), None)
    if before is None:
        return (Objection(TournamentReason.UNKNOWN, player.player_id),)
    others = [each for entry in tournament.entries.values() for each in entry.players]
    taken = [
        each
        for each in others
        if each.player_id != player.player_id
        and _are_one(each, player)
        and not _are_one(each, before)  # those that were one before are not made so now
    ]
    number = any(each.number and each.number == player.number for each in taken)
    return objections(
        *unfit_name(player.name),
        (bool(taken), TournamentReason.TAKEN, player.number if number else player.name),
    ) or _unfit(tournament, lambda entry: _with(entry, player), player.name)


_BEHIND = re.compile(r" \([^()]*\)")


def _are_one(one: Player, other: Player) -> bool:
    """Whether both are one person: a number belongs to one person; so does a name, unless two
    numbers distinguish them.
    """
    if one.number and other.number:
        return one.number == other.number
    return compared_name(one.name) == compared_name(other.name)


def correct_player(_tournament: Tournament, command: CorrectPlayer) -> tuple[TournamentEvent, ...]:
    return (PlayerCorrected(command.at_ms, command.by, command.player),)


def refuse_renaming_entry(tournament: Tournament, command: RenameEntry) -> Against:
    if all(each.entry_id != command.entry_id for each in _entries(tournament)):
        return (Objection(TournamentReason.UNKNOWN, command.entry_id),)
    change = _renaming(command.entry_id, command.name)
    return _unfit(tournament, change, command.name)


def rename_entry(_tournament: Tournament, command: RenameEntry) -> tuple[TournamentEvent, ...]:
    return (EntryRenamed(command.at_ms, command.by, command.entry_id, command.name),)


def _entries(tournament: Tournament) -> Iterator[Entry]:
    yield from tournament.entries.values()
    for removed in tournament.removed.values():
        yield from removed.entries


def _unfit(tournament: Tournament, change: Change, about: str) -> Against:
    """Objections to the corrected names, division by division, or that nothing is corrected."""
    if all(change(each) == each for each in _entries(tournament)):
        return (Objection(TournamentReason.UNCHANGED, about),)
    found: list[Objection] = []
    for here in (
        *([tournament.entries[each] for each in d.entries] for d in tournament.divisions.values()),
        *(each.entries for each in tournament.removed.values()),
    ):
        after = [change(each) for each in here]
        renamed = {
            new.entry_id for old, new in zip(here, after, strict=True) if old.name != new.name
        }
        found += unfit_entries(
            (each for each in after if each.entry_id not in renamed),
            (each for each in after if each.entry_id in renamed),
        )
    return tuple(dict.fromkeys(found))


def _everywhere(tournament: Tournament, change: Change) -> Tournament:
    return replace(
        tournament,
        entries={name: change(each) for name, each in tournament.entries.items()},
        removed={
            name: replace(each, entries=tuple(map(change, each.entries)))
            for name, each in tournament.removed.items()
        },
    )


def apply_corrected(tournament: Tournament, event: PlayerCorrected) -> Tournament:
    return _everywhere(tournament, lambda entry: _with(entry, event.player))


def apply_renamed(tournament: Tournament, event: EntryRenamed) -> Tournament:
    return _everywhere(tournament, _renaming(event.entry_id, event.name))


def _with(entry: Entry, player: Player) -> Entry:
    """The entry with this player's new data; its name follows, unless it had its own. What stands
    in brackets behind a namesake's, or one's who entered again, stays.
    """
    players = tuple(
        player if each.player_id == player.player_id else each for each in entry.players
    )
    behind = entry.name.removeprefix(_title(entry.players))
    follows = behind == "" or (behind != entry.name and _BEHIND.fullmatch(behind))
    return Entry(entry.entry_id, _title(players) + behind if follows else entry.name, players)


def _renaming(entry_id: str, name: str) -> Change:
    def renamed(entry: Entry) -> Entry:
        if entry.entry_id != entry_id:
            return entry
        return replace(entry, name=name if name.strip() else _title(entry.players))

    return renamed


def _title(players: tuple[Player, ...]) -> str:
    """Default name of an entry."""
    return " / ".join(each.name for each in players)


ACTS = (
    TournamentAct(CorrectPlayer, refuse_correcting, correct_player),
    TournamentAct(RenameEntry, refuse_renaming_entry, rename_entry),
)
FACTS = (
    TournamentFact(PlayerCorrected, apply_corrected),
    TournamentFact(EntryRenamed, apply_renamed),
)
