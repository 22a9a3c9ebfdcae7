"""The sheet of markers, read back: by OpenCV as it is printed, by our own reader as it is seen."""

import re
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from kiosk import cli
from kiosk.dice import marker_sheet
from kiosk.dice.errors import DiceMisused
from kiosk.table import settings
from kiosk.table.camera_source import board_plan
from vision.calibration import BoardPlan
from vision.calibration.check import marker_fit
from vision.calibration.estimate import CORNER_PX
from vision.calibration.markers import find_markers
from vision.calibration.pose import Known, calibrate, usual_lens

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "config/table.toml"
MM = 25.4
PRINTER_DPI = 300
SIZES = ((20.0, 4.0), (25.4, 5.1), (12.0, 2.4), (40.0, 8.0))


def printed(pdf: Path | bytes, dpi: float = PRINTER_DPI) -> NDArray[np.uint8]:
    """The only page, grey, as a printer sets it."""
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    return np.asarray(document[0].render(scale=dpi / 72, grayscale=True).to_numpy()).squeeze()


def on_paper(px: Any, page: NDArray[Any], paper: str) -> NDArray[np.float64]:
    """Pixels to mm: the first one's middle is (0, 0), and a page has whole ones."""
    high, wide = page.shape
    mm = np.array(marker_sheet.PAPERS_MM[paper]) / (wide, high)
    return np.asarray((np.asarray(px, np.float64).reshape(4, 2) + 0.5) * mm)


