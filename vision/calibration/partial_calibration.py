"""What is known of camera and board: a calibration file, any key of which may be missing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.calibration import CalibrationError, Floats, Rect


class CalibrationFileInvalid(CalibrationError):
    """A calibration file holds what cannot be a calibration."""


KEYS = ("K", "dist", "R", "t_mm", "size_mm", "rim_height_mm", "bar_mm")
HALVES = ("picture_left_mm", "picture_right_mm")
"""Keys of the halves, in a file whose field was measured or clicked; else the picture has them."""
BOARD_MM = (200.0, 3000.0)
RIM_MM = (0.5, 200.0)
FAR_MM = 20_000.0
LENS_PX = (10.0, 1e6)
MOST_DIST = 1000.0
PICTURE_PX = (1.0, 1e5)
"""No board, rim, place of a camera, focal length, lens or picture lies beyond these."""


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """None: not known, to be estimated from the picture.

    K (3, 3), dist (5,), R (3, 3), t_mm (3,) as in `Calibration`; size_mm the frame's outer width
    and height; size_told: it was measured, not taken from what boards usually measure; bar_mm
    the bar's rectangle on the board, halves_mm those of both halves; picture_px the width and
    height of the pictures that K and the pose are for; lens_told: the lens was measured;
    marked: the pose was found by markers.
    """

    K: Floats | None = None
    dist: Floats | None = None
    R: Floats | None = None
    t_mm: Floats | None = None
    size_mm: tuple[float, float] | None = None
    rim_height_mm: float | None = None
    bar_mm: Rect | None = None
    halves_mm: tuple[Rect, Rect] | None = None
    picture_px: tuple[int, int] | None = None
    size_told: bool = True
    lens_told: bool = True
    marked: bool = True

    @property
    def is_whole(self) -> bool:
        """Nothing need be looked up in the picture to know where the board lies."""
        return all(part is not None for part in (self.K, self.R, self.t_mm, self.size_mm))


def read_given(text: str) -> Given:
    """A calibration file: a JSON object with any of `KEYS` and `HALVES`; of others width and height
    count, of the picture it was made from, a size_told or lens_told that is false, and markers
    that are none.

    bar_mm and halves are left, top, right, bottom. Raises CalibrationFileInvalid, naming the key,
    on what cannot be one.
    """
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CalibrationFileInvalid(
            f"The calibration is no JSON ({error}); write an object with any of {', '.join(KEYS)}."
        ) from error
    if not isinstance(plain, dict):
        raise CalibrationFileInvalid(
            f"The calibration is a {type(plain).__name__}; "
            f"write a JSON object with any of {', '.join(KEYS)}."
        )
    if plain and not any(key in plain for key in (*KEYS, *HALVES)):
        raise CalibrationFileInvalid(
            f"The calibration has none of the keys {', '.join(KEYS)}; write at least one of them."
        )
    size = _numbers(plain, "size_mm", (2,), BOARD_MM)
    rim = _numbers(plain, "rim_height_mm", (), RIM_MM)
    bar = _rect(plain, "bar_mm")
    rotation = _numbers(plain, "R", (3, 3), (-2.0, 2.0))
    if rotation is not None and not (
        np.allclose(rotation @ rotation.T, np.eye(3), atol=1e-2) and np.linalg.det(rotation) > 0
    ):
        raise CalibrationFileInvalid(
            "R in the calibration is no rotation: its rows must be unit axes, right-handed."
        )
    lens = _numbers(plain, "K", (3, 3), (-LENS_PX[1], LENS_PX[1]))
    if lens is not None and not (lens[0, 0] > 0 and lens[1, 1] > 0):
        raise CalibrationFileInvalid("K in the calibration has no focal length above zero.")
    if lens is not None and min(lens[0, 0], lens[1, 1]) < LENS_PX[0]:
        raise CalibrationFileInvalid(
            f"K in the calibration has a focal length of {min(lens[0, 0], lens[1, 1]):g} px; "
            "it wants pixels."
        )
    return Given(
        K=lens,
        dist=_dist(plain),
        R=rotation,
        t_mm=_numbers(plain, "t_mm", (3,), (-FAR_MM, FAR_MM)),
        size_mm=None if size is None else (float(size[0]), float(size[1])),
        rim_height_mm=None if rim is None else float(rim),
        bar_mm=bar,
        halves_mm=_halves(plain),
        picture_px=_picture_px(plain),
        size_told=plain.get("size_told") is not False,
        lens_told=plain.get("lens_told") is not False,
        marked=plain.get("markers") != [],
    )


def _rect(plain: dict[str, Any], key: str) -> Rect | None:
    sides = _numbers(plain, key, (4,), (-FAR_MM, FAR_MM))
    if sides is None:
        return None
    rect = Rect(*(float(side) for side in sides))
    if not (rect.left < rect.right and rect.top < rect.bottom):
        raise CalibrationFileInvalid(
            f"{key} in the calibration is {plain[key]!r}; it wants left, top, right, bottom."
        )
    return rect


def _halves(plain: dict[str, Any]) -> tuple[Rect, Rect] | None:
    """Refuse halves without a size: they count in the board's own millimetres only."""
    left, right = (_rect(plain, key) for key in HALVES)
    if left is None and right is None:
        return None
    if left is None or right is None or plain.get("size_mm") is None:
        lacking = next(key for key in (*HALVES, "size_mm") if plain.get(key) is None)
        raise CalibrationFileInvalid(
            f"{lacking} in the calibration is unknown; write size_mm and both halves, or no half."
        )
    if left.right >= right.left:
        raise CalibrationFileInvalid(
            f"picture_left_mm ends at {left.right:g} and picture_right_mm begins at {right.left:g} "
            "in the calibration; the bar lies between them."
        )
    return left, right


