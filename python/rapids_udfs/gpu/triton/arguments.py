# SPDX-License-Identifier: Apache-2.0

"""Checks of the arguments of TritonServers, before a server starts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql.types import DataType

    from rapids_udfs.gpu.triton.tensors import Tensor

LAST_PORT: Final = 65535


def check_whole(what: str, number: object, least: int, most: int | None = None) -> None:
    """Raise ValueError if a value is not a whole number from ``least`` to ``most``."""
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    if not is_whole or number < least or (most is not None and number > most):  # type: ignore[operator]
        limit = f" and at most {most}" if most is not None else ""
        raise ValueError(f"{what}={number!r}; it is a whole number of at least {least}{limit}")


def check_seconds(what: str, number: object) -> None:
    """Raise ValueError if a value is not a positive number of seconds."""
    is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
    if not is_number or not 0 < number < math.inf:  # type: ignore[operator]
        raise ValueError(f"{what}={number!r}; it is a number of seconds above 0")


def check_text(what: str, text: object) -> None:
    """Raise ValueError if a value is neither None nor a string."""
    if text is not None and not (isinstance(text, str) and text):
        raise ValueError(f"{what}={text!r}; it is a string, or None")


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
