# SPDX-License-Identifier: Apache-2.0

"""Hands the program of every Python UDF to the JVM, as PySpark makes it.

PySpark makes the JVM's object of a UDF when the UDF is first used in a session, by
``pyspark.sql.udf._wrap_function``, whether it comes from ``udf`` or ``spark.udf.register``.
"""

from __future__ import annotations

import functools
import json
import logging
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs.python_udfs import connect_hook
from rapids_udfs.python_udfs.program import VERSION, program_of
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import source_of

if TYPE_CHECKING:
    from pyspark import SparkContext

_MARK: Final = "__rapids_udfs_hook__"
_log = logging.getLogger("rapids_udfs")
_marks: WeakKeyDictionary[Any, dict[str, bool]] = WeakKeyDictionary()
_every = False
_libraries: WeakKeyDictionary[SparkContext, Any] = WeakKeyDictionary()


def install(*, every: bool = True) -> None:
    """Hand the program of each Python UDF that is first used from now on to the JVM.

    ``rapids_udfs.configure(..., python_udfs=...)`` does it; calling it again changes nothing. UDFs
    run as before where the JVM has not this library. A client of Spark Connect calls it after it
    has made its session; the server needs this library's extension.

    Args:
        every: whether all UDFs are handed over; else those of ``rapids_udfs.udf`` alone.
    """
    global _every
    from pyspark.sql import udf as pyspark_udf

    _every = _every or every
    connect_hook.install(_wanted_text)
    original = pyspark_udf._wrap_function
    if hasattr(original, _MARK):
        return

    @functools.wraps(original)
    def wrap_function(sc: SparkContext, func: Any, returnType: Any = None) -> Any:  # noqa: N803
        made = original(sc, func, returnType)
        # Without a type it is a table function or a data source.
        if returnType is not None:
            _hand_over(sc, func, made)
        return made

    setattr(wrap_function, _MARK, True)
    pyspark_udf._wrap_function = wrap_function


def mark(function: object, **marks: bool) -> None:
    """Set what the JVM is told of a function besides its program.

    Args:
        function: the function of a UDF.
        marks: ``always`` to have it compiled whatever the session's setting is; ``outcome`` to have
            it return a struct of its value and of the text of its error, for tests of UDFs.
    """
    install(every=False)
    try:
        _marks.setdefault(function, {}).update(marks)
    except TypeError:
        _log.debug("%r can be neither hashed nor referenced weakly", function)


def _wanted_text(function: object) -> str | None:
    return text_of(function) if _every or _marks_of(function) else None


def text_of(function: object) -> str:
    """The program of a function as JSON, or why there is none."""
    try:
        program = program_of(function)
        text = json.dumps(program | _marks_of(function), separators=(",", ":"))
    except Refusal as e:
        text = _refusal(function, e)
    except Exception as e:
        _log.debug("the front end failed", exc_info=True)
        text = _refusal(function, Refusal(0, 0, f"{type(e).__name__} in the front end: {e}"))
    return text


def _marks_of(function: object) -> dict[str, bool]:
    try:
        return _marks.get(function, {})
    except TypeError:
        return {}


def _refusal(function: object, refusal: Refusal) -> str:
    code = getattr(function, "__code__", None)
    file, line = getattr(code, "co_filename", ""), _line_of(function)
    elsewhere = refusal.file if refusal.file != file else ""
    why = {
        "line": refusal.line or line,
        "column": refusal.column,
        "reason": f"{refusal.reason} (of {elsewhere})" if elsewhere else refusal.reason,
    }
    name = str(getattr(function, "__name__", type(function).__name__))
    of = {"v": VERSION, "name": name, "file": file, "line": line, "refusal": why}
    return json.dumps(of | _marks_of(function), separators=(",", ":"))


def _line_of(function: object) -> int:
    """The line of a function's ``def``: that of its code is its first decorator's."""
    try:
        return source_of(function).node.lineno
    except Refusal:
        return getattr(getattr(function, "__code__", None), "co_firstlineno", 0)


def _hand_over(sc: SparkContext, function: object, made: Any) -> None:
    """Give the JVM's object of a function its program; whatever fails, the UDF runs."""
    try:
        library = _library(sc) if _every or _marks_of(function) else None
        if library is not None:
            library.pythonProgram(made, text_of(function))
    except Exception:
        _log.debug("a program could not be handed over", exc_info=True)


def _library(sc: SparkContext) -> Any:
    """This library's object in the JVM; None if it is not there, which is looked up once."""
    if sc not in _libraries:
        from rapids_udfs._py4j import Py4JError, java_class

        library = java_class(sc._jvm, ENTRY_POINT)
        try:
            library.version()
        except Py4JError:
            _log.debug("the session's JVM has no %s", ENTRY_POINT)
            library = None
        _libraries[sc] = library
    return _libraries[sc]
