"""What makes a card need the director: alarms, silence, and what sorts first."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits import commands as c
from kits.card_kit import WHITE, moving, over, shown, state
from kits.hall_kit import PaperTable, rehashed
from kits.waits_corpus import CASES, later, played

from kiosk.catalogue.matter import DirectorNeed
from kiosk.director.tables.card import card
from kiosk.director.tables.lines import line
from kiosk.director.tables.state import TableState, with_row
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.wire.row import Row
from kiosk.wire.snapshot import snapshot


def test_rows_not_yet_received_are_counted(table: PaperTable) -> None:
    seen = card(state(table, table.head(head_seq=len(table.rows) + 4)), 0)
    assert seen.behind == 4
    assert DirectorNeed(seen.need) == DirectorNeed.BEHIND


def test_a_halted_table_says_why(table: PaperTable) -> None:
    seen = card(state(table, table.head(halted="the disk is full")), 0)
    assert seen.halted == "the disk is full"
    assert DirectorNeed.HALTED in DirectorNeed(seen.need)


def test_a_journal_that_ends_before_what_is_kept_is_an_alarm(table: PaperTable) -> None:
    seen = card(state(table, table.head(upto=4, head_seq=4)), 0)
    assert f"ends at row 4, rows up to {len(table.rows)} are kept" in seen.alarms[0]


def test_a_fork_and_a_newer_row_are_alarms(table: PaperTable) -> None:
    newer = rehashed(table.rows[-1], kind="MoodChanged")
    table.rows[-1] = newer
    seen = card(state(table), 0)
    assert seen.alarms == (
        f"Row {newer.seq} is newer than this program and not shown: update the director.",
    )
    both = card(replace(state(table), forks=(5,)), 0)
    assert "Two different rows 5 were signed" in both.alarms[0]
    assert DirectorNeed.ALARM in DirectorNeed(both.need)


def test_rows_of_a_newer_program_are_counted(table: PaperTable) -> None:
    *_, before, last = table.rows
    for row in (before, last):
        table.rows[row.seq - 1] = rehashed(row, kind="MoodChanged")
    assert card(state(table), 0).alarms == (
        f"2 rows from {before.seq} on are newer than this program and not shown: "
        "update the director.",
    )


def test_the_table_that_needs_the_director_most_sorts_first(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """Called, halted, alarm, flag, silent in a match, stopped, a device lost, nothing."""
    needs = []
    for number, want in enumerate(
        ("nothing", "device", "stopped", "stale", "flag", "alarm", "halted", "called"), start=1
    ):
        table = make_table(number)
        moving(table, norway)
        keeper, head = table.keeper, None
        if want == "device":
            keeper.do(c.DeviceFailed, "camera", "gone", by="camera")
        if want == "flag":
            keeper.now = Instant(keeper.now + 3600 * SECOND_NS)
            keeper.do(c.DeadlineReached)
        if want == "stopped":
            keeper.do(c.StopOrdered, "match-1", "director:K", "why", by="director:K")
        if want == "called":
            keeper.tap(c.DirectorCallTapped, WHITE)
        if want == "alarm":
            head = table.head(head_seq=1)
        if want == "halted":
            head = table.head(halted="why")
        needs.append(card(state(table, head), 10 * SECOND_NS if want == "stale" else 0).need)
    assert needs == sorted(needs)
    assert len(set(needs)) == len(needs)


@pytest.mark.parametrize("which", Side)
def test_one_sides_flag_is_enough_until_the_match_is_over(
    make_table: Callable[..., PaperTable], norway: RuleBook, which: Side
) -> None:
    """Also where nobody may claim the match for it, as points are proposed."""
    (points,) = (case for case in CASES if case.name == "points for time used up")
    needs = DirectorNeed(shown(played(make_table, points)).need)
    assert (DirectorNeed.FLAG in needs, DirectorNeed.DECISION in needs) == (True, True)
    table = make_table(2)
    table.open(norway)
    table.keeper.begin_game(*((5, 2) if which is WHITE else (2, 5)))
    later(60)(table)
    assert DirectorNeed.FLAG in DirectorNeed(shown(table).need)
    table.keeper.tap(c.ExpiryDeclared, which.other)
    seen = shown(table)
    assert seen.winner is which.other
    assert seen.sides is not None
    assert seen.sides.of_side(which).flagged
    assert DirectorNeed(seen.need) == DirectorNeed.RESULT


def test_a_table_switched_off_after_its_match_wants_only_its_result_posted(
    make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table()
    over(table, norway)
    seen = shown(table, 3600 * SECOND_NS)
    assert not seen.stale
    assert [each.look for each in seen.banners] == ["note"]
    assert seen.need == DirectorNeed.RESULT
    table.keeper.do(c.ResultPosted, "match-1", "director:K", "seen", WHITE, by="director:K")
    assert shown(table, 3600 * SECOND_NS).need == 0


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(numbers=st.lists(st.integers(0, 10**6), max_size=40))
def test_a_table_gone_mad_takes_no_other_card_down(
    whole_match: list[Row], numbers: list[int]
) -> None:
    """Rows of a match in any order: each alone is well formed, together they make no sense."""
    seen = TableState("journal-1")
    for seq, number in enumerate(numbers, start=1):
        row = replace(whole_match[number % len(whole_match)], seq=seq)
        seen = with_row(seen, row)
        made = card(seen, 0)
        assert made.seq == seq
        assert made.called is None or DirectorNeed.CALLED in DirectorNeed(made.need)
        assert line(row).seq == seq


def test_a_card_agrees_with_what_the_tables_own_screens_show(whole_match: list[Row]) -> None:
    """Row by row through a match: the card against the wire's snapshot of the same replay."""
    seen = TableState("journal-1")
    for row in whole_match:
        seen = with_row(seen, row)
        made, oracle = card(seen, 0), snapshot(seen.replay.match, row.seq, Instant(row.at_ns))
        for name in ("phase", "match_id", "length", "winner", "clocked", "lost_devices", "at_ns"):
            assert getattr(made, name) == getattr(oracle, name)
        cube = oracle.game.cube if oracle.game else None
        assert made.cube == (cube and msgspec.structs.replace(cube, stands=None))
        assert made.called == oracle.director_called
        assert (made.stop is None) == (oracle.stop is None)
        for which in Side if oracle.sides else ():
            assert made.sides is not None
            side, view = made.sides.of_side(which), oracle.sides.of_side(which)  # type: ignore[union-attr]
            assert (side.name, side.score, side.flagged) == (view.name, view.score, view.flagged)
            assert (side.reserve_ns, side.delay_ns) == (view.reserve_ns, view.delay_ns)
            assert side.running is (oracle.running is which)


@pytest.fixture
def whole_match(make_table: Callable[..., PaperTable], keep: Callable[..., Any]) -> list[Row]:
    table = make_table()
    keep(table.journal)
    return table.rows
