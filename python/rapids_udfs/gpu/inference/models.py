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
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.errors import GpuNotFoundError, ModelError
from rapids_udfs.gpu.inference import outputs
from rapids_udfs.gpu.inference.frameworks import Framework, Model, adapt, inputs_of, require
from rapids_udfs.gpu.inference.inputs import WrongInputError
from rapids_udfs.gpu.worker_device import Device, UseGpu, device

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


@dataclass(frozen=True)
class Source:
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
    """A loaded model. It learns how many rows fit the device."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._fits: int | None = None

    def predict(self, arrays: tuple[Any, ...], kind: DataType, source: Source) -> Any:
        """Predict a batch, in pieces if the whole is too large for the device."""
        rows = len(arrays[0])
        step = min(rows, self._fits or rows)
        pieces = []
        start = 0
        while start < rows:
            piece = tuple(array[start : start + step] for array in arrays)
            found = self._tried(piece, kind, source.name)
            if found is None:
                # Not in the except block, whose traceback keeps the tensors alive.
                step = self._halve(len(piece[0]), source)
                continue
            pieces.append(found)
            start += step
        return pieces[0] if len(pieces) == 1 else outputs.joined(pieces)

    def _tried(self, arrays: tuple[Any, ...], kind: DataType, name: str) -> Any | None:
        """The predictions; None if the device's memory did not suffice for them."""
        rows = len(arrays[0])
        shapes = ", ".join(f"{array.dtype} {list(array.shape)}" for array in arrays)
        at = f"(a batch of {rows} rows, inputs {shapes}, on the {self.model.device})"
        try:
            return outputs.checked(self.model.call(*arrays), rows, kind)
        except WrongInputError as e:
            raise ModelError(name, f"{e} {at}") from None
        except outputs.WrongOutputError as e:
            raise ModelError(name, f"{e} {at}") from None
        except (Exception, SystemExit) as e:
            # SystemExit too: a worker that exits gives Spark no reason.
            if not is_out_of_memory(e):
                what = f"raised {type(e).__name__} {at}: {e}\n{_trace(e)}"
                raise ModelError(name, what) from e
            if rows == 1:
                what = f"one row does not fit the device's memory {at}: {e}"
                raise ModelError(name, what) from e
            return None

    def _halve(self, rows: int, source: Source) -> int:
        self._fits = rows // 2
        _log.warning(
            "model %r: a batch of %d rows does not fit the memory of the %s; the worker continues "
            "with %d. A smaller batch_size saves the attempts",
            source.name, rows, self.model.device, self._fits,
        )  # fmt: skip
        free_others(source.key)
        return self._fits


running: list[Callable[[Any], Any]] = []
"""The predict function of the batch at hand: a worker process runs one such UDF at a time."""


def current() -> Callable[[Any], Any]:
    """The predict function that Spark calls in a worker with the rows' places; it returns rows.

    Spark keeps it longer than a model may live, so it refers to one only during a batch.
    """

    def predict(places: Any) -> Any:
        if not running:
            raise RuntimeError("called outside a batch")
        return running[-1](places)

    return predict


_models: OrderedDict[str, Predictor] = OrderedDict()


def predictor(source: Source) -> tuple[Predictor, bool]:
    """The model in this worker, and whether it was loaded only now."""
    loaded = source.key not in _models
    if loaded:
        while len(_models) >= source.keep:
            _models.popitem(last=False)
            free()
        _models[source.key] = Predictor(_load(source))
    _models.move_to_end(source.key)
    return _models[source.key], loaded


def free_others(key: str) -> None:
    """Drop the models that other queries have left in this process, and free what memory can be."""
    for other in [each for each in _models if each != key]:
        del _models[other]
    free()


def _load(source: Source) -> Model:
    where = device(source.use_gpu)
    require(source.framework, source.name)
    for attempt in range(2):
        try:
            return _loaded(source, where)
        except Exception as e:
            if not is_out_of_memory(e):
                raise
            if attempt:
                what = f"it does not fit the memory of the {where}: {e}"
                raise ModelError(source.name, what) from e
        # The models of other queries may take the memory that it needs.
        free_others(source.key)
    raise AssertionError("unreachable")


def _loaded(source: Source, where: Device) -> Model:
    try:
        load = pickle.loads(source.load)  # as Spark does with a UDF
        least, most = inputs_of(load)
        made = load(where) if least == 1 and most is not None else load()
        return adapt(made, source.framework, where, source.use_gpu, source.name)
    except (ModelError, GpuNotFoundError):
        raise
    except ModuleNotFoundError as e:
        what = (
            f"load needs the module {e.name!r}, which the worker's Python lacks. Install its "
            f"package there, on each node: {sys.executable} -m pip install …"
        )
        raise ModelError(source.name, what) from e
    except (Exception, SystemExit) as e:
        what = f"load raised {type(e).__name__} on the {where}: {e}\n{_trace(e)}"
        raise ModelError(source.name, what) from e


def _trace(error: BaseException) -> str:
    """The traceback as text, since Spark shows no causes."""
    below = error.__traceback__ and error.__traceback__.tb_next
    return "".join(traceback.format_exception(type(error), error, below, limit=-8)).rstrip()


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one in its chain, reports insufficient memory."""
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        text, kinds = str(each), {kind.__name__ for kind in type(each).__mro__}
        if not kinds.isdisjoint(_CLASSES) or any(words in text for words in _TEXTS):
            return True
        each = each.__cause__ or each.__context__
    return False


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
