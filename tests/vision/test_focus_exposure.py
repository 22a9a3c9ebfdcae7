"""Focus and exposure on cameras whose sharpest lens position and brightness are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration.markers import find_markers
from vision.errors import CannotAdjust
from vision.focus_exposure import MOST_GAIN, NEAR_WHITE, WHITE, settle
from vision.frame import Frame, small_of
from vision.marker_photometry import papers
from vision.scene import Rig, Scene, opening
from vision.sources import CameraSetting, FolderSource, Limits, SceneSource, Unhurried
from vision.sources.source import Started


def camera(seed: int, width: int = 640, height: int = 360) -> SceneSource:
    rig = Rig.draw(seed, width, height)
    return SceneSource(rig, clock=Unhurried(), scene=Scene(opening(rig.board)))


@pytest.mark.parametrize(
    ("seed", "start", "mains_hz"),
    [(3, CameraSetting(3_000, 1.0, 4.0), 50), (12, CameraSetting(30_000, 8.0, 0.0), 60)],
)
def test_it_ends_in_focus_and_well_exposed(seed: int, start: CameraSetting, mains_hz: int) -> None:
    with camera(seed, 960, 540) as source:
        sharp = source.limits().now.focus_dioptres
        assert sharp is not None
        source.adjust(start, 1.0)
        said: list[str] = []
        found = settle(source, mains_hz, said.append)
        assert source.limits().now == found.setting
    assert found.focused
    assert said
    assert found.setting.focus_dioptres == pytest.approx(sharp, abs=0.15)
    assert abs(found.white - WHITE) <= NEAR_WHITE
    assert not found.too_bright
    assert not found.too_dark
    pulses = found.setting.exposure_us * 2 * mains_hz / 1e6
    assert pulses == pytest.approx(round(pulses), abs=1e-3)
    assert round(pulses) >= 1


@pytest.mark.parametrize("gains", [(1.9, 0.6), (0.5, 1.6)])
def test_white_paper_ends_white(gains: tuple[float, float]) -> None:
    with camera(3, 960, 540) as source:
        sharp = source.limits().now
        source.adjust(replace(sharp, colour_gains=gains), 1.0)
        found = settle(source, 50)
        picture = source.next_frame(1.0).main
        assert source.limits().now == found.setting
    assert found.balanced
    whites = [paper.white for paper in papers(picture, find_markers(picture)).values()]
    blue, green, red = np.median(np.stack(whites), axis=0)
    assert (blue / green, red / green) == (pytest.approx(1, abs=0.05), pytest.approx(1, abs=0.05))


def test_colours_nobody_can_judge_are_left_as_they_were() -> None:
    """A camera without such gains, and a board without markers."""
    source = Fixed(camera(3), lamp=1.0)
    with source:
        assert not settle(source, 50).balanced
    rig = Rig.draw(3, 640, 360)
    with Blindfolded(rig, clock=Unhurried(), scene=Scene(opening(rig.board))) as bare:
        found = settle(bare, 50)
    assert not found.balanced
    assert found.setting.colour_gains == bare.limits().now.colour_gains


class Blindfolded(SceneSource):
    """Something lies over the rim."""

    def next_frame(self, timeout_s: float) -> Frame:
        frame = super().next_frame(timeout_s)
        main = frame.main.copy()
        main[:, :, :] = cv2.GaussianBlur(main, (0, 0), 12.0)
        return replace(frame, main=main, small=small_of(main))


class Fixed(Started):
    """A camera with no lens motor and such limits, over a lamp of such strength."""

    def __init__(self, source: SceneSource, lamp: float, gain: float = 16.0) -> None:
        self._source, self._lamp, self._gain = source, lamp, gain
        self.taken: list[CameraSetting] = []

    def start(self) -> None:
        self._source.start()

    def stop(self) -> None:
        self._source.stop()

    def limits(self) -> Limits:
        whole = self._source.limits()
        return Limits(
            whole.exposure_us,
            (1.0, self._gain),
            None,
            CameraSetting(10_000, 2.0, focus_dioptres=None),
        )

    def adjust(self, setting: CameraSetting, timeout_s: float) -> None:
        self.taken.append(setting)
        sharp = self._sharp()
        lit = CameraSetting(setting.exposure_us, setting.gain * self._lamp, sharp)
        self._source.adjust(lit, timeout_s)

    def _sharp(self) -> float | None:
        return self._source._sharp_dioptres

    def next_frame(self, timeout_s: float) -> Frame:
        return self._source.next_frame(timeout_s)


def test_a_lens_without_a_motor_is_left_alone() -> None:
    source = Fixed(camera(3), lamp=1.0)
    with source:
        found = settle(source, 50)
    assert not found.focused
    assert found.setting.focus_dioptres is None
    assert abs(found.white - WHITE) <= NEAR_WHITE


def test_little_light_takes_more_pulses_before_more_noise() -> None:
    source = Fixed(camera(3), lamp=0.1)
    with source:
        found = settle(source, 50)
    assert abs(found.white - WHITE) <= NEAR_WHITE
    assert found.setting.exposure_us in (20_000, 30_000)
    assert found.setting.gain <= MOST_GAIN


@pytest.mark.parametrize(("lamp", "bright", "dark"), [(60.0, True, False), (0.004, False, True)])
def test_what_cannot_be_reached_is_told_and_never_by_part_of_a_pulse(
    lamp: float, bright: bool, dark: bool
) -> None:
    source = Fixed(camera(3), lamp)
    with source:
        found = settle(source, 50)
    assert (found.too_bright, found.too_dark) == (bright, dark)
    assert {setting.exposure_us % 10_000 for setting in source.taken} == {0}
    low, high = source.limits().exposure_us
    assert all(low <= setting.exposure_us <= high for setting in source.taken)


def test_a_recording_cannot_be_settled(tmp_path: Path) -> None:
    with pytest.raises(CannotAdjust, match="as they were taken"):
        settle(FolderSource(tmp_path), 50)


class Flickering(Fixed):
    """Under a lamp that pulses twice a period of the mains, before a rolling shutter."""

    def __init__(self, source: SceneSource, hz: int, depth: float) -> None:
        super().__init__(source, lamp=1.0)
        self._per_ms, self._depth = 2 * hz / 1000, depth

    def next_frame(self, timeout_s: float) -> Frame:
        frame = super().next_frame(timeout_s)
        exposure_ms = self.taken[-1].exposure_us / 1000
        high = frame.main.shape[0]
        at_ms = frame.at_ns / 1e6 + np.arange(high) / high * 18.0 + exposure_ms / 2
        left = self._depth * np.sinc(self._per_ms * exposure_ms)
        lit = 1 + left * np.cos(2 * np.pi * self._per_ms * at_ms)
        level = 255 * np.clip((frame.main / 255) ** 2.2 * lit[:, None, None], 0, 1) ** (1 / 2.2)
        main = np.asarray(np.rint(level), np.uint8)
        return replace(frame, main=main, small=small_of(main))


@pytest.mark.parametrize("fps", [30.0, 25.0])
@pytest.mark.parametrize("hz", [50, 60])
def test_the_mains_are_found_even_where_bands_stand_still(hz: int, fps: float) -> None:
    """At 30 frames a second bands of 60 Hz stand, at 25 those of 50 Hz; the others run."""
    rig = Rig.draw(3, 640, 360)
    drawn = SceneSource(rig, fps, Unhurried(), Scene(opening(rig.board)))
    source = Flickering(drawn, hz, 0.3)
    with source:
        found = settle(source, None)
    assert found.mains_hz == hz
    pulses = found.setting.exposure_us * 2 * hz / 1e6
    assert pulses == pytest.approx(round(pulses), abs=1e-3)


class Curved(Fixed):
    """A camera that lifts what is dark, as many do."""

    def next_frame(self, timeout_s: float) -> Frame:
        frame = super().next_frame(timeout_s)
        level = 255 * (0.25 + 0.75 * (frame.main / 255) ** 1.6)
        main = np.asarray(np.rint(level), np.uint8)
        return replace(frame, main=main, small=small_of(main))


@pytest.mark.parametrize("seed", [3, 7])
def test_daylight_has_no_mains(seed: int) -> None:
    """Nor does a tone curve, by which rows of another brightness change by another part."""
    source = Curved(camera(seed), lamp=1.0)
    with source:
        found = settle(source, None)
    assert found.mains_hz is None
    assert found.setting.exposure_us % 10_000 == 0
