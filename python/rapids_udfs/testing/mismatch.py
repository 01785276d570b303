# SPDX-License-Identifier: Apache-2.0

"""Finds and describes the smallest input on which the two bodies differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rapids_udfs._numbers import counted
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

    def differing(self, rows: Any, field: Field, wrong: Sequence[int]) -> str:
        """Describe the smallest rows on which the results of a field differ.

        ``wrong`` are the rows whose results differ: perhaps one of them is enough.
        """
        alone = java_list(self._run.spark, [rows[i] for i in wrong])
        return self._field(rows, alone, field, (False, True))

    def raising(self, rows: Any, field: Field, *, columnar: bool) -> str:
        """Describe the smallest rows on which a body raises."""
        return self._field(rows, rows, field, (columnar,))

    def differing_query(self, rows: Any, query: Callable[[int], Query]) -> str:
        """Describe the smallest rows on which the results of a query over ``n`` rows differ."""

        def first_wrong(batches: Any) -> int:
            tried = list(batches)[:_ONE_BY_ONE]
            return next((i for i, b in enumerate(tried) if self._differs(b, query(b.size()))), -1)

        smallest = self._smallest(rows, rows.subList(0, 0), first_wrong)
        sql = query(smallest.size()).sql
        sql = sql.replace(VIEW, f"(SELECT * FROM {self._values(smallest)})")
        return f"{self._input(smallest)}\n{self._reproduce(sql)}"

    def _field(self, rows: Any, alone: Any, field: Field, bodies: Sequence[bool]) -> str:
        """Describe the smallest rows that fail for a field, with both results.

        ``bodies`` are those that run, by whether they are columnar.
        """
        run, sql = self._run, self._run.select(field.sql)
        rows = self._smallest(rows, alone, lambda tried: self._first_failing(tried, sql, bodies))
        lines = [self._input(rows)]
        with run.data(run.kit.repeated(rows, 1), apart=True):
            for name, columnar in (("row-wise", False), ("columnar", True)):
                lines.append(f"{name} result:")
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

    def _first_failing(self, batches: Any, sql: str, bodies: Sequence[bool]) -> int:
        """The first batch on which a body raises, or both differ; -1 if there is none.

        One query runs all batches. If it raises, bisect: the error does not name the batch.
        """
        run, count = self._run, batches.size()
        try:
            with run.data(batches, apart=True):
                answers = [run.run(sql, columnar=columnar) for columnar in bodies]
        except Exception:
            if count == 1:
                return 0
            half = count // 2
            first = self._first_failing(batches.subList(0, half), sql, bodies)
            if first >= 0:
                return first
            later = self._first_failing(batches.subList(half, count), sql, bodies)
            return half + later if later >= 0 else -1
        wrong = answers[0].differing(answers[-1], 1, run.tolerance)
        return min(wrong) // run.stride(batches) if wrong else -1

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

    def _reproduce(self, sql: str) -> str:
        """The SQL, after the settings without which Spark would compute it before the plugin."""
        sets = [f"  SET {key}={value};" for key, value in self._run.unfolded.items()]
        return "\n".join(["to reproduce it:", *sets, f"  {sql};"])

    def _input(self, rows: Any) -> str:
        shown = list(self._run.kit.shown(self._run.subject.types, rows))
        lines = [f"the smallest input found is {counted(len(shown), 'row')}:"]
        lines += [f"  {i}: {row}" for i, row in enumerate(shown[:_ROWS_SHOWN])]
        return "\n".join(lines + (["  ..."] if len(shown) > _ROWS_SHOWN else []))

    def _values(self, rows: Any) -> str:
        text = str(self._run.kit.values(self._run.subject.types, rows))
        return text if len(text) <= _VALUES_LENGTH else f"{text[:_VALUES_LENGTH]} ..."
