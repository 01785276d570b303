# SPDX-License-Identifier: Apache-2.0

"""Functions that are tested side by side, by the queries of ``assert_conforms``.

Planning and compiling a query take longer than a few hundred rows, so one query calls many
functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

import rapids_udfs
from harness import argument_tables, catalogue
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.emulator import Span
from rapids_udfs.testing import frames
from rapids_udfs.testing.contexts import PARTS, Query, batches, fields, queries
from rapids_udfs.testing.engine import parse_types
from rapids_udfs.testing.session_run import SessionRun
from rapids_udfs.testing.subject import Subject, find_subject

if TYPE_CHECKING:
    from harness.cpu_gpu_runner import Both

_AT_ONCE = 8


def groups() -> list[tuple[str, ...]]:
    """Return the functions that one query can call: alike in what decides its plan."""
    alike: dict[object, list[str]] = {}
    for name, function in catalogue.functions().items():
        takes = argument_tables.takes(function)
        kind = min(len(takes), 2), "void" in takes, "binary" in takes, function["tolerance"]
        alike.setdefault(kind, []).append(name)
    return [
        tuple(names[at : at + _AT_ONCE])
        for names in alike.values()
        for at in range(0, len(names), _AT_ONCE)
    ]


def check_together(both: Both, names: Sequence[str]) -> None:
    """Check several functions in the places of ``assert_conforms``, with a query for each place.

    Raises:
        AssertionError: one of them does not conform, or the plugin did not take it.
    """
    spark = both.spark
    rows, types, subjects = _arguments_and_calls(both, names)
    assert rows.size() >= argument_tables.ROWS
    data = batches(spark, types, rows)
    total = sum(batch.size() for batch in data)
    together = replace(subjects[0], name="+".join(names), types=types, first=0)
    run = SessionRun(spark, together, subjects[0].tolerance(None))
    run.unfolded = frames.unfolded(constants=any(s.types.size() < 2 for s in subjects))
    calls = [field.sql for s in subjects for field in fields(s, run.kit, types, rows)]
    with run.data(data):
        before, span = rapids_udfs.counters(spark), Span(spark)
        for row_wise, columnar in _compare(run, names, "each by itself", run.select(*calls)):
            # At least one batch of each part, and no row through the other body.
            assert row_wise.row_calls >= argument_tables.ROWS
            assert row_wise.columnar_batches == columnar.row_calls == 0
            assert columnar.columnar_batches > PARTS
            assert columnar.columnar_rows >= total
        for place, outlines in _places(subjects, total).items():
            sqls = [query.sql for query in outlines.values()]
            folded = all(query.folded for query in outlines.values())
            for _, columnar in _compare(run, names, place, _union(sqls), folded):
                if place in _never_left_to_spark(subjects[0]):
                    assert columnar.row_calls == 0, place
                    assert columnar.columnar_batches > 0, place
    span.end()
    assert span.leaks == {}
    counted, costs = difference(rapids_udfs.counters(spark), before), span.costs
    for name in names:
        cost, counts = costs[catalogue.functions()[name]["class"]], counted[name]
        assert (cost.calls, cost.rows) == (counts.columnar_batches, counts.columnar_rows)


def _arguments_and_calls(both: Both, names: Sequence[str]) -> tuple[Any, Any, list[Subject]]:
    """The JVM's rows of a number and the arguments, their types, and the calls over them."""
    functions = [catalogue.functions()[name] for name in names]
    taken = [argument_tables.takes(function) for function in functions]
    with both.rows_alone():
        rows = frames.answers(both.spark.sql(argument_tables.rows(*functions))).rows()
    types = parse_types(both.spark, ["bigint", *(t for types in taken for t in types)])
    firsts = accumulate(map(len, taken[:-1]), initial=1)
    subjects = [
        replace(find_subject(both.spark, name, types), first=first)
        for name, types, first in zip(names, taken, firsts, strict=True)
    ]
    return rows, types, subjects


def _places(subjects: Sequence[Subject], total: int) -> dict[str, dict[str, Query]]:
    """The queries by place and by outline; those of the same outline are one, with all results."""
    places: dict[str, dict[str, Query]] = {}
    for query in (query for subject in subjects for query in queries(subject, total)):
        alike = places.setdefault(query.name, {})
        one = alike.get(query.outline)
        alike[query.outline] = query._replace(
            results=f"{one.results}, {query.results}" if one else query.results
        )
    return places


def _union(sqls: Sequence[str]) -> str:
    """Queries of ``id`` and a number ``r``, which depend on a function's answers, as one query."""
    if len(sqls) == 1:
        return sqls[0]
    return " UNION ALL ".join(
        f"SELECT id * {len(sqls)} + {i} AS id, r FROM ({sql})" for i, sql in enumerate(sqls)
    )


def _never_left_to_spark(subject: Subject) -> list[str]:
    """The places in which the plugin must take the call."""
    if not subject.types.size():
        return []
    # It leaves a LIMIT over binaries to Spark.
    limited = "binary" not in [t.catalogString() for t in subject.types]
    return ["on a slice (OFFSET)", *(["on a batch of no rows"] if limited else [])]


def _compare(
    run: SessionRun, names: Sequence[str], place: str, sql: str, folded: bool = False
) -> list[tuple[Counts, Counts]]:
    """Run a query both ways and compare; return each function's row-wise and columnar counts."""
    counts = [rapids_udfs.counters(run.spark)]
    answers = []
    for columnar in (False, True):
        answers.append(run.run(sql, columnar=columnar, folded=folded))
        counts.append(rapids_udfs.counters(run.spark))
    assert answers[0].sameAs(answers[1], run.tolerance), place
    row_wise, columnar = (difference(after, before) for before, after in pairwise(counts))
    return [(row_wise[name], columnar[name]) for name in names]
