"""A simulated table and machine for the doctor to examine.

The devices are the twins of a simulated table. The machine is a tree of files and canned program
outputs, modelled on a Raspberry Pi 5 with Raspberry Pi OS trixie; not taken from a real one.
"""

import fcntl
import json
import os
import shutil
import socket
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from gpiozero import Factory
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.errors import DeviceMissing, PinUnusable
from hardware.pins import MOCK_BOARD
from hardware.tower.twin import SimulatedTower
from kiosk.doctor.camera import Make
from kiosk.doctor.examine import Examined
from kiosk.health.errors import CommandMissing
from kiosk.health.machine import Machine, Ran, Space
from kiosk.journal.journal import Journal
from kiosk.rules.device_names import DeviceName
from kiosk.rules.devices import DeviceLost
from kiosk.rules.match import EMPTY
from kiosk.rules.units import Instant
from kiosk.table.camera_source import make_source
from kiosk.table.settings import TableSettings, load
from kiosk.wire.messages import PROTOCOL, Hello, to_line
from kiosk.wire.snapshot import snapshot
from kiosk.wire.unix import close, listen
from vision.scene import Rig

WIDTH = 1280
HEIGHT = 720
FPS = 15
SEED = 11
PINS = {"left": 17, "right": 27}
EVENT = "doctor"
GB = 1_000_000_000

# --- the machine as it is when all is well -------------------------------------------------------

_FILES = {
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n',
    "etc/chrony/chrony.conf": "pool director.local iburst\nmakestep 1 3\n",
    "etc/chrony/conf.d/kiosk.conf": "maxslewrate 100\n",
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "proc/bus/input/devices": (
        'I: Bus=0018 Vendor=0416 Product=038f\nN: Name="Goodix Capacitive TouchScreen"\n'
        "H: Handlers=mouse0 event4 \nB: PROP=2\nB: EV=b\nB: ABS=2658000 3\n\n"
        'I: Bus=0003 Vendor=046d Product=c31c\nN: Name="A keyboard"\n'
        "H: Handlers=sysrq kbd event0 \nB: PROP=0\nB: EV=120013\n"
    ),
    "sys/class/thermal/thermal_zone0/temp": "48250\n",
    "sys/class/drm/card1-DSI-1/status": "connected\n",
    "sys/class/drm/card1-DSI-1/modes": "720x1280\n",
    "sys/class/drm/card1-HDMI-A-1/status": "disconnected\n",
    "sys/class/drm/card1-HDMI-A-1/modes": "",
    "sys/class/net/lo/operstate": "unknown\n",
    "sys/class/net/wlan0/operstate": "up\n",
    "sys/class/net/wlan0/wireless/there": "",
    "dev/input/event4": "",
}

TRACKING = """\
Reference ID    : C0A80102 (192.168.1.2)
Stratum         : 3
System time     : {offset} seconds fast of NTP time
Leap status     : {leap}
"""
UNITS = """\
kiosk-screen.service loaded active running The players' touchscreen
kiosk-table.service  loaded {table} A tournament table
"""
_ADDRESSES = "2: wlan0    inet 192.168.1.31/24 brd 192.168.1.255 scope global wlan0\n"

ProgramOutputs = dict[str, Ran | None]
"""By program name and arguments; None: the program is not on this machine."""


def _healthy_outputs() -> ProgramOutputs:
    return {
        "vcgencmd get_throttled": Ran(0, "throttled=0x0\n"),
        "vcgencmd version": Ran(0, "2025/05/08 15:13:17\n"),
        "chronyc": Ran(0, TRACKING.format(offset="0.000012", leap="Normal")),
        "timedatectl": Ran(0, "NTP=yes\nNTPSynchronized=yes\n"),
        "ip": Ran(0, _ADDRESSES),
        "iw": Ran(0, "Power save: off\n"),
        "systemctl": Ran(0, UNITS.format(table="active running")),
    }


# --- pins, a tower and a table -------------------------------------------------------------------


