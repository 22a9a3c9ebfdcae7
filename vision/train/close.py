"""Fit the net of `face.onnx` on to dice close up, clear ones among them, whose size and view
nobody tells: `vision.reader.bare` asks it."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.train.crop import Crops
from vision.train.disturb import Batch, disturbed
from vision.train.fit import batch_of, loss_of, measured, write
from vision.train.net import FaceNet
from vision.train.photos import SETS, crops

SHARES = {"clear": 0.45, "rendered": 0.2, "photos": 0.35}
"""Of a batch; where a source is absent the others share its part."""
NOTHING_SHARE = 0.3


def main() -> None:
    options = argparse.ArgumentParser(description="Fit the face net on to dice close up.")
    options.add_argument(
        "--start", type=Path, required=True, help="the face net; its weights lie beside it as .pt"
    )
    options.add_argument("--clear", nargs="+", required=True)
    options.add_argument("--rendered", nargs="+", required=True)
    options.add_argument("--held-out", required=True, help="clear dice of other seeds")
    options.add_argument("--photos", type=Path)
    options.add_argument("--steps", type=int, default=1600)
    options.add_argument("--batch", type=int, default=96)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    pools = {
        "clear": Crops.together([Crops.load(path) for path in given.clear]),
        "rendered": Crops.together([Crops.load(path) for path in given.rendered]),
    }
    held = {"clear": Crops.load(given.held_out)}
    if given.photos:
        pools["photos"] = Crops.together([crops(given.photos, photos, 0) for photos in SETS])
    net = FaceNet()
    net.load_state_dict(torch.load(given.start.with_suffix(".pt")))
    fit(net, pools, held, given)
    write(net, given.out)


def fit(
    net: FaceNet, pools: dict[str, Crops], held: dict[str, Crops], given: argparse.Namespace
) -> None:
    """`given.steps` batches more; figures on what was held out now and then."""
    rng = torch.Generator().manual_seed(given.seed)
    draws = _draws(pools, given.batch, np.random.default_rng(given.seed))
    step_size = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=2e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        step_size, 1.5e-3, total_steps=given.steps, pct_start=0.1
    )
    began, loss_sum = time.monotonic(), 0.0
    for step in range(1, given.steps + 1):
        net.train()
        batch = disturbed(next(draws), rng)
        loss = loss_of(net(batch.image, batch.view), batch)
        step_size.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        step_size.step()
        plan.step()
        loss_sum += float(loss.detach())
        if step % 200 == 0 or step == given.steps:
            seen = {name: measured(net, crops) for name, crops in held.items()}
            line = {"step": step, "loss": loss_sum / 200, "s": time.monotonic() - began, **seen}
            print(json.dumps(line), flush=True)
            loss_sum = 0.0
            torch.save(net.state_dict(), given.out.with_suffix(".pt"))


def _draws(pools: dict[str, Crops], batch: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Batches for ever, by fixed shares, nobody's view known and no tilt asked."""
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
        yield Batch(
            torch.cat([part.image for part in parts]),
            torch.cat([part.value for part in parts]),
            _unknown(torch.cat([part.tilted for part in parts])),
            torch.zeros_like(torch.cat([part.view for part in parts])),
        )


def _unknown(tilted: Tensor) -> Tensor:
    return torch.full_like(tilted, torch.nan)


if __name__ == "__main__":
    main()
