# SPDX-License-Identifier: Apache-2.0

"""ONNX models with random weights: they compute nothing useful, and take as long as real ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper, parser

IMAGE = (3, 224, 224)
_RESNET50 = Path(onnx.__file__).parent / "backend/test/data/light/light_resnet50.onnx"
_PERCEPTRON = """
    <ir_version: 8, opset_import: ["" : 17]>
    perceptron (float[n, features] x) => (float[n, 1] y) {
        a = Gemm <transB = 1> (x, first)
        b = Relu (a)
        y = Gemm <transB = 1> (b, second)
    }
"""


def _weight(name: str, *shape: int) -> Any:
    """Random values whose products keep their size, or the constants of batch normalisation."""
    spread = np.sqrt(2.0 / np.prod(shape[1:]))
    random = np.random.default_rng(len(name)).normal(scale=spread, size=shape)
    values = random if len(shape) > 1 else np.full(shape, 0.02)
    return numpy_helper.from_array(values.astype(np.float32), name)


def resnet50(file: Path) -> Path:
    """ONNX's own ResNet-50, its constant weights made random, for any number of rows."""
    model = onnx.load(str(_RESNET50))
    graph = model.graph
    given = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    constants = [node for node in graph.node if node.op_type == "ConstantOfShape"]
    weights = [
        # The shape of the last layer's input.
        numpy_helper.from_array(np.array([-1, 2048]), "OC2_DUMMY_1"),
        *(_weight(node.output[0], *given[node.input[0]]) for node in constants),
        *(t for t in graph.initializer if "_bn_" in t.name and not t.name.endswith("__SHAPE")),
    ]
    nodes = [node for node in graph.node if node.op_type != "ConstantOfShape"]
    x, y = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape])
        for name, shape in (("gpu_0/data_0", IMAGE), ("gpu_0/softmax_1", (1000,)))
    )
    made = helper.make_graph(nodes, "resnet50", [x], [y], weights)
    onnx.save(helper.make_model(made, ir_version=8, opset_imports=model.opset_import), str(file))
    return file


def perceptron(file: Path, features: int) -> Path:
    """Two layers: a model with little work compared with the transfer."""
    model = parser.parse_model(_PERCEPTRON)
    model.graph.initializer.extend([_weight("first", 64, features), _weight("second", 1, 64)])
    onnx.save(model, str(file))
    return file
