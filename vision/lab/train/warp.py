"""Warp and blur crops: what torch does in general, faster for many small squares."""

from __future__ import annotations

from functools import cache

import torch
import torch.nn.functional as F
from torch import Tensor


def warped(
    image: Tensor, theta: Tensor, px: int, mode: str = "bilinear", outside: str = "reflection"
) -> Tensor:
    """Crops (N, 3, h, h), each cut by its matrix theta (N, 2, 3) to (N, 3, px, px)."""
    at = (2 * torch.arange(px) + 1) / px - 1
    # As F.affine_grid, which is slower than what it is for.
    along = at[:, None] * theta[:, None, :, 0]
    down = at[:, None] * theta[:, None, :, 1] + theta[:, None, :, 2]
    grid = along[:, None] + down[:, :, None]
    return F.grid_sample(image, grid, mode=mode, padding_mode=outside, align_corners=False)


def mixed(image: Tensor, rows: Tensor) -> Tensor:
    """Squares (N, 3, h, h), their rows and then their columns mixed by `rows` (h, h)."""
    return rows @ image @ rows.T


@cache
def thin_rows(px: int, few: int | float) -> Tensor:
    """For `mixed`: seen with fewer pixels, so many or such a share, and brought back to px."""
    to = {"size": (few, px)} if isinstance(few, int) else {"scale_factor": (few, 1.0)}
    down = F.interpolate(torch.eye(px)[None, None], **to, mode="bilinear", antialias=True)
    return F.interpolate(down, size=(px, px), mode="bicubic")[0, 0]


@cache
def soft_rows(px: int) -> Tensor:
    """For `mixed`: each pixel the mean of itself and its neighbours; the rim counts as its own."""
    single = F.pad(torch.eye(px)[None, None], (0, 0, 1, 1), mode="replicate")
    return F.avg_pool2d(single, (3, 1), stride=1)[0, 0]
