"""What the players of a demo do, remember and see: hands, a due move, a turn, dice that lie."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from kiosk.demo.errors import Stuck
from kiosk.demo.plan import PlannedThrow
from kiosk.rules.board import Position
from kiosk.rules.command import Command
from kiosk.rules.dice.entering import RollConfirmed, RollEntered
from kiosk.rules.match.doubling import Cube
from kiosk.rules.roll import high_first
from kiosk.rules.units import SIDES, BySide, Instant, Side
from kiosk.wire.snapshot import GameView, Snapshot

TRIES = 6
"""How often the same roll is thrown before the players give up."""

NOW = Instant(0)  # the hands stamp a tap when they make it

Entry = tuple[object, ...]
"""A key, or a line of the log."""


class PlayerHands(Protocol):
    """What a player can do to the world. Each call returns when it is done, not when it is seen."""

    def tap(self, command: Command) -> None:
        """Touch the screen; the command's `at` is set on the way."""

    def press(self, side: Side) -> None:
        """Press this side's clock button."""

    def lay(self, board: Position, cube: Cube) -> None:
        """Put checkers and cube so; dice stay where they lie."""

    def throw(
        self, throw: PlannedThrow, after: Position, where: Entry, *, by: Side | None, beside: bool
    ) -> None:
        """Drop dice through the baffle box, or roll them from a cup.

        `after` is the board once they are played. `where` names the throw: the same name lands in
        the same place. `by` None: each side rolls one, White's is first. `beside`: dice that lie on
        the board stay there.
        """

    def lift(self, *, show_first: bool) -> None:
        """Take all dice off the board. `show_first`: let the camera see them lie once more."""

    def think(self, of: str) -> None:
        """Take the time a person would for a `play`, the `cube` or a `roll`."""


class Dice(Enum):
    """What became of the dice last thrown."""

    ROLLING = "rolling"
    """The table has not judged them yet."""
    JUDGED = "judged"
    REJECTED = "rejected"
    """Judged, and to be thrown again."""


@dataclass(slots=True)
class LastThrow:
    """The throw last made; `side` None: each side threw one die, White's is first.

    `dice_down` and `refused` are what the table showed before it.
    """

    throw: PlannedThrow
    side: Side | None
    dice_down: bool
    refused: bool = False
    state: Dice = Dice.ROLLING

    @property
    def stated(self) -> tuple[int, ...]:
        """The values as the table wants them entered."""
        values = self.throw.values
        return values if self.side is None else high_first(values)


@dataclass(slots=True)
class RefusedThrows:
    """Counts the throws of one roll that the table refused though nothing was wrong with them."""

    count: int = 0

    def one_more(self, throw: PlannedThrow) -> None:
        """Raises Stuck when that makes no sense any more."""
        self.count += 1
        if self.count == TRIES:
            raise Stuck(
                f"the good roll {throw.values} was refused {TRIES} times; "
                "look at the pictures beside the journal"
            )


@dataclass(slots=True)
class Turn:
    """One turn as its player sees it. Number 0 plays the opening dice."""

    number: int
    side: Side
    throws: tuple[PlannedThrow, ...]
    attempt: int
    tries: RefusedThrows
    doubles: bool | None = None
    taken: bool | None = None
    played: bool = False


@dataclass(frozen=True, slots=True)
class PlayersMemory:
    """What both players knew at one moment; `said` are the lines of their log."""

    board: Position
    game: int
    ties: int
    opening_tries: RefusedThrows
    turn: Turn | None
    lying: LastThrow | None
    said: int


@dataclass(frozen=True, slots=True)
class DueMove:
    """What is due: done once for its key, then awaited.

    `again` is how it is tried once more, `at_last` what players do when that leads nowhere either.
    """

    key: Entry
    awaits: str
    act: Callable[[], None]
    again: Callable[[], None] | None = None
    at_last: Callable[[], None] | None = None


def wait_for(awaits: str) -> DueMove:
    """Nothing to do but to wait."""
    return DueMove(("wait", awaits), awaits, lambda: None)


def cube_shown(game: GameView) -> Cube:
    """The cube as the table shows it."""
    return Cube(game.cube.level, game.cube.owner, game.cube.in_play)


def due_at_opening(shown: Snapshot, game: GameView) -> Side | None:
    """Who drops the next die through the box; None: both roll one from their cups."""
    if shown.mixer is None:
        return None
    return Side.WHITE if game.opening.white is None else Side.BLACK


def is_tie(lying: LastThrow, shown: Snapshot, game: GameView) -> bool:
    """The opening dice counted and were equal: the table shows none any more."""
    if lying.side is None:
        equal = len(set(lying.throw.values)) == 1
        return equal and shown.dice_down and not lying.dice_down and not game.refused_for
    return lying.side is Side.BLACK and game.opening.white is None


def is_refused(lying: LastThrow, shown: Snapshot, game: GameView) -> bool:
    """The table has refused the dice thrown last."""
    dice_came = shown.dice_down and not lying.dice_down
    return dice_came or (bool(game.refused_for) and not lying.refused)


def statement_due(lying: LastThrow | None, shown: Snapshot) -> Command | None:
    """What a side has yet to say of dice in doubt: what lies there, whatever the table thinks."""
    question = shown.question
    if question is None or shown.sides is None:
        return None
    truth: tuple[int, ...] | None = None
    if lying is not None and lying.state is Dice.ROLLING and lying.throw.counts:
        truth = lying.stated if len(lying.stated) == question.dice else None
    for side in SIDES:
        said = shown.sides.of_side(side).said
        if said is None or said.values != truth:
            agrees = truth is not None and question.proposal == truth
            return RollConfirmed(NOW, side) if agrees else RollEntered(NOW, side, truth)
    return None


ANY_POINTS = 64
"""What a side needs of a single game: as much as it can get."""


def away(shown: Snapshot) -> BySide[int]:
    """Points each side needs."""
    if shown.sides is None:
        raise AssertionError("nobody plays before a match is opened")
    length = shown.length
    if length is None:
        return BySide(ANY_POINTS, ANY_POINTS)
    return shown.sides.map(lambda side: max(0, length - side.score))
