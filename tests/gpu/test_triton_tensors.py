# SPDX-License-Identifier: Apache-2.0

"""Values on their way to a Triton server and back: none is wrapped or made infinite."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import server
from rapids_udfs.gpu.triton.client import decode, encode
from rapids_udfs.gpu.triton.spec import Tensor

TOO_LARGE = [
    ("int8", np.array([1, 300]), "numbers from 1 to 300"),
    ("int32", np.array([-(2**40), 1]), "numbers from -1099511627776 to 1"),
    ("float16", np.array([1.0, 1e6]), "the number 1000000.0"),
    ("float32", np.array([-1e300]), "the number -1e\\+300"),
]


@pytest.mark.parametrize(("dtype", "values", "lost"), TOO_LARGE)
def test_numbers_that_the_declared_type_cannot_hold(dtype: str, values: Any, lost: str) -> None:
    with pytest.raises(TritonError, match=f"input 'x' has {lost}, but {dtype} was declared"):
        encode(Tensor("x", dtype, ()), values, len(values))
    with pytest.raises(OverflowError, match=f"output 'y' has {lost}, but {dtype} was declared"):
        server.output("y", dtype, (), values, len(values))


@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        ("int8", np.array([127, -128])),
        ("float16", np.array([1.5, np.nan, -np.inf])),
        ("float32", np.array([0.5, 2.0])),
        ("int64", np.array([], np.int32)),
    ],
)
def test_numbers_that_fit(dtype: str, values: Any) -> None:
    tensor = Tensor("x", dtype, ())
    sent = encode(tensor, values, len(values))
    np.testing.assert_array_equal(decode(tensor, sent, len(values)), values)
    np.testing.assert_array_equal(server.output("y", dtype, (), values, len(values))[:, 0], values)
