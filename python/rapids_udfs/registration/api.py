# SPDX-License-Identifier: Apache-2.0

"""Functions of the catalogue in a running session: ``register`` and ``unregister``."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapids_udfs.catalogue.function_info import FunctionInfo, by_name, function_info
from rapids_udfs.errors import (
    ArgumentTypeError,
    RegistrationError,
)
from rapids_udfs.registration.classic import ClassicSession
from rapids_udfs.registration.connect import ConnectSession, why_not
from rapids_udfs.registration.function_names import (
    RESOLUTION_ORDER,
    SessionFunctions,
    forget,
    registered_names,
    remember,
)
from rapids_udfs.session.library import is_connect, not_on_connect, require_running
from rapids_udfs.session.modes import EXTENSION
from rapids_udfs.session.query_errors import reason

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
    """``extension`` (it was there already) or ``java`` (``registerJavaFunction``)."""


@dataclass(frozen=True)
class SkippedFunction:
    """A function that this session cannot have, and why."""

    name: str
    reason: str


class Registration(tuple[RegisteredFunction, ...]):
    """The functions that are registered, in order; ``repr()`` is a table."""

    skipped: tuple[SkippedFunction, ...]
    """The functions left out; only over Spark Connect, and only if no names were given."""

    def __new__(
        cls, functions: Iterable[RegisteredFunction], skipped: Iterable[SkippedFunction] = ()
    ) -> Registration:
        """Put the functions into a tuple, and keep what was left out beside it."""
        made = super().__new__(cls, functions)
        made.skipped = tuple(skipped)
        return made

    def __repr__(self) -> str:
        width = max((len(f.sql_name) for f in self), default=0)
        lines = [f"{len(self)} function{'' if len(self) == 1 else 's'} registered"]
        lines += [f"  {f.sql_name:<{width}}  {f.route}" for f in self]
        if self.skipped:
            lines.append(f"{len(self.skipped)} skipped")
            lines += [f"  {s.name}: {s.reason}" for s in self.skipped]
        return "\n".join(lines)


_START_SERVER_WITH = (
    f"Start the server with spark.sql.extensions={EXTENSION} and this package's jars in spark.jars "
    "(configure does so for a local server), or use a classic session."
)
_ORDER = (
    "this Spark finds its builtins before temporary functions. First: "
    f"spark.conf.set({RESOLUTION_ORDER!r}, 'first'); or register with a prefix (prefix='udf_')."
)
_ONE_BY_ONE = "names one by one: {}(spark, 'word_count', 'luhn_valid')"


_OF_EXTENSION = (
    "it comes with the session's extension. Without: configure(builder, extensions=False), and "
    "register what the session needs"
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
    harmless, and where it raises nothing is registered. Each function is registered by
    ``spark.udf.registerJavaFunction``; in a classic session its calls are then analysed as with
    this library's extension: arguments are coerced and may come by name, and a wrong call is an
    error before anything runs. Where the session has the extension (``spark.sql.extensions``) and
    no prefix is given, every function is registered already and stays as it is.

    Args:
        spark: the session, classic or Spark Connect.
        names: which functions, by their names in the catalogue; all without any.
        prefix: put before each name.
        override_builtin: whether a name that a Spark builtin has may be taken. Spark 4.2 finds
            its builtins first unless ``spark.sql.functionResolution.sessionOrder`` is ``first``.
        replace: whether a name that another function of the session has may be taken.

    Returns:
        The functions with the names to call them by. Over Spark Connect and without ``names``, the
        ones that a client cannot register are listed in ``skipped``, and a warning says so.

    Raises:
        ArgumentTypeError: ``spark`` is not a session, or a name is not a string.
        UnknownFunctionError: a name that the catalogue lacks.
        RegistrationError: a prefix that cannot begin a name; or a builtin or another function of
            the session has a name, or Spark refused a function.
        UnsupportedError: the session's Spark or Scala is not supported, or a function was named
            that a Spark Connect client cannot register.
        InstallationError: the session has this library in another version, or our jar is missing.
        SessionError: the session has been stopped.
    """
    require_running(spark, "register")
    for name in names:
        if not isinstance(name, str):
            raise ArgumentTypeError("register", name, _ONE_BY_ONE.format("register"))
    functions = list(dict.fromkeys(map(function_info, names))) or list(by_name().values())
    _require_prefix(prefix)
    connect = is_connect(spark)
    session = ConnectSession(spark) if connect else ClassicSession(spark)
    present = SessionFunctions(spark, [prefix + function.name for function in functions])
    registered: list[RegisteredFunction] = []
    new: dict[str, FunctionInfo] = {}
    skipped: list[SkippedFunction] = []
    for function in functions:
        sql_name = prefix + function.name
        why = why_not(function) if connect else None
        if not prefix and present.is_from_extension(sql_name):
            registered.append(RegisteredFunction(function.name, sql_name, "extension"))
        elif why is not None:
            skipped.append(SkippedFunction(function.name, why))
        else:
            new[sql_name] = function
            registered.append(RegisteredFunction(function.name, sql_name, "java"))
    if skipped and names:
        raise not_on_connect(repr(skipped[0].name), skipped[0].reason, _START_SERVER_WITH)
    builtin = [n for n in new if present.is_builtin(n)]
    if override_builtin and builtin and present.builtins_come_first:
        raise _refused(builtin[0], _ORDER)
    builtin = [] if override_builtin else builtin
    foreign = [n for n in new if not replace and present.is_foreign(n)]
    if builtin or foreign:
        raise _clash(builtin, foreign)
    _create(session, new)
    if new:
        remember(spark, {sql_name: function.name for sql_name, function in new.items()})
    if skipped:
        warnings.warn(
            f"{len(skipped)} functions are not available over Spark Connect here: "
            f"{', '.join(s.name for s in skipped)} (see .skipped for the reasons)",
            stacklevel=2,
        )
    return Registration(registered, skipped)


