# SPDX-License-Identifier: Apache-2.0

"""The number of tasks that an executor runs at a time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from rapids_udfs.session.python_gpu.errors import PythonGpuValueError

_CORES: Final = "spark.executor.cores"
_CPUS: Final = "spark.task.cpus"
_TASK_GPUS: Final = "spark.task.resource.gpu.amount"
_GPUS: Final = "spark.executor.resource.gpu.amount"
SLOTS: Final = (_CORES, _CPUS, _TASK_GPUS, _GPUS)
"""The settings on which the number depends."""


def task_slots(settings: Mapping[str, str], cores: int, local: bool) -> int:
    """The number of tasks that run at a time on an executor's cores and on its GPU.

    Args:
        settings: those of the session.
        cores: the cores of the largest executor; 0 if there is no executor yet.
        local: whether executor and driver are one process, which manages no resources.

    Raises:
        PythonGpuValueError: there is no executor, and the settings do not name its cores.
    """
    if cores < 1:
        told = settings.get(_CORES, "")
        if not told.isdecimal():
            wanted = "tasks= of check_python_workers: there is no executor yet"
            raise PythonGpuValueError(_CORES, told or None, wanted)
        cores = int(told)
    slots = cores // max(int(settings.get(_CPUS, "1")), 1)
    a_task = float(settings.get(_TASK_GPUS, "0"))
    gpus = int(settings.get(_GPUS, "0"))
    if not local and a_task > 0 and gpus > 0:
        # Spark divides each GPU, not their sum. Exact fractions, so that 1 / 0.1 is 10.
        slots = min(
            slots,
            gpus * math.floor(1 / a_task + 1e-9) if a_task < 1 else gpus // int(a_task),
        )
    return max(slots, 1)
