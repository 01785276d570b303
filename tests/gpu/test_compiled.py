# SPDX-License-Identifier: Apache-2.0

"""Functions of a row that Numba compiles, through Spark and against NumPy."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path

import numpy as np
import pytest
from pyspark import cloudpickle
from pyspark.sql import functions as F
from pyspark.sql import types as T

from rapids_udfs import gpu
from rapids_udfs.errors import ArgumentTypeError, GpuNotFoundError
from rapids_udfs.gpu import Device, compiled, loops

SCRIPTS = Path(__file__).parent / "scripts"
NAN = math.nan


@compiled.vectorize
def distance(a, b):
    return math.sqrt(a * a + b * b)


@compiled.vectorize(use_gpu=False)
def next_one(n):
    return n + 1


@compiled.jit(arrays=["samples"])
def energy(samples, gain):
    total = 0.0
    for sample in samples:
        total += (gain * sample) ** 2
    return total


@compiled.jit(arrays=["one", "other"])
def common(one, other):
    result = 0
    for x in one:
        for y in other:
            if x == y:
                result += 1
    return result


@compiled.jit(arrays=["samples"])
def first_by(samples, y):
    return samples[0] / y


class TestThroughSpark:
    def test_numbers(self, spark) -> None:
        df = spark.range(0, 5000, 1, 4).selectExpr(
            "id", "cast(id as float) * 0.37F AS a", "cast(id as double) - 2500 AS b"
        )
        rows = df.select("a", "b", distance.udf("double")("a", F.col("b")).alias("d")).collect()
        a = np.array([row.a for row in rows], dtype=np.float32)
        b = np.array([row.b for row in rows])
        np.testing.assert_array_equal([row.d for row in rows], np.sqrt(a * a + b * b))
        # Compiled once per worker, however many tasks and batches it has had.
        counted = gpu.report(spark).of("distance")
        assert counted.total.rows == 5000
        assert 1 <= counted.total.loads == counted.workers <= 4
        assert counted.devices == ("CPU",)
        assert distance(a, b).tolist() == [row.d for row in rows]

    @pytest.mark.parametrize("kind", ["tinyint", "smallint", "int", "bigint", "float", "double"])
    def test_types_and_nulls(self, spark, kind: str) -> None:
        values = [1, None, -100, 0, None, 126]
        if kind == "bigint":
            values += [2**62 + 1, -(2**53) - 1]
        if kind in ("float", "double"):
            values += [NAN, math.inf]
        schema = f"n {'long' if kind == 'bigint' else 'double'}"
        convert = int if kind == "bigint" else float
        rows = [(None if n is None else convert(n),) for n in values]
        df = spark.createDataFrame(rows, schema).select(F.col("n").cast(kind)).repartition(1)
        returns = kind if kind in ("float", "double") else "bigint"
        result = df.select("n", next_one.udf(returns)("n").alias("m")).collect()
        expected = [None if n is None else n + 1 for n in values]
        assert sorted(str(row.m) for row in result) == sorted(
            str(x if x is None or kind not in ("float", "double") else float(x)) for x in expected
        )

    def test_arrays(self, spark) -> None:
        rows = [
            (0, [1.0, 2.0, 3.0], 2),
            (1, [], 1),
            (2, None, 1),
            (3, [1.0, None], 1),
            (4, [NAN, 1.0], 1),
            (5, [4.0], None),
            (6, [0.5] * 100, -3),
        ]
        df = spark.createDataFrame(rows, "id int, s array<double>, g int").repartition(3)
        udf = energy.udf(T.DoubleType())
        result = dict(df.select("id", udf("s", "g")).collect())
        assert math.isnan(result.pop(4))
        assert result == {0: 56.0, 1: 0.0, 2: None, 3: None, 5: None, 6: 225.0}
        assert df.where("id > 99").select(udf("s", "g")).collect() == []

    def test_two_arrays_a_row(self, spark) -> None:
        rows = [([1, 2, 3], [3, 1, 9]), ([], [1]), ([7, 7], [7]), (None, [1]), ([1], [None])]
        df = spark.createDataFrame(rows, "a array<int>, b array<int>").coalesce(1)
        result = [row[0] for row in df.select(common.udf("int")("a", "b")).collect()]
        assert result == [2, 0, 2, None, None]

    def test_only_nulls(self, spark) -> None:
        df = spark.sql("SELECT cast(null as double) AS a, 1D AS b FROM range(3)")
        assert df.select(distance.udf("double")("a", "b")).distinct().collect() == [(None,)]

    @pytest.mark.parametrize("by_pandas", [False, True])
    def test_rows_with_nulls_are_not_asked(self, spark, by_pandas: bool) -> None:
        rows = [([8.0], 2.0), ([1.0], None), (None, 1.0)]
        df = spark.createDataFrame(rows, "s array<double>, y double")
        udf = compiled._pandas_udf(first_by, T.DoubleType(), "float64")
        if not by_pandas:
            udf = first_by.udf("double")
        result = df.coalesce(1).select(udf("s", "y")).collect()
        assert [row[0] for row in result] == [4.0, None, None]

    def test_whole_numbers_that_do_not_fit(self, spark) -> None:
        df = spark.sql("SELECT cast(id + 127 as int) AS n FROM range(2)").coalesce(1)
        with pytest.raises(
            Exception, match=r"numbers from 128 to 129, but the UDF's return type is int8"
        ):
            df.select(next_one.udf("tinyint")("n")).collect()
        assert [r[0] for r in df.select(next_one.udf("smallint")("n")).collect()] == [128, 129]

    def test_errors_that_end_a_job(self, spark) -> None:
        with pytest.raises(
            Exception, match="result of next_one is of type float64, but the UDF's return"
        ):
            spark.range(3).select(next_one.udf("int")(F.lit(0.5))).collect()

    def test_wrong_columns(self, spark) -> None:
        with pytest.raises(
            Exception, match=r"for 'n' is of (Arrow's type string|pandas's type object)"
        ):
            spark.range(3).select(next_one.udf("double")(F.lit("a"))).collect()
        with pytest.raises(TypeError, match=r"distance takes 2 columns \(a, b\), not 1"):
            distance.udf("double")("a")


class TestOnArrays:
    def test_without_spark(self) -> None:
        samples = [np.array([1.0, 2.0]), np.array([]), np.array([3.0])]
        assert energy(samples, np.array([1, 2, 3])).tolist() == [5.0, 0.0, 81.0]
        assert next_one(np.array([1, 2], dtype=np.int16)).tolist() == [2, 3]
        assert next_one(np.empty(0)).tolist() == []
        with pytest.raises(TypeError, match="one-dimensional and of one type"):
            energy([np.array([1.0]), np.array([1])], np.array([1, 2]))

    @pytest.mark.parametrize(
        ("columns", "said"),
        [
            (("x", "y"), r"it is distance\.udf\(return_type\)\(\.\.\.\), such as distance\.udf"),
            ((np.ones(3), np.ones(5)), "columns of several lengths: a: 3, b: 5"),
            ((3.0, 4.0), "argument for 'a' has 0 dimensions; it is an array with a value for each"),
            ((np.ones((2, 2)), np.ones(2)), "argument for 'a' has 2 dimensions"),
            ((np.array(["a"]), np.ones(1)), "for 'a' is of NumPy's type <U1"),
        ],
    )
    def test_wrong_arguments(self, columns: tuple[object, ...], said: str) -> None:
        with pytest.raises(TypeError, match=said):
            distance(*columns)

    def test_functions_that_numba_cannot_compile(self) -> None:
        with pytest.raises(TypeError, match=r"(?s)Numba cannot compile <lambda>.*undefined"):
            compiled.vectorize(lambda a: undefined + a)(np.ones(1))  # noqa: F821
        with pytest.raises(TypeError, match=r"<lambda> returns .*; it must return a number"):
            compiled.vectorize(lambda a: (a, 1))(np.ones(1))

    def test_arguments_are_read_only(self) -> None:
        @compiled.jit(arrays=["samples"])
        def spoil(samples):
            samples[0] = 0.0
            return samples[0]

        with pytest.raises(TypeError, match=r"(?s)Numba cannot compile spoil.*readonly|immutable"):
            spoil([np.array([1.0])])

    def test_a_gpu_or_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        @compiled.vectorize(use_gpu=True)
        def same(a):
            return a

        with pytest.raises(GpuNotFoundError, match="no GPU"):
            same(np.ones(1))
        # A GPU that Numba finds no driver for.
        loops._lacking_for_cuda.cache_clear()
        monkeypatch.setattr(loops, "device", lambda use: Device("gpu", "0", "a fake"))
        with pytest.raises(
            GpuNotFoundError, match="GPU 0 is there, but not a CUDA driver that Numba"
        ):
            same(np.ones(1))
        assert distance(np.array([3.0]), np.array([4.0])).tolist() == [5.0]

    def test_a_numba_that_fails_to_compile_for_cuda(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Such as one that does not fit the installed NumPy: the CPU, or an error that says so."""
        from numba import cuda

        def jit(*_):
            raise AttributeError("module 'numpy' has no attribute 'row_stack'")

        monkeypatch.setattr(cuda, "is_available", lambda: True)
        monkeypatch.setattr(cuda, "jit", jit)
        monkeypatch.setattr(loops, "device", lambda use: Device("gpu", "0", "a fake"))
        loops._lacking_for_cuda.cache_clear()
        try:
            assert distance(np.array([3.0]), np.array([4.0])).tolist() == [5.0]
            with pytest.raises(GpuNotFoundError, match=r"compiles for CUDA .*'row_stack'"):
                compiled.vectorize(use_gpu=True)(distance.function)(np.ones(1), np.ones(1))
        finally:
            loops._lacking_for_cuda.cache_clear()


