"""Pack weights as bytes, with a step for each row or each layer made of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import NodeProto, TensorProto, helper, numpy_helper

SMALL = 256
"""Tensors with fewer numbers stay as they are."""
STEP = "_step"


def layers_of(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weights and bias of each convolution and each full layer of a file, in the order in which
    they are reckoned; what normed a convolution is part of it there."""
    graph = onnx.load(path).graph
    arrays = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    found = []
    for node in graph.node:
        if node.op_type in {"Conv", "Gemm"}:
            found.append((arrays[node.input[1]], arrays[node.input[2]]))
        elif all(name in arrays for name in node.input):
            given = [arrays[name].astype(np.float32) for name in node.input]
            if node.op_type == "Cast":
                arrays[node.output[0]] = given[0]
            elif node.op_type == "Mul":
                arrays[node.output[0]] = given[0] * given[1]
    return found


def pack(path: Path) -> None:
    """Rewrite an ONNX file; its weights are made single again when it is loaded."""
    model = onnx.load(path)
    graph = model.graph
    unpacked: list[NodeProto] = []
    for tensor in list(graph.initializer):
        numbers = numpy_helper.to_array(tensor)
        floats = numbers.dtype in (np.float16, np.float32)
        if not floats or numbers.size <= SMALL or tensor.name.endswith(STEP):
            continue
        name = tensor.name.removesuffix("_half")
        if numbers.ndim > 1:
            kept, nodes = _in_bytes(name, numbers.astype(np.float32))
        elif numbers.dtype == np.float32:
            kept = [numpy_helper.from_array(numbers.astype(np.float16), f"{name}_half")]
            nodes = [helper.make_node("Cast", [kept[0].name], [name], to=TensorProto.FLOAT)]
        else:
            continue  # kept in half precision already
        for node in [one for one in graph.node if list(one.output) == [name]]:
            graph.node.remove(node)
        graph.initializer.remove(tensor)
        graph.initializer.extend(kept)
        unpacked += nodes
    nodes = [*unpacked, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def _in_bytes(name: str, numbers: np.ndarray) -> tuple[list[TensorProto], list[NodeProto]]:
    """Numbers as whole ones from -127 to 127 and their step, along the first axis."""
    others = tuple(range(1, numbers.ndim))
    step = np.maximum(np.abs(numbers).max(axis=others, keepdims=True), 1e-12) / 127
    whole = np.rint(numbers / step).astype(np.int8)
    kept = [
        numpy_helper.from_array(whole, f"{name}_bytes"),
        numpy_helper.from_array(step.astype(np.float32), f"{name}{STEP}"),
    ]
    nodes = [
        helper.make_node("Cast", [f"{name}_bytes"], [f"{name}_whole"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}_whole", f"{name}{STEP}"], [name]),
    ]
    return kept, nodes
