# SPDX-License-Identifier: Apache-2.0

"""The demonstration's views in the tests' session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rapids_udfs.demo import tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def demo_views(spark: SparkSession, cache: Path) -> Iterator[None]:
    """Create the views from the packages, with a separate cache, and drop them at the end.

    The environment names this cache only while the views are created: a session-wide fixture ends
    after the tests of other folders.
    """
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAPIDS_UDFS_CACHE", str(cache))
        tables.register_views(spark, said.append)
        assert said == ["Preparing the data, once ..."]
        tables.register_views(spark, said.append)
        assert len(said) == 1
    yield
    for name in tables.TABLES:
        spark.catalog.dropTempView(name)
