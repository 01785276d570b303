# SPDX-License-Identifier: Apache-2.0

"""Builtins in columns in sessions: pruning, streams, views, settings that change."""

from __future__ import annotations

from pathlib import Path

import pyspark
import pytest

import rapids_udfs
from harness.builtin_cases import table
from harness.builtin_queries import AFTER, BEFORE, BRIDGE, ROWS_ALONE, Ran, run
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.testing import frames

NO_BRIDGE = {BRIDGE: "false"}
DAYS = 20
OF_A_DAY = 50


@pytest.fixture(scope="module")
def rows(spark, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("sessions") / "rows")
    with frames.settings(spark, ROWS_ALONE):
        table(spark, 300).repartition(2).write.parquet(path)
    spark.read.parquet(path).createOrReplaceTempView("session_rows")
    return "session_rows"


def three(spark, sql: str) -> Ran:
    """Run a query with the builtins, without them and on the CPU; compare the results."""
    after = run(spark, sql, AFTER | NO_BRIDGE)
    assert after.rows == run(spark, sql, BEFORE | NO_BRIDGE).rows
    assert after.rows == run(spark, sql, ROWS_ALONE).rows != []
    assert all(counts.row_calls == 0 for counts in after.counts.values())
    return after


@pytest.mark.parametrize("adaptive", ["true", "false"])
def test_partitions_are_pruned_by_a_builtin(spark, tmp_path: Path, adaptive: str) -> None:
    with frames.settings(spark, ROWS_ALONE):
        days = spark.range(DAYS).selectExpr("int(id) AS p", "date_add(DATE'2024-01-01', p) AS day")
        days.coalesce(1).write.parquet(str(tmp_path / "days"))
        facts = spark.range(DAYS * OF_A_DAY).selectExpr(
            "id", "DATE'2000-01-01' AS d", f"int(id % {DAYS}) AS p"
        )
        facts.repartition(1).write.partitionBy("p").parquet(str(tmp_path / "facts"))
    for name in ("days", "facts"):
        spark.read.parquet(str(tmp_path / name)).createOrReplaceTempView(f"pruned_{name}")
    sql = (
        "SELECT f.id, day FROM pruned_facts f JOIN pruned_days d ON f.p = d.p "
        "WHERE next_day(day, 'MO') = DATE'2024-01-15' AND unix_date(f.d) > 0"
    )
    with frames.settings(spark, {"spark.sql.adaptive.enabled": adaptive}):
        after = three(spark, sql)
    assert len(after.rows) == 7 * OF_A_DAY
    assert after.where.cpu == 0
    # The filter is above the scan: it received only the rows of a week's partitions.
    assert after.counts["unix_date"].columnar_rows == 7 * OF_A_DAY
    assert after.counts["next_day"].columnar_rows >= DAYS


@pytest.mark.parametrize("stateful", [False, True], ids=["rows", "counts"])
def test_a_stream_is_restarted_with_the_builtins_and_without(
    spark, tmp_path: Path, stateful: bool
) -> None:
    source, sink, checkpoint = (str(tmp_path / name) for name in ("in", "out", "checkpoint"))
    schema = "id LONG, d DATE"

    def arrive(files: int) -> None:
        with frames.settings(spark, ROWS_ALONE):
            for _ in range(files):
                frame = spark.range(90).selectExpr("id", "date_add(DATE'2024-01-01', int(id)) AS d")
                frame.coalesce(1).write.mode("append").parquet(source)

    def advance(builtins: dict[str, str]) -> int:
        """Run the stream over the new files; return the rows that builtins computed in columns."""
        before = rapids_udfs.counters(spark)
        stream = spark.readStream.schema(schema).option("maxFilesPerTrigger", 1).parquet(source)
        result = stream.selectExpr("next_day(d, 'MO') AS monday", "unix_date(d) AS day")
        if stateful:
            result = result.groupBy("monday").count()
            writer = result.writeStream.format("memory").queryName("stream").outputMode("complete")
        else:
            writer = result.writeStream.format("parquet").option("path", sink)
        writer = writer.option("checkpointLocation", checkpoint).trigger(availableNow=True)
        with frames.settings(spark, builtins):
            query = writer.start()
            query.awaitTermination()
        assert [b["numInputRows"] for b in query.recentProgress if b["numInputRows"]] == [90, 90]
        counts = difference(rapids_udfs.counters(spark), before)
        assert counts["next_day"].row_calls == 0
        return counts["next_day"].columnar_rows

    columnar = []
    for builtins in (AFTER, BEFORE, AFTER):
        arrive(2)
        columnar.append(advance(builtins))
    assert columnar == [180, 0, 180]
    with frames.settings(spark, ROWS_ALONE):
        call = "next_day(date_add(DATE'2024-01-01', int(id % 90)), 'MO') AS monday"
        expected = spark.range(540).selectExpr(call).groupBy("monday").count().collect()
        written = (
            spark.table("stream")
            if stateful
            else spark.read.parquet(sink).groupBy("monday").count()
        )
        assert sorted(written.collect()) == sorted(expected)


