"""One picture of the camera, with the moment it was taken."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

SMALL_STEP = 4
"""The small picture is the main one reduced by this factor on both sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture in two sizes.

    `seq` counts what the sensor took; a gap means dropped frames. `at_ns` is the monotonic time of
    the exposure. `main` is uint8 (h, w, 3) BGR, `small` uint8 (h//4, w//4) grey for motion.
    """

    seq: int
    at_ns: int
    main: npt.NDArray[np.uint8]
    small: npt.NDArray[np.uint8]


def small_of(main: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The small grey picture of a main one: uint8 (h, w, 3) -> (h//4, w//4)."""
    h, w = main.shape[0] // SMALL_STEP, main.shape[1] // SMALL_STEP
    reduced = cv2.resize(main, (w, h), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(reduced, cv2.COLOR_BGR2GRAY), np.uint8)
