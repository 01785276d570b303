# SPDX-License-Identifier: Apache-2.0

"""Ordinary queries: the plugin runs all of them completely, with the CPU's results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.cpu_gpu_runner import Both, cpu_operators
from rapids_udfs.testing import frames

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_AT_ONCE = 12  # lines per query
_ANSI = "spark.sql.ansi.enabled"
# The bridge does not count as the plugin; compiling would take longer than running these rows.
_SETTINGS = {
    "spark.rapids.sql.expression.cpuBridge.enabled": "false",
    "spark.sql.codegen.wholeStage": "false",
    # Only the plugin's own operations count.
    "spark.rapidsUdfs.builtins": "none",
}
T = """
SELECT id, CAST(nullif(id % 6, 5) AS INT) AS k, CAST(id % 4 AS INT) AS g,
  element_at(array('Ab', 'b', 'foo bar', '', 'Ünï', NULL, ' xaxb ', 'aa1 oo', '日本 a'),
    CAST(id % 9 AS INT) + 1) AS s,
  element_at(array('12-7', 'b', NULL, 'x,y-z'), CAST(id % 4 AS INT) + 1) AS w,
  CAST(nullif(id * 37 % 100, 74) - 40 AS INT) AS i,
  element_at(array(2147483647, -2147483648, 0, NULL), CAST(id % 4 AS INT) + 1) AS x,
  id * 123456789 AS l,
  element_at(array(0.5D, double('-0.0'), double('NaN'), NULL, -1.75D, 1e9D, double('-Infinity')),
    CAST(id % 7 AS INT) + 1) AS d,
  CAST(id % 17 AS DOUBLE) / 4 + 1 AS q, CAST(id % 5 AS FLOAT) / 8 AS f,
  nullif(id % 3, 2) = 1 AS b,
  CAST(nullif(id * 7919 % 1000, 838) / 8 AS DECIMAL(12,3)) AS m,
  CAST(id * 1234567 AS DECIMAL(30,10)) / 1000 AS n,
  date_add(DATE'2019-11-20', CAST(nullif(id * 13, 65) AS INT)) AS dt,
  timestamp_micros(1577836800000000 + nullif(id, 9) * 86423123456) AS ts,
  CAST(date_add(DATE'2020-02-27', CAST(nullif(id, 3) AS INT)) AS STRING) AS dts,
  concat(CAST(date_add(DATE'2020-02-27', CAST(nullif(id, 3) AS INT)) AS STRING),
    ' 01:02:03') AS tss,
  CAST(id % 100 AS STRING) AS num,
  element_at(array(array(3, 1, 2), array(), NULL, array(NULL, 2), array(1, 1)),
    CAST(id % 5 AS INT) + 1) AS a,
  element_at(array(array('ab', NULL), array('z'), NULL, array()), CAST(id % 4 AS INT) + 1) AS sa,
  element_at(array(map('a', 1, 'b', NULL), map(), NULL, map('b', 7)),
    CAST(id % 4 AS INT) + 1) AS mp,
  if(id % 5 = 4, NULL,
    named_struct('x', CAST(id % 3 AS INT), 'y', if(id % 2 = 0, 'Ab', NULL))) AS st,
  element_at(array('{"a": 1, "b": [1, 2], "c": {"d": "x"}}', '{"a": null}', NULL, '{"c": {}}'),
    CAST(id % 4 AS INT) + 1) AS j,
  element_at(array('https://a.b/c/d?q=1&r=2#f', 'http://x.org', NULL),
    CAST(id % 3 AS INT) + 1) AS u,
  CAST(element_at(array('Ab', '', NULL, 'ÿ'), CAST(id % 4 AS INT) + 1) AS BINARY) AS bin
FROM range(0, 60, 1, 2)
"""
R = """
SELECT * FROM VALUES (1, 'Ab', 5, 0.5D), (2, 'b', -3, double('NaN')), (2, 'Ünï', 7, 0.0D),
  (NULL, 'none', 1, NULL), (9, NULL, 40, 1e9D) AS r(k, name, v, d)
