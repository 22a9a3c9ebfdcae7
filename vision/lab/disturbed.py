"""Twenty operations that disturb pictures of rolls with truth.

Each makes another picture of the same two dice, or one with a third die: a reader must give the
same values, or ask. They are drawn over the picture, so none needs a renderer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.calibration import Calibration, Floats
from vision.lab.answered import side_px
from vision.reader.face import PATTERNS
from vision.view import Picture

PITCH = 0.25
"""Distance of rows of pips, over the die's side."""
PIP = 0.12
"""A pip's radius and some more."""
PIPS = dict(PATTERNS)
"""Sites of a value in reading order; a 2, 3 or 6 may be turned by a quarter."""
AWAY_SIDES = 3.0
"""Distance of a third die from the dice."""
SOFT_PX = 0.8
"""How soft the edge of a copied die is."""
TRIES = 200


@dataclass(frozen=True, slots=True, eq=False)
class DisturbedRoll:
    """A picture (h, w, 3) BGR of two level dice, its truth and its calibration."""

    picture: Picture
    truth: dict[str, Any]
    world: Calibration


class Operation(NamedTuple):
    """do: another picture, or `None` where it can't be done with this one. third: a third die lies
    there, so nothing may be accepted."""

    do: Callable[[DisturbedRoll, np.random.Generator], Picture | None]
    third: bool = False


# --- a third die ----------------------------------------------------------------------------------


def _copied(
    roll: DisturbedRoll,
    rng: np.random.Generator,
    *,
    size: float = 1.0,
    squeezed: float = 1.0,
    swapped: bool = False,
    by_checker: bool = False,
) -> tuple[Picture, tuple[float, float]] | None:
    """A copy of one of the dice somewhere on the same half, and its middle in pixels. size: over
    its own; squeezed: along one direction, as a face that leans looks; swapped: blue for red."""
    die = roll.truth["dice"][int(rng.integers(2))]
    place = _place(roll, die, rng, by_checker=by_checker)
    if place is None:
        return None
    here = np.array(die["center_px"])
    there = _px(roll.world, *place, die["size_mm"])
    way = float(rng.uniform(0, np.pi))
    axis = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    turn = float(rng.uniform(-0.4, 0.4))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    whole = size * axis @ np.diag([squeezed, 1.0]) @ axis.T @ spin
    warp = np.column_stack([whole, there - whole @ here])
    height, width = roll.picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.rint(_body_px(roll.world, die)).astype(np.int32), 1.0)
    soft = cv2.GaussianBlur(cv2.dilate(mask, np.ones((3, 3), np.uint8)), (0, 0), SOFT_PX)
    source = roll.picture[..., ::-1].copy() if swapped else roll.picture
    seen = cv2.warpAffine(source, warp, (width, height), flags=cv2.INTER_CUBIC)
    share = cv2.warpAffine(soft, warp, (width, height))[..., None]
    mixed = share * seen + (1 - share) * roll.picture
    return np.asarray(np.clip(mixed, 0, 255).astype(np.uint8)), (float(there[0]), float(there[1]))


def _third(**how: Any) -> Callable[[DisturbedRoll, np.random.Generator], Picture | None]:
    def do(roll: DisturbedRoll, rng: np.random.Generator) -> Picture | None:
        made = _copied(roll, rng, **how)
        return made[0] if made is not None else None

    return do


def _under_sleeve(roll: DisturbedRoll, rng: np.random.Generator) -> Picture | None:
    """Half of a third die shows beside a straight dark sleeve."""
    made = _copied(roll, rng)
    if made is None:
        return None
    picture, (x, y) = made
    side = side_px(roll.truth["dice"][0])
    way = float(rng.uniform(0, 2 * np.pi))
    along, across = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    corners = [
        np.array([x, y]) + i * 2.5 * side * across + k * along
        for i, k in ((-1, 0.1 * side), (1, 0.1 * side), (1, 6 * side), (-1, 6 * side))
    ]
    cloth = picture.copy()
    cv2.fillConvexPoly(cloth, np.rint(corners).astype(np.int32), (62, 44, 38), cv2.LINE_AA)
    return cloth


def _place(
    roll: DisturbedRoll, die: dict[str, Any], rng: np.random.Generator, *, by_checker: bool
) -> tuple[float, float] | None:
    """Somewhere on the half of the dice where nothing lies, or touching a checker, mm."""
    half = roll.world.board.half_of(*die["center_mm"])
    if half not in {"picture_left", "picture_right"}:
        return None
    board, side = roll.world.board, float(die["size_mm"])
    area = board.picture_left if half == "picture_left" else board.picture_right
    discs = [each["mm"] for each in roll.truth["checkers"]]
    dice = [each["center_mm"] for each in roll.truth["dice"]]
    reach = board.checker_mm / 2
    for _ in range(TRIES):
        at = np.array([rng.uniform(area.left, area.right), rng.uniform(area.top, area.bottom)])
        if by_checker and discs:
            way = rng.uniform(0, 2 * np.pi)
            middle = np.array(discs[int(rng.integers(len(discs)))])
            at = middle + (reach + 0.55 * side) * np.array([np.cos(way), np.sin(way)])
        free = area.room_mm(float(at[0]), float(at[1])) > side
        least = reach + (0.5 if by_checker else 1.2) * side
        clear = all(float(np.hypot(*(at - disc))) > least for disc in np.array(discs))
        apart = all(float(np.hypot(*(at - one))) > AWAY_SIDES * side for one in np.array(dice))
        if free and clear and apart:
            return float(at[0]), float(at[1])
    return None


