# SPDX-License-Identifier: Apache-2.0

"""A Python function to compare, and its rows."""

from __future__ import annotations

import copy
import inspect
import random
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from pyspark.errors import ParseException
from pyspark.sql import types as t

from rapids_udfs._numbers import counted, is_whole
from rapids_udfs.errors import ArgumentValueError, ConformanceError
from rapids_udfs.testing.engine import TypeLike, Types
from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.constants import Constants
from rapids_udfs.testing.python_udfs.coverage import Coverage
from rapids_udfs.testing.python_udfs.search import Search
from rapids_udfs.testing.python_udfs.values import Values
from rapids_udfs.testing.subject import valid_tolerance

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TRANSPORTS = ("arrow", "pickled")
_ROW_BY_ROW = (100, 101)
"""PythonEvalType's SQL_BATCHED_UDF and SQL_ARROW_BATCHED_UDF, whose module depends on PySpark."""
_WITH_VALUES = (
    *(t.ByteType, t.ShortType, t.IntegerType, t.LongType, t.FloatType, t.DoubleType),
    *(t.BooleanType, t.StringType, t.BinaryType, t.DecimalType, t.DateType, t.TimestampType),
    *(t.TimestampNTZType, t.NullType),
)


class Subject:
    """A function with the types of its arguments and of its result, and its rows."""

    def __init__(
        self,
        function: Callable[..., Any],
        types: Types,
        returns: TypeLike,
        *,
        transport: str = "arrow",
        tolerance: float = 0.0,
    ) -> None:
        original, function = function, plain(function)
        if not isinstance(function, FunctionType) or hasattr(function, "returnType"):
            raise ConformanceError(
                f"what is compared is a Python function, or a UDF of one, not {original!r:.80}. "
                "Give a function that is called for each row: a def or a lambda"
            )
        if transport not in TRANSPORTS:
            raise ArgumentValueError(
                f"transport={transport!r} is not supported; use 'arrow', 'pickled', or None for "
                "what the session takes"
            )
        self.function = function
        self.name = function.__name__
        self.types = _parsed(types)
        self.returns = _parse(returns)
        self.transport = transport
        self.tolerance = valid_tolerance(tolerance)
        self.coverage = Coverage(function)
        self.rows: list[Arguments] = []  # found by find_rows
        signature, count = inspect.signature(function), len(self.types)
        try:
            signature.bind(*[None] * count)
        except TypeError:
            by_name = [p.name for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY]
            remedy = "Give a type for each parameter, for example ['string', 'int']"
            if by_name:
                names = ", ".join(by_name)
                remedy = f"Spark passes arguments by position: move {names} before the *"
            raise ConformanceError(
                f"{self.name}{signature} cannot be called with {counted(count, 'argument')}. "
                f"{remedy}"
            ) from None

    @property
    def use_arrow(self) -> bool:
        """True if Arrow transports its values."""
        return self.transport == "arrow"

    def by(self, transport: str) -> Subject:
        """Return the same function, with the same rows, by another transport."""
        other = copy.copy(self)
        other.transport = transport
        return other

    def find_rows(self, spark: SparkSession, rows: Sequence[Any], examples: int, seed: int) -> None:
        """Set the rows: the user's, and generated ones up to a number."""
        if not is_whole(examples, 0 if rows else 1):
            raise ArgumentValueError(
                f"examples, a number of rows, is {examples!r}, not at least 1; or pass rows"
            )
        rng = random.Random(f"{self.name} {seed}")
        values = Values(spark, Constants(self.function), rng)
        search = Search(self.coverage, values, self.types, rng)
        self.rows = search.rows([self._row(row) for row in rows], examples)

    def _row(self, row: Any) -> Arguments:
        count = len(self.types)
        if count == 1 and not (isinstance(row, tuple) and len(row) == 1):
            row = (row,)
        if not isinstance(row, (tuple, list)) or len(row) != count:
            raise ArgumentValueError(
                f"the row {row!r:.120} does not have a value for each of {count} types"
            )
        for value, of in zip(row, self.types, strict=True):
            try:
                # Spark itself accepts any value as a string.
                if isinstance(of, t.StringType) and not isinstance(value, (str, type(None))):
                    raise TypeError(f"it is of {type(value).__name__}")
                t._make_type_verifier(of)(value)
            except Exception as e:
                raise ArgumentValueError(
                    f"{value!r:.120} is not a value of {of.simpleString()}: {e}"
                ) from e
        return tuple(row)


def plain(function: Any) -> Any:
    """Return the function of a UDF that is called row by row; anything else as it is."""
    kind = getattr(function, "evalType", None)
    return function.func if isinstance(kind, int) and kind in _ROW_BY_ROW else function


def _parsed(types: Types) -> list[t.DataType]:
    """The arguments' types; ConformanceError for one without test values."""
    if isinstance(types, t.StructType):
        types = [field.dataType for field in types.fields]
    parsed = [_parse(of) for of in (_split(types) if isinstance(types, str) else types)]
    for atom in (atom for of in parsed for atom in _atoms(of)):
        if not isinstance(atom, _WITH_VALUES):
            raise ConformanceError(
                f"there are no test values of {atom.simpleString()}, so that it cannot be an "
                "argument"
            )
    return parsed


def _split(text: str) -> list[str]:
    """The types in a string, separated by commas outside of parentheses and angle brackets."""
    types, depth = [""], 0
    for c in text:
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            types.append("")
        else:
            types[-1] += c
    return [of.strip() for of in types if of.strip()]


def _parse(of: TypeLike) -> t.DataType:
    if isinstance(of, t.DataType):
        return of
    try:
        parsed: t.DataType = t._parse_datatype_string(of)
    except ParseException:
        raise ConformanceError(
            f"there is no type {of!r}. Use Spark's, for example 'string', 'bigint', "
            "'decimal(18, 2)', 'array<int>' or 'struct<a: date, b: double>'"
        ) from None
    return parsed


def _atoms(of: t.DataType) -> Iterator[t.DataType]:
    """The types in a type that have no parts."""
    if isinstance(of, t.ArrayType):
        yield from _atoms(of.elementType)
    elif isinstance(of, t.MapType):
        yield from (*_atoms(of.keyType), *_atoms(of.valueType))
    elif isinstance(of, t.StructType):
        yield from (atom for field in of.fields for atom in _atoms(field.dataType))
    else:
        yield of
