"""What a picture shows besides the dice that were read: motion, a cover, whether all is seen."""

from __future__ import annotations

from collections.abc import Callable

from vision.learned.kind import Kind
from vision.reader import thresholds as at
from vision.reader.decision.places import is_die


def moves(
    flat: bool | None, smeared: float, drawn_out: float, uneven: Callable[[], float], side_px: float
) -> bool | None:
    """Whether a die that was read moves. smeared, drawn_out: the nets' shares for a long and for a
    short smear; uneven: of its pips' steps. None may be smeared, and one that may lie flat must be
    sharp; the pips of one that leans are drawn out by that alone."""
    if flat is False:
        return smeared >= at.SMEARED
    if smeared >= at.SMEARED:
        return True
    steps = uneven()
    if steps >= at.PIPS_UNEVEN:
        return True
    short = at.DRAWN_OUT_SMALL if side_px < at.SMALL else at.DRAWN_OUT
    doubted = smeared > at.SHARP or steps > at.PIPS_EVEN or drawn_out >= short
    return None if doubted else False


def is_smeared(kind: Kind) -> bool:
    """A place shows a smeared die, or may."""
    return kind.smeared > at.SHARP


def place_moves(smeared: float) -> bool | None:
    """Whether a die moves where none was read. smeared: of the place that seems so most."""
    if smeared >= at.SMEARED:
        return True
    return False if smeared <= at.SHARP else None


def is_covered(sure_cm2: float, maybe_cm2: float, came_cm2: float) -> bool | None:
    """Whether a body lies over the field, so large that a die may lie under it. The largest parts
    that surely show one, that may, and that may and came since the roll began."""
    if sure_cm2 >= at.COVER_LEAST or came_cm2 >= at.COVER_CAME:
        return True
    return False if maybe_cm2 < at.COVER_SMALL else None


def is_body(maybe_cm2: float) -> bool:
    """Whether a part that may show a body is large enough for one."""
    return maybe_cm2 >= at.COVER_SMALL


def is_plain(likely: float, kind: Kind) -> bool:
    """Both nets plainly see a die."""
    return likely >= at.PLAIN_DIE and is_die(kind)


def is_far_die(likely: float, kind: Kind, *, near: bool) -> bool:
    """Whether the finder takes a place for a die, and the other net cannot deny it. near: so near
    the board that it knows such places."""
    denied = near and kind.none >= at.SURELY_NO_DIE
    return likely >= at.FAR_LEAST and not denied
