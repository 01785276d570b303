# SPDX-License-Identifier: Apache-2.0

"""Arrays of samples: short kernels, dominated by the transfer to Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from bench.case import BUILTIN, OURS, PANDAS, PYTHON, Case, calling, selecting
from rapids_udfs.gpu import arrays

SAMPLES = 512
THRESHOLD = 100


def waveforms(spark: SparkSession, rows: int) -> DataFrame:
    """Integer samples of 16 bits; the hash makes them differ."""
    sample = "cast(pmod(hash(id, i), 400) - 200 as smallint)"
    array = f"transform(sequence(1, {SAMPLES}), i -> {sample})"
    return spark.range(rows).selectExpr("id", f"{array} AS x")


def gappy(spark: SparkSession, rows: int) -> DataFrame:
    """Doubles, about a tenth of which are NaN."""
    value = "CASE WHEN pmod(hash(id, i), 10) = 0 THEN double('NaN') ELSE double(hash(i, id)) END"
    array = f"transform(sequence(1, {SAMPLES}), i -> {value})"
    return spark.range(rows).selectExpr("id", f"{array} AS x")


def _suppress_rows(x: Any) -> Any:
    return [0 if -THRESHOLD <= v <= THRESHOLD else v for v in x]


def _suppress_pandas(x: pd.Series) -> pd.Series:
    return x.map(lambda v: np.where(np.abs(v.astype(np.int32)) <= THRESHOLD, 0, v).astype("i2"))


def _compact_rows(x: Any) -> Any:
    return [v for v in x if v == v]


def _compact_pandas(x: pd.Series) -> pd.Series:
    return x.map(lambda v: v[~np.isnan(v)])


def _ways(ours: Any, rows: Any, pandas: Any, builtin: str, returns: str) -> Any:
    return lambda *_: {
        OURS: lambda df: df.select("id", ours(df["x"]).alias("result")),
        PANDAS: calling(F.pandas_udf(pandas, returns), "x"),
        PYTHON: calling(F.udf(rows, returns, useArrow=False), "x"),
        BUILTIN: selecting(builtin),
    }


_TARGET = {PANDAS: 1.0, PYTHON: 1.0}
_LOW, _HIGH = f"{-THRESHOLD}S", f"{THRESHOLD}S"
CASES = (
    Case(
        "zero_suppress",
        f"`arrays.zero_suppress`, {SAMPLES} samples of 16 bits a row",
        20_000,
        waveforms,
        _ways(
            lambda x: arrays.zero_suppress(x, THRESHOLD),
            _suppress_rows,
            _suppress_pandas,
            f"transform(x, v -> IF(v >= {_LOW} AND v <= {_HIGH}, 0S, v))",
            "array<smallint>",
        ),
        target=_TARGET,
    ),
    Case(
        "nan_compact",
        f"`arrays.nan_compact`, {SAMPLES} doubles a row",
        20_000,
        gappy,
        _ways(
            arrays.nan_compact,
            _compact_rows,
            _compact_pandas,
            "filter(x, v -> NOT isnan(v))",
            "array<double>",
        ),
        target=_TARGET,
    ),
)
