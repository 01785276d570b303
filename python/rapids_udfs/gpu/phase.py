# SPDX-License-Identifier: Apache-2.0

"""Phase correlation of stacks of images: the translation of each pair, on NumPy or CuPy.

Source: C. D. Kuglin and D. C. Hines, "The phase correlation image alignment method", 1975; the
finer steps by matrix products, M. Guizar-Sicairos, S. T. Thurman and J. R. Fienup, "Efficient
subpixel image registration algorithms", Optics Letters 33, 156 (2008).
"""

from __future__ import annotations

import math
from typing import Any

from rapids_udfs.gpu.worker_device import fft_of

# The range of the finer steps, in pixels around the whole-pixel peak.
_AROUND = 1.5


def register(
    xp: Any, reference: Any, moving: Any, window: str | None, upsample: int
) -> tuple[Any, Any, Any]:
    """Compute the shifts that align each moving image with its reference, and the error.

    Args:
        xp: the arrays' namespace.
        reference: float64, of shape (images, rows, columns), finite.
        moving: of the same shape.
        window: ``hann``, or None for none; the mean is removed in any case.
        upsample: the shifts are multiples of 1/upsample pixels.

    Returns:
        ``shift_y`` and ``shift_x`` in pixels, and the translation-invariant normalised root mean
        square error, 0 to 1, of shape (images,). Constant images give shift 0 and error NaN.
    """
    one = _spectrum(xp, reference, window)
    other = _spectrum(xp, moving, window)
    product = one * xp.conj(other)
    magnitude = xp.abs(product)
    # Values that are only rounding errors have no meaningful phase.
    floor = 100 * xp.finfo(magnitude.dtype).eps
    # A product with real numbers takes a fraction of the time of a complex quotient.
    phase = product * (1 / xp.where(magnitude > floor, magnitude, math.inf))
    shift_y, shift_x = _peak(xp, xp.abs(fft_of(xp).ifftn(phase, axes=(1, 2))))
    if upsample > 1:
        shift_y, shift_x = _finer(xp, phase, shift_y, shift_x, upsample)
    energy = xp.sqrt(_energy(xp, one) * _energy(xp, other))
    found = xp.abs(_correlation_at(xp, product, shift_y, shift_x))
    contrast = energy > 0
    share = found / xp.where(contrast, energy, xp.full_like(energy, math.nan))
    still = xp.zeros_like(shift_y)
    shift_y, shift_x = (xp.where(contrast, shift, still) for shift in (shift_y, shift_x))
    return shift_y, shift_x, xp.sqrt(xp.clip(1 - share**2, 0, 1))


def bytes_of_pair(rows: int, columns: int, upsample: int) -> int:
    """The approximate peak memory of registering one pair."""
    # Both images, their spectra and intermediate results, as complex128.
    whole = 8 * 16 * rows * columns
    if upsample == 1:
        return whole
    steps = _steps(upsample)
    # The waves with their exponents and products, and the fine grid with its magnitude.
    return whole + 16 * steps * 2 * (rows + columns) + (16 + 8) * steps**2


def _steps(upsample: int) -> int:
    return math.ceil(2 * _AROUND * upsample)


def _spectrum(xp: Any, images: Any, window: str | None) -> Any:
    # Scale to 0..1, whatever the unit: then values below the floor are rounding errors, squares
    # neither overflow nor vanish, and a constant image is exactly 0.
    least = xp.min(images, axis=(1, 2), keepdims=True)
    spread = xp.max(images, axis=(1, 2), keepdims=True) - least
    unit = (images - least) / xp.where(spread > 0, spread, xp.ones_like(spread))
    centred = unit - xp.mean(unit, axis=(1, 2), keepdims=True)
    if window == "hann":
        rows, columns = images.shape[1:]
        centred = centred * _hann(xp, rows)[None, :, None] * _hann(xp, columns)[None, None, :]
    return fft_of(xp).fftn(centred, axes=(1, 2))


def _hann(xp: Any, size: int) -> Any:
    """The symmetric Hann window, without the zeros at its ends: each pixel counts."""
    place = (xp.arange(size, dtype=xp.float64) + 1) / (size + 1)
    return 0.5 - 0.5 * xp.cos(2 * math.pi * place)


def _peak(xp: Any, correlation: Any) -> tuple[Any, Any]:
    """The place of the greatest value; shifts beyond half of the image are negative."""
    count, rows, columns = correlation.shape
    place = xp.argmax(xp.reshape(correlation, (count, -1)), axis=1)
    y, x = place // columns, place % columns
    y = xp.where(y > rows // 2, y - rows, y)
    x = xp.where(x > columns // 2, x - columns, x)
    return xp.astype(y, xp.float64), xp.astype(x, xp.float64)


def _finer(xp: Any, phase: Any, shift_y: Any, shift_x: Any, upsample: int) -> tuple[Any, Any]:
    """The peak on a grid of 1/upsample pixels around the known one."""
    steps = _steps(upsample)
    offsets = (xp.arange(steps, dtype=xp.float64) - steps // 2) / upsample
    _, rows, columns = phase.shape
    y, x = shift_y[:, None] + offsets[None, :], shift_x[:, None] + offsets[None, :]
    fine = _waves(xp, y, rows) @ phase @ xp.matrix_transpose(_waves(xp, x, columns))
    place = xp.argmax(xp.reshape(xp.abs(fine), (fine.shape[0], -1)), axis=1)
    row, column = place // steps, place % steps
    return shift_y + xp.take(offsets, row), shift_x + xp.take(offsets, column)


def _correlation_at(xp: Any, product: Any, shift_y: Any, shift_x: Any) -> Any:
    """The cross-correlation, a sum over the spectrum, at one shift of each pair."""
    _, rows, columns = product.shape
    y, x = _waves(xp, shift_y[:, None], rows), _waves(xp, shift_x[:, None], columns)
    return (y @ product @ xp.matrix_transpose(x))[:, 0, 0]


def _waves(xp: Any, shifts: Any, size: int) -> Any:
    """The inverse transform's waves at shifts of shape (images, shifts): (images, shifts, size)."""
    frequencies = fft_of(xp).fftfreq(size)
    return xp.exp(2j * math.pi * shifts[:, :, None] * frequencies[None, None, :])


def _energy(xp: Any, spectrum: Any) -> Any:
    return xp.sum(xp.abs(spectrum) ** 2, axis=(1, 2))
