"""`kiosk calibrate` on boards whose truth is known: pictures, films, the table's own camera."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kiosk import cli
from kiosk.dice import calibrate, overlay
from kiosk.table.camera_source import make_source, read_calibration
from kiosk.table.settings import camera, load
from vision.calibration import Calibration
from vision.calibration.estimate import estimate
from vision.calibration.partial_calibration import KEYS, read_given
from vision.focus_exposure import Settled
from vision.scene import Renderer, Rig, Scene, opening
from vision.sources.setting import CameraSetting

Picture = NDArray[np.uint8]
SEED = 2203
Said = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def rig() -> Rig:
    return Rig.draw(SEED)


@pytest.fixture(scope="module")
def board(rig: Rig) -> Picture:
    return Renderer(rig).frame(Scene(opening(rig.board)), 0, np.random.default_rng(1))


@pytest.fixture
def shot(board: Picture, tmp_path: Path) -> Path:
    cv2.imwrite(str(tmp_path / "board.png"), board)
    return tmp_path / "board.png"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*arguments: str | Path) -> tuple[int, str, str]:
        code = cli.main(["calibrate", *map(str, arguments)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def marker_px(rig: Rig, marker: int) -> NDArray[np.int32]:
    """The paper around one marker."""
    inset, side = rig.board.marker_inset_mm, rig.board.marker_mm
    width, height = rig.board.size_mm
    x = width - inset - side if marker in (1, 2) else inset
    y = height - inset - side if marker in (2, 3) else inset
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    px = rig.camera.project(np.array([(*c, -rig.board.rim_height_mm) for c in corners]))
    return np.asarray(px.round(), np.int32)


def corners_px(rig: Rig) -> NDArray[np.float64]:
    """The frame's outer corners (4, 2), clockwise from the top-left."""
    (x, y), z = rig.board.size_mm, -rig.board.rim_height_mm
    return rig.camera.project(np.array([(0, 0, z), (x, 0, z), (x, y, z), (0, y, z)]))


def hidden(board: Picture, rig: Rig, *markers: int) -> Picture:
    picture = board.copy()
    for marker in markers:
        cv2.fillConvexPoly(picture, marker_px(rig, marker), (60, 60, 60))
    return picture


def off_px(world: Calibration, rig: Rig) -> float:
    """The most by which a board of the true size is put beside where it is seen."""
    width, height = rig.board.size_mm
    scale = np.array(world.board.size_mm) / rig.board.size_mm
    places = [(x * width, y * height) for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)]
    true = rig.camera.project(np.array([(*place, 0.0) for place in places]))
    found = world.project(np.array([(*(np.array(place) * scale), 0.0) for place in places]))
    return float(np.linalg.norm(found - true, axis=1).max())


def test_the_file_it_writes_gives_the_same_board(said: Said, shot: Path, board: Picture) -> None:
    out = shot.with_name("calibration.json")
    code, words, _ = said(shot, "--out", out)
    assert code == 0
    plain = json.loads(out.read_text())
    assert set(KEYS) <= set(plain)
    again = estimate(board, read_given(out.read_text()))
    first = estimate(board)
    places = np.array([(100.0, 100.0, 0.0), (500.0, 400.0, -14.0)])
    assert np.abs(again.project(places) - first.project(places)).max() < 1e-6
    for half in ("picture_left", "picture_right", "bar"):
        one, other = getattr(first.board, half), getattr(again.board, half)
        for side in ("left", "top", "right", "bottom"):
            assert getattr(one, side) == pytest.approx(getattr(other, side), abs=2.0)
    assert "Markers 0, 1, 2, 3 fit the board" in words


def test_a_size_nobody_told_is_not_told_as_measured(said: Said, shot: Path) -> None:
    size = shot.with_name("size.json")
    assert "is taken for 6" in said(shot, "--out", size)[1]
    assert "is taken for 6" in said(shot, "--calibration", size)[1]
    size.write_text('{"size_mm": [640, 520]}')
    assert "The board is 640 x 520 mm with its rim." in said(shot, "--calibration", size)[1]


