# SPDX-License-Identifier: Apache-2.0

"""Compiled functions on a GPU that Numba's simulator plays, against NumPy."""

from __future__ import annotations

import math

import numpy as np

from rapids_udfs.gpu import Device, compiled, loops

loops.device = lambda use_gpu: Device("gpu", "0", "simulated")


@compiled.vectorize(use_gpu=True)
def distance(a, b):
    return math.sqrt(a * a + b * b)


@compiled.jit(arrays=["samples"], use_gpu=True)
def energy(samples, gain):
    total = 0.0
    for sample in samples:
        total += (gain * sample) ** 2
    return total


# More than one block of threads.
a, b = np.arange(600.0), np.arange(600, dtype=np.int32)
np.testing.assert_array_equal(distance(a, b), np.sqrt(a**2 + b**2))
print("distance")
lists = [np.arange(i % 5, dtype=np.float64) for i in range(300)]
gains = np.arange(300)
expected = [sum((g * x) ** 2 for x in row) for row, g in zip(lists, gains, strict=True)]
np.testing.assert_array_equal(energy(lists, gains), expected)
print("energy")
assert distance(np.empty(0), np.empty(0)).shape == (0,)
print("nothing")
assert {key[1] for key in loops._compiled} == {"gpu"}
