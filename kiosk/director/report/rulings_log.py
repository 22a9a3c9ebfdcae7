"""Disputes, rulings, appeals and notes of the tables, match by match. Pure.

A case is a dispute with everything that followed until it was ruled on or withdrawn, and the appeal
after it; a ruling without a dispute is a case of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from kiosk.catalogue.tables import SENTENCES, sentence
from kiosk.catalogue.text import Text
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.dice.facts import RollAccepted, RollDisputed, RollUpheld
from kiosk.rules.dice_claims import DiceDisputed
from kiosk.rules.disputes.facts import (
    AppealDecided,
    AppealMade,
    ConductRecorded,
    DisputeDropped,
    DisputeRaised,
    PanelConvened,
    RulingGiven,
    TableDisturbed,
)
from kiosk.rules.ending import WinContested
from kiosk.rules.fact import Event
from kiosk.rules.moves.facts import MoveChallenged
from kiosk.rules.play import TurnEnded
from kiosk.rules.result import EarlierResultCorrected
from kiosk.rules.start import MatchOpened
from kiosk.wire.errors import WireError
from kiosk.wire.row import Row

_APPEAL = (AppealMade, PanelConvened, AppealDecided)
_CONTESTED = (RollDisputed, DiceDisputed, WinContested, MoveChallenged)
"""Events that a ruling may be about although no dispute was raised."""
_AGREED = (RollUpheld, RollAccepted, TurnEnded)
"""Events that settle what was contested before."""
_IN_CASES = (DisputeRaised, DisputeDropped, TableDisturbed, EarlierResultCorrected, *_APPEAL)
_OTHERS = (ConductRecorded, MatchOpened, TableTakenOver)

KINDS = frozenset(
    kind.__name__
    for kind in SENTENCES
    if kind.is_ruling or kind in {*_IN_CASES, *_CONTESTED, *_AGREED, *_OTHERS}
)
"""Kinds of rows that are read."""


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """An event in words; `by` as in the row (`director:NAME`), "" without a name; `why` and
    `section` as entered with the ruling, None if its kind has none.
    """

    seq: int
    utc: str
    kind: str
    words: Text
    by: str
    why: str | None
    section: str | None
    cites: tuple[str, ...] = ()


@dataclass(slots=True)
class RulingCase:
    """`disputed`: a side raised it; `is_open`: not ruled on yet."""

    match: "MatchRulings"
    disputed: bool
    entries: list[RulingEntry] = field(default_factory=list)
    is_open: bool = False

    @property
    def reference(self) -> str:
        """Identifies it in notes: journal and first row."""
        return f"{self.match.journal_id}:{self.entries[0].seq}"


@dataclass(slots=True)
class MatchRulings:
    """A match at a table, and its part in a report. Empty names: unknown from the rows."""

    journal_id: str
    match_id: str
    event_id: str = ""
    table: int | None = None
    white: str = ""
    black: str = ""
    cases: list[RulingCase] = field(default_factory=list)
    conduct: list[tuple[RulingEntry, bool]] = field(default_factory=list)
    """Each with whether it was a spectator's."""


@dataclass(frozen=True, slots=True)
class JournalRulings:
    """`unread`: the first row that can't be read; later ones are not reported."""

    journal_id: str
    matches: tuple[MatchRulings, ...]
    unread: int | None = None


def journal_rulings(journal_id: str, rows: Iterable[Row]) -> JournalRulings:
    """Rulings from one journal's rows in order, at least those of KINDS."""
    events: list[tuple[Row, Event]] = []
    unread = None
    for row in rows:
        if row.kind in KINDS:
            try:
                events.append((row, row.event()))
            except WireError:
                unread = row.seq
                break
    return JournalRulings(journal_id, _matches(events), unread)


def _matches(events: Iterable[tuple[Row, Event]]) -> tuple[MatchRulings, ...]:
    matches: dict[str, MatchRulings] = {}
    contested: list[RulingEntry] = []
    for row, event in events:
        if row.match_id is None:
            continue
        named = event.of_match if isinstance(event, EarlierResultCorrected) else row.match_id
        match = matches.setdefault(named, MatchRulings(row.journal_id, named))
        entry = _ruling_entry(event, row)
        if isinstance(event, MatchOpened | TableTakenOver):
            _open(match, event)
            contested = []
        elif isinstance(event, _CONTESTED):
            contested.append(entry)
        elif isinstance(event, ConductRecorded):
            match.conduct.append((entry, event.side is None))
        elif isinstance(event, _AGREED):
            contested = []
        elif _decides(event):
            _into_a_case(match, event, entry, contested)
            contested = []
    return tuple(matches.values())


def _decides(event: Event) -> bool:
    """False for players who settle it between them: such an event names no official."""
    return isinstance(event, _IN_CASES) or getattr(event, "by", None) is not None


def _into_a_case(
    match: MatchRulings, event: Event, entry: RulingEntry, contested: list[RulingEntry]
) -> None:
    last = match.cases[-1] if match.cases else None
    if isinstance(event, DisputeRaised):
        match.cases.append(
            RulingCase(match, disputed=True, entries=[*contested, entry], is_open=True)
        )
    elif last is not None and (last.is_open or isinstance(event, _APPEAL) or _same(last, entry)):
        last.entries.append(entry)
        if isinstance(event, RulingGiven | DisputeDropped):
            last.is_open = False
    else:
        match.cases.append(RulingCase(match, disputed=bool(contested), entries=[*contested, entry]))


def _same(case: RulingCase, entry: RulingEntry) -> bool:
    """Consequences of a ruling belong to it: same time, same reason."""
    last = case.entries[-1]
    return (last.utc, last.by, last.why) == (entry.utc, entry.by, entry.why)


def _ruling_entry(event: Event, row: Row) -> RulingEntry:
    return RulingEntry(
        row.seq,
        row.wall_utc,
        row.kind,
        sentence(event),
        getattr(event, "by", None) or "",
        getattr(event, "why", None),
        getattr(event, "section", None),
        getattr(event, "cites", ()),
    )


def _open(match: MatchRulings, event: MatchOpened | TableTakenOver) -> None:
    opened = event if isinstance(event, MatchOpened) else event.state and event.state.opened
    if opened:
        match.event_id, match.table = opened.event_id, opened.table
        match.white, match.black = opened.sides.white.name, opened.sides.black.name
