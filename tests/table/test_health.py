"""The machine under a running table: what is wrong with it, as the director gets it."""

import logging
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from kiosk.health import judge
from kiosk.health.errors import CommandMissing
from kiosk.health.machine import Machine, Ran, Space
from kiosk.table.health import MachineHealth
from kiosk.wire.sync import Ailment

HOT = "85500\n"


class Pi:
    """A machine whose disk, power and heat the test has in its hand."""

    def __init__(self, root: Path) -> None:
        self.free_bytes = 20_000_000_000
        self.throttled = 0
        self.looked = threading.Event()
        self.zone = root / "sys/class/thermal/thermal_zone0/temp"
        self.zone.parent.mkdir(parents=True)
        self.zone.write_text("48000\n")
        self.machine = Machine(root, self.run, lambda _f: Space(self.free_bytes, False), env={})

    def run(self, line: Sequence[str], _limit_s: float) -> Ran:
        if line[0] == "vcgencmd":
            return Ran(0, f"throttled={self.throttled:#x}\n")
        self.looked.set()  # the clock service is looked at last
        raise CommandMissing(line[0])


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.fixture
def health(pi: Pi, tmp_path: Path) -> MachineHealth:
    return MachineHealth(tmp_path, pi.machine, every_s=600.0)


def test_nothing_is_known_before_a_look_and_nothing_is_wrong_after_it(
    health: MachineHealth,
) -> None:
    assert health.ailments() == ()
    health.take_a_look()
    assert health.ailments() == ()


def test_faults_come_first_with_their_figures(pi: Pi, health: MachineHealth) -> None:
    pi.free_bytes = 700_000_000
    pi.throttled = 0x50005
    health.take_a_look()
    assert health.ailments() == (
        Ailment("power.low", "throttled 0x50005", grave=True),
        Ailment("disk.low", "free 700 MB", grave=False),
    )


def test_what_is_over_is_no_longer_told(pi: Pi, health: MachineHealth) -> None:
    pi.zone.write_text(HOT)
    health.take_a_look()
    assert health.ailments() == (Ailment("temperature.hot", "temperature 85.5 °C", grave=True),)
    pi.zone.write_text("48000\n")
    health.take_a_look()
    assert health.ailments() == ()


def test_each_is_logged_once_and_when_it_is_over(
    pi: Pi, health: MachineHealth, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    pi.zone.write_text(HOT)
    pi.free_bytes = 700_000_000
    health.take_a_look()
    health.take_a_look()
    pi.zone.write_text("48000\n")
    health.take_a_look()
    told = [(each.levelname, each.getMessage().split(":")[0]) for each in caplog.records]
    assert told == [
        ("WARNING", "disk.low"),
        ("ERROR", "temperature.hot"),
        ("INFO", "temperature.hot is over"),
    ]


def test_what_cannot_be_looked_at_hides_nothing(pi: Pi, health: MachineHealth) -> None:
    pi.zone.unlink()
    pi.free_bytes = 1
    health.take_a_look()
    assert [each.code for each in health.ailments()] == ["disk.full"]


def test_no_commit_is_timed_beside_a_table(pi: Pi, tmp_path: Path) -> None:
    def never(_folder: Path, _count: int) -> tuple[float, ...]:
        raise AssertionError("a commit was timed")

    machine = Machine(tmp_path, pi.run, lambda _f: Space(1, False), never, env={})
    MachineHealth(tmp_path, machine).take_a_look()


def test_it_looks_on_a_thread_of_its_own_again_and_again(pi: Pi, tmp_path: Path) -> None:
    health = MachineHealth(tmp_path, pi.machine, every_s=0.001)
    pi.throttled = 1
    health.start()
    try:
        for _ in range(3):
            assert pi.looked.wait(30.0)
            pi.looked.clear()
        assert [each.code for each in health.ailments()] == ["power.low"]
    finally:
        health.close()
    assert "health" not in {thread.name for thread in threading.enumerate()}


def test_a_table_without_seats_says_so_as_long_as_it_runs(pi: Pi, tmp_path: Path) -> None:
    lasting = judge.seats(are_known=False)
    health = MachineHealth(tmp_path, pi.machine, 600.0, lasting)
    health.take_a_look()
    assert [(each.code, each.grave) for each in health.ailments()] == [("table.no-seats", True)]
    known = MachineHealth(tmp_path, pi.machine, 600.0, judge.seats(are_known=True))
    known.take_a_look()
    assert known.ailments() == ()
