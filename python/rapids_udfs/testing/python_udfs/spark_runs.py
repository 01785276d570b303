# SPDX-License-Identifier: Apache-2.0

"""Runs functions in Spark, by Python workers and compiled, many in one query."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from itertools import chain
from typing import TYPE_CHECKING, Any

from pyspark import cloudpickle
from pyspark.sql import functions as F
from pyspark.sql import types as t

from rapids_udfs._py4j import java_class
from rapids_udfs.errors import MissingModuleError, NotCompiledError
from rapids_udfs.python_udfs import Refusal, program_of
from rapids_udfs.python_udfs.hook import unwrapped
from rapids_udfs.session.library import entry_point
from rapids_udfs.session.modes import PYTHON_UDFS
from rapids_udfs.session.query_errors import message
from rapids_udfs.testing.frames import plugin, settings
from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.comparison import CONVERSION, Outcome, key
from rapids_udfs.testing.python_udfs.subject import Subject

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, SparkSession

Batch = Sequence[tuple[Subject, Sequence[Arguments]]]
"""Functions, each with its own rows."""
Run = Callable[[Batch], list[list[Outcome]]]
_ARROW = "spark.sql.execution.pythonUDF.arrow.enabled"
_LOG4J = "org.apache.logging.log4j"
_LOUD = (
    *("org.apache.spark.executor.Executor", "org.apache.spark.scheduler.TaskSetManager"),
    "org.apache.spark.api.python.PythonRunner",
)
_UNKNOWN = "Spark failed, and the search for the failing row was cut short"
_MOST_RUNS = 40
_LONGEST = 300
_SAMPLES = 2
"""The number of rows that run alone if rows with results of the same kind fail together."""
_UNDECIDED = "?"
"""The first character of an error that is a limit of the compiled function; see `PythonTarget`."""


class SparkRuns:
    """Runs functions in a classic session with this library's extension."""

    def __init__(self, spark: SparkSession) -> None:
        self.spark = spark
        self._by_value: set[str] = set()

    def expected(self, batch: Batch) -> list[list[Outcome]]:
        """Return the outcomes in Python workers of each row of each function."""
        # Without the plugin, which would copy the columns to the accelerator and back.
        rows = plugin(self.spark, enabled=False)
        with settings(self.spark, {PYTHON_UDFS: "off"}), rows, _unlogged(self.spark):
            return self._outcomes(self._expected, batch, Outcome(None, CONVERSION))

    def actual(self, batch: Batch) -> list[list[Outcome]]:
        """Return the outcomes of each row of each function, compiled."""
        with settings(self.spark, {PYTHON_UDFS: "require"}), _unlogged(self.spark):
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
            return [self._one_by_one(run, *batch[0], failed)]

    def check_compiled(self, subject: Subject) -> None:
        """Check that a function can be compiled.

        Raises:
            NotCompiledError: it cannot; the message has the reason.
        """
        file = subject.function.__code__.co_filename
        try:
            program = program_of(subject.function)
        except Refusal as e:
            raise NotCompiledError(subject.name, e.file or file, e.line, e.reason) from e
        types = [*subject.types, subject.returns]
        schema = t.StructType([t.StructField(str(i), of) for i, of in enumerate(types)])
        refusal = entry_point(self.spark).pythonRefusal(
            json.dumps(program), schema.json(), not subject.use_arrow
        )
        if refusal is not None:
            raise NotCompiledError(subject.name, file, *json.loads(refusal))

    def _is_unknown_to_workers(self, subject: Subject) -> bool:
        """Return whether workers cannot import the function's module; pickle it by value then.

        Errors that any function would cause are raised: they are no failed conversion.
        """
        function, module = subject.function, subject.function.__module__

        def known() -> str:
            return function.__name__

        try:
            with self._pickled_by_value():
                call = F.udf(known, t.StringType(), useArrow=subject.use_arrow)()
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
        calls: list[list[Column]] = []
        for i, (subject, _) in enumerate(batch):
            value, error = _guarded(subject.function)
            with self._pickled_by_value():
                udfs = (
                    F.udf(value, subject.returns, useArrow=subject.use_arrow),
                    F.udf(error, t.StringType(), useArrow=subject.use_arrow),
                )
                calls.append([udf(*_columns(i, subject)) for udf in udfs])
        return self._collected(batch, calls, Outcome)

    def _actual(self, batch: Batch) -> list[list[Outcome]]:
        import rapids_udfs

        calls: list[list[Column]] = []
        for i, (subject, _) in enumerate(batch):
            columns = _columns(i, subject)
            outcome = _outcome_udf(self.spark, subject)(*columns)
            # As in users' queries, where the generated code converts some results.
            udf: Any = rapids_udfs.udf
            plain = udf(subject.function, subject.returns, useArrow=subject.use_arrow)(*columns)
            calls.append([outcome, F.when(outcome["error"].isNull(), plain)])
        return self._collected(batch, calls, _both)

    def _collected(
        self, batch: Batch, calls: Sequence[Sequence[Column]], outcome: Callable[..., Outcome]
    ) -> list[list[Outcome]]:
        """The outcomes of all functions in one query, each from the values of its calls."""
        each, width = list(chain.from_iterable(calls)), len(calls[0])
        columns = [call.alias(f"r{i}") for i, call in enumerate(each)]
        collected = frame(self.spark, batch).select(*columns).collect()
        return [
            [outcome(*row[i * width : (i + 1) * width]) for row in collected[: len(rows)]]
            for i, (_, rows) in enumerate(batch)
        ]

    def _one_by_one(
        self, run: Run, subject: Subject, rows: Sequence[Arguments], failed: Outcome | None
    ) -> list[Outcome]:
        """The outcomes of rows some of which make Spark fail: run in groups by results' classes.

        A failure ends the Python worker, so there should be few.
        """
        outcomes = dict.fromkeys(range(len(rows)), Outcome(None, None, _UNKNOWN))
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
                # The last line of a worker's traceback is the exception.
                reason = (text.splitlines()[-1] if "Traceback" in text else text)[:_LONGEST]
                if len(group) == 1:
                    outcomes[group[0]] = failed or Outcome(None, f"an error of Spark: {reason}")
                else:
                    why = f"like others for which Spark fails: {reason}"
                    outcomes.update(dict.fromkeys(group, Outcome(None, None, why)))
                    todo = [*([i] for i in group[:_SAMPLES]), *todo]
        return list(outcomes.values())


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
        # Pad with the last row, which adds no new failure.
        last = rows[-1] if rows else (None,) * len(subject.types)
        filled.append([*rows, *[last] * (most - len(rows))])
    data = [tuple(chain.from_iterable(rows)) for rows in zip(*filled, strict=True)]
    return spark.createDataFrame(data, t.StructType(fields)).coalesce(1)


