"""What the reader saw: facts in picture terms, without judging the roll."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Zone = Literal["picture_left", "picture_right", "bar", "off"]
"""Where the centre of a die lies, as the camera sees the board; the rules know the same names."""


class Support(StrEnum):
    """What carries a die."""

    SURFACE = "surface"
    CHECKER = "checker"
    RIM = "rim"
    BAR = "bar"
    DIE = "die"


class FlatBy(StrEnum):
    """Evidence that a die lies flat or not: what it touches or may touch, or how it looks."""

    CONTACT = "contact"
    APPEARANCE = "appearance"


@dataclass(frozen=True, slots=True)
class DieSeen:
    """One die as seen. `None` always means "not certain", never "no".

    value: 1-6 only when one value is clearly best; guess: the best value when forced.
    flat: lies flat on the field. confidence: 0-1, an ordering and not a probability.
    center_px: middle of the top face, picture pixels (x, y). center_mm: middle of the
    footprint, board millimetres. bbox_px: x, y, width, height of the top face. flat_by: what
    decided `flat`, or left it open; `None` where it was not asked. lay_before: it lay there,
    unmoved, before the others were thrown.
    """

    value: int | None
    guess: int | None
    half: Zone
    flat: bool | None
    support: Support | None
    confidence: float
    center_px: tuple[float, float]
    center_mm: tuple[float, float] | None
    bbox_px: tuple[int, int, int, int]
    flat_by: FlatBy | None = None
    lay_before: bool = False


class Doubt(StrEnum):
    """Why a place of a picture made the reader ask, or refuse."""

    MOVING = "moving"
    COVERED = "covered"
    DIE = "die"


@dataclass(frozen=True, slots=True)
class Doubted:
    """what: seen there, or perhaps; bbox_px: x, y, width, height."""

    what: Doubt
    bbox_px: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class StillSeen:
    """All that one still picture shows of a roll. `None` always means "not certain".

    dice: left to right. moving: a die is smeared by its motion. covered: a hand, a cup or
    another thing that is no part of a game hides a face, or so much of the field that a die may
    lie under it. all_seen: no die that `dice` does not hold can lie in view; only then is a
    missing die known to be missing. doubted: where `moving`, `covered` and `all_seen` are not what
    a roll wants. lay_before: one of `dice` lay there before the roll.
    """

    dice: tuple[DieSeen, ...]
    moving: bool | None = None
    covered: bool | None = None
    all_seen: bool | None = None
    doubted: tuple[Doubted, ...] = ()
    lay_before: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """Dice at rest, and the frames the reading rests on.

    rolled: dice were seen moving before this rest; false for dice that were already there or
    were only moved by a hand.
    """

    dice: tuple[DieSeen, ...]
    first_at_ns: int
    last_at_ns: int
    frame_seqs: tuple[int, ...]
    rolled: bool
