# SPDX-License-Identifier: Apache-2.0

"""The demonstration's tables in the tests' session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from harness.demo import demo_views

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def views(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    with demo_views(spark, tmp_path_factory.mktemp("cache")):
        yield spark
