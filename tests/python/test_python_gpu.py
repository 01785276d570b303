# SPDX-License-Identifier: Apache-2.0

"""The settings and errors of ``configure(python_gpu=...)``, before Spark starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rapids_udfs import configure
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.gpu import conf
from rapids_udfs.runtime import plugin

pytestmark = [pytest.mark.usefixtures("no_spark_runs"), pytest.mark.jars]

DAEMON = "spark.python.daemon.module"
PYTHONPATH = "spark.executorEnv.PYTHONPATH"
REUSE = "spark.python.worker.reuse"
SOCKETS = "spark.python.unix.domain.socket.enabled"
CHECK = "spark.executorEnv.RAPIDS_UDFS_PYTHON_GPU"
JVM, JVM_MAX, JVM_MIN = (
    f"spark.rapids.memory.gpu.{name}"
    for name in ("allocFraction", "maxAllocFraction", "minAllocFraction")
)
ALLOC = "spark.rapids.python.memory.gpu.allocFraction"
POOLING = "spark.rapids.python.memory.gpu.pooling.enabled"
Script = Callable[[str, str], Path]


@pytest.fixture(autouse=True)
def spark4(make_spark, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Spark 4.1.3 is installed; neither the plugin, nor a GPU, nor variables are."""
    make_spark("4.1.3", "2.13")
    monkeypatch.delenv(plugin.ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "cache"))
    # Set first, so that what the call sets is taken back.
    monkeypatch.setenv("PYSPARK_PYTHON", "")
    monkeypatch.delenv("PYSPARK_PYTHON")
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """Put a program on the PATH."""

    def make(name: str, text: str) -> Path:
        path = tmp_path / "bin" / name
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    return make


@pytest.fixture
def configured(builder, make_plugin) -> Callable[..., Any]:
    """A builder in mode gpu, with options of Python workers and Spark settings."""
    jar = make_plugin()

    def make(python_gpu: object = True, **options: str) -> Any:
        return configure(builder(**options), "gpu", plugin_jar=jar, python_gpu=python_gpu)

    make.jar = str(jar)  # type: ignore[attr-defined]
    return make


class TestSettings:
    def test_local(self, configured) -> None:
        spark_builder = configured()
        for key, value in conf.PandasGpu().settings().items():
            assert spark_builder[key] == value
        assert spark_builder[DAEMON] == "rapids.daemon"
        assert spark_builder[PYTHONPATH] == configured.jar
        assert (
            spark_builder[REUSE],
            spark_builder["spark.python.use.daemon"],
            spark_builder[SOCKETS],
        ) == ("true", "true", "false")
        assert os.environ["PYSPARK_PYTHON"] == sys.executable
        assert spark_builder[CHECK] is None

    def test_without_it_nothing(self, builder, make_plugin) -> None:
        spark_builder = configure(builder(), "gpu", plugin_jar=make_plugin())
        assert not any("python" in key.lower() for key in spark_builder._options)

    def test_twice_changes_nothing(self, configured) -> None:
        options = {"workers": 3, "alloc": 0.2}
        spark_builder = configured(options)
        once = dict(spark_builder._options)
        assert configure(spark_builder, "gpu", python_gpu=options)._options == once

    def test_other_modes_keep_workers_only(self, builder) -> None:
        spark_builder = configure(builder(), "cpu", python_gpu={"workers": 2})
        assert (spark_builder[REUSE], spark_builder[SOCKETS]) == ("true", "false")
        assert spark_builder[DAEMON] is None
        assert spark_builder[PYTHONPATH] is None
        assert not any(key.startswith("spark.rapids.") for key in spark_builder._options)

    def test_the_executor_gets_the_rest_of_the_memory(self, configured) -> None:
        for options, jvm in (
            (True, "0.5"),
            ({"alloc": 0.3}, "0.7"),
            ({"alloc": 0.2, "max_alloc": 0.4}, "0.6"),
        ):
            spark_builder = configured(options)
            assert (spark_builder[JVM], spark_builder[JVM_MAX], spark_builder[JVM_MIN]) == (
                jvm,
                jvm,
                None,
            )
        # Below a quarter the plugin does not start by default.
        spark_builder = configured({"alloc": 0.8})
        assert (spark_builder[JVM], spark_builder[JVM_MAX], spark_builder[JVM_MIN]) == (
            "0.2",
            "0.2",
            "0",
        )

    def test_the_users_share_stays(self, configured) -> None:
        spark_builder = configured({"alloc": 0.2}, spark__rapids__memory__gpu__allocFraction="0.4")
        assert (spark_builder[JVM], spark_builder[JVM_MAX]) == ("0.4", "0.8")

    def test_the_users_settings_stay_where_no_option_says_other(self, configured) -> None:
        workers = "spark__rapids__python__concurrentPythonWorkers"
        assert configured(**{workers: "4"})[workers.replace("__", ".")] == "4"
        with pytest.raises(ConfigurationError, match=r"is '4' .* but '2' is needed"):
            configured({"workers": 2}, **{workers: "4"})

    def test_databricks_daemon_stays(self, configured) -> None:
        spark_builder = configured(spark__python__daemon__module="rapids.daemon_databricks")
        assert spark_builder[DAEMON] == "rapids.daemon_databricks"


