# SPDX-License-Identifier: Apache-2.0

"""References that may be missing, with the reasons. An unneeded exemption fails the check."""

from __future__ import annotations

from typing import NamedTuple


class Exemption(NamedTuple):
    """References from places on Spark versions; names match by their beginnings."""

    reference: str
    place: str
    spark: tuple[str, ...]
    """Versions, or their beginnings: ``4.0.`` is every patch of 4.0; empty for all."""
    reason: str

    def concerns(self, spark: str) -> bool:
        return not self.spark or spark.startswith(self.spark)

    def covers(self, spark: str, reference: str, place: str) -> bool:
        begins = reference.startswith(self.reference) and place.startswith(self.place)
        return begins and self.concerns(spark)


EXEMPTIONS = (
    Exemption(
        "org/scalacheck/",
        "io/github/rapidsudfs/testkit/",
        (),
        "the generators are for users of ScalaCheck, which Spark does not contain",
    ),
    Exemption(
        "org/apache/spark/sql/catalyst/plans/logical/FunctionBuilderBase.",
        "org/apache/spark/sql/rapidsudfs/NamedArguments$Unbuilt$.",
        ("3.5.0", "3.5.1", "4.0."),
        "forwarders that scalac adds: NamedArguments calls the trait's method as it is declared",
    ),
)
