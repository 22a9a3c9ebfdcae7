"""Orders that follow from the event's calls, and results that follow from the tables' reports.

Pure: computed again whenever either has changed, so that nothing is lost with a process. An order
keeps its id while its table stands the same, and is given once. Only the journal a match belongs to
is believed about it (`custody.py`); a failure stops only its own table or pairing.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from kiosk.director.event.custody import (
    Custody,
    DoubtedMatch,
    HeardJournal,
    MatchTerms,
    Placing,
    Placings,
    StuckPart,
    each_alone,
    goes_on,
    is_begun,
    terms_of,
)
from kiosk.director.event.endings import ending_of
from kiosk.director.orders.orders import NewOrder
from kiosk.director.store.store import StoredOrder
from kiosk.rules.assignment import HandOverOrdered, MatchAssigned, MatchWithdrawn, TakeOverOrdered
from kiosk.rules.command import Order
from kiosk.rules.match import Match, Phase
from kiosk.rules.result import ResultPosted
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Member, Team
from kiosk.rules.units import MILLISECOND_NS, BySide, Instant, Nanos
from kiosk.tournament.bracket import PairingStatus
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.sheet import ToPlay, ready_pairings
from kiosk.tournament.taking_up import TakeUp
from kiosk.tournament.tournament import Division, Entry, PairingCall, PairingKey, Tournament, key_of
from kiosk.wire.codec import canonical_json, decode_command, sha256
from kiosk.wire.errors import WireError

T = TypeVar("T")

SERVICE = "director:service"
"""Giver of orders that follow from an act in the event."""

_IDS = uuid.UUID("0b0f6f5e-53c4-4ef0-9d8e-9a3b1c7b2f6d")
_ON_ITS_WAY = Instant(0)


@dataclass(frozen=True, slots=True)
class ResolvedProfile:
    """A resolved rule book, and its hash."""

    book: RuleBook
    digest: str


def profile(book: RuleBook) -> ResolvedProfile:
    return ResolvedProfile(book, sha256(canonical_json(book)))


Book = Callable[[ToPlay], ResolvedProfile | None]
"""Finds the rule book of a pairing; None: there is none."""


@dataclass(frozen=True, slots=True)
class DueWork:
    """Orders for tables, results and found matches for the event, doubts about tables, and what is
    stuck.
    """

    orders: tuple[NewOrder, ...] = ()
    results: tuple[TakeMatch, ...] = ()
    take_ups: tuple[TakeUp, ...] = ()
    doubts: tuple[DoubtedMatch, ...] = ()
    stopped: tuple[StuckPart, ...] = ()


def placing_of(command_id: str, journal_id: str, order: Order) -> Placing | None:
    """The placing that an order makes; None: it places no match."""
    match order:
        case MatchAssigned():
            sides = frozenset((order.sides.white.side_id, order.sides.black.side_id))
            terms = MatchTerms(sides, order.format, order.series)
            return Placing(command_id, journal_id, order.opens, terms)
        case TakeOverOrdered(state=state) if state.match_id is not None:
            return Placing(command_id, journal_id, state.match_id, state=state)
    return None


_PLACES = frozenset({MatchAssigned.__name__, TakeOverOrdered.__name__})


def stored_placing(given: StoredOrder) -> Placing | None:
    """The placing of a stored order; None: it places no match, or can't be read."""
    if given.kind not in _PLACES:
        return None
    try:
        order: Any = decode_command(given.kind, given.body.encode())
    except WireError:
        return None
    return placing_of(given.command_id, given.journal_id, order)


def find_due(
    tournament: Tournament,
    tables: Sequence[HeardJournal],
    placings: Placings,
    book: Book,
    now_ms: int,
) -> DueWork:
    """What is to be done now. `placings` are the orders that have placed matches so far."""
    return _DueFinder(
        custody_of(tournament, tables, placings), _by_number(tables), book, now_ms
    ).due()


def custody_of(
    tournament: Tournament, tables: Sequence[HeardJournal], placings: Placings
) -> Custody:
    """The journal that each match belongs to."""
    by_journal = {each.journal_id: each for each in tables}
    stopped: list[StuckPart] = []

    def of_division(division: Division) -> Iterator[tuple[PairingKey, PairingStatus]]:
        alone = {division.division_id: division}
        return ready_pairings(replace(tournament, divisions=alone))

    def fails(name: str, why: str) -> None:
        stopped.append(StuckPart(why, key=PairingKey(name, "")))

    can = dict(each_alone(of_division, tournament.divisions, fails))
    return Custody(tournament, placings, by_journal, can, tuple(stopped))


def _by_number(tables: Sequence[HeardJournal]) -> Mapping[int, HeardJournal]:
    """The journal at each table: of several the one that is heard, or was heard last."""
    ordered = sorted(tables, key=lambda each: (not each.stale, each.heard_utc))
    return {each.number: each for each in ordered if each.number is not None and not each.unread}


