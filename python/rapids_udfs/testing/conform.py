# SPDX-License-Identifier: Apache-2.0

"""The check that a UDF's columnar body answers as its row-wise body does: ``assert_conforms``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.plans.placement import Placement, explain
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.contexts import Field, Query, batches, fields, queries
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.mismatch import Finder
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report, asserting
from rapids_udfs.testing.session_run import ExecutionProbe, SessionRun, watched
from rapids_udfs.testing.subject import find_subject, inferred_decimal
from rapids_udfs.testing.values import to_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 200
"""The number of rows that are generated if none are given."""
_ROWS_SHOWN = 3


def check_conforms(
    spark: SparkSession,
    function: str,
    types: Types,
    *,
    returns: TypeLike | None = None,
    rows: Sequence[Any] | int = ROWS,
    seed: int = 0,
    tolerance: float | None = None,
) -> Report:
    """Check that a UDF's columnar body ran, answers like the row-wise one, and leaves nothing open.

    Both run through SQL over the same rows: in several batches, one of a single row, one of only
    nulls and one without rows; on a slice of a batch; inside IF and CASE; with literal arguments;
    in a filter, an aggregate and a join.

    Args:
        spark: a session of mode ``emulate`` or ``gpu``.
        function: a function's name in SQL, or the full name of a class to register: a Java UDF, a
            Hive UDF (with Hive support), or one on this library's base classes.
        types: the arguments' types: ``"string,decimal(18,2)"``, a list, or a schema.
        returns: the result's type; for a class by default what Spark infers.
        rows: the rows to call it with (see ``rapids_udfs.testing.frame``), or how many to
            generate, the edges of each type among them.
        seed: the seed of the generated rows.
        tolerance: the relative difference allowed in floating-point results; by default what the
            catalogue declares, else none.

    Returns:
        The report, to ``print``. For a failed check it has the smallest input found, both answers
        and the SQL to reproduce it.

    Raises:
        AssertionError: a check failed. Raised by ``assert_conforms`` only.
        SessionError, ConformanceError, UnsupportedError, ArgumentValueError: it could not be
            tested: there is no such UDF, or it ended the JVM; the session is of another mode or a
            Spark Connect client; or an argument is wrong.
    """
    probe = ExecutionProbe(spark, "assert_conforms")
    with watched(spark, function):
        subject = find_subject(spark, function, types, returns)
        run = SessionRun(spark, subject, subject.tolerance(tolerance))
        test = _Test(run, probe, _test_rows(run, rows, seed))
        test.report.notes += inferred_decimal(subject, returns)
        return test.run()


assert_conforms = asserting(check_conforms)


def _test_rows(run: SessionRun, rows: Sequence[Any] | int, seed: int) -> Any:
    types = run.subject.types
    if not isinstance(rows, int):
        return to_jvm(run.spark, rows, types)
    if not is_whole(rows, 0):
        raise ArgumentValueError(f"rows is {rows!r}, which is not a number of rows")
    edges = run.edge_rows()
    generated = java_list(run.spark, edges.subList(0, min(rows, edges.size())))
    generated.addAll(run.random_rows(rows - generated.size(), seed))
    return generated


class _Test:
    def __init__(self, run: SessionRun, probe: ExecutionProbe, rows: Any) -> None:
        subject = run.subject
        self._session, self._probe, self._finder = run, probe, Finder(run)
        self._batches = batches(run.spark, subject.types, rows)
        self._rows = java_list(run.spark, [])
        for batch in self._batches:
            self._rows.addAll(batch)
        self._fields = fields(subject, run.kit, subject.types, self._rows)
        self._sql = run.select(*(field.sql for field in self._fields))
        self.report = Report(
            subject.signature, "conforms", rows=self._rows.size(), batches=self._batches.size()
        )
        self._add = self.report.add

    def run(self) -> Report:
        """Run the checks in order; each needs the ones before it."""
        with self._session.data(self._batches):
            row_wise = self._answers(columnar=False)
            if row_wise is not None and self._ran_row_by_row():
                columnar = self._answers(columnar=True)
                if columnar is not None and self._ran_in_columns():
                    self._compare(row_wise, columnar)
        self.report.jobs = self._session.queries
        return self.report

    def _answers(self, *, columnar: bool) -> Any:
        """A body's answers to each field of each row; None, with a failed check, if it raises."""
        self._probe.begin()
        try:
            return self._session.run(self._sql, columnar=columnar)
        except Exception as e:
            field = self._first_raising_field(columnar)
            smallest = self._finder.raising(self._rows, field, columnar=columnar)
            if columnar:
                name, why = "the columnar body answers", f":\n{self._session.summary(e)}"
            else:
                name, why = "the row-wise body answers", "; if it may, give other rows"
            self._add(name, FAILED, f"it raised {field.name}{why}\n{smallest}")
            return None

    def _first_raising_field(self, columnar: bool) -> Field:
        for field in self._fields:
            try:
                self._session.run(self._session.select(field.sql), columnar=columnar)
            except Exception:
                return field
        return self._fields[0]

    def _ran_row_by_row(self) -> bool:
        ran = self._probe.ran(self._session.subject)
        ok = not ran.calls and ran.row_calls != 0
        text = "what ran in the row-wise pass was not the row-wise body"
        if ok:
            counted = ran.row_calls is not None
            text = f"{ran.row_calls} calls" if counted else "by Spark alone, without the plugin"
        self._add("the row-wise body answers", PASSED if ok else FAILED, text)
        return ok

    def _ran_in_columns(self) -> bool:
        """Check by its counts that the columnar body ran, else by the plugin's plan."""
        name, ran = "the columnar body ran", self._probe.ran(self._session.subject)
        if ran.counted and ran.rows >= self._rows.size() and not ran.row_calls:
            text = f"{ran.calls} calls of evaluateColumnar over {ran.rows} rows"
            more = "" if ran.row_calls is None else "; no row-wise call"
            if ran.odd_rows:
                more = f"; the row-wise body computed {ran.odd_rows} odd rows"
            self.report.proof = f"{text}, as counted{more}"
            self._add(name, PASSED, text)
            return True
        plan = explain(self._session.spark.sql(self._sql))
        placements = {verdict.placement for verdict in (*plan.functions, *plan.others)}
        if not ran.counted and placements == {Placement.GPU}:
            text = "the plugin's plan: a class that is not of this library is not counted on a GPU"
            self.report.proof = text
            self._add(name, PASSED, text)
            return True
        problem = "the plugin did not take it"
        if ran.counted:
            problem = f"{ran.calls} calls over {ran.rows} rows of {self._rows.size()}"
            problem += f", {ran.row_calls} calls of the row-wise body" if ran.row_calls else ""
            problem += ". The plugin says:"
        self._add(name, FAILED, f"{problem}\n{plan!r}")
        return False

    def _compare(self, row_wise: Any, columnar: Any) -> None:
        if not row_wise.sameAs(columnar, self._session.tolerance):
            self._note_if_random(row_wise)  # before shrinking, which replaces the rows
        for number, field in enumerate(self._fields, 1):
            self._compare_field(field, number, row_wise, columnar)
        wrong = bool(self.report.failures)
        for query in queries(self._session.subject, self._rows.size()):
            if wrong:
                self._add(query.name, SKIPPED, "not tried, since a simple call is wrong already")
            else:
                self._compare_query(query)
        if self._probe.mode == "emulate":
            leaks = format_leaks(self._probe.span.leaks)
            self._add("nothing is left open", FAILED if leaks else PASSED, leaks)
        else:
            self._add("nothing is left open", SKIPPED, "counted in mode emulate only")

    def _note_if_random(self, row_wise: Any) -> None:
        """Add a note if the row-wise body's answers differ when it runs again."""
        changed = row_wise.size()
        with suppress(Exception):  # it did not raise before
            again = self._session.run(self._sql, columnar=False)
            changed = len(row_wise.differing(again, -1, self._session.tolerance))
        if changed:
            self.report.notes.append(
                f"the row-wise body is non-deterministic: {changed} of {row_wise.size()} rows "
                "changed on a second run, so there is nothing to compare with"
            )

    def _compare_field(self, field: Field, number: int, row_wise: Any, columnar: Any) -> None:
        wrong = list(row_wise.differing(columnar, number, self._session.tolerance))
        if not wrong:
            self._add(field.name, PASSED)
            return
        lines = [f"{len(wrong)} of {row_wise.size()} rows differ"]
        if self.report.failures:
            # Only one input is shrunk; the others usually have the same cause.
            for i in wrong[:_ROWS_SHOWN]:
                answers = row_wise.shown(i, number), columnar.shown(i, number)
                lines.append("row {}: row-wise {}, columnar {}".format(i, *answers))
        else:
            lines.append(self._finder.differing(self._rows, field, wrong))
        self._add(field.name, FAILED, "\n".join(lines))

    def _compare_query(self, query: Query) -> None:
        subject, session = self._session.subject, self._session
        try:
            row_wise = session.run(query.sql, columnar=False, folded=query.folded)
        except Exception as e:
            self._add(query.name, FAILED, f"the row-wise body raised: {session.summary(e)}")
            return
        before = self._probe.ran(subject)
        try:
            columnar = session.run(query.sql, columnar=True, folded=query.folded)
        except Exception as e:
            self._query_failed(query, session.summary(e))
            return
        after = self._probe.ran(subject)
        if not row_wise.sameAs(columnar, session.tolerance):
            rows = f"{columnar.size()} rows, {row_wise.size()} are right"
            same_count = columnar.size() == row_wise.size()
            self._query_failed(query, "other answers" if same_count else rows)
        elif (after.row_calls or 0) > (before.row_calls or 0):
            self._add(query.name, SKIPPED, "the plugin leaves this query to the CPU")
        elif after.counted and after.calls == before.calls:
            self._add(query.name, SKIPPED, "it is answered without the columnar body")
        else:
            self._add(query.name, PASSED)

    def _query_failed(self, query: Query, text: str) -> None:
        def over(total: int) -> Query:
            same = (q for q in queries(self._session.subject, total) if q.name == query.name)
            return next(same)

        if not self.report.failures:
            text += f"\n{self._finder.differing_query(self._rows, over)}"
        self._add(query.name, FAILED, text)
