"""ONNX models with random weights: they compute nothing of use, and take what real ones take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

IMAGE = (3, 224, 224)
CLASSES = 1000


class _Network:
    """Nodes and weights, one after the other."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self._random = np.random.default_rng(11)

    def weight(self, *shape: int) -> str:
        from onnx import numpy_helper

        name = f"w{len(self.weights)}"
        spread = np.sqrt(2.0 / np.prod(shape[1:]))
        values = self._random.normal(scale=spread, size=shape).astype(np.float32)
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def node(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        from onnx import helper

        output = output or f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def convolution(self, x: str, channels: int, out: int, size: int, stride: int = 1) -> str:
        # Batch normalisation is part of the weights, as runtimes make it.
        weights, around = self.weight(out, channels, size, size), size // 2
        return self.node("Conv", x, weights, pads=[around] * 4, strides=[stride] * 2)

    def save(self, file: Path, inputs: Any, outputs: Any) -> Path:
        import onnx
        from onnx import helper

        graph = helper.make_graph(self.nodes, file.stem, [inputs], [outputs], self.weights)
        # Not the newest, so that the runtimes of some years read it.
        model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)])
        onnx.save(model, str(file))
        return file


def resnet50(file: Path) -> Path:
    """The layers of ResNet-50 (He et al., 2016, arXiv:1512.03385), 25 million weights."""
    from onnx import TensorProto, helper

    net = _Network()
    x = net.node("Relu", net.convolution("x", 3, 64, 7, 2))
    x = net.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    channels = 64
    for stage, blocks in enumerate((3, 4, 6, 3)):
        inner = 64 << stage
        for block in range(blocks):
            stride = 2 if block == 0 and stage > 0 else 1
            x = _bottleneck(net, x, channels, inner, stride)
            channels = 4 * inner
    x = net.node("Flatten", net.node("GlobalAveragePool", x))
    net.node("Gemm", x, net.weight(CLASSES, channels), output="y", transB=1)
    return net.save(
        file,
        helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", *IMAGE]),
        helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", CLASSES]),
    )


def _bottleneck(net: _Network, x: str, channels: int, inner: int, stride: int) -> str:
    short = x
    if stride > 1 or channels != 4 * inner:
        short = net.convolution(x, channels, 4 * inner, 1, stride)
    y = net.node("Relu", net.convolution(x, channels, inner, 1))
    y = net.node("Relu", net.convolution(y, inner, inner, 3, stride))
    # Damped, so that the sums of fifty layers stay within what float can tell.
    half = net.node("Mul", net.convolution(y, inner, 4 * inner, 1), _half(net))
    return net.node("Relu", net.node("Add", half, short))


def _half(net: _Network) -> str:
    from onnx import numpy_helper

    if not any(w.name == "half" for w in net.weights):
        net.weights.append(numpy_helper.from_array(np.array(0.5, np.float32), "half"))
    return "half"


def perceptron(file: Path, features: int) -> Path:
    """Two layers: a model whose work is little beside the way to it."""
    from onnx import TensorProto, helper

    net = _Network()
    hidden = net.node("Relu", net.node("Gemm", "x", net.weight(64, features), transB=1))
    net.node("Gemm", hidden, net.weight(1, 64), output="y", transB=1)
    return net.save(
        file,
        helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", features]),
        helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 1]),
    )
