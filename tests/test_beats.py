"""Table, screen and director as processes: what systemd hears of them, and that it hears no beat
of a loop that hangs; and each of their threads, killed by an exception, ends its process.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kits.notify_kit import Ear
from kits.process_kit import WITHIN_S, Screen, camera_config, scratch
from kits.table_kit import CONFIG

START = """
import sys
from kiosk.cli import main
def replace(owner, name, by):
    getattr(owner, name)  # a name that has gone would replace nothing
    setattr(owner, name, by)
exec(sys.argv[1])
sys.exit(main(sys.argv[2:]))
"""
DIRECTOR = '[director]\nevent_id = "tests"\n'
LINE = f'[director]\nurl = "http://127.0.0.1:9"\nkey = "ed25519:{"A" * 43}="\n'

KILL = """
import threading
run = threading.Thread.run
def killed(self):
    if self.name == {name!r}:
        raise RuntimeError("killed for the test")
    run(self)
threading.Thread.run = killed
"""


class Running:
    """A command of ours, started by a line of Python first."""

    def __init__(self, folder: Path, first: str, *arguments: str, **environment: str) -> None:
        kept = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY"}}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, first, *arguments],
            env=kept | scratch(folder) | {"SDL_VIDEODRIVER": "offscreen"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def wait(self) -> tuple[int, str]:
        """Its exit code, and what it said."""
        _out, said = self.process.communicate(timeout=WITHIN_S)
        return self.process.returncode, said

    def stop(self) -> tuple[int, str]:
        self.process.send_signal(signal.SIGTERM)
        return self.wait()


Start = Callable[..., Running]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Running] = []

    def begin(what: str, first: str = "", **environment: str) -> Running:
        (tmp_path / "table.toml").write_text(CONFIG + LINE + camera_config(), "utf-8")
        (tmp_path / "director.toml").write_text(DIRECTOR, "utf-8")
        line = {
            "table": "table --config {}/table.toml --journal {}/table.journal",
            "screen": "screen --socket {}/table.sock --control {}/screen.sock --size 800x480",
            "director": "director --config {}/director.toml --db {}/director.db --port 0",
        }[what]
        words = line.replace("{}", str(tmp_path)).split()
        started.append(Running(tmp_path, first, *words, **environment))
        return started[-1]

    yield begin
    for each in started:
        each.process.kill()
        each.process.communicate()


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    made = Ear(str(tmp_path / "notify"))
    with made.socket:
        yield made


@pytest.mark.parametrize(
    ("what", "status"),
    [
        ("table", "table 1: between games"),
        ("screen", "the screen is drawn"),
        ("director", "console at http://127.0.0.1:"),
    ],
)
def test_it_is_up_then_beats_then_ends(start: Start, ear: Ear, what: str, status: str) -> None:
    running = start(what, **ear.environment(watchdog_us=400_000))
    assert ear.until("READY=1")[-1].startswith(f"READY=1\nSTATUS={status}")
    ear.until("WATCHDOG=1")
    ear.until("WATCHDOG=1")
    code, said = running.stop()
    assert code == 0, said
    assert "STOPPING=1" in ear.heard()


def test_a_table_is_up_once_screens_can_come(start: Start, ear: Ear, tmp_path: Path) -> None:
    start("table", **ear.environment())
    ear.until("READY=1")
    with closing(Screen(tmp_path / "table.sock")) as screen:
        assert screen.hello.app.startswith("table-kiosk ")


HANGS = {
    "table": (
        "import kiosk.table.loop as m, time\nreplace(m.Loop, 'step', lambda _s: time.sleep(99))"
    ),
    "director": (
        "import kiosk.director.store.sqlite as m, time\n"
        "replace(m.SqliteStore, 'check', lambda _s: time.sleep(99))"
    ),
    "screen": (
        "import time\n"
        "from kiosk.notify import Notifier\n"
        "ready = Notifier.ready\n"
        "def hang(self, status=''):\n"
        "    ready(self, status)\n"
        "    time.sleep(99)\n"
        "replace(Notifier, 'ready', hang)"
    ),
}


def test_a_table_whose_loop_hangs_does_not_beat(start: Start, ear: Ear, tmp_path: Path) -> None:
    """Its threads go on: a screen is answered meanwhile."""
    start("table", HANGS["table"], **ear.environment())
    ear.until("READY=1")
    for _each in range(3):
        with closing(Screen(tmp_path / "table.sock")) as screen:
            assert screen.hello.app
    assert [told for told in ear.heard() if "WATCHDOG" in told] == []


def test_a_director_whose_database_hangs_does_not_beat(start: Start, ear: Ear) -> None:
    """Its loop goes on: pages are served meanwhile."""
    running = start("director", HANGS["director"], **ear.environment())
    port = int(ear.until("READY=1")[-1].rstrip("/").rpartition(":")[2])
    for _each in range(3):
        with socket.create_connection(("127.0.0.1", port), WITHIN_S) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert json.loads(line.makefile("rb").read().partition(b"\r\n\r\n")[2])["ok"] is True
    assert [told for told in ear.heard() if "WATCHDOG" in told] == []
    running.process.kill()


def test_a_director_whose_database_fails_says_so_and_does_not_beat(start: Start, ear: Ear) -> None:
    first = (
        "import kiosk.director.store.sqlite as s\n"
        "def check(self): raise s.StoreError('no such disk')\n"
        "replace(s.SqliteStore, 'check', check)"
    )
    running = start("director", first, **ear.environment())
    ear.until("READY=1")
    running.process.send_signal(signal.SIGTERM)
    code, said = running.wait()
    assert code == 0
    assert "the database does not answer: no such disk" in said
    assert [told for told in ear.heard() if "WATCHDOG" in told] == []


def test_a_screen_whose_loop_hangs_does_not_beat(start: Start, ear: Ear, tmp_path: Path) -> None:
    """Its threads go on: the driver's socket takes whoever comes."""
    start("screen", HANGS["screen"], **ear.environment())
    ear.until("READY=1")
    with socket.socket(socket.AF_UNIX) as driver:
        driver.settimeout(WITHIN_S)
        driver.connect(str(tmp_path / "screen.sock"))
        driver.sendall(b'{"do": "nothing"}\n')
        assert b"does nothing" in driver.recv(4096)
    assert [told for told in ear.heard() if "WATCHDOG" in told] == []


