# SPDX-License-Identifier: Apache-2.0

"""The arrays that a model gets of a batch."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from rapids_udfs.gpu.inference import inputs


@pytest.mark.parametrize("on_nan", ["pass", "null", "raise"])
def test_a_batch_that_loses_all_its_rows(on_nan: Any) -> None:
    batch = (pd.Series([None, None], dtype=object), pd.Series([[1.0, 2.0], [3.0, 4.0]]))
    rows = inputs.prepare(batch, {1: [2]}, on_nan)
    assert [len(array) for array in rows.arrays] == [0, 0]
    assert rows.kept.tolist() == [False, False]
