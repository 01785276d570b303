# SPDX-License-Identifier: Apache-2.0

"""The list of UDFs, and the decorator that puts them there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Case:
    """A UDF: a function, the types of its arguments and of its result, and interesting rows."""

    function: Callable[..., Any]
    types: tuple[str, ...]
    returns: str
    transports: tuple[str, ...]
    rows: Sequence[Any]
    tolerance: float

    @property
    def name(self) -> str:
        return f"{self.function.__module__.rpartition('.')[2]}.{self.function.__name__}"


CASES: list[Case] = []


def case(
    *types: str,
    returns: str = "string",
    transport: str | None = None,
    rows: Sequence[Any] = (),
    tolerance: float = 0.0,
) -> Callable[[_F], _F]:
    """Record a function, and return it unchanged."""

    def record(function: _F) -> _F:
        transports = (transport,) if transport else ("pickled", "arrow")
        CASES.append(Case(function, types, returns, transports, rows, tolerance))
        return function

    return record
