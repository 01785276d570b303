# SPDX-License-Identifier: Apache-2.0

"""Models of ONNX and of whatever predicts, and what each makes of its inputs and device."""

from __future__ import annotations

import subprocess
import sys
import types
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from pyspark import cloudpickle
from pyspark.sql.types import DoubleType

from rapids_udfs.errors import GpuNotFoundError, ModelError
from rapids_udfs.gpu import Device
from rapids_udfs.gpu.inference.models import Source, adapt, model_of
from rapids_udfs.gpu.worker_device import to_numpy

CPU = Device("cpu", None, "asked for")
GPU = Device("gpu", "0", "a fake")


def model(graph: Any) -> Any:
    loaded = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(loaded)
    return loaded


def residual_net() -> Any:
    """Two convolutions with a way around them, as in a ResNet, and a class's score each."""
    draw = np.random.default_rng(5)
    weights = {
        "first": draw.normal(scale=0.3, size=(8, 3, 3, 3)),
        "second": draw.normal(scale=0.3, size=(8, 8, 3, 3)),
        "classes": draw.normal(size=(8, 4)),
    }
    nodes = [
        helper.make_node("Conv", ["image", "first"], ["a"], pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["a"], ["b"]),
        helper.make_node("Conv", ["b", "second"], ["c"], pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["b", "c"], ["d"]),
        helper.make_node("GlobalAveragePool", ["d"], ["e"]),
        helper.make_node("Flatten", ["e"], ["f"]),
        helper.make_node("MatMul", ["f", "classes"], ["g"]),
        helper.make_node("Softmax", ["g"], ["scores"]),
        helper.make_node("ArgMax", ["scores"], ["best"], axis=1, keepdims=0),
    ]
    real, rows = TensorProto.FLOAT, "rows"
    return model(
        helper.make_graph(
            nodes,
            "residual",
            [helper.make_tensor_value_info("image", real, [rows, 3, 12, 12])],
            [
                helper.make_tensor_value_info("scores", real, [rows, 4]),
                helper.make_tensor_value_info("best", TensorProto.INT64, [rows]),
            ],
            [numpy_helper.from_array(w.astype(np.float32), n) for n, w in weights.items()],
        )
    )


def identity(kind: int) -> bytes:
    """A model that gives its input, ``x``, of a type."""
    x, y = (helper.make_tensor_value_info(name, kind, ["rows"]) for name in "xy")
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "identity", [x], [y])
    result: bytes = model(graph).SerializeToString()
    return result


def pickled_identity(kind: int) -> bytes:
    net = identity(kind)
    return cloudpickle.dumps(lambda: net)


