"""One contract for every frame source, run against those that need no hardware."""

import importlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.errors import CameraMissing, CameraStalled
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, showing
from vision.sources import FolderSource, FrameSource, Picamera2Source, PiSettings, SceneSource

MS = 1_000_000


class HandClock:
    """A clock that moves only when told or slept on."""

    def __init__(self) -> None:
        self.now_ns = 5_000 * MS

    def monotonic_ns(self) -> int:
        return self.now_ns

    def sleep(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1e9)


@pytest.fixture(scope="module")
def rig() -> Rig:
    return Rig.draw(3, 640, 360)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(params=["scene", "folder"])
def source(
    request: pytest.FixtureRequest, rig: Rig, clock: HandClock, tmp_path: Path
) -> FrameSource:
    if request.param == "scene":
        return SceneSource(rig, fps=20, clock=clock)
    rng = np.random.default_rng(1)
    for i in range(20):
        picture = rng.integers(0, 255, (360, 640, 3), dtype=np.uint8)
        cv2.imwrite(str(tmp_path / f"{i:03}.png"), picture)
    return FolderSource(tmp_path, fps=20, clock=clock)


class TestEverySource:
    def test_is_a_frame_source(self, source: FrameSource) -> None:
        assert isinstance(source, FrameSource)

    def test_frames_have_the_shapes_of_a_frame(self, source: FrameSource) -> None:
        with source:
            frame = source.next(1.0)
        assert frame.main.shape == (360, 640, 3)
        assert frame.small.shape == (90, 160)
        assert frame.main.dtype == frame.small.dtype == np.uint8
        grey = cv2.cvtColor(frame.main, cv2.COLOR_BGR2GRAY)
        means = grey.reshape(90, 4, 160, 4).mean(axis=(1, 3))
        assert np.abs(means - frame.small).max() < 2

    def test_numbers_and_times_rise_at_the_frame_rate(
        self, source: FrameSource, clock: HandClock
    ) -> None:
        with source:
            frames = [source.next(1.0) for _ in range(4)]
        assert [f.seq for f in frames] == [0, 1, 2, 3]
        assert [f.at_ns - frames[0].at_ns for f in frames] == [0, 50 * MS, 100 * MS, 150 * MS]
        assert frames[-1].at_ns <= clock.now_ns, "no frame from the future"

    def test_a_late_caller_gets_the_newest_frame(
        self, source: FrameSource, clock: HandClock
    ) -> None:
        with source:
            source.next(1.0)
            clock.sleep(0.33)
            late = source.next(1.0)
        assert late.seq == 6
        assert 0 <= clock.now_ns - late.at_ns < 50 * MS

    def test_a_frame_is_not_handed_out_twice(self, source: FrameSource) -> None:
        with source:
            first = source.next(1.0)
            second = source.next(1.0)
        assert second.seq > first.seq
        assert not np.array_equal(first.main, second.main)

    def test_stalls_when_no_frame_comes_in_time(
        self, source: FrameSource, clock: HandClock
    ) -> None:
        with source:
            source.next(1.0)
            before = clock.now_ns
            with pytest.raises(CameraStalled, match=r"0\.02 s"):
                source.next(0.02)
            assert clock.now_ns - before == 20 * MS, "it waited as long as allowed"
            assert source.next(0.1).seq == 1, "and goes on afterwards"

    def test_gives_nothing_before_start_or_after_stop(self, source: FrameSource) -> None:
        with pytest.raises(CameraStalled, match="start"):
            source.next(0.1)
        source.start()
        source.stop()
        source.stop()
        with pytest.raises(CameraStalled, match="start"):
            source.next(0.1)


def test_a_posed_scene_appears_and_its_time_starts_then(rig: Rig, clock: HandClock) -> None:
    x0, y0, x1, y1 = rig.board.halves["picture_left"]
    size = rig.style.die_mm
    up = showing(6, rig.style.chirality, 0.2)
    a = DiePose((x0 + x1) / 2 - 60, (y0 + y1) / 2, -size / 2, up)
    b = DiePose((x0 + x1) / 2 + 60, (y0 + y1) / 2, -size / 2, up)
    source = SceneSource(rig, fps=10, clock=clock)
    renderer = Renderer(rig)
    with source:
        empty = source.next(1).main
        clock.sleep(0.1)
        source.pose(Scene(dice=(DiePath(((0.0, a), (400.0, a), (500.0, b))),)))
        early, *_, late = (source.next(1).main for _ in range(7))
    still = [renderer.clean(Scene(dice=d), 0).astype(int) for d in ((), (DiePath.resting(a),))]
    still.append(renderer.clean(Scene(dice=(DiePath.resting(b),)), 0).astype(int))
    for seen, nearest in ((empty, 0), (early, 1), (late, 2)):
        miss = [np.abs(seen - s).mean() for s in still]
        assert int(np.argmin(miss)) == nearest


