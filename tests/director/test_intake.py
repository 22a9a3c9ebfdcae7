"""What a director believes: every genuine row once, in order, and nothing else."""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kits.hall_kit import UTC, PaperTable, rehashed
from kits.odd_names import ODD

from kiosk.director.store.allowance import Allowance
from kiosk.director.store.sqlite import SqliteStore
from kiosk.director.store.store import StoredOrder
from kiosk.director.tables.intake import Intake, LostRowsAnswer, Polled, TakenBatch
from kiosk.rules.rulebook import RuleBook
from kiosk.wire import sync
from kiosk.wire.bounds import LONGEST_ID
from kiosk.wire.front import LONGEST_UNPROVEN
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import Ailment, JournalRows, Rejection, Signed, Undecided, sign


@pytest.fixture
def intake(store: SqliteStore, table: PaperTable) -> Intake:
    return Intake(store, [table.key.public])


def code(taken: TakenBatch | Polled | LostRowsAnswer) -> Rejection | None:
    return taken.rejected.code if taken.rejected else None


def test_a_batch_is_kept_with_its_evidence(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    body = table.batch()
    taken = intake.take(body, UTC)
    assert (taken.rejected, taken.seq, taken.rows) == (None, len(table.rows), tuple(table.rows))
    assert store.rows("journal-1") == tuple(table.rows)
    (head,) = store.heads("journal-1")
    message = json.loads(body)
    assert (head.signed, head.signature) == (message["signed"], message["signature"])


def test_a_beat_keeps_nothing_and_says_what_is_kept(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    assert intake.take(table.batch(upto=4), UTC).seq == 4
    taken = intake.take(table.beat(), UTC)
    assert (taken.rejected, taken.seq, taken.rows) == (None, 4, ())
    assert len(list(store.heads("journal-1"))) == 1


def test_duplicates_and_overlaps_add_only_what_is_new(intake: Intake, table: PaperTable) -> None:
    assert intake.take(table.batch(upto=5), UTC).seq == 5
    assert intake.take(table.batch(upto=5), UTC).rows == ()
    assert intake.take(table.batch(after=2, upto=8), UTC).rows == tuple(table.rows[5:8])
    taken = intake.take(table.batch(upto=3), UTC)
    assert (taken.rejected, taken.seq, taken.rows) == (None, 8, ())


def test_a_gap_is_told_with_the_last_row_kept(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    intake.take(table.batch(upto=3), UTC)
    taken = intake.take(table.batch(after=5), UTC)
    assert taken.rejected is not None
    assert (taken.rejected.code, taken.rejected.seq) == (Rejection.GAP, 3)
    assert "rows 4 to 5 are missing" in taken.rejected.why
    assert len(store.rows("journal-1")) == 3


def test_an_unknown_key_leaves_no_trace(
    intake: Intake, store: SqliteStore, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    stranger = make_table(9)
    stranger.open(norway)
    taken = intake.take(stranger.batch(), UTC)
    assert code(taken) is Rejection.UNKNOWN_TABLE
    assert taken.head is None
    assert store.journals() == ()


def test_a_journal_belongs_to_the_key_that_first_sent_it(
    store: SqliteStore, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    thief = make_table(2, journal_id="journal-1")
    intake = Intake(store, [table.key.public, thief.key.public])
    intake.take(table.batch(upto=2), UTC)
    in_his_name = sign(table.head(), thief.key, table.rows)
    as_himself = sign(table.head(key=thief.key.public), thief.key, table.rows)
    for stolen in (in_his_name, as_himself, thief.beat(), thief.batch()):
        taken = intake.take(stolen, UTC)
        assert code(taken) is Rejection.SIGNATURE
        assert taken.head is None
    assert len(store.rows("journal-1")) == 2
    assert code(intake.poll(thief.poll())) is Rejection.SIGNATURE
    assert code(intake.rows(thief.rows_wanted(0))) is Rejection.SIGNATURE
    assert code(intake.poll(table.poll())) is None


def test_a_table_struck_off_is_not_heard_any_more(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    intake.take(table.batch(upto=2), UTC)
    taken = Intake(store, []).take(table.batch(), UTC)
    assert code(taken) is Rejection.UNKNOWN_TABLE
    assert taken.head is None


def test_a_later_protocol_is_refused_in_words(intake: Intake, table: PaperTable) -> None:
    taken = intake.take(table.batch(protocol=PROTOCOL + 1), UTC)
    assert taken.rejected is not None
    assert taken.rejected.code is Rejection.PROTOCOL
    assert f"speaks protocol {PROTOCOL + 1}" in taken.rejected.why
    poll = intake.poll(table.poll(protocol=PROTOCOL + 1))
    assert code(poll) is Rejection.PROTOCOL


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[" * 100_000, b'{"type":"poll"}', b"\xff\xfe", b"null"]
)
def test_what_is_no_message_is_code(intake: Intake, body: bytes) -> None:
    assert code(intake.take(body, UTC)) is Rejection.MESSAGE
    assert code(intake.poll(body)) is Rejection.MESSAGE


@pytest.mark.parametrize("protocol", [PROTOCOL - 1, PROTOCOL + 1])
def test_a_message_of_another_protocol_is_refused_in_words_and_by_name(
    intake: Intake, table: PaperTable, protocol: int
) -> None:
    """Whatever else it lacks, as a key and a nonce."""
    for kind, take in (("head", lambda body: intake.take(body, UTC)), ("poll", intake.poll)):
        text = f'{{"type":"{kind}","protocol":{protocol},"app":"kiosk 0","journal_id":"journal-1"}}'
        body = msgspec.json.encode(Signed(text, table.key.sign(text.encode())))
        refused = take(body)
        assert (code(refused), refused.header and refused.header.journal_id) == (
            Rejection.PROTOCOL,
            "journal-1",
        )
        assert f"kiosk 0 speaks protocol {protocol}, this end knows {PROTOCOL}" in (
            refused.rejected.why
        )


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys by which a signature was verified."""
    tried: list[str] = []
    check = sync.check_signature

    def counted(message: Signed, public: str) -> None:
        tried.append(public)
        check(message, public)

    monkeypatch.setattr(sync, "check_signature", counted)
    return tried


def test_each_message_costs_one_verification_and_an_unknown_name_none(
    store: SqliteStore,
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    verified: list[str],
) -> None:
    hall = [make_table(number) for number in range(2, 40)]
    intake = Intake(store, [table.key.public, *(each.key.public for each in hall)])
    for each in hall:
        assert intake.take(each.beat(), UTC).rejected is None
    assert verified == [each.key.public for each in hall]
    verified.clear()
    intake.take(table.batch(), UTC)
    intake.take(table.beat(), UTC)
    intake.poll(table.poll())
    assert verified == [table.key.public] * 3
    verified.clear()
    stranger = make_table(99)
    assert code(intake.take(stranger.beat(), UTC)) is Rejection.UNKNOWN_TABLE
    assert code(intake.poll(stranger.poll())) is Rejection.UNKNOWN_TABLE
    thief = make_table(2, journal_id=table.journal_id)
    assert code(intake.take(thief.beat(), UTC)) is Rejection.SIGNATURE
    assert verified == []


def test_whoever_names_anothers_key_has_not_its_signature(
    intake: Intake, store: SqliteStore, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    liar = make_table(9)
    for body in (liar.beat(key=table.key.public), liar.poll(key=table.key.public)):
        assert code(intake.take(body, UTC) if b"head" in body else intake.poll(body)) is (
            Rejection.SIGNATURE
        )
    assert store.journals() == ()


def test_a_poll_is_no_batch(intake: Intake, table: PaperTable) -> None:
    assert code(intake.take(table.poll(), UTC)) is Rejection.MESSAGE
    assert code(intake.poll(table.batch())) is Rejection.MESSAGE


def test_a_poll_needs_the_journals_key(
    intake: Intake, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    other = make_table(2, journal_id="journal-1").poll()
    assert code(intake.poll(other)) is Rejection.UNKNOWN_TABLE
    intake.take(table.batch(upto=1), UTC)
    assert code(intake.poll(other)) is Rejection.SIGNATURE
    polled = intake.poll(table.poll()).poll
    assert polled is not None
    assert polled.journal_id == "journal-1"


@pytest.mark.parametrize("at_ns", [-1, 2**63, 10**40])
def test_an_instant_no_clock_shows_is_code(intake: Intake, table: PaperTable, at_ns: int) -> None:
    taken = intake.take(table.batch(at_ns=at_ns), UTC)
    assert (code(taken), taken.head) == (Rejection.MESSAGE, None)


@pytest.mark.parametrize("at_ns", [0, 2**63 - 1])
def test_the_first_and_the_last_instant_there_is_are_taken(
    intake: Intake, table: PaperTable, at_ns: int
) -> None:
    assert intake.take(table.batch(at_ns=at_ns), UTC).rejected is None
    polled = intake.poll(table.poll(at_ns=at_ns)).poll
    assert polled is not None
    assert polled.at_ns == at_ns


@pytest.mark.parametrize("changed", [{"at_ns": 2**63}, {"v": 2**70}, {"at_ns": -1}])
def test_a_number_without_end_is_refused_not_fatal(
    store: SqliteStore, table: PaperTable, changed: dict[str, int]
) -> None:
    intake = Intake(store, [table.key.public])
    row = rehashed(table.rows[0], **changed)
    head = table.head(1, last_hash=row.hash)
    taken = intake.take(sign(head, table.key, [row]), UTC)
    assert taken.rejected is not None
    assert taken.rejected.code is Rejection.MESSAGE
    (name,) = changed
    assert f"rows[0].{name} is " in taken.rejected.why
    assert intake.take(table.batch(), UTC).rejected is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"halted": "x" * 900_000}, "halted has 900000 characters"),
        ({"app": "x" * 201}, "app has 201 characters"),
        ({"boot_id": "x" * 201}, "boot_id has 201 characters"),
        ({"journal_id": "x" * 201}, "journal_id has 201 characters"),
        ({"last_hash": "a" * 65}, "last_hash has 65 characters"),
        ({"wall_utc": "x" * 201}, "wall_utc has 201 characters"),
        ({"head_seq": 2**63}, "head_seq is 9223372036854775808"),
        ({"screens": -1}, "screens is -1"),
        ({"undecided": (Undecided("c", "w"),) * 101}, "undecided has 101 entries"),
        ({"undecided": (Undecided("c" * 201, "w"),)}, "undecided[0].command_id has 201"),
        ({"undecided": (Undecided("c", "w" * 1001),)}, "undecided[0].why has 1001"),
        ({"ailments": (Ailment("c" * 201, "", grave=True),)}, "ailments[0].code has 201"),
        ({"ailments": (Ailment("c", "v" * 1001, grave=True),)}, "ailments[0].value has 1001"),
        ({"ailments": (Ailment("c", "", grave=True),) * 31}, "ailments has 31 entries"),
    ],
)
def test_a_head_that_says_too_much_is_refused_with_the_field(
    intake: Intake, store: SqliteStore, table: PaperTable, changed: dict[str, Any], words: str
) -> None:
    rejected = intake.take(table.batch(**changed), UTC).rejected
    assert rejected is not None
    assert rejected.code is Rejection.MESSAGE
    assert words in rejected.why
    assert len(rejected.why) < 1000
    assert store.journals() == ()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"have": ("x" * 201,)}, "have[0] has 201 characters"),
        ({"have": ("x",) * 257}, "have has 257 entries"),
        ({"app": "x" * 201}, "app has 201 characters"),
    ],
)
def test_a_poll_that_says_too_much_is_refused_with_the_field(
    intake: Intake, table: PaperTable, changed: dict[str, Any], words: str
) -> None:
    rejected = intake.poll(table.poll(**changed)).rejected
    assert rejected is not None
    assert rejected.code is Rejection.MESSAGE
    assert words in rejected.why


@pytest.mark.parametrize("field", ["journal_id", "hash", "prev_hash"])
def test_a_row_that_can_be_no_row_of_its_journal_is_refused_with_the_field(
    intake: Intake, store: SqliteStore, table: PaperTable, field: str
) -> None:
    table.journal.rows[2] = replace(table.rows[2], **{field: "x" * 201})
    rejected = intake.take(table.batch(), UTC).rejected
    assert rejected is not None
    assert rejected.code is Rejection.MESSAGE
    assert f"rows[2].{field} has 201 characters" in rejected.why
    assert store.journals() == ()


def test_endless_ids_are_counted_as_what_is_kept(store: SqliteStore, table: PaperTable) -> None:
    strict = Intake(store, {table.key.public}, lambda: 0.0, Allowance(most=100_000))
    table.spoil(3, command_id="c" * 90_000)
    assert strict.take(table.batch(upto=2), UTC).seq == 2
    assert strict.take(table.batch(after=2), UTC).slowed


def test_a_row_names_no_endless_list_of_pictures(intake: Intake, table: PaperTable) -> None:
    names = ",".join(f'"picture":"{number:064x}"' for number in range(50))
    table.spoil(3, body="{" + names + "}")
    assert len(intake.take(table.batch(), UTC).pictures) == 20


def test_a_key_begins_a_few_journals_and_no_more(
    store: SqliteStore, make_table: Callable[..., PaperTable]
) -> None:
    """A table has one; a card swapped now and then begins another."""
    tables = [make_table(1, f"card-{number}") for number in range(20)]
    other = make_table(2)
    intake = Intake(store, [tables[0].key.public, other.key.public])
    taken = [intake.take(each.beat(), UTC) for each in tables]
    assert [code(each) for each in taken] == [None] * 4 + [Rejection.UNKNOWN_TABLE] * 16
    refused = taken[4].rejected
    assert refused is not None
    assert f"the device {tables[0].key.public} has begun 4 journals" in refused.why
    assert (taken[4].key, taken[4].one_more) == (tables[0].key.public, "card-4")
    assert code(intake.take(tables[3].beat(), UTC)) is None
    assert code(intake.take(other.beat(), UTC)) is None
    assert len(store.journals()) == 5


def test_who_sends_too_much_waits_and_loses_nothing(
    store: SqliteStore, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    """A device may have so many bytes kept; later as many again, its neighbour's untouched."""
    rogue, other = make_table(1), make_table(2)
    for each in (rogue, other):
        each.open(norway)
        each.keeper.begin_game(white=5, black=2)
    size = 500 + sum(len(row.body) + 500 for row in rogue.rows)  # and no head
    now_s = [0.0]
    keys = [rogue.key.public, other.key.public]
    intake = Intake(store, keys, lambda: now_s[0], Allowance(size, 100.0))
    taken = intake.take(rogue.batch(), UTC)
    assert (code(taken), taken.slowed, taken.head is not None) == (Rejection.MESSAGE, True, True)
    assert taken.rejected is not None
    assert taken.rejected.why.startswith("slow down")
    assert not store.rows(rogue.journal_id)
    assert code(intake.take(rogue.batch(upto=3), UTC)) is None
    assert intake.take(other.batch(upto=3), UTC).seq == 3
    while code(taken := intake.take(rogue.batch(after=taken.seq), UTC)) is not None:
        now_s[0] += 1.0
        assert now_s[0] < 110, "it never comes"
    assert store.rows(rogue.journal_id) == tuple(rogue.rows)


def test_forks_fill_no_disk_either(store: SqliteStore, table: PaperTable) -> None:
    intake = Intake(store, [table.key.public], lambda: 0.0, Allowance(60_000))
    intake.take(table.batch(), UTC)
    for at_ns in range(100):
        table.spoil(2, at_ns=at_ns)
        assert code(intake.take(table.batch(), UTC)) is Rejection.FORK
    assert 0 < len(store.forks(table.journal_id)) < 20


def test_an_hours_outage_of_500_tables_is_nothing() -> None:
    """1080 rows of 600 bytes each, and ten times that."""
    allowance = Allowance()
    assert all(allowance.spend(f"key-{n}", 10 * 1080 * 1100, 0.0) for n in range(500))


def test_more_rows_than_a_batch_holds_are_code(intake: Intake, table: PaperTable) -> None:
    for many, wrong in ((500, Rejection.ROW), (501, Rejection.MESSAGE)):
        rows = [table.rows[0]] * many
        taken = intake.take(sign(table.head(), table.key, rows), UTC)
        assert code(taken) is wrong


# --- rows given back ---------------------------------------------------------------------------


def test_a_table_gets_its_rows_back_as_they_were(intake: Intake, table: PaperTable) -> None:
    intake.take(table.batch(), UTC)
    last = table.rows[-1]
    for after in (0, 3, len(table.rows) - 1, len(table.rows), 10**30, -5):
        rows = tuple(table.rows[max(0, after) :])
        given_back = intake.rows(table.rows_wanted(after))
        assert given_back.rows == JournalRows(rows, last.seq, last.hash)


def test_of_a_journal_that_sent_nothing_yet_there_are_no_rows(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    assert intake.rows(table.rows_wanted(0)).rows == JournalRows((), 0, NO_HASH)
    assert store.journals() == ()


def test_nobody_gets_rows_but_the_device_that_sent_them(
    store: SqliteStore, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    stranger, neighbour = (make_table(number, journal_id="journal-1") for number in (2, 3))
    intake = Intake(store, [table.key.public, neighbour.key.public])
    assert refusal(intake.rows(stranger.rows_wanted(0))) is Rejection.UNKNOWN_TABLE
    intake.take(table.batch(), UTC)
    for other in (stranger, neighbour):
        assert refusal(intake.rows(other.rows_wanted(0))) is Rejection.SIGNATURE
    struck_off = Intake(store, [neighbour.key.public])
    assert refusal(struck_off.rows(table.rows_wanted(0))) is Rejection.UNKNOWN_TABLE
    for no_wish in (table.poll(), table.batch(), b"", b"{}"):
        assert refusal(intake.rows(no_wish)) is Rejection.MESSAGE
    assert refusal(intake.rows(table.rows_wanted(0, protocol=PROTOCOL + 1))) is Rejection.PROTOCOL


def refusal(found: LostRowsAnswer) -> Rejection | None:
    return found.rejected.code if found.rejected else None


# --- rows that do not fit ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: rows[:-1],
        lambda rows: [*rows[:2], *rows[3:]],
        lambda rows: [*rows[:2], rows[3], rows[2], *rows[4:]],
        lambda rows: [*rows[:2], rehashed(rows[2], at_ns=1), *rows[3:]],
        lambda rows: [*rows[:-1], rehashed(rows[-1], by="director:Eve")],
        lambda rows: [*rows[:2], rehashed(rows[2], journal_id="journal-2"), *rows[3:]],
        lambda rows: rows[1:2],
    ],
    ids=["cut", "one missing", "swapped", "changed", "last changed", "foreign", "another stretch"],
)
def test_rows_that_do_not_lead_to_the_signed_head_are_refused_whole(
    intake: Intake, store: SqliteStore, table: PaperTable, spoil: Callable[[list[Row]], list[Row]]
) -> None:
    body = sign(table.head(), table.key, spoil(table.rows))
    assert code(intake.take(body, UTC)) is Rejection.ROW
    assert store.rows("journal-1") == ()


def test_a_first_row_that_follows_another_is_code(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    first = rehashed(table.rows[0], prev_hash="f" * 64)
    body = sign(table.head(1, last_hash=first.hash), table.key, [first])
    assert code(intake.take(body, UTC)) is Rejection.ROW
    assert store.rows("journal-1") == ()


# --- forks -------------------------------------------------------------------------------------


def forked(table: PaperTable, seq: int, after: int, upto: int | None = None) -> bytes:
    """A batch of the table's other past, which begins at row `seq`."""
    rows = table.fork(seq)
    last = len(rows) if upto is None else upto
    return sign(table.head(last, last_hash=rows[last - 1].hash), table.key, rows[after:last])


@pytest.mark.parametrize(
    ("after", "at"), [(0, 4), (3, 4), (6, 6), (9, 9)], ids=["all", "from it", "behind", "next"]
)
def test_another_past_is_an_alarm_and_overwrites_nothing(
    intake: Intake, store: SqliteStore, table: PaperTable, after: int, at: int
) -> None:
    """It is seen in the first row both have told; a batch that begins later shows it too."""
    intake.take(table.batch(upto=9), UTC)
    taken = intake.take(forked(table, 4, after), UTC)
    assert taken.rejected is not None
    assert (taken.rejected.code, taken.rejected.seq) == (Rejection.FORK, 9)
    assert taken.fork is not None
    assert taken.fork.seq == at
    assert taken.fork.kept_hash == table.rows[at - 1].hash
    assert store.rows("journal-1") == tuple(table.rows[:9])
    assert store.forks("journal-1") == (taken.fork,)
    again = intake.take(forked(table, 4, after), UTC)
    assert (code(again), again.fork) == (Rejection.FORK, None)
    assert intake.take(table.batch(after=9), UTC).seq == len(table.rows)


def test_the_other_row_is_kept_as_evidence(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    intake.take(table.batch(), UTC)
    intake.take(forked(table, 5, 4), UTC)
    (fork,) = store.forks("journal-1")
    assert fork.row is not None
    assert msgspec.json.decode(fork.row, type=Row) == table.fork(5)[4]
    assert fork.other_hash == table.fork(5)[4].hash


def test_a_fork_shows_in_a_beat(intake: Intake, table: PaperTable) -> None:
    intake.take(table.batch(), UTC)
    taken = intake.take(forked(table, 5, after=8, upto=8), UTC)
    assert (code(taken), taken.fork and taken.fork.seq) == (Rejection.FORK, 8)


# --- rows of a newer program -------------------------------------------------------------------


def test_a_row_nobody_here_can_read_is_kept(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    newer = rehashed(table.rows[-1], kind="MoodChanged", body='{"picture":"' + "c" * 64 + '"}')
    rows = [*table.rows[:-1], newer]
    taken = intake.take(sign(table.head(last_hash=newer.hash), table.key, rows), UTC)
    assert (taken.rejected, taken.seq) == (None, newer.seq)
    assert store.rows("journal-1")[-1] == newer
    assert [named.sha256 for named in taken.pictures] == ["c" * 64]


def test_orders_a_table_could_not_decide_are_noted_once(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    intake.take(table.beat(), UTC)
    store.give(StoredOrder("c-1", "journal-1", "StopOrdered", "{}", "director:K", "w", UTC))
    said = (Undecided("c-1", "halted"), Undecided("c-9", "nobody gave it"))
    taken = intake.take(table.beat(undecided=said), UTC)
    assert [(one.command_id, one.why) for one in taken.undecided] == [("c-1", "halted")]
    assert intake.take(table.beat(undecided=said), UTC).undecided == ()


def test_what_was_not_decided_is_noted_though_the_rows_are_code(
    intake: Intake, store: SqliteStore, table: PaperTable
) -> None:
    intake.take(table.batch(upto=2), UTC)
    store.give(StoredOrder("c-1", "journal-1", "StopOrdered", "{}", "director:K", "w", UTC))
    taken = intake.take(table.batch(after=4, undecided=(Undecided("c-1", "halted"),)), UTC)
    assert code(taken) is Rejection.GAP
    assert [one.command_id for one in taken.undecided] == ["c-1"]


# --- whatever the network does -----------------------------------------------------------------


STRETCH = st.tuples(st.integers(0, 20), st.integers(1, 8))
"""Rows after the first number, as many as the second."""
SENDING = st.tuples(
    STRETCH,
    st.sampled_from(["once", "once", "twice", "spoilt", "truncated"]),
    st.integers(0, 10**6),
    st.integers(1, 255),
)


@pytest.mark.parametrize("name", ODD)
def test_a_journal_with_an_odd_name_is_refused_in_words(
    intake: Intake, store: SqliteStore, make_table: Callable[..., PaperTable], name: str
) -> None:
    table = make_table()
    table.journal.journal_id = name
    rejected = intake.take(table.batch(), UTC).rejected
    assert rejected is not None
    assert rejected.code is Rejection.MESSAGE
    if len(name) <= LONGEST_ID:
        assert rejected.why.startswith(f"a journal can't be called {name!r:.100}: ")
    assert store.journals() == ()


def test_a_journal_that_was_kept_under_an_odd_name_goes_on(
    intake: Intake, store: SqliteStore, make_table: Callable[..., PaperTable], norway: RuleBook
) -> None:
    table = make_table(journal_id="a/b")
    table.open(norway)
    store.admit("a/b", table.key.public, UTC)
    assert intake.take(table.batch(), UTC).seq == len(table.rows)


# --- a long message ------------------------------------------------------------------------------

LISTS = (b"[" * 30 + b"]" * 30) * 16_000
"""960 kB, none of it too deep: it takes long to be found no message."""


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of what was parsed."""
    tried: list[int] = []
    parse = sync.read_signed

    def counted(body: bytes) -> Signed:
        tried.append(len(body))
        return parse(body)

    monkeypatch.setattr(sync, "read_signed", counted)
    return tried


def behind(front: bytes) -> bytes:
    """The same head and signature, and lists for rows."""
    return front[: front.index(b'"rows"')] + b'"rows":[' + LISTS + b"]}"


def test_of_a_long_message_key_and_signature_come_first_and_then_all_else(
    intake: Intake,
    table: PaperTable,
    make_table: Callable[..., PaperTable],
    verified: list[str],
    parsed: list[int],
) -> None:
    assert code(intake.take(LISTS, UTC)) is Rejection.MESSAGE
    assert code(intake.poll(LISTS)) is Rejection.MESSAGE
    assert refusal(intake.rows(LISTS)) is Rejection.MESSAGE
    stranger = make_table(99)
    refused = intake.take(behind(stranger.beat()), UTC)
    assert code(refused) is Rejection.UNKNOWN_TABLE
    assert refused.header is not None  # so that the refusal is signed
    assert (verified, parsed) == ([], [])
    stranger.key = DeviceKey(b"x" * 32)
    claimed = stranger.batch(0, 0, key=table.key.public)
    assert code(intake.take(behind(claimed), UTC)) is Rejection.SIGNATURE
    assert (verified, parsed) == ([table.key.public], [])
    own = behind(table.beat())
    assert code(intake.take(own, UTC)) is Rejection.MESSAGE
    assert (verified, parsed) == ([table.key.public] * 2, [len(own)])


def test_what_was_verified_of_a_long_message_is_what_counts(
    intake: Intake, store: SqliteStore, table: PaperTable, make_table: Callable[..., PaperTable]
) -> None:
    """JSON may say a field twice, and the last one is read."""
    other = make_table(8)
    honest, forged = table.batch(), other.beat(key=table.key.public)
    assert len(honest) > LONGEST_UNPROVEN
    text = msgspec.json.encode(sync.read_signed(forged).signed)
    for more in (b',"signed":' + text, b',"signature":"' + b"A" * 86 + b'=="'):
        assert code(intake.take(honest[:-1] + more + b"}", UTC)) is Rejection.SIGNATURE
    own = sign(other.head(key=table.key.public), other.key).decode()
    assert store.journals() == ()
    intake = Intake(store, [table.key.public, other.key.public])
    named = own.replace(table.key.public, other.key.public, 1)
    assert code(intake.take(named.encode().ljust(20_000), UTC)) is Rejection.SIGNATURE
    assert intake.take(honest, UTC).rejected is None


@pytest.fixture
def played(make_table: Callable[..., PaperTable], norway: RuleBook) -> PaperTable:
    table = make_table()
    table.open(norway)
    table.keeper.begin_game(white=5, black=2)
    return table


@contextmanager
def fresh() -> Iterator[SqliteStore]:
    with TemporaryDirectory() as folder, closing(SqliteStore.open(Path(folder) / "d.db")) as store:
        yield store


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(SENDING, max_size=25))
def test_every_genuine_row_once_in_order_and_nothing_else(
    played: PaperTable, sendings: list[tuple[tuple[int, int], str, int, int]]
) -> None:
    """Batches in any order, overlapping, twice, cut short or with a byte changed."""
    genuine = tuple(played.rows)
    with fresh() as store:
        intake = Intake(store, [played.key.public])
        for (start, count), how, where, flip in sendings:
            after, upto = min(start, len(genuine)), min(start + count, len(genuine))
            kept = len(store.rows("journal-1"))
            body = played.batch(after, upto)
            index = where % len(body)
            if how == "spoilt":
                body = body[:index] + bytes([body[index] ^ flip]) + body[index + 1 :]
            if how == "truncated":
                body = body[:index]
            for _time in range(2 if how == "twice" else 1):
                intake.take(body, UTC)
            fits = max(kept, upto) if after <= kept else kept
            expected = {"spoilt": {kept, fits}, "truncated": {kept}}.get(how, {fits})
            rows = store.rows("journal-1")
            assert rows == genuine[: len(rows)]
            assert len(rows) in expected
        assert intake.take(played.batch(), UTC).rejected is None
        assert store.rows("journal-1") == genuine
        assert store.forks("journal-1") == ()


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(st.integers(1, 20), STRETCH), max_size=10))
def test_every_other_past_is_an_alarm_and_changes_nothing(
    played: PaperTable, pasts: list[tuple[int, tuple[int, int]]]
) -> None:
    genuine = tuple(played.rows)
    with fresh() as store:
        intake = Intake(store, [played.key.public])
        intake.take(played.batch(), UTC)
        for other, (start, count) in pasts:
            seq, after = min(other, len(genuine)), min(start, len(genuine) - 1)
            upto = min(after + count, len(genuine))
            taken = intake.take(forked(played, seq, after, upto), UTC)
            assert code(taken) == (Rejection.FORK if upto >= seq else None)
            assert bool(store.forks("journal-1")) or upto < seq
            assert store.rows("journal-1") == genuine


def test_no_byte_of_a_batch_can_be_changed_unseen(played: PaperTable) -> None:
    """Whatever byte is changed, either nothing is kept or exactly what was sent."""
    rows = tuple(played.rows)
    body = played.batch()
    start = 0
    while start < len(body):
        with fresh() as store:
            intake = Intake(store, [played.key.public])
            for index in range(start, len(body), 23):
                start = index + 23
                intake.take(body[:index] + bytes([body[index] ^ 1]) + body[index + 1 :], UTC)
                if kept := store.rows("journal-1"):
                    assert kept == rows
                    (head,) = store.heads("journal-1")
                    assert head.signed == json.loads(body)["signed"]
                    break


def test_a_signature_of_other_words_is_code(intake: Intake, table: PaperTable) -> None:
    message = json.loads(table.batch())
    message["signature"] = base64.b64encode(bytes(64)).decode()
    assert code(intake.take(json.dumps(message).encode(), UTC)) is Rejection.SIGNATURE
    message["signature"] = DeviceKey(table.number.to_bytes() * 32).sign(b"another head")
    assert code(intake.take(json.dumps(message).encode(), UTC)) is Rejection.SIGNATURE
