# SPDX-License-Identifier: Apache-2.0

"""The models that a worker process keeps, and predictions within the device's memory."""

from __future__ import annotations

import contextlib
import gc
import inspect
import logging
import os
import pickle
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from rapids_udfs.errors import GpuNotFoundError, ModelError
from rapids_udfs.gpu.inference import tensors
from rapids_udfs.gpu.inference.tensors import MisfitError
from rapids_udfs.gpu.worker_device import Device, UseGpu, device, missing, without_library

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

Framework = Literal["onnx"]
"""``onnx``: an ``InferenceSession``, or the path or bytes of a model."""

_log = logging.getLogger("rapids_udfs.gpu")

_CUDA = "CUDAExecutionProvider"
# Python's, PyTorch's torch.OutOfMemoryError, CuPy's and TensorFlow's.
_CLASSES = {"MemoryError", "OutOfMemoryError", "ResourceExhaustedError"}
# Errors known only by their message: of CUDA, cuBLAS and cuDNN from any library; of PyTorch's
# and ONNX Runtime's allocators.
_TEXTS = (
    "out of memory",
    "ALLOC_FAILED",
    "can't allocate memory",
    "Failed to allocate memory",
    "bad_alloc",
    "bad allocation",
)


class Source(NamedTuple):
    """The source of a model; equal keys mean the same model."""

    name: str
    key: str
    load: bytes  # the function that loads it, pickled
    framework: Framework | None
    use_gpu: UseGpu
    keep: int  # the number of models that a worker keeps, this one included


@dataclass
class Model:
    """A model ready to predict, which learns how many rows fit the device."""

    call: Callable[..., Any]  # takes NumPy arrays, rows first; returns the model's output
    least: int  # of its inputs
    most: int | None  # of its inputs; None if unlimited
    device: Device
    fitting: int | None = None  # rows at once, after a batch did not fit the device's memory

    def inputs(self, columns: int) -> int:
        """Return the number of inputs that it takes from this many columns."""
        fits = self.least <= columns and (self.most is None or columns <= self.most)
        return columns if fits else max(1, self.least)

    def predict(self, arrays: list[Any], kind: DataType, source: Source) -> Any:
        """Predict a batch, in pieces if the whole is too large for the device."""
        rows = len(arrays[0])
        pieces: list[Any] = []
        start = 0
        while start < rows:
            end = min(start + (self.fitting or rows), rows)
            piece = self._predict_piece([a[start:end] for a in arrays], kind, source.name)
            if piece is not None:
                pieces.append(piece)
                start = end
                continue
            # Not in the except block, whose traceback keeps the tensors alive.
            self.fitting = (end - start) // 2
            _log.warning(
                "model %r: a batch of %d rows does not fit the memory of the %s; the worker "
                "continues with %d. A smaller batch_size saves the attempts",
                source.name, end - start, self.device, self.fitting,
            )  # fmt: skip
            _free_others(source.key)
        return tensors.join(pieces)

    def _predict_piece(self, arrays: list[Any], kind: DataType, name: str) -> Any | None:
        """Return the predictions; None if the device's memory did not suffice for them."""
        rows = len(arrays[0])
        shapes = ", ".join(f"{array.dtype} {list(array.shape)}" for array in arrays)
        context = f"(a batch of {rows} rows, inputs {shapes}, on the {self.device})"
        try:
            return tensors.predictions(self.call(*arrays), rows, kind)
        except MisfitError as e:
            raise ModelError(name, f"{e} {context}") from None
        except (Exception, SystemExit) as e:
            # SystemExit too: a worker that exits gives Spark no reason.
            if not is_out_of_memory(e):
                what = f"raised {type(e).__name__} {context}: {e}\n{_trace(e)}"
                raise ModelError(name, what) from e
            if rows == 1:
                what = f"one row does not fit the device's memory {context}: {e}"
                raise ModelError(name, what) from e
            return None


_models: OrderedDict[str, Model] = OrderedDict()


