"""What a director refuses, what can't be sent at all, and when it is tried again."""

from itertools import pairwise

import pytest
from kits.uplink_kit import NO_ANSWER, NO_REQUEST, A, B, World, fork_of, grown

from kiosk.table.uplink import (
    DirectorBack,
    DirectorLost,
    PictureToSend,
    RetryPauses,
    RowsToSend,
)
from kiosk.wire.sync import (
    Receipt,
    Rejected,
    Rejection,
    Undecided,
    head_of,
    read_signed,
)

# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [Rejection.FORK, Rejection.SIGNATURE, Rejection.UNKNOWN_TABLE, Rejection.PROTOCOL],
)
def test_what_a_second_try_cant_mend_is_told_at_once_and_tried_slowly(code: Rejection) -> None:
    world = World()
    world.commit(2)
    said = Rejected(code, "ask  the\ndirector", 99)
    honest = world.director.batch
    world.director.batch = lambda _body: said  # type: ignore[method-assign]
    world.act()
    assert world.told() == [DirectorLost("ask the director")]
    world.sent.clear()
    world.run(60)
    assert 11 <= len(world.sent) <= 13
    assert world.told() == [DirectorLost("ask the director")]
    world.director.batch = honest  # type: ignore[method-assign]
    world.run(5.0 + 1)
    assert world.told()[1:] == [DirectorBack()]
    assert world.director.rows == world.rows


def test_a_fork_loses_no_row_and_overwrites_none() -> None:
    world = World()
    world.commit(4)
    world.run(2)
    other = fork_of(world.rows[:2], 4)
    world.director.rows = list(other)
    world.commit(3)
    world.run(30)
    assert world.director.rows == other
    assert len(world.rows) == 7
    (lost,) = world.told()
    assert isinstance(lost, DirectorLost)
    assert "another row" in lost.why


def test_a_table_that_lost_sight_of_it_still_tells_each_reason_once() -> None:
    world = World()
    world.commit(1)
    world.run(4, NO_REQUEST)
    honest = world.director.batch
    for code in (Rejection.FORK, Rejection.SIGNATURE, Rejection.FORK):
        world.director.batch = lambda _body, code=code: Rejected(  # type: ignore[method-assign, misc]
            code, f"why: {code}", None
        )
        world.run(11)
        world.run(11, NO_REQUEST)
    world.director.batch = honest  # type: ignore[method-assign]
    world.run(6)
    assert world.told() == [
        DirectorLost("no receipt for 3 s: Connection refused"),
        DirectorBack(),
        DirectorLost("why: fork"),
        DirectorBack(),
        DirectorLost("why: signature"),
        DirectorBack(),
    ]


def test_a_journal_shorter_than_the_directors_copy_says_so() -> None:
    world = World()
    world.commit(5)
    world.director.rows = grown(world.rows, 3)
    world.run(10)
    (lost,) = world.told()
    assert lost == DirectorLost(
        "the director has rows up to 8, the journal ends at 5: it was put back from an older copy"
    )


def test_a_director_of_another_protocol_says_so() -> None:
    world = World()
    world.commit(1)
    assert isinstance(world.uplink.next_task(world.now_s), RowsToSend)
    world.uplink.stuck(world.now_s, "the director speaks protocol 9: update this end")
    world.look()
    assert world.told() == [DirectorLost("the director speaks protocol 9: update this end")]


# --- whoever is not the director -----------------------------------------------------------------

UNSIGNED = "its answer is not signed"


def test_a_stranger_is_told_at_once_and_once() -> None:
    world = World()
    world.run(1.5)
    for _ in range(3):
        world.uplink.stranger(world.now_s, UNSIGNED)
        world.look()
    assert world.told() == [DirectorLost(UNSIGNED, stranger=True)]


def test_a_stranger_is_told_though_the_director_was_lost_before() -> None:
    world = World()
    world.commit(1)
    world.run(10, NO_REQUEST)
    (silence,) = world.told()
    world.uplink.stranger(world.now_s, UNSIGNED)
    world.look()
    assert world.told() == [silence, DirectorBack(), DirectorLost(UNSIGNED, stranger=True)]


def test_the_director_is_trusted_anew_once_no_stranger_answered_for_ten_seconds() -> None:
    """One who answers now and then, as on the orders' line, does not come and go in the log."""
    world = World()
    world.commit(1)
    for _ in range(4):
        world.uplink.stranger(world.now_s, UNSIGNED)
        world.look()
        world.run(6)
    assert world.told() == [DirectorLost(UNSIGNED, stranger=True)]
    world.run(5)
    assert world.told() == [DirectorLost(UNSIGNED, stranger=True), DirectorBack()]


