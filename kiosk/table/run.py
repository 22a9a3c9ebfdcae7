"""`kiosk table`: build everything, start it, run the loop, stop it. Read it as a list."""

import contextlib
import logging
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

import msgspec
from gpiozero import Factory
from gpiozero.pins.mock import MockFactory

from hardware.buttons import ClockButtons
from hardware.pins import open_factory
from hardware.simulated import SimulatedPins
from hardware.tower.link import TowerLink
from hardware.tower.places import no_ports, usb_ports
from hardware.tower.twin import SimulatedTower
from kiosk.health.finding import Finding
from kiosk.health.judge import seats
from kiosk.health.machine import Machine
from kiosk.journal.journal import Journal
from kiosk.memory import give_freed_pictures_back
from kiosk.notify import Notifier
from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.fact import Event
from kiosk.rules.match import Phase
from kiosk.rules.start import AssignTable
from kiosk.rules.units import SECOND_NS, Instant
from kiosk.table.boots import next_boot
from kiosk.table.camera import CameraWorker
from kiosk.table.control import REFUSALS, KillSwitch, SimulatedDevices
from kiosk.table.device import DeviceDebouncer
from kiosk.table.director import DirectorLink, device_key
from kiosk.table.enroller import Enroller
from kiosk.table.enrolment import DEVICE_KEY, EnrollingDirector, stored_enrolment
from kiosk.table.errors import InboxFull, TableHalted
from kiosk.table.health import SIMULATED_EVERY_S, MachineHealth
from kiosk.table.inbox import Inbox, PostedCommand
from kiosk.table.indicators import Indicators, Lamp
from kiosk.table.loop import Loop
from kiosk.table.note import HaltNote
from kiosk.table.opening import first_commands, lead_players, rows_of, seat_sides
from kiosk.table.pictures import PictureFolder, PictureQuota
from kiosk.table.refused_press import RefusedPresses
from kiosk.table.screens import ScreenSocket
from kiosk.table.settings import DirectorSection, TableSection, TableSettings, load
from kiosk.table.settings import camera as camera_of
from kiosk.table.simulated import SimulatedMachine
from kiosk.table.sync import TableIdentity
from kiosk.table.workers import ButtonCommands, TowerCommands
from kiosk.wire.control import ControlSocket
from kiosk.wire.joining import JoinView
from kiosk.wire.messages import PROTOCOL, Hello
from kiosk.wire.next_match import NextMatches
from kiosk.wire.replay import fold_rows
from kiosk.wire.row import Row, pictures_in
from kiosk.wire.snapshot import Snapshot
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
        table = _RunningTable(settings, config.resolve().parent, owned, boot_id, stack)
        notifier = Notifier()
        stack.callback(notifier.close)
        table.take_up()
        number, socket = settings.table.number, settings.table.socket
        _log.info("table %d is up: journal %s, screens at %s", number, journal, socket)
        notifier.ready(table.standing)
        table.serve(stopping, notifier.turned)
        notifier.stopping()
    return 0


