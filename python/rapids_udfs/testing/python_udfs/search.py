# SPDX-License-Identifier: Apache-2.0

"""Rows of arguments for a function: edges, and what reaches its branches."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Sequence
from copy import deepcopy

from pyspark.sql import types as t

from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.coverage import Coverage, TooLongError
from rapids_udfs.testing.python_udfs.values import Values

_CALLS = 5
"""Calls per requested row; _LEAST is the least number of calls in all."""
_LEAST = 400
_CLOCK = 16
"""Calls between two looks at the clock, which is slow on some machines."""
_SECONDS = 3.0
"""Of CPU time, so that the rows do not depend on the machine's load."""
_SECONDS_ALIKE = 1.0
_MUTATED = 0.6
_EDGES = 2
"""One in this many rows is an edge value of a type, if there are enough."""
_ALIKE = 4
"""At most one in this many rows is like one that reached something."""
_ORIGINALS = 60
"""So many rows that reached something have others like them."""


class Search:
    """Finds rows by calling the function in this process.

    Args:
        coverage: the function's coverage.
        values: generates its arguments.
        types: the arguments' types.
        rng: the source of randomness.
    """

    def __init__(
        self, coverage: Coverage, values: Values, types: Sequence[t.DataType], rng: random.Random
    ) -> None:
        self._coverage, self._values, self._types, self._rng = coverage, values, types, rng
        self._reaching: list[Arguments] = []
        self._others: list[Arguments] = []
        self._known: set[str] = set()

    def rows(self, required: Sequence[Arguments], examples: int) -> list[Arguments]:
        """Return the required rows and others, those that reached something new first.

        Rows for which the function executes too many lines are left out.
        """
        required = [row for row in required if self._reaches(row) is not None]
        self._known.update(map(repr, required))
        for row in self._edges():
            self._try(row)
        edges, self._others = self._others, []
        end = time.thread_time() + _SECONDS
        for n in range(max(_LEAST, _CALLS * examples)):
            if n % _CLOCK == 0 and time.thread_time() > end:
                break
            self._try(self._next())
        others, self._others = self._others, []
        end = time.thread_time() + _SECONDS_ALIKE
        for row in itertools.islice(self._reaching, _ORIGINALS):  # which grows
            for other in self._alike(row) if time.thread_time() < end else ():
                self._try(other)
        alike, self._others = self._others, others
        for rows in (edges, alike, others):
            self._rng.shuffle(rows)
        left = max(0, examples - len(required) - len(self._reaching))
        alike = alike[: left // _ALIKE]
        some = (left - len(alike)) // _EDGES
        rows = [*required, *self._reaching, *alike, *edges[:some], *others, *edges[some:]]
        return rows[: max(examples, len(required))]

    def _alike(self, row: Arguments) -> list[Arguments]:
        """Rows with one value that differs from this row's, but that is of the same kind."""
        return [
            (*row[:i], other, *row[i + 1 :])
            for i, (value, of) in enumerate(zip(row, self._types, strict=True))
            for other in self._values.alike(value, of)
        ]

    def _edges(self) -> list[Arguments]:
        columns = [self._values.edges(of) for of in self._types]
        rows: list[Arguments] = [(None,) * len(columns)]
        for i, column in enumerate(columns):
            for edge in [None, *column]:
                others = (self._values.some(of) for of in self._types)
                rows.append(tuple(edge if j == i else other for j, other in enumerate(others)))
        for i, (first, second) in enumerate(itertools.pairwise(self._types)):
            for pair in self._values.together(first, second):
                rest = [self._values.some(of) for of in self._types]
                rows.append((*rest[:i], *pair, *rest[i + 2 :]))
        return rows

    def _next(self) -> Arguments:
        rng = self._rng
        if not self._reaching or rng.random() > _MUTATED:
            return tuple(self._values.one(of) for of in self._types)
        row = rng.choice(self._reaching)
        at = rng.randrange(max(1, len(row)))
        return tuple(
            self._values.mutated(value, of) if i == at else value
            for i, (value, of) in enumerate(zip(row, self._types, strict=True))
        )

    def _try(self, row: Arguments) -> None:
        text = repr(row)
        if text not in self._known:
            self._known.add(text)
            is_new = self._reaches(row)
            if is_new is not None:
                (self._reaching if is_new else self._others).append(row)

    def _reaches(self, row: Arguments) -> bool | None:
        """Whether a call reaches something new; None if it executes too many lines."""
        try:
            return self._coverage.call(deepcopy(row))
        except TooLongError:
            return None
