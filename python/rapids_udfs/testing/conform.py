"""Whether a UDF's columnar body answers as its row-wise body does: ``assert_conforms``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rapids_udfs.testing import jvm
from rapids_udfs.testing.compare import same
from rapids_udfs.testing.contexts import VIEW, FieldOf, Query, fields, queries
from rapids_udfs.testing.generated import edge_rows, random_rows
from rapids_udfs.testing.given_rows import TestDataError, given_rows
from rapids_udfs.testing.leaks import told_leaks
from rapids_udfs.testing.literals import shown
from rapids_udfs.testing.mismatch import Finder, same_rows
from rapids_udfs.testing.report import FAILED, PASSED, SKIPPED, Check, Report
from rapids_udfs.testing.session_run import Progress, SessionRun, said
from rapids_udfs.testing.spark_types import TypeLike, Types
from rapids_udfs.testing.subject import Subject, find_subject, inferred_decimal
from rapids_udfs.testing.witness import Ran, Witness

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Row = tuple[Any, ...]

ROWS = 200
"""How many rows are generated where none are given."""
_PARTS = 3
_NULL_ROWS = 5
_SHOWN = 3


def assert_conforms(
    spark: SparkSession,
    function: str,
    types: Types,
    *,
    returns: TypeLike | None = None,
    rows: Sequence[Any] | int = ROWS,
    seed: int = 0,
    tolerance: float | None = None,
    progress: Progress | None = None,
) -> Report:
    """Checks that a UDF's columnar body ran, answers as the row-wise one, and leaves nothing open.

    Both run through SQL over the same rows: in several batches, one of a single row, one of nulls
    alone and one without rows; on a slice of a batch; inside IF and CASE; with literal arguments;
    in a filter, an aggregate and a join.

    Args:
        spark: a session of mode ``host`` or ``gpu``.
        function: a function's name in SQL, or the full name of a class to register: a Java UDF, a
            Hive UDF (with Hive support), or one on this library's base classes.
        types: of the arguments: ``"string,decimal(18,2)"``, a list, or a schema.
        returns: the result's type; for a class by default what Spark infers.
        rows: the rows to call it with (see :func:`rapids_udfs.testing.frame`), or how many to
            generate, the edges of each type among them.
        seed: another one generates other rows.
        tolerance: by how much floating-point results may differ, relatively; by default what the
            catalogue declares, else not at all.
        progress: called with a line of text now and then where it takes long; by default it is
            printed to standard error.

    Returns:
        What was checked; ``print`` it.

    Raises:
        AssertionError: a check failed; the text has the smallest input found, both answers and the
            SQL to reproduce it.
        TestModeError, UdfClassError, UdfArgumentsError, UnsupportedTypeError, TestDataError: it
            could not be tested.
        JvmEndedError: the UDF ended the session's JVM.
        NotOnConnectError: the session is a Spark Connect client.
    """
    __tracebackhide__ = True
    report = check_conforms(
        spark,
        function,
        types,
        returns=returns,
        rows=rows,
        seed=seed,
        tolerance=tolerance,
        progress=progress,
    )
    if not report.ok:
        raise AssertionError(str(report))
    return report


def check_conforms(
    spark: SparkSession,
    function: str,
    types: Types,
    *,
    returns: TypeLike | None = None,
    rows: Sequence[Any] | int = ROWS,
    seed: int = 0,
    tolerance: float | None = None,
    progress: Progress | None = None,
) -> Report:
    """As :func:`assert_conforms`; what fails is in the report and raises nothing."""
    witness = Witness(spark, "assert_conforms")
    with jvm.watched(spark, function):
        subject = find_subject(spark, function, types, returns)
        tolerance = subject.tolerance(tolerance)
        data = _rows(subject, rows, seed)
        test = _Test(SessionRun(spark, subject, progress), witness, tolerance, data)
        remark = inferred_decimal(subject, returns)
        return test.report([remark] if remark else [])


def _rows(subject: Subject, rows: Sequence[Any] | int, seed: int) -> list[Row]:
    types = list(subject.types)
    if not isinstance(rows, int):
        return given_rows(rows, types)
    if isinstance(rows, bool) or rows < 0:
        raise TestDataError("rows", rows, "a number of rows")
    edges = edge_rows(types)[:rows]
    return [*edges, *random_rows(types, rows - len(edges), seed)]


class _Test:
    """The checks of one UDF."""

    def __init__(self, run: SessionRun, witness: Witness, tolerance: float, rows: list[Row]):
        self._run = run
        self._subject = run.subject
        self._witness = witness
        self._tolerance = tolerance
        self._find = Finder(run, tolerance)
        step = max(1, -(-len(rows) // _PARTS))
        nulls = [tuple(None for _ in self._subject.types)] * _NULL_ROWS
        self._batches = [rows[at : at + step] for at in range(0, len(rows), step)]
        self._batches += [rows[:1], nulls, []]
        self._rows = [row for batch in self._batches for row in batch]
        self._checks: list[Check] = []
        self._notes: list[str] = []
        self._since = time.monotonic()

    def report(self, notes: list[str]) -> Report:
        proof = ""
        with self._run.data(self._batches):
            answers = self._row_wise()
            if answers is not None:
                proof = self._columnar(answers)
        return Report(
            title=self._subject.signature,
            kind="conforms",
            checks=self._checks,
            rows=len(self._rows),
            batches=len(self._batches),
            jobs=self._run.queries,
            proof=proof,
            notes=[*notes, *self._notes],
            seconds=self._run.seconds,
        )

    def _add(self, name: str, outcome: str, text: str = "") -> None:
        now = time.monotonic()
        self._checks.append(Check(name, outcome, text, now - self._since))
        self._since = now

    @property
    def _fields(self) -> list[FieldOf]:
        return fields(self._subject, self._rows)

    @property
    def _sql(self) -> str:
        each = ", ".join(f"{field.sql} AS r{i}" for i, field in enumerate(self._fields))
        return f"SELECT id, {each} FROM {VIEW}"

    def _row_wise(self) -> dict[int, Row] | None:
        """What the row-wise body answers to each field of each row; None where it raises."""
        name = "the row-wise body answers"
        self._witness.reset()
        try:
            found = self._run.run(self._sql, columnar=False)
        except Exception:
            field = self._first_raising_field(columnar=False)
            told = self._find.smallest_raising(self._rows, field, columnar=False)
            self._add(name, FAILED, f"it raised {field.name}; if it may, give other rows\n{told}")
            return None
        ran = self._witness.ran(self._subject)
        if ran.calls or ran.row_calls == 0:
            self._add(name, FAILED, "what ran in the row-wise pass was not the row-wise body")
            return None
        counted = "" if ran.row_calls is None else f"{ran.row_calls} calls"
        self._add(name, PASSED, counted or "by Spark alone, without the plugin")
        return {row[0]: row[1:] for row in found}

    def _columnar(self, answers: dict[int, Row]) -> str:
        """Runs the columnar body in all places; by what is known that it ran."""
        self._witness.reset()
        try:
            found = self._run.run(self._sql, columnar=True)
        except Exception as e:
            self._raised(e)
            return ""
        ran = self._witness.ran(self._subject)
        proof = self._proof(ran)
        if not proof:
            return ""
        columnar = {row[0]: row[1:] for row in found}
        if not all(same(columnar.get(i), row, self._tolerance) for i, row in answers.items()):
            self._ask_again(answers)  # while the rows are there: shrinking puts others in place
        for i, field in enumerate(self._fields):
            self._compare(field, i, columnar, answers)
        plain = {i: row[0] for i, row in answers.items()}
        wrong = any(check.outcome == FAILED for check in self._checks)
        for query in queries(self._subject, len(self._rows)):
            if wrong:
                self._add(query.name, SKIPPED, "not tried, for a simple call is wrong already")
            else:
                ran = self._query(query, plain, ran)
        if self._witness.mode == "host":
            leaks = told_leaks(self._witness.ran(self._subject).leaks)
            self._add("nothing is left open", FAILED if leaks else PASSED, leaks)
        else:
            self._add("nothing is left open", SKIPPED, "counted in mode host only")
        return proof

    def _raised(self, error: Exception) -> None:
        field = self._first_raising_field(columnar=True)
        told = self._find.smallest_raising(self._rows, field, columnar=True)
        first = said(error, self._subject.class_name)
        self._add("the columnar body answers", FAILED, f"it raised {field.name}:\n{first}\n{told}")

    def _first_raising_field(self, *, columnar: bool) -> FieldOf:
        for field in self._fields:
            try:
                self._run.run(f"SELECT id, {field.sql} AS r FROM {VIEW}", columnar=columnar)
            except Exception:
                return field
        return self._fields[0]

    def _proof(self, ran: Ran) -> str:
        """By what is known that the columnar body ran; empty if it did not, a failed check."""
        name = "the columnar body ran"
        if not ran.known:
            told = self._witness.verdicts(self._sql)
            if told.on_gpu:
                text = (
                    "the plugin's plan: a class that is not of this library is not counted on a GPU"
                )
                self._add(name, PASSED, text)
                return text
            self._add(name, FAILED, f"the plugin did not take it\n{told.text}")
            return ""
        if ran.rows < len(self._rows) or ran.row_calls:
            text = (
                f"{ran.calls} calls over {ran.rows} rows of {len(self._rows)}"
                + (f", {ran.row_calls} calls of the row-wise body" if ran.row_calls else "")
                + f". The plugin says:\n{self._witness.verdicts(self._sql).text}"
            )
            self._add(name, FAILED, text)
            return ""
        text = f"{ran.calls} calls of evaluateColumnar over {ran.rows} rows"
        self._add(name, PASSED, text)
        return text + ", as counted" + ("" if ran.row_calls is None else "; no row-wise call")

    def _compare(
        self, field: FieldOf, number: int, columnar: dict[int, Row], answers: dict[int, Row]
    ) -> None:
        wrong = [
            i
            for i, row in answers.items()
            if i not in columnar or not same(columnar[i][number], row[number], self._tolerance)
        ]
        if not wrong:
            self._add(field.name, PASSED)
            return
        text = f"{len(wrong)} of {len(answers)} rows differ"
        if any(check.outcome == FAILED for check in self._checks):
            # One input is shown at its smallest; the others are most often of the same cause.
            of = self._subject.returns
            for i in wrong[:_SHOWN]:
                there = shown(columnar[i][number], of) if i in columnar else "no such row"
                text += f"\nrow {i}: row-wise {shown(answers[i][number], of)}, columnar {there}"
            self._add(field.name, FAILED, text)
            return
        told = self._find.smallest(self._rows, field, [self._rows[i] for i in wrong])
        self._add(field.name, FAILED, f"{text}\n{told}")

    def _ask_again(self, answers: dict[int, Row]) -> None:
        """Notes that the row-wise body does not stand by its answers, if so."""
        try:
            again = {row[0]: row[1:] for row in self._run.run(self._sql, columnar=False)}
        except Exception:  # it did not before
            again = {}
        others = sum(not same(again.get(i), row, self._tolerance) for i, row in answers.items())
        if others:
            self._notes.append(
                f"the row-wise body itself answers {others} of {len(answers)} rows otherwise when "
                "asked again: it is not deterministic, so there is nothing to compare with"
            )

    def _query(self, query: Query, answers: dict[int, Any], before: Ran) -> Ran:
        """Compares a query's rows with those that follow from the row-wise answers."""
        try:
            found = self._run.run(query.sql, columnar=True, folded=query.folded)
        except Exception as e:
            self._query_failed(query, said(e, self._subject.class_name))
            return self._witness.ran(self._subject)
        ran = self._witness.ran(self._subject)
        expected = query.expected(answers)
        if not same_rows(found, expected, self._tolerance):
            rows = f"{len(found)} rows, {len(expected)} are right"
            self._query_failed(query, rows if len(found) != len(expected) else "other answers")
        elif (ran.row_calls or 0) > (before.row_calls or 0):
            self._add(query.name, SKIPPED, "the plugin leaves this query to the CPU")
        elif ran.known and ran.calls == before.calls:
            self._add(query.name, SKIPPED, "it is answered without the columnar body")
        else:
            self._add(query.name, PASSED)
        return ran

    def _query_failed(self, query: Query, text: str) -> None:
        if any(check.outcome == FAILED for check in self._checks):
            self._add(query.name, FAILED, text)
            return

        def again(total: int) -> Query:
            return next(q for q in queries(self._subject, total) if q.name == query.name)

        told = self._find.smallest_of_query(self._rows, again)
        self._add(query.name, FAILED, f"{text}\n{told}")
