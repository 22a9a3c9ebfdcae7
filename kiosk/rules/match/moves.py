"""What a game keeps of its turns to know whether an error on the board can still be put right."""

from dataclasses import dataclass, replace
from typing import Any

from kiosk.rules.units import BySide, Nanos, Side


@dataclass(frozen=True, slots=True)
class LastMove:
    """The turn that ended last, and what the other side has done since.

    `roll` None: it was ended without a roll. `reserve` is both reserves as it ended, or as
    they were set since.
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
    """The last move is said to be illegal, by or for the other side.

    `resumes`: whose clock was stopped for it.
    """

    by: str
    resumes: Side | None


@dataclass(frozen=True, slots=True)
class Moves:
    rolls: int = 0
    """Rolls of this game that counted, the opening roll being the first."""
    second_turn_doubled: bool = False
    """The side that began has doubled in its second turn."""
    setup_error: bool = False
    """The set-up is being put right."""
    last: LastMove | None = None
    challenge: MoveChallenge | None = None
    again: bool = False
    """The last move is made again."""
    after_delay: bool = False
    """It is made once the delay has run out."""

    def update_last(self, **changes: Any) -> "Moves":
        """The other side has done something since the last turn ended."""
        return self if self.last is None else replace(self, last=replace(self.last, **changes))
