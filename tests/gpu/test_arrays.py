# SPDX-License-Identifier: Apache-2.0

"""Functions of array columns, against plain Python and through Spark."""

from __future__ import annotations

import math

import array_api_compat.numpy as xp
import numpy as np
import pyarrow as pa
import pytest
from pyspark.sql import functions as F

from rapids_udfs.errors import ArgumentTypeError, GpuNotFoundError
from rapids_udfs.gpu import arrays, lists

LIMITS = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}


class TestZeroSuppress:
    @pytest.mark.parametrize("bits", LIMITS)
    @pytest.mark.parametrize("threshold", [0, 0.5, 1, 3.99, 127, 128, 1e5, 2.0**63, 1e30, math.inf])
    def test_integers(self, bits: int, threshold: float) -> None:
        limits = np.iinfo(LIMITS[bits])
        edges = [limits.min, limits.min + 1, limits.max, limits.max - 1]
        values = [*edges, *range(-5, 6), 100, -100, 126, -126, 127, -127]
        result = arrays.suppressed(xp, np.array(values, LIMITS[bits]), threshold)
        assert result.dtype == LIMITS[bits]
        assert result.tolist() == [0 if abs(v) <= threshold else v for v in values]

    @pytest.mark.parametrize("dtype", [np.float32, np.float64])
    def test_numbers_with_a_point(self, dtype: type) -> None:
        values = np.array([1.5, -1.5, 1.25, -0.0, math.inf, -math.inf, math.nan, 5e-324], dtype)
        result = arrays.suppressed(xp, values, 1.25)
        expected = np.array([1.5, -1.5, 0, 0, math.inf, -math.inf, math.nan, 0], dtype)
        np.testing.assert_array_equal(result, expected)
        assert not np.signbit(result[3])
        everything = arrays.suppressed(xp, values, math.inf)
        np.testing.assert_array_equal(everything, np.where(np.isnan(values), values, 0))

    @pytest.mark.parametrize("dtype", [np.float32, np.float64])
    @pytest.mark.parametrize("threshold", [0.1, 0.3, 1 / 3, 1e300, 1e-300, 16777217])
    def test_thresholds_between_two_numbers(self, dtype: type, threshold: float) -> None:
        with np.errstate(over="ignore"):
            nearest = np.array([threshold], np.float64).astype(dtype)[0]
        near = [nearest, np.nextafter(nearest, dtype(0)), np.nextafter(nearest, dtype(math.inf))]
        values = np.array([*near, *(-v for v in near)], dtype)
        result = arrays.suppressed(xp, values, threshold)
        assert result.tolist() == [0 if abs(v) <= threshold else v for v in values.tolist()]

    def test_an_unsigned_threshold(self, spark) -> None:
        frame = spark.sql("SELECT array(-300F, -200F, -1F, 100F, 201F) AS s")
        for threshold in (np.uint8(200), np.float32(200)):
            column = arrays.zero_suppress("s", threshold, element="float")
            assert frame.select(column).first()[0] == [-300, 0, 0, 0, 201]

    @pytest.mark.parametrize("use_gpu", ["auto", False])
    def test_through_spark(self, spark, use_gpu: bool | str) -> None:
        rows = [([5, -5, 6, None, -32768, 32767],), ([],), (None,), ([None],), ([-6, 0],)]
        frame = spark.createDataFrame(rows, "s array<smallint>").repartition(2)
        column = arrays.zero_suppress("s", 5, use_gpu=use_gpu).alias("z")  # type: ignore[arg-type]
        result = frame.select("s", column)
        assert result.schema["z"].dataType.simpleString() == "array<smallint>"
        expected = {
            str(s): s if s is None else [0 if v is not None and abs(v) <= 5 else v for v in s]
            for (s,) in rows
        }
        assert {str(row.s): row.z for row in result.collect()} == expected
        assert frame.where("false").select(column).collect() == []

    @pytest.mark.parametrize(
        ("threshold", "element", "error"),
        [
            (-1, "int", "threshold=-1; a magnitude is at least 0"),
            (math.nan, "int", "threshold=nan"),
            (1, "decimal(9,2)", r"element='decimal\(9,2\)'; it is one of tinyint, smallint, int"),
        ],
    )
    def test_wrong_arguments(self, threshold: float, element: str, error: str) -> None:
        with pytest.raises(ValueError, match=error):
            arrays.zero_suppress("s", threshold, element=element)

    @pytest.mark.parametrize("threshold", [None, "5", True, [5]])
    def test_thresholds_that_are_not_numbers(self, threshold: object) -> None:
        with pytest.raises(ArgumentTypeError, match="takes a number for threshold, not"):
            arrays.zero_suppress("s", threshold)  # type: ignore[arg-type]

    @pytest.mark.parametrize("use_gpu", [1, None, "gpu"])
    def test_invalid_devices(self, spark, use_gpu: object) -> None:
        with pytest.raises(ValueError, match=r"use_gpu=.*; it is True, False or 'auto'"):
            arrays.zero_suppress("s", 1, use_gpu=use_gpu)  # type: ignore[arg-type]

    def test_its_column(self, spark) -> None:
        if hasattr(F, "arrow_udf"):
            frame = spark.sql("SELECT array(1S) AS s")
            assert frame.select(arrays.zero_suppress("s", 1)).columns == ["zero_suppress(s)"]

    def test_wrong_column(self, spark) -> None:
        with pytest.raises(Exception, match=r"expected an array|DATATYPE_MISMATCH|cannot"):
            spark.range(1).select(arrays.zero_suppress("id", 1)).collect()


