"""Worker that keeps the camera's process alive and turns what it saw into commands.

The heartbeat is end to end: it counts the frames of the child. Without a new frame for three
seconds the child is killed and started again; meanwhile the players enter dice by touch.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing import get_context
from typing import Protocol

from kiosk.dice.die_fact import die_fact
from kiosk.rules.command import Command
from kiosk.rules.device_names import DeviceName
from kiosk.rules.dice.acts import DiceLifted, RollRead
from kiosk.rules.roll import RollFacts
from kiosk.rules.units import Instant
from kiosk.table import camera_child
from kiosk.table.camera_child import (
    CameraBeat,
    CameraGone,
    LookForCard,
    PoseScene,
    ScenePosed,
    Seen,
    SeenCard,
    SeenDice,
    SeenEmpty,
    SimulatedFault,
)
from kiosk.table.camera_source import Mixer
from kiosk.table.device import DeviceMonitor
from kiosk.table.errors import ControlRefused
from kiosk.table.pictures import PictureFolder
from kiosk.table.settings import CameraSection
from vision.reading import Reading
from vision.scene import DiePath, Scene
from vision.sources.simulated import CameraFault

FROZEN_S = 3.0
START_S = 20.0
"""Longest time to a child's first frame: loading libraries, opening the device, a cold SD card."""
MESSAGE_S = 3.0
"""A child that takes longer over one message counts as hung."""
LOOK_S = 0.2
POSE_S = 30.0
KILL_S = 5.0
RETRY_S = (1.0, 2.0, 5.0)

_log = logging.getLogger(__name__)


class ChildPipe(Protocol):
    """This end of a multiprocessing pipe."""

    def send(self, message: PoseScene | SimulatedFault | LookForCard, /) -> None: ...
    def recv(self) -> Seen: ...
    def poll(self, timeout: float, /) -> bool: ...
    def close(self) -> None: ...


class CameraProcess(Protocol):
    """The camera's process, started."""

    @property
    def pid(self) -> int | None: ...
    def kill(self) -> None: ...
    def join(self, timeout: float, /) -> None: ...


Spawn = Callable[[], tuple[CameraProcess, ChildPipe]]


class FramePulse:
    """Tells whether frames still come. Pure: the time is passed in, in seconds."""

    def __init__(self, now_s: float) -> None:
        self.beating = False
        self._frame_at_s = now_s

    def beat(self, now_s: float) -> None:
        self.beating, self._frame_at_s = True, now_s

    def frozen(self, now_s: float) -> str | None:
        """Reason why the camera counts as frozen; None while it does not."""
        patience = FROZEN_S if self.beating else START_S
        late = now_s - self._frame_at_s > patience
        return f"no frame for {patience:.0f} s" if late else None