class TestPythonOfTheWorkers:
    def test_a_daemon_that_does_not_start(
        self, configured, make_spark, caplog: pytest.LogCaptureFixture
    ) -> None:
        said = "does not start on PySpark"
        assert configured()[DAEMON] == "rapids.daemon"
        assert said not in caplog.text
        make_spark("4.2.0", "2.13")
        assert configured()[DAEMON] == "rapids.daemon"
        assert f"{said} 4.2.0: queries with Python UDFs will fail." in caplog.text

    def test_named(self, configured) -> None:
        configured({"python": "/opt/python3"})
        assert os.environ["PYSPARK_PYTHON"] == "/opt/python3"

    def test_set_already(self, configured, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PYSPARK_PYTHON", "/usr/bin/python3")
        configured()
        assert os.environ["PYSPARK_PYTHON"] == "/usr/bin/python3"
        with pytest.raises(ConfigurationError, match=r"PYSPARK_PYTHON is '/usr/bin/python3'"):
            configured({"python": "/opt/python3"})

    def test_not_on_clusters(self, configured) -> None:
        configured(spark__master="spark://h:7077")
        assert "PYSPARK_PYTHON" not in os.environ


class TestClusters:
    def test_standalone(self, builder, make_plugin) -> None:
        spark_builder = configure(
            builder(spark__master="spark://h:7077", spark__executorEnv__PYTHONPATH="/mine"),
            "gpu",
            plugin_jar=make_plugin(),
            executor_plugin_jar="/opt/rapids-4-spark_2.13.jar",
            python_gpu=True,
        )
        assert spark_builder[PYTHONPATH] == "/mine:/opt/rapids-4-spark_2.13.jar"
        assert spark_builder[CHECK] == "1"
        assert spark_builder["spark.executor.resource.gpu.amount"] == "1"

    def test_kubernetes(self, builder, make_plugin) -> None:
        spark_builder = configure(
            builder(spark__master="k8s://https://h"),
            "gpu",
            plugin_jar=make_plugin(),
            executor_plugin_jar="/opt/sparkRapidsPlugin/rapids-4-spark.jar",
            discovery_script="/opt/sparkRapidsPlugin/getGpusResources.sh",
            python_gpu={"mps": "/mps/pipe"},
        )
        assert spark_builder[PYTHONPATH] == "/opt/sparkRapidsPlugin/rapids-4-spark.jar"
        assert spark_builder["spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY"] == "/mps/pipe"
        # Exclusive mode is how MPS is run.
        assert spark_builder[CHECK] is None

    def test_yarn_brings_a_jar_of_spark_jars_as_a_python_file(self, builder, make_plugin) -> None:
        jar = str(make_plugin())
        spark_builder = configure(
            builder(spark__master="yarn", spark__jars=jar), "gpu", python_gpu=True
        )  # fmt: skip
        assert spark_builder["spark.submit.pyFiles"] == jar
        assert spark_builder[PYTHONPATH] is None

    def test_standalone_has_a_jar_of_spark_jars_in_its_folder(self, builder, make_plugin) -> None:
        jar = make_plugin()
        of = builder(spark__master="spark://h:7077", spark__jars=str(jar))
        assert configure(of, "gpu", python_gpu=True)[PYTHONPATH] == f"./{jar.name}"

    def test_packages(self, builder) -> None:
        with pytest.raises(ConfigurationError, match="use class-path"):
            configure(builder(), "gpu", plugin="packages", python_gpu=True)


class TestRefused:
    @pytest.mark.parametrize(
        ("key", "value", "why"),
        [
            (DAEMON, "pyspark.daemon", "The plugin accepts only its own daemon"),
            (SOCKETS, "true", "jobs would hang"),
            (REUSE, "false", "Models and GPU memory stay in workers that are reused"),
            ("spark.python.use.daemon", "false", "leave it unset"),
        ],
    )
    def test_foreign_settings(self, configured, key: str, value: str, why: str) -> None:
        with pytest.raises(ConfigurationError, match=why) as e:
            configured(**{key.replace(".", "__"): value})
        assert f"{key} is '{value}' (set on the builder)" in str(e.value)

    def test_shares_of_more_than_all(self, configured) -> None:
        with pytest.raises(ConfigurationError) as e:
            configured({"alloc": 0.3}, **{JVM.replace(".", "__"): "0.8"})
        assert f"{JVM}=0.8 and {ALLOC}=0.3 add to 1.1" in str(e.value)
        assert "Leave the executor 0.7" in str(e.value)
        with pytest.raises(ConfigurationError, match=r"add to 1\.2"):
            configured({"max_alloc": 0.4}, **{JVM_MAX.replace(".", "__"): "0.8"})
        assert configured({"alloc": 0.2}, **{JVM.replace(".", "__"): "0.8"})[ALLOC] == "0.2"

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            (JVM, "half"),
            (ALLOC, "-0.1"),
            ("spark.rapids.python.memory.gpu.maxAllocFraction", "2"),
            ("spark.rapids.python.concurrentPythonWorkers", "few"),
        ],
    )
    def test_settings_that_are_not_numbers(self, configured, key: str, value: str) -> None:
        with pytest.raises(ConfigurationError, match="is not supported; use") as e:
            configured(**{key.replace(".", "__"): value})
        assert key in str(e.value)

    def test_a_failure_changes_nothing(self, builder, make_plugin) -> None:
        spark_builder = builder(spark__python__worker__reuse="false")
        with pytest.raises(ConfigurationError, match=r"worker\.reuse is 'false'"):
            configure(spark_builder, "gpu", plugin_jar=make_plugin(), python_gpu=True)
        assert spark_builder._options == {REUSE: "false"}
        assert "PYSPARK_PYTHON" not in os.environ


