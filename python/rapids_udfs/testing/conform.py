# SPDX-License-Identifier: Apache-2.0

"""The check that both bodies of a UDF return the same results: ``assert_conforms``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.plans.placement import Placement, explain
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.contexts import Field, Query, batches, fields, queries
from rapids_udfs.testing.engine import TypeLike, Types, to_jvm
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.mismatch import Finder
from rapids_udfs.testing.report import (
    SKIPPED,
    FailedError,
    Report,
    SkippedError,
    asserting,
)
from rapids_udfs.testing.session_run import ExecutionProbe, SessionRun, watched
from rapids_udfs.testing.subject import find_subject

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 200
"""The default number of generated rows."""


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
    """Check that a UDF's columnar body ran, agrees with the row-wise one, and leaves nothing open.

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
            generate, including the edge values of each type.
        seed: the seed of the generated rows.
        tolerance: the relative difference allowed in floating-point results; by default what the
            catalogue declares, else none.

    Returns:
        The report, to ``print``. For a failed check it has the smallest input found, both results
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
        return _Test(run, probe, _test_rows(run, rows, seed)).run()


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

    def run(self) -> Report:
        """Run the checks in order; each needs the ones before it."""
        check = self.report.check
        with self._session.data(self._batches):
            if check("the row-wise body ran", self._row_wise_body) and check(
                "the columnar body ran", self._columnar_body
            ):
                self._check_places()
                check("nothing is left open", self._nothing_left)
        self.report.jobs = self._session.queries
        return self.report

    def _row_wise_body(self) -> str:
        self._row_wise = self._answers(columnar=False, hint="; if it may raise, pass other rows")
        ran = self._probe.ran(self._session.subject)
        if ran.calls or ran.row_calls == 0:
            raise FailedError("what ran in the row-wise pass was not the row-wise body")
        counted = ran.row_calls is not None
        return f"{ran.row_calls} calls" if counted else "by Spark alone, without the plugin"

    def _columnar_body(self) -> str:
        """Check by its counts that the columnar body ran, else by the plugin's plan."""
        self._columnar = self._answers(columnar=True)
        ran = self._probe.ran(self._session.subject)
        if ran.counted and ran.rows >= self._rows.size() and not ran.row_calls:
            text = f"{ran.calls} calls of evaluateColumnar over {ran.rows} rows"
            more = "" if ran.row_calls is None else "; no row-wise call"
            if ran.odd_rows:
                more = f"; the row-wise body computed {ran.odd_rows} odd rows"
            self.report.proof = f"{text}, as counted{more}"
            return text
        plan = explain(self._session.spark.sql(self._sql))
        placements = {verdict.placement for verdict in (*plan.functions, *plan.others)}
        if not ran.counted and placements == {Placement.GPU}:
            text = "the plugin's plan: a class that is not of this library is not counted on a GPU"
            self.report.proof = text
            return text
        problem = "the plugin did not take it"
        if ran.counted:
            problem = f"{ran.calls} calls over {ran.rows} rows of {self._rows.size()}"
            problem += f", {ran.row_calls} calls of the row-wise body" if ran.row_calls else ""
            problem += ". The plugin says:"
        raise FailedError(f"{problem}\n{plan!r}")

    def _answers(self, *, columnar: bool, hint: str = "") -> Any:
        """A body's results for every field of every row."""
        session = self._session
        self._probe.begin()
        try:
            return session.run(self._sql, columnar=columnar)
        except Exception as e:
            field = self._first_raising_field(columnar)
            why = hint or f":\n{session.summary(e)}"
            smallest = self._finder.raising(self._rows, field, columnar=columnar)
            raise FailedError(f"it raised {field.name}{why}\n{smallest}") from e

    def _first_raising_field(self, columnar: bool) -> Field:
        for field in self._fields:
            try:
                self._session.run(self._session.select(field.sql), columnar=columnar)
            except Exception:
                return field
        return self._fields[0]

    def _check_places(self) -> None:
        if not self._row_wise.sameAs(self._columnar, self._session.tolerance):
            self._note_if_random()  # before shrinking, which replaces the rows
        for number, field in enumerate(self._fields, 1):
            self.report.check(field.name, self._field, field, number)
        wrong = bool(self.report.failures)
        for query in queries(self._session.subject, self._rows.size()):
            if wrong:
                reason = "not tried, since a simple call is wrong already"
                self.report.add(query.name, SKIPPED, reason)
            else:
                self.report.check(query.name, self._query, query)

    def _note_if_random(self) -> None:
        """Add a note if the row-wise body's results differ when it runs again."""
        size = changed = self._row_wise.size()
        with suppress(Exception):  # it did not raise before
            again = self._session.run(self._sql, columnar=False)
            changed = len(self._row_wise.differing(again, -1, self._session.tolerance))
        if changed:
            self.report.notes.append(
                f"the row-wise body is non-deterministic: {changed} of {size} rows changed on a "
                "second run, so there is nothing to compare with"
            )

    def _field(self, field: Field, number: int) -> None:
        right, found = self._row_wise, self._columnar
        wrong = list(right.differing(found, number, self._session.tolerance))
        if not wrong:
            return
        if self.report.failures:
            # Only one input is shrunk; the others usually have the same cause.
            answers = right.shown(wrong[0], number), found.shown(wrong[0], number)
            example = "row {}: row-wise {}, columnar {}".format(wrong[0], *answers)
        else:
            example = self._finder.differing(self._rows, field, wrong)
        raise FailedError(f"{len(wrong)} of {right.size()} rows differ\n{example}")

    def _query(self, query: Query) -> None:
        session, subject = self._session, self._session.subject

        def over(total: int) -> Query:
            return next(q for q in queries(subject, total) if q.name == query.name)

        try:
            row_wise = session.run(query.sql, columnar=False, folded=query.folded)
        except Exception as e:
            raise FailedError(f"the row-wise body raised: {session.summary(e)}") from e
        before = self._probe.ran(subject)
        try:
            columnar = session.run(query.sql, columnar=True, folded=query.folded)
            problem = ""
            if not row_wise.sameAs(columnar, session.tolerance):
                same_count = columnar.size() == row_wise.size()
                rows = f"{columnar.size()} rows, {row_wise.size()} are right"
                problem = "different results" if same_count else rows
        except Exception as e:
            problem = session.summary(e)
        if problem:
            if not self.report.failures:
                problem += f"\n{self._finder.differing_query(self._rows, over)}"
            raise FailedError(problem)
        after = self._probe.ran(subject)
        if (after.row_calls or 0) > (before.row_calls or 0):
            raise SkippedError("the plugin leaves this query to the CPU")
        if after.counted and after.calls == before.calls:
            raise SkippedError("Spark computes it without the columnar body")

    def _nothing_left(self) -> None:
        if self._probe.mode != "emulate":
            raise SkippedError("counted in mode emulate only")
        if leaks := format_leaks(self._probe.span.leaks):
            raise FailedError(leaks)
