# SPDX-License-Identifier: Apache-2.0

"""Functions that could replace a query's Python UDFs: ``advise``."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from rapids_udfs._numbers import is_whole
from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.console.progress import NowAndThen
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.plans.python_calls import PythonCall, compiled_answers, python_calls
from rapids_udfs.plans.queries import query_of
from rapids_udfs.session.jvm_objects import items, java_list
from rapids_udfs.session.library import entry_point, jvm_class
from rapids_udfs.session.query_errors import python_reason, spark_errors

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

COMPILED: Final = "rapids_udfs.udf"
"""The name of the UDF itself as a candidate, compiled."""
_BATCH: Final = 40  # functions compared in one query
_MAX_CANDIDATES: Final = 5
_MIN_SHARE: Final = 0.5
# Builtins that fail on purpose, call other code, or depend on where a row is read.
_NOT_TRIED: Final = {
    *("assert_true", "java_method", "raise_error", "reflect", "try_reflect"),
    *("input_file_block_length", "input_file_block_start", "input_file_name"),
}
# Functions whose result is as large as an argument, or the days between two dates, says; and the
# largest such argument that they are tried on.
_SIZED: Final = {
    *("array_insert", "array_repeat", "format_number", "lpad", "minhash", "repeat", "rpad"),
    *("sequence", "space"),
}
_MAX_SIZE: Final = 10_000

_Ordered = tuple[str, tuple[int, ...]]
"""A function, and the order in which it takes the UDF's arguments."""
_Rows = Mapping[int, Any]
"""Rows with different arguments, by their place in the sample."""


@dataclass(frozen=True)
class Candidate:
    """A function that returns the same results as a Python UDF on a share of a sample.

    Attributes:
        function: its name in SQL; ``rapids_udfs.udf`` for the UDF itself, compiled into the query.
        order: the UDF's arguments, counted from 0, as the function takes them: ``(0, 1)`` in the
            UDF's own order.
        share: the share of the rows tried with equal results, from 0 to 1.
        difference: the first row on which they differ: the UDF's arguments, its result and the
            function's; None if they agree on all rows.
    """

    function: str
    order: tuple[int, ...]
    share: float
    difference: tuple[tuple[Any, ...], Any, Any] | None

    @property
    def label(self) -> str:
        """The name, with the order of the arguments if it is not the UDF's."""
        if self.function == COMPILED:
            return "itself, compiled (python_udfs='compile', or rapids_udfs.udf)"
        if self.order == tuple(range(len(self.order))):
            return self.function
        return f"{self.function} of arguments {', '.join(str(i + 1) for i in self.order)}"

    def __str__(self) -> str:
        text = f"{self.label}: {self.share:.0%} of the rows"
        if self.difference is None:
            return text
        arguments, answer, other = self.difference
        shown = ", ".join(map(repr, arguments))
        name = "compiled" if self.function == COMPILED else self.function
        return f"{text}; for ({shown}) the UDF returns {answer!r}, {name} {other!r}"


@dataclass(frozen=True)
class UdfAdvice:
    """Candidates to replace a call of a Python UDF.

    Attributes:
        udf: its name.
        call: the call, as Spark writes it.
        rows: the number of rows tried, each with other arguments.
        candidates: the UDF itself if it can be compiled, then functions of the catalogue and
            builtins, the best first.
        note: the reason nothing was tried; else empty.
    """

    udf: str
    call: str
    rows: int
    candidates: tuple[Candidate, ...]
    note: str = ""

    def __str__(self) -> str:
        lines = self.candidates or (self.note or "no function found",)
        head = f"{self.call}, {self.rows} different rows tried"
        return "\n".join([head, *(f"  {line}" for line in lines)])


@dataclass(frozen=True)
class Advice:
    """The advice on every call of a Python UDF in a query; ``print`` shows it."""

    calls: tuple[UdfAdvice, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.calls)) or "the query calls no Python UDF"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = []
        for advice in self.calls:
            call = advice.call, advice.rows
            rows += [
                (*call, c.label, f"{c.share:.0%}", c.difference or "") for c in advice.candidates
            ] or [(*call, "", "", advice.note or "no function found")]
        headers = ("call", "rows tried", "function", "alike", "first difference")
        return html_table(headers, rows, "" if rows else str(self))


def advise(query: DataFrame | str, *, rows: int = 200, spark: SparkSession | None = None) -> Advice:
    """Look for functions that could replace the Python UDFs of a query.

    A plain UDF that can be compiled (see ``rapids_udfs.configure``) is its own first candidate:
    its program need not change. A function of the catalogue has a columnar body as well.

    Each UDF runs on a sample of the query's own rows, and so do the functions of the catalogue and
    Spark's builtins that take its arguments as they are and return its type; those whose result is
    as large as a number says (``repeat``) only if the sample's numbers are small. Up to three
    arguments are tried in every order that fits their types; each function is listed once, in its
    best order. A long search prints its progress to standard error.

    Nothing is replaced: a sample proves nothing about other rows, so check what the UDF does. A
    command is not run: the UDFs of its query are tried.

    Args:
        query: a DataFrame of a classic session, or its SQL text.
        rows: the rows of the sample; equal arguments are tried once.
        spark: the session that text is for; by default the active one.

    Raises:
        ArgumentTypeError: ``query`` is neither, or ``rows`` is not a number above 0.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: the session has been stopped, or text comes without one.
        InstallationError: the session has no jar of this library.
    """
    if not is_whole(rows, 1):
        raise ArgumentTypeError("advise", rows, "a number of rows above 0")
    to_advise = query_of(query, "advise", spark)
    spark = to_advise.spark
    entry_point(spark)
    progress = NowAndThen()
    calls = python_calls(spark, to_advise.execution.analyzed(), rows)
    return Advice(tuple(_advice(spark, call, progress) for call in calls))


