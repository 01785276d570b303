# SPDX-License-Identifier: Apache-2.0

"""Settings that are wrong for a session: each is found, with what fixes it, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from rapids_udfs.diagnosis import checks
from rapids_udfs.diagnosis.finding import run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.runtime import jars
from rapids_udfs.runtime.installed import installed_spark
from rapids_udfs.session.settings import SparkSettings

LINE = installed_spark().line
SCALA = LINE.scala
OTHER_SCALA = {"2.13": "2.12", "2.12": "2.13"}[SCALA]
PLUGIN = "com.nvidia.spark.SQLPlugin"
EXTENSION = "io.github.rapidsudfs.RapidsUdfsExtensions"
NAME = jars.name_of("", LINE.name, SCALA).removesuffix(".jar")
PACKAGE = f"io.github.rapidsudfs:{NAME}"
PACKAGES = f"{PACKAGE}:1.2.0,io.github.rapidsudfs:rapids-udfs-cudf-names:1.2.0"
IVY = f"io.github.rapidsudfs_{NAME}-1.2.0.jar"
CLUSTER = {
    "spark.master": "spark://host:7077",
    "spark.executor.resource.gpu.amount": "1",
    "spark.executor.extraClassPath": "/opt/rapids-4-spark.jar",
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files by the names that settings below have in braces."""
    made = {
        "plugin": tmp_path / "rapids-4-spark_one.jar",
        "plugin2": tmp_path / "rapids-4-spark_two.jar",
        "library2": tmp_path / jars.name_of("", LINE.name, SCALA),
        "wrong": tmp_path / f"rapids-udfs_{OTHER_SCALA}.jar",
        "script": tmp_path / "getGpus.sh",
        "hive": tmp_path / jars.name_of("-hive", LINE.name, SCALA),
        "iceberg": tmp_path / "iceberg-spark-runtime-4.1_2.13-1.11.0.jar",
        "control": tmp_path / "control",
    }
    for path in made.values():
        with ZipFile(path, "w") as jar:
            jar.writestr("nothing", "")
    healthy, one = tmp_path / "healthy", tmp_path / "one"
    for folder, held in {
        healthy: (jars.library_jar(LINE), jars.names_jar()),
        one: (made["plugin"], made["iceberg"]),
    }.items():
        folder.mkdir()
        for jar in held:
            (folder / jar.name).symlink_to(jar)
    return {
        **{name: str(path) for name, path in made.items()},
        "library": str(jars.library_jar(LINE)),
        "names": str(jars.names_jar()),
        "folder": str(healthy),
        "one": str(one),
        "missing": str(tmp_path / "missing.jar"),
        "mps": str(tmp_path),
    }


OF_MACHINE = {
    *("spark", "spark-version", "pyspark", "java", "library-jar", "plugin-jar", "gpu"),
    *("path-python", "worker-python", "worker-modules", "native-libraries"),
}
"""What settings do not decide, and takes time."""
CHECKS = [check for check in checks.BEFORE_START if check.name not in OF_MACHINE]


def found(settings: dict[str, str], files: dict[str, str], *, gpu: bool = False) -> list[str]:
    named = {key: value.format(**files) for key, value in settings.items()}
    setup = Setup(SparkSettings(("given here", named)), gpu)
    diagnosis = run(CHECKS, setup)
    assert not diagnosis.not_checked
    assert len(diagnosis.checked) == len(CHECKS)
    return [str(finding) for finding in diagnosis.findings]


TO_CLASS_PATHS = (
    "add to spark.driver.extraClassPath and spark.executor.extraClassPath: $(rapids-udfs jar names)"
)
WITH_PLUGIN = {"spark.plugins": PLUGIN, "spark.driver.extraClassPath": "{plugin}"}

WORKERS = "spark.rapids.python.concurrentPythonWorkers"
PYTHON_GPU = {"spark.rapids.sql.python.gpu.enabled": "true"}
MPS = "spark.executorEnv.CUDA_MPS_PIPE_DIRECTORY"

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
    {"spark.plugins": PLUGIN, "spark.jars.packages": "com.nvidia:rapids-4-spark_2.13:26.08.1"},
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
    {"spark.jars": "s3a://b/libs/*", "spark.plugins": PLUGIN},
    {
        "spark.jars": f"https://host/{NAME}-1.2.0.jar?v=1#x,https://host/cudf-names.jar",
        "spark.sql.extensions": EXTENSION,
    },
    {"spark.plugins": PLUGIN, "spark.jars": "{library}"}
    | {"spark.jars.packages": "com.nvidia:rapids-4-spark_2.13:26.08.1"},
    {"spark.jars": "{iceberg}"},
    {"spark.jars": "{iceberg}", "spark.plugins": PLUGIN}
    | {"spark.driver.extraClassPath": "{plugin}:{iceberg}"},
    {"spark.plugins": PLUGIN, "spark.driver.extraClassPath": "{one}/*"},
    {**WITH_PLUGIN, **CLUSTER, "spark.executor.extraClassPath": "/opt/jars/*"},
]


@pytest.mark.parametrize("settings", HEALTHY, ids=range(len(HEALTHY)))
def test_nothing_is_found_where_nothing_is_wrong(settings, files) -> None:
    assert found(settings, files) == []


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (
            {"spark.jars": "{missing}"},
            ["error: files: spark.jars names", "not there", "(given here)"],
        ),
        (
            {**WITH_PLUGIN, "spark.driver.extraClassPath": "{plugin}:{missing}"},
            ["error: files: spark.driver.extraClassPath names"],
        ),
        (
            {"spark.jars": "{folder}/no*.jar"},
            ["error: files: spark.jars names", "/no*.jar, which is not"],
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
            {"spark.plugins": f"x.Y,{PLUGIN}"},
            ["error: plugin-missing: spark.plugins", "names the plugin"],
        ),
        (
            {"spark.driver.extraClassPath": "{plugin}"},
            ["warning: plugin-switch:", f"spark.plugins={PLUGIN}, or"],
        ),
        (
            {**WITH_PLUGIN, "spark.rapids.sql.enabled": "FALSE"},
            [
                "warning: plugin-switch: spark.rapids.sql.enabled=FALSE",
                "leave spark.rapids.sql.enabled out",
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
            ["error: discovery-script:", "is not there"],
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
    (finding,) = found(settings, files)
    assert all(part in finding for part in says), finding
    assert all(f"\n    {word}: " in finding for word in ("why", "fix"))


def test_a_cluster_without_gpu_amounts(files) -> None:
    cluster = {"spark.master": "yarn"}
    assert found(cluster, files) == []
    (finding,) = found(cluster, files, gpu=True)
    assert finding.startswith("error: gpu-amounts: spark.executor.resource.gpu.amount is not set")


def test_python_workers_of_executors_that_are_not_known() -> None:
    setup = Setup(SparkSettings(("given here", {WORKERS: "4", "spark.master": "yarn"})))
    found = run(CHECKS, setup)
    assert found.healthy
    assert found.not_checked == {"python-workers": "spark.executor.cores is not set"}


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
    (finding,) = found(settings, files)
    assert finding.startswith("error: hive: spark.")
    assert f"but {folder} has no Hive" in finding
