# SPDX-License-Identifier: Apache-2.0

"""Models in Spark's Python workers, based on Spark's ``predict_batch_udf``.

It adds to that: a worker loads a model once, however many queries and UDF objects use it; a batch
that is too large for the device is halved; rows without an input give null; ONNX models need no
predict function; errors name the model, the rows and the device.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union, cast, get_args

import numpy as np
import pandas as pd
from pyspark.sql.types import DataType, StructType

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ModelError
from rapids_udfs.gpu.arguments import check_choice, check_whole, parsed, pickled
from rapids_udfs.gpu.inference import tensors
from rapids_udfs.gpu.inference.models import Framework, Source, model_of
from rapids_udfs.gpu.inference.tensors import OnNan
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.worker_device import UseGpu, check_use_gpu

if TYPE_CHECKING:
    from pyspark.sql import Column

__all__ = ["Framework", "udf"]


def udf(
    load: Callable[..., Any],
    *,
    return_type: DataType | str,
    batch_size: int,
    input_tensor_shapes: Sequence[Sequence[int] | None] | Mapping[int, Sequence[int]] | None = None,
    framework: Framework | None = None,
    use_gpu: UseGpu = "auto",
    on_nan: OnNan = "pass",
    keep_models: int = 3,
    name: str | None = None,
) -> Callable[..., Column]:
    """Return the UDF of a model.

    A worker process calls ``load`` once, however many tasks, queries and UDF objects use it: the
    same function with the same captured values is the same model. A batch that is too large for the
    device's memory is halved, and so are later ones.

    A row whose array, string or bytes are null gives null (a struct of nulls), without the model. A
    null number, and a null in an array of numbers, is NaN, since pandas has nothing else.

    Args:
        load: returns a predict function (of one NumPy array per input, rows first; it may return
            tensors), an object with a method ``predict``, or an ONNX model. If it has a parameter,
            that is the ``Device``. It runs in the workers: import heavy libraries in it.
        return_type: the type of a prediction: a number or ``string``, an array of them, or a struct
            of both, as a type or in SQL (``array<float>``), which needs a running session.
        batch_size: rows per call of the model, at most those of an Arrow batch
            (``spark.sql.execution.arrow.maxRecordsPerBatch``, 10,000).
        input_tensor_shapes: a tensor's shape for each column, None for a column of scalars; or a
            dict keyed by column position. Cells are arrays (flat, or nested: they are flattened),
            or bytes, which are values of uint8.
        framework: ``onnx`` if ``load`` returns the path or the bytes of a model.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.
        on_nan: the treatment of a row with NaN in its numbers or tensors: ``pass`` hands it to the
            model, ``null`` gives null, ``raise`` fails the job with an error that names the row.
        keep_models: how many models a worker keeps; the least recently used one is evicted first.
        name: the name in errors, plans and ``gpu.report``; by default that of ``load``.

    Returns:
        A pandas UDF of as many columns as the model has inputs, which ``spark.udf.register`` takes
        too. A struct of numbers is one tensor.

    Raises:
        ValueError: an argument is wrong.
        ArgumentTypeError: ``return_type`` is not a type.
        ModelError: in the job: the model raised an error, its output does not fit, it cannot
            be loaded, or it does not fit the memory.
        GpuNotFoundError: in the job, ``use_gpu=True`` without a usable GPU.
    """
    from pyspark.ml.functions import predict_batch_udf
    from pyspark.sql.pandas.functions import pandas_udf

    check_whole("batch_size", batch_size)
    check_whole("keep_models", keep_models)
    check_choice("framework", framework, *get_args(Framework), None)
    check_choice("on_nan", on_nan, *get_args(OnNan))
    check_use_gpu(use_gpu)
    if name is not None and not isinstance(cast(object, name), str):
        raise ValueError(f"name={name!r}; it is a string, or None for that of load")
    shapes = _shapes(input_tensor_shapes)
    kind = parsed(return_type, "inference.udf")
    tensors.check_return_type(kind)
    dumped = pickled("load", load, "workers")
    name = name or str(getattr(load, "__name__", type(load).__name__))
    key = hashlib.sha256(dumped + repr((framework, use_gpu)).encode()).hexdigest()
    source = Source(name, key, dumped, framework, use_gpu, keep_models)
    by_spark = predict_batch_udf(_make_predict, return_type=kind, batch_size=batch_size).func
    work = _Work(source, kind, by_spark, shapes, batch_size, on_nan, Meter("inference", name))

    def predict(data: Iterator[_Batch]) -> Iterator[pd.DataFrame]:
        return work.predict(data)

    predict.__name__ = predict.__qualname__ = name
    model_udf: Callable[..., Column] = cast(Any, pandas_udf)(predict, kind)

    @functools.wraps(model_udf)
    def call(*columns: Any) -> Column:
        if not columns:
            raise TypeError(f"{name} was called without a column: give one for each input")
        return model_udf(*columns)

    return call


def _shapes(shapes: Any) -> tensors.Shapes:
    """Return the shapes of tensors by column position; None if there are no shapes at all."""
    if shapes is None:
        return None
    listed = shapes if isinstance(shapes, Sequence) else [shapes]
    by_position = shapes if isinstance(shapes, Mapping) else dict(enumerate(listed))
    # The empty shape is Spark's other notation for scalars.
    sizes = {n: np.asarray(() if s is None else s).tolist() for n, s in by_position.items()}
    for position, shape in sizes.items():
        is_shape = isinstance(shape, list) and all(is_whole(size, 1) for size in shape)
        if not (is_shape and is_whole(position, 0)):
            raise ValueError(
                f"input_tensor_shapes={shapes!r}; it is a list of shapes, or a dict of them by "
                "column position, from 0 on; a shape is a list of whole numbers of at least 1, "
                "without that of the rows, or None for a column of scalars"
            )
    return {position: shape for position, shape in sizes.items() if shape}


# Spark evaluates this annotation; Spark 3.5 does not know the other notation.
_Batch = Union[pd.Series, pd.DataFrame]  # noqa: UP007

_predictions: list[Any] = []
"""Those of the current batch, from the model on their way through Spark's ``predict_batch_udf``."""


