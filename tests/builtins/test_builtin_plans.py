# SPDX-License-Identifier: Apache-2.0

"""Spark's builtins in every position of a query: in columns, or put back unchanged."""

from __future__ import annotations

import re

import pytest

from harness.builtin_cases import table
from harness.cpu_gpu_runner import Both, operators
from rapids_udfs.testing import frames

ROWS = 500
BRIDGE = "spark.rapids.sql.expression.cpuBridge.enabled"
BUILTINS = "spark.rapidsUdfs.builtins"
SHUFFLED = {"spark.sql.autoBroadcastJoinThreshold": "-1"}
CPU_EXCHANGES = {
    "spark.rapids.sql.exec.ShuffleExchangeExec": "false",
    "spark.rapids.sql.exec.BroadcastHashJoinExec": "false",
}

PLACES = {
    "filter": "SELECT id, d FROM {t} WHERE unix_date(d) % 3 = 0",
    "if": "SELECT id, IF(id % 3 = 0, unix_date(d), -1) AS c FROM {t}",
    "nested": "SELECT id, date_from_unix_date(unix_date(next_day(d, 'MO')) + 1) AS c FROM {t}",
    "in another's argument": "SELECT id, year(next_day(d, 'TU')) + abs(unix_date(d)) c FROM {t}",
    "aggregate": "SELECT coalesce(unix_date(d) % 10, 10L) AS id, count(*) AS n, "
    "max(next_day(d, 'MO')) AS m, sum(unix_date(d)) AS s FROM {t} GROUP BY 1",
    "having": "SELECT k AS id, count(*) AS n FROM {t} WHERE k IS NOT NULL GROUP BY k "
    "HAVING max(unix_date(d)) > 100",
    "join": "SELECT a.id * 100000 + b.id AS id, unix_date(a.d) AS c FROM {t} a JOIN {t} b "
    "ON unix_date(a.d) = unix_date(b.d) + 1",
    "join and group": "SELECT a.id AS id, count(*) AS n FROM {t} a JOIN {t} b "
    "ON next_day(a.d, 'MO') = next_day(b.d, 'MO') GROUP BY a.id",
    "semi join": "SELECT id, d FROM {t} WHERE unix_date(d) IN (SELECT unix_date(d) + 1 FROM {t})",
    "condition of a join": "SELECT a.id * 100000 + b.id AS id FROM {t} a JOIN {t} b "
    "ON a.k = b.k AND unix_date(a.d) < unix_date(b.d)",
    "sort": "SELECT id, d FROM {t} ORDER BY next_day(d, 'MO'), id",
    "global sort": "SELECT /*+ REPARTITION(2) */ id, c FROM (SELECT id, "
    "rank() OVER (ORDER BY unix_date(d), id) AS c FROM {t})",
    "window": "SELECT id, count(*) OVER (PARTITION BY next_day(d, 'MO')) AS n FROM {t}",
    "repartition": "SELECT id, unix_date(d) AS c FROM {t} DISTRIBUTE BY unix_date(d)",
    "scalar subquery": "SELECT id, d FROM {t} WHERE unix_date(d) = "
    "(SELECT max(unix_date(d)) FROM {t})",
    "correlated subquery": "SELECT id, (SELECT max(unix_date(also.d)) FROM {t} also "
    "WHERE also.k = every.k) c FROM {t} every",
    "union": "SELECT id, unix_date(d) AS c FROM {t} UNION ALL SELECT -1 - id, bit_get(k % 1, 0) "
    "FROM {t} WHERE k IS NOT NULL",
    "distinct": "SELECT DISTINCT coalesce(unix_date(d), -1L) AS id FROM {t}",
    "lambda": "SELECT id, transform(array(d, NULL), x -> unix_date(x)) AS c FROM {t}",
    "generator": "SELECT id * 2 + pos AS id, col FROM {t} "
    "LATERAL VIEW posexplode(array(unix_date(d), 1)) AS pos, col",
    "reused exchange": "SELECT a.id AS id, a.n + b.n AS n FROM "
    "(SELECT coalesce(unix_date(d) % 7, 8) AS id, count(*) AS n FROM {t} GROUP BY 1) a JOIN "
    "(SELECT coalesce(unix_date(d) % 7, 8) AS id, count(*) AS n FROM {t} GROUP BY 1) b "
    "ON a.id = b.id",
    "rollup": "SELECT coalesce(c, -1000000L) + grouping(c) AS id, count(*) AS n FROM "
    "(SELECT unix_date(d) AS c FROM {t}) GROUP BY ROLLUP(c)",
    "pivot": "SELECT * FROM (SELECT coalesce(k, -1) AS id, bit_get(l, 0) AS b, 1 AS n FROM {t}) "
    "PIVOT (sum(n) FOR b IN (0, 1))",
}
MANNERS = {
    "": {},
    "not adaptive": {"spark.sql.adaptive.enabled": "false"},
    "shuffled": SHUFFLED,
    "exchanges on the CPU": CPU_EXCHANGES,
    "shuffled on the CPU": SHUFFLED | CPU_EXCHANGES,
}


