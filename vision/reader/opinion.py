"""Another reader's opinion of a die, that shares nothing with the pips and edges sought here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vision.calibration import Calibration, Floats
from vision.learned import face
from vision.reader.view import Picture

AGREES, ALLOWS = 0.9, 0.5
"""It sees that value, too; it sees no other."""
LIES, DOUBTS, LEANS = 0.15, 0.4, 0.85
"""Up to the first it takes a die for flat, from the last on for tilted."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """shares (7,): how likely no face at all, and each of the values 1-6; tilted: 0..1, how
    likely the die lies askew, `None` when it cannot say."""

    shares: tuple[float, ...]
    tilted: float | None

    def agrees(self, value: int) -> bool:
        """It sees that value, too."""
        return self.shares[value] >= AGREES

    def allows(self, value: int) -> bool:
        """It sees no other value."""
        return self.shares[value] >= ALLOWS

    @property
    def doubts(self) -> bool:
        """It may take the die for tilted."""
        return self.tilted is None or self.tilted >= DOUBTS

    @property
    def lies(self) -> bool:
        """It takes the die for flat."""
        return self.tilted is not None and self.tilted <= LIES

    @property
    def leans(self) -> bool:
        """It takes the die for tilted."""
        return self.tilted is not None and self.tilted >= LEANS


class Second(Protocol):
    """A reader of dice whose places are known."""

    def __call__(
        self, image: Picture, calibration: Calibration, places_mm: Floats, die_mm: float
    ) -> list[Opinion]:
        """Opinions of the dice whose top faces have their middles at places (N, 2), mm, on the
        plane one die high."""
        ...


def learned(
    image: Picture, calibration: Calibration, places_mm: Floats, die_mm: float
) -> list[Opinion]:
    """What the small net says, a `Second`."""
    looks = face.look_at_board(image, calibration, places_mm, die_mm)
    return [Opinion(tuple(map(float, look.value)), look.tilted) for look in looks]


def at_hand() -> Second | None:
    """The net when it was fitted."""
    return learned if face.MODEL.exists() else None