def _make_predict() -> Callable[[Any], Any]:
    """Return what ``predict_batch_udf`` calls in a worker, where Spark keeps it: no model in it."""
    return lambda rows: _predictions.pop()


class _Work(NamedTuple):
    """A model with the settings of its inputs and predictions; it is sent to the workers."""

    source: Source
    kind: DataType
    by_spark: Callable[[Iterator[Any]], Iterator[Any]]  # the body of predict_batch_udf
    shapes: tensors.Shapes
    batch_size: int
    on_nan: OnNan
    meter: Meter

    def predict(self, data: Iterator[Any]) -> Iterator[Any]:
        """Yield the predictions for Spark's batches, in batches of the model."""
        try:
            for batch in data:
                columns: Any = batch if isinstance(batch, tuple) else (batch,)
                if not columns:
                    raise tensors.MisfitError("it was called without a column")
                is_struct = isinstance(batch, pd.DataFrame)
                frame = pd.concat(columns, axis=1)
                for first in range(0, len(frame), self.batch_size):
                    part = frame.iloc[first : first + self.batch_size]
                    arrays, kept = tensors.prepare(part, self.shapes, self.on_nan, first)
                    predictions = self._predict(arrays, is_struct) if kept.any() else None
                    yield predictions if kept.all() else _with_nulls(predictions, kept, self.kind)
        except tensors.MisfitError as e:
            raise ModelError(self.source.name, str(e)) from None

    def _predict(self, arrays: list[Any], is_struct: bool) -> Any:
        model, is_new = model_of(self.source)
        if is_new:
            self.meter.add(model.device, loads=1)
        inputs = tensors.inputs(arrays, model.inputs(len(arrays)), is_struct, self.shapes)
        rows = len(inputs[0])
        with self.meter.batch(model.device, rows):
            _predictions.append(model.predict(inputs, self.kind, self.source))
        (columns,) = self.by_spark(iter([pd.DataFrame({"row": range(rows)})]))
        return columns


def _with_nulls(predictions: Any, kept: Any, kind: DataType) -> Any:
    """Return the predictions, if any, for the rows that were kept, and null for the others."""

    def spread(column: str | None) -> Any:
        # None explicitly, since pandas would fill in NaN.
        cells = np.empty(len(kept), dtype=object)
        if predictions is not None:
            values = predictions if column is None else predictions[column]
            cells[kept] = values.to_numpy(dtype=object)
        return pd.Series(cells)

    if isinstance(kind, StructType):
        return pd.DataFrame({name: spread(name) for name in kind.names})
    return spread(None)
