"""`make bench`: from a pin's edge to the committed event, then to screen and page; the core."""

import math
import statistics
import sys
import tempfile
from pathlib import Path

from kiosk.demo.bench import core, house, plays, press, screen

BUSY = 2
"""Processes beside the screen, for a machine with other work to do."""


def main() -> int:
    """Print the figures; return 0."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        times = press.measure(Path(folder))
    _print_spans("pin edge to committed event, a camera reading beside it", times.press)
    _print_spans("bare FULL commit", times.bare)
    for speed, players in (
        (house.PACE, "four times as fast as people"),
        (math.inf, "without rest"),
    ):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            people = house.measure(Path(folder), speed)
        sys.stdout.write(f"players who play {players}:\n")
        _print_spans("    committed event to drawn frame", people.drawn)
        _print_spans("    of these, with another picture", people.changed)
        _print_spans("    committed event to the director's page", people.at_director)
        _print_spans("    order to journaled answer", people.answered)
    sys.stdout.write(
        f"screen's processor: {people.screen_running:.1%} while a clock runs, "
        f"{people.screen_idle:.1%} while none does\n"
        f"memory: {', '.join(f'{name} {mb:.0f} MB' for name, mb in people.memory_mb.items())}, "
        f"together {sum(people.memory_mb.values()):.0f} MB\n"
    )
    for busy in (0, BUSY):
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            kept = screen.measure(Path(folder), busy=busy)
        sys.stdout.write(
            f"screen's memory, {busy} processes at full speed beside it: {kept.first_mb:.0f} MB "
            f"after {screen.WARM} changes, {kept.last_mb:.0f} MB after {kept.changes}\n"
        )
        _print_spans("    committed event to drawn frame there", kept.drawn)
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        for line in (*core.measure(Path(folder)), *plays.measure()):
            sys.stdout.write(f"{line}\n")
    return 0


def _print_spans(name: str, spans: list[int]) -> None:
    ordered = sorted(spans)
    p99 = ordered[int(len(ordered) * 0.99)]
    line = f"{name}: median {statistics.median(spans) / 1e6:.2f} ms, p99 {p99 / 1e6:.2f} ms"
    sys.stdout.write(f"{line}, n {len(spans)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
