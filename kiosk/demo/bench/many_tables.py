"""`python -m kiosk.demo.bench.many_tables`: many tables and browsers, beside unfinished requests.

Each table has a match open, beats once a second and polls for orders; each browser reads the grid's
stream or a table's; each slow-loris sends a byte of its headers now and then, and reconnects when
it is dropped. All are on this machine, each at an address of its own (127.0.0.0/8).
"""

import argparse
import asyncio
import contextlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kiosk.demo.bench.turns import open_match
from kiosk.demo.console import Console
from kiosk.demo.usage import cpu_s, memory_mb
from kiosk.journal import Journal, read
from kiosk.rules.match import EMPTY
from kiosk.table.inbox import Inbox
from kiosk.table.loop import Loop
from kiosk.wire.messages import PROTOCOL
from kiosk.wire.row import NO_HASH, Row, row_hash, utc_text
from kiosk.wire.signing import DeviceKey
from kiosk.wire.sync import Poll, TableHead, fresh_nonce, sign

BOOT = "crowd"
PATIENCE_S = 2.0
"""A table that waits longer for an answer has lost the beat."""

DRIP_S = 1.0

_CHALLENGE = re.compile(rb'\\"challenge\\":\\"([^"\\]+)')


@dataclass
class ManyTablesFigures:
    """Seconds an acknowledgement took, seconds between two beats of a stream, and counts."""

    acknowledged_s: list[float] = field(default_factory=list)
    between_beats_s: list[float] = field(default_factory=list)
    lost: int = 0
    streams_lost: int = 0
    lorises_let_go: int = 0


class BeatingTable:
    """A device with an open match in which nothing happens."""

    def __init__(self, number: int, pattern: list[Row]) -> None:
        self.number = number
        self.key = DeviceKey(number.to_bytes(32))
        self.journal_id = f"crowd-{number}"
        self.beat = 0
        self.challenge = ""
        self.rows: list[Row] = []
        before = NO_HASH
        for row in pattern:
            moved = replace(row, journal_id=self.journal_id, prev_hash=before)
            self.rows.append(replace(moved, hash=row_hash(moved)))
            before = self.rows[-1].hash

    def batch(self, rows: Sequence[Row]) -> bytes:
        """The head after these rows, by default after the whole journal."""
        last, self.beat = (rows or self.rows)[-1], self.beat + 1
        head = TableHead(
            protocol=PROTOCOL,
            app="crowd",
            journal_id=self.journal_id,
            key=self.key.public,
            nonce=fresh_nonce(),
            boot_id=BOOT,
            boot=1,
            beat=self.beat,
            echo=self.challenge,
            at_ns=time.monotonic_ns(),
            turned_ms=0,
            wall_utc=utc_text(time.time_ns()),
            last_seq=last.seq,
            last_hash=last.hash,
            head_seq=last.seq,
            halted=None,
            screens=1,
            undecided=(),
        )
        return sign(head, self.key, rows)

    def poll(self) -> bytes:
        poll = Poll(
            protocol=PROTOCOL,
            app="crowd",
            journal_id=self.journal_id,
            key=self.key.public,
            nonce=fresh_nonce(),
            boot_id=BOOT,
            at_ns=time.monotonic_ns(),
            have=(),
        )
        return sign(poll, self.key)

    def take_reply(self, reply: bytes) -> None:
        """Take the challenge that the next head echoes."""
        found = _CHALLENGE.search(reply)
        self.challenge = found[1].decode() if found else self.challenge


