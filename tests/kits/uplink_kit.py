"""A table's uplink, a director on paper, and a line between them that loses things."""

from collections.abc import Callable

from kiosk.rules.dice.facts import DicePickedUp
from kiosk.table.uplink import DirectorBack, DirectorLost, PictureToSend, RowsToSend, Uplink
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row, chain_row
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import Receipt, Rejected, TableHead, read_signed, sign
from kits.director_kit import UTC, PaperDirector

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
            chain_row(
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
        self.news: list[tuple[float, DirectorLost | DirectorBack]] = []
        self.sent: list[tuple[float, bytes]] = []
        self.puts: list[tuple[int, str]] = []
        """After how many rows were there, and which picture."""
        self.takes_s = 2.0

    @property
    def lost(self) -> bool:
        """What the journal would say."""
        return any(isinstance(news, DirectorLost) for news in self.told()[-1:])

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

    def body(self, batch: RowsToSend) -> tuple[bytes, int]:
        rows = self.rows[batch.after : batch.upto][:MOST]
        last = rows[-1].seq if rows else batch.after
        hashed = self.rows[last - 1].hash if last else NO_HASH
        head = TableHead(
            protocol=PROTOCOL,
            app="test",
            journal_id="journal-1",
            key=KEY.public,
            nonce="nonce",
            boot_id="boot-1",
            boot=1,
            beat=1,
            echo="",
            at_ns=round(self.now_s * 1e9),
            turned_ms=0,
            wall_utc=UTC,
            last_seq=last,
            last_hash=hashed,
            head_seq=batch.upto,
            halted=None,
            screens=0,
            undecided=batch.undecided,
        )
        return sign(head, KEY, rows), len(rows)

    def act(self, fate: str = OK) -> float:
        """Do what is to be done now; how long to wait when that is nothing."""
        task = self.uplink.next_task(self.now_s)
        if isinstance(task, float):
            return task
        if isinstance(task, PictureToSend):
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
        return [tuple(row.seq for row in read_signed(body).rows) for _, body in self.sent]

    def told(self) -> list[DirectorLost | DirectorBack]:
        return [news for _, news in self.news]
