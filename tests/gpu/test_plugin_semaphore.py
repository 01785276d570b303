# SPDX-License-Identifier: Apache-2.0

"""The plugin's own semaphore of Python workers, on mock tasks: the basis of the rule."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from harness.session import with_plugin
from rapids_udfs.gpu.conf import Stage, checked

# Of tasks: large, so that they arrive in the JVM as long; the plugin remembers those it has seen.
_IDS = itertools.count(1 << 40)


class Permits:
    """The plugin's semaphore, and tasks to take its permits."""

    def __init__(self, spark: Any, permits: int) -> None:
        context = spark.sparkContext
        self._jvm, self._gateway = context._jvm, context._gateway
        loader = self._jvm.com.nvidia.spark.rapids.ShimLoader.getShimClassLoader()
        kind = loader.loadClass("com.nvidia.spark.rapids.python.PythonWorkerSemaphore")
        (constructor,) = kind.getConstructors()
        self._semaphore = constructor.newInstance(self._array([permits]))
        field = kind.getDeclaredField("semaphore")
        field.setAccessible(True)
        self._inner = field.get(self._semaphore)
        loader = self._jvm.java.lang.Thread.currentThread().getContextClassLoader()
        self._task = loader.loadClass("org.apache.spark.TaskContextImpl").getConstructors()[0]
        self._here = loader.loadClass("org.apache.spark.TaskContext$").getField("MODULE$").get(None)

    @property
    def free(self) -> int:
        return int(self._inner.availablePermits())

    def task(self) -> Any:
        """A new task's context; as much of it as the semaphore looks at."""
        kinds = [parameter.getName() for parameter in self._task.getParameterTypes()]
        values = {
            "int": 0,
            "long": next(_IDS),
            "java.util.Properties": self._jvm.java.util.Properties(),
        }
        return self._task.newInstance(self._array([values.get(kind) for kind in kinds]))

    def take(self, task: Any) -> None:
        """Acquire a permit as an operator does when it begins; it must not wait here."""
        assert self.free > 0
        self._in(task, lambda: self._semaphore.acquireIfNecessary(task))

    def end(self, task: Any) -> None:
        self._in(task, lambda: task.markTaskCompleted(self._jvm.scala.Option.empty()))

    def _in(self, task: Any, call: Any) -> None:
        self._here.setTaskContext(task)
        try:
            call()
        finally:
            self._here.unset()

    def _array(self, values: list[Any]) -> Any:
        array = self._gateway.new_array(self._jvm.java.lang.Object, len(values))
        for index, value in enumerate(values):
            array[index] = value
        return array


@with_plugin
@pytest.mark.parametrize(("tasks", "execs"), [(1, 2), (2, 2), (2, 3), (3, 2)])
def test_the_smallest_safe_value(spark: Any, tasks: int, execs: int) -> None:
    """One permit an operator, all back at a task's end: one less than the rule's, and all wait."""
    least = checked(0, tasks, Stage(execs=("MapInPandasExec",) * execs)).least
    for permits in (least - 1, least):
        semaphore = Permits(spark, permits)
        running = [semaphore.task() for _ in range(tasks)]
        for task in running * (execs - 1):
            semaphore.take(task)
        # Each waits for its last.
        assert semaphore.free == permits - tasks * (execs - 1) == int(permits == least)
        if permits == least:
            for ended, task in enumerate(running, start=1):
                semaphore.take(task)
                semaphore.end(task)
                assert semaphore.free == 1 + ended * (execs - 1)
