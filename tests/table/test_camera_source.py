"""The camera named in table.toml is the one that is opened, fixed as written."""

import json
import re
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from kits.process_kit import FPS, camera_config
from kits.table_kit import CONFIG

from kiosk.table.camera_source import board_plan, make_source, read_calibration
from kiosk.table.settings import CameraSection, LensSection, PiSection, UsbSection, camera, load
from vision.calibration import USUAL_CHECKER_HEIGHT_MM
from vision.errors import CameraMissing, VisionError
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


def opened(tmp_path: Path, keys: str) -> FrameSource:
    return make_source(section_of(tmp_path, keys), None)


def section_of(tmp_path: Path, keys: str) -> CameraSection:
    """Of a table whose camera has these keys; real devices for a real camera."""
    config = CONFIG + camera_config().replace("[devices.camera]", f"[devices.camera]\n{keys}")
    if "pi" in keys or "usb" in keys:
        config = config.replace('kind = "simulated"\n[devices.buttons]', REAL_BUTTONS)
        config = config.replace('[devices.control]\nsocket = "control.sock"\n', "")
        config = config.replace('port = "simulated"', 'port = "/dev/ttyACM0"')
    (tmp_path / "table.toml").write_text(config)
    section = camera(load(tmp_path / "table.toml"), tmp_path)
    assert section is not None
    return section


REAL_BUTTONS = 'kind = "real"\n[devices.buttons]'


def test_a_pi_camera_is_fixed_as_written(tmp_path: Path) -> None:
    source = opened(
        tmp_path,
        'kind = "pi"\npi = { port = 1, exposure_us = 8333, analogue_gain = 4.0, '
        "colour_gains = [1.5, 2.5], focus_dioptres = 1.2 }",
    )
    assert isinstance(source, Picamera2Source)
    assert source.settings == PiSettings(1280, 720, FPS, 8333, 4.0, (1.5, 2.5), 1.2)
    assert source._number == 1


MADE = {
    "K": [[900.0, 0, 640.0], [0, 900.0, 360.0], [0, 0, 1.0]],
    "dist": [0.1, 0, 0, 0, 0],
    "lens_told": True,
    "exposure_us": 8333,
    "analogue_gain": 4.0,
    "focus_dioptres": 1.2,
    "colour_red": 1.5,
    "colour_blue": 2.5,
}


def calibrated(tmp_path: Path, made: dict[str, object] | str) -> CameraSection:
    """A Pi's camera with such a calibration file."""
    text = made if isinstance(made, str) else json.dumps(made)
    (tmp_path / "camera.json").write_text(text)
    return section_of(tmp_path, 'kind = "pi"\ncalibration = "camera.json"\npi = { port = 1 }')


def test_a_calibration_stands_before_what_is_written(tmp_path: Path) -> None:
    section = calibrated(tmp_path, MADE)
    setting, given = read_calibration(section)
    source = make_source(section, None, setting)
    assert isinstance(source, Picamera2Source)
    assert source.settings == PiSettings(1280, 720, FPS, 8333, 4.0, (1.5, 2.5), 1.2)
    assert given is not None
    lens = board_plan(section.board, None, given)
    assert lens.K is not None
    assert lens.K.tolist() == MADE["K"]
    assert lens.dist is not None
    assert lens.dist.tolist() == MADE["dist"]
    written = LensSection(fx_px=1.0, fy_px=1.0, cx_px=1.0, cy_px=1.0)
    assert board_plan(section.board, written, given).K is not lens.K


def test_a_lens_nobody_measured_is_not_taken_for_measured(tmp_path: Path) -> None:
    section = calibrated(tmp_path, MADE | {"lens_told": False})
    assert board_plan(section.board, None, read_calibration(section)[1]).K is None


def test_what_a_calibration_does_not_tell_is_as_written(tmp_path: Path) -> None:
    section = calibrated(tmp_path, MADE | {"focus_dioptres": None, "colour_red": None})
    source = make_source(section, None, read_calibration(section)[0])
    assert isinstance(source, Picamera2Source)
    assert source.settings == PiSettings(1280, 720, FPS, 8333, 4.0)
    only_board = calibrated(tmp_path, {"K": MADE["K"]})
    assert read_calibration(only_board)[0] is None


def test_a_calibration_that_is_not_there_is_none(tmp_path: Path) -> None:
    section = calibrated(tmp_path, MADE)
    (tmp_path / "camera.json").unlink()
    assert read_calibration(section) == (None, None)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ("half a fi", "is no JSON"),
        (MADE | {"exposure_us": -3}, "exposure_us in the calibration is -3"),
        (MADE | {"focus_dioptres": 1000}, "focus_dioptres in the calibration is 1000"),
        (MADE | {"colour_red": "1"}, "colour_red in the calibration is '1'"),
        (MADE | {"analogue_gain": None}, "analogue_gain is not in the calibration"),
        (MADE | {"K": [1]}, "K in the calibration is"),
    ],
)
def test_a_calibration_that_cannot_be_used_is_told(
    tmp_path: Path, made: dict[str, object] | str, why: str
) -> None:
    with pytest.raises(VisionError, match=re.escape(why)):
        read_calibration(calibrated(tmp_path, made))


def test_a_usb_camera_is_fixed_as_written(tmp_path: Path) -> None:
    source = opened(
        tmp_path,
        'kind = "usb"\npath = "/dev/video9"\nusb = { exposure_us = 8333, focus = 30, '
        "white_balance_k = 3200, gain = 5 }",
    )
    assert isinstance(source, UsbSource)
    assert source.settings == UsbSettings(1280, 720, FPS, 8333, 3200, 30, 5)
    with pytest.raises(CameraMissing, match="/dev/video9"):
        source.start()


def test_a_folder_beside_the_configuration_is_played(tmp_path: Path) -> None:
    (tmp_path / "rolls").mkdir()
    cv2.imwrite(str(tmp_path / "rolls/1.png"), np.full((16, 16, 3), 77, np.uint8))
    source = opened(tmp_path, 'kind = "folder"\npath = "rolls"')
    assert isinstance(source, FolderSource)
    with source:
        assert source.next_frame(1.0).main[0, 0, 0] == 77


def test_a_video_is_the_one_named(tmp_path: Path) -> None:
    source = opened(tmp_path, 'kind = "video"\npath = "evening.mp4"')
    assert isinstance(source, VideoSource)
    with pytest.raises(CameraMissing, match=f"{tmp_path}/evening.mp4"):
        source.start()


def test_without_a_name_a_simulated_table_draws_its_rig(tmp_path: Path) -> None:
    source = opened(tmp_path, "")
    assert isinstance(source, SceneSource)
    assert (source.rig.seed, source.rig.camera.width) == (11, 1280)


@pytest.mark.parametrize(
    ("section", "settings"), [(PiSection(), PiSettings()), (UsbSection(), UsbSettings())]
)
def test_what_is_left_out_is_as_the_source_has_it(section: Any, settings: Any) -> None:
    written = msgspec.structs.asdict(section)
    written.pop("port", None)
    assert written == {key: getattr(settings, key) for key in written}


def test_a_checker_is_as_thick_as_usual_where_nobody_said(tmp_path: Path) -> None:
    """The configuration's own number is the calibration's."""
    board = section_of(tmp_path, "").board
    defaults = {field.name: field.default for field in msgspec.structs.fields(type(board))}
    assert defaults["checker_height_mm"] == USUAL_CHECKER_HEIGHT_MM
    other = msgspec.structs.replace(board, checker_height_mm=11.0)
    assert board_plan(other, None).board.checker_height_mm == 11.0