def _picture_px(plain: dict[str, Any]) -> tuple[int, int] | None:
    width, height = (_numbers(plain, key, (), PICTURE_PX) for key in ("width", "height"))
    if width is None and height is None:
        return None
    if width is None or height is None:
        lacking = "width" if width is None else "height"
        raise CalibrationFileInvalid(
            f"{lacking} in the calibration is unknown; write the picture's width and height, or "
            "neither."
        )
    return int(width), int(height)


def _dist(plain: dict[str, Any]) -> Floats | None:
    """OpenCV writes four or five numbers, or more; the first five are those of `Calibration`."""
    value = plain.get("dist")
    if value is None:
        return None
    numbers = _array("dist", value).ravel()
    if not 1 <= len(numbers) <= 14:
        raise CalibrationFileInvalid(
            f"dist in the calibration has {len(numbers)} numbers; it wants 5."
        )
    if np.abs(numbers).max() > MOST_DIST:
        raise CalibrationFileInvalid(
            f"dist in the calibration is {value!r}; no lens bends light so far."
        )
    if np.abs(numbers[5:]).max(initial=0.0) > 0:
        raise CalibrationFileInvalid(
            "dist in the calibration has more than k1 k2 p1 p2 k3; use five."
        )
    return np.concatenate([numbers[:5], np.zeros(max(0, 5 - len(numbers)))])


def _numbers(
    plain: dict[str, Any], key: str, shape: tuple[int, ...], between: tuple[float, float]
) -> Floats | None:
    value = plain.get(key)
    if value is None:
        return None
    numbers = _array(key, value)
    if numbers.size != int(np.prod(shape)):
        wanted = " x ".join(map(str, shape)) or "one number"
        raise CalibrationFileInvalid(f"{key} in the calibration is {value!r}; it wants {wanted}.")
    least, most = between
    if between[0] > 0 and numbers.min() <= 0:
        raise CalibrationFileInvalid(
            f"{key} in the calibration is {value!r}; lengths are above zero."
        )
    if numbers.min() < least or numbers.max() > most:
        raise CalibrationFileInvalid(
            f"{key} in the calibration is {value!r}; it lies between {least:g} and {most:g}."
        )
    return numbers.reshape(shape)


def _array(key: str, value: object) -> Floats:
    plain = np.array(value, object)  # to float64 by itself numpy takes "5" and true, too
    if not all(type(part) in {int, float} for part in plain.flat):
        raise CalibrationFileInvalid(f"{key} in the calibration is {value!r}; it wants numbers.")
    try:
        numbers = plain.astype(np.float64)
    except OverflowError as error:
        raise CalibrationFileInvalid(
            f"{key} in the calibration is {value!r}; no float holds that."
        ) from error
    if not np.isfinite(numbers).all():
        raise CalibrationFileInvalid(
            f"{key} in the calibration is {value!r}; every number is finite."
        )
    return numbers
