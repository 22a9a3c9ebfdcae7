"""The decision about one die by itself.

A value is accepted only if pips and square reach a bar, no other value fits, it differs from the
others by more than light, shadow or a pip that is almost gone, and the second reader sees it, too,
or sees no other and a count of spots agrees.
"""

from __future__ import annotations

from typing import NamedTuple

from vision.reader.decision.face import (
    agrees,
    allows,
    has_covered_middle,
    has_faint_pip,
    has_odd_colour,
    is_no_face,
    is_sure,
    lacks_pip,
    may_be_another,
    shines_through,
)
from vision.reader.decision.flatness import UNDECIDED, Flatness, decide_flatness
from vision.reader.evidence import Evidence
from vision.reader.second_reader import FaceShares
from vision.reading import Support


class DieDecision(NamedTuple):
    """value: only where it is certain."""

    value: int | None
    flatness: Flatness


def decide_die(evidence: Evidence) -> DieDecision:
    """Decide value and flatness of a die whose face was found."""
    look, opinion = evidence.look, evidence.opinion
    value = look.face.value if _is_read(evidence) else None
    lies = decide_flatness(evidence, is_read=value is not None)
    if lies.flat is False and value is None and not _is_carried(lies.support, opinion):
        lies = UNDECIDED  # what is no face, or lies elsewhere, looks askew, too
    return DieDecision(value, lies)


def _is_read(evidence: Evidence) -> bool:
    look, opinion = evidence.look, evidence.opinion
    if not is_sure(look) or not allows(opinion, look.face.value):
        return False
    if may_be_another(look.face, evidence.blown()):
        return False
    if not (look.proposed or agrees(opinion, look.face.value) or evidence.spots_agree()):
        return False
    shown = evidence.sites()
    if has_covered_middle(look.face, shown) or lacks_pip(look.face, shown):
        return False
    odd = has_odd_colour(look.face, shown, evidence.blown(), evidence.side_px)
    doubted = odd or has_faint_pip(look.face, shown)
    return not doubted or shines_through(*evidence.middles())


def _is_carried(support: Support | None, opinion: FaceShares) -> bool:
    """Whether it is a die on a checker though its value is not sure; or on the bar, where the
    doubling cube lies, too, unless the second reader sees no face."""
    if support is Support.BAR:
        return not is_no_face(opinion)
    return support is Support.CHECKER