def test_noise_is_fresh_in_each_frame_and_the_same_in_each_run(rig: Rig) -> None:
    runs = []
    for _ in range(2):
        with SceneSource(rig, clock=HandClock()) as source:
            runs.append([source.next(1).main for _ in range(2)])
    assert np.array_equal(runs[0][0], runs[1][0])
    assert not np.array_equal(runs[0][0], runs[0][1])


def test_a_stalled_scene_source_raises_and_recovers(rig: Rig, clock: HandClock) -> None:
    with SceneSource(rig, clock=clock) as source:
        source.next(1)
        source.stall()
        with pytest.raises(CameraStalled):
            source.next(0.5)
        source.stall(False)
        assert source.next(0.5).seq >= 15


def test_an_empty_folder_is_a_missing_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraMissing, match="No pictures"):
        FolderSource(tmp_path).start()


def test_a_folder_stalls_after_its_last_picture(tmp_path: Path, clock: HandClock) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((8, 8, 3), np.uint8))
    with FolderSource(tmp_path, clock=clock) as source:
        source.next(1)
        with pytest.raises(CameraStalled, match="were played"):
            source.next(1)


def test_without_picamera2_the_pi_camera_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    find = importlib.import_module

    def absent(name: str) -> object:
        if name == "picamera2":
            raise ModuleNotFoundError("No module named 'picamera2'", name="picamera2")
        return find(name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(CameraMissing, match="python3-picamera2"):
        Picamera2Source().start()


class Request:
    """What picamera2 hands out for one frame; it must come back."""

    def __init__(self, at_ns: int) -> None:
        self.at_ns = at_ns
        self.released = False

    def get_metadata(self) -> dict[str, int]:
        return {"SensorTimestamp": self.at_ns}

    def make_array(self, name: str) -> np.ndarray:
        assert not self.released
        # The lores rows are padded to the stride, and carry colour below the grey.
        shape = (360, 640, 3) if name == "main" else (135, 192)
        return np.full(shape, 7, np.uint8)

    def release(self) -> None:
        self.released = True


class Device:
    """picamera2.Picamera2 as its manual describes it, as far as the adapter uses it."""

    camera_controls = dict.fromkeys(
        ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")
    )

    def __init__(self, number: int) -> None:
        if number > 0:
            raise IndexError("list index out of range")
        self.requests = [Request(at) for at in (100, 100, 250)]
        self.handed: list[Request] = []
        self.calls: list[str] = []
        self.controls: dict[str, object] = {}

    def create_video_configuration(self, **configuration: object) -> dict[str, object]:
        return configuration

    def configure(self, configuration: dict[str, object]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        self.calls.append("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls = controls

    def capture_request(self, wait: bool) -> str:
        assert not wait
        return "job"

    def wait(self, job: str, timeout: float) -> Request:
        assert (job, timeout) == ("job", 0.5)
        if not self.requests:
            raise TimeoutError
        self.handed.append(self.requests.pop(0))
        return self.handed[-1]

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Device]:
    made: list[Device] = []

    def make(number: int) -> Device:
        made.append(Device(number))
        return made[-1]

    module = SimpleNamespace(Picamera2=make)
    monkeypatch.setattr(importlib, "import_module", lambda _name: module)
    return lambda: made[-1]


def test_the_pi_camera_is_fixed_and_gives_each_frame_back(device: Callable[[], Device]) -> None:
    source = Picamera2Source(PiSettings(640, 360, exposure_us=5000))
    with source:
        frames = [source.next(0.5), source.next(0.5)]
        with pytest.raises(CameraStalled):
            source.next(0.5)
        opened = device()
    assert [(f.seq, f.at_ns) for f in frames] == [(0, 100), (1, 250)], "an old frame is skipped"
    assert frames[0].small.shape == (90, 160)
    assert all(r.released for r in opened.handed)
    assert opened.calls == ["start", "cancel", "stop", "close"]
    assert opened.controls["AeEnable"] is False
    assert opened.controls["AwbEnable"] is False
    assert opened.controls["ExposureTime"] == 5000
    assert "LensPosition" not in opened.controls, "this lens has no motor"


def test_no_camera_at_the_port_is_told_in_words(device: Callable[[], Device]) -> None:
    assert device is not None
    with pytest.raises(CameraMissing, match="port 1"):
        Picamera2Source(camera=1).start()
