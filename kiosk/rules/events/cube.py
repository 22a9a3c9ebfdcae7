"""Facts about the cube."""

from dataclasses import dataclass

from kiosk.rules.doubling import Cube, CubeAnswer
from kiosk.rules.events.event import Event
from kiosk.rules.outcome import Matter
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import BySide, Side


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """`level` is what the cube will show if taken."""

    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken(Event):
    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`level` is what was refused."""

    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardDoubleTold(Event):
    """`by` says that `doubler` doubled on the board; the other side agrees or not."""

    by: Side
    doubler: Side
    gesture: DoubleGesture
    shown: int | None
    answer: CubeAnswer | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardDoubleDenied(Event):
    """The other side denies the double, or who told of it takes it back."""

    side: Side


@dataclass(frozen=True, slots=True)
class DoubledEarly(Event):
    """A double before the other's turn was over: it stands and counts when that turn ends."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeLevelCorrected(Event):
    """A double or an answer at a wrong level holds; the cube is put right to `level`."""

    side: Side
    shown: int
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeadCubeTurned(Event):
    """A cube that was already enough for the match was turned; `was` is how it lay."""

    side: Side
    was: Cube


@dataclass(frozen=True, slots=True)
class CubePutRight(Event):
    """The cube lay otherwise than at the start of a game, and was put right."""

    side: Side
    shown: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeQuestioned(Event):
    """A side says that the cube shows `level` with `owner`; the table's record is `recorded`.

    `presumed` is what holds until the contrary is shown; None: it is to be verified first.
    """

    side: Side
    level: int
    owner: Side | None
    recorded: Cube
    presumed: Cube | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeSet(Event):
    """The director put the cube where it belongs."""

    cube: Cube
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class DoublesUndone(Event):
    """Doubles that were not allowed are void; the game goes on with the cube as in `cube`.

    `by` and `why` are the director's; else `side` pointed them out.
    """

    side: Side | None
    by: str | None
    why: str | None
    cube: Cube
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameRescored(Event):
    """A game that is over scores `points` with the cube at `cube`; `score` is after that.

    Who asked as in DoublesUndone. `corrects_seq` is the row of the game's end.
    """

    side: Side | None
    by: str | None
    why: str | None
    game: int
    winner: Side
    cube: int
    points: int
    score: BySide[int]
    corrects_seq: int | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchResumed(Event):
    """The match that had ended goes on at `score`."""

    score: BySide[int]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Referred(Event):
    """A matter that only the director decides was put to him."""

    matter: Matter
    side: Side
    cites: tuple[str, ...]
