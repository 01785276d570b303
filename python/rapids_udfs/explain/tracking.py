# SPDX-License-Identifier: Apache-2.0

"""The work of functions in the queries of a block of code or an application: ``track``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rapids_udfs.errors import MetricsOffError
from rapids_udfs.explain.work import Work, difference, work_of
from rapids_udfs.session.library import (
    ENTRY_POINT,
    entry_point,
    is_connect,
    require_running,
    require_session,
)

if TYPE_CHECKING:
    from types import TracebackType

    from pyspark.sql import SparkSession


class Tracking(Work):
    """The work of functions in the block; complete when the block has ended."""

    def __init__(self, spark: SparkSession) -> None:
        super().__init__(())
        self._spark = spark
        self._counting: _InDriver | _OnServer

    def __enter__(self) -> Tracking:
        self.lines = ()
        connect = is_connect(self._spark)
        self._counting = _OnServer(self._spark) if connect else _begin(self._spark)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.lines = self._counting.end().lines


def track(spark: SparkSession) -> Tracking:
    """Count what functions do in the queries of a ``with`` block.

        with rapids_udfs.track(spark) as work:
            spark.sql(...).collect()
        work.show()

    It covers the jobs of this thread and of threads started in the block, and these UDFs: the
    catalogue's functions, your dual functions and, with the extension, your own ``RapidsUDF``
    classes, except as Hive UDFs. The counts arrive with the tasks' results: see ``WorkLine``.

    Over Spark Connect the server must have been started with the metrics, and the work of its other
    clients in the meantime is counted too.

    Raises:
        ArgumentTypeError, SessionStoppedError: ``spark`` is not a running session.
        UnsupportedSparkError, VersionMismatchError, JarMissingError: see
            ``rapids_udfs.register``.
        MetricsOffError: the Spark Connect server was started without the metrics.
    """
    require_session(spark, "track")
    require_running(spark, "track")
    return Tracking(spark)


def work(spark: SparkSession) -> Work:
    """The work of functions so far in an application started with ``configure(metrics=True)``.

    The latest queries (as many as ``spark.sql.ui.retainedExecutions``) have lines of their own, the
    older ones are in one sum.

    Raises:
        MetricsOffError: the application was started without the metrics.
        ArgumentTypeError, SessionStoppedError: ``spark`` is not a running session.
    """
    require_session(spark, "work")
    require_running(spark, "work")
    found = _server_json(spark) if is_connect(spark) else entry_point(spark).workJson()
    if found is None:
        raise MetricsOffError()
    return work_of(str(found))


def _begin(spark: SparkSession) -> _InDriver:
    return _InDriver(entry_point(spark).track(spark._jsparkSession))


def _server_json(spark: SparkSession) -> str | None:
    from rapids_udfs.registration.connect import call_static

    found = call_static(spark, ENTRY_POINT, "workJson")
    return None if found == "null" else found  # as java_method writes it


class _InDriver:
    """An accumulator of this block."""

    def __init__(self, tracker: Any) -> None:
        self._tracker = tracker

    def end(self) -> Work:
        self._tracker.stop()
        return work_of(str(self._tracker.json()))


class _OnServer:
    """The difference between two counts of a Spark Connect server."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark
        self._before = work(spark)

    def end(self) -> Work:
        return difference(work(self._spark), self._before)
