"""Models through Spark: their answers, how often they are loaded, and what their errors say."""

from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pyspark.sql import functions as F

from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.gpu import inference, report
from rapids_udfs.gpu.inference.inputs import in_parts
from rapids_udfs.gpu.report import WorkerLine

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
        found = dict(tensors.select("id", score(column)).collect())
        assert found == {i: weighted(i) for i in range(10, ROWS)}
        assert tensors.where("id < 0").select(score(column)).collect() == []

    def test_images_as_bytes(self, spark: Any) -> None:
        def load() -> Any:
            return lambda images: images.mean(axis=(1, 2)) if images.dtype == np.uint8 else None

        images = {i: bytes([i, 255 - i, 100, 200, 250, 5]) for i in range(5)}
        df = spark.createDataFrame([*images.items(), (9, None)], "id int, pixels binary")
        mean = inference.udf(
            load, return_type="double", batch_size=2, input_tensor_shapes={0: (2, 3)}
        )
        found = dict(df.select("id", mean("pixels")).collect())
        assert found == {**{i: sum(p) / 6 for i, p in images.items()}, 9: None}

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
        found = dict(df.select("w", describe("w")).collect())
        expected = {
            "abc": (3, "ABC", [1, 2]), None: (None, None, None), "": (0, "", [0, 0]),
            "grün": (4, "GRÜN", [2, 2]), "x": (1, "X", [0, 1]),
        }  # fmt: skip
        assert {w: tuple(row) for w, row in found.items()} == expected

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
        found = spark.sql("SELECT classified(x) AS c FROM VALUES ('abc'), ('de') AS t(x)")
        assert [tuple(row.c) for row in found.collect()] == [("a", 3.0), ("d", 2.0)]

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
    def test_one_a_worker(self, spark: Any, tensors: Any) -> None:
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
        found = lines(spark, "one_a_worker")
        assert [line.counts.loads for line in found] == [1] * len(found)
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
                found = df.select(named(value, f"adds_{value}")("x")).collect()
                assert sorted(row[0] for row in found) == [i + value for i in range(60)]
        for value in (0.25, 0.5):
            counted = lines(spark, f"adds_{value}")
            assert [line.counts.loads for line in counted] == [1] * len(counted)
            assert sum(line.counts.rows for line in counted) == 120


def test_a_changed_value_is_another_model(spark: Any) -> None:
    """Of one function object, as a notebook has it whose cell was run again."""
    factor = [2]

    def load() -> Any:
        by = factor[0]
        return lambda x: x * by

    def answers() -> list[int]:
        return pd.concat(in_this_process(spark, None, "int", load=load)).tolist()

    assert answers() == [0, 2, 4, 6]
    factor[0] = 3
    assert answers() == [0, 3, 6, 9]


def test_the_device_for_a_load_that_asks(spark: Any) -> None:
    def load(device: Any) -> Any:
        return lambda x: [f"{v} on the {device}" for v in x]

    found = in_this_process(spark, None, "string", range(2), load=load)
    assert pd.concat(found).tolist() == [f"{v} on the CPU (use_gpu=False)" for v in range(2)]


def sizes(limit: int) -> Any:
    """Gives for each row how many rows the model got with it, if those fit a fake device."""

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
    def test_large_batches_go_in_parts(self, spark: Any) -> None:
        """An Arrow batch's tensors are not all stacked at once, and no row changes its place."""
        size = 1 << 20
        cells = [np.full(size, i % 100, np.uint8).tobytes() for i in range(40)]
        assert [first for first, _ in in_parts(pd.Series(cells), [[size]], 3)] == [0, 15, 30]
        assert [first for first, _ in in_parts(pd.Series(cells), [[size]], 64)] == [0]
        found = in_this_process(
            spark, lambda v: v[:, 7], "int", cells, input_tensor_shapes=[[size]], batch_size=3
        )
        assert pd.concat(found).tolist() == [*range(40)]
        wrong = [*cells[:38], b"short", None]
        with pytest.raises(inference.ModelInputError, match="row 38 of the batch has 5 values"):
            in_this_process(
                spark, lambda v: v[:, 7], "int", wrong, input_tensor_shapes=[[size]], batch_size=3
            )

    def test_batches_are_halved(self, spark: Any) -> None:
        found = spark.range(0, 38, 1, 1).select(sizes(5)("id")).collect()
        # 16, 16 and 6 rows: what fits is learnt once.
        assert [row[0] for row in found] == [4] * 32 + [4] * 4 + [2] * 2

    def test_one_row_that_does_not_fit(self, spark: Any) -> None:
        text = (
            r"(?s)ModelMemoryError: model 'fits_0': one row does not fit .* on the CPU .*2\.00 GiB"
        )
        with pytest.raises(Exception, match=text):
            spark.range(3).select(sizes(0)("id")).collect()


