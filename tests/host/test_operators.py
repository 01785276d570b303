"""Functions within aggregates, joins, shuffles and the like: the plugin runs all of it in columns."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from harness.both import Answer, Both

ROWS = 600
FILES = 3

# Operators that are not the plugin's: reading files, and what holds the others together.
_OTHERS = {
    "AdaptiveSparkPlan",
    "BroadcastQueryStage",
    "ColumnarToRow",
    "CommandResult",
    "FileScan",
    "HostColumnarToGpu",
    "InputAdapter",
    "ResultQueryStage",
    "ReusedExchange",
    "Scan",
    "ShuffleQueryStage",
    "TableCacheQueryStage",
    "WholeStageCodegen",
}


@dataclass(frozen=True)
class Query:
    """A query whose first field, ``id``, is unique, what it calls, and what must run it."""

    sql: str
    calls: tuple[str, ...]
    nodes: tuple[str, ...] = field(default=())


AGGREGATE = ("GpuHashAggregate", "GpuColumnarExchange")

QUERIES = {
    "sum and group by a function": Query(
        """SELECT min(id) AS id, ascii_lower(s) AS k, count(*), count(word_count(s)), sum(word_count(s)),
           avg(word_count(s)), min(word_count(s)), max(word_count(s)) FROM words GROUP BY ascii_lower(s)""",
        ("ascii_lower", "word_count"),
        AGGREGATE,
    ),
    "no keys": Query(
        """SELECT count(word_count(s)) AS id, sum(word_count(s)), avg(word_count(s)), min(ascii_lower(s)),
           max(ascii_lower(s)), count(*) FROM words""",
        ("ascii_lower", "word_count"),
        AGGREGATE,
    ),
    "no rows and no keys": Query(
        """SELECT count(word_count(s)) AS id, sum(word_count(s)), avg(word_count(s)), min(ascii_lower(s)),
           sum(money_gross(m, r)), avg(money_gross(m, r)) FROM words WHERE id < 0 OR ascii_lower(s) = '?'""",
        (),
        ("GpuHashAggregate",),
    ),
    "no rows": Query(
        "SELECT min(id) AS id, sum(word_count(s)) FROM words WHERE word_count(s) > 99 GROUP BY ascii_lower(s)",
        (),
    ),
    "decimals": Query(
        """SELECT min(id) AS id, sum(money_gross(m, r)), avg(money_gross(m, r)), min(money_gross(m, r)),
           max(money_gross(m, r)), sum(m), avg(m), sum(r), count(money_gross(m, r))
           FROM words GROUP BY word_count(s), k""",
        ("money_gross", "word_count"),
        AGGREGATE,
    ),
    "doubles, and keys that are not numbers": Query(
        """SELECT min(id) AS id, identity(d) AS k, sum(identity(q)), avg(identity(q)), min(identity(d)),
           max(identity(d)), count(d) FROM words GROUP BY identity(d)""",
        ("identity",),
        AGGREGATE,
    ),
    "nulls and NaN among extremes": Query(
        "SELECT min(id) AS id, min(identity(d)), max(identity(d)) FROM words GROUP BY k",
        ("identity",),
        AGGREGATE,
    ),
    "distinct values": Query(
        "SELECT count(DISTINCT ascii_lower(s)) AS id, count(DISTINCT word_count(s)) FROM words",
        ("ascii_lower", "word_count"),
        ("GpuHashAggregate",),
    ),
    "distinct rows": Query(
        """SELECT row.id, row.k FROM (SELECT DISTINCT named_struct('id', CAST(word_count(s) AS BIGINT) * 10 + k,
           'k', ascii_lower('A')) AS row FROM words WHERE word_count(s) IS NOT NULL AND k IS NOT NULL)""",
        ("word_count",),
        ("GpuHashAggregate",),
    ),
    "first and last": Query(
        """SELECT min(id) AS id, first(ascii_lower(u)), last(ascii_lower(u)), first(ascii_lower(u), true)
           FROM (SELECT id, k, min(s) OVER (PARTITION BY k) AS u FROM words) GROUP BY k""",
        ("ascii_lower",),
        ("GpuHashAggregate",),
    ),
    "having": Query(
        "SELECT k AS id, sum(word_count(s)) AS n FROM words WHERE k IS NOT NULL GROUP BY k HAVING word_count(max(s)) > 0",
        ("word_count",),
        AGGREGATE,
    ),
    "hash partitions": Query(
        "SELECT id, ascii_lower(s) AS k FROM (SELECT /*+ REPARTITION(3, k, s) */ * FROM words)",
        ("ascii_lower",),
        ("GpuColumnarExchange",),
    ),
    "partitions by a function": Query(
        "SELECT /*+ REPARTITION(3, w) */ id, w, a FROM (SELECT id, a, word_count(s) AS w FROM words)",
        ("word_count",),
        ("GpuColumnarExchange",),
    ),
    "round robin": Query(
        "SELECT id, ascii_lower(s), m, a, d FROM (SELECT /*+ REPARTITION(4) */ * FROM words)",
        ("ascii_lower",),
        ("GpuColumnarExchange",),
    ),
    "one partition": Query(
        "SELECT id, ascii_lower(s), m, a FROM (SELECT /*+ REPARTITION(1) */ * FROM words)",
        ("ascii_lower",),
        ("GpuColumnarExchange",),
    ),
    "sort of all rows": Query(
        "SELECT id, ascii_lower(s) AS l, word_count(s) AS w FROM words ORDER BY word_count(s) DESC, l NULLS LAST, id",
        ("ascii_lower", "word_count"),
        ("GpuSort", "GpuColumnarExchange"),
    ),
    "the first rows of a sort": Query(
        "SELECT id, ascii_lower(s) AS l FROM words ORDER BY word_count(s) DESC, id LIMIT 17",
        ("ascii_lower", "word_count"),
        ("GpuTopN",),
    ),
    "broadcast join by a function": Query(
        """SELECT /*+ BROADCAST(b) */ w.id, b.name, ascii_lower(w.s) FROM words w JOIN names b
           ON ascii_lower(w.s) = ascii_lower(b.name)""",
        ("ascii_lower",),
        ("GpuBroadcastHashJoin", "GpuBroadcastExchange"),
    ),
    "broadcast outer join": Query(
        """SELECT /*+ BROADCAST(b) */ w.id, b.name, word_count(b.name) FROM words w LEFT JOIN names b
           ON ascii_lower(w.s) = b.name""",
        ("ascii_lower", "word_count"),
        ("GpuBroadcastHashJoin",),
    ),
    "shuffled join": Query(
        """SELECT /*+ MERGE(b) */ w.id, b.name FROM words w JOIN names b ON ascii_lower(w.s) = ascii_lower(b.name)""",
        ("ascii_lower",),
        ("GpuColumnarExchange",),
    ),
    "shuffled outer join": Query(
        """SELECT /*+ SHUFFLE_HASH(b) */ coalesce(w.id, -b.n) AS id, b.name, w.m FROM words w FULL JOIN names b
           ON ascii_lower(w.s) = ascii_lower(b.name)""",
        ("ascii_lower",),
        ("GpuColumnarExchange",),
    ),
    "semi join": Query(
        "SELECT id, s FROM words WHERE ascii_lower(s) IN (SELECT ascii_lower(name) FROM names)",
        ("ascii_lower",),
    ),
    "anti join": Query(
        """SELECT id, s FROM words w WHERE NOT EXISTS
           (SELECT 1 FROM names b WHERE ascii_lower(b.name) = ascii_lower(w.s))""",
        ("ascii_lower",),
    ),
    "equal keys and a condition": Query(
        """SELECT /*+ BROADCAST(b) */ w.id, b.name, b.n FROM words w JOIN names b
           ON ascii_lower(w.s) = ascii_lower(b.name) AND word_count(w.s) + word_count(b.name) > 2 AND w.k < b.n""",
        ("ascii_lower", "word_count"),
        ("GpuBroadcastHashJoin",),
    ),
    "a condition alone": Query(
        """SELECT /*+ BROADCAST(b) */ w.id * 10 + b.n AS id, b.name FROM words w JOIN names b
           ON word_count(w.s) < b.n AND w.id < 40""",
        ("word_count",),
        ("GpuBroadcastNestedLoopJoin",),
    ),
    "exploded": Query(
        "SELECT id * 10 + p AS id, word_count(e), ascii_lower(e) FROM words LATERAL VIEW posexplode(a) AS p, e",
        ("ascii_lower", "word_count"),
        ("GpuGenerate",),
    ),
    "exploded, with the rows of empty arrays": Query(
        """SELECT id * 10 + coalesce(p, 9) AS id, ascii_lower(e) FROM words
           LATERAL VIEW OUTER posexplode(a) AS p, e""",
        ("ascii_lower",),
        ("GpuGenerate",),
    ),
    "aggregate of a join of what was exploded": Query(
        """SELECT /*+ BROADCAST(b) */ min(id) * 10 + min(n) AS id, ascii_lower(e) AS l, sum(word_count(e)), sum(n) FROM
           (SELECT id, explode(a) AS e FROM words) JOIN names b ON ascii_lower(e) = ascii_lower(b.name)
           GROUP BY ascii_lower(e)""",
        ("ascii_lower", "word_count"),
        ("GpuGenerate", "GpuBroadcastHashJoin", *AGGREGATE),
    ),
    "several aggregates": Query(
        """SELECT sum(n) AS id, max(l), sum(total) FROM (SELECT ascii_lower(s) AS l, count(*) AS n,
           sum(money_gross(m, r)) AS total FROM words GROUP BY ascii_lower(s)) WHERE word_count(l) > 0""",
        ("ascii_lower", "money_gross", "word_count"),
        AGGREGATE,
    ),
}


@pytest.fixture(scope="module")
def tables(both: Both, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder: Path = tmp_path_factory.mktemp("operators")
    spark = both.spark
    text = "'Ab', 'aB', 'two Words', '', 'Ünï Çode X', NULL, 'ab', 'a b c d', 'TWO wOrds', 'z'"
    doubles = "0.0D, double('-0.0'), double('NaN'), NULL, -1.5D, 2.25D, double('-Infinity')"
    with both.rows_alone():
        spark.sql(f"""SELECT id, element_at(array({text}), CAST(pmod(hash(id, 1), 10) AS INT) + 1) AS s,
            IF(id % 13 = 5, NULL, CAST(pmod(hash(id, 2), 5) AS INT)) AS k,
            element_at(array({doubles}), CAST(pmod(hash(id, 3), 7) AS INT) + 1) AS d,
            IF(id % 17 = 3, NULL, CAST(pmod(hash(id, 4), 4000) AS DOUBLE) / 4 - 500) AS q,
            IF(id % 7 = 2, NULL, CAST(pmod(xxhash64(id, 5), 99999999999999) - 5000000 AS DECIMAL(18,2)) / 100) AS m,
            CAST(pmod(hash(id, 6), 9999) AS DECIMAL(5,0)) / 10000 AS r,
            CASE pmod(hash(id, 7), 4) WHEN 0 THEN array() WHEN 1 THEN NULL
            WHEN 2 THEN array('ab', NULL, 'Two words') ELSE array('Z') END AS a
            FROM range(0, {ROWS}, 1, {FILES})""").selectExpr(
            "id", "s", "k", "d", "q", "CAST(m AS DECIMAL(18,2)) m", "CAST(r AS DECIMAL(5,4)) r", "a"
        ).write.parquet(str(folder / "words"))
        names = "('AB', 1), ('two words', 2), (NULL, 3), ('nobody', 4), ('Z', 5), ('a B C d', 6)"
        spark.sql(f"SELECT * FROM VALUES {names} AS t(name, n)").write.parquet(
            str(folder / "names")
        )
    # Plugin 25.04.0 takes an exchange only from an operator of its own, which a filter is.
    for name, all_rows in (("words", "id >= 0"), ("names", "n > 0")):
        frame = spark.read.parquet(str(folder / name)).where(all_rows)
        frame.createOrReplaceTempView(name)


def check(both: Both, name: str) -> Answer:
    query = QUERIES[name]
    columnar, row_wise = both.columnar(query.sql), both.row_wise(query.sql)
    if columnar.rows != row_wise.rows:
        shown = both.shown(query.sql)
        pytest.fail(
            f"{columnar.plan}\ncolumnar and row-wise:\n{sorted(shown[0])}\n{sorted(shown[1])}"
        )
    for function in query.calls:
        counts = columnar.counts[function]
        assert (function, counts.row_calls) == (function, 0), columnar.plan
        assert counts.columnar_batches > 0
        assert row_wise.counts[function].row_calls > 0
    assert all(counts.row_calls == 0 for counts in columnar.counts.values()), columnar.plan
    assert columnar.leaks == {}
    return columnar


@pytest.fixture(scope="module")
def answers(both: Both, tables) -> Callable[[str], Answer]:
    """Each query's answer by its name; it has run only once."""
    return functools.cache(functools.partial(check, both))


@pytest.mark.parametrize("name", QUERIES)
def test_operators_run_in_columns(answers: Callable[[str], Answer], name: str) -> None:
    answer = answers(name)
    assert bool(answer.rows) == (name != "no rows")
    missing = set(QUERIES[name].nodes) - set(answer.nodes)
    assert not missing, answer.plan


@pytest.mark.parametrize("name", [n for n in QUERIES if n not in ("first and last", "no rows")])
def test_nothing_is_left_to_spark(answers: Callable[[str], Answer], name: str) -> None:
    nodes = answers(name).nodes
    assert [n for n in nodes if not n.startswith("Gpu") and n not in _OTHERS] == []


def test_the_check_sees_an_operator_of_spark(both: Both, tables) -> None:
    nodes = both.row_wise(QUERIES["no keys"].sql).nodes
    assert "Exchange" in nodes
    assert "Exchange" not in _OTHERS
