# SPDX-License-Identifier: Apache-2.0

"""Finds the smallest input on which the two bodies differ, and describes it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.contexts import VIEW, Field, Query
from rapids_udfs.testing.session_run import SessionRun

_MOST_QUERIES = 60
_MOST_ROUNDS = 24
_ONE_BY_ONE = 10
_AT_ONCE = 16
_ROWS_SHOWN = 8
_VALUES_LENGTH = 4000


class Finder:
    """Drives the engine's shrinker with few queries."""

    def __init__(self, run: SessionRun) -> None:
        self._run = run

    def differing(self, rows: Any, field: Field, wrong: list[int]) -> str:
        """Describe the smallest rows on which the answers to a field differ.

        ``wrong`` are the rows whose answers differ: perhaps each of them is enough.
        """
        alone = java_list(self._run.spark, [rows[i] for i in wrong])
        return self._field(rows, alone, field, partial(self._first_wrong, field=field))

    def raising(self, rows: Any, field: Field, *, columnar: bool) -> str:
        """Describe the smallest rows on which a body raises."""
        first_failing = partial(self._first_raising, field=field, columnar=columnar)
        return self._field(rows, rows, field, first_failing)

    def differing_query(self, rows: Any, query: Callable[[int], Query]) -> str:
        """Describe the smallest rows on which the answers to a query over ``n`` rows differ."""

        def first_wrong(batches: Any) -> int:
            tried = list(batches)[:_ONE_BY_ONE]
            return next((i for i, b in enumerate(tried) if self._differs(b, query(b.size()))), -1)

        smallest = self._smallest(rows, rows.subList(0, 0), first_wrong)
        sql = query(smallest.size()).sql
        sql = sql.replace(VIEW, f"(SELECT * FROM {self._values(smallest)})")
        return f"{self._input(smallest)}\n{self._reproduce(sql)}"

    def _smallest(self, rows: Any, alone: Any, first_failing: Callable[[Any], int]) -> Any:
        """Shrink rows that fail; before anything else, try some of ``alone`` one by one."""
        run, types = self._run, self._run.subject.types
        last = run.queries + _MOST_QUERIES
        hints = run.kit.oneByOne(types, alone, _AT_ONCE)
        shrinker = run.kit.shrinker(types, rows, hints, _MOST_ROUNDS)
        while run.queries < last and (batches := shrinker.next()).size():
            run.say(f"looking for the smallest input, {batches[0].size()} rows or more")
            shrinker.failed(first_failing(batches))
        return shrinker.best()

    def _first_wrong(self, batches: Any, field: Field) -> int:
        """The first batch that fails: all run in one query, unless one raises."""
        run, sql = self._run, self._run.select(field.sql)
        try:
            with run.data(batches, apart=True):
                row_wise = run.run(sql, columnar=False)
                columnar = run.run(sql, columnar=True)
        except Exception:
            return self._first_raising(batches, field, columnar=True)
        wrong = row_wise.differing(columnar, 1, run.tolerance)
        return min(wrong) // run.stride(batches) if wrong else -1

    def _first_raising(self, batches: Any, field: Field, columnar: bool) -> int:
        """The first batch that raises, by bisection: the error does not name it."""

        def raises(some: Any) -> bool:
            try:
                with self._run.data(some, apart=True):
                    self._run.run(self._run.select(field.sql), columnar=columnar)
            except Exception:
                return True
            return False

        if not raises(batches):
            return -1
        low, high = 0, batches.size()
        while high - low > 1:
            middle = (low + high) // 2
            if raises(batches.subList(low, middle)):
                high = middle
            else:
                low = middle
        return low

    def _differs(self, rows: Any, query: Query) -> bool:
        run = self._run
        with run.data(run.kit.repeated(rows, 1)):
            try:
                row_wise = run.run(query.sql, columnar=False, folded=query.folded)
            except Exception:
                return False
            try:
                columnar = run.run(query.sql, columnar=True, folded=query.folded)
            except Exception:
                return True
        return not row_wise.sameAs(columnar, run.tolerance)

    def _field(
        self, rows: Any, alone: Any, field: Field, first_failing: Callable[[Any], int]
    ) -> str:
        """Describe the smallest rows that fail for a field, with both answers."""
        run, sql = self._run, self._run.select(field.sql)
        rows = self._smallest(rows, alone, first_failing)
        lines = [self._input(rows)]
        with run.data(run.kit.repeated(rows, 1), apart=True):
            for name, columnar in (("row-wise", False), ("columnar", True)):
                lines.append(f"{name} answer:")
                try:
                    answers = run.run(sql, columnar=columnar).shown(1)
                except Exception as e:
                    lines += [f"  {line}" for line in run.summary(e).splitlines()]
                    if not columnar and "ClassCastException" in str(e):
                        called = f"It was called as {run.subject.signature}"
                        lines.append(f"  is it a UDF of other types? {called}")
                else:
                    lines += [f"  {i}: {answers[i]}" for i in list(answers)[:_ROWS_SHOWN]]
        return "\n".join([*lines, self._reproduce(sql.replace(VIEW, self._values(rows)))])

    def _reproduce(self, sql: str) -> str:
        """The SQL, after the settings without which Spark would compute it before the plugin."""
        sets = [f"  SET {key}={value};" for key, value in self._run.unfolded.items()]
        return "\n".join(["to reproduce it:", *sets, f"  {sql};"])

    def _input(self, rows: Any) -> str:
        shown = list(self._run.kit.shown(self._run.subject.types, rows))
        plural = "s" if len(shown) != 1 else ""
        lines = [f"the smallest input found is {len(shown)} row{plural}:"]
        lines += [f"  {i}: {row}" for i, row in enumerate(shown[:_ROWS_SHOWN])]
        return "\n".join(lines + (["  ..."] if len(shown) > _ROWS_SHOWN else []))

    def _values(self, rows: Any) -> str:
        text = str(self._run.kit.values(self._run.subject.types, rows))
        return text if len(text) <= _VALUES_LENGTH else f"{text[:_VALUES_LENGTH]} ..."
