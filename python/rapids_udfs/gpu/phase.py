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


def register(xp: Any, reference: Any, moving: Any, window: str | None, upsample: int) -> Any:
    """Compute the shifts that align each moving image with its reference, and the error.

    Args:
        xp: the arrays' namespace.
        reference: float64, of shape (images, rows, columns), finite.
        moving: of the same shape.
        window: ``hann``, or None for none; the mean is removed in any case.
        upsample: the shifts are multiples of 1/upsample pixels.

    Returns:
        An array of shape (3, images): the shifts in y and x in pixels, and the
        translation-invariant normalised root mean square error, 0 to 1. Constant images give shift
        0 and error NaN.
    """
    spectra = [_spectrum(xp, images, window) for images in (reference, moving)]
    product = spectra[0] * xp.conj(spectra[1])
    magnitude = xp.abs(product)
    # Values that are only rounding errors have no meaningful phase.
    floor = 100 * xp.finfo(magnitude.dtype).eps
    # Multiplying by real numbers takes a fraction of the time of a complex division.
    phase = product * (1 / xp.where(magnitude > floor, magnitude, math.inf))
    shifts = _peak(xp, xp.abs(_fft_of(xp).ifftn(phase, axes=(1, 2))))
    if upsample > 1:
        shifts = _refine(xp, phase, shifts, upsample)
    energies = [xp.sum(xp.abs(spectrum) ** 2, axis=(1, 2)) for spectrum in spectra]
    energy = xp.sqrt(energies[0] * energies[1])
    peak = xp.abs(_inverse_at(xp, product, shifts[:, :, None])[:, 0, 0])
    has_contrast = energy > 0
    share = peak / xp.where(has_contrast, energy, math.nan)
    error = xp.sqrt(xp.clip(1 - share**2, 0, 1))
    return xp.concat([xp.where(has_contrast, shifts, 0.0), error[None]])


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
    scaled = (images - least) / xp.where(spread > 0, spread, 1.0)
    centred = scaled - xp.mean(scaled, axis=(1, 2), keepdims=True)
    if window == "hann":
        rows, columns = images.shape[1:]
        centred = centred * _hann(xp, rows)[None, :, None] * _hann(xp, columns)[None, None, :]
    return _fft_of(xp).fftn(centred, axes=(1, 2))


def _hann(xp: Any, size: int) -> Any:
    """The symmetric Hann window without the zeros at its ends, so that each pixel counts."""
    place = (xp.arange(size, dtype=xp.float64) + 1) / (size + 1)
    return 0.5 - 0.5 * xp.cos(2 * math.pi * place)


def _argmax(xp: Any, images: Any) -> Any:
    """The row and the column of each image's greatest value: (2, images)."""
    count, _, columns = images.shape
    place = xp.argmax(xp.reshape(images, (count, -1)), axis=1)
    return xp.stack([place // columns, place % columns])


def _peak(xp: Any, correlation: Any) -> Any:
    """The shifts at the greatest values; those beyond half of the image are negative."""
    size = xp.asarray(correlation.shape[1:])[:, None]
    place = _argmax(xp, correlation)
    return xp.astype(xp.where(place > size // 2, place - size, place), xp.float64)


def _refine(xp: Any, phase: Any, shifts: Any, upsample: int) -> Any:
    """The peak on a grid of 1/upsample pixels around the whole-pixel peak."""
    steps = _steps(upsample)
    offsets = (xp.arange(steps, dtype=xp.float64) - steps // 2) / upsample
    grid = shifts[:, :, None] + offsets
    return shifts + offsets[_argmax(xp, xp.abs(_inverse_at(xp, phase, grid)))]


def _inverse_at(xp: Any, spectrum: Any, shifts: Any) -> Any:
    """The inverse transform, unscaled, on a grid of shifts in y and x: (images, y, x)."""

    def waves(axis: int) -> Any:
        frequencies = _fft_of(xp).fftfreq(spectrum.shape[axis + 1])
        return xp.exp(2j * math.pi * shifts[axis][:, :, None] * frequencies)

    return waves(0) @ spectrum @ xp.matrix_transpose(waves(1))
