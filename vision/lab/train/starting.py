"""Start a net from existing weights: its own, or those of an ONNX file."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from vision.lab.train.packed import layers_of


class OtherNet(Exception):
    """A file holds the weights of a net of another shape."""


def start(net: nn.Module, path: Path) -> list[nn.Module]:
    """Load into a net the weights beside `path` as .pt, or else those of that ONNX file; returns
    the norms to keep fixed: those from an ONNX file have lost the mean and spread of their inputs.
    Raises OtherNet."""
    whole = path.with_suffix(".pt")
    if whole.exists():
        net.load_state_dict(torch.load(whole))
        return []
    fill(net, path)
    return [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]


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
