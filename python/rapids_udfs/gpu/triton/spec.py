# SPDX-License-Identifier: Apache-2.0

"""A model's declaration, and everything that starts it on a node."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

    from rapids_udfs.gpu.worker_device import UseGpu

KSERVE = {
    "bool": "BOOL",
    **{
        f"{kind}{bits}": f"{kind}{bits}".upper()
        for kind in ("int", "uint")
        for bits in (8, 16, 32, 64)
    },
    **{f"float{bits}": f"FP{bits}" for bits in (16, 32, 64)},
    "str": "BYTES",
}
"""The protocol's name of each type."""

Declared = Mapping[str, str | tuple[str, Sequence[int]]]
"""By name: a type, or a type and the shape of one row."""


class Tensor(NamedTuple):
    """One input or output of a model; the shape is of one row, () for a single value."""

    name: str
    dtype: str
    shape: tuple[int, ...]


class Spec(NamedTuple):
    """Everything that a node needs to start a server, except for its files."""

    id: str
    name: str
    inputs: tuple[Tensor, ...]
    outputs: tuple[Tensor, ...]
    max_batch_size: int
    queue_delay_us: int
    python: str | None
    requirements: tuple[str, ...]
    port: int | None
    start_timeout: float
    request_timeout: float
    use_gpu: UseGpu
    driver: tuple[str, int, str] = ("", 0, "")  # host, port and secret of its ``Leases``


def declared(argument: str, tensors: Declared) -> tuple[Tensor, ...]:
    """The tensors of a declaration; ValueError if it is not valid."""
    if not isinstance(tensors, Mapping):
        raise ValueError(
            f"{argument}={tensors!r:.80}; it is a dict by the names, of a type or a type and a "
            "shape: {'x': ('float32', (4,))}"
        )
    if not tensors:
        raise ValueError(f"{argument} is empty: a model has at least one")
    return tuple(_tensor(f"{argument}[{name!r}]", name, tensors[name]) for name in tensors)


def _tensor(item: str, name: object, declaration: object) -> Tensor:
    match (declaration, ()) if isinstance(declaration, str) else declaration:
        case (str(dtype), tuple(sizes) | list(sizes)):
            shape = tuple(sizes)
        case _:
            raise ValueError(
                f"{item} is {declaration!r:.80}; it is a type as a string, 'float32', or a type "
                "and a row's shape, ('float32', (4,))"
            )
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"{item}: a name consists of letters, digits and underscores")
    if dtype not in KSERVE:
        raise ValueError(f"{item} is of type {dtype!r}; it is one of {', '.join(KSERVE)}")
    if not all(type(size) is int and size >= 1 for size in shape):
        raise ValueError(f"{item} is of shape {shape}; sizes are whole numbers of at least 1")
    return Tensor(name, dtype, shape)


def check_return_type(kind: DataType, outputs: Sequence[Tensor]) -> None:
    """Raise ValueError if the outputs cannot be of a UDF's return type."""
    from pyspark.sql.types import ArrayType, StructType

    argument = f"return_type={kind.simpleString()!r}"
    names = [tensor.name for tensor in outputs]
    several, listed = len(outputs) > 1, ", ".join(names)
    if isinstance(kind, StructType) != several:
        required = "a struct with their names" if several else "its type, or an array of it"
        raise ValueError(f"{argument}, but the outputs are {listed}: it is {required}")
    if isinstance(kind, StructType):
        for name in kind.names:
            if name not in names:
                raise ValueError(f"{argument} has {name!r}; the outputs are {listed}")
    elif isinstance(kind, ArrayType) and not outputs[0].shape:
        raise ValueError(f"{argument}, but the output {listed!r} is a single value for each row")
