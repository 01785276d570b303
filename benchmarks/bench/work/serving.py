# SPDX-License-Identifier: Apache-2.0

"""The small model again, on a Triton server that all workers of the node share."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

import numpy as np
from pyspark.sql import SparkSession
from pyspark.sql import types as T

from bench.case import OURS, Case, Way, calling
from bench.work.inference import FEATURES, SMALL_BATCH, features_frame
from rapids_udfs.gpu import inference, triton


def _model() -> Any:
    random = np.random.default_rng(11)
    first, second = random.normal(size=(FEATURES, 64)), random.normal(size=(64, 1))
    first, second = first.astype(np.float32), second.astype(np.float32)

    def predict(x: Any) -> Any:
        return (np.maximum(x @ first, 0) @ second)[:, 0]

    return predict


def _ways(spark: SparkSession, stack: ExitStack) -> Mapping[str, Way]:
    here = inference.udf(
        _model,
        return_type=T.FloatType(),
        batch_size=SMALL_BATCH,
        input_tensor_shapes=[[FEATURES]],
        name="two layers",
    )
    servers = triton.TritonServers(
        spark,
        _model,
        inputs={"x": ("float32", (FEATURES,))},
        outputs={"y": "float32"},
        name="served",
        max_batch_size=SMALL_BATCH,
    )
    served = stack.enter_context(servers).udf(T.FloatType())
    return {OURS: calling(served, "x"), "one model a worker": calling(here, "x")}


CASES = (
    Case(
        "triton",
        "A model of two small layers by a Triton server, one for all workers",
        100_000,
        features_frame,
        _ways,
        tolerance=1e-4,
        note="A server is for models of which the memory takes one only, or that other "
        "programs ask too: the way to it costs time.",
    ),
)
