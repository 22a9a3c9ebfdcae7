"""State of an event: entries, divisions, draws, calls, results. Frozen: a fact makes a new one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from kiosk.rules.rulebook.key import Strategy
from kiosk.tournament.act import TournamentEvent
from kiosk.tournament.bracket import Bracket, PairingResult
from kiosk.tournament.club_rounds import ClubRoundRules, PairingDates
from kiosk.tournament.knock_out import KnockOutShape
from kiosk.tournament.round_robin import GroupRules, RoundRobin
from kiosk.tournament.swing import Swing, SwingRules
from kiosk.tournament.swiss import Swiss, SwissRules

LONGEST_MATCH = 99
"""Most points of a match, and most matches of a series."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person. `number` is the federation's, `rating` by the formula that the event names,
    `experience` the points of all matches rated before this event.
    """

    player_id: str
    name: str
    number: str = ""
    rating: float | None = None
    language: str = ""
    team: str = ""
    experience: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A player, or a pair (player 1 first), that plays as one."""

    entry_id: str
    name: str
    players: tuple[Player, ...]


class RoundClockNotice(Strategy):
    """The draw sheet's notice about clocks in a round (002 §1.1)."""

    REQUIRED = "required", "a clock is required"
    ALLOWED = "allowed", "a clock is used if a player asks for it"
    NONE = "none", "no clock is used"


@dataclass(frozen=True, slots=True)
class Round:
    """The terms of a bracket's rounds `first` to `last`, counted as in a Feed: points, best of how
    many matches, rule profile.
    """

    bracket: str
    length: int
    profile: str
    best_of: int = 1
    clock: RoundClockNotice = RoundClockNotice.ALLOWED
    first: int = 1
    last: int = 0


@dataclass(frozen=True, slots=True)
class DivisionFormat:
    """How a division is played: a knock-out whose losers drop as `shape` says, or by the one of the
    rules that is not None. The first Round that fits gives a round's terms. `by_date`: each round
    of a knock-out has a date by which its players arrange it themselves.
    """

    title: str
    shape: KnockOutShape
    rounds: tuple[Round, ...]
    swiss: SwissRules | None = None
    groups: GroupRules | None = None
    swing: SwingRules | None = None
    by_date: ClubRoundRules | None = None


Play: TypeAlias = Swiss | RoundRobin | Swing
"""State of a division that is not a knock-out, as its format keeps it."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A division's sheet. `number` counts its draws from 1; `late` has the entry in each late
    place, None for a closed one; `late_places` were reserved. With a `play` its bracket is empty.
    `dated` has the arrangements of pairings that are played by dates.
    """

    number: int
    bracket: Bracket
    late_places: int = 0
    late: Mapping[int, str | None] = field(default_factory=dict)
    published: bool = False
    play: Play | None = None
    dated: Mapping[str, PairingDates] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReEntryTerms:
    """A person may have `most` entries of a division, entering again until `until_ms` (since 1970;
    None: as long as places are left). `price` of each further one, in the smallest unit of
    `currency`.
    """

    most: int
    until_ms: int | None = None
    price: int = 0
    currency: str = ""

    def are_open(self, at_ms: int) -> bool:
        """Whether somebody may enter again at that time."""
        return self.until_ms is None or at_ms <= self.until_ms


@dataclass(frozen=True, slots=True)
class Division:
    """A competition for one title. The lower its `precedence`, the sooner it gets a table (000).
    `last_days`: the last day of each round that has a date, by bracket and number. `re_entry`:
    None lets each person have one entry.
    """

    division_id: str
    name: str
    format: DivisionFormat
    precedence: int
    entries: tuple[str, ...] = ()
    draw: Draw | None = None
    last_days: Mapping[tuple[str, int], int] = field(default_factory=dict)
    re_entry: ReEntryTerms | None = None


@dataclass(frozen=True, slots=True)
class RemovedDivision:
    """A division that is removed from the event, with its entries."""

    division: Division
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, order=True)
class PairingKey:
    """A pairing of a division."""

    division_id: str
    pairing_id: str

    def __str__(self) -> str:
        """Its name in objections."""
        return f"{self.division_id} {self.pairing_id}"


@dataclass(frozen=True, slots=True)
class PairingCall:
    """A pairing called to a table at `at_ms`, by an account, to begin at `starts_ms` (both since
    1970).
    """

    table: int
    at_ms: int
    by: str = ""
    starts_ms: int = 0


@dataclass(frozen=True, slots=True)
class TableMatch:
    """The match that tables play for a pairing: its id everywhere, and its entries."""

    match_id: str
    sides: tuple[str, str]


