"""Decides which journal is believed about a match: the one it was called to, until it is moved.

Pure. A report about it in any other journal is only a doubt about that journal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from kiosk.catalogue.text import Text
from kiosk.rules.match import Match, Phase
from kiosk.rules.table import FormatKind, MatchFormat, Series
from kiosk.rules.units import Instant
from kiosk.tournament.bracket import PairingStatus
from kiosk.tournament.sheet import ToPlay, match_to_play
from kiosk.tournament.tournament import PairingKey, Tournament, key_of
from kiosk.wire.errors import WireError
from kiosk.wire.replay import MISFIT, Replay

MOST_LOOKED_AT = 100
"""Most matches of a journal looked at, the newest first: a table has some twenty a day."""

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HeardJournal:
    """A table's journal as the director has it. `number` None: it is at no table now; `stale`: it
    is not heard; `opened_seq`: the row with which its last match came. `revoked`: the director
    revoked its device; `unread`: from some row on it is not followed; `relengthened`: matches whose
    length an order of this director changed there. `alive_at`: when its loop last surely turned, on
    its own clock.
    """

    journal_id: str
    number: int | None
    stale: bool
    replay: Replay
    heard_utc: str = ""
    opened_seq: int = 0
    revoked: bool = False
    unread: bool = False
    relengthened: frozenset[str] = frozenset()
    alive_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """The entries and terms of a match; a table's match must have the same."""

    sides: frozenset[str]
    format: MatchFormat
    series: Series | None


@dataclass(frozen=True, slots=True)
class Placing:
    """An order that placed a match at a journal's table: on these `terms`, or in the `state` that
    was carried there.
    """

    command_id: str
    journal_id: str
    match_id: str
    terms: MatchTerms | None = None
    state: Match | None = None


Placings = Mapping[str, Sequence[Placing]]
"""By the match's id, the oldest first."""


def terms_of(key: PairingKey, plays: ToPlay) -> MatchTerms:
    """The terms of a pairing's next match, as in the order to its table."""
    many = plays.round.best_of
    series = Series(f"{key.division_id}/{key.pairing_id}", plays.number, many) if many > 1 else None
    form = plays.single_game or MatchFormat(FormatKind.POINTS, plays.round.length)
    return MatchTerms(frozenset(plays.sides), form, series)


class MatchDoubt(StrEnum):
    """A doubt about a journal's report of a match."""

    NOT_CALLED = "not_called"
    """It was never called there."""
    MOVED = "moved"
    """It ended there after it was moved away."""
    UNFIT = "unfit"
    """It is not played as it was called."""
    UNKNOWN = "unknown"
    """The event's log has no such match: this may be an older copy of it."""
    REVOKED = "revoked"
    """It was begun there by a device that is no longer enrolled."""
    RENUMBERED = "renumbered"
    """It was called to a number at which there is no device now."""


@dataclass(frozen=True, slots=True)
class DoubtedMatch:
    """A doubt about a journal's report of a match; `after` as in TakeUp.

    `holder` is the journal the match belongs to, if any.
    """

    doubt: MatchDoubt
    journal_id: str
    match_id: str
    key: PairingKey | None
    match: Match
    holder: str | None = None
    after: str = ""
    settled: bool = False
    """The director has decided it; the table has not followed yet."""