@pytest.mark.parametrize("returns", ["string", "decimal(9,2)", T.ArrayType(T.LongType())])
def test_wrong_return_types(returns: object) -> None:
    with pytest.raises(ValueError, match="it is one of boolean, tinyint, smallint, int, bigint, f"):
        distance.udf(returns)


def test_wrong_functions() -> None:
    with pytest.raises(ValueError, match="has no parameter 'b'; it has a"):
        compiled.jit(arrays=["b"])(lambda a: a)
    with pytest.raises(ValueError, match="must have parameters, each for one column"):
        compiled.vectorize(lambda *columns: columns[0])
    with pytest.raises(ValueError, match="must have parameters"):
        compiled.vectorize(lambda: 0)
    for arrays in ("samples", None):
        with pytest.raises(ValueError, match="it is a list of parameters: arrays="):
            compiled.jit(arrays=arrays)(lambda samples: samples[0])
    for function in (distance, math.sqrt, "double"):
        with pytest.raises(ArgumentTypeError, match="compiled takes a Python function"):
            compiled.vectorize(function)
    with pytest.raises(ValueError, match="use_gpu='yes'"):
        compiled.vectorize(use_gpu="yes")(lambda a: a)  # type: ignore[call-overload]


def test_the_driver_does_not_import_numba() -> None:
    """Nor do workers before they have rows: what Numba would do at import or decoration is late."""
    program = (
        "import sys; from rapids_udfs.gpu import compiled\n"
        "@compiled.vectorize(use_gpu=True)\ndef f(a): return a\n"
        "assert not any(m.partition('.')[0] == 'numba' for m in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_cuda_twin_by_numbas_simulator() -> None:
    """Numba's simulator executes the CUDA kernel in Python: its index arithmetic is tested."""
    import os

    import rapids_udfs

    package = str(Path(rapids_udfs.__file__).parents[1])
    path = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "cuda_simulated.py")],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["distance", "energy", "nothing"]


