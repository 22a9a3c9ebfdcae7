"""The kind net: one crop to whether it shows no die, a die smeared by motion, or one at rest; and
whether that one leans far."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.lab.train import fitting
from vision.lab.train.crop import SIDE_PX, STORED_PX, Crops, is_moving
from vision.lab.train.cycles import count_of_theirs, is_cycles
from vision.lab.train.disturb import along, chance, weathered
from vision.lab.train.export import export, of_any_number
from vision.lab.train.fitting import StepPlan, begun, layer, words
from vision.lab.train.leaning import STORED_PX as LEANING_PX
from vision.lab.train.leaning import LeanCrops
from vision.lab.train.net import INPUT_PX
from vision.lab.train.photos import SETS, crops
from vision.lab.train.warp import warped

NONE, LEVEL, SMEARED, FAR = range(4)
SEEN = ((NONE,), (LEVEL,), (SMEARED,), (FAR,), (LEVEL, FAR))
"""Classes allowed for each pool; a die that leans a little is at rest, no more."""
PARTS = (0.4, 0.16, 0.2, 0.2, 0.04)
"""Shares of the pools in a batch."""
COUNTED = (0.5, 0.1, 0.25, 0.125, 0.025)
"""Their weights in the loss: hard classes are drawn more often without counting as likelier."""
LEVEL_DEG = 8.0
FAR_DEG = 20.0
SHIFT_SIDES = 0.12
OTHER_SIZE = 0.25
"""Share of crops scaled as dice of another size appear."""
SQUEEZED = 0.15
"""Share of crops squeezed as faces that lean appear."""
RATIO = 1.4
"""Ratio of the largest such size to a die's own, and of that to the smallest."""
NARROW = (0.6, 0.88)
"""How narrow a face looks that leans by 53 or 28 degrees."""
HALF_HIDDEN = 0.15
"""Share of crops with a half hidden."""
REACH = (0.0, 0.4)
"""Distance from a die's middle to what hides the rest, over its side."""
SURE = 0.9
SMOOTH = 0.01


class KindNet(nn.Module):
    """In: (N, 3, 40, 40) BGR 0..255, a die's side 24 px. Out: (N, 4) before softmax: no die,
    one at rest and level, a smeared one, one at rest that leans far."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            layer(3, 24, 2),
            *(layer(24, 32), layer(32, 48, 2), layer(48, 64), layer(64, 64, 2), layer(64, 64)),
        )
        self.say = nn.Sequential(
            nn.Linear(64 * 25, 40), nn.ReLU(), nn.Dropout(0.3), nn.Linear(40, 4)
        )

    def forward(self, image: Tensor) -> Tensor:
        logits: Tensor = self.say(self.look((image - 110.0) / 60.0).flatten(1))
        return logits


def moved(image: Tensor, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """(N, 3, 60, 60) turned, mirrored, shifted and scaled to (N, 3, 40, 40), some to another size;
    and which (N,) are squeezed along some line."""
    n = len(image)
    size = torch.randn(n, generator=rng) * 0.08
    other = torch.rand(n, generator=rng) < OTHER_SIZE
    size += other * (2 * torch.rand(n, generator=rng) - 1) * math.log(RATIO)
    squeezed = torch.rand(n, generator=rng) < SQUEEZED
    narrow = NARROW[0] + (NARROW[1] - NARROW[0]) * torch.rand(n, generator=rng)
    across = torch.where(squeezed, 1 / narrow, torch.ones(n))
    mirror = torch.where(torch.rand(n, generator=rng) < 0.5, -1.0, 1.0)
    sides = torch.stack([across * mirror, torch.ones(n)], dim=1)
    share = INPUT_PX / STORED_PX * (-size).exp()[:, None, None]
    turns = share * _turned(n, rng) @ sides.diag_embed() @ _turned(n, rng)
    shift = torch.randn(n, 2, generator=rng) * SHIFT_SIDES * 2 * SIDE_PX / STORED_PX
    return warped(image, torch.cat([turns, shift[:, :, None]], dim=2), INPUT_PX), squeezed


def _turned(n: int, rng: torch.Generator) -> Tensor:
    """Turns (n, 2, 2) by any angle."""
    angle = torch.rand(n, generator=rng) * 2 * math.pi
    c, s = angle.cos(), angle.sin()
    return torch.stack([torch.stack([c, -s], dim=1), torch.stack([s, c], dim=1)], dim=1)


def half_hidden(image: Tensor, over: Tensor, rng: torch.Generator) -> Tensor:
    """Crops (N, 3, 40, 40), some beyond a straight edge under cloth, or under what is seen in one
    of others (M, 3, 40, 40); at least half of a die is left."""
    n = len(image)
    some = chance(rng, n, HALF_HIDDEN)
    way = torch.rand(n, generator=rng)[some] * 2 * math.pi
    reach = REACH[0] + (REACH[1] - REACH[0]) * torch.rand(n, generator=rng)[some]
    hidden = ((along(image, way) - reach[:, None, None]) * SIDE_PX + 0.5).clamp(0, 1)
    cloth = torch.rand(n, 3, 1, 1, generator=rng)[some] * 255
    other = over[torch.randint(len(over), (n,), generator=rng)[some]]
    plain = (torch.rand(n, generator=rng) < 0.5)[some, None, None, None]
    covered = torch.lerp(image[some], torch.where(plain, cloth, other), hidden[:, None])
    return image.index_copy_(0, some, covered)


def trimmed(dice: LeanCrops) -> Crops:
    """They were cut with a little more around them."""
    edge = (LEANING_PX - STORED_PX) // 2
    parts = {field.name: getattr(dice, field.name) for field in fields(Crops)}
    return Crops(**parts | {"image": dice.image[:, edge:-edge, edge:-edge]})


def pools_of(parts: list[Crops]) -> list[np.ndarray]:
    """Images (n, 60, 60, 3) of each pool."""
    found: list[list[np.ndarray]] = [[] for _ in SEEN]
    for part in parts:
        moving = is_moving(part.source)
        die = ~moving & ((part.value > 0) | ~np.isnan(part.tilt_deg))
        tilt = np.nan_to_num(part.tilt_deg)  # those in photographs lie level
        level, far = tilt < LEVEL_DEG, tilt >= FAR_DEG
        pools = (~moving & ~die, die & level, moving, die & far, die & ~level & ~far)
        for images, which in zip(found, pools, strict=True):
            images.append(part.image[which])
    return [np.concatenate(images) for images in found]


def draws(
    pools: list[np.ndarray], theirs: list[np.ndarray], batch: int, rng: np.random.Generator
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Images, the classes allowed for each (N, 4), and the weight of each (N,). theirs:
    what Cycles drew of each pool."""
    there = np.array([len(one) > 0 for one in pools])  # few rigs have no die that leans a little
    parts = np.array(PARTS) * there / np.sum(np.array(PARTS)[there])
    sizes = np.diff(np.rint(batch * np.cumsum((0.0, *parts))).astype(int))
    allowed = np.zeros((len(SEEN), 4), bool)
    for pool, kinds in enumerate(SEEN):
        allowed[pool, list(kinds)] = True
    counts = np.repeat(np.array(COUNTED) / np.array(PARTS), sizes).astype(np.float32)
    while True:
        images = []
        for ours, other, size in zip(pools, theirs, sizes, strict=True):
            few = count_of_theirs(len(ours), len(other), size)
            images.append(ours[rng.integers(len(ours), size=size - few)])
            images.append(other[rng.choice(len(other), few)])
        stacked = np.concatenate(images).transpose(0, 3, 1, 2).astype(np.float32)
        may = torch.from_numpy(np.repeat(allowed, sizes, axis=0))
        yield torch.from_numpy(np.ascontiguousarray(stacked)), may, torch.from_numpy(counts)


