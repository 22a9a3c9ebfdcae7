"""The dice reader: what a still picture shows of a roll. It abstains rather than guesses.

`find` and `net_proposals` look for dice, `evidence`, `unreadable_dice` and `scene_state` gather
what is known of each, and `decision.picture.decide` answers or leaves it open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned.kind import Kind, kinds_at
from vision.reader import thresholds as at
from vision.reader.colour_patch import NO_PATCH, ColourPatch, colour_patch
from vision.reader.decision.face import is_sure, is_upright
from vision.reader.decision.picture import (
    Before,
    Faceless,
    PictureEvidence,
    decide,
    is_other_light,
    of_faces,
    one_leans,
)
from vision.reader.decision.places import may_hold_die
from vision.reader.decision.roll import ends_search
from vision.reader.detections import Detections, is_changed, plain_places, suspects
from vision.reader.evidence import Evidence, evidence_of
from vision.reader.find import (
    DICE,
    SEARCH_PX_PER_MM,
    Found,
    find_dice,
    find_in_negative,
    off_markers,
)
from vision.reader.grain import measure_grain
from vision.reader.net_proposals import find_known, is_new
from vision.reader.patches import Patch, patches_of
from vision.reader.scene_state import around, changes, changes_near, unlike
from vision.reader.second_reader import OnceEach, SecondReader, installed_nets
from vision.reader.unreadable_dice import Places, Unread
from vision.reading import DieSeen, StillSeen
from vision.view import Picture, View, likeness, overview, part_of, whole

__all__ = ["read", "read_at_rest", "see"]

MARGIN_MM = 5.0  # how far beyond the board's outer edge a die is still looked for
BEYOND_MM = 60.0  # the same where the board bears fewer than two
AROUND_SIDES = 1.0  # from where a net sees a die, its face is looked for in the negative
OTHER_SIZES = (1.35, 0.75)  # of a third die, over that of the two
ON_BOARD_MM = 0.0
ROOM_PX = 40  # around what is looked for in the negative: spots and faces reach out of it


def read(image: Picture, calibration: Calibration) -> tuple[DieSeen, ...]:
    """The dice in a still picture (h, w, 3) uint8 BGR, left to right. Raises NetMissing."""
    return decide(_sought(_nets(image, calibration), None, at_rest=False).shown).dice


def read_at_rest(
    image: Picture, calibration: Calibration, before: Picture | None = None
) -> tuple[DieSeen, ...]:
    """As `read`, for a picture in which nothing moves: where fewer than two faces are certain, dice
    that surely lean are included.

    before: the same board without dice; then only what changed since is looked at, and what came
    as large as a die and cannot be read is included without value and guess. Raises NetMissing.
    """
    nets = _nets(image, calibration)
    places = Places(image, calibration, nets.die_mm, before)
    sought = _sought(nets, before, at_rest=True, places=places)
    seen = partial(_unread, nets, places, sought.differs)

    def any_size(dice: Sequence[DieSeen]) -> Iterator[Unread]:
        areas = (patch.area_faces for patch in sought.patches(dice, False))
        if before is None or may_hold_die(areas):
            yield from _of_any_size(nets, places, sought.differs)

    faceless = Faceless(places.of_die, seen, any_size, _no_body, _no_colour_patch, sought.patches)
    return decide(replace(sought.shown, faceless=faceless)).dice


def see(image: Picture, calibration: Calibration, before: Picture | None = None) -> StillSeen:
    """All that a still picture (h, w, 3) uint8 BGR shows of a roll.

    before: the board as it lay before the roll. Dice that lay off the field already are left out,
    and what came and cannot be read is included; where more such things came than dice are rolled,
    it is other light or a moved camera, and the picture is read by itself. Raises NetMissing.
    """
    nets = _nets(image, calibration)
    if before is None:
        places = Places(image, calibration, nets.die_mm)
        shown = _sought(nets, None, at_rest=False, places=places).shown
        return _with_all(nets, places, shown, None)
    shown = _sought(nets, before, at_rest=False).shown  # what leans may have lain there
    new_dice = [die for die in read_at_rest(image, calibration, before) if die.guess is None]
    if is_other_light(new_dice):
        return see(image, calibration)
    fresh = changes(image, before)
    places = Places(image, calibration, nets.die_mm, before)
    shown = replace(shown, before=_lay(nets, before, fresh), new_dice=new_dice)
    return _with_all(nets, places, shown, fresh)


def _with_all(
    nets: Detections, places: Places, shown: PictureEvidence, fresh: Picture | None
) -> StillSeen:
    """What a picture shows of faces and all else. fresh: mask (h, w) of it, what changed."""
    besides = around(nets, places, fresh)

    def any_size(_dice: Sequence[DieSeen]) -> Iterator[Unread]:
        return _of_any_size(nets, places, lambda: fresh, at.COVERED_LIKELY)

    def beside_body(x_mm: float, y_mm: float) -> bool:
        return besides.over().beside(x_mm, y_mm, at.BESIDE_BODY)

    patch = partial(colour_patch, nets.image, nets.calibration, nets.die_mm)
    faceless = Faceless(places.of_die, besides.places, any_size, beside_body, patch, _no_patches)
    return decide(replace(shown, faceless=faceless, around=besides))


def _nets(image: Picture, calibration: Calibration) -> Detections:
    return Detections(image, calibration, calibration.board.usual_die_mm)


def _nowhere() -> None:
    """No mask: where the picture changed is not known."""


def _no_body(_x_mm: float, _y_mm: float) -> bool:
    """No body: the tracker looks past what lies over the board."""
    return False


def _no_colour_patch(_dice_mm: object, _x_mm: float, _y_mm: float) -> ColourPatch:
    """None: what came is known to the tracker as a patch of change."""
    return NO_PATCH


def _no_patches(_dice: Sequence[DieSeen], _all_known: bool) -> Sequence[Patch]:
    return ()


def _lay(nets: Detections, before: Picture, fresh: Picture) -> Before:
    """Which dice of a picture lay there already. fresh: mask (h, w), what changed."""
    calibration, die_mm = nets.calibration, nets.die_mm

    def is_fresh(dice: Sequence[DieSeen]) -> Sequence[bool]:
        places = np.array([die.center_mm for die in dice], np.float64).reshape(-1, 2)
        return list(is_changed(places, calibration, die_mm, fresh))

    return Before(read(before, calibration), is_fresh)


class Sought(NamedTuple):
    """The faces found; where the picture differs from the board before, mask (h, w), and patches of
    change that given dice do not explain, where that is known."""

    shown: PictureEvidence
    differs: Callable[[], Picture | None]
    patches: Callable[[Sequence[DieSeen], bool], Sequence[Patch]]


def _sought(
    nets: Detections, before: Picture | None, *, at_rest: bool, places: Places | None = None
) -> Sought:
    """Find the dice that show a face. at_rest: nothing moves, and only what changed is looked at;
    places: finds dice without a face, and the search ends beside one that leans.
    """
    image, calibration, usual = nets.image, nets.calibration, nets.die_mm
    view = overview(image, calibration, usual, MARGIN_MM, SEARCH_PX_PER_MM)
    where = off_markers(view, calibration)
    fresh = None
    differs: Callable[[], Picture | None] = _nowhere
    if before is not None and at_rest:
        fresh = changed(image, before, calibration, usual) & where
        differs = cache(partial(changes_near, image, before, calibration, view, fresh))
        where = np.asarray(cv2.dilate(fresh, np.ones((9, 9), np.uint8)), np.uint8)
        nets.keep_to(view, where)
    second = OnceEach(installed_nets())

    def gather(dice: list[Found]) -> list[Evidence]:
        return evidence_of(image, calibration, dice, second, before, at_rest=at_rest)

    px_per_mm = calibration.px_per_mm
    dice = find_dice(image, calibration, view, where)
    faces = gather(dice)
    seen = of_faces(faces, px_per_mm)
    sure = sum(is_sure(die.look) for die in dice)
    if sure < DICE and not ends_search(seen):
        more = _found_in_negative(nets, view, where, dice)
        if more != dice:
            dice, faces = more, gather(more)
            seen = of_faces(faces, px_per_mm)
    certain_dice = [die for die, one in zip(dice, seen, strict=True) if one.value is not None]
    void = ends_search(seen)
    if len(certain_dice) < DICE and not void and places is not None:
        void = one_leans(_unread(nets, places, differs, least=at.UNREAD_LIKELY), seen)
    if len(certain_dice) < DICE and not void:
        more = find_known(nets, view, where, certain_dice, dice, second)
        if more != dice:
            dice, faces = more, gather(more)
    shown = PictureEvidence(
        faces,
        kinds=partial(_kinds, nets, faces),
        beyond=partial(_beyond, nets, second, fresh is None),
        px_per_mm=px_per_mm,
        grain=partial(measure_grain, image),
    )
    if fresh is None:
        return Sought(shown, differs, _no_patches)
    return Sought(shown, differs, partial(patches_of, fresh, view, calibration, usual))


def _kinds(nets: Detections, faces: list[Evidence]) -> list[Kind]:
    middles = np.array([one.die.center_mm for one in faces], np.float64)
    return kinds_at(nets.image, nets.calibration, middles, nets.die_mm)


def _unread(
    nets: Detections,
    places: Places,
    differs: Callable[[], Picture | None],
    least: float = at.FINDER_FAINT,
) -> list[Unread]:
    """The places where the finder sees dice, examined."""
    return [places.examine(one) for one in suspects(nets, differs(), least=least)]


def _of_any_size(
    nets: Detections,
    places: Places,
    differs: Callable[[], Picture | None],
    least: float = at.MORE_LIKELY,
) -> Iterator[Unread]:
    """The places where the finder sees dice of the others' size, larger or smaller, examined.
    least: how likely one of their size, 0..1."""
    for one in suspects(nets, differs(), ON_BOARD_MM, least):
        yield places.examine(one)
    for seen, of_them in _of_other_sizes(nets, places):
        for one in suspects(seen, differs(), ON_BOARD_MM, at.MORE_LIKELY):
            yield of_them.examine(one)


def _of_other_sizes(nets: Detections, places: Places) -> Iterator[tuple[Detections, Places]]:
    for size in OTHER_SIZES:
        die_mm = size * nets.die_mm
        yield nets.of_size(die_mm), places.of_size(die_mm)


def _found_in_negative(
    nets: Detections, view: View, where: Picture, dice: list[Found]
) -> list[Found]:
    """These dice, and others that show only in the negative, where the nets see dice."""
    sure = [die.look for die in dice if is_sure(die.look)]
    plain = plain_places(nets, MARGIN_MM)
    places = np.array([one for one in plain if is_new(one, sure)]).reshape(-1, 2)
    near = _near(view, places, nets.die_mm) & where
    if not cv2.countNonZero(near):
        return dice
    box = _grown(cv2.boundingRect(near), near.shape)
    x, y, wide, high = box
    part = part_of(view, nets.negative, nets.calibration, nets.die_mm, box)
    there = near[y : y + high, x : x + wide]
    return find_in_negative(nets.negative, nets.calibration, part, there, dice)


def _near(view: View, places: Floats, die_mm: float) -> Picture:
    """Mask (h, w) of a view around places (N, 2), mm."""
    near = np.zeros(view.grey.shape, np.uint8)
    for x, y in view.to_px(places).round().astype(int):
        cv2.circle(near, (int(x), int(y)), round(AROUND_SIDES * die_mm * view.scale), 255, -1)
    return near


def _grown(box: Sequence[int], size: tuple[int, ...]) -> tuple[int, int, int, int]:
    """A box (x, y, width, height) with room around it, in a picture of that height and width."""
    x, y, wide, high = box
    left, top = max(x - ROOM_PX, 0), max(y - ROOM_PX, 0)
    right, bottom = min(x + wide + ROOM_PX, size[1]), min(y + high + ROOM_PX, size[0])
    return left, top, right - left, bottom - top


def _beyond(nets: Detections, second: SecondReader, is_asked: bool) -> list[Evidence]:
    """Dice around the board where the finder sees some; not asked where only changes are read."""
    image, calibration, die_mm = nets.image, nets.calibration, nets.die_mm
    if not is_asked or not len(places := nets.beside(BEYOND_MM)):
        return []
    view = overview(image, calibration, die_mm, BEYOND_MM, SEARCH_PX_PER_MM)
    where = _near(view, places, die_mm)
    inside = round((BEYOND_MM - MARGIN_MM) * view.scale)
    where[inside:-inside, inside:-inside] = 0
    # Writing has dots in rows, too, but no edges of a cube.
    dice = [die for die in find_dice(image, calibration, view, where) if is_upright(die.lean)]
    dice = find_known(nets, view, where, dice, [], second)
    return evidence_of(image, calibration, dice, second, None, at_rest=False)


def changed(image: Picture, before: Picture, calibration: Calibration, die_mm: float) -> Picture:
    """Mask (h, w) of the overview: where any colour channel differs between two pictures."""
    alike = likeness(image, before)
    return unlike(whole(alike, calibration, die_mm, MARGIN_MM, SEARCH_PX_PER_MM))
