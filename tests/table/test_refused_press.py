"""A press that does not count is answered: on its half, by its light, by the buzzer."""

from dataclasses import replace

from kits import commands as c
from kits.table_kit import BOOT, Table, begun

from kiosk.journal import Journal, fold_rows, read
from kiosk.rules.match import Phase
from kiosk.rules.reasons import Reason
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import SECOND_NS, Instant, Side
from kiosk.table.loop import Loop, TableClocks
from kiosk.table.refused_press import RefusedPresses
from kiosk.wire.snapshot import PressView, Snapshot

WHITE, BLACK = Side


def refused(shown: Snapshot, side: Side) -> PressView | None:
    assert shown.sides is not None
    return shown.sides.of_side(side).refused_press


def test_a_press_at_the_wrong_time_is_answered_on_its_half(table: Table, norway: RuleBook) -> None:
    table.open(norway)
    table.later(5)
    table.do(c.ClockPressed(Instant(table.now - SECOND_NS), BLACK), "buttons")
    assert refused(table.shown[-1], BLACK) == PressView((Reason.NOT_NOW,), table.now)
    assert refused(table.shown[-1], WHITE) is None
    table.later(5.9)
    table.loop.publish()
    assert refused(table.shown[-1], BLACK) is not None
    table.later(0.1)
    table.loop.publish()
    assert refused(table.shown[-1], BLACK) is None


def test_what_counts_after_all_is_not_called_refused(journal: Journal, norway: RuleBook) -> None:
    table = begun(Table(journal), norway)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    table.do(c.RollEntered(table.now, BLACK, (6, 4)), "black")
    table.do(c.ClockPressed(table.now, BLACK), "buttons")
    press = refused(table.shown[-1], BLACK)
    assert press is not None
    assert press.reasons == (Reason.ROLL_IN_DOUBT,)
    table.later(1)
    table.do(c.RollEntered(table.now, WHITE, (6, 4)), "white")
    assert table.loop.match.game is not None
    assert (table.loop.match.phase, table.loop.match.game.on_turn) == (Phase.TO_ROLL, WHITE)
    assert refused(table.shown[-1], BLACK) is None


def test_what_was_refused_is_not_read_long_once_something_else_is_to_be_done(
    journal: Journal, norway: RuleBook
) -> None:
    """Whose turn it is by now does not read that it is not; but no press is passed over."""
    table = begun(Table(journal), norway)
    table.do(c.ClockPressed(table.now, BLACK), "buttons")
    table.later(0.5)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    assert table.loop.match.phase is Phase.TO_ROLL
    assert refused(table.shown[-1], BLACK) is not None
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    table.later(0.5)
    table.loop.publish()
    assert refused(table.shown[-1], BLACK) is None
    assert refused(table.shown[-1], WHITE) is not None
    table.later(1)
    table.do(c.DirectorCallTapped(table.now, BLACK), "black")
    assert refused(table.shown[-1], WHITE) is None


def test_a_table_that_stopped_before_it_could_answer_answers_as_it_starts(
    table: Table, norway: RuleBook
) -> None:
    """Append, commit, and the power: nobody had seen why the press did not count."""
    table.open(norway)
    table.do(c.ClockPressed(table.now, WHITE), "buttons")
    rows = list(read(table.journal.path))
    now = table.later(2)
    presses = RefusedPresses()
    presses.take_up(rows, BOOT, now)
    shown: list[Snapshot] = []
    replay = fold_rows(rows)
    Loop(
        table.journal,
        replay.match,
        replay.match_id,
        table.inbox,
        show=shown.append,
        clocks=TableClocks(lambda: now, lambda: 0),
        presses=presses,
    ).publish()
    assert refused(shown[-1], WHITE) == PressView((Reason.NOT_NOW,), now)
    for late, boot in ((now + 6 * SECOND_NS, BOOT), (now, "another boot")):
        later = RefusedPresses()
        later.take_up([replace(row, boot_id=boot) for row in rows], BOOT, Instant(late))
        assert later.shown_presses(Instant(late)).white is None


def test_its_light_blinks_for_a_second(journal: Journal, norway: RuleBook) -> None:
    blinked: list[frozenset[Side]] = []
    table = Table(journal, blink=blinked.append)
    table.open(norway)
    table.do(c.ClockPressed(table.now, BLACK), "buttons")
    assert blinked[-1] == {BLACK}
    table.later(1)
    table.loop.publish()
    assert blinked[-1] == frozenset()
