# SPDX-License-Identifier: Apache-2.0

"""The check that a UDF's columnar body answers as its row-wise body does: ``assert_conforms``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rapids_udfs._numbers import is_whole
from rapids_udfs.errors import ArgumentValueError
from rapids_udfs.plans.placement import Placement
from rapids_udfs.session.jvm_objects import java_list
from rapids_udfs.testing.contexts import VIEW, FieldOf, Query, batches, fields, queries
from rapids_udfs.testing.engine import TypeLike, Types, engine
from rapids_udfs.testing.execution_probe import ExecutionProbe, Ran
from rapids_udfs.testing.leaks import format_leaks
from rapids_udfs.testing.mismatch import Finder
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Report, asserting
from rapids_udfs.testing.session_run import SessionRun, watched
from rapids_udfs.testing.subject import Subject, find_subject, inferred_decimal
from rapids_udfs.testing.values import to_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = 200
"""The number of rows that are generated if none are given."""
_SHOWN = 3


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
        seed: another one generates other rows.
        tolerance: the relative difference allowed in floating-point results; by default what the
            catalogue declares, else none.

    Returns:
        What was checked; ``print`` it. For a failed check it has the smallest input found, both
        answers and the SQL to reproduce it.

    Raises:
        AssertionError: a check failed; of ``assert_conforms`` only.
        SessionError, ConformanceError, UnsupportedError, ArgumentValueError: it could not be
            tested: there is no such UDF, or it ended the JVM; the session is of another mode or a
            Spark Connect client; or an argument is wrong.
    """
    probe = ExecutionProbe(spark, "assert_conforms")
    with watched(spark, function):
        subject = find_subject(spark, function, types, returns)
        tolerance = subject.tolerance(tolerance)
        data = _rows(spark, subject, rows, seed)
        test = _Test(SessionRun(spark, subject), probe, tolerance, data)
        remark = inferred_decimal(subject, returns)
        return test.report([remark] if remark else [])


assert_conforms = asserting(check_conforms)


def _rows(spark: SparkSession, subject: Subject, rows: Sequence[Any] | int, seed: int) -> Any:
    if not isinstance(rows, int):
        return to_jvm(spark, rows, subject.types)
    if not is_whole(rows, 0):
        raise ArgumentValueError(f"rows is {rows!r}, which is not a number of rows")
    kit = engine(spark)
    edges = kit.edgeRows(subject.types)
    found = java_list(spark, edges.subList(0, min(rows, edges.size())))
    found.addAll(kit.randomRows(subject.types, rows - found.size(), seed))
    return found


