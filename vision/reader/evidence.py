"""The evidence about a die that was found, each part with its doubt; decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from vision.calibration import Calibration, Floats
from vision.learned.lean import Lies
from vision.reader.blown import Blown, blown
from vision.reader.candidate_score import PATCH_PX_PER_MM, Look
from vision.reader.contact import Rest, but_what_did_not_lie, half_of, rest_of
from vision.reader.die_shape import die_of_face
from vision.reader.face import Face, middle_and_beyond, sites, turn
from vision.reader.find import DICE, Found
from vision.reader.foreign_objects import thing_mm
from vision.reader.lean import Lean
from vision.reader.occlusion import body_beside
from vision.reader.reach import reach_mm
from vision.reader.second_reader import FaceShares, SecondReader
from vision.reader.spots import vouches
from vision.reading import DieSeen, Zone
from vision.view import Picture, View, negative, patch

FACE_SIDES = 1.6
"""Sides of a die: width looked at for the pips of its face, which may be turned."""
THROUGH = np.array([0.4, 0.5, 0.6, 0.67])
"""The far face's middle shows through a clear die by so much of the way to where it would be seen
past the die: light bends in it, by 1.5 in plastics, and its pips are drilled into it."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """die: where it lies, and its best value when forced; look: its pips and its square; side_px:
    of its face; opinion: the second reader's, of its value; rest: what is around it; edges: a lean
    by a cube's edges and pips; alone: no other die was found; at_rest: frames before this one
    showed that it does not move.

    Nets and searches run when they are called for: how the second reader sees it lie, whether a
    count of spots finds its value, too, how much more of a body shows beside it, where its face is
    too bright or too dark to measure, how much of a pip each of the nine sites shows, and how much
    the middle one and the far face's, which shows through a clear die.
    """

    die: DieSeen
    look: Look
    side_px: float
    opinion: FaceShares
    rest: Rest
    edges: Lean
    alone: bool
    at_rest: bool
    lies: Callable[[], Lies]
    spots_agree: Callable[[], bool]
    body_beside: Callable[[], float]
    blown: Callable[[], Blown]
    sites: Callable[[], Floats]
    middles: Callable[[], tuple[float, float]]

    @property
    def half(self) -> Zone:
        return self.die.half


def evidence_of(
    image: Picture,
    calibration: Calibration,
    dice: list[Found],
    second: SecondReader,
    before: Picture | None,
    *,
    at_rest: bool,
) -> list[Evidence]:
    """The evidence about each die found. at_rest: known from other pictures. before: the board
    without them, if known."""
    opinions = _opinions_of(second, image, calibration, dice)
    faces = [die.look.face for die in dice]
    found = []
    for die, opinion in zip(dice, opinions, strict=True):
        face = die.look.face
        others = [other for other in faces if other is not face]
        discs, thing = die.discs, -np.inf
        if before is not None:
            reach = reach_mm(face.side_mm)
            thing = thing_mm(image, before, calibration, face, others, discs, reach)
            discs = but_what_did_not_lie(discs, before, calibration, face)
        half = half_of(face, discs, calibration.board)
        place, side_px = (face.x, face.y), face.side_mm * calibration.px_per_mm
        found.append(
            Evidence(
                die=die_of_face(calibration, face, half),
                look=die.look,
                side_px=side_px,
                opinion=opinion,
                rest=rest_of(face, half, discs, others, calibration.board, thing, side_px),
                edges=die.lean,
                alone=len(dice) < DICE,
                at_rest=at_rest,
                lies=partial(_lies, second, image, calibration, face, die.lean.yaw_deg),
                spots_agree=cache(
                    partial(vouches, image, calibration, place, face.side_mm, face.value)
                ),
                body_beside=cache(partial(body_beside, image, calibration, face)),
                blown=cache(partial(_blown, image, calibration, die.look)),
                sites=cache(partial(_sites, image, calibration, die.look)),
                middles=cache(partial(_middles, image, calibration, die.look)),
            )
        )
    return found


def _opinions_of(
    second: SecondReader, image: Picture, calibration: Calibration, dice: list[Found]
) -> list[FaceShares]:
    """The second reader's opinion of each die, all at once."""
    faces = [die.look.face for die in dice]
    yaws = [die.lean.yaw_deg for die in dice]
    poses = np.array([(face.x, face.y, yaw) for face, yaw in zip(faces, yaws, strict=True)])
    sides_mm = np.array([face.side_mm for face in faces])
    return second.faces(image, calibration, poses.reshape(-1, 3), sides_mm)


def _blown(image: Picture, calibration: Calibration, look: Look) -> Blown:
    """As the face was found: in the picture or in its negative."""
    seen = blown(image, calibration, look.face)
    return seen.in_negative() if look.negative else seen


def _sites(image: Picture, calibration: Calibration, look: Look) -> Floats:
    return sites(_face_view(image, calibration, look), look.face)


def _middles(image: Picture, calibration: Calibration, look: Look) -> tuple[float, float]:
    face = look.face
    here = np.array([face.x, face.y])
    below = calibration.project(np.array([[face.x, face.y, 0.0]]))
    past = calibration.field_points(below, face.side_mm)[0, :2] - here
    way = (past / face.side_mm) @ turn(face.yaw_deg)
    return middle_and_beyond(_face_view(image, calibration, look), face, THROUGH[:, None] * way)


def _face_view(image: Picture, calibration: Calibration, look: Look) -> View:
    """The view in which its face was found."""
    face = look.face
    place, wide_mm = (face.x, face.y), FACE_SIDES * face.side_mm
    view = patch(image, calibration, place, wide_mm, PATCH_PX_PER_MM, face.side_mm, fine=False)
    return negative(view) if look.negative else view


def _lies(
    second: SecondReader, image: Picture, calibration: Calibration, face: Face, yaw_deg: float
) -> Lies:
    pose = np.array([(face.x, face.y, yaw_deg)])
    return second.lies(image, calibration, pose, np.array([face.side_mm]))[0]
