"""What is sent to the director and when it counts as lost; every clock is the test's."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from director_kit import UTC, PaperDirector
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.rules.events import DicePickedUp
from kiosk.table.uplink import (
    FIRST_PAUSE_S,
    LONGEST_PAUSE_S,
    LOST_S,
    Batch,
    Found,
    Lost,
    Pauses,
    Picture,
    Uplink,
)
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row, chained
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import (
    BEAT_S,
    Head,
    Receipt,
    Rejected,
    Rejection,
    Undecided,
    head_of,
    sign,
    signed,
)

KEY = DeviceKey.generate()
MOST = 3
"""Rows in a batch here."""
A, B = "a" * 64, "b" * 64

OK, NO_REQUEST, NO_ANSWER, SILENT = "ok", "request lost", "answer lost", "silent"


def fork_of(rows: list[Row], count: int) -> list[Row]:
    return grown(rows, count, "another boot")


def grown(rows: list[Row], count: int, boot_id: str = "boot-1") -> list[Row]:
    rows = list(rows)
    for seq in range(len(rows) + 1, len(rows) + count + 1):
        rows.append(
            chained(
                DicePickedUp(),
                journal_id="journal-1",
                seq=seq,
                match_id=None,
                at_ns=seq,
                boot_id=boot_id,
                wall_utc=UTC,
                by="camera",
                command_id=f"{boot_id}-{seq}",
                prev_hash=rows[-1].hash if rows else NO_HASH,
            )
        )
    return rows


class World:
    """A table, its director and the network between them; a lost request takes `takes_s`."""

    def __init__(self, *, lost: bool = False, chance: Callable[[], float] = lambda: 0.999) -> None:
        self.now_s = 100.0
        self.rows: list[Row] = []
        self.director = PaperDirector(KEY.public)
        self.uplink = Uplink(self.now_s, lost=lost, chance=chance)
        self.news: list[tuple[float, Lost | Found]] = []
        self.sent: list[tuple[float, bytes]] = []
        self.puts: list[tuple[int, str]] = []
        """After how many rows were there, and which picture."""
        self.takes_s = 2.0

    @property
    def lost(self) -> bool:
        """What the journal would say."""
        return any(isinstance(news, Lost) for news in self.told()[-1:])

    def restart(self, chance: Callable[[], float]) -> None:
        self.uplink = Uplink(self.now_s, lost=self.lost, chance=chance)
        self.uplink.committed(len(self.rows))

    def commit(self, count: int) -> None:
        self.rows = grown(self.rows, count)
        self.uplink.committed(len(self.rows))

    def wait(self, seconds: float) -> None:
        """Time passes; the table looks whenever the director is due to be lost."""
        until = self.now_s + seconds
        while self.now_s < until:
            self.now_s = min(until, self.now_s + max(self.uplink.lost_in(self.now_s), 1e-6))
            self.look()

    def look(self) -> None:
        self.news += [(self.now_s, news) for news in self.uplink.news(self.now_s)]

    def body(self, batch: Batch) -> tuple[bytes, int]:
        rows = self.rows[batch.after : batch.upto][:MOST]
        last = rows[-1].seq if rows else batch.after
        hashed = self.rows[last - 1].hash if last else NO_HASH
        head = Head(
            PROTOCOL,
            "test",
            "journal-1",
            "boot-1",
            round(self.now_s * 1e9),
            UTC,
            last,
            hashed,
            batch.upto,
            None,
            0,
            batch.undecided,
        )
        return sign(head, KEY, rows), len(rows)

    def act(self, fate: str = OK) -> float:
        """Do what is to be done now; how long to wait when that is nothing."""
        task = self.uplink.next(self.now_s)
        if isinstance(task, float):
            return task
        if isinstance(task, Picture):
            self.puts.append((len(self.director.rows), task.name))
            self.director.pictures[task.name] = b"a picture"
            self.uplink.settled(task)
            return 0.0
        body, count = self.body(task)
        self.sent.append((self.now_s, body))
        if fate in (NO_REQUEST, SILENT):
            self.wait(self.takes_s if fate == SILENT else 0.0)
            self.uplink.failed(self.now_s, "Connection refused")
            return 0.0
        said = self.director.batch(body)
        if fate == NO_ANSWER:
            self.wait(self.takes_s)
            self.uplink.failed(self.now_s, "it did not answer in time")
        elif isinstance(said, Receipt):
            self.uplink.receipt(self.now_s, task, count, said)
        elif isinstance(said, Rejected):
            self.uplink.rejected(self.now_s, task, said)
        self.look()
        return 0.0

    def act_when_due(self, fate: str) -> None:
        while pause := self.act(fate):
            self.wait(pause)

    def run(self, seconds: float, fate: str = OK) -> None:
        until = self.now_s + seconds
        while self.now_s < until:
            self.wait(min(self.act(fate), until - self.now_s))

    def batches(self) -> list[tuple[int, ...]]:
        """The rows of everything that was sent."""
        return [tuple(row.seq for row in signed(body).rows) for _, body in self.sent]

    def told(self) -> list[Lost | Found]:
        return [news for _, news in self.news]


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
    assert not world.told() or isinstance(world.told()[0], Lost)


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
    assert max(later - sooner for sooner, later in pairwise(times)) <= BEAT_S + 1e-6
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
        task = world.uplink.next(world.now_s)
        while isinstance(task, float):
            world.wait(task)
            task = world.uplink.next(world.now_s)
        assert isinstance(task, Batch)
        world.sent.append((world.now_s, b""))
        world.uplink.receipt(world.now_s, task, 3, Receipt(PROTOCOL, 0, ()))
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
    world.run(LONGEST_PAUSE_S + 0.01)
    (lost_at, lost), (found_at, found) = world.news
    assert isinstance(lost, Lost)
    assert lost_at <= cut + LOST_S + 1e-6
    assert isinstance(found, Found)
    assert back <= found_at <= back + LONGEST_PAUSE_S
    assert world.director.rows == world.rows
    assert len(world.rows) == 62


def test_a_director_that_was_never_there_is_lost_after_three_seconds() -> None:
    world = World()
    world.commit(1)
    world.run(10, NO_REQUEST)
    ((at, lost),) = world.news
    assert at == pytest.approx(100.0 + LOST_S)
    assert lost == Lost("no receipt for 3 s: Connection refused")


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
    assert world.told() == [Found()]


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
    assert world.told() == [Lost("ask the director")]
    world.sent.clear()
    world.run(60)
    assert 11 <= len(world.sent) <= 13
    assert world.told() == [Lost("ask the director")]
    world.director.batch = honest  # type: ignore[method-assign]
    world.run(LONGEST_PAUSE_S + 1)
    assert world.told()[1:] == [Found()]
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
    assert isinstance(lost, Lost)
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
        Lost("no receipt for 3 s: Connection refused"),
        Found(),
        Lost("why: fork"),
        Found(),
        Lost("why: signature"),
        Found(),
    ]


def test_a_journal_shorter_than_the_directors_copy_says_so() -> None:
    world = World()
    world.commit(5)
    world.director.rows = grown(world.rows, 3)
    world.run(10)
    (lost,) = world.told()
    assert lost == Lost(
        "the director has rows up to 8, the journal ends at 5: it was put back from an older copy"
    )


def test_a_newer_director_says_so() -> None:
    world = World()
    world.commit(1)
    batch = world.uplink.next(world.now_s)
    assert isinstance(batch, Batch)
    world.uplink.receipt(world.now_s, batch, 1, Receipt(PROTOCOL + 1, 1, ()))
    world.look()
    (lost,) = world.told()
    assert isinstance(lost, Lost)
    assert f"protocol {PROTOCOL + 1}" in lost.why


def test_a_directors_long_words_are_cut() -> None:
    world = World()
    world.commit(1)
    batch = world.uplink.next(world.now_s)
    assert isinstance(batch, Batch)
    world.uplink.rejected(world.now_s, batch, Rejected(Rejection.FORK, "x" * 10_000, None))
    world.look()
    assert world.told() == [Lost("x" * 300)]


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
    said = [head_of(signed(body)).undecided for _, body in world.sent]
    assert said[:3] == [(one,), (one,), (one,)]
    assert set(said[3:]) == {()}
    assert world.director.undecided == {"order-1": "no such kind"}


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
    world.uplink.never(Picture(A))
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
    longest, none = Pauses(lambda: 1.0), Pauses(lambda: 0.0)
    assert [longest.next() for _ in range(7)] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert none.next() == 0.0
    longest.reset()
    assert longest.next() == FIRST_PAUSE_S


def test_no_two_tables_come_back_in_step() -> None:
    one, other = Pauses(), Pauses()
    assert [one.next() for _ in range(5)] != [other.next() for _ in range(5)]


def test_an_unreachable_director_is_tried_less_and_less_often() -> None:
    world = World()
    world.commit(1)
    world.run(60, NO_REQUEST)
    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(world.sent)]
    assert max(gaps) <= LONGEST_PAUSE_S + 1e-6
    assert len(world.sent) < 20
    assert gaps[:3] == pytest.approx([0.2, 0.4, 0.8], rel=0.01)