def test_it_says_what_it_found_in_figures(said: Said, shot: Path, rig: Rig) -> None:
    code, line, _ = said(shot, "--json")
    assert code == 0
    told = json.loads(line)
    assert told["markers"] == [0, 1, 2, 3]
    assert told["residual_px"] < 1.0
    height_mm = abs(rig.camera.centre_mm[2])
    assert told["px_per_mm"] == pytest.approx(rig.camera.K[0, 0] / height_mm, rel=0.1)
    assert told["die_px"][0] == pytest.approx(14 * told["px_per_mm"], rel=0.12)
    assert told["faults"] == []
    assert len(told["notes"]) == 1, "one picture shows no flicker"


@pytest.mark.parametrize(
    ("least", "most", "told"),
    [
        (24.4, 31.6, "24 to 32 pixels wide. That is small, 25 are good: more rolls will be asked"),
        (25.4, 24.6, "25 pixels wide."),
        (25.0, 30.0, "25 to 30 pixels wide."),
    ],
)
def test_dice_that_are_small_in_the_picture_are_told(
    shot: Path, least: float, most: float, told: str
) -> None:
    found = replace(
        calibrate.calibrate_board(calibrate.CalibrationRequest((str(shot),))), die_px=(least, most)
    )
    (line,) = [line for line in calibrate.in_words(found) if line.startswith("A die of ")]
    assert line.partition("mm is ")[2].removesuffix(" about.") == told


@pytest.mark.parametrize(
    ("settled", "told"),
    [
        ({}, []),
        ({"mains_hz": 60}, ["Exposed for whole pulses of lamps on 60 Hz."]),
        ({"too_bright": True}, ["It cannot be set darker without flicker; dim the lamps."]),
        ({"too_dark": True}, ["It cannot be set brighter; put on more light."]),
    ],
)
def test_what_the_camera_was_set_to_is_told_as_it_is_written_down(
    settled: dict[str, Any], told: list[str]
) -> None:
    setting = CameraSetting(exposure_us=8333, gain=2.5, focus_dioptres=None)
    first, *others = calibrate.settled_in_words(Settled(setting, 215.4, False, **settled))
    assert first == ("Set: exposure_us = 8333, analogue_gain = 2.5; white is at level 215.")
    assert others == told


@pytest.mark.parametrize("marker", range(4))
def test_any_three_markers_are_enough(
    board: Picture, rig: Rig, tmp_path: Path, marker: int
) -> None:
    file = tmp_path / "three.png"
    cv2.imwrite(str(file), hidden(board, rig, marker))
    found = calibrate.calibrate_board(calibrate.CalibrationRequest((str(file),)))
    assert found.fit is not None
    assert sorted(found.fit.seen) == [i for i in range(4) if i != marker]
    assert off_px(found.world, rig) < 6.0


def test_two_markers_are_too_few_and_named(
    said: Said, board: Picture, rig: Rig, tmp_path: Path
) -> None:
    file = tmp_path / "two.png"
    cv2.imwrite(str(file), hidden(board, rig, 0, 2))
    code, out, error = said(file)
    assert (code, out) == (cli.LACKING, "")
    assert "Only markers 1, 3 of 0-3" in error


def test_why_no_marker_is_seen_is_told(said: Said, board: Picture, tmp_path: Path) -> None:
    file = tmp_path / "blurred.png"
    cv2.imwrite(str(file), cv2.GaussianBlur(board, (0, 0), 6))
    code, _, error = said(file)
    assert code == cli.LACKING
    assert "No markers of 0-3" in error
    assert "out of focus" in error
    cv2.imwrite(str(file), (board // 16).astype(np.uint8))
    assert "dark" in said(file)[2]


def test_another_picture_of_the_same_camera_may_show_what_a_hand_hides(
    board: Picture, rig: Rig, tmp_path: Path
) -> None:
    names = [str(tmp_path / name) for name in ("0.png", "1.png")]
    cv2.imwrite(names[0], hidden(board, rig, 0, 1))
    cv2.imwrite(names[1], board)
    found = calibrate.calibrate_board(calibrate.CalibrationRequest(tuple(names)))
    assert found.fit is not None
    assert len(found.fit.seen) == 4


def test_tapped_corners_do_without_markers(
    said: Said, board: Picture, rig: Rig, tmp_path: Path
) -> None:
    file, out = tmp_path / "bare.png", tmp_path / "calibration.json"
    cv2.imwrite(str(file), hidden(board, rig, 0, 1, 2, 3))
    corners = corners_px(rig)
    points = [f"{x:.1f},{y:.1f}" for x, y in corners]
    code, words, _ = said(file, "--out", out, "--corners", *points)
    assert code == 0
    assert "No marker is seen" in words
    world = estimate(board, read_given(out.read_text()))
    assert off_px(world, rig) < 8.0


def inner_px(rig: Rig) -> NDArray[np.float64]:
    """The corners of the left half's field and of the right's (8, 2), clockwise from the
    top-left."""
    places = [
        (x, y, 0.0)
        for left, top, right, bottom in rig.board.halves.values()
        for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))
    ]
    return rig.camera.project(np.array(places))