@dataclass(frozen=True)
class _DueFinder:
    """One pass over everything, by the state of each table and each pairing."""

    custody: Custody
    at: Mapping[int, HeardJournal]
    book: Book
    now_ms: int

    @property
    def _tournament(self) -> Tournament:
        return self.custody.tournament

    def due(self) -> DueWork:
        stopped = list(self.custody.stopped)
        tables = {each.journal_id: each for each in self.custody.tables.values()}
        called = {str(key): key for key in self._tournament.matches}

        def of_tables(find: Callable[[HeardJournal], Iterator[T]]) -> tuple[T, ...]:
            return tuple(
                each_alone(find, tables, lambda name, why: stopped.append(StuckPart(why, name)))
            )

        def of_pairings(find: Callable[[PairingKey], Iterator[T]]) -> tuple[T, ...]:
            return tuple(
                each_alone(
                    find, called, lambda name, why: stopped.append(StuckPart(why, key=called[name]))
                )
            )

        results = of_pairings(self._result)
        taken = {each.key for each in results}
        posted = of_tables(self._post)
        come = of_pairings(lambda key: iter(()) if key in taken else self._come(key))
        leave = of_tables(self._leave)
        take_ups, doubts = of_pairings(self._take_up), of_tables(self._doubt)
        return DueWork((*posted, *come, *leave), results, take_ups, doubts, tuple(stopped))

    # --- matches for the tables -------------------------------------------------------------------

    def _come(self, key: PairingKey) -> Iterator[NewOrder]:
        """Bring the match to the table its pairing is called to: new, or as it stands elsewhere.
        The match at that table leaves first; a match of the table's own is not the event's to end.
        """
        called, match_id = self._tournament.called.get(key), self._tournament.matches[key].match_id
        table = None if called is None else self.at.get(called.table)
        if called is None or table is None or self.custody.is_barred(match_id):
            return
        here = _current(table)
        if (here is not None and goes_on(here)) or self._is_over(match_id):
            return
        found = self.custody.carried(match_id)
        if found is None:
            yield from self._begin(key, called, match_id, table)
        else:
            yield from self._go_on(key, called, match_id, table, *found)

    def _begin(
        self, key: PairingKey, called: PairingCall, match_id: str, table: HeardJournal
    ) -> Iterator[NewOrder]:
        plays = self.custody.next_play(key)
        rules = None if plays is None else self.book(plays)
        if plays is not None and rules is not None:
            order = _assigned(self._tournament, key, called, match_id, plays, rules, self.now_ms)
            yield _order(table, order, match_id)

    def _go_on(
        self,
        key: PairingKey,
        called: PairingCall,
        match_id: str,
        table: HeardJournal,
        old: HeardJournal,
        state: Match,
    ) -> Iterator[NewOrder]:
        head = old.journal_id, old.replay.last_seq, old.replay.last_hash, table.journal_id
        elsewhere = old.journal_id != table.journal_id
        if elsewhere and old.number is not None and _is_there(old, match_id):
            why = f"table {called.table} goes on"
            yield _order(
                old,
                lambda named: HandOverOrdered(_ON_ITS_WAY, named, _by(called.by), why, *head),
                table.journal_id,
            )
            if not old.stale:
                return
        what = _match_label(self._tournament, key)
        yield _order(
            table,
            lambda named: TakeOverOrdered(
                _ON_ITS_WAY, named, _by(called.by), what, *head, _carried(state), old.alive_at
            ),
            f"{match_id} {old.journal_id}",
        )

    def _is_over(self, match_id: str) -> bool:
        """Whether it was played to its end, and only waits for signatures or a ruling."""
        found = self.custody.held(match_id)
        return found is not None and found[1].phase is Phase.MATCH_OVER

    def _leave(self, table: HeardJournal) -> Iterator[NewOrder]:
        """Withdraw a match of the event that is not called to its table, unless it is about to be
        handed over. A match that no order of this director placed is left alone.
        """
        here = _current(table)
        match_id = None if here is None else here.match_id
        if here is None or match_id is None or not goes_on(here) or table.unread:
            return
        if not self._may_leave(table, here, match_id):
            return
        yield _order(
            table,
            lambda named: MatchWithdrawn(_ON_ITS_WAY, named, SERVICE, "it is not played here"),
            "",
        )

    def _may_leave(self, table: HeardJournal, here: Match, match_id: str) -> bool:
        custody, journal_id = self.custody, table.journal_id
        if (match_id, journal_id) in self._tournament.turned_away:
            return True
        if not custody.was_held(match_id, journal_id) or custody.is_barred(match_id):
            return False
        key = key_of(match_id)
        if not custody.is_current(match_id) or key not in self._tournament.called:
            return True
        return custody.holder(match_id) != journal_id and not is_begun(here)

    def _post(self, table: HeardJournal) -> Iterator[NewOrder]:
        """Post a result that counts in the event at its table, too."""
        here = _current(table)
        if here is None or here.phase is not Phase.MATCH_OVER or here.outcome.posted:
            return
        match_id, winner = here.match_id or "", here.winner
        if winner is None or not _is_signed(here):
            return
        custody = self.custody
        if custody.holder(match_id) == table.journal_id and not custody.is_current(match_id):
            yield _order(
                table,
                lambda named: ResultPosted(_ON_ITS_WAY, named, SERVICE, "it counts", winner),
                "posted",
            )

    # --- results from the tables ------------------------------------------------------------------

    def _result(self, key: PairingKey) -> Iterator[TakeMatch]:
        """The result of a called match that is over where it belongs, signed by both or posted."""
        match_id = self._tournament.matches[key].match_id
        plays, held = self.custody.next_play(key), self.custody.held(match_id)
        if plays is None or held is None or self.custody.is_barred(match_id):
            return
        table, found = held
        if found.opened is None or found.winner is None or found.phase is not Phase.MATCH_OVER:
            return
        if table.unread or not (_is_signed(found) or found.outcome.posted):
            return
        if not self.custody.fits(table, found):
            return
        called = self._tournament.called.get(key)
        number = table.number if called is None else called.table
        sides = found.opened.sides.map(lambda team: team.side_id)
        points = {sides.white: found.score.white, sides.black: found.score.black}
        first, second = plays.sides
        yield TakeMatch(
            *(self.now_ms, f"table {number}", key, sides.of_side(found.winner)),
            (points[first], points[second]),
            *ending_of(found),
        )

    def _take_up(self, key: PairingKey) -> Iterator[TakeUp]:
        """Take up a match that is played where it was called, by an order that a copy of the event
        lacks.
        """
        called, match_id = self._tournament.called.get(key), self._tournament.matches[key].match_id
        table = None if called is None else self.at.get(called.table)
        if called is None or table is None or self.custody.holder(match_id) is not None:
            return
        found = table.replay.matches.get(match_id)
        if found is not None and self.custody.fits(table, found):
            yield TakeUp(self.now_ms, SERVICE, key, called.table, match_id, table.journal_id, "")

    def _doubt(self, table: HeardJournal) -> Iterator[DoubtedMatch]:
        found = self.custody.doubt(table)
        if found is not None:
            yield found


