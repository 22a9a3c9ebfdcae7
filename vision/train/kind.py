"""The kind net: one crop to whether it shows no die, a die at rest or a die smeared by motion."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.train.crop import SIDE_PX, STORED_PX, Crops
from vision.train.disturb import weathered
from vision.train.export import export, of_any_number
from vision.train.net import INPUT_PX
from vision.train.photos import SETS, crops

NONE, STILL, SMEARED = 0, 1, 2
SHIFT_SIDES = 0.12
SURE = 0.9


class KindNet(nn.Module):
    """In: (N, 3, 40, 40) BGR 0..255, a die's side 24 px. Out: (N, 3) before softmax: no die,
    a die at rest however it lies, a smeared one."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _layer(3, 16, 2), _layer(16, 24), _layer(24, 40, 2), _layer(40, 48), _layer(48, 64, 2)
        )
        self.say = nn.Sequential(
            nn.Linear(64 * 25, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 3)
        )

    def forward(self, image: Tensor) -> Tensor:
        said: Tensor = self.say(self.look((image - 110.0) / 60.0).flatten(1))
        return said


def _layer(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


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
    grid = F.affine_grid(theta, [n, 3, INPUT_PX, INPUT_PX], align_corners=False)
    return F.grid_sample(image, grid, padding_mode="reflection", align_corners=False)


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
    options = argparse.ArgumentParser(description="Fit the kind net.")
    options.add_argument("--crops", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    options.add_argument("--photos", type=Path)
    options.add_argument("--steps", type=int, default=4000)
    options.add_argument("--batch", type=int, default=128)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
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
    step_size = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=2e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        step_size, 3e-3, total_steps=given.steps, pct_start=0.15
    )
    began, loss_sum = time.monotonic(), 0.0
    for step in range(1, given.steps + 1):
        net.train()
        image, kind = next(batches)
        said = net(weathered(moved(image, rng), rng))
        loss = F.cross_entropy(said, kind, label_smoothing=0.01)
        step_size.zero_grad()
        loss.backward()
        step_size.step()
        plan.step()
        loss_sum += float(loss.detach())
        if step % 500 == 0 or step == given.steps:
            line = {"step": step, "loss": loss_sum / 500, "s": time.monotonic() - began}
            print(json.dumps(line | measured(net, held)), flush=True)
            loss_sum = 0.0
            torch.save(net.state_dict(), given.out.with_suffix(".pt"))
    return net


if __name__ == "__main__":
    main()
