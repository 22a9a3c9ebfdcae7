"""A table whose loop hangs while its threads beat on is not shown alive by its director: both are
real processes, and rows, beats and cards go through their real sockets.
"""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kits import commands as c
from kits.process_kit import TableProcess
from kits.served_kit import WITHIN_S, Director, Stream, settings_of
from kits.table_kit import CONFIG

from kiosk.rules.units import Instant, Side
from kiosk.wire.signing import DeviceKey


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    settings_of(tmp_path, DeviceKey.load_or_make(tmp_path / "device.key").public)
    started = Director(tmp_path)
    yield started
    started.process.kill()
    started.process.communicate()


@pytest.fixture
def table(tmp_path: Path, director: Director) -> Iterator[TableProcess]:
    key = DeviceKey.load(tmp_path / "director.db.key").public
    at = f'[director]\nurl = "http://127.0.0.1:{director.port}"\nkey = "{key}"\n'
    made = TableProcess(tmp_path, CONFIG + at)
    yield made
    made.end()


def until(grid: Stream, wanted: Callable[[Any], bool]) -> Any:
    """It comes at each change, and every five seconds for ever."""
    late = time.monotonic() + WITHIN_S
    while not wanted(card := grid.next("card")):
        assert time.monotonic() < late, f"never shown; at last {card}"
    return card


def test_a_table_whose_loop_hangs_is_stale_though_it_beats(
    director: Director, table: TableProcess
) -> None:
    with director.stream("/events") as grid:
        screen, control = table.start().screen(), table.control()
        until(grid, lambda card: card["phase"] == "between_games" and not card["stale"])
        assert control.do("die", when="hang", after=1) == {"ok": True}
        screen.say_only(c.ReadyTapped(Instant(time.monotonic_ns()), Side.WHITE))
        hung = until(grid, lambda card: card["stale"])
        later = until(grid, lambda card: card["seen_utc"] > hung["seen_utc"])
        assert later["stale"], "a beat of a hung table made it fresh"
        assert control.do("processes")["processes"]["table"] == table.process.pid
        assert table.stop(signal.SIGKILL) == -signal.SIGKILL
        table.start()
        until(grid, lambda card: not card["stale"])
