# SPDX-License-Identifier: Apache-2.0

"""Eight threads with separate sessions in one driver, which register and call concurrently.

Arguments: the report's file and the mode.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from reporting import local, report

import rapids_udfs

MODE = sys.argv[2]
THREADS, QUERIES, ROWS = 8, 6, 50
builder = local("local[4]").config("spark.sql.files.maxPartitionBytes", "1m")
spark = rapids_udfs.configure(builder, MODE).getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
together = Barrier(THREADS)


def work(number: int) -> list[list[Any]]:
    """Return the results of a thread's queries over its own words."""
    session = spark.newSession()
    together.wait(60)
    rapids_udfs.register(session, "url_decode_form", prefix=f"t{number}_")
    answers = []
    for query in range(QUERIES):
        call = f"t{number}_url_decode_form(concat('T{number}%20Q{query}%20', id))"
        rows = session.sql(
            f"SELECT count(*), count(DISTINCT x), min(x), max(word_count(x))"
            f" FROM (SELECT {call} AS x FROM range(0, {ROWS}, 1, 2))"
        ).collect()
        answers.append(list(rows[0]))
    try:
        session.sql(f"SELECT t{(number + 1) % THREADS}_url_decode_form('x')").collect()
    except Exception as e:
        answers.append([type(e).__name__])
    return answers


with ThreadPoolExecutor(THREADS) as pool:
    answers = list(pool.map(work, range(THREADS)))
report(
    answers=answers,
    counts={name: list(counts) for name, counts in rapids_udfs.counters(spark).items()},
)
spark.stop()
