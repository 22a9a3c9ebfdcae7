"""What the players of a demo do, remember and see: hands, a due move, a turn, thrown dice."""

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
"""Most throws of the same roll before the players give up."""

NOW = Instant(0)  # the hands stamp a tap as they make it

Entry = tuple[object, ...]
"""A key, or a line of the log."""


class PlayerHands(Protocol):
    """A player's actions. Each call returns when it is done, not when the table has seen it."""

    def tap(self, command: Command) -> None:
        """Touch the screen; the hands set the command's `at`."""

    def press(self, side: Side) -> None:
        """Press this side's clock button."""

    def lay(self, board: Position, cube: Cube) -> None:
        """Place checkers and cube; dice stay where they are."""

    def throw(
        self, throw: PlannedThrow, after: Position, where: Entry, *, by: Side | None, beside: bool
    ) -> None:
        """Drop dice through the baffle box, or roll them from a cup.

        `after`: the board once they are played. `where`: the throw's name; the same name lands in
        the same place. `by` None: each side rolls one, White's first. `beside`: dice already on the
        board stay there.
        """

    def lift(self, *, show_first: bool) -> None:
        """Take all dice off the board. `show_first`: let the camera see them at rest once more."""

    def think(self, of: str) -> None:
        """Take the time a person would for a `play`, the `cube` or a `roll`."""


class Dice(Enum):
    """State of the dice last thrown."""

    ROLLING = "rolling"
    """Not judged by the table yet."""
    JUDGED = "judged"
    REJECTED = "rejected"
    """Judged, and to be thrown again."""


@dataclass(slots=True)
class LastThrow:
    """The last throw; `side` None: each side threw one die, White's first.

    `dice_down` and `refused`: what the table showed before it.
    """

    throw: PlannedThrow
    side: Side | None
    dice_down: bool
    refused: bool = False
    state: Dice = Dice.ROLLING

    @property
    def stated(self) -> tuple[int, ...]:
        """The values in the order the table expects them entered."""
        values = self.throw.values
        return values if self.side is None else high_first(values)


@dataclass(slots=True)
class RefusedThrows:
    """Counts the valid throws of one roll that the table refused."""

    count: int = 0

    def one_more(self, throw: PlannedThrow) -> None:
        """Count a refused throw. Raises Stuck at the TRIES-th."""
        self.count += 1
        if self.count == TRIES:
            raise Stuck(
                f"the good roll {throw.values} was refused {TRIES} times; "
                "look at the pictures beside the journal"
            )


@dataclass(slots=True)
class Turn:
    """One turn as its player sees it. Turn 0 plays the opening dice."""

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
    """What both players knew at one moment; `log_length`: number of lines in their log."""

    board: Position
    game: int
    ties: int
    opening_tries: RefusedThrows
    turn: Turn | None
    lying: LastThrow | None
    log_length: int


@dataclass(frozen=True, slots=True)
class DueMove:
    """A due move: done once for its key, then awaited.

    `again`: how to retry it. `at_last`: what players do if the retry has no effect either.
    """

    key: Entry
    awaits: str
    act: Callable[[], None]
    again: Callable[[], None] | None = None
    at_last: Callable[[], None] | None = None


def wait_for(awaits: str) -> DueMove:
    """A move that only waits."""
    return DueMove(("wait", awaits), awaits, lambda: None)


def cube_shown(game: GameView) -> Cube:
    """The cube shown by the table."""
    return Cube(game.cube.level, game.cube.owner, game.cube.in_play)


def due_at_opening(shown: Snapshot, game: GameView) -> Side | None:
    """Side that drops the next die through the box; None: both roll one from their cups."""
    if shown.mixer is None:
        return None
    return Side.WHITE if game.opening.white is None else Side.BLACK


def is_tie(lying: LastThrow, shown: Snapshot, game: GameView) -> bool:
    """True if the opening dice counted and were equal, so that the table shows none any more."""
    if lying.side is None:
        equal = len(set(lying.throw.values)) == 1
        return equal and shown.dice_down and not lying.dice_down and not game.refused_for
    return lying.side is Side.BLACK and game.opening.white is None


def is_refused(lying: LastThrow, shown: Snapshot, game: GameView) -> bool:
    """True if the table has refused the last throw."""
    dice_came = shown.dice_down and not lying.dice_down
    return dice_came or (bool(game.refused_for) and not lying.refused)


def statement_due(lying: LastThrow | None, shown: Snapshot) -> Command | None:
    """A side's outstanding statement of dice in doubt: the true values, whatever the table read."""
    question = shown.question
    if question is None or shown.sides is None:
        return None
    truth: tuple[int, ...] | None = None
    if lying is not None and lying.state is Dice.ROLLING and lying.throw.counts:
        truth = lying.stated if len(lying.stated) == question.dice else None
    for side in SIDES:
        statement = shown.sides.of_side(side).said
        if statement is None or statement.values != truth:
            agrees = truth is not None and question.proposal == truth
            return RollConfirmed(NOW, side) if agrees else RollEntered(NOW, side, truth)
    return None


ANY_POINTS = 64
"""Points needed in a single game: more than any game gives."""


def away(shown: Snapshot) -> BySide[int]:
    """Points each side still needs."""
    if shown.sides is None:
        raise AssertionError("nobody plays before a match is opened")
    length = shown.length
    if length is None:
        return BySide(ANY_POINTS, ANY_POINTS)
    return shown.sides.map(lambda side: max(0, length - side.score))
