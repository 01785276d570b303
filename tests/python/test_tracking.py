# SPDX-License-Identifier: Apache-2.0

"""What functions did in queries: exact sums, and how they are shown."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from pyspark import InheritableThread, inheritable_thread_target

from harness.session import SPARK
from rapids_udfs import Tracking, WorkLine, track
from rapids_udfs.counting.tracking import EVERY, EVERY_QUERY, difference
from rapids_udfs.errors import ArgumentTypeError, NotCountedError, NotEmulatedError

SQL = "ascii_lower(concat('A', id))"


def test_the_queries_of_a_block(spark) -> None:
    spark.range(3).selectExpr(SQL).collect()
    with track(spark) as work:
        spark.range(0, 7, 1, 2).selectExpr(SQL, "count_nulls(id)").collect()
        spark.range(11).selectExpr(SQL).collect()
    spark.range(5).selectExpr(SQL).collect()
    assert [(line.function, line.calls, line.rows) for line in work.functions] == [
        ("ascii_lower", 18, 18),
        ("count_nulls", 7, 7),
    ]
    assert {line.where for line in work.lines} == {"rows"}
    queries = sorted({line.query for line in work.lines})
    assert [sum(line.rows for line in work.lines if line.query == q) for q in queries] == [14, 11]
    assert "ascii_lower" in str(work)


def test_blocks_within_blocks_and_an_error(spark) -> None:
    with track(spark) as outer:
        inner = track(spark)
        with suppress(ZeroDivisionError), inner:
            spark.range(2).selectExpr(SQL).collect()
            raise ZeroDivisionError
        spark.range(3).selectExpr(SQL).collect()
    assert [line.rows for line in inner.functions] == [2]
    assert [line.rows for line in outer.functions] == [5]
    with track(spark) as none:
        pass
    assert none.lines == ()
    assert str(none).startswith("No function")


def test_threads_and_pools(spark) -> None:
    """Python's own threads do not hand the tracking on; the result says what it lacks."""

    def ask(rows: int) -> None:
        spark.range(0, rows, 1, 1).selectExpr(SQL).collect()

    with ThreadPoolExecutor(2) as pool:
        pool.submit(ask, 1).result()
        with track(spark) as work:
            # On Spark 4 this takes the session, and the thread's properties as they are here.
            spark_4 = SPARK.line.name == "spark-4"
            wrapped = inheritable_thread_target(spark) if spark_4 else inheritable_thread_target
            pool.submit(ask, 600).result()
            pool.submit(wrapped(ask), 5).result()
            for kind in (threading.Thread, InheritableThread):
                thread = kind(target=ask, args=(7,))
                thread.start()
                thread.join()
    assert [line.rows for line in work.functions] == [12]
    assert (work.other_jobs, work.unfinished_jobs) == (2, 0)
    assert "Jobs that other threads began meanwhile, not counted: 2. " in str(work)
    assert "inheritable_thread_target(spark)" in work._repr_html_()


def test_a_query_that_fails(spark) -> None:
    with track(spark) as work, pytest.raises(Exception, match="no luck"):
        spark.range(0, 9, 1, 1).selectExpr(SQL, "raise_error('no luck')").collect()
    assert (work.other_jobs, work.unfinished_jobs) == (0, 1)
    assert str(work).startswith("No function call is counted: no task that calls one has ended")
    assert "Jobs that failed, were cancelled or still run: 1." in str(work)


def test_whether_it_ran_in_columns(spark) -> None:
    with track(spark) as work:
        spark.range(2).selectExpr(SQL).collect()
    assert not work.ran("ascii_lower")
    assert not work.ran("word_count")  # not called
    with pytest.raises(NotCountedError, match=r"no function 'ascii_lowr' is counted: .*list"):
        work.ran("ascii_lowr")
    with pytest.raises(NotEmulatedError, match="mode='emulate'"):
        _ = work.leaks


def test_no_session() -> None:
    with pytest.raises(ArgumentTypeError):
        track("spark")  # type: ignore[arg-type]


@pytest.fixture
def two_executors(spark) -> Tracking:
    work = track(spark)
    work.lines = (
        WorkLine(4, "1", "f", "columnar", 2, 2000, 3_000_000, 100, 200, 0),
        WorkLine(5, "2", "f", "columnar", 1, 1000, 6_000_000, 50, 100, 1),
    )
    return work


def test_sums_and_tables(two_executors: Tracking, capsys) -> None:
    total = WorkLine(EVERY_QUERY, EVERY, "f", "columnar", 3, 3000, 9_000_000, 150, 300, 1)
    assert two_executors.functions == (total,)
    two_executors.show()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[2] == ["f", "columnar", "all", "3", "3000", "0.009", "3,000", "150", "300", "1"]
    assert [line[2] for line in lines[2:]] == ["all", "1", "2"]
    assert two_executors._repr_html_().count("<tr>") == 4
    assert two_executors.ran("f")


def test_a_frame_has_a_row_per_function(two_executors: Tracking) -> None:
    first, _ = two_executors.lines
    odd = first._replace(where="odd-rows", calls=5, rows=5, nanos=0, bytes_in=0, bytes_out=0)
    other = first._replace(function="g", where="compiled", calls=7, rows=7, nanos=0)
    two_executors.lines += (odd, odd._replace(where="rows", calls=1, rows=1), other)
    frame = two_executors.toPandas()
    assert list(frame.columns) == [
        *("function", "row_calls", "odd_rows", "columnar_batches", "columnar_rows"),
        *("seconds", "bytes_in", "bytes_out", "errors"),
    ]
    assert frame.values.tolist() == [
        ["f", 6, 5, 3, 3000, 0.009, 150, 300, 1],
        ["g", 7, 0, 0, 0, 0.0, 100, 200, 0],
    ]
    two_executors.lines = ()
    assert len(two_executors.toPandas()) == 0


def test_a_difference(two_executors: Tracking) -> None:
    first, second = two_executors.lines
    more = [first, second._replace(rows=1500), first._replace(query=6)]
    assert difference(more, two_executors.lines) == [
        WorkLine(5, "2", "f", "columnar", 0, 500, 0, 0, 0, 0),
        first._replace(query=6),
    ]
