"""Another reader's opinion of a die, that shares nothing with the pips and edges sought here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from vision.calibration import Calibration, Floats
from vision.learned import cover, face, find, kind, lean, net, smear
from vision.view import Picture

ALLOWS, AGREES = face.DOUBTFUL
"""It sees no other value; it sees that one, too."""
UNSURE = 1e-3
"""It is never surer than that."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """shares (7,): how likely no face at all, and each of the values 1-6; askew, on_die:
    0..1, how likely the die lies askew, and on another die."""

    shares: tuple[float, ...]
    askew: float
    on_die: float = 0.0

    def agrees(self, value: int) -> bool:
        """It sees that value, too."""
        return self.shares[value] >= AGREES

    def allows(self, value: int) -> bool:
        """It sees no other value."""
        return self.shares[value] >= ALLOWS

    @property
    def leaning(self) -> float:
        """How likely it lies askew, log-odds."""
        share = min(max(self.askew, UNSURE), 1 - UNSURE)
        return math.log(share / (1 - share))


class Second(Protocol):
    """A reader of dice whose places are known."""

    def __call__(
        self, image: Picture, calibration: Calibration, poses: Floats, die_mm: float
    ) -> list[Opinion]:
        """Opinions of the dice whose top faces are at poses (N, 3): x and y of their middles, mm,
        on the plane one die high, and yaw, degrees."""
        ...


def learned(
    image: Picture, calibration: Calibration, poses: Floats, die_mm: float
) -> list[Opinion]:
    """What small nets say, those of a kind together, a `Second`."""
    looks = face.look_at_board(image, calibration, poses[:, :2], die_mm, together=True)
    leans = lean.look_at_board(image, calibration, poses, die_mm, together=True)
    return [
        Opinion(tuple(map(float, shares)), *lies) for shares, lies in zip(looks, leans, strict=True)
    ]


def once_each(second: Second) -> Second:
    """Of one picture: the same reader, asked about no pose twice."""
    known: dict[tuple[float, ...], Opinion] = {}

    def asked(
        image: Picture, calibration: Calibration, poses: Floats, die_mm: float
    ) -> list[Opinion]:
        keys = [(*map(float, pose), die_mm) for pose in poses]
        new = [i for i, key in enumerate(keys) if key not in known]
        if new:
            said = second(image, calibration, poses[new], die_mm)
            known.update(zip((keys[i] for i in new), said, strict=True))
        return [known[key] for key in keys]

    return asked


def at_hand() -> Second:
    """The nets. Raises NetMissing unless all are there that reading a picture of a board asks."""
    faces = (face.MODEL, face.CLOSE_UP, lean.MODEL, *lean.OTHERS)
    for model in (*faces, find.MODEL, kind.MODEL, smear.MODEL, cover.MODEL):
        net.there(model)
    return learned
