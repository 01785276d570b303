# SPDX-License-Identifier: Apache-2.0

"""GPUs that cannot be used, and settings that give executors or Python workers none."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from harness.diagnoses import (
    CLUSTER,
    MPS,
    OF_SETTINGS,
    PYTHON_GPU,
    WITH_PLUGIN,
    WORKERS,
    checked,
    java_home,
    only,
    program,
    wrong_settings,
)
from rapids_udfs.diagnosis.finding import run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.session.settings import SparkSettings

pytestmark = pytest.mark.jars

Environment = pytest.MonkeyPatch


@pytest.fixture
def nvidia_smi(env: Environment, tmp_path: Path):
    """Make an ``nvidia-smi`` with one GPU of these properties."""

    def make(row: str) -> None:
        folder = tmp_path / "nvidia"
        text = f'case "$1" in -L) echo "GPU 0: NVIDIA Test";; *) echo "{row}";; esac'
        program(folder, "nvidia-smi", text)
        env.setenv("PATH", f"{folder}:/usr/bin:/bin")
        env.setenv("JAVA_HOME", str(java_home()))
        env.delenv("CUDA_VISIBLE_DEVICES", raising=False)

    return make


GOOD = "570.86.15, 9.0, 81559, 81000, Default"

PLUGIN = {"spark.plugins": "com.nvidia.spark.SQLPlugin"}


def gpu_findings(settings: dict[str, str] = PLUGIN) -> list[str]:
    return [str(f) for f in checked(settings).findings if f.check in ("gpu", "gpu-in-use")]


@pytest.mark.parametrize(
    "row",
    [
        GOOD,
        "580.95.05, 12.1, [N/A], [N/A], Default",  # with the machine's own memory
        "[N/A], [N/A], 81559, [Not Supported], [N/A]",
    ],
)
def test_a_good_gpu(nvidia_smi, row: str) -> None:
    nvidia_smi(row)
    assert gpu_findings() == []


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("470.1.2, 9.0, 81559, 81000, Default", "error: gpu: GPU 0: driver 470.1.2"),
        ("570.86.15, 6.1, 81559, 81000, Default", "error: gpu: GPU 0 has compute capability 6.1"),
        (
            "570.86.15, 9.0, 81559, 900, Default",
            "warning: gpu-in-use: GPU 0 has 900 of 81,559 MiB free",
        ),
        (
            "570.86.15, 9.0, 81559, 81000, Prohibited",
            "error: gpu: GPU 0 is in compute mode Prohibited",
        ),
    ],
)
def test_a_gpu_that_the_plugin_cannot_use(nvidia_smi, row: str, says: str) -> None:
    nvidia_smi(row)
    (finding,) = gpu_findings()
    assert finding.startswith(says)


def test_a_plugin_that_does_not_fit_beside_a_gpu(
    nvidia_smi, env: Environment, tmp_path: Path
) -> None:
    """Mode ``auto`` runs on the CPU then; without a plugin there is nothing to say."""
    nvidia_smi(GOOD)
    env.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "empty"))
    env.delenv("RAPIDS_UDFS_PLUGIN_JAR", raising=False)
    assert not checked().findings
    with ZipFile(tmp_path / "rapids-4-spark.jar", "w") as jar:
        jar.writestr("nothing", "")
    env.setenv("RAPIDS_UDFS_PLUGIN_JAR", str(tmp_path / "rapids-4-spark.jar"))
    warning = only(checked(), "plugin-jar", "warning")
    assert warning.startswith("plugin-jar: the plugin jar")
    assert "is not a jar of the cuDF plugin" in warning
    assert not checked({"spark.rapidsUdfs.mode": "cpu"}).findings


def test_an_exclusive_gpu_is_too_little_for_python_workers(nvidia_smi) -> None:
    nvidia_smi(GOOD.replace("Default", "Exclusive_Process"))
    assert gpu_findings() == []
    (finding,) = gpu_findings({**PLUGIN, "spark.rapids.sql.python.gpu.enabled": "true"})
    assert "nvidia-smi -i 0 -c DEFAULT" in finding
    mps = {"spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY": "/tmp/nvidia-mps"}
    assert gpu_findings({**PLUGIN, "spark.rapids.sql.python.gpu.enabled": "true", **mps}) == []


def test_an_nvidia_smi_that_says_nothing(nvidia_smi) -> None:
    nvidia_smi("")
    assert checked(PLUGIN).not_checked == {"gpu": "nvidia-smi does not answer"}


def test_a_hidden_gpu(env: Environment) -> None:
    env.setenv("CUDA_VISIBLE_DEVICES", "-1")
    (finding,) = gpu_findings()
    assert "CUDA_VISIBLE_DEVICES='-1' hides every GPU" in finding
    assert gpu_findings({**PLUGIN, "spark.rapidsUdfs.mode": "emulate"}) == []


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (
            {**WITH_PLUGIN, **CLUSTER, "spark.executor.extraClassPath": "/opt/x.jar"},
            ["error: executor-class-path:", "spark.executor.extraClassPath=the jar's path"],
        ),
        (
            {**WITH_PLUGIN, **CLUSTER, "spark.executor.resource.gpu.amount": "2"},
            ["error: gpu-amounts: spark.executor.resource.gpu.amount=2"],
        ),
        (
            {"spark.task.resource.gpu.amount": "0.5"},
            ["error: gpu-amounts: spark.task.resource.gpu.amount=0.5 in local mode"],
        ),
        (
            {"spark.master": "yarn", "spark.task.resource.gpu.amount": "1"},
            ["error: gpu-amounts: spark.task.resource.gpu.amount=1 without"],
        ),
        (
            {
                **WITH_PLUGIN,
                **CLUSTER,
                "spark.executor.cores": "8",
                "spark.task.resource.gpu.amount": "1",
            },
            ["warning: idle-cores:", "1 tasks at a time on 8 cores", "=0.125"],
        ),
        (
            {**WITH_PLUGIN, **CLUSTER, "spark.master": "k8s://https://host"},
            ["error: discovery-script:", "is not set"],
        ),
        (
            {
                **WITH_PLUGIN,
                **CLUSTER,
                "spark.executor.resource.gpu.discoveryScript": "{script}",
            },
            ["error: discovery-script:", "is not executable", "chmod +x"],
        ),
        (
            {
                **WITH_PLUGIN,
                **CLUSTER,
                "spark.master": "local-cluster[1,1,1024]",
                "spark.executor.resource.gpu.discoveryScript": "{missing}",
            },
            ["error: discovery-script:", "does not exist"],
        ),
        (
            {
                "spark.rapids.memory.gpu.allocFraction": "0.8",
                "spark.rapids.python.memory.gpu.allocFraction": "0.5",
            },
            ["note: gpu-memory:", "spark.rapids.python.memory.gpu.allocFraction"],
        ),
        (
            {**WITH_PLUGIN, **PYTHON_GPU, "spark.rapids.python.memory.gpu.allocFraction": "0.5"},
            ["error: gpu-memory:", "spark.rapids.python.memory.gpu.allocFraction"],
        ),
        ({MPS: "{missing}"}, ["note: mps: ", "missing.jar/control", "nvidia-cuda-mps-control -d"]),
        ({**WITH_PLUGIN, MPS: "{missing}"}, ["error: mps: ", "missing.jar/control"]),
        (
            {WORKERS: "4", "spark.master": "local[4]"},
            [f"note: python-workers: {WORKERS}=4", "up to 4 tasks", f"{WORKERS}=5, or 0"],
        ),
        (
            {WORKERS: "8", **CLUSTER, "spark.executor.cores": "16", "spark.task.cpus": "2"},
            ["note: python-workers:", "up to 8 tasks", f"{WORKERS}=9"],
        ),
        (
            {**WITH_PLUGIN, **PYTHON_GPU, WORKERS: "4", "spark.master": "local[4]"},
            [f"warning: python-workers: {WORKERS}=4", "up to 4 tasks"],
        ),
    ],
)
def test_each_wrong_setting_is_one_finding(settings, says, files) -> None:
    (finding,) = wrong_settings(settings, files)
    assert all(part in finding for part in says), finding
    assert all(f"\n    {word}: " in finding for word in ("why", "fix"))


def test_a_cluster_without_gpu_amounts(files) -> None:
    cluster = {"spark.master": "yarn"}
    assert wrong_settings(cluster, files) == []
    (finding,) = wrong_settings(cluster, files, gpu=True)
    assert finding.startswith("error: gpu-amounts: spark.executor.resource.gpu.amount is not set")


def test_python_workers_of_executors_that_are_not_known() -> None:
    setup = Setup(SparkSettings(("given here", {WORKERS: "4", "spark.master": "yarn"})))
    diagnosis = run(OF_SETTINGS, setup)
    assert diagnosis.healthy
    assert diagnosis.not_checked == {"python-workers": "spark.executor.cores is not set"}
