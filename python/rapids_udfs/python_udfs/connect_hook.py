# SPDX-License-Identifier: Apache-2.0

"""Hands programs to a Spark Connect server, where a UDF's pickled code is all that arrives."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

from rapids_udfs._entry_point import ENTRY_POINT, call_static

_MODULE: Final = "pyspark.sql.connect.expressions"
_MARK: Final = "__rapids_udfs_hook__"
_sent: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()
"""The commands whose programs each client has sent."""


def install(text_of: Callable[[object], str | None]) -> None:
    """Send the program of each UDF that a Spark Connect client first uses from now on.

    The server knows a function by the SHA-256 of its pickled code. Nothing happens in a process
    that has not loaded Spark Connect.

    Args:
        text_of: gives a function's program as JSON, None for functions that are not sent.
    """
    module = sys.modules.get(_MODULE)
    if module is None or hasattr(module.PythonUDF.to_plan, _MARK):
        return
    original = module.PythonUDF.to_plan

    @functools.wraps(original)
    def to_plan(self: Any, client: Any) -> Any:
        made = original(self, client)
        _send(client, self._func, made.command, text_of)
        return made

    setattr(to_plan, _MARK, True)
    module.PythonUDF.to_plan = to_plan


def _send(
    client: Any, function: object, command: bytes, text_of: Callable[[object], str | None]
) -> None:
    from pyspark.sql import SparkSession

    digest = hashlib.sha256(command).hexdigest()
    sent = _sent.setdefault(client, set())
    if digest in sent:
        return
    sent.add(digest)
    text = text_of(function)
    spark = SparkSession.getActiveSession()
    if text is not None and spark is not None and getattr(spark, "client", None) is client:
        call_static(spark, ENTRY_POINT, "pythonProgramOfCommand", digest, text)
