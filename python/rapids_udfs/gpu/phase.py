# SPDX-License-Identifier: Apache-2.0

"""Phase correlation of stacks of images: the translation of each pair, on NumPy or CuPy.

Sources: C. D. Kuglin and D. C. Hines, "The phase correlation image alignment method", 1975; for the
subpixel steps by matrix products, M. Guizar-Sicairos, S. T. Thurman and J. R. Fienup, "Efficient
subpixel image registration algorithms", Optics Letters 33, 156 (2008).
"""

from __future__ import annotations

import math
from typing import Any

# The range of the subpixel steps, in pixels around the whole-pixel peak.
_RANGE = 1.5


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
    spectrum, other = (_spectrum(xp, images, window) for images in (reference, moving))
    product = spectrum * xp.conj(other)
    magnitude = xp.abs(product)
    # Values that are only rounding errors have no meaningful phase.
    floor = 100 * xp.finfo(magnitude.dtype).eps
    # Multiplying by real numbers takes a fraction of the time of a complex division.
    phase = product * (1 / xp.where(magnitude > floor, magnitude, math.inf))
    shift_y, shift_x = _peak(xp, xp.abs(_fft_of(xp).ifftn(phase, axes=(1, 2))))
    if upsample > 1:
        shift_y, shift_x = _refine(xp, phase, shift_y, shift_x, upsample)
    energies = [xp.sum(xp.abs(each) ** 2, axis=(1, 2)) for each in (spectrum, other)]
    energy = xp.sqrt(energies[0] * energies[1])
    peak = xp.abs(_inverse_at(xp, product, shift_y[:, None], shift_x[:, None])[:, 0, 0])
    has_contrast = energy > 0
    share = peak / xp.where(has_contrast, energy, xp.full_like(energy, math.nan))
    zero = xp.zeros_like(shift_y)
    shift_y, shift_x = (xp.where(has_contrast, shift, zero) for shift in (shift_y, shift_x))
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
    return math.ceil(2 * _RANGE * upsample)


def _fft_of(xp: Any) -> Any:
    """The namespace's Fourier transforms: SciPy's, which are faster than NumPy's own, or cuFFT."""
    from array_api_compat import is_numpy_namespace

    if not is_numpy_namespace(xp):
        return xp.fft
    import scipy.fft

    return scipy.fft


def _spectrum(xp: Any, images: Any, window: str | None) -> Any:
    # Scale to 0..1, whatever the unit: then values below the floor are rounding errors, squares
    # neither overflow nor vanish, and a constant image is exactly 0.
    least = xp.min(images, axis=(1, 2), keepdims=True)
    spread = xp.max(images, axis=(1, 2), keepdims=True) - least
    scaled = (images - least) / xp.where(spread > 0, spread, xp.ones_like(spread))
    centred = scaled - xp.mean(scaled, axis=(1, 2), keepdims=True)
    if window == "hann":
        rows, columns = images.shape[1:]
        centred = centred * _hann(xp, rows)[None, :, None] * _hann(xp, columns)[None, None, :]
    return _fft_of(xp).fftn(centred, axes=(1, 2))


def _hann(xp: Any, size: int) -> Any:
    """The symmetric Hann window without the zeros at its ends, so that each pixel counts."""
    place = (xp.arange(size, dtype=xp.float64) + 1) / (size + 1)
    return 0.5 - 0.5 * xp.cos(2 * math.pi * place)


def _argmax(xp: Any, images: Any) -> tuple[Any, Any]:
    """The row and the column of each image's greatest value."""
    count, _, columns = images.shape
    place = xp.argmax(xp.reshape(images, (count, -1)), axis=1)
    return place // columns, place % columns


def _peak(xp: Any, correlation: Any) -> tuple[Any, Any]:
    """The shifts at the greatest values; those beyond half of the image are negative."""
    _, rows, columns = correlation.shape
    y, x = _argmax(xp, correlation)
    y = xp.where(y > rows // 2, y - rows, y)
    x = xp.where(x > columns // 2, x - columns, x)
    return xp.astype(y, xp.float64), xp.astype(x, xp.float64)


def _refine(xp: Any, phase: Any, shift_y: Any, shift_x: Any, upsample: int) -> tuple[Any, Any]:
    """The peak on a grid of 1/upsample pixels around the whole-pixel peak."""
    steps = _steps(upsample)
    offsets = (xp.arange(steps, dtype=xp.float64) - steps // 2) / upsample
    y, x = shift_y[:, None] + offsets[None, :], shift_x[:, None] + offsets[None, :]
    row, column = _argmax(xp, xp.abs(_inverse_at(xp, phase, y, x)))
    return shift_y + xp.take(offsets, row), shift_x + xp.take(offsets, column)


def _inverse_at(xp: Any, spectrum: Any, y: Any, x: Any) -> Any:
    """The inverse transform, unscaled, on a grid of shifts: (images, shifts y, shifts x)."""

    def waves(shifts: Any, size: int) -> Any:
        frequencies = _fft_of(xp).fftfreq(size)
        return xp.exp(2j * math.pi * shifts[:, :, None] * frequencies[None, None, :])

    _, rows, columns = spectrum.shape
    return waves(y, rows) @ spectrum @ xp.matrix_transpose(waves(x, columns))
