# SPDX-License-Identifier: Apache-2.0

"""Registration of images: transforms of a batch at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from scipy.ndimage import gaussian_filter
from skimage.registration import phase_cross_correlation

from bench.case import OURS, PANDAS, PYTHON, Case, Way, calling
from rapids_udfs.gpu import images

SIZE = 64


def pairs(spark: SparkSession, rows: int) -> DataFrame:
    """Windows of smooth random pictures, and the same shifted by up to 8 pixels; 20 kinds."""
    random = np.random.default_rng(7)
    margin, kinds = 8, 20
    reference, moving = [], []
    for _ in range(kinds):
        picture = gaussian_filter(random.normal(size=(SIZE + 2 * margin,) * 2), 1.5).astype("f4")
        y, x = random.integers(0, 2 * margin + 1, 2)
        reference.append(picture[margin : margin + SIZE, margin : margin + SIZE].tolist())
        moving.append(picture[y : y + SIZE, x : x + SIZE].tolist())
    of_pixels = pa.list_(pa.list_(pa.float32()))
    columns = {
        "kind": pa.array(range(kinds), pa.int64()),
        "ref": pa.array(reference, of_pixels),
        "mov": pa.array(moving, of_pixels),
    }
    kinds_of_pairs = spark.createDataFrame(pa.table(columns))
    numbered = spark.range(rows).selectExpr("id", f"id % {kinds} AS kind")
    return numbered.join(kinds_of_pairs.hint("broadcast"), "kind").select("id", "ref", "mov")


def _by_scikit_image(reference: Any, moving: Any) -> Any:
    window = np.outer(np.hanning(SIZE + 2)[1:-1], np.hanning(SIZE + 2)[1:-1])
    one, other = (np.asarray(image, dtype=np.float64) for image in (reference, moving))
    shift = phase_cross_correlation((one - one.mean()) * window, (other - other.mean()) * window)[0]
    return [float(shift[0]), float(shift[1])]


def _pandas(reference: pd.Series, moving: pd.Series) -> pd.Series:
    shifts = [
        _by_scikit_image(np.stack(one), np.stack(other))
        for one, other in zip(reference, moving, strict=True)
    ]
    return pd.Series(shifts)


def _ours(df: DataFrame) -> DataFrame:
    shifts = images.register(df, "ref", "mov")
    return shifts.select("id", F.array("shift_y", "shift_x").alias("result"))


def _ways(*_: object) -> Mapping[str, Way]:
    return {
        OURS: _ours,
        PANDAS: calling(F.pandas_udf(_pandas, "array<double>"), "ref", "mov"),
        PYTHON: calling(F.udf(_by_scikit_image, "array<double>", useArrow=False), "ref", "mov"),
    }


CASES = (
    Case(
        "register",
        f"`images.register`, pairs of {SIZE} x {SIZE} pixels",
        400,
        pairs,
        _ways,
        tolerance=1e-9,
        target={PANDAS: 1.0, PYTHON: 1.0},
        note="The other two call scikit-image's `phase_cross_correlation` for each pair. On a "
        "CPU the batched transforms of ours take as long as those one by one, and `error` "
        "comes with them; they are made for a GPU, where a call a pair is what takes long.",
    ),
)
