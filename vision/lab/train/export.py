"""A fitted net as the ONNX file that OpenCV's dnn reads."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

from vision.lab.train.packed import pack


def export(
    net: nn.Module,
    out: Path,
    image: Tensor,
    view: Tensor | None = None,
    free: dict[str, dict[int, str]] | None = None,
) -> None:
    """Write what the net computes of inputs shaped like these, its weights packed inside.

    free: the axes of any length, by the names of in- and outputs: image, view and said.
    """
    given = {"image": image} if view is None else {"image": image, "view": view}
    net.eval()
    torch.onnx.export(
        net,
        tuple(given.values()),
        str(out),
        input_names=[*given],
        output_names=["said"],
        dynamic_axes=free,
        opset_version=13,
        dynamo=False,
    )
    pack(out)


def of_any_number(*names: str) -> dict[str, dict[int, str]]:
    """The free axes of a net that looks at any number of crops."""
    return {name: {0: "n"} for name in names}
