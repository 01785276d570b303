# SPDX-License-Identifier: Apache-2.0

"""Simple mathematics on four columns, in every form of UDF that Spark has."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from bench import vectorised
from bench.calls import CALLS
from bench.case import ARROW, BUILTIN, OURS, PANDAS, PYTHON, Case, Way, calling, selecting
from rapids_udfs.gpu import compiled
from references.geo import _great_circle, haversine_km

COLUMNS = ("lat1", "lon1", "lat2", "lon2")


def places(spark: SparkSession, rows: int) -> DataFrame:
    ranges = (180, 360, 180, 360)
    columns = [
        f"double(pmod(hash(id, {i}), 1000000)) / 1000000 * {size} - {size // 2} AS {name}"
        for i, (name, size) in enumerate(zip(COLUMNS, ranges, strict=True))
    ]
    return spark.range(rows).selectExpr("id", *columns)


def _of_arrow(lat1: pa.Array, lon1: pa.Array, lat2: pa.Array, lon2: pa.Array) -> pa.Array:
    columns = (pd.Series(x.to_numpy(zero_copy_only=False)) for x in (lat1, lon1, lat2, lon2))
    return pa.array(vectorised.haversine_km(*columns))


def _ways(*_: object) -> Mapping[str, Way]:
    # Spark infers the sort of UDF from annotations that are classes, not strings.
    for function, kind in ((_of_arrow, pa.Array), (vectorised.haversine_km, pd.Series)):
        function.__annotations__ = dict.fromkeys((*COLUMNS, "return"), kind)
    builtin = next(call.builtin for call in CALLS if call.function == "haversine_km")
    forms = {
        "Numba (gpu.compiled)": compiled.vectorize(_great_circle).udf("double"),
        "Arrow UDF": F.arrow_udf(_of_arrow, "double"),
        PANDAS: F.pandas_udf(vectorised.haversine_km, "double"),
        ARROW: F.udf(haversine_km, "double", useArrow=True),
        PYTHON: F.udf(haversine_km, "double", useArrow=False),
    }
    return {
        OURS: selecting(f"haversine_km({', '.join(COLUMNS)})"),
        BUILTIN: selecting(builtin),
        **{label: calling(function, *COLUMNS) for label, function in forms.items()},
    }


CASES = (
    Case(
        "distance",
        "The great-circle distance of two places, in each form of a function",
        1_000_000,
        places,
        _ways,
        tolerance=1e-9,
        note="Ours is `haversine_km`, a Java UDF, row by row. The Arrow and the pandas UDF "
        "compute with NumPy, the two Python UDFs with Python's numbers.",
    ),
)
