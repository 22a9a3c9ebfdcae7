"""`kiosk table`: build everything, start it, run the loop, stop it. Read it as a list."""

import contextlib
import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from gpiozero import Factory
from gpiozero.pins.mock import MockFactory

from hardware.buttons import ClockButtons
from hardware.pins import open_factory
from hardware.simulated import SimulatedPins
from hardware.tower.link import TowerLink
from hardware.tower.places import no_ports, usb_ports
from hardware.tower.twin import SimulatedTower
from kiosk.health.judge import seats
from kiosk.health.machine import Machine
from kiosk.journal.journal import Journal
from kiosk.memory import give_freed_pictures_back
from kiosk.notify import Notifier
from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.fact import Event
from kiosk.rules.match import Phase
from kiosk.rules.units import Instant
from kiosk.table.boots import next_boot
from kiosk.table.camera import CameraWorker
from kiosk.table.control import REFUSALS, KillSwitch, SimulatedDevices
from kiosk.table.device import DeviceDebouncer
from kiosk.table.director import DirectorLink, device_key
from kiosk.table.display import SnapshotDisplay
from kiosk.table.enroller import Enroller
from kiosk.table.enrolment import DEVICE_KEY
from kiosk.table.errors import InboxFull, TableHalted
from kiosk.table.followed_director import FollowedDirector, JoiningTable
from kiosk.table.health import SIMULATED_EVERY_S, MachineHealth
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.indicators import Indicators, Lamp
from kiosk.table.loop import Loop
from kiosk.table.note import HaltNote
from kiosk.table.opening import first_commands, lead_players, rows_of, seat_sides
from kiosk.table.pictures import PictureFolder, PictureQuota
from kiosk.table.refused_press import RefusedPresses
from kiosk.table.screens import ScreenSocket
from kiosk.table.settings import DirectorSection, TableSettings, load
from kiosk.table.settings import camera as camera_of
from kiosk.table.simulated import SimulatedMachine
from kiosk.table.sync import TableIdentity
from kiosk.table.workers import ButtonCommands, TowerCommands
from kiosk.wire.control import ControlSocket
from kiosk.wire.messages import PROTOCOL, Hello
from kiosk.wire.replay import Replay, fold_rows
from kiosk.wire.row import Row, pictures_in
from kiosk.wire.sync import Ailment

_log = logging.getLogger(__name__)

TURN_S = 0.0005
"""How long another thread may hold the loop up; Python's own 5 ms is longer than a commit."""

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def run(config: Path, journal: Path) -> int:
    """Run the table until SIGTERM or SIGINT; return the exit code. It logs when it is up.

    Raises TableSettingsError, JournalError and HardwareError before play, TableHalted once a commit
    has failed, InboxFull when commands came faster than they could be decided.
    """
    sys.setswitchinterval(TURN_S)
    give_freed_pictures_back()
    settings = load(config)
    boot_id = BOOT_ID.read_text(encoding="ascii").strip()
    stopping = _stopping_by_signal()
    with Journal.open(journal, boot_id=boot_id) as owned, contextlib.ExitStack() as stack:
        table = start_table(settings, config.resolve().parent, owned, boot_id, stack)
        notifier = Notifier()
        stack.callback(notifier.close)
        table.take_up()
        number, socket = settings.table.number, settings.table.socket
        _log.info("table %d is up: journal %s, screens at %s", number, journal, socket)
        notifier.ready(table.state_line)
        table.serve(stopping, notifier.turned)
        notifier.stopping()
    return 0


@dataclass(frozen=True)
class _TableStart:
    """What a table is started with. The stack stops each part, the last one first."""

    settings: TableSettings
    home: Path
    journal: Journal
    boot_id: str
    rows: list[Row]
    replay: Replay
    stack: contextlib.ExitStack

    @property
    def app(self) -> str:
        return f"table-kiosk {version('table-kiosk')}"

    @property
    def lost(self) -> frozenset[str]:
        """The devices that had not answered when the table stopped."""
        return self.replay.match.lost_devices

    @property
    def pictures(self) -> Path:
        return self.home / self.settings.table.pictures


