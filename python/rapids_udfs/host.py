"""What the columnar bodies of UDFs cost and leak in a session of mode ``host``.

Of every UDF with a columnar body, this library's or your own::

    from rapids_udfs import host

    host.reset(spark)
    frame.collect()
    assert host.costs(spark)["com.example.PlusOne"].calls > 0
    assert host.leaks(spark) == {}

The numbers are those of the driver's JVM: everything in local mode, nothing of the executors' own
work on a cluster. Device memory is emulated, and so is what is counted here: bytes and calls, not
time.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from rapids_udfs.errors import NotHostModeError
from rapids_udfs.library import has_class, require_classic

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_MEMORY = "io.github.rapidsudfs.host.memory"


class Cost(NamedTuple):
    """What the calls of one UDF's columnar body cost together; bytes are device bytes."""

    calls: int
    """Calls of ``evaluateColumnar``: one a batch."""
    rows: int
    """Rows in those batches."""
    input_bytes: int
    """Bytes of the argument columns."""
    kernels: int
    """Calls of cuDF operations. On a GPU each launches one kernel or several."""
    bytes_read: int
    bytes_written: int
    allocations: int
    peak_bytes: int
    """The most that one call held beyond its arguments, its result included."""
    by_kernel: dict[str, int]
    """``kernels`` by the name of the operation."""


class Leak(NamedTuple):
    """What the columnar body of one UDF has made and not closed: device bytes, cuDF objects."""

    bytes: int
    objects: int


def costs(spark: SparkSession) -> dict[str, Cost]:
    """The cost of each UDF that ran in columns since :func:`reset`, by its class's name.

    Raises:
        NotHostModeError: the session is not of mode ``host``.
        NotOnConnectError: the session is a Spark Connect client.
    """
    udfs = json.loads(_memory(spark).Ledger.json())["udfs"]
    return {
        name: Cost(**{field: entry[field] for field in Cost._fields})
        for name, entry in udfs.items()
    }


def reset(spark: SparkSession) -> None:
    """Sets all costs to zero and forgets all leaks.

    Raises:
        NotHostModeError, NotOnConnectError: see :func:`costs`.
    """
    _memory(spark).Ledger.reset()


def leaks(spark: SparkSession) -> dict[str, Leak]:
    """What UDFs have left open since :func:`reset`, by class name; ask when no query runs.

    A result belongs to the plugin, which closes it before its query ends. What the garbage
    collector had to close in the meantime is counted too.

    Raises:
        NotHostModeError, NotOnConnectError: see :func:`costs`.
    """
    found = _memory(spark).UdfLeaks.list()
    return {str(udf): Leak(int(found[udf].bytes()), int(found[udf].objects())) for udf in found}


def _memory(spark: SparkSession) -> Any:
    """The back-end's Java package in the session's JVM."""
    require_classic(spark, "rapids_udfs.host")
    if not has_class(spark, f"{_MEMORY}.UdfLeaks"):
        raise NotHostModeError
    package: Any = spark.sparkContext._jvm
    for name in _MEMORY.split("."):
        package = getattr(package, name)
    return package
