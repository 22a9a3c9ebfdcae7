"""The loop that fits every net, the layer they are built of and the options of their programs."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import torch
from torch import Tensor, nn

from vision.lab.train.starting import start


def layer(into: int, out: int, stride: int = 1, size: int = 3, apart: int = 1) -> nn.Sequential:
    """A convolution of size x size, its taps `apart`, normed and cut off at zero."""
    return nn.Sequential(
        nn.Conv2d(into, out, size, stride, apart * (size // 2), apart, bias=False),
        nn.BatchNorm2d(out),
        nn.ReLU(),
    )


def outputs(net: nn.Module, *inputs: Tensor) -> Tensor:
    """A net's outputs, computed in 16 bits where the processor supports it: half the time."""
    supported = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    with torch.autocast("cpu", torch.bfloat16, enabled=supported):
        short: Tensor = net(*inputs)
    return short.float()


@dataclass(frozen=True, slots=True)
class StepPlan:
    """AdamW on one cycle: the highest step size, the part of all steps up to there, weight
    decay, the longest gradient that is followed, and the steps between two lines of figures."""

    highest: float = 3e-3
    rising: float = 0.15
    decay: float = 2e-3
    longest: float | None = None
    figures_every: int = 250


def fit_net(
    net: nn.Module,
    loss_of_next: Callable[[], Tensor],
    measured: Callable[[], dict[str, Any]],
    given: argparse.Namespace,
    pace: StepPlan,
) -> None:
    """`given.steps` steps down the loss of one batch after another, from `given.start` on where
    there is one; what is measured on the way goes to standard output, the weights beside
    `given.out`."""
    held = [] if given.start is None else start(net, given.start)
    net.to(memory_format=torch.channels_last)  # a fifth quicker
    steps = torch.optim.AdamW(net.parameters(), weight_decay=pace.decay, fused=True)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        steps, given.highest or pace.highest, total_steps=given.steps, pct_start=pace.rising
    )
    began = time.monotonic()
    losses: list[float] = []
    for step in range(1, given.steps + 1):
        net.train()
        for norm in held:
            norm.eval()
        loss = loss_of_next()
        steps.zero_grad()
        loss.backward()
        if pace.longest is not None:
            torch.nn.utils.clip_grad_norm_(net.parameters(), pace.longest)
        steps.step()
        plan.step()
        losses.append(float(loss.detach()))
        if step % pace.figures_every == 0 or step == given.steps:
            net.eval()
            figures = {"step": step, "loss": sum(losses) / len(losses)}
            print(json.dumps(figures | {"s": time.monotonic() - began} | measured()), flush=True)
            losses.clear()
            torch.save(net.state_dict(), given.out.with_suffix(".pt"))


def words(what: str) -> argparse.ArgumentParser:
    """The options of every program that fits a net."""
    options = argparse.ArgumentParser(description=what)
    options.add_argument("--steps", type=int, required=True)
    options.add_argument("--batch", type=int, required=True)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument(
        "--start", type=Path, help="a net of that kind whose weights it begins with"
    )
    options.add_argument("--highest", type=float, help="step size; each net has its own")
    return options


def begun(options: argparse.ArgumentParser) -> argparse.Namespace:
    """Parse the options and set one thread and the seed: steps run beside each other."""
    given = options.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(given.seed)
    return given
