"""Models: a large one, of which the work is all, and a small one, of which the way to it is."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from pyspark.sql import types as T

from pybench import networks
from pybench.case import OURS, OUTSIDE, Case
from rapids_udfs.gpu import inference

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

LARGE_BATCH = 16
FEATURES = 16
SMALL_BATCH = 4096


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="rapids-udfs-bench-"))


def _session(file: str) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(
        file, options, providers=onnxruntime.get_available_providers()
    )


def _predict(session: Any, values: Any) -> Any:
    return session.run(None, {"x": values.astype(np.float32)})[0]


def pictures(rows: int) -> Any:
    """Random bytes in a picture's shape."""
    return np.random.default_rng(3).integers(0, 256, (rows, *networks.IMAGE), dtype=np.uint8)


def _pictures_frame(spark: SparkSession, rows: int) -> DataFrame:
    import pyarrow as pa

    cells = pa.array([picture.tobytes() for picture in pictures(rows)], pa.binary())
    return spark.createDataFrame(pa.table({"id": pa.array(range(rows), pa.int64()), "x": cells}))


def features_frame(spark: SparkSession, rows: int) -> DataFrame:
    """Arrays of features between 0 and 1."""
    feature = "float(pmod(hash(id, i), 1000)) / 1000"
    array = f"transform(sequence(1, {FEATURES}), i -> {feature})"
    return spark.range(rows).selectExpr("id", f"cast({array} AS array<float>) AS x")


def cases() -> list[Case]:
    """Both, each in the naive ways too."""
    return [_large(), _small()]


def _large() -> Case:
    file = str(networks.resnet50(_folder() / "resnet50.onnx"))
    rows, shape, returns = 96, networks.IMAGE, T.ArrayType(T.FloatType())

    def stacked(cells: pd.Series) -> Any:
        return np.stack([np.frombuffer(c, np.uint8) for c in cells]).reshape(-1, *shape)

    def per_batch(batches: Iterator[pd.Series]) -> Iterator[pd.Series]:
        for cells in batches:
            for start in range(0, len(cells), LARGE_BATCH):
                found = _predict(_session(file), stacked(cells[start : start + LARGE_BATCH]))
                yield pd.Series(list(found))

    def outside() -> None:
        session = _session(file)
        images = pictures(rows)
        for start in range(0, rows, LARGE_BATCH):
            _predict(session, images[start : start + LARGE_BATCH])

    return Case(
        "resnet50",
        "A model of ResNet-50's size by ONNX Runtime, one task",
        rows,
        _pictures_frame,
        {
            OURS: _ours(file, returns, LARGE_BATCH, [list(shape)]),
            "plain predict_batch_udf": _on_binary(file, returns, stacked),
            "model loaded per batch": _pandas(per_batch, returns),
        },
        outside=outside,
        tolerance=1e-4,
        target={OUTSIDE: 0.9, "plain predict_batch_udf": 0.95, "model loaded per batch": 1.0},
        note="Outside Spark the model is loaded in each run; a worker has loaded it before.",
    )


def _small() -> Case:
    file = str(networks.perceptron(_folder() / "perceptron.onnx", FEATURES))
    returns = T.FloatType()

    def by_row(x: list[float]) -> float:
        return float(_predict(_kept(file), np.array([x]))[0, 0])

    def loaded_per_batch(batches: Iterator[pd.Series]) -> Iterator[pd.Series]:
        for cells in batches:
            found = _predict(_session(file), np.stack(list(cells)))
            yield pd.Series(found[:, 0])

    from pyspark.ml.functions import predict_batch_udf
    from pyspark.sql import functions as F

    def make() -> Callable[[Any], Any]:
        session = _session(file)
        return lambda x: _predict(session, x)[:, 0]

    plain = predict_batch_udf(
        make, return_type=returns, batch_size=SMALL_BATCH, input_tensor_shapes=[[FEATURES]]
    )
    row = F.udf(by_row, returns, useArrow=False)
    return Case(
        "perceptron",
        "A model of two small layers by ONNX Runtime",
        100_000,
        features_frame,
        {
            OURS: _ours(file, returns, SMALL_BATCH, [[FEATURES]]),
            "plain predict_batch_udf": lambda df: df.select("id", plain("x").alias("result")),
            "model loaded per batch": _pandas(loaded_per_batch, returns),
            "Python UDF": lambda df: df.select("id", row("x").alias("result")),
        },
        tolerance=1e-5,
        target={"plain predict_batch_udf": 0.95, "Python UDF": 1.0},
        note="The Python UDF loads its model once a worker too, and asks it row by row.",
    )


def _ours(file: str, returns: T.DataType, batch: int, shapes: Any) -> Any:
    score = inference.udf(
        lambda: _session(file),
        return_type=returns,
        batch_size=batch,
        input_tensor_shapes=shapes,
        framework="onnx",
        name=Path(file).stem,
    )
    return lambda df: df.select("id", score("x").alias("result"))


def _on_binary(file: str, returns: T.DataType, stacked: Any) -> Any:
    from pyspark.ml.functions import predict_batch_udf

    def make() -> Callable[[Any], Any]:
        session = _session(file)
        return lambda x: _predict(session, stacked(pd.Series(x)))

    plain = predict_batch_udf(make, return_type=returns, batch_size=LARGE_BATCH)
    return lambda df: df.select("id", plain("x").alias("result"))


def _pandas(function: Any, returns: T.DataType) -> Any:
    from pyspark.sql import functions as F

    function.__annotations__ = {"batches": Iterator[pd.Series], "return": Iterator[pd.Series]}
    made = F.pandas_udf(function, returns)
    return lambda df: df.select("id", made("x").alias("result"))


@cache
def _kept(file: str) -> Any:
    return _session(file)