class TestNanCompact:
    NAN = math.nan

    @pytest.mark.parametrize("element", ["float", "double"])
    def test_through_spark(self, spark, element: str) -> None:
        nan = self.NAN
        rows = [
            (1, [1.5, nan, -0.0, None, nan, math.inf]),
            (2, [nan, nan]),
            (3, []),
            (4, None),
            (5, [None]),
            (6, [2.5]),
        ]
        frame = spark.createDataFrame(rows, f"id int, v array<{element}>").repartition(2)
        result = dict(frame.select("id", arrays.nan_compact("v", element=element)).collect())
        assert result == {
            1: [1.5, -0.0, None, math.inf], 2: [], 3: [], 4: None, 5: [None], 6: [2.5],
        }  # fmt: skip
        assert math.copysign(1, result[1][1]) == -1

    def test_of_what_another_function_made(self, spark) -> None:
        frame = spark.createDataFrame([([1.0, math.nan, 30.0],)], "v array<double>")
        column = arrays.nan_compact(arrays.zero_suppress(F.col("v"), 2, element="double"))
        assert frame.select(column).first()[0] == [0.0, 30.0]

    def test_wrong_element(self) -> None:
        with pytest.raises(ValueError, match="element='int'; it is one of float, double"):
            arrays.nan_compact("v", element="int")


@pytest.mark.parametrize("make", [arrays.zero_suppress, arrays.nan_compact])
def test_before_arrow_udfs_spark_answers(spark, monkeypatch: pytest.MonkeyPatch, make) -> None:
    if make is arrays.zero_suppress:

        def call(**options: object):
            return make("v", 1.5, element="double", **options)
    else:

        def call(**options: object):
            return make("v", **options)

    nan = math.nan
    rows = [([1.0, nan, None, -1.5, 1.6, -9.0],), (None,), ([],)]
    frame = spark.createDataFrame(rows, "v array<double>")
    by_arrow = frame.select(call()).collect()
    monkeypatch.delattr(F, "arrow_udf", raising=False)
    by_spark = frame.select(call(use_gpu=False))
    assert str([row[0] for row in by_spark.collect()]) == str([row[0] for row in by_arrow])
    assert by_spark.schema.fields[0].dataType.simpleString() == "array<double>"
    with pytest.raises(GpuNotFoundError, match=r"from 4\.1 on"):
        call(use_gpu=True)


def test_before_arrow_udfs_a_wrong_element_is_an_error(
    spark, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(F, "arrow_udf", raising=False)
    frame = spark.createDataFrame([([1, 70000],)], "v array<int>")
    with pytest.raises(Exception, match=r"array<int> is the column's type.*element='smallint'"):
        frame.select(arrays.zero_suppress("v", 1)).collect()
    wider = frame.select(arrays.zero_suppress("v", 1, element="bigint")).head()
    assert wider[0] == [0, 70000]


@pytest.mark.parametrize(
    ("there", "element"), [("bigint", "int"), ("double", "float"), ("float", "int")]
)
def test_elements_that_would_be_cut(spark, there: str, element: str) -> None:
    narrow, wide = (spark.sql(f"SELECT array({n}) AS v") for n in ("1S", f"CAST(1 AS {there})"))
    column = arrays.zero_suppress("v", 0, element=element)
    assert narrow.select(column).first()[0] == [1]
    error = f"elements of {there}.*element='{there}', or cast"
    if not hasattr(F, "arrow_udf"):
        error = f"array<{there}> is the column's type.*element='{element}'"
    with pytest.raises(Exception, match=error):
        wide.select(column).collect()


class TestLists:
    def test_slices_and_values_under_nulls(self) -> None:
        whole = pa.array([[9], [1, None, 2], None, [], [3], [7, 8]], pa.list_(pa.int16()))
        result = lists.flatten(whole.slice(1, 4))
        tenfold = result._replace(values=result.values * 10).to_arrow()
        assert tenfold.to_pylist() == [[10, None, 20], None, [], [30]]
        assert tenfold.type == pa.list_(pa.int16())
        result = lists.flatten(whole.slice(1))
        odd = result.filter(result.values % 2 == 1).to_arrow()
        assert odd.to_pylist() == [[1], None, [], [3], [7]]

    def test_no_rows(self) -> None:
        empty = pa.array([], pa.list_(pa.float64()))
        assert lists.flatten(empty).to_arrow().equals(empty)

    @pytest.mark.parametrize("kind", [pa.int32(), pa.list_(pa.string())])
    def test_other_columns(self, kind: pa.DataType) -> None:
        with pytest.raises(TypeError, match="expected an array"):
            lists.flatten(pa.array([None], kind))