@pytest.fixture(scope="module")
def rows(both: Both, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("builtins") / "rows")
    with both.rows_alone():
        table(both.spark, ROWS).repartition(2).write.parquet(path)
    both.spark.read.parquet(path).createOrReplaceTempView("builtin_rows")
    return "builtin_rows"


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("place", PLACES)
def test_a_position(both: Both, rows: str, place: str, manner: str) -> None:
    sql = PLACES[place].format(t=rows)
    with frames.settings(both.spark, {BRIDGE: "false"} | MANNERS[manner]):
        columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.rows == row_wise.rows
    assert columnar.leaks == {}
    assert exchanges(columnar.plan) == exchanges(row_wise.plan), columnar.plan
    assert sum(c.row_calls for c in columnar.counts.values()) == 0
    if not MANNERS[manner].keys() & CPU_EXCHANGES.keys():
        assert sum(c.columnar_rows for c in columnar.counts.values()) > 0, columnar.plan


def exchanges(plan: str) -> int:
    kinds = [re.sub("^Gpu|Exec$", "", n) for n in operators(plan)]
    return sum(k in ("ColumnarExchange", "Exchange", "BroadcastExchange") for k in kinds)


def test_calls_on_the_cpu_are_put_back(both: Both, rows: str) -> None:
    sql = f"SELECT id, unix_date(d) AS c, sentences(string(d)) AS s FROM {rows}"
    with frames.settings(both.spark, {BRIDGE: "false"}):
        columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.rows == row_wise.rows
    project = re.compile("Project .*")
    ids = re.compile(r"#\d+L?")
    plans = [ids.sub("", project.search(answer.plan)[0]) for answer in (columnar, row_wise)]
    assert plans[0] == plans[1]


def test_a_builtin_under_the_bridge(both: Both, rows: str) -> None:
    if both.spark.version < "4":
        pytest.skip("the plugin has no CPU bridge before 26.02")
    sql = (
        f"SELECT id, aes_encrypt(string(unix_date(d)), 'abcdefghijklmnop', 'ECB') AS c FROM {rows}"
    )
    columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    assert columnar.rows == row_wise.rows
    assert "ScalaUDF" not in columnar.plan


@pytest.mark.parametrize(
    ("settings", "columnar"),
    [
        ({BUILTINS: "all"}, {"next_day", "unix_date"}),
        ({BUILTINS: "unix_date, next_day"}, {"next_day", "unix_date"}),
        ({BUILTINS: "bit_get"}, set()),
        ({BUILTINS: "None"}, set()),
        ({"spark.rapids.sql.enabled": "false"}, set()),
        ({"spark.rapids.sql.mode": "explainOnly"}, set()),
        ({"spark.rapids.sql.expression.ScalaUDF": "false"}, set()),
    ],
)
def test_settings(both: Both, rows: str, settings: dict[str, str], columnar: set[str]) -> None:
    sql = f"SELECT id, unix_date(d) AS u, next_day(d, 'MO') AS n FROM {rows}"
    wanted = both.row_wise(sql).rows
    with frames.settings(both.spark, {BRIDGE: "false"} | settings):
        answer = both.columnar(sql)
    assert answer.rows == wanted
    assert {name for name, counts in answer.counts.items() if counts.columnar_batches} == columnar
    assert "UDF" not in answer.plan


def test_an_unknown_name_is_an_error(both: Both, rows: str) -> None:
    with (
        frames.settings(both.spark, {BUILTINS: "unix_date,upper"}),
        pytest.raises(
            Exception, match=rf"{BUILTINS} must be all, none or names out of .*not upper"
        ),
    ):
        both.spark.sql(f"SELECT unix_date(d) FROM {rows}").collect()


def test_cached_tables_serve_queries_with_and_without_builtins(both: Both, rows: str) -> None:
    frame = both.spark.sql(f"SELECT id, unix_date(d) AS c FROM {rows} DISTRIBUTE BY unix_date(d)")
    frame.cache().createOrReplaceTempView("cached_builtins")
    try:
        sql = "SELECT id, date_from_unix_date(CAST(c AS INT)) AS d, c FROM cached_builtins"
        columnar, row_wise = both.columnar(sql), both.row_wise(sql)
    finally:
        frame.unpersist()
    assert columnar.rows == row_wise.rows
    assert columnar.counts["date_from_unix_date"].columnar_batches > 0


def test_calls_that_the_plugin_supports_are_left_to_it(both: Both, rows: str) -> None:
    """Calls with a collation, only constants or a nondeterministic part also stay unchanged."""
    calls = "year(d), unix_date(DATE'2024-01-01'), date_from_unix_date(CAST(rand(1) * 9 AS INT))"
    answer = both.columnar(f"SELECT id, {calls} FROM {rows}")
    assert sum(counts.columnar_batches for counts in answer.counts.values()) == 0