class _Pin(MockPin):  # type: ignore[misc] # gpiozero comes without types
    """A pin whose button may be held: it stays low when pulled up."""

    held: frozenset[str] = frozenset()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name in self.held:
            self.drive_low()


class _StandIn:
    """Stand-in at a table's socket: answers with a snapshot, or not at all."""

    def __init__(self, place: Path, lost: tuple[str, ...] | None) -> None:
        self._place, self._lost = place, lost
        self._server = listen(place)
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._serve, name="stand-in table", daemon=True).start()

    def close(self) -> None:
        close(self._server, self._place)
        for end in self._ends:
            end.close()

    def _serve(self) -> None:
        while True:
            try:
                end, _address = self._server.accept()
            except OSError:
                return  # closed
            self._ends.append(end)
            if self._lost is not None:
                match = replace(EMPTY, lost_devices=frozenset(self._lost))
                hello = Hello(PROTOCOL, "table-kiosk stand-in", "doctor")
                end.sendall(to_line(hello) + to_line(snapshot(match, 0, Instant(0))))


class _Babble:
    """A serial port with another device on it."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._talk, name="babble", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stopping.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)

    def _talk(self) -> None:
        while not self._stopping.wait(0.1):
            os.write(self._ours, b"$GPGGA,120000,5955.0,N,01045.0,E\r\n")


# --- what is set up ------------------------------------------------------------------------------


@dataclass(slots=True)
class Bench:
    """Settings of a simulated table; a fault changes them before anything is built."""

    files: dict[str, str] = field(default_factory=lambda: dict(_FILES))
    program_outputs: ProgramOutputs = field(default_factory=_healthy_outputs)
    space: Callable[[Path], Space] = lambda _folder: Space(20 * GB, False)
    commits_ms: tuple[float, ...] | OSError = tuple(4.0 + n / 50 for n in range(100))
    readable: bool = True
    lacking: frozenset[str] = frozenset()
    no_gpio: bool = False
    refused: frozenset[int] = frozenset()
    held: tuple[str, ...] = ()
    press: Mapping[str, str] = field(default_factory=lambda: {name: name for name in PINS})
    """The button pressed for each one asked for; none if missing."""
    lights: bool = True
    status: bool = True
    buzzer: bool = True
    outputs: bool = True
    tower: str = "there"
    camera: bool = True
    make: Make = make_source
    camera_s: float | None = None
    inset_mm: float = 0.0
    """Inward offset of the plan's markers from the board's."""
    calibration: str | None = "true"
    director: dict[str, Any] | str | None = field(
        default_factory=lambda: {"ok": True, "protocol": PROTOCOL, "event_id": EVENT}
    )
    apart_s: float = 0.0
    journal: str = "empty"
    running: tuple[str, ...] | str | None = None
    """Devices a running table has lost; "hung": it does not answer; None: no table runs."""


DIRECTORS_KEY = f"ed25519:{'A' * 43}="
"""A placeholder, as nothing here is signed."""


class Simulated:
    """The simulated table, in a folder of its own that is removed on exit."""

    def __init__(self, faults: Sequence[str] = ()) -> None:
        """Prepare the table with its faults."""
        from kits.doctor_faults import FAULTS  # noqa: PLC0415 - which builds on what is here

        self.bench = Bench()
        for code in faults:
            FAULTS[code](self.bench)
        self._folder = Path(tempfile.mkdtemp(prefix="doctor-"))
        self._closing = ExitStack()
        self._factories: list[MockFactory] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def examined(self, *, press: bool = False, tried: bool = False) -> Examined:
        """Build it."""
        bench = self.bench
        root = self._folder / "root"
        for name, content in bench.files.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        settings = self._settings()
        if bench.running is not None:
            lost = None if isinstance(bench.running, str) else bench.running
            place = self._folder / settings.table.socket
            self._closing.callback(_StandIn(place, lost).close)
        more: dict[str, Any] = {} if bench.camera_s is None else {"camera_s": bench.camera_s}
        return Examined(
            settings,
            self._folder,
            Machine(root, self._run, bench.space, self._commits, lambda _f: bench.readable, {}),
            self._pins,
            self._tower_port(),
            journal=self._journal(),
            calibration=self._calibration(),
            make=bench.make,
            there=lambda module: module not in bench.lacking,
            prompt=self._press if press else None,
            press_s=0.0,
            tried=tried,
            wait=lambda _s: None,
            **more,
        )

    def _run(self, line: Sequence[str], _limit_s: float) -> Ran:
        for asked, ran in self.bench.program_outputs.items():
            if " ".join(line).startswith(asked):
                if ran is None:
                    break
                return ran
        raise CommandMissing(f"{line[0]} is not on this machine")

    def _commits(self, _folder: Path, count: int) -> tuple[float, ...]:
        if isinstance(self.bench.commits_ms, OSError):
            raise self.bench.commits_ms
        return self.bench.commits_ms[:count]

    def _pins(self) -> Factory:
        bench = self.bench
        if bench.no_gpio:
            raise DeviceMissing("GPIO chip cannot be opened: run on a Raspberry Pi")
        held = frozenset(f"GPIO{PINS[name]}" for name in bench.held)
        factory = MockFactory(
            revision=MOCK_BOARD,
            pin_class=type("Pin", (_Pin,), {"held": held}),
        )
        if bench.refused:
            taken = min(bench.refused)
            raise PinUnusable(f"BCM pin {taken} is held by another program")
        self._factories.append(factory)
        return factory

    def _press(self, asked: str) -> None:
        factory = self._factories[-1]
        for pin in PINS.values():
            factory.pin(f"GPIO{pin}").drive_high()
        pressed = self.bench.press.get(asked)
        if pressed is not None:
            factory.pin(f"GPIO{PINS[pressed]}").drive_low()

    def _tower_port(self) -> str | None:
        match self.bench.tower:
            case "none":
                return None
            case "silent":
                ours, theirs = os.openpty()
                self._closing.callback(os.close, ours)
                self._closing.callback(os.close, theirs)
                return os.ttyname(theirs)
            case "stranger":
                babble = _Babble()
                self._closing.callback(babble.close)
                return babble.port
            case state:
                twin = SimulatedTower()
                self._closing.callback(twin.close)
                if state in _TOWER:
                    _TOWER[state](twin)
                if state == "busy":
                    self._hold(twin.port)
                return twin.port

    def _hold(self, port: str) -> None:
        """Lock the port as pyserial does."""
        end = os.open(port, os.O_RDWR | os.O_NOCTTY)
        self._closing.callback(os.close, end)
        fcntl.flock(end, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _director(self) -> str | None:
        answer = self.bench.director
        if answer is None:
            return None
        if answer == "down":
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                return f"http://127.0.0.1:{probe.getsockname()[1]}"
        body = json.dumps(answer).encode() if isinstance(answer, dict) else answer.encode()
        apart_s = self.bench.apart_s

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def date_time_string(self, timestamp: float | None = None) -> str:
                return super().date_time_string((timestamp or time.time()) + apart_s)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                """Nobody reads it."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
        self._closing.callback(server.server_close)
        self._closing.callback(server.shutdown)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"

    def _journal(self) -> Path:
        path = self._folder / "journal.db"
        if self.bench.journal == "empty":
            Journal.open(path, boot_id="doctor").close()
        elif self.bench.journal == "damaged":
            with Journal.open(path, boot_id="doctor") as journal:
                journal.append(
                    command_id="1",
                    by="table",
                    at_ns=0,
                    wall_utc="2026-01-01T00:00:00.000Z",
                    match_id=None,
                    events=[DeviceLost(DeviceName.CAMERA, "its cable is loose")],
                )
                journal.checkpoint()
            path.write_bytes(path.read_bytes().replace(b"cable is loose", b"cable is sound"))
        elif self.bench.journal == "halted":
            path.with_name(path.name + ".halted").write_text("the disk is full", encoding="utf-8")
        elif self.bench.journal == "other":
            path.write_text("a shopping list, longer than any header is\n" * 9, encoding="utf-8")
        return path

    def _calibration(self) -> Path | None:
        if self.bench.calibration is None:
            return None
        path = self._folder / "calibration.json"
        rig = Rig.draw(SEED, WIDTH, HEIGHT)
        moved = np.array([25.0, 15.0, 0.0]) if self.bench.calibration == "moved" else np.zeros(3)
        lens, bar = rig.camera, rig.board.bar
        plain = {
            "K": lens.K.tolist(),
            "dist": lens.dist.ravel()[:5].tolist(),
            "R": lens.R.tolist(),
            "t_mm": (lens.t_mm + lens.R @ moved).tolist(),
            "size_mm": [rig.board.width_mm, rig.board.height_mm],
            "rim_height_mm": rig.board.rim_height_mm,
            "bar_mm": list(bar),
            "width": WIDTH // (2 if self.bench.calibration == "half" else 1),
            "height": HEIGHT // (2 if self.bench.calibration == "half" else 1),
        }
        text = "{" if self.bench.calibration == "broken" else json.dumps(plain)
        path.write_text(text, encoding="utf-8")
        return path

    def _settings(self) -> TableSettings:
        file = self._folder / "table.toml"
        file.write_text(_config(self.bench, self._director()), encoding="utf-8")
        return load(file)