def written(points: NDArray[np.float64]) -> list[str]:
    return [f"{x:.1f},{y:.1f}" for x, y in points]


def test_the_fields_corners_do_without_the_frames(
    said: Said, board: Picture, rig: Rig, tmp_path: Path
) -> None:
    """Pictures may be named behind them, as behind the frame's four."""
    file, out = tmp_path / "bare.png", tmp_path / "calibration.json"
    png = tmp_path / "overlay.png"
    cv2.imwrite(str(file), hidden(board, rig, 0, 1, 2, 3))
    points = written(inner_px(rig))
    points[2] = "-"
    code, words, _ = said("--out", out, "--overlay", png, "--corners", *points, file)
    assert code == 0
    assert "its corners were clicked, 7 of the field; they fit to" in words
    assert "Its scale is that of a board" in words
    assert "The halves are" in words
    plain = json.loads(out.read_text())
    assert plain["markers"] == []
    world = estimate(np.zeros_like(board), read_given(out.read_text()))
    halves = world.board.picture_left, world.board.picture_right
    places = [
        (x, y, 0.0)
        for half in halves
        for x, y in (
            (half.left, half.top),
            (half.right, half.top),
            (half.right, half.bottom),
            (half.left, half.bottom),
        )
    ]
    off = np.linalg.norm(world.project(np.array(places)) - inner_px(rig), axis=1)
    assert off.max() < 8.0, "the wall at the bar hides a little of its foot"
    assert json.loads(said(file, "--json", "--corners", *points)[1])["clicked_px"] < 3.0
    crossed = np.asarray(cv2.imread(str(png)), np.uint8)
    x, y = inner_px(rig)[0].round().astype(int)
    assert np.abs(crossed[y - 8 : y + 9, x - 8 : x + 9].astype(int) - board[y, x]).max() > 60


def test_frame_and_field_together_are_twelve(said: Said, shot: Path, rig: Rig) -> None:
    both = written(np.vstack([corners_px(rig), inner_px(rig)]))
    code, words, _ = said(shot, "--corners", *both)
    assert code == 0
    assert "4 of the frame and 8 of the field" in words
    assert "The board is taken for" in words


def test_halves_that_the_markers_have_elsewhere_are_told(said: Said, shot: Path, rig: Rig) -> None:
    """Upside down is in order for itself: the markers alone tell."""
    picture = np.asarray(cv2.imread(str(shot)), np.uint8)
    cv2.imwrite(str(shot), np.ascontiguousarray(picture[::-1, ::-1]))
    size = np.array(picture.shape[1::-1]) - 1
    turned = np.roll((size - inner_px(rig)).reshape(2, 4, 2)[::-1], 2, axis=1).reshape(8, 2)
    code, _, error = said(shot, "--corners", *written(turned))
    assert code == cli.LACKING
    assert "Marker 0 lies at" in error
    assert "clockwise from the one at marker 0" in error


def test_clicks_that_fix_no_plan_are_one_sentence(said: Said, shot: Path, rig: Rig) -> None:
    points = written(inner_px(rig))
    points[4:] = ["-"] * 4
    code, out, error = said(shot, "--corners", *points)
    assert (code, out) == (cli.LACKING, "")
    assert "click it, too" in error
    assert error.count("\n") == 1


