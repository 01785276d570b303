"""Images in DataFrames: columns of type ``array<array<float>>`` or ``array<array<double>>``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from rapids_udfs.gpu import phase
from rapids_udfs.gpu.device import UseGpu
from rapids_udfs.gpu.meter import Meter
from rapids_udfs.gpu.xp import arrays_on, to_numpy

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

ADDED = ("shift_y", "shift_x", "error")
# Pixels of one pair in flight: both images, their spectra and what is made of them, as complex128.
_BYTES_PER_PIXEL = 8 * 16
# On a CPU, what stays in its cache is faster than what is large: half of the time, measured.
_CPU_BYTES = 2 << 20


class ImageError(ValueError):
    """An image that cannot be registered; the text says which row of its batch, and why."""


class _Pairs(NamedTuple):
    """Pairs of images of one size."""

    rows: list[int]
    """Their rows in the batch."""
    reference: list[Any]
    moving: list[Any]


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
    """Adds the translation that lays one image on another, by phase correlation.

    The sign is that of scikit-image's ``phase_cross_correlation``: ``mov`` moved by
    (``shift_y``, ``shift_x``) lies on ``ref``. The means are removed first. A pair with a null
    image gives nulls.

    Args:
        df: with the two columns of images, each an array of rows of pixels of one length.
        ref: the column of the images that stay.
        mov: the column of those that move, each of the size of its ``ref``.
        window: ``hann`` weighs the pixels down towards the edges, where a moved image shows other
            things; without it smooth images are rarely registered right.
        upsample: the shifts are multiples of 1/upsample pixels.
        on_error: what becomes of images that cannot be registered (of two sizes, with rows of
            several lengths, empty, with NaN, infinite or null pixels): ``raise`` ends the job by
            an error that names the row of the batch, ``null`` gives nulls.
        batch_bytes: the device memory to use at most, roughly; larger batches go in pieces. A CPU
            takes less.
        use_gpu: the device, see :func:`rapids_udfs.gpu.device`.

    Returns:
        ``df`` with the columns ``shift_y`` and ``shift_x`` (double, pixels) and ``error`` (double,
        0 to 1: the translation-invariant normalised root mean square error of the weighted
        images; NaN where an image has no contrast).

    Raises:
        ValueError: an argument is wrong; ``df`` has no such columns, or has one to be added.
        ImageError: in the job, see ``on_error``.
        NoDeviceError: in the job, ``use_gpu=True`` without a usable GPU.
    """
    from pyspark.sql.types import DoubleType, StructField, StructType

    _check(df, ref, mov, window, upsample, on_error, batch_bytes)

    meter = Meter("images", "register")

    def add(batches: Iterable[pa.RecordBatch]) -> Iterable[pa.RecordBatch]:
        where, xp = arrays_on(use_gpu)
        size = batch_bytes if where.is_gpu else min(batch_bytes, _CPU_BYTES)
        for batch in batches:
            with meter.batch(where, batch.num_rows):
                done = _with_shifts(xp, batch, (ref, mov), window, upsample, on_error, size)
            yield done

    added = [StructField(name, DoubleType()) for name in ADDED]
    return df.mapInArrow(add, StructType([*df.schema.fields, *added]))


def _check(
    df: DataFrame,
    ref: str,
    mov: str,
    window: str | None,
    upsample: int,
    on_error: str,
    batch_bytes: int,
) -> None:
    from pyspark.sql.types import ArrayType, DoubleType, FloatType

    for name in (ref, mov):
        if name not in df.columns:
            raise ValueError(f"there is no column {name!r}; there are {', '.join(df.columns)}")
        kind = df.schema[name].dataType
        inner = kind.elementType if isinstance(kind, ArrayType) else None
        pixel = inner.elementType if isinstance(inner, ArrayType) else None
        if not isinstance(pixel, (FloatType, DoubleType)):
            raise ValueError(
                f"the column {name!r} is of type {kind.simpleString()}; an image is an "
                "array<array<float>> or array<array<double>>: rows of pixels"
            )
    there = [name for name in ADDED if name in df.columns]
    if there:
        raise ValueError(f"the DataFrame has a column {there[0]!r} already: drop or rename it")
    if window not in ("hann", None):
        raise ValueError(f"window={window!r}; it is 'hann' or None")
    if upsample < 1 or upsample != int(upsample):
        raise ValueError(f"upsample={upsample!r}; it is a whole number of at least 1")
    if on_error not in ("raise", "null"):
        raise ValueError(f"on_error={on_error!r}; it is 'raise' or 'null'")
    if batch_bytes < 1:
        raise ValueError(f"batch_bytes={batch_bytes!r}; it is at least 1")


def _with_shifts(
    xp: Any,
    batch: pa.RecordBatch,
    names: tuple[str, str],
    window: str | None,
    upsample: int,
    on_error: str,
    batch_bytes: int,
) -> pa.RecordBatch:
    import pyarrow as pa

    results = np.zeros((len(ADDED), batch.num_rows))
    missing = np.ones(batch.num_rows, dtype=bool)
    for pairs in _by_size(batch, names, on_error):
        pixels = pairs.reference[0].size
        step = max(1, batch_bytes // (_BYTES_PER_PIXEL * pixels))
        for start in range(0, len(pairs.rows), step):
            rows = pairs.rows[start : start + step]
            found = phase.register(
                xp,
                xp.asarray(np.stack(pairs.reference[start : start + step])),
                xp.asarray(np.stack(pairs.moving[start : start + step])),
                window,
                int(upsample),
            )
            results[:, rows] = [to_numpy(each) for each in found]
            missing[rows] = False
    columns = [pa.array(values, pa.float64(), mask=missing) for values in results]
    return pa.RecordBatch.from_arrays(
        [*batch.columns, *columns], names=[*batch.schema.names, *ADDED]
    )


def _by_size(batch: pa.RecordBatch, names: tuple[str, str], on_error: str) -> list[_Pairs]:
    """The pairs that can be registered, together with those of the same size."""
    reference, moving = (batch.column(batch.schema.get_field_index(name)) for name in names)
    pairs: dict[tuple[int, int], _Pairs] = {}
    for row in range(batch.num_rows):
        if not (reference[row].is_valid and moving[row].is_valid):
            continue
        try:
            one, other = _image(reference[row]), _image(moving[row])
            if one.shape != other.shape:
                raise ImageError(f"images of two sizes, {one.shape} and {other.shape}")
        except ImageError as e:
            if on_error == "raise":
                raise ImageError(
                    f"row {row} of the batch has {e}. on_error='null' gives nulls for such pairs"
                ) from None
            continue
        of_size = pairs.setdefault(one.shape, _Pairs([], [], []))
        of_size.rows.append(row)
        of_size.reference.append(one)
        of_size.moving.append(other)
    return list(pairs.values())


def _image(cell: Any) -> Any:
    """The image in a cell of an Arrow column, of shape (rows, columns)."""
    lines = cell.values
    if lines.null_count:
        raise ImageError("an image with a null row")
    lengths = set(lines.value_lengths().to_pylist())
    if len(lengths) != 1 or 0 in lengths:
        raise ImageError(f"an image with rows of {sorted(lengths) or 'no'} pixels")
    pixels = lines.flatten()
    if pixels.null_count:
        raise ImageError("an image with a null pixel")
    image = pixels.to_numpy(zero_copy_only=False).astype(np.float64).reshape(len(lines), -1)
    if not np.isfinite(image).all():
        raise ImageError("an image with a pixel that is NaN or infinite")
    return image
