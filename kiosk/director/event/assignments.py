"""What follows from the event's calls at the tables, and from the tables' results in the event.

Pure: looked at anew whenever either has changed, so that nothing is lost with a process. An order
has the same id as long as its table stands the same, and is given once.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kiosk.director.orders.orders import NewOrder
from kiosk.rules.assignment import HandOverOrdered, MatchAssigned, MatchWithdrawn, TakeOverOrdered
from kiosk.rules.command import Order
from kiosk.rules.match import Match, Phase
from kiosk.rules.result import ResultPosted
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.table import Format, FormatKind, Member, Series, Team
from kiosk.rules.units import MILLISECOND_NS, BySide, Instant, Nanos
from kiosk.tournament.results import TakeMatch
from kiosk.tournament.sheet import ToPlay, as_played, ready
from kiosk.tournament.tournament import Called, Entry, Key, Tournament, key_of
from kiosk.wire.codec import canonical, sha256
from kiosk.wire.replay import Replay

SERVICE = "director:service"
"""Nobody gave this order: it follows from what somebody did in the event."""

_IDS = uuid.UUID("0b0f6f5e-53c4-4ef0-9d8e-9a3b1c7b2f6d")
_ON_ITS_WAY = Instant(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table's journal as the director has it. `number` None: it stands nowhere now; `stale`: it
    is not heard; `opened_seq`: the row with which a match came to it last.
    """

    journal_id: str
    number: int | None
    stale: bool
    replay: Replay
    heard_utc: str = ""
    opened_seq: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """A resolved rule book, and its hash."""

    book: RuleBook
    digest: str


def profile(book: RuleBook) -> Profile:
    return Profile(book, sha256(canonical(book)))


@dataclass(frozen=True, slots=True)
class Due:
    """Orders for tables, and matches for the event."""

    orders: tuple[NewOrder, ...] = ()
    results: tuple[TakeMatch, ...] = ()


def due(
    tournament: Tournament,
    tables: Sequence[Standing],
    book: Callable[[ToPlay], Profile | None],
    now_ms: int,
) -> Due:
    """What is to be done now. `book` finds the rule book of a pairing; None: there is none."""
    at = _by_number(tables)
    plays = _playable(tournament)
    orders: list[NewOrder] = []
    results = tuple(_results(tournament, plays, tables, now_ms))
    for table in tables:
        orders += _posted(tournament, table)
    taken = {each.key for each in results}
    for key, called in tournament.called.items():
        match, table_there = tournament.matches.get(key), at.get(called.table)
        if table_there is None or match is None or key in taken or key not in plays:
            continue
        call = _Call(key, called, match.match_id, plays[key], table_there)
        orders += _come(tournament, call, tables, book, now_ms)
    wanted = {
        (at[called.table].journal_id, tournament.matches[key].match_id)
        for key, called in tournament.called.items()
        if called.table in at and key in tournament.matches
    }
    for table in tables:
        orders += _leave(tournament, table, wanted)
    return Due(tuple(orders), results)


def _by_number(tables: Sequence[Standing]) -> Mapping[int, Standing]:
    """The journal at each table: of several the one that is heard, or was heard last."""
    ordered = sorted(tables, key=lambda each: (not each.stale, each.heard_utc))
    return {each.number: each for each in ordered if each.number is not None}


# --- matches go down -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Call:
    """A pairing called to a table: its match, and how it is played."""

    key: Key
    called: Called
    match_id: str
    plays: ToPlay
    table: Standing


def _playable(tournament: Tournament) -> dict[Key, ToPlay]:
    """How those pairings are played that were called, or begun and put off."""
    found = {}
    for key, here in ready(tournament):
        plays = as_played(tournament, key, here) if key in tournament.matches else None
        if plays is not None:
            found[key] = plays
    return found


