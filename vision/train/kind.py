"""The kind net: one crop to whether it shows no die, a die at rest or a die smeared by motion."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.train import fitting
from vision.train.crop import SIDE_PX, STORED_PX, Crops
from vision.train.disturb import weathered
from vision.train.export import export, of_any_number
from vision.train.fitting import Pace, begun, layer, words
from vision.train.net import INPUT_PX
from vision.train.photos import SETS, crops
from vision.train.warp import warped

NONE, STILL, SMEARED = 0, 1, 2
SHIFT_SIDES = 0.12
SURE = 0.9


class KindNet(nn.Module):
    """In: (N, 3, 40, 40) BGR 0..255, a die's side 24 px. Out: (N, 3) before softmax: no die,
    a die at rest however it lies, a smeared one."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            layer(3, 16, 2), layer(16, 24), layer(24, 40, 2), layer(40, 48), layer(48, 64, 2)
        )
        self.say = nn.Sequential(
            nn.Linear(64 * 25, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 3)
        )

    def forward(self, image: Tensor) -> Tensor:
        said: Tensor = self.say(self.look((image - 110.0) / 60.0).flatten(1))
        return said


def moved(image: Tensor, rng: torch.Generator) -> Tensor:
    """(N, 3, 60, 60) turned, mirrored, shifted and scaled to (N, 3, 40, 40)."""
    n = len(image)
    angle = torch.rand(n, generator=rng) * 2 * math.pi
    zoom = torch.exp(torch.randn(n, generator=rng) * 0.08)
    mirror = torch.where(torch.rand(n, generator=rng) < 0.5, -1.0, 1.0)
    shift = torch.randn(n, 2, generator=rng) * SHIFT_SIDES * 2 * SIDE_PX / STORED_PX
    c, s = angle.cos() / zoom, angle.sin() / zoom
    share = INPUT_PX / STORED_PX
    theta = torch.stack(
        [
            torch.stack([c * share * mirror, -s * share, shift[:, 0]], dim=1),
            torch.stack([s * share * mirror, c * share, shift[:, 1]], dim=1),
        ],
        dim=1,
    )
    return warped(image, theta, INPUT_PX)


def pools_of(parts: list[Crops]) -> list[np.ndarray]:
    """Images (n, 60, 60, 3) of each kind."""
    found: list[list[np.ndarray]] = [[], [], []]
    for part in parts:
        moving = np.char.startswith(part.source, "moving")
        die = (part.value > 0) | ~np.isnan(part.tilt_deg)
        for kind, which in ((NONE, ~moving & ~die), (STILL, ~moving & die), (SMEARED, moving)):
            found[kind].append(part.image[which])
    return [np.concatenate(images) for images in found]


def draws(
    pools: list[np.ndarray], batch: int, rng: np.random.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    sizes = [batch // 2, batch // 4, batch - batch // 2 - batch // 4]
    while True:
        images = [
            pool[rng.integers(len(pool), size=size)]
            for pool, size in zip(pools, sizes, strict=True)
        ]
        stacked = np.concatenate(images).transpose(0, 3, 1, 2).astype(np.float32)
        kinds = np.repeat(np.arange(3), sizes)
        yield torch.from_numpy(np.ascontiguousarray(stacked)), torch.from_numpy(kinds)


def measured(net: KindNet, held: list[np.ndarray]) -> dict[str, list[float]]:
    """For each true kind the parts called none, at rest and smeared at 0.9."""
    net.eval()
    edge = (STORED_PX - INPUT_PX) // 2
    figures = {}
    for name, pool in zip(("none", "still", "smeared"), held, strict=True):
        image = torch.from_numpy(pool[:1500].transpose(0, 3, 1, 2).astype(np.float32))
        with torch.no_grad():
            share = net(image[:, :, edge:-edge, edge:-edge]).softmax(dim=1).numpy()
        figures[name] = [round(float((share[:, k] > SURE).mean()), 4) for k in range(3)]
    return figures


def main() -> None:
    options = words("Fit the kind net.")
    options.add_argument("--crops", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    options.add_argument("--photos", type=Path)
    given = begun(options)
    parts = [Crops.load(path) for path in given.crops]
    if given.photos:
        parts += [crops(given.photos, photos, 0) for photos in SETS]
    held = pools_of([Crops.load(path) for path in given.held_out])
    net = fit(pools_of(parts), held, given)
    image = torch.zeros(1, 3, INPUT_PX, INPUT_PX)
    export(net, given.out, image, free=of_any_number("image", "said"))


def fit(pools: list[np.ndarray], held: list[np.ndarray], given: argparse.Namespace) -> KindNet:
    net = KindNet()
    rng = torch.Generator().manual_seed(given.seed)
    batches = draws(pools, given.batch, np.random.default_rng(given.seed))

    def loss_of_next() -> Tensor:
        image, kind = next(batches)
        said = fitting.said(net, weathered(moved(image, rng), rng))
        return F.cross_entropy(said, kind, label_smoothing=0.01)

    fitting.fit(net, loss_of_next, lambda: measured(net, held), given, Pace(told_every=500))
    return net


if __name__ == "__main__":
    main()
