"""Processes of a demo: they come up, say their last words, and never outlive it."""

import os
import re
import signal
import subprocess
import sys
import time
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap
from pathlib import Path

import pytest

from kiosk.demo.child import child_command, main
from kiosk.demo.director_process import DirectorProcess
from kiosk.demo.errors import DirectorProcessGone, ScreenProcessGone, TableProcessGone
from kiosk.demo.process import Process
from kiosk.demo.processes import Processes
from kiosk.demo.sockets import Sockets
from kiosk.demo.table_process import MatchSettings, ReportsTo, TableProcess
from kiosk.demo.usage import cpu_s, memory_mb
from kiosk.director.settings import load as load_director
from kiosk.table.settings import load as load_table
from kiosk.wire.signing import DeviceKey
from kiosk.wire.unix import LONGEST_PATH

SECONDS = 30.0
PIN = f"sha256:{'ab' * 32}"
PLAYED = MatchSettings("demo-1", 1, "norway", "book", 1)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_child_dies_with_its_parent() -> None:
    """The parent starts a child, tells its pid, and is killed."""
    nap = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(600)"]
    parent = subprocess.Popen(
        [
            *(sys.executable, "-c"),
            "import os, subprocess, sys\n"
            "from kiosk.demo.child import child_command\n"
            f"command = child_command(os.getpid(), {nap!r})\n"
            "child = subprocess.Popen(command, stdout=subprocess.PIPE)\n"
            "child.stdout.readline()\n"
            "print(child.pid, flush=True)\n"
            "child.wait()\n",
        ],
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert not gone(child)
        parent.kill()
        parent.wait()
    until = time.monotonic() + SECONDS
    while not gone(child):
        assert time.monotonic() < until, f"process {child} outlives its parent"


def test_a_child_whose_parent_is_gone_never_begins() -> None:
    assert main([str(os.getpid()), "/bin/false"]) == 1  # our parent is another


def test_a_child_is_the_very_command() -> None:
    command = child_command(os.getpid(), [sys.executable, "-c", "import os; print(os.getpid())"])
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert int(child.stdout.read()) == child.pid


def test_a_process_that_ends_at_once_says_its_last_words(tmp_path: Path) -> None:
    process = Process("screen", tmp_path, ScreenProcessGone)

    def connect() -> None:
        raise ScreenProcessGone("nobody listens")

    process.begin("--socket", tmp_path / "table.sock", "--size", "1x1")
    with pytest.raises(
        ScreenProcessGone, match=r"the screen ended with exit code 2; .* size is 1x1"
    ):
        process.wait_until_up(connect)
    assert process.stop() == 2


def test_a_process_that_never_ran_is_stopped_already(tmp_path: Path) -> None:
    process = Process("table", tmp_path, TableProcessGone)
    assert (process.pid, process.wait(0), process.stop()) == (None, None, None)


def test_a_director_keeps_its_port_and_knows_the_table(tmp_path: Path) -> None:
    key = tmp_path / "device.key"
    director = DirectorProcess(tmp_path, key)
    try:
        url = director.start()
        assert re.fullmatch(r"https://[\w.]+:\d+", url)
        assert director.pid is not None
        os.kill(director.pid, signal.SIGKILL)
        assert director.wait() == -signal.SIGKILL
        assert director.start() == url
    finally:
        assert director.stop() == 0
    assert director.key in director.output()
    assert director.certificate in director.output()
    assert load_director(tmp_path / "director.toml").enrolled == {DeviceKey.load(key).public: 1}


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    first = DirectorProcess(tmp_path, tmp_path / "a.key")
    (tmp_path / "second").mkdir()
    second = DirectorProcess(tmp_path / "second", tmp_path / "b.key")
    try:
        port = int(first.start().rpartition(":")[2])
        second._port = port
        with pytest.raises(DirectorProcessGone, match=rf"exit code 2; .*port {port}"):
            second.start()
    finally:
        assert first.stop() == 0
        second.stop()


def test_the_table_is_told_its_director(tmp_path: Path) -> None:
    with Sockets(tmp_path) as sockets:
        key = DeviceKey.generate().public
        TableProcess(tmp_path, PLAYED, sockets, ReportsTo("https://127.0.0.1:8000", key, PIN))
        director = load_table(tmp_path / "table.toml").director
        assert director is not None
        assert (director.url, director.key) == ("https://127.0.0.1:8000", key)
        assert director.certificate == PIN
        assert director.device_key == "device.key"
        TableProcess(tmp_path, PLAYED, sockets)
        assert load_table(tmp_path / "table.toml").director is None


def test_sockets_lie_in_the_folder_unless_its_path_is_too_long(tmp_path: Path) -> None:
    with Sockets(tmp_path) as near:
        assert {near.table.parent, near.table_control.parent, near.screen_control.parent} == {
            tmp_path
        }
    long = tmp_path / ("x" * LONGEST_PATH)
    with Sockets(long) as sockets:
        folder = sockets.table.parent
        assert folder.is_dir()
        assert all(
            len(str(path).encode()) <= LONGEST_PATH
            for path in (sockets.table, sockets.table_control, sockets.screen_control)
        )
    assert not folder.exists()
    assert tmp_path.exists()


def use_house(folder: Path, error: Exception | None) -> None:
    """Its director is killed; then perhaps something else goes wrong."""
    with Sockets(folder) as sockets, Processes(folder, PLAYED, sockets) as house:
        assert house.director.pid is not None
        os.kill(house.director.pid, signal.SIGKILL)
        assert house.director.wait() == -signal.SIGKILL
        if error is not None:
            raise error


def test_a_house_says_who_did_not_end_well(tmp_path: Path) -> None:
    with pytest.raises(DirectorProcessGone, match="the director stopped with exit code -9"):
        use_house(tmp_path, None)


def test_an_error_inside_the_house_is_not_hidden_by_its_end(tmp_path: Path) -> None:
    with pytest.raises(ScreenProcessGone, match="of another kind"):
        use_house(tmp_path, ScreenProcessGone("of another kind"))


def test_a_house_leaves_nobody_behind(tmp_path: Path) -> None:
    with Sockets(tmp_path) as sockets, Processes(tmp_path, PLAYED, sockets) as house:
        for link in house.table.start():
            link.close()
        house.stop_table()
        pids = house.table.pid, house.director.pid
        assert None not in pids
        assert gone(pids[0] or 0)
        assert not gone(pids[1] or 0)
    assert gone(pids[1] or 0)


def test_what_a_killed_process_left_goes_with_the_house(tmp_path: Path) -> None:
    """The software tower has a folder, which only the table itself would remove."""
    with Sockets(tmp_path) as sockets, Processes(tmp_path, PLAYED, sockets) as house:
        for link in house.table.start():
            link.close()
        assert list(tmp_path.glob("table.tmp/tower-*/port"))
        os.kill(house.table.pid or 0, signal.SIGKILL)
        assert house.table.wait() == -signal.SIGKILL
        for link in house.table.start():
            link.close()
        assert len(list(tmp_path.glob("table.tmp/tower-*"))) == 1
    assert not list(tmp_path.glob("*.tmp"))


def test_memory_and_processor_time_are_those_of_the_process() -> None:
    big = mmap(-1, 64_000_000, MAP_PRIVATE | MAP_ANONYMOUS)  # bytes may come out of what was freed
    big.write(b"x" * len(big))
    times, used = os.times(), cpu_s(os.getpid())
    assert times.user + times.system <= used + 0.05
    assert used <= os.times().user + os.times().system + 0.05
    with_it = memory_mb(os.getpid())
    big.close()
    assert 50 < with_it - memory_mb(os.getpid()) < 80
