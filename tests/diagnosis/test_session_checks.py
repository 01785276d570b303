# SPDX-License-Identifier: Apache-2.0

"""A running session: one that is healthy, and Python workers that are not as the driver's."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from pyspark.sql import functions as F

import rapids_udfs
from harness.session import DAEMON, with_plugin
from rapids_udfs.diagnosis import doctor, machine_checks, python_probe, settings_checks, setup
from rapids_udfs.diagnosis.finding import Check, Diagnosis, run
from rapids_udfs.diagnosis.setup import Setup
from rapids_udfs.errors import ArgumentTypeError, SessionError
from rapids_udfs.session import library

OF_JVM_AND_WORKERS = (
    *("java", "library", "other-libraries", "workers", "worker-modules", "executors"),
)
OF_SESSION = [check for check in doctor.SESSION if check.name in OF_JVM_AND_WORKERS]


@pytest.fixture(autouse=True)
def no_python_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other tests have run in this session does not matter."""
    monkeypatch.setattr(setup, "has_run_python", lambda _: False)


def of_session(spark, *, python_udfs: bool = False) -> Diagnosis:
    return run(OF_SESSION, Setup.of_session(spark, python_udfs=python_udfs))


def only(spark, check: str, severity: str = "error") -> rapids_udfs.Finding:
    """The one finding, of one check."""
    diagnosis = of_session(spark)
    (finding,) = diagnosis.findings
    assert (finding.check, finding.severity) == (check, severity), finding
    assert diagnosis.healthy == (severity != "error")
    return finding


def not_running(spark) -> str:
    """The finding on workers that do not run: a note, and an error where Python UDFs are used."""
    note = only(spark, "workers", "note").found
    (error,) = of_session(spark, python_udfs=True).findings
    assert (error.severity, error.found) == ("error", note)
    return note