def test_views_and_relations_that_are_read_twice(spark, rows: str) -> None:
    calls = "id, d, next_day(d, 'MO') AS monday, split_part(s, ',', 1) AS part"
    spark.sql(f"CREATE OR REPLACE TEMP VIEW mondays AS SELECT {calls} FROM {rows}")
    view = three(spark, "SELECT monday, count(*), max(unix_date(d)) FROM mondays GROUP BY monday")
    assert view.counts.keys() == {"next_day", "unix_date"}
    twice = three(
        spark,
        f"WITH days AS (SELECT {calls} FROM {rows}) SELECT a.id, b.part FROM days a JOIN days b "
        "ON a.monday = b.monday AND unix_date(a.d) + 1 = unix_date(b.d)",
    )
    assert twice.counts.keys() == {"next_day", "split_part", "unix_date"}
    assert (view.where.cpu, twice.where.cpu) == (0, 0)


def test_a_cached_table_is_computed_in_columns(spark, rows: str) -> None:
    before = rapids_udfs.counters(spark)
    spark.sql(f"CACHE TABLE cached_mondays AS SELECT id, next_day(d, 'MO') AS monday FROM {rows}")
    try:
        assert difference(rapids_udfs.counters(spark), before)["next_day"].columnar_rows > 0
        three(spark, "SELECT id, unix_date(monday) FROM cached_mondays WHERE monday IS NOT NULL")
    finally:
        spark.sql("UNCACHE TABLE cached_mondays")
        spark.catalog.dropTempView("cached_mondays")


@pytest.mark.parametrize(
    ("setting", "values", "calls", "columnar"),
    [
        (
            "spark.sql.session.timeZone",
            ("UTC", "America/New_York", "+05:30"),
            "timestampadd(MONTH, 1, at), timestampdiff(DAY, at, other), extract(SECOND FROM at), "
            "unix_millis(at), unix_date(CAST(at AS DATE)), next_day(at, 'MO')",
            "timestampadd",
        ),
        (
            "spark.sql.ansi.enabled",
            ("false", "true"),
            "make_date(abs(y) % 3000 + 1, abs(k % 12) + 1, 28), elt(1 + abs(k % 2), s, w), "
            "next_day(d, 'MO')",
            "make_date",
        ),
    ],
    ids=["time zone", "ansi"],
)
def test_a_setting_that_changes_between_runs_of_a_frame(
    spark, rows: str, setting: str, values: tuple[str, ...], calls: str, columnar: str
) -> None:
    years = "at > TIMESTAMP'1900-01-01 00:00:00' AND d < DATE'9000-01-01'"
    sql = f"SELECT id, {calls} FROM {rows} WHERE {years}"

    def answers(settings: dict[str, str]) -> tuple[list[list[str]], dict[str, Counts]]:
        """Return the results as strings, under every value, of an old and a new frame."""
        rows_of_each = []
        with frames.settings(spark, settings | NO_BRIDGE | {setting: values[0]}):
            frame = spark.sql(sql)
            before = rapids_udfs.counters(spark)
            for value in values:
                spark.conf.set(setting, value)
                for each in (frame.select("*"), spark.sql(sql)):
                    texts = [f"CAST(`{name}` AS STRING)" for name in each.columns]
                    rows_of_each.append(sorted(map(str, each.selectExpr(*texts).collect())))
        return rows_of_each, difference(rapids_udfs.counters(spark), before)

    after, counts = answers(AFTER)
    assert counts[columnar].columnar_rows > 0
    assert after == answers(ROWS_ALONE)[0]
    assert all(after)


@pytest.mark.skipif(pyspark.__version__ < "4", reason="Spark 3.5 has no collations")
@pytest.mark.parametrize("collation", ["UTF8_LCASE", "UNICODE_CI"])
def test_a_collation_changes_results_as_in_spark(spark, rows: str, collation: str) -> None:
    collated = f"(s COLLATE {collation})"
    calls = (
        f"startswith({collated}, 'A' || left(w, 0)), split_part({collated}, 'b', 1), "
        f"find_in_set({collated}, 'A,B'), unix_date(d)"
    )
    after = three(spark, f"SELECT id, {calls} FROM {rows}")
    assert set(after.counts) <= {"unix_date"}