def _carried(state: Match) -> Match:
    """The state of a match that goes to another table: without what could be taken back."""
    return replace(
        state, settled=None, taken_back=None, ended_game=None, earlier=(), taken_over_by=None
    )


def _assigned(
    tournament: Tournament,
    key: PairingKey,
    called: PairingCall,
    match_id: str,
    plays: ToPlay,
    rules: ResolvedProfile,
    now_ms: int,
) -> Callable[[str | None], Order]:
    white, black = (
        _team(tournament.entries[each], seat)
        for each, seat in zip(plays.sides, plays.seats, strict=True)
    )
    terms = terms_of(key, plays)
    return lambda named: MatchAssigned(
        *(_ON_ITS_WAY, named, _by(called.by), _match_label(tournament, key)),
        *(match_id, tournament.event_id, called.table, terms.series),
        *(terms.format, BySide(white, black)),
        *(rules.book, rules.digest),
        Nanos(max(0, called.starts_ms - now_ms) * MILLISECOND_NS),
    )


def _team(entry: Entry, seat: int) -> Team:
    """An entry as a side; of a couple of which one plays, the player in that seat."""
    players = entry.players if seat == 0 else entry.players[seat - 1 : seat]
    name = entry.name if seat == 0 else players[0].name
    return Team(entry.entry_id, name, tuple(Member(each.player_id, each.name) for each in players))


# --- state of a match -----------------------------------------------------------------------------


def _current(table: HeardJournal) -> Match | None:
    match = table.replay.match
    return match if match.opened is not None else None


def _is_there(table: HeardJournal, match_id: str) -> bool:
    here = _current(table)
    return here is not None and here.match_id == match_id and here.taken_over_by is None


def _is_signed(match: Match) -> bool:
    return match.outcome.confirmed == BySide(True, True) and match.hearing.wrong is None


# --- orders --------------------------------------------------------------------------------------


def _order(table: HeardJournal, make: Callable[[str | None], Order], about: str) -> NewOrder:
    """The order for the table as it stands now."""
    match = table.replay.match
    named = match.match_id
    order = make(named)
    stands = (named, match.phase is Phase.MATCH_OVER, match.taken_over_by)
    known = f"{table.journal_id} {table.opened_seq} {type(order).__name__} {stands} {about}"
    return NewOrder(str(uuid.uuid5(_IDS, known)), table.journal_id, order)


def _by(name: str) -> str:
    return f"director:{name}" if name else SERVICE


def _match_label(tournament: Tournament, key: PairingKey) -> str:
    """Name of the match, for the table's record."""
    return f"{tournament.divisions[key.division_id].name}, {key.pairing_id}"
