"""The units of the rules core. Time is integer nanoseconds; only a screen rounds."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, NewType, TypeVar

T = TypeVar("T")


R = TypeVar("R")


Nanos = NewType("Nanos", int)
"""A duration in nanoseconds."""


Instant = NewType("Instant", int)
"""A reading of one machine's monotonic clock, in nanoseconds; comparable within one boot only."""


MILLISECOND_NS = 1_000_000


SECOND_NS = 1_000_000_000


MINUTE_NS = 60 * SECOND_NS


class Side(StrEnum):
    """A player's (or pair's) identity for the whole match; seats and colours may change."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        return Side.BLACK if self is Side.WHITE else Side.WHITE


SIDES = (Side.WHITE, Side.BLACK)


def require(value: T | None) -> T:
    """A value that the phase guarantees. AssertionError: the phase table is wrong."""
    if value is None:
        raise AssertionError("the phase promised a value that is not there; report this")
    return value


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side."""

    white: T
    black: T

    def of_side(self, side: Side) -> T:
        return self.white if side is Side.WHITE else self.black

    def with_(self, side: Side, value: T) -> "BySide[T]":
        return replace(self, white=value) if side is Side.WHITE else replace(self, black=value)

    def map(self, change: Callable[[T], R]) -> "BySide[R]":
        return BySide(change(self.white), change(self.black))

    @staticmethod
    def both(value: R) -> "BySide[R]":
        return BySide(value, value)
