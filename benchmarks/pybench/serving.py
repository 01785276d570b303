"""The small model again, by a Triton server that all workers of the node ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from pyspark.sql import types as T

from pybench.case import OURS, Case, Way
from pybench.inference import FEATURES, SMALL_BATCH, features_frame
from rapids_udfs.gpu import inference, triton

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LABEL = "one model a worker"


def _model() -> Any:
    random = np.random.default_rng(11)
    first, second = random.normal(size=(FEATURES, 64)), random.normal(size=(64, 1))
    first, second = first.astype(np.float32), second.astype(np.float32)

    def predict(x: Any) -> Any:
        return (np.maximum(x @ first, 0) @ second)[:, 0]

    return predict


@contextmanager
def _served(spark: SparkSession) -> Iterator[Mapping[str, Way]]:
    servers = triton.TritonServers(
        spark,
        _model,
        inputs={"x": ("float32", (FEATURES,))},
        outputs={"y": "float32"},
        name="served",
        max_batch_size=SMALL_BATCH,
    )
    with servers:
        asked = servers.udf(T.FloatType())
        yield {OURS: lambda df: df.select("id", asked("x").alias("result"))}


def cases() -> list[Case]:
    """The model of two layers, written with NumPy."""
    here = inference.udf(
        _model,
        return_type=T.FloatType(),
        batch_size=SMALL_BATCH,
        input_tensor_shapes=[[FEATURES]],
        name="two layers",
    )
    return [
        Case(
            "triton",
            "A model of two small layers by a Triton server, one for all workers",
            100_000,
            features_frame,
            {_LABEL: lambda df: df.select("id", here("x").alias("result"))},
            meanwhile=_served,
            tolerance=1e-4,
            note="A server is for models of which the memory takes one only, or that other "
            "programs ask too: the way to it costs time.",
        )
    ]
