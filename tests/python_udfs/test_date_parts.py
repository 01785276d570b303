# SPDX-License-Identifier: Apache-2.0

"""Dates from parts that are too large, out of range or None, row by row."""

from __future__ import annotations

import pytest

from python_udfs.date_parts import FUNCTIONS
from rapids_udfs.testing import assert_same_as_python


@pytest.mark.parametrize(
    ("function", "types", "returns", "rows"), FUNCTIONS, ids=[f.__name__ for f, *_ in FUNCTIONS]
)
def test_same_as_python(spark, function, types, returns, rows):
    assert_same_as_python(function, types, returns, spark=spark, rows=rows, examples=len(rows))
