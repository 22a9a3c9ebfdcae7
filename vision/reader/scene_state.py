"""What a picture shows besides the dice that were read: motion, a cover, nothing at all."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import Board, Calibration
from vision.learned import cover, kind, smear
from vision.reader import thresholds as at
from vision.reader.cover import bodies, covers, under
from vision.reader.decision import scene
from vision.reader.decision.places import is_die
from vision.reader.detections import (
    AROUND_MM,
    Detections,
    Suspect,
    besides,
    parts_of,
    suspects,
)
from vision.reader.find import DICE
from vision.reader.smear import unevenness
from vision.reader.unread import unread
from vision.reading import DieSeen, Doubt, Doubted, Support
from vision.view import Picture, View, box_around

FAR_MM = 300.0
"""Over the table, where places are too far off for the other net, the finder alone may object."""


class Besides(NamedTuple):
    """As in `StillSeen`."""

    moving: bool | None
    covered: bool | None
    all_seen: bool | None
    doubted: tuple[Doubted, ...]


def beside_two(
    image: Picture, calibration: Calibration, dice: tuple[DieSeen, ...], die_mm: float
) -> Besides:
    """When two dice or more were read: a face told by its pips is bare."""
    places = np.array([die.center_mm for die in dice], np.float64)
    looks = kind.kinds_at(image, calibration, places, die_mm)
    drawn_out = smear.smears_at(image, calibration, places, die_mm)
    side_px = calibration.px_per_mm * die_mm
    moving: bool | None = False
    doubted = []
    for die, (x, y), look, share in zip(dice, places, looks, drawn_out, strict=True):
        uneven = partial(unevenness, image, calibration, (float(x), float(y)), die_mm)
        moves = scene.moves(die.flat, look.smeared, share, uneven, side_px)
        if moves is not False:
            doubted.append(Doubted(Doubt.MOVING, die.bbox_px))
            moving = moving or moves
    return Besides(moving, covered=False, all_seen=None, doubted=tuple(doubted))


def besides_dice(
    nets: Detections,
    dice: tuple[DieSeen, ...],
    around: list[Suspect],
    changed: Picture | None = None,
) -> Besides:
    """When fewer than two dice were read, or something that is none of them.

    around: the picture's suspects; changed: mask (h, w), where it differs from the board before
    the roll.
    """
    calibration, die_mm = nets.calibration, nets.die_mm
    over = cover.cover(nets.image, calibration)
    covered = covers(over, calibration, changed)
    room = at.BESIDE_BODY if covered else 0.0
    bare = [one for one in around if not under(over, one.x, one.y, room)]
    near = [one for one in bare if _on_board(one, calibration.board)]
    smeared = [one for one in dice_among(near, dice, die_mm) if scene.is_smeared(one.kind)]
    on_field = [one.kind.smeared for one in smeared if calibration.board.on_field(one.x, one.y)]
    moving = scene.place_moves(max(on_field, default=0.0))
    if smeared and not moving:
        moving = None  # the grain of wood looks smeared, too
    if covered and moving is None:
        moving = False  # a body is surely there, and parts of it look like much
    left = [one for one in besides(bare, dice, die_mm) if is_die(one.kind)]
    unsure = any(die.guess is None or die.flat is not True for die in dice)
    clear = moving is False and covered is False and not left and not unsure
    if clear:  # a die may have rolled off, far over the table
        far = besides(suspects(nets, changed, FAR_MM), dice, die_mm)
        left = [one for one in far if is_die(one.kind) or may_be(one, calibration.board)]
    doubted = _doubted(Doubt.MOVING, [] if moving is False else smeared, calibration, die_mm)
    if covered is not False:
        doubted += [Doubted(Doubt.COVERED, box) for box in bodies(over, calibration)]
    doubted += _doubted(Doubt.DIE, [one for one in left if one not in smeared], calibration, die_mm)
    return Besides(moving, covered, True if clear and not left else None, tuple(doubted))


def _doubted(
    what: Doubt, places: list[Suspect], calibration: Calibration, die_mm: float
) -> list[Doubted]:
    dice = (unread(calibration, one.x, one.y, die_mm) for one in places)
    return [Doubted(what, die.bbox_px) for die in dice]


def dice_among(near: list[Suspect], dice: tuple[DieSeen, ...], die_mm: float) -> list[Suspect]:
    """Where both dice of the roll are known, read or plain to the nets, those alone can move;
    else all that may be a die."""
    others = besides(near, dice, die_mm)
    plain = [one for one in others if scene.is_plain(one.likely, one.kind)]
    below = sum(die.support is Support.DIE for die in dice)
    if sum(die.guess is not None for die in dice) + below + len(plain) < DICE:
        return near
    return [one for one in near if one in plain or one not in others]


def changes(image: Picture, before: Picture) -> Picture:
    """Mask (h, w): where any colour channel differs between two pictures (h, w, 3) BGR."""
    apart = cv2.absdiff(cv2.GaussianBlur(image, (3, 3), 0), cv2.GaussianBlur(before, (3, 3), 0))
    most = cv2.max(cv2.max(apart[..., 0], apart[..., 1]), apart[..., 2])
    return np.asarray((most > at.CHANGED).astype(np.uint8) * 255)


def changes_near(
    image: Picture, before: Picture, calibration: Calibration, view: View, where: Picture
) -> Picture:
    """The same, but only near a mask of a view: the rest is black."""
    found = np.zeros(image.shape[:2], np.uint8)
    die_mm = calibration.board.usual_die_mm
    for left, top, right, bottom in parts_of(where, 2 * die_mm * view.scale):
        corners = view.to_mm(
            np.array([(x, y) for x in (left, right) for y in (top, bottom)], float)
        )
        px = calibration.project(np.column_stack([corners, np.full(4, -die_mm)]))
        near = box_around(px, found.shape)
        found[near] = changes(image[near], before[near])
    return found


def may_be(one: Suspect, board: Board) -> bool:
    """Whether what lies far over the table may be a die."""
    return scene.is_far_die(one.likely, one.kind, near=_off_mm(one, board) <= AROUND_MM)


def _off_mm(one: Suspect, board: Board) -> float:
    """How far outside the board."""
    width, height = board.size_mm
    return max(-one.x, one.x - width, -one.y, one.y - height)


def _on_board(one: Suspect, board: Board) -> bool:
    """On the board, or seen beside it from above it."""
    return _off_mm(one, board) <= 0
