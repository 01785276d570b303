"""How Spark adds what the workers counted."""

from __future__ import annotations

from pyspark.accumulators import AccumulatorParam

from rapids_udfs.gpu.meter import Counts, Tally, begin_anew


class Tallies(AccumulatorParam[Tally]):
    """Counts by their keys; equal keys are added."""

    def zero(self, value: Tally) -> Tally:
        """Nothing counted."""
        return {}

    def addInPlace(self, value1: Tally, value2: Tally) -> Tally:  # noqa: N802 (PySpark's name)
        """The second into the first."""
        begin_anew(value1)
        for key, counts in value2.items():
            value1[key] = value1.get(key, Counts()).plus(counts)
        return value1
