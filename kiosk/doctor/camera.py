"""Checks the camera, and markers, light and calibration in its pictures.

It runs in a child process with a deadline, as a driver may hang until it is killed. Nothing is set
or moved.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

import cv2
import numpy as np

from kiosk.doctor.facts import CalibrationTrouble, CameraFacts, CameraTrouble, LightFault
from kiosk.table.camera_source import Mixer, board_plan, make_source
from kiosk.table.settings import CameraSection
from vision.calibration import Calibration, CalibrationError
from vision.calibration.check import STRAYED_MM, marker_fit, strayed_mm
from vision.calibration.estimate import estimate
from vision.calibration.markers import NEEDED_MARKERS, find_markers
from vision.calibration.partial_calibration import CalibrationFileInvalid, read_given
from vision.calibration.pose import calibrate
from vision.errors import CameraEnded, CameraMissing, CameraStalled, CannotAdjust
from vision.flicker import flicker
from vision.frame import Frame
from vision.light import Fault, faults, measured, unreadable
from vision.sources import FrameSource
from vision.view import Picture

Make = Callable[[CameraSection, Mixer], FrameSource]
"""Makes a camera, not yet started, from its section; a module-level function, for the child."""

DEADLINE_S = 40.0
"""From the child's start: load libraries, open the camera, take and judge 24 pictures."""
FRAME_S = 3.0
FRAMES = 24
LOOKED_AT = 3
LIVE = frozenset({"pi", "usb", "simulated"})
"""Kinds of cameras whose pictures always differ, by sensor noise."""


@dataclass(frozen=True, slots=True)
class CameraExamination:
    """What the child is to examine. `calibration`: the text of a calibration file."""

    section: CameraSection
    mixer: Mixer
    calibration: str | None = None
    make: Make = make_source


def examine_camera(look: CameraExamination, deadline_s: float = DEADLINE_S) -> CameraFacts:
    """Examine the camera in a process of its own, which is killed at the deadline."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=_child, args=(theirs, look), name="doctor camera", daemon=True)
    child.start()
    theirs.close()
    try:
        if not ours.poll(deadline_s):
            words = f"The camera reported nothing within {deadline_s:g} s"
            return _without(look, CameraTrouble.HUNG, words)
        seen = ours.recv()
    except EOFError:
        child.join()
        words = f"The process that looked through the camera ended with {child.exitcode}"
        return _without(look, CameraTrouble.HUNG, words)
    finally:
        child.kill()
        child.join()
        ours.close()
    if not isinstance(seen, CameraFacts):
        raise AssertionError(f"the child said {seen!r}")
    return seen


def _child(pipe: Connection, look: CameraExamination) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # handled by the doctor, which ends this process
    os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] = f"{FRAME_S:.0f}"
    cv2.setNumThreads(1)
    pipe.send(take_facts(look))


def take_facts(look: CameraExamination) -> CameraFacts:
    """Take pictures and judge them, in this process."""
    try:
        with look.make(look.section, look.mixer) as source:
            exposure_us = _exposure_us(source)
            frames = _frames(source)
    except CameraMissing as error:
        return _without(look, CameraTrouble.MISSING, str(error))
    except CameraStalled as error:
        return _without(look, CameraTrouble.STALLED, str(error))
    height, width = frames[0].main.shape[:2]
    facts = CameraFacts(
        asked_fps=float(look.section.fps),
        size=(width, height),
        frames=len(frames),
        fps=frame_rate(frames),
        frozen=look.section.kind in LIVE and _all_the_same(frames),
        exposure_us=exposure_us,
        file=look.calibration is not None,
    )
    return _judge_pictures(look, facts, frames)


def _without(look: CameraExamination, trouble: CameraTrouble, why: str) -> CameraFacts:
    return CameraFacts(float(look.section.fps), trouble=trouble, why=why)


def _exposure_us(source: FrameSource) -> int | None:
    try:
        return source.limits().now.exposure_us
    except CannotAdjust:
        return None


def _frames(source: FrameSource) -> list[Frame]:
    """Take FRAMES frames, or all of a recording. Raises CameraMissing, CameraStalled."""
    frames = [source.next_frame(FRAME_S)]
    for _ in range(FRAMES - 1):
        try:
            frames.append(source.next_frame(FRAME_S))
        except CameraEnded:
            break
    return frames


def frame_rate(frames: Sequence[Frame]) -> float | None:
    """The sensor's frame rate, by its own numbers and stamps."""
    took_ns = frames[-1].at_ns - frames[0].at_ns
    counted = frames[-1].seq - frames[0].seq
    return None if took_ns <= 0 or counted <= 0 else counted / (took_ns / 1e9)


