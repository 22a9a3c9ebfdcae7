"""The pictures of a match, read one by one; each kind of fault is one sentence."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kits.transcript_kit import cell

from kiosk.dice.errors import EvidenceDamaged
from kiosk.transcribe import pictures
from kiosk.transcribe.pictures import read_pictures
from kiosk.transcript import HIDDEN, PictureCells
from vision.calibration import Calibration, CalibrationError
from vision.errors import NetMissing, VisionError
from vision.picture_file import PictureUnreadable
from vision.view import Picture

CELLS = PictureCells((cell(0),) * 24, (HIDDEN, HIDDEN), (HIDDEN, HIDDEN))
FAULTS = {
    "gone": None,
    "torn": EvidenceDamaged("torn.jpg is not the picture that was kept."),
    "empty": PictureUnreadable("empty.jpg holds no picture."),
    "beach": CalibrationError("No marker is seen."),
}


class PaperReader:
    """Reads everything alike, or complains."""

    def __init__(self, unclear: VisionError | None = None) -> None:
        self.unclear = unclear
        self.learned = 0

    def learn(self, pictures: Sequence[Picture], _calibration: Calibration) -> None:
        if self.unclear is not None:
            raise self.unclear
        self.learned = len(pictures)

    def read(self, _picture: Picture, _calibration: Calibration) -> PictureCells:
        return CELLS


@pytest.fixture(autouse=True)
def paper_album(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures by name, without files."""

    def picture_of(_folder: Path, name: str) -> Picture | None:
        fault = FAULTS.get(name, np.zeros((8, 8, 3), np.uint8))
        if isinstance(fault, EvidenceDamaged | PictureUnreadable):
            raise fault
        return np.full((8, 8, 3), 255, np.uint8) if isinstance(fault, CalibrationError) else fault

    def world_of(picture: Picture, _kept: Any) -> Any:
        if picture.max() == 255:
            raise CalibrationError("No marker is seen.")
        return object()

    monkeypatch.setattr(pictures, "picture_of", picture_of)
    monkeypatch.setattr(pictures, "world_of", world_of)


def test_what_can_be_read_is_read_and_the_rest_is_said_by_kind(tmp_path: Path) -> None:
    reader = PaperReader()
    names = ("gone", "a", "torn", "b", "empty", "c", "beach", "d", "e")
    found = read_pictures(names, tmp_path, reader)
    assert list(found.seen) == ["a", "b", "c", "d", "e"]
    assert reader.learned == 4
    missing, damaged, boardless = found.lacks(names)
    assert missing.startswith("1 of 9 roll pictures are missing; the first: ")
    assert damaged.startswith("2 of 9 roll pictures cannot be used; the first: torn.jpg")
    assert boardless.startswith("1 of 9 roll pictures show no board that can be found; ")
    assert all(words.endswith(".") and not words.endswith("..") for words in found.lacks(names))


@pytest.mark.parametrize(("strayed_mm", "believed"), [(0.5, "then"), (30.0, "now")])
def test_a_board_that_was_moved_since_its_calibration_is_found_by_its_markers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strayed_mm: float, believed: str
) -> None:
    read: list[Any] = []

    class NotingReader(PaperReader):
        def read(self, picture: Picture, calibration: Calibration) -> PictureCells:
            read.append(calibration)
            return super().read(picture, calibration)

    monkeypatch.setattr(pictures, "kept_beside", lambda _folder, _name: "kept")
    monkeypatch.setattr(pictures, "world_of", lambda _picture, kept: "then" if kept else "now")
    monkeypatch.setattr(pictures, "strayed_mm", lambda _world, _markers: strayed_mm)
    read_pictures(("a",), tmp_path, NotingReader())
    assert read == [believed]


def test_a_match_without_pictures_and_a_folder_that_is_none_are_said(tmp_path: Path) -> None:
    assert read_pictures((), tmp_path, PaperReader()).lacks(()) == (
        "No roll of this match has a picture, so no play can be known.",
    )
    (words,) = read_pictures(("a",), tmp_path / "nowhere", PaperReader()).lacks(("a",))
    assert "nowhere is no folder of roll pictures" in words


def test_colours_that_cannot_be_told_apart_are_said_and_nothing_is_read(tmp_path: Path) -> None:
    found = read_pictures(("a",), tmp_path, PaperReader(VisionError("Two colours look alike.")))
    assert found.seen == {}
    assert found.lacks(("a",)) == ("Two colours look alike.",)


def test_a_missing_net_is_an_error_of_the_machine(tmp_path: Path) -> None:
    with pytest.raises(NetMissing):
        read_pictures(("a",), tmp_path, PaperReader(NetMissing("count.onnx is missing.")))
