"""The dice reader: what a still picture shows of a roll. It abstains rather than guesses.

What may be a die is looked for (`find`, `net_proposals`), what is known of each is gathered
(`evidence`), and `decision` tells of it or leaves it open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned.kind import kinds_at
from vision.reader import thresholds as at
from vision.reader.decision.die import decide
from vision.reader.decision.face import is_sure, is_upright
from vision.reader.decision.lying import UNTOLD, Lying
from vision.reader.decision.roll import all_guessed, ends_search, is_third, seen_aslant
from vision.reader.detections import Detections, is_changed, plain_places, suspects
from vision.reader.evidence import evidence_of, opinions_of
from vision.reader.face import Face
from vision.reader.find import (
    DICE,
    SEARCH_PX_PER_MM,
    Found,
    find_dice,
    find_in_negative,
    off_markers,
)
from vision.reader.net_proposals import find_known, is_new
from vision.reader.opinion import OnceEach, SecondReader, at_hand
from vision.reader.scene_state import beside_two, besides_dice, changes, changes_near
from vision.reader.unread import unread_dice
from vision.reader.unreadable_dice import (
    Leaning,
    is_same,
    surely_leans,
    told_askew,
    with_faceless,
)
from vision.reading import DieSeen, StillSeen, Zone
from vision.view import Picture, View, overview, part_of

__all__ = ["read", "read_at_rest", "see"]

MARGIN_MM = 5.0  # how far beyond the board's outer edge a die is still looked for
BEYOND_MM = 60.0  # the same where the board bears fewer than two
AROUND_SIDES = 1.0  # from where a net sees a die, its face is looked for in the negative
ROOM_PX = 40  # around what is looked for in the negative: spots and faces reach out of it


def read(image: Picture, calibration: Calibration) -> tuple[DieSeen, ...]:
    """The dice in a still picture (h, w, 3) uint8 BGR, left to right. Raises NetMissing."""
    return _left_to_right(_faces(_nets(image, calibration), None, at_rest=False).seen)


def read_at_rest(
    image: Picture, calibration: Calibration, before: Picture | None = None
) -> tuple[DieSeen, ...]:
    """As `read`, of a picture in which nothing moves: where fewer than two faces are certain, dice
    that surely lean are told, too.

    before: the same board without dice; then only what changed since is looked at, and what
    came as large as a die and cannot be read is told, without value and guess. Raises NetMissing.
    """
    nets = _nets(image, calibration)
    leaning = Leaning(image, calibration, nets.die_mm)
    faces = _faces(nets, before, at_rest=True, leaning=leaning)
    dice, fresh, view = tuple(faces.seen), faces.fresh, faces.view
    if all_guessed(dice):
        dice = told_askew(image, calibration, dice)
    else:
        dice = with_faceless(leaning, dice, suspects(nets, _differs(nets, before, fresh, view)))
    if fresh is not None:
        usual = calibration.board.usual_die_mm
        dice += tuple(unread_dice(fresh, view, calibration, usual, dice))
    return _left_to_right(dice)


def _left_to_right(dice: Iterable[DieSeen]) -> tuple[DieSeen, ...]:
    return tuple(sorted(dice, key=lambda die: die.center_px))


def _nets(image: Picture, calibration: Calibration) -> Detections:
    return Detections(image, calibration, calibration.board.usual_die_mm)


class Faces(NamedTuple):
    """seen: the dice of which a face was found; view: an overview; fresh: mask (h, w) of it, what
    changed since the board was bare, where that is known."""

    seen: list[DieSeen]
    view: View
    fresh: Picture | None


def _differs(
    nets: Detections, before: Picture | None, fresh: Picture | None, view: View
) -> Picture | None:
    """Mask (h, w) of the picture, where it differs from the board before near what is fresh."""
    if before is None or fresh is None:
        return None
    return changes_near(nets.image, before, nets.calibration, view, fresh)


def _faces(
    nets: Detections, before: Picture | None, *, at_rest: bool, leaning: Leaning | None = None
) -> Faces:
    """The dice of which a face can be found. at_rest: nothing moves, and all but what changed is
    left out; leaning: tells of dice without a face, and no other is sought beside one that leans.
    """
    image, calibration, usual = nets.image, nets.calibration, nets.die_mm
    view = overview(image, calibration, usual, MARGIN_MM, SEARCH_PX_PER_MM)
    where = off_markers(view, calibration)
    fresh = None
    if before is not None and at_rest:
        fresh = changed(image, before, calibration, usual) & where
        where = np.asarray(cv2.dilate(fresh, np.ones((9, 9), np.uint8)), np.uint8)
        nets.keep_to(view, where)
    second = OnceEach(at_hand())
    dice = find_dice(image, calibration, view, where)
    seen = _judged(image, calibration, dice, second, before, at_rest=at_rest)
    sure = sum(is_sure(die.look) for die in dice)
    if sure < DICE and not ends_search(seen):
        more = _found_in_negative(nets, view, where, dice)
        if more != dice:
            dice, seen = more, _judged(image, calibration, more, second, before, at_rest=at_rest)
    told = [die for die, one in zip(dice, seen, strict=True) if one.value is not None]
    void = ends_search(seen)
    if len(told) < DICE and not void and leaning is not None:
        differs = _differs(nets, before, fresh, view)
        around = suspects(nets, differs, least=at.UNREAD_LIKELY)
        void = surely_leans(leaning, around, seen)
    if len(told) < DICE and not void:
        more = find_known(nets, view, where, told, dice, second)
        if more != dice:
            dice, seen = more, _judged(image, calibration, more, second, before, at_rest=at_rest)
    seen = _no_third(image, calibration, dice, seen, second)
    if fresh is None and len(seen) < DICE:
        seen += _beyond(nets, second)
    return Faces(seen, view, fresh)


def _found_in_negative(
    nets: Detections, view: View, where: Picture, dice: list[Found]
) -> list[Found]:
    """These, and others that show in the negative only, where the nets see dice."""
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


def _beyond(nets: Detections, second: SecondReader) -> list[DieSeen]:
    """Dice that lie around the board, where the finder sees some: only what both readers read."""
    image, calibration, die_mm = nets.image, nets.calibration, nets.die_mm
    places = nets.beside(BEYOND_MM)
    if not len(places):
        return []
    view = overview(image, calibration, die_mm, BEYOND_MM, SEARCH_PX_PER_MM)
    where = _near(view, places, die_mm)
    inside = round((BEYOND_MM - MARGIN_MM) * view.scale)
    where[inside:-inside, inside:-inside] = 0
    # Writing has dots in rows, too, but no edges of a cube.
    dice = [die for die in find_dice(image, calibration, view, where) if is_upright(die.lean)]
    dice = find_known(nets, view, where, dice, [], second)
    return [die for die in _judged(image, calibration, dice, second, None) if die.value is not None]


def _judged(
    image: Picture,
    calibration: Calibration,
    dice: list[Found],
    second: SecondReader,
    before: Picture | None,
    *,
    at_rest: bool = False,
) -> list[DieSeen]:
    """What is told of the dice that were found. before: the board without them."""
    known = evidence_of(image, calibration, dice, second, before, at_rest=at_rest)
    told = [decide(one) for one in known]
    sides_mm = [one.look.face.side_mm for one in known]
    aslant = seen_aslant(told, [one.half for one in known], sides_mm, calibration.px_per_mm)
    return [
        seen_of(calibration, one.look.face, said.value, UNTOLD if smaller else said.lies, one.half)
        for one, said, smaller in zip(known, told, aslant, strict=True)
    ]


def _no_third(
    image: Picture,
    calibration: Calibration,
    dice: list[Found],
    seen: list[DieSeen],
    second: SecondReader,
) -> list[DieSeen]:
    """Of more than two, those that were read, and those that may be dice, too."""
    if len(seen) <= DICE:
        return seen
    usual = calibration.board.usual_die_mm
    places = np.array([die.center_mm for die in seen], np.float64)
    looks = kinds_at(image, calibration, places, usual)
    read = sum(one.value is not None for one in seen) >= DICE
    opinions = opinions_of(second, image, calibration, dice) if read else [None] * len(dice)
    return [
        one
        for one, look, opinion in zip(seen, looks, opinions, strict=True)
        if one.value is not None or is_third(look, opinion)
    ]


def see(image: Picture, calibration: Calibration, before: Picture | None = None) -> StillSeen:
    """All that a still picture (h, w, 3) uint8 BGR shows of a roll.

    before: the board as it lay before the roll; dice that lay off the field already are not
    told, and what came and cannot be read is. Where more such things came than dice are rolled,
    it is other light or a moved camera: the picture is then read by itself. Raises NetMissing.
    """
    nets = _nets(image, calibration)
    leaning = Leaning(image, calibration, nets.die_mm)
    alone = leaning if before is None else None  # else it may have lain there
    dice, lay_before = (
        _left_to_right(_faces(nets, before, at_rest=False, leaning=alone).seen),
        False,
    )
    came: list[DieSeen] = []
    if before is not None:
        came = [die for die in read_at_rest(image, calibration, before) if die.guess is None]
        if len(came) > DICE:
            before, came = None, []
    if before is not None:
        dice, lay_before = _on_board(image, calibration, dice, before)
    dice = _left_to_right((*dice, *came))
    return replace(_with_besides(nets, leaning, dice, before), lay_before=lay_before)


def _on_board(
    image: Picture, calibration: Calibration, dice: tuple[DieSeen, ...], before: Picture
) -> tuple[tuple[DieSeen, ...], bool]:
    """The dice but those that lay off the field before; whether one of the others lay there, too,
    by its pixels or by what it shows."""
    were = read(before, calibration)
    places = np.array([die.center_mm for die in dice], np.float64).reshape(-1, 2)
    usual = calibration.board.usual_die_mm
    fresh = is_changed(places, calibration, usual, changes(image, before))
    off = [die for die in were if die.half == "off"]
    kept = [
        (die, is_fresh and not any(is_same(die, one) and die.guess == one.guess for one in were))
        for die, is_fresh in zip(dice, fresh, strict=True)
        if (is_fresh or die.half != "off") and not any(is_same(die, one) for one in off)
    ]
    return tuple(die for die, _ in kept), not all(new for _, new in kept)


def _with_besides(
    nets: Detections, leaning: Leaning, dice: tuple[DieSeen, ...], before: Picture | None
) -> StillSeen:
    """A face that is told by its pips is bare, and mostly sharp. What is not found may be smeared,
    hidden, askew or not there."""
    image, calibration, usual = nets.image, nets.calibration, nets.die_mm
    if all_guessed(dice):
        dice = told_askew(image, calibration, dice)
        return StillSeen(dice, *beside_two(image, calibration, dice, usual))
    fresh = None if before is None else changes(image, before)
    around = suspects(nets, fresh)
    dice = _left_to_right(with_faceless(leaning, dice, around))
    return StillSeen(dice, *besides_dice(nets, dice, around, fresh))


def changed(image: Picture, before: Picture, calibration: Calibration, die_mm: float) -> Picture:
    """Mask (h, w) of the overview: where any colour channel differs between two pictures."""
    apart = np.asarray(cv2.absdiff(image, before), np.uint8)
    view = overview(
        255 - apart, calibration, die_mm, MARGIN_MM, SEARCH_PX_PER_MM
    )  # the darkest channel of the inverse is the one that differs most
    return np.asarray((view.grey < 255 - at.CHANGED).astype(np.uint8) * 255)


def seen_of(
    calibration: Calibration,
    face: Face,
    value: int | None,
    lies: Lying,
    half: Zone,
) -> DieSeen:
    outline = np.column_stack([face.corners_mm(), np.full(4, -face.side_mm)])
    px = calibration.project(outline)
    left, top = np.floor(px.min(axis=0)).astype(int)
    right, bottom = np.ceil(px.max(axis=0)).astype(int)
    centre = px.mean(axis=0)
    return DieSeen(
        value=value,
        guess=face.value,
        half=half,
        flat=lies.flat,
        support=lies.support,
        confidence=float(np.clip(2 * face.margin + face.fit - 0.5, 0.0, 1.0)),
        center_px=(float(centre[0]), float(centre[1])),
        center_mm=(face.x, face.y),
        bbox_px=(int(left), int(top), int(right - left), int(bottom - top)),
        flat_by=lies.flat_by,
    )
