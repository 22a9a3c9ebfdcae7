"""How a die lies.

It is a question of contact first: what touches nothing but the field lies flat, and no net is asked
unless it seems to rock. Only where something is within its reach does its look decide. Of two dice
one that is not found may lie below the other, so of a lone die its look tells whether it does.
"""

from __future__ import annotations

from typing import NamedTuple

from vision.reader import thresholds as at
from vision.reader.contact import Rest
from vision.reader.evidence import Evidence
from vision.reader.lean import Lean
from vision.reader.opinion import leaning, surely_leaning
from vision.reader.reach import reach_mm
from vision.reading import FlatBy, Support


class Lying(NamedTuple):
    """As in `DieSeen`."""

    flat: bool | None
    support: Support | None
    flat_by: FlatBy | None


UNTOLD = Lying(None, None, FlatBy.APPEARANCE)


def lying(evidence: Evidence, *, is_read: bool) -> Lying:
    """How a die lies. is_read: its value is certain."""
    if evidence.rest.checker > at.ON_CHECKER:
        return Lying(False, Support.CHECKER, FlatBy.CONTACT)
    if evidence.half == "bar":  # flat on the field, its middle is half a side away at least
        return Lying(False, Support.BAR, FlatBy.CONTACT)
    if evidence.half == "off":
        return Lying(None, None, None)
    if evidence.alone and (on_die := evidence.lies().on_die) >= at.MAYBE_ON_DIE:
        shows = on_die >= at.ON_DIE and evidence.body_beside() > at.BODY_BESIDE
        return Lying(False, Support.DIE, FlatBy.APPEARANCE) if shows else UNTOLD
    lies = _free(evidence) if _is_free(evidence, is_read=is_read) else _by_its_look(evidence)
    if lies.flat and evidence.alone and evidence.body_beside() > at.BODY_BESIDE:
        return UNTOLD  # beside it the other one may lie
    return lies


def _is_free(evidence: Evidence, *, is_read: bool) -> bool:
    """Nothing that may carry a part of it is within its reach. What is not read may be a side face,
    and nobody knows what that die touches."""
    rest = evidence.rest
    room = min(-rest.beside, rest.room)
    return is_read and room >= reach_mm(evidence.look.face.side_mm)


def _free(evidence: Evidence) -> Lying:
    """It lies flat, unless it looks as no level die does: something may be overlooked, or it still
    rocks where no other picture tells that it rests."""
    gain = evidence.edges.gain
    least = at.LEVEL_SHOWS_SMALL if evidence.side_px < at.SMALL else at.LEVEL_SHOWS
    if _level_shows(evidence) < least:
        return UNTOLD
    may_rock = not evidence.at_rest and gain > at.ROCKS_GAIN
    if may_rock and leaning(evidence.lies()) + at.GAIN_COUNTS * gain > at.ROCKS:
        return UNTOLD
    return Lying(True, Support.SURFACE, FlatBy.CONTACT)


def _level_shows(evidence: Evidence) -> float:
    """How much of a level cube's edges shows, less the gain of one that leans, and less a part of
    what looks like its body where a level one has no side."""
    gain = evidence.edges.gain
    sides = evidence.body_beside() if gain > at.SIDES_GAIN else 0.0
    return evidence.edges.flat - gain - at.SIDES_COUNT * sides


def _by_its_look(evidence: Evidence) -> Lying:
    """Of what may lean on something."""
    rest = evidence.rest
    lies = evidence.lies()
    flat = _flat_by_its_look(rest, evidence.edges, leaning(lies))
    if flat is False and not (_is_over(rest) or surely_leaning(lies) >= at.SURELY_ASKEW):
        return UNTOLD  # a void is as costly as a wrong roll
    if flat is False:
        support = Support.CHECKER if rest.maybe_checker > at.TOUCH_CHECKER else None
        return Lying(False, support, FlatBy.APPEARANCE)
    stands = flat and lies.on_die < at.ON_SOMETHING
    return Lying(True, Support.SURFACE, FlatBy.APPEARANCE) if stands else UNTOLD


def _flat_by_its_look(rest: Rest, edges: Lean, net: float) -> bool | None:
    """The edges of a cube and the net tell of a lean, and neither sees what the other does: their
    evidence is added. One that reaches over what is beside it lies on it or leans."""
    together = net + at.GAIN_COUNTS * edges.gain
    if together >= at.ASKEW:
        return False
    doubted = edges.gain > at.DOUBTED_GAIN or net > at.DOUBTED_NET
    most = at.LEVEL_TOUCHING if rest.maybe_checker > at.TOUCHES else at.LEVEL
    return True if together <= most and not (doubted or _reaches_over(rest)) else None


def _reaches_over(rest: Rest) -> bool:
    """It reaches over what is beside it, further than a flat die can."""
    return _is_over(rest) or rest.room < -at.TOUCH_WALL


def _is_over(rest: Rest) -> bool:
    """The same of checkers and dice, which the picture shows; where a wall stands the plan says."""
    return rest.maybe_checker > at.TOUCH_CHECKER or rest.die > at.TOUCH_DIE