def unregister(
    spark: SparkSession, *names: str, prefix: str | None = None
) -> tuple[RegisteredFunction, ...]:
    """Take functions that ``register`` registered out of a session's SQL again.

    A builtin of Spark whose name was taken has it back. What the session's extension brought stays.

    Args:
        spark: the session, classic or Spark Connect.
        names: which functions, by their names in the catalogue or, with their prefix, in SQL; all
            that were registered without any.
        prefix: the prefix that they were registered with; by default none for names, and any
            where no names are given.

    Returns:
        The functions that are gone, with the names that called them.

    Raises:
        ArgumentTypeError: ``spark`` is not a session, or a name is not a string.
        RegistrationError: a prefix that cannot begin a name, or a name that ``register`` has not
            registered here; nothing was changed.
        UnsupportedError, InstallationError, SessionError: see ``register``.
    """
    require_running(spark, "unregister")
    for name in names:
        if not isinstance(name, str):
            raise ArgumentTypeError("unregister", name, _ONE_BY_ONE.format("unregister"))
    if prefix is not None:
        _require_prefix(prefix)
    known = registered_names(spark)
    if names:
        wanted = list(dict.fromkeys(((prefix or "") + name).lower() for name in names))
    else:
        of_prefix = None if prefix is None else prefix.lower()
        wanted = [name for name, of in known.items() if of_prefix in (None, name[: -len(of)])]
    present = SessionFunctions(spark, wanted)
    gone = [name for name in wanted if name in known and not present.is_foreign(name)]
    for name in wanted if names else ():
        if name not in gone:
            raise _not_registered(name, present, known)
    session = ConnectSession(spark) if is_connect(spark) else ClassicSession(spark)
    session.drop(gone)
    forget(spark, wanted)
    return tuple(RegisteredFunction(known[name], name, "java") for name in gone)


def _not_registered(
    name: str, present: SessionFunctions, known: Mapping[str, str]
) -> RegistrationError:
    if present.is_from_extension(name):
        why = _OF_EXTENSION
    elif name in known:
        why = "another function has taken its name since"
    else:
        close = difflib.get_close_matches(name, known, n=3, cutoff=0.5) or sorted(known)[:3]
        more = ", ..." if len(known) > len(close) else ""
        why = f"there are {', '.join(close)}{more}" if known else "there is none"
    return RegistrationError(
        f"nothing was unregistered. rapids_udfs.register has not registered {name!r} in this "
        f"session: {why}"
    )


def _require_prefix(prefix: str) -> None:
    if not isinstance(prefix, str) or not re.fullmatch(r"([A-Za-z_][A-Za-z0-9_]*)?", prefix):
        raise RegistrationError(
            f"prefix={prefix!r} cannot begin the name of a SQL function; use letters, digits and "
            "underscores, not beginning with a digit, for example prefix='udf_'"
        )


def _create(session: ClassicSession | ConnectSession, new: Mapping[str, FunctionInfo]) -> None:
    """Create every function or, if one fails, none."""
    for sql_name, function in new.items():
        try:
            session.create(function, sql_name)
        except Exception as e:
            session.undo()
            raise _refused(sql_name, reason(e)) from e
        except BaseException:
            session.undo()
            raise


def _clash(builtin: Sequence[str], others: Sequence[str]) -> RegistrationError:
    parts = []
    if builtin:
        parts.append(
            f"{', '.join(builtin)}: a Spark builtin has this name; register with a prefix "
            "(prefix='udf_'), or hide the builtin with override_builtin=True"
        )
    if others:
        parts.append(
            f"{', '.join(others)}: the session has another function of this name; register "
            "with a prefix (prefix='udf_'), or replace it with replace=True"
        )
    return RegistrationError("nothing was registered. " + ". ".join(parts))


def _refused(name: str, why: str) -> RegistrationError:
    return RegistrationError(
        f"Spark refused {name!r}: {why}\n"
        "Nothing is registered: the functions before it were taken back."
    )
