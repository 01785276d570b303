# SPDX-License-Identifier: Apache-2.0

"""Images in DataFrames: columns of type ``array<array<float>>`` or ``array<array<double>>``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from rapids_udfs.errors import ArgumentTypeError, ArgumentValueError
from rapids_udfs.gpu import phase
from rapids_udfs.gpu.arguments import check_choice, check_whole
from rapids_udfs.gpu.metrics import Meter
from rapids_udfs.gpu.worker_device import UseGpu, arrays_on, check_use_gpu, to_numpy

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_ADDED = ("shift_y", "shift_x", "error")
# Memory grows with its square: at the limit a pair takes about 200 MB.
_MOST_UPSAMPLING = 1000
# On a CPU, batches that stay in its cache take half the time of large ones (measured).
_CPU_BYTES = 2 << 20


def register(
    df: DataFrame,
    ref: str,
    mov: str,
    *,
    window: Literal["hann"] | None = "hann",
    upsample: int = 1,
    on_error: Literal["raise", "null"] = "raise",
    batch_bytes: int = 512 << 20,
    use_gpu: UseGpu = "auto",
) -> DataFrame:
    """Add the translation that aligns one image with another, by phase correlation.

    The sign is that of scikit-image's ``phase_cross_correlation``: ``mov`` moved by
    (``shift_y``, ``shift_x``) lies on ``ref``. The means are removed first. A pair with a null
    image gives nulls.

    Args:
        df: has the two columns of images, each an array of rows of pixels of one length.
        ref: the column of the images that stay.
        mov: the column of those that move, each of the size of its ``ref``.
        window: ``hann`` reduces the weight of pixels towards the edges; without it smooth images
            are rarely registered correctly.
        upsample: the shifts are multiples of 1/upsample pixels; at most 1000.
        on_error: for images that cannot be registered (of different sizes, ragged, empty, with NaN,
            infinite or null pixels, or pixels whose difference overflows), ``raise`` fails the job
            with an error that names the row of the batch, ``null`` gives nulls.
        batch_bytes: the approximate limit of device memory; larger batches are split.
        use_gpu: the device, see ``rapids_udfs.gpu.device``.

    Returns:
        ``df`` with the columns ``shift_y`` and ``shift_x`` (double, pixels) and ``error`` (double,
        0 to 1: the translation-invariant normalised root mean square error of the weighted
        images; NaN where an image has no contrast).

    Raises:
        ValueError: an argument is wrong; or ``df`` lacks one of these columns, has several of the
            same name, or already has one that would be added.
        ArgumentTypeError: ``df`` is not a DataFrame, or a column's name is not a string.
        ArgumentValueError: in the job, see ``on_error``.
        GpuNotFoundError: in the job, ``use_gpu=True`` without a usable GPU.
    """
    from pyspark.sql.types import DoubleType, StructField, StructType

    if not hasattr(df, "mapInArrow"):
        raise ArgumentTypeError("images.register", df, "a DataFrame of Spark")
    ref_position, mov_position = _position(df, ref), _position(df, mov)
    # By default Spark ignores the case of names.
    existing = [name for name in df.columns if name.lower() in _ADDED]
    if existing:
        raise ValueError(f"the DataFrame has a column {existing[0]!r} already: drop or rename it")
    check_choice("window", window, "hann", None)
    check_whole("upsample", upsample, most=_MOST_UPSAMPLING)
    check_choice("on_error", on_error, "raise", "null")
    check_whole("batch_bytes", batch_bytes)
    check_use_gpu(use_gpu)
    meter = Meter("images", "register")

    def add(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        where, xp = arrays_on(use_gpu)
        size = batch_bytes if where.is_gpu else min(batch_bytes, _CPU_BYTES)
        for batch in batches:
            references, movings = batch.column(ref_position), batch.column(mov_position)
            with meter.batch(where, batch.num_rows):
                pairs = _pairs_by_size(references, movings, on_error)
                shifts = _register(xp, batch.num_rows, pairs, window, upsample, size)
            names = [*batch.schema.names, *_ADDED]
            yield pa.RecordBatch.from_arrays([*batch.columns, *shifts], names=names)

    # Spark resolves columns by name, which fails for some names (dots, backticks), and Arrow allows
    # no two of the same name. So they are numbered on the way.
    numbered = df.toDF(*[f"c{number}" for number in range(len(df.columns))])
    added = [StructField(name, DoubleType()) for name in _ADDED]
    result = numbered.mapInArrow(add, StructType([*numbered.schema.fields, *added]))
    return result.toDF(*df.columns, *_ADDED)


def _position(df: DataFrame, name: str) -> int:
    """Return the position of a column of images."""
    if not isinstance(name, str):
        raise ArgumentTypeError("images.register", name, "the columns' names as strings")
    if name not in df.columns:
        names = ", ".join(df.columns) or "none"
        raise ValueError(
            f"there is no column {name!r}; there are {names}. The name is as in df.columns, "
            "without backticks and in its upper and lower case"
        )
    if df.columns.count(name) > 1:
        raise ValueError(f"there are several columns {name!r}: rename or drop the others")
    kind = df.schema[name].dataType.simpleString()
    if kind not in ("array<array<float>>", "array<array<double>>"):
        raise ValueError(
            f"the column {name!r} is of type {kind}; an image is an array<array<float>> or "
            "array<array<double>>: rows of pixels"
        )
    return df.columns.index(name)


_Pairs = dict[tuple[int, int], list[tuple[int, Any, Any]]]
"""The pairs of images that can be registered, each with its row in the batch, by their size."""


def _register(
    xp: Any, rows: int, pairs_by_size: _Pairs, window: str | None, upsample: int, batch_bytes: int
) -> list[pa.Array]:
    results = np.zeros((len(_ADDED), rows))
    missing = np.ones(rows, dtype=bool)
    for size, pairs in pairs_by_size.items():
        step = max(1, batch_bytes // phase.bytes_of_pair(*size, upsample))
        for start in range(0, len(pairs), step):
            numbers, *images = map(list, zip(*pairs[start : start + step], strict=True))
            reference, moving = (xp.asarray(np.stack(stack)) for stack in images)
            shifts = phase.register(xp, reference, moving, window, upsample)
            results[:, numbers] = to_numpy(shifts)
            missing[numbers] = False
    return [pa.array(values, pa.float64(), mask=missing) for values in results]


def _pairs_by_size(references: pa.Array, movings: pa.Array, on_error: str) -> _Pairs:
    pairs: _Pairs = {}
    for row, cells in enumerate(zip(references, movings, strict=True)):
        if not all(cell.is_valid for cell in cells):
            continue
        try:
            reference, moving = map(_image, cells)
            if reference.shape != moving.shape:
                sizes = f"{reference.shape} and {moving.shape}"
                raise ArgumentValueError(f"images of two sizes, {sizes}")
        except ArgumentValueError as e:
            if on_error == "null":
                continue
            hint = "on_error='null' gives nulls for such pairs"
            raise ArgumentValueError(f"row {row} of the batch has {e}. {hint}") from None
        pairs.setdefault(reference.shape, []).append((row, reference, moving))
    return pairs


def _image(cell: Any) -> Any:
    """Return an image's pixels as float64; ArgumentValueError if it cannot be registered."""
    lines = cell.values
    if lines.null_count:
        raise ArgumentValueError("an image with a null row")
    lengths = set(lines.value_lengths().to_pylist())
    if len(lengths) != 1 or 0 in lengths:
        raise ArgumentValueError(f"an image with rows of {sorted(lengths) or 'no'} pixels")
    pixels = lines.flatten()
    if pixels.null_count:
        raise ArgumentValueError("an image with a null pixel")
    image = pixels.to_numpy(zero_copy_only=False).astype(np.float64).reshape(len(lines), -1)
    if not np.isfinite(image).all():
        raise ArgumentValueError("an image with a pixel that is NaN or infinite")
    with np.errstate(over="ignore"):
        if not np.isfinite(np.ptp(image)):
            raise ArgumentValueError("an image whose pixels differ by more than a double can hold")
    return image