def _all_the_same(frames: Sequence[Frame]) -> bool:
    first = frames[0].main
    return len(frames) > 1 and all(np.array_equal(first, frame.main) for frame in frames[1:])


def _judge_pictures(
    look: CameraExamination, facts: CameraFacts, frames: Sequence[Frame]
) -> CameraFacts:
    """Judge markers, pose, light and calibration in the picture with most markers."""
    some = frames[:: max(1, len(frames) // LOOKED_AT)][:LOOKED_AT]
    found = [(frame.main, find_markers(frame.main)) for frame in some]
    picture, markers = max(found, key=lambda each: len(each[1]))
    facts = replace(facts, markers=tuple(sorted(markers)))
    flickers = flicker([frame.small for frame in frames])
    trembling = () if flickers is None else (flickers,)
    if len(markers) < NEEDED_MARKERS:
        return replace(facts, light=_light_without_board(picture, trembling))
    try:
        world = calibrate(picture, known=board_plan(look.section.board, look.section.lens))
    except CalibrationError as error:
        return replace(facts, calibration=CalibrationTrouble.PLAN, calibration_why=str(error))
    fitted = marker_fit(world, markers, planned=True)
    facts = replace(
        facts,
        light=tuple(
            _light_fault(fault)
            for fault in (
                *faults(measured(picture, world, markers), world.board.checker_mm),
                *trembling,
            )
        ),
        residual_px=None if fitted is None else fitted.rms_px,
    )
    if look.calibration is None:
        return facts
    return _check_calibration(facts, picture, look.calibration)


def _light_without_board(
    picture: Picture, trembling: Sequence[Fault]
) -> tuple[LightFault, ...] | None:
    """Light faults in a picture without a board, as far as they can be found."""
    why = unreadable(picture)
    if why is None and not trembling:
        return None
    found = [_light_fault(fault) for fault in trembling]
    if why is not None:
        found.insert(0, LightFault("dark" if "dark" in why else "blur", 0.0, 0.0, why))
    return tuple(found)


def _light_fault(fault: Fault) -> LightFault:
    return LightFault(fault.trouble.value, float(fault.figure), float(fault.limit), fault.words)


def _check_calibration(facts: CameraFacts, picture: Picture, text: str) -> CameraFacts:
    try:
        given = read_given(text)
    except CalibrationFileInvalid as error:
        trouble = CalibrationTrouble.UNREADABLE
        return replace(facts, calibration=trouble, calibration_why=str(error))
    try:
        world: Calibration = estimate(picture, given)
    except CalibrationError as error:
        return replace(facts, calibration=CalibrationTrouble.MISFIT, calibration_why=str(error))
    strayed = strayed_mm(world, find_markers(picture))
    if strayed > STRAYED_MM:
        why = (
            f"The markers lie {strayed:.0f} mm from where the file has them, {STRAYED_MM:.0f} mm "
            "is the most: the camera or the board was moved"
        )
        return replace(
            facts,
            strayed_mm=strayed,
            calibration=CalibrationTrouble.MOVED,
            calibration_why=why,
        )
    return replace(facts, strayed_mm=strayed)
