"""Fit the net of `face.onnx` further, to dice close up, clear ones among them, of unknown size and
view: `vision.reader.boardless` asks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.lab.train.crop import Crops
from vision.lab.train.disturb import FaceBatch
from vision.lab.train.fit import batch_of, fit_face, pools_of, write
from vision.lab.train.fitting import StepPlan, begun, words
from vision.lab.train.net import FaceNet
from vision.lab.train.photos import SETS, crops

SHARES = {"clear": 0.45, "rendered": 0.2, "photos": 0.35, "cycles": 0.5}
"""Shares of a batch; where a source is absent the others share its part."""
NOTHING_SHARE = 0.3


def main() -> None:
    options = words("Fit the face net on to dice close up.")
    options.add_argument("--clear", nargs="+", required=True)
    options.add_argument("--rendered", nargs="+", required=True)
    options.add_argument("--held-out", required=True, help="clear dice of other seeds")
    options.add_argument("--photos", type=Path)
    given = begun(options)
    pools = {"clear": Crops.together([Crops.load(path) for path in given.clear])}
    pools |= pools_of([Crops.load(path) for path in given.rendered])
    held = {"clear": Crops.load(given.held_out)}
    if given.photos:
        pools["photos"] = Crops.together([crops(given.photos, photos, 0) for photos in SETS])
    net = FaceNet()
    draws = _draws(pools, given.batch, np.random.default_rng(given.seed))
    fit_face(net, draws, held, given, StepPlan(1.5e-3, 0.1, longest=2.0, figures_every=200))
    write(net, given.out)


def _draws(pools: dict[str, Crops], batch: int, rng: np.random.Generator) -> Iterator[FaceBatch]:
    """Endless batches in fixed shares, without views and tilts."""
    whole = sum(SHARES[name] for name in pools)
    faces = {name: np.flatnonzero(pool.value > 0) for name, pool in pools.items()}
    nothing = {name: np.flatnonzero(pool.value == 0) for name, pool in pools.items()}
    while True:
        parts = []
        for name, pool in pools.items():
            count = round(batch * SHARES[name] / whole)
            none = round(count * NOTHING_SHARE)
            chosen = np.concatenate(
                [rng.choice(faces[name], count - none), rng.choice(nothing[name], none)]
            )
            parts.append(batch_of(pool, chosen))
        yield FaceBatch(
            torch.cat([part.image for part in parts]),
            torch.cat([part.value for part in parts]),
            _unknown(torch.cat([part.tilted for part in parts])),
            torch.zeros_like(torch.cat([part.view for part in parts])),
        )


def _unknown(tilted: Tensor) -> Tensor:
    return torch.full_like(tilted, torch.nan)


if __name__ == "__main__":
    main()