_TOWER: Mapping[str, Callable[[SimulatedTower], None]] = {
    "unplugged": SimulatedTower.unplug,
    "jam": SimulatedTower.jam,
    "open": lambda twin: twin.lid(is_open=True),
    "beam": lambda twin: twin.stick("out"),
    "untested": lambda twin: twin.ignore_self_tests(True),
}


def _config(bench: Bench, director: str | None) -> str:
    """A complete table.toml; the doctor gets the tower's port separately."""
    parts = [
        f'[table]\nnumber = 1\nevent_id = "{EVENT}"\n',
        f'[devices]\nkind = "simulated"\n[devices.buttons]\nleft_pin = {PINS["left"]}\n'
        f"right_pin = {PINS['right']}\n[devices.control]\n",
    ]
    if bench.lights:
        parts.append("[devices.lights]\nleft_pin = 22\nright_pin = 23\n")
    if bench.status:
        parts.append("[devices.status_light]\npin = 24\n")
    if bench.buzzer:
        parts.append("[devices.buzzer]\npin = 25\n")
    if bench.camera:
        parts.append(_camera(bench))
    if director is not None:
        parts.append(f'[director]\nurl = "{director}"\nkey = "{DIRECTORS_KEY}"\n')
    return "\n".join(parts)


def _camera(bench: Bench) -> str:
    rig = Rig.draw(SEED, WIDTH, HEIGHT)
    board, lens = rig.board, rig.camera
    halves = [list(board.halves[half]) for half in ("picture_left", "picture_right")]
    return f"""
[devices.camera]
width = {WIDTH}
height = {HEIGHT}
fps = {FPS}
rig_seed = {SEED}
[devices.camera.board]
size_mm = {[board.width_mm, board.height_mm]}
rim_height_mm = {board.rim_height_mm}
picture_left_mm = {halves[0]}
picture_right_mm = {halves[1]}
bar_mm = {list(board.bar)}
marker_mm = {board.marker_mm}
marker_inset_mm = {board.marker_inset_mm + bench.inset_mm}
checker_mm = {board.checker_diameter_mm}
checker_height_mm = {board.checker_thickness_mm}
die_mm = {rig.style.die_mm}
[devices.camera.lens]
fx_px = {lens.K[0, 0]}
fy_px = {lens.K[1, 1]}
cx_px = {lens.K[0, 2]}
cy_px = {lens.K[1, 2]}
dist = {[float(value) for value in lens.dist.ravel()[:5]]}
"""
