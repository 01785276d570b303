# SPDX-License-Identifier: Apache-2.0

"""The settings by which cluster managers give executors a GPU."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from rapids_udfs.errors import ConfigurationError
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT, request_gpus
from rapids_udfs.session.settings import SparkSettings

TASK = "spark.task.resource.gpu.amount"
EXECUTOR = "spark.executor.resource.gpu.amount"
SCRIPT = "spark.executor.resource.gpu.discoveryScript"


def requested(options: dict[str, str], **request: object) -> dict[str, str]:
    settings = SparkSettings(("set on the builder", options))
    request_gpus(settings, **request)
    return settings.changes


@pytest.mark.parametrize("master", [None, "local", "local[4]", "local[*]", "local[2,3]"])
def test_nothing_in_local_mode(master: str | None) -> None:
    assert requested({"spark.master": master} if master else {}) == {}


@pytest.mark.parametrize(
    ("options", "fraction"),
    [
        ({"spark.master": "spark://h:7077"}, "0.001"),
        ({"spark.master": "spark://h:7077", "spark.executor.cores": "8"}, "0.125"),
        ({"spark.master": "spark://h:7077", "spark.executor.cores": "3"}, "0.3333"),
        ({"spark.master": "yarn"}, "1"),
        ({"spark.master": "yarn", "spark.executor.cores": "4"}, "0.25"),
        ({"spark.master": "local-cluster[2, 4, 1024]"}, "0.25"),
    ],
)
def test_task_fraction(options: dict[str, str], fraction: str) -> None:
    changes = requested(options)
    assert changes[TASK] == fraction
    assert changes[EXECUTOR] == "1"
    cores = int(options.get("spark.executor.cores", "1"))
    assert int(1 / float(fraction) + 1e-9) >= cores


def test_fraction_of_the_user() -> None:
    standalone = {"spark.master": "spark://h:7077"}
    assert requested(standalone, fraction=0.5)[TASK] == "0.5"
    assert TASK not in requested({**standalone, TASK: "0.2"})
    with pytest.raises(ConfigurationError, match=r"'0\.2' \(set on the builder\), but '0\.5'"):
        requested({**standalone, TASK: "0.2"}, fraction=0.5)


def test_amount_of_the_user_conflicts() -> None:
    with pytest.raises(ConfigurationError, match=r"gpu\.amount is '2' .* but '1' is needed"):
        requested({"spark.master": "yarn", EXECUTOR: "2"})


@pytest.mark.parametrize("fraction", [0, -1.0, 0.75, 2, float("nan"), "0.5"])
def test_fraction_that_spark_refuses(fraction: float) -> None:
    with pytest.raises(
        ConfigurationError, match=r"task_gpu_fraction=.* more than 0 and at most 0\.5"
    ):
        requested({}, fraction=fraction)


@pytest.mark.parametrize("cores", ["0", "-1", "four", "1.5", ""])
def test_cores_that_spark_refuses(cores: str) -> None:
    with pytest.raises(ConfigurationError, match=r"spark\.executor\.cores=.* a whole number"):
        requested({"spark.master": "yarn", "spark.executor.cores": cores})


def test_yarn_ships_the_script() -> None:
    options = {"spark.master": "yarn", "spark.yarn.dist.files": "/mine.txt"}
    changes = requested(options | {"spark.files": "/other.txt"})
    assert changes[SCRIPT] == "./gpu_discovery.sh"
    assert changes["spark.yarn.dist.files"] == f"/mine.txt,{DISCOVERY_SCRIPT}"
    assert "spark.files" not in changes  # Spark itself adds them to the others


def test_yarn_with_a_script_on_the_nodes() -> None:
    changes = requested({"spark.master": "yarn"}, script="/on/each/node.sh")
    assert changes[SCRIPT] == "/on/each/node.sh"
    assert "spark.yarn.dist.files" not in changes


def test_yarn_again_changes_nothing() -> None:
    options = {"spark.master": "yarn"}
    options |= requested(options)
    assert requested(options) == {}


def test_kubernetes() -> None:
    options = {"spark.master": "k8s://https://h"}
    with pytest.raises(ConfigurationError, match=r"on Kubernetes .*discovery_script='/opt/"):
        requested(options)
    changes = requested(options, script="/in/image.sh")
    assert changes[SCRIPT] == "/in/image.sh"
    assert changes["spark.executor.resource.gpu.vendor"] == "nvidia.com"
    assert SCRIPT not in requested({**options, SCRIPT: "/mine.sh"})


def test_standalone_leaves_discovery_to_the_workers() -> None:
    assert SCRIPT not in requested({"spark.master": "spark://h:7077"})


@pytest.mark.parametrize(("indices", "addresses"), [("0", ["0"]), ("0\n1\n7", ["0", "1", "7"])])
def test_discovery_script(tmp_path: Path, indices: str, addresses: list[str]) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text(f"#!/bin/sh\nprintf '{indices}\\n'\n", encoding="utf-8")
    program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        [str(DISCOVERY_SCRIPT)], env={"PATH": path}, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {"name": "gpu", "addresses": addresses}


def test_discovery_script_fails_without_a_gpu(tmp_path: Path) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\nexit 9\n", encoding="utf-8")
    program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run([str(DISCOVERY_SCRIPT)], env={"PATH": path}, check=False)
    assert done.returncode != 0


@pytest.mark.parametrize(
    ("asked", "mode", "status"),
    [("1", "Default", 0), ("1", "Exclusive_Process", 1), ("", "Exclusive_Process", 0)],
)
def test_discovery_script_if_python_workers_use_the_gpu(
    tmp_path: Path, asked: str, mode: str, status: int
) -> None:
    program = tmp_path / "nvidia-smi"
    text = f"#!/bin/sh\ncase $1 in *compute_mode) echo Default; echo {mode} ;; *) echo 0 ;; esac\n"
    program.write_text(text, encoding="utf-8")
    program.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "RAPIDS_UDFS_PYTHON_GPU": asked}
    done = subprocess.run(
        [str(DISCOVERY_SCRIPT)], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == status
    said = "compute mode: Default Exclusive_Process; set it with: nvidia-smi -c DEFAULT"
    assert (said in done.stderr) is bool(status)
