"""What ``register`` returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload


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


class Registration(Sequence[RegisteredFunction]):
    """The functions that are registered, in order; ``repr()`` is a table."""

    def __init__(
        self,
        functions: Sequence[RegisteredFunction],
        skipped: Sequence[SkippedFunction] = (),
    ) -> None:
        self._functions = tuple(functions)
        self.skipped = tuple(skipped)
        """What was left out; only over Spark Connect, and only where no names were given."""

    @overload
    def __getitem__(self, index: int) -> RegisteredFunction: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[RegisteredFunction]: ...

    def __getitem__(self, index: int | slice) -> RegisteredFunction | Sequence[RegisteredFunction]:
        return self._functions[index]

    def __len__(self) -> int:
        return len(self._functions)

    def __repr__(self) -> str:
        width = max((len(f.sql_name) for f in self._functions), default=0)
        lines = [f"{len(self)} functions registered"]
        lines += [f"  {f.sql_name:<{width}}  {f.route}" for f in self._functions]
        if self.skipped:
            lines.append(f"{len(self.skipped)} skipped")
            lines += [f"  {s.name}: {s.reason}" for s in self.skipped]
        return "\n".join(lines)
