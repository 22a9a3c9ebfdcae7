"""Crops as other cameras, lamps and dice would have made them, drawn again for every batch. Changes
the crops in place."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from vision.lab.train.crop import SIDE_PX, STORED_PX
from vision.lab.train.net import INPUT_PX
from vision.lab.train.warp import mixed, soft_rows, thin_rows, warped


@dataclass(frozen=True, slots=True)
class FaceBatch:
    """image (N, 3, 60, 60) 0..255 on the way in, (N, 3, 40, 40) on the way out; value (N,);
    tilted (N,) 0..1; view (N, 3); values of -1 and tilts of NaN count for nothing."""

    image: Tensor
    value: Tensor
    tilted: Tensor
    view: Tensor


def disturbed(batch: FaceBatch, rng: torch.Generator) -> FaceBatch:
    """Turned, shifted, scaled, relit, blurred, noisy, partly covered."""
    batch = _moved(batch, rng)
    batch = _covered(batch, rng)
    return FaceBatch(weathered(batch.image, rng), batch.value, batch.tilted, batch.view)


def weathered(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, 40, 40) in shadow, glare, other colours, with fewer pixels and noise."""
    image = _glare(_shaded(image, rng), rng)
    image = recoloured(_blurred(image, rng), rng)
    noise = torch.randn(image.shape, generator=rng)
    return image.addcmul_(noise, _draw(rng, len(image), 0.0, 7.0)).clamp_(0, 255)


def relit(image: Tensor, rng: torch.Generator) -> Tensor:
    """Whole pieces (N, 3, h, w) in other colours and light, with noise."""
    image = recoloured(image, rng)
    noise = torch.randn(image.shape, generator=rng)
    return image.addcmul_(noise, _draw(rng, len(image), 0.0, 6.0)).clamp_(0, 255)


def centred(batch: FaceBatch) -> FaceBatch:
    """The crops as the reader cuts them, undisturbed."""
    edge = (STORED_PX - INPUT_PX) // 2
    return FaceBatch(
        batch.image[:, :, edge:-edge, edge:-edge], batch.value, batch.tilted, batch.view
    )


def _moved(batch: FaceBatch, rng: torch.Generator) -> FaceBatch:
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
    image = warped(batch.image, theta, INPUT_PX)
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
    return FaceBatch(image, value, tilted, turned)


def _covered(batch: FaceBatch, rng: torch.Generator) -> FaceBatch:
    """A straight edge of something, over part of some faces: half a face shows no value."""
    n = len(batch.image)
    here = torch.rand(n, generator=rng) < 0.08
    some = here.nonzero()[:, 0]
    way = torch.rand(n, generator=rng) * 2 * math.pi
    reach = -0.25 + 0.8 * torch.rand(n, generator=rng)  # of a side, from the middle
    hidden = along(batch.image, way[some]) > reach[some, None, None]
    colour = torch.rand(n, 3, 1, 1, generator=rng) * 255
    covered = torch.where(hidden[:, None], colour[some], batch.image[some])
    image = batch.image.index_copy_(0, some, covered)
    lost = here & (reach < 0.12)
    unsure = here & (reach >= 0.12) & (reach < 0.45)
    value = torch.where(lost, torch.zeros_like(batch.value), batch.value)
    value = torch.where(unsure & (batch.value > 0), torch.full_like(value, -1), value)
    tilted = torch.where(here, torch.full_like(batch.tilted, math.nan), batch.tilted)
    return FaceBatch(image, value, tilted, batch.view)


def _axis(image: Tensor) -> Tensor:
    """How far each pixel across is from the middle, over a die's side."""
    px = image.shape[-1]
    return (torch.arange(px) - (px - 1) / 2) / SIDE_PX


def along(image: Tensor, way: Tensor) -> Tensor:
    """How far each pixel lies from the middle on the way (n,), over a die's side: (n, h, w)."""
    axis = _axis(image)
    return way.cos()[:, None, None] * axis + way.sin()[:, None, None] * axis[:, None]


def chance(rng: torch.Generator, n: int, share: float) -> Tensor:
    """Indices of n drawn with probability `share` each; only these are computed."""
    return (torch.rand(n, generator=rng) < share).nonzero()[:, 0]


def _shaded(image: Tensor, rng: torch.Generator) -> Tensor:
    """A shadow's edge, soft or hard, across some crops."""
    n = len(image)
    some = chance(rng, n, 0.25)
    way = torch.rand(n, generator=rng) * 2 * math.pi
    place = _draw(rng, n, -0.6, 0.6)[some, 0]
    soft = torch.exp(_draw(rng, n, -3.0, 0.0)[some, 0])
    dark = _draw(rng, n, 0.35, 1.0)[some, 0]
    share = torch.sigmoid((along(image, way[some]) - place) / soft * 4)
    factor = 1 - (1 - dark) * share
    return image.index_copy_(0, some, image[some] * factor[:, None])


