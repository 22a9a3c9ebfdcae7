"""The loop: append, commit, then show or act; alarms, marks, halts."""

import errno
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits.sqlite_kit import fill_disk
from kits.table_kit import BOOT, Table, begun, cups, opening

from kiosk.journal import Journal, fold_rows, read
from kiosk.journal.errors import JournalFailed
from kiosk.journal.head import newest
from kiosk.rules.match import EMPTY, Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.table.errors import InboxFull
from kiosk.table.inbox import Inbox, PostedCommand

WHITE, BLACK = Side
SETTLE_NS = 50_000_000
"""A press that was stamped before a deadline may come so long after it."""


def rows_on_disk(path: Path) -> int:
    """What another process sees."""
    with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as other:
        (count,) = other.execute("SELECT count(*) FROM event").fetchone()
    other.close()
    return int(count)


def fill(table: Table) -> None:
    """The disk is full: Decide until a commit fails."""
    fill_disk(table.journal)
    for number in range(100):
        table.do(c.DeviceFailed(table.now, f"device-{number}", "x" * 1000), "table")
        if table.loop.halted is not None:
            return
    pytest.fail("the disk never got full")


# --- append, commit, then show -----------------------------------------------------------------


def test_nothing_is_shown_or_done_before_it_is_on_the_disk(
    journal: Journal, norway: RuleBook
) -> None:
    order: list[tuple[str, int]] = []

    def note(what: str) -> Callable[..., None]:
        return lambda *_: order.append((what, rows_on_disk(journal.path)))

    table = Table(journal, show=note("show"), act=note("act"), between=note("between"))
    table.do(opening(table.now, norway))
    rows = len(table.kinds())
    assert order == [("between", rows), ("show", rows), ("act", rows)]


def test_every_commit_is_shown_with_its_seq(table: Table, norway: RuleBook) -> None:
    table.open(norway)
    decided = table.do(c.ReadyTapped(table.now, WHITE), "white")
    assert decided.seqs == (len(table.kinds()),)
    assert table.shown[-1].seq == decided.seqs[-1]
    assert [shown.seq for shown in table.shown] == sorted({shown.seq for shown in table.shown})


def test_a_failed_commit_halts_in_memory_and_is_shown(table: Table, norway: RuleBook) -> None:
    table.open(norway)
    before = table.loop.match
    fill(table)
    assert table.shown[-1].halted is not None
    assert "disk is full" in table.shown[-1].halted
    assert "call the director" in table.shown[-1].halted
    kept = fold_rows(read(table.journal.path))
    assert table.shown[-1].seq == kept.last_seq
    assert table.loop.match == kept.match
    assert table.loop.match.opened == before.opened


