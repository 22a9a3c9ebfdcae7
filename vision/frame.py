"""One picture of the camera, with the moment it was taken."""

from dataclasses import dataclass

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