def failing(spark: Any, load: Any, **options: Any) -> str:
    options = {"return_type": "double", "batch_size": 4, **options}
    with pytest.raises(Exception, match="model '") as raised:
        spark.range(0, 6, 1, 1).select(inference.udf(load, **options)("id")).collect()
    return str(raised.value)


class TestErrors:
    def test_a_model_that_raises(self, spark: Any) -> None:
        def broken() -> Any:
            def look_up(x: Any) -> Any:
                return {0: x}[1]

            return look_up

        text = failing(spark, broken)
        assert "InferenceError: model 'broken': raised KeyError (a batch of 4 rows, " in text
        assert "inputs int64 [4], on the CPU (" in text
        # Where in the model, and what.
        assert ", in look_up" in text
        assert "KeyError: 1" in text

    @pytest.mark.parametrize(
        ("predict", "return_type", "error"),
        [
            (lambda x: x[:-1], "bigint", r"it gave 3 rows for 4 rows; \(rows,\) is wanted"),
            (lambda x: x.reshape(-1, 2, 2), "array<int>", "it gave 1 rows for 4 rows"),
            (
                lambda x: x[:, None, None],
                "array<int>",
                r"shape \(4, 1, 1\); for array<bigint>|int>",
            ),
            (lambda x: np.stack([x, x], 1), "bigint", r"an array of shape \(4, 2\); for bigint"),
            (lambda x: x / 2, "int", "it gave float64, which is not int: name another return_typ"),
            (
                lambda x: x + (1 << 40),
                "int",
                "numbers from 1099511627776 to 1099511627779, not int",
            ),
            (lambda x: x, "string", "it gave int64, not strings"),
            (lambda x: None, "double", "it gave NoneType for 4 rows"),
            (lambda x: {"a": x, "b": x}, "double", "it gave the fields a, b, but return_type='dou"),
            (lambda x: {"a": x}, "a int, b int", "it gave the fields a, but no b"),
            (lambda x: x, "a int, b int", r"it gave ndarray of shape \(4,\), but return_type="),
            (lambda x: [{"a": 1}], "struct<a:int>", "it gave 1 rows for 4"),
        ],
    )
    def test_outputs_that_do_not_fit(
        self, spark: Any, predict: Any, return_type: str, error: str
    ) -> None:
        with pytest.raises(inference.ModelOutputError, match=error):
            in_this_process(spark, predict, return_type)

    def test_an_output_that_does_not_fit_in_a_job(self, spark: Any) -> None:
        text = failing(spark, lambda: lambda x: x[:-1], name="short")
        assert "ModelOutputError: model 'short': it gave 3 rows for 4 rows; (rows,)" in text
        assert "(a batch of 4 rows, inputs int64 [4], on the CPU (" in text

    def test_loads_that_fail(self, spark: Any) -> None:
        def no_weights() -> Any:
            raise FileNotFoundError("weights.onnx")

        def no_library() -> Any:
            import no_such_library  # noqa: F401 (as asked)

        text = failing(spark, no_weights)
        assert (
            "ModelLoadError: model 'no_weights': load raised FileNotFoundError on the CPU" in text
        )
        assert ", in no_weights" in text

        def failed(load: Any, **options: Any) -> str:
            with pytest.raises(inference.InferenceError) as raised:
                in_this_process(spark, None, "double", load=load, **options)
            return f"{type(raised.value).__name__}: {raised.value}"

        assert "load needs the module 'no_such_library', which the" in failed(no_library)
        text = failed(lambda: 7, name="seven")
        assert text.startswith("ModelLoadError: model 'seven': load gave int: 7; it gives a predic")
        text = failed(lambda: None, framework="tf", name="flow")
        assert "MissingLibraryError: model 'flow': the worker's Python has no tensorflow" in text
        assert "-m pip install tensorflow" in text

    @pytest.mark.parametrize(
        ("column", "options", "error"),
        [
            ([[1.0] * 4], {}, "a column of arrays needs input_tensor_shapes"),
            ([[1.0] * 3, [1.0] * 4], {"input_tensor_shapes": [[3]]}, "row 1 .* 4 values, but a te"),
            ([None, b"1234"], {"input_tensor_shapes": [[2, 3]]}, r"4 values, .* \[2, 3\] has 6"),
            ([[[1.0], None]], {"input_tensor_shapes": [[2]]}, "an array has a null array in it"),
            ((range(3), range(3)), {}, "takes 1 inputs, but there are 2 columns. F.struct or F.ar"),
        ],
    )
    def test_columns_that_do_not_fit(
        self, spark: Any, column: Any, options: dict[str, Any], error: str
    ) -> None:
        with pytest.raises(inference.ModelInputError, match=error):
            in_this_process(spark, lambda x: x, "double", column, **options)

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"load": "model.onnx"}, "load is str: 'model.onnx'; it is a function"),
            ({"batch_size": 0}, "batch_size=0; it is a whole number of at least 1"),
            ({"batch_size": 2.0}, "batch_size=2.0; it is"),
            ({"keep_models": 0}, "keep_models=0; it is"),
            ({"framework": "jax"}, "framework='jax'; it is one of 'torch', 'onnx', 'tf', 'hf', or"),
            ({"use_gpu": "yes"}, "use_gpu='yes'; it is True, False or 'auto'"),
            ({"on_nan": "drop"}, "on_nan='drop'; it is 'pass', 'null' or 'raise'"),
            ({"input_tensor_shapes": [4]}, r"input_tensor_shapes=\[4\]; a shape is a list"),
            ({"input_tensor_shapes": [[-1, 4]]}, "a shape is a list of whole numbers of at least"),
            ({"input_tensor_shapes": "4"}, "'4'; it is a list of shapes or a dict"),
            ({"return_type": "boolean"}, "return_type='boolean'; it is one of tinyint, smallint"),
            ({"return_type": "array<array<int>>"}, "array of one of them, or a struct"),
            ({"return_type": "a date"}, "return_type='struct<a:date>'"),
            ({"return_type": float}, "takes a type as return_type, in SQL or of pyspark"),
            ({"use_gpu": 1}, "use_gpu=1; it is True, False or 'auto'"),
            ({"name": 5}, "name=5; it is a text, or None for that of load"),
            ({"input_tensor_shapes": [2.0]}, r"input_tensor_shapes=\[2\.0\]; a shape is a list"),
            ({"input_tensor_shapes": {"x": [4]}}, "it has shapes by the columns' places, from 0"),
            ({"load": threading.Lock().acquire}, "cannot be sent to the workers .*: make what it"),
        ],
    )
    def test_wrong_arguments(self, spark: Any, wrong: dict[str, Any], error: str) -> None:
        right = {"load": load_weighted, "return_type": "double", "batch_size": 8}
        with pytest.raises((ValueError, ArgumentTypeError), match=error):
            inference.udf(**{**right, **wrong})  # type: ignore[arg-type]

    def test_what_would_end_the_worker(self, spark: Any) -> None:
        def gone(*_: Any) -> Any:
            sys.exit("as asked")

        with pytest.raises(inference.ModelLoadError, match=r"(?s)load raised SystemExit.*as asked"):
            in_this_process(spark, None, "double", load=lambda: gone(0))
        with pytest.raises(inference.InferenceError, match=r"(?s)raised SystemExit.*as asked"):
            in_this_process(spark, gone, "double")
        with pytest.raises(inference.ModelInputError, match="it was given no column"):
            in_this_process(spark, gone, "double", ())


def in_this_process(
    spark: Any,
    predict: Any,
    return_type: str,
    column: Any = range(4),
    *,
    load: Any = None,
    **options: Any,
) -> list[Any]:
    """What the UDF gives for a column, or a tuple of them, without a worker."""
    options = {"return_type": return_type, "batch_size": 9, "use_gpu": False, **options}
    udf: Any = inference.udf(load or (lambda: predict), **options)
    made = pd.Series(column) if not isinstance(column, tuple) else tuple(map(pd.Series, column))
    return list(udf.func(iter([made])))
