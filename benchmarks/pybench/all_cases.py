"""Every case, in the order of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench import arrays, images

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from pybench.case import Case


def all_cases(spark: SparkSession) -> list[Case]:
    """The cases; UDFs in them belong to the running session."""
    return [*arrays.cases(), *images.cases()]
