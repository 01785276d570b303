# SPDX-License-Identifier: Apache-2.0

"""``rapids_udfs.udf``: PySpark's ``udf``, whose function is compiled."""

from __future__ import annotations

import functools
from typing import Any

from rapids_udfs.python_udfs import hook


def udf(f: Any = None, *arguments: Any, **options: Any) -> Any:
    """Make a UDF of a Python function, as ``pyspark.sql.functions.udf`` does, and compile it.

    It takes what PySpark's takes, as a function or a decorator with or without arguments, and
    returns what PySpark's returns. Where the setting ``spark.rapidsUdfs.pythonUdfs`` is off, its
    UDFs are compiled nevertheless. A function that cannot be compiled runs in Python.

        @rapids_udfs.udf("int")
        def year(text):
            return int(text[:4])

    Args:
        f: the function, or the return type where it is a decorator's.
        arguments: the return type.
        options: ``returnType=``, ``useArrow=`` and what else this PySpark has.

    Raises:
        PySparkTypeError, PySparkNotImplementedError: what PySpark's ``udf`` refuses.
    """
    from pyspark.sql import functions

    made: Any = functions.udf(f, *arguments, **options)
    if hasattr(made, "asNondeterministic"):
        hook.always(f)
        return made

    # A decorator, which PySpark leaves to be called with the function.
    @functools.wraps(made, assigned=())
    def decorate(function: Any) -> Any:
        hook.always(function)
        return made(function)

    return decorate
