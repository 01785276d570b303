# SPDX-License-Identifier: Apache-2.0

"""The models that a worker process keeps, and predictions within the device's memory."""

from __future__ import annotations

import contextlib
import gc
import logging
import pickle
import sys
import traceback
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import GpuNotFoundError, ModelError
from rapids_udfs.gpu.inference import outputs
from rapids_udfs.gpu.inference.frameworks import Framework, Model, adapt, positional_arguments
from rapids_udfs.gpu.inference.inputs import MisfitError
from rapids_udfs.gpu.worker_device import UseGpu, device

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

_log = logging.getLogger("rapids_udfs.gpu")

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
    load: bytes
    """The function that loads it, pickled: unpickled only when it is called."""
    framework: Framework | None
    use_gpu: UseGpu
    keep: int
    """The number of models that a worker keeps, this one included."""


class Predictor:
    """A loaded model, which learns how many rows fit the device."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._fitting: int | None = None

    def predict(self, arrays: tuple[Any, ...], kind: DataType, source: Source) -> Any:
        """Predict a batch, in pieces if the whole is too large for the device."""
        rows = len(arrays[0])
        pieces: list[Any] = []
        start = 0
        while start < rows:
            end = min(start + (self._fitting or rows), rows)
            piece = self._predict_piece([a[start:end] for a in arrays], kind, source.name)
            if piece is not None:
                pieces.append(piece)
                start = end
                continue
            # Not in the except block, whose traceback keeps the tensors alive.
            self._fitting = (end - start) // 2
            _log.warning(
                "model %r: a batch of %d rows does not fit the memory of the %s; the worker "
                "continues with %d. A smaller batch_size saves the attempts",
                source.name, end - start, self.model.device, self._fitting,
            )  # fmt: skip
            _free_others(source.key)
        return outputs.join(pieces)

    def _predict_piece(self, arrays: list[Any], kind: DataType, name: str) -> Any | None:
        """Return the predictions; None if the device's memory did not suffice for them."""
        rows = len(arrays[0])
        shapes = ", ".join(f"{array.dtype} {list(array.shape)}" for array in arrays)
        context = f"(a batch of {rows} rows, inputs {shapes}, on the {self.model.device})"
        try:
            return outputs.convert(self.model.call(*arrays), rows, kind)
        except MisfitError as e:
            raise ModelError(name, f"{e} {context}") from None
        except (Exception, SystemExit) as e:
            # SystemExit too: a worker that exits gives Spark no reason.
            what = f"raised {type(e).__name__} {context}: {e}\n{_trace(e)}"
            if is_out_of_memory(e):
                if rows > 1:
                    return None
                what = f"one row does not fit the device's memory {context}: {e}"
            raise ModelError(name, what) from e


_models: OrderedDict[str, Predictor] = OrderedDict()


def predictor(source: Source) -> tuple[Predictor, bool]:
    """Return the model in this worker, and whether it was loaded only now."""
    is_new = source.key not in _models
    if is_new:
        while len(_models) >= source.keep:
            _models.popitem(last=False)
            free()
        _models[source.key] = Predictor(_load(source))
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
    except (Exception, SystemExit) as e:
        if is_out_of_memory(e):
            if not retry:
                what = f"it does not fit the memory of the {where}: {e}"
                raise ModelError(source.name, what) from e
        elif isinstance(e, (ModelError, GpuNotFoundError)):
            raise
        elif isinstance(e, ModuleNotFoundError):
            what = (
                f"load needs the module {e.name!r}, which the worker's Python lacks. Install its "
                f"package there, on each node: {sys.executable} -m pip install …"
            )
            raise ModelError(source.name, what) from e
        else:
            what = f"load raised {type(e).__name__} on the {where}: {e}\n{_trace(e)}"
            raise ModelError(source.name, what) from e
    # Not in the except block, whose traceback keeps the tensors alive.
    _free_others(source.key)
    return _load(source, retry=False)


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