def test_a_halted_table_decides_nothing_and_rings_no_alarm(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    fill(table)
    match, shown = table.loop.match, table.shown[-1].seq
    table.later(3600)
    assert table.do(c.ClockPressed(table.now, WHITE), "buttons").seqs == ()
    table.loop.step()
    assert table.loop.match is match
    assert table.shown[-1].seq == shown


def test_whoever_keeps_the_note_hears_of_a_halt_once_and_first(
    journal: Journal, norway: RuleBook
) -> None:
    heard: list[str] = []
    table = Table(journal, halting=lambda why: heard.append(f"{why} {table.shown[-1].halted}"))
    table.open(norway)
    fill(table)
    table.loop.step()
    assert heard == [f"{table.loop.halted} None"]


def test_a_failed_mark_halts(
    table: Table, norway: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(table, norway)

    def broken(at_ns: int) -> None:
        raise JournalFailed(f"mark {at_ns}: {errno.errorcode[errno.EIO]}")

    monkeypatch.setattr(table.journal, "mark", broken)
    table.later(1)
    table.loop.step()
    assert table.loop.halted is not None
    assert table.shown[-1].halted == table.loop.halted


def test_a_table_shows_itself_every_second_and_does_nothing_else(
    table: Table, norway: RuleBook
) -> None:
    begun(table, norway)
    shown, rows = len(table.shown), table.kinds()
    for seconds in (0.5, 0.49):
        table.later(seconds)
        table.loop.step()
    assert len(table.shown) == shown
    table.later(0.01)
    table.loop.step()
    again = table.shown[-1]
    assert len(table.shown) == shown + 1
    assert (again.at_ns, again.seq) == (table.now, table.shown[-2].seq)
    assert table.kinds() == rows


# --- commands ----------------------------------------------------------------------------------


PENALTY = (BLACK, 1, "2.2")


def fined(table: Table) -> c.PenaltyOrdered:
    """A penalty point for Black: decided twice it would be two."""
    return c.PenaltyOrdered(table.now, "m-1", "director:Kari", "late", *PENALTY)


def test_a_command_seen_twice_is_decided_once(journal: Journal, norway: RuleBook) -> None:
    acts: list[Any] = []
    table = Table(journal, act=lambda match, _halted: acts.append(match))
    table.open(norway)
    first = table.do(fined(table), "director:Kari", "order-1")
    decided, shown, acted = table.loop.match, len(table.shown), len(acts)
    assert decided.score.white == 1
    table.later(0.5)
    again = table.do(fined(table), "director:Kari", "order-1")
    assert again == first
    assert again.seqs == (table.shown[-1].seq,)
    assert table.loop.match == decided == fold_rows(read(journal.path)).match
    assert (len(table.shown), len(acts)) == (shown, acted)
    assert table.kinds().count("PenaltyAwarded") == 1


def test_a_command_seen_before_a_restart_is_decided_once(tmp_path: Path, norway: RuleBook) -> None:
    path = tmp_path / "table.journal"
    with Journal.open(path, boot_id=BOOT) as journal:
        table = Table(journal)
        table.open(norway)
        first = table.do(fined(table), "director:Kari", "order-1")
        decided = table.loop.match
    replay = fold_rows(read(path))
    with Journal.open(path, boot_id=BOOT) as journal:
        table = Table(journal, replay)
        assert table.do(fined(table), "director:Kari", "order-1") == first
        assert table.loop.match == decided
        assert table.kinds().count("PenaltyAwarded") == 1


def test_a_refusal_is_journaled_and_answered(table: Table, norway: RuleBook) -> None:
    table.open(norway)
    match = table.loop.match
    decided = table.do(c.TakeTapped(table.now, WHITE), "white")
    assert decided.refused == (Reason.NOT_NOW,)
    assert table.kinds()[-1] == "Refused"
    assert table.loop.match == match


def test_nobody_reports_from_the_future(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    at = table.later(10)
    table.do(c.ClockPressed(Instant(at + 3600 * SECOND_NS), WHITE), "buttons")
    last = list(read(table.journal.path))[-1]
    assert last.at_ns == at
    assert table.loop.match.clock.running is BLACK
    assert table.loop.match.clock.since == at


def test_a_stamp_from_the_past_is_kept(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    pressed = table.later(10)
    table.later(0.03)
    table.do(c.ClockPressed(pressed, WHITE), "buttons")
    assert table.loop.match.clock.since == pressed
    last = list(read(table.journal.path))[-1]
    assert (last.at_ns, last.wall_utc) == (pressed, "2026-05-09T14:03:07.123Z")


# --- alarms ------------------------------------------------------------------------------------


def time_left(table: Table) -> int:
    clock = table.loop.match.clock
    assert clock.running is not None
    return clock.delay_left + clock.reserve.of_side(clock.running)


def test_a_press_stamped_before_the_deadline_beats_the_alarm(
    table: Table, norway: RuleBook
) -> None:
    begun(table, norway)
    due = Instant(table.now + time_left(table))
    table.now_ns = due + SETTLE_NS + SECOND_NS  # the loop was kept waiting
    for _ in range(5):
        table.inbox.post(PostedCommand(c.DiceLifted(due), "camera"))
    table.inbox.post(PostedCommand(c.ClockPressed(Instant(due - 1), WHITE), "buttons"))
    for _ in range(8):
        table.loop.step()
    assert table.loop.match.clock.flagged.white is None
    assert table.loop.match.clock.running is BLACK


def test_the_alarm_waits_for_a_press_on_its_way(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    due = Instant(table.now + time_left(table))
    table.now_ns = due + 49_000_000
    table.loop.step()
    assert "FlagReached" not in table.kinds()
    table.do(c.ClockPressed(Instant(due - 1), WHITE), "buttons")
    assert "FlagReached" not in table.kinds()


def test_the_alarm_waits_for_what_was_reported_before_it(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    due = Instant(table.now + time_left(table))
    table.now_ns = due + 2 * SETTLE_NS
    table.inbox.post(PostedCommand(c.DirectorCallTapped(Instant(due - 2), WHITE), "white"))
    table.inbox.post(PostedCommand(c.ClockPressed(Instant(due - 1), WHITE), "buttons"))
    table.loop.step()
    table.loop.step()
    assert "FlagReached" not in table.kinds()


def test_the_flag_falls_at_its_own_instant_and_once(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    due = Instant(table.now + time_left(table))
    table.now_ns = due + 7 * SECOND_NS
    for _ in range(3):
        table.loop.step()
    fallen = [row for row in read(table.journal.path) if row.kind == "FlagReached"]
    assert [row.at_ns for row in fallen] == [due]
    assert table.shown[-1].sides is not None
    assert table.shown[-1].sides.white.flagged


def test_the_loop_wakes_for_the_alarm_and_never_sleeps_longer_than_a_quarter_second(
    table: Table, norway: RuleBook
) -> None:
    begun(table, norway)
    due = table.now + time_left(table)
    table.now_ns = due - SECOND_NS
    table.loop.step()  # marks
    table.loop.step()
    table.now_ns = due + SETTLE_NS - 1_000_000
    table.loop._marked_ns = table.now_ns
    table.loop.step()
    assert table.inbox.waits_s[-2] == 0.25
    assert table.inbox.waits_s[-1] == pytest.approx(0.001)


# --- marks and checkpoints ---------------------------------------------------------------------


def test_the_mark_is_at_most_a_second_old_while_a_clock_runs(
    table: Table, norway: RuleBook
) -> None:
    begun(table, norway)
    for number in range(40):
        table.loop.step()
        mark = table.journal.last_mark()
        assert mark is not None
        assert mark.boot_id == BOOT
        # As long as the next step would wait, unless a command comes first.
        table.now_ns += table.loop._wait_ns() if number % 3 else 100_000_000
        assert table.now_ns - mark.at_ns <= SECOND_NS


def test_no_mark_while_no_clock_runs_and_nothing_is_committed(
    table: Table, norway: RuleBook
) -> None:
    table.open(norway)
    mark = table.journal.last_mark()
    table.later(10)
    table.loop.step()
    assert table.journal.last_mark() == mark


def test_a_commit_is_shown_and_answered_before_its_head_is_written(
    journal: Journal, norway: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press pays one sync until it is seen; the next command finds the head written."""
    order: list[str] = []

    def note(what: str) -> Callable[..., None]:
        return lambda *_: order.append(what)

    table = Table(journal, show=note("show"), act=note("act"), between=note("committed"))
    mark = journal.mark

    def marked(at_ns: int) -> None:
        assert at_ns == table.now_ns
        mark(at_ns)
        order.append(f"head of row {newest_seq(journal.path)}")

    monkeypatch.setattr(journal, "mark", marked)
    for name, command in (
        ("one", opening(table.now, norway)),
        ("two", c.SetUpTable(table.now, cups())),
    ):
        table.inbox.post(PostedCommand(command, "table", name, note("answer")))
    table.loop.step()
    rows = len(table.kinds())
    assert order == ["committed", "show", "act", "answer", f"head of row {rows}"]
    order.clear()
    table.loop.step()
    assert order == ["committed", "show", "act", "answer", f"head of row {len(table.kinds())}"]
    assert len(table.kinds()) > rows


def newest_seq(path: Path) -> int:
    head = newest(path)
    assert head is not None
    return head.seq


def test_a_halted_table_writes_no_head(table: Table, norway: RuleBook) -> None:
    """Its last commit may be there or not: the head must not say that it is."""
    begun(table, norway)
    mark = table.journal.last_mark()
    fill(table)
    table.later(10)
    table.loop.step()
    assert table.journal.last_mark() == mark
    assert newest_seq(table.journal.path) == table.journal.head[0]


def test_a_checkpoint_only_when_no_match_is_open(
    table: Table, norway: RuleBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    phases: list[Phase] = []
    original = table.journal.checkpoint

    def checkpoint() -> None:
        phases.append(table.loop.match.phase)
        original()

    monkeypatch.setattr(table.journal, "checkpoint", checkpoint)
    begun(table, norway)
    table.do(c.WinDeclared(table.now, WHITE, 3), "white")
    assert phases == []
    table.do(c.WinAgreed(table.now, BLACK), "black")
    assert table.loop.match.winner is WHITE
    assert phases == [Phase.MATCH_OVER]
    wal = table.journal.path.with_name(table.journal.path.name + "-wal")
    assert wal.stat().st_size == 0
    table.do(c.TakeTapped(table.now, WHITE), "white")
    assert table.kinds()[-1] == "Refused"
    assert phases == [Phase.MATCH_OVER]


def test_a_new_match_goes_on_in_the_same_journal(table: Table, norway: RuleBook) -> None:
    begun(table, norway)
    table.do(c.WinDeclared(table.now, WHITE, 3), "white")
    table.do(c.WinAgreed(table.now, BLACK), "black")
    table.do(opening(table.now, norway, match_id="m-2"))
    table.do(c.SetUpTable(table.now, cups()))
    assert [row.match_id for row in read(table.journal.path)][-1] == "m-2"
    assert table.loop.match_id == "m-2"
    assert table.loop.match == fold_rows(read(table.journal.path)).match
    assert table.shown[-1].match_id == "m-2"


def test_an_empty_table_shows_itself(table: Table) -> None:
    table.loop.publish()
    assert table.shown[-1].phase is Phase.VACANT
    assert table.loop.match == EMPTY
    assert table.shown[-1].halted is None


# --- the inbox ---------------------------------------------------------------------------------


def test_a_full_inbox_is_a_fault_and_says_so() -> None:
    inbox = Inbox(size=2)
    command = c.ClockPressed(Instant(1), WHITE)
    for _ in range(2):
        inbox.post(PostedCommand(command, "buttons"))
    assert not inbox.overflowed
    with pytest.raises(InboxFull, match=r"2 undecided commands.*ClockPressed.*restart"):
        inbox.post(PostedCommand(command, "buttons"))
    assert inbox.overflowed


def test_a_thousand_commands_may_wait() -> None:
    inbox = Inbox()
    for at in range(1000):
        inbox.post(PostedCommand(c.DiceLifted(Instant(at)), "camera"))
    with pytest.raises(InboxFull, match="1000 undecided commands"):
        inbox.post(PostedCommand(c.DiceLifted(Instant(1000)), "camera"))


def test_commands_come_out_in_the_order_they_were_posted() -> None:
    inbox = Inbox()
    sent = [PostedCommand(c.ClockPressed(Instant(at), WHITE), "buttons") for at in (3, 1, 2)]
    for posted in sent:
        inbox.post(posted)
    taken: list[Any] = [inbox.take(0) for _ in range(4)]
    assert taken == [*sent, None]
    assert len({posted.command_id for posted in sent}) == 3
    assert replace(sent[0], command_id="x") != sent[0]


def test_devices_lost_and_back_are_told_to_who_runs_the_table(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "kiosk.table.loop")
    table.do(c.DeviceFailed(table.now, "camera", "no frame came for 3 s"), "camera")
    table.do(c.DeviceFailed(table.now, "camera", "no frame came for 3 s"), "camera")
    table.do(c.DeviceRecovered(table.now, "camera"), "camera")
    assert [(each.levelname, each.message) for each in caplog.records] == [
        ("WARNING", "camera lost: no frame came for 3 s"),
        ("INFO", "camera is back"),
    ]
