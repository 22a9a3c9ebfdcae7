"""Whether what looks like a face is one, and whether its value is certain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from vision.calibration import Floats
from vision.reader import thresholds as at
from vision.reader.blown import Blown
from vision.reader.candidate_score import Look, Seen
from vision.reader.checkers import Disc
from vision.reader.face import PATTERNS, Face
from vision.reader.lean import Lean
from vision.reader.second_reader import FaceShares
from vision.reader.thresholds import Bar

OPPOSITE = 7
MIDDLE = 4
"""The site in the middle of a face."""


def is_reached(bar: Bar, look: Look) -> bool:
    """Whether the face in its square reaches every limit of the bar."""
    face, square = look.face, look.square
    return (
        face.best_fit >= bar.fit
        and face.margin >= bar.margin
        and square.weakest >= max(bar.edge, bar.edge_share * face.contrast)
        and max(abs(square.width - 1), abs(square.height - 1)) <= at.SQUARE_SIZE
        and square.off_centre <= at.SQUARE_CENTRE
    )


def _passes(look: Look, one: tuple[Bar, ...], several: tuple[Bar, ...]) -> bool:
    bars = one if look.face.value == 1 else several
    return any(is_reached(bar, look) for bar in bars)


def is_likely(look: Look) -> bool:
    """Whether it is a die, seen square on."""
    return _passes(look, at.DIE_BY_ONE, at.DIE_BY_SEVERAL)


def shows_pattern(look: Look) -> bool:
    """Whether it shows several pips in order, so that it may be a die that leans."""
    fine = look.face.best_fit >= at.PATTERN_FIT
    return look.face.value > 1 and fine and look.edges >= at.PATTERN_EDGES


def is_sure(look: Look) -> bool:
    """Whether it is a die and only its own value fits."""
    alone = look.face.best_fit - look.rival >= at.VALUE_AHEAD
    if look.proposed:
        return alone and (_is_clear(look) or is_faint(look))
    return alone and look.face.clean and _passes(look, at.READ_BY_ONE, at.READ_BY_SEVERAL)


def _is_clear(look: Look) -> bool:
    return _passes(look, at.READ_BY_ONE, at.PROPOSED_BY_SEVERAL)


def is_faint(look: Look) -> bool:
    """Whether one of pips and square is weak and the other strong."""
    face = look.face
    fine = face.best_fit >= at.FINE_PATTERN and face.margin >= at.FINE_MARGIN
    whole = look.edges >= at.CUBE_SHOWS and is_reached(at.FAINT_FACE, look)
    return whole or (fine and look.edges >= at.PATTERN_EDGES)


def is_explained(look: Look, lean: Lean) -> bool:
    """Whether a cube in some pose shows those pips and edges; a few pips alone are no proof."""
    several = look.face.value > 3
    if is_sure(look):
        return several or max(lean.flat, lean.edges) >= at.DIE_EDGES
    return lean.edges + lean.pips >= (at.EXPLAINED_SEVERAL if several else at.EXPLAINED_FEW)


def is_upright(lean: Lean) -> bool:
    """Whether it looks like a flat die: writing has dots in rows, too, but no edges of a cube."""
    return lean.flat >= at.UPRIGHT_SHOWS


def is_glare(look: Look, discs: Sequence[Disc]) -> bool:
    """Whether a face may be only a reflection on a checker: those, and its rings, look like faint
    ones in faint squares."""
    face = look.face
    on_top = any(np.hypot(face.x - disc.x, face.y - disc.y) < face.side_mm for disc in discs)
    return on_top and not _passes(look, (at.GLARE_ONE,), (at.GLARE_SEVERAL,))


def may_be_another(face: Face, seen: Blown) -> bool:
    """Whether its difference from another value may be light or shadow alone: the other's pips lie
    where nothing can be measured, or its own extra pips show only by levels brighter, or darker,
    than all else on the face."""
    pips = _pips(face, seen)
    of_pips = seen.bright if face.bright else seen.dark
    nothing = {n for n in range(9) if max(seen.bright[n], seen.dark[n]) >= at.BLOWN}
    alone = {n for n in pips if of_pips[n] >= at.BLOWN}
    if pips == alone == {MIDDLE}:
        return True  # one highlight looks like a 1 on any face whose own pips are faint
    if pips == alone and _is_washed_out(face, pips, seen):
        return True
    far = min((of_pips[n] for n in alone), default=0.0) - at.BLOWN_APART
    plain = all(of_pips[n] < max(at.NOT_BLOWN, far) for n in pips - alone)
    return any(
        (pips < others and others - pips <= nothing)
        or (others < pips and plain and pips - others == alone)
        for others in _SITES
    )


def _is_washed_out(face: Face, pips: frozenset[int], seen: Blown) -> bool:
    """Whether the body is nearly as bright, or as dark, as can be measured, so that little light
    more makes a pip of any site."""
    body = float(np.median([seen.grey[n] for n in range(9) if n not in pips]))
    return (255 - body if face.bright else body) <= at.WASHED_OUT


def lacks_pip(face: Face, shown: Floats) -> bool:
    """Whether a pip of its value hardly shows: then a highlight or a stain may be one of the
    others. shown: as for `has_faint_pip`."""
    pips = shown[list(_pips_of(face.value, shown))]
    return bool(pips.min() < at.PIP_LEAST * np.median(pips))


def has_faint_pip(face: Face, shown: Floats) -> bool:
    """Whether a pip that is almost gone would make it another value. Only the middle pip can: no
    two values differ by another one alone. It shows something, and more than sites without a pip.
    shown: how much of a pip each of the nine sites shows, the largest 1."""
    ahead = _middle_ahead(face, shown)
    faint = float(shown[MIDDLE]) >= at.FAINT_PIP
    return ahead is not None and faint and ahead >= at.FAINT_PIP_AHEAD


def has_covered_middle(face: Face, shown: Floats) -> bool:
    """Whether a logo or the like lies where one more pip would make it another value: the middle is
    farther from a pip's look than the bare sites are. shown: as for `has_faint_pip`."""
    ahead = _middle_ahead(face, shown)
    return ahead is not None and ahead <= -at.COVERED_MIDDLE


