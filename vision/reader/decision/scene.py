"""Decide what a picture shows besides its dice: motion, a cover, whether all is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from vision.learned.kind import Kind
from vision.reader import thresholds as at
from vision.reader.decision import unread
from vision.reader.decision.places import is_die
from vision.reader.detections import AROUND_MM
from vision.reader.find import DICE
from vision.reader.scene_state import DieMotion, Over, Surroundings
from vision.reader.unreadable_dice import Unread
from vision.reading import DieSeen, Doubt, Doubted, Support


class Besides(NamedTuple):
    """As in `StillSeen`."""

    moving: bool | None
    covered: bool | None
    all_seen: bool | None
    doubted: tuple[Doubted, ...]


def besides(dice: Sequence[DieSeen], around: Surroundings, *, all_shown: bool) -> Besides:
    """Decide what a picture shows besides its dice. all_shown: two dice or more, all with faces: a
    face found by its pips is bare."""
    return beside_two(dice, around.motion(dice)) if all_shown else beside_fewer(dice, around)


def beside_two(dice: Sequence[DieSeen], motion: Sequence[DieMotion]) -> Besides:
    """Besides where two dice or more show faces."""
    moving: bool | None = False
    doubted = []
    for die, (smeared, drawn_out, uneven, side_px) in zip(dice, motion, strict=True):
        one_moves = moves(die.flat, smeared, drawn_out, uneven, side_px)
        if one_moves is not False:
            doubted.append(Doubted(Doubt.MOVING, die.bbox_px))
            moving = moving or one_moves
    return Besides(moving, covered=False, all_seen=None, doubted=tuple(doubted))


def beside_fewer(dice: Sequence[DieSeen], around: Surroundings) -> Besides:
    """When fewer than two dice show faces, or one shows none: it may be smeared, hidden, askew or
    absent."""
    over = around.over()
    covered = is_covered(over.sure_cm2, over.maybe_cm2, over.came_cm2)
    if covered and _both_shown(around.places(), dice):
        covered = None  # what looks like a body hides neither die
    bare = [one for one in around.places() if not _is_under(over, one, near=covered is True)]
    near = [one for one in bare if one.off_mm <= 0]  # on the board, or seen from above it
    smeared = [one for one in dice_among(near, dice) if is_smeared(one.likely, one.kind)]
    moving = place_moves((one.likely, one.kind) for one in smeared if one.on_field)
    if moving and sum(die.guess is not None for die in dice) >= DICE:
        moving = None  # both dice show faces, so it may be none
    if smeared and not moving:
        moving = None  # the grain of wood looks smeared, too
    if covered and moving is None:
        moving = False  # a body is surely there, and parts of it look like much
    left = [one for one in unread.not_read(bare, dice) if is_die(one.kind) or may_be_one(one)]
    unsure = any(die.guess is None or die.flat is not True for die in dice)
    clear = moving is False and covered is False and not left and not unsure
    if clear:  # a die may have rolled off, far over the table
        far = unread.not_read(around.far(), dice)
        left = [one for one in far if is_die(one.kind) or may_lie_far(one)]
    doubted = [] if moving is False else _doubted(Doubt.MOVING, smeared)
    if covered is not False:
        doubted += [
            Doubted(Doubt.COVERED, body.box_px) for body in over.bodies() if is_body(body.area_cm2)
        ]
    doubted += _doubted(Doubt.DIE, [one for one in left if one not in smeared])
    return Besides(moving, covered, True if clear and not left else None, tuple(doubted))


def _is_under(over: Over, one: Unread, *, near: bool) -> bool:
    """Whether it lies under a body, or so near one that it may be a part of it."""
    centre = one.die.center_mm
    return centre is not None and over.under(*centre, at.BESIDE_BODY if near else 0.0)


def _doubted(what: Doubt, some: Iterable[Unread]) -> list[Doubted]:
    return [Doubted(what, one.die.bbox_px) for one in some]


def dice_among(near: list[Unread], dice: Sequence[DieSeen]) -> list[Unread]:
    """The places that can move: where both dice of the roll are known, read or plain to the nets,
    those alone; else all that may be a die."""
    if not _both_known(near, dice):
        return near
    others = unread.not_read(near, dice)
    return [one for one in near if one not in others or is_plain(one.likely, one.kind)]


def _both_shown(near: Iterable[Unread], dice: Sequence[DieSeen]) -> bool:
    """Whether two places may be the dice of the roll: read, or not denied by the nets."""
    shown = [
        one
        for one in unread.not_read(near, dice)
        if one.on_field and one.likely >= at.PLAIN_DIE and one.kind.none <= at.DENIED_DIE
    ]
    return sum(die.guess is not None for die in dice) + len(shown) >= DICE


def _both_known(near: Iterable[Unread], dice: Sequence[DieSeen]) -> bool:
    """Whether both dice of the roll were read, or are plain to the nets."""
    plain = [one for one in unread.not_read(near, dice) if is_plain(one.likely, one.kind)]
    below = sum(die.support is Support.DIE for die in dice)
    return sum(die.guess is not None for die in dice) + below + len(plain) >= DICE


def may_be_one(one: Unread) -> bool:
    """Whether the finder surely sees one on the board, and the other net is not sure of none."""
    return one.likely >= at.UNREAD_SURELY and one.kind.none < at.SURELY_NO_DIE


def may_lie_far(one: Unread) -> bool:
    """Whether what lies far over the table may be one."""
    return is_far_die(one.likely, one.kind, near=one.off_mm <= AROUND_MM)


def moves(
    flat: bool | None, smeared: float, drawn_out: float, uneven: Callable[[], float], side_px: float
) -> bool | None:
    """Whether a die that was read moves. smeared, drawn_out: the nets' shares for a long and for a
    short smear; uneven: of its pips' steps. It must not be smeared, and one that may lie flat must
    be sharp; a lean alone draws pips out. It surely moves only where both nets agree: stripes and
    dust look smeared, too."""
    short = at.DRAWN_OUT_SMALL if side_px < at.SMALL else at.DRAWN_OUT
    if smeared >= at.SMEARED and drawn_out >= short:
        return True
    if flat is False:
        return None if smeared >= at.MAYBE_SMEARED else False
    doubted = smeared > at.SHARP or drawn_out >= short or uneven() > at.PIPS_EVEN
    return None if doubted else False


def is_smeared(likely: float, kind: Kind) -> bool:
    """Whether a place may show a smeared die; what the finder surely sees as one is mostly sharp,
    and looks drawn out where it leans."""
    return kind.smeared > (at.MAYBE_SMEARED if likely >= at.UNREAD_SURELY else at.SHARP)


def place_moves(places: Iterable[tuple[float, Kind]]) -> bool | None:
    """Whether a die moves where none was read, by how likely the finder sees one at each place, and
    its kind: stripes and moiré look smeared all over the board, and hardly like a die."""
    smears = [(kind.smeared, likely) for likely, kind in places if is_smeared(likely, kind)]
    if any(smeared >= at.SMEARED and likely >= at.SMEAR_LIKELY for smeared, likely in smears):
        return True
    return None if smears else False


def is_covered(sure_cm2: float, maybe_cm2: float, came_cm2: float) -> bool | None:
    """Whether a body large enough to hide a die lies over the field. Given: the largest parts that
    surely show one, that may, and that may and came since the roll began."""
    if sure_cm2 >= at.COVER_LEAST or came_cm2 >= at.COVER_CAME:
        return True
    return False if maybe_cm2 < at.COVER_SMALL else None


def is_body(maybe_cm2: float) -> bool:
    """Whether a part that may show a body is large enough for one."""
    return maybe_cm2 >= at.COVER_SMALL


def is_plain(likely: float, kind: Kind) -> bool:
    """Whether both nets plainly see a die."""
    return likely >= at.PLAIN_DIE and is_die(kind)


def is_far_die(likely: float, kind: Kind, *, near: bool) -> bool:
    """Whether the finder takes a place for a die and the kind net does not contradict. near: near
    enough to the board for the kind net, which was fitted to such places."""
    denied = near and kind.none >= at.SURELY_NO_DIE
    return likely >= at.FAR_LEAST and not denied
