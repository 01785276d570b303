# SPDX-License-Identifier: Apache-2.0

"""Functions that are tested side by side, by the queries of ``assert_conforms``.

Planning and compiling a query take longer than a few hundred rows, so one query calls many
functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import rapids_udfs
from harness import argument_tables, catalogue
from rapids_udfs.counting.counters import Counts, difference
from rapids_udfs.emulator import Span
from rapids_udfs.testing import frames
from rapids_udfs.testing.contexts import PARTS, VIEW, Query, batches, fields, queries
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
    """Check what ``assert_conforms`` does, for several functions at once.

    Raises:
        AssertionError: one of them does not conform, or the plugin did not take it.
    """
    spark = both.spark
    rows, types, subjects = _called(both, names)
    assert rows.size() >= argument_tables.ROWS
    data = batches(spark, types, rows)
    total = sum(batch.size() for batch in data)
    run = _Run(spark, replace(subjects[0], name="+".join(names), types=types, first=0))
    run.leaves_constants = any(subject.types.size() < 2 for subject in subjects)
    called = [f.sql for s in subjects for f in fields(s, run.kit, types, rows)]
    each = ", ".join(f"{sql} AS r{i}" for i, sql in enumerate(called))
    with run.data(data):
        before, span = rapids_udfs.counters(spark), Span(spark)
        compare = partial(_compare, run, names, subjects[0].tolerance(None))
        for ran in compare(Query("each by itself", f"SELECT id, {each} FROM {VIEW}")):
            # At least one batch of each part, and no row through the other body.
            assert ran.row_wise.row_calls >= argument_tables.ROWS
            assert ran.row_wise.columnar_batches == ran.columnar.row_calls == 0
            assert ran.columnar.columnar_batches > PARTS
            assert ran.columnar.columnar_rows >= total
        for query in queries(subjects, total):
            for ran in compare(query):
                if query.name in _places(subjects[0]):
                    assert ran.columnar.row_calls == 0, query.name
                    assert ran.columnar.columnar_batches > 0, query.name
    span.end()
    assert span.leaks == {}
    counted, costs = difference(rapids_udfs.counters(spark), before), span.costs
    for name in names:
        cost, counts = costs[catalogue.functions()[name]["class"]], counted[name]
        assert (cost.calls, cost.rows) == (counts.columnar_batches, counts.columnar_rows)


class _Run(SessionRun):
    """Queries whose folding does not follow from the number of all the functions' arguments."""

    leaves_constants = False

    @property
    def unfolded(self) -> dict[str, str]:
        return frames.unfolded(constants=self.leaves_constants)


class _Ran(NamedTuple):
    """A query's counts for a function, by Spark alone and by the plugin."""

    row_wise: Counts
    columnar: Counts


def _called(both: Both, names: Sequence[str]) -> tuple[Any, Any, list[Subject]]:
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


def _places(subject: Subject) -> list[str]:
    """The queries that the plugin must not leave to Spark."""
    if not subject.types.size():
        return []
    # It leaves a LIMIT over binaries to Spark.
    limited = "binary" not in [t.catalogString() for t in subject.types]
    return ["on a slice (OFFSET)", *(["on a batch of no rows"] if limited else [])]


def _compare(run: SessionRun, names: Sequence[str], tolerance: float, query: Query) -> list[_Ran]:
    """Run a query both ways, check that the answers agree, and return the counts by function."""
    at = [rapids_udfs.counters(run.spark)]
    answers = []
    for columnar in (False, True):
        answers.append(run.run(query.sql, columnar=columnar, folded=query.folded))
        at.append(rapids_udfs.counters(run.spark))
    assert answers[0].sameAs(answers[1], tolerance), query.name
    by_spark, by_plugin = (difference(b, a) for a, b in pairwise(at))
    return [_Ran(by_spark[name], by_plugin[name]) for name in names]
