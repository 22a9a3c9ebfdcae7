"""The marks a half is drawn from, each with its box.

Boxes are in pixels of an upright half: x from the player's left, y up from the bezel.
"""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.screen.controls import ScreenKey
from kiosk.screen.theme import Colour, KeyPaint


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def top(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        return self.x <= x < self.right and self.y <= y < self.top


class Align(StrEnum):
    LEFT = "left"
    CENTRE = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle, inside an edge of `edge_px` in another colour."""

    name: str
    box: Box
    face: Colour
    edge: Colour
    edge_px: float = 0.0


@dataclass(frozen=True, slots=True)
class TextMark:
    """The first of `texts` that fits at `em_px`, or smaller down to `least_px`."""

    name: str
    box: Box
    texts: tuple[str, ...]
    ink: Colour
    em_px: float
    least_px: float
    bold: bool = False
    align: Align = Align.LEFT
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Digits:
    """Figures as high as the box, narrowed so that `widest` would fit."""

    name: str
    box: Box
    text: str
    widest: str
    ink: Colour
    align: Align = Align.CENTRE


@dataclass(frozen=True, slots=True)
class DieMark:
    name: str
    box: Box
    value: int
    face: Colour
    pips: Colour


@dataclass(frozen=True, slots=True)
class CubeMark:
    """The doubling cube; solid if this side may turn it, else hollow."""

    name: str
    box: Box
    level: int
    solid: bool
    face: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class PictureMark:
    """The frozen picture of a roll, as large as the box allows."""

    name: str
    box: Box
    sha256: str


@dataclass(frozen=True, slots=True)
class QrMark:
    """A QR code of a link, dark on white, as large as the box allows."""

    name: str
    box: Box
    link: str


@dataclass(frozen=True, slots=True)
class BarMark:
    """A block that moves along a track while a clock runs."""

    name: str
    box: Box
    step: int
    steps: int
    ink: Colour


class Sign(StrEnum):
    PAUSE = "pause"
    FLAG = "flag"
    WINNER = "winner"
    CHECKER = "checker"
    """A checker moved from one point to another."""
    BUTTON = "button"
    """A clock's button being pressed."""
    LIFT = "lift"
    """Dice being lifted."""
    NEXT = "next"
    """An arrow to the next step."""


@dataclass(frozen=True, slots=True)
class Icon:
    name: str
    box: Box
    sign: Sign
    ink: Colour


@dataclass(frozen=True, slots=True)
class KeyCap:
    """A key. `left`: part of its time left, from 1 to 0, if it disappears by itself."""

    name: str
    box: Box
    key: ScreenKey
    paint: KeyPaint
    em_px: float
    least_px: float
    round_px: float
    left: float | None = None


Item = (
    Fill | TextMark | Digits | DieMark | CubeMark | PictureMark | QrMark | BarMark | Icon | KeyCap
)
