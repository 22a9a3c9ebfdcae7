"""The contract of every store, and what is SQLite's own. Another store joins STORES."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kits.hall_kit import UTC, PaperTable, rehashed
from kits.sqlite_kit import connection_of
from kits.tournament_kit import drawn

from kiosk.director.enrolment.register import (
    CardMade,
    Enrolled,
    EnrolmentNote,
    Moved,
    Replaced,
    Revoked,
)
from kiosk.director.errors import StoreError, StoreFailed
from kiosk.director.event.log import EVENT_LOG
from kiosk.director.people.notes import SignInFailed, StoredNote
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import (
    EventRow,
    Fork,
    KnownJournal,
    NamedPicture,
    Store,
    StoredHead,
    StoredOrder,
    StoredPlayAnswer,
    Unanswerable,
)
from kiosk.rules.start import AssignTable
from kiosk.wire.row import NO_HASH

STORES: dict[str, Callable[[Path], Store]] = {
    "sqlite": lambda folder: SqliteStore.open(folder / "d.db")
}


class Keep:
    """Opens one kind of store on one place, again and again."""

    def __init__(self, factory: Callable[[Path], Store], folder: Path) -> None:
        self._factory, self._folder = factory, folder
        self.store = factory(folder)

    def again(self) -> Store:
        self.store.close()
        self.store = self._factory(self._folder)
        return self.store


@pytest.fixture(params=STORES.values(), ids=STORES)
def keep(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Keep]:
    opened = Keep(request.param, tmp_path)
    yield opened
    opened.store.close()


def head(table: PaperTable, last: int, received_utc: str = UTC) -> StoredHead:
    said = f"said {last}"
    return StoredHead(table.journal_id, last, "boot-1", 5, received_utc, said, "signature")


def test_rows_come_back_as_they_were_kept_after_it_is_opened_again(
    keep: Keep, table: PaperTable
) -> None:
    keep.store.admit("journal-1", "key", UTC)
    keep.store.keep(head(table, 3), table.rows[:3], ())
    keep.store.keep(head(table, len(table.rows)), table.rows[3:], ())
    store = keep.again()
    last = table.rows[-1]
    assert store.rows("journal-1") == tuple(table.rows)
    assert store.rows("journal-1", after=2, most=4) == tuple(table.rows[2:6])
    assert store.hashes("journal-1", 2, 3) == {row.seq: row.hash for row in table.rows[1:3]}
    assert store.journal("journal-1") == KnownJournal("journal-1", "key", last.seq, last.hash)
    assert [kept.last_seq for kept in store.heads("journal-1")] == [3, last.seq]


def test_an_unknown_journal_has_nothing(keep: Keep) -> None:
    assert keep.store.journal("nobody") is None
    assert keep.store.rows("nobody") == ()
    assert keep.store.first_head("nobody") is None
    assert keep.store.last_heard_utc("nobody") is None
    assert keep.store.forks("nobody") == ()


def test_journals_come_in_the_order_they_were_admitted(keep: Keep) -> None:
    keep.store.admit("b", "key-b", UTC)
    keep.store.admit("a", "key-a", UTC)
    assert keep.again().journals() == (
        KnownJournal("b", "key-b", 0, NO_HASH),
        KnownJournal("a", "key-a", 0, NO_HASH),
    )


def test_the_first_head_and_when_the_last_came_are_told(keep: Keep, table: PaperTable) -> None:
    keep.store.admit("journal-1", "key", UTC)
    came = [head(table, last, received_utc=f"at {last}") for last in (1, 2, 3)]
    for each in came:
        keep.store.keep(each, table.rows[each.last_seq - 1 : each.last_seq], ())
    store = keep.again()
    assert store.first_head("journal-1") == came[0]
    assert store.last_heard_utc("journal-1") == "at 3"


def test_what_was_done_about_devices_comes_back_in_order(keep: Keep) -> None:
    facts = (
        CardMade("card", 2_000_000_000, "00" * 16),
        Enrolled("a", 4, "card"),
        Replaced("a", "b"),
        Revoked("b"),
    )
    notes = tuple(EnrolmentNote(fact, "Kari", UTC) for fact in facts)
    for note in notes:
        keep.store.note_enrolment(note)
    assert keep.again().enrolment() == notes


def test_rows_of_two_journals_stay_apart(
    keep: Keep, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    other = make_table(2)
    other.keeper.do(AssignTable, 2, "open")
    for one in (table, other):
        keep.store.admit(one.journal_id, one.key.public, UTC)
        keep.store.keep(head(one, len(one.rows)), one.rows, ())
    assert keep.store.rows("journal-2") == tuple(other.rows)
    assert keep.store.rows("journal-1") == tuple(table.rows)


def test_orders_forks_pictures_and_what_was_not_decided_are_kept(keep: Keep) -> None:
    store = keep.store
    store.admit("journal-1", "key", UTC)
    orders = (
        StoredOrder(
            "b", "journal-1", "StopOrdered", "{}", "director:K", "w", UTC, "K", "s-1", "10.0.0.7"
        ),
        StoredOrder("a", "journal-1", "StopOrdered", "{}", "director:K", "w", UTC),
    )
    for order in orders:
        store.give(order)
    said = Unanswerable("a", "halted", UTC)
    assert store.note_unanswerable("journal-1", said)
    assert not store.note_unanswerable("journal-1", Unanswerable("a", "again", UTC))
    assert not store.note_unanswerable("journal-2", Unanswerable("b", "not its own", UTC))
    assert not store.note_unanswerable("journal-1", Unanswerable("nobody's", "?", UTC))
    fork = Fork("journal-1", 4, "h", "i", None, UTC, "signed", "signature")
    assert store.note_fork(fork)
    assert not store.note_fork(fork)
    store = keep.again()
    assert store.given() == orders
    assert store.unanswerable() == (said,)
    assert store.forks("journal-1") == (fork,)


def test_a_picture_is_named_once_a_journal(keep: Keep, table: PaperTable) -> None:
    keep.store.admit("journal-1", "key", UTC)
    named = (NamedPicture("a" * 64, "journal-1", 1), NamedPicture("b" * 64, "journal-1", 2))
    keep.store.keep(head(table, 2), table.rows[:2], named)
    keep.store.keep(head(table, 3), table.rows[2:3], (NamedPicture("a" * 64, "journal-1", 3),))
    assert keep.again().pictures() == named


def event_rows() -> tuple[EventRow, ...]:
    return EVENT_LOG.chain_rows(drawn(4).kept, EVENT_LOG.empty_state, "Kari", "s-1", "10.0.0.7")


def test_facts_of_each_ladder_come_back_as_they_were_kept_and_only_follow_its_last(
    keep: Keep,
) -> None:
    rows = event_rows()
    keep.store.keep_ladder("l-2", rows[:1])
    keep.store.keep_ladder("l-1", rows[:2])
    keep.store.keep_ladder("l-2", rows[1:])
    store = keep.again()
    assert store.ladders() == ("l-2", "l-1")
    assert (store.ladder_rows("l-2"), store.ladder_rows("l-1")) == (rows, rows[:2])
    assert store.ladder_rows("l-2", after=1, most=2) == rows[1:3]
    assert (store.ladder_rows("l-9"), store.event_rows()) == ((), ())
    with pytest.raises(StoreFailed, match="was not written"):
        keep.store.keep_ladder("l-1", (rows[2], rows[4]))
    assert keep.again().ladder_rows("l-1") == rows[:2]


def test_facts_of_the_event_come_back_as_they_were_kept(keep: Keep) -> None:
    rows = event_rows()
    keep.store.keep_event(rows[:2])
    keep.store.keep_event(rows[2:])
    store = keep.again()
    assert store.event_rows() == rows
    assert store.event_rows(after=1, most=2) == rows[1:3]
    assert EVENT_LOG.replay(store.event_rows).state == drawn(4).tournament


@pytest.mark.parametrize("wrong", ["a gap", "a row twice", "half of them"])
def test_facts_of_the_event_only_follow_the_last_one(keep: Keep, wrong: str) -> None:
    rows = event_rows()
    keep.store.keep_event(rows[:2])
    others = {"a gap": rows[3:4], "a row twice": rows[1:2], "half of them": (rows[2], rows[4])}
    with pytest.raises(StoreFailed, match="was not written"):
        keep.store.keep_event(others[wrong])
    assert keep.again().event_rows() == rows[:2]


# --- a promise broken: nothing of it is kept, and nothing ever again --------------------------


@pytest.mark.parametrize("which", ["a gap", "a row twice", "another row", "half a batch"])
def test_rows_only_follow_the_last_one(keep: Keep, table: PaperTable, which: str) -> None:
    rows = table.rows
    keep.store.admit("journal-1", "key", UTC)
    keep.store.keep(head(table, 2), rows[:2], ())
    wrong = {
        "a gap": [rows[3]],
        "a row twice": [rows[1]],
        "another row": [rehashed(rows[1], at_ns=1)],
        "half a batch": [rows[2], rows[4]],
    }
    with pytest.raises(StoreFailed, match="was not written"):
        keep.store.keep(head(table, 9), wrong[which], ())
    with pytest.raises(StoreFailed, match="takes no more"):
        keep.store.admit("journal-9", "key", UTC)
    store = keep.again()
    assert store.rows("journal-1") == tuple(rows[:2])
    assert [kept.last_seq for kept in store.heads("journal-1")] == [2]


def test_together_all_is_kept_with_one_sync(keep: Keep, table: PaperTable) -> None:
    said: list[str] = []
    connection_of(keep.store).set_trace_callback(said.append)
    with keep.store.together():
        keep.store.admit("journal-1", "key", UTC)
        keep.store.keep(head(table, 2), table.rows[:2], ())
        keep.store.keep(head(table, 3), table.rows[2:3], ())
        assert keep.store.rows("journal-1") == tuple(table.rows[:3])
        assert said.count("COMMIT") == 0
    assert said.count("COMMIT") == 1
    assert keep.again().rows("journal-1") == tuple(table.rows[:3])


@pytest.mark.parametrize("noticed", [True, False])
def test_together_nothing_is_kept_when_one_fails(
    keep: Keep, table: PaperTable, noticed: bool
) -> None:
    def keep_some() -> None:
        with keep.store.together():
            keep.store.admit("journal-1", "key", UTC)
            keep.store.keep(head(table, 2), table.rows[:2], ())
            with contextlib.nullcontext() if noticed else contextlib.suppress(StoreFailed):
                keep.store.keep(head(table, 9), [table.rows[5]], ())

    with pytest.raises(StoreFailed, match="was not written"):
        keep_some()
    with pytest.raises(StoreFailed, match="takes no more"):
        keep.store.admit("journal-9", "key", UTC)
    assert keep.again().journals() == ()


def test_what_was_undone_is_not_remembered(keep: Keep, table: PaperTable) -> None:
    keep.store.admit("journal-1", "key", UTC)
    keep.store.keep(head(table, 2), table.rows[:2], ())
    before = keep.store.journal("journal-1")

    def keep_and_stumble() -> None:
        with keep.store.together():
            keep.store.admit("journal-2", "key", UTC)
            keep.store.keep(head(table, 3), table.rows[2:3], ())
            after = keep.store.journal("journal-1")
            assert after is not None
            assert after.seq == 3
            assert keep.store.journal("journal-2") is not None
            raise LookupError

    with pytest.raises(LookupError):
        keep_and_stumble()
    assert keep.store.journal("journal-1") == before
    assert keep.store.journal("journal-2") is None
    keep.store.keep(head(table, 3), table.rows[2:3], ())
    last = table.rows[2]
    assert keep.store.journal("journal-1") == KnownJournal("journal-1", "key", 3, last.hash)
    assert keep.again().journal("journal-1") == KnownJournal("journal-1", "key", 3, last.hash)


# --- SQLite's own ---------------------------------------------------------------------------------


def test_nothing_kept_can_be_changed_or_deleted(tmp_path: Path, table: PaperTable) -> None:
    store = SqliteStore.open(tmp_path / "d.db")
    store.admit("journal-1", "key", UTC)
    store.keep(head(table, 3), table.rows[:3], (NamedPicture("a" * 64, "journal-1", 1),))
    store.give(
        StoredOrder("c", "journal-1", "StopOrdered", "{}", "director:K", "w", UTC, "K", "s", "a")
    )
    store.note((StoredNote(UTC, SignInFailed(name=None, times=1)),))
    store.note_unanswerable("journal-1", Unanswerable("c", "halted", UTC))
    store.note_fork(Fork("journal-1", 1, "h", "i", None, UTC, "signed", "signature"))
    store.note_enrolment(EnrolmentNote(Moved("key", 3), "Kari", UTC))
    store.keep_event(event_rows())
    store.keep_ladder("l-1", event_rows())
    store.answer_play(StoredPlayAnswer("journal-1", "match-1", "{}", "K", UTC, "K", "s", "a"))
    store.close()
    connection = sqlite3.connect(tmp_path / "d.db")
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert len(names) == 12
    for (name,) in names:
        column = connection.execute(f"SELECT name FROM pragma_table_info('{name}')").fetchone()[0]
        for statement in (f"DELETE FROM {name}", f"UPDATE {name} SET {column} = {column}"):
            with pytest.raises(sqlite3.IntegrityError, match="is kept"):
                connection.execute(statement)
    connection.close()


def test_every_commit_is_synced(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "d.db")
    asked = connection_of(store).execute
    assert asked("PRAGMA journal_mode").fetchone() == ("wal",)
    assert asked("PRAGMA synchronous").fetchone() == (2,)
    store.close()


def test_nothing_is_kept_of_a_journal_that_was_not_admitted(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "d.db")
    with pytest.raises(StoreFailed, match="FOREIGN KEY"):
        store.give(StoredOrder("c", "nobody", "StopOrdered", "{}", "director:K", "w", UTC))
    store.close()


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Kari, " * 20)
    with pytest.raises(StoreError, match="is not a director's database"):
        SqliteStore.open(path)
    assert path.read_text() == "Dear Kari, " * 20


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.executescript("CREATE TABLE journal (x); PRAGMA application_id = 7;")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a director's database"):
        SqliteStore.open(path)
    assert path.read_bytes() == before


def test_a_newer_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    SqliteStore.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(StoreError, match="has version 2, this program knows 1"):
        SqliteStore.open(path)


def test_a_database_has_one_owner(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "d.db")
    with pytest.raises(StoreError, match="belongs to a director that is running"):
        SqliteStore.open(tmp_path / "d.db")
    store.close()
    SqliteStore.open(tmp_path / "d.db").close()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere is no folder"):
        SqliteStore.open(tmp_path / "nowhere" / "d.db")


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.db"
    SqliteStore.open(path).close()
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(StoreError):
        SqliteStore.open(path)
