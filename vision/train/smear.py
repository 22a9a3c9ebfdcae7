"""The smear net: one face to whether it moved a little while the shutter was open.

What moved far is told by the kind net. A short way only draws the pips out, and that can be done
to any sharp face: nothing is rendered for it.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.learned.smear import INPUT_PX, SIDE_PX
from vision.train.crop import Crops
from vision.train.disturb import recoloured
from vision.train.export import export, of_any_number
from vision.train.leaning import STORED_PX

AROUND_PX = 44
"""So much of a crop is enough to turn a face in."""
LEVEL_DEG = 1.0
SHORTEST, LONGEST = 0.05, 0.35
"""Of a side; what is shorter in the picture than LEAST_PX nobody can see."""
LEAST_PX = 1.3
TAPS = 7


class SmearNet(nn.Module):
    """In: (N, 3, 28, 28) BGR 0..255, a die's side 24 px. Out: (N,), smeared, before sigmoid."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            _layer(3, 16), _layer(16, 24), _layer(24, 32, 2), _layer(32, 48), _layer(48, 48)
        )
        self.say = nn.Sequential(
            nn.Linear(2 * 48, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1)
        )

    def forward(self, image: Tensor) -> Tensor:
        # How bright a face is says nothing, how its brightness changes does.
        level = image.mean(dim=(2, 3), keepdim=True)
        spread = image.std(dim=(1, 2, 3), keepdim=True) + 4.0
        seen = self.look((image - level) / spread)
        both = torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1)
        said: Tensor = self.say(both)[:, 0]
        return said


def _layer(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


def smeared(image: Tensor, length_px: Tensor, way: Tensor) -> Tensor:
    """(N, 3, h, w), each the mean of itself along a line of so many pixels."""
    n, _, height, width = image.shape
    total = torch.zeros_like(image)
    for part in torch.linspace(-0.5, 0.5, TAPS).tolist():
        theta = torch.zeros(n, 2, 3)
        theta[:, 0, 0] = theta[:, 1, 1] = 1.0
        theta[:, 0, 2] = part * length_px * way.cos() * 2 / width
        theta[:, 1, 2] = part * length_px * way.sin() * 2 / height
        grid = F.affine_grid(theta, list(image.shape), align_corners=False)
        total += F.grid_sample(
            image, grid, mode="bicubic", padding_mode="reflection", align_corners=False
        )
    return total / TAPS


def moved(image: Tensor, rng: torch.Generator) -> Tensor:
    """(N, 3, 44, 44) turned, mirrored, a little shifted and scaled to (N, 3, 28, 28)."""
    n = len(image)
    angle = torch.rand(n, generator=rng) * 2 * math.pi
    zoom = torch.exp(torch.randn(n, generator=rng) * 0.05)
    mirror = torch.where(torch.rand(n, generator=rng) < 0.5, -1.0, 1.0)
    shift = torch.randn(n, 2, generator=rng) * 0.03 * 2 * SIDE_PX / AROUND_PX
    share = INPUT_PX / AROUND_PX
    c, s = share * angle.cos() / zoom, share * angle.sin() / zoom
    theta = torch.stack(
        [
            torch.stack([c * mirror, -s * mirror, shift[:, 0]], dim=1),
            torch.stack([s, c, shift[:, 1]], dim=1),
        ],
        dim=1,
    )
    grid = F.affine_grid(theta, [n, 3, INPUT_PX, INPUT_PX], align_corners=False)
    return F.grid_sample(image, grid, mode="bicubic", align_corners=False)


def drawn(crops: Crops, chosen: np.ndarray, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Faces, half of them smeared, as cameras would have seen them."""
    n = len(chosen)
    edge = (STORED_PX - AROUND_PX) // 2
    near = crops.image[chosen, edge:-edge, edge:-edge].transpose(0, 3, 1, 2)
    image = torch.from_numpy(near.astype(np.float32))
    seen = torch.from_numpy(crops.seen_px[chosen].astype(np.float32))
    least = torch.maximum(torch.tensor(SHORTEST), LEAST_PX / seen)
    length = least * (LONGEST / least).clamp(min=1.0) ** torch.rand(n, generator=rng)
    there = torch.rand(n, generator=rng) < 0.5
    way = torch.rand(n, generator=rng) * 2 * math.pi
    image = smeared(image, torch.where(there, length * SIDE_PX, torch.zeros(n)), way)
    soft = torch.rand(n, generator=rng) < 0.3
    small = F.interpolate(image, scale_factor=0.7, mode="bilinear", antialias=True)
    less = F.interpolate(small, size=image.shape[2:], mode="bicubic")
    image = torch.where(soft[:, None, None, None], less, image)
    noise = torch.randn(image.shape, generator=rng) * 5 * torch.rand(n, 1, 1, 1, generator=rng)
    return recoloured(moved(image + noise, rng), rng), there.float()


def fit(faces: Crops, held: Crops, given: argparse.Namespace) -> SmearNet:
    net = SmearNet()
    rng = torch.Generator().manual_seed(given.seed)
    order = np.random.default_rng(given.seed)
    step_size = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=2e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        step_size, 3e-3, total_steps=given.steps, pct_start=0.15
    )
    began, loss_sum, every = time.monotonic(), 0.0, 250
    for step in range(1, given.steps + 1):
        net.train()
        image, there = drawn(faces, order.integers(len(faces.value), size=given.batch), rng)
        loss = F.binary_cross_entropy_with_logits(net(image), there)
        step_size.zero_grad()
        loss.backward()
        step_size.step()
        plan.step()
        loss_sum += float(loss.detach())
        if step % every == 0 or step == given.steps:
            line = {"step": step, "loss": loss_sum / every, "s": time.monotonic() - began}
            print(json.dumps(line | measured(net, held)), flush=True)
            loss_sum = 0.0
            torch.save(net.state_dict(), given.out.with_suffix(".pt"))
    return net


def measured(net: SmearNet, held: Crops) -> dict[str, float]:
    """Part of held-out faces smeared by a twentieth to a third of a side that look less sharp
    than 95 and 99 % of sharp ones, and where those bars lie."""
    net.eval()
    rng = torch.Generator().manual_seed(7)
    with torch.no_grad():
        image, there = drawn(held, np.arange(len(held.value)), rng)
        said = net(image).sigmoid().numpy()
    sharp, smears = said[there.numpy() == 0], said[there.numpy() == 1]
    bars = np.quantile(sharp, (0.95, 0.99))
    told = {f"told_{i}": round(float((smears > bar).mean()), 4) for i, bar in enumerate(bars)}
    return told | {f"bar_{i}": round(float(bar), 4) for i, bar in enumerate(bars)}


def level(paths: list[str]) -> Crops:
    parts = [Crops.load(path) for path in paths]
    return Crops.together([part.only(part.tilt_deg < LEVEL_DEG) for part in parts])


def main() -> None:
    options = argparse.ArgumentParser(description="Fit the smear net.")
    options.add_argument("--crops", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    options.add_argument("--steps", type=int, default=2500)
    options.add_argument("--batch", type=int, default=128)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    net = fit(level(given.crops), level(given.held_out), given)
    image = torch.zeros(1, 3, INPUT_PX, INPUT_PX)
    export(net, given.out, image, free=of_any_number("image", "said"))


if __name__ == "__main__":
    main()
