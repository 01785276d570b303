# SPDX-License-Identifier: Apache-2.0

"""Sends the program of every Python UDF to the JVM; ``rapids_udfs.udf``.

PySpark creates the JVM's object of a UDF when the UDF is first used in a session, by
``pyspark.sql.udf._wrap_function``, for ``udf`` and for ``spark.udf.register``. Over Spark Connect
only a UDF's pickled code arrives: the server identifies it by its SHA-256.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import json
import logging
import sys
from collections.abc import Callable
from types import FunctionType
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
_ORIGINAL: Final = "__rapids_udfs_original__"
"""The attribute of a function that is compiled always, a copy, with the user's own."""
_log = logging.getLogger("rapids_udfs")
_every = False
_always: WeakValueDictionary[int, Any] = WeakValueDictionary()
"""By ``id``, the other callables that are compiled whatever the session's setting is."""
_libraries: WeakKeyDictionary[SparkContext, Any] = WeakKeyDictionary()
_sent: WeakKeyDictionary[Any, set[tuple[str, bool]]] = WeakKeyDictionary()
"""The UDFs whose programs each Spark Connect client has sent, and whether to compile always."""


def udf(f: Any = None, *arguments: Any, **options: Any) -> Any:
    """Make a UDF of a Python function, as ``pyspark.sql.functions.udf`` does, and compile it.

    It has the parameters of PySpark's ``udf``, as a function or a decorator with or without
    arguments, and returns the same. Its UDFs are compiled even where the setting
    ``spark.rapidsUdfs.pythonUdfs`` is off. A function that cannot be compiled runs in Python.

        @rapids_udfs.udf("int")
        def year(text):
            return int(text[:4])

    Args:
        f: the function, or the return type of a decorator.
        arguments: the return type.
        options: ``returnType=``, ``useArrow=`` and whatever else this PySpark supports.

    Raises:
        PySparkTypeError, PySparkNotImplementedError: what PySpark's ``udf`` refuses.
    """
    from pyspark.sql import functions

    if callable(f):
        return functions.udf(_compiled_always(f), *arguments, **options)
    # PySpark returns a decorator, still to be called with the function.
    created: Any = functions.udf(f, *arguments, **options)
    return lambda function: created(_compiled_always(function))


def unwrapped(created: Any) -> Any:
    """Return PySpark's object of a UDF, which ``pyspark.sql.functions.udf`` wraps in a function."""
    return getattr(created, "_unwrapped", created)


def install(*, every: bool = True) -> None:
    """Send the program of each Python UDF that is first used from now on to the JVM.

    ``rapids_udfs.configure`` calls it, also where ``spark.rapidsUdfs.pythonUdfs`` is off, which can
    change; another call changes nothing. UDFs run as before if the JVM does not have this library.
    A Spark Connect client calls it after creating its session; the server needs this library's
    extension.

    Args:
        every: whether to send all UDFs, or only those of ``rapids_udfs.udf``.
    """
    global _every
    from pyspark.sql import udf as pyspark_udf

    _every = _every or every
    _wrap(pyspark_udf, "_wrap_function", _wrap_function)
    if _CONNECT in sys.modules:
        _wrap(sys.modules[_CONNECT].PythonUDF, "to_plan", _to_plan)


def _wrap(owner: Any, name: str, wrapper: Callable[..., Any]) -> None:
    """Replace a function, once, by another one that takes the original as its first argument."""
    original = getattr(owner, name)
    if not hasattr(original, _MARK):

        @functools.wraps(original)
        def wrapped(*args: Any, **options: Any) -> Any:
            return wrapper(original, *args, **options)

        setattr(wrapped, _MARK, True)
        setattr(owner, name, wrapped)


def _wrap_function(original: Any, sc: Any, func: Any, returnType: Any = None) -> Any:  # noqa: N803
    """PySpark's function that creates the JVM's object of a UDF; it also sends the program."""
    func, always = _original(func)
    created = original(sc, func, returnType)
    try:
        # Without a type it is a table function or a data source.
        library = _library(sc) if returnType is not None and (_every or always) else None
        if library is not None:
            library.pythonProgram(created, text_of(func, always=always))
    except Exception:  # the UDF runs, whatever fails
        _log.debug("a program could not be sent", exc_info=True)
    return created


def _to_plan(original: Any, connect_udf: Any, client: Any) -> Any:
    """The method of Spark Connect's UDFs that pickles them; it also sends the program, once."""
    from pyspark.sql import SparkSession

    marked = connect_udf._func
    function, always = _original(marked)
    connect_udf._func = function
    try:
        created = original(connect_udf, client)
    finally:
        connect_udf._func = marked
    digest, sent = hashlib.sha256(created.command).hexdigest(), _sent.setdefault(client, set())
    # Functions of one text have one digest.
    if not sent & {(digest, always), (digest, True)} and (_every or always):
        sent.add((digest, always))
        spark = SparkSession.getActiveSession()
        if spark is not None and getattr(spark, "client", None) is client:
            program = text_of(function, always=always)
            call_static(spark, ENTRY_POINT, "pythonProgramOfCommand", digest, program)
    return created


def _library(sc: SparkContext) -> Any:
    """This library's object in the JVM, or None, cached per context."""
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


def _compiled_always(function: Any) -> Any:
    """Return a function that is compiled always: a copy, so that other UDFs of it are not."""
    install(every=False)
    copied: Any
    if isinstance(function, FunctionType):
        code, names, name = function.__code__, function.__globals__, function.__name__
        copied = FunctionType(code, names, name, function.__defaults__, function.__closure__)
        copied.__kwdefaults__ = function.__kwdefaults__
        functools.update_wrapper(copied, function)
        del copied.__wrapped__  # it is not a decorated function
    elif isinstance(function, functools.partial):
        copied = copy.copy(function)
    else:
        with contextlib.suppress(TypeError):  # it cannot be referenced weakly
            _always[id(function)] = function
        return function
    setattr(copied, _ORIGINAL, function)
    return copied


def _original(function: Any) -> tuple[Any, bool]:
    """The user's function, which workers import by its name, and whether to compile it always."""
    original = getattr(function, _ORIGINAL, None)
    return (function, id(function) in _always) if original is None else (original, True)


def text_of(function: object, *, always: bool = False) -> str:
    """Return the program of a function as JSON, or a program with the reason why it has none."""
    try:
        program = program_of(function)
    except Refusal as e:
        program = _refused(function, e)
    except Exception as e:
        _log.debug("the front end failed", exc_info=True)
        program = _refused(function, Refusal(f"{type(e).__name__} in the front end: {e}"))
    marks = {"always": True} if always else {}
    return json.dumps(program | marks, separators=(",", ":"))


def _refused(function: object, refusal: Refusal) -> dict[str, Any]:
    code = getattr(function, "__code__", None)
    file, line = getattr(code, "co_filename", ""), getattr(code, "co_firstlineno", 0)
    with contextlib.suppress(Refusal):
        line = source_of(function).node.lineno  # of its "def": that of its code is a decorator's
    reason = refusal.reason + (f" (of {refusal.file})" if refusal.file not in ("", file) else "")
    why = {"line": refusal.line or line, "column": refusal.column, "reason": reason}
    name = str(getattr(function, "__name__", type(function).__name__))
    return {"v": VERSION, "name": name, "file": file, "line": line, "refusal": why}
