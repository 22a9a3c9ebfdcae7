"""What is sent to the director and when it counts as lost; every clock is the test's."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kits.uplink_kit import NO_ANSWER, NO_REQUEST, OK, SILENT, World

from kiosk.table.uplink import DirectorBack, DirectorLost, RowsToSend
from kiosk.wire.sync import (
    Receipt,
    Rejected,
    Rejection,
)

# --- every row once and in order -----------------------------------------------------------------


fates = st.sampled_from((OK, OK, NO_REQUEST, NO_ANSWER, SILENT))

steps = st.lists(
    st.one_of(
        st.tuples(st.just("commit"), st.integers(1, 7)),
        st.tuples(st.just("act"), fates),
        st.tuples(st.just("wait"), st.sampled_from((0.01, 0.3, 1.1, 4.0))),
        st.tuples(st.just("again"), st.integers(0, 50)),
        st.tuples(st.just("restore"), st.integers(0, 12)),
        st.tuples(st.just("restart"), st.just(0)),
    ),
    max_size=40,
)


@settings(max_examples=150, deadline=None)
@given(steps, st.floats(0.01, 0.999), st.booleans())
def test_whatever_is_lost_every_row_arrives_once_and_in_order(
    plan: list[tuple[str, object]], chance: float, gaps: bool
) -> None:
    """Requests and answers lost, batches doubled and late, a director put back, a table too."""
    world = World(chance=lambda: chance)
    world.director.gaps_in_beats = gaps
    for what, how in plan:
        match what, how:
            case "commit", int():
                world.commit(how)
            case "act", str():
                world.act(how)
            case "wait", float():
                world.wait(how)
            case "again", int() if world.sent:
                world.director.batch(world.sent[how % len(world.sent)][1])
            case "restore", int():
                del world.director.rows[how:]
            case "restart", _:
                world.restart(lambda: chance)
    world.commit(1)
    world.run(30)
    assert world.director.rows == world.rows
    assert world.lost is False
    assert world.director.heads[-1].last_seq == world.director.heads[-1].head_seq


@settings(max_examples=60, deadline=None)
@given(steps)
def test_lost_and_found_take_turns(plan: list[tuple[str, object]]) -> None:
    world = World()
    for what, how in plan:
        if what == "act":
            world.act(str(how))
        elif isinstance(how, float):
            world.run(how, NO_REQUEST)
    assert all(type(one) is not type(other) for one, other in pairwise(world.told()))
    assert not world.told() or isinstance(world.told()[0], DirectorLost)


# --- when something is sent ----------------------------------------------------------------------


def test_nothing_is_sent_before_the_journal_was_heard_of() -> None:
    world = World()
    world.run(2)
    assert world.sent == []


def test_a_quiet_table_says_something_every_second() -> None:
    world = World()
    world.commit(2)
    world.run(1)
    world.sent.clear()
    world.run(20)
    times = [at for at, _ in world.sent]
    assert max(later - sooner for sooner, later in pairwise(times)) <= 1.0 + 1e-6
    assert 19 <= len(times) <= 21
    assert set(world.batches()) == {()}


def test_new_rows_go_at_once_and_only_they() -> None:
    world = World()
    world.commit(2)
    world.run(1.5)
    world.sent.clear()
    world.commit(2)
    world.act()
    assert world.batches() == [(3, 4)]
    assert world.act() > 0


def test_a_long_backlog_goes_batch_by_batch_without_a_pause() -> None:
    world = World()
    world.commit(1)
    world.run(1)
    before = world.now_s
    world.commit(10)
    while len(world.director.rows) < 11:
        assert world.act() == 0.0
    assert world.now_s == before


def test_only_the_directors_word_moves_the_cursor() -> None:
    world = World()
    world.commit(2)
    world.run(1.5)
    world.sent.clear()
    world.commit(2)
    world.act(NO_ANSWER)
    world.run(1)
    assert world.batches()[:2] == [(3, 4), (3, 4)]
    assert world.director.rows == world.rows


@pytest.mark.parametrize("gaps", [True, False])
def test_a_director_put_back_from_an_older_copy_gets_the_rows_again(gaps: bool) -> None:
    world = World()
    world.director.gaps_in_beats = gaps
    world.commit(8)
    world.run(2)
    del world.director.rows[3:]
    world.run(2)
    assert world.director.rows == world.rows
    assert world.told() == []


def test_a_director_that_keeps_nothing_is_not_flooded() -> None:
    world = World()
    world.commit(3)
    for _ in range(10):
        task = world.uplink.next_task(world.now_s)
        while isinstance(task, float):
            world.wait(task)
            task = world.uplink.next_task(world.now_s)
        assert isinstance(task, RowsToSend)
        world.sent.append((world.now_s, b""))
        world.uplink.receipt(world.now_s, task, 3, Receipt(0, ()))
    times = [at for at, _ in world.sent]
    assert times[-1] - times[0] > 10


# --- lost and found ------------------------------------------------------------------------------


@pytest.mark.parametrize("fate", [NO_REQUEST, NO_ANSWER, SILENT])
def test_a_minute_without_connection_is_told_once_and_everything_arrives(fate: str) -> None:
    world = World()
    world.commit(2)
    world.run(10.3)
    cut = world.now_s
    if fate == NO_ANSWER:
        world.director.batch = lambda _body: Rejected(  # type: ignore[method-assign]
            Rejection.MESSAGE, "never read", None
        )
    for _ in range(60):
        world.commit(1)
        world.run(1, fate)
    if fate == NO_ANSWER:
        del world.director.batch
    back = world.now_s
    world.run(5.0 + 0.01)
    (lost_at, lost), (found_at, found) = world.news
    assert isinstance(lost, DirectorLost)
    assert lost_at <= cut + 3.0 + 1e-6
    assert isinstance(found, DirectorBack)
    assert back <= found_at <= back + 5.0
    assert world.director.rows == world.rows
    assert len(world.rows) == 62


def test_a_director_that_was_never_there_is_lost_after_three_seconds() -> None:
    world = World()
    world.commit(1)
    world.run(10, NO_REQUEST)
    ((at, lost),) = world.news
    assert at == pytest.approx(100.0 + 3.0)
    assert lost == DirectorLost("no receipt for 3 s: Connection refused")


def test_one_beat_lost_on_the_way_is_no_loss() -> None:
    world = World()
    world.commit(1)
    world.run(5)
    world.run(1, NO_REQUEST)
    world.run(5)
    assert world.told() == []


def test_a_director_lost_before_a_restart_is_found_with_its_first_receipt() -> None:
    world = World(lost=True)
    world.commit(1)
    world.run(10, NO_REQUEST)
    assert world.told() == []
    world.run(6)
    assert world.told() == [DirectorBack()]