class TestOnnx:
    def test_its_forms_and_answers(self, tmp_path: Path) -> None:
        net = residual_net()
        onnx.save(net, tmp_path / "net.onnx")
        images = np.random.default_rng(6).normal(size=(5, 3, 12, 12))
        scores, best = ReferenceEvaluator(net).run(None, {"image": images.astype(np.float32)})
        session = onnxruntime.InferenceSession(net.SerializeToString())
        for loaded in (net.SerializeToString(), tmp_path / "net.onnx", session):
            adapted = adapt(loaded, "onnx", CPU, "auto", "net")
            assert (adapted.least, adapted.most, adapted.device) == (1, 1, CPU)
            result = adapted.call(images)
            np.testing.assert_allclose(result["scores"], scores, rtol=1e-4)
            assert result["best"].tolist() == best.tolist()

    def test_in_spark_several_outputs_are_a_struct(self, spark: Any) -> None:
        from rapids_udfs.gpu import inference

        net = residual_net()
        bytes_of_net = net.SerializeToString()
        images = np.random.default_rng(7).normal(size=(9, 3, 12, 12)).astype(np.float32)
        rows = [(i, image.ravel().tolist()) for i, image in enumerate(images)]
        classify = inference.udf(
            lambda: bytes_of_net, framework="onnx", return_type="best int, scores array<float>",
            batch_size=4, input_tensor_shapes=[[3, 12, 12]], name="residual_net",
        )  # fmt: skip
        df = spark.createDataFrame(rows, "id int, v array<float>")
        result = df.select(classify("v").alias("c")).orderBy("id").select("c.*").toPandas()
        scores, best = ReferenceEvaluator(net).run(None, {"image": images})
        assert result["best"].tolist() == best.tolist()
        np.testing.assert_allclose(np.stack(result["scores"]), scores, rtol=1e-4)

    def test_inputs_by_their_types(self) -> None:
        """Several inputs in the columns' order, texts among them."""
        nodes = [
            helper.make_node("Identity", ["words"], ["same"]),
            helper.make_node("Add", ["n", "m"], ["sum"]),
        ]
        whole, text = TensorProto.INT64, TensorProto.STRING
        graph = helper.make_graph(
            nodes,
            "mixed",
            [
                helper.make_tensor_value_info("n", whole, ["rows"]),
                helper.make_tensor_value_info("words", text, ["rows"]),
                helper.make_tensor_value_info("m", whole, ["rows"]),
            ],
            [
                helper.make_tensor_value_info("same", text, ["rows"]),
                helper.make_tensor_value_info("sum", whole, ["rows"]),
            ],
        )
        adapted = adapt(model(graph).SerializeToString(), "onnx", CPU, "auto", "mixed")
        words = np.array(["a", "ü"], dtype=object)
        result = adapted.call(np.array([1.0, 2.0]), words, np.array([10, 20], np.int32))
        assert result["sum"].tolist() == [11, 22]
        assert result["same"].tolist() == ["a", "ü"]
        assert adapted.least == adapted.most == 3

    @pytest.mark.parametrize(
        ("kind", "values", "error"),
        [
            (TensorProto.INT64, np.array([1.0, np.nan]), "no NaN and no null: fill the column"),
            (TensorProto.INT64, np.array([1.5, 2.0]), "float64 has values that are not whole"),
            (TensorProto.INT64, np.array([2.0**60, 2.0]), "float64 has values that are not whole"),
            (
                TensorProto.INT32,
                np.array([1, 2**31]),
                "column has numbers from 1 to 2147483648, but the model's input 'x' is of int32",
            ),
            (TensorProto.UINT8, np.array([-1, 2]), "numbers from -1 to 2"),
            (TensorProto.UINT8, np.array([1.0, 256.0]), "numbers from 1 to 256"),
            (TensorProto.FLOAT16, np.array([1.0, 1e6]), "column has the number 1000000.0, but"),
            (TensorProto.FLOAT, np.array([1.0, -1e300]), r"column has the number -1e\+300, but"),
            (
                TensorProto.FLOAT,
                np.array(["a", "1"], object),
                "column is of type object, but the model's input 'x' is of float32",
            ),
            (
                TensorProto.BOOL,
                np.array([0, 2]),
                "column is of type int64, but the model's input 'x' is of bool",
            ),
        ],
    )
    def test_values_that_its_inputs_cannot_hold(self, kind: int, values: Any, error: str) -> None:
        source = Source("net", f"key {kind}", pickled_identity(kind), "onnx", False, 1)
        model, _ = model_of(source)
        with pytest.raises(ModelError, match=f"model 'net': the .*{error}"):
            model.predict([values], DoubleType(), source)

    @pytest.mark.parametrize(
        ("kind", "values"),
        [
            (TensorProto.INT64, np.array([1.0, -3.0])),
            (TensorProto.INT8, np.array([127, -128])),
            (TensorProto.FLOAT, np.array([1.5, np.nan, np.inf])),
            (TensorProto.FLOAT, np.array([Decimal("1.5"), Decimal(-2)])),
            (TensorProto.DOUBLE, np.array([True, False])),
            (TensorProto.INT32, np.array([], np.float64)),
        ],
    )
    def test_values_that_its_inputs_can_hold(self, kind: int, values: Any) -> None:
        adapted = adapt(identity(kind), "onnx", CPU, "auto", "identity")
        np.testing.assert_array_equal(adapted.call(values), values.astype(np.float64))

    @pytest.mark.skipif(
        "CUDAExecutionProvider" in onnxruntime.get_available_providers(),
        reason="onnxruntime here is for GPUs",
    )
    def test_a_gpu_that_it_cannot_use(self) -> None:
        net = residual_net().SerializeToString()
        adapted = adapt(net, "onnx", GPU, "auto", "net")
        assert str(adapted.device).startswith("CPU (GPU 0 is there, but not onnxruntime-gpu")
        with pytest.raises(GpuNotFoundError, match="GPU 0 is there, but not onnxruntime-gpu"):
            adapt(net, "onnx", GPU, True, "net")


