"""The lean net: one crop to whether the die lies askew."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.lab.train import fitting
from vision.lab.train.cycles import is_cycles, mixed
from vision.lab.train.disturb import gleaming, lit, recoloured, sharpened, weakened
from vision.lab.train.export import export, of_any_number
from vision.lab.train.fitting import StepPlan, begun, layer, words
from vision.lab.train.leaning import STORED_PX, LeanCrops
from vision.lab.train.warp import warped
from vision.learned.lean import INPUT_PX, SIDE_PX

LEVEL_DEG = 2.0
ASKEW_DEG = 8.0
ASKEW_SHARE = 0.45
"""Share of a batch: askew dice are rarer among dice that fell."""
PACE = StepPlan(longest=2.0, figures_every=1000)
ON_DIE_COUNTS = 0.5
LEAN_COUNTS = 0.5
"""Weight in the loss, against that of whether it lies askew."""
# What the reader gets wrong about a die it found: its turn, its place and size, over its side.
TURN_DEG = 2.5
OFF_SIDES = 0.035
ZOOM = 0.03


class LeanNet(nn.Module):
    """In: image (N, 3, 52, 52) BGR 0..255; view (N, 2), how far the picture looks sideways. Out:
    (N, 4): askew, and on another die, before sigmoid; how far the top face looks along x and y,
    tens of degrees. ends: layers it sees a crop in at last, 49 places each."""

    def __init__(self, ends: int) -> None:
        super().__init__()
        self.look = nn.Sequential(
            layer(5, 24),
            layer(24, 32, 2),
            layer(32, 48),
            layer(48, 64, 2),
            layer(64, 80),
            layer(80, 96, 2),
            layer(96, ends),
        )
        self.say = nn.Sequential(
            nn.Linear(ends * 49 + 2, 96), nn.ReLU(), nn.Dropout(0.2), nn.Linear(96, 4)
        )

    def forward(self, image: Tensor, view: Tensor) -> Tensor:
        facing = 3.0 * view
        wide = facing[:, :, None, None].expand(-1, -1, INPUT_PX, INPUT_PX)
        seen = self.look(torch.cat([(image - 110.0) / 60.0, wide], dim=1))
        logits: Tensor = self.say(torch.cat([seen.flatten(1), facing], dim=1))
        return logits


class AskewAndOnDie(nn.Module):
    """The outputs that are exported: (N, 2), askew and on another die, before sigmoid. The
    direction of the lean serves only the fit."""

    def __init__(self, net: LeanNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor, view: Tensor) -> Tensor:
        logits: Tensor = self.net(image, view)[:, :2]
        return logits


@dataclass(frozen=True, slots=True)
class LeanBatch:
    """image (N, 3, 64, 64), view (N, 2), lies (N, 2) 0..1, askew and on another die; lean (N, 2)
    tens of degrees or NaN."""

    image: Tensor
    view: Tensor
    lies: Tensor
    lean: Tensor


def batch(crops: LeanCrops, chosen: np.ndarray) -> LeanBatch:
    image = crops.image[chosen].transpose(0, 3, 1, 2).astype(np.float32)
    askew = np.clip((crops.tilt_deg[chosen] - LEVEL_DEG) / (ASKEW_DEG - LEVEL_DEG), 0, 1)
    return LeanBatch(
        torch.from_numpy(np.ascontiguousarray(image)),
        torch.from_numpy(crops.view[chosen].astype(np.float32)),
        torch.from_numpy(np.column_stack([askew, crops.on_die[chosen]]).astype(np.float32)),
        torch.from_numpy(crops.lean[chosen] / 10),
    )


def parts_of(drawn: LeanCrops) -> list[tuple[np.ndarray, np.ndarray]]:
    """The rows of level dice and of those askew, each those that we and that Cycles drew."""
    askew, theirs = drawn.tilt_deg >= LEVEL_DEG, is_cycles(drawn.source)
    return [
        (np.flatnonzero(part & ~theirs), np.flatnonzero(part & theirs)) for part in (~askew, askew)
    ]


def chosen(
    parts: list[tuple[np.ndarray, np.ndarray]], count: int, order: np.random.Generator
) -> np.ndarray:
    """Draw `count` crops of both parts, those askew by their share."""
    askew = round(ASKEW_SHARE * count)
    counts = (count - askew, askew)
    return np.concatenate([mixed(order, *p, n) for p, n in zip(parts, counts, strict=True)])


def moved(image: Tensor, rng: torch.Generator) -> Tensor:
    """(N, 3, 64, 64) a little turned, shifted and scaled to (N, 3, 52, 52)."""
    n = len(image)
    angle = torch.randn(n, generator=rng) * math.radians(TURN_DEG)
    zoom = torch.exp(torch.randn(n, generator=rng) * ZOOM)
    shift = torch.randn(n, 2, generator=rng) * OFF_SIDES * 2 * SIDE_PX / STORED_PX
    share = INPUT_PX / STORED_PX
    c, s = share * angle.cos() / zoom, share * angle.sin() / zoom
    theta = torch.stack(
        [torch.stack([c, -s, shift[:, 0]], dim=1), torch.stack([s, c, shift[:, 1]], dim=1)], dim=1
    )
    return warped(image, theta, INPUT_PX)


def centred(image: Tensor) -> Tensor:
    edge = (STORED_PX - INPUT_PX) // 2
    return image[:, :, edge:-edge, edge:-edge]


def fit_lean(drawn: LeanCrops, held: LeanCrops, given: argparse.Namespace) -> LeanNet:
    net = LeanNet(given.ends)
    rng = torch.Generator().manual_seed(given.seed)
    order = np.random.default_rng(given.seed)
    parts = parts_of(drawn)

    def loss_of_next() -> Tensor:
        part = batch(drawn, chosen(parts, given.batch, order))
        image = gleaming(lit(moved(part.image, rng), rng), rng)
        image = recoloured(weakened(sharpened(image, rng), rng), rng)
        logits = fitting.outputs(net, image, part.view)
        has_lean = ~part.lean.isnan().any(dim=1)
        lean = F.smooth_l1_loss(logits[has_lean, 2:], part.lean[has_lean], beta=0.3)
        askew, on_die = (
            F.binary_cross_entropy_with_logits(logits[:, i], part.lies[:, i]) for i in (0, 1)
        )
        return askew + ON_DIE_COUNTS * on_die + LEAN_COUNTS * lean

    fitting.fit_net(net, loss_of_next, lambda: measured(net, held), given, PACE)
    return net


def measured(net: LeanNet, held: LeanCrops) -> dict[str, float]:
    """Part of tilts from 8 degrees on that look less level than 90, 95 and 98 % of level dice do,
    and where those bars lie."""
    odds = answers(net, held)
    level, askew = odds[held.tilt_deg < LEVEL_DEG], odds[held.tilt_deg >= ASKEW_DEG]
    bars = np.quantile(level, (0.9, 0.95, 0.98))
    figures = {f"told_{i}": round(float((askew > bar).mean()), 4) for i, bar in enumerate(bars)}
    return figures | {f"bar_{i}": round(float(bar), 4) for i, bar in enumerate(bars)}


def answers(net: LeanNet, held: LeanCrops) -> np.ndarray:
    """How likely each lies askew (N,)."""
    net.eval()
    parts = []
    with torch.no_grad():
        for start in range(0, len(held.value), 512):
            part = batch(held, np.arange(start, min(start + 512, len(held.value))))
            parts.append(net(centred(part.image), part.view)[:, 0].sigmoid().numpy())
    return np.concatenate(parts)


def main() -> None:
    options = words("Fit the lean net.")
    options.add_argument("--crops", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    options.add_argument("--ends", type=int, default=64)
    given = begun(options)
    drawn = LeanCrops.together([LeanCrops.load(path) for path in given.crops])
    held = LeanCrops.together([LeanCrops.load(path) for path in given.held_out])
    net = fit_lean(drawn, held, given)
    image, view = torch.zeros(1, 3, INPUT_PX, INPUT_PX), torch.zeros(1, 2)
    export(AskewAndOnDie(net), given.out, image, view, of_any_number("image", "view", "said"))


if __name__ == "__main__":
    main()