def has_odd_colour(face: Face, shown: Floats, seen: Blown, side_px: float) -> bool:
    """Whether the middle or a bare site has a colour of its own, where one more pip in the middle
    would make it another value: a pip is worn there, or a logo covers it. shown: as for
    `has_faint_pip`; side_px: of the face in the picture."""
    pips = _pips_of(face.value, shown)
    if pips | {MIDDLE} not in _SITES or MIDDLE in pips:
        return False
    bare = [n for n in range(9) if n not in pips | {MIDDLE}]
    colours = np.array(seen.colours)
    body, *_ = np.linalg.lstsq(_SLOPES[bare], colours[bare], rcond=None)
    off = colours - _SLOPES @ body
    pip = float(np.linalg.norm(np.median(off[list(pips)], axis=0)))
    middle, *others = np.linalg.norm(off[[MIDDLE, *bare]], axis=1) / max(pip, 1e-6)
    if side_px < at.ODD_COLOUR_PX:
        return bool(max(middle, *others) >= at.ODD_COLOUR_SMALL)
    return bool(middle >= at.ODD_MIDDLE or max(others) >= at.ODD_COLOUR)


def _middle_ahead(face: Face, shown: Floats) -> float | None:
    """How much more of a pip the middle shows than the bare sites; None where the value has a pip
    there, or could have none."""
    pips = _pips_of(face.value, shown)
    if pips | {MIDDLE} not in _SITES or MIDDLE in pips:
        return None
    bare = float(np.median([shown[n] for n in range(9) if n not in pips | {MIDDLE}]))
    return float(shown[MIDDLE]) - bare


def shines_through(middle: float, far: float) -> bool:
    """Whether what looks like a faint pip in the middle is the far face's, seen through a clear
    die: beside it the middle shows none. How much of a pip both show, fitted together."""
    return at.NO_PIP <= middle < at.FAINT_PIP and far >= middle + at.FAR_PIP_AHEAD


def _pips(face: Face, seen: Blown) -> frozenset[int]:
    """The sites of its pips, in the turn that fits."""
    sign = 1 if face.bright else -1
    return _pips_of(face.value, sign * np.array(seen.grey))


def _pips_of(value: int, shown: Floats) -> frozenset[int]:
    """The sites of a value's pips, in the turn that shows most."""
    ways = [sites for pattern_value, sites in PATTERNS if pattern_value == value]
    return frozenset(max(ways, key=lambda sites: shown[list(sites)].mean()))


_SITES = [frozenset(sites) for _value, sites in PATTERNS]
_SLOPES = np.array([(1, x, y) for y, x in product((-1, 0, 1), repeat=2)], np.float64)
"""Level and slopes of a body's colour at the nine sites, (9, 3): light falls off across a face."""


def agrees(opinion: FaceShares, value: int) -> bool:
    """Whether the second reader sees that value, too."""
    return opinion.shares[value] >= at.SECOND_AGREES


def allows(opinion: FaceShares, value: int) -> bool:
    """Whether the second reader sees no other value."""
    return opinion.shares[value] >= at.SECOND_ALLOWS


def sees_value(opinion: FaceShares) -> bool:
    """Whether the second reader sees any value."""
    return any(allows(opinion, value) for value in range(1, 7))


def is_no_face(opinion: FaceShares) -> bool:
    """Whether the second reader sees no face."""
    return opinion.shares[0] >= at.NO_FACE


def certain(seen: Sequence[Seen], shares: Sequence[float]) -> Seen | None:
    """The clearest of the faces about one place of which both readers are sure, if no other is
    possible; else `None`. shares: the second reader's share for each face's value."""
    with_shares = list(zip(seen, shares, strict=True))
    both = [one for one, share in with_shares if share >= at.SECOND_AGREES]
    sure = [one for one, share in with_shares if is_sure(one.look) and share >= _least(one.look)]
    if not sure or len({one.look.face.value for one in both}) > 1:
        return None
    best = max(sure, key=lambda one: _clear(one.look))
    doubted = any(
        _doubts(one.look, best.look) and not _is_far_face(one, share, best)
        for one, share in with_shares
    )
    return None if doubted else best


def _is_far_face(one: Seen, share: float, best: Seen) -> bool:
    """Whether it shows through a clear die: opposite faces have seven pips, and the second reader,
    which sees the upper face, does not see it."""
    opposite = one.look.face.value + best.look.face.value == OPPOSITE
    return best.brought_out and opposite and share < at.SECOND_DENIES


def _least(look: Look) -> float:
    """The least share of the second reader for this face."""
    if is_faint(look) and not _is_clear(look):
        return at.SECOND_FAINTLY
    return at.SECOND_CLEARLY if look.edges >= at.CLEAR_CUBE else at.SECOND_CERTAIN


def _doubts(other: Look, best: Look) -> bool:
    """Whether another face about the place is hardly worse and of a larger value: a few of its
    pips look like a smaller one, to both readers."""
    larger = is_sure(other) and other.face.value > best.face.value
    return larger and _clear(other) > _clear(best) - at.OTHER_FACE_WORSE


def _clear(look: Look) -> float:
    return look.face.best_fit + look.edges