def _glare(image: Tensor, rng: torch.Generator) -> Tensor:
    """A milky film over part of some faces, as lamps lay on clear dice."""
    n = len(image)
    some = chance(rng, n, 0.22)
    axis = _axis(image)
    cx, cy = (_draw(rng, n, -0.5, 0.5)[some, 0, 0] for _ in range(2))
    wide = _draw(rng, n, 0.1, 0.7)[some, 0, 0]
    x, y = (torch.exp(-((axis - middle) / wide).square()) for middle in (cx, cy))
    film = (x[:, None, :] * y[:, :, None])[:, None] * _draw(rng, n, 0.1, 0.75)[some]
    lighter = torch.lerp(image[some], image.new_tensor(245.0), film)
    return image.index_copy_(0, some, lighter)


def _blurred(image: Tensor, rng: torch.Generator) -> Tensor:
    """Seen with fewer pixels: down and up again, a whole batch's groups at a time."""
    sizes = torch.randint(16, INPUT_PX + 10, (4,), generator=rng).tolist()
    parts = [
        mixed(part, thin_rows(INPUT_PX, size)) if size < INPUT_PX else part
        for part, size in zip(image.chunk(4), sizes, strict=False)
    ]
    return torch.cat(parts)


def weakened(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, h) somewhat softer, with noise."""
    image = softer(image, chance(rng, len(image), 0.35), 0.62)
    noise = torch.randn(image.shape, generator=rng)
    return image.addcmul_(noise, _draw(rng, len(image), 0.0, 6.0))


def softer(image: Tensor, some: Tensor, share: float) -> Tensor:
    """Crops (N, 3, h, h), some as they are when seen with that share of the pixels."""
    thin = thin_rows(image.shape[2], share)
    return image.index_copy_(0, some, mixed(image[some], thin))


def sharpened(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, h), some with edges drawn sharper, as cameras do."""
    some = chance(rng, len(image), 0.3)
    part, much = image[some], _draw(rng, len(image), 0.2, 1.2)[some]
    soft = mixed(part, soft_rows(image.shape[2]))
    return image.index_copy_(0, some, part + much * (part - soft))


def recoloured(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w) in other colours and other light."""
    n = len(image)
    image = torch.lerp(image.mean(dim=1, keepdim=True), image, _draw(rng, n, 0.3, 1.3))
    swap = chance(rng, n, 0.35)
    order = torch.randperm(3, generator=rng)
    image[swap] = image[swap][:, order]
    negative = chance(rng, n, 0.10)
    image[negative] = 255 - image[negative]
    cast = torch.exp(torch.randn(n, 3, 1, 1, generator=rng) * 0.10)
    gain = torch.exp(_draw(rng, n, -0.75, 0.45))
    gamma = torch.exp(_draw(rng, n, -0.35, 0.35))
    bright = image.mul_(cast / 255).clamp_(0, 1).pow_(gamma)
    return bright.mul_(255 * gain).add_(_draw(rng, n, -12.0, 18.0))


def gleaming(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w), some with a bright or dark line at an edge of the die: its bevel's
    gleam, a crease, a line of the board."""
    n = len(image)
    axis = _axis(image)
    for _ in range(2):
        some = chance(rng, n, 0.2)
        upright = (torch.rand(n, generator=rng) < 0.5)[some, None]
        place, middle = (_draw(rng, n, -far, far)[some, 0, 0] for far in (0.75, 0.5))
        wide, long = _draw(rng, n, 0.02, 0.07)[some, 0, 0], _draw(rng, n, 0.1, 0.6)[some, 0, 0]
        across = torch.exp(-((axis - place) / wide).square())
        along = ((axis - middle).abs() < long).float()
        x, y = torch.where(upright, across, along), torch.where(upright, along, across)
        line = (x[:, None, :] * y[:, :, None])[:, None] * _draw(rng, n, 0.2, 0.9)[some]
        colour = torch.where(torch.rand(n, 1, 1, 1, generator=rng) < 0.75, 235.0, 25.0)
        image = image.index_copy_(0, some, torch.lerp(image[some], colour[some], line))
    return image


def lit(image: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, h, w) with the edge of a shadow, or a film of light, across some."""
    return _glare(_shaded(image, rng), rng)


def _draw(rng: torch.Generator, n: int, low: float, high: float) -> Tensor:
    return low + (high - low) * torch.rand(n, 1, 1, 1, generator=rng)
