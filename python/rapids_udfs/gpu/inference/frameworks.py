# SPDX-License-Identifier: Apache-2.0

"""Adapters that turn the result of ``load`` into a function of NumPy arrays on a device."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from rapids_udfs.errors import ModelError
from rapids_udfs.gpu.casts import cast
from rapids_udfs.gpu.inference.inputs import MisfitError
from rapids_udfs.gpu.worker_device import Device, UseGpu, missing, without_library

Framework = Literal["onnx"]
"""``onnx``: an ``InferenceSession``, or the path or bytes of a model."""

_CUDA = "CUDAExecutionProvider"


class Model(NamedTuple):
    """A model ready to predict."""

    call: Callable[..., Any]
    """Takes NumPy arrays, rows first; returns the model's output."""
    least: int
    """The least number of inputs."""
    most: int | None
    """The greatest number of inputs; None if unlimited."""
    device: Device

    def inputs(self, columns: int) -> int:
        """Return the number of inputs that it takes from this many columns."""
        fits = self.least <= columns and (self.most is None or columns <= self.most)
        return columns if fits else max(1, self.least)


def adapt(
    loaded: Any, framework: Framework | None, where: Device, use_gpu: UseGpu, name: str
) -> Model:
    """Return the model for a result of ``load``; an ONNX model is put on the device."""
    onnxruntime = sys.modules.get("onnxruntime")
    is_session = onnxruntime is not None and isinstance(loaded, onnxruntime.InferenceSession)
    if is_session or (framework == "onnx" and isinstance(loaded, (str, Path, bytes))):
        return _onnx(loaded, where, use_gpu, name)
    predict = loaded if callable(loaded) else getattr(loaded, "predict", None)
    if not callable(predict):
        raise ModelError(
            name,
            f"load returned {type(loaded).__name__}: {loaded!r:.80}; it returns a predict "
            "function, an object with a method predict, or with framework='onnx' an ONNX model",
        )
    return Model(predict, *positional_arguments(predict), where)


def _onnx(model: Any, where: Device, use_gpu: UseGpu, name: str) -> Model:
    try:
        import onnxruntime
    except ModuleNotFoundError as e:
        raise ModelError(name, str(missing("ONNX models", e, "inference"))) from e

    def usable(where: Device, providers: list[str], library: str) -> Device:
        lacks_gpu = where.is_gpu and _CUDA not in providers
        return without_library(where, library, use_gpu) if lacks_gpu else where

    if isinstance(model, (str, Path, bytes)):
        library = "onnxruntime-gpu (onnxruntime is for CPUs)"
        where = usable(where, onnxruntime.get_available_providers(), library)
        options = onnxruntime.SessionOptions()
        # Spark sets it to a task's cores; unlike other libraries, ONNX Runtime ignores it.
        options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS") or 0)
        model = onnxruntime.InferenceSession(
            model if isinstance(model, bytes) else str(model),
            options,
            providers=[*([_CUDA] if where.is_gpu else []), "CPUExecutionProvider"],
        )
    where = usable(where, model.get_providers(), "a session made with the CUDA provider")
    inputs = [(i.name, i.type.removeprefix("tensor(").rstrip(")")) for i in model.get_inputs()]
    names = [output.name for output in model.get_outputs()]

    def call(*arrays: Any) -> Any:
        pairs = zip(inputs, arrays, strict=True)
        outputs = model.run(None, {n: _as_type(array, kind, n) for (n, kind), array in pairs})
        return outputs[0] if len(outputs) == 1 else dict(zip(names, outputs, strict=True))

    return Model(call, len(inputs), len(inputs), where)


def _as_type(array: Any, kind: str, name: str) -> Any:
    """Convert an array to one of ONNX's types, without loss other than rounding."""
    try:
        dtype = np.dtype({"float": "float32", "string": "object"}.get(kind, kind))
    except TypeError:
        return array  # NumPy has no such type
    if dtype.kind == "O" or not array.size:
        return array.astype(dtype, copy=False)
    if array.dtype == object and not isinstance(array.flat[0], (str, bytes)):
        array = array.astype(np.float64)  # decimals
    expected = f"the model's input {name!r} is of {dtype}"
    if dtype.kind in "iu" and array.dtype.kind == "f":
        if np.isnan(array).any():
            raise MisfitError(
                f"{expected}, which has no NaN and no null: fill the column's nulls, or give null "
                "for such rows with on_nan='null'"
            )
        # Nulls have made them floats, which beyond 2**53 do not hold every whole number.
        if np.any(array != np.trunc(array)) or np.abs(array).max() > 2**53:
            raise MisfitError(
                f"{expected}; the column's {array.dtype} has values that are not whole numbers of "
                "it: cast the column"
            )
        array = array.astype(np.int64)
    try:
        return cast("the column", array, dtype, expected)
    except (TypeError, OverflowError) as e:
        raise MisfitError(str(e)) from None


def positional_arguments(function: Callable[..., Any]) -> tuple[int, int | None]:
    """Return the least and the greatest number of positional arguments; None if unlimited."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # Some functions in C have no signature.
        return 1, None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 1, None
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return sum(p.default is p.empty for p in positional), len(positional)