def test_a_tables_plan_is_held_to_the_clicked_corners_and_written(
    said: Said, simulated_table: Path, tmp_path: Path
) -> None:
    rig = Rig.draw(7, 960, 540)
    out, points = tmp_path / "calibration.json", inner_px(rig)
    table = ("--config", simulated_table, "--corners")
    code, words, _ = said("--out", out, *table, *written(points))
    assert code == 0
    assert "8 of the field" in words
    plain = json.loads(out.read_text())
    assert plain["picture_left_mm"] == pytest.approx(list(rig.board.halves["picture_left"]))
    assert plain["picture_right_mm"] == pytest.approx(list(rig.board.halves["picture_right"]))
    assert np.array(plain["t_mm"]) == pytest.approx(rig.camera.t_mm, abs=8.0)
    right = list(rig.board.halves["picture_right"])
    text = simulated_table.read_text()
    simulated_table.write_text(text.replace(str(right), str([right[0] + 30.0, *right[1:]])))
    code, _, error = said(*table, *written(points))
    assert code == cli.LACKING
    assert "what is known of the board contradict each other by" in error


def test_a_corner_may_lie_left_of_the_picture(
    said: Said, board: Picture, rig: Rig, tmp_path: Path
) -> None:
    corners = corners_px(rig)
    cut = int(corners[0, 0]) + 5
    cv2.imwrite(str(tmp_path / "cut.png"), board[:, cut:])
    points = [f" {x - cut:.1f},{y:.1f}" for x, y in corners]
    assert said(tmp_path / "cut.png", "--corners", *points)[0] == 0


@pytest.mark.parametrize("first", range(4))
def test_corners_tapped_from_another_than_marker_0_are_told(
    said: Said, shot: Path, rig: Rig, first: int
) -> None:
    """A finger is three pixels beside; the wrong corner is a whole board."""
    corners = np.roll(corners_px(rig), -first, axis=0)
    corners += [(3, 0), (0, -3), (-2, 2), (1, 1)]
    code, _, error = said(shot, "--corners", *(f"{x:.1f},{y:.1f}" for x, y in corners))
    assert code == (0 if first == 0 else cli.LACKING)
    assert ("clockwise from the one at marker 0" in error) == (first != 0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "nothing"),
        (["a.png", "--source", "film"], "IMAGE and --source"),
        (["a.png", "--corners", "1,2", "3,4", "5,6"], "was given 3 points"),
        (["a.png", "--corners", "1,2", "3,4", "5,6", "7"], "no point"),
        (["a.png", "--corners", "-", "3,4", "5,6", "7,8", "9,9"], "was given 5 points"),
        (["--corners", "1,2", "3,4", "5,6", "7,8", "a.png", "9,9"], "'9,9' is no point"),
        (["a.png", "--mains", "55"], "55"),
        (["a.png", "--mains", "50"], "--mains is for --config"),
        (["a.png", "--write"], "--write is for --config"),
        (["--config", "t.toml", "--write", "--out", "o"], "--write is for --config"),
        (["no-such.png"], "no-such.png: No such file"),
        (["--config", "no-such.toml"], "no-such.toml can't be read"),
    ],
)
def test_wrong_use_is_one_line_and_code_2(said: Said, arguments: list[str], says: str) -> None:
    code, out, error = said(*arguments)
    assert (code, out) == (cli.WRONG, "")
    assert says in error
    assert error.count("\n") == 1


def test_a_picture_too_small_to_read_is_told(said: Said, board: Picture, tmp_path: Path) -> None:
    file = tmp_path / "small.png"
    cv2.imwrite(str(file), cv2.resize(board, (440, 248), interpolation=cv2.INTER_AREA))
    corners = ["20,10", "420,10", "420,240", "20,240"]
    code, _, error = said(file, "--corners", *corners)
    assert code == cli.LACKING
    assert "too small" in error


def test_pictures_of_two_sizes_are_told(said: Said, shot: Path, board: Picture) -> None:
    other = shot.with_name("other.png")
    cv2.imwrite(str(other), cv2.resize(board, (640, 360)))
    code, _, error = said(shot, other)
    assert code == cli.WRONG
    assert "640 x 360" in error
    assert "1280 x 720" in error