def measured(net: KindNet, held: list[np.ndarray]) -> dict[str, list[float]]:
    """For each true kind the parts called none, level, smeared and far askew at 0.9, and called
    at rest."""
    net.eval()
    edge = (STORED_PX - INPUT_PX) // 2
    figures = {}
    for name, pool in zip(("none", "level", "smeared", "far", "between"), held, strict=True):
        image = torch.from_numpy(pool[:1500].transpose(0, 3, 1, 2).astype(np.float32))
        with torch.no_grad():
            share = net(image[:, :, edge:-edge, edge:-edge]).softmax(dim=1).numpy()
        still = share[:, [LEVEL, FAR]].sum(axis=1, keepdims=True)
        sure = np.hstack([share, still]) > SURE
        figures[name] = [round(float(part), 4) for part in sure.mean(axis=0)]
    return figures


def main() -> None:
    options = words("Fit the kind net.")
    options.add_argument("--crops", nargs="+", required=True)
    options.add_argument("--leaning", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    options.add_argument("--photos", type=Path)
    given = begun(options)
    parts = [Crops.load(path) for path in given.crops]
    if given.photos:
        parts += [crops(given.photos, photos, 0) for photos in SETS]
    parts += [trimmed(LeanCrops.load(path)) for path in given.leaning]
    held = pools_of([Crops.load(path) for path in given.held_out])
    theirs = [part.only(is_cycles(part.source)) for part in parts]
    ours = [part.only(~is_cycles(part.source)) for part in parts]
    net = fit_kind(pools_of(ours), pools_of(theirs), held, given)
    image = torch.zeros(1, 3, INPUT_PX, INPUT_PX)
    export(net, given.out, image, free=of_any_number("image", "said"))


def fit_kind(
    pools: list[np.ndarray],
    theirs: list[np.ndarray],
    held: list[np.ndarray],
    given: argparse.Namespace,
) -> KindNet:
    net = KindNet()
    rng = torch.Generator().manual_seed(given.seed)
    batches = draws(pools, theirs, given.batch, np.random.default_rng(given.seed))

    def loss_of_next() -> Tensor:
        stored, may, counts = next(batches)
        image, squeezed = moved(stored, rng)
        # A level face that is squeezed looks as one that leans far.
        may[:, FAR] |= may[:, LEVEL] & squeezed
        image = half_hidden(image, image[may[:, NONE]], rng)
        shares = fitting.outputs(net, weathered(image, rng)).log_softmax(dim=1)
        right = shares.masked_fill(~may, -torch.inf).logsumexp(dim=1)
        return -(counts * ((1 - SMOOTH) * right + SMOOTH * shares.mean(dim=1))).mean()

    fitting.fit_net(
        net, loss_of_next, lambda: measured(net, held), given, StepPlan(figures_every=500)
    )
    return net


if __name__ == "__main__":
    main()
