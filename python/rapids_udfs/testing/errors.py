# SPDX-License-Identifier: Apache-2.0

"""Errors that prevent a test from running; a test that fails raises ``AssertionError``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rapids_udfs.errors import RapidsUdfsError


class TestModeError(RapidsUdfsError):
    """A check of columnar bodies in a session that does not run them."""

    __test__ = False  # pytest: no tests in here

    def __init__(self, call: str, found: str, wanted: str = "emulate' or 'gpu") -> None:
        super().__init__(
            f"{call} needs a session of mode '{wanted}', and this one's is {found!r}. Start one "
            "with rapids_udfs.configure(SparkSession.builder, mode='emulate').getOrCreate(); a JVM "
            "has one mode, so in a Python process of its own"
        )


class NoTestSessionError(RapidsUdfsError):
    """A call that needs a session's JVM, and no session is running."""

    def __init__(self, call: str) -> None:
        super().__init__(
            f"{call} asks the test kit in a session's JVM, and no classic session is running in "
            "this process. Start one, or ask within a test that has the fixture rapids_udfs_spark"
        )


class UdfClassError(RapidsUdfsError):
    """A class that cannot be tested: it is not there, or not a UDF with a columnar body."""


class JvmEndedError(RapidsUdfsError):
    """The JVM ended while a UDF was checked."""

    def __init__(self, function: str, status: int, log: Path | None = None) -> None:
        self.function, self.status = function, status
        told = f". Spark's log: {log}" if log else ""
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        super().__init__(
            f"the JVM ended {how} while {function} was checked: it may have called System.exit, or "
            "have overflowed the stack, after which Spark ends its JVM, or have been killed for "
            f"want of memory{told}"
        )


class BuiltinFunctionError(UdfClassError):
    """A function of Spark's own, which is not a UDF."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} is a function of Spark's own and no UDF: it has no columnar body to test. "
            "Where it runs is the plugin's matter, and rapids_udfs.explain(df).text says it. Name "
            "a UDF: a class in full (com.acme.MyUdf), or a registered function"
        )


class UdfArgumentsError(RapidsUdfsError):
    """Types that the UDF does not take; the message includes Spark's."""


class NoSuchUdfError(UdfClassError):
    """Neither a function of the session nor a class."""

    def __init__(self, name: str, jars: Sequence[str]) -> None:
        looked = ", ".join(jars) or "no jars"
        super().__init__(
            f"there is neither a function nor a class {name!r} in this session ({looked}). Name "
            "a registered function, or a class in full (com.acme.MyUdf, com.acme.Outer$Inner) "
            "whose jar is in spark.jars"
        )
