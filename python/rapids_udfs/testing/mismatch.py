"""Finds the smallest input on which the two bodies differ, and tells of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rapids_udfs.testing.compare import same
from rapids_udfs.testing.contexts import VIEW, FieldOf, Query
from rapids_udfs.testing.literals import from_values, shown
from rapids_udfs.testing.session_run import SessionRun, said
from rapids_udfs.testing.shrink import shrink

Row = tuple[Any, ...]
_BUDGET = 60
_ONE_BY_ONE = 10
_AT_ONCE = 16
_ROWS_SHOWN = 8
_CONSTANT_LENGTH = 4000


class Finder:
    """Shrinks failing batches in few queries.

    Args:
        run: the session.
        tolerance: see :func:`same`.
    """

    def __init__(self, run: SessionRun, tolerance: float) -> None:
        self._run = run
        self._tolerance = tolerance

    def smallest(self, batch: Sequence[Row], field: FieldOf, wrong: Sequence[Row]) -> str:
        """Of a field that answers differently: the smallest rows, both answers, the SQL.

        Args:
            batch: rows on which it does together.
            field: what differs.
            wrong: rows whose answers differ, perhaps also alone.
        """
        budget = self._run.queries + _BUDGET

        def fails(batches: Sequence[Sequence[Row]]) -> list[bool]:
            self._run.say(f"looking for the smallest input, {len(batches[0])} rows or more")
            if self._run.queries >= budget:
                return [False] * len(batches)
            return self._differ(batches, field)

        types = self._run.subject.types
        # Short ones first: there is less to make plainer.
        short = sorted(wrong, key=lambda row: len(from_values([row], types)))
        rows = shrink(batch, types, fails, first=[[row] for row in short[:_AT_ONCE]])
        return self._told(rows, field)

    def smallest_of_query(self, batch: Sequence[Row], query: Callable[[int], Query]) -> str:
        """Of a query that answers wrongly: the smallest rows and the SQL."""
        budget = self._run.queries + _BUDGET

        def fails(batches: Sequence[Sequence[Row]]) -> list[bool]:
            self._run.say(f"looking for the smallest input, {len(batches[0])} rows or more")
            found: list[bool] = []
            for rows in batches[:_ONE_BY_ONE]:
                spent = True in found or self._run.queries >= budget
                found.append(not spent and self._query_differs(rows, query(len(rows))))
            return found + [False] * (len(batches) - len(found))

        rows = shrink(batch, self._run.subject.types, fails)
        sql = query(len(rows)).sql.replace(VIEW, f"(SELECT * FROM {self._values(rows)})")
        return f"{self._input(rows)}\n{self._reproduce(sql)}"

    def smallest_raising(self, batch: Sequence[Row], field: FieldOf, *, columnar: bool) -> str:
        """Of a body that raises: the smallest rows on which it does, and the SQL."""

        def fails(batches: Sequence[Sequence[Row]]) -> list[bool]:
            self._run.say(f"looking for the smallest input, {len(batches[0])} rows or more")
            first = self._first_raising(batches, field, columnar)
            return [i == first for i in range(len(batches))]

        first = [[row] for row in batch] if len(batch) > 1 else []
        rows = shrink(batch, self._run.subject.types, fails, first=first, rounds=12)
        return self._told(rows, field)

    def _differ(self, batches: Sequence[Sequence[Row]], field: FieldOf) -> list[bool]:
        """Whether each batch fails; all run together, unless one raises."""
        sql = f"SELECT id, {field.sql} AS r FROM {VIEW}"
        try:
            with self._run.data(batches, apart=True):
                row_wise: dict[int, Any] = dict(self._run.run(sql, columnar=False))
                columnar: dict[int, Any] = dict(self._run.run(sql, columnar=True))
        except Exception:
            first = self._first_raising(batches, field, columnar=True)
            return [i == first for i in range(len(batches))]
        stride = self._run.stride(max(map(len, batches)))
        return [
            any(
                not same(columnar.get(i), row_wise[i], self._tolerance) or i not in columnar
                for i in range(b * stride, b * stride + len(rows))
            )
            for b, rows in enumerate(batches)
        ]

    def _first_raising(
        self, batches: Sequence[Sequence[Row]], field: FieldOf, columnar: bool
    ) -> int | None:
        """The first batch that raises, by halving: an error does not say of which batch it is."""
        if not self._raises(batches, field, columnar):
            return None
        low, high = 0, len(batches)
        while high - low > 1:
            middle = (low + high) // 2
            if self._raises(batches[low:middle], field, columnar):
                high = middle
            else:
                low = middle
        return low

    def _raises(self, batches: Sequence[Sequence[Row]], field: FieldOf, columnar: bool) -> bool:
        try:
            with self._run.data(batches, apart=True):
                self._run.run(f"SELECT id, {field.sql} AS r FROM {VIEW}", columnar=columnar)
        except Exception:
            return True
        return False

    def _query_differs(self, rows: Sequence[Row], query: Query) -> bool:
        call = self._run.subject.over_columns()
        with self._run.data([rows]):
            try:
                answers: dict[int, Any] = dict(
                    self._run.run(f"SELECT id, {call} FROM {VIEW}", columnar=False)
                )
            except Exception:
                return False
            try:
                found = self._run.run(query.sql, columnar=True, folded=query.folded)
            except Exception:
                return True
        return not same_rows(found, query.expected(answers), self._tolerance)

    def _told(self, rows: Sequence[Row], field: FieldOf) -> str:
        sql = f"SELECT id, {field.sql} AS r FROM {VIEW}"
        lines, signature = [self._input(rows)], self._run.subject.signature
        with self._run.data([rows], apart=True):
            for name, columnar in (("row-wise", False), ("columnar", True)):
                lines.append(f"{name} answer:")
                try:
                    found = sorted(self._run.run(sql, columnar=columnar))
                except Exception as e:
                    lines += [f"  {line}" for line in self._said(e).splitlines()]
                    if not columnar and "ClassCastException" in str(e):
                        lines.append(f"  is it a UDF of other types? It was called as {signature}")
                else:
                    of = self._run.subject.returns
                    lines += [f"  {i}: {shown(r, of)}" for i, r in found[:_ROWS_SHOWN]]
        return "\n".join([*lines, self._reproduce(sql.replace(VIEW, self._values(rows)))])

    def _reproduce(self, sql: str) -> str:
        """The SQL, and the settings without which Spark would compute it before the plugin."""
        sets = [f"  SET {key}={value};" for key, value in self._run.unfolded.items()]
        return "\n".join(["to reproduce it:", *sets, f"  {sql};"])

    def _said(self, error: BaseException) -> str:
        return said(error, self._run.subject.class_name)

    def _input(self, rows: Sequence[Row]) -> str:
        types = self._run.subject.types
        plural = "s" if len(rows) != 1 else ""
        lines = [f"the smallest input found is {len(rows)} row{plural}:"]
        for i, row in enumerate(rows[:_ROWS_SHOWN]):
            values = ", ".join(shown(v, t) for v, t in zip(row, types, strict=True))
            lines.append(f"  {i}: ({values})")
        return "\n".join(lines + (["  ..."] if len(rows) > _ROWS_SHOWN else []))

    def _values(self, rows: Sequence[Row]) -> str:
        text = from_values(rows, self._run.subject.types)
        return text if len(text) <= _CONSTANT_LENGTH else f"{text[:_CONSTANT_LENGTH]} ..."


def same_rows(found: Sequence[Row], expected: Sequence[Row], tolerance: float) -> bool:
    """Whether two answers have the same rows, told apart by their first fields, in any order."""
    one, other = ({row[0]: row for row in rows} for rows in (found, expected))
    if len(one) != len(found) or one.keys() != other.keys():
        return False
    return all(same(one[i], other[i], tolerance) for i in one)
