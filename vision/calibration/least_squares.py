"""The least of a sum of squares, by Levenberg and Marquardt's method."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.calibration import Floats

STEPS = 25


def least_squares(
    miss: Callable[[Floats], tuple[Floats, Floats]], x: Floats, steps: int = STEPS
) -> Floats:
    """The x (n,) of the least misses (m,). miss: returns them with their slopes (m, n)."""
    damping, (now, slope) = 1e-3, miss(x)
    for _ in range(steps):
        normal = slope.T @ slope
        move = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -slope.T @ now)
        then, slope_then = miss(x + move)
        if then @ then < now @ now:
            small = now @ now - then @ then < 1e-6 * (now @ now)
            x, now, slope, damping = x + move, then, slope_then, damping / 5
            if small:
                break
        else:
            damping *= 5
    return x
