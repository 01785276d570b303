# SPDX-License-Identifier: Apache-2.0

"""Adapters that turn the result of ``load`` into a function of NumPy arrays on a device."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from rapids_udfs.errors import ModelError
from rapids_udfs.gpu.inference.inputs import as_type
from rapids_udfs.gpu.worker_device import Device, UseGpu, without_library

Framework = Literal["onnx"]
"""``onnx``: an ``InferenceSession``, or the path or bytes of a model."""

_CUDA = "CUDAExecutionProvider"
_ONNX_NAMES = {"float": "float32", "double": "float64", "string": "object"}
"""The types whose names are not NumPy's."""


class Model(NamedTuple):
    """A model ready to predict."""

    call: Callable[..., Any]
    """Takes NumPy arrays with the rows first; returns the model's output."""
    least: int
    """The least number of inputs."""
    most: int | None
    """The greatest number of inputs; None if unlimited."""
    device: Device
    """The device that it runs on."""

    def inputs(self, columns: int) -> int:
        """The number of inputs that it takes from this many columns."""
        fits = self.least <= columns and (self.most is None or columns <= self.most)
        return columns if fits else max(1, self.least)


def require(framework: Framework | None, name: str) -> None:
    """Raise ModelError if the worker lacks the framework's library."""
    if framework == "onnx" and find_spec("onnxruntime") is None:
        raise ModelError(
            name,
            "the worker's Python has no onnxruntime. Install it there, on each node: "
            f"{sys.executable} -m pip install onnxruntime",
        )


def adapt(
    made: Any, framework: Framework | None, where: Device, use_gpu: UseGpu, name: str
) -> Model:
    """The model that ``load`` returned; an ONNX model is put on the device."""
    # Recognise a session by its class's name, without importing ONNX Runtime.
    classes = {
        f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(made).__mro__
    }
    is_model = framework == "onnx" and isinstance(made, (str, Path, bytes))
    if is_model or "onnxruntime.InferenceSession" in classes:
        return _onnx(made, where, use_gpu)
    predict = made if callable(made) else getattr(made, "predict", None)
    if not callable(predict):
        raise ModelError(
            name,
            f"load gave {type(made).__name__}: {made!r:.80}; it gives a predict function, an "
            "object with a method predict, or with framework='onnx' an ONNX model",
        )
    return Model(predict, *inputs_of(predict), where)


def _onnx(model: Any, where: Device, use_gpu: UseGpu) -> Model:
    import onnxruntime

    def checked(where: Device, providers: list[str], library: str) -> Device:
        usable = not where.is_gpu or _CUDA in providers
        return where if usable else without_library(where, library, use_gpu)

    if isinstance(model, (str, Path, bytes)):
        library = "onnxruntime-gpu (onnxruntime is for CPUs)"
        where = checked(where, onnxruntime.get_available_providers(), library)
        options = onnxruntime.SessionOptions()
        # Spark sets it to a task's cores; unlike other libraries, ONNX Runtime ignores it.
        options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS") or 0)
        model = onnxruntime.InferenceSession(
            model if isinstance(model, bytes) else str(model),
            options,
            providers=[*([_CUDA] if where.is_gpu else []), "CPUExecutionProvider"],
        )
    where = checked(where, model.get_providers(), "a session made with the CUDA provider")
    wanted = [(each.name, _numpy_type(each.type)) for each in model.get_inputs()]
    names = [each.name for each in model.get_outputs()]

    def call(*arrays: Any) -> Any:
        given = {
            name: array if dtype is None else as_type(array, dtype, name)
            for (name, dtype), array in zip(wanted, arrays, strict=True)
        }
        found = model.run(None, given)
        return found[0] if len(found) == 1 else dict(zip(names, found, strict=True))

    return Model(call, len(wanted), len(wanted), where)


def _numpy_type(kind: str) -> Any | None:
    """NumPy's type for one of ONNX, ``tensor(int64)``; None if it has none."""
    name = kind.removeprefix("tensor(").removesuffix(")")
    try:
        return np.dtype(_ONNX_NAMES.get(name, name))
    except TypeError:
        return None


def inputs_of(function: Callable[..., Any]) -> tuple[int, int | None]:
    """The least and the greatest number of positional arguments; None if unlimited."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # Some functions in C have no signature.
        return 1, None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 1, None
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p for p in placed if p.default is p.empty]
    return len(required), len(placed)
