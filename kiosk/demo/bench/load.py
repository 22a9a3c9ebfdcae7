"""`python -m kiosk.demo.bench.load`: a hall of tables at one event a second, and one flat out.

The director is the real process over TLS on this machine, from an empty database; the tables sign,
echo challenges and poll as real ones. All come within the first second, each with both its
connections. Three browsers look on: two at the grid, one at a table.
"""

import argparse
import asyncio
import contextlib
import itertools
import sqlite3
import ssl
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.demo.bench.core import played_rows
from kiosk.demo.bench.many_tables import BeatingTable, director, port_of, request
from kiosk.demo.usage import cpu_s, memory_mb
from kiosk.wire.row import Row

MOST_ROWS = 2000

PATIENCE_S = 60.0
"""Longest wait of a table for its receipt."""

FLAT_OUT = 100
"""Tables that send the next row as soon as the last is acknowledged."""

BACKLOG = 500
"""Rows per batch of a table that was away for long."""

FLAT_OUT_S = 10.0


@dataclass
class LoadFigures:
    """Figures of the tables in one run."""

    acknowledged_s: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    stop: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(frozen=True)
class LoadConnection:
    """A connection of a table or a browser."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, path: str, body: bytes) -> tuple[bytes, bytes]:
        """Post; return the status line and the body."""
        self.writer.write(request("POST", path, body))
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        return head.partition(b"\r\n")[0], await self.reader.readexactly(length)


def main() -> int:
    """Print the figures; return 0 if no row was lost or doubled, else 1."""
    options = _options()
    sound = True
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        rows = played_rows(MOST_ROWS, Path(name))
        pattern = rows[: int(options.seconds) + 2]
        for many in options.tables:
            folder = Path(name) / str(many)
            folder.mkdir()
            sound &= asyncio.run(
                run_paced(folder, tables_of(many, pattern), options.seconds, alone)
            )
        bare = _bare(Path(name) / "bare.db", rows)
        for at_once in (1, BACKLOG):
            folder = Path(name) / f"flat-out-{at_once}"
            folder.mkdir()
            taken, load = asyncio.run(_flat_out(folder, tables_of(FLAT_OUT, rows), at_once))
            sys.stdout.write(
                f"flat out, {FLAT_OUT} tables, {at_once} rows at once: {taken:.0f} rows/s with "
                f"{load:.0%} of a core, {taken / bare:.0%} of {bare:.0f} that SQLite alone takes, "
                "one in each FULL commit\n"
            )
    return 0 if sound else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[60, 200, 500])
    parser.add_argument("--seconds", type=float, default=60.0)
    return parser.parse_args()


def tables_of(many: int, pattern: Sequence[Row]) -> list[BeatingTable]:
    """`many` tables, each with these rows in a journal of its own."""
    return [BeatingTable(number, list(pattern)) for number in range(1, many + 1)]


@contextlib.contextmanager
def alone(_port: int) -> Iterator[None]:
    """Do nothing beside a run."""
    yield


async def run_paced(
    folder: Path,
    tables: Sequence[BeatingTable],
    seconds: float,
    beside: Callable[[int], contextlib.AbstractContextManager[None]],
) -> bool:
    """Run at one event per second and table; return whether all rows are stored once. `beside` gets
    the director's port and lasts as long as the run.
    """
    hall, context = LoadFigures(), tls_context()
    with director(folder, tables, "tls = true\n") as (process, console):
        port, cookie = port_of(console), console.session["cookie"]
        began, used, own = time.monotonic(), cpu_s(process.pid), time.process_time()
        tasks = [
            asyncio.create_task(_plays(port, context, table, hall, table.number / len(tables)))
            for table in tables
        ]
        others = [
            asyncio.create_task(_polls(port, context, table, hall, table.number / len(tables)))
            for table in tables
        ]
        paths = "/events", "/events", f"/tables/{tables[0].journal_id}/events"
        others += [
            asyncio.create_task(_watch_stream(port, context, path, cookie, hall)) for path in paths
        ]
        with beside(port):
            await asyncio.sleep(seconds)
        took = time.monotonic() - began
        load = (cpu_s(process.pid) - used) / took
        here = (time.process_time() - own) / took
        hall.stop.set()
        sent = sum(await asyncio.gather(*tasks))
        mb = memory_mb(process.pid)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    kept, doubled = _count_stored(folder / "director.db", tables)
    ordered = sorted(hall.acknowledged_s)
    sys.stdout.write(
        f"{len(tables)} tables, an event a second each, {seconds:g} s from a cold start, TLS: "
        f"{sent} sent, {sent - kept} lost, {doubled} doubled, {len(hall.refused)} refused; "
        f"acknowledged in {statistics.median(ordered) * 1e3:.1f} ms (median), "
        f"p99 {ordered[int(len(ordered) * 0.99)] * 1e3:.1f} ms, "
        f"{ordered[-1] * 1e3:.0f} ms at most; "
        f"director {load:.0%} of a core, {mb:.0f} MB; the tables {here:.0%}\n"
    )
    for why in sorted(set(hall.refused)):
        sys.stdout.write(f"  refused: {why}\n")
    sys.stdout.flush()
    return sent == kept and not doubled


async def _flat_out(
    folder: Path, tables: Sequence[BeatingTable], at_once: int
) -> tuple[float, float]:
    """Rows per second the director takes when all tables sending, and its share of a core."""
    context, hall = tls_context(), LoadFigures()
    with director(folder, tables, "tls = true\n") as (process, console):
        counts, port = [0] * len(tables), port_of(console)

        async def sends(index: int, table: BeatingTable) -> None:
            async with _connected(port, context) as line:
                while not hall.stop.is_set() and counts[index] < len(table.rows):
                    await _send_rows(line, table, counts[index], hall, at_once)
                    counts[index] += at_once

        tasks = [asyncio.create_task(sends(at, table)) for at, table in enumerate(tables)]
        await asyncio.sleep(2.0)  # until all are connected
        before, began, used = sum(counts), time.monotonic(), cpu_s(process.pid)
        await asyncio.sleep(FLAT_OUT_S)
        rows, took = sum(counts) - before, time.monotonic() - began
        load = (cpu_s(process.pid) - used) / took
        hall.stop.set()
        await asyncio.gather(*tasks)
    return rows / took, load


async def _plays(
    port: int, context: ssl.SSLContext, table: BeatingTable, hall: LoadFigures, offset_s: float
) -> int:
    """Send one event per second from now on; return how many were sent."""
    loop = asyncio.get_running_loop()
    due = loop.time() + offset_s
    await asyncio.sleep(offset_s)
    async with _connected(port, context) as line:
        for number in itertools.count():
            await asyncio.sleep(max(0.0, due - loop.time()))
            if hall.stop.is_set():
                return number
            due += 1.0
            await _send_rows(line, table, number, hall)
    raise AssertionError("it counts for ever")


async def _send_rows(
    line: LoadConnection, table: BeatingTable, number: int, hall: LoadFigures, at_once: int = 1
) -> None:
    """Send rows from `number`, counted from 0, and wait for their acknowledgement."""
    began = time.monotonic()
    async with asyncio.timeout(PATIENCE_S):
        body = table.batch(table.rows[number : number + at_once])
        status, reply = await line.ask("/table/batch", body)
    hall.acknowledged_s.append(time.monotonic() - began)
    table.take_reply(reply)
    if b"200" not in status:
        hall.refused.append(reply.decode())


async def _polls(
    port: int, context: ssl.SSLContext, table: BeatingTable, hall: LoadFigures, offset_s: float
) -> None:
    await asyncio.sleep(offset_s)
    async with _connected(port, context) as line:
        while not hall.stop.is_set():
            await line.ask("/table/orders", table.poll())


async def _watch_stream(
    port: int, context: ssl.SSLContext, path: str, cookie: str, hall: LoadFigures
) -> None:
    while not hall.stop.is_set():
        async with _connected(port, context) as line:
            line.writer.write(request("GET", path, cookie=cookie))
            while await line.reader.read(1 << 18):
                pass


@contextlib.asynccontextmanager
async def _connected(port: int, context: ssl.SSLContext) -> AsyncIterator[LoadConnection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    try:
        yield LoadConnection(reader, writer)
    finally:
        writer.close()


def tls_context() -> ssl.SSLContext:
    """A TLS 1.3 context without certificate checks, as only speed is measured."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _count_stored(path: Path, tables: Sequence[BeatingTable]) -> tuple[int, int]:
    """Count rows stored as they were sent, and rows that should not be there."""
    kept = wrong = 0
    with contextlib.closing(sqlite3.connect(path)) as database:
        for table in tables:
            asked = "SELECT hash FROM event WHERE journal_id = ? ORDER BY seq"
            found = [one for (one,) in database.execute(asked, (table.journal_id,))]
            right = sum(a == row.hash for a, row in zip(found, table.rows, strict=False))
            kept, wrong = kept + right, wrong + len(found) - right
    return kept, wrong


def _bare(path: Path, rows: Sequence[Row]) -> float:
    """Rows per second of SQLite alone, one per commit."""
    fields = Row.__slots__
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        columns = ", ".join(f'"{name}"' for name in fields)
        database.execute(f"CREATE TABLE event ({columns}, UNIQUE (journal_id, seq))")
        places = ", ".join("?" * len(fields))
        began = time.monotonic()
        for row in rows:
            values = [getattr(row, name) for name in fields]
            database.execute(f"INSERT INTO event VALUES ({places})", values)
        return len(rows) / (time.monotonic() - began)


if __name__ == "__main__":
    sys.exit(main())
