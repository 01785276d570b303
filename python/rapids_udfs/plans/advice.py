# SPDX-License-Identifier: Apache-2.0

"""Functions that could replace a query's Python UDFs: ``advise``."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rapids_udfs._numbers import is_whole
from rapids_udfs.catalogue.function_info import by_name
from rapids_udfs.console.progress import NowAndThen
from rapids_udfs.console.text_table import html_table
from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.plans.compiling import compiled
from rapids_udfs.plans.queries import query_of
from rapids_udfs.session.jvm_objects import (
    column,
    datasets,
    inner_queries,
    items,
    java_list,
    simple_name,
    to_seq,
)
from rapids_udfs.session.library import entry_point, jvm_class
from rapids_udfs.session.query_errors import spark_errors

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_AT_ONCE: Final = 40
_MOST: Final = 5
_LEAST_SHARE: Final = 0.5
_CANDIDATES: Final = "org.apache.spark.sql.rapidsudfs.Candidates"
_NOT_TRIED: Final = frozenset(
    {
        *("assert_true", "java_method", "raise_error", "reflect", "try_reflect"),
        *("input_file_block_length", "input_file_block_start", "input_file_name"),
    }
)
"""Builtins that fail on purpose, call other code, or depend on where a row is read."""

_LENGTHS: Final = frozenset(
    {
        *("array_insert", "array_repeat", "format_number", "lpad", "minhash", "repeat", "rpad"),
        *("sequence", "space"),
    }
)
"""Functions that make as much as one of their numbers, or the days between two dates, says."""
_LONGEST: Final = 10_000
"""The largest of those numbers on which they are tried."""

COMPILED: Final = "rapids_udfs.udf"
"""The name of the UDF itself as a candidate, compiled."""

_Asked = tuple[str, tuple[int, ...]]
"""A function, and the order in which it takes the UDF's arguments."""

_ARGUMENTS_AND_ANSWER: Final = ("Filter", "Project", "Sort", "Aggregate", "Window")
"""Operators whose expressions are over the rows of their one child."""


