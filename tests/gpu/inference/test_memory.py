# SPDX-License-Identifier: Apache-2.0

"""Out of memory: what counts as that, and what a worker does then."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pyspark import cloudpickle
from pyspark.sql.types import ArrayType, IntegerType, StringType, StructField, StructType

from rapids_udfs.errors import ModelError
from rapids_udfs.gpu.inference import models
from rapids_udfs.gpu.inference.models import Model, Source, free, is_out_of_memory, model_of


class OutOfMemoryError(RuntimeError):
    """Named as PyTorch's and CuPy's."""


def chained(error: Exception) -> Exception:
    try:
        raise ValueError("the model failed") from error
    except ValueError as e:
        return e


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError("Unable to allocate 3.00 GiB for an array"), True),
        (OutOfMemoryError("anything"), True),
        (RuntimeError("CUDA error: out of memory"), True),
        (RuntimeError("CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate(handle)"), True),
        (RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory"), True),
        (
            Exception(
                "[ONNXRuntimeError] : 6 : RUNTIME_EXCEPTION : Failed to allocate memory for "
                "requested buffer of size 1048576"
            ),
            True,
        ),
        (chained(OutOfMemoryError("of the library")), True),
        (chained(KeyError("of the user")), False),
        (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), False),
        (ValueError("no memory of it"), False),
    ],
)
def test_what_counts(error: Exception, expected: bool) -> None:
    assert is_out_of_memory(error) is expected


@pytest.fixture(autouse=True)
def kept() -> Iterator[Any]:
    """The models of this process, none at first."""
    models._models.clear()
    yield models._models
    models._models.clear()


def source(name: str, load: Any, keep: int = 3) -> Source:
    return Source(name, name, cloudpickle.dumps(load), None, False, keep)


class TestPieces:
    """Batches that go in halves, for each form of a prediction."""

    @staticmethod
    def limited(limit: int, give: Any) -> tuple[Model, Source, list[int]]:
        tried: list[int] = []

        def predict(x: Any) -> Any:
            tried.append(len(x))
            if len(x) > limit:
                raise OutOfMemoryError
            return give(x)

        model_source = source("limited", lambda: None)
        model = Model(predict, 1, 1, models.device(False))
        return model, model_source, tried

    @pytest.mark.parametrize(
        ("kind", "give"),
        [
            (IntegerType(), lambda x: x * 2),
            (ArrayType(IntegerType()), lambda x: np.stack([x, -x], axis=1)),
            (
                StructType([StructField("n", IntegerType()), StructField("s", StringType())]),
                lambda x: {"n": x, "s": x.astype(str)},
            ),
            (StructType([StructField("n", IntegerType())]), lambda x: [{"n": int(v)} for v in x]),
        ],
    )
    def test_together_as_the_whole(self, kind: Any, give: Any) -> None:
        x = np.arange(23)
        whole, model_source, _ = self.limited(100, give)
        halves, _, tried = self.limited(3, give)
        expected, result = (m.predict([x], kind, model_source) for m in (whole, halves))
        assert str(result) == str(expected)
        assert tried == [23, 11, 5, 2, *[2] * 10, 1]
        tried.clear()
        halves.predict([x[:4]], kind, model_source)
        assert tried == [2, 2]

    def test_the_size_that_fits_is_learnt_from_the_failed_piece(self) -> None:
        model, model_source, tried = self.limited(4, lambda x: x)
        model.predict([np.arange(9)], IntegerType(), model_source)
        assert tried == [9, 4, 4, 1]

    def test_one_row(self) -> None:
        model, model_source, tried = self.limited(0, lambda x: x)
        with pytest.raises(ModelError, match=r"one row does not fit .*inputs int64 \[1\]") as e:
            model.predict([np.arange(4)], IntegerType(), model_source)
        assert isinstance(e.value.__cause__, OutOfMemoryError)
        assert tried == [4, 2, 1]

    def test_another_error_is_not_tried_again(self) -> None:
        model, model_source, tried = self.limited(9, lambda x: x.no_such_thing)
        with pytest.raises(ModelError, match="raised AttributeError") as e:
            model.predict([np.arange(4)], IntegerType(), model_source)
        assert isinstance(e.value.__cause__, AttributeError)
        assert tried == [4]


class TestKeeping:
    @staticmethod
    def fine() -> Any:
        return lambda x: x

    def test_the_longest_unused_goes_first(self, kept: Any) -> None:
        loaded = [
            name for name in ("a", "b", "a", "c", "b", "a")
            if model_of(source(name, self.fine, keep=2))[1]
        ]  # fmt: skip
        assert loaded == ["a", "b", "c", "b", "a"]
        assert list(kept) == ["b", "a"]

    def test_others_go_where_memory_does_not_suffice_for_a_load(self, kept: Any) -> None:
        for name in ("a", "b"):
            model_of(source(name, self.fine))

        def large() -> Any:
            from rapids_udfs.gpu.inference import models as of_worker

            if of_worker._models:
                raise MemoryError("2 GiB")
            return lambda x: x

        model_of(source("large", large))
        assert list(kept) == ["large"]

    def test_a_model_that_never_fits(self) -> None:
        def huge() -> Any:
            raise MemoryError("64 GiB")

        with pytest.raises(ModelError, match="'huge': it does not fit the memory of the CPU"):
            model_of(source("huge", huge))

    def test_a_source_travels(self) -> None:
        model_source = source("a", self.fine)
        assert pickle.loads(pickle.dumps(model_source)) == model_source

    def test_free_without_libraries(self) -> None:
        free()
