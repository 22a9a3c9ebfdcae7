"""Matches in the order in which they ended, and when each pairing was decided.

Read from an event's facts: the state has results, but no times.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.results import MatchTaken, PairingDecided, ResultCorrected
from kiosk.tournament.tournament import PairingKey
from kiosk.tournament.undone import facts_in_force
from kiosk.tournament.walk_overs import WalkedOver, WalkOverTakenBack


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played to its end; `nth` of its series, `ended_ms` since 1970."""

    key: PairingKey
    nth: int
    winner: str
    ended_ms: int


@dataclass(frozen=True, slots=True)
class History:
    """Matches that count now, and when each pairing's result was entered or last corrected."""

    matches: tuple[PlayedMatch, ...] = ()
    decided_ms: Mapping[PairingKey, int] = field(default_factory=dict)


def read_history(facts: Iterable[TournamentEvent]) -> History:
    """The history of these facts.

    A corrected match keeps its place in the order, with its present winner. If the winner of a
    series was corrected, none of its matches counts, because it is unknown which was wrong. What
    was undone never happened.
    """
    matches: list[PlayedMatch] = []
    decided_ms: dict[PairingKey, int] = {}
    for fact in facts_in_force(facts):
        match fact:
            case MatchTaken():
                matches.append(PlayedMatch(fact.key, fact.nth, fact.winner, fact.at_ms))
            case PairingDecided() | WalkedOver():
                decided_ms[fact.key] = fact.at_ms
            case WalkOverTakenBack():
                decided_ms.pop(fact.key, None)
            case ResultCorrected():
                matches = _corrected(matches, fact)
                for key in (fact.key, *fact.dropped):
                    decided_ms.pop(key, None)
                if fact.result is not None:
                    decided_ms[fact.key] = fact.at_ms
    return History(tuple(matches), decided_ms)


def _corrected(matches: list[PlayedMatch], fact: ResultCorrected) -> list[PlayedMatch]:
    mine = [each for each in matches if each.key == fact.key]
    winner = fact.result.winner if fact.result else None
    void = {fact.key, *fact.dropped}
    if winner is not None and len(mine) == 1:
        mine = [replace(mine[0], winner=winner)]
        void -= {fact.key}
    elif winner is not None and mine and _won(mine) == winner:
        void -= {fact.key}
    return [
        mine[0] if each.key == fact.key and len(mine) == 1 else each
        for each in matches
        if each.key not in void
    ]


def _won(series: list[PlayedMatch]) -> str:
    """The winner of most matches; the last match of a series decides it."""
    return series[-1].winner