@dataclass(frozen=True)
class Custody:
    """The journal that each match of an event belongs to, by the orders that placed it."""

    tournament: Tournament
    placings: Placings
    tables: Mapping[str, HeardJournal]
    """Tables by journal."""
    ready: Mapping[PairingKey, PairingStatus]
    """Pairings that can be played, or are."""
    stopped: "tuple[StuckPart, ...]" = ()
    """Divisions that can't be evaluated."""
    _plays: dict[PairingKey, ToPlay | None] = field(default_factory=dict)

    def next_play(self, key: PairingKey) -> ToPlay | None:
        """The next match of a pairing; None: it can't be played now."""
        if key not in self._plays:
            here = self.ready.get(key)
            self._plays[key] = None if here is None else match_to_play(self.tournament, key, here)
        return self._plays[key]

    def is_current(self, match_id: str) -> bool:
        """Whether a pairing waits for the end of this very match."""
        key = key_of(match_id)
        current = None if key is None else self.tournament.matches.get(key)
        return key in self.ready and current is not None and current.match_id == match_id

    def is_known(self, match_id: str) -> bool:
        """Whether this director ever called it, or took it up."""
        return (
            match_id in self.placings
            or match_id in self.tournament.taken_up
            or self.is_current(match_id)
        )

    def placings_of(self, match_id: str) -> Sequence[Placing]:
        """The placings of the match, the newest last, starting where it was taken up."""
        placed = self.placings.get(match_id, ())
        taken = self.tournament.taken_up.get(match_id)
        if taken is None:
            return placed
        names = [each.command_id for each in placed]
        later = names.index(taken.after) + 1 if taken.after in names else 0
        return (Placing("", taken.journal_id, match_id), *placed[later:])

    def holder(self, match_id: str) -> str | None:
        """The journal the match belongs to; None: it was not placed yet."""
        chain = self.placings_of(match_id)
        return chain[-1].journal_id if chain else None

    def was_held(self, match_id: str, journal_id: str) -> bool:
        """Whether the match belongs to this journal, or did."""
        placed = (*self.placings.get(match_id, ()), *self.placings_of(match_id))
        return any(each.journal_id == journal_id for each in placed)

    def last_order(self, match_id: str) -> str:
        """Id of the last order that placed the match; "" if there is none."""
        placed = self.placings.get(match_id, ())
        return placed[-1].command_id if placed else ""

    def held(self, match_id: str) -> tuple[HeardJournal, Match] | None:
        """The match's table and state in the journal it belongs to."""
        table = self.tables.get(self.holder(match_id) or "")
        found = None if table is None else table.replay.matches.get(match_id)
        return None if table is None or found is None else (table, found)

    def carried(self, match_id: str) -> tuple[HeardJournal, Match] | None:
        """The state in which the match goes on elsewhere, and the table it comes from; None: not
        begun.

        If the match was ordered to a table and never came, the state that was sent there counts.
        """
        chain = self.placings_of(match_id)
        for nth in reversed(range(len(chain))):
            table = self.tables.get(chain[nth].journal_id)
            found = None if table is None else table.replay.matches.get(match_id)
            if table is not None and found is not None and is_begun(found):
                return table, found
            state = chain[nth].state
            before = self.tables.get(chain[nth - 1].journal_id) if nth else None
            if state is not None and before is not None:
                return before, state
        return None

    def is_barred(self, match_id: str) -> bool:
        """Whether orders about the match wait for the director's decision."""
        return self._is_of_revoked(match_id) or self._handed_on(match_id) is not None

    def fits(self, table: HeardJournal, match: Match) -> bool:
        """Whether a table's match is the one that was called."""
        opened = match.opened
        key = None if opened is None else key_of(opened.match_id)
        plays = None if key is None else self.next_play(key)
        if opened is None or key is None or plays is None:
            return False
        placed = (each.terms for each in self.placings.get(opened.match_id, ()))
        terms = next((each for each in placed if each is not None), terms_of(key, plays))
        sides = frozenset((opened.sides.white.side_id, opened.sides.black.side_id))
        length = match.length == terms.format.points or opened.match_id in table.relengthened
        return MatchTerms(sides, opened.format, opened.series) == terms and (
            length or match.length is None
        )

    def doubt(self, table: HeardJournal) -> DoubtedMatch | None:
        """The doubt about a journal's reports, the newest first; None: there is none, or it is not
        heard any more.
        """
        if table.unread:
            return None
        for match_id, match in _newest_first(table.replay):
            found = self._doubt(table, match_id, match)
            if found is not None:
                return found
        return None

    def _doubt(self, table: HeardJournal, match_id: str, match: Match) -> DoubtedMatch | None:
        here, key = table.journal_id, key_of(match_id)
        if not self.is_ours(match):
            return None
        holder, current = self.holder(match_id), self.is_current(match_id)
        kind = self._kind(table, match_id, match)
        if kind is None or (table.number is None and kind is not MatchDoubt.REVOKED):
            return None
        settled = (match_id, here) in self.tournament.turned_away
        if settled and not (_is_now(table, match_id) and goes_on(match)):
            return None
        after = self.last_order(match_id)
        at = holder if holder != here and current else None
        return DoubtedMatch(kind, here, match_id, key, match, at, after, settled)

    def _kind(self, table: HeardJournal, match_id: str, match: Match) -> MatchDoubt | None:
        here, current = table.journal_id, self.is_current(match_id)
        if not self.is_known(match_id):
            takes = self.fits(table, match) and is_begun(match)
            return (
                MatchDoubt.UNKNOWN
                if takes or (_is_now(table, match_id) and goes_on(match))
                else None
            )
        if not self.was_held(match_id, here):
            return self._never_held(table, match_id, match)
        if not current:
            return None
        if self.holder(match_id) != here:
            return MatchDoubt.MOVED if match.phase is Phase.MATCH_OVER else None
        kinds = {
            MatchDoubt.UNFIT: not self.fits(table, match),
            MatchDoubt.REVOKED: self._is_of_revoked(match_id),
            MatchDoubt.RENUMBERED: self._is_renumbered(table, match_id, match),
        }
        return next((kind for kind, holds in kinds.items() if holds), None)

    def _never_held(self, table: HeardJournal, match_id: str, match: Match) -> MatchDoubt | None:
        if not _is_now(table, match_id) and not is_begun(match):
            return None
        if self._handed_on(match_id) == table.journal_id:
            return MatchDoubt.UNKNOWN
        waits = self.holder(match_id) is None and self._is_called_to(table, match_id)
        if waits:  # its order was lost with a newer copy: take it up if it fits
            return None if self.fits(table, match) else MatchDoubt.UNFIT
        return MatchDoubt.NOT_CALLED

    def is_ours(self, match: Match) -> bool:
        """Whether a match belongs to this event by its own data."""
        opened = match.opened
        key = None if opened is None else key_of(opened.match_id)
        return (
            opened is not None
            and key is not None
            and (opened.event_id == self.tournament.event_id or self.is_known(opened.match_id))
        )

    def _is_called_to(self, table: HeardJournal, match_id: str) -> bool:
        key = key_of(match_id)
        called = None if key is None else self.tournament.called.get(key)
        return called is not None and called.table == table.number

    def _is_of_revoked(self, match_id: str) -> bool:
        """Whether it was begun by a revoked device and has not been released to go on from
        there.
        """
        chain = self.placings_of(match_id)
        if not chain or not self.is_current(match_id):
            return False
        taken = self.tournament.taken_up.get(match_id)
        if taken is not None and len(chain) == 1:
            return False
        found = self.held(match_id)
        return found is not None and found[0].revoked and is_begun(found[1])

    def _handed_on(self, match_id: str) -> str | None:
        """The journal that took the match over from the one it belongs to, by an order this
        director did not give.
        """
        found = self.held(match_id) if self.is_current(match_id) else None
        to = None if found is None else found[1].taken_over_by
        other = None if to is None else self.tables.get(to)
        if to is None or other is None or match_id not in other.replay.matches:
            return None
        return None if self.was_held(match_id, to) else to

    def _is_renumbered(self, table: HeardJournal, match_id: str, match: Match) -> bool:
        key = key_of(match_id)
        called = None if key is None else self.tournament.called.get(key)
        if called is None or table.number is None or not _is_now(table, match_id):
            return False
        numbers = {each.number for each in self.tables.values()}
        return goes_on(match) and called.table not in numbers


