"""What sources can be set to: the Pi's on a double of picamera2, the simulated one; refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.errors import CameraStalled, CannotAdjust
from vision.scene import Rig
from vision.sources import (
    CameraSetting,
    FolderSource,
    FrameSource,
    Picamera2Source,
    PiSettings,
    SceneSource,
    Unhurried,
    UsbSource,
    VideoSource,
)
from vision.sources import pi as pi_module

MS = 1_000_000
WANTED = CameraSetting(20_000, 3.0, 1.25)


class Sensor:
    """picamera2.Picamera2 with a lens: each control comes through some frames after it was set."""

    LATE = (("ExposureTime", 3), ("AnalogueGain", 3), ("LensPosition", 5))
    LINE_US = 13.7

    def __init__(self, clock: Unhurried, lens: bool = True, deaf: bool = False) -> None:
        self.clock, self._deaf = clock, deaf
        self.camera_controls: dict[str, Any] = {
            "AeEnable": (False, True, True),
            "ExposureTime": (26, 66_666, 20_000),
            "AnalogueGain": (1.0, 16.0, 1.0),
        }
        if lens:
            self.camera_controls |= {"LensPosition": (0.0, 10.0, 1.0), "AfMode": (0, 2, 0)}
        self._frame = 0
        self._due: list[tuple[int, str, Any]] = []
        self._now: dict[str, Any] = {}
        self.requests: list[Any] = []

    def create_video_configuration(self, **configuration: Any) -> Any:
        return configuration

    def configure(self, configuration: dict[str, Any]) -> None:
        self._size = configuration["main"]["size"], configuration["lores"]["size"]
        self._now = {name: configuration["controls"].get(name) for name, _ in self.LATE}

    def camera_configuration(self) -> dict[str, dict[str, object]]:
        main, lores = self._size
        return {
            "main": {"size": main, "format": "RGB888"},
            "lores": {"size": lores, "format": "YUV420"},
        }

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...

    def set_controls(self, controls: dict[str, Any]) -> None:
        if not self._deaf:
            self._due += [
                (self._frame + late, name, controls[name])
                for name, late in self.LATE
                if name in controls
            ]

    def capture_request(self, wait: bool) -> str:
        assert not wait
        return "job"

    def wait(self, _job: str, timeout: float) -> Any:
        if timeout < 0.033:
            self.clock.sleep(timeout)
            raise TimeoutError
        self.clock.sleep(0.033)
        self._frame += 1
        for at, name, value in self._due:
            if at <= self._frame:
                self._now[name] = value
        self.requests.append(self._request(dict(self._now), self.clock.monotonic_ns()))
        return self.requests[-1]

    def _request(self, now: dict[str, Any], at_ns: int) -> Any:
        told = {name: value for name, value in now.items() if value is not None}
        lines = round(told["ExposureTime"] / self.LINE_US)
        told |= {"SensorTimestamp": at_ns, "ExposureTime": round(lines * self.LINE_US)}
        high, wide = self._size[1][1], self._size[1][0]
        arrays = {
            "main": np.full((*self._size[0][::-1], 3), 90, np.uint8),
            "lores": np.zeros((high * 3 // 2, wide), np.uint8),
        }
        request = SimpleNamespace(request=SimpleNamespace(sequence=self._frame), released=0)
        request.get_metadata = lambda: told
        request.make_array = lambda name: arrays[name]
        request.release = lambda: setattr(request, "released", request.released + 1)
        return request

    def cancel_all_and_flush(self) -> None: ...


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sensor], Picamera2Source]:
    def made(sensor: Sensor) -> Picamera2Source:
        module = SimpleNamespace(Picamera2=lambda _number: sensor)
        monkeypatch.setattr(
            pi_module, "importlib", SimpleNamespace(import_module=lambda _name: module)
        )
        return Picamera2Source(PiSettings(640, 360), clock=sensor.clock)

    return made


def test_a_pi_camera_tells_its_limits(pi: Callable[[Sensor], Picamera2Source]) -> None:
    with pi(Sensor(Unhurried())) as source:
        limits = source.limits()
    assert limits.exposure_us == (26.0, pytest.approx(1e6 / 30)), "no longer than a frame"
    assert limits.gain == (1.0, 16.0)
    assert limits.focus_dioptres == (0.0, 10.0)
    assert limits.now == CameraSetting(10_000, 2.0, 1.4)


def test_after_adjusting_a_pi_camera_the_next_frame_is_taken_so(
    pi: Callable[[Sensor], Picamera2Source],
) -> None:
    sensor = Sensor(Unhurried())
    with pi(sensor) as source:
        source.next_frame(1.0)
        source.adjust(WANTED, 2.0)
        source.next_frame(1.0)
        told = sensor.requests[-1].get_metadata()
        assert source.limits().now == WANTED
    assert told["ExposureTime"] == pytest.approx(WANTED.exposure_us, abs=Sensor.LINE_US)
    assert told["AnalogueGain"] == WANTED.gain
    assert told["LensPosition"] == WANTED.focus_dioptres
    assert all(request.released == 1 for request in sensor.requests)


def test_the_lens_has_time_to_arrive(pi: Callable[[Sensor], Picamera2Source]) -> None:
    """Its driver has the position at once, the glass some frames later."""
    sensor = Sensor(Unhurried())
    with pi(sensor) as source:
        source.adjust(WANTED, 2.0)
        arrived = [r.get_metadata()["LensPosition"] == 1.25 for r in sensor.requests]
    assert arrived.count(True) >= 3


def test_a_camera_that_does_not_take_it_is_told(pi: Callable[[Sensor], Picamera2Source]) -> None:
    clock = Unhurried()
    with pi(Sensor(clock, deaf=True)) as source:
        before_ns = clock.monotonic_ns()
        with pytest.raises(CameraStalled, match="20000 us and gain 3 within 2 s"):
            source.adjust(WANTED, 2.0)
        assert clock.monotonic_ns() - before_ns <= 2000 * MS


def test_a_pi_camera_without_a_lens_motor(pi: Callable[[Sensor], Picamera2Source]) -> None:
    with pi(Sensor(Unhurried(), lens=False)) as source:
        assert source.limits().focus_dioptres is None
        assert source.limits().now.focus_dioptres is None
        source.adjust(replace(WANTED, focus_dioptres=None), 2.0)


def test_a_driver_without_exposure_says_so(pi: Callable[[Sensor], Picamera2Source]) -> None:
    """libcamera's virtual camera is one."""
    sensor = Sensor(Unhurried())
    del sensor.camera_controls["ExposureTime"]
    with pi(sensor) as source, pytest.raises(CannotAdjust, match="no ExposureTime"):
        source.limits()


