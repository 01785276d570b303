# SPDX-License-Identifier: Apache-2.0

"""A probe of what ran: whether a columnar body was called, and with how many rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import rapids_udfs
from rapids_udfs import emulator
from rapids_udfs.emulator import Leak
from rapids_udfs.plans.placement import Placement
from rapids_udfs.session.library import has_class, require_classic
from rapids_udfs.session.modes import MODE_SETTING
from rapids_udfs.testing.errors import TestModeError
from rapids_udfs.testing.frames import has_plugin

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rapids_udfs.testing.subject import Subject

_EMULATOR_CLASS = "io.github.rapidsudfs.emulator.memory.UdfLeaks"


@dataclass(frozen=True)
class Ran:
    """Counts of a UDF's calls since the last reset.

    Attributes:
        known: whether it was counted at all; a foreign class on a GPU is not.
        row_calls: calls of the row-wise body; None if it does not count them.
        leaks: leaks of columnar bodies; empty if they are not counted.
    """

    known: bool
    calls: int = 0
    rows: int = 0
    row_calls: int | None = None
    leaks: dict[str, Leak] = field(default_factory=dict)


class Verdicts(NamedTuple):
    """The plugin's verdicts on the UDFs of a query: whether all are on the GPU, and as text."""

    on_gpu: bool
    text: str


class ExecutionProbe:
    """Counts what a UDF does in a session, which has the GPU or its emulation."""

    def __init__(self, spark: SparkSession, call: str) -> None:
        self._spark = spark
        require_classic(spark, call)
        if has_class(spark, _EMULATOR_CLASS):
            self.mode = "emulate"
        elif has_plugin(spark):
            self.mode = "gpu"
        else:
            raise TestModeError(call, spark.conf.get(MODE_SETTING, None) or "none")

    def reset(self) -> None:
        """Reset the counts."""
        rapids_udfs.reset_counters(self._spark)
        if self.mode == "emulate":
            emulator.reset(self._spark)

    def ran(self, subject: Subject) -> Ran:
        """The UDF's counts since the last reset; other UDFs must not have run."""
        counted = rapids_udfs.counters(self._spark)
        of_ours = counted.get(subject.info.name) if subject.info else None
        # A function that was called before the reset is still listed, with zeros.
        ran = [c for c in counted.values() if any(c)]
        if of_ours is None and len(ran) == 1:
            of_ours = ran[0]
        row_calls = of_ours.row_calls if of_ours else None
        if self.mode == "emulate":
            costs = list(emulator.costs(self._spark).values())
            calls, rows = sum(c.calls for c in costs), sum(c.rows for c in costs)
            return Ran(True, calls, rows, row_calls, emulator.leaks(self._spark))
        if of_ours is None:
            return Ran(subject.info is not None)
        return Ran(True, of_ours.columnar_batches, of_ours.columnar_rows, row_calls)

    def verdicts(self, sql: str) -> Verdicts:
        """The plugin's verdicts on the UDFs in a query."""
        told = rapids_udfs.explain(self._spark.sql(sql))
        found = [*told.functions, *told.others]
        on_gpu = bool(found) and all(v.placement is Placement.GPU for v in found)
        return Verdicts(on_gpu, repr(told))