def main() -> int:
    """Print the figures; return 0."""
    options = _options()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        tables = [BeatingTable(number, _pattern(folder)) for number in range(1, options.tables + 1)]
        with director(folder, tables) as (process, console):
            asyncio.run(_measure(process.pid, console, tables, options))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--grids", type=int, default=200, help="browsers that show the grid")
    parser.add_argument("--pages", type=int, default=800, help="browsers that show one table")
    parser.add_argument("--lorises", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    return parser.parse_args()


def _pattern(folder: Path) -> list[Row]:
    """The rows of a match in play."""
    path = folder / "pattern.journal"
    if not path.exists():
        with Journal.open(path, boot_id=BOOT) as journal:
            open_match(Loop(journal, EMPTY, None, Inbox(), show=lambda _snapshot: None))
    return list(read(path))


@contextlib.contextmanager
def director(
    folder: Path, tables: Sequence[BeatingTable], more: str = ""
) -> Iterator[tuple["subprocess.Popen[str]", Console]]:
    """A director's process in `folder`, `more` in its section; and its console, signed in."""
    config = folder / "director.toml"
    enrolled = "".join(
        f'[[table]]\nnumber = {each.number}\nkey = "{each.key.public}"\n' for each in tables
    )
    config.write_text(
        f'[director]\nevent_id = "crowd"\nguide = false\n{more}{enrolled}', encoding="utf-8"
    )
    command = ["director", "--config", str(config), "--db", str(folder / "director.db")]
    process = subprocess.Popen(
        [sys.executable, "-m", "kiosk", *command, "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        lines = [process.stdout.readline() for _ in range(4)] if process.stdout else [""]
        url = lines[0].rstrip("/\n").rpartition(" ")[2]
        console = Console(url, lines[2].split()[-1] if "https:" in url else None)
        console.join(lines[-1].strip().rpartition("#")[2], "Kari")
        yield process, console
    finally:
        process.terminate()
        process.wait()


def port_of(console: Console) -> int:
    """Port of the console's director."""
    return int(console.url.rpartition(":")[2])


async def _measure(
    pid: int, console: Console, tables: list[BeatingTable], options: argparse.Namespace
) -> None:
    seen = ManyTablesFigures()
    port = port_of(console)
    cookie = console.session["cookie"]
    await asyncio.gather(*(_begin(port, table) for table in tables))
    stop = asyncio.Event()
    people = [
        _browser(port, number, "/events", cookie, seen, stop) for number in range(options.grids)
    ]
    people += [
        _browser(
            port,
            number,
            f"/tables/{tables[number % len(tables)].journal_id}/events",
            cookie,
            seen,
            stop,
        )
        for number in range(options.pages)
    ]
    tasks = [asyncio.create_task(each) for each in people]
    tasks += [asyncio.create_task(_loris(port, n, seen, stop)) for n in range(options.lorises)]
    for table in tables:
        tasks += [
            asyncio.create_task(_beats(port, table, len(tables), seen, stop)),
            asyncio.create_task(_polls(port, table, stop)),
        ]
    await asyncio.sleep(10.0)  # until all are connected
    seen.__init__()  # type: ignore[misc]
    used, began, own = cpu_s(pid), time.monotonic(), time.process_time()
    await asyncio.sleep(options.seconds)
    took = time.monotonic() - began
    load, here = (cpu_s(pid) - used) / took, (time.process_time() - own) / took
    _print_figures(options, seen, load, here, memory_mb(pid))
    stop.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _print_figures(
    options: argparse.Namespace, seen: ManyTablesFigures, load: float, here: float, mb: float
) -> None:
    sys.stdout.write(
        f"{options.tables} tables, {options.grids} grids and {options.pages} pages, "
        f"{options.lorises} slow-lorises, {options.seconds:g} s\n"
        f"beats {len(seen.acknowledged_s)}, lost {seen.lost}; acknowledged: "
        f"{_spans(seen.acknowledged_s)}\n"
        f"streams lost {seen.streams_lost}; between two beats of a stream: "
        f"{_spans(seen.between_beats_s)}\n"
        f"slow-lorises let go {seen.lorises_let_go}\n"
        f"director {load:.0%} of a core, {mb:.0f} MB; those who ask it {here:.0%} of a core\n"
    )


def _spans(spans_s: list[float]) -> str:
    ordered = sorted(spans_s) or [0.0]
    p99 = ordered[int(len(ordered) * 0.99)]
    middle = statistics.median(ordered)
    return f"median {middle * 1e3:.0f} ms, p99 {p99 * 1e3:.0f} ms, most {ordered[-1] * 1e3:.0f} ms"


# --- who asks ------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def _line(
    port: int, net: int, number: int
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    here = (f"127.{net}.{number // 250}.{number % 250 + 1}", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=here)
    try:
        yield reader, writer
    finally:
        writer.close()


def request(method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
    """The bytes of an HTTP request."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    head += f"Cookie: {cookie}\r\n\r\n" if cookie else "\r\n"
    return head.encode() + body


async def _post(
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    path: str,
    body: bytes,
    table: BeatingTable,
) -> bytes:
    """Post; return the status line. The table takes the body."""
    reader, writer = line
    writer.write(request("POST", path, body))
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
    table.take_reply(await reader.readexactly(length))
    return head.partition(b"\r\n")[0]


async def _begin(port: int, table: BeatingTable) -> None:
    async with _line(port, 1, table.number) as line:
        status = await _post(line, "/table/batch", table.batch(table.rows), table)
    if b"200" not in status:
        raise RuntimeError(f"table {table.number}: {status.decode()}")


async def _beats(
    port: int, table: BeatingTable, among: int, seen: ManyTablesFigures, stop: asyncio.Event
) -> None:
    """Send a table's beats, each table at its own part of the second."""
    due = asyncio.get_running_loop().time() + table.number / among
    while not stop.is_set():
        with contextlib.suppress(OSError, EOFError, TimeoutError):
            async with _line(port, 1, table.number) as line:
                while not stop.is_set():
                    await asyncio.sleep(due - asyncio.get_running_loop().time())
                    due = max(due + 1.0, asyncio.get_running_loop().time())
                    began = time.monotonic()
                    try:
                        async with asyncio.timeout(PATIENCE_S):
                            status = await _post(line, "/table/batch", table.batch([]), table)
                    except (OSError, EOFError, TimeoutError):
                        seen.lost += 1
                        raise
                    seen.lost += b"200" not in status
                    seen.acknowledged_s.append(time.monotonic() - began)


async def _polls(port: int, table: BeatingTable, stop: asyncio.Event) -> None:
    while not stop.is_set():
        with contextlib.suppress(OSError, EOFError):
            async with _line(port, 1, table.number) as line:
                while not stop.is_set():
                    await _post(line, "/table/orders", table.poll(), table)


async def _browser(
    port: int, number: int, path: str, cookie: str, seen: ManyTablesFigures, stop: asyncio.Event
) -> None:
    net = 2 if path == "/events" else 3
    while not stop.is_set():
        with contextlib.suppress(OSError):
            async with _line(port, net, number) as (reader, writer):
                writer.write(request("GET", path, cookie=cookie))
                before = time.monotonic()
                while part := await reader.read(1 << 18):
                    if b"event: beat" in part:
                        now = time.monotonic()
                        seen.between_beats_s.append(now - before)
                        before = now
        seen.streams_lost += 1
        await asyncio.sleep(1.0)


async def _loris(port: int, number: int, seen: ManyTablesFigures, stop: asyncio.Event) -> None:
    while not stop.is_set():
        with contextlib.suppress(OSError):
            async with _line(port, 4, number) as (reader, writer):
                writer.write(b"POST /table/batch HTTP/1.1\r\nX-")
                while not reader.at_eof() and reader.exception() is None:
                    writer.write(b"x")
                    await asyncio.sleep(DRIP_S)
        seen.lorises_let_go += 1


if __name__ == "__main__":
    sys.exit(main())
