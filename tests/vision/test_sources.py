"""One contract for every frame source: a drawn camera, a folder, a video, USB, the Pi's.

With CAMERA_REAL naming the folder that feeds libcamera's virtual camera, as `make camera-real`
does, it is run on the real picamera2 too.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.errors import CameraStalled
from vision.frame import small_of
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, opening, showing
from vision.sources import (
    FolderSource,
    FrameSource,
    Picamera2Source,
    PiSettings,
    SceneSource,
    SourceClock,
    UsbSettings,
    UsbSource,
    VideoSource,
)

MS = 1_000_000
FPS, PERIOD_NS = 20, 50 * MS
SMALL_SIZE = (640, 360)
VALUES = ((6, 1), (2, 4), (3, 3), (5, 6))

FED = os.environ.get("CAMERA_REAL")
SOURCES = ("scene", "folder", "video", "usb", *(("picamera2",) if FED else ()))

Picture = NDArray[np.uint8]


class HandClock:
    """A clock that moves only when told or slept on."""

    def __init__(self) -> None:
        self.now_ns = 5_000 * MS

    def monotonic_ns(self) -> int:
        return self.now_ns

    def sleep(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1e9)


class UsbCamera:
    """A V4L2 device as OpenCV shows it: four buffers, filled until all wait to be fetched."""

    BUFFERS = 4

    def __init__(self, clock: HandClock, pictures: list[Picture]) -> None:
        self._clock, self._pictures = clock, pictures
        self._next_ns = clock.now_ns + 20 * MS
        self._filled: list[tuple[int, Picture]] = []
        self._count = 0
        self.settings: dict[int, float] = {}
        self.open = True

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.open

    def set(self, prop: int, value: float) -> bool:
        self.settings[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self._filled[0][0] / MS if prop == cv2.CAP_PROP_POS_MSEC else self.settings[prop]

    def wait(self, timeout_ns: int) -> bool:
        """As cv2.VideoCapture.waitAny: poll, and grab the oldest filled buffer."""
        self._fill()
        if not self._filled:
            left_ns = min(timeout_ns, self._next_ns - self._clock.now_ns)
            self._clock.sleep(left_ns / 1e9)
            self._fill()
        return bool(self._filled)

    def _fill(self) -> None:
        while self._next_ns <= self._clock.now_ns:
            if len(self._filled) < self.BUFFERS:
                picture = self._pictures[self._count % len(self._pictures)]
                self._filled.append((self._next_ns, picture))
            self._count += 1
            self._next_ns += PERIOD_NS

    def retrieve(self) -> tuple[bool, Picture]:
        return True, self._filled.pop(0)[1].copy()

    def release(self) -> None:
        self.open = False


@dataclass
class Bench:
    """A source with what the contract must know of it.

    `silence` lets no frame come for as many seconds as it returns, and `late_ns` is what a busy
    machine may add to them. Tolerances are mean grey levels.
    """

    source: FrameSource
    clock: SourceClock
    size: tuple[int, int]
    shown: list[Picture]
    fresh_ns: int = PERIOD_NS
    silence: Callable[[], float] = lambda: 0.02
    late_ns: int = 0
    small_tolerance: float = 0.5
    picture_tolerance: float = 4.0


def drawn(size: tuple[int, int]) -> list[Picture]:
    """Pictures of a board with dice at rest."""
    rig = Rig.draw(3, *size)
    renderer = Renderer(rig)
    return [renderer.clean(thrown(rig, values), 0) for values in VALUES]


def thrown(rig: Rig, values: tuple[int, int]) -> Scene:
    x0, y0, x1, y1 = rig.board.halves["picture_right"]
    z = -rig.style.die_mm / 2
    dice = tuple(
        DiePose(x, (y0 + y1) / 2, z, showing(value, rig.style.chirality, 0.3 * value))
        for x, value in zip((x0 + 80, x1 - 80), values, strict=True)
    )
    return Scene(opening(rig.board), tuple(map(DiePath.resting, dice)))


@pytest.fixture(scope="session")
def pictures() -> list[Picture]:
    return drawn(SMALL_SIZE)


def scene_bench(_pictures: list[Picture], _folder: Path) -> Bench:
    rig, clock = Rig.draw(3, *SMALL_SIZE), HandClock()
    scene = thrown(rig, VALUES[0])
    source = SceneSource(rig, FPS, clock, scene)
    return Bench(source, clock, SMALL_SIZE, [Renderer(rig).clean(scene, 0)])


def folder_bench(pictures: list[Picture], folder: Path) -> Bench:
    for i in range(24):
        cv2.imwrite(str(folder / f"{i:03}.png"), pictures[i % len(pictures)])
    clock = HandClock()
    return Bench(FolderSource(folder, FPS, clock), clock, SMALL_SIZE, pictures)


def video_bench(pictures: list[Picture], folder: Path) -> Bench:
    file = folder / "dice.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SMALL_SIZE)
    for i in range(24):
        video.write(pictures[i % len(pictures)])
    video.release()
    clock = HandClock()
    return Bench(VideoSource(file, clock), clock, SMALL_SIZE, pictures, picture_tolerance=6.0)


def usb_bench(pictures: list[Picture], _folder: Path) -> Bench:
    clock = HandClock()
    source = UsbSource(
        "/dev/video0",
        UsbSettings(*SMALL_SIZE, fps=FPS),
        clock,
        opened=lambda _device: UsbCamera(clock, pictures),
        wait=lambda camera, timeout_ns: camera.wait(timeout_ns),  # type: ignore[attr-defined]
    )
    return Bench(source, clock, SMALL_SIZE, pictures, fresh_ns=3 * PERIOD_NS)


def picamera2_bench(shown: list[Picture], _folder: Path) -> Bench:
    settings = PiSettings(fps=30)
    source = Picamera2Source(settings)

    def silence() -> float:
        source._device.stop()  # the sensor falls silent under a camera that counts as open
        return 0.3

    # JPEG's full range of YUV is shown as video range here: contrast rises by a seventh.
    size = (settings.width, settings.height)
    return Bench(source, time, size, shown, 500 * MS, silence, 1000 * MS, 25.0, 25.0)


@pytest.fixture(scope="session")
def virtual_camera() -> list[Picture]:
    """The pictures that libcamera's virtual camera shows; needs no Raspberry Pi."""
    import picamera2  # noqa: PLC0415 - there is none elsewhere
    from picamera2.allocators import LibcameraAllocator  # noqa: PLC0415

    class Virtual(picamera2.Picamera2):  # type: ignore[misc, name-defined]
        """What it takes on a camera that has no raw frames, two planes a buffer, and no waiting.

        Its first frames would else be done, and be lost, before picamera2 counts as started.
        """

        def __init__(self, number: int) -> None:
            self._starting = threading.RLock()
            super().__init__(number)
            self.allocator = LibcameraAllocator(self.camera)

        def start_(self) -> None:
            with self._starting:
                super().start_()

        def process_requests(self, display: object) -> None:
            with self._starting:
                super().process_requests(display)

        def _get_raw_modes(self) -> list[dict[str, object]]:
            return [{"format": "SRGGB10", "size": (2304, 1296)}]

    picamera2.Picamera2 = Virtual
    shown = drawn((2304, 1296))
    assert FED is not None
    for i, picture in enumerate(shown):
        cv2.imwrite(f"{FED}/{i}.jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return shown


@pytest.fixture(params=SOURCES)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    name = request.param
    shown = request.getfixturevalue("virtual_camera" if name == "picamera2" else "pictures")
    made: Bench = globals()[f"{name}_bench"](shown, tmp_path)
    yield made
    made.source.stop()


def test_is_a_frame_source(bench: Bench) -> None:
    assert isinstance(bench.source, FrameSource)


def test_frames_have_the_shapes_of_a_frame(bench: Bench) -> None:
    with bench.source as source:
        frame = source.next_frame(2.0)
    wide, high = bench.size
    assert frame.main.shape == (high, wide, 3)
    assert frame.small.shape == (high // 4, wide // 4)
    assert frame.main.dtype == frame.small.dtype == np.uint8
    assert frame.main.flags.c_contiguous
    assert frame.small.flags.c_contiguous


def test_the_small_picture_shows_what_the_main_one_does(bench: Bench) -> None:
    with bench.source as source:
        frame = source.next_frame(2.0)
    reduced = small_of(frame.main).astype(int)
    assert np.abs(reduced - frame.small).mean() <= bench.small_tolerance
    assert np.corrcoef(reduced.ravel(), frame.small.ravel())[0, 1] > 0.98


def test_it_shows_what_lies_before_it_in_its_colours_and_unturned(bench: Bench) -> None:
    with bench.source as source:
        frames = [source.next_frame(2.0) for _ in range(4)]
    for frame in frames:
        seen = frame.main.astype(int)
        missed = [np.abs(seen - picture).mean() for picture in bench.shown]
        truth = bench.shown[int(np.argmin(missed))]
        assert min(missed) < bench.picture_tolerance
        for wrong in (truth[..., ::-1], truth[::-1], truth[:, ::-1]):
            assert np.abs(seen - wrong).mean() > 1.1 * min(missed)


def test_numbers_and_times_rise_and_no_frame_is_old_or_from_the_future(bench: Bench) -> None:
    frames = []
    with bench.source as source:
        for _ in range(8):
            frames.append(source.next_frame(2.0))
            age_ns = bench.clock.monotonic_ns() - frames[-1].at_ns
            assert 0 <= age_ns <= bench.fresh_ns
    for earlier, later in pairwise(frames):
        assert later.seq > earlier.seq
        assert later.at_ns > earlier.at_ns


def test_a_frame_is_the_callers_own(bench: Bench) -> None:
    """More frames than a camera has buffers: each went back to it, none is written over."""
    with bench.source as source:
        first = source.next_frame(2.0)
        main, small = first.main.copy(), first.small.copy()
        for _ in range(10):
            source.next_frame(2.0)
        assert np.array_equal(first.main, main)
        assert np.array_equal(first.small, small)


def test_a_late_caller_misses_frames_and_gets_a_new_one(bench: Bench) -> None:
    with bench.source as source:
        first = source.next_frame(2.0)
        bench.clock.sleep(0.35)
        late = source.next_frame(2.0)
        assert bench.clock.monotonic_ns() - late.at_ns <= bench.fresh_ns
        assert late.at_ns - first.at_ns >= 350 * MS - bench.fresh_ns
        assert late.seq > first.seq + 1, "a gap in the numbers tells of it"


def test_it_says_so_when_no_frame_comes_in_time_and_can_be_started_again(bench: Bench) -> None:
    with bench.source as source:
        source.next_frame(2.0)
        timeout_s = bench.silence()
        before_ns = bench.clock.monotonic_ns()
        with pytest.raises(CameraStalled, match=f"{timeout_s:g} s"):
            source.next_frame(timeout_s)
        waited_ns = bench.clock.monotonic_ns() - before_ns
        allowed_ns = round(timeout_s * 1e9)
        assert allowed_ns <= waited_ns <= allowed_ns + bench.late_ns, "as long as allowed"
        source.stop()
        source.start()
        source.next_frame(2.0)


def test_it_gives_nothing_before_start_after_stop_or_after_an_error(bench: Bench) -> None:
    source = bench.source
    with pytest.raises(CameraStalled, match="start"):
        source.next_frame(0.1)
    with pytest.raises(KeyError), source:
        {}["the reader fails"]
    with pytest.raises(CameraStalled, match="start"):
        source.next_frame(0.1)
    source.stop()
    with source:
        source.next_frame(2.0)
