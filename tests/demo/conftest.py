# SPDX-License-Identifier: Apache-2.0

"""The demonstration's tables in the tests' session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def views(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """The session with the views, made from the packages into a cache of the tests' own."""
    from rapids_udfs.demo import tables

    # Only while the views are made: a session's fixture ends after the tests of other folders.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path_factory.mktemp("cache")))
        said: list[str] = []
        tables.register_views(spark, said.append)
        assert said == ["Preparing the data, once ..."]
        tables.register_views(spark, said.append)
        assert len(said) == 1
    yield spark
    for name in tables.TABLES:
        spark.catalog.dropTempView(name)