class _Test:
    def __init__(self, run: SessionRun, probe: ExecutionProbe, tolerance: float, rows: Any) -> None:
        self._run, self._subject, self._probe = run, run.subject, probe
        self._tolerance, self._find = tolerance, Finder(run, tolerance)
        self._batches = batches(run.spark, run.subject.types, rows)
        self._rows = java_list(run.spark, [])
        for batch in self._batches:
            self._rows.addAll(batch)
        self._report = run.report("conforms", self._batches)
        self._add = self._report.add

    def report(self, notes: list[str]) -> Report:
        self._report.notes += notes
        with self._run.data(self._batches):
            answers = self._row_wise()
            if answers is not None:
                self._report.proof = self._columnar(answers)
        self._report.jobs = self._run.queries
        return self._report

    @cached_property
    def _fields(self) -> list[FieldOf]:
        return fields(self._subject, self._run.kit, self._subject.types, self._rows)

    @property
    def _sql(self) -> str:
        each = ", ".join(f"{field.sql} AS r{i}" for i, field in enumerate(self._fields))
        return f"SELECT id, {each} FROM {VIEW}"

    def _row_wise(self) -> Any:
        """The row-wise body's answers to each field of each row; None if it raises."""
        name = "the row-wise body answers"
        self._probe.begin()
        try:
            found = self._run.run(self._sql, columnar=False)
        except Exception:
            field = self._first_raising_field(columnar=False)
            told = self._find.smallest_raising(self._rows, field, columnar=False)
            self._add(name, FAILED, f"it raised {field.name}; if it may, give other rows\n{told}")
            return None
        ran = self._probe.ran(self._subject)
        if ran.calls or ran.row_calls == 0:
            self._add(name, FAILED, "what ran in the row-wise pass was not the row-wise body")
            return None
        counted = "" if ran.row_calls is None else f"{ran.row_calls} calls"
        self._add(name, PASSED, counted or "by Spark alone, without the plugin")
        return found

    def _columnar(self, answers: Any) -> str:
        """Run the columnar body in all places; return the evidence that it ran."""
        self._probe.begin()
        try:
            found = self._run.run(self._sql, columnar=True)
        except Exception as e:
            field = self._first_raising_field(columnar=True)
            told = self._find.smallest_raising(self._rows, field, columnar=True)
            text = f"{self._run.summary(e)}\n{told}"
            self._add("the columnar body answers", FAILED, f"it raised {field.name}:\n{text}")
            return ""
        ran = self._probe.ran(self._subject)
        proof = self._proof(ran)
        if not proof:
            return ""
        if not answers.sameAs(found, self._tolerance):
            self._ask_again(answers)  # before shrinking, which replaces the rows
        for i, field in enumerate(self._fields):
            self._compare(field, i + 1, found, answers)
        wrong = bool(self._report.failures)
        for query in queries([self._subject], self._rows.size()):
            if wrong:
                self._add(query.name, SKIPPED, "not tried, since a simple call is wrong already")
            else:
                self._query(query)
        if self._probe.mode == "emulate":
            leaks = format_leaks(self._probe.ran(self._subject).leaks)
            self._add("nothing is left open", FAILED if leaks else PASSED, leaks)
        else:
            self._add("nothing is left open", SKIPPED, "counted in mode emulate only")
        return proof

    def _first_raising_field(self, *, columnar: bool) -> FieldOf:
        for field in self._fields:
            try:
                self._run.run(f"SELECT id, {field.sql} AS r FROM {VIEW}", columnar=columnar)
            except Exception:
                return field
        return self._fields[0]

    def _proof(self, ran: Ran) -> str:
        """The evidence that the columnar body ran; empty, with a failed check, if it did not."""
        name = "the columnar body ran"
        if not ran.known:
            told = self._probe.explain(self._sql)
            verdicts = [*told.functions, *told.others]
            if verdicts and all(v.placement is Placement.GPU for v in verdicts):
                text = (
                    "the plugin's plan: a class that is not of this library is not counted on a GPU"
                )
                self._add(name, PASSED, text)
                return text
            self._add(name, FAILED, f"the plugin did not take it\n{told!r}")
            return ""
        if ran.rows < self._rows.size() or ran.row_calls:
            text = (
                f"{ran.calls} calls over {ran.rows} rows of {self._rows.size()}"
                + (f", {ran.row_calls} calls of the row-wise body" if ran.row_calls else "")
                + f". The plugin says:\n{self._probe.explain(self._sql)!r}"
            )
            self._add(name, FAILED, text)
            return ""
        text = f"{ran.calls} calls of evaluateColumnar over {ran.rows} rows"
        self._add(name, PASSED, text)
        return text + ", as counted" + ("" if ran.row_calls is None else "; no row-wise call")

    def _compare(self, field: FieldOf, number: int, columnar: Any, answers: Any) -> None:
        wrong = list(answers.differing(columnar, number, self._tolerance))
        if not wrong:
            self._add(field.name, PASSED)
            return
        text = f"{len(wrong)} of {answers.size()} rows differ"
        if self._report.failures:
            # Only one input is shrunk; the others usually have the same cause.
            for i in wrong[:_SHOWN]:
                text += f"\nrow {i}: row-wise {answers.shown(i, number)}"
                text += f", columnar {columnar.shown(i, number)}"
            self._add(field.name, FAILED, text)
            return
        told = self._find.smallest(self._rows, field, wrong)
        self._add(field.name, FAILED, f"{text}\n{told}")

    def _ask_again(self, answers: Any) -> None:
        """Note if the row-wise body's answers differ when it runs again."""
        try:
            again = self._run.run(self._sql, columnar=False)
        except Exception:  # it did not raise before
            others = answers.size()
        else:
            others = len(answers.differing(again, -1, self._tolerance))
        if others:
            self._report.notes.append(
                f"the row-wise body is non-deterministic: {others} of {answers.size()} rows "
                "changed on a second run, so there is nothing to compare with"
            )

    def _query(self, query: Query) -> None:
        try:
            expected = self._run.run(query.sql, columnar=False, folded=query.folded)
        except Exception as e:
            text = f"the row-wise body raised: {self._run.summary(e)}"
            self._add(query.name, FAILED, text)
            return
        before = self._probe.ran(self._subject)
        try:
            found = self._run.run(query.sql, columnar=True, folded=query.folded)
        except Exception as e:
            self._query_failed(query, self._run.summary(e))
            return
        ran = self._probe.ran(self._subject)
        if not expected.sameAs(found, self._tolerance):
            rows = f"{found.size()} rows, {expected.size()} are right"
            self._query_failed(query, rows if found.size() != expected.size() else "other answers")
        elif (ran.row_calls or 0) > (before.row_calls or 0):
            self._add(query.name, SKIPPED, "the plugin leaves this query to the CPU")
        elif ran.known and ran.calls == before.calls:
            self._add(query.name, SKIPPED, "it is answered without the columnar body")
        else:
            self._add(query.name, PASSED)

    def _query_failed(self, query: Query, text: str) -> None:
        if self._report.failures:
            self._add(query.name, FAILED, text)
            return

        def again(total: int) -> Query:
            return next(q for q in queries([self._subject], total) if q.name == query.name)

        told = self._find.smallest_of_query(self._rows, again)
        self._add(query.name, FAILED, f"{text}\n{told}")
