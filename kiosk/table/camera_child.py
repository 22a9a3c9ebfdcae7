"""The camera's own process: it owns the camera, every frame and the reader.

It reports `Seen…` through its pipe and receives scenes (simulated camera only). It dies with its
parent: the end of the pipe is the signal.
"""

import os
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.memory import give_back_now, share_arenas
from kiosk.table.camera_source import Mixer, board_plan, make_source, read_calibration
from kiosk.table.settings import CameraSection
from kiosk.threads import end_with_a_dead_thread
from vision.calibration import Calibration, CalibrationError
from vision.calibration.partial_calibration import Given
from vision.calibration.pose import Known, calibrate, stored_pose
from vision.errors import VisionError
from vision.event_card import card_text
from vision.frame import Frame
from vision.light import black
from vision.reading import Reading
from vision.scene import Scene
from vision.sources import FrameSource, SceneSource
from vision.sources.simulated import CameraFault
from vision.stored_reading import KeptReading, kept_reading, reader_version
from vision.tracker import (
    AtRest,
    CameraNudged,
    Empty,
    Event,
    Lifted,
    Placed,
    Repositioned,
    Tracker,
)

FRAME_TIMEOUT_S = 2.0
NICENESS = 5
"""Presses and the screen come first: at this niceness a reading gets a third of their share of a
core.
"""
BEAT_EVERY_NS = 500_000_000
LOOK_EVERY_NS = 2_000_000_000
"""Time between two searches for an event card, which run only while the table wants one."""

JPEG_QUALITY = 92
CLOSE_UP_PX = 400
"""Least width of a close-up of the dice."""
ASPECT = 1.6
FAR_APART = 9
"""Dice that span more than this many die widths are shown each by itself."""
SEAM = 60
"""Width of the white line between them: one part in this many of a close-up's width."""
MARGIN = 1.0
"""Margin around the dice in a close-up, in widths of the largest die."""

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class CameraBeat:
    """Frames came; `seq` is the last. `blind`: why none of them can be read."""

    seq: int
    blind: str | None


@dataclass(frozen=True, slots=True)
class SeenDice:
    """Dice came to rest; `picture` is the frozen frame, `close_up` its part with dice, both JPEG.

    `kept` is the reading as stored beside the picture. `before`: the board without dice that the
    reader was given, as JPEG, or None; it is not sent again while it is the `same_board`.
    """

    reading: Reading
    picture: bytes
    close_up: bytes | None = None
    kept: KeptReading | None = None
    same_board: bool = True
    before: bytes | None = None


@dataclass(frozen=True, slots=True)
class SeenEmpty:
    """The dice that lay there are gone, or none lay there at the start; `board` is a JPEG."""

    at_ns: int
    board: bytes | None = None


@dataclass(frozen=True, slots=True)
class ScenePosed:
    """The simulated camera now shows scene `number`."""

    number: int


@dataclass(frozen=True, slots=True)
class CameraGone:
    """The camera can't go on; the process ends."""

    why: str


@dataclass(frozen=True, slots=True)
class SeenCard:
    """An event card lies on the board; `text` is the content of its code."""

    text: str


Seen = CameraBeat | SeenDice | SeenEmpty | ScenePosed | SeenCard | CameraGone


