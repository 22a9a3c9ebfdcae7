"""The smear net: one face to whether it moved a little while the shutter was open.

The kind net finds what moved far. A short way only softens the pips along it, hardly more than a
lens softens everything.
"""

from __future__ import annotations

import argparse
import math
from itertools import pairwise

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.lab.train import fitting
from vision.lab.train.crop import Crops
from vision.lab.train.cycles import is_cycles, mixed
from vision.lab.train.disturb import chance, recoloured, softer
from vision.lab.train.export import export, of_any_number
from vision.lab.train.fitting import StepPlan, begun, layer, words
from vision.lab.train.sliding import STORED_PX, Faces
from vision.lab.train.warp import warped
from vision.learned.smear import INPUT_PX, SIDE_PX, fineness

LEAST_PX = 1.8
LONGEST_SIDES = 0.3
"""What slid less in its picture counts for nothing: it cannot be seen."""
BY_HAND = 0.4
"""Share of the still faces that are drawn out here."""
TAPS = 7
LEVEL_DEG = 1.0


class SmearNet(nn.Module):
    """In: image (N, 3, 28, 28) BGR 0..255, a die's side 24 px; fine (N, 1), how fine it was seen.
    Out: (N,), smeared, before sigmoid."""

    def __init__(self) -> None:
        super().__init__()
        self.look = nn.Sequential(
            layer(3, 16), layer(16, 28), layer(28, 40, 2), layer(40, 56), layer(56, 56)
        )
        self.say = nn.Sequential(
            nn.Linear(2 * 56 + 1, 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1)
        )

    def forward(self, image: Tensor, fine: Tensor) -> Tensor:
        # The brightness of a face carries nothing here, its changes do.
        level = image.mean(dim=(2, 3), keepdim=True)
        spread = image.std(dim=(1, 2, 3), keepdim=True) + 4.0
        seen = self.look((image - level) / spread)
        both = torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3)), fine], dim=1)
        logits: Tensor = self.say(both)[:, 0]
        return logits


def smeared(image: Tensor, length_px: Tensor, way: Tensor) -> Tensor:
    """(N, 3, h, h), each the mean of itself along a line of so many pixels."""
    n, width = len(image), image.shape[3]
    total = torch.zeros_like(image)
    for part in torch.linspace(-0.5, 0.5, TAPS).tolist():
        theta = torch.zeros(n, 2, 3)
        theta[:, 0, 0] = theta[:, 1, 1] = 1.0
        theta[:, 0, 2] = part * length_px * way.cos() * 2 / width
        theta[:, 1, 2] = part * length_px * way.sin() * 2 / width
        total += warped(image, theta, width, "bicubic")
    return total / TAPS


def moved(image: Tensor, rng: torch.Generator) -> Tensor:
    """(N, 3, 44, 44) turned, mirrored, a little shifted and scaled to (N, 3, 28, 28)."""
    n = len(image)
    angle = torch.rand(n, generator=rng) * 2 * math.pi
    zoom = torch.exp(torch.randn(n, generator=rng) * 0.05)
    mirror = torch.where(torch.rand(n, generator=rng) < 0.5, -1.0, 1.0)
    shift = torch.randn(n, 2, generator=rng) * 0.03 * 2 * SIDE_PX / STORED_PX
    share = INPUT_PX / STORED_PX
    c, s = share * angle.cos() / zoom, share * angle.sin() / zoom
    theta = torch.stack(
        [
            torch.stack([c * mirror, -s * mirror, shift[:, 0]], dim=1),
            torch.stack([s, c, shift[:, 1]], dim=1),
        ],
        dim=1,
    )
    return warped(image, theta, INPUT_PX, "bicubic", "zeros")