@dataclass(frozen=True)
class Candidate:
    """A function that gives the same answers as a Python UDF on a share of a sample.

    Attributes:
        function: its name in SQL; ``rapids_udfs.udf`` for the UDF itself, compiled into the query.
        order: the UDF's arguments, counted from 0, as the function takes them: ``(0, 1)`` in the
            UDF's own order.
        share: the rows, of those tried, on which both answer alike; from 0 to 1.
        difference: the first row on which they differ: the UDF's arguments, its answer and the
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
        return f"{text}; of ({shown}) the UDF makes {answer!r}, {name} {other!r}"


@dataclass(frozen=True)
class UdfAdvice:
    """Candidates to replace a call of a Python UDF.

    Attributes:
        udf: its name.
        call: the call, as Spark writes it.
        rows: rows that were tried, each with other arguments.
        candidates: the UDF itself if it can be compiled, then functions of the catalogue and
            builtins, the best first.
        note: why nothing was tried; else empty.
    """

    udf: str
    call: str
    rows: int
    candidates: tuple[Candidate, ...]
    note: str = ""

    def __str__(self) -> str:
        found = [f"  {c}" for c in self.candidates] or [f"  {self.note or 'no function found'}"]
        return "\n".join([f"{self.call}, {self.rows} different rows tried", *found])


@dataclass(frozen=True)
class Advice:
    """The advice on each call of a Python UDF in a query; ``print`` shows it."""

    calls: tuple[UdfAdvice, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.calls)) or "the query calls no Python UDF"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = []
        for of in self.calls:
            rows += [
                (of.call, of.rows, c.label, f"{c.share:.0%}", c.difference or "")
                for c in of.candidates
            ] or [(of.call, of.rows, "", "", of.note or "no function found")]
        headers = ("call", "rows tried", "function", "alike", "first difference")
        return html_table(headers, rows, "" if rows else str(self))


def advise(query: DataFrame | str, *, rows: int = 200, spark: SparkSession | None = None) -> Advice:
    """Look for functions that could replace the Python UDFs of a query.

    A plain UDF that can be compiled (see ``rapids_udfs.configure``) is its own first candidate:
    its program need not change. A function of the catalogue has a columnar body as well.

    Each UDF runs on a sample of the query's own rows. Functions of the catalogue and Spark's
    builtins that take its arguments as they are, and return its type, run on the same rows; those
    that make as much as a number says (``repeat``) only if the sample's numbers are small. Up to
    three arguments are tried in every order that fits their types; each function is listed once,
    in its best order. If it takes long, it prints its progress to standard error.

    Nothing is replaced: a sample proves nothing about other rows, so check what the UDF does. A
    command is not run: the UDFs of its query are tried.

    Args:
        query: a DataFrame of a classic session, or its SQL text.
        rows: the rows of the sample; equal arguments are tried once.
        spark: the session that text is for; by default the active one.

    Raises:
        ArgumentTypeError: ``query`` is neither, or text without a session, or ``rows`` is not a
            number above 0.
        UnsupportedError: the session is a Spark Connect client.
        SessionError: the session has been stopped.
        InstallationError: the session has no jar of this library.
    """
    if not is_whole(rows, 1):
        raise ArgumentTypeError("advise", rows, "a number of rows above 0")
    asked = query_of(query, "advise", spark)
    spark, plan = asked.spark, asked.execution.analyzed()
    entry_point(spark)
    say = NowAndThen()
    return Advice(tuple(_advice(spark, call, say) for call in _python_calls(spark, plan, rows)))


def _advice(spark: SparkSession, call: PythonCall, say: NowAndThen) -> UdfAdvice:
    if call.sample is None:
        return _nothing(call, f"not tried: it is in {call.operator}")
    try:
        source = _computed(call.sample)
    except spark_errors() as e:
        return _nothing(call, f"not tried: it fails on a row of the sample ({_reason(e)})")
    collected = source.collect()
    if all(row.answer is None for row in collected):
        return _nothing(call, "not tried: there is no answer but null in the sample")
    different = {repr(row[:-1]): i for i, row in reversed([*enumerate(collected)])}
    tried = {i: collected[i] for i in sorted(different.values())}
    best: dict[str, Candidate] = {}
    for c in _candidates(spark, source, tried, lambda text: say(f"advise: {call.text}, {text}")):
        # The UDF's own order comes first, and stays unless another is better.
        if c.share >= _LEAST_SHARE and (c.function not in best or c.share > best[c.function].share):
            best[c.function] = c
    found = sorted(best.values(), key=lambda c: (-c.share, c.function not in by_name(), c.function))
    itself = _compiled(spark, call, source, tried)
    return UdfAdvice(call.name, call.text, len(tried), (*itself, *found[:_MOST]))


def _compiled(
    spark: SparkSession, call: PythonCall, source: DataFrame, tried: Mapping[int, Any]
) -> list[Candidate]:
    """The UDF itself as a candidate, if it can be compiled."""
    try:
        answers = compiled(spark, source, call.udf)
        others = None if answers is None else answers.collect()
    except spark_errors():
        return []
    if others is None:
        return []
    order = tuple(range(len(source.columns) - 1))
    return [_candidate(COMPILED, order, tried, [row[0] for row in others])]


def _computed(sample: DataFrame) -> DataFrame:
    """The sample, computed once: the UDF may be slow or not deterministic."""
    try:
        return sample.localCheckpoint()
    except Exception as e:
        # In local mode Spark does not repeat a task whose worker has died.
        if "Python worker exited" not in str(e) and "Python worker failed" not in str(e):
            raise
    return sample.localCheckpoint()


def _nothing(call: PythonCall, note: str) -> UdfAdvice:
    return UdfAdvice(call.name, call.text, 0, (), note)


def _reason(error: Exception) -> str:
    """The last line of a Python worker's traceback, or the error's first."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    errors = [line for line in lines if line.partition(":")[0].endswith("Error")]
    worker = [line for line in lines if "Python worker" in line]
    return (errors or worker or lines or [type(error).__name__])[0]


def _candidates(
    spark: SparkSession, source: DataFrame, tried: Mapping[int, Any], say: Callable[[str], None]
) -> Iterator[Candidate]:
    """Compare the catalogue's functions and Spark's builtins with the UDF."""
    listed = spark._jsparkSession.sessionState().functionRegistry().listFunction()
    every = {str(of.funcName()) for of in items(listed)} | by_name().keys()
    left_out = _NOT_TRIED | (_LENGTHS if _has_large_numbers(tried.values()) else frozenset())
    names = sorted(name for name in every - left_out if name.isidentifier())
    fitting: list[_Asked] = []
    for i in range(0, len(names), _AT_ONCE):
        say(f"looking for functions: {i} of {len(names)}")
        fitting += _fitting(spark, source, names[i : i + _AT_ONCE])
    # Try each function in the UDF's own order before any other order.
    fitting.sort(key=lambda asked: asked[1])
    alike: set[str] = set()
    for i in range(0, len(fitting), _AT_ONCE):
        say(f"asking functions: {i} of {len(fitting)}")
        asked = [each for each in fitting[i : i + _AT_ONCE] if each[0] not in alike]
        for candidate in _compared(source, asked, tried) if asked else ():
            if candidate.difference is None:
                alike.add(candidate.function)
            yield candidate


