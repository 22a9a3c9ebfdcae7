"""Whether dice stand where others do, by places all over them."""

from __future__ import annotations

from itertools import product

import numpy as np

from vision.scene import CheckerAt, DiePose
from vision.scene.board import Board
from vision.scene.pose import matrix

SLACK_MM = 0.3


def deepest_mm(
    pose: DiePose, size_mm: float, board: Board, checkers: tuple[CheckerAt, ...]
) -> float:
    """How deep a die stands in a checker; negative where it is clear of all."""
    along = np.linspace(-1, 1, 15)
    cube = np.array([at for at in product(along, repeat=3) if max(map(abs, at)) == 1])
    x, y, z = (pose.centre_mm + cube * size_mm / 2 @ matrix(pose.quaternion).T).T
    return max(
        float(
            np.minimum(
                board.checker_diameter_mm / 2 - np.hypot(x - at.x_mm, y - at.y_mm),
                board.checker_thickness_mm / 2 - np.abs(z - at.z_mm),
            ).max()
        )
        for at in checkers
    )
