"""A net that goes on from the weights of one that is there: its own, or those of an ONNX file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from vision.lab.train.packed import layers_of


class OtherNet(Exception):
    """A file holds the weights of a net of another shape."""


def start(net: nn.Module, path: Path, show: Callable[[], Tensor]) -> None:
    """Give a net the weights that lie beside `path` as .pt, or else those of that ONNX file. show:
    lets the net see a batch. Raises OtherNet."""
    whole = path.with_suffix(".pt")
    if whole.exists():
        net.load_state_dict(torch.load(whole))
        return
    fill(net, path)
    settle(net, show)


def fill(net: nn.Module, path: Path) -> None:
    """Weights of an ONNX file, whose convolutions are normed already: each norm adds their bias, no
    more. Raises OtherNet."""
    layers = layers_of(path)
    own = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.Linear)]
    shapes = [tuple(module.weight.shape) for module in own]
    if shapes != [weight.shape for weight, _ in layers]:
        raise OtherNet(f"{path} holds another net: start from a file of the same name.")
    given = iter(layers)
    bias = torch.empty(0)
    with torch.no_grad():
        for module in net.modules():
            if isinstance(module, nn.Conv2d | nn.Linear):
                weight, bias = (torch.from_numpy(part.copy()).float() for part in next(given))
                module.weight.copy_(weight)
                if module.bias is not None:
                    module.bias.copy_(bias)
            elif isinstance(module, nn.BatchNorm2d):
                module.weight.fill_(1.0)
                module.bias.copy_(bias)
                module.running_mean.zero_()
                module.running_var.fill_(1.0 - module.eps)


def settle(net: nn.Module, show: Callable[[], Tensor]) -> None:
    """Let each norm that `fill` left take the mean and spread of what it sees of a batch for its
    own. The net says what it said, and learns as one that was never written to a file."""
    norms = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(_as_seen) for norm in norms]
    net.eval()
    with torch.no_grad():
        show()
    for hook in hooks:
        hook.remove()


def _as_seen(norm: nn.Module, inputs: tuple[Any, ...]) -> None:
    seen = inputs[0].float().transpose(0, 1).flatten(1)
    mean, spread = seen.mean(dim=1), seen.var(dim=1)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias += mean
