# SPDX-License-Identifier: Apache-2.0

"""The plugin itself says that it takes each function, in each form of registration."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness import argument_types, catalogue, compiled, routes
from harness.argument_types import VIEW
from harness.explain import Calls, Verdict, explain
from harness.session import with_hive

KINDS = {
    routes.EXTENSION: "ScalaUDF",
    routes.JVM: "ScalaUDF",
    routes.JAVA: "ScalaUDF",
    routes.HIVE: "HiveGenericUDF",
    routes.HIVE_SIMPLE: "HiveSimpleUDF",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "function" in metafunc.fixturenames:
        functions = catalogue.functions()
        pairs = [(name, r) for name, f in functions.items() for r in routes.of(f)]
        metafunc.parametrize(("function", "route"), pairs)


@pytest.fixture(scope="module")
def judged(spark, tmp_path_factory) -> str:
    """A column of strings in a Parquet-backed view."""
    argument_types.write(spark, tmp_path_factory.mktemp("explained"))
    return argument_types.column("string")


@pytest.fixture(scope="module")
def calls(spark, judged: str) -> Calls:
    return Calls(spark)


def test_accepted(calls: Calls, function: str, route: str) -> None:
    verdict, many = calls.verdict(function, route)
    assert verdict.accepted, verdict.plan
    assert len(verdict.udfs) == many
    assert all(f"<{KINDS[route]}> " in udf for udf in verdict.udfs)


def test_accepted_within_other_expressions(spark, judged: str) -> None:
    verdict = explain(
        spark,
        f"SELECT ascii_lower({judged}), count(*), max(strip_html({judged})) FROM {VIEW} "
        f"WHERE ascii_lower({judged}) <> 'x' GROUP BY ascii_lower({judged})",
    )
    assert verdict.accepted, verdict.plan
    assert len(verdict.udfs) >= 3


class TestNegativeControls:
    """The same check on functions without a columnar body: it must be able to fail."""

    def test_java_udf(self, spark, setup, judged: str) -> None:
        compiled.compile_java(spark, Path(__file__).parent / "PlainLower.java", setup.classes)
        spark.udf.registerJavaFunction("plain_lower", "PlainLower", "string")
        assert spark.sql("SELECT plain_lower('Ä') AS lower").collect()[0]["lower"] == "ä"
        self.require_refused(
            explain(spark, f"SELECT plain_lower({judged}) FROM {VIEW}"), "ScalaUDF"
        )

    @with_hive
    @pytest.mark.parametrize(
        ("kind", "implementation"),
        [("HiveSimpleUDF", "UDFHex"), ("HiveGenericUDF", "generic.GenericUDFUpper")],
    )
    def test_hive_udf(self, spark, judged: str, kind: str, implementation: str) -> None:
        class_name = f"org.apache.hadoop.hive.ql.udf.{implementation}"
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION plain_hive AS '{class_name}'")
        self.require_refused(explain(spark, f"SELECT plain_hive({judged}) FROM {VIEW}"), kind)

    def test_python_udf(self, spark, judged: str) -> None:
        spark.udf.register("python_lower", lambda text: text.lower(), "string")
        verdict = explain(spark, f"SELECT python_lower({judged}) FROM {VIEW}")
        assert not verdict.udfs
        assert not verdict.accepted

    def test_mixed(self, spark, judged: str) -> None:
        """One refused expression is enough, though the UDF beside it is accepted."""
        verdict = explain(spark, f"SELECT ascii_lower({judged}), sentences({judged}) FROM {VIEW}")
        assert any("<ScalaUDF>" in udf for udf in verdict.udfs)
        assert not verdict.accepted, verdict.plan

    @staticmethod
    def require_refused(verdict: Verdict, kind: str) -> None:
        assert not verdict.accepted, verdict.plan
        (udf,) = verdict.udfs
        assert f"<{kind}> " in udf
        assert "cannot run on GPU" in udf or "via CPU bridge" in udf
        assert "GPU implementation" in udf