class _RunningTable:
    """The parts of one table, closed by the stack in the reverse order of their start."""

    def __init__(
        self,
        settings: TableSettings,
        home: Path,
        journal: Journal,
        boot_id: str,
        stack: contextlib.ExitStack,
    ) -> None:
        self._number = settings.table.number
        rows = rows_of(journal.path)
        replay = fold_rows(rows)
        self._note = HaltNote(journal.path)
        self._first = first_commands(settings, replay, rows, journal, self._note.read())
        self._inbox = Inbox()
        self._mortal = KillSwitch()
        self._pictures = home / settings.table.pictures
        app = f"table-kiosk {version('table-kiosk')}"
        hello = Hello(PROTOCOL, app, journal.journal_id, str(self._pictures))
        self._named = settings.director
        self._director: DirectorLink | None = None
        self._shown_beside: tuple[JoinView | None, NextMatches | None] = (None, None)
        self._enroller = Enroller(
            journal.path,
            lambda: device_key(home / DEVICE_KEY),
            app,
            may=self._may_join,
            camera=settings.devices.camera is not None,
        )
        stack.callback(self._enroller.close)
        self._screens = ScreenSocket(
            home / settings.table.socket,
            hello,
            self._inbox.post,
            join=self._enroller.handle,
        )
        stack.callback(self._screens.close)
        simulated = SimulatedMachine() if settings.simulated else None
        self._ailments = _health(
            simulated, journal.path.parent, stack, seats(are_known=settings.seats is not None)
        )
        factory = open_factory("mock" if settings.simulated else "lgpio")
        stack.callback(factory.close)
        lost = replay.match.lost_devices
        self._steady = DeviceDebouncer(self._inbox.post, lost)
        tower, lamp = self._tower(settings, stack, lost=lost)
        now_ns = simulated.clocks.monotonic_ns if simulated else time.monotonic_ns
        self._indicators = Indicators(settings.devices, factory, stack, lamp, now_ns)
        presses = RefusedPresses()
        presses.take_up(rows, boot_id, Instant(time.monotonic_ns()))
        self._loop = Loop(
            journal,
            replay.match,
            replay.match_id,
            self._inbox,
            show=self._show,
            act=self._indicators.show,
            blink=self._indicators.blink,
            presses=presses,
            between=self._mortal.between,
            halting=self._note.write,
            then=partial(self._follow, settings),
            clocks=simulated.clocks if simulated else None,
        )
        self._buttons(settings, factory, stack, lost=lost)
        self._camera_worker = camera = self._camera(
            settings, home, rows, stack, lost=DeviceName.CAMERA in lost
        )
        self._control(settings, home, factory, tower, camera, simulated, stack)
        self._table = replay.table
        self._event_id = settings.table.event_id
        self._home, self._boot_id, self._journal, self._app = home, boot_id, journal, app
        self._stack = stack
        self._joined: EnrollingDirector | None = None
        self._looked_ns = 0
        if settings.director is not None:
            self._join(settings.director, len(rows), lost)
        else:
            self._look_for_director(len(rows), lost)
        self._screens.start()

    def _follow(
        self, settings: TableSettings, events: Sequence[Event], at: Instant
    ) -> tuple[Command, ...]:
        """Commands that the table itself adds once events are committed. With a director, leading
        the players through a turn is his.
        """
        alone = self._director is None
        leading = lead_players(settings, self._loop.match, events, at) if alone else ()
        return (*seat_sides(settings, events, at), *leading)

    def take_up(self) -> None:
        """Go on from what the journal left."""
        loop = self._loop
        for command in self._first:
            loop.take(PostedCommand(command, "table"))
        if loop.halted is None:
            self._note.remove()
        loop.publish()

    @property
    def standing(self) -> str:
        """The table's state in one line, for a process list."""
        loop = self._loop
        words = loop.match.phase.value.replace("_", " ")
        return f"table {self._number}: {f'halted, {loop.halted}' if loop.halted else words}"

    def serve(
        self, stopping: threading.Event, turned: Callable[[str], None] = lambda _standing: None
    ) -> None:
        """Run until `stopping` is set. `turned` receives the table's state after each turn of the
        loop.
        """
        loop = self._loop
        while not stopping.is_set():
            loop.step()
            self._steady.tick()
            turned(self.standing)
            if self._director is not None:
                self._director.note_turn()
            self._follow_director()
            if self._shown_beside != self._beside():
                loop.publish()
            if self._inbox.overflowed:
                raise InboxFull("commands came faster than they could be kept; restart the table")
        if loop.halted is not None:
            raise TableHalted(loop.halted)

    def _beside(self) -> tuple[JoinView | None, NextMatches | None]:
        """What screens show beside the match: progress of joining an event, and where the players
        play next.
        """
        following = self._director.next_matches if self._director is not None else None
        return self._enroller.view(), following

    def _show(self, snapshot: Snapshot) -> None:
        codes = tuple(each.code for each in self._ailments())
        self._shown_beside = join, next_matches = self._beside()
        over = snapshot.phase is Phase.MATCH_OVER and self._director is not None
        shown = msgspec.structs.replace(
            snapshot,
            ailments=codes,
            join=join,
            next_matches=next_matches if over else None,
            page=self._director.page if over and self._director is not None else "",
            alone=self._director is None,
        )
        self._screens.show(shown)
        if self._director is not None:
            self._director.show(snapshot)

    def _post(self, by: str) -> Callable[[Command], None]:
        return lambda command: self._steady.post(PostedCommand(command, by))

    def _buttons(
        self,
        settings: TableSettings,
        factory: Factory,
        stack: contextlib.ExitStack,
        *,
        lost: frozenset[str],
    ) -> None:
        words = ButtonCommands(
            self._post(DeviceName.BUTTONS), lambda: self._loop.match.setup, lost=lost
        )
        buttons = settings.devices.buttons
        pins = {"left": buttons.left_pin, "right": buttons.right_pin}
        lockout_ns = buttons.lockout_ms * 1_000_000
        devices = ClockButtons(
            pins,
            words.pressed,
            factory,
            lockout_ns,
            on_fault=words.fault,
            on_stuck=words.stuck,
        )
        stack.callback(devices.close)
        devices.start()

    def _tower(
        self, settings: TableSettings, stack: contextlib.ExitStack, *, lost: frozenset[str]
    ) -> tuple[SimulatedTower | None, Lamp | None]:
        section = settings.devices.tower
        if section is None:
            return None, None
        twin = SimulatedTower() if settings.simulated else None
        if twin is not None:
            stack.callback(twin.close)
        words = TowerCommands(self._post(DeviceName.TOWER), lost=lost)
        port = twin.port if twin else section.port
        ports = no_ports if twin else usb_ports
        link = TowerLink(port, words.report, words.state, on_trouble=words.trouble, ports=ports)
        stack.enter_context(link)
        return twin, (lambda on: link.lamp(on=on)) if section.lamp else None

    def _folder(self, section: TableSection, rows: list[Row]) -> PictureFolder:
        """The picture folder, with the pictures of the open match."""
        quota = PictureQuota(section.pictures_mb * 1_000_000, section.reserve_mb * 1_000_000)
        playing = self._playing()
        ours = (row for row in rows if row.match_id is not None and row.match_id == playing)
        names = frozenset(name for row in ours for name in pictures_in(row))
        return PictureFolder(self._pictures, quota, self._playing, names)

    def _playing(self) -> str | None:
        """Id of the open match. Any thread."""
        loop = self._loop
        return None if loop.match.phase is Phase.MATCH_OVER else loop.match_id

    def _camera(
        self,
        settings: TableSettings,
        home: Path,
        rows: list[Row],
        stack: contextlib.ExitStack,
        *,
        lost: bool,
    ) -> CameraWorker | None:
        section = camera_of(settings, home)
        if section is None:
            return None
        worker = CameraWorker(
            section,
            mixer=settings.seats.mixer if settings.seats else None,
            pictures=self._folder(settings.table, rows),
            post=self._post(DeviceName.CAMERA),
            lost=lost,
            shadow=section.shadow,
            on_card=self._enroller.try_card,
        )
        worker.start()
        stack.callback(worker.close)
        return worker

    def _follow_director(self) -> None:
        """Once a second: follow a new enrolment, or a new table number."""
        now_ns = time.monotonic_ns()
        if now_ns - self._looked_ns < SECOND_NS:
            return
        self._looked_ns = now_ns
        loop = self._loop
        if self._named is None:
            self._look_for_director(loop.seq, loop.match.lost_devices)
            new = self._joined is None and loop.match.phase is Phase.VACANT
            wanted = self._may_join() and (new or self._enroller.wants_card)
            if self._camera_worker is not None:
                self._camera_worker.look_for_cards(on=wanted)
        if not self._may_join():
            self._enroller.leave()
        number = None if self._director is None else self._director.table
        free = self._no_match and loop.halted is None
        if number is not None and number != self._table and free:
            self._table = number
            loop.take(PostedCommand(AssignTable(Instant(now_ns), number, self._event_id), "table"))

    @property
    def _no_match(self) -> bool:
        """Whether nothing is played here and no match is about to be. Any thread."""
        match = self._loop.match
        return match.opened is None or match.phase is Phase.MATCH_OVER

    def _may_join(self) -> bool:
        """Whether this table may join an event now. Any thread."""
        return self._named is None and self._no_match and self._loop.halted is None

    def _look_for_director(self, last_seq: int, lost: frozenset[str]) -> None:
        """Link to the director who enrolled this table last, if its file names none. A change waits
        until the match is over.
        """
        joined = stored_enrolment(self._journal.path)
        if joined is None or joined == self._joined:
            return
        if self._director is not None and not self._no_match:
            return
        self._joined = joined
        if self._director is not None:
            self._director.close()
        self._join(joined.section(DEVICE_KEY), last_seq, lost)
        _log.info("enrolled as table %d by the director at %s", joined.number, joined.url)

    def _join(self, director: DirectorSection, last_seq: int, lost: frozenset[str]) -> None:
        key = device_key(self._home / director.device_key)
        journal = self._journal
        boot = next_boot(journal.path, last_seq)
        me = TableIdentity(self._app, journal.journal_id, self._boot_id, boot, key, director.key)
        self._link(director, me, journal.path, self._stack, lost=lost)

    def _link(
        self,
        director: DirectorSection,
        me: TableIdentity,
        journal: Path,
        stack: contextlib.ExitStack,
        *,
        lost: frozenset[str],
    ) -> None:
        self._director = DirectorLink(
            director.url,
            director.certificate,
            me,
            journal,
            self._pictures,
            self._steady.post,
            screens=lambda: self._screens.connected,
            halted=lambda: self._loop.halted,
            ailments=self._ailments,
            lost=lost,
        )
        stack.callback(self._director.close)
        self._director.start()

    def _control(
        self,
        settings: TableSettings,
        home: Path,
        factory: Factory,
        tower: SimulatedTower | None,
        camera: CameraWorker | None,
        machine: SimulatedMachine | None,
        stack: contextlib.ExitStack,
    ) -> None:
        section = settings.devices.control
        if section is None or machine is None or not isinstance(factory, MockFactory):
            return
        buttons = settings.devices.buttons
        pins = SimulatedPins(factory, {"left": buttons.left_pin, "right": buttons.right_pin})
        devices = SimulatedDevices(pins, tower, camera, machine, self._mortal)
        control = ControlSocket(home / section.socket, devices.acts, REFUSALS)
        stack.callback(control.close)
        control.start()


def _health(
    simulated: SimulatedMachine | None,
    folder: Path,
    stack: contextlib.ExitStack,
    lasting: tuple[Finding, ...],
) -> Callable[[], tuple[Ailment, ...]]:
    """Watch the machine; return the function that lists what is wrong with it and the table."""
    if simulated is None:
        health = MachineHealth(folder, Machine(), lasting=lasting)
    else:
        health = MachineHealth(folder, simulated.machine, SIMULATED_EVERY_S, lasting)
    stack.callback(health.close)
    health.start()
    return health.ailments


def _stopping_by_signal() -> threading.Event:
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stopping.set())
    return stopping
