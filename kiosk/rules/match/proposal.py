"""Proposals that the table computes under the book and only the director awards."""

from dataclasses import dataclass
from enum import StrEnum

from kiosk.rules.units import BySide, Nanos, Side


class ProposalKind(StrEnum):
    """The order that the director gives by accepting."""

    PENALTY_POINTS = "penalty_points"
    """`points` against `side`, and `added` or `reset` time for both clocks if the book has it."""
    MATCH_LOST = "match_lost"
    """`side` loses the match."""
    SECOND_CONTROL = "second_control"
    """The second time control starts, because `side` used up the first."""
    SCORE = "score"
    """The score is set to `score`."""
    LENGTH = "length"
    """The match is to `length` points."""


class ProposalCause(StrEnum):
    """The basis of the proposal."""

    TIME_USED_UP = "time_used_up"
    """A side's time was used up."""
    LATE = "late"
    """A side was late."""
    BREAK_OVERRUN = "break_overrun"
    """A side came back late from a break."""
    CAMERA_REFUSED = "camera_refused"
    """A side refused the camera that the director ordered."""
    RECORDS_DIFFER = "records_differ"
    """The records of the score differ; the book decides which counts."""
    WRONG_LENGTH = "wrong_length"
    """The match is played to another length than the stated one."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Fields that its kind does not use are None or false. `side` None: it concerns both alike.

    `freezes_cube`: the points bring the other side within one point, and the book then freezes the
    cube.
    """

    kind: ProposalKind
    cause: ProposalCause
    side: Side | None
    cites: tuple[str, ...]
    points: int | None = None
    added: Nanos | None = None
    reset: Nanos | None = None
    freezes_cube: bool = False
    score: BySide[int] | None = None
    length: int | None = None

    @property
    def for_lateness(self) -> bool:
        """Whether it is penalty points for coming late, to the match or from a break."""
        late = self.cause in {ProposalCause.LATE, ProposalCause.BREAK_OVERRUN}
        return late and self.kind is ProposalKind.PENALTY_POINTS


@dataclass(frozen=True, slots=True)
class Numbered:
    number: int
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Proposals:
    """Proposals not yet answered, oldest first, and the number of all proposals so far."""

    pending: tuple[Numbered, ...] = ()
    made: int = 0

    def find(self, number: int) -> Proposal | None:
        return next((each.proposal for each in self.pending if each.number == number), None)

    def has(self, kind: ProposalKind, side: Side | None) -> bool:
        """Whether one of this kind is open for this side."""
        return any(
            (each.proposal.kind, each.proposal.side) == (kind, side) for each in self.pending
        )

    def with_(self, number: int, proposal: Proposal) -> "Proposals":
        """Add one, or replace the one with that number."""
        others = self.without(number).pending
        both = sorted((*others, Numbered(number, proposal)), key=lambda each: each.number)
        return Proposals(tuple(both), max(self.made, number))

    def without(self, number: int) -> "Proposals":
        return Proposals(tuple(each for each in self.pending if each.number != number), self.made)
