# SPDX-License-Identifier: Apache-2.0

"""Random programs give the same in columns as in Python."""

from __future__ import annotations

from pathlib import Path

import rapids_udfs
from harness.in_columns import ALWAYS
from python_udfs import random_programs, random_runs
from python_udfs.random_columnar_programs import ColumnarWriter
from rapids_udfs.testing import frames

PROGRAMS = 80


def test_the_planner_has_no_defect(spark, tmp_path: Path) -> None:
    some = list(random_programs.programs(2 * PROGRAMS, 8, ColumnarWriter))
    types = sorted(set(random_programs.SPARK.values()))
    schema = ", ".join(f"c{i} {type_}" for i, type_ in enumerate(types))
    data = spark.createDataFrame([], schema)
    calls = [
        rapids_udfs.udf(function, program.returns)(*(f"c{types.index(t)}" for t in program.types))
        for program, function in zip(some, random_runs.loaded(some, tmp_path), strict=True)
    ]
    with frames.settings(spark, ALWAYS):
        udfs = rapids_udfs.explain(data.select(*calls)).python_udfs
    assert {udf.name for udf in udfs} == {program.name for program in some}
    assert not [udf for udf in udfs if "defect" in udf.reason]
    assert sum(str(udf.where) == "columns" for udf in udfs) >= PROGRAMS // 4


def test_same_as_python(spark) -> None:
    some = list(random_programs.programs(PROGRAMS, 7, ColumnarWriter))
    before = {name: of.columnar_rows for name, of in rapids_udfs.counters(spark).items()}
    with frames.settings(spark, ALWAYS):
        result = random_runs.run(spark, some, rows=30, batch=30)
    assert not result.differences, "\n\n".join(result.differences)
    ran = {
        name
        for name, of in rapids_udfs.counters(spark).items()
        if of.columnar_rows > before.get(name, 0)
    }
    assert len(ran & {program.name for program in some}) >= PROGRAMS // 4
