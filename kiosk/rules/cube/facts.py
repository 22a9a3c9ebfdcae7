"""Facts about the cube, and their state changes."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from kiosk.rules.fact import Event, Fact, in_game, in_hearing, press_owed
from kiosk.rules.match import Match, Phase
from kiosk.rules.match.doubling import BoardDouble, Cube, CubeAnswer, CubeHistory
from kiosk.rules.match.outcome import Matter
from kiosk.rules.match.rulings import Contested
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import BySide, Side


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """`level` is the cube's level if taken."""

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
    """`level` is the level that was refused."""

    side: Side
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardDoubleNoted(Event):
    """`by` claims that `doubler` doubled on the board; the other side agrees or not."""

    by: Side
    doubler: Side
    gesture: DoubleGesture
    shown: int | None
    answer: CubeAnswer | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardDoubleDenied(Event):
    """The other side denies the double, or the claimant withdraws it."""

    side: Side


@dataclass(frozen=True, slots=True)
class DoubledEarly(Event):
    """A double before the other's turn was over: it stands and counts when that turn ends."""

    side: Side
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeLevelCorrected(Event):
    """A double or an answer at a wrong level holds; the cube is corrected to `level`."""

    side: Side
    shown: int
    level: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeadCubeTurned(Event):
    """A cube already high enough for the match was turned; `was` is its state before."""

    side: Side
    was: Cube


@dataclass(frozen=True, slots=True)
class CubePutRight(Event):
    """The cube was not in its starting position at the start of a game, and was corrected."""

    side: Side
    shown: int
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CubeQuestioned(Event):
    """A side claims that the cube shows `level` with `owner`; the table's record is `recorded`.

    `presumed` holds until the contrary is shown; None: it is to be verified first.
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

    is_ruling: ClassVar[bool] = True
    cube: Cube
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class DoublesUndone(Event):
    """Doubles that were not allowed are void; the game goes on with the cube as in `cube`.

    `by` and `why` are the director's; otherwise `side` pointed them out.
    """

    is_ruling: ClassVar[bool] = True
    side: Side | None
    by: str | None
    why: str | None
    cube: Cube
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameRescored(Event):
    """A finished game scores `points` with the cube at `cube`; `score` is after that.

    `side`, `by` and `why` as in DoublesUndone. `corrects_seq` is the row of the game's end.
    """

    is_ruling: ClassVar[bool] = True
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


def apply_doubled(match: Match, event: Doubled) -> Match:
    claimed = _doubles(match, told=None, early=None)
    return replace(press_owed(claimed, event.side), phase=Phase.DOUBLED)


def apply_taken(match: Match, event: Taken) -> Match:
    was = match.game.cube if match.game else Cube()
    cube = replace(was, level=event.level, owner=event.side)
    runs = match.clock.running is event.side
    taken = press_owed(match, event.side) if runs else match
    return replace(in_game(taken, cube=cube), phase=Phase.TO_ROLL)


def apply_board_double_claim(match: Match, event: BoardDoubleNoted) -> Match:
    claimed = BoardDouble(event.by, event.doubler, event.gesture, event.shown, event.answer)
    return _doubles(match, told=claimed)


def apply_board_double_denied(match: Match, event: BoardDoubleDenied) -> Match:
    """Keep the claim readable until the director has heard both sides."""
    claimed = match.game.doubles.told if match.game else None
    if claimed is not None and claimed.by is not event.side:
        denied = Contested(Matter.BOARD_DOUBLE, event.side, double=claimed)
        match = in_hearing(match, contested=denied)
    return _doubles(match, told=None)


def apply_cube_questioned(match: Match, event: CubeQuestioned) -> Match:
    lies = Cube(event.level, event.owner)
    return in_hearing(match, contested=Contested(Matter.CUBE, event.side, cube=lies))


def apply_doubled_early(match: Match, event: DoubledEarly) -> Match:
    return _doubles(match, told=None, early=event.side)


def apply_dead_cube_turned(match: Match, event: DeadCubeTurned) -> Match:
    return _doubles(match, before_dead=event.was)


def apply_cube_set(match: Match, event: CubeSet) -> Match:
    return in_game(match, cube=event.cube, doubles=CubeHistory())


def apply_doubles_undone(match: Match, event: DoublesUndone) -> Match:
    undone = in_game(match, cube=event.cube, doubles=CubeHistory())
    return replace(undone, phase=Phase.TO_ROLL) if match.phase is Phase.DOUBLED else undone


def apply_game_rescored(match: Match, event: GameRescored) -> Match:
    if match.last_game is None:
        return replace(match, score=event.score)
    settled = replace(match.last_game, points=event.points, right_cube=None)
    again = BySide(False, False)
    *before, last = match.games or (None,)
    games = (*before, replace(last, points=event.points)) if last else ()
    return replace(match, score=event.score, games=games, last_game=settled, ready=again)


def _doubles(match: Match, **changes: Any) -> Match:
    if match.game is None:
        return match
    return in_game(match, doubles=replace(match.game.doubles, **changes))


FACTS = (
    Fact(Doubled, apply_doubled),
    Fact(Taken, apply_taken),
    Fact(Passed),
    Fact(BoardDoubleNoted, apply_board_double_claim),
    Fact(BoardDoubleDenied, apply_board_double_denied),
    Fact(DoubledEarly, apply_doubled_early),
    Fact(CubeLevelCorrected),
    Fact(DeadCubeTurned, apply_dead_cube_turned),
    Fact(CubePutRight),
    Fact(CubeQuestioned, apply_cube_questioned),
    Fact(CubeSet, apply_cube_set),
    Fact(DoublesUndone, apply_doubles_undone),
    Fact(GameRescored, apply_game_rescored),
)
