"""Focus, exposure and white balance of a camera over a board: found before a match, then fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.markers import find_markers
from vision.flicker import mains_hz
from vision.light import sharpest_px
from vision.marker_photometry import GAMMA, level, papers
from vision.sources.setting import CameraSetting, Limits
from vision.sources.source import FrameSource

Picture = NDArray[np.uint8]
Report = Callable[[str], None]

WHITE = 215.0
"""Where white paper belongs: bright, with room above for what shines."""
NEAR_WHITE = 12.0
CLIPPED = 250.0
DIMMED = 0.25
MOST_GAIN = 8.0
"""More gain is more noise than a longer exposure is movement; dice that rest do not move."""
TRIES = 6
NEUTRAL = 0.02
"""White paper's colours this near to each other are one."""
BALANCES = 4
FARTHEST = 0.0
"""Dioptres looked at: beyond the room."""
NEAREST = 6.0
"""Dioptres of 17 cm."""
COARSE = 0.25
FINE = 0.2
FINE_STEPS = 5
MAINS = (50, 60)
USUAL_MAINS = 50
MAINS_FRAMES = 16
ADJUST_S = 5.0
FRAME_S = 3.0


@dataclass(frozen=True, slots=True)
class Settled:
    """setting: what the camera is now fixed to. white: level of white paper, or of the brightest
    things where no marker is seen. focused: whether a lens was moved. balanced: whether the colours
    were set by the markers' paper. too_bright, too_dark: it
    could be set no lower or higher. mains_hz: by which the lamps flicker, if they do."""

    setting: CameraSetting
    white: float
    focused: bool
    balanced: bool = False
    too_bright: bool = False
    too_dark: bool = False
    mains_hz: int | None = None


def settle(source: FrameSource, mains: int | None, report: Report = lambda _line: None) -> Settled:
    """Set a started camera, with the board in its view and no hand over it.

    Exposures are whole pulses of lamps on the mains, which flash twice a period; mains in Hz,
    `None` to find it out. Raises CannotAdjust, CameraStalled.
    """
    limits = source.limits()
    pulse_us = 1e6 / (2 * (mains or USUAL_MAINS))
    rough = _expose(source, limits, limits.now, pulse_us)
    if mains is None:
        mains = _mains(source, limits, rough.setting)
        pulse_us = 1e6 / (2 * (mains or USUAL_MAINS))
    setting, focused = rough.setting, limits.focus_dioptres is not None
    if limits.focus_dioptres is not None:
        report("Moving the lens through its range.")
        setting = _focus(source, setting, limits.focus_dioptres)
    # Sharp white is whiter than blurred white, and balanced white than tinted.
    sharp = _expose(source, limits, setting, pulse_us).setting
    balanced = _balance(source, limits, sharp)
    found = _expose(source, limits, balanced or sharp, pulse_us)
    return replace(found, focused=focused, balanced=balanced is not None, mains_hz=mains)


def _balance(source: FrameSource, limits: Limits, setting: CameraSetting) -> CameraSetting | None:
    """The setting in which the markers' paper is grey; `None` where that cannot be measured."""
    span, gains = limits.colour_gains, setting.colour_gains
    if span is None or gains is None:
        return None
    for _ in range(BALANCES):
        picture = source.next_frame(FRAME_S).main
        whites = [paper.white for paper in papers(picture, find_markers(picture)).values()]
        if not whites:
            return None
        blue, green, red = np.median(np.stack(whites), axis=0)
        if red <= 0 or blue <= 0:
            return None
        off = green / red, green / blue
        if max(abs(part - 1) for part in off) <= NEUTRAL:
            break
        kept = [min(max(g * part, span[0]), span[1]) for g, part in zip(gains, off, strict=True)]
        gains = round(float(kept[0]), 3), round(float(kept[1]), 3)
        setting = replace(setting, colour_gains=gains)
        source.adjust(setting, ADJUST_S)
    return setting


def _mains(source: FrameSource, limits: Limits, setting: CameraSetting) -> int | None:
    """The mains in Hz, from frames of one pulse of 50 Hz and of 60 Hz; `None` without flicker."""
    if limits.exposure_us[1] < 1e6 / (2 * min(MAINS)):
        return None
    smalls, times = [], []
    exposures = [1e6 / (2 * hz) for hz in MAINS]
    light = setting.exposure_us * setting.gain
    light = max(min(light, limits.gain[1] * min(exposures)), limits.gain[0] * max(exposures))
    for exposure in exposures:
        # As bright by either: a camera's tone curve would else look like bands of light.
        gain = light / exposure
        source.adjust(replace(setting, exposure_us=round(exposure), gain=gain), ADJUST_S)
        frames = [source.next_frame(FRAME_S) for _ in range(MAINS_FRAMES)]
        smalls.append([frame.small for frame in frames])
        times.append(np.diff([frame.at_ns for frame in frames]))
    return mains_hz(smalls[0], smalls[1], round(float(np.median(times))))