def seen(page: NDArray[np.uint8], paper: str = "a4") -> dict[int, NDArray[np.float64]]:
    """Markers by OpenCV alone: number to corners, mm on the paper, clockwise from its top left."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(words, parameters).detectMarkers(page)
    assert ids is not None
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    mm = [on_paper(each, page, paper) for each in corners]
    return dict(zip(ids.ravel().tolist(), mm, strict=True))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("marker_mm", "inset_mm"), SIZES)
def test_opencv_reads_each_marker_in_its_place_and_size(
    paper: str, marker_mm: float, inset_mm: float
) -> None:
    markers = marker_sheet.Markers(marker_mm, inset_mm)
    found = seen(printed(marker_sheet.sheet_pdf(markers, paper)), paper)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * marker_mm
    for marker, corners in found.items():
        assert corners == pytest.approx(
            square + marker_sheet.place_mm(markers, marker, paper), abs=0.1
        )
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides == pytest.approx(marker_mm, abs=0.1)
    left, right = found[0][:, 0].max(), found[1][:, 0].min()
    assert left < right  # upright, and as they lie on the board
    assert found[3][:, 0].max() < found[2][:, 0].min()
    assert found[0][:, 1].max() < found[3][:, 1].min()
    assert found[1][:, 1].max() < found[2][:, 1].min()


def test_the_paper_is_as_large_as_it_says() -> None:
    for paper, (wide, high) in (("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))):
        document = pypdfium2.PdfDocument(
            marker_sheet.sheet_pdf(marker_sheet.usual_markers(), paper)
        )
        points = [each * MM / 72 for each in document[0].get_size()]
        assert points == pytest.approx([wide, high], abs=0.01)


def test_the_line_is_a_hundred_millimetres_long() -> None:
    page = printed(marker_sheet.sheet_pdf(marker_sheet.usual_markers(), "a4"))
    strip = page[int(40 * PRINTER_DPI / MM) : int(43 * PRINTER_DPI / MM)] < 128
    longest = strip.any(axis=0).nonzero()[0]
    assert (longest[-1] - longest[0] + 1) * MM / PRINTER_DPI == pytest.approx(100, abs=0.5)


def test_corner_marks_stand_the_inset_away_and_outside_the_sticker() -> None:
    markers = marker_sheet.Markers(20.0, 6.0)
    page = printed(marker_sheet.sheet_pdf(markers, "a4"), 600)
    px = 600 / MM
    x, y = marker_sheet.place_mm(markers, 0, "a4")
    # Left of the sticker, at the height of its upper edge, and nothing but white within its edge.
    above = page[int((y - 8) * px) : int((y - 4) * px), int((x - 10) * px) : int((x - 7.5) * px)]
    rows = (above < 200).any(axis=1).nonzero()[0] + int((y - 8) * px)
    assert rows.mean() / px == pytest.approx(y - markers.inset_mm, abs=0.1)
    inside = page[
        int((y - 5.8) * px) : int((y - 0.2) * px), int((x - 5.8) * px) : int((x + 25) * px)
    ]
    assert inside.min() == 255


FINER = 8
"""A reader of PDFs lays edges on whole pixels; drawn finer and made smaller they lie between."""


def from_above(page: NDArray[np.uint8]) -> dict[int, NDArray[np.float64]]:
    """Markers by our own reader, mm on A4, where a camera has a FINER-th of the page's pixels."""
    high, wide = (each // FINER * FINER for each in page.shape)
    scale = 1 / FINER
    small = cv2.resize(page[:high, :wide], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = find_markers(cv2.GaussianBlur(small, (0, 0), 0.8).astype(np.uint8))
    assert sorted(found) == [0, 1, 2, 3]
    return {i: on_paper((px + 0.5) * FINER - 0.5, page, "a4") for i, px in found.items()}


@pytest.mark.parametrize("marker_mm", [12.0, 20.0])
def test_from_the_height_of_the_camera_our_reader_finds_them_where_they_lie(
    marker_mm: float,
) -> None:
    """At 2.55 pixels a mm. The number and the arrow on a sticker pull at no corner."""
    px_per_mm = 2.55
    markers = marker_sheet.usual_markers(marker_mm)
    page = printed(marker_sheet.sheet_pdf(markers, "a4"), px_per_mm * MM * FINER)
    found = from_above(page)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * marker_mm
    for marker, corners in found.items():
        x, y = marker_sheet.place_mm(markers, marker, "a4")
        assert corners == pytest.approx(np.add(square, (x, y)), abs=CORNER_PX / px_per_mm)
        foot = int((y + marker_mm + 0.3) * px_per_mm * FINER)
        below = page[foot : foot + int((markers.inset_mm - 0.3) * px_per_mm * FINER)]
        strip = below[:, int(x * px_per_mm * FINER) : int((x + marker_mm) * px_per_mm * FINER)]
        assert strip.min() < 255
        strip[:] = 255
    bare = from_above(page)
    for marker, corners in found.items():
        assert corners == pytest.approx(bare[marker], abs=0.01)


# --- on a board, under a camera


def glued(plan: BoardPlan) -> NDArray[np.uint8]:
    """The rim from straight above, PX_PER_MM fine: each sticker, cut at its corner marks, lies
    flush in its outer corner."""
    markers = marker_sheet.of_board(plan)
    page = printed(marker_sheet.sheet_pdf(markers, "a4"), PX_PER_MM * MM)
    wide, high = (round(each * PX_PER_MM) for each in plan.size_mm)
    rim = np.full((high, wide), 90, np.uint8)
    side = round(markers.sticker_mm * PX_PER_MM)
    for marker in range(4):
        x, y = (
            round((at - markers.inset_mm) * PX_PER_MM)
            for at in marker_sheet.place_mm(markers, marker, "a4")
        )
        left = wide - side if marker in (1, 2) else 0
        top = high - side if marker in (2, 3) else 0
        rim[top : top + side, left : left + side] = page[y : y + side, x : x + side]
    return rim


def photographed(plan: BoardPlan, above_rim_mm: float) -> NDArray[np.uint8]:
    """That rim, from the middle above it, by the Pi's camera."""
    wide, high = plan.size_mm
    lens = usual_lens(2304, 1296)
    scale = lens[0, 0] / above_rim_mm / PX_PER_MM
    shift = lens[:2, 2] - np.array([wide, high]) / 2 * scale * PX_PER_MM
    warp = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    seen_rim = cv2.warpAffine(
        cv2.GaussianBlur(glued(plan), (0, 0), 0.4 / scale), warp, (2304, 1296), borderValue=60
    )
    return np.asarray(seen_rim, np.uint8)


PX_PER_MM = 8.0
GUIDED_MM = 794.0
"""hardware/guide/camera-mount.md, for a board of 540 mm."""


def test_stickers_laid_flush_are_where_the_boards_plan_has_them() -> None:
    section = settings.load(TABLE).devices.camera
    assert section is not None
    plan = board_plan(section.board, None).board
    picture = photographed(plan, GUIDED_MM)
    found = calibrate(picture, known=Known(plan))
    assert sorted(find_markers(picture)) == [0, 1, 2, 3]
    assert marker_fit(found, find_markers(picture), planned=True).rms_px < 0.5  # type: ignore[union-attr]
    middle = [each / 2 for each in plan.size_mm]
    assert found.camera_mm == pytest.approx([*middle, -GUIDED_MM - plan.rim_height_mm], abs=2.0)


# --- the command


def test_a_tables_file_gives_the_markers_that_its_plan_asks_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tomllib.loads(TABLE.read_text())["devices"]["camera"]["board"]
    out = tmp_path / "markers.pdf"
    assert cli.main(["markers", "--config", str(TABLE), "--out", str(out)]) == cli.DONE
    sides = [np.ptp(corners[:, 0]) for corners in seen(printed(out)).values()]
    assert sides == pytest.approx([board["marker_mm"]] * 4, abs=0.1)
    said = capsys.readouterr().out
    assert f"marker_mm = {board['marker_mm']} and" in said
    assert f"marker_inset_mm = {board['marker_inset_mm']}." in said


def test_without_a_file_a_size_may_be_said(tmp_path: Path) -> None:
    out = tmp_path / "markers.pdf"
    line = ["markers", "--size-mm", "30", "--paper", "letter", "--out", str(out)]
    assert cli.main(line) == cli.DONE
    assert np.ptp(seen(printed(out), "letter")[2][:, 1]) == pytest.approx(30, abs=0.1)
    assert cli.main(["markers", "--out", str(out)]) == cli.DONE
    assert np.ptp(seen(printed(out))[2][:, 1]) == pytest.approx(20, abs=0.1)


WIDER = {"marker_mm = 20.0": "marker_mm = 30.0"}
NARROW = {"marker_inset_mm = 4.0": "marker_inset_mm = 1.0"}


@pytest.mark.parametrize(
    ("changed", "more", "told"),
    [
        ({}, ["--size-mm", "25"], r"--size-mm 25 is not the marker_mm = 20 of"),
        (WIDER, [], "marker of 30 mm that lies 4 mm from the edges needs 34 mm of rim and .* 30;"),
        (NARROW, [], r"1 mm of white .* needs a cell's width, 3.3 mm"),
    ],
)
def test_what_can_not_be_is_refused_in_a_sentence_and_writes_nothing(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changed: dict[str, str],
    more: list[str],
    told: str,
) -> None:
    text = TABLE.read_text()
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    config, out = tmp_path / "table.toml", tmp_path / "markers.pdf"
    config.write_text(text)
    line = ["markers", "--config", str(config), "--out", str(out), *more]
    assert cli.main(line) == cli.WRONG
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert re.search(told, said)
    assert not out.exists()


@pytest.mark.parametrize("size", ["0", "nan", "300", "big", "-5"])
def test_a_size_that_is_none_is_wrong_use(size: str, tmp_path: Path, capsys: Any) -> None:
    line = ["markers", f"--size-mm={size}", "--out", str(tmp_path / "m.pdf")]
    assert cli.main(line) == cli.WRONG
    assert f"{size!r} is no side of a marker" in capsys.readouterr().err


@pytest.mark.parametrize(("marker_mm", "told"), [(11.0, "12 mm are the least"), (60.0, "47 mm do")])
def test_too_small_and_too_large_say_what_would_do(marker_mm: float, told: str) -> None:
    with pytest.raises(DiceMisused, match=told):
        marker_sheet.sheet_pdf(marker_sheet.usual_markers(marker_mm), "a4")
    marker_sheet.sheet_pdf(marker_sheet.usual_markers(12.0 if marker_mm < 12 else 47.0), "a4")


def test_a_table_without_a_camera_has_no_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(TABLE.read_text().partition("[devices.camera]")[0])
    line = ["markers", "--config", str(config), "--out", str(tmp_path / "m.pdf")]
    assert cli.main(line) == cli.WRONG
    assert "has no [devices.camera] and no board; give --size-mm instead" in capsys.readouterr().err


def test_the_configuration_itself_is_not_written_over(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(TABLE.read_text())
    assert cli.main(["markers", "--config", str(config), "--out", str(config)]) == cli.WRONG
    assert config.read_text() == TABLE.read_text()
