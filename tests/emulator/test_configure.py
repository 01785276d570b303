# SPDX-License-Identifier: Apache-2.0

"""The settings of ``configure(mode="emulate")``, which keeps the user's."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import rapids_udfs
from rapids_udfs.counting.counters import difference
from rapids_udfs.errors import ConfigurationError
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session import modes
from rapids_udfs.session.modes import Request
from rapids_udfs.session.settings import SparkSettings

OPTIONS = ("spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions")
TRACES = "-Dai.rapids.refcount.debug=true"
CLASS_PATHS = ("spark.driver.extraClassPath", "spark.executor.extraClassPath")


def applied(**fields) -> SparkSettings:
    """Return the settings of a builder; names have ``_`` for ``.``."""
    settings = SparkSettings(("set on the builder", fields.pop("user", {})))
    spark = installed_spark()
    request = Request(spark, settings, **fields)
    modes.add_settings(request, "emulate")
    return settings


def test_the_agent_and_the_slim_plugin() -> None:
    settings = applied()
    for key in OPTIONS:
        assert settings.get(key) == f"-javaagent:{jars.emulator_jar()} {TRACES}"
    for key in CLASS_PATHS:
        (jar,) = settings.items(key, ":")
        assert Path(jar) == plugin.slim(
            plugin.locate(installed_spark().scala), installed_spark().version
        )
    assert settings.items("spark.plugins") == [modes.SPARK_PLUGIN]
    assert settings.get("spark.rapids.memory.gpu.pool") == "NONE"


def test_no_gpu_is_requested() -> None:
    cluster = {"spark.master": "spark://h:7077", "spark.executor.cores": "4"}
    for user in ({}, cluster):
        assert not [key for key in applied(user=user).changes if "resource" in key]


def test_other_paths_on_the_executors() -> None:
    there = f"-Dx=1 -javaagent:/opt/udfs/{jars.EMULATOR_JAR}"
    settings = applied(user={OPTIONS[1]: there}, executor_plugin_jar="/opt/slim.jar")
    assert settings.get(OPTIONS[0]) == f"-javaagent:{jars.emulator_jar()} {TRACES}"
    assert settings.get(OPTIONS[1]) == f"{there} {TRACES}"
    assert settings.get(CLASS_PATHS[1]) == "/opt/slim.jar"


def test_an_agent_with_another_name_is_not_ours() -> None:
    other = f"-javaagent:/opt/not-{jars.EMULATOR_JAR}"
    settings = applied(user={OPTIONS[1]: other})
    assert settings.get(OPTIONS[1]) == f"{other} -javaagent:{jars.emulator_jar()} {TRACES}"


def test_the_users_settings_stay() -> None:
    user = {
        OPTIONS[0]: '-Dquoted="two  blanks"',
        CLASS_PATHS[0]: "/a.jar",
        "spark.plugins": "a.Plugin",
        "spark.rapids.memory.gpu.reserve": "1g",
    }
    settings = applied(user=user)
    added = f"-javaagent:{jars.emulator_jar()} {TRACES}"
    assert settings.get(OPTIONS[0]) == f"{user[OPTIONS[0]]} {added}"
    assert settings.items(CLASS_PATHS[0], ":")[0] == "/a.jar"
    assert settings.items("spark.plugins") == ["a.Plugin", modes.SPARK_PLUGIN]
    assert settings.get("spark.rapids.memory.gpu.reserve") == "1g"


def test_configuring_twice_changes_nothing() -> None:
    once = applied().changes
    assert applied(user=once).changes == {}


@pytest.mark.parametrize("size", ["lots", "-5", "2g", "1000", str(64 << 20), "1" * 30])
def test_a_device_that_the_plugin_cannot_start_on(
    size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(modes.DEVICE_BYTES, size)
    with pytest.raises(ConfigurationError, match=f"'{size}', but must be .* than {64 << 20}"):
        applied()


def test_a_small_device_with_a_small_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(modes.DEVICE_BYTES, str(64 << 20))
    reserve = {"spark.rapids.memory.gpu.reserve": "1024k"}
    assert reserve.keys().isdisjoint(applied(user=reserve).changes)


def test_the_plugin_from_maven_is_rejected() -> None:
    with pytest.raises(
        ConfigurationError, match="plugin='packages' is not supported; use class-path"
    ):
        applied(plugin="packages")


def test_every_default_is_a_setting_of_the_plugin() -> None:
    defaults = modes.defaults(jars.emulator_jar())
    assert len(defaults) > 30
    assert all(key.startswith("spark.rapids.") for key in defaults)


class TestSession:
    def test_configuring_it_again_changes_nothing(self, spark) -> None:
        builder = SparkSession.builder
        again = rapids_udfs.configure(builder, mode="emulate").getOrCreate()
        assert again.sparkContext is spark.sparkContext

    def test_it_reports_its_mode(self, spark) -> None:
        assert spark.conf.get("spark.rapidsUdfs.mode") == "emulate"

    def test_the_plugin_says_that_functions_run_on_the_gpu(self, spark) -> None:
        frame = spark.sql("SELECT long_to_ipv4(id) AS ip FROM range(10)")
        assert rapids_udfs.explain(frame).on_gpu
        plan = frame._jdf.queryExecution().executedPlan().toString()
        assert "GpuProject" in plan

    def test_the_automatic_mode_is_that_of_the_session(self, spark) -> None:
        again = rapids_udfs.configure(SparkSession.builder, mode="auto").getOrCreate()
        assert again.sparkContext is spark.sparkContext

    def test_every_route_runs_in_columns(self, spark) -> None:
        from harness import catalogue, routes

        function = catalogue.functions()["luhn_valid"]
        for route in routes.of(function):
            name = routes.register(spark, function, route)
            before = rapids_udfs.counters(spark)
            sql = f"SELECT {name}(CAST(id AS STRING)) AS r FROM range(100)"
            assert sum(row["r"] for row in spark.sql(sql).collect()) == 10
            counts = difference(rapids_udfs.counters(spark), before)["luhn_valid"]
            assert (counts.row_calls, counts.columnar_rows) == (0, 100), route
