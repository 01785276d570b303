# SPDX-License-Identifier: Apache-2.0

"""The smallest row that differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rapids_udfs.testing.kit_rows import Arguments, KitRows
from rapids_udfs.testing.python_udfs.equality import CONVERSION, Outcome, Wrong
from rapids_udfs.testing.python_udfs.report import Difference


def smallest_difference(
    wrong: Sequence[Wrong],
    kit: KitRows | None,
    wrong_of: Callable[[Sequence[Arguments]], Sequence[Wrong]],
    call: Callable[[Arguments], str] = lambda _: "",
) -> Difference | None:
    """Return the smallest row that differs in the same way as the shortest of several rows.

    Args:
        wrong: rows that differ.
        kit: proposes smaller rows; None to return the shortest one.
        wrong_of: returns the rows that differ, of all candidates at once.
        call: returns the call that reproduces a row's difference.
    """
    if not wrong:
        return None
    best = min(wrong, key=lambda each: len(repr(each.arguments)))
    way = _way(best)

    def first_of(rows: Sequence[Arguments]) -> int:
        nonlocal best
        if not rows:
            return -1
        alike = next((each for each in wrong_of(rows) if _way(each) == way), None)
        if alike is None:
            return -1
        best = alike
        return next(i for i, row in enumerate(rows) if row is alike.arguments)

    if kit is not None:
        while first_of(_shorter_together(best.arguments)) >= 0:
            pass
        kit.shrink(best.arguments, first_of)
    return Difference(*best, len(wrong), call(best.arguments))


def _shorter_together(row: Arguments) -> list[Arguments]:
    """The row without the elements at one place of all its lists, if their lengths are equal."""
    lengths = [len(value) for value in row if isinstance(value, list)]
    if len(lengths) < 2 or len(set(lengths)) > 1:
        return []
    return [
        tuple(v[:i] + v[i + 1 :] if isinstance(v, list) else v for v in row)
        for i in range(lengths[0])
    ]


def _way(wrong: Wrong) -> tuple[str, str]:
    return _kind(wrong.expected), _kind(wrong.actual)


def _kind(outcome: Outcome) -> str:
    if outcome.error is None:
        return "null" if outcome.value is None else "value"
    return outcome.error if outcome.error == CONVERSION else outcome.error.partition(":")[0]
