"""Fit the net to crops and write it as ONNX with what it was measured on."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from vision.lab.train import fitting
from vision.lab.train.crop import Crops, is_moving
from vision.lab.train.cycles import is_cycles
from vision.lab.train.disturb import FaceBatch, centred, disturbed
from vision.lab.train.export import export, of_any_number
from vision.lab.train.fitting import StepPlan, begun, words
from vision.lab.train.net import INPUT_PX, FaceNet
from vision.lab.train.photos import SETS, crops

FLAT_DEG = 2.0
TILTED_DEG = 8.0
SHARES = {"rendered": 0.65, "photos": 0.35, "cycles": 0.5}
"""Shares of a batch; where a source is absent the others share its part."""
NOTHING_SHARE = 0.3


def main() -> None:
    options = words("Fit the learned reader.")
    options.add_argument("--rendered", nargs="+", required=True)
    options.add_argument("--held-out", nargs="+", required=True)
    options.add_argument("--photos", type=Path)
    given = begun(options)
    pools = pools_of([Crops.load(path) for path in given.rendered])
    held = {"rendered": Crops.together([Crops.load(path) for path in given.held_out])}
    if given.photos:
        pools["photos"] = Crops.together([crops(given.photos, photos, 0) for photos in SETS])
        held |= {photos.folder: crops(given.photos, photos, 1) for photos in SETS}
    net = FaceNet()
    draws = _draws(pools, given.batch, np.random.default_rng(given.seed))
    fit_face(net, draws, held, given, StepPlan(longest=2.0, figures_every=600))
    write(net, given.out)


def fit_face(
    net: FaceNet,
    draws: Iterator[FaceBatch],
    held: dict[str, Crops],
    given: argparse.Namespace,
    pace: StepPlan,
) -> None:
    """`given.steps` batches; figures on what was held out on the way."""
    rng = torch.Generator().manual_seed(given.seed)

    def loss_of_next() -> Tensor:
        batch = disturbed(next(draws), rng)
        return loss_of(fitting.outputs(net, batch.image, batch.view), batch)

    def all_measured() -> dict[str, dict[str, float]]:
        return {name: measured(net, crops) for name, crops in held.items()}

    fitting.fit_net(net, loss_of_next, all_measured, given, pace)


def loss_of(logits: Tensor, given: FaceBatch) -> Tensor:
    value = F.cross_entropy(logits[:, :7], given.value, ignore_index=-1, label_smoothing=0.02)
    has_tilt = ~given.tilted.isnan()
    if not has_tilt.any():
        return value
    return value + F.binary_cross_entropy_with_logits(logits[has_tilt, 7], given.tilted[has_tilt])


def measured(net: FaceNet, held: Crops) -> dict[str, float]:
    """Of crops with a face: part read right, part wrong at 0.98 and sure; of those without,
    part taken for a face; of tilts beyond 8 and below 2 degrees, part separated."""
    net.eval()
    parts = []
    with torch.no_grad():
        for start in range(0, len(held.value), 512):
            part = centred(batch_of(held, np.arange(start, min(start + 512, len(held.value)))))
            parts.append(net(part.image, part.view))
    logits = torch.cat(parts)
    share = logits[:, :7].softmax(dim=1).numpy()
    tilt = logits[:, 7].sigmoid().numpy()
    value = share[:, 1:].argmax(axis=1) + 1
    face = held.value > 0
    sure = share[:, 1:].max(axis=1) > 0.98
    wrong = value != held.value
    figures = {
        "right": float((~wrong)[face].mean()),
        "answered": float(sure[face].mean()),
        "wrong_answered": float((wrong & sure)[face].sum()),
        "n": float(face.sum()),
        "false_faces": float((sure & ~face).sum()),
    }
    flat, tilted = held.tilt_deg < FLAT_DEG, held.tilt_deg >= TILTED_DEG
    if flat.any():
        figures |= {
            "flat_called": float((tilt < 0.5)[flat].mean()),
            "tilt_called": float((tilt >= 0.5)[tilted & face].mean()),
        }
    return {name: round(figure, 4) for name, figure in figures.items()}


def write(net: FaceNet, out: Path) -> None:
    """The net as the learned reader runs it."""
    image, view = torch.zeros(1, 3, INPUT_PX, INPUT_PX), torch.zeros(1, 3)
    export(net, out, image, view, of_any_number("image", "view", "said"))


def pools_of(parts: list[Crops]) -> dict[str, Crops]:
    """Rendered crops by who drew them; none of a die that moves."""
    crops = Crops.together(parts)
    still, other = ~is_moving(crops.source), is_cycles(crops.source)
    pools = {"rendered": crops.only(still & ~other)}
    return pools | ({"cycles": crops.only(still & other)} if other.any() else {})


def _draws(pools: dict[str, Crops], batch: int, rng: np.random.Generator) -> Iterator[FaceBatch]:
    """Endless batches: sources by their shares, dice and places without one by theirs."""
    whole = sum(SHARES[name] for name in pools)
    faces = {name: np.flatnonzero(pool.value > 0) for name, pool in pools.items()}
    nothing = {name: np.flatnonzero(pool.value == 0) for name, pool in pools.items()}
    while True:
        parts = []
        for name, pool in pools.items():
            count = round(batch * SHARES[name] / whole)
            some, none = faces[name], nothing[name]
            chosen = np.concatenate(
                [
                    rng.choice(some, round(count * (1 - NOTHING_SHARE))),
                    rng.choice(none, round(count * NOTHING_SHARE)),
                ]
            )
            parts.append(batch_of(pool, chosen))
        order = torch.from_numpy(rng.permutation(sum(len(part.value) for part in parts)))
        yield FaceBatch(
            *(
                torch.cat([getattr(part, name) for part in parts])[order]
                for name in ("image", "value", "tilted", "view")
            )
        )


def batch_of(crops: Crops, chosen: np.ndarray) -> FaceBatch:
    image = torch.from_numpy(crops.image[chosen].transpose(0, 3, 1, 2).astype(np.float32))
    has_view = ~np.isnan(crops.view[chosen, :1])
    view = np.hstack([np.nan_to_num(crops.view[chosen]), has_view]).astype(np.float32)
    tilt = (crops.tilt_deg[chosen] - FLAT_DEG) / (TILTED_DEG - FLAT_DEG)
    return FaceBatch(
        image,
        torch.from_numpy(crops.value[chosen]),
        torch.from_numpy(np.clip(tilt, 0, 1).astype(np.float32)),
        torch.from_numpy(view),
    )


if __name__ == "__main__":
    main()
