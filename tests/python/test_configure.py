# SPDX-License-Identifier: Apache-2.0

"""The settings and errors of ``configure``."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Any, ClassVar, get_args
from unittest.mock import Mock

import pytest
from pyspark.sql import SparkSession

from rapids_udfs import configure
from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs._log import log_once
from rapids_udfs._versions import LINES
from rapids_udfs.errors import (
    ArgumentTypeError,
    ConfigurationError,
    InstallationError,
    PluginError,
    SessionError,
    UnsupportedError,
)
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.session import builder as session_module
from rapids_udfs.session.builder import ModeName
from rapids_udfs.session.devices import Gpu
from rapids_udfs.session.modes import (
    EXTENSION,
    METRICS_PLUGIN,
    MODE_SETTING,
    MODES,
    SPARK_PLUGIN,
)
from rapids_udfs.session.settings import ENDED, SUBMITTED

pytestmark = pytest.mark.usefixtures("no_spark_runs")

SPARK_JARS = "spark.jars"
DRIVER = "spark.driver.extraClassPath"
EXECUTOR = "spark.executor.extraClassPath"


@pytest.fixture(autouse=True)
def spark4(make_spark, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Spark 4.1.3 is installed, the plugin is not, and jars are ours of Scala 2.13."""
    make_spark("4.1.3", "2.13")
    monkeypatch.delenv(plugin.ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setenv("RAPIDS_UDFS_CACHE", str(tmp_path / "cache"))
    log_once.cache_clear()


def gpu(monkeypatch: pytest.MonkeyPatch, usable: bool) -> None:
    reason = "GPU 0: NVIDIA H200" if usable else "no GPU here"
    monkeypatch.setattr(session_module, "find_gpu", lambda: Gpu(usable, reason))


class TestJars:
    def test_they_are_added(self, builder, tmp_path: Path) -> None:
        own = tmp_path / "own.jar"
        own.touch()
        made = builder(spark__jars="/theirs.jar")
        configure(made, "cpu", jars=[own, str(own)])
        ours = f"{jars.library_jar(LINES[0])},{own},{jars.names_jar()}"
        assert made[SPARK_JARS] == f"/theirs.jar,{ours}"
        configure(made, "cpu", jars=[own])
        assert made[SPARK_JARS] == f"/theirs.jar,{ours}"

    def test_one_that_is_not_there(self, builder, tmp_path: Path) -> None:
        made = builder()
        with pytest.raises(ConfigurationError, match=r"own\.jar, one of jars, is not a file"):
            configure(made, "cpu", jars=[tmp_path / "own.jar"])
        with pytest.raises(ArgumentTypeError, match="a list of jars"):
            configure(made, "cpu", jars=str(tmp_path / "own.jar"))
        assert made[SPARK_JARS] is None

    @pytest.mark.parametrize("name", ["metrics", "extensions"])
    def test_flags_as_text(self, builder, name: str) -> None:
        options: dict[str, Any] = {name: "false"}
        with pytest.raises(ArgumentTypeError, match=f"configure takes True or False as {name}="):
            configure(builder(), "cpu", **options)

    @pytest.mark.parametrize("jars", [None, 1, [1], [None]])
    def test_no_paths(self, builder, jars: Any) -> None:
        with pytest.raises(ArgumentTypeError, match=r"configure takes .* jars"):
            configure(builder(), "cpu", jars=jars)

    def test_a_generator(self, builder, tmp_path: Path) -> None:
        own = tmp_path / "own.jar"
        own.touch()
        made = configure(builder(), "cpu", jars=(jar for jar in [own]))
        assert str(own) in made[SPARK_JARS].split(",")


class TestCpu:
    def test_settings(self, builder) -> None:
        made = builder()
        assert configure(made, "cpu") is made
        assert made[SPARK_JARS] == f"{jars.library_jar(LINES[0])},{jars.names_jar()}"
        assert made["spark.sql.extensions"] == EXTENSION
        assert made[MODE_SETTING] == "cpu"
        assert made["spark.plugins"] is None
        assert made[DRIVER] is None

    def test_appends(self, builder) -> None:
        made = builder(spark__jars="/mine.jar", spark__sql__extensions="org.example.E")
        configure(made, "cpu")
        assert made[SPARK_JARS].startswith("/mine.jar,")
        assert made["spark.sql.extensions"] == f"org.example.E,{EXTENSION}"

    def test_twice_changes_nothing(self, builder) -> None:
        made = configure(builder(spark__jars="/mine.jar"), "cpu")
        once = dict(made._options)
        assert configure(made, "cpu")._options == once

    def test_without_extensions(self, builder) -> None:
        assert configure(builder(), "cpu", extensions=False)["spark.sql.extensions"] is None

    def test_the_scala_of_the_installed_spark(self, builder, make_spark) -> None:
        make_spark("3.5.5", "2.12")
        assert "rapids-udfs-spark-3.5_2.12.jar" in configure(builder(), "cpu")[SPARK_JARS]

    @pytest.mark.parametrize("version", ["3.5.1-amzn-1", "4.1.0", "4.3.0"])
    def test_any_patch_needs_no_shim(self, builder, make_spark, version: str) -> None:
        make_spark(version, "2.12" if version.startswith("3") else "2.13")
        assert configure(builder(), "cpu")["spark.sql.extensions"] == EXTENSION

    def test_the_plugin_of_the_user_wins_over_our_names(self, builder) -> None:
        made = builder(spark__jars="/opt/rapids-4-spark_2.13-26.08.1.jar")
        assert "cudf-names" not in configure(made, "cpu")[SPARK_JARS]

    def test_spark_plugins_conflict(self, builder) -> None:
        made = builder(spark__plugins=f"a.B,{SPARK_PLUGIN}")
        with pytest.raises(ConfigurationError) as e:
            configure(made, "cpu")
        assert f"spark.plugins is '{SPARK_PLUGIN}' (set on the builder)" in str(e.value)
        assert "Ask for mode='gpu', or leave spark.plugins unset" in str(e.value)

    def test_our_jar_from_elsewhere_conflicts(self, builder) -> None:
        made = builder(spark__jars="/old/rapids-udfs_2.13.jar")
        with pytest.raises(ConfigurationError) as e:
            configure(made, "cpu")
        assert "spark.jars is '/old/rapids-udfs_2.13.jar' (set on the builder)" in str(e.value)
        assert str(jars.library_jar(LINES[0])) in str(e.value)

    def test_a_failure_leaves_the_builder_alone(self, builder) -> None:
        made = builder(spark__plugins=SPARK_PLUGIN)
        with pytest.raises(ConfigurationError, match="no plugin for mode='cpu'"):
            configure(made, "cpu")
        assert made._options == {"spark.plugins": SPARK_PLUGIN}


class TestWorkersPython:
    """Spark starts the PATH's ``python3`` for Python UDFs, unless a variable names another."""

    def test_the_drivers_own(self, builder) -> None:
        configure(builder(), "cpu")
        assert os.environ["PYSPARK_PYTHON"] == sys.executable

    def test_named_by_the_settings(self, builder) -> None:
        configure(builder(spark__pyspark__python="/opt/python3"), "cpu")
        assert os.environ["PYSPARK_PYTHON"] == "/opt/python3"

    def test_named_by_the_user(self, builder, monkeypatch) -> None:
        monkeypatch.setenv("PYSPARK_PYTHON", "/usr/bin/python3")
        configure(builder(spark__pyspark__python="/opt/python3"), "cpu")
        assert os.environ["PYSPARK_PYTHON"] == "/usr/bin/python3"

    def test_not_on_other_machines(self, builder) -> None:
        configure(builder(spark__master="yarn"), "cpu")
        assert "PYSPARK_PYTHON" not in os.environ


class TestSubmitArguments:
    def test_they_are_added_to(self, builder, monkeypatch) -> None:
        submitted = "--conf spark.sql.extensions=a.B --jars /a.jar pyspark-shell"
        monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", submitted)
        made = configure(builder(), "cpu")
        both = f"/a.jar,{jars.library_jar(LINES[0])},{jars.names_jar()}"
        assert made[SPARK_JARS] == both
        expected = f"--conf spark.sql.extensions=a.B,{EXTENSION} --jars {both} pyspark-shell"
        assert os.environ["PYSPARK_SUBMIT_ARGS"] == expected
        once = dict(made._options)
        assert configure(made, "cpu", metrics=True)["spark.plugins"]
        assert configure(made, "cpu")._options == once | {"spark.plugins": METRICS_PLUGIN}
        assert os.environ["PYSPARK_SUBMIT_ARGS"] == expected

    def test_nothing_to_add(self, builder, monkeypatch) -> None:
        submitted = "--conf  spark.a='b c' pyspark-shell"
        monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", submitted)
        configure(builder(), "cpu")
        assert os.environ["PYSPARK_SUBMIT_ARGS"] == submitted

    def test_a_failure_leaves_them_alone(self, builder, monkeypatch) -> None:
        submitted = "--jars /a.jar pyspark-shell"
        monkeypatch.setenv("PYSPARK_SUBMIT_ARGS", submitted)
        with pytest.raises(ConfigurationError, match="no plugin for mode='cpu'"):
            configure(builder(spark__plugins=SPARK_PLUGIN), "cpu")
        assert os.environ["PYSPARK_SUBMIT_ARGS"] == submitted


class TestDriverJvm:
    """The JVM of the driver runs already, and no session does."""

    def test_of_a_session_that_has_ended(self, builder, monkeypatch) -> None:
        ended = {"spark.plugins": SPARK_PLUGIN}, ENDED
        monkeypatch.setattr(session_module, "_driver_settings", lambda: ended)
        with pytest.raises(ConfigurationError, match="Restart the Python process: a JVM"):
            configure(builder(), "cpu")

    def test_of_spark_submit(self, builder, monkeypatch) -> None:
        given = {MODE_SETTING: "explain"}, SUBMITTED
        monkeypatch.setattr(session_module, "_driver_settings", lambda: given)
        says = r"is 'explain' \(given to spark-submit\).* Ask for mode='explain', or take"
        with pytest.raises(ConfigurationError, match=says):
            configure(builder(), "cpu")

    @pytest.mark.parametrize("mode", ["explain", "gpu", "emulate"])
    def test_it_is_named_before_the_missing_plugin(self, builder, monkeypatch, mode: str) -> None:
        monkeypatch.setattr(session_module, "_driver_settings", lambda: ({}, ENDED))
        monkeypatch.setattr(session_module, "_driver_jvm", Mock)
        monkeypatch.setattr(session_module, "thread", lambda jvm: jvm)
        monkeypatch.setattr(session_module, "knows", lambda loader, name: name == ENTRY_POINT)
        with pytest.raises(SessionError, match="the driver's JVM is running"):
            configure(builder(), mode)
        # A JVM that knows the mode's classes lacks nothing but the plugin's file.
        monkeypatch.setattr(session_module, "knows", lambda loader, name: True)
        with pytest.raises(PluginError, match="is not at"):
            configure(builder(), mode)


class TestExplain:
    def test_conflicts_are_named_before_the_missing_plugin(self, builder) -> None:
        share = "spark.executor.resource.gpu.amount"
        with pytest.raises(ConfigurationError, match="is '2'"):
            configure(builder(spark__master="yarn", **{share.replace(".", "__"): "2"}), "gpu")
        with pytest.raises(ConfigurationError, match="no plugin for mode='explain'"):
            configure(builder(spark__plugins=SPARK_PLUGIN), "explain")

    def test_settings(self, builder, make_plugin) -> None:
        jar = make_plugin()
        made = configure(builder(), "explain", plugin_jar=jar)
        assert made[SPARK_JARS] == str(jars.library_jar(LINES[0]))
        assert made[DRIVER] == made[EXECUTOR] == str(jar)
        assert made["spark.plugins"] is None

    def test_spark_plugins_conflict(self, builder, make_plugin) -> None:
        made = builder(spark__plugins=SPARK_PLUGIN)
        with pytest.raises(ConfigurationError, match="no plugin for mode='explain'"):
            configure(made, "explain", plugin_jar=make_plugin())

    def test_other_mode_on_the_same_builder(self, builder, make_plugin) -> None:
        made = configure(builder(), "cpu")
        with pytest.raises(ConfigurationError) as e:
            configure(made, "explain", plugin_jar=make_plugin())
        assert "spark.rapidsUdfs.mode is 'cpu' (set on the builder), but 'explain'" in str(e.value)
        assert "begin with a new one" in str(e.value)


class TestGpu:
    def test_settings(self, builder, make_plugin) -> None:
        jar = make_plugin()
        made = builder(
            spark__master="spark://h:7077",
            spark__plugins="org.example.P",
            spark__driver__extraClassPath="/mine",
            spark__executor__extraClassPath="/theirs",
        )
        configure(made, "gpu", plugin_jar=str(jar), task_gpu_fraction=0.25)
        assert made["spark.plugins"] == f"org.example.P,{SPARK_PLUGIN}"
        assert made[DRIVER] == f"/mine:{jar}"
        assert made[EXECUTOR] == f"/theirs:{jar}"
        assert made["spark.executor.resource.gpu.amount"] == "1"
        assert made["spark.task.resource.gpu.amount"] == "0.25"
        assert "cudf-names" not in made[SPARK_JARS]

    def test_twice_changes_nothing(self, builder, make_plugin) -> None:
        jar = make_plugin()
        made = configure(builder(spark__master="yarn"), "gpu", plugin_jar=jar)
        once = dict(made._options)
        assert configure(made, "gpu", plugin_jar=jar)._options == once
        assert configure(made, "gpu")._options == once

    def test_another_path_on_the_executors(self, builder, make_plugin) -> None:
        made = configure(
            builder(), "gpu", plugin_jar=make_plugin(), executor_plugin_jar="/opt/rapids.jar"
        )
        assert made[EXECUTOR] == "/opt/rapids.jar"

    def test_packages(self, builder) -> None:
        made = configure(builder(spark__jars__packages="a:b:1"), "gpu", plugin="packages")
        assert made["spark.jars.packages"] == "a:b:1,com.nvidia:rapids-4-spark_2.13:26.08.1"
        settings = Path(made["spark.jars.ivySettings"]).read_text(encoding="utf-8")
        assert 'name="rapids-4-spark_.*"' in settings
        assert made[DRIVER] is None

    def test_packages_with_ivy_settings_of_the_user(self, builder) -> None:
        made = builder(spark__jars__ivySettings="/mine.xml")
        assert configure(made, "gpu", plugin="packages")["spark.jars.ivySettings"] == "/mine.xml"

    def test_the_plugin_that_the_settings_name(self, builder, make_plugin) -> None:
        jar = make_plugin()
        made = configure(builder(spark__driver__extraClassPath=str(jar)), "gpu")
        assert made[DRIVER] == str(jar)

    def test_the_plugin_is_no_path(self, builder) -> None:
        wrong: Any = 1
        with pytest.raises(ArgumentTypeError, match="a jar's path as plugin_jar=, not int: 1"):
            configure(builder(), "explain", plugin_jar=wrong)

    @pytest.mark.parametrize("key", ["spark__driver__extraClassPath", "spark__jars"])
    def test_the_plugin_that_the_settings_name_is_wrong(self, builder, make_plugin, key) -> None:
        jar = make_plugin(LINES[1])
        made = builder(**{key: jar.as_uri() if key == "spark__jars" else str(jar)})
        with pytest.raises(PluginError, match=r"rapids-4-spark_2\.12 26\.08\.1; "):
            configure(made, "gpu")

    def test_two_plugins(self, builder, make_plugin) -> None:
        made = builder(spark__jars="hdfs:///opt/rapids-4-spark_2.13-26.08.1.jar")
        jar = make_plugin()
        with pytest.raises(ConfigurationError) as e:
            configure(made, "gpu", plugin_jar=jar)
        assert "hdfs:///opt/rapids-4-spark_2.13-26.08.1.jar" in str(e.value)
        assert str(jar) in str(e.value)

    def test_a_plugin_on_the_class_path_that_is_not_there(self, builder, make_plugin) -> None:
        absent = "/none/rapids-4-spark_2.13-26.08.1.jar"
        jar = make_plugin()
        made = configure(builder(spark__driver__extraClassPath=absent), "gpu", plugin_jar=jar)
        assert made[DRIVER] == f"{absent}:{jar}"

    def test_no_plugin(self, builder, tmp_path: Path) -> None:
        with pytest.raises(PluginError) as e:
            configure(builder(), "gpu")
        assert f"rapids-4-spark_2.13-26.08.1-cuda12.jar is not at {tmp_path}/cache" in str(e.value)
        assert "rapids-udfs fetch-plugin --scala 2.13" in str(e.value)

    def test_no_such_jar(self, builder) -> None:
        with pytest.raises(ConfigurationError, match=r"/no/such\.jar, which is not a file"):
            configure(builder(), "gpu", plugin_jar="/no/such.jar")


class TestIceberg:
    """The plugin on the class path sees Iceberg only there."""

    JAR = "/opt/iceberg-spark-runtime-4.1_2.13-1.11.0.jar"
    PACKAGE = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0"
    CLASSES = "com/nvidia/spark/rapids/iceberg"
    CATALOG: ClassVar = {"spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog"}
    KNOWN = (
        f"spark413/{CLASSES}/IcebergProviderBase.class",
        f"spark413/{CLASSES}/iceberg111x/IcebergProviderImpl.class",
        f"spark-shared/{CLASSES}/iceberg19x/IcebergProviderImpl.class",
    )

    @pytest.mark.parametrize("uri", ["", "file://", "local:"])
    def test_its_jar_comes_beside_the_plugin(self, builder, make_plugin, uri: str) -> None:
        plugin_jar = make_plugin()
        made = configure(
            builder(spark__jars=f"/a.jar,{uri}{self.JAR}"), "gpu", plugin_jar=plugin_jar
        )
        assert made[DRIVER] == made[EXECUTOR] == f"{plugin_jar}:{self.JAR}"
        assert f"{uri}{self.JAR}" in made[SPARK_JARS]
        once = dict(made._options)
        assert configure(made, "gpu", plugin_jar=plugin_jar)._options == once

    def test_a_pattern_names_it(self, builder, make_plugin, tmp_path: Path) -> None:
        jar = tmp_path / Path(self.JAR).name
        jar.touch()
        plugin_jar = make_plugin()
        made = configure(
            builder(spark__jars=f"file:{tmp_path}/iceberg*.jar"), "gpu", plugin_jar=plugin_jar
        )
        assert made[DRIVER] == made[EXECUTOR] == f"{plugin_jar}:{jar}"

    @pytest.mark.parametrize("mode", ["emulate", "gpu"])
    def test_where_the_plugin_reads_no_tables_it_reads_rows(
        self, builder, make_plugin, mode: str
    ) -> None:
        key = "spark.sql.iceberg.vectorization.enabled"
        off = {"emulate": "false", "gpu": None}[mode]
        assert configure(builder(spark__jars=self.JAR), mode, plugin_jar=make_plugin())[key] == off
        made = builder(**{"spark.jars": self.JAR, key: "true"})
        assert configure(made, mode, plugin_jar=make_plugin())[key] == "true"

    def test_it_is_there_already(self, builder, make_plugin) -> None:
        made = builder(spark__driver__extraClassPath=self.JAR, spark__jars__packages=self.PACKAGE)
        plugin_jar = make_plugin()
        configure(made, "explain", plugin_jar=plugin_jar)
        assert made[DRIVER] == f"{self.JAR}:{plugin_jar}"

    def test_the_drivers_jvm_runs_already(self, builder, make_plugin, monkeypatch) -> None:
        """``spark-submit`` started it, with all that is needed but this."""
        started = {DRIVER: str(make_plugin()), SPARK_JARS: self.JAR}
        monkeypatch.setattr(session_module, "_driver_settings", lambda: (started, SUBMITTED))
        monkeypatch.setattr(session_module, "_driver_jvm", object)
        monkeypatch.setattr(session_module, "thread", lambda jvm: Mock())
        monkeypatch.setattr(session_module, "knows", lambda loader, name: True)
        with pytest.raises(SessionError) as e:
            configure(builder(), "gpu")
        assert f"{DRIVER}={started[DRIVER]}:{self.JAR}" in str(e.value)
        assert "Pass them to spark-submit" in str(e.value)

    @pytest.mark.parametrize("mode", ["cpu", "gpu"])
    def test_nothing_to_do(self, builder, mode: str) -> None:
        """Without the plugin, and with the plugin in the same class loader."""
        made = builder(spark__jars=self.JAR, spark__jars__packages=self.PACKAGE)
        configure(made, mode, plugin="packages")
        assert made[DRIVER] is None

    @pytest.mark.parametrize(
        ("key", "value"), [("packages", PACKAGE), ("", f"s3a://bucket{JAR}")], ids=["package", "s3"]
    )
    def test_it_has_no_file_here(self, builder, make_plugin, caplog, key: str, value: str) -> None:
        """Queries of its tables fail where the plugin runs, and the plugin's explanations alone."""
        given = {f"spark.jars.{key}".rstrip("."): value}
        with_tables = given | self.CATALOG
        plugin_jar = make_plugin()
        made = builder(**with_tables)
        with pytest.raises(ConfigurationError) as e:
            configure(made, "gpu", plugin_jar=plugin_jar)
        assert made._options == with_tables
        assert str(e.value).startswith(
            f"{value} is not on the class path, where the plugin is: every query of an Iceberg"
            f" table fails. Add its file to {DRIVER} and {EXECUTOR}, or name the file in spark.jars"
        )
        configure(builder(**given), "gpu", plugin_jar=plugin_jar)
        configure(builder(**with_tables), "explain", plugin_jar=plugin_jar)
        of_any, of_explain = caplog.messages
        assert of_any == str(e.value)
        assert "is: rapids_udfs.explain of a query of an Iceberg table fails. Add" in of_explain

    def test_a_version_that_the_plugin_does_not_know(self, builder, make_plugin) -> None:
        newer = self.JAR.replace("1.11.0", "1.12.0")
        for plugin_jar in (make_plugin(), make_plugin(more=self.KNOWN[1:])):
            configure(builder(spark__jars=newer), "gpu", plugin_jar=plugin_jar)  # none at all
        plugin_jar = make_plugin(more=self.KNOWN)
        configure(builder(spark__jars=self.JAR), "gpu", plugin_jar=plugin_jar)
        with pytest.raises(ConfigurationError) as e:
            configure(builder(**{SPARK_JARS: newer}, **self.CATALOG), "gpu", plugin_jar=plugin_jar)
        assert str(e.value) == (
            f"{newer} is not of a version that the plugin knows: every query of an Iceberg table"
            " fails. Use Iceberg 1.9 or 1.11."
        )


class TestAuto:
    def test_no_gpu(self, builder, monkeypatch, caplog) -> None:
        gpu(monkeypatch, usable=False)
        with caplog.at_level(logging.INFO, "rapids_udfs"):
            assert configure(builder())[MODE_SETTING] == "cpu"
            assert configure(builder())[MODE_SETTING] == "cpu"
        assert caplog.messages == ["mode 'cpu': no GPU here"]

    def test_gpu_and_plugin(self, builder, monkeypatch, caplog, make_plugin) -> None:
        gpu(monkeypatch, usable=True)
        monkeypatch.setenv(plugin.ENVIRONMENT_VARIABLE, str(make_plugin()))
        with caplog.at_level(logging.INFO, "rapids_udfs"):
            assert configure(builder())[MODE_SETTING] == "gpu"
        assert caplog.messages == ["mode 'gpu': GPU 0: NVIDIA H200"]

    def test_gpu_without_plugin(self, builder, monkeypatch, caplog) -> None:
        gpu(monkeypatch, usable=True)
        assert configure(builder())[MODE_SETTING] == "cpu"
        (message,) = caplog.messages
        assert message.startswith("mode 'cpu' in spite of a GPU (GPU 0: NVIDIA H200): the cuDF")
        assert "rapids-udfs fetch-plugin" in message

    @pytest.mark.parametrize("by", ["variable", "class path"])
    @pytest.mark.parametrize(
        ("made", "says"),
        [
            ({"shims": ("4.0.0",)}, "without classes for Spark 4.1.3"),
            ({"release": "25.12.0"}, "older than the classes"),
            ({"line": LINES[1]}, "is rapids-4-spark_2.12"),
        ],
    )
    def test_gpu_and_a_plugin_that_does_not_fit(
        self, builder, monkeypatch, caplog, make_plugin, made: dict[str, Any], says: str, by: str
    ) -> None:
        gpu(monkeypatch, usable=True)
        jar = str(make_plugin(**made))
        if by == "variable":
            monkeypatch.setenv(plugin.ENVIRONMENT_VARIABLE, jar)
        settings = {DRIVER: jar, EXECUTOR: jar} if by == "class path" else {}
        for _ in range(2):
            assert configure(builder(**settings))[MODE_SETTING] == "cpu"
        (message,) = caplog.messages
        assert message.startswith("mode 'cpu' in spite of a GPU (GPU 0: NVIDIA H200): the plugin")
        assert says in message
        with pytest.raises(PluginError, match=says):
            configure(builder(**settings), "gpu")
        with pytest.raises(PluginError, match=says):  # asked for
            configure(builder(**settings, **{"spark.plugins": SPARK_PLUGIN}))

    @pytest.mark.parametrize(
        ("settings", "mode", "says"),
        [
            ({}, "cpu", "spark.executor.resource.gpu.amount is not set for the executors of yarn"),
            ({"spark.executor.resource.gpu.amount": "0"}, "cpu", "gpu.amount is not set"),
            ({"spark.executor.resource.gpu.amount": "1"}, "gpu", "gpu.amount=1 for the executors"),
            ({"spark.plugins": SPARK_PLUGIN}, "gpu", "spark.plugins has the plugin for the exec"),
            ({MODE_SETTING: "explain"}, "explain", "spark.rapidsUdfs.mode (set on the builder)"),
        ],
    )
    @pytest.mark.parametrize("here", [True, False])
    def test_on_a_cluster_the_settings_decide(
        self, builder, monkeypatch, caplog, make_plugin, settings, mode: str, says: str, here: bool
    ) -> None:
        """Whether the driver's machine has a GPU says nothing of the executors'."""
        gpu(monkeypatch, usable=here)
        monkeypatch.setenv(plugin.ENVIRONMENT_VARIABLE, str(make_plugin()))
        names = {key.replace(".", "__"): value for key, value in settings.items()}
        with caplog.at_level(logging.INFO, "rapids_udfs"):
            for _ in range(2):
                made = configure(builder(spark__master="yarn", **names))
                assert made[MODE_SETTING] == mode
        (message,) = caplog.messages
        assert message.startswith(f"mode '{mode}': ")
        assert says in message

    def test_local_clusters_are_on_this_machine(self, builder, monkeypatch) -> None:
        gpu(monkeypatch, usable=False)
        made = builder(spark__master="local-cluster[1,1,1024]")
        assert configure(made)[MODE_SETTING] == "cpu"

    def test_a_named_plugin_that_is_not_there_is_an_error(self, builder, monkeypatch) -> None:
        gpu(monkeypatch, usable=True)
        with pytest.raises(ConfigurationError, match="which is not a file"):
            configure(builder(), plugin_jar="/no/such.jar")


class TestWrongUse:
    @pytest.mark.parametrize("given", [None, "local[2]", SparkSession.Builder])
    def test_builder(self, given) -> None:
        with pytest.raises(ArgumentTypeError, match=r"takes a builder \(SparkSession\.builder\)"):
            configure(given, "cpu")

    def test_mode_in_a_list(self, builder) -> None:
        with pytest.raises(ConfigurationError, match=r"mode=\['cpu'\] is not supported"):
            configure(builder(), ["cpu"])

    def test_the_modes_that_editors_complete_are_all(self) -> None:
        assert set(get_args(ModeName)) == {"auto", *MODES}

    def test_mode(self, builder) -> None:
        with pytest.raises(
            ConfigurationError, match=r"mode='fast' is not supported; use auto or cpu or"
        ):
            configure(builder(), "fast")

    def test_plugin(self, builder) -> None:
        with pytest.raises(ConfigurationError, match=r"plugin='maven' .* class-path or packages"):
            configure(builder(), "gpu", plugin="maven")

    @pytest.mark.parametrize("version", ["3.4.4", "5.0.0"])
    def test_spark(self, builder, make_spark, version: str) -> None:
        make_spark(version, "2.13")
        with pytest.raises(UnsupportedError, match=f"Spark {version} is not supported"):
            configure(builder(), "cpu")

    def test_scala(self, builder, make_spark) -> None:
        make_spark("4.0.1", "2.12")
        with pytest.raises(UnsupportedError, match=r"Scala 2\.12 with Spark 4\.0\.1"):
            configure(builder(), "cpu")

    def test_remote_server(self, builder) -> None:
        with pytest.raises(SessionError) as e:
            configure(builder(spark__remote="sc://h:15002"), "cpu")
        text = str(e.value)
        assert "a client of the Spark Connect server sc://h:15002" in text
        assert "`rapids-udfs conf --for connect --mode cpu` writes" in text
        assert "start-connect-server.sh" in text
        assert "rapids_udfs.register(spark)" in text

    def test_remote_server_without_java_and_jars(self, builder, monkeypatch, tmp_path) -> None:
        """As with the package ``pyspark-client``, or on a machine without Java."""

        def missing(*_: object) -> None:
            raise AssertionError("a client needs neither")

        for name in ("check_java", "installed_spark", "_running_context"):
            monkeypatch.setattr(session_module, name, missing)
        with pytest.raises(SessionError, match="--mode gpu` writes"):
            configure(builder(spark__remote="sc://h:15002"))
        monkeypatch.setenv("SPARK_REMOTE", "sc://other")
        with pytest.raises(SessionError, match="Connect server sc://other"):
            configure(builder(), "explain")

    def test_no_spark_with_jars(self, builder, monkeypatch) -> None:
        """As with ``pyspark-client`` and no server: it has no context to look for."""

        def absent() -> None:
            raise ImportError("cannot import name 'SparkContext'")

        def no_jars() -> None:
            raise InstallationError("no Spark with jars was found")

        monkeypatch.setattr(session_module, "_running_context", absent)
        monkeypatch.setattr(session_module, "installed_spark", no_jars)
        with pytest.raises(InstallationError, match="no Spark with jars was found"):
            configure(builder(), "cpu")

    def test_local_server_is_configured(self, builder) -> None:
        made = configure(builder(spark__remote="local[2]"), "cpu")
        assert made["spark.sql.extensions"] == EXTENSION


def test_running_session(spark, builder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session runs in this process, and was made without ``configure``."""
    monkeypatch.setattr(session_module, "_running_context", lambda: spark.sparkContext)
    monkeypatch.delenv("SPARK_HOME")
    with pytest.raises(SessionError) as e:
        configure(SparkSession.builder, "cpu")
    text = str(e.value)
    assert text.startswith("a Spark session is running, and these settings count only where it")
    assert "--conf spark.jars=" in text
    assert "Stop it (spark.stop()), restart the Python process" in text
    assert "call rapids_udfs.register(spark), which needs no settings" in text
