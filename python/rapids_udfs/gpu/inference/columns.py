# SPDX-License-Identifier: Apache-2.0

"""The UDF of a model, made and checked on the driver."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union, cast, get_args

import numpy as np

from rapids_udfs.errors import ModelError
from rapids_udfs.gpu.arguments import check_choice, check_whole, packed
from rapids_udfs.gpu.inference import inputs, outputs
from rapids_udfs.gpu.inference.frameworks import Framework
from rapids_udfs.gpu.inference.inputs import OnNan
from rapids_udfs.gpu.inference.models import Source, current, predictor, running
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.sql_types import parsed
from rapids_udfs.gpu.worker_device import UseGpu, check_use_gpu

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import DataType

Batch = Any
"""A pandas Series, a tuple of them, or the DataFrame of a struct."""


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
    """The UDF of a model, on Spark's ``predict_batch_udf``.

    A worker process calls ``load`` once, however many tasks, queries and UDF objects use it: the
    same function with the same values in it is the same model. A batch that is too large for the
    device's memory is halved, and later batches are split into pieces of that size.

    A row whose array, string or bytes are null gives null (a struct of nulls), without the model. A
    null number, and a null in an array of numbers, is NaN, since pandas has nothing else. An empty
    partition loads nothing.

    Args:
        load: returns a predict function (of one NumPy array for each input, rows first; it may
            return tensors), an object with a method ``predict``, or an ONNX model. If it has a
            parameter, that is the ``Device``. It runs in the workers: import heavy libraries
            in it.
        return_type: the type of a prediction: a number or ``string``, an array of them, or a struct
            of both, as a type or in SQL (``array<float>``), which needs a running session.
        batch_size: rows per call of the model, at most those of an Arrow batch
            (``spark.sql.execution.arrow.maxRecordsPerBatch``, 10,000).
        input_tensor_shapes: a tensor's shape for each column, None for a column of scalars; or a
            dict by the columns' places. Cells are arrays (flat, or nested: they are flattened), or
            bytes, which are values of uint8.
        framework: ``onnx`` if ``load`` returns the path or the bytes of a model.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.
        on_nan: the treatment of a row with NaN in its numbers or tensors: ``pass`` hands it to the
            model, ``null`` gives null, ``raise`` ends the job with an error that names the row.
        keep_models: how many models a worker keeps; the least recently used one is dropped first.
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
    import pandas as pd
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
    outputs.check_return_type(kind)
    pickled = packed("load", load, "workers")
    called = name or str(getattr(load, "__name__", type(load).__name__))
    key = hashlib.sha256(pickled + repr((framework, use_gpu)).encode()).hexdigest()
    source = Source(called, key, pickled, framework, use_gpu, keep_models)
    by_spark = predict_batch_udf(current, return_type=kind, batch_size=batch_size).func
    meter = Meter("inference", called)
    work = Work(source, kind, by_spark, shapes, batch_size, on_nan, meter)

    def predict(data: Iterator[Batch]) -> Iterator[Batch]:
        return work.predictions(data)

    predict.__name__ = predict.__qualname__ = called
    # Spark infers the sort of UDF from annotations that are classes, not strings.
    either = Union[pd.Series, pd.DataFrame]  # noqa: UP007 (Spark 3.5 does not know the other)
    predict.__annotations__ = {"data": Iterator[either], "return": Iterator[pd.DataFrame]}
    made: Callable[..., Column] = cast(Any, pandas_udf)(predict, kind)

    @functools.wraps(made)
    def call(*columns: Any) -> Column:
        if not columns:
            raise TypeError(f"{called} was called without a column: give one for each input")
        return made(*columns)

    return call


def _shapes(given: Any) -> inputs.Shapes:
    """The shapes by the places of the columns that have one; None if there are none at all."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, (Mapping, Sequence)):
        raise ValueError(f"input_tensor_shapes={given!r}; it is a list of shapes or a dict")
    by_place = given if isinstance(given, Mapping) else dict(enumerate(given))
    if not all(type(place) is int and place >= 0 for place in by_place):
        raise ValueError(
            f"input_tensor_shapes={given!r}; as a dict it has shapes by the columns' places, from "
            "0 on"
        )
    whole_types: Any = (int, np.integer)
    for shape in by_place.values():
        sizes = shape if isinstance(shape, (Sequence, np.ndarray)) else [shape]
        whole = all(isinstance(n, whole_types) and type(n) is not bool and n > 0 for n in sizes)
        if shape is not None and (sizes is not shape or not whole):
            raise ValueError(
                f"input_tensor_shapes={given!r}; a shape is a list of whole numbers of at least 1, "
                "without that of the rows, or None for a column of scalars"
            )
    # The empty shape is Spark's other notation for scalars.
    shapes = {place: list(map(int, of)) for place, of in by_place.items() if of is not None}
    return {place: shape for place, shape in shapes.items() if shape}


@dataclass(frozen=True)
class Work:
    """A model with the settings of its inputs and predictions; it is sent to the workers."""

    source: Source
    kind: DataType
    by_spark: Callable[[Iterator[Batch]], Iterator[Batch]]
    """The body of ``predict_batch_udf``: splits the rows, and makes columns of the predictions."""
    shapes: inputs.Shapes
    batch_size: int
    on_nan: OnNan
    meter: Meter

    def predictions(self, data: Iterator[Batch]) -> Iterator[Batch]:
        """The predictions for each of Spark's batches, in pieces."""
        for batch in data:
            if isinstance(batch, tuple) and not batch:
                raise ModelError(self.source.name, "it was given no column")
            for first, part in inputs.in_parts(batch, self.shapes, self.batch_size):
                yield from self._of_part(part, first)

    def _of_part(self, part: Batch, first: int) -> Iterator[Batch]:
        import pandas as pd

        try:
            rows = inputs.prepare(part, self.shapes, self.on_nan, first)
            if not rows.size:
                yield _with_nulls([], rows.kept, self.kind)
                return
            model, loaded = predictor(self.source)
            where = model.model.device
            if loaded:
                self.meter.add(where, loads=1)
            arrays = rows.inputs(model.model.inputs(len(rows.arrays)), self.shapes)
        except inputs.WrongInputError as e:
            raise ModelError(self.source.name, str(e)) from None

        def predict(places: Any) -> Any:
            of = slice(int(places[0]), int(places[-1]) + 1)
            with self.meter.batch(where, len(places)):
                return model.predict(tuple(array[of] for array in arrays), self.kind, self.source)

        running.append(predict)
        # A DataFrame already, so that Spark need not make one.
        places = iter([pd.DataFrame(np.arange(rows.size)[:, None])])
        try:
            if rows.kept.all():
                yield from self.by_spark(places)
            else:
                yield _with_nulls(list(self.by_spark(places)), rows.kept, self.kind)
        finally:
            running.clear()


def _with_nulls(pieces: list[Batch], kept: Any, kind: DataType) -> Batch:
    """The predictions for the rows that were kept, and null for the others."""
    import pandas as pd
    from pyspark.sql.types import StructType

    def spread(column: Any) -> Any:
        # None explicitly, since pandas would fill in NaN.
        cells = np.empty(len(kept), dtype=object)
        if column is not None:
            cells[kept] = column.to_numpy(dtype=object)
        return pd.Series(cells)

    found = pd.concat(pieces, ignore_index=True) if pieces else None
    if not isinstance(kind, StructType):
        return spread(found)
    return pd.DataFrame({n: spread(None if found is None else found[n]) for n in kind.names})