class TestWhateverPredicts:
    def test_functions_and_objects(self) -> None:
        class Estimator:
            def predict(self, x: Any, z: Any = None) -> Any:
                return x + 1

        def limits(predict: Any) -> tuple[int, int | None]:
            adapted = adapt(predict, None, CPU, "auto", "any")
            return adapted.least, adapted.most

        adapted = adapt(Estimator(), None, CPU, "auto", "estimator")
        assert (adapted.least, adapted.most) == (1, 2)
        assert adapted.call(np.array([1, 2])).tolist() == [2, 3]
        assert limits(lambda *x: x) == (1, None)
        assert limits(lambda x, y: x) == (2, 2)

    @pytest.mark.parametrize(
        ("loaded", "error"),
        [
            (3, "load returned int: 3; it returns a predict function"),
            ("net", "load returned str: 'net'"),
        ],
    )
    def test_other_things(self, loaded: Any, error: str) -> None:
        with pytest.raises(ModelError, match=error):
            adapt(loaded, None, CPU, "auto", "model")

    def test_missing_libraries(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "onnxruntime", None)
        text = (
            r"'net': ONNX models need the module 'onnxruntime', which this Python lacks\. Install "
        )
        with pytest.raises(ModelError, match=f"{text}.*: {sys.executable} -m pip install 'rapids-"):
            adapt("net.onnx", "onnx", CPU, "auto", "net")
        assert adapt(abs, None, CPU, "auto", "abs").call is abs

    def test_tensors_of_libraries(self) -> None:
        """By what they have, so that no library is imported for it."""
        values = np.array([1.5, 2.0])
        cupy = types.new_class("ndarray")
        cupy.__module__ = "cupy"
        cupy.get = lambda self: values
        flow = types.SimpleNamespace(numpy=lambda: values)
        half = types.SimpleNamespace(dtype="torch.bfloat16", float=lambda: flow, cpu=lambda: half)
        half.detach = lambda: half
        assert to_numpy(half) is values
        assert to_numpy(cupy()) is values
        assert to_numpy(flow) is values
        assert to_numpy({"a": flow})["a"] is values
        assert to_numpy(values) is values
        assert to_numpy([1]) == [1]


def test_the_driver_imports_none() -> None:
    program = (
        "import sys\n"
        "from pyspark.sql.types import FloatType\n"
        "from rapids_udfs.gpu import inference\n"
        "inference.udf(lambda: b'', framework='onnx', return_type=FloatType(), batch_size=1)\n"
        "print([m for m in ('onnxruntime', 'torch', 'tensorflow', 'cupy') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_an_estimator_of_scikit_learn() -> None:
    from sklearn.linear_model import LinearRegression

    x = np.random.default_rng(1).normal(size=(20, 3))
    estimator = LinearRegression().fit(x, x @ [1.0, 2.0, 3.0] + 4)
    result = adapt(estimator, None, CPU, "auto", "regression").call(x)
    np.testing.assert_allclose(result, x @ [1.0, 2.0, 3.0] + 4)
