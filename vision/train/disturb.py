"""Crops as other cameras, lamps and dice would have made them: drawn anew for every batch."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.train.crop import SIDE_PX, STORED_PX
from vision.train.net import INPUT_PX

OFF_CENTRE = 0.30
"""A face that lies further from the middle, in sides, is another's or none."""


@dataclass(frozen=True, slots=True)
class Batch:
    """image (N, 3, 60, 60) 0..255 on the way in, (N, 3, 40, 40) on the way out; value (N,);
    tilted (N,) 0..1; view (N, 3); values of -1 and tilts of NaN count for nothing."""

    image: Tensor
    value: Tensor
    tilted: Tensor
    view: Tensor


def disturbed(batch: Batch, rng: torch.Generator) -> Batch:
    """Turned, shifted, scaled, relit, blurred, noisy, partly covered."""
    batch = _moved(batch, rng)
    batch = _covered(batch, rng)
    return Batch(weathered(batch.image, rng), batch.value, batch.tilted, batch.view)


def weathered(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, 40, 40) in shadow, glare, other colours, with fewer pixels and noise."""
    image = _glare(_shaded(image, rng), rng)
    image = recoloured(_blurred(image, rng), rng)
    noise = torch.randn(image.shape, generator=rng) * _draw(rng, len(image), 0.0, 7.0)
    return (image + noise).clamp(0, 255)


def relit(image: Tensor, rng: torch.Generator) -> Tensor:
    """Whole pieces (N, 3, h, w) in other colours and light, with noise."""
    image = recoloured(image, rng)
    noise = torch.randn(image.shape, generator=rng) * _draw(rng, len(image), 0.0, 6.0)
    return (image + noise).clamp(0, 255)


def centred(batch: Batch) -> Batch:
    """As the reader will cut them: nothing drawn."""
    edge = (STORED_PX - INPUT_PX) // 2
    return Batch(batch.image[:, :, edge:-edge, edge:-edge], batch.value, batch.tilted, batch.view)


def _moved(batch: Batch, rng: torch.Generator) -> Batch:
    n = len(batch.image)
    angle = torch.rand(n, generator=rng) * 2 * math.pi
    zoom = torch.exp(torch.randn(n, generator=rng) * 0.07)
    shift = torch.randn(n, 2, generator=rng) * 0.045  # of the die's side
    astray = torch.rand(n, generator=rng) < 0.10
    way = torch.rand(n, generator=rng) * 2 * math.pi
    far = 0.30 + 0.5 * torch.rand(n, generator=rng)
    wide = torch.stack([far * way.cos(), far * way.sin()], dim=1)
    shift = torch.where(astray[:, None], wide, shift)
    c, s = angle.cos() / zoom, angle.sin() / zoom
    share = INPUT_PX / STORED_PX
    side = 2 * SIDE_PX / STORED_PX
    theta = torch.stack(
        [
            torch.stack([c * share, -s * share, shift[:, 0] * side], dim=1),
            torch.stack([s * share, c * share, shift[:, 1] * side], dim=1),
        ],
        dim=1,
    )
    grid = F.affine_grid(theta, [n, 3, INPUT_PX, INPUT_PX], align_corners=False)
    image = F.grid_sample(batch.image, grid, padding_mode="reflection", align_corners=False)
    turned = torch.stack(
        [
            batch.view[:, 0] * angle.cos() + batch.view[:, 1] * angle.sin(),
            -batch.view[:, 0] * angle.sin() + batch.view[:, 1] * angle.cos(),
            batch.view[:, 2],
        ],
        dim=1,
    )
    unknown = torch.rand(n, 1, generator=rng) < 0.15
    turned = torch.where(unknown, torch.zeros_like(turned), turned)
    value = torch.where(astray & (batch.value > 0), torch.zeros_like(batch.value), batch.value)
    blank = astray | unknown[:, 0]
    tilted = torch.where(blank, torch.full_like(batch.tilted, math.nan), batch.tilted)
    return Batch(image, value, tilted, turned)


def _covered(batch: Batch, rng: torch.Generator) -> Batch:
    """A straight edge of something, over part of some faces: half a face shows no value."""
    n = len(batch.image)
    here = torch.rand(n, generator=rng) < 0.08
    way = torch.rand(n, generator=rng) * 2 * math.pi
    reach = -0.25 + 0.8 * torch.rand(n, generator=rng)  # of a side, from the middle
    axis = _axis(batch.image)
    along = (
        way.cos()[:, None, None] * axis[None, None, :] + way.sin()[:, None, None] * axis[:, None]
    )
    hidden = (along > reach[:, None, None]) & here[:, None, None]
    colour = torch.rand(n, 3, 1, 1, generator=rng) * 255
    image = torch.where(hidden[:, None], colour, batch.image)
    lost = here & (reach < 0.12)
    unsure = here & (reach >= 0.12) & (reach < 0.45)
    value = torch.where(lost, torch.zeros_like(batch.value), batch.value)
    value = torch.where(unsure & (batch.value > 0), torch.full_like(value, -1), value)
    tilted = torch.where(here, torch.full_like(batch.tilted, math.nan), batch.tilted)
    return Batch(image, value, tilted, batch.view)


def _axis(image: Tensor) -> Tensor:
    """How far each pixel across is from the middle, over a die's side."""
    px = image.shape[-1]
    return (torch.arange(px) - (px - 1) / 2) / SIDE_PX


