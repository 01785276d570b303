# SPDX-License-Identifier: Apache-2.0

"""The settings and errors of ``configure``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, get_args
from unittest.mock import Mock

import pytest
from pyspark.sql import SparkSession

from rapids_udfs import configure
from rapids_udfs._entry_point import ENTRY_POINT
from rapids_udfs._versions import LINES
from rapids_udfs.errors import (
    ArgumentTypeError,
    ConfigurationError,
    InstallationError,
    PluginError,
    SessionError,
    UnsupportedError,
)
from rapids_udfs.runtime import jars
from rapids_udfs.session import builder as session_module
from rapids_udfs.session.builder import ModeName
from rapids_udfs.session.modes import (
    EXTENSION,
    METRICS_PLUGIN,
    MODE_SETTING,
    MODES,
    SPARK_PLUGIN,
)
from rapids_udfs.session.settings import ENDED, SUBMITTED

pytestmark = [pytest.mark.usefixtures("no_spark_runs", "spark_4"), pytest.mark.jars]

SPARK_JARS = "spark.jars"
DRIVER = "spark.driver.extraClassPath"
EXECUTOR = "spark.executor.extraClassPath"


class TestJars:
    def test_they_are_added(self, builder, tmp_path: Path) -> None:
        own = tmp_path / "own.jar"
        own.touch()
        spark_builder = builder(spark__jars="/theirs.jar")
        configure(spark_builder, "cpu", jars=[own, str(own)])
        ours = f"{jars.library_jar(LINES[0])},{own},{jars.names_jar()}"
        assert spark_builder[SPARK_JARS] == f"/theirs.jar,{ours}"
        configure(spark_builder, "cpu", jars=[own])
        assert spark_builder[SPARK_JARS] == f"/theirs.jar,{ours}"

    def test_one_that_is_not_there(self, builder, tmp_path: Path) -> None:
        spark_builder = builder()
        with pytest.raises(ConfigurationError, match=r"own\.jar, one of jars, is not a file"):
            configure(spark_builder, "cpu", jars=[tmp_path / "own.jar"])
        with pytest.raises(ArgumentTypeError, match="a list of jars"):
            configure(spark_builder, "cpu", jars=str(tmp_path / "own.jar"))
        assert spark_builder[SPARK_JARS] is None

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
        spark_builder = configure(builder(), "cpu", jars=(jar for jar in [own]))
        assert str(own) in spark_builder[SPARK_JARS].split(",")


class TestCpu:
    def test_settings(self, builder) -> None:
        spark_builder = builder()
        assert configure(spark_builder, "cpu") is spark_builder
        assert spark_builder[SPARK_JARS] == f"{jars.library_jar(LINES[0])},{jars.names_jar()}"
        assert spark_builder["spark.sql.extensions"] == EXTENSION
        assert spark_builder[MODE_SETTING] == "cpu"
        assert spark_builder["spark.plugins"] is None
        assert spark_builder[DRIVER] is None

    def test_appends(self, builder) -> None:
        spark_builder = builder(spark__jars="/mine.jar", spark__sql__extensions="org.example.E")
        configure(spark_builder, "cpu")
        assert spark_builder[SPARK_JARS].startswith("/mine.jar,")
        assert spark_builder["spark.sql.extensions"] == f"org.example.E,{EXTENSION}"

    def test_twice_changes_nothing(self, builder) -> None:
        spark_builder = configure(builder(spark__jars="/mine.jar"), "cpu")
        once = dict(spark_builder._options)
        assert configure(spark_builder, "cpu")._options == once

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
        spark_builder = builder(spark__jars="/opt/rapids-4-spark_2.13-26.08.1.jar")
        assert "cudf-names" not in configure(spark_builder, "cpu")[SPARK_JARS]

    def test_spark_plugins_conflict(self, builder) -> None:
        spark_builder = builder(spark__plugins=f"a.B,{SPARK_PLUGIN}")
        with pytest.raises(ConfigurationError) as e:
            configure(spark_builder, "cpu")
        assert f"spark.plugins is '{SPARK_PLUGIN}' (set on the builder)" in str(e.value)
        assert "Ask for mode='gpu', or leave spark.plugins unset" in str(e.value)

    def test_our_jar_from_elsewhere_conflicts(self, builder) -> None:
        spark_builder = builder(spark__jars="/old/rapids-udfs_2.13.jar")
        with pytest.raises(ConfigurationError) as e:
            configure(spark_builder, "cpu")
        assert "spark.jars is '/old/rapids-udfs_2.13.jar' (set on the builder)" in str(e.value)
        assert str(jars.library_jar(LINES[0])) in str(e.value)

    def test_a_failure_leaves_the_builder_alone(self, builder) -> None:
        spark_builder = builder(spark__plugins=SPARK_PLUGIN)
        with pytest.raises(ConfigurationError, match="no plugin for mode='cpu'"):
            configure(spark_builder, "cpu")
        assert spark_builder._options == {"spark.plugins": SPARK_PLUGIN}


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
        spark_builder = configure(builder(), "cpu")
        both = f"/a.jar,{jars.library_jar(LINES[0])},{jars.names_jar()}"
        assert spark_builder[SPARK_JARS] == both
        expected = (
            f"--conf spark.sql.extensions=a.B,{EXTENSION} --conf spark.jars={both} pyspark-shell"
        )
        assert os.environ["PYSPARK_SUBMIT_ARGS"] == expected
        once = dict(spark_builder._options)
        assert configure(spark_builder, "cpu", metrics=True)["spark.plugins"]
        assert configure(spark_builder, "cpu")._options == once | {"spark.plugins": METRICS_PLUGIN}
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
        ended = ENDED, {"spark.plugins": SPARK_PLUGIN}
        monkeypatch.setattr(session_module, "_driver_settings", lambda: ended)
        with pytest.raises(ConfigurationError, match="Restart the Python process: a JVM"):
            configure(builder(), "cpu")

    def test_of_spark_submit(self, builder, monkeypatch) -> None:
        submitted = SUBMITTED, {MODE_SETTING: "explain"}
        monkeypatch.setattr(session_module, "_driver_settings", lambda: submitted)
        says = r"is 'explain' \(given to spark-submit\).* Ask for mode='explain', or take"
        with pytest.raises(ConfigurationError, match=says):
            configure(builder(), "cpu")

    @pytest.mark.parametrize("mode", ["explain", "gpu", "emulate"])
    def test_it_is_named_before_the_missing_plugin(self, builder, monkeypatch, mode: str) -> None:
        monkeypatch.setattr(session_module, "_driver_settings", lambda: (ENDED, {}))
        monkeypatch.setattr(session_module, "_driver_jvm", Mock)
        monkeypatch.setattr(session_module, "thread", lambda jvm: jvm)
        monkeypatch.setattr(session_module, "knows", lambda loader, name: name == ENTRY_POINT)
        with pytest.raises(SessionError, match="the driver's JVM is running"):
            configure(builder(), mode)
        # A JVM that knows the mode's classes lacks nothing but the plugin's file.
        monkeypatch.setattr(session_module, "knows", lambda loader, name: True)
        with pytest.raises(PluginError, match="is not at"):
            configure(builder(), mode)


class TestWrongUse:
    @pytest.mark.parametrize("not_a_builder", [None, "local[2]", SparkSession.Builder])
    def test_builder(self, not_a_builder) -> None:
        with pytest.raises(ArgumentTypeError, match=r"takes a builder \(SparkSession\.builder\)"):
            configure(not_a_builder, "cpu")

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
        assert "rapids_udfs.python_udfs.install()" in text
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
        spark_builder = configure(builder(spark__remote="local[2]"), "cpu")
        assert spark_builder["spark.sql.extensions"] == EXTENSION


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