def test_a_film_shows_flicker_and_a_fault_of_one_frame_is_none(
    said: Said, board: Picture, tmp_path: Path
) -> None:
    film = tmp_path / "film"
    film.mkdir()
    for k in range(12):
        lit = np.clip(board * (1 + 0.06 * (-1) ** k), 0, 255).astype(np.uint8)
        cv2.imwrite(str(film / f"{k:02}.png"), lit if k else cv2.GaussianBlur(lit, (0, 0), 2.0))
    code, words, _ = said("--source", film)
    assert code == 0
    assert "flickers" in words
    assert "focus" not in words


def test_an_overlay_shows_board_markers_and_words(
    said: Said, shot: Path, board: Picture, rig: Rig
) -> None:
    png = shot.with_name("overlay.png")
    assert said(shot, "--overlay", png)[0] == 0
    drawn = np.asarray(cv2.imread(str(png)), np.uint8)
    high, wide = board.shape[:2]
    assert drawn.shape[1] == wide
    assert drawn.shape[0] > high, "the words stand below"
    assert drawn[high:].max() > 200
    changed = np.abs(drawn[:high].astype(int) - board).sum(axis=2) > 30
    for x, y in marker_px(rig, 0):
        assert changed[y - 8 : y + 9, x - 8 : x + 9].any()
    half = rig.board.halves["picture_right"]
    middle = (
        rig.camera.project(np.array([(half[0] + 30, half[3] - 120, 0.0)]))[0].round().astype(int)
    )
    assert drawn[middle[1], middle[0], 1] >= board[middle[1], middle[0], 1] * 0.74
    table = drawn[4:40, 4:40].astype(int) - board[4:40, 4:40]
    assert np.abs(table).max() == 0, "the table beside the board stays as it was"


def test_the_tables_own_camera_is_set_and_calibrated_with_its_plan(
    said: Said, tmp_path: Path, simulated_table: Path
) -> None:
    out = tmp_path / "calibration.json"
    code, words, waiting = said("--config", simulated_table, "--out", out)
    assert code == 0
    assert "lens" in waiting
    plain = json.loads(out.read_text())
    assert plain["exposure_us"] % 10_000 == 0
    assert f"focus_dioptres = {plain['focus_dioptres']:g}" in words
    assert "Nothing is wrong with the light." in words
    truth = Rig.draw(7, 960, 540)
    assert plain["size_mm"] == pytest.approx(truth.board.size_mm)
    assert np.array(plain["t_mm"]) == pytest.approx(truth.camera.t_mm, abs=4.0)
    assert np.array(plain["K"]) == pytest.approx(truth.camera.K)


@pytest.fixture
def simulated_table(tmp_path: Path) -> Path:
    drawn = Rig.draw(7, 960, 540)
    board, lens = drawn.board, drawn.camera
    keys: dict[str, Any] = {
        "size_mm": list(board.size_mm),
        "rim_height_mm": board.rim_height_mm,
        "picture_left_mm": list(board.halves["picture_left"]),
        "picture_right_mm": list(board.halves["picture_right"]),
        "bar_mm": list(board.bar),
        "marker_mm": board.marker_mm,
        "marker_inset_mm": board.marker_inset_mm,
        "checker_mm": board.checker_diameter_mm,
    }
    plan = "\n".join(f"{key} = {value}" for key, value in keys.items())
    file = tmp_path / "table.toml"
    file.write_text(f"""
[table]
number = 1
event_id = "club"
[devices]
kind = "simulated"
[devices.buttons]
left_pin = 17
right_pin = 27
[devices.control]
[devices.camera]
width = 960
height = 540
fps = 30
rig_seed = 7
[devices.camera.board]
{plan}
[devices.camera.lens]
fx_px = {lens.K[0, 0]}
fy_px = {lens.K[1, 1]}
cx_px = {lens.K[0, 2]}
cy_px = {lens.K[1, 2]}
dist = {lens.dist.tolist()}
""")
    return file


