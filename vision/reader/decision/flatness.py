"""Decide whether a die lies flat.

Contact comes first: a die that touches only the field lies flat, and no net is asked unless it
seems to rock. Its look decides only where something is within its reach. A lone die may lie on
another that was not found; its look decides that, too.
"""

from __future__ import annotations

from typing import NamedTuple

from vision.reader import thresholds as at
from vision.reader.contact import Rest
from vision.reader.evidence import Evidence
from vision.reader.lean import Lean
from vision.reader.reach import reach_mm
from vision.reader.second_reader import leaning, surely_leaning
from vision.reading import FlatBy, Support


class Flatness(NamedTuple):
    """As in `DieSeen`."""

    flat: bool | None
    support: Support | None
    flat_by: FlatBy | None


UNDECIDED = Flatness(None, None, FlatBy.APPEARANCE)


def decide_flatness(evidence: Evidence, *, is_read: bool) -> Flatness:
    """Decide how a die lies. is_read: its value is certain."""
    if evidence.rest.checker > at.ON_CHECKER:
        return Flatness(False, Support.CHECKER, FlatBy.CONTACT)
    if evidence.half == "bar":  # flat on the field, its middle is half a side away at least
        return Flatness(False, Support.BAR, FlatBy.CONTACT)
    if evidence.half == "off":
        return Flatness(None, None, None)
    if evidence.alone and (on_die := evidence.lies().on_die) >= at.MAYBE_ON_DIE:
        shows = on_die >= at.ON_DIE and evidence.body_beside() > at.BODY_BESIDE
        return Flatness(False, Support.DIE, FlatBy.APPEARANCE) if shows else UNDECIDED
    lies = (
        _decide_free(evidence) if _is_free(evidence, is_read=is_read) else _decide_by_look(evidence)
    )
    if lies.flat and evidence.alone and evidence.body_beside() > at.BODY_BESIDE:
        return UNDECIDED  # beside it the other one may lie
    return lies


def _is_free(evidence: Evidence, *, is_read: bool) -> bool:
    """Whether nothing within its reach may carry a part of it. A face that is not read may be a
    side face; then what the die touches is not known."""
    rest = evidence.rest
    room = min(-rest.beside, rest.room)
    return is_read and room >= reach_mm(evidence.look.face.side_mm)


def _decide_free(evidence: Evidence) -> Flatness:
    """Flat, unless it looks like no level die: something may be overlooked, or it still rocks where
    no other picture shows that it rests."""
    gain = evidence.edges.gain
    least = at.LEVEL_SHOWS_SMALL if evidence.side_px < at.SMALL else at.LEVEL_SHOWS
    if _level_shows(evidence) < least:
        return UNDECIDED
    may_rock = not evidence.at_rest and gain > at.ROCKS_GAIN
    if may_rock and leaning(evidence.lies()) + at.GAIN_COUNTS * gain > at.ROCKS:
        return UNDECIDED
    return Flatness(True, Support.SURFACE, FlatBy.CONTACT)


def _level_shows(evidence: Evidence) -> float:
    """How much of a level cube's edges shows, less the gain of one that leans, and less a part of
    what looks like its body where a level one has no side."""
    gain = evidence.edges.gain
    sides = evidence.body_beside() if gain > at.SIDES_GAIN else 0.0
    return evidence.edges.flat - gain - at.SIDES_COUNT * sides


def _decide_by_look(evidence: Evidence) -> Flatness:
    """Decide by its look how a die lies that may lean on something."""
    rest = evidence.rest
    lies = evidence.lies()
    flat = _flat_by_its_look(rest, evidence.edges, leaning(lies))
    if flat is False and not (_is_over(rest) or surely_leaning(lies) >= at.SURELY_ASKEW):
        return UNDECIDED  # a void is as costly as a wrong roll
    if flat is False:
        support = Support.CHECKER if rest.maybe_checker > at.TOUCH_CHECKER else None
        return Flatness(False, support, FlatBy.APPEARANCE)
    stands = flat and lies.on_die < at.ON_SOMETHING
    return Flatness(True, Support.SURFACE, FlatBy.APPEARANCE) if stands else UNDECIDED


def _flat_by_its_look(rest: Rest, edges: Lean, net: float) -> bool | None:
    """Add the evidence of edges and net for a lean; each sees what the other misses. A die that
    reaches over what is beside it lies on it or leans."""
    together = net + at.GAIN_COUNTS * edges.gain
    if together >= at.ASKEW:
        return False
    doubted = edges.gain > at.DOUBTED_GAIN or net > at.DOUBTED_NET
    most = at.LEVEL_TOUCHING if rest.maybe_checker > at.TOUCHES else at.LEVEL
    return True if together <= most and not (doubted or _reaches_over(rest)) else None


def _reaches_over(rest: Rest) -> bool:
    """Whether it reaches over what is beside it, further than a flat die can."""
    return _is_over(rest) or rest.room < -at.TOUCH_WALL


def _is_over(rest: Rest) -> bool:
    """The same for checkers and dice, which the picture shows; walls come from the plan."""
    return rest.maybe_checker > at.TOUCH_CHECKER or rest.die > at.TOUCH_DIE
