# SPDX-License-Identifier: Apache-2.0

"""Checks a model's output, and converts it to what ``predict_batch_udf`` takes.

Return types are those of ``predict_batch_udf``: numbers and strings, arrays of them, and structs of
both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pyspark.sql.types import ArrayType, DataType, StructType

from rapids_udfs.gpu.casts import cast
from rapids_udfs.gpu.inference.inputs import MisfitError
from rapids_udfs.gpu.arguments import NUMBERS
from rapids_udfs.gpu.worker_device import to_numpy

_SCALARS = (*NUMBERS, "string")


def check_return_type(kind: DataType) -> None:
    """Raise ValueError for a type that ``predict_batch_udf`` cannot return."""
    types = [field.dataType for field in kind.fields] if isinstance(kind, StructType) else [kind]
    if not types:
        raise ValueError("return_type is a struct without fields")
    if any(_scalar(each) not in _SCALARS for each in types):
        raise ValueError(
            f"return_type={kind.simpleString()!r}; it is one of {', '.join(_SCALARS)}, an array of "
            "one of them, or a struct of such fields"
        )


def convert(output: Any, rows: int, kind: DataType) -> Any:
    """Return a batch's predictions: an array, or for a struct a dict of arrays or a list of dicts.

    Extra fields of a dict are left out. If it has several and the type is one value, ``logits`` is
    taken. MisfitError for an output that does not fit the type or the number of rows.
    """
    if isinstance(kind, StructType):
        return _struct(output, rows, kind)
    if isinstance(output, Mapping):
        if len(output) > 1 and "logits" not in output:
            raise MisfitError(
                f"its output {_fields(output)}, but return_type={kind.simpleString()!r} is one "
                "value: use a struct of them, or pick one in a predict function"
            )
        output = output["logits"] if "logits" in output else next(iter(output.values()), None)
    return _column("its output", output, rows, kind)


def join(pieces: list[Any]) -> Any:
    """Join the converted predictions of a batch's pieces."""
    if len(pieces) == 1:
        return pieces[0]
    if isinstance(pieces[0], dict):
        return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    if isinstance(pieces[0], list):
        return [row for piece in pieces for row in piece]
    return np.concatenate(pieces)


def _struct(output: Any, rows: int, kind: StructType) -> Any:
    names = kind.names
    if isinstance(output, list) and output and all(isinstance(row, Mapping) for row in output):
        if len(output) != rows:
            raise MisfitError(f"its output is {len(output)} dicts for {rows} rows")
        return [_pick(row, names) for row in output]
    if isinstance(output, (tuple, list)) and len(output) == len(names):
        output = dict(zip(names, output, strict=True))
    if not isinstance(output, Mapping):
        raise MisfitError(
            f"its output is {_describe(output)}, but return_type={kind.simpleString()!r} takes a "
            "dict of arrays, a tuple of them in field order, or a list with one dict per row"
        )
    picked = _pick(output, names)
    return {f.name: _column(f"its {f.name!r}", picked[f.name], rows, f.dataType) for f in kind}


def _pick(fields: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    missing = [name for name in names if name not in fields]
    if missing:
        raise MisfitError(f"its output {_fields(fields)}, but no {', '.join(missing)}")
    return {name: fields[name] for name in names}


def _column(subject: str, output: Any, rows: int, kind: DataType) -> Any:
    output = to_numpy(output)
    if isinstance(output, (tuple, list)) and any(np.ndim(to_numpy(each)) for each in output):
        raise MisfitError(
            f"{subject} is {_describe(output)} of arrays instead of one array: np.stack them if "
            "they are rows, or pick one"
        )
    array = np.asarray(output)
    is_array = isinstance(kind, ArrayType)
    if not is_array and array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != (2 if is_array else 1) or len(array) != rows:
        shape = f"({rows}, elements)" if is_array else f"({rows},)"
        raise MisfitError(
            f"{subject} is {_describe(output)}, but {rows} rows of {kind.simpleString()} are an "
            f"array of shape {shape}"
        )
    scalar = _scalar(kind)
    if scalar == "string":
        if array.dtype.kind not in "UTO":
            raise MisfitError(f"{subject} is of type {array.dtype}, not strings")
        return array.astype(object)
    if array.dtype == object:
        return array
    expected = f"its return type is {scalar}: name another one, or convert the output"
    try:
        return cast(subject, array, NUMBERS[scalar], expected)
    except (TypeError, OverflowError) as e:
        raise MisfitError(str(e)) from None


def _scalar(kind: DataType) -> str:
    """Return the name of a type, or of an array's elements."""
    return (kind.elementType if isinstance(kind, ArrayType) else kind).simpleString()


def _fields(output: Mapping[str, Any]) -> str:
    return f"has the fields {', '.join(map(str, output))}" if output else "has no fields"


def _describe(output: Any) -> str:
    kind, shape = type(output).__name__, getattr(output, "shape", None)
    if shape is not None:
        return f"{kind} of shape {tuple(shape)}"
    return f"{kind} of length {len(output)}" if isinstance(output, (tuple, list, str)) else kind