def _come(
    tournament: Tournament,
    call: _Call,
    tables: Sequence[Standing],
    book: Callable[[ToPlay], Profile | None],
    now_ms: int,
) -> Iterator[NewOrder]:
    """The match comes to the table it is called to: anew, or from where it was begun. What is
    played there leaves it first; a match of that table's own is not the event's to end.
    """
    table, called, match_id = call.table, call.called, call.match_id
    here = _current(table)
    if (here is not None and _goes_on(here)) or _is_over(match_id, tables):
        return
    left = _left(match_id, tables)
    if left is None:
        rules = book(call.plays)
        if rules is not None:
            yield _order(table, _assigned(tournament, call, rules, now_ms), match_id)
        return
    old, state = left
    if old.journal_id != table.journal_id and _is_there(old, match_id):
        yield _order(
            old,
            lambda named: HandOverOrdered(
                *(_ON_ITS_WAY, named, _by(called.by), f"table {called.table} goes on"),
                *(old.journal_id, old.replay.last_seq, old.replay.last_hash, table.journal_id),
            ),
            table.journal_id,
        )
        if not old.stale:
            return
    yield _order(
        table,
        lambda named: TakeOverOrdered(
            *(_ON_ITS_WAY, named, _by(called.by), _of(tournament, call.key)),
            *(old.journal_id, old.replay.last_seq, old.replay.last_hash, table.journal_id),
            _carried(state),
        ),
        f"{match_id} {old.journal_id}",
    )


def _left(match_id: str, tables: Sequence[Standing]) -> tuple[Standing, Match] | None:
    """Where a match was begun that is called now, and how it stands there: of several that had it
    the one it came to last.
    """
    begun = [
        (each, match)
        for each in tables
        if (match := each.replay.matches.get(match_id)) is not None
        and match.phase is not Phase.MATCH_OVER
        and _is_begun(match)
    ]
    begun.sort(key=lambda one: (one[1].moved, one[0].heard_utc))
    return begun[-1] if begun else None


def _carried(state: Match) -> Match:
    """What of a match goes to another table: nothing that can't be taken back there."""
    return replace(
        state, settled=None, taken_back=None, ended_game=None, earlier=(), taken_over_by=None
    )


def _assigned(
    tournament: Tournament, call: _Call, rules: Profile, now_ms: int
) -> Callable[[str | None], Order]:
    plays, called = call.plays, call.called
    many, pairing = plays.round.best_of, f"{call.key.division_id}/{call.key.pairing_id}"
    series = Series(pairing, plays.number, many) if many > 1 else None
    white, black = (
        _team(tournament.entries[each], seat)
        for each, seat in zip(plays.sides, plays.seats, strict=True)
    )
    form = plays.single_game or Format(FormatKind.POINTS, plays.round.length)
    return lambda named: MatchAssigned(
        *(_ON_ITS_WAY, named, _by(called.by), _of(tournament, call.key)),
        *(call.match_id, tournament.event_id, called.table, series),
        *(form, BySide(white, black)),
        *(rules.book, rules.digest),
        Nanos(max(0, called.starts_ms - now_ms) * MILLISECOND_NS),
    )


def _team(entry: Entry, seat: int) -> Team:
    """An entry as a side; of a couple of which one plays, the player in that seat."""
    players = entry.players if seat == 0 else entry.players[seat - 1 : seat]
    name = entry.name if seat == 0 else players[0].name
    return Team(entry.entry_id, name, tuple(Member(each.player_id, each.name) for each in players))


def _leave(
    tournament: Tournament, table: Standing, wanted: set[tuple[str, str]]
) -> Iterator[NewOrder]:
    """A match of the event that is not called to the table it is at leaves it, unless it is about
    to be handed over.
    """
    here = _current(table)
    if here is None or not _goes_on(here) or not _is_ours(tournament, here):
        return
    named = here.match_id or ""
    elsewhere = any(match_id == named for _journal, match_id in wanted)
    if (table.journal_id, named) in wanted or (elsewhere and _is_begun(here)):
        return
    yield _order(
        table,
        lambda match_id: MatchWithdrawn(_ON_ITS_WAY, match_id, SERVICE, "it is not played here"),
        "",
    )


