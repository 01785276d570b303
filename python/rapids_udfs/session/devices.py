# SPDX-License-Identifier: Apache-2.0

"""The GPUs of this machine that a process may use."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rapids_udfs.errors import GpuNotFoundError
from rapids_udfs.runtime.programs import run_program


class Gpu(NamedTuple):
    """Whether there is a usable GPU, with the reason."""

    usable: bool
    reason: str


def find_gpu(env: Mapping[str, str] = os.environ, devices: Path = Path("/dev")) -> Gpu:
    """Check ``CUDA_VISIBLE_DEVICES``, then ``nvidia-smi``, then the device files."""
    visible = env.get("CUDA_VISIBLE_DEVICES")
    if visible is not None and visible.strip() in ("", "-1", "NoDevFiles"):
        return Gpu(False, f"CUDA_VISIBLE_DEVICES={visible!r} hides every GPU")
    if program := shutil.which("nvidia-smi", path=env.get("PATH")):
        try:
            done = run_program(program, "-L")
        except (OSError, subprocess.TimeoutExpired) as e:
            return Gpu(False, f"nvidia-smi does not answer ({e})")
        gpus = [line for line in done.stdout.splitlines() if line.startswith("GPU ")]
        if done.returncode != 0 or not gpus:
            output = (done.stdout + done.stderr).strip().splitlines() or ["it prints nothing"]
            return Gpu(False, f"nvidia-smi finds no GPU ({output[0]})")
        return Gpu(True, re.sub(r"\s*\(UUID.*", "", gpus[0]))
    files = sorted(p.name for p in devices.glob("nvidia*") if re.fullmatch(r"nvidia\d+", p.name))
    if files:
        return Gpu(True, f"{devices / files[0]} is there")
    return Gpu(False, "no GPU here (neither nvidia-smi nor /dev/nvidia0 is there)")


def require_gpu() -> None:
    """Raise GpuNotFoundError if this machine has no usable GPU."""
    gpu = find_gpu()
    if not gpu.usable:
        raise GpuNotFoundError(
            f"mode gpu needs a GPU: {gpu.reason}. Without one --mode emulate runs the columnar "
            "bodies on this machine's CPU"
        )


def query_gpus(*fields: str) -> list[list[str]]:
    """The fields of each GPU, by ``nvidia-smi``'s names; empty if it reports none."""
    query = f"--query-gpu={','.join(fields)}"
    try:
        done = run_program("nvidia-smi", query, "--format=csv,noheader,nounits")
    except (OSError, subprocess.TimeoutExpired):
        return []
    rows = [[cell.strip() for cell in line.split(",")] for line in done.stdout.splitlines()]
    complete = done.returncode == 0 and all(len(row) == len(fields) for row in rows)
    return rows if complete else []


def shuts_out(compute_mode: str, *, several: bool) -> bool:
    """Return whether a compute mode keeps processes off a GPU; ``several`` use it without MPS."""
    return compute_mode == "Prohibited" or (several and compute_mode.startswith("Exclusive"))
