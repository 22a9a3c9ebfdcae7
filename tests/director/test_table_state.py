"""When a table counts as heard, and what its own clock shows meanwhile."""

import msgspec
import pytest
from kits.hall_kit import UTC, PaperTable, rehashed

from kiosk.director.table_state import (
    TableState,
    is_stale,
    table_now,
    with_boot,
    with_head,
    with_row,
)
from kiosk.rules.units import SECOND_NS
from kiosk.wire.replay import replayed
from kiosk.wire.row import Row

HALF = SECOND_NS // 2


def folded(rows: list[Row], state: TableState | None = None) -> TableState:
    state = state or TableState("journal-1")
    for row in rows:
        state = with_row(state, row)
    return state


def test_the_fold_is_that_of_the_wire(table: PaperTable) -> None:
    assert folded(table.rows).replay == replayed(table.rows)


def test_a_row_taken_up_twice_changes_nothing(table: PaperTable) -> None:
    once = folded(table.rows)
    assert folded(table.rows[3:], once) == once


@pytest.mark.parametrize(
    ("silence_ns", "stale"), [(0, False), (5 * HALF - 1, False), (5 * HALF, True)]
)
def test_a_table_is_stale_after_two_and_a_half_seconds(
    table: PaperTable, silence_ns: int, stale: bool
) -> None:
    heard = with_head(folded(table.rows), table.head(), 7_000, UTC)
    assert is_stale(heard, 7_000 + silence_ns) is stale


def test_a_table_not_heard_since_the_start_is_stale(table: PaperTable) -> None:
    assert is_stale(folded(table.rows), 0)


def test_the_tables_clock_goes_on_while_it_is_heard_and_freezes_at_its_last_word(
    table: PaperTable,
) -> None:
    head = table.head()
    heard = with_head(folded(table.rows), head, 7_000, UTC)
    assert table_now(heard, 7_000) == head.at_ns
    assert table_now(heard, 7_000 + 2 * SECOND_NS) == head.at_ns + 2 * SECOND_NS
    assert table_now(heard, 7_000 + 5 * HALF) == head.at_ns
    assert table_now(heard, 7_000 + 3600 * SECOND_NS) == head.at_ns


def test_the_tables_clock_is_never_before_a_row_that_came(table: PaperTable) -> None:
    """The rows of a head that was overtaken are taken up after a newer one."""
    first, *others = table.rows
    heard = with_head(folded([first]), table.head(1, at_ns=first.at_ns + 1), 7_000, UTC)
    assert table_now(heard, 7_000) == first.at_ns + 1
    assert table_now(folded(others, heard), 7_000) == others[-1].at_ns


def test_before_any_beat_the_clock_stands_at_the_last_row(table: PaperTable) -> None:
    assert table_now(folded(table.rows), 10**15) == table.rows[-1].at_ns


@pytest.mark.parametrize("at_ns", [5 * SECOND_NS, 10**16])
def test_instants_of_another_boot_are_not_compared(table: PaperTable, at_ns: int) -> None:
    """A table that was switched off and on: its clock begins anew."""
    head = table.head(boot_id="boot-2", at_ns=at_ns)
    heard = with_head(folded(table.rows), head, 7_000, UTC)
    assert not is_stale(heard, 7_000)
    assert table_now(heard, 8_000) == table.rows[-1].at_ns


def test_a_beat_sent_again_is_no_life(table: PaperTable) -> None:
    first, second = table.head(), table.head()
    heard = with_head(folded(table.rows), second, 7_000, UTC)
    for old in (first, second):
        assert with_head(heard, old, 9 * SECOND_NS, UTC) == heard


def test_a_beat_of_a_boot_long_past_is_no_life(table: PaperTable) -> None:
    old = table.head(at_ns=10**15)
    heard = with_head(folded(table.rows), table.head(), 7_000, UTC)
    heard = with_head(heard, table.head(boot_id="boot-2", at_ns=1), 8_000, UTC)
    assert with_head(heard, old, 9 * SECOND_NS, UTC) == heard
    later = with_head(heard, table.head(boot_id="boot-2", at_ns=2), 9_000, UTC)
    assert later.beat is not None
    assert later.beat.heard_ns == 9_000


def test_rows_of_an_old_boot_come_late_and_do_not_bring_it_back(table: PaperTable) -> None:
    """After an outage: the head is of today's boot, the rows still of yesterday's."""
    head = table.head(boot_id="boot-2", at_ns=3)
    heard = folded(table.rows[:4], with_head(TableState("journal-1"), head, 7_000, UTC))
    heard = folded(table.rows[4:], heard)
    assert with_head(heard, table.head(), 8_000, UTC) == heard
    assert with_head(heard, msgspec.structs.replace(head, at_ns=4), 8_000, UTC) != heard


def test_a_director_started_again_knows_the_newest_kept_instant(table: PaperTable) -> None:
    again = with_boot(folded(table.rows), "boot-1", 2_000)
    assert with_head(again, table.head(at_ns=2_000), 7, UTC) == again
    assert with_head(again, table.head(at_ns=2_001), 7, UTC).beat is not None


@pytest.mark.parametrize("changed", [{"kind": "MoodChanged"}, {"v": 9}])
def test_a_row_of_a_newer_program_is_passed_over_and_counted(
    table: PaperTable, changed: dict[str, object]
) -> None:
    odd = rehashed(table.rows[5], **changed)
    state = folded([*table.rows[:5], odd, *table.rows[6:]])
    assert state.newer == (6,)
    assert state.replay.last_seq == len(table.rows)
    without = [*table.rows[:5], *table.rows[6:]]
    assert state.replay.match == replayed(without).match
