# SPDX-License-Identifier: Apache-2.0

"""Runs functions in Spark, by Python workers and compiled, many in one query."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from itertools import chain
from typing import TYPE_CHECKING, Any

from pyspark import cloudpickle
from pyspark.sql import functions as F
from pyspark.sql import types as t

from rapids_udfs.errors import NotCompiledError
from rapids_udfs.python_udfs import Refusal, program_of
from rapids_udfs.python_udfs.hook import unwrapped
from rapids_udfs.session.library import entry_point
from rapids_udfs.session.query_errors import message
from rapids_udfs.testing.frames import plugin, settings
from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.equality import CONVERSION, Outcome, key
from rapids_udfs.testing.python_udfs.session import unlogged
from rapids_udfs.testing.python_udfs.subject import Subject

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

Batch = Sequence[tuple[Subject, Sequence[Arguments]]]
"""Functions, each with its own rows."""
Run = Callable[[Batch], list[list[Outcome]]]
SETTING = "spark.rapidsUdfs.pythonUdfs"
_UNKNOWN = "Spark failed; which row is the reason was not searched for"
_MOST_RUNS = 40
_LONGEST = 300
_SAMPLES = 2
"""The number of rows that are tried alone if rows with results of the same kind fail together."""
_UNDECIDED = "?"
"""The first character of an error that is a limit of the compiled function; see `PythonTarget`."""


class SparkRuns:
    """Runs functions in a session.

    Args:
        spark: a classic session with this library's extension.
    """

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        self._by_value: set[str] = set()

    def expected(self, batch: Batch) -> list[list[Outcome]]:
        """Return the outcomes in Python workers of each row of each function."""
        # Without the plugin, which would copy the columns to the accelerator and back.
        rows = plugin(self.spark, enabled=False)
        with settings(self.spark, {SETTING: "off"}), rows, unlogged(self.spark):
            return self._outcomes(self._expected, batch, Outcome(None, CONVERSION))

    def actual(self, batch: Batch) -> list[list[Outcome]]:
        """Return the outcomes of each row of each function, compiled."""
        with settings(self.spark, {SETTING: "require"}), unlogged(self.spark):
            return self._outcomes(self._actual, batch, None)

    def _outcomes(self, run: Run, batch: Batch, failed: Outcome | None) -> list[list[Outcome]]:
        try:
            return run(batch)
        except Exception:
            if len(batch) > 1:
                middle = len(batch) // 2
                halves = batch[:middle], batch[middle:]
                return [of for half in halves for of in self._outcomes(run, half, failed)]
            if run == self._expected and self._is_unknown_to_workers(batch[0][0]):
                return self._outcomes(run, batch, failed)
            return [self._one_by_one(run, batch[0], failed)]

    def check_compiled(self, subject: Subject) -> None:
        """Check that a function can be compiled.

        Raises:
            NotCompiledError: it cannot; the message has the reason.
        """
        function = subject.function
        file = function.__code__.co_filename
        try:
            program = program_of(function)
        except Refusal as e:
            raise NotCompiledError(subject.name, e.file or file, e.line, e.reason) from e
        types = [*subject.types, subject.returns]
        schema = t.StructType([t.StructField(str(i), of) for i, of in enumerate(types)])
        refusal = entry_point(self.spark).pythonRefusal(
            json.dumps(program), schema.json(), not subject.use_arrow
        )
        if refusal is not None:
            line, reason = json.loads(refusal)
            raise NotCompiledError(subject.name, file, line, reason)

    def _is_unknown_to_workers(self, subject: Subject) -> bool:
        """Return whether workers cannot import the function's module; pickle it by value then.

        Raise what fails for any function: it is not a failed conversion.
        """
        function, module = subject.function, subject.function.__module__

        def known() -> str:
            return function.__name__

        try:
            with self._pickled_by_value():
                call = _udf(known, t.StringType(), subject.use_arrow)()
            self.spark.range(1).select(call).collect()
        except Exception:
            if module in self._by_value or module not in sys.modules:
                raise
            self._by_value.add(module)
            self._is_unknown_to_workers(subject)
            return True
        return False

    @contextmanager
    def _pickled_by_value(self) -> Iterator[None]:
        """Pickle by value, in the block, functions of modules that workers cannot import."""
        pickle: Any = cloudpickle
        known = pickle.list_registry_pickle_by_value()
        modules = [sys.modules[name] for name in self._by_value if name not in known]
        for module in modules:
            pickle.register_pickle_by_value(module)
        try:
            yield
        finally:
            for module in modules:
                pickle.unregister_pickle_by_value(module)

    def _expected(self, batch: Batch) -> list[list[Outcome]]:
        calls: list[Column] = []
        for i, (subject, _) in enumerate(batch):
            columns = _columns(i, subject)
            value, error = _guarded(subject.function)
            arrow = subject.use_arrow
            with self._pickled_by_value():
                calls.append(_udf(value, subject.returns, arrow)(*columns).alias(f"v{i}"))
                calls.append(_udf(error, t.StringType(), arrow)(*columns).alias(f"e{i}"))
        rows = frame(self.spark, batch).select(*calls).collect()
        return [
            [Outcome(row[f"v{i}"], row[f"e{i}"]) for row in rows[: len(arguments)]]
            for i, (_, arguments) in enumerate(batch)
        ]

    def _actual(self, batch: Batch) -> list[list[Outcome]]:
        import rapids_udfs

        calls: list[Column] = []
        for i, (subject, _) in enumerate(batch):
            columns = _columns(i, subject)
            outcome = _outcome_udf(self.spark, subject)(*columns)
            # As in users' queries, where the generated code converts some results.
            udf: Any = rapids_udfs.udf
            plain = udf(subject.function, subject.returns, useArrow=subject.use_arrow)(*columns)
            calls.append(outcome.alias(f"o{i}"))
            calls.append(F.when(outcome["error"].isNull(), plain).alias(f"p{i}"))
        rows = frame(self.spark, batch).select(*calls).collect()
        return [
            [_both(row[f"o{i}"], row[f"p{i}"]) for row in rows[: len(arguments)]]
            for i, (_, arguments) in enumerate(batch)
        ]

    def _one_by_one(
        self, run: Run, one: tuple[Subject, Sequence[Arguments]], failed: Outcome | None
    ) -> list[Outcome]:
        """The outcomes of rows of which some make Spark fail, in groups by their results' classes.

        A failure ends the Python worker, so there should be few.
        """
        subject, rows = one
        outcomes: dict[int, Outcome] = {}
        todo = _by_kind(subject, rows)
        for _ in range(_MOST_RUNS):
            if not todo:
                break
            group = todo.pop(0)
            try:
                results = run([(subject, [rows[i] for i in group])])[0]
                outcomes.update(zip(group, results, strict=True))
            except Exception as e:
                text = message(e)
                # Of a worker's traceback, the exception.
                reason = (text.splitlines()[-1] if "Traceback" in text else text)[:_LONGEST]
                if len(group) == 1:
                    outcomes[group[0]] = failed or Outcome(None, f"an error of Spark: {reason}")
                else:
                    why = f"like others for which Spark fails: {reason}"
                    outcomes.update({i: Outcome(None, None, why) for i in group[_SAMPLES:]})
                    todo = [*([i] for i in group[:_SAMPLES]), *todo]
        for group in todo:
            outcomes.update(dict.fromkeys(group, Outcome(None, None, _UNKNOWN)))
        return [outcomes[i] for i in range(len(rows))]


def frame(spark: SparkSession, batch: Batch) -> DataFrame:
    """Return the functions' arguments as columns side by side, in one partition."""
    fields = [
        t.StructField(f"a{i}_{j}", of)
        for i, (subject, _) in enumerate(batch)
        for j, of in enumerate(subject.types)
    ]
    most = max((len(rows) for _, rows in batch), default=0)
    filled = []
    for subject, rows in batch:
        # The last row fills up: it adds no failure that the rows do not have.
        last = rows[-1] if rows else (None,) * len(subject.types)
        filled.append([*rows, *[last] * (most - len(rows))])
    data = [tuple(chain.from_iterable(rows)) for rows in zip(*filled, strict=True)]
    return spark.createDataFrame(data, t.StructType(fields)).coalesce(1)


