"""A table's first commands: take up what its journal left, open the configured match."""

import logging
import time
from collections.abc import Sequence
from pathlib import Path

from kiosk.journal.journal import Journal
from kiosk.journal.reading import is_absent, read
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.command import Command
from kiosk.rules.devices import TableRestarted
from kiosk.rules.fact import Event
from kiosk.rules.guide import GuideOrdered, has_seen
from kiosk.rules.match import Match, Phase
from kiosk.rules.start import MatchOpened, OpenMatch, SetUpTable, TableSetUp
from kiosk.rules.table import FormatKind, MatchFormat, Member, Team
from kiosk.rules.units import SIDES, BySide, Instant
from kiosk.table.errors import TableSettingsError
from kiosk.table.settings import MatchSection, TableSettings, load_book, set_up
from kiosk.wire.codec import canonical_json, sha256
from kiosk.wire.replay import Replay
from kiosk.wire.row import Row

_MAY_COME = frozenset({MatchOpened.__name__, TableTakenOver.__name__})

_log = logging.getLogger(__name__)


def rows_of(path: Path) -> list[Row]:
    """Every row of an existing journal; none for a new one."""
    return [] if is_absent(path) else list(read(path))


def first_commands(
    settings: TableSettings,
    replay: Replay,
    rows: list[Row],
    journal: Journal,
    halted: str | None = None,
) -> tuple[Command, ...]:
    """Commands to decide at the start. `halted` is the note of a table that stopped itself.

    Raises TableSettingsError if the configured match can't be opened on this journal.
    """
    now = Instant(time.monotonic_ns())
    commands: list[Command] = []
    if rows or halted is not None:
        alive = surely_alive(rows[-1], journal) if rows else None
        commands.append(TableRestarted(now, alive, halted))
    if rows and not _is_set_up(rows):
        commands += _set_up(settings, now)  # it stopped between the two
    match = settings.match
    if match is None or match.match_id in replay.matches:
        return tuple(commands)
    if replay.match.opened is not None and replay.match.phase is not Phase.MATCH_OVER:
        raise TableSettingsError(
            f"{journal.path} holds the open match '{replay.match_id}', the configuration has "
            f"'{match.match_id}'; finish that match or name another journal"
        )
    commands.append(_open(now, match, settings))
    return tuple(commands)


def seat_sides(
    settings: TableSettings, events: Sequence[Event], at: Instant
) -> tuple[Command, ...]:
    """Seat the sides as configured once a match has come."""
    return _set_up(settings, at) if any(map(_comes, events)) else ()


def lead_players(
    settings: TableSettings, match: Match, events: Sequence[Event], at: Instant
) -> tuple[GuideOrdered, ...]:
    """Have pictures lead each player who has not seen them here through a turn, once a match was
    opened.
    """
    opened = any(isinstance(event, MatchOpened) for event in events)
    if not opened or settings.match is None:
        return ()
    wanted = settings.match.guide
    if not (wanted or (wanted is None and not settings.simulated)):
        return ()
    return tuple(
        GuideOrdered(at, match.match_id, "table", "", side)
        for side in SIDES
        if not has_seen(match, side)
    )


def _comes(event: Event) -> bool:
    """Whether a match comes to this table, which must then be set up for it."""
    taken_over = isinstance(event, TableTakenOver) and event.state is not None
    return taken_over or isinstance(event, MatchOpened)


def _set_up(settings: TableSettings, at: Instant) -> tuple[Command, ...]:
    if settings.seats is None:
        _log.error("a match came, and nobody knows who sits where: write [seats]")
        return ()
    return (SetUpTable(at, set_up(settings.seats, settings.devices.camera)),)


def _is_set_up(rows: Sequence[Row]) -> bool:
    """Whether the table was set up since a match last came to it."""
    for row in reversed(rows):
        if row.kind == TableSetUp.__name__:
            return True
        if row.kind in _MAY_COME and _comes(row.event()):
            return False
    return True


def surely_alive(last: Row, journal: Journal) -> Instant:
    """The last instant at which the table surely ran, on the clock of the boot that stopped."""
    mark = journal.last_mark()
    marked = mark.at_ns if mark is not None and mark.boot_id == last.boot_id else last.at_ns
    return Instant(max(last.at_ns, marked))


def _open(now: Instant, match: MatchSection, settings: TableSettings) -> OpenMatch:
    book = load_book(match.rulebook, match.clock, rules=match.rules)
    return OpenMatch(
        at=now,
        match_id=match.match_id,
        event_id=settings.table.event_id,
        table=settings.table.number,
        series=None,
        format=MatchFormat(FormatKind.POINTS, match.points),
        sides=BySide(_player("white", match.white), _player("black", match.black)),
        profile=book,
        profile_hash=sha256(canonical_json(book)),
    )


def _player(side_id: str, name: str) -> Team:
    return Team(side_id, name, (Member(side_id, name),))
