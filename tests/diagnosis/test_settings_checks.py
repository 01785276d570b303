# SPDX-License-Identifier: Apache-2.0

"""Settings that are wrong for a session: each is found, with what fixes it, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.diagnoses import CLUSTER, MPS, SQL_PLUGIN, WITH_PLUGIN, WORKERS, wrong_settings
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import installed_spark

pytestmark = pytest.mark.jars

LINE = installed_spark().line

SCALA = LINE.scala

OTHER_SCALA = {"2.13": "2.12", "2.12": "2.13"}[SCALA]

EXTENSION = "io.github.rapidsudfs.RapidsUdfsExtensions"

NAME = jars.name_of("", LINE.name, SCALA).removesuffix(".jar")

PACKAGE = f"io.github.rapidsudfs:{NAME}"

PACKAGES = f"{PACKAGE}:1.2.0,io.github.rapidsudfs:rapids-udfs-cudf-names:1.2.0"

IVY = f"io.github.rapidsudfs_{NAME}-1.2.0.jar"


TO_CLASS_PATHS = (
    "add to spark.driver.extraClassPath and spark.executor.extraClassPath: $(rapids-udfs jar names)"
)

HEALTHY: list[dict[str, str]] = [
    {},
    {WORKERS: "0", "spark.master": "yarn"},
    {WORKERS: "5", "spark.master": "local[4]"},
    {WORKERS: "2", "spark.master": "local[4, 3]", "spark.task.cpus": "4"},
    {WORKERS: "5", **CLUSTER, "spark.executor.cores": "8", "spark.task.resource.gpu.amount": "0.25"}
    | {"spark.executor.cores": "4"},
    {MPS: "{mps}"},
    {MPS: "/only/there", "spark.master": "yarn"},
    {"spark.sql.catalogImplementation": "hive", "spark.jars": "{hive}"},
    {"spark.jars": "{library},{names}", "spark.sql.extensions": EXTENSION},
    {"spark.jars": "{library},file:{library},{names}"},
    {"spark.jars": "{folder}/*s*.jar", "spark.sql.extensions": EXTENSION},
    {"spark.driver.extraClassPath": "{folder}/*:/no/such/*", "spark.sql.extensions": EXTENSION},
    {"spark.jars": "local://{library},local://{names}", "spark.sql.extensions": EXTENSION},
    {"spark.driver.extraClassPath": "{names}", "spark.jars": "{library}"},
    {"spark.jars": "{library}", "spark.jars.packages": "a:b:1", "spark.rapidsUdfs.mode": "explain"}
    | {"spark.driver.extraClassPath": "{plugin}"},
    WITH_PLUGIN,
    {**WITH_PLUGIN, "spark.rapids.sql.enabled": "true", "spark.rapidsUdfs.compileRows": "FALSE"},
    {**WITH_PLUGIN, **CLUSTER, "spark.executor.cores": "8"},
    {**WITH_PLUGIN, **CLUSTER, "spark.executor.cores": "8", "spark.task.resource.gpu.amount": ".1"},
    {"spark.plugins": SQL_PLUGIN, "spark.jars.packages": "com.nvidia:rapids-4-spark_2.13:26.08.1"},
    {"spark.jars": "s3a://bucket/a.jar,hdfs:///b.jar"},
    # As in spark-defaults.conf, and as in the session that Spark starts with it.
    {"spark.jars.packages": PACKAGES, "spark.sql.extensions": EXTENSION},
    {
        "spark.jars.packages": PACKAGES,
        "spark.jars": f"hdfs:///nowhere/{IVY}",
        "spark.sql.extensions": EXTENSION,
    },
    {"spark.jars": f"s3a://bucket/{NAME}.jar,{{names}}", "spark.sql.extensions": EXTENSION},
    # Which jars these are, is not known here.
    {"spark.jars": "hdfs:///libs/*.jar", "spark.sql.extensions": EXTENSION},
    {"spark.jars": f"s3a://b/{NAME}.jar,hdfs:/libs/*"},
    {"spark.jars": "s3a://b/libs/*", "spark.plugins": SQL_PLUGIN},
    {
        "spark.jars": f"https://host/{NAME}-1.2.0.jar?v=1#x,https://host/cudf-names.jar",
        "spark.sql.extensions": EXTENSION,
    },
    {"spark.plugins": SQL_PLUGIN, "spark.jars": "{library}"}
    | {"spark.jars.packages": "com.nvidia:rapids-4-spark_2.13:26.08.1"},
    {"spark.jars": "{iceberg}"},
    {"spark.jars": "{iceberg}", "spark.plugins": SQL_PLUGIN}
    | {"spark.driver.extraClassPath": "{plugin}:{iceberg}"},
    {"spark.plugins": SQL_PLUGIN, "spark.driver.extraClassPath": "{one}/*"},
    {**WITH_PLUGIN, **CLUSTER, "spark.executor.extraClassPath": "/opt/jars/*"},
]


@pytest.mark.parametrize("settings", HEALTHY, ids=range(len(HEALTHY)))
def test_nothing_is_found_where_nothing_is_wrong(settings, files) -> None:
    assert wrong_settings(settings, files) == []


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (
            {"spark.jars": "{missing}"},
            ["error: files: spark.jars names", "does not exist", "(given here)"],
        ),
        (
            {**WITH_PLUGIN, "spark.driver.extraClassPath": "{plugin}:{missing}"},
            ["error: files: spark.driver.extraClassPath names"],
        ),
        (
            {"spark.jars": "{folder}/no*.jar"},
            ["error: files: spark.jars names", "/no*.jar, which does not exist"],
        ),
        *(
            (
                {"spark.jars": f"{{folder}}/{pattern}"},
                ["error: files: spark.jars names", "no pattern but *"],
            )
            for pattern in ("cudf-name?.jar", "cudf-names.ja[r]")
        ),
        (
            {"spark.sql.extensions": f"x.Y,{EXTENSION}", "spark.jars": "{script}"},
            [
                "error: extension:",
                "spark.jars: $(rapids-udfs jar library),$(rapids-udfs jar names)",
            ],
        ),
        (
            {"spark.driver.extraClassPath": "{plugin}", "spark.sql.extensions": EXTENSION}
            | {"spark.rapidsUdfs.mode": "explain"},
            ["error: extension:", "fix: add to spark.jars: $(rapids-udfs jar library)"],
        ),
        (
            {"spark.jars": "{library}"},
            ["error: names-missing:", "spark.jars: $(rapids-udfs jar names)"],
        ),
        ({"spark.driver.extraClassPath": "{library}"}, ["error: names-missing:", TO_CLASS_PATHS]),
        *(
            (
                {"spark.driver.extraClassPath": "{library}", "spark.jars": names},
                [
                    "error: names-missing:",
                    "and does not see",
                    "cudf-names.jar in spark.jars",
                    TO_CLASS_PATHS,
                ],
            )
            for names in ("{names}", "{library},{names}")
        ),
        (
            {"spark.driver.extraClassPath": "{library}", "spark.jars": "hdfs:///libs/*"},
            ["error: names-missing:", TO_CLASS_PATHS],
        ),
        (
            {"spark.jars.packages": f"{PACKAGE}:1.2.0", "spark.sql.extensions": EXTENSION},
            [
                "error: names-missing:",
                "spark.jars.packages: io.github.rapidsudfs:rapids-udfs-cudf-names:1.2",
            ],
        ),
        (
            {**WITH_PLUGIN, "spark.jars": "{one}/iceberg*.jar"},
            ["warning: iceberg:", "1.11.0.jar is not on the class path"],
        ),
        (
            {"spark.jars": "{library},{library2},{names}"},
            ["error: library-twice: several rapids-udfs jars"],
        ),
        (
            {"spark.jars": f"s3a://b/{NAME}.jar,hdfs:///{IVY},{{names}}"},
            [
                "error: library-twice: several rapids-udfs jars: s3a://b/rapids",
                "hdfs:///io.github.",
            ],
        ),
        ({"spark.jars": "{wrong},{names}"}, ["error: library-twice:", f"on Scala {SCALA}"]),
        (
            {"spark.jars": f"s3a://b/{IVY.replace(SCALA, OTHER_SCALA)},{{names}}"},
            ["error: library-twice:", f"on Scala {SCALA}"],
        ),
        (
            {**WITH_PLUGIN, "spark.jars": "hdfs:///com.nvidia_rapids-4-spark_2.13-26.08.1.jar"},
            ["error: plugin-twice: several plugin jars"],
        ),
        (
            {
                **WITH_PLUGIN,
                "spark.jars": "hdfs:///io.github.rapidsudfs_rapids-udfs-cudf-names-1.2.0.jar",
            },
            ["error: names-beside-plugin:"],
        ),
        (
            {
                "spark.jars": f"s3a://b/rapids-udfs-hive_{SCALA}.jar",
                "spark.sql.extensions": EXTENSION,
            },
            ["error: extension:", "rapids-udfs jar library"],
        ),
        (
            {**WITH_PLUGIN, "spark.jars": "{plugin2}"},
            ["error: plugin-twice: several plugin jars", "_one.jar", "_two.jar"],
        ),
        (
            {**WITH_PLUGIN, "spark.jars": "{names}"},
            ["error: names-beside-plugin:", "hide the plugin's"],
        ),
        (
            {**WITH_PLUGIN, "spark.jars": "{iceberg}"}
            | {"spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog"},
            ["error: iceberg:", "1.11.0.jar is not on the class path, where", "Add its file to"],
        ),
        (
            {"spark.driver.extraClassPath": "{plugin}", "spark.jars": "{iceberg}"}
            | {"spark.rapidsUdfs.mode": "explain"}
            | {"spark.sql.catalog.lake": "org.apache.iceberg.spark.SparkCatalog"},
            ["warning: iceberg:", "why: rapids_udfs.explain of a query of an Iceberg table fails"],
        ),
        (
            {"spark.plugins": f"x.Y,{SQL_PLUGIN}"},
            ["error: plugin-missing: spark.plugins", "names the plugin"],
        ),
        (
            {"spark.driver.extraClassPath": "{plugin}"},
            ["warning: plugin-switch:", f"spark.plugins={SQL_PLUGIN}, or"],
        ),
        (
            {**WITH_PLUGIN, "spark.rapids.sql.enabled": "FALSE"},
            [
                "warning: plugin-switch: spark.rapids.sql.enabled=FALSE",
                "remove spark.rapids.sql.enabled",
            ],
        ),
        (
            {**WITH_PLUGIN, "spark.rapids.sql.mode": "explainonly"},
            ["warning: plugin-switch: spark.rapids.sql.mode=explainonly"],
        ),
        *(
            ({f"spark.rapids.sql.expression.{name}": "false"}, ["warning: udf-switch: spark", name])
            for name in ("ScalaUDF", "HiveSimpleUDF", "HiveGenericUDF")
        ),
        (
            {"spark.rapidsUdfs.compileRows": "1"},
            ["error: compiled-rows: spark.rapidsUdfs.compileRows=1"],
        ),
    ],
)
def test_each_wrong_setting_is_one_finding(settings, says, files) -> None:
    (finding,) = wrong_settings(settings, files)
    assert all(part in finding for part in says), finding
    assert all(f"\n    {word}: " in finding for word in ("why", "fix"))


@pytest.mark.parametrize(
    "settings", [{"spark.sql.catalogImplementation": "hive"}, {"spark.jars": "{hive}"}]
)
def test_a_spark_without_hive(
    settings: dict[str, str], files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has those of this Spark's jars alone that tell its versions."""
    folder = tmp_path / "spark" / "jars"
    folder.mkdir(parents=True)
    for jar in installed_spark().jars.iterdir():
        if jar.name.startswith(("scala-library", "spark-co")):
            (folder / jar.name).symlink_to(jar)
    monkeypatch.setenv("SPARK_HOME", str(folder.parent))
    (finding,) = wrong_settings(settings, files)
    assert finding.startswith("error: hive: spark.")
    assert f"but {folder} has no Hive" in finding
