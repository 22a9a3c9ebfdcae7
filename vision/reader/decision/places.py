"""Where to look for a face, and which places without one are dice: most lie far askew."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Floats
from vision.learned.kind import Kind
from vision.reader import thresholds as at

Bools = NDArray[np.bool_]


def may_be_die(likely: Floats, *, on_field: Bools) -> Bools:
    """Where (N,) the finder may see a die. Off the field it must be surer: it sees much else
    there."""
    faint = (likely >= at.FINDER_FAINT) & on_field
    return np.asarray((likely >= at.FINDER_LIKELY) | faint, np.bool_)


def may_show_face(likely: Floats) -> Bools:
    """Where (N,) the finder sees a die whose face is looked for."""
    return np.asarray(likely >= at.FACE_LIKELY, np.bool_)


def shows_face(kind: Kind) -> bool:
    """Whether the kind net sees a die there with a face upwards."""
    return kind.none <= at.FACE_NO_DIE and kind.far <= at.LEANS_FAR


def has_arrived(part: float) -> bool:
    """Whether something came there. part: of the place that changed; of a dark die on dark felt
    only the pips change."""
    return part > at.CHANGED_PART


def may_hold_die(areas_faces: Iterable[float]) -> bool:
    """Whether one of these patches of change, by its area over a die's face, may show a die."""
    return any(area >= at.CAME_LEAST for area in areas_faces)


def is_like_a_die(area_faces: float, long_sides: float, thick_sides: Callable[[], float]) -> bool:
    """Whether a patch of change may be a die, by its area over a die's face, its length and the
    circle that fits into it, over its side. A pushed checker leaves and covers crescents."""
    sized = at.CAME_LEAST <= area_faces <= at.CAME_MOST and long_sides <= at.CAME_LONGEST
    return sized and thick_sides() >= at.CAME_THICK


def is_likely_die(likely: float, room_mm: float) -> bool:
    """Whether it is a die far enough inside its half for its look to be trusted."""
    return likely >= at.UNREAD_LIKELY and room_mm >= at.UNREAD_ROOM


def is_sharp(kind: Kind) -> bool:
    """Whether it is surely a die, and not smeared."""
    return kind.smeared <= at.SHARP and is_die(kind)


def is_die(kind: Kind) -> bool:
    """Whether the kind net sees a die."""
    return kind.none <= at.NO_DIE


def may_be_one_more(likely: float, kind: Kind) -> bool:
    """Whether both nets see a die, beside two that were read."""
    lies = kind.none <= at.MORE_NO_DIE and kind.still >= at.MORE_STILL
    return likely >= at.MORE_LIKELY and lies


def may_be_of_any_size(
    likely: float, kind: Kind, usual_px: float, none_if_larger: Callable[[], float]
) -> bool:
    """The same for dice of any size: a large die looks smeared to a net that expects a smaller one,
    and so does one half covered. none_if_larger: the kind net's share for larger ones, 0..1."""
    if likely < at.MORE_LIKELY:
        return False
    if usual_px < at.MORE_PX:
        return kind.none <= at.ANOTHER_NO_DIE_SMALL
    return kind.none <= at.ANOTHER_NO_DIE or (
        kind.none <= at.WAVERS and none_if_larger() <= at.LARGER_NO_DIE
    )


def may_be_part_covered(likely: float, kind: Kind) -> bool:
    """The same beside a body: half a die looks less like one to both nets."""
    if likely >= at.MORE_LIKELY:
        return kind.none <= at.COVERED_NO_DIE
    return likely >= at.COVERED_LIKELY and kind.none <= at.COVERED_FAINT_NO_DIE


def may_be_half_a_die(likely: float, kind: Kind, usual_px: float) -> bool:
    """The same among large dice, if what is there has their colour."""
    sees_one = likely >= at.MORE_LIKELY and kind.none <= at.HALF_NO_DIE
    return sees_one and usual_px >= at.MORE_PX


def is_like_half_a_die(area_faces: float, long_sides: float) -> bool:
    """Whether a patch may be half a die, by its area over a die's face and its length over a die's
    side: a point of the board is longer, a checker larger."""
    return at.HALF_LEAST <= area_faces <= at.HALF_MOST and long_sides <= at.HALF_LONGEST


def may_rest(kind: Kind) -> bool:
    """Whether it may be a die at rest."""
    return kind.still >= at.UNREAD_STILL


def surely_rests(likely: float, kind: Kind) -> bool:
    """Whether it is surely a die at rest, in any pose."""
    surely = likely >= at.UNREAD_SURELY and kind.still >= at.UNREAD_SURELY_STILL
    return surely and is_bare_die(kind)


def is_against(off_mm: float, found: float) -> bool:
    """Whether a die's middle is nearer to a checker's edge than a flat die's can be, and not so far
    over the checker that it may lie flat on it. off_mm: from that edge, negative over the checker;
    found: the share of its edge that was."""
    return found >= at.CHECKER_SURE and at.UNREAD_OVER < off_mm < at.UNREAD_AGAINST


def is_off_border(off_mm: float) -> bool:
    """Whether a level die fits best at the border of the search: it lies there or beyond, and from
    where the finder saw it a level one looks askew, too."""
    return off_mm > at.UNREAD_BORDER


def is_bare_die(kind: Kind) -> bool:
    """Whether the kind net sees a die, and no face under glare or dust."""
    return kind.none <= at.UNREAD_NO_DIE


def leans(far: float, level: float, anyhow: float) -> bool:
    """Whether it is surely far askew, by log-odds cut off at `UNREAD_SUREST`. far: the kind net's;
    level: the lean net's where a level die fits best; anyhow: the lean net's in any turn. Neither
    the kind net nor the lean net where a level die fits may contradict."""
    if far < at.UNREAD_FAR_LEAST or level < at.UNREAD_LEVEL_LEAST:
        return False
    weighed = at.UNREAD_FAR * far + at.UNREAD_LEVEL * level + at.UNREAD_ANYHOW * anyhow
    return weighed >= at.UNREAD_ASKEW


def may_lean(far: float, anyhow: float) -> bool:
    """Whether it may be askew, depending on the look where a level die fits best."""
    return leans(far, at.UNREAD_SUREST, anyhow)
