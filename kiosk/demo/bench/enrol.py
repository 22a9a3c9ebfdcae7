"""`python -m kiosk.demo.bench.enrol`: tables enrolled by an assistant, by a director's process.

Each table uses the real enrolment code: the card's text, TLS, the handshake, the four digits, the
tap. The time of hands is added, HANDLING_S per table. Reading the card is measured separately.
"""

import argparse
import json
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from kiosk.demo.console import Console
from kiosk.table.enrolment import EnrollingDirector, by_card, enrol
from kiosk.wire.event_card import SECRET_BYTES, EventCard, qr_text
from kiosk.wire.signing import DeviceKey

HANDLING_S = 10.0
"""To lay the card on a board, wait for a look of the camera, and take it to the next."""

PEOPLE = 2
LIMIT_S = 15 * 60.0


def _printed(console: Console, folder: Path, certificate: str) -> str:
    """Text of a new card; its secret is derived from the database and the key's file."""
    name = console.enrol(type="card")["name"]
    with sqlite3.connect(f"file:{folder / 'd.db'}?mode=ro", uri=True) as database:
        bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM enrolment")]
    [made] = [body for body in bodies if body.get("name") == name]
    address = console.url.removeprefix("https://")
    key = DeviceKey.load(folder / "d.db.key")
    secret = key.derived("table kiosk event card", bytes.fromhex(made["salt"]), SECRET_BYTES)
    return qr_text(EventCard((address,), certificate, secret, made["expires_s"]))


def _table(card: str, console: Console, number: int) -> float:
    """Enrol one table; return the seconds from the card's text to the director's last answer."""
    begun_s = time.monotonic()
    tapped: list[EnrollingDirector] = []
    digits: list[str] = []
    shown = threading.Event()

    def show(code: str) -> None:
        digits.append(code)
        shown.set()

    def ask() -> None:
        tapped.append(enrol(by_card(card), DeviceKey.generate(), "bench", show))

    thread = threading.Thread(target=ask)
    thread.start()
    shown.wait(30)
    console.enrol_who_shows(digits[0], number)
    thread.join(30)
    if [joined.number for joined in tapped] != [number]:
        raise RuntimeError(f"table {number} was not enrolled")
    return time.monotonic() - begun_s


def measure(folder: Path, tables: int) -> list[float]:
    """Enrol all tables; return the seconds of each."""
    (folder / "d.toml").write_text('[director]\nevent_id = "bench"\ntls = true\n')
    command = [sys.executable, "-m", "kiosk", "director", "--config", "d.toml", "--db", "d.db"]
    with subprocess.Popen(
        [*command, "--port", "0"], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as director:
        try:
            if director.stdout is None:
                raise RuntimeError("the director answers nothing")
            lines = [director.stdout.readline() for _line in range(4)]
            found = re.search(r"https://\S+:\d+", lines[0])
            if found is None:
                raise RuntimeError(f"the director does not listen: {lines[0]!r}")
            url, certificate = found[0], lines[2].split()[-1]
            console = Console(url, certificate)
            console.join(lines[3].strip().rpartition("#")[2], "Kari")
            card = _printed(console, folder, certificate)
            return [_table(card, console, number) for number in range(1, tables + 1)]
        finally:
            director.terminate()
            director.wait(30)


def main() -> int:
    """Print the figures; return 1 if two people would need more than LIMIT_S."""
    parser = argparse.ArgumentParser(description="tables enrolled by a scripted assistant")
    parser.add_argument("--tables", type=int, default=60)
    tables = parser.parse_args().tables
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        took_s = measure(Path(folder), tables)
    hall_s = (sum(took_s) + tables * HANDLING_S) / PEOPLE
    sys.stdout.write(
        f"{tables} tables: median {statistics.median(took_s):.2f} s, most {max(took_s):.2f} s, "
        f"together {sum(took_s):.1f} s; with {HANDLING_S:.0f} s of hands each, {PEOPLE} people: "
        f"{hall_s / 60:.1f} min\n"
    )
    return int(hall_s > LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
