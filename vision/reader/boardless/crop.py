"""Square pieces of a photograph in which a die measures a given number of pixels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.view import Picture

SMALLEST_PX = 60  # of a copy: no die needs one with fewer


@dataclass(frozen=True, slots=True, eq=False)
class Copies:
    """A picture (h, w, 3) uint8 and its copies, each half as large as the one before."""

    pictures: tuple[Picture, ...]

    @staticmethod
    def halving(image: Picture) -> Copies:
        pictures = [image]
        while min(pictures[-1].shape[:2]) > SMALLEST_PX:
            height, width = pictures[-1].shape[:2]
            half = (width + 1) // 2, (height + 1) // 2
            small = cv2.resize(pictures[-1], half, interpolation=cv2.INTER_AREA)
            pictures.append(np.asarray(small, np.uint8))
        return Copies(tuple(pictures))

    def cut(self, x: float, y: float, side: float, width_px: int, side_px: float) -> Picture:
        """What lies around (x, y), (width_px, width_px, 3): a length of `side` measures side_px.

        Beyond the picture its edge goes on.
        """
        whole = self.pictures[0]
        k = 0
        while k + 1 < len(self.pictures) and side / 2 ** (k + 1) >= 0.9 * side_px:
            k += 1
        copy = self.pictures[k]
        along, down = copy.shape[1] / whole.shape[1], copy.shape[0] / whole.shape[0]
        zoom_x, zoom_y = side * along / side_px, side * down / side_px
        middle = (width_px - 1) / 2
        warp = np.array(
            [
                (zoom_x, 0.0, (x + 0.5) * along - 0.5 - zoom_x * middle),
                (0.0, zoom_y, (y + 0.5) * down - 0.5 - zoom_y * middle),
            ]
        )
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        size = width_px, width_px
        got = cv2.warpAffine(copy, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(got, np.uint8)
