# SPDX-License-Identifier: Apache-2.0

"""Hands the program of every Python UDF to the JVM, as PySpark makes it.

PySpark makes the JVM's object of a UDF when the UDF is first used in a session, by
``pyspark.sql.udf._wrap_function``, whether it comes from ``udf`` or ``spark.udf.register``. Over
Spark Connect a UDF's pickled code is all that arrives: the server knows it by its SHA-256.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from rapids_udfs._entry_point import ENTRY_POINT, call_static
from rapids_udfs.python_udfs.function import program_of
from rapids_udfs.python_udfs.program import VERSION
from rapids_udfs.python_udfs.refusal import Refusal
from rapids_udfs.python_udfs.source import source_of

if TYPE_CHECKING:
    from pyspark import SparkContext

_CONNECT: Final = "pyspark.sql.connect.expressions"
_MARK: Final = "__rapids_udfs_hook__"
_log = logging.getLogger("rapids_udfs")
_every = False
_always: WeakValueDictionary[int, Any] = WeakValueDictionary()
"""By ``id``, what is compiled whatever the session's setting is."""
_libraries: WeakKeyDictionary[SparkContext, Any] = WeakKeyDictionary()
_sent: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""The UDFs whose programs each client of Spark Connect has sent."""


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

    def wrap_function(original: Any, sc: Any, func: Any, returnType: Any = None) -> Any:  # noqa: N803
        made = original(sc, func, returnType)
        # Without a type it is a table function or a data source.
        if returnType is not None:
            _hand_over(sc, func, made)
        return made

    def to_plan(original: Any, udf: Any, client: Any) -> Any:
        made = original(udf, client)
        _send(client, udf._func, made.command)
        return made

    _wrap(pyspark_udf, "_wrap_function", wrap_function)
    if _CONNECT in sys.modules:
        _wrap(sys.modules[_CONNECT].PythonUDF, "to_plan", to_plan)


def _wrap(owner: Any, name: str, wrapper: Callable[..., Any]) -> None:
    """Put a function, which takes the original one first, in its place, once."""
    original = getattr(owner, name)
    if not hasattr(original, _MARK):

        @functools.wraps(original)
        def wrapped(*args: Any, **options: Any) -> Any:
            return wrapper(original, *args, **options)

        setattr(wrapped, _MARK, True)
        setattr(owner, name, wrapped)


def always(function: object) -> None:
    """Have the UDFs of a function compiled whatever the session's setting is."""
    install(every=False)
    try:
        _always[id(function)] = function
    except TypeError:
        _log.debug("%r cannot be referenced weakly", function)


def text_of(function: object) -> str:
    """The program of a function as JSON, or why there is none."""
    try:
        program = program_of(function)
    except Refusal as e:
        program = _refused(function, e)
    except Exception as e:
        _log.debug("the front end failed", exc_info=True)
        program = _refused(function, Refusal(0, 0, f"{type(e).__name__} in the front end: {e}"))
    marks = {"always": True} if id(function) in _always else {}
    return json.dumps(program | marks, separators=(",", ":"))


def _refused(function: object, refusal: Refusal) -> dict[str, Any]:
    code = getattr(function, "__code__", None)
    file, line = getattr(code, "co_filename", ""), getattr(code, "co_firstlineno", 0)
    with contextlib.suppress(Refusal):
        line = source_of(function).node.lineno  # of its "def": that of its code is a decorator's
    elsewhere = f" (of {refusal.file})" if refusal.file not in ("", file) else ""
    reason = f"{refusal.reason}{elsewhere}"
    why = {"line": refusal.line or line, "column": refusal.column, "reason": reason}
    name = str(getattr(function, "__name__", type(function).__name__))
    return {"v": VERSION, "name": name, "file": file, "line": line, "refusal": why}


def _hand_over(sc: SparkContext, function: object, made: Any) -> None:
    """Give the JVM's object of a function its program; whatever fails, the UDF runs."""
    try:
        library = _library(sc) if _every or id(function) in _always else None
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


def _send(client: Any, function: object, command: bytes) -> None:
    """Send the server of Spark Connect a function's program, once."""
    from pyspark.sql import SparkSession

    digest, sent = hashlib.sha256(command).hexdigest(), _sent.setdefault(client, set())
    spark = SparkSession.getActiveSession()
    if digest in sent or not (_every or id(function) in _always):
        return
    sent.add(digest)
    if spark is not None and getattr(spark, "client", None) is client:
        call_static(spark, ENTRY_POINT, "pythonProgramOfCommand", digest, text_of(function))
