# SPDX-License-Identifier: Apache-2.0

"""The settings and errors of ``configure`` for modes with the plugin."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest

from rapids_udfs import configure
from rapids_udfs._versions import LINES
from rapids_udfs.errors import (
    ArgumentTypeError,
    ConfigurationError,
    PluginError,
    SessionError,
)
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.session import builder as session_module
from rapids_udfs.session import modes
from rapids_udfs.session.devices import Gpu
from rapids_udfs.session.modes import (
    MODE_SETTING,
    SPARK_PLUGIN,
)
from rapids_udfs.session.settings import SUBMITTED

pytestmark = [pytest.mark.usefixtures("no_spark_runs", "spark_4"), pytest.mark.jars]

SPARK_JARS = "spark.jars"
DRIVER = "spark.driver.extraClassPath"
EXECUTOR = "spark.executor.extraClassPath"


def gpu(monkeypatch: pytest.MonkeyPatch, usable: bool) -> None:
    reason = "GPU 0: NVIDIA H200" if usable else "no GPU here"
    monkeypatch.setattr(modes, "find_gpu", lambda: Gpu(usable, reason))


class TestExplain:
    def test_conflicts_are_named_before_the_missing_plugin(self, builder) -> None:
        share = "spark.executor.resource.gpu.amount"
        with pytest.raises(ConfigurationError, match="is '2'"):
            configure(builder(spark__master="yarn", **{share.replace(".", "__"): "2"}), "gpu")
        with pytest.raises(ConfigurationError, match="no plugin for mode='explain'"):
            configure(builder(spark__plugins=SPARK_PLUGIN), "explain")

    def test_settings(self, builder, make_plugin) -> None:
        jar = make_plugin()
        spark_builder = configure(builder(), "explain", plugin_jar=jar)
        assert spark_builder[SPARK_JARS] == str(jars.library_jar(LINES[0]))
        assert spark_builder[DRIVER] == spark_builder[EXECUTOR] == str(jar)
        assert spark_builder["spark.plugins"] is None

    def test_spark_plugins_conflict(self, builder, make_plugin) -> None:
        spark_builder = builder(spark__plugins=SPARK_PLUGIN)
        with pytest.raises(ConfigurationError, match="no plugin for mode='explain'"):
            configure(spark_builder, "explain", plugin_jar=make_plugin())

    def test_other_mode_on_the_same_builder(self, builder, make_plugin) -> None:
        spark_builder = configure(builder(), "cpu")
        with pytest.raises(ConfigurationError) as e:
            configure(spark_builder, "explain", plugin_jar=make_plugin())
        assert "spark.rapidsUdfs.mode is 'cpu' (set on the builder), but 'explain'" in str(e.value)
        assert "begin with a new one" in str(e.value)


class TestGpu:
    def test_settings(self, builder, make_plugin) -> None:
        jar = make_plugin()
        spark_builder = builder(
            spark__master="spark://h:7077",
            spark__plugins="org.example.P",
            spark__driver__extraClassPath="/mine",
            spark__executor__extraClassPath="/theirs",
        )
        configure(spark_builder, "gpu", plugin_jar=str(jar), task_gpu_fraction=0.25)
        assert spark_builder["spark.plugins"] == f"org.example.P,{SPARK_PLUGIN}"
        assert spark_builder[DRIVER] == f"/mine:{jar}"
        assert spark_builder[EXECUTOR] == f"/theirs:{jar}"
        assert spark_builder["spark.executor.resource.gpu.amount"] == "1"
        assert spark_builder["spark.task.resource.gpu.amount"] == "0.25"
        assert "cudf-names" not in spark_builder[SPARK_JARS]

    def test_twice_changes_nothing(self, builder, make_plugin) -> None:
        jar = make_plugin()
        spark_builder = configure(builder(spark__master="yarn"), "gpu", plugin_jar=jar)
        once = dict(spark_builder._options)
        assert configure(spark_builder, "gpu", plugin_jar=jar)._options == once
        assert configure(spark_builder, "gpu")._options == once

    def test_another_path_on_the_executors(self, builder, make_plugin) -> None:
        spark_builder = configure(
            builder(), "gpu", plugin_jar=make_plugin(), executor_plugin_jar="/opt/rapids.jar"
        )
        assert spark_builder[EXECUTOR] == "/opt/rapids.jar"

    def test_packages(self, builder) -> None:
        spark_builder = configure(builder(spark__jars__packages="a:b:1"), "gpu", plugin="packages")
        assert (
            spark_builder["spark.jars.packages"] == "a:b:1,com.nvidia:rapids-4-spark_2.13:26.08.1"
        )
        settings = Path(spark_builder["spark.jars.ivySettings"]).read_text(encoding="utf-8")
        assert 'name="rapids-4-spark_.*"' in settings
        assert spark_builder[DRIVER] is None

    def test_packages_with_ivy_settings_of_the_user(self, builder) -> None:
        spark_builder = builder(spark__jars__ivySettings="/mine.xml")
        assert (
            configure(spark_builder, "gpu", plugin="packages")["spark.jars.ivySettings"]
            == "/mine.xml"
        )

    def test_the_plugin_that_the_settings_name(self, builder, make_plugin) -> None:
        jar = make_plugin()
        spark_builder = configure(builder(spark__driver__extraClassPath=str(jar)), "gpu")
        assert spark_builder[DRIVER] == str(jar)

    def test_the_plugin_is_no_path(self, builder) -> None:
        wrong: Any = 1
        with pytest.raises(ArgumentTypeError, match="a jar's path as plugin_jar=, not int: 1"):
            configure(builder(), "explain", plugin_jar=wrong)

    @pytest.mark.parametrize("key", ["spark__driver__extraClassPath", "spark__jars"])
    def test_the_plugin_that_the_settings_name_is_wrong(self, builder, make_plugin, key) -> None:
        jar = make_plugin(LINES[1])
        spark_builder = builder(**{key: jar.as_uri() if key == "spark__jars" else str(jar)})
        with pytest.raises(PluginError, match=r"rapids-4-spark_2\.12 26\.08\.1; "):
            configure(spark_builder, "gpu")

    def test_two_plugins(self, builder, make_plugin) -> None:
        spark_builder = builder(spark__jars="hdfs:///opt/rapids-4-spark_2.13-26.08.1.jar")
        jar = make_plugin()
        with pytest.raises(ConfigurationError) as e:
            configure(spark_builder, "gpu", plugin_jar=jar)
        assert "hdfs:///opt/rapids-4-spark_2.13-26.08.1.jar" in str(e.value)
        assert str(jar) in str(e.value)

    def test_a_plugin_on_the_class_path_that_is_not_there(self, builder, make_plugin) -> None:
        absent = "/none/rapids-4-spark_2.13-26.08.1.jar"
        jar = make_plugin()
        spark_builder = configure(
            builder(spark__driver__extraClassPath=absent), "gpu", plugin_jar=jar
        )
        assert spark_builder[DRIVER] == f"{absent}:{jar}"

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
        spark_builder = configure(
            builder(spark__jars=f"/a.jar,{uri}{self.JAR}"), "gpu", plugin_jar=plugin_jar
        )
        assert spark_builder[DRIVER] == spark_builder[EXECUTOR] == f"{plugin_jar}:{self.JAR}"
        assert f"{uri}{self.JAR}" in spark_builder[SPARK_JARS]
        once = dict(spark_builder._options)
        assert configure(spark_builder, "gpu", plugin_jar=plugin_jar)._options == once

    def test_a_pattern_names_it(self, builder, make_plugin, tmp_path: Path) -> None:
        jar = tmp_path / Path(self.JAR).name
        jar.touch()
        plugin_jar = make_plugin()
        spark_builder = configure(
            builder(spark__jars=f"file:{tmp_path}/iceberg*.jar"), "gpu", plugin_jar=plugin_jar
        )
        assert spark_builder[DRIVER] == spark_builder[EXECUTOR] == f"{plugin_jar}:{jar}"

    @pytest.mark.parametrize("mode", ["emulate", "gpu"])
    def test_where_the_plugin_reads_no_tables_it_reads_rows(
        self, builder, make_plugin, mode: str
    ) -> None:
        key = "spark.sql.iceberg.vectorization.enabled"
        off = {"emulate": "false", "gpu": None}[mode]
        assert configure(builder(spark__jars=self.JAR), mode, plugin_jar=make_plugin())[key] == off
        spark_builder = builder(**{"spark.jars": self.JAR, key: "true"})
        assert configure(spark_builder, mode, plugin_jar=make_plugin())[key] == "true"

    def test_it_is_there_already(self, builder, make_plugin) -> None:
        spark_builder = builder(
            spark__driver__extraClassPath=self.JAR, spark__jars__packages=self.PACKAGE
        )
        plugin_jar = make_plugin()
        configure(spark_builder, "explain", plugin_jar=plugin_jar)
        assert spark_builder[DRIVER] == f"{self.JAR}:{plugin_jar}"

    def test_the_drivers_jvm_runs_already(self, builder, make_plugin, monkeypatch) -> None:
        """``spark-submit`` started it, with all that is needed but this."""
        started = {DRIVER: str(make_plugin()), SPARK_JARS: self.JAR}
        monkeypatch.setattr(session_module, "_driver_settings", lambda: (SUBMITTED, started))
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
        spark_builder = builder(spark__jars=self.JAR, spark__jars__packages=self.PACKAGE)
        configure(spark_builder, mode, plugin="packages")
        assert spark_builder[DRIVER] is None

    @pytest.mark.parametrize(
        ("key", "value"), [("packages", PACKAGE), ("", f"s3a://bucket{JAR}")], ids=["package", "s3"]
    )
    def test_it_has_no_file_here(self, builder, make_plugin, caplog, key: str, value: str) -> None:
        """Queries of its tables fail where the plugin runs, and the plugin's explanations alone."""
        options = {f"spark.jars.{key}".rstrip("."): value}
        with_tables = options | self.CATALOG
        plugin_jar = make_plugin()
        spark_builder = builder(**with_tables)
        with pytest.raises(ConfigurationError) as e:
            configure(spark_builder, "gpu", plugin_jar=plugin_jar)
        assert spark_builder._options == with_tables
        assert str(e.value).startswith(
            f"{value} is not on the class path, where the plugin is: every query of an Iceberg"
            f" table fails. Add its file to {DRIVER} and {EXECUTOR}, or name the file in spark.jars"
        )
        configure(builder(**options), "gpu", plugin_jar=plugin_jar)
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
            f"{newer} is not of a version that the plugin supports: every query of an Iceberg table"
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
        assert message.startswith("mode 'cpu' despite a GPU (GPU 0: NVIDIA H200): the cuDF")
        assert "rapids-udfs fetch-plugin" in message

    @pytest.mark.parametrize("by", ["variable", "class path"])
    @pytest.mark.parametrize(
        ("traits", "says"),
        [
            ({"shims": ("4.0.0",)}, "without classes for Spark 4.1.3"),
            ({"release": "25.12.0"}, "older than the classes"),
            ({"line": LINES[1]}, "is rapids-4-spark_2.12"),
        ],
    )
    def test_gpu_and_a_plugin_that_does_not_fit(
        self, builder, monkeypatch, caplog, make_plugin, traits: dict[str, Any], says: str, by: str
    ) -> None:
        gpu(monkeypatch, usable=True)
        jar = str(make_plugin(**traits))
        if by == "variable":
            monkeypatch.setenv(plugin.ENVIRONMENT_VARIABLE, jar)
        settings = {DRIVER: jar, EXECUTOR: jar} if by == "class path" else {}
        for _ in range(2):
            assert configure(builder(**settings))[MODE_SETTING] == "cpu"
        (message,) = caplog.messages
        assert message.startswith("mode 'cpu' despite a GPU (GPU 0: NVIDIA H200): the plugin")
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
                spark_builder = configure(builder(spark__master="yarn", **names))
                assert spark_builder[MODE_SETTING] == mode
        (message,) = caplog.messages
        assert message.startswith(f"mode '{mode}': ")
        assert says in message

    def test_local_clusters_are_on_this_machine(self, builder, monkeypatch) -> None:
        gpu(monkeypatch, usable=False)
        spark_builder = builder(spark__master="local-cluster[1,1,1024]")
        assert configure(spark_builder)[MODE_SETTING] == "cpu"

    def test_a_named_plugin_that_is_not_there_is_an_error(self, builder, monkeypatch) -> None:
        gpu(monkeypatch, usable=True)
        with pytest.raises(ConfigurationError, match="which is not a file"):
            configure(builder(), plugin_jar="/no/such.jar")
