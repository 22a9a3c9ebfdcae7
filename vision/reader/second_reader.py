"""The second reader: nets that read dice at known places, independent of pips and edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from vision.calibration import Calibration, Floats
from vision.learned import cover, face, find, kind, lean, net, smear
from vision.learned.lean import Lies
from vision.view import Picture

UNSURE = 1e-3
"""Least doubt: shares are cut off here before log-odds."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class FaceShares:
    """shares (7,): how likely no face, and each of the values 1-6."""

    shares: tuple[float, ...]


def leaning(lies: Lies) -> float:
    """How likely a die lies askew, log-odds."""
    return _log_odds(lies.askew)


def surely_leaning(lies: Lies) -> float:
    """The same by the net that sees it least."""
    return _log_odds(min(lies.askew, lies.least))


def _log_odds(share: float) -> float:
    some = min(max(share, UNSURE), 1 - UNSURE)
    return math.log(some / (1 - some))


class SecondReader(Protocol):
    """Reads dice whose top faces are at poses (N, 3): x and y of their middles, mm, on the plane
    one die high, and yaw, degrees; sides_mm (N,)."""

    def faces(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[FaceShares]:
        """The value of each."""
        ...

    def lies(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[Lies]:
        """How each lies."""
        ...


class Nets:
    """The small nets, those of one kind together."""

    def faces(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[FaceShares]:
        looks = face.look_at_board(image, calibration, poses[:, :2], sides_mm, together=True)
        return [FaceShares(tuple(map(float, shares))) for shares in looks]

    def lies(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[Lies]:
        return lean.look_at_board(image, calibration, poses, sides_mm, together=True)


class OnceEach:
    """A second reader for one picture that asks another about each pose once."""

    def __init__(self, second: SecondReader) -> None:
        self._second = second
        self._faces: dict[tuple[float, ...], FaceShares] = {}
        self._lies: dict[tuple[float, ...], Lies] = {}

    def faces(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[FaceShares]:
        def ask(new: Floats, sides: Floats) -> list[FaceShares]:
            return self._second.faces(image, calibration, new, sides)

        return _ask_once(self._faces, ask, poses, sides_mm)

    def lies(
        self, image: Picture, calibration: Calibration, poses: Floats, sides_mm: Floats
    ) -> list[Lies]:
        def ask(new: Floats, sides: Floats) -> list[Lies]:
            return self._second.lies(image, calibration, new, sides)

        return _ask_once(self._lies, ask, poses, sides_mm)


def _ask_once(
    answers: dict[tuple[float, ...], Answer],
    ask: Callable[[Floats, Floats], list[Answer]],
    poses: Floats,
    sides_mm: Floats,
) -> list[Answer]:
    keys = [(*map(float, pose), float(side)) for pose, side in zip(poses, sides_mm, strict=True)]
    new = [i for i, key in enumerate(keys) if key not in answers]
    if new:
        answers.update(zip((keys[i] for i in new), ask(poses[new], sides_mm[new]), strict=True))
    return [answers[key] for key in keys]


def installed_nets() -> SecondReader:
    """The nets. Raises NetMissing if one needed to read a picture of a board is missing."""
    faces = (face.MODEL, face.CLOSE_UP, lean.MODEL, *lean.OTHERS)
    for model in (*faces, find.MODEL, kind.MODEL, smear.MODEL, cover.MODEL):
        net.require_net(model)
    return Nets()
