# SPDX-License-Identifier: Apache-2.0

"""Checks a model's output, and converts it to what ``predict_batch_udf`` takes.

Return types are those of ``predict_batch_udf``: numbers and strings, arrays of them, and structs of
both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rapids_udfs.gpu.casts import outside
from rapids_udfs.gpu.sql_types import NUMBERS
from rapids_udfs.gpu.worker_device import to_numpy

if TYPE_CHECKING:
    from pyspark.sql.types import DataType, StructType

_SCALARS = (*NUMBERS, "string")


class WrongOutputError(Exception):
    """A model's output that does not fit."""


def check_return_type(kind: DataType) -> None:
    """Raise ValueError for a type that ``predict_batch_udf`` cannot return."""
    from pyspark.sql.types import StructType

    fields = kind.fields if isinstance(kind, StructType) else None
    for each in [kind] if fields is None else [field.dataType for field in fields]:
        if _element(each).simpleString() not in _SCALARS:
            raise ValueError(
                f"return_type={kind.simpleString()!r}; it is one of {', '.join(_SCALARS)}, an "
                "array of one of them, or a struct of such fields"
            )
    if fields == []:
        raise ValueError("return_type is a struct without fields")


def checked(given: Any, rows: int, kind: DataType) -> Any:
    """The predictions of a batch: an array, a dict of arrays, or a list of dicts.

    Extra fields of a dict are left out. If one value is wanted out of several, it is the one called
    ``logits``.
    """
    from pyspark.sql.types import StructType

    if isinstance(kind, StructType):
        return _struct(given, rows, kind)
    if isinstance(given, Mapping):
        if len(given) > 1 and "logits" not in given:
            raise WrongOutputError(
                f"it gave {_listed(given)}, but return_type={kind.simpleString()!r} is one value: "
                "use a struct of them, or pick one in a predict function"
            )
        given = given["logits"] if "logits" in given else next(iter(given.values()), None)
    return _column(to_numpy(given), rows, kind, "it gave")


def joined(pieces: list[Any]) -> Any:
    """Join the checked predictions of a batch's pieces."""
    if isinstance(pieces[0], dict):
        return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    if isinstance(pieces[0], list):
        return [row for piece in pieces for row in piece]
    return np.concatenate(pieces)


def _struct(given: Any, rows: int, kind: StructType) -> Any:
    names = kind.names
    if isinstance(given, list) and given and all(isinstance(row, Mapping) for row in given):
        if len(given) != rows:
            raise WrongOutputError(f"it gave {len(given)} rows for {rows}")
        for row in given:
            _same_fields(row, names)
        return [{name: row[name] for name in names} for row in given]
    if isinstance(given, (tuple, list)) and len(given) == len(names):
        given = dict(zip(names, given, strict=True))
    if not isinstance(given, Mapping):
        raise WrongOutputError(
            f"it gave {_shown(given)}, but return_type={kind.simpleString()!r} takes a dict of "
            "arrays, a tuple of them in the fields' order, or a list with a dict for each row"
        )
    _same_fields(given, names)
    return {
        field.name: _column(to_numpy(given[field.name]), rows, field.dataType, f"{field.name!r} is")
        for field in kind.fields
    }


def _same_fields(given: Mapping[str, Any], names: list[str]) -> None:
    missing = [name for name in names if name not in given]
    if missing:
        raise WrongOutputError(f"it gave {_listed(given)}, but no {', '.join(missing)}")


def _column(given: Any, rows: int, kind: DataType, of: str) -> Any:
    from pyspark.sql.types import ArrayType

    if isinstance(given, (tuple, list)) and any(np.ndim(to_numpy(each)) for each in given):
        raise WrongOutputError(
            f"{of} {_shown(given)} of arrays, where one array is wanted: np.stack them if they "
            "are of the rows, or take the one that is meant"
        )
    array = np.asarray(given)
    dimensions, wanted = (2, "(rows, elements)") if isinstance(kind, ArrayType) else (1, "(rows,)")
    if array.ndim == 0 or len(array) != rows:
        what = f"{len(array)} rows" if array.ndim else _shown(given)
        raise WrongOutputError(f"{of} {what} for {rows} rows; {wanted} is wanted")
    if dimensions == 1 and array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != dimensions:
        raise WrongOutputError(
            f"{of} an array of shape {array.shape}; for {kind.simpleString()} {wanted} is wanted"
        )
    return _cast(array, _element(kind).simpleString(), of)


def _cast(array: Any, wanted: str, of: str) -> Any:
    """Cast to the wanted type, unless that would lose more than precision."""
    if wanted not in NUMBERS:
        if array.dtype.kind not in "UTO":
            raise WrongOutputError(f"{of} {array.dtype}, not strings")
        return array.astype(object)
    dtype = np.dtype(NUMBERS[wanted])
    if array.dtype == object or array.dtype == dtype:
        return array
    if array.dtype.kind != "b" and not np.can_cast(array.dtype, dtype, "same_kind"):
        raise WrongOutputError(
            f"{of} {array.dtype}, which is not {wanted}: name another return_type, or convert"
        )
    if dtype.kind == "i" and (lost := outside(array, dtype)):
        raise WrongOutputError(f"{of} {lost}, not {wanted}")
    return array.astype(dtype)


def _element(kind: DataType) -> DataType:
    from pyspark.sql.types import ArrayType

    return kind.elementType if isinstance(kind, ArrayType) else kind


def _listed(given: Mapping[str, Any]) -> str:
    return f"the fields {', '.join(map(str, given))}" if given else "a dict without fields"


def _shown(given: Any) -> str:
    kind = type(given).__name__
    shape = getattr(given, "shape", None)
    if shape is not None:
        return f"{kind} of shape {tuple(shape)}"
    return f"{kind} of length {len(given)}" if isinstance(given, (tuple, list, str)) else kind
