# SPDX-License-Identifier: Apache-2.0

"""Every operator with operands of every pair of types gives the same in columns as in Python."""

from __future__ import annotations

import pytest
from pyspark.errors import UnsupportedOperationException

import rapids_udfs
from harness.in_columns import ALWAYS
from python_udfs import every_kind
from rapids_udfs import PythonUdfPlacement, explain
from rapids_udfs.testing import frames
from rapids_udfs.testing.python_udfs.comparison import key

COUNT = 600
BATCH = 25


@pytest.fixture(scope="module")
def frame(spark, tmp_path_factory):
    path = str(tmp_path_factory.mktemp("kinds") / "rows")
    of = spark.createDataFrame(every_kind.rows(60), every_kind.SCHEMA)
    of.coalesce(2).write.parquet(path)
    return spark.read.parquet(path)


def query(frame, batch):
    calls = [
        rapids_udfs.udf(of.function, of.returns)(*every_kind.NAMES).alias(of.function.__name__)
        for of in batch
    ]
    return frame.select("i", *calls)


def in_columns(frame, functions):
    for at in range(0, len(functions), 100):
        batch = functions[at : at + 100]
        where = {of.name: of.where for of in explain(query(frame, batch)).python_udfs}
        yield from (of for of in batch if where[of.function.__name__] is PythonUdfPlacement.COLUMNS)


def each(lists):
    return [text for of in lists for text in of]


def differences(frame, batch):
    try:
        got = {row.i: row for row in query(frame, batch).collect()}
    except UnsupportedOperationException as e:
        if e.getCondition() != "RAPIDS_UDFS_PYTHON_UDF_UNDECIDED":
            raise
        return [] if len(batch) == 1 else each(differences(frame, [of]) for of in batch)
    return [
        f"{of.expression}: {expected!r}, not {got[i][of.function.__name__]!r}, in row {i}"
        for of in batch
        for i, expected in of.expected.items()
        if key(got[i][of.function.__name__]) != key(expected)
    ]


@pytest.mark.parametrize("sort", every_kind.TEMPLATES)
def test_same_as_python(spark, frame, tmp_path, sort) -> None:
    chosen = every_kind.expressions(every_kind.TEMPLATES[sort], COUNT, seed=len(sort))
    functions = every_kind.functions(tmp_path, f"kinds_{sort}", chosen, every_kind.rows(60))
    with frames.settings(spark, ALWAYS):
        runnable = list(in_columns(frame, functions))
        starts = range(0, len(runnable), BATCH)
        wrong = each(differences(frame, runnable[at : at + BATCH]) for at in starts)
    assert not wrong, "\n".join(wrong)
    assert len(runnable) >= len(functions) // 8