def test_a_camera_not_started_has_no_limits() -> None:
    source = Picamera2Source()
    for call in (source.limits, lambda: source.adjust(WANTED, 1.0)):
        with pytest.raises(CameraStalled, match="start"):
            call()


def test_the_simulated_camera_takes_twice_the_light_for_twice_the_time() -> None:
    rig = Rig.draw(3, 640, 360)
    with SceneSource(rig, clock=Unhurried()) as source:
        now = source.limits().now
        as_drawn = source.next_frame(1.0).main
        source.adjust(replace(now, exposure_us=now.exposure_us // 2), 1.0)
        half = source.next_frame(1.0).main
        source.adjust(replace(now, exposure_us=now.exposure_us // 2, gain=2 * now.gain), 1.0)
        again = source.next_frame(1.0).main
    clear = (as_drawn > 30) & (as_drawn < 230)
    ratio = (half[clear] / as_drawn[clear].astype(float)) ** 2.2
    assert np.median(ratio) == pytest.approx(0.5, abs=0.03)
    assert np.abs(again.astype(int) - as_drawn)[clear].mean() < 4


def test_the_simulated_camera_blurs_off_focus() -> None:
    rig = Rig.draw(3, 640, 360)
    with SceneSource(rig, clock=Unhurried()) as source:
        now = source.limits().now
        assert now.focus_dioptres is not None
        detail = []
        for off in (0.0, 3.0, 6.0):
            source.adjust(replace(now, focus_dioptres=now.focus_dioptres + off), 1.0)
            detail.append(
                float(np.abs(np.diff(source.next_frame(1.0).main.astype(int), axis=1)).mean())
            )
    assert detail[0] > detail[1] > detail[2]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (FolderSource(Path("pictures")), "a folder holds pictures as they were taken"),
        (VideoSource(Path("film.avi")), "a video holds pictures as they were taken"),
        (UsbSource("/dev/video0"), "v4l2-ctl"),
    ],
)
def test_others_say_in_one_sentence_that_they_cannot(source: FrameSource, said: str) -> None:
    for call in (source.limits, lambda: source.adjust(WANTED, 1.0)):
        with pytest.raises(CannotAdjust, match=said) as refused:
            call()
        assert str(refused.value).count(". ") == 0