FACTOR = 2.0


def scaled(x):
    return x * FACTOR


class TestCompiledLoops:
    def test_a_changed_global_is_compiled_anew(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """In the driver and in a worker that is used again."""
        kernel = compiled.vectorize(scaled)
        x = np.array([1.0, 2.0])
        result = [kernel(x).tolist(), in_worker(kernel, x)]
        monkeypatch.setitem(globals(), "FACTOR", 3.0)
        result += [kernel(x).tolist(), in_worker(kernel, x)]
        assert result == [[2, 4], [2, 4], [3, 6], [3, 6]]

    def test_a_loop_is_compiled_once_for_equal_functions(self) -> None:
        in_worker(compiled.vectorize(scaled), np.array([1.0]))
        before = list(loops._compiled)
        in_worker(compiled.vectorize(scaled), np.array([5.0]))
        assert list(loops._compiled) == before

    def test_only_the_latest_loops_are_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(loops, "_KEPT", 2)
        monkeypatch.setattr(loops, "_compiled", OrderedDict())
        kernels = [compiled.vectorize(eval(f"lambda x: x + {n}")) for n in range(3)]
        x = np.array([1.0])
        for kernel in (kernels[0], kernels[1], kernels[0], kernels[2]):
            kernel(x)
        kept = set(loops._compiled)
        kernels[0](x)
        assert len(kept) == 2
        assert set(loops._compiled) == kept

    def test_division_by_zero_is_infinite(self) -> None:
        kernel = compiled.vectorize(lambda a, b: a / b)
        result = kernel(np.array([1.0, -1.0, 0.0]), np.zeros(3))
        np.testing.assert_array_equal(result, [np.inf, -np.inf, np.nan])


def in_worker(kernel: compiled.Kernel, x: np.ndarray) -> list[float]:
    """The values of the kernel as Spark hands it to a worker."""
    sent = cloudpickle.loads(cloudpickle.dumps(kernel))
    return sent(x).tolist()
