"""What a case of the benchmark is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

OURS = "rapids-udfs"
OUTSIDE = "outside Spark"

Way = Callable[["DataFrame"], "DataFrame"]
"""Takes the rows, returns the same ``id`` with a column ``result``."""


@dataclass(frozen=True)
class Case:
    """One piece of work, and the ways of doing it.

    ``ways`` are by their labels, ours among them. ``outside`` does the same work on all rows in one
    process without Spark; such cases run in one task, so that both have one process. ``meanwhile``
    keeps something running that further ways need. ``target`` says which of the others' speed ours
    must have, at least, as a factor.
    """

    name: str
    title: str
    rows: int
    data: Callable[[SparkSession, int], DataFrame]
    ways: Mapping[str, Way]
    outside: Callable[[], None] | None = None
    meanwhile: Callable[[SparkSession], AbstractContextManager[Mapping[str, Way]]] | None = None
    tolerance: float = 0.0
    target: Mapping[str, float] = field(default_factory=dict)
    note: str = ""
