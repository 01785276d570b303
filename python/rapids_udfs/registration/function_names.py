# SPDX-License-Identifier: Apache-2.0

"""The names of functions in a session, and who registered them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
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

RESOLUTION_ORDER = "spark.sql.functionResolution.sessionOrder"
"""The setting of Spark 4.2 for the order in which functions are looked up."""

_OUR_CLASSES = "io.github.rapidsudfs.functions."


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return "`" + name.replace("`", "``") + "`"


def is_extended(spark: SparkSession) -> bool:
    """Return whether a session was started with this library's extension."""
    extensions = spark.conf.get("spark.sql.extensions", "") or ""
    return EXTENSION in [each.strip() for each in extensions.split(",")]


class SessionFunctions:
    """The meaning of a session's function names when this is created."""

    def __init__(self, spark: SparkSession, names: Iterable[str] = ()) -> None:
        """Look up what the names, of which the methods are asked, stand for."""
        self._spark = spark
        self._classes = _classes(spark, names)
        self._builtin = self._show("SYSTEM")
        self._others = self._show("USER")
        self._ours = _remembered(spark)
        self._extension = is_extended(spark)

    @property
    def builtins_come_first(self) -> bool:
        """Return whether a call finds a builtin before a temporary function, as in Spark 4.2."""
        try:
            return str(self._spark.conf.get(RESOLUTION_ORDER)).lower() != "first"
        except Exception:
            return False  # earlier versions have no such setting

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
        return not mark or mark != _mark(self._classes[name.lower()])

    def _is_our_class(self, name: str) -> bool:
        return (self._classes[name.lower()] or "").startswith(_OUR_CLASSES)

    def _show(self, kind: str) -> frozenset[str]:
        # Persistent functions come with their catalogue's and database's names.
        rows = self._spark.sql(f"SHOW {kind} FUNCTIONS").collect()
        return frozenset(str(row[0]).rsplit(".", 1)[-1].lower() for row in rows)


def registered_names(spark: SparkSession) -> dict[str, str]:
    """The functions that this package made in a session: SQL name to catalogue name."""
    return {sql_name: name for sql_name, (name, _) in _remembered(spark).items()}


def remember(spark: SparkSession, made: dict[str, str]) -> None:
    """Add to the functions that this package made in a session: SQL name to catalogue name."""
    # In a classic session Spark reports the function's class, and no mark is needed.
    classes = _classes(spark, made) if is_connect(spark) else {}
    new = {
        sql_name.lower(): (name, _mark(classes[sql_name.lower()]) if classes else "")
        for sql_name, name in made.items()
    }
    _remember(spark, {**_remembered(spark), **new})


def forget(spark: SparkSession, sql_names: Iterable[str]) -> None:
    """Take names out of those that this package made in a session."""
    gone = {*sql_names}
    _remember(spark, {k: of for k, of in _remembered(spark).items() if k not in gone})


def _remember(spark: SparkSession, every: Mapping[str, tuple[str, str]]) -> None:
    spark.conf.set(
        REGISTERED_SETTING, ",".join(f"{k}={name}={mark}" for k, (name, mark) in every.items())
    )


def _remembered(spark: SparkSession) -> dict[str, tuple[str, str]]:
    text = spark.conf.get(REGISTERED_SETTING, "") or ""
    entries = (entry.split("=", 2) for entry in text.split(",") if entry)
    return {sql_name: (name, mark) for sql_name, name, mark in entries}


def _mark(class_name: str | None) -> str:
    """Return a mark that distinguishes a name's present function from a later one.

    Over Spark Connect Spark reports the class of the registration, which two functions may share.
    """
    return str(class_name).replace(",", "")


def _classes(spark: SparkSession, names: Iterable[str]) -> Mapping[str, str | None]:
    """The classes of the functions that names, in lower case, stand for."""
    wanted = sorted({name.lower() for name in names})
    if not is_connect(spark):
        return _Lookup(spark)
    # One question for all: each takes a client some 20 ms.
    found = spark.catalog.listFunctions(pattern="|".join(wanted)) if wanted else []
    # Of two of a name the temporary one is meant.
    of = {f.name.lower(): f.className for f in sorted(found, key=lambda f: f.isTemporary)}
    return defaultdict(lambda: None, of)


class _Lookup(dict[str, str | None]):
    """The same in a classic session, where a name is looked up when it is asked for."""

    def __init__(self, spark: SparkSession) -> None:
        super().__init__()
        self._spark = spark

    def __missing__(self, name: str) -> str | None:
        return self._spark.catalog.getFunction(name).className
