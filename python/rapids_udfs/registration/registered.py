# SPDX-License-Identifier: Apache-2.0

"""The result of ``register``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


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
        lines = [f"{len(self)} functions registered"]
        lines += [f"  {f.sql_name:<{width}}  {f.route}" for f in self]
        if self.skipped:
            lines.append(f"{len(self.skipped)} skipped")
            lines += [f"  {s.name}: {s.reason}" for s in self.skipped]
        return "\n".join(lines)
