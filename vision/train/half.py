"""Weights kept in half precision: a file of half the size that computes as before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALL = 256
"""Tensors of fewer numbers stay as they are."""


def halve(path: Path) -> None:
    """Rewrite an ONNX file; its weights are made single again when it is loaded."""
    model = onnx.load(path)
    graph = model.graph
    casts = []
    for tensor in list(graph.initializer):
        numbers = numpy_helper.to_array(tensor)
        if numbers.dtype == np.float32 and numbers.size > SMALL:
            kept = numpy_helper.from_array(numbers.astype(np.float16), f"{tensor.name}_half")
            cast = helper.make_node("Cast", [kept.name], [tensor.name], to=TensorProto.FLOAT)
            casts.append(cast)
            graph.initializer.remove(tensor)
            graph.initializer.append(kept)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)
