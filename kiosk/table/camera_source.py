"""A table's camera and its plan of the board, from its configuration and its calibration file."""

from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from kiosk.table.settings import BoardSection, CameraSection, LensSection, PiSection, UsbSection
from vision.calibration import BoardPlan, CalibrationError, Rect
from vision.calibration.partial_calibration import Given, read_given
from vision.calibration.pose import Known
from vision.scene import Rig
from vision.sources import (
    FolderSource,
    FrameSource,
    Picamera2Source,
    PiSettings,
    SceneSource,
    UsbSettings,
    UsbSource,
    VideoSource,
)
from vision.sources.setting import CameraSetting, read_setting

Mixer = Literal["picture_left", "picture_right"] | None


def read_calibration(settings: CameraSection) -> tuple[CameraSetting | None, Given | None]:
    """Camera setting, and board and lens, from the calibration file; None for what it lacks.

    Raises CalibrationError and CannotAdjust for values that can't be used.
    """
    if settings.calibration is None or not Path(settings.calibration).exists():
        return None, None
    file = Path(settings.calibration)
    try:
        text = file.read_text(encoding="utf-8")
        return read_setting(text), read_given(text)
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{file} cannot be read ({error}); calibrate again.") from error


def make_source(
    settings: CameraSection, mixer: Mixer, setting: CameraSetting | None = None
) -> FrameSource:
    """The camera that the configuration names, not yet started, with `setting` applied."""
    width, height, fps = settings.width, settings.height, settings.fps
    path = Path(settings.path or "")
    match settings.kind:
        case "usb":
            return UsbSource(str(path), UsbSettings(width, height, fps, **_fixed(settings.usb)))
        case "video":
            return VideoSource(path)
        case "folder":
            return FolderSource(path, fps)
        case "simulated":
            scenes = SceneSource(Rig.draw(settings.rig_seed, width, height, mixer), fps)
            if setting is not None:
                scenes.adjust(setting, 0.0)
            return scenes
        case "pi":
            fixed = _fixed(settings.pi)
            port = fixed.pop("port", 0)
            fixed |= {} if setting is None else _of_pi(setting)
            return Picamera2Source(PiSettings(width, height, fps, **fixed), port)
    raise AssertionError(f"no camera {settings.kind}")


def _fixed(section: PiSection | UsbSection | None) -> dict[str, Any]:
    return {} if section is None else msgspec.structs.asdict(section)


def _of_pi(setting: CameraSetting) -> dict[str, Any]:
    """The values of `PiSettings` that a calibration found."""
    found = {
        "exposure_us": setting.exposure_us,
        "analogue_gain": setting.gain,
        "focus_dioptres": setting.focus_dioptres,
        "colour_gains": setting.colour_gains,
    }
    return {key: value for key, value in found.items() if value is not None}


def board_plan(board: BoardSection, lens: LensSection | None, given: Given | None = None) -> Known:
    """The board's plan, with the lens if one was measured: from the configuration, else from
    `given`.
    """
    plan = BoardPlan(
        size_mm=board.size_mm,
        rim_height_mm=board.rim_height_mm,
        picture_left=Rect(*board.picture_left_mm),
        picture_right=Rect(*board.picture_right_mm),
        bar=Rect(*board.bar_mm),
        marker_mm=board.marker_mm,
        marker_inset_mm=board.marker_inset_mm,
        checker_mm=board.checker_mm,
        checker_height_mm=board.checker_height_mm,
        die_mm=board.die_mm,
    )
    if lens is None:
        measured = given is not None and given.lens_told
        return Known(plan, given.K, given.dist) if given and measured else Known(plan)
    matrix = [[lens.fx_px, 0.0, lens.cx_px], [0.0, lens.fy_px, lens.cy_px], [0.0, 0.0, 1.0]]
    return Known(plan, np.array(matrix), np.array(lens.dist))
