# SPDX-License-Identifier: Apache-2.0

"""Rows of arguments for a function: edges, and what reaches its branches."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

from pyspark.sql import types as t

from rapids_udfs.testing.kit_rows import Arguments
from rapids_udfs.testing.python_udfs.coverage import Coverage, TooLongError
from rapids_udfs.testing.python_udfs.values import Values

_CALLS = 5
"""Calls per requested row; _LEAST is the least number of calls in all."""
_LEAST = 400
_SECONDS = 3.0
"""CPU time, so that the rows do not depend on the machine's load."""
_SECONDS_ALIKE = 1.0
_MUTATED = 0.6
_EDGES = 2
"""One in this many rows is an edge value of a type, if there are enough."""
_ALIKE = 4
"""At most one in this many rows is similar to one that reached something."""
_ORIGINALS = 60
"""The number of rows that reached something for which similar rows are tried."""


class Search:
    """Finds rows by calling the function in this process."""

    def __init__(
        self, coverage: Coverage, values: Values, types: Sequence[t.DataType], rng: random.Random
    ) -> None:
        self._coverage, self._values, self._types, self._rng = coverage, values, types, rng
        self._reaching: list[Arguments] = []
        self._known: set[str] = set()

    def rows(self, required: Sequence[Arguments], examples: int) -> list[Arguments]:
        """Return the required rows and others, those that reached something new first.

        Rows for which the function executes too many lines are left out.
        """
        required = [row for row in required if self._reaches(row) is not None]
        self._known.update(map(repr, required))
        edges = self._tried(self._edges())
        calls = max(_LEAST, _CALLS * examples)
        others = self._tried((self._next() for _ in range(calls)), _SECONDS)
        # The list grows while it is read.
        originals = itertools.islice(self._reaching, _ORIGINALS)
        alike = self._tried(
            (other for row in originals for other in self._alike(row)), _SECONDS_ALIKE
        )
        for rows in (edges, alike, others):
            self._rng.shuffle(rows)
        left = max(0, examples - len(required) - len(self._reaching))
        alike = alike[: left // _ALIKE]
        some = (left - len(alike)) // _EDGES
        rows = [*required, *self._reaching, *alike, *edges[:some], *others, *edges[some:]]
        return rows[: max(examples, len(required))]

    def _tried(self, rows: Iterable[Arguments], seconds: float = math.inf) -> list[Arguments]:
        """Call the function for new rows; return those that reach nothing new, keep the others."""
        others: list[Arguments] = []
        end = time.thread_time() + seconds
        for n, row in enumerate(rows):
            # Reading the clock is slow on some machines.
            if n % 16 == 0 and time.thread_time() > end:
                break
            text = repr(row)
            if text not in self._known:
                self._known.add(text)
                is_new = self._reaches(row)
                if is_new is not None:
                    (self._reaching if is_new else others).append(row)
        return others

    def _reaches(self, row: Arguments) -> bool | None:
        """Whether a call reaches something new; None if it executes too many lines."""
        try:
            return self._coverage.call(deepcopy(row))
        except TooLongError:
            return None

    def _edges(self) -> Iterator[Arguments]:
        """Rows with one edge value, or with two values that matter next to each other."""
        yield (None,) * len(self._types)
        for i, of in enumerate(self._types):
            for edge in [None, *self._values.edges(of)]:
                yield self._with(i, edge)
        for i, (first, second) in enumerate(itertools.pairwise(self._types)):
            for pair in self._values.together(first, second):
                yield self._with(i, *pair)

    def _with(self, at: int, *values: Any) -> Arguments:
        """A random row with certain values from one place on."""
        row = [self._values.one(of) for of in self._types]
        row[at : at + len(values)] = values
        return tuple(row)

    def _next(self) -> Arguments:
        """A random row, or a mutation of one that reached something."""
        if not self._reaching or self._rng.random() > _MUTATED:
            return tuple(self._values.one(of) for of in self._types)
        row = list(self._rng.choice(self._reaching))
        if row:
            at = self._rng.randrange(len(row))
            row[at] = self._values.mutated(row[at], self._types[at])
        return tuple(row)

    def _alike(self, row: Arguments) -> list[Arguments]:
        """Rows that differ from this row in one similar value."""
        return [
            (*row[:i], other, *row[i + 1 :])
            for i, (value, of) in enumerate(zip(row, self._types, strict=True))
            for other in self._values.alike(value, of)
        ]
