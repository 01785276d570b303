# SPDX-License-Identifier: Apache-2.0

"""The plugin's verdicts, as read from its text and as given by the plugin itself."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as F

from harness.session import temporary_first, with_plugin
from rapids_udfs import Placement, explain, register
from rapids_udfs.errors import ConfigurationError, SessionError, UnsupportedError
from rapids_udfs.plans import placement, plan_text, queries
from rapids_udfs.plans.placement import explanation
from rapids_udfs.session import library
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


BRIDGE = """\
*Exec <ProjectExec> will run on GPU
  *Expression <Alias> levenshtein(a#3, strip_html(a#3), None) AS x#15 will run on GPU
    ^ <Levenshtein> levenshtein(a#3, strip_html(a#3), None) will run on GPU via CPU bridge because \
GPU does not currently support the operator class org.example.Levenshtein
      ^Expression <ScalaUDF> strip_html(a#3) will run on GPU via CPU bridge because it avoids \
excess CPU and GPU transfers
  ! <RDDScanExec> cannot run on GPU because it is not supported
"""


@pytest.fixture(scope="module")
def table(spark, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A view over a file: constants would be computed before the plugin sees them."""
    path = str(tmp_path_factory.mktemp("explained") / "t.parquet")
    spark.range(4).selectExpr("CAST(id AS STRING) AS a", "id").write.parquet(path)
    spark.read.parquet(path).createOrReplaceTempView("explained")
    return "explained"


class TestText:
    def test_tree(self) -> None:
        nodes = plan_text.parse(BRIDGE)
        assert [n.spark_class for n in nodes] == [
            "ProjectExec", "Alias", "Levenshtein", "ScalaUDF", "RDDScanExec",
        ]  # fmt: skip
        project, alias, _, udf, scan = nodes
        assert udf.operator() is project
        assert scan.operator() is project
        assert project.is_operator
        assert scan.is_operator
        assert list(project.expressions()) == nodes[1:4]
        assert alias.text == "levenshtein(a#3, strip_html(a#3), None) AS x#15"
        assert (scan.marker, scan.reason) == ("!", "it is not supported")

    def test_bridge(self) -> None:
        (verdict,) = explanation([BRIDGE], {"strip_html": "strip_html"}).functions
        assert verdict.placement is Placement.CPU_BRIDGE
        assert verdict.reason == "it avoids excess CPU and GPU transfers"
        assert "could run there" in verdict.hint

    def test_line_breaks_within(self) -> None:
        text = (
            "!Exec <ProjectExec> cannot run on GPU because not all expressions can be replaced\n"
            "  !Expression <ScalaUDF> f(a\nb#3) cannot run on GPU because one\ntwo\n\n"
            "    @Expression <AttributeReference> a#3 could run on GPU\n"
        )
        _, udf, attribute = plan_text.parse(text)
        assert udf.text == "f(a\nb#3)"
        assert udf.reason == "one\ntwo"
        assert attribute.parent is udf

    def test_words_of_the_verdict_in_a_constant(self) -> None:
        text = "*Expression <ScalaUDF> f(it will run on GPU because x, a#1) will run on GPU"
        (node,) = plan_text.parse(text)
        assert node.marker == "*"
        assert node.text == "f(it will run on GPU because x, a#1)"
        assert node.reason == ""

    def test_nothing_found(self) -> None:
        explained = explanation(["*Exec <FileSourceScanExec> will run on GPU\n"], {})
        assert not explained.functions
        assert not explained.on_gpu
        assert "explain a query over a table" in explained.hints[0]
        assert repr(explained) == explained.hints[0]


@with_plugin
class TestPlugin:
    def test_on_the_gpu(self, spark, table: str) -> None:
        explained = explain(spark.sql(f"SELECT ascii_lower(a), strip_html(a) FROM {table}"))
        assert {(v.function, v.placement, v.reason) for v in explained.functions} == {
            ("ascii_lower", Placement.GPU, ""),
            ("strip_html", Placement.GPU, ""),
        }
        assert explained.on_gpu
        assert explained.hints == ()
        assert "<ScalaUDF> ascii_lower(" in str(explained)
        assert "will run on GPU" in str(explained)
        assert repr(explained).splitlines()[0] == "ascii_lower: gpu"

    def test_builtins(self, spark, table: str) -> None:
        calls = "next_day(d, 'MO'), unix_date(next_day(d, 'MO')), year(d), soundex(a)"
        dates = f"(SELECT a, date_add(DATE'2024-01-01', length(a)) AS d FROM {table})"
        with frames.settings(spark, {"spark.rapidsUdfs.builtins": "next_day,unix_date"}):
            explained = explain(spark.sql(f"SELECT {calls} FROM {dates}"))
        verdicts = {v.function: (v.placement, v.calls) for v in explained.builtins}
        left = Placement.CPU if spark.version < "4" else Placement.CPU_BRIDGE
        placed = Placement.CPU if spark.version < "4" else Placement.GPU
        assert verdicts == {"next_day": (placed, 2), "unix_date": (placed, 1), "soundex": (left, 1)}
        assert not explained.functions
        assert "unix_date: " in repr(explained)

    @pytest.mark.parametrize(
        ("call", "holder"),
        [
            ("aggregate(array(a), '', (x, y) -> ascii_lower(concat(x, y)))", "aggregate"),
            ("zip_with(array(a), array(a), (x, y) -> ascii_lower(concat(x, y)))", "zip_with"),
            ("reduce(array(a), '', (x, y) -> concat(x, ascii_lower(y)))", "reduce"),
            ("forall(array(a), x -> ascii_lower(x) > 'a')", "forall"),
            (
                "zip_with(array(a), array(a), (x, y) -> transform(array(x), z -> ascii_lower(z)))",
                "zip_with",
            ),
            (
                "array_sort(array(a), (x, y) -> hash_bucket(ascii_lower(x), 9) "
                "- hash_bucket(ascii_lower(y), 9))",
                "array_sort",
            ),
        ],
    )
    def test_a_lambda_off_the_gpu(self, spark, table: str, call: str, holder: str) -> None:
        explained = explain(spark.sql(f"SELECT {call} AS r FROM {table}"))
        (verdict,) = [v for v in explained.functions if v.function == "ascii_lower"]
        bridged = holder != "array_sort" and spark.version >= "4"
        assert verdict.placement is (Placement.CPU_BRIDGE if bridged else Placement.CPU)
        assert verdict.calls == (2 if holder == "array_sort" else 1)
        assert spark.version < "4" or verdict.reason.startswith(f"it is called in {holder}: ")
        assert "could run there" in verdict.hint
        assert not explained.on_gpu

    def test_a_lambda_on_the_gpu(self, spark, table: str) -> None:
        calls = "transform(array(a), x -> ascii_lower(x)), filter(array(a), x -> word_count(x) > 0)"
        explained = explain(spark.sql(f"SELECT {calls} FROM {table}"))
        assert {v.placement for v in explained.functions} == {Placement.GPU}
        assert len(explained.functions) == 2

    def test_the_condition_of_a_join(self, spark, table: str) -> None:
        condition = "ascii_lower(concat(x.a, y.a)) > 'b'"
        sql = f"SELECT x.a FROM {table} x LEFT JOIN {table} y ON {condition}"
        (verdict,) = explain(spark.sql(sql)).functions
        assert verdict.placement is Placement.CPU
        assert "AST is required" in verdict.reason
        assert "in a subquery below the join" in verdict.hint

    def test_calls_are_counted(self, spark, table: str) -> None:
        query = f"SELECT ascii_lower(a), ascii_lower(concat(a, 'x')) FROM {table}"
        (verdict,) = explain(spark.sql(query)).functions
        assert verdict.calls == 2

    def test_registered_names_and_hive(self, spark, table: str) -> None:
        register(spark, "ascii_lower", "strip_html", "word_count", prefix="e_")
        explained = explain(
            spark.sql(f"SELECT e_ascii_lower(a), e_strip_html(a), e_word_count(a) FROM {table}")
        )
        assert {v.function for v in explained.functions} == {
            "ascii_lower",
            "strip_html",
            "word_count",
        }
        assert explained.on_gpu, repr(explained)

    def test_held_back_by_its_neighbour(self, spark, table: str) -> None:
        query = f"SELECT ascii_lower(a), parse_url(a, 'REF') FROM {table}"
        explained = explain(spark.sql(query))
        (verdict,) = explained.functions
        assert verdict.placement is Placement.CPU
        assert verdict.reason.startswith("ProjectExec stays on the CPU: ")
        assert "REF is not supported" in verdict.reason
        assert explained.hints[0].startswith("the function itself could run there")
        assert not explained.on_gpu

    def test_python_udf(self, spark, table: str) -> None:
        plain = F.udf(lambda text: text, "string", useArrow=False)
        explained = explain(spark.table(table).select(plain("a"), F.expr("ascii_lower(a)")))
        (other,) = explained.others
        assert other.placement is Placement.CPU
        assert other.reason == "it runs in a Python worker"
        assert "a Python UDF is a row-by-row call of a Python worker" in other.hint
        assert explained.on_gpu

    @pytest.mark.parametrize("by_arrow", [F.pandas_udf, partial(F.udf, useArrow=True)])
    def test_udf_by_arrow(self, spark, table: str, by_arrow: Any) -> None:
        """Spark 4.2's default of a plain ``udf``."""
        pytest.importorskip("pyarrow", exc_type=ImportError)
        (other,) = explain(spark.table(table).select(by_arrow(lambda t: t, "string")("a"))).others
        assert "the plugin transfers the data of an Arrow or pandas UDF" in other.hint

    @pytest.mark.parametrize("route", ["java", "hive"])
    def test_plain_jvm_udf(self, spark, setup, table: str, route: str) -> None:
        if route == "java":
            from harness import compiled

            source = Path(__file__).parents[1] / "acceptance/PlainLower.java"
            compiled.compile_java(spark, source, setup.classes)
            spark.udf.registerJavaFunction("plain_f", "PlainLower", "string")
            name = "plain_f"
        else:
            name = "org.apache.hadoop.hive.ql.udf.UDFHex"
            spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION plain_f AS '{name}'")
        explained = explain(spark.sql(f"SELECT plain_f(a) FROM {table}"))
        (other,) = explained.others
        assert other.function == name
        assert other.placement is not Placement.GPU
        assert "GPU implementation" in other.reason
        assert "implements com.nvidia.spark.RapidsUDF" in other.hint

    def test_the_sessions_settings_stay_as_they_are(self, spark, table: str) -> None:
        """Also while it explains: another thread may run or explain a query."""
        keys = ("spark.rapids.sql.enabled", "spark.rapids.sql.rowBasedUDF.enabled")
        spark.conf.set(keys[1], "true")
        seen, done = set(), threading.Event()

        def watch() -> None:
            while not done.is_set():
                seen.add(tuple(spark.conf.get(key, None) for key in keys))

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            for _ in range(5):
                explain(spark.sql(f"SELECT ascii_lower(a) AS l FROM {table} ORDER BY l"))
        finally:
            done.set()
            watcher.join()
            spark.conf.unset(keys[1])
        assert seen == {(None, "true")}

    def test_row_based(self, spark, table: str) -> None:
        """A UDF that the plugin would run row by row within a GPU operator is not on the GPU."""
        key = "spark.rapids.sql.rowBasedUDF.enabled"
        hive_class = "org.apache.hadoop.hive.ql.udf.UDFHex"
        spark.sql(f"CREATE OR REPLACE TEMPORARY FUNCTION plain_h AS '{hive_class}'")
        spark.conf.set(key, "true")
        try:
            explained = explain(spark.sql(f"SELECT plain_h(a), ascii_lower(a) FROM {table}"))
            assert spark.conf.get(key) == "true"
        finally:
            spark.conf.unset(key)
        (other,) = explained.others
        assert other.placement is Placement.ROW_BASED
        assert other.reason == f"{key} is set"
        assert explained.on_gpu

    def test_shadowed_function(self, fresh, table: str) -> None:
        """A function of the user's that has a catalogue function's name."""
        path = fresh.conf.get("spark.sql.warehouse.dir") + "/shadowed.parquet"
        fresh.range(2).selectExpr("CAST(id AS STRING) AS a").write.mode("overwrite").parquet(path)
        temporary_first(fresh)
        fresh.udf.register("word_count", lambda text: -1, "int")
        explained = explain(fresh.read.parquet(path).selectExpr("word_count(a)"))
        assert not explained.on_gpu
        assert not explained.functions
        (other,) = explained.others
        assert (other.function, other.placement) == ("word_count", Placement.CPU)


@with_plugin
class TestCommands:
    """Spark runs a command once, when ``spark.sql`` returns; to explain it is not to run it."""

    @pytest.fixture(autouse=True)
    def tables(self, spark) -> Iterator[None]:
        yield
        for name in ("filled", "created"):
            spark.sql(f"DROP TABLE IF EXISTS {name}")

    @staticmethod
    def functions(frame: DataFrame) -> set[str]:
        explain(frame)
        return {v.function for v in explain(frame).functions}

    def test_insert(self, spark, table: str) -> None:
        spark.sql("CREATE TABLE filled (a STRING) USING parquet")
        frame = spark.sql(f"INSERT INTO filled SELECT ascii_lower(a) FROM {table}")
        assert self.functions(frame) == {"ascii_lower"}
        assert "Insert" in str(explain(frame))
        assert rows_on_disk(spark, "filled") == 4

    def test_create_as(self, spark, table: str) -> None:
        query = f"SELECT ascii_lower(a) AS a FROM {table}"
        frame = spark.sql(f"CREATE TABLE created USING parquet AS {query}")
        assert self.functions(frame) == {"ascii_lower"}
        assert rows_on_disk(spark, "created") == 4
        view = spark.sql(f"CREATE TEMPORARY VIEW lowered AS {query}")
        assert self.functions(view) == {"ascii_lower"}
        assert spark.catalog.dropTempView("lowered")

    def test_drop(self, spark) -> None:
        spark.sql("CREATE TABLE created (a STRING) USING parquet")
        frame = spark.sql("DROP TABLE created")
        assert self.functions(frame) == set()
        spark.sql("CREATE TABLE created (a STRING) USING parquet")
        assert self.functions(frame) == set()
        assert spark.catalog.tableExists("created")

    def test_what_is_made_of_a_commands_rows(self, spark, table: str) -> None:
        spark.sql("CREATE TABLE filled (a STRING) USING parquet")
        inserted = spark.sql(f"INSERT INTO filled SELECT a FROM {table}")
        explain(inserted.selectExpr("1 AS one"))
        assert rows_on_disk(spark, "filled") == 4


def rows_on_disk(spark, table: str) -> int:
    """The rows of a table's files, whatever the session believes of them."""
    location = f"{spark.conf.get('spark.sql.warehouse.dir')}/{table}"
    return int(spark.read.parquet(location).count())


def test_without_the_plugin(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement, "has_class", lambda spark, name: False)
    with pytest.raises(SessionError) as e:
        explain(spark.range(1))
    assert "configure(SparkSession.builder, mode='explain')" in str(e.value)
    assert f"fetch-plugin --scala {library.scala_version(spark)}" in str(e.value)


@with_plugin
def test_a_table_whose_classes_the_plugin_does_not_see(
    spark, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rapids_udfs._py4j import Py4JJavaError

    missing = "org/apache/iceberg/spark/source/SparkBatchQueryScan"

    def fail(*_: object) -> str:
        error = library.jvm_class(spark, "java.lang.NoClassDefFoundError")(missing)
        raise Py4JJavaError("in the plugin", error)

    plugin = SimpleNamespace(explainPotentialGpuPlan=fail)
    of_jvm = queries.jvm_class
    monkeypatch.setattr(
        queries,
        "jvm_class",
        lambda spark, name: plugin if name.endswith("ExplainPlan") else of_jvm(spark, name),
    )
    with pytest.raises(ConfigurationError) as e:
        explain(spark.range(1))
    assert str(e.value).startswith("Iceberg is not on the class path, where the plugin is: ")
    assert "name the file in spark.jars" in str(e.value)
    missing = "com/acme/Other"
    with pytest.raises(Py4JJavaError):
        explain(spark.range(1))


def test_streaming_query(spark) -> None:
    stream = spark.readStream.format("rate").load().selectExpr("ascii_lower(string(value))")
    with pytest.raises(UnsupportedError, match=r"Explain the same query over a table instead"):
        explain(stream)


@with_plugin
def test_cached_queries_are_looked_into(spark, table: str) -> None:
    """Also where one reads another one, and where both are read twice."""
    spark.sql(f"SELECT ascii_lower(a) AS a FROM {table}").createOrReplaceTempView("inner_query")
    spark.sql("CACHE TABLE inner_query")
    spark.sql("SELECT word_count(a) AS n FROM inner_query").createOrReplaceTempView("outer_query")
    spark.sql("CACHE TABLE outer_query")
    try:
        said = explain(spark.sql("SELECT sat_add(1Y, tinyint(n)) FROM outer_query WHERE n > 0"))
        read = explain(spark.table("inner_query"))
    finally:
        for name in ("outer_query", "inner_query"):
            spark.sql(f"UNCACHE TABLE {name}")
            spark.catalog.dropTempView(name)
    assert {v.function: v.placement for v in said.functions} == dict.fromkeys(
        ("sat_add", "word_count", "ascii_lower"), Placement.GPU
    )
    assert str(said).count("A cached query that it reads, were it computed now:") == 2
    assert [(v.function, v.calls) for v in read.functions] == [("ascii_lower", 1)]