def test_what_is_written_for_the_table_is_what_its_camera_then_goes_by(
    said: Said, simulated_table: Path
) -> None:
    text = simulated_table.read_text()
    named = text.replace("rig_seed = 7", 'rig_seed = 7\ncalibration = "made/camera.json"')
    simulated_table.write_text(named)
    code, words, _ = said("--config", simulated_table, "--write")
    kept = simulated_table.parent / "made" / "camera.json"
    assert code == 0
    assert f"Written to {kept}" in words
    section = camera(load(simulated_table), simulated_table.parent)
    assert section is not None
    setting, given = read_calibration(section)
    assert setting is not None
    assert given is not None
    source = make_source(section, None, setting)
    assert source.limits().now == setting
    red, blue = setting.colour_gains or (0.0, 0.0)
    assert f"colour_gains = [{red:g}, {blue:g}]" in words
    assert (given.marked, given.lens_told) == (True, True)
    assert given.t_mm == pytest.approx(Rig.draw(7, 960, 540).camera.t_mm, abs=4.0)


def test_a_table_that_names_no_file_for_it_is_told_so(said: Said, simulated_table: Path) -> None:
    code, _, error = said("--config", simulated_table, "--write")
    assert code == cli.WRONG
    assert "devices.camera.calibration" in error


def test_a_table_without_a_camera_has_nothing_to_calibrate(
    said: Said, simulated_table: Path
) -> None:
    text = simulated_table.read_text().partition("[devices.camera]")[0]
    simulated_table.write_text(text)
    code, _, error = said("--config", simulated_table)
    assert code == cli.WRONG
    assert "no [devices.camera]" in error


def test_what_is_written_gets_its_folder(said: Said, shot: Path) -> None:
    out, png = shot.parent / "new" / "c.json", shot.parent / "other" / "o.png"
    assert said(shot, "--out", out, "--overlay", png)[0] == 0
    assert all(file.is_file() for file in (out, png))


def test_a_full_disk_is_told(said: Said, shot: Path) -> None:
    assert said(shot, "--out", "/dev/full") == (cli.WRONG, "", "kiosk: No space left on device\n")


def test_nothing_is_written_over_what_is_read(said: Said, shot: Path) -> None:
    kept = shot.read_bytes()
    for name in ("--overlay", "--out"):
        code, _, why = said(shot, name, shot)
        assert code == 2
        assert "named twice" in why
    assert shot.read_bytes() == kept
    lens = shot.with_name("lens.json")
    lens.write_text("{}")
    code, _, why = said(shot, "--calibration", lens, "--out", lens)
    assert (code, lens.read_text()) == (2, "{}")
    assert "named twice" in why


def test_a_file_tells_the_lens_where_the_configuration_tells_none(
    said: Said, tmp_path: Path, simulated_table: Path
) -> None:
    """The plan stands in the configuration."""
    text, _, _ = simulated_table.read_text().partition("[devices.camera.lens]")
    simulated_table.write_text(text)
    lens = Rig.draw(7, 960, 540).camera
    known, out = tmp_path / "lens.json", tmp_path / "out.json"
    guessed = {"size_mm": [900, 900], "size_told": False}
    known.write_text(json.dumps({"K": lens.K.tolist(), "dist": lens.dist.tolist()} | guessed))
    code, words, _ = said("--config", simulated_table, "--calibration", known, "--out", out)
    assert (code, "mm with its rim." in words, "is taken for" in words) == (0, True, False)
    plain = json.loads(out.read_text())
    assert np.array(plain["K"]) == pytest.approx(lens.K)
    assert plain["size_mm"] != [900, 900]
    assert plain["size_told"] is True


def test_an_overlay_without_markers_is_drawn(board: Picture, tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    cv2.imwrite(str(file), cv2.GaussianBlur(board, (0, 0), 3))
    asked = calibrate.CalibrationRequest(
        (str(file),), corners=np.array([(80, 30), (1200, 30), (1200, 690), (80, 690)], float)
    )
    found = calibrate.calibrate_board(asked)
    assert [fault.trouble.value for fault in found.faults] == ["blur"]
    assert overlay.draw_overlay(found).shape[0] > board.shape[0]
