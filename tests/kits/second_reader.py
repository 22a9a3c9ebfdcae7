"""A second reader that says what a test wants it to say."""

from __future__ import annotations

from collections.abc import Callable

from vision.calibration import Calibration, Floats
from vision.learned.lean import Lies
from vision.reader.second_reader import FaceShares
from vision.view import Picture

LEVEL = Lies(askew=0.002, on_die=0.0)
"""As the nets say it of nearly all level dice: half of those measured have 0.001."""


class Says:
    """Of a die at a pose (3,): x, y, mm, and yaw, degrees; asked: where, and whether its face or
    how it lies."""

    def __init__(
        self,
        shares: Callable[[Floats], tuple[float, ...]],
        lies: Callable[[Floats], Lies] = lambda _pose: LEVEL,
    ) -> None:
        self._shares, self._lies = shares, lies
        self.asked: list[tuple[str, float]] = []

    def faces(
        self, _image: Picture, _calibration: Calibration, poses: Floats, _sides_mm: Floats
    ) -> list[FaceShares]:
        self.asked += [("face", float(x)) for x, _, _ in poses]
        return [FaceShares(self._shares(pose)) for pose in poses]

    def lies(
        self, _image: Picture, _calibration: Calibration, poses: Floats, _sides_mm: Floats
    ) -> list[Lies]:
        self.asked += [("lies", float(x)) for x, _, _ in poses]
        return [self._lies(pose) for pose in poses]