def _posted(tournament: Tournament, table: Standing) -> Iterator[NewOrder]:
    """A result that counts in the event is posted at its table, too."""
    here = _current(table)
    if here is None or here.phase is not Phase.MATCH_OVER or here.outcome.posted:
        return
    key, winner = key_of(here.match_id or ""), here.winner
    if key is None or winner is None or not _is_signed(here):
        return
    current = tournament.matches.get(key)
    if key.division_id in tournament.divisions and (
        current is None or current.match_id != here.match_id
    ):
        yield _order(
            table,
            lambda named: ResultPosted(_ON_ITS_WAY, named, SERVICE, "it counts", winner),
            "posted",
        )


# --- results come up -----------------------------------------------------------------------------


def _results(
    tournament: Tournament,
    plays: Mapping[Key, ToPlay],
    tables: Sequence[Standing],
    now_ms: int,
) -> Iterator[TakeMatch]:
    """Matches that were called, are over, and signed by both or posted by the director."""
    for key, played in plays.items():
        match_id = tournament.matches[key].match_id
        for table in tables:
            found = table.replay.matches.get(match_id)
            if found is None or found.opened is None or found.winner is None:
                continue
            if found.phase is Phase.MATCH_OVER and (_is_signed(found) or found.outcome.posted):
                sides = found.opened.sides.map(lambda team: team.side_id)
                points = {sides.white: found.score.white, sides.black: found.score.black}
                first, second = played.sides
                yield TakeMatch(
                    *(now_ms, f"table {found.opened.table}", key, sides.of(found.winner)),
                    (points[first], points[second]),
                    *_single_game(found),
                )
                break


def _single_game(match: Match) -> tuple[int, int]:
    """The level and the cube with which a single game ended; one of each if it was not played to
    its end, none of a match.
    """
    last = match.last_game
    if match.length is not None:
        return 0, 0
    return (last.level, max(1, last.points // last.level)) if last and last.level else (1, 1)


# --- how a match stands --------------------------------------------------------------------------


def _current(table: Standing) -> Match | None:
    match = table.replay.match
    return match if match.opened is not None else None


def _goes_on(match: Match) -> bool:
    return match.phase is not Phase.MATCH_OVER and match.taken_over_by is None


def _is_over(match_id: str, tables: Sequence[Standing]) -> bool:
    """It was played to its end; both have yet to sign, or the director to rule."""
    found = (each.replay.matches.get(match_id) for each in tables)
    return any(match is not None and match.phase is Phase.MATCH_OVER for match in found)


def _is_begun(match: Match) -> bool:
    return match.game is not None or match.games_played > 0


def _is_there(table: Standing, match_id: str) -> bool:
    here = _current(table)
    return here is not None and here.match_id == match_id and here.taken_over_by is None


def _is_signed(match: Match) -> bool:
    return match.outcome.confirmed == BySide(True, True) and match.hearing.wrong is None


def _is_ours(tournament: Tournament, match: Match) -> bool:
    """It was called in this event."""
    key = key_of(match.match_id or "")
    return key is not None and key.division_id in tournament.divisions


# --- orders --------------------------------------------------------------------------------------


def _order(table: Standing, make: Callable[[str | None], Order], about: str) -> NewOrder:
    """The order for how the table stands now."""
    match = table.replay.match
    named = match.match_id
    order = make(named)
    stands = (named, match.phase is Phase.MATCH_OVER, match.taken_over_by)
    known = f"{table.journal_id} {table.opened_seq} {type(order).__name__} {stands} {about}"
    return NewOrder(str(uuid.uuid5(_IDS, known)), table.journal_id, order)


def _by(name: str) -> str:
    return f"director:{name}" if name else SERVICE


def _of(tournament: Tournament, key: Key) -> str:
    """Which match it is, for the table's record."""
    return f"{tournament.divisions[key.division_id].name}, {key.pairing_id}"
