# SPDX-License-Identifier: Apache-2.0

"""Whether a GPU is found, with programs and device files that stand for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rapids_udfs.session.devices import find_gpu


@pytest.fixture
def nvidia_smi(tmp_path: Path):
    """Make an ``nvidia-smi`` that prints and exits so, and an environment in which it is found."""

    def make(says: str, status: int = 0) -> dict[str, str]:
        program = tmp_path / "nvidia-smi"
        program.write_text(f"#!/bin/sh\necho '{says}'\nexit {status}\n", encoding="utf-8")
        program.chmod(0o755)
        return {"PATH": f"{tmp_path}:/usr/bin:/bin"}

    return make


def test_nvidia_smi_names_one(nvidia_smi) -> None:
    gpu = find_gpu(nvidia_smi("GPU 0: NVIDIA H200 (UUID: GPU-1)"))
    assert gpu == (True, "GPU 0: NVIDIA H200")


@pytest.mark.parametrize(("says", "status"), [("", 0), ("No devices were found", 6)])
def test_nvidia_smi_finds_none(nvidia_smi, says: str, status: int) -> None:
    gpu = find_gpu(nvidia_smi(says, status))
    assert not gpu.usable
    assert gpu.reason == f"nvidia-smi finds no GPU ({says or 'it prints nothing'})"


def test_nvidia_smi_does_not_run(nvidia_smi, tmp_path: Path) -> None:
    env = nvidia_smi("")
    (tmp_path / "nvidia-smi").write_text("#!/no/such/interpreter\n", encoding="utf-8")
    gpu = find_gpu(env)
    assert not gpu.usable
    assert gpu.reason.startswith("nvidia-smi does not answer (")


@pytest.mark.parametrize("hidden", ["", "-1", "NoDevFiles"])
def test_hidden(nvidia_smi, hidden: str) -> None:
    gpu = find_gpu({**nvidia_smi("GPU 0: x"), "CUDA_VISIBLE_DEVICES": hidden})
    assert gpu == (False, f"CUDA_VISIBLE_DEVICES={hidden!r} hides every GPU")


def test_device_file(tmp_path: Path) -> None:
    for name in ("nvidiactl", "nvidia-uvm"):
        (tmp_path / name).touch()
    nowhere = {"PATH": str(tmp_path)}
    assert not find_gpu(nowhere, tmp_path).usable
    (tmp_path / "nvidia0").touch()
    assert find_gpu(nowhere, tmp_path) == (True, f"{tmp_path}/nvidia0 is there")


def test_neither(tmp_path: Path) -> None:
    gpu = find_gpu({"PATH": str(tmp_path)}, tmp_path)
    assert gpu == (False, "no GPU here (neither nvidia-smi nor /dev/nvidia0 is there)")