"""


@dataclass(frozen=True)
class Group:
    """The queries of a heading, with the reasons why some stay on the CPU."""

    name: str
    ansi: bool
    around: str
    on_cpu: dict[str, str]

    def query(self, *lines: str) -> str:
        return self.around.replace("{}", ", ".join(lines))

    def queries(self) -> list[str]:
        """Return the queries that the plugin runs, with several lines per query if possible."""
        run = [line for line, reason in self.on_cpu.items() if not reason]
        step = 1 if self.around == "{}" else _AT_ONCE
        return [self.query(*run[i : i + step]) for i in range(0, len(run), step)]


def read(text: str) -> list[Group]:
    groups = []
    for block in text.split("\n== ")[1:]:
        heading, *lines = block.strip().splitlines()
        name, ansi, around = [*heading.split(" | ", 2), "{}"][:3]
        group = Group(name, ansi == "on", around, {})
        for line in lines:
            sql, _, reason = line.partition(" #CPU ")
            group.on_cpu[sql] = reason
        groups.append(group)
    return groups


GROUPS = read((Path(__file__).parent / "queries.sql").read_text(encoding="utf-8"))
LISTED = [(group, line) for group in GROUPS for line, reason in group.on_cpu.items() if reason]


def canonical(value: Any) -> Any:
    """Return a comparable value, with rounded floats: libcudf's functions differ from Java's."""
    if isinstance(value, float):
        return f"{value:.11g}"
    if isinstance(value, dict):
        return sorted((repr(canonical(k)), repr(canonical(v))) for k, v in value.items())
    if isinstance(value, tuple | list):
        return [canonical(v) for v in value]
    return value


@pytest.fixture(scope="module")
def tables(both: Both, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("queries")
    spark = both.spark
    for name, sql, all_rows in (("t", T, "id >= 0"), ("r", R, "v > -99")):
        with both.rows_alone():
            spark.sql(sql).write.parquet(str(folder / name))
        # The plugin runs an exchange only after one of its own operators, such as a filter.
        frame = spark.read.parquet(str(folder / name)).where(all_rows)
        frame.createOrReplaceTempView(name)
    with frames.settings(spark, _SETTINGS):
        yield


@contextmanager
def ansi(both: Both, on: bool) -> Iterator[None]:
    before = both.spark.conf.get(_ANSI)
    both.spark.conf.set(_ANSI, str(on).lower())
    try:
        yield
    finally:
        both.spark.conf.set(_ANSI, before)


def run(both: Both, sql: str) -> tuple[list[str], str]:
    return answered(both.spark.sql(sql))


def answered(frame: DataFrame) -> tuple[list[str], str]:
    """Return the sorted rows, and the executed plan."""
    rows = sorted(repr(canonical(row)) for row in frame.collect())
    return rows, frame._jdf.queryExecution().executedPlan().toString()


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_the_plugin_runs_them_with_the_cpus_results(both: Both, tables, group: Group) -> None:
    with ansi(both, group.ansi):
        for sql in group.queries():
            rows, plan = run(both, sql)
            with both.rows_alone():
                expected, _ = run(both, sql)
            differing = [pair for pair in zip(rows, expected, strict=True) if pair[0] != pair[1]]
            assert differing == [], sql
            assert cpu_operators(plan) == [], f"{sql}\n{plan}"


def test_the_others_stay_on_the_cpu(both: Both, tables) -> None:
    for group, line in LISTED:
        with ansi(both, group.ansi):
            plan = both.spark.sql(group.query(line))._jdf.queryExecution().executedPlan()
            assert cpu_operators(plan.toString()) != [], line


def test_rows_without_nulls(both: Both, tables) -> None:
    frame = both.spark.table("t").select("id", "s", "i", "d").dropna(thresh=3)
    rows, plan = answered(frame)
    with both.rows_alone():
        expected, _ = answered(frame.select("*"))
    assert rows == expected
    assert 0 < len(rows) < 60
    assert cpu_operators(plan) == []


FILES = {
    "a projection": "SELECT id, input_file_name() AS f, input_file_block_length() AS n FROM ids",
    "above a filter": """SELECT id, input_file_name() AS f, input_file_block_start() AS n
        FROM ids WHERE id % 2 = 0""",
    "above a generator": """SELECT id, input_file_name() AS f, x AS n
        FROM (SELECT id, explode(array(id, 2)) AS x FROM ids WHERE id % 2 = 0) WHERE x > 2""",
    "a condition": """SELECT id, s AS f, 1 AS n FROM (SELECT id, abs(id) AS s FROM ids
        WHERE id % 3 > 0) WHERE input_file_name() LIKE '%part-00001%'""",
    "a broadcast below": """SELECT /*+ BROADCAST(y) */ x.id, y.f, x.n FROM (SELECT id,
        input_file_name() AS n FROM ids WHERE id > 2) x JOIN (SELECT id, input_file_name() AS f
        FROM ids WHERE id % 2 = 0) y ON x.id = y.id""",
}


@pytest.mark.parametrize("adaptive", ["true", "false"])
@pytest.mark.parametrize("query", FILES.values(), ids=FILES)
def test_a_file_is_named_below_a_broadcast(
    both: Both, tmp_path: Path, query: str, adaptive: str
) -> None:
    with both.rows_alone():
        both.spark.range(40).repartition(4).write.parquet(str(tmp_path / "ids"))
    both.spark.read.parquet(str(tmp_path / "ids")).createOrReplaceTempView("ids")
    sql = f"""SELECT /*+ BROADCAST(b) */ a.id, b.f, b.n FROM ids a JOIN ({query}) b
        ON a.id = b.id"""
    both.spark.conf.set("spark.sql.adaptive.enabled", adaptive)
    try:
        rows, plan = run(both, sql)
        with both.rows_alone():
            expected, _ = run(both, sql)
    finally:
        both.spark.conf.unset("spark.sql.adaptive.enabled")
    assert rows == expected
    assert len(rows) >= 5
    assert "GpuBroadcastHashJoin" in plan


def test_number_of_queries() -> None:
    """The page of emulated operations has the numbers."""
    many = sum(len(group.on_cpu) for group in GROUPS)
    assert many >= 300
    held_back = [line for group, line in LISTED if not group.on_cpu[line].startswith("the plugin")]
    assert len(held_back) <= many * 0.025
    assert len(LISTED) <= many * 0.05
