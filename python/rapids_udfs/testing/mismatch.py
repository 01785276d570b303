# SPDX-License-Identifier: Apache-2.0

"""Finds the smallest input on which the two bodies differ, and reports it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.contexts import VIEW, FieldOf, Query
from rapids_udfs.testing.session_run import SessionRun

_BUDGET = 60
_ROUNDS = 24
_ROUNDS_OF_ERRORS = 12
_ONE_BY_ONE = 10
_AT_ONCE = 16
_ROWS_SHOWN = 8
_CONSTANT_LENGTH = 4000


class Finder:
    """Shrinks failing batches in few queries."""

    def __init__(self, run: SessionRun, tolerance: float) -> None:
        self._run = run
        self._tolerance = tolerance

    def smallest(self, batch: Any, field: FieldOf, wrong: list[int]) -> str:
        """For a field whose answers differ: the smallest rows, both answers, the SQL.

        ``wrong`` are the rows of the batch whose answers differ, perhaps also when run alone.
        """
        budget = self._run.queries + _BUDGET

        def first_failing(tried: Any) -> int:
            return -1 if self._run.queries >= budget else self._first_wrong(tried, field)

        alone = java_list(self._run.spark, [batch[i] for i in wrong])
        return self._told(self._shrink(batch, alone, first_failing, _ROUNDS), field)

    def smallest_of_query(self, batch: Any, query: Callable[[int], Query]) -> str:
        """For a query with wrong answers: the smallest rows and the SQL."""
        budget = self._run.queries + _BUDGET

        def first_failing(tried: Any) -> int:
            for i, rows in enumerate(tried):
                if i >= _ONE_BY_ONE or self._run.queries >= budget:
                    break
                if self._query_differs(rows, query(rows.size())):
                    return i
            return -1

        rows = self._shrink(batch, None, first_failing, _ROUNDS)
        sql = query(rows.size()).sql.replace(VIEW, f"(SELECT * FROM {self._values(rows)})")
        return f"{self._input(rows)}\n{self._reproduce(sql)}"

    def smallest_raising(self, batch: Any, field: FieldOf, *, columnar: bool) -> str:
        """For a body that raises: the smallest rows on which it does, and the SQL."""

        def first_failing(tried: Any) -> int:
            return self._first_raising(tried, field, columnar)

        alone = batch if batch.size() > 1 else None
        return self._told(self._shrink(batch, alone, first_failing, _ROUNDS_OF_ERRORS), field)

    def _shrink(
        self, batch: Any, alone: Any, first_failing: Callable[[Any], int], rounds: int
    ) -> Any:
        """Run the engine's shrinker; rows to try alone come first, short ones before others."""
        kit, types = self._run.kit, self._run.subject.types
        empty = batch.subList(0, 0)
        hints = kit.oneByOne(types, empty if alone is None else alone, _AT_ONCE)
        shrinker = kit.shrinker(types, batch, hints, rounds)
        while (tried := shrinker.next()).size():
            self._run.say(f"looking for the smallest input, {tried[0].size()} rows or more")
            shrinker.failed(first_failing(tried))
        return shrinker.best()

    def _first_wrong(self, tried: Any, field: FieldOf) -> int:
        """The first batch that fails; all run together, unless one raises."""
        sql = f"SELECT id, {field.sql} AS r FROM {VIEW}"
        try:
            with self._run.data(tried, apart=True):
                row_wise = self._run.run(sql, columnar=False)
                columnar = self._run.run(sql, columnar=True)
        except Exception:
            return self._first_raising(tried, field, columnar=True)
        wrong = row_wise.differing(columnar, 1, self._tolerance)
        return min(wrong) // self._run.stride(tried) if wrong else -1

    def _first_raising(self, tried: Any, field: FieldOf, columnar: bool) -> int:
        """The first batch that raises, by halving: an error does not say which batch caused it."""
        low, high = 0, tried.size()
        if not self._raises(tried, field, columnar):
            return -1
        while high - low > 1:
            middle = (low + high) // 2
            if self._raises(tried.subList(low, middle), field, columnar):
                high = middle
            else:
                low = middle
        return low

    def _raises(self, tried: Any, field: FieldOf, columnar: bool) -> bool:
        try:
            with self._run.data(tried, apart=True):
                self._run.run(f"SELECT id, {field.sql} AS r FROM {VIEW}", columnar=columnar)
        except Exception:
            return True
        return False

    def _query_differs(self, rows: Any, query: Query) -> bool:
        with self._run.data(self._one(rows)):
            try:
                expected = self._run.run(query.sql, columnar=False, folded=query.folded)
            except Exception:
                return False
            try:
                found = self._run.run(query.sql, columnar=True, folded=query.folded)
            except Exception:
                return True
        return not expected.sameAs(found, self._tolerance)

    def _one(self, rows: Any) -> Any:
        return self._run.kit.repeated(rows, 1)

    def _told(self, rows: Any, field: FieldOf) -> str:
        sql = f"SELECT id, {field.sql} AS r FROM {VIEW}"
        lines, signature = [self._input(rows)], self._run.subject.signature
        with self._run.data(self._one(rows), apart=True):
            for name, columnar in (("row-wise", False), ("columnar", True)):
                lines.append(f"{name} answer:")
                try:
                    found = self._run.run(sql, columnar=columnar).shown(1)
                except Exception as e:
                    said = self._run.summary(e)
                    lines += [f"  {line}" for line in said.splitlines()]
                    if not columnar and "ClassCastException" in str(e):
                        lines.append(f"  is it a UDF of other types? It was called as {signature}")
                else:
                    lines += [f"  {i}: {found[i]}" for i in list(found)[:_ROWS_SHOWN]]
        return "\n".join([*lines, self._reproduce(sql.replace(VIEW, self._values(rows)))])

    def _reproduce(self, sql: str) -> str:
        """The SQL, and the settings without which Spark would compute it before the plugin."""
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
        return text if len(text) <= _CONSTANT_LENGTH else f"{text[:_CONSTANT_LENGTH]} ..."
