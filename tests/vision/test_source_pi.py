"""The Pi's camera on a double of picamera2: its settings, its errors, what it gives back.

The real picamera2 goes through the contract of test_sources.py in `make camera-real`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from concurrent.futures import CancelledError
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.errors import CameraMissing, CameraStalled
from vision.sources import Picamera2Source, PiSettings, Unhurried

MS = 1_000_000
GREEN = (40, 200, 60)
GREY = cv2.cvtColor(np.full((2, 2, 3), GREEN, np.uint8), cv2.COLOR_BGR2GRAY)[0, 0]


class Request:
    """What picamera2 hands out for one frame; it must come back."""

    def __init__(self, number: int, at_ns: int, form: str) -> None:
        self.request = SimpleNamespace(sequence=number)
        self._at_ns, self._form = at_ns, form
        self.released = 0

    def get_metadata(self) -> dict[str, int]:
        return {"SensorTimestamp": self._at_ns}

    def make_array(self, name: str) -> np.ndarray:
        assert not self.released
        if name == "lores":  # its rows are padded to the stride, and colour lies below the grey
            padded = np.zeros((135, 192), np.uint8)
            padded[:90, :160] = 7
            return padded
        main = np.full((360, 640, 3), GREEN, np.uint8)
        if self._form == "RGB888":
            return main
        padded = np.zeros((360, 768, 3), np.uint8)
        padded[:, :640] = main
        return cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420)

    def release(self) -> None:
        self.released += 1


class Device:
    """picamera2.Picamera2 as its manual describes it, as far as the adapter uses it."""

    camera_controls = dict.fromkeys(
        ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains")
    )

    def __init__(self, clock: Unhurried, form: str = "RGB888") -> None:
        self.clock, self.form = clock, form
        self.wanted_late: Request | None = None
        self.requests = [
            Request(number, at_ms * MS, form) for number, at_ms in ((3, 10), (4, 10), (7, 40))
        ]
        self.handed: list[Request] = []
        self.calls: list[str] = []
        self.controls: dict[str, object] = {}
        self.fault: Exception | None = None
        self.small = (160, 90)

    def create_video_configuration(self, **configuration: object) -> dict[str, object]:
        return configuration

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def camera_configuration(self) -> dict[str, dict[str, object]]:
        main = self.configuration["main"]["size"]
        return {
            "main": {"size": main, "format": self.form},
            "lores": {"size": self.small, "format": "YUV420"},
        }

    def start(self) -> None:
        self.calls.append("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls = controls

    def capture_request(self, wait: bool) -> str:
        assert not wait
        return "job"

    def wait(self, job: str, timeout: float) -> Request:
        assert job == "job"
        if self.fault is not None:
            raise self.fault
        if timeout == 0:
            if self.wanted_late is None:
                raise CancelledError
            self.handed.append(self.wanted_late)
            return self.wanted_late
        if not self.requests:
            self.clock.sleep(timeout)
            raise TimeoutError
        self.clock.sleep(0.02)
        self.handed.append(self.requests.pop(0))
        return self.handed[-1]

    def cancel_all_and_flush(self) -> None:
        self.calls.append("cancel")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def clock() -> Unhurried:
    return Unhurried()


@pytest.fixture
def device(clock: Unhurried) -> Device:
    return Device(clock)


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch, device: Device) -> Callable[..., Picamera2Source]:
    """A source whose picamera2 has one camera, at port 0."""

    def opened(number: int) -> Device:
        if number > 0:
            raise IndexError("list index out of range")
        return device

    module = SimpleNamespace(Picamera2=opened)
    monkeypatch.setattr(importlib, "import_module", lambda _name: module)
    settings = PiSettings(640, 360, exposure_us=5000)
    return lambda camera=0: Picamera2Source(settings, camera, device.clock)


def test_it_is_fixed_and_every_frame_is_given_back_once(
    picamera2: Callable[..., Picamera2Source], device: Device, clock: Unhurried
) -> None:
    with picamera2() as source:
        frames = [source.next_frame(0.5), source.next_frame(0.5)]
        before_ns = clock.monotonic_ns()
        with pytest.raises(CameraStalled, match=r"No frame within 0\.5 s"):
            source.next_frame(0.5)
        assert clock.monotonic_ns() - before_ns == 500 * MS
    assert [(f.seq, f.at_ns) for f in frames] == [(3, 10 * MS), (7, 40 * MS)], "one came twice"
    assert [r.released for r in device.handed] == [1, 1, 1]
    assert device.calls == ["start", "cancel", "stop", "close"]
    assert device.configuration["main"]["size"] == (640, 360)
    assert device.configuration["lores"]["size"] == (160, 90)
    assert device.configuration["controls"] == device.controls
    assert device.controls["AeEnable"] is False
    assert device.controls["AwbEnable"] is False
    assert device.controls["ExposureTime"] == 5000
    assert "LensPosition" not in device.controls, "this lens has no motor"


@pytest.mark.parametrize("form", ["RGB888", "YUV420"])
def test_padding_is_cut_off_and_colours_stay(
    picamera2: Callable[..., Picamera2Source], device: Device, clock: Unhurried, form: str
) -> None:
    device.__init__(clock, form)  # type: ignore[misc]
    with picamera2() as source:
        frame = source.next_frame(0.5)
    assert frame.main.shape == (360, 640, 3)
    assert np.abs(frame.main.astype(int) - GREEN).max() <= 4
    assert frame.small.shape == (90, 160)
    assert (frame.small == 7).all()


def test_a_frame_that_comes_while_its_job_is_cancelled_is_given_back(
    picamera2: Callable[..., Picamera2Source], device: Device
) -> None:
    device.requests = []
    device.wanted_late = Request(9, 0, "RGB888")
    with picamera2() as source, pytest.raises(CameraStalled):
        source.next_frame(0.5)
    assert device.wanted_late.released == 1


def test_a_camera_that_hands_out_one_frame_for_ever_is_stalled(
    picamera2: Callable[..., Picamera2Source], device: Device, clock: Unhurried
) -> None:
    device.requests = [Request(number, 10 * MS, "RGB888") for number in range(1000)]
    with picamera2() as source:
        source.next_frame(0.5)
        before_ns = clock.monotonic_ns()
        with pytest.raises(CameraStalled, match="No fresh frame"):
            source.next_frame(0.5)
        assert clock.monotonic_ns() - before_ns <= 520 * MS
    assert all(request.released for request in device.handed)


def test_old_frames_are_passed_over(
    picamera2: Callable[..., Picamera2Source], device: Device, clock: Unhurried
) -> None:
    clock.sleep(60.0)
    device.requests = [Request(1, 59_000 * MS, "RGB888"), Request(2, 60_000 * MS, "RGB888")]
    with picamera2() as source:
        assert source.next_frame(0.5).seq == 2


def test_a_stamp_of_another_clock_is_told_and_its_frame_given_back(
    picamera2: Callable[..., Picamera2Source], device: Device
) -> None:
    device.requests = [Request(1, 10**18, "RGB888")]
    with picamera2() as source, pytest.raises(CameraStalled, match="ahead of the monotonic clock"):
        source.next_frame(0.5)
    assert device.handed[0].released == 1


def test_a_fault_under_way_is_told(
    picamera2: Callable[..., Picamera2Source], device: Device
) -> None:
    device.fault = RuntimeError("no such device")
    with picamera2() as source, pytest.raises(CameraStalled, match="no such device"):
        source.next_frame(0.5)


def test_no_camera_at_the_port_is_told(picamera2: Callable[..., Picamera2Source]) -> None:
    with pytest.raises(CameraMissing, match="port 1"):
        picamera2(1).start()


@pytest.mark.parametrize("fault", ["format", "size"])
def test_streams_other_than_asked_for_are_told_and_the_camera_closed(
    picamera2: Callable[..., Picamera2Source], device: Device, fault: str
) -> None:
    if fault == "format":
        device.form = "MJPEG"
    else:
        device.small = (128, 90)
    said = {"format": "640x360 as MJPEG", "size": "128x90 as YUV420 instead of 160x90"}[fault]
    with pytest.raises(CameraMissing, match=said):
        picamera2().start()
    assert device.calls == ["close"]


def test_without_picamera2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(CameraMissing, match="python3-picamera2"):
        Picamera2Source().start()


def test_a_picamera2_that_fails_as_it_is_imported_is_a_missing_camera(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As over an apt package built for another numpy."""

    def broken(_name: str) -> object:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setattr(importlib, "import_module", broken)
    with pytest.raises(CameraMissing, match=r"dtype size changed.*Trixie"):
        Picamera2Source().start()
