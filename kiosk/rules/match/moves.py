"""The state of a game's turns that decides whether an error on the board can still be corrected."""

from dataclasses import dataclass, replace
from typing import Any

from kiosk.rules.units import BySide, Nanos, Side


@dataclass(frozen=True, slots=True)
class LastMove:
    """The turn that ended last, and what the other side has done since.

    `roll` None: it was ended without a roll. `reserve` is both reserves when it ended, or as set
    since.
    """

    side: Side
    roll: tuple[int, ...] | None
    reserve: BySide[Nanos]
    thrown: bool = False
    counted: bool = False
    doubled: bool = False
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class MoveChallenge:
    """The last move is challenged as illegal, by or for the other side.

    `resumes`: the side whose clock was stopped for it.
    """

    by: str
    resumes: Side | None


@dataclass(frozen=True, slots=True)
class Moves:
    rolls: int = 0
    """Rolls of this game that counted, the opening roll included."""
    second_turn_doubled: bool = False
    """The side that started has doubled in its second turn."""
    setup_error: bool = False
    """The set-up is being corrected."""
    last: LastMove | None = None
    challenge: MoveChallenge | None = None
    again: bool = False
    """The last move is being made again."""
    after_delay: bool = False
    """It is made only after the delay has run out."""

    def update_last(self, **changes: Any) -> "Moves":
        """Record what the other side has done since the last turn ended."""
        return self if self.last is None else replace(self, last=replace(self.last, **changes))
