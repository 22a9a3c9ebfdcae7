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
    """How long after it began, and after it was mended, what was read had come and gone."""

    came_s: float
    went_s: float


def tried(hall: Hall, fault: Fault) -> Seen:
    """Do it, wait until it is told and until it no longer is, and play on. Nothing is lost."""
    rows, timeline, log = hall.rows(), len(hall.timeline()), len(hall.log())
    fault.begin(hall)
    began = time.monotonic()
    awaited(hall.players, fault.players)
    awaited(hall.director, fault.director)
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
    return Seen(came_s, went_s)


def awaited(told: Callable[[], tuple[str, ...]], wanted: str) -> None:
    late = time.monotonic() + WITHIN_S
    while wanted and not any(words.startswith(wanted) for words in told()):
        assert time.monotonic() < late, f"{wanted!r} is never told: {told()}"


def gone(told: Callable[[], tuple[str, ...]], wanted: str) -> None:
    late = time.monotonic() + WITHIN_S
    while wanted and any(words.startswith(wanted) for words in told()):
        assert time.monotonic() < late, f"{wanted!r} is told for ever: {told()}"


def words_of(fault: Fault) -> str:
    """What stands in its row of the page, the two figures left out."""
    elsewhere = f"in the timeline: {fault.timeline}…" if fault.timeline else "nothing"
    if fault.log:
        elsewhere = f"nothing; in the table's log: …{fault.log}…"
    return f"| {fault.name} | {_short(fault.players) or 'nothing'} | " + (
        _short(fault.director) or elsewhere
    )


def _short(wanted: str) -> str:
    """Without the path and the words of another program that may follow."""
    return f"{wanted}…" if wanted.endswith(": ") else wanted


def rows_in(text: str) -> list[str]:
    """The rows of the page."""
    return text.split(BEGIN)[1].split(END, maxsplit=1)[0].removeprefix(HEAD).splitlines()


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
                seen = tried(made, fault)
                figures = f"{seen.came_s:.1f} | {seen.went_s:.1f}"
                rows.append(f"{words_of(fault)} | {figures} |\n")
                sys.stderr.write(rows[-1])
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