def _has_large_numbers(rows: Iterable[Any]) -> bool:
    """Return whether an argument is a large number, or dates are far apart."""
    values = [value for row in rows for value in row[:-1]]
    dates = [value.toordinal() for value in values if isinstance(value, datetime.date)]
    return max(dates, default=0) - min(dates, default=0) > _LONGEST or any(
        isinstance(value, int | float | Decimal) and not -_LONGEST <= value <= _LONGEST
        for value in values
    )


def _fitting(spark: SparkSession, source: DataFrame, names: Sequence[str]) -> list[_Asked]:
    queried = source._jdf.queryExecution()
    found = jvm_class(spark, _CANDIDATES).of(queried, java_list(spark, names))
    each = (str(text).split(" ") for text in found)
    return [(name, tuple(map(int, order))) for name, *order in each]


def _compared(
    source: DataFrame, asked: Sequence[_Asked], tried: Mapping[int, Any]
) -> Iterator[Candidate]:
    try:
        columns = [f"`{name}`" for name in source.columns]
        calls = [f"`{name}`({', '.join(columns[k] for k in order)})" for name, order in asked]
        answers = source.selectExpr(*(f"{c} AS c{i}" for i, c in enumerate(calls))).collect()
    except spark_errors():
        # One of them fails on a row: try the others without it.
        half = len(asked) // 2
        for some in (asked[:half], asked[half:]) if half else ():
            yield from _compared(source, some, tried)
        return
    for i, (name, order) in enumerate(asked):
        yield _candidate(name, order, tried, [row[i] for row in answers])


def _candidate(
    name: str, order: tuple[int, ...], tried: Mapping[int, Any], answers: Sequence[Any]
) -> Candidate:
    """Compare a function's answers with the UDF's."""
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


class PythonCall(NamedTuple):
    """A call of a Python UDF: its text as Spark writes it, and the operator that it is in.

    The sample has the columns ``a0``, ``a1``, … of its arguments and ``answer`` of its answers,
    over some rows of the query; None if they cannot be computed on their own. ``udf`` is Spark's
    expression of the call.
    """

    name: str
    text: str
    operator: str
    sample: DataFrame | None
    udf: Any


def _python_calls(spark: SparkSession, plan: Any, rows: int) -> list[PythonCall]:
    """Each distinct call of a Python UDF in a logical plan, with a sample of this many rows.

    Calls in subqueries are left out.
    """
    found: dict[str, PythonCall] = {}
    for node in _nodes(spark, plan):
        for udf in _udfs(node):
            arguments = ", ".join(str(child) for child in items(udf.children()))
            # Without the ids that Spark gives to columns and results.
            text = re.sub(r"#\d+L?", "", f"{udf.name()}({arguments})")
            if text not in found:
                operator = simple_name(node)
                sample = None
                if operator in _ARGUMENTS_AND_ANSWER and simple_name(udf) == "PythonUDF":
                    sample = _sample(spark, node.child(), udf, rows)
                found[text] = PythonCall(str(udf.name()), text, operator, sample, udf)
    return list(found.values())


def _sample(spark: SparkSession, rows_of: Any, udf: Any, rows: int) -> DataFrame | None:
    from pyspark.errors import AnalysisException
    from pyspark.sql import DataFrame

    columns = [column(spark, child).alias(f"a{i}") for i, child in enumerate(items(udf.children()))]
    columns.append(column(spark, udf).alias("answer"))
    try:
        few = datasets(spark).ofRows(spark._jsparkSession, rows_of).limit(rows)
        return DataFrame(few.select(to_seq(spark, columns)), spark)
    except AnalysisException:
        return None  # for instance, an argument is an aggregate


def _nodes(spark: SparkSession, plan: Any) -> Iterator[Any]:
    yield plan
    children = [*items(plan.children())]
    for child in children or inner_queries(spark, plan):
        yield from _nodes(spark, child)


def _udfs(node: Any) -> Iterator[Any]:
    to_see = list(items(node.expressions()))
    while to_see:
        expression = to_see.pop(0)
        if simple_name(expression) in ("PythonUDF", "PythonUDAF"):
            yield expression
        to_see += items(expression.children())
