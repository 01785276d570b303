# SPDX-License-Identifier: Apache-2.0

"""The smoke tests of every supported Spark version, in one short session."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from pyspark.errors import PythonException
from pyspark.sql import functions as F

import rapids_udfs
from harness import argument_types, cases, catalogue, outcomes, routes
from harness.cases import Case
from harness.explain import Calls, explain
from harness.outcomes import Outcome
from harness.own_process import reported, surroundings
from harness.session import with_plugin


def every_example() -> list[Case]:
    return [e for f in catalogue.functions().values() for e in cases.examples(f)]


@pytest.fixture(scope="module")
def answers(spark):
    @functools.cache
    def answers() -> dict[Case, Outcome]:
        results = outcomes.run(spark, [e.sql for e in every_example()], fold=False)
        return dict(zip(every_example(), results, strict=True))

    return answers


def test_jar_is_of_this_spark(spark) -> None:
    build = spark._jvm.io.github.rapidsudfs.RapidsUdfs.buildInfo()
    assert (
        build["scala"] == spark._jvm.scala.util.Properties.versionNumberString().rpartition(".")[0]
    )


@pytest.mark.parametrize(
    "example", every_example(), ids=lambda e: f"{e.function}-{e.where.replace(' ', '')}"
)
def test_example(answers, example: Case) -> None:
    assert answers()[example] == Outcome(value=example.shows), example.sql


def test_rows_are_counted(spark) -> None:
    counters = spark._jvm.io.github.rapidsudfs.RapidsUdfs
    counters.resetCounters()
    spark.range(10).selectExpr("ascii_lower(string(id))").collect()
    assert list(counters.counters()["ascii_lower"]) == [10, 0, 0, 0]


@pytest.mark.parametrize("function", ["ascii_lower", "strip_html", "money_gross", "haversine_km"])
def test_register_java_function(spark, function: str) -> None:
    listed = catalogue.functions()[function]
    name = routes.register(spark, listed, routes.JAVA)
    for example in cases.examples(listed):
        types = functools.partial(catalogue.argument_type, listed)
        call = example.call.written(name, example.call.cast(types))
        assert outcomes.run(spark, [call], fold=False) == [Outcome(value=example.shows)]


def test_arguments_by_name(spark) -> None:
    frame = spark.sql("SELECT ip_in_cidr(block => '10.0.0.0/8', address => '10.1.2.3') AS found")
    assert frame.head()["found"] is True


@pytest.mark.parametrize(
    ("sql", "parts"),
    [
        ("ascii_lower(array(1))", ["DATATYPE_MISMATCH", "ascii_lower(array(1))", '"STRING"']),
        ("ascii_lower('a', 'b')", ["WRONG_NUM_ARGS", "`ascii_lower` requires 1 parameters", "2"]),
        ("ascii_lower(txt => 'a')", ["UNRECOGNIZED_PARAMETER_NAME", "`ascii_lower`", "`text`"]),
        ("identity(interval 1 day)", ["INTERVAL DAY", "the plugin does not pass intervals"]),
    ],
)
def test_wrong_calls_fail_at_analysis(spark, sql: str, parts: list[str]) -> None:
    with pytest.raises(
        Exception, match=r"DATATYPE_MISMATCH|WRONG_NUM_ARGS|UNRECOGNIZED_PARAMETER_NAME"
    ) as raised:
        spark.sql(f"SELECT {sql}")
    assert [part for part in parts if part not in str(raised.value)] == []


def test_a_python_udf_is_compiled(spark) -> None:
    @rapids_udfs.udf("int", useArrow=False)
    def year(text):
        try:
            return int(text[:4])
        except ValueError:
            return None

    dates = spark.sql("SELECT explode(array('2024-02-29', 'never', ' 33')) AS text")
    compiled = dates.select(year("text"))
    assert "EvalPython" not in str(compiled._jdf.queryExecution().executedPlan())
    assert [row[0] for row in compiled.collect()] == [2024, None, 33]
    with pytest.raises(PythonException, match="TypeError: 'NoneType' object is not subscriptable"):
        dates.select(year(F.lit(None))).collect()


def test_an_aggregate_in_python_is_compiled(spark) -> None:
    @rapids_udfs.udaf("bigint", "bigint", useArrow=False)
    def product(values):
        made = 1
        for value in values:
            made *= value or 1
        return made

    product.register(spark, "multiplied")
    numbers = "VALUES (1, 2L), (1, 5L), (2, NULL), (2, 7L) AS t(k, n)"
    compiled = spark.sql(f"SELECT k, multiplied(n) FROM {numbers} GROUP BY k ORDER BY k")
    assert "EvalPython" not in str(compiled._jdf.queryExecution().executedPlan())
    assert [tuple(row) for row in compiled.collect()] == [(1, 10), (2, 7)]
    assert compiled.columns == ["k", "multiplied(n)"]


@pytest.fixture(scope="module")
def judged(spark, tmp_path_factory) -> str:
    """A column of strings in a Parquet-backed view with columns of all types."""
    argument_types.write(spark, tmp_path_factory.mktemp("explained"))
    return argument_types.column("string")


@pytest.fixture(scope="module")
def calls(spark, judged: str) -> Calls:
    return Calls(spark)


@with_plugin
@pytest.mark.parametrize("function", list(catalogue.functions()))
def test_plugin_accepts(calls: Calls, function: str) -> None:
    verdict, _ = calls.verdict(function, routes.EXTENSION)
    assert verdict.accepted, verdict.plan


@with_plugin
def test_plugin_refuses_what_has_no_columnar_body(spark, judged: str) -> None:
    verdict = explain(spark, f"SELECT soundex({judged}) FROM {argument_types.VIEW}")
    assert not verdict.accepted, verdict.plan


@with_plugin
def test_mode_emulate(tmp_path: Path) -> None:
    """The extension asks every expression of a plan whether it has columns for it."""
    script = Path(__file__).with_name("scripts") / "emulated_arithmetic.py"
    report = reported(script, tmp_path, surroundings())
    assert report["rows"] == [
        [2, 0, 2, 0.5, 1, 9223372036854775806],
        [3, 1, 4, 1.0, 0, 9223372036854775807],
        [4, 2, 6, 1.5, 1, None],
    ]
    assert "GpuProject" in report["plan"]
    assert "RAPIDS UDFs</title>" in report["page"]
