# SPDX-License-Identifier: Apache-2.0

"""Models: a large one, dominated by its work, and a small one, dominated by the transfer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pandas as pd
from pyspark.ml.functions import predict_batch_udf
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from bench.case import OURS, OUTSIDE, PYTHON, Case, Way, calling
from bench.work import networks
from rapids_udfs.gpu import inference

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
    """Random bytes in a picture's shape."""
    return np.random.default_rng(3).integers(0, 256, (rows, *networks.IMAGE), dtype=np.uint8)


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
                found = _predict(_session(file), stacked(cells[start : start + batch]))
                yield pd.Series(list(found if found.shape[1] > 1 else found[:, 0]))

    predicted.__annotations__ = dict.fromkeys(("batches", "return"), Iterator[pd.Series])
    return predicted


def _large_file() -> str:
    file = _folder() / "resnet50.onnx"
    return str(file if file.exists() else networks.resnet50(file))


def _large_stacked(cells: Any) -> Any:
    return np.stack([np.frombuffer(c, np.uint8) for c in cells]).reshape(-1, *networks.IMAGE)


def _large(*_: object) -> Mapping[str, Way]:
    file, returns = _large_file(), T.ArrayType(T.FloatType())

    def make() -> Callable[[Any], Any]:
        session = _session(file)
        return lambda x: _predict(session, _large_stacked(x))

    plain = predict_batch_udf(make, return_type=returns, batch_size=LARGE_BATCH)
    loading = F.pandas_udf(_per_batch(file, LARGE_BATCH, _large_stacked), returns)
    return {
        OURS: _ours(file, returns, LARGE_BATCH, [list(networks.IMAGE)]),
        _PLAIN: calling(plain, "x"),
        _LOADED: calling(loading, "x"),
    }


def _large_outside(rows: int) -> None:
    session = _session(_large_file())
    images = pictures(rows)
    for start in range(0, rows, LARGE_BATCH):
        _predict(session, images[start : start + LARGE_BATCH])


def _small(*_: object) -> Mapping[str, Way]:
    file, returns = str(networks.perceptron(_folder() / "perceptron.onnx", FEATURES)), T.FloatType()

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
