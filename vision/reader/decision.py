"""Accept or ask: what the reader makes of the evidence about one die.

How it lies is a question of contact first: what touches nothing but the field lies flat, and no net
is asked. Only where something is within its reach does its look decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from vision.learned.lean import Lies
from vision.reader import thresholds as at
from vision.reader.contact import REACH_SIDES, Rest
from vision.reader.lean import Lean
from vision.reader.opinion import leaning
from vision.reading import FlatBy, Support, Zone

Asked = Callable[[], Lies]
"""Asks the nets how a die lies."""


class Lying(NamedTuple):
    """As in `DieSeen`."""

    flat: bool | None
    support: Support | None
    flat_by: FlatBy | None


UNTOLD = Lying(None, None, FlatBy.APPEARANCE)


def reach_mm(side_mm: float) -> float:
    """What is nearer may carry a part of the die."""
    return REACH_SIDES * side_mm + at.REACH_ERROR


def reaches_over(rest: Rest, net: float) -> bool:
    """It reaches over what is beside it, further than a flat die can. net: log-odds of a lean."""
    more = at.TOUCH_MORE if net <= at.LEVEL_SURELY else 0.0
    into = rest.maybe_checker > at.TOUCH_CHECKER + more or rest.die > at.TOUCH_DIE + more
    return into or rest.room < -at.TOUCH_WALL - more


def lying(
    rest: Rest,
    half: Zone,
    side_mm: float,
    edges: Lean,
    asked: Asked,
    *,
    alone: bool,
    is_read: bool,
) -> Lying:
    """How a die lies. edges: what a cube's edges and pips tell of a lean; alone: no other die was
    found, so it may lie on one that nobody saw; is_read: its value is certain. Where it is not,
    what was found may be a side face, and nobody knows what it touches."""
    if rest.checker > at.ON_CHECKER:
        return Lying(False, Support.CHECKER, FlatBy.CONTACT)
    if half == "bar":  # flat on the field, its middle is half a side away at least
        return Lying(False, Support.BAR, FlatBy.CONTACT)
    if half == "off":
        return Lying(None, None, None)
    on_die = asked().on_die if alone else 0.0
    if on_die >= at.MAYBE_ON_DIE:
        flat, support = (False, Support.DIE) if on_die >= at.ON_DIE else (None, None)
        return Lying(flat, support, FlatBy.APPEARANCE)
    return _on_the_field(rest, side_mm, edges, asked, is_read=is_read)


def _on_the_field(rest: Rest, side_mm: float, edges: Lean, asked: Asked, *, is_read: bool) -> Lying:
    reach = reach_mm(side_mm)
    if is_read and min(-rest.beside, rest.room) >= reach:
        if edges.gain > at.IMPOSSIBLE_GAIN:  # no level die looks so: something may be overlooked
            return UNTOLD
        return Lying(True, Support.SURFACE, FlatBy.CONTACT)
    flat = _flat_by_its_look(rest, edges, leaning(asked()), beside=-rest.beside < reach)
    if flat is False:
        support = Support.CHECKER if rest.maybe_checker > at.TOUCH_CHECKER else None
        return Lying(False, support, FlatBy.APPEARANCE)
    return Lying(True, Support.SURFACE, FlatBy.APPEARANCE) if flat else UNTOLD


def _flat_by_its_look(rest: Rest, edges: Lean, net: float, *, beside: bool) -> bool | None:
    """The edges of a cube and the net tell of a lean, and neither sees what the other does: their
    evidence is added. One that reaches over what is beside it lies on it or leans. beside: a
    checker, a die or a thing is in reach, and not a wall alone."""
    together = net + at.GAIN_COUNTS * edges.gain
    if together >= at.ASKEW:
        return False
    doubted = edges.gain > at.DOUBTED_GAIN or net > at.DOUBTED_NET
    most = at.LEVEL if beside else at.LEVEL_BY_WALL
    return True if together <= most and not (doubted or reaches_over(rest, net)) else None