class CameraWorker:
    """Own the camera's process. `post` hands commands to the table, from this worker's thread.

    `shadow`: readings are only logged, and the players enter every roll. `on_card` receives the
    text of an event card on the board, on this worker's thread. `spawn`, `clock` (seconds) and
    `retry_s` are for tests.
    """

    def __init__(
        self,
        settings: CameraSection,
        *,
        mixer: Mixer,
        pictures: PictureFolder,
        post: Callable[[Command], None],
        lost: bool,
        shadow: bool = False,
        on_card: Callable[[str], None] = lambda _text: None,
        spawn: Spawn | None = None,
        clock: Callable[[], float] = time.monotonic,
        retry_s: Sequence[float] = RETRY_S,
    ) -> None:
        self._spawn = spawn or (lambda: _start(settings, mixer))
        self._poses = settings.kind == "simulated"
        self._clock = clock
        self._retry_s = retry_s
        self._pictures = pictures
        self._post = post
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=DeviceName.CAMERA)
        self._pipe: ChildPipe | None = None
        self._pid: int | None = None
        self._device = DeviceMonitor(DeviceName.CAMERA, post, lost=lost)
        self._shadow = shadow
        self._on_card = on_card
        self._looks = LookForCard(on=False)
        self._board: str | None = None
        self._posing = threading.Lock()
        self._sending = threading.Lock()
        self._scene: PoseScene | None = None
        self._fault = SimulatedFault("none")
        self._posed = threading.Event()

    @property
    def pid(self) -> int | None:
        """Process id of the camera's process; None while there is none."""
        return self._pid

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop the worker and its process."""
        self._stopping.set()
        self._thread.join(FROZEN_S + START_S)

    def pose(self, scene: Scene) -> None:
        """Show a scene to the simulated camera; return when it is shown. Any thread.

        A camera started again later shows the last scene with its dice at rest. Raises
        ControlRefused.
        """
        if not self._poses:
            raise ControlRefused("this table's camera plays a recording; it shows no scenes")
        with self._posing:
            with self._sending:
                number = self._scene.number + 1 if self._scene else 1
                self._posed.clear()
                self._scene = PoseScene(number, scene)
                if self._pipe is not None:
                    _send(self._pipe, self._scene)
            if not self._posed.wait(POSE_S):
                raise ControlRefused(f"scene {number} was not shown within {POSE_S:.0f} s")

    def fault(self, name: CameraFault) -> None:
        """Make the simulated camera fail in this way. A restart cures a frozen camera and no other.

        Raises ControlRefused.
        """
        if not self._poses:
            raise ControlRefused("this table's camera plays a recording; it can't go wrong so")
        with self._sending:
            self._fault = SimulatedFault("none" if name == "frozen" else name)
            if self._pipe is not None:
                _send(self._pipe, SimulatedFault(name))

    def look_for_cards(self, *, on: bool) -> None:
        """Turn the search for an event card on or off. Any thread."""
        with self._sending:
            if on == self._looks.on:
                return
            self._looks = LookForCard(on=on)
            if self._pipe is not None:
                _send(self._pipe, self._looks)

    def _run(self) -> None:
        """Run one child after another, with growing pauses while they end early."""
        failures = 0
        while not self._stopping.is_set():
            why, lived = self._one_life()
            if self._stopping.is_set():
                return
            failures = 0 if lived else failures + 1
            self._device.fails(why)
            self._stopping.wait(self._retry_s[min(failures, len(self._retry_s) - 1)])

    def _one_life(self) -> tuple[str, bool]:
        """Run one child; return why it ended and whether it ever delivered a frame."""
        try:
            child, pipe = self._spawn()
        except OSError as error:
            return f"its process did not start ({error})", False
        try:
            self._board = None
            with self._sending:
                self._pid, self._pipe = child.pid, pipe
                if self._looks.on:
                    _send(pipe, self._looks)
                if self._fault.name != "none":
                    _send(pipe, self._fault)
                if self._scene is not None:
                    shown = self._posed.is_set()
                    _send(pipe, scene_at_rest(self._scene) if shown else self._scene)
            return self._handle_messages(pipe, child)
        finally:
            child.kill()  # first: it frees a thread that waits to send it a scene
            child.join(KILL_S)
            with self._sending:
                self._pid, self._pipe = None, None
            pipe.close()

    def _handle_messages(self, pipe: ChildPipe, child: CameraProcess) -> tuple[str, bool]:
        """Handle the child's messages. A message already in the pipe counts before the frozen
        check.
        """
        pulse = FramePulse(self._clock())
        while not self._stopping.is_set():
            try:
                seen = _received(pipe, child) if pipe.poll(LOOK_S) else None
            except (EOFError, OSError):
                return "its process ended", pulse.beating
            match seen:
                case CameraBeat():
                    pulse.beat(self._clock())
                    self._report_beat(seen)
                case CameraGone():
                    return seen.why, pulse.beating
                case SeenDice() | SeenEmpty():
                    self._post_reading(seen)
                case SeenCard():
                    self._on_card(seen.text)
                case ScenePosed() | None:
                    self._note_posed(seen)
                    why = pulse.frozen(self._clock())
                    if why is not None:
                        return why, pulse.beating
        return "the table stops", pulse.beating

    def _post_reading(self, seen: SeenDice | SeenEmpty) -> None:
        match seen:
            case SeenDice():
                at = Instant(seen.reading.last_at_ns)
                self._post(RollRead(at, self._roll_facts(seen), self._shadow))
            case SeenEmpty():
                self._post(DiceLifted(Instant(seen.at_ns)))
                self._board = self._store_picture(seen.board)

    def _note_posed(self, seen: ScenePosed | None) -> None:
        if seen is not None and self._scene is not None and seen.number == self._scene.number:
            self._posed.set()

    def _roll_facts(self, seen: SeenDice) -> RollFacts:
        if not seen.same_board:
            self._board = self._store_picture(seen.before)
        elif self._board is not None:
            self._pictures.mark_used(self._board)
        picture = self._store_picture(seen.picture)
        if picture is not None and seen.close_up is not None:
            self._pictures.keep_close_up(picture, seen.close_up)
        if picture is not None and seen.kept is not None:
            kept = replace(seen.kept, before=self._board)
            self._pictures.keep_reading(picture, kept.to_json())
        return roll_facts(seen.reading, picture)

    def _store_picture(self, picture: bytes | None) -> str | None:
        """Store a picture; return its name, or None if it is not on the disk."""
        return None if picture is None else self._pictures.keep(picture)

    def _report_beat(self, beat: CameraBeat) -> None:
        if beat.blind is not None:
            self._device.fails(beat.blind)
        else:
            self._device.answers()


def _received(pipe: ChildPipe, child: CameraProcess) -> Seen:
    """Receive the next message. A child that stops within one is killed, which ends its pipe."""
    late = threading.Timer(MESSAGE_S, child.kill)
    late.start()
    try:
        return pipe.recv()
    finally:
        late.cancel()


def scene_at_rest(posed: PoseScene) -> PoseScene:
    """The same scene with its dice already at rest, so that they are not thrown twice."""
    dice = tuple(DiePath.resting(path.rest) for path in posed.scene.dice)
    return replace(posed, scene=replace(posed.scene, dice=dice))


def roll_facts(reading: Reading, picture: str | None) -> RollFacts:
    """Convert the reader's reading to the facts of the rules core."""
    return RollFacts(
        dice=tuple(map(die_fact, reading.dice)),
        rolled=reading.rolled,
        first_frame_at=Instant(reading.first_at_ns),
        last_frame_at=Instant(reading.last_at_ns),
        picture=picture,
    )


def _monotonic_instant() -> Instant:
    return Instant(time.monotonic_ns())


def _start(settings: CameraSection, mixer: Mixer) -> tuple[CameraProcess, ChildPipe]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(
        target=camera_child.run,
        args=(theirs, settings, mixer),
        name="kiosk camera",
        daemon=True,
    )
    child.start()
    theirs.close()
    return child, ours


def _send(pipe: ChildPipe, message: PoseScene | SimulatedFault | LookForCard) -> None:
    try:
        pipe.send(message)
    except OSError as error:
        _log.warning("%s did not reach the camera: %s", _called(message), error)


def _called(message: PoseScene | SimulatedFault | LookForCard) -> str:
    match message:
        case PoseScene():
            return f"scene {message.number}"
        case SimulatedFault():
            return message.name
    return "the look for an event card"
