# SPDX-License-Identifier: Apache-2.0

"""Chooses more rows for a function than a search by reached branches finds in reasonable time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any


def find(spark: Any, subject: Any, required: Sequence[Any], rows: int, seed: int, by: int) -> None:
    """Search this number of rows by the branches that they reach; draw the others at random."""
    from rapids_udfs.testing.python_udfs.constants import Constants
    from rapids_udfs.testing.python_udfs.values import Values

    subject.find_rows(spark, required, min(by, rows), seed)
    rng = random.Random(f"{subject.function.__name__} {seed}")
    values = Values(spark, Constants(subject.function), rng)
    if subject.types:
        subject.rows += [
            tuple(values.one(of) for of in subject.types) for _ in range(rows - len(subject.rows))
        ]
