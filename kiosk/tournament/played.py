"""What an event asks of a format beside the knock-out, so that its matches are called, played and
told as all others are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.rules.table import Format as TableFormat
from kiosk.tournament.act import Against, TournamentCommand, TournamentEvent
from kiosk.tournament.bracket import (
    BYE,
    NOBODY,
    KnownEntry,
    Pairing,
    PairingState,
    Seen,
    Stand,
    entrant,
)
from kiosk.tournament.core import Core
from kiosk.tournament.tournament import Division, DivisionFormat


@dataclass(frozen=True, slots=True)
class ActOrigin:
    """When (ms since 1970) and by whom something is done, and why."""

    at_ms: int
    by: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game of a format ended: `number` as the format counts them, `score` in the order of the
    two who played; `level` and `cube` of a single game.
    """

    number: int
    winner: str | None = None
    score: tuple[int, int] | None = None
    level: int = 0
    cube: int = 0


@dataclass(frozen=True, slots=True)
class FormatStanding:
    """How somebody stands: in a `group`, or "" for all; equal ones share a `place`, from 1.

    `measures` part who has equally many wins, the first first; more is better.
    """

    group: str
    place: int
    entry_id: str
    wins: int
    losses: int
    measures: tuple[tuple[str, int], ...]
    still_in: bool


@dataclass(frozen=True, slots=True)
class Next:
    """An act of the format that could be done now: its kind, in which group, of whom."""

    kind: str
    group: str = ""
    entries: tuple[str, ...] = ()


Ends = Callable[[Any, ActOrigin, GameOutcome], TournamentCommand | None]
"""Of the format's state: the act that ends a game so; None: it can't end so."""


@dataclass(frozen=True, slots=True)
class FormatPlay:
    """A format. What it is given first is always its own state; an act that is None it does not
    know.
    """

    name: str
    """What a division's rounds call it."""
    core: Core[Any]
    empty: Any
    """Its state before it is opened."""
    own: frozenset[type[TournamentCommand]]
    """The acts that are asked of it; all others follow from acts of the event."""
    unfit: Callable[[DivisionFormat], Against]
    """What is wrong with its rules in a division's format."""
    opening: Callable[[Division, Sequence[str], ActOrigin], tuple[TournamentCommand, ...]]
    """How it begins with these entries, in random order."""
    stands: Callable[[Any], dict[str, Stand]]
    """Each of its pairings as it stands, by name; in the order in which they should be played. A
    name ends with the game's number.
    """
    rounds: Callable[[Any], int]
    """How many rounds it has, as far as that is known."""
    taken: Ends
    awarded: Ends
    corrected: Ends
    left: Callable[[str, ActOrigin], TournamentCommand]
    """An entry plays no more."""
    back: Callable[[str, ActOrigin], TournamentCommand]
    """That was a mistake."""
    standings: Callable[[Any], tuple[FormatStanding, ...]]
    """The best first, group by group."""
    next_acts: Callable[[Any, ActOrigin], tuple[Next, ...]]
    """What a person could do with it now."""
    reopened: Callable[[int, ActOrigin], TournamentCommand] | None = None
    """A game is played on."""
    late: Callable[[str, ActOrigin], TournamentCommand] | None = None
    """An entry comes that was not drawn."""
    looked_at: frozenset[type[TournamentEvent]] = frozenset()
    """After these its new pairings are looked at, and published before they are played."""
    single_game: Callable[[Any, int], TableFormat] | None = None
    """How a table plays a game of it; None: a match to points."""
    to_pair: Callable[[Any], tuple[str, ...]] | None = None
    """Who should be paired now, by chance and without anybody asking."""
    pairing: Callable[[Sequence[str], ActOrigin], TournamentCommand] | None = None
    """Pairs those, in random order."""


def pairing_stand(
    name: str, bracket: str, round_: int, both: tuple[str, str | None], winner: str | None
) -> Stand:
    """A pairing of two who are known, or one who waits. What it is called is unique."""
    one, two = both
    places = entrant(one), BYE if two is None else entrant(two)
    pairing = Pairing(name, bracket, round_, places)
    if two is None:
        return Stand(
            pairing, PairingState.UNPLAYED, (KnownEntry(one), NOBODY), KnownEntry(one), NOBODY
        )
    seen: tuple[Seen, Seen] = KnownEntry(one), KnownEntry(two)
    if winner is None:
        return Stand(pairing, PairingState.READY, seen, None, None)
    loser = two if winner == one else one
    return Stand(pairing, PairingState.OVER, seen, KnownEntry(winner), KnownEntry(loser))


def void(stand: Stand) -> Stand:
    """The same once nobody has to play it, nor is through."""
    return Stand(stand.pairing, PairingState.UNPLAYED, stand.places, NOBODY, NOBODY)


def number_of(pairing_id: str) -> int:
    """The game's number in a pairing's name."""
    return int(pairing_id.rpartition("-")[2])


def measures(names: Sequence[str], values: Sequence[int]) -> tuple[tuple[str, int], ...]:
    return tuple(zip(names, values, strict=True))