def transport_of(spark: SparkSession, requested: str | None = None) -> str:
    """Return how values reach Python workers: ``arrow`` or ``pickled``, by default the session's.

    Raises:
        MissingModuleError: Arrow is requested, and PySpark would not use it.
    """
    from pyspark.sql.pandas import utils

    if requested and requested != "arrow":
        return requested
    try:
        utils.require_minimum_pandas_version()
        utils.require_minimum_pyarrow_version()
    except ImportError as e:  # PySpark would pickle the values
        if not requested:
            return "pickled"
        raise MissingModuleError(
            f"transport='arrow' needs pandas and pyarrow: {e} Install them "
            "(python -m pip install pandas pyarrow), or take transport='pickled'"
        ) from e
    # A default in this call would hide Spark's own, which differs between versions.
    arrow = requested or str(spark.conf.get(_ARROW)).lower() == "true"
    return "arrow" if arrow else "pickled"


@contextmanager
def _unlogged(spark: SparkSession) -> Iterator[None]:
    """Silence Spark's log of failed tasks in the block: a failure is a result here."""
    manager = java_class(spark._jvm, f"{_LOG4J}.LogManager")
    set_level = java_class(spark._jvm, f"{_LOG4J}.core.config.Configurator").setLevel
    before = {name: manager.getLogger(name).getLevel() for name in _LOUD}
    try:
        for name in _LOUD:
            set_level(name, java_class(spark._jvm, f"{_LOG4J}.Level").OFF)
        yield
    finally:
        for name, level in before.items():
            set_level(name, level)


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


def _outcome_udf(spark: SparkSession, subject: Subject) -> Any:
    """A compiled UDF that returns a struct of the value and the exception's text."""
    fields = [t.StructField("value", subject.returns), t.StructField("error", t.StringType())]
    created: Any = F.udf(subject.function, t.StructType(fields), useArrow=subject.use_arrow)
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
    groups: dict[str, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        try:
            kind = _kind(subject.function(*deepcopy(row)))
        except Exception:
            kind = ""
        groups[kind].append(i)
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