@dataclass(frozen=True, slots=True)
class TakenUpMatch:
    """The journal in which a match was taken up, and the last order before that."""

    journal_id: str
    after: str


def match_id(key: PairingKey, at_ms: int) -> str:
    """Id of the match of a pairing that was first called at `at_ms`."""
    return f"{key.division_id}/{key.pairing_id}/{at_ms}"


def key_of(match_id: str) -> PairingKey | None:
    """The pairing for which a match was called; None for another event's."""
    division_id, _, rest = match_id.partition("/")
    pairing_id, _, at_ms = rest.rpartition("/")
    return PairingKey(division_id, pairing_id) if pairing_id and at_ms.isdecimal() else None


class ReportMatter(StrEnum):
    """Subject of a note for the federation's report (003)."""

    ENTRY_REFUSED = "entry_refused"
    """An entry was refused (003 §1.4(i))."""
    HIGHER_CLASS = "higher_class"
    """A player was sent to a higher class (003 §1.4(ii))."""
    SPECTATOR_REMOVED = "spectator_removed"
    """003 §1.6(iii)."""
    PLAYER_EXPELLED = "player_expelled"
    """For signals, aids or help (003 §1.7(vi)), unless he was taken out in the event."""
    DISPUTE = "dispute"
    """A dispute ruled on away from the tables (003 §5.5(i))."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ReportNote:
    """`at_ms` since 1970; `struck`: it no longer counts."""

    matter: ReportMatter
    about: str
    words: str
    by: str
    at_ms: int
    struck: bool = False


@dataclass(frozen=True, slots=True)
class UndoRecord:
    """An act that took something away: its name in the roles, its rows of the log, time and
    account, its first fact, and the event before and after it.
    """

    act: str
    first: int
    last: int
    at_ms: int
    by: str
    fact: TournamentEvent
    before: "Tournament"
    after: "Tournament"


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything decided in an event. An empty `event_id`: none is open.

    `ready_ms` has since when (1970) each pairing could be played, `sets` the winners of a series'
    matches so far, `matches` the match that was called and is not over, also while it is `put_off`,
    `confirmed` the values of each rule book, by key, that the director has confirmed, `own_values`
    the event's own values, `notes` the director's notes for the report by number, `formula` the
    rating formula, "" for none, `removed` the divisions that can be brought back, `taken_up` the
    matches by id that were found at a table, `people` the players of the events before by id,
    `turned_away` those of which nothing counts, with
    their journal. `walked_over`: results caused only by the absence of the entries named there.
    Not part of the state itself: the number of its `facts`, the `moment` (ms since 1970) and
    account of the last, and `undoable`, acts of which some can be undone.
    """

    event_id: str = ""
    name: str = ""
    tables: tuple[int, ...] = ()
    entries: Mapping[str, Entry] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    divisions: Mapping[str, Division] = field(default_factory=dict)
    called: Mapping[PairingKey, PairingCall] = field(default_factory=dict)
    sets: Mapping[PairingKey, tuple[str, ...]] = field(default_factory=dict)
    results: Mapping[PairingKey, PairingResult] = field(default_factory=dict)
    ready_ms: Mapping[PairingKey, int] = field(default_factory=dict)
    matches: Mapping[PairingKey, TableMatch] = field(default_factory=dict)
    confirmed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    own_values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    notes: Mapping[int, ReportNote] = field(default_factory=dict)
    formula: str = ""
    put_off: frozenset[PairingKey] = frozenset()
    removed: Mapping[str, RemovedDivision] = field(default_factory=dict)
    taken_up: Mapping[str, TakenUpMatch] = field(default_factory=dict)
    people: Mapping[str, Player] = field(default_factory=dict)
    turned_away: frozenset[tuple[str, str]] = frozenset()
    walked_over: Mapping[PairingKey, tuple[str, ...]] = field(default_factory=dict)
    facts: int = field(default=0, compare=False)
    moment: tuple[int, str] = field(default=(0, ""), compare=False)
    undoable: tuple[UndoRecord, ...] = field(default=(), compare=False)

    def with_entry(self, entry: Entry) -> "Tournament":
        return replace(self, entries={**self.entries, entry.entry_id: entry})

    def with_division(self, division_id: str, **changes: Any) -> "Tournament":
        changed = replace(self.divisions[division_id], **changes)
        return replace(self, divisions={**self.divisions, division_id: changed})

    def with_draw(self, division_id: str, **changes: Any) -> "Tournament":
        draw = self.divisions[division_id].draw
        return (
            self if draw is None else self.with_division(division_id, draw=replace(draw, **changes))
        )


NONE = Tournament()
"""Before an event is opened."""