def _expose(source: FrameSource, limits: Limits, start: CameraSetting, pulse_us: float) -> Settled:
    light = start.exposure_us * start.gain
    for _ in range(TRIES):
        exposure_us, gain, held = _split(light, limits, pulse_us)
        setting = replace(start, exposure_us=exposure_us, gain=gain)
        source.adjust(setting, ADJUST_S)
        white = whitest(source.next_frame(FRAME_S).main)
        settled = Settled(
            setting,
            white,
            focused=False,
            too_bright=held and white > WHITE + NEAR_WHITE,
            too_dark=held and white < WHITE - NEAR_WHITE,
        )
        if abs(white - WHITE) <= NEAR_WHITE or settled.too_bright or settled.too_dark:
            return settled
        ratio = (WHITE / max(white, 1.0)) ** GAMMA
        light *= DIMMED if white >= CLIPPED else min(ratio, 1 / DIMMED)
    return settled


def _split(light: float, limits: Limits, pulse_us: float) -> tuple[int, float, bool]:
    """Exposure, us, and gain for an amount of light; and whether the camera's limits prevent it.

    The shortest exposure of whole pulses at which the gain stays moderate.
    """
    pulses = max(1, int(limits.exposure_us[1] / pulse_us + 1e-6))
    most = min(MOST_GAIN, limits.gain[1])
    gain, exposure = light / pulse_us, pulse_us
    for count in range(1, pulses + 1):
        exposure = count * pulse_us
        gain = light / exposure
        if gain <= most:
            break
    kept = min(max(gain, limits.gain[0]), limits.gain[1])
    held = abs(kept - gain) > 1e-6 * gain
    return round(exposure), round(kept, 3), held


def whitest(picture: Picture) -> float:
    """The level of the markers' paper, or of the brightest things where none is seen."""
    seen = papers(picture, find_markers(picture))
    if seen:
        white = np.median(np.stack([paper.white for paper in seen.values()]), axis=0)
        return float(level(white).max())
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, 99.5))


def _focus(source: FrameSource, setting: CameraSetting, span: tuple[float, float]) -> CameraSetting:
    """The lens's place of the sharpest picture: by all that is seen, then by the markers."""
    low, high = max(span[0], FARTHEST), min(span[1], NEAREST)
    places = np.arange(low, high + 1e-6, COARSE)
    best = float(max((_detail(_taken(source, setting, at)), at) for at in places)[1])
    near = best + FINE * np.arange(-FINE_STEPS, FINE_STEPS + 1)
    near = near[(near >= low) & (near <= high)]
    blurs = [(float(at), _blur_px2(_taken(source, setting, at))) for at in near]
    found = replace(setting, focus_dioptres=round(_lowest(blurs, best), 3))
    source.adjust(found, ADJUST_S)
    return found


def _taken(source: FrameSource, setting: CameraSetting, at: float) -> Picture:
    source.adjust(replace(setting, focus_dioptres=float(at)), ADJUST_S)
    return source.next_frame(FRAME_S).main


def _detail(picture: Picture) -> float:
    """Variance of the Laplacian in half size, where noise is less."""
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return float(np.var(cv2.Laplacian(cv2.cvtColor(half, cv2.COLOR_BGR2GRAY), cv2.CV_32F)))


def _blur_px2(picture: Picture) -> float | None:
    """Variance of the blur by the markers, else by the sharpest edges."""
    spreads = [
        float(np.trace(paper.spread)) / 2
        for paper in papers(picture, find_markers(picture)).values()
        if paper.spread is not None
    ]
    if spreads:
        return float(np.median(spreads))
    edge = sharpest_px(picture)
    return None if edge is None else edge**2


def _lowest(blurs: list[tuple[float, float | None]], best: float) -> float:
    """Focus at which the blur is least. Its variance grows with the square of the distance from
    there: the vertex of a parabola, or the sharpest tried focus if that lies outside them."""
    measured = [(at, blur) for at, blur in blurs if blur is not None]
    if not measured:
        return best
    at, blur = np.array(measured).T
    if len(measured) >= 4:
        bend, slope, _height = np.polyfit(at, blur, 2)
        foot = -slope / (2 * bend) if bend > 0 else np.inf
        if at.min() <= foot <= at.max():
            return float(foot)
    return float(at[int(blur.argmin())])