@dataclass(frozen=True, slots=True)
class LookForCard:
    """Turn the search for an event card on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class SimulatedFault:
    """Make the simulated camera fail in this way."""

    name: CameraFault


@dataclass(frozen=True, slots=True)
class PoseScene:
    """Show this scene, numbered by the sender."""

    number: int
    scene: Scene


class CardLook:
    """Looks for an event card in a frame now and then, in its own thread because it takes long."""

    def __init__(self, report: Callable[[Seen], None]) -> None:
        self.on = False
        self._report = report
        self._busy = False
        self._due_ns = 0

    def frame(self, frame: Frame) -> None:
        if self.on and not self._busy and frame.at_ns >= self._due_ns:
            self._due_ns, self._busy = frame.at_ns + LOOK_EVERY_NS, True
            looking = threading.Thread(
                target=self._read_card, args=(frame,), name="card", daemon=True
            )
            looking.start()

    def _read_card(self, frame: Frame) -> None:
        text = card_text(frame.main)
        if text is not None and self.on:
            self._report(SeenCard(text))
        self._busy = False


def run(pipe: Connection, settings: CameraSection, mixer: Mixer) -> None:
    """Run the child's whole life; target of the spawned process.

    Signals to the process group are left to the parent: it stops, and this process with it.
    """
    end_with_a_dead_thread()
    os.nice(NICENESS)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # OpenCV reads it at a USB camera's first frame; without it that frame waits 10 s.
    os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] = f"{FRAME_TIMEOUT_S:.0f}"
    cv2.setNumThreads(1)
    share_arenas()
    sending = threading.Lock()

    def report(seen: Seen) -> None:
        with sending:
            pipe.send(seen)

    try:
        setting, given = read_calibration(settings)
        source = make_source(settings, mixer, setting)
        look = CardLook(report)
        listening = (pipe, source, report, look)
        threading.Thread(target=_listen, args=listening, name="pipe", daemon=True).start()
        with source:
            watch(source, board_plan(settings.board, settings.lens, given), report, given, look)
    except VisionError as error:
        report(CameraGone(str(error)))
    except BrokenPipeError:
        return  # the parent is gone, so there is no reader for the reason


def _listen(
    pipe: Connection, source: FrameSource, report: Callable[[Seen], None], look: CardLook
) -> None:
    """Receive scenes until the parent hangs up, then exit: nothing here is of use without it."""
    while True:
        try:
            asked = pipe.recv()
        except (EOFError, OSError):
            os._exit(0)
        if isinstance(asked, LookForCard):
            look.on = asked.on
        if not isinstance(source, SceneSource):
            continue
        match asked:
            case PoseScene():
                source.pose(asked.scene)
                report(ScenePosed(asked.number))
            case SimulatedFault():
                source.fault(asked.name)


def watch(
    source: FrameSource,
    plan: Known,
    report: Callable[[Seen], None],
    given: Given | None = None,
    look: CardLook | None = None,
) -> None:
    """Find the board, then follow the dice and count every frame."""
    beat = _Heart(report, look)
    calibration = _find_board(source, plan, given, beat)
    tracker, version = Tracker(calibration), reader_version()
    board: NDArray[np.uint8] | None = None
    while True:
        frame = source.next_frame(FRAME_TIMEOUT_S)
        nothing = black(frame.small)
        if nothing is not None:  # darkness is no change of the board
            beat.frame(frame, nothing)
            continue
        events = tracker.feed(frame)
        beat.frame(frame, blind_reason(events, lost=tracker.lost))
        for event in events:
            match event:
                case AtRest() | Placed() | Repositioned():
                    kept = kept_reading(event.reading, tracker.calibration, version)
                    report(seen_dice(event, kept, board))
                    board = event.before
                case Empty() | Lifted():
                    report(SeenEmpty(event.at_ns, _jpeg(event.board)))
                    board = event.board
                    give_back_now()  # nothing is in flight


def _find_board(
    source: FrameSource, plan: Known, given: Given | None, beat: "_Heart"
) -> Calibration:
    """Find the board by its markers, or by a calibration file if too few are seen and none
    contradicts it.
    """
    while True:
        frame = source.next_frame(FRAME_TIMEOUT_S)
        try:
            calibration = _pose(frame, plan, given)
        except CalibrationError as error:
            beat.frame(frame, black(frame.small) or str(error))
        else:
            beat.frame(frame, None)
            return calibration


def _pose(frame: Frame, plan: Known, given: Given | None) -> Calibration:
    try:
        return calibrate(frame.main, known=plan)
    except CalibrationError:
        if given is None:
            raise
        return stored_pose(frame.main, known=plan, given=given)


class _Heart:
    """Reports twice a second that frames come. It counts frames, not loops."""

    def __init__(self, report: Callable[[Seen], None], look: CardLook | None = None) -> None:
        self._report = report
        self._look = look
        self._reported_ns: int | None = None
        self._blind: str | None = None

    def frame(self, frame: Frame, blind: str | None) -> None:
        if self._look is not None:
            self._look.frame(frame)
        due = self._reported_ns is None or frame.at_ns - self._reported_ns >= BEAT_EVERY_NS
        if due or blind != self._blind:
            self._reported_ns, self._blind = frame.at_ns, blind
            self._report(CameraBeat(frame.seq, blind))


def blind_reason(events: Sequence[Event], *, lost: bool) -> str | None:
    """Reason reported to the director for a camera that moved: once, and while it is lost."""
    moved = [event for event in events if isinstance(event, CameraNudged)]
    if lost:
        return "the camera or the board moved, and the markers are not seen; clear the corners"
    if moved:
        return f"the camera or the board moved by {moved[-1].moved_px:.0f} pixels; found again"
    return None


def seen_dice(
    event: AtRest | Placed | Repositioned,
    kept: KeptReading | None = None,
    board: NDArray[np.uint8] | None = None,
) -> SeenDice:
    """Dice at rest as they are sent to the table: the frame, and a close-up of the dice if any were
    found.

    board: the empty board sent to the table last.
    """
    picture, dice = event.picture, event.reading.dice
    close_up = _jpeg(close_up_of(picture, [die.bbox_px for die in dice])) if dice else None
    same = event.before is board
    before = None if same or event.before is None else _jpeg(event.before)
    return SeenDice(event.reading, _jpeg(picture), close_up, kept, same, before)


def close_up_of(picture: NDArray[np.uint8], boxes: Sequence[Box]) -> NDArray[np.uint8]:
    """Close-up of the dice in `boxes` (each x, y, width, height), large enough to see how they lie.

    One part of the picture; dice far apart in two or three parts side by side, left to right.
    """
    largest = max(max(box[2], box[3]) for box in boxes)
    wide = max(box[0] + box[2] for box in boxes) - min(box[0] for box in boxes)
    high = max(box[1] + box[3] for box in boxes) - min(box[1] for box in boxes)
    if not 2 <= len(boxes) <= 3 or max(wide, high * ASPECT) <= FAR_APART * largest:
        return crop_around(picture, boxes)
    aspect = ASPECT / len(boxes)
    each = [crop_around(picture, [box], aspect) for box in sorted(boxes)]
    tall = max(part.shape[0] for part in each)
    size = (round(tall * aspect), tall)
    parts = [np.asarray(cv2.resize(part, size), np.uint8) for part in each]
    for part in parts[1:]:
        part[:, : max(1, size[0] // SEAM)] = 255
    return np.hstack(parts)


def crop_around(
    picture: NDArray[np.uint8], boxes: Sequence[Box], aspect: float = ASPECT
) -> NDArray[np.uint8]:
    """The part of a picture around `boxes`, for people to look at.

    About `aspect` where the picture has the room; enlarged to CLOSE_UP_PX if narrower.
    """
    high, wide = picture.shape[:2]
    left = min(box[0] for box in boxes)
    top = min(box[1] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    bottom = max(box[1] + box[3] for box in boxes)
    margin = MARGIN * max(max(box[2], box[3]) for box in boxes)
    width = max(right - left + 2 * margin, (bottom - top + 2 * margin) * aspect)
    x0, x1 = _stretch((left + right) / 2, width, wide)
    y0, y1 = _stretch((top + bottom) / 2, width / aspect, high)
    part = picture[y0:y1, x0:x1]
    scale = CLOSE_UP_PX / part.shape[1]
    if scale <= 1:
        return part
    return np.asarray(cv2.resize(part, None, fx=scale, fy=scale), dtype=np.uint8)


def _stretch(middle: float, length: float, whole: int) -> tuple[int, int]:
    """A stretch of `length` around `middle`, moved and cut to lie within 0 to `whole`."""
    size = max(1, min(round(length), whole))
    start = min(max(0, round(middle - size / 2)), whole - size)
    return start, start + size


def _jpeg(picture: NDArray[np.uint8]) -> bytes:
    _done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return encoded.tobytes()
