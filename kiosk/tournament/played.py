"""Interface between an event and a format other than the knock-out, so that its matches are called,
played and reported like all others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiosk.rules.table import MatchFormat
from kiosk.tournament.act import (
    Against,
    TournamentCommand,
    TournamentEvent,
    TournamentReason,
    objections,
)
from kiosk.tournament.bracket import (
    BYE,
    NOBODY,
    KnownEntry,
    Pairing,
    PairingResult,
    PairingState,
    PairingStatus,
    Seen,
    entrant,
)
from kiosk.tournament.core import Core
from kiosk.tournament.format_row import FormatStanding
from kiosk.tournament.tournament import Division, DivisionFormat


@dataclass(frozen=True, slots=True)
class ActOrigin:
    """Time (ms since 1970) and account of an act."""

    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class NextAct:
    """An act of the format that is possible now: its kind, its group, its entries."""

    kind: str
    group: str = ""
    entries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormatPlay:
    """A format: who meets whom next, given what was played. The first argument of each function is
    the format's own state, unless it is a division; an act that is None does not exist in it.
    """

    name: str
    """Its name in the rounds of a division."""
    core: Core[Any]
    empty: Any
    """Its state before it is opened."""
    own: frozenset[type[TournamentCommand]]
    """Its own acts; results, corrections and departures are the event's."""
    unfit: Callable[[DivisionFormat], Against]
    """What is wrong with its rules in a division's format."""
    unfit_order: Callable[[Division, Sequence[str]], Against]
    """Why it can't be opened with these entries."""
    opening: Callable[[Division, Sequence[str], ActOrigin], tuple[TournamentEvent, ...]]
    """The events that open it with these entries, in random order."""
    played: Callable[[Any, Mapping[int, PairingResult], frozenset[str]], Any]
    """Its state with these results, by the game's number, and without those who are gone."""
    refuse_result: Callable[[Any, int, PairingResult | None], Against]
    """Objections to a result of a game, also in place of another; None: to removing it."""
    stands: Callable[[Any], dict[str, PairingStatus]]
    """The state of each of its pairings, by name, in the order in which they should be played. A
    name ends with the game's number.
    """
    rounds: Callable[[Any], int]
    """Number of its rounds, as far as known."""
    standings: Callable[[Any], tuple[FormatStanding, ...]]
    """The best first, group by group."""
    next_acts: Callable[[Any, ActOrigin], tuple[NextAct, ...]]
    """Acts that a person could do now."""
    late: Callable[[str, ActOrigin], TournamentCommand] | None = None
    """A late entry that was not drawn joins."""
    looked_at: frozenset[type[TournamentEvent]] = frozenset()
    """Events after which its new pairings are reviewed, and published before they are played."""
    single_game: Callable[[Any, int], MatchFormat] | None = None
    """How a table plays a single game of it; None: a match to points."""
    to_pair: Callable[[Any], tuple[str, ...]] | None = None
    """Entries to pair now, at random and automatically."""
    pairing: Callable[[Sequence[str], ActOrigin], TournamentCommand] | None = None
    """Pairs these entries, in random order."""
    walk_overs: bool = True
    """Whether the opponent of an entry that leaves wins their game; False: nobody does."""


def pairing_stand(
    name: str, bracket: str, round_: int, both: tuple[str, str | None], winner: str | None
) -> PairingStatus:
    """A pairing of two known entries, or of one that waits. `name` is unique."""
    one, two = both
    places = entrant(one), BYE if two is None else entrant(two)
    pairing = Pairing(name, bracket, round_, places)
    if two is None:
        return PairingStatus(
            pairing, PairingState.UNPLAYED, (KnownEntry(one), NOBODY), KnownEntry(one), NOBODY
        )
    seen: tuple[Seen, Seen] = KnownEntry(one), KnownEntry(two)
    if winner is None:
        return PairingStatus(pairing, PairingState.READY, seen, None, None)
    loser = two if winner == one else one
    return PairingStatus(pairing, PairingState.OVER, seen, KnownEntry(winner), KnownEntry(loser))


def void_stand(stand: PairingStatus) -> PairingStatus:
    """The same pairing, not to be played, and with no winner."""
    return PairingStatus(stand.pairing, PairingState.UNPLAYED, stand.places, NOBODY, NOBODY)


def refuse_ending(
    name: str, closed: bool, division_id: str, result: PairingResult | None
) -> Against:
    """Objections to a result that nobody wins, and to changing one once the division is closed."""
    nobody = result is not None and result.winner is None
    return objections(
        (nobody, TournamentReason.NOT_IN_FORMAT, name),
        (closed, TournamentReason.OVER, division_id),
    )


def number_of(pairing_id: str) -> int:
    """The game's number in a pairing's name."""
    return int(pairing_id.rpartition("-")[2])
