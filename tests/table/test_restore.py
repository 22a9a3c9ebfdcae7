"""`kiosk restore`: a damaged journal back from its own rows and its director, no loss untold."""

import itertools
import os
import random
import re
import shutil
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from kits.console_live import Director
from kits.director_kit import DIRECTOR, Server
from kits.hall_kit import words
from kits.journal_kit import opened, without_head
from kits.process_kit import TableProcess, one_line
from kits.table_kit import CONFIG

from kiosk import cli
from kiosk.journal import Journal, JournalBusy, JournalError, Row, read
from kiosk.journal.head import Mark, newest
from kiosk.journal.salvage import chained_rows, sound_rows
from kiosk.rules.devices import Halted
from kiosk.table import restore
from kiosk.table.errors import RestoreFailed, TableSettingsError
from kiosk.table.note import HaltNote
from kiosk.wire.errors import KeyInvalid
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import row_hash
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import (
    FromDirector,
    JournalRows,
    Orders,
    Receipt,
    Rejected,
    Rejection,
    TableHead,
    read_signed,
    rows_wanted_of,
    sign,
    to_json,
)

FRAME = 24 + 4096
KEY = DeviceKey(bytes(range(32)))


@dataclass
class Damaged:
    """A journal in a folder of its own, its rows as they were, its table's configuration."""

    path: Path
    rows: list[Row]
    config: Path

    def side(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    def cut(self, frames: int) -> None:
        """The log is cut off after so many frames."""
        log = self.side("-wal")
        log.write_bytes(log.read_bytes()[: 32 + frames * FRAME])

    def hurt(self, suffix: str, place: int) -> None:
        content = bytearray(self.side(suffix).read_bytes())
        content[place] ^= 1
        self.side(suffix).write_bytes(content)

    def hurt_row(self, seq: int) -> None:
        """Bytes of a row that a checkpoint moved into the file."""
        row = self.rows[seq - 1]
        self.hurt("", self.path.read_bytes().index(row.prev_hash.encode() + row.hash.encode()))

    def files(self) -> dict[str, bytes]:
        """What there is, but for the lock and SQLite's index of the log."""
        folder = self.path.parent.iterdir()
        left_out = (".lock", "-shm", ".toml", ".key")
        return {f.name: f.read_bytes() for f in sorted(folder) if not f.name.endswith(left_out)}

    def kept_aside(self) -> dict[str, bytes]:
        """The damaged files under their names of before."""
        found = {
            re.sub(r"\.damaged-\d{8}T\d{9}Z", "", name): content
            for name, content in self.files().items()
            if ".damaged-" in name
        }
        assert found
        return found

    def restore(self, **named: Any) -> int:
        return restore.run(self.path, **named)

    def refused(self) -> str:
        with pytest.raises(JournalError) as told:
            opened(self.path)
        return str(told.value)


def made(folder: Path, keep: Callable[..., Any], *, checkpoint: bool = False) -> Damaged:
    path = folder / "journal.db"
    with Journal.open(path, boot_id="boot-1") as journal:
        keep(journal)
        journal.mark(77)
        if checkpoint:
            journal.checkpoint()
    config = folder / "table.toml"
    section = f'[director]\nurl = "http://127.0.0.1:9"\nkey = "{DIRECTOR.public}"\n'
    config.write_text(f"{CONFIG}{section}", encoding="utf-8")
    KEY.save(folder / "device.key")
    return Damaged(path, list(read(path)), config)


@pytest.fixture
def journal(tmp_path: Path, keep: Callable[..., Any]) -> Damaged:
    """A match in the log, as a table leaves it that is stopped in the middle."""
    return made(tmp_path, keep)


@pytest.fixture
def filed(tmp_path: Path, keep: Callable[..., Any]) -> Damaged:
    """A match in the file, its log empty."""
    return made(tmp_path, keep, checkpoint=True)


def feed(url: str, rows: list[Row], upto: int) -> None:
    """A table sends its rows, as many as it had sent when the network went."""
    sent = rows[:upto]
    head = TableHead(
        protocol=PROTOCOL,
        app="t",
        journal_id=sent[-1].journal_id,
        key=KEY.public,
        nonce="nonce-1",
        boot_id="boot-1",
        boot=1,
        beat=1,
        echo="",
        at_ns=5,
        turned_ms=0,
        wall_utc="",
        last_seq=upto,
        last_hash=sent[-1].hash,
        head_seq=upto,
        halted=None,
        screens=0,
        undecided=(),
    )
    wish = urllib.request.Request(f"{url}/table/batch", sign(head, KEY, sent), method="POST")
    with urllib.request.urlopen(wish) as answer:
        receipt = words(answer.read())
    assert isinstance(receipt, Receipt)
    assert receipt.seq == upto


@pytest.fixture
def director(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Director]:
    """The real service in its own process, with the table enrolled."""
    home = tmp_path_factory.mktemp("director")
    DIRECTOR.save(home / "director.db.key")
    made = Director(home)
    made.enrol(1, KEY.public)
    made.start()
    yield made
    made.kill()


class PaperRows(Server):
    """A director on paper that gives rows, a few at a time, and may say anything else."""

    def __init__(self, rows: list[Row], page: int = 20) -> None:
        super().__init__(KEY.public)
        self.asked: list[int] = []
        self.rows, self.page = rows, page

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, bytes]:
        assert (method, path) == ("POST", "/table/rows")
        odd = self.said(path)
        if odd is not None:
            said = odd[1]
            return odd[0], said if isinstance(said, bytes) else self.reply(body, said)
        after = rows_wanted_of(read_signed(body)).after
        self.asked.append(after)
        page = tuple(row for row in self.rows if after < row.seq <= after + self.page)
        return 200, self.reply(body, JournalRows(page, self.rows[-1].seq, self.rows[-1].hash))


