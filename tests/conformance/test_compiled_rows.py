# SPDX-License-Identifier: Apache-2.0

"""Row-wise calls compiled into queries answer as on Spark's usual path, bit for bit."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

import rapids_udfs
from harness import catalogue, columns, routes, row_bytes
from harness.columns import Table
from rapids_udfs.counting.counters import difference
from rapids_udfs.session.library import entry_point
from rapids_udfs.session.modes import COMPILE_ROWS
from rapids_udfs.testing import frames

ANSI = "spark.sql.ansi.enabled"
MODES = {
    "generated": {},
    "without whole stages": {"spark.sql.codegen.wholeStage": "false"},
    "interpreted": {
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    },
}
COMPILED = "CompiledCall"
USUAL = "ScalaUDF"

GROUPS = catalogue.groups(8)


@dataclass(frozen=True)
class Answer:
    """Each row's bytes, each function's counted row-wise calls, and the calls in the plan."""

    rows: list[bytes]
    calls: list[int]
    kinds: list[str]


class Paths:
    """The cases of some functions side by side in a table, and their answers over both paths."""

    def __init__(self, spark, folder):
        self.spark = spark
        self.folder = folder
        self.table = functools.cache(self._table)

    def _table(self, functions: tuple[str, ...]) -> Table:
        view = f"compiled_{functions[0]}"
        return columns.write_together(self.spark, functions, view, self.folder)

    def answer(
        self, table: Table, functions: Sequence[str], route: str, settings: Mapping[str, str]
    ) -> Answer:
        calls = []
        for function in functions:
            name = routes.register(self.spark, catalogue.functions()[function], route)
            calls.append(f"{name}({', '.join(table.columns[function])}) AS {function}")
        return self.counted(f"SELECT id, {', '.join(calls)} FROM {table.view}", settings, functions)

    def counted(self, sql: str, settings: Mapping[str, str], functions: Sequence[str]) -> Answer:
        with frames.settings(self.spark, settings):
            before = rapids_udfs.counters(self.spark)
            plan = self.spark.sql(sql)._jdf.queryExecution().executedPlan()
            rows = row_bytes.unpacked(bytes(entry_point(self.spark).collectBytes(plan)))
            counted = difference(rapids_udfs.counters(self.spark), before)
        return Answer(sorted(rows), [counted[f].row_calls for f in functions], self.kinds(plan))

    def kinds(self, plan) -> list[str]:
        """The calls in the expressions of a plan of operators with one child each."""
        classes = []
        while plan.children().nonEmpty():
            classes += [kind for tree in items(plan.expressions()) for kind in self.classes(tree)]
            plan = plan.children().apply(0)
        return [kind for kind in classes if kind in (COMPILED, USUAL)]

    def classes(self, tree) -> list[str]:
        below = [kind for child in items(tree.children()) for kind in self.classes(child)]
        return [tree.getClass().getSimpleName(), *below]


def items(sequence) -> list:
    """The elements of a Scala sequence."""
    return [sequence.apply(i) for i in range(sequence.size())]


@pytest.fixture(scope="module")
def paths(spark, tmp_path_factory) -> Paths:
    return Paths(spark, tmp_path_factory.mktemp("compiled"))


@pytest.mark.parametrize("ansi", ["true", "false"])
@pytest.mark.parametrize("route", [routes.EXTENSION, routes.JAVA])
@pytest.mark.parametrize("functions", GROUPS, ids="+".join)
def test_answers(paths: Paths, functions: tuple[str, ...], route: str, ansi: str) -> None:
    table = paths.table(functions)
    # registerJavaFunction knows no functions of any number of arguments, for instance.
    called = [f for f in functions if route in routes.of(catalogue.functions()[f])]
    rows, many = [table.rows] * len(called), len(called)
    usual = {COMPILE_ROWS: "false", ANSI: ansi}
    expected = paths.answer(table, called, route, usual)
    assert len(expected.rows) == table.rows
    assert (expected.calls, expected.kinds) == (rows, [USUAL] * many)
    for mode, settings in MODES.items():
        wanted = {COMPILE_ROWS: "true", ANSI: ansi, **settings}
        compiled = paths.answer(table, called, route, wanted)
        assert (compiled.calls, compiled.kinds) == (rows, [COMPILED] * many), mode
        if compiled.rows != expected.rows:
            alone = {
                f: [paths.answer(table, [f], route, by).rows for by in (usual, wanted)]
                for f in called
            }
            wrong = [f for f, (one, other) in alone.items() if one != other]
            pytest.fail(f"{mode}: other answers of {wrong or called}")


@pytest.mark.parametrize("functions", GROUPS, ids="+".join)
def test_constant_calls(paths: Paths, functions: tuple[str, ...]) -> None:
    """The documented examples: the body is called for the first row alone, each row is counted."""
    examples = [e["sql"] for f in functions for e in catalogue.functions()[f]["examples"]]
    listed = ", ".join(f"{sql} AS c{i}" for i, sql in enumerate(examples))
    rows, tasks = 7, 2
    paths.spark.range(0, rows, 1, tasks).createOrReplaceTempView("rows_of_constants")
    sql = f"SELECT id, {listed} FROM rows_of_constants"
    for mode, settings in MODES.items():
        usual = paths.counted(sql, {COMPILE_ROWS: "false", **settings}, functions)
        compiled = paths.counted(sql, {COMPILE_ROWS: "true", **settings}, functions)
        assert len(compiled.rows) == rows
        assert compiled.rows == usual.rows, mode
        assert usual.kinds == [USUAL] * len(usual.kinds)
        assert compiled.kinds == [COMPILED] * len(usual.kinds), mode
        # A call as an argument of another call is one more.
        assert compiled.calls == usual.calls, mode
        assert min(compiled.calls) >= rows, mode
