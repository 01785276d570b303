# SPDX-License-Identifier: Apache-2.0

"""A Python function that is to be compared, and its rows."""

from __future__ import annotations

import copy
import inspect
import random
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pyspark.sql import types as t

from rapids_udfs.testing.python_udfs.constants import Constants
from rapids_udfs.testing.python_udfs.coverage import Coverage
from rapids_udfs.testing.python_udfs.errors import (
    ArgumentCountError,
    NotAFunctionError,
    TransportError,
)
from rapids_udfs.testing.python_udfs.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.search import Search
from rapids_udfs.testing.python_udfs.types import TypeLike, Types, parse, parse_arguments
from rapids_udfs.testing.python_udfs.values import Values
from rapids_udfs.testing.values import TestDataError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TRANSPORTS = {"arrow": True, "pickled": False}


class Subject:
    """A function with the types of its arguments and of its result.

    Attributes:
        function: the function.
        name: its name.
        types: the arguments' types.
        returns: the result's.
        transport: ``arrow`` or ``pickled``.
        tolerance: the relative difference allowed in floating-point results.
        rows: the arguments to call it with, once ``find_rows`` has found them.
        coverage: what these reach.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        types: Types,
        returns: TypeLike,
        *,
        transport: str = "arrow",
        tolerance: float = 0.0,
    ) -> None:
        if not isinstance(function, FunctionType) or hasattr(function, "returnType"):
            raise NotAFunctionError(function)
        if transport not in TRANSPORTS:
            raise TransportError(transport)
        self.function = function
        self.name = function.__name__
        self.types = parse_arguments(types)
        self.returns = parse(returns)
        self.transport = transport
        self.tolerance = tolerance
        self.coverage = Coverage(function)
        self.rows: list[Arguments] = []
        _check_count(function, len(self.types))

    @property
    def use_arrow(self) -> bool:
        """Whether its values come by Arrow."""
        return TRANSPORTS[self.transport]

    def by(self, transport: str) -> Subject:
        """Return the same function, with the same rows, by another transport."""
        other = copy.copy(self)
        other.transport = transport
        return other

    def find_rows(
        self, spark: SparkSession, given: Sequence[Any], examples: int, seed: int
    ) -> None:
        """Find rows: those given, and others up to a number."""
        rng = random.Random(f"{self.name} {seed}")
        values = Values(spark, Constants(self.function), rng)
        search = Search(self.coverage, values, self.types, rng)
        self.rows = search.rows([self._row(row) for row in given], examples)

    def _row(self, given: Any) -> Arguments:
        count = len(self.types)
        if count == 1 and not (isinstance(given, tuple) and len(given) == 1):
            given = (given,)
        if not isinstance(given, (tuple, list)) or len(given) != count:
            raise TestDataError(f"the row {given!r:.120} has not a value for each of {count} types")
        for value, of in zip(given, self.types, strict=True):
            _verify(value, of)
        return tuple(given)


def _check_count(function: FunctionType, count: int) -> None:
    signature = inspect.signature(function)
    try:
        signature.bind(*[None] * count)
    except TypeError:
        raise ArgumentCountError(function.__name__, str(signature), count) from None


def _verify(value: Any, of: t.DataType) -> None:
    verifier = t._make_type_verifier(of)
    try:
        # Spark itself takes anything for a string.
        if isinstance(of, t.StringType) and not isinstance(value, (str, type(None))):
            raise TypeError(f"it is of {type(value).__name__}")
        verifier(value)
    except Exception as e:
        raise TestDataError(f"{value!r:.120} is not a value of {of.simpleString()}: {e}") from e
