"""What systemd hears, on a real datagram socket."""

import os
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.notify import Notifier


class Ear:
    """systemd's end."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        """What has come since last asked."""
        found = []
        while True:
            try:
                found.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return found


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    made = Ear(str(tmp_path / "notify"))
    with made.socket:
        yield made


class Clock:
    now_ns = 0

    def __call__(self) -> int:
        return self.now_ns


def notifier(tmp_path: Path, clock: Clock | None = None, **more: str) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify"), **more}, clock or Clock())


def test_it_says_that_it_is_up_and_that_it_ends(ear: Ear, tmp_path: Path) -> None:
    one = notifier(tmp_path)
    one.ready("table 1: vacant")
    assert ear.heard() == ["READY=1\nSTATUS=table 1: vacant"]
    one.stopping()
    assert ear.heard() == ["STOPPING=1"]
    one.close()
    one.ready()
    assert ear.heard() == []


def test_how_it_stands_is_told_when_it_changes_in_one_line(ear: Ear, tmp_path: Path) -> None:
    one = notifier(tmp_path)
    one.ready("vacant")
    one.status("vacant")
    one.status("two\nlines")
    one.status("two\nlines")
    assert ear.heard() == ["READY=1\nSTATUS=vacant", "STATUS=two lines"]
    one.close()


def test_it_beats_four_times_in_what_the_watchdog_waits(ear: Ear, tmp_path: Path) -> None:
    clock = Clock()
    one = notifier(tmp_path, clock, WATCHDOG_USEC="10000000")
    assert (one.watched, one.every_s) == (True, 2.5)
    for clock.now_ns in range(0, 10_000_000_000, 250_000_000):
        one.beat()
    assert ear.heard() == ["WATCHDOG=1"] * 4
    one.close()


@pytest.mark.parametrize(
    "watchdog",
    [
        {},
        {"WATCHDOG_USEC": "0"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid() + 1)},
    ],
)
def test_where_nobody_watches_it_does_not_beat(
    ear: Ear, tmp_path: Path, watchdog: dict[str, str]
) -> None:
    one = notifier(tmp_path, **watchdog)
    one.beat()
    assert (one.watched, one.every_s) == (False, None)
    assert ear.heard() == []
    one.close()


def test_it_is_watched_by_its_own_number(ear: Ear, tmp_path: Path) -> None:
    one = notifier(tmp_path, WATCHDOG_USEC="4000000", WATCHDOG_PID=str(os.getpid()))
    one.beat()
    assert ear.heard() == ["WATCHDOG=1"]
    one.close()


def test_an_abstract_socket_is_spoken_to() -> None:
    name = f"kiosk-test-{secrets.token_hex(8)}"
    ear = Ear(f"\0{name}")
    with ear.socket:
        one = Notifier({"NOTIFY_SOCKET": f"@{name}"})
        one.ready()
        assert ear.heard() == ["READY=1"]
        one.close()


def test_without_systemd_nothing_is_said_and_nothing_fails() -> None:
    one = Notifier({"WATCHDOG_USEC": "1"})
    one.ready("up")
    one.beat()
    one.stopping()
    assert not one.watched
    one.close()


def test_systemd_gone_for_a_moment_harms_nothing(ear: Ear, tmp_path: Path) -> None:
    one = notifier(tmp_path)
    ear.socket.close()
    one.ready()
    one.close()