def _advice(spark: SparkSession, call: PythonCall, progress: NowAndThen) -> UdfAdvice:
    def not_tried(why: str) -> UdfAdvice:
        return UdfAdvice(call.name, call.text, 0, (), f"not tried: {why}")

    if call.sample is None:
        return not_tried(f"it is in {call.operator}")
    try:
        sample = _computed(call.sample)
    except spark_errors() as e:
        return not_tried(f"it fails on a row of the sample ({python_reason(e)})")
    collected = sample.collect()
    if all(row.answer is None for row in collected):
        return not_tried("the UDF returns only null on the sample")
    distinct = {repr(row[:-1]): i for i, row in reversed([*enumerate(collected)])}
    tried = {i: collected[i] for i in sorted(distinct.values())}
    best: dict[str, Candidate] = {}
    for c in _candidates(spark, sample, tried, lambda s: progress(f"advise: {call.text}, {s}")):
        # The UDF's own order comes first, and stays unless another is better.
        if c.share >= _MIN_SHARE and (c.function not in best or c.share > best[c.function].share):
            best[c.function] = c
    ours = by_name()
    ranked = sorted(best.values(), key=lambda c: (-c.share, c.function not in ours, c.function))
    itself: list[Candidate] = []
    with suppress(*spark_errors()):
        if (compiled := compiled_answers(spark, sample, call.udf)) is not None:
            order = tuple(range(len(sample.columns) - 1))
            itself = [_candidate(COMPILED, order, tried, [row[0] for row in compiled.collect()])]
    candidates = (*itself, *ranked[:_MAX_CANDIDATES])
    return UdfAdvice(call.name, call.text, len(tried), candidates)


def _computed(sample: DataFrame) -> DataFrame:
    """The sample, computed once: the UDF may be slow or non-deterministic."""
    try:
        return sample.localCheckpoint()
    except Exception as e:
        # In local mode Spark does not repeat a task whose worker has died.
        if "Python worker exited" not in str(e) and "Python worker failed" not in str(e):
            raise
    return sample.localCheckpoint()


def _candidates(
    spark: SparkSession, sample: DataFrame, tried: _Rows, progress: Callable[[str], None]
) -> Iterator[Candidate]:
    """Compare the catalogue's functions and Spark's builtins with the UDF."""
    registered = spark._jsparkSession.sessionState().functionRegistry().listFunction()
    names = {str(identifier.funcName()) for identifier in items(registered)} | by_name().keys()
    names -= _NOT_TRIED | (_SIZED if _has_large_numbers(tried.values()) else set())
    to_fit = sorted(name for name in names if name.isidentifier())
    fitting: list[_Ordered] = []
    candidates = jvm_class(spark, "org.apache.spark.sql.rapidsudfs.Candidates")
    for i in range(0, len(to_fit), _BATCH):
        progress(f"looking for functions: {i} of {len(to_fit)}")
        names_of_batch = java_list(spark, to_fit[i : i + _BATCH])
        # A line is a name and the order of its arguments, for each order that fits.
        for line in candidates.of(sample._jdf.queryExecution(), names_of_batch):
            name, *order = str(line).split(" ")
            fitting.append((name, tuple(map(int, order))))
    # Try each function in the UDF's own order before any other order.
    fitting.sort(key=lambda function: function[1])
    alike: set[str] = set()
    for i in range(0, len(fitting), _BATCH):
        progress(f"asking functions: {i} of {len(fitting)}")
        batch = [function for function in fitting[i : i + _BATCH] if function[0] not in alike]
        for candidate in _compared(sample, batch, tried) if batch else ():
            if candidate.difference is None:
                alike.add(candidate.function)
            yield candidate


def _has_large_numbers(rows: Iterable[Any]) -> bool:
    """Return whether an argument is a large number, or dates are far apart."""
    values = [value for row in rows for value in row[:-1]]
    days = [value.toordinal() for value in values if isinstance(value, datetime.date)]
    return max(days, default=0) - min(days, default=0) > _MAX_SIZE or any(
        isinstance(value, int | float | Decimal) and not -_MAX_SIZE <= value <= _MAX_SIZE
        for value in values
    )


def _compared(
    sample: DataFrame, functions: Sequence[_Ordered], tried: _Rows
) -> Iterator[Candidate]:
    try:
        columns = [f"`{name}`" for name in sample.columns]
        calls = [f"`{name}`({', '.join(columns[k] for k in order)})" for name, order in functions]
        answers = sample.selectExpr(*(f"{c} AS c{i}" for i, c in enumerate(calls))).collect()
    except spark_errors():
        # One of the functions fails on a row: try the others without it.
        half = len(functions) // 2
        for part in (functions[:half], functions[half:]) if half else ():
            yield from _compared(sample, part, tried)
        return
    for i, (name, order) in enumerate(functions):
        yield _candidate(name, order, tried, [row[i] for row in answers])


def _candidate(
    name: str, order: tuple[int, ...], tried: _Rows, answers: Sequence[Any]
) -> Candidate:
    """Compare a function's results with the UDF's."""
    pairs = [(row, answers[place]) for place, row in tried.items()]
    others = [(row, other) for row, other in pairs if not _alike(row[-1], other)]
    first = (tuple(others[0][0][:-1]), others[0][0][-1], others[0][1]) if others else None
    return Candidate(name, order, 1 - len(others) / len(tried), first)


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return type(one) is type(other) and bool(one == other)