class TestRmm:
    def test_missing(self, configured) -> None:
        for options in ({"pooling": True, "alloc": 0.2}, {"uvm": True}):
            with pytest.raises(ConfigurationError, match="there is no package rmm") as e:
                configured(options)
            assert sys.executable in str(e.value)
        with pytest.raises(ConfigurationError, match="there is no package rmm"):
            configured(**{POOLING.replace(".", "__"): "true"})

    def test_there(self, configured, script: Script, tmp_path: Path) -> None:
        """In the workers' Python, which is another than this."""
        (tmp_path / "site" / "rmm").mkdir(parents=True)
        (tmp_path / "site" / "rmm" / "__init__.py").touch()
        text = f'PYTHONPATH={tmp_path}/site exec {sys.executable} "$@"'
        python = script("python-of-workers", text)
        spark_builder = configured({"pooling": True, "python": str(python)})
        assert spark_builder[POOLING] == "true"


class TestThisMachinesGpus:
    @staticmethod
    def smi(script: Script, *modes: str) -> None:
        asked = "--query-gpu=compute_mode --format=csv,noheader,nounits"
        lines = "\n".join(f"echo {mode}" for mode in modes)
        script("nvidia-smi", f'[ "$*" = "{asked}" ] || exit 9\n{lines}')

    def test_shared(self, configured, script: Script) -> None:
        self.smi(script, "Default", "Default")
        assert configured()[DAEMON] == "rapids.daemon"

    @pytest.mark.parametrize("mode", ["Exclusive_Process", "Prohibited"])
    def test_exclusive(self, configured, script: Script, mode: str) -> None:
        self.smi(script, "Default", mode)
        with pytest.raises(ConfigurationError, match=f"compute mode {mode}") as e:
            configured()
        assert "nvidia-smi -c DEFAULT" in str(e.value)
        assert ("MPS" in str(e.value)) is (mode == "Exclusive_Process")
        # A cluster's executors are elsewhere.
        assert configured(spark__master="spark://h:7077")[DAEMON] == "rapids.daemon"

    def test_mps(self, configured, script: Script, tmp_path: Path) -> None:
        self.smi(script, "Exclusive_Process")
        pipes = tmp_path / "mps"
        with pytest.raises(ConfigurationError, match="nvidia-cuda-mps-control -d") as e:
            configured({"mps": str(pipes)})
        assert f"{pipes}/control" in str(e.value)
        pipes.mkdir()
        (pipes / "control").touch()
        spark_builder = configured({"mps": str(pipes)})
        assert spark_builder["spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY"] == str(pipes)
