# SPDX-License-Identifier: Apache-2.0

"""A model's inputs and outputs: names, types and shapes of a row's tensors, and their bytes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.casts import fitted

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

_BITS = (8, 16, 32, 64)
KSERVE = {
    "bool": "BOOL",
    **{f"{kind}{bits}": f"{kind}{bits}".upper() for kind in ("int", "uint") for bits in _BITS},
    **{f"float{bits}": f"FP{bits}" for bits in _BITS[1:]},
    "str": "BYTES",
}
"""The types, and what the protocol calls them."""

Declared = Mapping[str, str | tuple[str, Sequence[int]]]
"""By name: a type, or a type and the shape of one row."""


class Tensor(NamedTuple):
    """One input or output of a model; () is the shape of a single value per row."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    @property
    def wire_shape(self) -> tuple[int, ...]:
        """The shape of a row for Triton, which knows no tensor without dimensions."""
        return self.shape or (1,)


def declared(what: str, tensors: Declared) -> tuple[Tensor, ...]:
    """The tensors of a declaration."""
    if not isinstance(tensors, Mapping):
        raise ValueError(
            f"{what}={tensors!r:.80}; it is a dict by the names, of a type or a type and a shape: "
            "{'x': ('float32', (4,))}"
        )
    if not tensors:
        raise ValueError(f"{what} is empty: a model has at least one")
    return tuple(_tensor(f"{what}[{name!r}]", name, of) for name, of in tensors.items())


def _tensor(what: str, name: str, of: str | tuple[str, Sequence[int]]) -> Tensor:
    match (of, ()) if isinstance(of, str) else of:
        case (str(dtype), tuple(shape) | list(shape)):
            pass
        case _:
            raise ValueError(
                f"{what} is {of!r:.80}; it is a type as a string, 'float32', or a type and a row's "
                "shape, ('float32', (4,))"
            )
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"{what}: a name is of letters, digits and underscores")
    if dtype not in KSERVE:
        raise ValueError(f"{what} is of type {dtype!r}; it is one of {', '.join(KSERVE)}")
    if not all(type(size) is int and size >= 1 for size in shape):
        raise ValueError(
            f"{what} is of shape {tuple(shape)}; sizes are whole numbers of at least 1"
        )
    return Tensor(name, dtype, tuple(shape))


def check_return_type(kind: DataType, outputs: Sequence[Tensor]) -> None:
    """Raise ValueError if Spark could not create the type of the outputs in the job."""
    from pyspark.sql.types import ArrayType, StructType

    told = f"return_type={kind.simpleString()!r}"
    names = [tensor.name for tensor in outputs]
    if isinstance(kind, StructType) != (len(outputs) > 1):
        wanted = "a struct with their names" if len(outputs) > 1 else "its type, or an array of it"
        raise ValueError(f"{told}, but the outputs are {', '.join(names)}: it is {wanted}")
    if isinstance(kind, StructType):
        unknown = [name for name in kind.names if name not in names]
        if unknown:
            raise ValueError(f"{told} has {unknown[0]!r}; the outputs are {', '.join(names)}")
    elif isinstance(kind, ArrayType) and not outputs[0].shape:
        raise ValueError(f"{told}, but the output {names[0]!r} is a single value for each row")


def encode(tensor: Tensor, values: Any, rows: int) -> bytes:
    """The bytes of a batch."""
    try:
        what = f"input {tensor.name!r}"
        values = fitted(what, values, tensor.dtype, (rows, *tensor.shape))
    except TypeError as e:
        hint = "Cast the column, and fill its nulls: whole numbers with nulls arrive as float64"
        raise TritonError(f"{e}. {hint}") from None
    except (ValueError, OverflowError) as e:
        raise TritonError(str(e)) from None
    if tensor.dtype == "str":
        return b"".join(_text(tensor.name, value) for value in values.ravel().tolist())
    data: bytes = values.astype(_little(tensor.dtype), copy=False).tobytes()
    return data


def decode(tensor: Tensor, data: bytes, shape: Sequence[int]) -> Any:
    """The batch in the bytes of a response."""
    import numpy as np

    shape = (shape[0], *tensor.shape)
    if tensor.dtype != "str":
        return np.frombuffer(data, dtype=_little(tensor.dtype)).reshape(shape).copy()
    texts, at = [], 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "little")
        texts.append(data[at + 4 : end].decode())
        at = end
    found = np.empty(len(texts), dtype=object)
    found[:] = texts
    return found.reshape(shape)


def _little(dtype: str) -> Any:
    import numpy as np

    return np.dtype(dtype).newbyteorder("<")


def _text(name: str, value: object) -> bytes:
    if not isinstance(value, str):
        raise TritonError(
            f"input {name!r} has {value!r} where a text was declared. Fill the column's nulls"
        )
    data = value.encode()
    return len(data).to_bytes(4, "little") + data
