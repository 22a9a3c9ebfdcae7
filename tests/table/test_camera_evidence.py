"""What the camera's worker keeps of a roll beside its picture, and what shadow mode keeps back."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from kits import commands as c

from kiosk.rules.units import Instant
from kiosk.table import pictures
from kiosk.table.camera import CameraWorker
from kiosk.table.camera_child import SeenDice, SeenEmpty
from vision.calibration import BoardPlan, Calibration, Rect
from vision.reading import DieSeen, Reading, Support
from vision.stored_reading import KeptReading, kept_reading

DIE = DieSeen(
    5,
    5,
    "picture_left",
    True,
    Support.SURFACE,
    0.91,
    (300.0, 200.0),
    (101.24, 88.88),
    (9, 9, 5, 5),
)
READING = Reading((DIE,), 111, 222, (7, 8, 9), True)
BOARD = BoardPlan(
    (620.0, 520.0),
    17.0,
    Rect(30, 30, 290, 490),
    Rect(330, 30, 590, 490),
    Rect(290, 30, 330, 490),
    20.0,
    4.0,
    40.0,
)
LENS = np.array([[985.0, 0, 634.0], [0, 985.0, 366.0], [0, 0, 1]])
WORLD = Calibration(LENS, np.zeros(5), np.eye(3), np.array([0.0, 0, 900]), BOARD, 1280, 720)
ROLL = SeenDice(READING, b"a roll", None, kept_reading(READING, WORLD, "cafe"))


class Eye:
    """A worker without its process: it is told what was seen."""

    def __init__(self, folder: Path, *, shadow: bool = False) -> None:
        self.posted: list[c.Command] = []
        self.folder = folder / "pictures"
        section: Any = SimpleNamespace(kind="simulated")
        self.post: Callable[[c.Command], object] = self.posted.append
        self.worker = CameraWorker(
            section,
            mixer=None,
            pictures=pictures.PictureFolder(self.folder),
            post=lambda command: self.post(command),  # noqa: PLW0108 (a test puts another in its place)
            lost=False,
            shadow=shadow,
        )

    def sees(self, *seen: SeenDice | SeenEmpty) -> None:
        for each in seen:
            self.worker._post_reading(each)

    def kept(self, picture: bytes) -> KeptReading:
        file = self.folder / f"{named(picture)}.reading.json"
        return KeptReading.from_json(file.read_text())


def named(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()


def test_the_reading_and_its_reader_lie_beside_the_picture(tmp_path: Path) -> None:
    eye = Eye(tmp_path)
    eye.sees(ROLL)
    kept = eye.kept(b"a roll")
    assert (kept.reading, kept.reader, kept.before) == (READING, "cafe", None)
    np.testing.assert_array_equal(kept.calibration.t_mm, WORLD.t_mm)


def test_the_board_as_it_lay_before_is_kept_and_named(tmp_path: Path) -> None:
    eye = Eye(tmp_path)
    eye.sees(SeenEmpty(5, b"older"), SeenEmpty(7, b"a board"), ROLL)
    assert eye.kept(b"a roll").before == named(b"a board")
    assert (eye.folder / f"{named(b'a board')}.jpg").read_bytes() == b"a board"


def test_the_board_that_the_reader_was_given_counts(tmp_path: Path) -> None:
    """A nudge, a lamp or moved checkers have changed it since the dice were lifted."""
    eye = Eye(tmp_path)
    nudged = replace(ROLL, same_board=False, before=b"as it lies now")
    eye.sees(SeenEmpty(7, b"a board"), nudged)
    assert eye.kept(b"a roll").before == named(b"as it lies now")
    eye.sees(replace(ROLL, picture=b"the next"))
    assert eye.kept(b"the next").before == named(b"as it lies now")
    eye.sees(replace(ROLL, picture=b"no board", same_board=False))
    assert eye.kept(b"no board").before is None


def test_a_roll_whose_picture_was_not_kept_still_tells_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera's process does not send it again."""
    eye = Eye(tmp_path)
    eye.sees(SeenEmpty(7, b"a board"))
    real = pictures.keep

    def full(folder: Path, picture: bytes) -> str:
        if picture == b"a roll":
            raise OSError(28, "No space left on device")
        return real(folder, picture)

    monkeypatch.setattr(pictures, "keep", full)
    eye.sees(replace(ROLL, same_board=False, before=b"as it lies now"))
    eye.sees(replace(ROLL, picture=b"the next"))
    assert eye.kept(b"the next").before == named(b"as it lies now")


def test_the_reading_is_on_the_disk_when_the_roll_is_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(
        pictures.os,
        "fsync",
        lambda handle: synced.append(Path(f"/proc/self/fd/{handle}").readlink().name),
    )
    eye = Eye(tmp_path)
    there: list[bool] = []
    eye.post = lambda _command: there.append(
        eye.kept(b"a roll").reading == READING
        and synced[-2:] == [f"{named(b'a roll')}.reading.part", "pictures"]
    )
    eye.sees(ROLL)
    assert there == [True]


def test_the_pictures_name_is_on_the_disk_when_a_roll_that_names_it_is_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    eye = Eye(tmp_path)

    def synced(handle: int) -> None:
        what = Path(f"/proc/self/fd/{handle}").readlink()
        done.append((what.name, sorted(f.name for f in eye.folder.iterdir())))

    monkeypatch.setattr(pictures.os, "fsync", synced)
    eye.post = lambda command: done.append(command.facts.picture)
    eye.sees(replace(ROLL, kept=None))
    name = named(b"a roll")
    assert done[-3:] == [
        (f"{name}.part", [f"{name}.part"]),
        ("pictures", [f"{name}.jpg"]),
        name,
    ]


def test_a_reading_that_cant_be_kept_costs_the_roll_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(target: Path, content: bytes) -> None:
        if target.name.endswith(".json"):
            raise OSError(28, f"No space left for {len(content)} bytes")
        target.write_bytes(content)

    monkeypatch.setattr(pictures, "_write", full)
    eye = Eye(tmp_path)
    eye.sees(ROLL)
    (posted,) = eye.posted
    assert isinstance(posted, c.RollRead)
    assert posted.facts.picture == named(b"a roll")


def test_in_shadow_mode_a_roll_is_posted_as_only_logged(tmp_path: Path) -> None:
    plain, shadow = Eye(tmp_path / "plain"), Eye(tmp_path / "shadow", shadow=True)
    for eye in (plain, shadow):
        eye.sees(ROLL, SeenEmpty(9))
    lifted = c.DiceLifted(Instant(9))
    (read, _), (logged, _) = plain.posted, shadow.posted
    assert plain.posted == [read, lifted]
    assert shadow.posted == [logged, lifted]
    assert isinstance(read, c.RollRead)
    assert not read.shadow
    assert logged == replace(read, shadow=True)
    assert shadow.kept(b"a roll").reading == READING