def drawn(faces: Faces, chosen: np.ndarray, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    """Faces, some that lay drawn out like those that slid, as cameras would have seen them; and
    which are smeared (N,), 0 or 1."""
    n = len(chosen)
    image = torch.from_numpy(faces.image[chosen].transpose(0, 3, 1, 2).astype(np.float32))
    slid = torch.from_numpy(faces.slid_px[chosen]) > 0
    least = LEAST_PX / torch.from_numpy(faces.seen_px[chosen])
    length = least * (LONGEST_SIDES / least).clamp(min=1.0) ** torch.rand(n, generator=rng)
    here = ~slid & (torch.rand(n, generator=rng) < BY_HAND)
    way = torch.rand(n, generator=rng) * 2 * math.pi
    some = here.nonzero()[:, 0]
    image[some] = smeared(image[some], length[some] * SIDE_PX, way[some])
    image = softer(image, chance(rng, n, 0.3), 0.7)
    noise = torch.randn(image.shape, generator=rng) * 5 * torch.rand(n, 1, 1, 1, generator=rng)
    return recoloured(moved(image + noise, rng), rng), (slid | here).float()


def fine(faces: Faces, chosen: np.ndarray) -> Tensor:
    return torch.from_numpy(fineness(faces.seen_px[chosen])[:, None])


def fit_smear(faces: Faces, held: Faces, given: argparse.Namespace) -> SmearNet:
    net = SmearNet()
    rng = torch.Generator().manual_seed(given.seed)
    order = np.random.default_rng(given.seed)
    theirs = is_cycles(faces.source)
    rows = np.flatnonzero(~theirs), np.flatnonzero(theirs)

    def loss_of_next() -> Tensor:
        chosen = mixed(order, *rows, given.batch)
        image, there = drawn(faces, chosen, rng)
        logits = fitting.outputs(net, image, fine(faces, chosen))
        return F.binary_cross_entropy_with_logits(logits, there)

    fitting.fit_net(net, loss_of_next, lambda: measured(net, held), given, StepPlan())
    return net


WAYS_PX = (1.8, 2.4, 3.0, 4.0, 8.0)
"""Slides are counted between these."""


def measured(net: SmearNet, held: Faces) -> dict[str, float]:
    """Part of held-out faces that look less sharp than 99 % of those that lay, by how far they
    slid, and where that bar lies."""
    edge = (STORED_PX - INPUT_PX) // 2
    parts = []
    with torch.no_grad():
        for start in range(0, len(held), 512):
            some = np.arange(start, min(start + 512, len(held)))
            image = held.image[some, edge:-edge, edge:-edge].transpose(0, 3, 1, 2)
            shown = torch.from_numpy(image.astype(np.float32))
            parts.append(net(shown, fine(held, some)).sigmoid().numpy())
    shares = np.concatenate(parts)
    bar = float(np.quantile(shares[held.slid_px == 0], 0.99))
    figures = {}
    for least, most in pairwise(WAYS_PX):
        here = shares[(held.slid_px >= least) & (held.slid_px < most)]
        figures[f"from_{least}_px"] = (
            round(float((here > bar).mean()), 4) if len(here) else math.nan
        )
    return figures | {"bar": round(bar, 4)}


def level(crops: Crops) -> Faces:
    """The faces of those that lie flat."""
    flat = crops.only(crops.tilt_deg < LEVEL_DEG)
    edge = (flat.image.shape[1] - STORED_PX) // 2
    image = np.ascontiguousarray(flat.image[:, edge:-edge, edge:-edge])
    return Faces(image, np.zeros(len(flat), np.float32), flat.seen_px, flat.source)


def main() -> None:
    options = words("Fit the smear net.")
    options.add_argument("--faces", nargs="+", required=True, help="of dice that lie or slide")
    options.add_argument("--crops", nargs="+", required=True, help="dice that lie, however")
    options.add_argument("--held-out", required=True)
    given = begun(options)
    faces = Faces.together([Faces.load(path) for path in given.faces])
    faces = faces.only((faces.slid_px == 0) | (faces.slid_px >= LEAST_PX))
    faces = Faces.together([faces, *(level(Crops.load(path)) for path in given.crops)])
    net = fit_smear(faces, Faces.load(given.held_out), given)
    image, seen = torch.zeros(1, 3, INPUT_PX, INPUT_PX), torch.zeros(1, 1)
    export(net, given.out, image, seen, of_any_number("image", "view", "said"))


if __name__ == "__main__":
    main()
