"""Row-wise calls compiled into queries answer as on Spark's usual path, bit for bit."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

import rapids_udfs
from harness import cases, catalogue, columns, routes, row_bytes
from harness.columns import Calls
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


@dataclass(frozen=True)
class Answer:
    """Each row's bytes, the row-wise calls that were counted, and the calls that the plan has."""

    rows: list[bytes]
    calls: int
    kinds: list[str]


class Paths:
    """The cases of a function as a table, and its answers over both paths."""

    def __init__(self, spark, folder):
        self.spark = spark
        self.folder = folder
        self.calls = functools.cache(self._calls)

    def _calls(self, function: str) -> Calls:
        listed = cases.examples(catalogue.functions()[function])
        path = cases.file_of(function)
        listed = [*listed, *(cases.read(path) if path.exists() else [])]
        return columns.write(self.spark, catalogue.functions()[function], listed, self.folder)

    def answer(self, function: str, route: str, settings: Mapping[str, str]) -> Answer:
        calls = self.calls(function)
        name = routes.register(self.spark, catalogue.functions()[function], route)
        sql = f"SELECT id, {name}({', '.join(calls.columns)}) AS r FROM {calls.view}"
        with frames.settings(self.spark, settings):
            rapids_udfs.reset_counters(self.spark)
            plan = self.spark.sql(sql)._jdf.queryExecution().executedPlan()
            rows = row_bytes.unpacked(bytes(entry_point(self.spark).collectBytes(plan)))
            counted = rapids_udfs.counters(self.spark)[function].row_calls
        return Answer(sorted(rows), counted, self.kinds(plan))

    def kinds(self, plan) -> list[str]:
        """The calls in the expressions of a plan of operators with one child each."""
        found = []
        while plan.children().nonEmpty():
            found += [kind for tree in items(plan.expressions()) for kind in self.classes(tree)]
            plan = plan.children().apply(0)
        return [kind for kind in found if kind in (COMPILED, USUAL)]

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
@pytest.mark.parametrize("function", list(catalogue.functions()))
def test_answers(paths: Paths, function: str, route: str, ansi: str) -> None:
    if route not in routes.of(catalogue.functions()[function]):
        pytest.skip("registerJavaFunction knows no such functions")
    usual = paths.answer(function, route, {COMPILE_ROWS: "false", ANSI: ansi})
    rows = paths.calls(function).rows
    assert (len(usual.rows), usual.calls, usual.kinds) == (rows, rows, [USUAL])
    for mode, settings in MODES.items():
        compiled = paths.answer(function, route, {COMPILE_ROWS: "true", ANSI: ansi, **settings})
        assert compiled.kinds == [COMPILED], mode
        assert compiled.calls == rows, mode
        assert compiled.rows == usual.rows, mode
