"""Simple mathematics of four columns, in every form that Spark has for it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
from rowbench.cases import CASES
from rowbench.pandas_bodies import EARTH_RADIUS_KM
from rowbench.pandas_bodies import haversine_km as of_series
from rowbench.python_bodies import haversine_km as of_numbers

from pybench.case import OURS, Case
from rapids_udfs.gpu import compiled

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

COLUMNS = ("lat1", "lon1", "lat2", "lon2")


def places(spark: SparkSession, rows: int) -> DataFrame:
    """Pairs of places anywhere."""
    ranges = (180, 360, 180, 360)
    columns = [
        f"double(pmod(hash(id, {i}), 1000000)) / 1000000 * {size} - {size // 2} AS {name}"
        for i, (name, size) in enumerate(zip(COLUMNS, ranges, strict=True))
    ]
    return spark.range(rows).selectExpr("id", *columns)


def _of_arrow(lat1: pa.Array, lon1: pa.Array, lat2: pa.Array, lon2: pa.Array) -> pa.Array:
    a, b, c, d = (np.radians(x.to_numpy(zero_copy_only=False)) for x in (lat1, lon1, lat2, lon2))
    h = np.sin((c - a) / 2) ** 2 + np.cos(a) * np.cos(c) * np.sin((d - b) / 2) ** 2
    return pa.array(2 * EARTH_RADIUS_KM * np.arcsin(np.sqrt(h)))


@compiled.vectorize
def _of_row(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    a, c = math.radians(lat1), math.radians(lat2)
    along = math.sin(math.radians(lon2 - lon1) / 2)
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * along * along
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(h))


# Spark reads of them which sort of UDF it is; as text it cannot.
_of_arrow.__annotations__ = {**dict.fromkeys(COLUMNS, pa.Array), "return": pa.Array}


def cases() -> list[Case]:
    """The great-circle distance."""
    from pyspark.sql import functions as F

    def of(function: Any) -> Any:
        return lambda df: df.select("id", function(*COLUMNS).alias("result"))

    of_series.__annotations__ = {**dict.fromkeys(COLUMNS, pd.Series), "return": pd.Series}
    builtin = next(case.builtin for case in CASES if case.function == "haversine_km")
    call = f"haversine_km({', '.join(COLUMNS)})"
    return [
        Case(
            "distance",
            "The great-circle distance of two places, in each form of a function",
            1_000_000,
            places,
            {
                OURS: lambda df: df.selectExpr("id", f"{call} AS result"),
                "Spark builtin": lambda df: df.selectExpr("id", f"{builtin} AS result"),
                "Numba (gpu.compiled)": of(_of_row.udf("double")),
                "Arrow UDF": of(F.arrow_udf(_of_arrow, "double")),
                "pandas UDF": of(F.pandas_udf(of_series, "double")),
                "Arrow Python UDF": of(F.udf(of_numbers, "double", useArrow=True)),
                "Python UDF": of(F.udf(of_numbers, "double", useArrow=False)),
            },
            tolerance=1e-9,
            note="Ours is `haversine_km`, a Java UDF, row by row. The Arrow and the pandas UDF "
            "compute with NumPy, the two Python UDFs with Python's numbers.",
        )
    ]
