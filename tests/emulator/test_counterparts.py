# SPDX-License-Identifier: Apache-2.0

"""The catalogue's functions and their counterparts in Python, compiled into columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bench import data
from bench.calls import CALLS
from bench.counterparts import counterparts

import rapids_udfs
from devtools.generated import compiled_costs
from harness import catalogue
from harness.in_columns import ALWAYS
from rapids_udfs.counting.counters import difference
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from harness.cpu_gpu_runner import Both

ROWS = 1_000
CALL = {call.function: call.call for call in CALLS}
PYTHON = counterparts()


@pytest.fixture(scope="module")
def rows(both: Both, tmp_path_factory: pytest.TempPathFactory) -> DataFrame:
    folder = str(tmp_path_factory.mktemp("counterparts") / "rows")
    with both.rows_alone():
        data.frame(both.spark, ROWS).write.parquet(folder)
    return both.spark.read.parquet(folder)


@pytest.mark.parametrize("name", PYTHON)
def test_both_return_the_same(both: Both, rows: DataFrame, name: str) -> None:
    from pyspark.sql import functions as f

    arguments = [f.expr(argument) for argument in CALL[name].partition("(")[2][:-1].split(", ")]
    returns = catalogue.functions()[name]["signature"].rpartition(" -> ")[2]
    before = rapids_udfs.counters(both.spark)
    compiled = rapids_udfs.udf(PYTHON[name], returns)(*arguments)
    with frames.settings(both.spark, ALWAYS):
        answers = rows.select(f.expr(CALL[name]), compiled).collect()
    different = [row for row in answers if row[0] != row[1]]
    assert different == []
    counted = difference(rapids_udfs.counters(both.spark), before)
    # Functions of one name are counted together.
    assert sum(counted[of].columnar_rows for of in {name, PYTHON[name].__name__}) == 2 * ROWS


def test_every_one_has_been_counted() -> None:
    assert compiled_costs.counted()["by hand"].keys() == PYTHON.keys()
