# SPDX-License-Identifier: Apache-2.0

"""The arrays that a model gets of a batch."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from rapids_udfs.gpu.inference import tensors


@pytest.mark.parametrize("on_nan", ["pass", "null", "raise"])
def test_a_batch_that_loses_all_its_rows(on_nan: Any) -> None:
    batch = pd.DataFrame({"a": [None, None], "b": [[1.0, 2.0], [3.0, 4.0]]})
    arrays, kept = tensors.prepare(batch, {1: [2]}, on_nan)
    assert [len(array) for array in arrays] == [0, 0]
    assert kept.tolist() == [False, False]