@pytest.fixture
def workers(spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """The findings where a program with this beginning starts the workers' Python."""

    def findings(begins: str) -> list[str]:
        program = tmp_path / "python"
        program.write_text(f'#!/bin/sh\n{begins}\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setattr(spark.sparkContext, "pythonExec", str(program))
        return [str(f) for f in of_session(spark).findings]

    return findings


@with_plugin
def test_a_session_with_the_plugins_jar_but_not_the_plugin(spark) -> None:
    """The tests' own; healthy ones are those of the other modes' tests."""
    diagnosis = rapids_udfs.doctor(spark)
    assert [f.check for f in diagnosis.findings] == ["plugin-switch"], diagnosis
    assert {"java", "files", "library", "workers", "executors"} <= {*diagnosis.checked}
    assert not diagnosis.not_checked
    assert diagnosis.healthy


def test_a_library_without_what_its_classes_load_with(spark, monkeypatch) -> None:
    monkeypatch.setattr(library, "_library", library._library.__wrapped__)
    monkeypatch.setattr(library, "knows", lambda _, name: name != library.PLUGIN_INTERFACE)
    finding = only(spark, "library")
    assert "whose classes see neither the cuDF plugin nor cudf-names.jar" in finding.found
    assert "spark.driver.extraClassPath" in finding.fix  # where the tests have the library
    assert "$(rapids-udfs jar names)" in finding.fix
    with pytest.raises(SessionError, match=r"rapids-udfs jar names"):
        rapids_udfs.register(spark)


def test_the_callers_job_group_is_kept(spark) -> None:
    names = "spark.jobGroup.id", "spark.job.description", "spark.job.interruptOnCancel"
    context = spark.sparkContext
    context.setJobGroup("mine", "my work", True)
    try:
        rapids_udfs.doctor(spark)
        kept = [context.getLocalProperty(name) for name in names]
        assert not context.getJobTags()
    finally:
        for name in names:
            context.setLocalProperty(name, None)
    assert kept == ["mine", "my work", "true"]


def test_no_executor_has_registered_yet(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on YARN and standalone clusters, seconds after the start."""
    monkeypatch.setattr(python_probe, "executor_cores", lambda _: [])
    monkeypatch.setattr(spark.sparkContext, "master", "yarn")
    diagnosis = of_session(spark)
    assert not diagnosis.findings
    why = "no executor has registered yet: run a query first"
    assert diagnosis.not_checked == dict.fromkeys(("workers", "worker-modules", "executors"), why)


def test_executors_that_are_busy(spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\nsleep 3\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(spark.sparkContext, "pythonExec", str(program))
    monkeypatch.setattr(python_probe, "PROBE_SECONDS", 0.5)
    diagnosis = of_session(spark)
    assert not diagnosis.findings
    assert diagnosis.not_checked["workers"] == "the executors are busy: no answer in 0.5 s"


@with_plugin
def test_a_setting_that_was_changed_since_the_start(spark) -> None:
    spark.conf.set("spark.rapids.sql.expression.ScalaUDF", "false")
    try:
        _, finding = rapids_udfs.doctor(spark).findings
    finally:
        spark.conf.unset("spark.rapids.sql.expression.ScalaUDF")
    assert "remove spark.rapids.sql.expression.ScalaUDF (in the running session)" in finding.fix
    html = rapids_udfs.Diagnosis((finding,), ("udf-switch",))._repr_html_()
    assert "<td>udf-switch</td>" in html


def test_workers_as_the_drivers(workers) -> None:
    assert workers("") == []


def test_workers_of_another_time_zone_with_few_files(workers) -> None:
    few, zone = workers("export TZ=Asia/Tokyo; ulimit -Sn 1000; ulimit -Hn 1000")
    assert few.startswith("warning: executors: processes on")
    assert "may have 1000 files open" in few
    assert zone.startswith("note: worker-modules: Python on")
    assert "is at UTC+9, the driver at UTC" in zone


def test_workers_of_another_version(workers, tmp_path: Path) -> None:
    package = tmp_path / "path" / "rapids_udfs"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "_versions.py").write_text('__version__ = "0.0.1"\n', encoding="utf-8")
    (finding,) = workers(f"export PYTHONPATH={package.parent}:$PYTHONPATH")
    assert f"rapids_udfs 0.0.1 on {__import__('socket').gethostname()}" in finding
    assert re.search(rf"pip install .*rapids-udfs=={rapids_udfs.__version__}", finding)


@pytest.mark.parametrize(
    ("begins", "why"),
    [
        ("exit 3", "it ends without output"),
        ("echo >&2; echo libfoo.so: no such file >&2; exit 3", "libfoo.so: no such file"),
        ("export PYTHONHOME=/nowhere", "Fatal Python error: init_fs_encoding: "),
        ("set -- -c 'import no_such'", "ModuleNotFoundError: No module named 'no_such'"),
        ("echo hello", f"Bad data in {DAEMON}'s standard output."),
    ],
)
def test_workers_that_do_not_start(spark, workers, tmp_path: Path, begins: str, why: str) -> None:
    workers(begins)
    note = not_running(spark)
    assert f"a worker of {tmp_path}/python does not run: {why}" in note
    fix = f"set PYSPARK_PYTHON to a Python {'{}.{}'.format(*sys.version_info)} that"
    assert only(spark, "workers", "note").fix.startswith(fix)


def test_workers_without_a_python(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonExec", "/nowhere/python")
    said = 'Cannot run program "/nowhere/python": error=2, No such file or directory'
    assert not_running(spark) == f"a worker of /nowhere/python does not run: {said}"


def test_workers_of_another_python(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonVer", "2.7")
    said = r"a worker of \S+ does not run: (\w+\.)*PySparkRuntimeError: \[PYTHON_VERSION_MISMATCH\]"
    assert re.match(said, not_running(spark))


def test_skipped_functions_of_other_libraries(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    why = "Skipped the function acme.Ctor, which acme.jar names: no licence"
    jvm = SimpleNamespace(skippedFunctions=lambda: [why])
    monkeypatch.setattr(settings_checks, "entry_point", lambda _: jvm)
    check = Check("note", settings_checks.other_libraries)
    (finding,) = run([check], Setup.of_session(spark)).findings
    assert (finding.found, finding.severity) == (why, "note")
    assert check in doctor.SESSION


def test_workers_with_another_clock(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as changed:
        changed.setattr(time, "time", lambda now=time.time: now() - 3600)
        probed = python_probe.probe(spark)
    monkeypatch.setattr(setup, "probe", lambda _: probed)
    assert "differs by 3" in only(spark, "executors", "warning").found


def test_workers_without_modules_or_space(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    probed = python_probe.probe(spark)
    for worker in probed.values():
        worker |= {"lacks": ["pyarrow"], "free": 2**20, "pip": True}
    monkeypatch.setattr(setup, "probe", lambda _: probed)
    space, lacks = of_session(spark).findings
    assert "lacks pyarrow" in lacks.found
    assert lacks.fix.endswith("-m pip install pyarrow")
    assert (lacks.severity, space.severity) == ("note", "warning")
    assert "has 1 MiB left" in space.found
    assert {f.severity for f in of_session(spark, python_udfs=True).findings} == {"warning"}


def test_an_extension_that_the_jvm_does_not_have(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_checks, "has_class", lambda *_: False)
    assert "rapids_udfs.register(spark)" in only(spark, "library").fix


def test_a_session_on_another_java(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    system = SimpleNamespace(getProperty={"java.specification.version": "11"}.get)
    monkeypatch.setattr(machine_checks, "jvm_class", lambda *_: system)
    assert "runs on Java 11" in only(spark, "java").found


def test_a_query_with_a_python_udf(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    spark.range(1).select(F.udf(lambda i: i, "long", useArrow=False)("id")).collect()
    assert python_probe.has_run_python(spark)
    monkeypatch.setattr(python_probe, "_MAX_QUERIES", 1)
    spark.range(1).collect()
    assert not python_probe.has_run_python(spark)


def test_a_server_of_spark_connect(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    """Healthy ones are those of ``tests/processes``."""
    monkeypatch.setattr(doctor, "is_connect", lambda _: True)
    monkeypatch.setattr(setup, "is_connect", lambda _: True)
    answers = {"versionNumberString": "2.11.0"}
    for module in (setup, settings_checks):
        monkeypatch.setattr(module, "call_static", lambda _, __, name: answers.get(name))
    scala, library = rapids_udfs.doctor(spark).findings
    assert "Scala 2.11 with Spark" in scala.found
    assert "which the server's JVM does not have" in library.found
    answers["version"] = "0.0.1"
    _, library = rapids_udfs.doctor(spark).findings
    assert library.fix.startswith("pip install rapids-udfs==0.0.1, or")
    assert {scala.severity, library.severity} == {"error"}


def test_something_else_than_a_session() -> None:
    with pytest.raises(ArgumentTypeError):
        rapids_udfs.doctor("spark")  # type: ignore[arg-type]
