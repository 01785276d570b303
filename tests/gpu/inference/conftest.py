# SPDX-License-Identifier: Apache-2.0

"""UDFs of models, called without a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from rapids_udfs.gpu import inference


@pytest.fixture
def in_this_process(spark: Any) -> Callable[..., list[Any]]:
    """Return ``call``: a fixture, for workers import the tests' modules without the harness."""
    return call


def call(
    predict: Any,
    return_type: str,
    column: Any = range(4),
    *,
    load: Any = None,
    **options: Any,
) -> list[Any]:
    """The UDF's answers for a column, or a tuple of them, computed in this process."""
    options = {"return_type": return_type, "batch_size": 9, "use_gpu": False, **options}
    udf: Any = inference.udf(load or (lambda: predict), **options)
    batch = pd.Series(column) if not isinstance(column, tuple) else tuple(map(pd.Series, column))
    return list(udf.func(iter([batch])))
