# SPDX-License-Identifier: Apache-2.0

"""Models: a large one, dominated by its work, and a small one, dominated by the transfer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pandas as pd
from onnx import TensorProto, helper, numpy_helper, parser
from pyspark.ml.functions import predict_batch_udf
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from bench.case import OURS, OUTSIDE, PYTHON, Case, Way, calling
from rapids_udfs.gpu import inference, triton

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
    shapes = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    constants = [node for node in graph.node if node.op_type == "ConstantOfShape"]
    weights = [
        # The shape of the last layer's input.
        numpy_helper.from_array(np.array([-1, 2048]), "OC2_DUMMY_1"),
        *(_weight(node.output[0], *shapes[node.input[0]]) for node in constants),
        *(t for t in graph.initializer if "_bn_" in t.name and not t.name.endswith("__SHAPE")),
    ]
    nodes = [node for node in graph.node if node.op_type != "ConstantOfShape"]
    x, y = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", *shape])
        for name, shape in (("gpu_0/data_0", IMAGE), ("gpu_0/softmax_1", (1000,)))
    )
    network = helper.make_graph(nodes, "resnet50", [x], [y], weights)
    onnx.save(helper.make_model(network, ir_version=8, opset_imports=model.opset_import), str(file))
    return file


def perceptron(file: Path, features: int) -> Path:
    """Two layers: a model with little work compared with the transfer."""
    model = parser.parse_model(_PERCEPTRON)
    model.graph.initializer.extend([_weight("first", 64, features), _weight("second", 1, 64)])
    onnx.save(model, str(file))
    return file


LARGE_BATCH = 16
FEATURES = 16
SMALL_BATCH = 4096
_PLAIN, _LOADED = "plain predict_batch_udf", "model loaded per batch"


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="rapids-udfs-bench-"))


def _session(file: str) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        file, options, providers=onnxruntime.get_available_providers()
    )


def _predict(session: Any, values: Any) -> Any:
    return session.run(None, {session.get_inputs()[0].name: values.astype(np.float32)})[0]


def pictures(rows: int) -> Any:
    return np.random.default_rng(3).integers(0, 256, (rows, *IMAGE), dtype=np.uint8)


def _pictures_frame(spark: SparkSession, rows: int) -> DataFrame:
    import pyarrow as pa

    cells = pa.array([picture.tobytes() for picture in pictures(rows)], pa.binary())
    return spark.createDataFrame(pa.table({"id": pa.array(range(rows), pa.int64()), "x": cells}))


def features_frame(spark: SparkSession, rows: int) -> DataFrame:
    feature = "float(pmod(hash(id, i), 1000)) / 1000"
    array = f"transform(sequence(1, {FEATURES}), i -> {feature})"
    return spark.range(rows).selectExpr("id", f"cast({array} AS array<float>) AS x")


def _per_batch(file: str, batch: int, stacked: Callable[[pd.Series], Any]) -> Any:
    def predicted(batches: Iterator[pd.Series]) -> Iterator[pd.Series]:
        for cells in batches:
            for start in range(0, len(cells), batch):
                predictions = _predict(_session(file), stacked(cells[start : start + batch]))
                yield pd.Series(
                    list(predictions if predictions.shape[1] > 1 else predictions[:, 0])
                )

    predicted.__annotations__ = dict.fromkeys(("batches", "return"), Iterator[pd.Series])
    return predicted


def _large_file() -> str:
    file = _folder() / "resnet50.onnx"
    return str(file if file.exists() else resnet50(file))


def _large_stacked(cells: Any) -> Any:
    return np.stack([np.frombuffer(c, np.uint8) for c in cells]).reshape(-1, *IMAGE)


def _large(*_: object) -> Mapping[str, Way]:
    file, returns = _large_file(), T.ArrayType(T.FloatType())

    def make() -> Callable[[Any], Any]:
        session = _session(file)
        return lambda x: _predict(session, _large_stacked(x))

    plain = predict_batch_udf(make, return_type=returns, batch_size=LARGE_BATCH)
    loading = F.pandas_udf(_per_batch(file, LARGE_BATCH, _large_stacked), returns)
    return {
        OURS: _ours(file, returns, LARGE_BATCH, [list(IMAGE)]),
        _PLAIN: calling(plain, "x"),
        _LOADED: calling(loading, "x"),
    }


def _large_outside(rows: int) -> None:
    session = _session(_large_file())
    images = pictures(rows)
    for start in range(0, rows, LARGE_BATCH):
        _predict(session, images[start : start + LARGE_BATCH])


def _small(*_: object) -> Mapping[str, Way]:
    file, returns = str(perceptron(_folder() / "perceptron.onnx", FEATURES)), T.FloatType()

    def by_row(x: list[float]) -> float:
        return float(_predict(_kept(file), np.array([x]))[0, 0])

    def make() -> Callable[[Any], Any]:
        session = _session(file)
        return lambda x: _predict(session, x)[:, 0]

    plain = predict_batch_udf(
        make, return_type=returns, batch_size=SMALL_BATCH, input_tensor_shapes=[[FEATURES]]
    )
    # Spark's batches are of 10,000 rows.
    loading = F.pandas_udf(_per_batch(file, 10_000, lambda cells: np.stack(list(cells))), returns)
    return {
        OURS: _ours(file, returns, SMALL_BATCH, [[FEATURES]]),
        _PLAIN: calling(plain, "x"),
        _LOADED: calling(loading, "x"),
        PYTHON: calling(F.udf(by_row, returns, useArrow=False), "x"),
    }


def _ours(file: str, returns: T.DataType, batch: int, shapes: Any) -> Way:
    score = inference.udf(
        lambda: _session(file),
        return_type=returns,
        batch_size=batch,
        input_tensor_shapes=shapes,
        framework="onnx",
        name=Path(file).stem,
    )
    return calling(score, "x")


@cache
def _kept(file: str) -> Any:
    return _session(file)


CASES = (
    Case(
        "resnet50",
        "A model of ResNet-50's size by ONNX Runtime, one task",
        96,
        _pictures_frame,
        _large,
        outside=_large_outside,
        tolerance=1e-4,
        target={OUTSIDE: 0.9, _PLAIN: 0.95, _LOADED: 1.0},
        note="Outside Spark the model is loaded in each run; a worker has loaded it before.",
    ),
    Case(
        "perceptron",
        "A model of two small layers by ONNX Runtime",
        100_000,
        features_frame,
        _small,
        tolerance=1e-5,
        target={_PLAIN: 0.95, PYTHON: 1.0},
        note="The Python UDF loads its model once per worker, too, and calls it row by row.",
    ),
)


def _two_layers() -> Any:
    random = np.random.default_rng(11)
    first, second = random.normal(size=(FEATURES, 64)), random.normal(size=(64, 1))
    first, second = first.astype(np.float32), second.astype(np.float32)

    def predict(x: Any) -> Any:
        return (np.maximum(x @ first, 0) @ second)[:, 0]

    return predict


def _served(spark: SparkSession, stack: ExitStack) -> Mapping[str, Way]:
    here = inference.udf(
        _two_layers,
        return_type=T.FloatType(),
        batch_size=SMALL_BATCH,
        input_tensor_shapes=[[FEATURES]],
        name="two layers",
    )
    servers = triton.TritonServers(
        spark,
        _two_layers,
        inputs={"x": ("float32", (FEATURES,))},
        outputs={"y": "float32"},
        name="served",
        max_batch_size=SMALL_BATCH,
        requirements=[],
    )
    served = stack.enter_context(servers).udf(T.FloatType())
    return {OURS: calling(served, "x"), "one model a worker": calling(here, "x")}


SERVED = (
    Case(
        "triton",
        "A model of two small layers by a Triton server, one for all workers",
        100_000,
        features_frame,
        _served,
        tolerance=1e-4,
        note="A server is for models of which the memory takes one only, or that other "
        "programs ask too: the way to it costs time.",
    ),
)