# --- signs of life -------------------------------------------------------------------------------


def test_a_head_that_was_no_sign_of_life_is_followed_by_one_more_at_once() -> None:
    """Only by one: a director who believes none is not flooded."""
    world = World()
    world.commit(1)
    said = []
    for alive in (False, False, False, True, True, False):
        batch = world.uplink.next_task(world.now_s)
        assert isinstance(batch, RowsToSend)
        world.uplink.receipt(world.now_s, batch, 0, Receipt(1, ()), alive=alive)
        due = world.uplink.next_task(world.now_s)
        said.append(0.0 if isinstance(due, RowsToSend) else due)
        world.now_s += 1.0
    assert said == [0.0, 1.0, 1.0, 1.0, 1.0, 0.0]


def test_a_directors_long_words_are_cut() -> None:
    world = World()
    world.commit(1)
    batch = world.uplink.next_task(world.now_s)
    assert isinstance(batch, RowsToSend)
    world.uplink.rejected(world.now_s, batch, Rejected(Rejection.FORK, "x" * 10_000, None))
    world.look()
    assert world.told() == [DirectorLost("x" * 300)]


# --- orders that can't be decided, and pictures --------------------------------------------------


def test_the_undecided_goes_at_once_and_until_a_receipt_came() -> None:
    world = World()
    world.commit(1)
    world.run(1.5)
    world.sent.clear()
    one = Undecided("order-1", "no such kind")
    world.uplink.undecided(one)
    assert world.act(NO_REQUEST) == 0.0
    world.act_when_due(NO_ANSWER)
    world.run(3)
    said = [head_of(read_signed(body)).undecided for _, body in world.sent]
    assert said[:3] == [(one,), (one,), (one,)]
    assert set(said[3:]) == {()}
    assert world.director.undecided == {"order-1": "no such kind"}


def test_no_more_than_a_hundred_are_told_undecided_at_once() -> None:
    world = World()
    world.commit(1)
    world.run(1.5)
    for number in range(150):
        world.uplink.undecided(Undecided(f"order-{number}", "no such kind"))
    batch = world.uplink.next_task(world.now_s)
    assert isinstance(batch, RowsToSend)
    assert [one.command_id for one in batch.undecided] == [f"order-{n}" for n in range(100)]


def test_pictures_go_one_by_one_when_no_rows_wait() -> None:
    world = World()
    world.commit(9)
    world.director.wants = [A, B]
    world.run(3)
    assert world.puts == [(9, A), (9, B)]


def test_a_picture_that_cant_be_sent_is_not_asked_of_the_disk_again() -> None:
    world = World()
    world.commit(1)
    world.director.wants = [A]
    world.run(0.5)
    world.puts.clear()
    world.director.pictures.clear()
    world.uplink.never(PictureToSend(A))
    world.run(5)
    assert world.puts == []


@pytest.mark.parametrize("name", ["../../etc/passwd", "", "A" * 64, "a" * 63, A + "\n", "a/" * 32])
def test_what_is_no_pictures_name_is_not_looked_for(name: str) -> None:
    world = World()
    world.commit(1)
    world.director.wants = [name, B]
    world.run(3)
    assert [name for _, name in world.puts] == [B]


# --- pauses --------------------------------------------------------------------------------------


def test_pauses_grow_to_five_seconds_with_full_jitter() -> None:
    longest, none = RetryPauses(lambda: 1.0), RetryPauses(lambda: 0.0)
    assert [longest.next_pause_s() for _ in range(7)] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert none.next_pause_s() == 0.0
    longest.reset()
    assert longest.next_pause_s() == 0.2


def test_no_two_tables_come_back_in_step() -> None:
    one, other = RetryPauses(), RetryPauses()
    assert [one.next_pause_s() for _ in range(5)] != [other.next_pause_s() for _ in range(5)]


def test_an_unreachable_director_is_tried_less_and_less_often() -> None:
    world = World()
    world.commit(1)
    world.run(60, NO_REQUEST)
    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(world.sent)]
    assert max(gaps) <= 5.0 + 1e-6
    assert len(world.sent) < 20
    assert gaps[:3] == pytest.approx([0.2, 0.4, 0.8], rel=0.01)
