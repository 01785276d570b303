# SPDX-License-Identifier: Apache-2.0

"""The names of functions in a session, and who registered them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapids_udfs.session.library import is_connect
from rapids_udfs.session.modes import EXTENSION

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

REGISTERED_SETTING = "spark.rapidsUdfs.registered"
"""Lists the functions that this package made in a session: ``sql_name=name=mark``, by commas.

A session setting, because Spark does not record where a temporary function came from, and because
a new session, with other functions, has its own value. The mark distinguishes the function from
one to which the user has given the name since.
"""

_OUR_CLASSES = "io.github.rapidsudfs.functions."


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return "`" + name.replace("`", "``") + "`"


class SessionFunctions:
    """The meaning of a session's function names when this is created."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._builtin = self._show("SYSTEM")
        self._others = self._show("USER")
        self._ours = _remembered(spark)
        extensions = spark.conf.get("spark.sql.extensions", "") or ""
        self._extension = EXTENSION in [e.strip() for e in extensions.split(",")]

    def is_builtin(self, name: str) -> bool:
        """Return whether Spark itself has a function of this name."""
        return name.lower() in self._builtin

    def is_from_extension(self, name: str) -> bool:
        """Return whether the name is of a function that this library's extension registered."""
        if not self._extension or name.lower() in self._ours:
            return False
        return name.lower() in self._builtin | self._others and self._is_our_class(name)

    def is_foreign(self, name: str) -> bool:
        """Return whether a function that is neither Spark's nor this library's has the name."""
        if name.lower() not in self._others or self._is_our_class(name):
            return False
        _, mark = self._ours.get(name.lower(), ("", ""))
        return not mark or mark != _mark(self._spark, name)

    def _is_our_class(self, name: str) -> bool:
        class_name = self._spark.catalog.getFunction(name).className
        return (class_name or "").startswith(_OUR_CLASSES)

    def _show(self, kind: str) -> frozenset[str]:
        # Persistent functions come with their catalogue's and database's names.
        rows = self._spark.sql(f"SHOW {kind} FUNCTIONS").collect()
        return frozenset(str(row[0]).rsplit(".", 1)[-1].lower() for row in rows)


def registered_names(spark: SparkSession) -> dict[str, str]:
    """The functions that this package made in a session: SQL name to catalogue name."""
    return {sql_name: name for sql_name, (name, _) in _remembered(spark).items()}


def remember(spark: SparkSession, made: dict[str, str]) -> None:
    """Add to the functions that this package made in a session: SQL name to catalogue name."""
    new = {sql_name.lower(): (name, _mark(spark, sql_name)) for sql_name, name in made.items()}
    every = {**_remembered(spark), **new}
    spark.conf.set(
        REGISTERED_SETTING, ",".join(f"{k}={name}={mark}" for k, (name, mark) in every.items())
    )


def _remembered(spark: SparkSession) -> dict[str, tuple[str, str]]:
    text = spark.conf.get(REGISTERED_SETTING, "") or ""
    entries = (entry.split("=", 2) for entry in text.split(",") if entry)
    return {sql_name: (name, mark) for sql_name, name, mark in entries}


def _mark(spark: SparkSession, sql_name: str) -> str:
    """Return a mark that distinguishes a name's present function from a later one.

    In a classic session Spark reports the function's class, and no mark is needed. Over Spark
    Connect it reports the class of the registration, which two functions may share.
    """
    if not is_connect(spark):
        return ""
    return str(spark.catalog.getFunction(sql_name).className).replace(",", "")
