"""`python -m kiosk.demo.bench.stalls`: 60 tables at an event a second, and beside them one client
that is not a table and sends at full speed what costs the director most.

The client is a process of its own on one connection over TLS, and comes again when it is let go.
"""

import argparse
import asyncio
import contextlib
import http.client
import multiprocessing
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from kiosk.demo.bench.core import played_rows
from kiosk.demo.bench.load import alone, run_paced, tables_of, tls_context
from kiosk.demo.bench.many_tables import BeatingTable
from kiosk.wire.codec import sha256
from kiosk.wire.row import Row

TABLES = 60
ANSWER_S = 60.0
"""Longest wait of the client for an answer."""

MIB = 1 << 20
FORM_BYTES = 60_000
JPEG = b"\xff\xd8\xff" + bytes(MIB - 100)
"""Named by a row of table 1, which has sent it before."""


@dataclass(frozen=True)
class Stall:
    """A request to send repeatedly."""

    what: str
    method: str
    path: str
    body: bytes


def stalls(stranger: BeatingTable) -> tuple[Stall, ...]:
    """All requests to try; the key of `stranger` is not enrolled."""
    open_lists = b"[" * (MIB - 10)
    flat = b'{"rows":[' + (b"[" * 31 + b"]" * 31) * (FORM_BYTES // 62) + b"]}"
    rows = b'"rows":[' + (b"[" * 30 + b"]" * 30) * (MIB // 60 - 100) + b"]}"
    front = stranger.batch([])
    signed = front[: front.index(b'"rows"')] + rows
    return (
        Stall("1 MB of brackets as a batch", "POST", "/table/batch", open_lists),
        Stall("1 MB of lists behind a stranger's head", "POST", "/table/batch", signed),
        Stall("1 MB of brackets as a poll", "POST", "/table/orders", open_lists),
        Stall("a picture that is there", "PUT", f"/table/pictures/{sha256(JPEG)}", JPEG),
        Stall("60 kB of lists at sign-in", "POST", "/sign-in", flat),
        Stall("60 kB of lists at enrolment", "POST", "/table/enrol", flat),
    )


def main() -> int:
    """Print the figures; return 0 if no row was lost or doubled, else 1."""
    options = _options()
    sound = True
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        pattern = _pattern(options.seconds, Path(name))
        tried = [
            each for each in stalls(BeatingTable(TABLES + 1, pattern)) if options.only in each.what
        ]
        for at, stall in enumerate((None, *tried)):
            folder = Path(name) / str(at)
            folder.mkdir()
            sys.stdout.write(f"{stall.what if stall else 'nobody beside'}: ")
            beside = alone if stall is None else partial(_beside, stall)
            run = run_paced(folder, tables_of(TABLES, pattern), options.seconds, beside)
            sound &= asyncio.run(run)
    return 0 if sound else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--only", default="", help="a part of what is sent")
    return parser.parse_args()


def _pattern(seconds: float, folder: Path) -> list[Row]:
    """Rows for a run, one of which names the picture."""
    rows = played_rows(int(seconds) + 2, folder)
    nobodys = '"picture":null'
    at = next(at for at, row in enumerate(rows) if nobodys in row.body)
    body = rows[at].body.replace(nobodys, f'"picture":"{sha256(JPEG)}"', 1)
    return [*rows[:at], replace(rows[at], body=body), *rows[at + 1 :]]


@contextlib.contextmanager
def _beside(stall: Stall, port: int) -> Iterator[None]:
    """Run the client; print its number of answers at the end."""
    answered = multiprocessing.Value("l", 0)
    client = multiprocessing.Process(target=_send_for_ever, args=(port, stall, answered))
    client.start()
    try:
        yield
    finally:
        client.kill()
        client.join()
        sys.stdout.write(f"answered {answered.value} times\n  ")


def _send_for_ever(
    port: int, stall: Stall, answered: "multiprocessing.sharedctypes.Synchronized[int]"
) -> None:
    headers = {"Host": "localhost"}
    while True:
        line = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=ANSWER_S, context=tls_context()
        )
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(line):
            while True:
                line.request(stall.method, stall.path, stall.body, headers)
                line.getresponse().read()
                answered.value += 1


if __name__ == "__main__":
    sys.exit(main())
