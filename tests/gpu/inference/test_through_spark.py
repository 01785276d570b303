# SPDX-License-Identifier: Apache-2.0

"""Models through Spark: their answers, how often they are loaded, and the memory they take."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pyspark.sql import functions as F

from rapids_udfs.errors import ModelError
from rapids_udfs.gpu import inference, report
from rapids_udfs.gpu.worker_report import WorkerLine

ROWS = 40


def load_weighted() -> Callable[[Any], Any]:
    weights = np.array([[1.0, 10.0], [100.0, 1000.0]])
    return lambda tensors: (tensors * weights).sum(axis=(1, 2))


@pytest.fixture(scope="module")
def tensors(spark: Any) -> Any:
    """Tensors of 2 x 2, flat and nested; every fifth is null, and one partition has no rows."""
    rows = [
        (i, None, None)
        if i % 5 == 3
        else (i, [i + 0.5, float(i), 2.0, 1.0], [[i + 0.5, float(i)], [2.0, 1.0]])
        for i in range(ROWS)
    ]
    schema = "id int, flat array<double>, nested array<array<double>>"
    return spark.createDataFrame(rows, schema).repartitionByRange(4, "id").where("id >= 10").cache()


def weighted(i: int) -> float | None:
    return None if i % 5 == 3 else (i + 0.5) + 10 * i + 200 + 1000


def lines(spark: Any, name: str) -> tuple[WorkerLine, ...]:
    return report(spark).of(name).lines


class TestAnswers:
    @pytest.mark.parametrize(("column", "batch_size"), [("flat", 3), ("nested", 1000)])
    def test_tensors(self, tensors: Any, column: str, batch_size: int) -> None:
        score = inference.udf(
            load_weighted, return_type="double", batch_size=batch_size, input_tensor_shapes=[[2, 2]]
        )
        result = dict(tensors.select("id", score(column)).collect())
        assert result == {i: weighted(i) for i in range(10, ROWS)}
        assert tensors.where("id < 0").select(score(column)).collect() == []

    def test_images_as_bytes(self, spark: Any) -> None:
        def load() -> Any:
            return lambda images: images.mean(axis=(1, 2)) if images.dtype == np.uint8 else None

        images = {i: bytes([i, 255 - i, 100, 200, 250, 5]) for i in range(5)}
        df = spark.createDataFrame([*images.items(), (9, None)], "id int, pixels binary")
        mean = inference.udf(
            load, return_type="double", batch_size=2, input_tensor_shapes={0: (2, 3)}
        )
        result = dict(df.select("id", mean("pixels")).collect())
        assert result == {**{i: sum(p) / 6 for i, p in images.items()}, 9: None}

    def test_texts_to_structs_with_arrays(self, spark: Any) -> None:
        def load() -> Any:
            def predict(texts: Any) -> Any:
                lengths = np.array([len(t) for t in texts])
                halves = np.stack([lengths // 2, lengths - lengths // 2], axis=1)
                return {"upper": np.char.upper(texts.astype(str)), "n": lengths, "halves": halves}

            return predict

        describe = inference.udf(
            load, return_type="n bigint, upper string, halves array<int>", batch_size=2
        )
        words = ["abc", None, "", "grün", "x"]
        df = spark.createDataFrame([(w,) for w in words], "w string")
        result = dict(df.select("w", describe("w")).collect())
        expected = {
            "abc": (3, "ABC", [1, 2]), None: (None, None, None), "": (0, "", [0, 0]),
            "grün": (4, "GRÜN", [2, 2]), "x": (1, "X", [0, 1]),
        }  # fmt: skip
        assert {w: tuple(row) for w, row in result.items()} == expected

    def test_several_columns_and_structs_of_them(self, spark: Any) -> None:
        df = spark.range(7).select((F.col("id") * 1.5).alias("a"), "id")
        product = inference.udf(lambda: lambda a, b: a * b, return_type="double", batch_size=4)
        total = inference.udf(
            lambda: lambda rows: rows.sum(axis=1), return_type="double", batch_size=4
        )
        pairs = [
            (p, t) for p, t in df.select(product("a", "id"), total(F.struct("a", "id"))).collect()
        ]
        assert sorted(pairs) == [(1.5 * i * i, 2.5 * i) for i in range(7)]

    def test_rows_of_dicts_and_sql(self, spark: Any) -> None:
        def load() -> Any:
            return lambda texts: [{"label": t[0], "score": len(t), "more": 1} for t in texts]

        by_sql = inference.udf(load, return_type="label string, score double", batch_size=10)
        spark.udf.register("classified", by_sql)
        result = spark.sql("SELECT classified(x) AS c FROM VALUES ('abc'), ('de') AS t(x)")
        assert [tuple(row.c) for row in result.collect()] == [("a", 3.0), ("d", 2.0)]

    def test_nulls_beside_numbers(self, spark: Any) -> None:
        """A null word leaves its row out; a null number is NaN to the model."""

        def load() -> Any:
            return lambda words, numbers: np.where(np.isnan(numbers), -1, numbers)

        rows = [("a", 1), (None, 2), ("c", None), ("d", 1 << 40)]
        df = spark.createDataFrame(rows, "w string, n bigint").coalesce(1)
        whole = inference.udf(load, return_type="double", batch_size=10)
        assert [r[0] for r in df.select(whole("w", "n")).collect()] == [1, None, -1, 1 << 40]

    def test_arrays_of_any_length_and_answers_that_are_nan(self, spark: Any) -> None:
        def load() -> Any:
            return lambda arrays, scale: np.array(
                [sum(a) * s if len(a) else np.nan for a, s in zip(arrays, scale, strict=True)]
            )

        rows = [(1, [1, 2, 3]), (2, []), (3, None), (4, [5])]
        df = spark.createDataFrame(rows, "id int, v array<int>")
        total = inference.udf(
            load, return_type="double", batch_size=9, input_tensor_shapes=[None, None]
        )
        assert dict(df.select("id", total("v", "id")).collect()) == {1: 6, 2: None, 3: None, 4: 20}

    def test_nan_images(self, spark: Any) -> None:
        nan = math.nan
        rows = [(0, [1.0, 2.0]), (1, [nan, 1.0]), (2, None), (3, [3.0, None]), (4, [0.5, 0.5])]
        df = spark.createDataFrame(rows, "id int, v array<float>").coalesce(1)

        def answers(on_nan: Any) -> dict[int, Any]:
            def load() -> Any:
                return lambda v: np.argmax(v, axis=1)

            best = inference.udf(
                load, return_type="int", batch_size=3, input_tensor_shapes=[[2]], on_nan=on_nan,
                name="nan_images",
            )  # fmt: skip
            return dict(df.select("id", best("v")).collect())

        assert answers("null") == {0: 1, 1: None, 2: None, 3: None, 4: 0}
        assert answers("pass") == {0: 1, 1: 0, 2: None, 3: 1, 4: 0}
        with pytest.raises(Exception, match=r"'nan_images': row 1 of the batch has NaN\. on_nan="):
            answers("raise")


class TestLoads:
    def test_one_load_per_worker(self, spark: Any, tensors: Any) -> None:
        """Whatever the number of tasks, batches, queries and UDF objects."""

        def load() -> Any:
            return lambda v: v.sum(axis=(1, 2)) * 7

        report(spark, reset=True)
        for _ in range(2):
            score = inference.udf(
                load, return_type="double", batch_size=2, input_tensor_shapes=[[2, 2]],
                name="one_a_worker",
            )  # fmt: skip
            for _ in range(2):
                tensors.repartition(6).select(score("flat")).collect()
        result = lines(spark, "one_a_worker")
        assert [line.counts.loads for line in result] == [1] * len(result)
        assert report(spark).workers < report(spark).total.batches / 6
        kept = sum(weighted(i) is not None for i in range(10, ROWS))
        assert report(spark).total.rows == 4 * kept

    def test_loads_are_counted_and_others_are_others(self, spark: Any) -> None:
        def named(value: float, name: str) -> Any:
            def load() -> Any:
                return lambda x: x + value

            return inference.udf(load, return_type="double", batch_size=100, name=name)

        report(spark, reset=True)
        df = spark.range(0, 60, 1, 6).select(F.col("id").cast("double").alias("x"))
        for _ in range(2):
            for value in (0.25, 0.5):
                result = df.select(named(value, f"adds_{value}")("x")).collect()
                assert sorted(row[0] for row in result) == [i + value for i in range(60)]
        for value in (0.25, 0.5):
            counted = lines(spark, f"adds_{value}")
            assert [line.counts.loads for line in counted] == [1] * len(counted)
            assert sum(line.counts.rows for line in counted) == 120


def test_a_changed_value_is_another_model(in_this_process: Any) -> None:
    """Of one function object, as a notebook has it whose cell was run again."""
    factor = [2]

    def load() -> Any:
        by = factor[0]
        return lambda x: x * by

    def answers() -> list[int]:
        return pd.concat(in_this_process(None, "int", load=load)).tolist()

    assert answers() == [0, 2, 4, 6]
    factor[0] = 3
    assert answers() == [0, 3, 6, 9]


def test_the_device_for_a_load_that_asks(in_this_process: Any) -> None:
    def load(device: Any) -> Any:
        return lambda x: [f"{v} on the {device}" for v in x]

    result = in_this_process(None, "string", range(2), load=load)
    assert pd.concat(result).tolist() == [f"{v} on the CPU (use_gpu=False)" for v in range(2)]


def sizes(limit: int) -> Any:
    """Give for each row how many rows the model got with it, if those fit a fake device."""

    def load() -> Any:
        class OutOfMemoryError(RuntimeError):
            pass

        def predict(x: Any) -> Any:
            if len(x) > limit:
                raise OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
            return np.full(len(x), len(x))

        return predict

    return inference.udf(load, return_type="int", batch_size=16, name=f"fits_{limit}")


class TestMemory:
    def test_large_batches_go_in_parts(self, in_this_process: Any) -> None:
        """No row changes its place, and an error names the row of the Arrow batch."""
        size = 1 << 20
        cells = [np.full(size, i % 100, np.uint8).tobytes() for i in range(40)]
        result = in_this_process(
            lambda v: v[:, 7], "int", cells, input_tensor_shapes=[[size]], batch_size=3
        )
        assert pd.concat(result).tolist() == [*range(40)]
        wrong = [*cells[:38], b"short", None]
        with pytest.raises(ModelError, match="row 38 of the batch has 5 values"):
            in_this_process(
                lambda v: v[:, 7], "int", wrong, input_tensor_shapes=[[size]], batch_size=3
            )

    def test_batches_are_halved(self, spark: Any) -> None:
        result = spark.range(0, 38, 1, 1).select(sizes(5)("id")).collect()
        # 16, 16 and 6 rows: what fits is learnt once.
        assert [row[0] for row in result] == [4] * 32 + [4] * 4 + [2] * 2

    def test_one_row_that_does_not_fit(self, spark: Any) -> None:
        text = r"(?s)ModelError: model 'fits_0': one row does not fit .* on the CPU .*2\.00 GiB"
        with pytest.raises(Exception, match=text):
            spark.range(3).select(sizes(0)("id")).collect()
