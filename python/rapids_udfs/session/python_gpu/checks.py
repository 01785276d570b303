# SPDX-License-Identifier: Apache-2.0

"""Checks on the driver, before a session starts, for faults that would appear in the workers."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.runtime.programs import run_program
from rapids_udfs.session.devices import query_gpus, shuts_out
from rapids_udfs.session.python_gpu.options import (
    ALLOC,
    MAX_ALLOC,
    POOLING,
    UVM,
    WORKERS,
    check_share,
)
from rapids_udfs.session.settings import SparkSettings, not_supported

JVM_ALLOC: Final = "spark.rapids.memory.gpu.allocFraction"
JVM_MAX_ALLOC: Final = "spark.rapids.memory.gpu.maxAllocFraction"
JVM_MIN_ALLOC: Final = "spark.rapids.memory.gpu.minAllocFraction"
MPS_FOLDER: Final = "/tmp/nvidia-mps"
"""MPS's pipe directory unless CUDA_MPS_PIPE_DIRECTORY names another."""

_PROBE: Final = "import sys; from importlib.util import find_spec; sys.exit(not find_spec('rmm'))"


def check_fractions(settings: SparkSettings) -> None:
    """Check the total share of the GPU's memory of executor and workers."""
    workers = settings.get(WORKERS)
    if workers is not None and not re.fullmatch(r"\s*-?\d+\s*", workers):
        raise not_supported(WORKERS, workers, "a whole number; 0 is no limit")
    jvm, jvm_max = share(settings, JVM_ALLOC, 1.0), share(settings, JVM_MAX_ALLOC, 1.0)
    python, python_max = share(settings, ALLOC, 0.0), share(settings, MAX_ALLOC, 0.0)
    if 0 < python_max < python:
        at_least = f"at least {ALLOC}={python:g}, or 0 for no limit"
        raise not_supported(MAX_ALLOC, python_max, at_least)
    pairs = (JVM_ALLOC, jvm, ALLOC, python), (JVM_MAX_ALLOC, jvm_max, MAX_ALLOC, python_max)
    for jvm_key, of_jvm, python_key, of_python in pairs:
        if of_python > 0 and of_jvm + of_python > 1 + 1e-9:
            raise ConfigurationError(
                f"{jvm_key}={of_jvm:g} and {python_key}={of_python:g} add to "
                f"{of_jvm + of_python:g}: executor and Python workers share one GPU, so at most 1 "
                f"in all. Leave the executor {1 - of_python:g}: set {jvm_key} to that, or unset "
                "it, and it is what the Python workers leave"
            )


def share(settings: SparkSettings, key: str, default: float) -> float:
    """A setting that is a share of the GPU's memory."""
    text = settings.get(key)
    if text is None:
        return default
    try:
        value = float(text)
    except ValueError:
        raise not_supported(key, text, "a number from 0 to 1") from None
    check_share(key, value)
    return value


def check_rmm(settings: SparkSettings, python: str) -> None:
    """Check that this machine's Python for workers has RMM if pooling or uvm needs it."""
    if not any((settings.get(key) or "").lower() == "true" for key in (POOLING, UVM)):
        return
    program = shutil.which(python)
    if program is None or Path(program) == Path(sys.executable):
        has_rmm = find_spec("rmm") is not None
    else:
        has_rmm = run_program(program, "-c", _PROBE).returncode == 0
    if not has_rmm:
        raise ConfigurationError(
            "there is no package rmm, which workers with pooling or uvm import; each would end as "
            f"it starts, and the job fail by an EOFException. Install it for {python}, or leave "
            "both off: python_gpu={'pooling': False, 'uvm': False}"
        )


def check_machine(mps: bool | str) -> None:
    """Check this machine's GPUs, if the executors are on it."""
    if mps:
        check_mps(mps_folder(mps))
    for (mode,) in query_gpus("compute_mode"):
        if shuts_out(mode, several=not mps):
            or_mps = " (or run NVIDIA's MPS there, and say python_gpu={'mps': True})"
            raise ConfigurationError(
                f"the GPU is in compute mode {mode}, which keeps the Python workers from a GPU "
                "that the executor uses. Set it to shared with: sudo nvidia-smi -c DEFAULT"
                + ("" if mode == "Prohibited" else or_mps)
            )


def check_mps(folder: str) -> None:
    """Check that MPS's control daemon runs on this machine with this pipe directory."""
    if not Path(folder, "control").exists():
        raise ConfigurationError(
            f"mps: there is no {folder}/control, so the MPS control daemon does not run here. "
            "Start it with: nvidia-cuda-mps-control -d (mps='/another/folder' where "
            "CUDA_MPS_PIPE_DIRECTORY is another), or leave mps out"
        )


def mps_folder(mps: bool | str) -> str:
    """MPS's pipe directory."""
    return mps if isinstance(mps, str) else MPS_FOLDER