# --- on a face ------------------------------------------------------------------------------------


def _glare_on_pip(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """A round highlight over one site of a die's face."""
    return _spot(roll, rng, (255, 255, 255), sites=(4,) if rng.random() < 0.5 else range(9))


def _worn_pip(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """The paint of one pip is almost gone: what is left is the body's colour."""
    die = roll.truth["dice"][int(rng.integers(2))]
    body = np.median(_face_pixels(roll.picture, die), axis=0)
    return _spot(roll, rng, tuple(map(float, body)), die=die, share=0.85)


def _glare_on_face(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """A lamp is mirrored in half a face."""
    die = roll.truth["dice"][int(rng.integers(2))]
    at = _site_px(die, int(rng.integers(9)))
    return _lit(roll.picture, at, 0.5 * side_px(die), 230.0)


def _logo(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """A maker's ring and cross over the middle of a face, in a grey of its own."""
    die = roll.truth["dice"][int(rng.integers(2))]
    x, y = np.rint(_site_px(die, 4)).astype(int).tolist()
    side, shown = side_px(die), roll.picture.copy()
    ink = tuple(map(float, rng.uniform(60, 200, 3)))
    cv2.circle(shown, (x, y), round(0.24 * side), ink, max(1, round(0.05 * side)), cv2.LINE_AA)
    arm = round(0.12 * side)
    for way in ((arm, 0), (0, arm)):
        ends = (x - way[0], y - way[1]), (x + way[0], y + way[1])
        cv2.line(shown, *ends, ink, max(1, round(0.05 * side)), cv2.LINE_AA)
    return shown


def _red_pips(roll: DisturbedRoll, _rng: np.random.Generator) -> Picture | None:
    """A one and a four are red, as in Japan and China."""
    shown, any_red = roll.picture.copy(), False
    for die in roll.truth["dice"]:
        if die["top"] not in {1, 4}:
            continue
        any_red = True
        face = _face_mask(roll.picture, die)
        grey = roll.picture.mean(axis=2)
        body = float(np.median(grey[face]))
        pips = face & (np.abs(grey - body) > 40)
        shown[pips] = (40, 30, 190)
    return shown if any_red else None


def _dust(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """Specks and hairs on both faces."""
    shown = roll.picture.copy()
    for die in roll.truth["dice"]:
        side = side_px(die)
        for _ in range(6):
            at = np.array(die["center_px"]) + rng.uniform(-0.45, 0.45, 2) * side
            to = at + rng.uniform(-0.2, 0.2, 2) * side
            ink = (float(rng.choice([40, 220])),) * 3
            ends = np.rint([at, to]).astype(int).tolist()
            cv2.line(shown, ends[0], ends[1], ink, 1, cv2.LINE_AA)
    return shown


def _edge_of_shadow(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """A hard shadow over half of one die and all beyond it."""
    die = roll.truth["dice"][int(rng.integers(2))]
    x, y = die["center_px"]
    way = float(rng.uniform(0, 2 * np.pi))
    rows, columns = np.mgrid[: roll.picture.shape[0], : roll.picture.shape[1]]
    beyond = (columns - x) * np.cos(way) + (rows - y) * np.sin(way)
    dark = 1 - 0.55 * np.clip(beyond / 2 + 0.5, 0, 1)[..., None]
    return np.asarray((roll.picture * dark).astype(np.uint8))


# --- on the whole picture -------------------------------------------------------------------------


def _gain(factor: float) -> Callable[[DisturbedRoll, np.random.Generator], Picture]:
    return lambda roll, _rng: np.clip(roll.picture * factor, 0, 255).astype(np.uint8)


def _colour_cast(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    return np.asarray(np.clip(roll.picture * rng.uniform(0.6, 1.2, 3), 0, 255).astype(np.uint8))


def _noise(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    noisy = roll.picture + rng.normal(0, 9, roll.picture.shape)
    return np.asarray(np.clip(noisy, 0, 255).astype(np.uint8))


def _sharpened(roll: DisturbedRoll, _rng: np.random.Generator) -> Picture:
    soft = cv2.GaussianBlur(roll.picture, (0, 0), 1.2)
    return np.asarray(cv2.addWeighted(roll.picture, 2.2, soft, -1.2, 0), np.uint8)


def _jpeg(roll: DisturbedRoll, _rng: np.random.Generator) -> Picture:
    coded = cv2.imencode(".jpg", roll.picture, [cv2.IMWRITE_JPEG_QUALITY, 40])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _moire(roll: DisturbedRoll, rng: np.random.Generator) -> Picture:
    """Fine stripes, as of a screen or a weave that the sensor's grid beats against."""
    rows, columns = np.mgrid[: roll.picture.shape[0], : roll.picture.shape[1]]
    way, pitch = float(rng.uniform(0, np.pi)), float(rng.uniform(5, 11))
    wave = np.sin(2 * np.pi * (columns * np.cos(way) + rows * np.sin(way)) / pitch)
    return np.asarray(np.clip(roll.picture + 14 * wave[..., None], 0, 255).astype(np.uint8))


OPERATIONS: dict[str, Operation] = {
    "third die": Operation(_third(), third=True),
    "third die, of another colour": Operation(_third(swapped=True), third=True),
    "third die, smaller": Operation(_third(size=0.75), third=True),
    "third die, larger": Operation(_third(size=1.3), third=True),
    "third die beside a checker": Operation(_third(by_checker=True), third=True),
    "third die, leaning": Operation(_third(squeezed=0.72), third=True),
    "third die, half under a sleeve": Operation(_under_sleeve, third=True),
    "glare on a pip": Operation(_glare_on_pip),
    "glare on half a face": Operation(_glare_on_face),
    "worn pip": Operation(_worn_pip),
    "logo": Operation(_logo),
    "red one and four": Operation(_red_pips),
    "dust": Operation(_dust),
    "edge of a shadow": Operation(_edge_of_shadow),
    "colour cast": Operation(_colour_cast),
    "too bright": Operation(_gain(1.8)),
    "noise": Operation(_noise),
    "sharpened": Operation(_sharpened),
    "JPEG 40": Operation(_jpeg),
    "moiré": Operation(_moire),
}


# --- a die in its picture -------------------------------------------------------------------------


def _spot(
    roll: DisturbedRoll,
    rng: np.random.Generator,
    colour: tuple[float, ...],
    sites: Any = None,
    die: dict[str, Any] | None = None,
    share: float = 1.0,
) -> Picture:
    """A disc of a pip's size over one of these sites, else over one of its pips."""
    one = roll.truth["dice"][int(rng.integers(2))] if die is None else die
    every = tuple(sites) if sites is not None else PIPS[one["top"]]
    x, y = np.rint(_site_px(one, int(rng.choice(every)))).astype(int).tolist()
    over = roll.picture.copy()
    cv2.circle(over, (x, y), max(1, round(PIP * side_px(one))), colour, -1, cv2.LINE_AA)
    return np.asarray(cv2.addWeighted(over, share, roll.picture, 1 - share, 0), np.uint8)


def _lit(picture: Picture, at: Floats, radius_px: float, level: float) -> Picture:
    """The picture with a soft round light added."""
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    far = np.hypot(columns - at[0], rows - at[1]) / radius_px
    return np.asarray(
        np.clip(picture + level * np.exp(-(far**2))[..., None], 0, 255).astype(np.uint8)
    )


def _site_px(die: dict[str, Any], site: int) -> Floats:
    """The middle of a site of the top face, in pixels."""
    corners = np.array(die["top_face_px"], np.float32)
    unit = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], np.float32)
    places = [(x, y) for y, x in product((-PITCH, 0.0, PITCH), repeat=2)]
    warp = cv2.getPerspectiveTransform(unit, corners)
    return np.asarray(cv2.perspectiveTransform(np.array([[places[site]]]), warp)[0, 0], np.float64)


def _face_mask(picture: Picture, die: dict[str, Any]) -> np.ndarray:
    mask = np.zeros(picture.shape[:2], np.uint8)
    middle = np.mean(die["top_face_px"], axis=0)
    corners = middle + 0.9 * (np.array(die["top_face_px"]) - middle)
    cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
    return mask > 0


def _face_pixels(picture: Picture, die: dict[str, Any]) -> np.ndarray:
    return np.asarray(picture[_face_mask(picture, die)], np.float64)


def _body_px(world: Calibration, die: dict[str, Any]) -> Floats:
    """The outline of what shows of a level die, (N, 2) pixels."""
    face = np.array(die["top_face_px"], np.float64)
    mm = world.field_points(face, die["size_mm"])[:, :2]
    foot = world.project(np.column_stack([mm, np.zeros(len(mm))]))
    return np.asarray(cv2.convexHull(np.vstack([face, foot]).astype(np.float32))[:, 0], np.float64)


def _px(world: Calibration, x: float, y: float, up_mm: float) -> Floats:
    return np.asarray(world.project(np.array([(x, y, -up_mm)]))[0], np.float64)
