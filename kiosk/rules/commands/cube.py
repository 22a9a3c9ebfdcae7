"""Double, take, pass, and what is said of the cube on the board."""

from dataclasses import dataclass

from kiosk.rules.commands.command import Command, Order
from kiosk.rules.doubling import CubeAnswer, ExtraDouble
from kiosk.rules.rulebook import DoubleGesture
from kiosk.rules.units import Side


@dataclass(frozen=True, slots=True)
class DoubleTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class TakeTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class PassTapped(Command):
    side: Side


@dataclass(frozen=True, slots=True)
class BoardDoubleTapped(Command):
    """A side says that `doubler` doubled on the board: how, to what level, and how it was answered.

    `shown` None: nobody says what the cube showed. `answer` None: it waits for its answer.
    """

    side: Side
    doubler: Side
    gesture: DoubleGesture
    shown: int | None
    answer: CubeAnswer | None


@dataclass(frozen=True, slots=True)
class BoardDoubleAgreed(Command):
    """A side agrees with what the other says of a double on the board."""

    side: Side


@dataclass(frozen=True, slots=True)
class BoardDoubleContested(Command):
    """A side says that there was no such double; or who said so takes it back."""

    side: Side


@dataclass(frozen=True, slots=True)
class BoardAnswerTapped(Command):
    """A side answered a double on the board: by a word, by moving the cube, or by both.

    `shown` is what it turned the cube to, None if nobody says.
    """

    side: Side
    word: CubeAnswer | None
    act: CubeAnswer | None
    shown: int | None


@dataclass(frozen=True, slots=True)
class ExtraDoubleTapped(Command):
    """A side wants a double of money play."""

    side: Side
    extra: ExtraDouble


@dataclass(frozen=True, slots=True)
class CubeDisputed(Command):
    """A side says that the cube on the board shows `level` with `owner`; None: centred."""

    side: Side
    level: int
    owner: Side | None


@dataclass(frozen=True, slots=True)
class UndoTapped(Command):
    """A side points out doubles that were not allowed: the Crawford game's, or of a dead cube.

    `corrects_seq` is the journal row of the game's end, if the game is over.
    """

    side: Side
    corrects_seq: int | None


@dataclass(frozen=True, slots=True)
class UndoOrdered(Order):
    """The director undoes doubles that were not allowed. `corrects_seq` as in UndoTapped."""

    corrects_seq: int | None


@dataclass(frozen=True, slots=True)
class CubeOrdered(Order):
    """The director puts the cube where it belongs."""

    level: int
    owner: Side | None
