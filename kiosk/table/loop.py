"""The table itself: one loop that owns the match and the journal.

Append, commit, then show or act: nothing leaves this loop that a power cut could undo.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kiosk.journal.errors import JournalFailed
from kiosk.journal.journal import Journal
from kiosk.rules.assignment import TableTakenOver
from kiosk.rules.command import Command
from kiosk.rules.decide import deadline, decide
from kiosk.rules.devices import DeviceBack, DeviceLost
from kiosk.rules.fact import Event, Refused
from kiosk.rules.match import Match, Phase
from kiosk.rules.start import MatchOpened
from kiosk.rules.turn import DeadlineReached
from kiosk.rules.units import SECOND_NS, SIDES, Instant, Side
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.refused_press import RefusedPresses
from kiosk.table.unheeded import UnheededRequests
from kiosk.wire.messages import answer
from kiosk.wire.row import Row, utc_text
from kiosk.wire.snapshot import Snapshot, snapshot

SETTLE_NS = 50_000_000
"""How long after a deadline the alarm waits for a press stamped before it."""

MARK_EVERY_NS = SECOND_NS
"""While a clock runs, or a player is missing, a mark is never older than this plus one commit."""

SHOW_EVERY_NS = SECOND_NS
"""Interval at which screens get the match again, so that a hung table can't look alive."""

LONGEST_WAIT_NS = SECOND_NS // 4

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableClocks:
    """The machine's clocks: monotonic for durations, wall time for people."""

    monotonic_ns: Callable[[], int] = time.monotonic_ns
    wall_ns: Callable[[], int] = time.time_ns