@pytest.fixture
def paper() -> Iterator[Callable[..., PaperRows]]:
    servers: list[PaperRows] = []

    def start(*given: Any, **named: Any) -> PaperRows:
        servers.append(PaperRows(*given, **named))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def is_back(journal: Damaged, rows: list[Row] | None = None) -> None:
    """Byte for byte the rows there were, under the name there was, with a head, and it goes on."""
    rows = journal.rows if rows is None else rows
    assert list(read(journal.path)) == rows
    head = newest(journal.path)
    assert head is not None
    assert (head.seq, head.hash) == (rows[-1].seq, rows[-1].hash)
    with opened(journal.path, "boot-2") as again:
        assert again.journal_id == rows[0].journal_id
        assert again.head == (rows[-1].seq, rows[-1].hash)
    assert not journal.side(".restored").exists()


# --- from the director -------------------------------------------------------------------------


def test_a_journal_comes_back_from_its_director(
    journal: Damaged, director: Director, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over a real socket, by the command, with the log cut off after a third."""
    feed(director.url, journal.rows, len(journal.rows))
    journal.cut(20)
    assert "are missing; keep the files, and see kiosk restore --help" in journal.refused()
    before = journal.files()
    line = ["restore", "--config", journal.config, "--journal", journal.path]
    assert cli.main([*map(str, line), "--director", director.url]) == cli.DONE
    said = capsys.readouterr()
    assert said.err == ""
    assert re.fullmatch(
        rf"{journal.path}: 73 rows in place, (\d+) of them from the director; what "
        r"was there is kept as journal\.db\.damaged-\d{8}T\d{9}Z\n",
        said.out,
    )
    assert journal.kept_aside() == before
    assert not journal.side(".halted").exists()
    is_back(journal)
    with opened(journal.path) as again:
        assert again.last_mark() == Mark("boot-1", 77)
    assert cli.main([*map(str, line), "--director", director.url]) == cli.DONE
    assert "whole, 73 rows; nothing was changed" in capsys.readouterr().out


def test_rows_beyond_the_directors_last_are_kept_when_they_chain(
    filed: Damaged, director: Director
) -> None:
    """Row 12 is damaged, the director has 30 rows, the table had 73."""
    feed(director.url, filed.rows, 30)
    filed.hurt_row(12)
    assert "is damaged at row 12 (" in filed.refused()
    assert filed.restore(config=filed.config, url=director.url) == 0
    is_back(filed)
    assert not filed.side(".halted").exists()


def test_what_neither_has_is_lost_only_with_consent_and_told(
    filed: Damaged, director: Director
) -> None:
    """Row 40 is damaged and the director has 30: rows from 40 on are nowhere."""
    feed(director.url, filed.rows, 30)
    filed.hurt_row(40)
    before = filed.files()
    with pytest.raises(RestoreFailed) as told:
        filed.restore(config=filed.config, url=director.url)
    assert str(told.value) == (
        "rows 40 to 73 of journal.db are lost: name the director, or go on without them with "
        "--accept-loss; nothing was changed"
    )
    assert filed.files() == before
    assert filed.restore(config=filed.config, url=director.url, accept_loss=True) == 0
    is_back(filed, filed.rows[:39])
    assert HaltNote(filed.path).read() == "rows 40 to 73 of journal.db are lost"


@pytest.mark.parametrize("before", [None, "the disk is full"])
def test_a_loss_is_told_no_more_once_its_rows_came_back(
    filed: Damaged, director: Director, before: str | None
) -> None:
    filed.hurt_row(40)
    note = HaltNote(filed.path)
    if before is not None:
        note.write(before)
    filed.restore(accept_loss=True)
    said = note.read() or ""
    assert said.startswith("rows 40 to 73 of journal.db are lost")
    feed(director.url, filed.rows, 60)
    filed.restore(config=filed.config, url=director.url)
    assert note.read() == said  # rows 61 to 73 are still nowhere
    feed(director.url, filed.rows, 73)
    filed.restore(config=filed.config, url=director.url)
    is_back(filed)
    assert note.read() == before


def test_a_new_card_gets_the_journal_of_its_key(filed: Damaged, director: Director) -> None:
    feed(director.url, filed.rows, len(filed.rows))
    for file in filed.files():
        filed.path.with_name(file).unlink()
    with pytest.raises(RestoreFailed, match="name no journal: name one with --journal-id"):
        filed.restore(config=filed.config, url=director.url)
    name = filed.rows[0].journal_id
    with pytest.raises(RestoreFailed, match="no row of journal 'jurnal' is anywhere"):
        filed.restore(config=filed.config, url=director.url, journal_id="jurnal", accept_loss=True)
    with pytest.raises(RestoreFailed, match=r"whether journal\.db had rows after row 73 nobody"):
        filed.restore(config=filed.config, url=director.url, journal_id=name)
    filed.restore(config=filed.config, url=director.url, journal_id=name, accept_loss=True)
    is_back(filed)
    assert HaltNote(filed.path).read() == "whether journal.db had rows after row 73 nobody knows"


def test_a_deleted_journal_whose_head_is_there_comes_back(
    filed: Damaged, director: Director
) -> None:
    feed(director.url, filed.rows, len(filed.rows))
    filed.path.unlink()
    filed.restore(config=filed.config, url=director.url)
    is_back(filed)


def test_the_director_gives_nothing_to_another_device(journal: Damaged, director: Director) -> None:
    feed(director.url, journal.rows, 30)
    journal.cut(20)
    key = journal.path.with_name("device.key")
    key.unlink()
    DeviceKey(bytes(32)).save(key)
    before = journal.files()
    with pytest.raises(RestoreFailed, match="the director refuses: not signed by the key"):
        journal.restore(config=journal.config, url=director.url)
    assert journal.files() == before
    key.unlink()
    with pytest.raises(KeyInvalid, match="can't be read as a key"):
        journal.restore(config=journal.config, url=director.url)


def test_rows_come_in_pages_after_those_that_are_here(
    journal: Damaged, paper: Callable[..., PaperRows]
) -> None:
    journal.cut(20)
    here = len(chained_rows(sound_rows(journal.path), journal.rows[0].journal_id))
    server = paper(journal.rows, page=10)
    journal.restore(config=journal.config, url=server.url)
    assert server.asked == [*range(here, len(journal.rows), 10), len(journal.rows)]
    is_back(journal)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1", "write https://HOST:PORT"),
        ("ftp://hall:9", "write https://HOST:PORT"),
        ("hall", "write https://HOST:PORT"),
        ("http://hall:99999", "write https://HOST:PORT"),
        ("http://hall:9", "http:// is for a director on this machine alone"),
        ("https://hall:9", "director.certificate is missing"),
    ],
)
def test_an_address_a_table_may_not_speak_to_is_told(journal: Damaged, url: str, why: str) -> None:
    with pytest.raises(TableSettingsError, match=why):
        journal.restore(config=journal.config, url=url)


def test_a_director_needs_a_configuration(
    journal: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["restore", "--journal", str(journal.path), "--director", "http://hall:9"]
    assert cli.main(line) == cli.WRONG
    assert "--director needs --config" in capsys.readouterr().err
    journal.config.write_text(CONFIG, encoding="utf-8")
    with pytest.raises(TableSettingsError, match="has no \\[director\\]"):
        journal.restore(config=journal.config)


def forged(rows: list[Row], seq: int) -> list[Row]:
    """The same rows, but row `seq` and all after it are other ones, in a chain of their own."""
    made = rows[: seq - 1]
    for row in rows[seq - 1 :]:
        open_end = replace(row, wall_utc="2026-05-09T20:00:00.000Z", prev_hash=made[-1].hash)
        made.append(replace(open_end, hash=row_hash(open_end)))
    return made


ODD = (
    "not what was kept",
    "a gap",
    "nothing",
    "unsigned",
    "no message",
    "orders",
    "an error",
    "a refusal",
)


def odd_answers(rows: list[Row]) -> dict[str, tuple[int, bytes | FromDirector]]:
    changed = replace(rows[25], wall_utc="2026-05-09T20:00:00.000Z")
    far = (rows[-1].seq, rows[-1].hash)
    return {
        "not what was kept": (200, JournalRows((*rows[:25], changed), *far)),
        "a gap": (200, JournalRows(tuple(rows[60:]), *far)),
        "nothing": (200, JournalRows((), *far)),
        "unsigned": (200, to_json(Rejected(Rejection.UNKNOWN_TABLE, "enrol it", None))),
        "no message": (200, b"<html>"),
        "orders": (200, Orders(())),
        "an error": (500, b"no answer"),
        "a refusal": (403, Rejected(Rejection.UNKNOWN_TABLE, "enrol it", None)),
    }


@pytest.mark.parametrize("odd", ODD)
def test_a_director_that_says_anything_else_changes_nothing(
    journal: Damaged, paper: Callable[..., PaperRows], odd: str
) -> None:
    journal.cut(0)
    server = paper(journal.rows)
    server.said = lambda _path: odd_answers(journal.rows)[odd]
    before = journal.files()
    with pytest.raises(RestoreFailed) as told:
        journal.restore(config=journal.config, url=server.url)
    assert "director" in str(told.value)
    assert journal.files() == before


def test_a_director_that_is_not_there_changes_nothing(journal: Damaged) -> None:
    """The address is the configuration's own; nobody listens at it."""
    journal.cut(20)
    before = journal.files()
    with pytest.raises(RestoreFailed, match="does not give the rows: Connection refused"):
        journal.restore(config=journal.config)
    assert journal.files() == before


@pytest.mark.parametrize("seq", [10, 66])
def test_another_past_at_the_director_is_told_and_not_taken(
    journal: Damaged, paper: Callable[..., PaperRows], seq: int
) -> None:
    server = paper(forged(journal.rows, seq))
    journal.cut(20)
    before = journal.files()
    with pytest.raises((RestoreFailed, JournalError), match=r"does not fit|another than its head"):
        journal.restore(config=journal.config, url=server.url)
    assert journal.files() == before


def test_another_last_row_at_the_director_is_told(
    journal: Damaged, paper: Callable[..., PaperRows]
) -> None:
    server = paper(forged(journal.rows, 10)[:12])
    with pytest.raises(RestoreFailed, match=r"row 12 .* does not fit \(another one is here\)"):
        journal.restore(config=journal.config, url=server.url)


# --- without a director ------------------------------------------------------------------------


def test_without_a_director_nothing_is_lost_without_consent(
    journal: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    journal.cut(20)
    before = journal.files()
    line = ["restore", "--journal", str(journal.path)]
    assert cli.main(line) == cli.BROKEN
    said = capsys.readouterr().err
    left = len(chained_rows(sound_rows(journal.path), journal.rows[0].journal_id))
    assert said == (
        f"kiosk: rows {left + 1} to 73 of journal.db are lost: name the director, or go on without "
        "them with --accept-loss; nothing was changed\n"
    )
    assert journal.files() == before
    assert cli.main([*line, "--accept-loss"]) == cli.DONE
    told = capsys.readouterr().out
    assert f"{left} rows in place, 0 of them from the director; rows {left + 1} to 73" in told
    assert journal.kept_aside() == before
    is_back(journal, journal.rows[:left])


def test_one_row_is_one_row(journal: Damaged) -> None:
    log = journal.side("-wal")
    log.write_bytes(log.read_bytes()[:-1])
    with pytest.raises(RestoreFailed, match=r"^row 73 of journal.db is lost: "):
        journal.restore()


def test_a_loss_is_the_first_thing_in_the_log_when_the_table_starts(tmp_path: Path) -> None:
    """A real table: killed in its match, its log cut off, brought back, started again."""
    table = TableProcess(tmp_path)
    try:
        screen, control = table.start().screen(), table.control()
        screen.until(lambda shown: shown.seq >= 3)
        control.do("tower", act="jam")
        screen.until(lambda shown: "tower" in str(shown.lost_devices))
        control.do("die", when="now")
        table.wait()
        with opened(table.journal) as owned:
            assert owned.head[0] >= 4
        rows = table.rows()
        log = table.journal.with_name(table.journal.name + "-wal")
        log.write_bytes(log.read_bytes()[:-1])
        assert table.start().wait() == cli.BROKEN
        assert "missing; keep the files, and see kiosk restore --help" in one_line(table)
        assert cli.main(["restore", "--journal", str(table.journal), "--accept-loss"]) == cli.DONE
        kept = table.rows()
        assert kept == rows[: len(kept)]
        assert len(kept) < len(rows)
        table.start().screen().until(lambda shown: shown.seq > len(kept))
        first = table.rows()[len(kept)].event()
        assert isinstance(first, Halted)
        lost = f"row {len(rows)} of" if len(rows) == len(kept) + 1 else f"to {len(rows)} of"
        assert f"{lost} {table.journal.name}" in first.why
        assert table.stop() == 0
        assert not table.journal.with_name(table.journal.name + ".halted").exists()
    finally:
        table.end()


def test_what_a_note_said_before_is_kept(journal: Damaged) -> None:
    HaltNote(journal.path).write("the disk is full")
    journal.cut(20)
    journal.restore(accept_loss=True)
    said = HaltNote(journal.path).read()
    assert said is not None
    assert re.fullmatch(
        r"rows \d+ to 73 of journal\.db are lost; before that: the disk is full", said
    )


def test_a_note_that_can_not_be_written_stops_it(journal: Damaged) -> None:
    journal.cut(20)
    journal.side(".halted").mkdir()
    with pytest.raises(RestoreFailed, match="a loss must be noted: make room"):
        journal.restore(accept_loss=True)
    journal.refused()


def test_a_flipped_bit_in_the_log_costs_at_most_the_rows_of_its_page(
    journal: Damaged,
) -> None:
    """SQLite gives up all that follows; every later frame is still there, and its rows tell."""
    rng = random.Random(34)
    whole = journal.files()
    log = journal.side("-wal")
    lost: list[int] = []
    for _ in range(40):
        for name, content in whole.items():
            journal.path.with_name(name).write_bytes(content)
        place = rng.randrange(log.stat().st_size)
        journal.hurt("-wal", place)
        rows = chained_rows(sound_rows(journal.path), journal.rows[0].journal_id)
        assert list(rows) == journal.rows[: len(rows)]
        lost.append(len(journal.rows) - len(rows))
    assert lost.count(0) >= 30, lost
    for place in (0, 8, 17, 32, 36, 41):  # the log's header, and its first frame's
        for name, content in whole.items():
            journal.path.with_name(name).write_bytes(content)
        journal.hurt("-wal", place)
        journal.refused()
        assert journal.restore() == 0
        is_back(journal)
        journal.side("-wal").unlink(missing_ok=True)


def test_an_unfinished_commit_is_not_brought_back(journal: Damaged) -> None:
    """Frames without the mark of a whole commit were never acknowledged."""
    log = journal.side("-wal").read_bytes()
    frames = [log[at : at + FRAME] for at in range(32, len(log), FRAME)]
    ends = [number for number, frame in enumerate(frames) if any(frame[4:8])]
    assert ends[-1] == len(frames) - 1
    last = max(end for before, end in itertools.pairwise(ends) if end - before > 1)
    journal.cut(last + 1)
    journal.hurt("-wal", 32 + 100)
    whole = chained_rows(sound_rows(journal.path), journal.rows[0].journal_id)
    journal.cut(last)
    here = chained_rows(sound_rows(journal.path), journal.rows[0].journal_id)
    commands = {row.command_id for row in here}
    assert whole[-1].command_id not in commands
    assert all(row in here for row in journal.rows if row.command_id in commands)


# --- whose it is -------------------------------------------------------------------------------


def test_a_journal_that_is_whole_is_left_alone(
    journal: Damaged, capsys: pytest.CaptureFixture[str]
) -> None:
    before = journal.files()
    assert journal.restore() == 0
    assert capsys.readouterr().out == f"{journal.path}: whole, 73 rows; nothing was changed\n"
    assert journal.files() == before


def test_a_running_tables_journal_is_left_alone(journal: Damaged) -> None:
    with opened(journal.path), pytest.raises(JournalBusy, match="stop it"):
        journal.restore(accept_loss=True)


def test_a_swapped_journal_says_which_there_are(
    filed: Damaged,
    tmp_path_factory: pytest.TempPathFactory,
    keep: Callable[..., Any],
    paper: Callable[..., PaperRows],
) -> None:
    other = made(tmp_path_factory.mktemp("other"), keep, checkpoint=True)
    shutil.copy(other.path, filed.path)
    with pytest.raises(RestoreFailed) as told:
        filed.restore()
    names = [filed.rows[0].journal_id, other.rows[0].journal_id]
    assert all(repr(name) in str(told.value) for name in names)
    server = paper(filed.rows)
    filed.restore(config=filed.config, url=server.url, journal_id=names[0])
    is_back(filed)
    assert filed.kept_aside()["journal.db"] == other.path.read_bytes()


def test_torn_heads_are_made_anew_with_consent(journal: Damaged) -> None:
    for suffix in (".head-a", ".head-b"):
        journal.hurt(suffix, 70)
    assert "head-b: damaged, so that it is unknown" in journal.refused()
    with pytest.raises(
        RestoreFailed, match=r"whether journal\.db had rows after row 73 nobody knows"
    ):
        journal.restore()
    journal.restore(accept_loss=True)
    is_back(journal)


def test_a_damaged_journal_without_its_head_files_comes_back(filed: Damaged) -> None:
    filed.hurt_row(50)
    without_head(filed.path)
    with pytest.raises(
        RestoreFailed, match=r"whether journal\.db had rows after row 49 nobody knows"
    ):
        filed.restore()
    filed.restore(accept_loss=True)
    is_back(filed, filed.rows[:49])


def test_a_file_that_is_nothing_any_more_is_brought_back(
    filed: Damaged, paper: Callable[..., PaperRows]
) -> None:
    for content in (b"", b"x" * 9000, filed.path.read_bytes()[:5000]):
        filed.path.write_bytes(content)
        for aside in filed.path.parent.glob("*.damaged-*"):
            aside.unlink()
        filed.restore(config=filed.config, url=paper(filed.rows).url)
        is_back(filed)
        assert filed.kept_aside()["journal.db"] == content


# --- the power goes in the middle of it --------------------------------------------------------


class PowerCut(BaseException):
    """Nothing more happens."""


def test_a_power_cut_leaves_it_damaged_or_done_and_it_can_be_done_again(
    journal: Damaged, paper: Callable[..., PaperRows], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut before each change of a name and before each sync.

    Rows 31 to 73 are nowhere but here, in a log with a damaged frame.
    """
    server = paper(journal.rows[:30])
    journal.hurt("-wal", 32 + 20)  # the first frame's checksum
    whole = journal.files()
    assert len(chained_rows(sound_rows(journal.path), journal.rows[0].journal_id)) == 73
    done = False
    cuts = 0
    while not done:
        for name in journal.files():
            journal.path.with_name(name).unlink()
        for name, content in whole.items():
            journal.path.with_name(name).write_bytes(content)
        with monkeypatch.context() as power:
            left = [cuts]
            for target in ("replace", "link", "rename", "fsync", "fdatasync"):
                power.setattr(os, target, cut_after(left, getattr(os, target)))
            try:
                journal.restore(config=journal.config, url=server.url)
                done = True
            except PowerCut:
                cuts += 1
        try:
            with opened(journal.path) as again:
                assert again.head[0] == 73
        except JournalError:
            journal.restore(config=journal.config, url=server.url)
        is_back(journal)
    assert cuts > 8


def cut_after(left: list[int], act: Callable[..., Any]) -> Callable[..., Any]:
    def acted(*given: Any, **named: Any) -> Any:
        if left[0] <= 0:
            raise PowerCut
        left[0] -= 1
        return act(*given, **named)

    return acted
