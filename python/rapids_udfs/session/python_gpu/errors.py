# SPDX-License-Identifier: Apache-2.0

"""Errors in the settings of Python workers on the GPU, raised before a job starts."""

from __future__ import annotations

from collections.abc import Sequence

from rapids_udfs.errors import RapidsUdfsError


class PythonGpuValueError(RapidsUdfsError, ValueError):
    """A value that an option or setting of Python workers on the GPU cannot have."""

    def __init__(self, what: str, found: object, supported: str) -> None:
        super().__init__(f"{what}={found!r} is not supported; use {supported}")


class GpuFractionError(RapidsUdfsError, ValueError):
    """Shares of the GPU's memory that add up to more than all of it."""

    def __init__(self, jvm: tuple[str, float], python: tuple[str, float]) -> None:
        both = " and ".join(f"{key}={share:g}" for key, share in (jvm, python))
        super().__init__(
            f"{both} add to {jvm[1] + python[1]:g}: executor and Python workers share one GPU, so "
            f"at most 1 in all. Leave the executor {1 - python[1]:g}: set {jvm[0]} to that, or "
            "unset it, and it is what the Python workers leave"
        )


class RmmMissingError(RapidsUdfsError):
    """Pooled or managed memory in Python workers whose Python lacks the packages for it."""

    def __init__(self, why: str, python: str) -> None:
        super().__init__(
            f"{why}, which workers with pooling or uvm import; each would end as it starts, and "
            f"the job fail by an EOFException. Install it for {python}, or leave both off: "
            "python_gpu={'pooling': False, 'uvm': False}"
        )


class ComputeModeError(RapidsUdfsError):
    """A GPU in a compute mode that the executor and its Python workers cannot share."""

    def __init__(self, mode: str) -> None:
        super().__init__(
            f"the GPU is in compute mode {mode}, which keeps the Python workers from a GPU that "
            "the executor uses. Set it to shared with: sudo nvidia-smi -c DEFAULT"
            + (
                " (or run NVIDIA's MPS there, and say python_gpu={'mps': True})"
                if mode != "Prohibited"
                else ""
            )
        )


class MpsError(RapidsUdfsError):
    """MPS was requested, and its control daemon does not run on this machine."""

    def __init__(self, folder: str) -> None:
        super().__init__(
            f"mps: there is no {folder}/control, so the MPS control daemon does not run here. "
            "Start it with: nvidia-cuda-mps-control -d (mps='/another/folder' where "
            "CUDA_MPS_PIPE_DIRECTORY is another), or leave mps out"
        )


class PythonWorkersError(RapidsUdfsError):
    """``concurrentPythonWorkers`` is so small that the query's tasks could wait for ever.

    Attributes:
        least: the smallest value that is safe for the query; 0, no limit, where no other is.
    """

    def __init__(
        self, workers: int, tasks: int, execs: Sequence[str], least: int, merged: bool
    ) -> None:
        self.least = least
        found = (
            f"spark.rapids.python.concurrentPythonWorkers is {workers}, but up to {tasks} tasks "
            f"run in an executor at a time and a stage of this query has {len(execs)} Python "
            f"operators ({', '.join(execs)}), each of which takes a permit and keeps it until its "
            "task ends: the tasks could wait for each other for ever. "
        )
        if merged:
            fix = (
                "A coalesce(n) above them lets one task run them for several partitions, a permit "
                "for each: no number is safe. Use repartition(n) in its place, or no limit: 0"
            )
        else:
            fix = f"The smallest safe value is {least}; 0 is no limit. Set it where Spark starts"
        super().__init__(found + fix)