@pytest.mark.parametrize(
    ("what", "name"),
    [
        *(("table", name) for name in ("control", "screens", "tower", "camera")),
        *(("table", name) for name in ("sync", "sync line", "orders", "simulated tower")),
        *(("screen", name) for name in ("link", "control")),
    ],
)
def test_a_dead_thread_ends_its_process_with_words(start: Start, what: str, name: str) -> None:
    code, said = start(what, KILL.format(name=name)).wait()
    assert code == 1
    words = f"thread {name} died, and ends the process: RuntimeError: killed for the test"
    assert words in said
    assert "Traceback (most recent call last)" in said


DEATHS = {
    "buttons": "import hardware.buttons as m\nreplace(m.ClockButtons, '_report_presses', die)",
    "tower": "import hardware.tower.link as m\nreplace(m.TowerLink, '_converse', die)",
    "simulated tower": "import hardware.tower.twin as m\nreplace(m.SimulatedTower, '_speak', die)",
    "sync": "import kiosk.table.uplink as m\nreplace(m.Uplink, 'next_task', die)",
    "sync line": "import kiosk.table.sync as m\nreplace(m.Sync, '_head', die)",
    "orders": "import kiosk.table.orders as m\nreplace(m.OrderRelay, 'have', property(die))",
    "health": "import kiosk.table.run as m\nreplace(m.MachineHealth, '_findings', die)",
    "screens": "import kiosk.table.screens as m\nreplace(m._Client, 'start', die)",
    "screen reader": "import kiosk.table.screens as m\nreplace(m, 'from_client', die)",
    "screen writer": "import kiosk.table.screens as m\nreplace(m, 'to_line', die)",
}
"""Where each thread of a table dies: in the middle of what it does all evening."""

DIE = """
def die(*_arguments, **_named):
    raise RuntimeError("killed for the test")
"""


@pytest.mark.parametrize("name", DEATHS)
def test_a_thread_that_dies_at_its_work_ends_the_table_with_words(
    start: Start, ear: Ear, tmp_path: Path, name: str
) -> None:
    running = start("table", DIE + DEATHS[name], **ear.environment())
    if name.startswith("screen"):
        ear.until("READY=1")
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(tmp_path / "table.sock"))
            client.sendall(b"{}\n")
            code, said = running.wait()
    else:
        code, said = running.wait()
    assert code == 1
    words = f"thread {name} died, and ends the process: RuntimeError: killed for the test"
    assert words in said


def test_a_camera_whose_pipe_holds_what_nobody_can_read_ends_the_table_with_words(
    start: Start,
) -> None:
    first = (
        "import kiosk.table.camera as m\n"
        "from multiprocessing import Pipe\n"
        "begin = m._start\n"
        "def garbled(*arguments):\n"
        "    child, _pipe = begin(*arguments)\n"
        "    ours, theirs = Pipe()\n"
        "    theirs.send_bytes(b'garbage')\n"
        "    return child, ours\n"
        "replace(m, '_start', garbled)"
    )
    code, said = start("table", first).wait()
    assert code == 1
    assert "thread camera died, and ends the process: UnpicklingError:" in said


def test_a_dead_task_ends_the_director_with_words(start: Start) -> None:
    first = (
        "import kiosk.director.service as s\n"
        "def look(self): raise RuntimeError('killed for the test')\n"
        "replace(s.EventTables, 'check_silent', look)"
    )
    code, said = start("director", first).wait()
    assert code == 1
    assert said.endswith("RuntimeError: killed for the test\n")


@pytest.mark.parametrize("name", ["screens", "control"])
def test_a_socket_that_takes_nobody_any_more_ends_the_table(start: Start, name: str) -> None:
    """No file is left to open: no screen could come back, and nobody would know."""
    first = (
        "import socket, threading\n"
        "real = socket.socket.accept\n"
        "def accept(self):\n"
        f"    if threading.current_thread().name != {name!r}: return real(self)\n"
        "    raise OSError(24, 'Too many open files')\n"
        "replace(socket.socket, 'accept', accept)"
    )
    code, said = start("table", first).wait()
    assert code == 1
    words = f"thread {name} died, and ends the process: OSError: [Errno 24] Too many open files"
    assert words in said


def test_a_process_that_is_aborted_tells_where_its_threads_stood(start: Start, ear: Ear) -> None:
    """So ends whoever systemd's watchdog finds silent."""
    running = start("table", **ear.environment())
    ear.until("READY=1")
    running.process.send_signal(signal.SIGABRT)
    code, said = running.wait()
    assert code == -signal.SIGABRT
    assert "Fatal Python error: Aborted" in said
    assert "kiosk/table/run.py" in said