def model_of(source: Source) -> tuple[Model, bool]:
    """Return the model in this worker, and whether it was loaded only now."""
    is_new = source.key not in _models
    if is_new:
        while len(_models) >= source.keep:
            _models.popitem(last=False)
            free()
        _models[source.key] = _load(source)
    _models.move_to_end(source.key)
    return _models[source.key], is_new


def _load(source: Source, *, retry: bool = True) -> Model:
    """Load a model; once more without other queries' models if they leave it too little memory."""
    where = device(source.use_gpu)
    try:
        load = pickle.loads(source.load)  # as Spark does with a UDF
        least, most = positional_arguments(load)
        loaded = load(where) if least == 1 and most is not None else load()
        return adapt(loaded, source.framework, where, source.use_gpu, source.name)
    except (ModelError, GpuNotFoundError):
        raise
    except ModuleNotFoundError as e:
        what = (
            f"load needs the module {e.name!r}, which the worker's Python lacks. Install its "
            f"package there, on each node: {sys.executable} -m pip install …"
        )
        raise ModelError(source.name, what) from e
    except (Exception, SystemExit) as e:
        if not is_out_of_memory(e):
            what = f"load raised {type(e).__name__} on the {where}: {e}\n{_trace(e)}"
            raise ModelError(source.name, what) from e
        if not retry:
            what = f"it does not fit the memory of the {where}: {e}"
            raise ModelError(source.name, what) from e
    # Not in the except block, whose traceback keeps the tensors alive.
    _free_others(source.key)
    return _load(source, retry=False)


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

    if isinstance(model, (str, Path, bytes)):
        if where.is_gpu and _CUDA not in onnxruntime.get_available_providers():
            library = "onnxruntime-gpu (onnxruntime is for CPUs)"
            where = without_library(where, library, use_gpu)
        options = onnxruntime.SessionOptions()
        # Spark sets it to a task's cores; unlike other libraries, ONNX Runtime ignores it.
        options.intra_op_num_threads = int(os.environ.get("OMP_NUM_THREADS") or 0)
        model = onnxruntime.InferenceSession(
            model if isinstance(model, bytes) else str(model),
            options,
            providers=[*([_CUDA] if where.is_gpu else []), "CPUExecutionProvider"],
        )
    if where.is_gpu and _CUDA not in model.get_providers():
        where = without_library(where, "a session with the CUDA provider", use_gpu)
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
        # Integers next to nulls are floats, which beyond 2**53 do not hold every whole number.
        if np.any(array != np.trunc(array)) or np.abs(array).max() > 2**53:
            raise MisfitError(
                f"{expected}; the column's {array.dtype} has values that are not whole numbers of "
                "it: cast the column"
            )
        array = array.astype(np.int64)
    return tensors.fitting("the column", array, dtype, expected)


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


def _trace(error: BaseException) -> str:
    """Return the end of the traceback, since Spark shows no causes."""
    below = error.__traceback__ and error.__traceback__.tb_next
    return "".join(traceback.format_exception(type(error), error, below, limit=-8)).rstrip()


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one in its chain, reports insufficient memory."""
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or link.__context__
    classes = {base.__name__ for link in chain for base in type(link).__mro__}
    return bool(classes & _CLASSES) or any(text in str(e) for e in chain for text in _TEXTS)


def _free_others(key: str) -> None:
    """Drop the models that other queries have left in this process, and free their memory."""
    for other in set(_models) - {key}:
        del _models[other]
    free()


def free() -> None:
    """Collect garbage, and release the memory that PyTorch's and CuPy's allocators keep."""
    gc.collect()
    # Only libraries that are already loaded can hold memory.
    torch, cupy = sys.modules.get("torch"), sys.modules.get("cupy")
    if torch is not None and torch.cuda.is_initialized():
        torch.cuda.empty_cache()
    if cupy is not None:
        # Without a usable GPU these raise, and then there is nothing to release.
        with contextlib.suppress(Exception):
            cupy.get_default_memory_pool().free_all_blocks()
            cupy.get_default_pinned_memory_pool().free_all_blocks()
