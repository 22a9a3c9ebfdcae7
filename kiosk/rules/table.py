"""The table before play: the sides, their places, and the stakes."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.units import BySide, Side


class Half(StrEnum):
    """Where a die lies, as the camera's picture shows it."""

    PICTURE_LEFT = "picture_left"
    PICTURE_RIGHT = "picture_right"
    BAR = "bar"
    OFF = "off"


class PictureSeat(StrEnum):
    TOP = "top"
    BOTTOM = "bottom"


class ClockButton(StrEnum):
    """A clock button, named as the players at the picture's bottom edge see it."""

    LEFT = "left"
    RIGHT = "right"


class DicePairs(StrEnum):
    SHARED_PAIR = "shared_pair"
    PAIR_EACH = "pair_each"


@dataclass(frozen=True, slots=True)
class Member:
    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Team:
    """One side of a match: a player or a pair."""

    side_id: str
    name: str
    members: tuple[Member, ...]


class FormatKind(StrEnum):
    POINTS = "points"
    SINGLE_GAME = "single_game"


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """What is played: a match to `points`, or one game for `stake` chips a point.

    `points` is set for POINTS only; `unit`, `stake`, `cap` for SINGLE_GAME only (book 000, Swing).
    """

    kind: FormatKind
    points: int | None = None
    unit: str | None = None
    stake: int | None = None
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """A match of a series, such as best of three."""

    id: str
    number: int
    best_of: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A side's place. `home` is the picture half of its home board."""

    picture: PictureSeat
    home: Half
    clock: ClockButton
    checkers: str

    @property
    def right_half(self) -> Half:
        """The picture half to the right of the bar as this side sees it."""
        bottom = self.picture is PictureSeat.BOTTOM
        return Half.PICTURE_RIGHT if bottom else Half.PICTURE_LEFT


@dataclass(frozen=True, slots=True)
class SetUp:
    seats: BySide[Seat]
    mixer: Half | None
    """The picture half nearest the baffle box; None when dice are rolled from cups."""
    tower: bool
    """The baffle box counts its dice and reports them."""
    dice: DicePairs
    camera: bool = True
    """A camera reads the dice; without one the players enter their rolls."""

    def side_at(self, button: ClockButton) -> Side:
        return Side.WHITE if self.seats.white.clock is button else Side.BLACK
