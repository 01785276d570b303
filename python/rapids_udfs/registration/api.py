# SPDX-License-Identifier: Apache-2.0

"""Functions of the catalogue in a running session: ``register`` and ``unregister``."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rapids_udfs.catalogue.function_info import by_name, function_info
from rapids_udfs.errors import ArgumentTypeError, RegistrationError
from rapids_udfs.registration.function_names import (
    RESOLUTION_ORDER,
    SessionFunctions,
    builtins_come_first,
    registered_names,
)
from rapids_udfs.session.library import require_running

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class RegisteredFunction:
    """A function that SQL can call now."""

    name: str
    """Its name in the catalogue."""
    sql_name: str
    """The name to call it by: with the prefix."""
    route: str
    """``extension`` (it came with the session) or ``java`` (``register`` registered it)."""


class Registration(tuple[RegisteredFunction, ...]):
    """The registered functions, in order; ``repr()`` is a table."""

    def __repr__(self) -> str:
        width = max((len(f.sql_name) for f in self), default=0)
        lines = [f"{len(self)} function{'' if len(self) == 1 else 's'} registered"]
        return "\n".join([*lines, *(f"  {f.sql_name:<{width}}  {f.route}" for f in self)])


_ORDER = (
    "this Spark finds its builtins before temporary functions. First: "
    f"spark.conf.set({RESOLUTION_ORDER!r}, 'first'); or register with a prefix (prefix='udf_')."
)


def register(
    spark: SparkSession,
    *names: str,
    prefix: str = "",
    override_builtin: bool = False,
    replace: bool = False,
) -> Registration:
    """Make functions of the catalogue callable in a session's SQL, for that session.

    It needs no configuration: this library's jar is added if it is missing. Calling it again is
    harmless; if it raises, nothing is registered. Calls are analysed as with this library's
    extension: arguments are coerced and may come by name, and a wrong call is an error before
    anything runs. In a session with the extension (``spark.sql.extensions``), every function is
    registered already without a prefix, and stays as it is.

    Args:
        spark: the session, classic or Spark Connect.
        names: which functions, by their names in the catalogue; by default all.
        prefix: put before each name.
        override_builtin: whether a name that a Spark builtin has may be taken. Spark 4.2 finds
            its builtins first unless ``spark.sql.functionResolution.sessionOrder`` is ``first``.
        replace: whether a name that another function of the session has may be taken.

    Returns:
        The functions with the names to call them by.

    Raises:
        ArgumentTypeError: ``spark`` is not a session, or a name is not a string.
        UnknownFunctionError: a name that the catalogue lacks.
        RegistrationError: a prefix that cannot begin a name; or a builtin or another function of
            the session has a name, or Spark rejected a function.
        UnsupportedError: the session's Spark or Scala is not supported.
        InstallationError: the session has this library in another version, or our jar is missing.
        SessionError: the session has been stopped.
    """
    require_running(spark, "register")
    _require_names("register", names)
    _require_prefix(prefix)
    functions = list(dict.fromkeys(map(function_info, names))) or list(by_name().values())
    by_sql_name = {prefix + function.name: function for function in functions}
    session = SessionFunctions(spark, by_sql_name)
    new = {
        sql_name: function
        for sql_name, function in by_sql_name.items()
        if prefix or not session.is_from_extension(sql_name)
    }
    builtin = list(filter(session.is_builtin, new))
    if override_builtin and builtin and builtins_come_first(spark):
        raise _refused(builtin[0], _ORDER)
    builtin = [] if override_builtin else builtin
    foreign = [] if replace else list(filter(session.is_foreign, new))
    if builtin or foreign:
        raise _clash(builtin, foreign)
    failure = session.register({name: function.class_name for name, function in new.items()})
    if failure:
        raise _refused(*failure.split("\n", 1))
    session.remember({**session.registered, **{name.lower(): f.name for name, f in new.items()}})
    return Registration(
        RegisteredFunction(function.name, name, "java" if name in new else "extension")
        for name, function in by_sql_name.items()
    )


def unregister(
    spark: SparkSession, *names: str, prefix: str | None = None
) -> tuple[RegisteredFunction, ...]:
    """Remove functions that ``register`` registered from a session's SQL.

    A builtin of Spark whose name was taken has it back. Functions of the session's extension stay.

    Args:
        spark: the session, classic or Spark Connect.
        names: which functions, by their names in the catalogue or, with their prefix, in SQL; by
            default all that were registered.
        prefix: the prefix that they were registered with; by default none for names, and any
            without names.

    Returns:
        The removed functions, with the names that called them.

    Raises:
        ArgumentTypeError: ``spark`` is not a session, or a name is not a string.
        RegistrationError: a prefix that cannot begin a name, or a name that ``register`` has not
            registered here; nothing was changed.
        UnsupportedError, InstallationError, SessionError: see ``register``.
    """
    require_running(spark, "unregister")
    _require_names("unregister", names)
    _require_prefix("" if prefix is None else prefix)
    if names:
        asked = list(dict.fromkeys(((prefix or "") + name).lower() for name in names))
    else:
        lower = None if prefix is None else prefix.lower()
        asked = [
            sql_name
            for sql_name, name in registered_names(spark).items()
            if lower in (None, sql_name[: -len(name)])
        ]
    if not asked:
        return ()
    session = SessionFunctions(spark, asked)
    registered = session.registered
    removed = [name for name in asked if name in registered and not session.is_foreign(name)]
    if names and (missing := [name for name in asked if name not in removed]):
        raise _not_registered(missing[0], session)
    if removed:
        session.drop(removed)
    session.remember({name: of for name, of in registered.items() if name not in asked})
    return tuple(RegisteredFunction(registered[name], name, "java") for name in removed)


def _not_registered(name: str, session: SessionFunctions) -> RegistrationError:
    registered = session.registered
    if session.is_from_extension(name):
        why = (
            "it comes with the session's extension. Without: configure(builder, extensions=False), "
            "and register what the session needs"
        )
    elif name in registered:
        why = "another function has taken its name since"
    elif registered:
        close = difflib.get_close_matches(name, registered, n=3, cutoff=0.5)
        close = close or sorted(registered)[:3]
        why = f"there are {', '.join(close)}{', ...' if len(registered) > len(close) else ''}"
    else:
        why = "there is none"
    return RegistrationError(
        f"nothing was unregistered. rapids_udfs.register has not registered {name!r} in this "
        f"session: {why}"
    )


def _require_names(call: str, names: Sequence[Any]) -> None:
    for name in names:
        if not isinstance(name, str):
            example = f"{call}(spark, 'word_count', 'luhn_valid')"
            raise ArgumentTypeError(call, name, f"names one by one: {example}")


def _require_prefix(prefix: str) -> None:
    if not isinstance(prefix, str) or not re.fullmatch(r"([A-Za-z_][A-Za-z0-9_]*)?", prefix):
        raise RegistrationError(
            f"prefix={prefix!r} cannot begin the name of a SQL function; use letters, digits and "
            "underscores, not beginning with a digit, for example prefix='udf_'"
        )


def _clash(builtin: Sequence[str], others: Sequence[str]) -> RegistrationError:
    clashes = (
        (builtin, "a Spark builtin has this name", "hide the builtin with override_builtin=True"),
        (others, "the session has another function of this name", "replace it with replace=True"),
    )
    parts = [
        f"{', '.join(names)}: {why}; register with a prefix (prefix='udf_'), or {fix}"
        for names, why, fix in clashes
        if names
    ]
    return RegistrationError("nothing was registered. " + ". ".join(parts))


def _refused(name: str, why: str) -> RegistrationError:
    return RegistrationError(
        f"Spark rejected {name!r}: {why}\n"
        "Nothing is registered: the functions before it were removed again."
    )
