"""What frame sources do beyond the contract: rates, listed times, ends, settings, refusals."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import picture_file
from vision.errors import CameraEnded, CameraMissing, CameraStalled, RecordingInvalid
from vision.scene import DiePath, DiePose, Renderer, Rig, Scene, showing
from vision.sources import (
    FolderSource,
    SceneSource,
    Unhurried,
    UsbSettings,
    UsbSource,
    VideoSource,
)
from vision.sources.stamps import Stamps

MS = 1_000_000
S = 1_000_000_000


@pytest.fixture(scope="module")
def rig() -> Rig:
    return Rig.draw(3, 640, 360)


@pytest.fixture
def clock() -> Unhurried:
    return Unhurried()


def folder_of(folder: Path, count: int) -> Path:
    """Pictures whose every pixel is their number."""
    for i in range(count):
        cv2.imwrite(str(folder / f"{i:03}.png"), np.full((8, 8, 3), i, np.uint8))
    return folder


# --- played at their times ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["scene", "folder", "video"])
def test_a_played_source_keeps_its_rate_and_skips_what_is_due_no_more(
    kind: str, rig: Rig, tmp_path: Path, clock: Unhurried
) -> None:
    clock.sleep(5.0)
    file = tmp_path / "a.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for _ in range(12):
        video.write(np.zeros((48, 64, 3), np.uint8))
    video.release()
    source = {
        "scene": SceneSource(rig, 20, clock),
        "folder": FolderSource(folder_of(tmp_path, 12), 20, clock),
        "video": VideoSource(file, clock),
    }[kind]
    with source:
        frames = [source.next_frame(1.0) for _ in range(4)]
        assert [(f.seq, f.at_ns - 5 * S) for f in frames] == [(i, 50 * i * MS) for i in range(4)]
        assert clock.monotonic_ns() == frames[-1].at_ns, "no frame before its time"
        clock.sleep(0.18)
        assert source.next_frame(1.0).seq == 6, "0.33 s on"
        with pytest.raises(CameraStalled, match=r"0\.01 s"):
            source.next_frame(0.01)
        assert source.next_frame(0.1).seq == 7, "it goes on where it was"


def test_unhurried_a_recording_is_played_whole_and_ends(tmp_path: Path) -> None:
    clock = Unhurried()
    with FolderSource(folder_of(tmp_path, 7), 10, clock) as source:
        frames = [source.next_frame(1.0) for _ in range(7)]
        assert [int(f.main[0, 0, 0]) for f in frames] == list(range(7))
        assert [f.at_ns for f in frames] == [100 * i * MS for i in range(7)]
        with pytest.raises(CameraEnded, match="All 7 pictures"):
            source.next_frame(1.0)


def test_pictures_come_in_the_order_of_their_numbers_however_many_digits(tmp_path: Path) -> None:
    for i in (1, 2, 9, 10, 11, 100):
        cv2.imwrite(str(tmp_path / f"roll{i}.png"), np.full((8, 8, 3), i, np.uint8))
    with FolderSource(tmp_path, 10, Unhurried()) as source:
        shown = [int(source.next_frame(1.0).main[0, 0, 0]) for _ in range(6)]
    assert shown == [1, 2, 9, 10, 11, 100]


def test_a_late_caller_still_sees_how_a_folder_ends(tmp_path: Path, clock: Unhurried) -> None:
    with FolderSource(folder_of(tmp_path, 3), 10, clock) as source:
        clock.sleep(60.0)
        assert source.next_frame(1.0).seq == 2
        with pytest.raises(CameraEnded):
            source.next_frame(1.0)


def test_a_video_ends(tmp_path: Path, clock: Unhurried) -> None:
    file = tmp_path / "a.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(3):
        video.write(np.zeros((48, 64, 3), np.uint8))
    video.release()
    with VideoSource(file, clock) as source:
        assert [source.next_frame(1.0).at_ns for _ in range(3)] == [0, 100 * MS, 200 * MS]
        with pytest.raises(CameraEnded, match="All 3 frames"):
            source.next_frame(1.0)


def test_a_video_of_too_large_pictures_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.avi"
    video = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    video.write(np.zeros((48, 64, 3), np.uint8))
    video.release()
    monkeypatch.setattr(picture_file, "MOST_PIXELS", 64 * 48)
    VideoSource(file).start()
    monkeypatch.setattr(picture_file, "MOST_PIXELS", 64 * 48 - 1)
    with pytest.raises(RecordingInvalid, match=r"a\.avi claims 64 x 48 pixels"):
        VideoSource(file).start()


@pytest.mark.parametrize(
    "times",
    [
        [7.0, 7.5, 9.0],
        {"000.png": 7, "002.png": 9.0, "001.png": 7.5},
        {"frames": [{"file": f"00{i}.png", "t": t} for i, t in enumerate((7, 7.5, 9))]},
        {"times": [7, 7.5, 9]},
    ],
    ids=["list", "by name", "frames", "under times"],
)
def test_pictures_come_at_the_times_written_beside_them(
    times: object, tmp_path: Path, clock: Unhurried
) -> None:
    (folder_of(tmp_path, 3) / "times.json").write_text(json.dumps(times))
    with FolderSource(tmp_path, 10, clock) as source:
        assert source.first_s == 7.0
        assert [source.next_frame(2.0).at_ns for _ in range(3)] == [0, S // 2, 2 * S]


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ("[1, 2", "is no JSON"),
        ("7", "holds no times"),
        ("[1, 2]", "has 2 times for 3 pictures"),
        ('{"000.png": 1, "001.png": 2}', "has no time for 002.png"),
        ('[1, "2", 3]', "has no time for 001.png"),
        ("[1, true, 3]", "has no time for 001.png"),
        ("[1, 3, 3]", "002.png taken at 3 s, not after"),
        ("[1, NaN, 3]", "001.png taken at nan s"),
    ],
)
def test_times_that_do_not_fit_are_told(times: str, said: str, tmp_path: Path) -> None:
    (folder_of(tmp_path, 3) / "times.json").write_text(times)
    with pytest.raises(RecordingInvalid, match=said):
        FolderSource(tmp_path).start()


def test_what_is_no_recording_is_a_missing_camera(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"no video")
    for source, said in (
        (FolderSource(tmp_path), "No pictures in"),
        (FolderSource(tmp_path / "none"), "No pictures in"),
        (VideoSource(tmp_path / "none.mp4"), r"No video .*none\.mp4"),
        (VideoSource(tmp_path / "a.mp4"), "no video that can be decoded"),
    ):
        with pytest.raises(CameraMissing, match=said):
            source.start()


def test_a_broken_picture_is_named_and_the_next_one_comes(tmp_path: Path, clock: Unhurried) -> None:
    (folder_of(tmp_path, 3) / "001.png").write_bytes(b"torn")
    with FolderSource(tmp_path, 10, clock) as source:
        source.next_frame(1.0)
        with pytest.raises(CameraStalled, match=r"001\.png is no picture"):
            source.next_frame(1.0)
        assert source.next_frame(1.0).seq == 2


# --- the simulated camera ----------------------------------------------------------------------


def test_a_posed_scene_appears_and_its_time_starts_then(rig: Rig, clock: Unhurried) -> None:
    x0, y0, x1, y1 = rig.board.halves["picture_left"]
    size = rig.style.die_mm
    up = showing(6, rig.style.chirality, 0.2)
    a = DiePose((x0 + x1) / 2 - 60, (y0 + y1) / 2, -size / 2, up)
    b = DiePose((x0 + x1) / 2 + 60, (y0 + y1) / 2, -size / 2, up)
    source = SceneSource(rig, fps=10, clock=clock)
    renderer = Renderer(rig)
    with source:
        empty = source.next_frame(1).main
        clock.sleep(0.1)
        source.pose(Scene(dice=(DiePath(((0.0, a), (400.0, a), (500.0, b))),)))
        early, *_, late = (source.next_frame(1).main for _ in range(7))
    still = [renderer.clean(Scene(dice=d), 0).astype(int) for d in ((), (DiePath.resting(a),))]
    still.append(renderer.clean(Scene(dice=(DiePath.resting(b),)), 0).astype(int))
    for seen, nearest in ((empty, 0), (early, 1), (late, 2)):
        miss = [np.abs(seen - s).mean() for s in still]
        assert int(np.argmin(miss)) == nearest


def test_noise_is_fresh_in_each_frame_and_the_same_in_each_run(rig: Rig) -> None:
    runs = []
    for _ in range(2):
        with SceneSource(rig, clock=Unhurried()) as source:
            runs.append([source.next_frame(1).main for _ in range(2)])
    assert np.array_equal(runs[0][0], runs[1][0])
    assert not np.array_equal(runs[0][0], runs[0][1])


def test_a_stalled_scene_source_raises_and_recovers(rig: Rig, clock: Unhurried) -> None:
    with SceneSource(rig, clock=clock) as source:
        source.next_frame(1)
        source.fault("frozen")
        with pytest.raises(CameraStalled):
            source.next_frame(0.5)
        source.fault("none")
        assert source.next_frame(0.5).seq >= 15


# --- sensor times ------------------------------------------------------------------------------


def test_a_stamp_is_believed_once_while_fresh_and_never_from_the_future() -> None:
    stamps = Stamps()
    assert stamps.accept(10 * S, 10 * S + 40 * MS)
    assert not stamps.accept(10 * S, 10 * S + 50 * MS), "the same frame again"
    assert not stamps.accept(10 * S - 1, 10 * S + 50 * MS), "an earlier one"
    assert "no later than" in str(stamps.stalled(2.0))
    assert stamps.accept(11 * S, 11 * S + 500 * MS)
    assert not stamps.accept(12 * S, 12 * S + 501 * MS), "it waited in a queue"
    assert "0.501 s old" in str(stamps.stalled(2.0))
    assert stamps.accept(13 * S, 13 * S), "an old frame before it does no harm"
    assert "No frame within 2 s" in str(stamps.stalled(2.0))
    with pytest.raises(CameraStalled, match=r"3600\.000 s ahead of the monotonic clock"):
        stamps.accept(3613 * S, 13 * S)


# --- USB ---------------------------------------------------------------------------------------


class Webcam:
    """A V4L2 device with one frame each 50 ms and no focus motor."""

    def __init__(self, clock: Unhurried, stamps_ms: list[float], size: tuple[int, int]) -> None:
        self._clock, self._stamps_ms, self._size = clock, stamps_ms, size
        self.calls: list[tuple[int, float]] = []
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._size != (0, 0)

    def set(self, prop: int, value: float) -> bool:
        self.calls.append((prop, value))
        return prop != cv2.CAP_PROP_AUTOFOCUS

    def get(self, prop: int) -> float:
        told = {cv2.CAP_PROP_FRAME_WIDTH: self._size[0], cv2.CAP_PROP_FRAME_HEIGHT: self._size[1]}
        return told.get(prop) or self._stamps_ms.pop(0)

    def wait(self, timeout_ns: int) -> bool:
        self._clock.sleep(min(timeout_ns, 50 * MS) / 1e9)
        if self._stamps_ms and self._stamps_ms[0] < 0:
            raise cv2.error
        return timeout_ns >= 50 * MS

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, np.zeros((360, 640, 3), np.uint8)

    def release(self) -> None:
        self.released = True


def usb(
    clock: Unhurried, *stamps_ms: float, size: tuple[int, int] = (640, 360)
) -> tuple[UsbSource, Webcam]:
    webcam = Webcam(clock, list(stamps_ms), size)
    settings = UsbSettings(640, 360, 20, exposure_us=8300, white_balance_k=4100)
    source = UsbSource(
        "/dev/video7",
        settings,
        clock,
        opened=lambda _device: webcam,
        wait=lambda _capture, timeout_ns: webcam.wait(timeout_ns),
    )
    return source, webcam


def test_a_usb_camera_is_fixed_and_says_what_it_cannot_fix(
    clock: Unhurried, caplog: pytest.LogCaptureFixture
) -> None:
    source, webcam = usb(clock)
    with caplog.at_level(logging.WARNING), source:
        assert "/dev/video7 has no fixed focus" in caplog.text
    order = [prop for prop, _ in webcam.calls]
    asked = dict(webcam.calls)
    assert order[0] == cv2.CAP_PROP_FOURCC, "another format resets the rest"
    assert asked[cv2.CAP_PROP_AUTO_EXPOSURE] == 1, "manual, in V4L2's words"
    assert asked[cv2.CAP_PROP_EXPOSURE] == 83, "in V4L2's units of 100 us"
    assert asked[cv2.CAP_PROP_AUTO_WB] == 0
    assert asked[cv2.CAP_PROP_WB_TEMPERATURE] == 4100
    assert order.index(cv2.CAP_PROP_AUTO_EXPOSURE) < order.index(cv2.CAP_PROP_EXPOSURE)
    assert webcam.released


@pytest.mark.parametrize(
    ("size", "said"),
    [((0, 0), "No camera at /dev/video7"), ((1280, 720), "gives 1280x720 instead of 640x360")],
)
def test_a_usb_camera_that_is_not_what_was_asked_for_is_missing(
    clock: Unhurried, size: tuple[int, int], said: str
) -> None:
    source, webcam = usb(clock, size=size)
    with pytest.raises(CameraMissing, match=said):
        source.start()
    assert webcam.released


def test_a_usb_cameras_stamps_are_checked_within_the_time_allowed(clock: Unhurried) -> None:
    source, _ = usb(clock, 40.0, 40.0, 140.0, 150.0, 150.0, 150.0, 150.0, 150.0)
    with source:
        assert source.next_frame(1.0).at_ns == 40 * MS
        assert source.next_frame(1.0).at_ns == 140 * MS, "the same stamp again is passed over"
        assert source.next_frame(1.0).seq == 3
        with pytest.raises(CameraStalled, match=r"No fresh frame within 0\.2 s, the last was no"):
            source.next_frame(0.2)
        assert clock.monotonic_ns() == (4 * 50 + 200) * MS


def test_an_unplugged_usb_camera_is_told_in_words(clock: Unhurried) -> None:
    source, _ = usb(clock, -1.0)
    with source, pytest.raises(CameraStalled, match="/dev/video7 stopped answering"):
        source.next_frame(1.0)
