# SPDX-License-Identifier: Apache-2.0

"""Errors of models through Spark: each names the model, the rows or the argument at fault."""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np
import pytest

from rapids_udfs.errors import ArgumentTypeError, ModelError
from rapids_udfs.gpu import inference


def failing(spark: Any, load: Any, **options: Any) -> str:
    options = {"return_type": "double", "batch_size": 4, **options}
    with pytest.raises(Exception, match="model '") as raised:
        spark.range(0, 6, 1, 1).select(inference.udf(load, **options)("id")).collect()
    return str(raised.value)


def test_a_model_that_raises(spark: Any) -> None:
    def broken() -> Any:
        def look_up(x: Any) -> Any:
            return {0: x}[1]

        return look_up

    text = failing(spark, broken)
    assert "ModelError: model 'broken': raised KeyError (a batch of 4 rows, " in text
    assert "inputs int64 [4], on the CPU (" in text
    # Where in the model, and what.
    assert ", in look_up" in text
    assert "KeyError: 1" in text


@pytest.mark.parametrize(
    ("predict", "return_type", "error"),
    [
        (
            lambda x: x[:-1],
            "bigint",
            r"output is ndarray of shape \(3,\), but 4 rows of bigint are an array of shape \(4,\)",
        ),
        (
            lambda x: x.reshape(-1, 2, 2),
            "array<int>",
            r"of shape \(1, 2, 2\), but 4 rows of array<int> are an array of shape \(4, elements\)",
        ),
        (
            lambda x: x[:, None, None],
            "array<int>",
            r"shape \(4, 1, 1\), but 4 rows of array<int> are",
        ),
        (
            lambda x: np.stack([x, x], 1),
            "bigint",
            r"ndarray of shape \(4, 2\), but 4 rows of bigint",
        ),
        (
            lambda x: x / 2,
            "int",
            "its output is of type float64, but its return type is int: name another one, or",
        ),
        (
            lambda x: x + (1 << 40),
            "int",
            "has numbers from 1099511627776 to 1099511627779, but its return type is int",
        ),
        (lambda x: x, "string", "its output is of type int64, not strings"),
        (lambda x: None, "double", "its output is NoneType, but 4 rows of double are"),
        (
            lambda x: {"a": x, "b": x},
            "double",
            "its output has the fields a, b, but return_type='dou",
        ),
        (lambda x: {"a": x}, "a int, b int", "its output has the fields a, but no b"),
        (lambda x: x, "a int, b int", r"its output is ndarray of shape \(4,\), but return_type="),
        (lambda x: [{"a": 1}], "struct<a:int>", "its output is 1 dicts for 4 rows"),
    ],
)
def test_outputs_that_do_not_fit(
    in_this_process: Any, predict: Any, return_type: str, error: str
) -> None:
    with pytest.raises(ModelError, match=error):
        in_this_process(predict, return_type)


def test_an_output_that_does_not_fit_in_a_job(spark: Any) -> None:
    text = failing(spark, lambda: lambda x: x[:-1], name="short")
    assert (
        "ModelError: model 'short': its output is ndarray of shape (3,), but 4 rows of double"
        in text
    )
    assert "(a batch of 4 rows, inputs int64 [4], on the CPU (" in text


def test_loads_that_fail(in_this_process: Any, spark: Any) -> None:
    def no_weights() -> Any:
        raise FileNotFoundError("weights.onnx")

    def no_library() -> Any:
        import no_such_library  # noqa: F401 (as asked)

    text = failing(spark, no_weights)
    assert "ModelError: model 'no_weights': load raised FileNotFoundError on the CPU" in text
    assert ", in no_weights" in text

    def failed(load: Any, **options: Any) -> str:
        with pytest.raises(ModelError) as raised:
            in_this_process(None, "double", load=load, **options)
        return f"{type(raised.value).__name__}: {raised.value}"

    assert "load needs the module 'no_such_library', which the" in failed(no_library)
    text = failed(lambda: 7, name="seven")
    assert text.startswith("ModelError: model 'seven': load returned int: 7; it returns a ")


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
    in_this_process: Any, column: Any, options: dict[str, Any], error: str
) -> None:
    with pytest.raises(ModelError, match=error):
        in_this_process(lambda x: x, "double", column, **options)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"load": "model.onnx"}, "load is str: 'model.onnx'; it is a function"),
        ({"batch_size": 0}, "batch_size=0; it is a whole number of at least 1"),
        ({"batch_size": 2.0}, "batch_size=2.0; it is"),
        ({"keep_models": 0}, "keep_models=0; it is"),
        ({"framework": "jax"}, "framework='jax'; it is 'onnx' or None"),
        ({"use_gpu": "yes"}, "use_gpu='yes'; it is True, False or 'auto'"),
        ({"on_nan": "drop"}, "on_nan='drop'; it is 'pass', 'null' or 'raise'"),
        ({"input_tensor_shapes": [4]}, r"input_tensor_shapes=\[4\]; it is a list of shapes"),
        ({"input_tensor_shapes": [[-1, 4]]}, "a shape is a list of whole numbers of at least"),
        ({"input_tensor_shapes": "4"}, "'4'; it is a list of shapes, or a dict"),
        ({"return_type": "boolean"}, "return_type='boolean'; it is one of tinyint, smallint"),
        ({"return_type": "array<array<int>>"}, "array of one of them, or a struct"),
        ({"return_type": "a date"}, "return_type='struct<a:date>'"),
        ({"return_type": float}, "takes a type as return_type, in SQL or of pyspark"),
        ({"use_gpu": 1}, "use_gpu=1; it is True, False or 'auto'"),
        ({"name": 5}, "name=5; it is a string, or None for that of load"),
        ({"input_tensor_shapes": [2.0]}, r"input_tensor_shapes=\[2\.0\]; it is a list of"),
        ({"input_tensor_shapes": {"x": [4]}}, "or a dict of them by column position, from 0 on"),
        ({"load": threading.Lock().acquire}, "cannot be sent to the workers .*: create what it"),
    ],
)
def test_wrong_arguments(spark: Any, wrong: dict[str, Any], error: str) -> None:
    right = {"load": lambda: abs, "return_type": "double", "batch_size": 8}
    with pytest.raises((ValueError, ArgumentTypeError), match=error):
        inference.udf(**{**right, **wrong})  # type: ignore[arg-type]


def test_exits_do_not_end_the_worker(in_this_process: Any) -> None:
    def gone(*_: Any) -> Any:
        sys.exit("as asked")

    with pytest.raises(ModelError, match=r"(?s)load raised SystemExit.*as asked"):
        in_this_process(None, "double", load=lambda: gone(0))
    with pytest.raises(ModelError, match=r"(?s)raised SystemExit.*as asked"):
        in_this_process(gone, "double")
    with pytest.raises(ModelError, match="it was called without a column"):
        in_this_process(gone, "double", ())


def test_called_without_a_column(spark: Any) -> None:
    udf = inference.udf(lambda: abs, return_type="double", batch_size=8, name="scores")
    with pytest.raises(TypeError, match="scores was called without a column: give one for each"):
        udf()
    named = spark.udf.register("scores", udf)
    assert str(named("id")).startswith("Column<'scores(")
