# SPDX-License-Identifier: Apache-2.0

"""Python workers of executors, which the plugin's daemon starts with a GPU's address."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from harness.own_process import reported, surroundings
from harness.session import SPARK
from harness.standalone import cluster
from rapids_udfs.runtime import plugin
from rapids_udfs.session.cluster import DISCOVERY_SCRIPT

pytestmark = pytest.mark.skipif(
    SPARK.version >= "4.2",
    reason="the plugin's daemon of Python workers does not start on PySpark 4.2",
)
SCRIPT = Path(__file__).parent / "scripts" / "workers_of_executors.py"
# The GPU has an index, which the discovery script reads, but does not work.
FAKE = """#!/bin/sh
case "$*" in
--query-gpu=index*) echo "$FAKE_GPU" ;;
-L) echo "Unable to determine the device handle"; exit 15 ;;
*) exit 2 ;;
esac
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables of all processes: a fake ``nvidia-smi`` is first on the PATH."""
    fake = tmp_path_factory.mktemp("bin") / "nvidia-smi"
    fake.write_text(FAKE, encoding="utf-8")
    fake.chmod(0o755)
    return surroundings() | {
        "PATH": f"{fake.parent}{os.pathsep}{os.environ['PATH']}",
        "SPARK_WORKER_OPTS": "-Dspark.worker.resource.gpu.amount=1 "
        f"-Dspark.worker.resource.gpu.discoveryScript={DISCOVERY_SCRIPT}",
    }


def plugin_jar() -> Path:
    return plugin.slim(plugin.locate(SPARK.scala), SPARK.version)


def run(master: str, folder: Path, environment: dict[str, str]) -> dict[str, Any]:
    """Return the script's report."""
    return reported(SCRIPT, folder, environment, master, str(plugin_jar()))


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> dict[str, Any]:
    """Return the script's report on one cluster."""
    folder = tmp_path_factory.mktemp("executors")
    gpus = [{"FAKE_GPU": "3"}, {"FAKE_GPU": "7"}]
    with cluster(folder, environment, of_worker=gpus) as url:
        return run(url, folder, environment)


def test_every_worker_has_the_discovered_address(facts: dict[str, Any]) -> None:
    workers = facts["first"]
    assert sorted(worker["address"] for worker in workers) == ["3", "7"]
    for worker in workers:
        assert worker["visible"] == worker["address"]


def test_workers_use_the_cpu_if_the_gpu_does_not_work(facts: dict[str, Any]) -> None:
    for worker in facts["first"]:
        assert worker["kind"] == "cpu"
        assert worker["reason"] == (
            "nvidia-smi finds no GPU (Unable to determine the device handle)"
        )


def test_the_plugins_daemon_starts_the_workers(facts: dict[str, Any]) -> None:
    modules = {worker["modules"] for worker in facts["first"]}
    assert modules == {f"{plugin_jar()}/rapids/worker.py"}


def test_in_local_mode(tmp_path: Path, environment: dict[str, str]) -> None:
    """The plugin's daemon also starts them there, but Spark assigns no address."""
    facts = run("local[2]", tmp_path, environment)
    both = [*facts["first"], *facts["second"]]
    assert len({worker["pid"] for worker in both}) <= 2
    for worker in both:
        assert worker["modules"] == f"{plugin_jar()}/rapids/worker.py"
        assert (worker["kind"], worker["address"], worker["visible"]) == ("cpu", None, None)


def test_workers_are_kept(facts: dict[str, Any]) -> None:
    assert facts["first"] == facts["second"]
    assert facts["report"] == {"workers": 2, "rows": 160}


def test_functions_run_on_executors(facts: dict[str, Any]) -> None:
    assert facts["kept"] == [[v if abs(v) > 4 else 0, 0, 0] for v in range(-20, 20)]


def test_images_models_and_compiled_functions_run_on_executors(facts: dict[str, Any]) -> None:
    assert facts["shifts"] == [[0.0, 0.0]]
    assert facts["predicted"] == 2 * sum(range(80)) + 2 * 80
    assert facts["halved"] == sum(range(80)) / 2


def test_a_model_is_loaded_once_per_executors_worker(facts: dict[str, Any]) -> None:
    assert facts["doubled"] == {"loads": 2, "workers": 2}


def test_a_killed_workers_task_runs_again(facts: dict[str, Any]) -> None:
    assert facts["ids"] == list(range(80))
    assert facts["attempts"] == {str(part): int(part == 2) for part in range(8)}


def test_tasks_of_an_executor(facts: dict[str, Any]) -> None:
    assert facts["checked"] == {"workers": 2, "tasks": 1, "least": 2}
