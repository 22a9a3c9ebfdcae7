"""When a table counts as heard, and what its own clock shows meanwhile."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from kits.hall_kit import UTC, PaperTable, rehashed

from kiosk.director.store.first_rows import FirstRows
from kiosk.director.tables.state import (
    TableState,
    is_stale,
    table_now,
    with_head,
    with_row,
    with_ungiven,
)
from kiosk.rules.units import SECOND_NS
from kiosk.wire.replay import fold_rows
from kiosk.wire.row import Row

HALF = SECOND_NS // 2


def folded(rows: list[Row], state: TableState | None = None) -> TableState:
    state = state or TableState("journal-1")
    for row in rows:
        state = with_row(state, row)
    return state


def test_the_fold_is_that_of_the_wire(table: PaperTable) -> None:
    assert folded(table.rows).replay == fold_rows(table.rows)


def test_a_row_taken_up_twice_changes_nothing(table: PaperTable) -> None:
    once = folded(table.rows)
    assert folded(table.rows[3:], once) == once


@pytest.mark.parametrize(
    ("silence_ns", "stale"), [(0, False), (5 * HALF - 1, False), (5 * HALF, True)]
)
def test_a_table_is_stale_after_two_and_a_half_seconds(
    table: PaperTable, silence_ns: int, stale: bool
) -> None:
    heard = with_head(folded(table.rows), table.head(), 7_000, UTC, fresh=True)
    assert is_stale(heard, 7_000 + silence_ns) is stale


def test_a_table_not_heard_since_the_start_is_stale(table: PaperTable) -> None:
    assert is_stale(folded(table.rows), 0)


def test_the_tables_clock_goes_on_while_it_is_heard_and_freezes_at_its_last_word(
    table: PaperTable,
) -> None:
    head = table.head()
    heard = with_head(folded(table.rows), head, 7_000, UTC, fresh=True)
    assert table_now(heard, 7_000) == head.at_ns
    assert table_now(heard, 7_000 + 2 * SECOND_NS) == head.at_ns + 2 * SECOND_NS
    assert table_now(heard, 7_000 + 5 * HALF) == head.at_ns
    assert table_now(heard, 7_000 + 3600 * SECOND_NS) == head.at_ns


def test_the_tables_clock_is_never_before_a_row_that_came(table: PaperTable) -> None:
    """The rows of a head that was overtaken are taken up after a newer one."""
    first, *others = table.rows
    heard = with_head(folded([first]), table.head(1, at_ns=first.at_ns + 1), 7_000, UTC, fresh=True)
    assert table_now(heard, 7_000) == first.at_ns + 1
    assert table_now(folded(others, heard), 7_000) == others[-1].at_ns


def test_before_any_beat_the_clock_stands_at_the_last_row(table: PaperTable) -> None:
    assert table_now(folded(table.rows), 10**15) == table.rows[-1].at_ns


@pytest.mark.parametrize("at_ns", [5 * SECOND_NS, 10**16])
def test_instants_of_another_boot_are_not_compared(table: PaperTable, at_ns: int) -> None:
    """A table that was switched off and on: its clock begins anew."""
    head = table.head(boot_id="boot-2", at_ns=at_ns)
    heard = with_head(folded(table.rows), head, 7_000, UTC, fresh=True)
    assert not is_stale(heard, 7_000)
    assert table_now(heard, 8_000) == table.rows[-1].at_ns


def test_a_beat_sent_again_is_no_life(table: PaperTable) -> None:
    first, second = table.head(), table.head()
    heard = with_head(folded(table.rows), second, 7_000, UTC, fresh=True)
    for old in (first, second):
        assert with_head(heard, old, SECOND_NS, UTC, fresh=True) == heard
        assert with_head(heard, old, 9 * SECOND_NS, UTC, fresh=False) == heard


@pytest.mark.parametrize("changed", [{}, {"boot": 9}, {"boot_id": "boot-2"}, {"at_ns": 10**15}])
def test_a_beat_that_answers_no_challenge_of_now_is_no_life_and_takes_none(
    table: PaperTable, changed: dict[str, Any]
) -> None:
    """Nor after a restart, when no beat is known to be older than another."""
    unheard = folded(table.rows)
    assert with_head(unheard, table.head(**changed), 7_000, UTC, fresh=False) == unheard
    heard = with_head(unheard, table.head(), 7_000, UTC, fresh=True)
    assert with_head(heard, table.head(**changed), 8_000, UTC, fresh=False) == heard


def test_a_beat_of_the_boot_before_is_no_life_however_late_in_it(table: PaperTable) -> None:
    old = table.head(beat=10**9)
    heard = with_head(folded(table.rows), table.head(boot=2, beat=1), 8_000, UTC, fresh=True)
    assert with_head(heard, old, 9_000, UTC, fresh=True) == heard
    later = with_head(heard, table.head(boot=2, beat=2), 9_000, UTC, fresh=True)
    assert later.beat is not None
    assert later.beat.heard_ns == 9_000


def test_a_card_put_back_that_counts_its_starts_anew_is_heard_once_the_last_beat_is_old(
    table: PaperTable,
) -> None:
    heard = with_head(folded(table.rows), table.head(boot=7), 0, UTC, fresh=True)
    back = table.head(boot=2, beat=1)
    assert with_head(heard, back, 5 * HALF - 1, UTC, fresh=True) == heard
    assert with_head(heard, back, 5 * HALF, UTC, fresh=True).beat != heard.beat


@pytest.mark.parametrize(
    ("turned_ms", "silence_ns", "stale"),
    [(2_499, 0, False), (2_500, 0, True), (1_000, 3 * HALF - 1, False), (1_000, 3 * HALF, True)],
)
def test_a_table_whose_loop_hangs_is_stale_though_it_beats(
    table: PaperTable, turned_ms: int, silence_ns: int, stale: bool
) -> None:
    head = table.head(turned_ms=turned_ms)
    heard = with_head(folded(table.rows), head, 7_000, UTC, fresh=True)
    assert is_stale(heard, 7_000 + silence_ns) is stale


def test_the_clock_of_a_table_that_hangs_stands_where_its_loop_last_turned(
    table: PaperTable,
) -> None:
    head = table.head(turned_ms=3_000)
    heard = with_head(folded(table.rows), head, 7_000, UTC, fresh=True)
    assert table_now(heard, 7_000) == head.at_ns - 3 * SECOND_NS


def test_rows_of_an_old_boot_come_late_and_do_not_bring_it_back(table: PaperTable) -> None:
    """After an outage: the head is of today's boot, the rows still of yesterday's."""
    head = table.head(boot_id="boot-2", boot=2, at_ns=3)
    heard = with_head(TableState("journal-1"), head, 7_000, UTC, fresh=True)
    heard = folded(table.rows[4:], folded(table.rows[:4], heard))
    assert with_head(heard, table.head(), 8_000, UTC, fresh=True) == heard
    later = msgspec.structs.replace(head, at_ns=4, beat=head.beat + 9)
    assert with_head(heard, later, 8_000, UTC, fresh=True) != heard


def test_rows_of_orders_nobody_gave_count_from_the_first_the_director_could_have_given(
    table: PaperTable,
) -> None:
    theirs = [replace(row, by="director:Eve") for row in table.rows[:4]]
    state = TableState("journal-1", first=FirstRows(2))
    for row in (*theirs, table.rows[4]):
        state = with_ungiven(state, row)
    assert state.ungiven == (3, 4)


@pytest.mark.parametrize("changed", [{"kind": "MoodChanged"}, {"v": 9}])
def test_a_row_of_a_newer_program_is_passed_over_and_counted(
    table: PaperTable, changed: dict[str, object]
) -> None:
    odd = rehashed(table.rows[5], **changed)
    state = folded([*table.rows[:5], odd, *table.rows[6:]])
    assert state.newer == (6,)
    assert state.replay.last_seq == len(table.rows)
    without = [*table.rows[:5], *table.rows[6:]]
    assert state.replay.match == fold_rows(without).match