def start_table(
    settings: TableSettings,
    home: Path,
    journal: Journal,
    boot_id: str,
    stack: contextlib.ExitStack,
) -> "RunningTable":
    """The parts of a table, in the order of their start."""
    rows = rows_of(journal.path)
    start = _TableStart(settings, home, journal, boot_id, rows, fold_rows(rows), stack)
    note = HaltNote(journal.path)
    first = first_commands(settings, start.replay, rows, journal, note.read())
    inbox, mortal = Inbox(), KillSwitch()
    steady = DeviceDebouncer(inbox.post, start.lost)
    simulated = SimulatedMachine() if settings.simulated else None
    enroller = _enroller(start, lambda: director.may_join)
    screens = _screens(start, inbox, enroller)
    ailments = _health(start, simulated)
    factory = _pins(start)
    tower, lamp = _tower(start, steady)
    now_ns = simulated.clocks.monotonic_ns if simulated else time.monotonic_ns
    indicators = Indicators(settings.devices, factory, stack, lamp, now_ns)
    display = SnapshotDisplay(screens, ailments, enroller, lambda: director.link)
    loop = Loop(
        journal,
        start.replay.match,
        start.replay.match_id,
        inbox,
        show=display.show,
        act=indicators.show,
        blink=indicators.blink,
        presses=_refused_presses(start),
        between=mortal.between,
        halting=note.write,
        then=lambda events, at: _added_commands(settings, loop, director.link, events, at),
        clocks=simulated.clocks if simulated else None,
    )
    _buttons(start, factory, loop, steady)
    camera = _camera(start, loop, steady, enroller)
    _control(start, factory, tower, camera, simulated, mortal)
    director = _director(start, loop, steady, screens, ailments)
    screens.start()
    joining = JoiningTable(enroller, camera, director)
    number = settings.table.number
    return RunningTable(number, loop, inbox, steady, director, display, joining, note, first)


class RunningTable:
    """A started table, its loop to be run."""

    def __init__(
        self,
        number: int,
        loop: Loop,
        inbox: Inbox,
        steady: DeviceDebouncer,
        director: FollowedDirector,
        display: SnapshotDisplay,
        joining: JoiningTable,
        note: HaltNote,
        first: Sequence[Command],
    ) -> None:
        self._number = number
        self.loop = loop
        self.inbox = inbox
        self.steady = steady
        self.director = director
        self._display = display
        self._joining = joining
        self._note = note
        self._first = first

    def take_up(self) -> None:
        """Go on from what the journal left."""
        loop = self.loop
        for command in self._first:
            loop.take(PostedCommand(command, "table"))
        if loop.halted is None:
            self._note.remove()
        loop.publish()

    @property
    def state_line(self) -> str:
        """The table's state in one line, for a process list."""
        loop = self.loop
        words = loop.match.phase.value.replace("_", " ")
        return f"table {self._number}: {f'halted, {loop.halted}' if loop.halted else words}"

    def serve(
        self, stopping: threading.Event, turned: Callable[[str], None] = lambda _standing: None
    ) -> None:
        """Run until `stopping` is set. `turned` receives the table's state after each turn of the
        loop.
        """
        loop = self.loop
        while not stopping.is_set():
            loop.step()
            self.steady.tick()
            turned(self.state_line)
            if self.director.link is not None:
                self.director.link.note_turn()
            self._joining.tick()
            if self._display.is_stale:
                loop.publish()
            if self.inbox.overflowed:
                raise InboxFull("commands came faster than they could be kept; restart the table")
        if loop.halted is not None:
            raise TableHalted(loop.halted)


def _added_commands(
    settings: TableSettings,
    loop: Loop,
    link: DirectorLink | None,
    events: Sequence[Event],
    at: Instant,
) -> tuple[Command, ...]:
    """Commands that the table itself adds once events are committed. With a director, leading the
    players through a turn is his.
    """
    leading = lead_players(settings, loop.match, events, at) if link is None else ()
    return (*seat_sides(settings, events, at), *leading)


def _enroller(start: _TableStart, may_join: Callable[[], bool]) -> Enroller:
    enroller = Enroller(
        start.journal.path,
        lambda: device_key(start.home / DEVICE_KEY),
        start.app,
        may=may_join,
        camera=start.settings.devices.camera is not None,
    )
    start.stack.callback(enroller.close)
    return enroller


def _screens(start: _TableStart, inbox: Inbox, enroller: Enroller) -> ScreenSocket:
    hello = Hello(PROTOCOL, start.app, start.journal.journal_id, str(start.pictures))
    socket = start.home / start.settings.table.socket
    screens = ScreenSocket(socket, hello, inbox.post, join=enroller.handle)
    start.stack.callback(screens.close)
    return screens


def _health(
    start: _TableStart, simulated: SimulatedMachine | None
) -> Callable[[], tuple[Ailment, ...]]:
    """Watch the machine; return the function that lists what is wrong with it and the table."""
    folder, lasting = start.journal.path.parent, seats(are_known=start.settings.seats is not None)
    if simulated is None:
        health = MachineHealth(folder, Machine(), lasting=lasting)
    else:
        health = MachineHealth(folder, simulated.machine, SIMULATED_EVERY_S, lasting)
    start.stack.callback(health.close)
    health.start()
    return health.ailments


def _pins(start: _TableStart) -> Factory:
    factory = open_factory("mock" if start.settings.simulated else "lgpio")
    start.stack.callback(factory.close)
    return factory


