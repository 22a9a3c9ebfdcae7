"""The events of the tracker. `at_ns` is the time of the frame that showed it, monotonic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.reading import Reading

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Busy:
    """Something moves after a rest; reported once until the next rest."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Rolling:
    """Things of the size of dice fly or roll; reported once until the next rest."""

    at_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class AtRest:
    """Thrown dice lie still: a roll. `picture` is the frozen frame, BGR; `before` the board
    without dice that the reader was given with it."""

    reading: Reading
    picture: Picture
    before: Picture | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Dice lie there that were not seen rolling: laid by hand, or there from the start."""

    reading: Reading
    picture: Picture
    before: Picture | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Repositioned:
    """The dice of this turn lie elsewhere with the faces they showed: no roll."""

    reading: Reading
    picture: Picture
    before: Picture | None = None


@dataclass(frozen=True, slots=True)
class Covered:
    """A hand, a sleeve or a cloth lies still over the field; nothing is read until it is gone, or
    stayed so long that it is taken for part of the board."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class OneLifted:
    """One of several dice is gone and the field shows where it lay."""

    at_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class Empty:
    """No dice lie on the board, as watching begins. `board`: the board without dice, BGR."""

    at_ns: int
    board: Picture


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """The dice that lay there are gone. `board`: the board without dice, BGR."""

    at_ns: int
    board: Picture


@dataclass(frozen=True, slots=True)
class CheckersMoved:
    """Something as large as a checker lies elsewhere on the field."""

    at_ns: int


@dataclass(frozen=True, slots=True, eq=False)
class CameraNudged:
    """Camera or board moved by `moved_px` of the picture. calibration: the pose found again;
    `None` while it is not, and nothing is read until it is."""

    at_ns: int
    moved_px: float
    calibration: Calibration | None


@dataclass(frozen=True, slots=True)
class LampSwitched:
    """The light on the whole board changed."""

    at_ns: int


Event = (
    Busy
    | Rolling
    | AtRest
    | Placed
    | Repositioned
    | Covered
    | OneLifted
    | Empty
    | Lifted
    | CheckersMoved
    | CameraNudged
    | LampSwitched
)
