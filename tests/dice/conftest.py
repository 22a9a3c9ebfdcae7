"""An evening in a journal whose rolls have pictures and readings, without a camera or a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from kits import commands as c

from kiosk.dice import rejudge
from kiosk.dice.rolls import DiceLook, dice_looks
from kiosk.journal import Journal, read
from kiosk.rules.rulebook import RuleBook
from kiosk.rules.units import Side
from kiosk.table import pictures
from kiosk.table.camera import roll_facts
from vision.calibration import BoardPlan, Calibration, Rect
from vision.lab import labelled
from vision.reader import see
from vision.reading import DieSeen, Reading, StillSeen, Support, Zone
from vision.stored_reading import kept_reading, reader_version

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
LENS = np.array([[90.0, 0, 48.0], [0, 90.0, 32.0], [0, 0, 1]])
WORLD = Calibration(LENS, np.zeros(5), np.eye(3), np.array([0.0, 0, 900]), BOARD, 96, 64)
SIZE = (64, 96, 3)
STEP = 4
"""Grey levels between one picture and the next."""


def seen(
    value: int | None, half: Zone, *, guess: int | None = None, flat: bool | None = True, n: int = 0
) -> DieSeen:
    x = 20 + 30 * n
    support = Support.SURFACE if flat else None
    return DieSeen(
        value,
        value or guess,
        half,
        flat,
        support,
        0.9,
        (x, 30.0),
        (100.0 + x, 88.8),
        (x, 20, 12, 8),
    )


class Evening:
    """A match kept in a journal as a table would, every roll with a picture of its own grey."""

    def __init__(self, folder: Path, keeper: Any, book: RuleBook) -> None:
        self.folder = folder / "pictures"
        self.journal: Path = keeper.journal.path
        self.keeper = keeper
        self.names: list[str] = []
        keeper.open("m-1", 5, book)
        keeper.begin_game(white=3, black=1)
        self.press()

    def press(self) -> None:
        """Who is on turn ends its turn; the other is to roll."""
        self.keeper.do(c.ClockPressed, self.on_turn, by="buttons")

    @property
    def on_turn(self) -> Side:
        side: Side = self.keeper.match.game.on_turn
        return side

    @property
    def half(self) -> Zone:
        right: Zone = self.keeper.match.setup.seats.of_side(self.on_turn).right_half.value
        return right

    def roll(
        self,
        *values: int | None,
        guesses: tuple[int, ...] = (),
        flat: bool | None = True,
        shadow: bool = False,
        kept: bool = True,
        lift: bool = True,
    ) -> str:
        """The dice are lifted, thrown, and read so; the name of their picture."""
        if lift and self.keeper.match.dice_down:
            self.keeper.do(c.DiceLifted, by="camera")
        guess = guesses or tuple(value or 1 for value in values)
        dice = tuple(
            seen(value, self.half, guess=guess[n], flat=flat, n=n) for n, value in enumerate(values)
        )
        reading = Reading(dice, 1, 2, (1, 2, 3), True)
        name = self.picture()
        before = pictures.keep(self.folder, jpeg(250))
        if kept:
            whole = replace(kept_reading(reading, WORLD, "then"), before=before)
            pictures.keep_reading(self.folder, name, whole.to_json())
        self.keeper.do(c.RollRead, roll_facts(reading, name), shadow, by="camera")
        return name

    def photograph(self, image: np.ndarray, world: Calibration) -> str:
        """A roll in a true picture, as the reader reads it now; the picture's name."""
        self.keeper.do(c.DiceLifted, by="camera")
        _ok, encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        name = pictures.keep(self.folder, encoded.tobytes())
        reading = Reading(see(image, world).dice, 1, 2, (1, 2, 3), True)
        kept = kept_reading(reading, world, reader_version())
        pictures.keep_reading(self.folder, name, kept.to_json())
        self.keeper.do(c.RollRead, roll_facts(reading, name), False, by="camera")
        return name

    def picture(self) -> str:
        name = pictures.keep(self.folder, jpeg(STEP * len(self.names)))
        self.names.append(name)
        return name

    def say(self, *values: int) -> None:
        """Both say so by touch, who is on turn first; no values: it does not count."""
        for side in (self.on_turn, self.on_turn.other):
            self.keeper.tap(c.RollEntered, side, values or None)

    def looks(self) -> list[DiceLook]:
        return list(dice_looks(read(self.journal)))


def jpeg(grey: int) -> bytes:
    _ok, encoded = cv2.imencode(".png", np.full(SIZE, grey, np.uint8))
    return encoded.tobytes()


class Reader:
    """Today's reader: says of the nth picture of the evening what it was told to say."""

    def __init__(self) -> None:
        self.says: dict[int, StillSeen | Exception] = {}
        self.asked: list[tuple[Calibration, bool]] = []

    def see(
        self, picture: np.ndarray, world: Calibration, before: np.ndarray | None = None
    ) -> StillSeen:
        self.asked.append((world, before is not None and int(before.mean()) == 250))
        said = self.says[round(picture.mean() / STEP)]
        if isinstance(said, Exception):
            raise said
        return said


def still(*dice: DieSeen, moving: bool | None = False, covered: bool | None = False) -> StillSeen:
    return StillSeen(dice, moving, covered, all_seen=True)


@pytest.fixture
def evening(
    tmp_path: Path, make_keeper: Callable[[Journal], Any], norway: RuleBook
) -> Iterator[Evening]:
    with Journal.open(tmp_path / "table.journal", boot_id="boot-1") as journal:
        yield Evening(tmp_path, make_keeper(journal), norway)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    """Today's reader, in the place of the real one."""
    stand_in = Reader()
    monkeypatch.setattr(rejudge, "see", stand_in.see)
    monkeypatch.setattr(labelled, "see", stand_in.see)
    return stand_in


@pytest.fixture
def die() -> Callable[..., DieSeen]:
    return seen


@pytest.fixture
def showing() -> Callable[..., StillSeen]:
    return still
