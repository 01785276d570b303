# SPDX-License-Identifier: Apache-2.0

"""Errors that prevent a Python UDF from being compared; a difference is an ``AssertionError``."""

from __future__ import annotations

from rapids_udfs.errors import RapidsUdfsError
from rapids_udfs.testing.errors import UdfArgumentsError


class NotCompiledError(RapidsUdfsError):
    """A Python UDF that is not compiled, so there is nothing to compare.

    Attributes:
        line: the line of the user's file, 0 if it is not known.
        reason: the construct that is not compiled.
    """

    def __init__(self, name: str, file: str, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        place = f"{file}:{line}" if line else file
        super().__init__(
            f"{name} ({place}) is not compiled: {reason}. It runs in Python workers, as without "
            "this library; there is nothing to compare"
        )


class TransportError(RapidsUdfsError, ValueError):
    """A way of values to Python workers that does not exist."""

    def __init__(self, found: object) -> None:
        super().__init__(
            f"transport={found!r} is not supported; use 'arrow', 'pickled', or None for what the "
            "session takes"
        )


class ArrowMissingError(TransportError):
    """Arrow was asked for where PySpark has no Arrow, and would pickle the values."""

    def __init__(self, why: str) -> None:
        RapidsUdfsError.__init__(
            self,
            f"transport='arrow' needs pandas and pyarrow: {why} Install them "
            "(python -m pip install pandas pyarrow), or take transport='pickled'",
        )


class ArgumentCountError(UdfArgumentsError):
    """More or fewer types than the function has parameters."""

    def __init__(self, name: str, signature: str, types: int) -> None:
        super().__init__(
            f"{name}{signature} cannot be called with {types} arguments. Give a type for each "
            "parameter, for example ['string', 'int']"
        )


class UnsupportedArgumentError(UdfArgumentsError):
    """A type of arguments of which there are no test values."""

    def __init__(self, found: str) -> None:
        super().__init__(f"there are no test values of {found}, so that it cannot be an argument")


class NoSuchTypeError(UdfArgumentsError):
    """A type that Spark does not know."""

    def __init__(self, found: str) -> None:
        super().__init__(
            f"there is no type {found!r}. Use Spark's, for example 'string', 'bigint', "
            "'decimal(18, 2)', 'array<int>' or 'struct<a: date, b: double>'"
        )


class NotAFunctionError(UdfArgumentsError):
    """An object in the place of the Python function."""

    def __init__(self, found: object) -> None:
        hint = ""
        if hasattr(found, "func") and hasattr(found, "returnType"):
            hint = ". It is a UDF already: give the function inside, its attribute func"
        super().__init__(
            f"assert_same_as_python compares a Python function, not {found!r:.80}{hint}"
        )


class ConversionError(RapidsUdfsError, ValueError):
    """A conversion of a Python UDF that is not given, or that Spark refuses."""


class PythonFunctionError(RapidsUdfsError):
    """A Python function that cannot be taken from a file."""

    def __init__(self, given: str, reason: str) -> None:
        super().__init__(f"there is no Python function {given}: {reason}")