def _tower(
    start: _TableStart, steady: DeviceDebouncer
) -> tuple[SimulatedTower | None, Lamp | None]:
    section = start.settings.devices.tower
    if section is None:
        return None, None
    twin = SimulatedTower() if start.settings.simulated else None
    if twin is not None:
        start.stack.callback(twin.close)
    words = TowerCommands(_post_as(DeviceName.TOWER, steady), lost=start.lost)
    port = twin.port if twin else section.port
    ports = no_ports if twin else usb_ports
    link = TowerLink(port, words.report, words.state, on_trouble=words.trouble, ports=ports)
    start.stack.enter_context(link)
    return twin, (lambda on: link.lamp(on=on)) if section.lamp else None


def _refused_presses(start: _TableStart) -> RefusedPresses:
    presses = RefusedPresses()
    presses.take_up(start.rows, start.boot_id, Instant(time.monotonic_ns()))
    return presses


def _buttons(start: _TableStart, factory: Factory, loop: Loop, steady: DeviceDebouncer) -> None:
    words = ButtonCommands(
        _post_as(DeviceName.BUTTONS, steady), lambda: loop.match.setup, lost=start.lost
    )
    buttons = start.settings.devices.buttons
    devices = ClockButtons(
        {"left": buttons.left_pin, "right": buttons.right_pin},
        words.pressed,
        factory,
        buttons.lockout_ms * 1_000_000,
        on_fault=words.fault,
        on_stuck=words.stuck,
    )
    start.stack.callback(devices.close)
    devices.start()


def _camera(
    start: _TableStart, loop: Loop, steady: DeviceDebouncer, enroller: Enroller
) -> CameraWorker | None:
    settings = start.settings
    section = camera_of(settings, start.home)
    if section is None:
        return None
    worker = CameraWorker(
        section,
        mixer=settings.seats.mixer if settings.seats else None,
        pictures=_folder(start, loop),
        post=_post_as(DeviceName.CAMERA, steady),
        lost=DeviceName.CAMERA in start.lost,
        shadow=section.shadow,
        on_card=enroller.try_card,
    )
    worker.start()
    start.stack.callback(worker.close)
    return worker


def _folder(start: _TableStart, loop: Loop) -> PictureFolder:
    """The picture folder, with the pictures of the open match."""

    def playing() -> str | None:
        """Id of the open match. Any thread."""
        return None if loop.match.phase is Phase.MATCH_OVER else loop.match_id

    section, match_id = start.settings.table, playing()
    quota = PictureQuota(section.pictures_mb * 1_000_000, section.reserve_mb * 1_000_000)
    ours = (row for row in start.rows if row.match_id is not None and row.match_id == match_id)
    names = frozenset(name for row in ours for name in pictures_in(row))
    return PictureFolder(start.pictures, quota, playing, names)


def _control(
    start: _TableStart,
    factory: Factory,
    tower: SimulatedTower | None,
    camera: CameraWorker | None,
    machine: SimulatedMachine | None,
    mortal: KillSwitch,
) -> None:
    section = start.settings.devices.control
    if section is None or machine is None or not isinstance(factory, MockFactory):
        return
    buttons = start.settings.devices.buttons
    pins = SimulatedPins(factory, {"left": buttons.left_pin, "right": buttons.right_pin})
    devices = SimulatedDevices(pins, tower, camera, machine, mortal)
    control = ControlSocket(start.home / section.socket, devices.acts, REFUSALS)
    start.stack.callback(control.close)
    control.start()


def _director(
    start: _TableStart,
    loop: Loop,
    steady: DeviceDebouncer,
    screens: ScreenSocket,
    ailments: Callable[[], tuple[Ailment, ...]],
) -> FollowedDirector:
    journal = start.journal

    def link_to(director: DirectorSection) -> DirectorLink:
        key = device_key(start.home / director.device_key)
        boot = next_boot(journal.path, loop.seq)
        return DirectorLink(
            director.url,
            director.certificate,
            TableIdentity(start.app, journal.journal_id, start.boot_id, boot, key, director.key),
            journal.path,
            start.pictures,
            steady.post,
            screens=lambda: screens.connected,
            halted=lambda: loop.halted,
            ailments=ailments,
            lost=loop.match.lost_devices,
        )

    settings = start.settings
    followed = FollowedDirector(
        settings.director,
        journal.path,
        loop,
        link_to,
        start.replay.table,
        settings.table.event_id,
    )
    start.stack.callback(followed.close)
    followed.start()
    return followed


def _post_as(by: str, steady: DeviceDebouncer) -> Callable[[Command], None]:
    return lambda command: steady.post(PostedCommand(command, by))


def _stopping_by_signal() -> threading.Event:
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stopping.set())
    return stopping
