"""What goes wrong at a table, done to a running one: what players and director then read.

`PYTHONPATH=.:tests python -m kits.faults_kit` plays them all and updates `kiosk/demo/FAULTS.md`.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kits.fault_hall import WITHIN_S, Hall, hall, until
from kits.fault_list import FAULTS, Fault
from kits.small_disk import NEEDS_DISK, small_disk

PAGE = Path(__file__).resolve().parents[2] / "kiosk/demo/FAULTS.md"
BEGIN, END = "<!-- faults -->\n", "<!-- end of faults -->"


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read; how long after it began, and after it was mended, that had come and gone."""

    players: str
    director: str
    came_s: float
    went_s: float


def tried(hall: Hall, fault: Fault) -> Seen:
    """Do it, wait until it is told and until it no longer is, and play on. Nothing is lost."""
    rows, timeline, log = hall.rows(), len(hall.timeline()), len(hall.log())
    fault.begin(hall)
    began = time.monotonic()
    players = awaited(hall.players, fault.players)
    director = awaited(hall.director, fault.director)
    awaited(lambda: hall.timeline()[timeline:], fault.timeline)
    if fault.log:
        until(lambda: any(fault.log in line for line in hall.log()[log:]), f"logged: {fault.log}")
    came_s = time.monotonic() - began
    fault.end(hall)
    mended = time.monotonic()
    gone(hall.players, fault.players)
    gone(hall.director, fault.director)
    went_s = time.monotonic() - mended
    hall.play()
    hall.all_at_director()
    after = hall.rows()
    assert after[: len(rows)] == rows
    fault.check(rows, after[len(rows) :])
    return Seen(players, director, came_s, went_s)


def awaited(told: Callable[[], tuple[str, ...]], wanted: str) -> str:
    late = time.monotonic() + WITHIN_S
    while wanted:
        found = [words for words in told() if words.startswith(wanted)]
        if found:
            return found[0]
        assert time.monotonic() < late, f"{wanted!r} is never told: {told()}"
    return ""


def gone(told: Callable[[], tuple[str, ...]], wanted: str) -> None:
    late = time.monotonic() + WITHIN_S
    while wanted and any(words.startswith(wanted) for words in told()):
        assert time.monotonic() < late, f"{wanted!r} is told for ever: {told()}"


def row(fault: Fault, seen: Seen) -> str:
    players = _short(fault.players, seen.players) or "nothing"
    elsewhere = f"in the timeline: {fault.timeline}…" if fault.timeline else "nothing"
    if fault.log:
        elsewhere = f"nothing; in the table's log: …{fault.log}…"
    director = _short(fault.director, seen.director) or elsewhere
    return f"| {fault.name} | {players} | {director} | {seen.came_s:.1f} | {seen.went_s:.1f} |\n"


def _short(wanted: str, told: str) -> str:
    """Without the path and the words of another program that may follow."""
    return f"{wanted}…" if wanted.endswith(": ") and told != wanted else wanted


HEAD = (
    "| what goes wrong | players read | director reads | told after, s | gone after, s |\n"
    "|---|---|---|---|---|\n"
)


def written(text: str, rows: list[str]) -> str:
    """The page with these rows."""
    before, rest = text.split(BEGIN)
    _old, after = rest.split(END)
    return f"{before}{BEGIN}{HEAD}{''.join(rows)}{END}{after}"


def main() -> int:
    rows = []
    with tempfile.TemporaryDirectory() as name, small_disk(folder := Path(name)) as disk:
        if disk is None:
            sys.stderr.write(f"The table of faults {NEEDS_DISK}: write it where both are.\n")
            return 1
        with hall(folder, disk) as made:
            for fault in FAULTS:
                rows.append(row(fault, tried(made, fault)))
                sys.stderr.write(rows[-1])
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
