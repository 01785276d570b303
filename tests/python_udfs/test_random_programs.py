# SPDX-License-Identifier: Apache-2.0

"""Random programs give the same results compiled and in Python."""

from __future__ import annotations

from harness.session import IS_MAIN
from python_udfs import random_programs, random_runs
from python_udfs.in_process import InProcessRuns

PROGRAMS, FEW = (60, 20) if IS_MAIN else (12, 10)


def test_a_seed_determines_the_programs():
    first, second = (list(random_programs.programs(5, 3)) for _ in range(2))
    assert first == second
    assert first != list(random_programs.programs(5, 4))


def test_same_as_python(spark):
    some = list(random_programs.programs(PROGRAMS, 1))
    result = random_runs.run(spark, some, rows=40, batch=30)
    assert not result.differences, "\n\n".join(result.differences)
    assert result.compiled >= PROGRAMS * 2 // 3, result.refused
    assert result.rows > result.errors + PROGRAMS * 8


def test_same_as_python_in_this_process(spark):
    some = list(random_programs.programs(FEW, 2))
    result = random_runs.run(spark, some, rows=40, batch=30, runs=InProcessRuns(spark))
    assert not result.differences, "\n\n".join(result.differences)
    assert result.rows > result.errors + PROGRAMS * 2
    assert result.errors > PROGRAMS