class Loop:
    """Takes commands, decides, commits, shows. Lives on the thread that opened the journal.

    After each commit, and every second: `between`, then `blink` with the sides whose press was just
    refused (recorded by `presses`), then `show` with the snapshot, then `act` with the match and
    the reason of a halt (lights, lamp, buzzer). `halted` is why the loop takes nothing more;
    `halting` is called with it first. `then` gives the commands that the table itself adds once
    events are committed.
    """

    def __init__(
        self,
        journal: Journal,
        match: Match,
        match_id: str | None,
        inbox: Inbox,
        *,
        show: Callable[[Snapshot], None],
        act: Callable[[Match, str | None], None] = lambda _match, _halted: None,
        between: Callable[[], None] = lambda: None,
        halting: Callable[[str], None] = lambda _why: None,
        then: Callable[[Sequence[Event], Instant], Iterable[Command]] = lambda _events, _at: (),
        clocks: TableClocks | None = None,
        blink: Callable[[frozenset[Side]], None] = lambda _sides: None,
        presses: RefusedPresses | None = None,
    ) -> None:
        self.match = match
        self.match_id = match_id
        self.halted: str | None = None
        self._journal = journal
        self._inbox = inbox
        self._show = show
        self._act = act
        self._between = between
        self._halting = halting
        self._then = then
        self._clocks = clocks or TableClocks()
        self._blink = blink
        self._presses = presses or RefusedPresses()
        self._unheeded = UnheededRequests()
        self._marked_ns = 0
        self._shown_ns = 0

    def step(self) -> None:
        """Wait for the next command or alarm, at most a quarter of a second, and handle it.

        The alarm rings only once everything reported before it is decided.
        """
        posted = self._inbox.take(self._wait_ns() / SECOND_NS)
        if posted is None:
            self._decide_deadline()
        else:
            self.take(posted)
        self._write_mark()
        if self._clocks.monotonic_ns() - self._shown_ns >= SHOW_EVERY_NS:
            self.publish()

    def take(self, posted: PostedCommand) -> None:
        """Decide one command; a command decided before is only answered again."""
        if self.halted is not None:
            posted.answer(answer(posted.command_id, ()))
            return
        rows = self._journal.rows_of_command(posted.command_id)
        if not rows:
            rows = self._decide(self._stamped(posted.command), posted)
        posted.answer(answer(posted.command_id, rows))

    @property
    def seq(self) -> int:
        """Sequence number of the journal's last row."""
        return self._journal.head[0]

    def publish(self) -> None:
        """Show the match as it stands."""
        now = Instant(self._clocks.monotonic_ns())
        self._shown_ns = now
        seq, _hash = self._journal.head
        presses, denied = self._presses.shown_presses(now), self._unheeded.denied(now)
        shown = snapshot(self.match, seq, now, self.halted, presses, denied, self._unheeded.thrown)
        self._show(shown)
        self._blink(self._presses.blinking(now))
        self._act(self.match, self.halted)

    def _decide(self, command: Command, posted: PostedCommand) -> tuple[Row, ...]:
        decision = decide(self.match, command)
        if not decision.events:
            return ()
        match_id = _match_of(decision.events) or self.match_id
        try:
            rows = self._journal.append(
                command_id=posted.command_id,
                by=posted.by,
                at_ns=command.at,
                wall_utc=utc_text(self._clocks.wall_ns()),
                match_id=match_id,
                events=decision.events,
            )
        except JournalFailed as failure:
            self._halt(failure)
            return ()
        self._between()
        now = Instant(self._clocks.monotonic_ns())
        self._presses.take(decision.events, self.match, decision.match, now)
        self._unheeded.take(decision.events, self.match, decision.match, now)
        self.match = decision.match
        self.match_id = match_id
        self._log_devices(decision.events)
        self.publish()
        self._tidy(decision.events)
        for follows in self._then(decision.events, command.at):
            self.take(PostedCommand(follows, "table"))
        return rows

    def _log_devices(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case DeviceLost():
                    _log.warning("%s lost: %s", event.device, event.why)
                case DeviceBack():
                    _log.info("%s is back", event.device)

    def _halt(self, failure: JournalFailed) -> None:
        """Stop in memory and show it on every screen; the restart journals it."""
        self.halted = str(failure)
        _log.error("halted: %s", failure)
        self._halting(self.halted)
        self.publish()

    def _tidy(self, events: Sequence[Event]) -> None:
        """Checkpoint only while no match is open, when it is safe (research: lying cards)."""
        if self.match.phase is Phase.MATCH_OVER and not isinstance(events[-1], Refused):
            try:
                self._journal.checkpoint()
            except JournalFailed as failure:
                self._halt(failure)

    def _stamped(self, command: Command) -> Command:
        """Limit a command's stamp to now: none comes from the future."""
        now = self._clocks.monotonic_ns()
        return replace(command, at=Instant(now)) if command.at > now else command

    def _wait_ns(self) -> int:
        """Time to the alarm or the next mark, whichever is sooner."""
        if self.halted is not None:
            return LONGEST_WAIT_NS
        now, due = self._clocks.monotonic_ns(), deadline(self.match)
        waits = [LONGEST_WAIT_NS]
        if due is not None:
            waits.append(due + SETTLE_NS - now)
        if self._time_counts:
            waits.append(self._marked_ns + MARK_EVERY_NS - now)
        return max(0, min(waits))

    def _decide_deadline(self) -> None:
        """Decide a deadline that has passed, stamped with the deadline and not with now."""
        due = deadline(self.match)
        if due is None or self.halted is not None:
            return
        if self._clocks.monotonic_ns() >= due + SETTLE_NS:
            self.take(PostedCommand(DeadlineReached(due), "table"))

    @property
    def _time_counts(self) -> bool:
        """Whether a clock runs or a player is missing, so that a restart must know for how long."""
        missing = any(self.match.schedule.missing(side) for side in SIDES)
        return self.match.clock.running is not None or missing

    def _write_mark(self) -> None:
        """Write the journal's head: after a commit was shown, and each second while time counts.

        Nothing waits for it: a press is shown after the first sync, and this is the second.
        """
        if self.halted is not None:
            return
        now = self._clocks.monotonic_ns()
        due = self._time_counts and now - self._marked_ns >= MARK_EVERY_NS
        if self._journal.is_marked and not due:
            return
        try:
            self._journal.mark(now)
        except JournalFailed as failure:
            self._halt(failure)
        self._marked_ns = now


def _match_of(events: Sequence[Event]) -> str | None:
    """Id of the match that comes to the table with these events."""
    for event in events:
        if isinstance(event, MatchOpened):
            return event.match_id
        if isinstance(event, TableTakenOver) and event.state is not None:
            return event.state.match_id
    return None