def goes_on(match: Match) -> bool:
    """Whether a match is played on where it is."""
    return match.phase is not Phase.MATCH_OVER and match.taken_over_by is None


def is_begun(match: Match) -> bool:
    """Whether any play of a match has taken place."""
    return match.game is not None or match.games_played > 0


def _is_now(table: HeardJournal, match_id: str) -> bool:
    return table.replay.match.match_id == match_id


def _newest_first(replay: Replay) -> Iterator[tuple[str, Match]]:
    """The match at a table now, then those before it, up to MOST_LOOKED_AT."""
    now = replay.match.match_id
    if now is not None:
        yield now, replay.match
    for match_id in tuple(replay.matches)[: -MOST_LOOKED_AT - 1 : -1]:
        match = replay.matches[match_id]
        if match_id != now:
            yield match_id, match


@dataclass(frozen=True, slots=True)
class StuckPart:
    """A table or pairing that is stuck, and why."""

    why: Text | str
    journal_id: str = ""
    key: PairingKey | None = None


def each_alone(
    find: Callable[[S], Iterator[T]], some: Mapping[str, S], stop: Callable[[str, str], None]
) -> Iterator[T]:
    """Results of `find` for each of `some`, by name; a failure stops only that one."""
    for name, one in some.items():
        try:
            found = tuple(find(one))
        except (*MISFIT, WireError) as error:
            stop(name, f"{type(error).__name__}: {error!s:.200}")
            continue
        yield from found