def _columns(i: int, subject: Subject) -> list[Column]:
    return [F.col(f"a{i}_{j}") for j in range(len(subject.types))]


def _both(row: Any, plain: Any) -> Outcome:
    """The outcome of a row, with the value of users' queries if that differs."""
    value, error = row
    if error is None and key(value) != key(plain):
        return Outcome(plain)
    if error is not None and error.startswith(_UNDECIDED):
        return Outcome(None, None, error.removeprefix(_UNDECIDED))
    return Outcome(value, error)


def _udf(function: Callable[..., Any], returns: t.DataType, arrow: bool) -> Any:
    return F.udf(function, returns, useArrow=arrow)


def _outcome_udf(spark: SparkSession, subject: Subject) -> Any:
    """A compiled UDF that returns a struct of the value and the exception's text."""
    fields = [t.StructField("value", subject.returns), t.StructField("error", t.StringType())]
    created = _udf(subject.function, t.StructType(fields), subject.use_arrow)
    program = program_of(subject.function) | {"always": True, "outcome": True}
    entry_point(spark).pythonProgram(unwrapped(created)._judf.func(), json.dumps(program))
    return created


def _guarded(function: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A function that returns None for an exception, and one that returns the exception's text.

    They are pickled by value: workers need not have this package. Spark passes both the same
    objects, which the function may change.
    """

    def value(*arguments: Any) -> Any:
        try:
            return function(*deepcopy(arguments))
        except Exception:
            return None

    def error(*arguments: Any) -> str | None:
        try:
            function(*deepcopy(arguments))
        except Exception as e:
            kind = type(e)
            known = kind.__module__ in ("builtins", "__main__")
            name = kind.__qualname__ if known else f"{kind.__module__}.{kind.__qualname__}"
            return f"{name}: {e}" if str(e) else name
        return None

    return value, error


def _by_kind(subject: Subject, rows: Sequence[Arguments]) -> list[list[int]]:
    """The rows' indexes, grouped by the classes of their results."""
    groups: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        try:
            kind = _kind(subject.function(*deepcopy(row)))
        except Exception:
            kind = ""
        groups.setdefault(kind, []).append(i)
    return list(groups.values())


def _kind(value: Any) -> str:
    name = type(value).__name__
    if isinstance(value, (list, tuple, set)):
        return f"{name}<{','.join(sorted({_kind(each) for each in value}))}>{len(value) % 7}"
    if isinstance(value, dict):
        return f"{name}<{','.join(sorted({_kind(each) for each in value.values()}))}>"
    if isinstance(value, int) and not isinstance(value, bool):
        bits = next((b for b in (8, 16, 32, 64) if -(1 << b - 1) <= value < 1 << b - 1), 0)
        return f"{name}{bits}"
    return name
