# SPDX-License-Identifier: Apache-2.0

"""Out of memory: the errors of each library, and the release of memory."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator

# PyTorch's torch.OutOfMemoryError, CuPy's (a MemoryError too) and TensorFlow's.
_CLASSES = {"OutOfMemoryError", "ResourceExhaustedError"}
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


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one in its chain, reports insufficient memory."""
    return any(_says_so(each) for each in _with_causes(error))


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


def _says_so(error: BaseException) -> bool:
    if isinstance(error, MemoryError):
        return True
    if _CLASSES.intersection(kind.__name__ for kind in type(error).__mro__):
        return True
    text = str(error)
    return any(each in text for each in _TEXTS)


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        yield each
        each = each.__cause__ or each.__context__