def _shaded(image: Tensor, rng: torch.Generator) -> Tensor:
    """A shadow's edge, soft or hard, across some crops."""
    n = len(image)
    here = (torch.rand(n, generator=rng) < 0.25)[:, None, None]
    way = torch.rand(n, generator=rng) * 2 * math.pi
    axis = _axis(image)
    along = (
        way.cos()[:, None, None] * axis[None, None, :] + way.sin()[:, None, None] * axis[:, None]
    )
    place = _draw(rng, n, -0.6, 0.6)[:, 0]
    soft = torch.exp(_draw(rng, n, -3.0, 0.0)[:, 0])
    dark = _draw(rng, n, 0.35, 1.0)[:, 0]
    share = torch.sigmoid((along - place) / soft * 4)
    factor = torch.where(here, 1 - (1 - dark) * share, torch.ones_like(share))
    return image * factor[:, None]


def _glare(image: Tensor, rng: torch.Generator) -> Tensor:
    """A milky film over part of some faces, as lamps lay on clear dice."""
    n = len(image)
    here = (torch.rand(n, generator=rng) < 0.22)[:, None, None]
    axis = _axis(image)
    cx, cy = _draw(rng, n, -0.5, 0.5)[:, 0], _draw(rng, n, -0.5, 0.5)[:, 0]
    away = (axis[None, None, :] - cx).square() + (axis[None, :, None] - cy).square()
    wide = _draw(rng, n, 0.1, 0.7)[:, 0]
    film = torch.exp(-away / wide.square()) * _draw(rng, n, 0.1, 0.75)[:, 0]
    film = torch.where(here, film, torch.zeros_like(film))[:, None]
    return image * (1 - film) + 245 * film


def _blurred(image: Tensor, rng: torch.Generator) -> Tensor:
    """Seen with fewer pixels: down and up again, a whole batch's groups at a time."""
    sizes = torch.randint(16, INPUT_PX + 10, (4,), generator=rng).tolist()
    parts = []
    for part, size in zip(image.chunk(4), sizes, strict=False):
        whole = part
        if size < INPUT_PX:
            small = F.interpolate(part, size=(size, size), mode="bilinear", antialias=True)
            whole = F.interpolate(small, size=(INPUT_PX, INPUT_PX), mode="bicubic")
        parts.append(whole)
    return torch.cat(parts)


def weakened(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w) somewhat softer, with noise."""
    soft = torch.rand(len(image), generator=rng) < 0.35
    small = F.interpolate(image, scale_factor=0.62, mode="bilinear", antialias=True)
    blurred = F.interpolate(small, size=image.shape[2:], mode="bicubic")
    image = torch.where(soft[:, None, None, None], blurred, image)
    return image + torch.randn(image.shape, generator=rng) * _draw(rng, len(image), 0.0, 6.0)


def sharpened(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w), some with edges drawn sharper, as cameras do."""
    here = torch.rand(len(image), generator=rng)[:, None, None, None] < 0.3
    soft = F.avg_pool2d(F.pad(image, (1, 1, 1, 1), mode="replicate"), 3, stride=1)
    much = _draw(rng, len(image), 0.2, 1.2)
    return torch.where(here, image + much * (image - soft), image)


def recoloured(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w) in other colours and other light."""
    n = len(image)
    grey = image.mean(dim=1, keepdim=True)
    image = grey + (image - grey) * _draw(rng, n, 0.3, 1.3)
    swap = torch.rand(n, generator=rng) < 0.35
    order = torch.randperm(3, generator=rng)
    image = torch.where(swap[:, None, None, None], image[:, order], image)
    negative = torch.rand(n, generator=rng) < 0.10
    image = torch.where(negative[:, None, None, None], 255 - image, image)
    cast = torch.exp(torch.randn(n, 3, 1, 1, generator=rng) * 0.10)
    gain = torch.exp(_draw(rng, n, -0.75, 0.45))
    gamma = torch.exp(_draw(rng, n, -0.35, 0.35))
    bright = ((image * cast).clamp(0, 255) / 255) ** gamma * 255
    return bright * gain + _draw(rng, n, -12.0, 18.0)


def gleaming(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w), some with a bright or dark line at an edge of the die: its bevel's
    gleam, a crease, a line of the board."""
    n = len(image)
    axis = _axis(image)
    for _ in range(2):
        here = torch.rand(n, generator=rng) < 0.2
        upright = torch.rand(n, generator=rng) < 0.5
        place, middle = _draw(rng, n, -0.75, 0.75)[:, 0], _draw(rng, n, -0.5, 0.5)[:, 0]
        wide, long = _draw(rng, n, 0.02, 0.07)[:, 0], _draw(rng, n, 0.1, 0.6)[:, 0]
        x, y = axis[None, None, :], axis[None, :, None]
        across = torch.where(upright[:, None, None], x - place, y - place)
        along = torch.where(upright[:, None, None], y - middle, x - middle)
        line = torch.exp(-(across / wide).square()) * (along.abs() < long)
        line = line * _draw(rng, n, 0.2, 0.9)[:, 0] * here[:, None, None]
        colour = torch.where(torch.rand(n, 1, 1, 1, generator=rng) < 0.75, 235.0, 25.0)
        image = image * (1 - line[:, None]) + colour * line[:, None]
    return image


def lit(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w) with the edge of a shadow, or a film of light, across some."""
    return _glare(_shaded(image, rng), rng)


def _draw(rng: torch.Generator, n: int, low: float, high: float) -> Tensor:
    return low + (high - low) * torch.rand(n, 1, 1, 1, generator=rng)
