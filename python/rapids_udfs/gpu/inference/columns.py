# SPDX-License-Identifier: Apache-2.0

"""The UDF of a model, made and checked on the driver."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, cast, get_args

import numpy as np

from rapids_udfs.gpu.device import UseGpu, check_use_gpu
from rapids_udfs.gpu.inference import outputs
from rapids_udfs.gpu.inference.frameworks import Framework
from rapids_udfs.gpu.inference.inputs import OnNan, Shapes
from rapids_udfs.gpu.inference.models import Source, current
from rapids_udfs.gpu.inference.work import Batch, Work
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.sql_types import parsed

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import DataType


def udf(
    load: Callable[..., Any],
    *,
    return_type: DataType | str,
    batch_size: int,
    input_tensor_shapes: Shapes = None,
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
        InferenceError: in the job: the model raised an error, its output does not fit, it cannot
            be loaded, or it does not fit the memory. There is a subclass for each.
        NoDeviceError: in the job, ``use_gpu=True`` without a usable GPU.
    """
    import pandas as pd
    from pyspark import cloudpickle
    from pyspark.ml.functions import predict_batch_udf
    from pyspark.sql.pandas.functions import pandas_udf

    _check(load, batch_size, input_tensor_shapes, framework, use_gpu, on_nan, keep_models)
    if name is not None and not isinstance(cast(object, name), str):
        raise ValueError(f"name={name!r}; it is a string, or None for that of load")
    kind = parsed(return_type, "inference.udf")
    outputs.check_return_type(kind)
    shapes = _plain(input_tensor_shapes)
    called = name or str(getattr(load, "__name__", type(load).__name__))
    try:
        pickled: bytes = cloudpickle.dumps(load)  # type: ignore[no-untyped-call]
    except Exception as e:
        raise ValueError(
            f"load, {called!r}, cannot be sent to the workers ({type(e).__name__}: {e}). Sessions, "
            "DataFrames, locks and connections stay here: make what it needs within it"
        ) from e
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
    return made


def _check(
    load: Callable[..., Any],
    batch_size: int,
    shapes: Shapes,
    framework: Framework | None,
    use_gpu: UseGpu,
    on_nan: OnNan,
    keep_models: int,
) -> None:
    if not callable(load):
        raise ValueError(
            f"load is {type(load).__name__}: {load!r:.80}; it is a function that gives the model, "
            "to be called in the workers"
        )
    for argument, number in (("batch_size", batch_size), ("keep_models", keep_models)):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{argument}={number!r}; it is a whole number of at least 1")
    if framework is not None and framework not in get_args(Framework):
        raise ValueError(f"framework={framework!r}; it is 'onnx' or None")
    check_use_gpu(use_gpu)
    if on_nan not in get_args(OnNan):
        raise ValueError(f"on_nan={on_nan!r}; it is 'pass', 'null' or 'raise'")
    if shapes is None:
        return
    if isinstance(cast(object, shapes), str) or not isinstance(shapes, (Mapping, Sequence)):
        raise ValueError(f"input_tensor_shapes={shapes!r}; it is a list of shapes or a dict")
    if isinstance(shapes, Mapping):
        places: list[object] = list(shapes)
        if not all(type(place) is int and place >= 0 for place in places):
            raise ValueError(
                f"input_tensor_shapes={shapes!r}; as a dict it has shapes by the columns' places, "
                "from 0 on"
            )
    for shape in shapes.values() if isinstance(shapes, Mapping) else shapes:
        if shape is not None and not _is_shape(shape):
            raise ValueError(
                f"input_tensor_shapes={shapes!r}; a shape is a list of whole numbers of at least "
                "1, without that of the rows, or None for a column of scalars"
            )


def _is_shape(found: object) -> bool:
    # NumPy's integers count too, also in an array.
    if isinstance(found, (str, bytes)) or not isinstance(found, Iterable):
        return False
    whole: tuple[Any, ...] = (int, np.integer)
    return all(isinstance(n, whole) and not isinstance(n, bool) and n > 0 for n in found)


def _plain(shapes: Shapes) -> Any:
    """The shapes as Spark takes them: lists, whatever sequences were given."""
    if isinstance(shapes, Mapping):
        # A column without a shape has scalars.
        given = {place: shape for place, shape in shapes.items() if shape is not None}
        return {place: list(map(int, shape)) for place, shape in given.items()}
    return None if shapes is None else [None if s is None else list(map(int, s)) for s in shapes]
