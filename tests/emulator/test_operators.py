# SPDX-License-Identifier: Apache-2.0

"""Functions within aggregates, joins, shuffles and the like: all of it runs in columns."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness.cpu_gpu_runner import Answer, Both, cpu_operators

ROWS = 600
FILES = 3

NAMES = "('AB', 1), ('two words', 2), (NULL, 3), ('nobody', 4), ('Z', 5), ('a B C d', 6)"
WORDS = f"""
SELECT id,
  element_at(
    array('Ab', 'aB', 'two Words', '', 'Ünï Çode X', NULL, 'ab', 'a b c d', 'TWO wOrds', 'z'),
    CAST(pmod(hash(id, 1), 10) AS INT) + 1) AS s,
  IF(id % 13 = 5, NULL, CAST(pmod(hash(id, 2), 5) AS INT)) AS k,
  element_at(
    array(0.0D, double('-0.0'), double('NaN'), NULL, -1.5D, 2.25D, double('-Infinity')),
    CAST(pmod(hash(id, 3), 7) AS INT) + 1) AS d,
  IF(id % 17 = 3, NULL, CAST(pmod(hash(id, 4), 4000) AS DOUBLE) / 4 - 500) AS q,
  CAST(IF(id % 7 = 2, NULL, CAST(pmod(xxhash64(id, 5), 99999999999999) - 5000000
    AS DECIMAL(18,2)) / 100) AS DECIMAL(18,2)) AS m,
  CAST(CAST(pmod(hash(id, 6), 9999) AS DECIMAL(5,0)) / 10000 AS DECIMAL(5,4)) AS r,
  CASE pmod(hash(id, 7), 4) WHEN 0 THEN array() WHEN 1 THEN NULL
    WHEN 2 THEN array('ab', NULL, 'Two words') ELSE array('Z') END AS a
FROM range(0, {ROWS}, 1, {FILES})
"""


@dataclass(frozen=True)
class Query:
    """A query with a unique first field, ``id``, the functions it calls, and its operators."""

    sql: str
    calls: tuple[str, ...]
    nodes: tuple[str, ...]


def read(text: str) -> dict[str, Query]:
    """Read a file's queries: ``-- name``, ``-- calls: ...``, ``-- runs: ...``, SQL up to ``;``."""
    queries = {}
    for block in text.split("\n\n")[1:]:
        lines = block.strip().splitlines()
        notes = [line[3:] for line in lines if line.startswith("-- ")]
        listed = {"calls": (), "runs": ()} | {
            key: tuple(names.split(", ")) for key, names in (n.split(": ") for n in notes[1:])
        }
        sql = "\n".join(lines[len(notes) :]).removesuffix(";")
        queries[notes[0]] = Query(sql, listed["calls"], listed["runs"])
    return queries


QUERIES = read((Path(__file__).parent / "operators.sql").read_text())


@pytest.fixture(scope="module")
def tables(both: Both, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder: Path = tmp_path_factory.mktemp("operators")
    spark = both.spark
    with both.rows_alone():
        spark.sql(WORDS).write.parquet(str(folder / "words"))
        spark.sql(f"SELECT * FROM VALUES {NAMES} AS t(name, n)").write.parquet(
            str(folder / "names")
        )
    # The plugin runs an exchange only after one of its own operators, such as a filter.
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
    """Return the result of every query by name; every query runs only once."""
    return functools.cache(functools.partial(check, both))


@pytest.mark.parametrize("name", QUERIES)
def test_operators_run_in_columns(answers: Callable[[str], Answer], name: str) -> None:
    answer = answers(name)
    assert bool(answer.rows) == (name != "no rows")
    missing = set(QUERIES[name].nodes) - set(answer.nodes)
    assert not missing, answer.plan


@pytest.mark.parametrize("name", [n for n in QUERIES if n not in ("first and last", "no rows")])
def test_nothing_is_left_to_spark(answers: Callable[[str], Answer], name: str) -> None:
    assert cpu_operators(answers(name).plan) == []


SHOWN = """
SELECT id, ascii_lower(s) AS l, k, q, m, a, CAST(s AS BINARY) AS b,
  named_struct('k', k, 's', array(s)) AS c, epoch_ms_to_ts(id * 86412345) AS t
FROM words ORDER BY id
"""


def test_frames_are_shown_as_by_spark(
    both: Both, tables, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for on in (contextlib.nullcontext, both.rows_alone):
        with on():
            both.spark.sql(SHOWN).show(truncate=False)
        shown.append(capsys.readouterr().out)
    assert "[41 62]" in shown[1]
    assert shown[0] == shown[1]


def test_the_check_sees_an_operator_of_spark(both: Both, tables) -> None:
    assert "Exchange" in cpu_operators(both.row_wise(QUERIES["no keys"].sql).plan)
