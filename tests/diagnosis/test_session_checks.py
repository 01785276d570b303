# SPDX-License-Identifier: Apache-2.0

"""A running session: one that is healthy, and Python workers that are not as the driver's."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import rapids_udfs
from harness.session import with_plugin
from rapids_udfs.diagnosis import session_checks
from rapids_udfs.diagnosis.finding import run
from rapids_udfs.errors import ArgumentTypeError, SessionError
from rapids_udfs.session import library


@pytest.fixture
def workers(spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """The findings where a program with this beginning starts the workers' Python."""

    def findings(begins: str) -> list[str]:
        program = tmp_path / "python"
        program.write_text(f'#!/bin/sh\n{begins}\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setattr(spark.sparkContext, "pythonExec", str(program))
        found = run(session_checks.CHECKS, spark)
        assert found.checked == ("library", "other-libraries", "workers")
        assert {f.check for f in found.findings} <= {"workers"}
        return [str(f) for f in found.findings]

    return findings


@with_plugin
def test_a_session_with_the_plugins_jar_but_not_the_plugin(spark) -> None:
    """The tests' own; healthy ones are those of the other modes' tests."""
    found = rapids_udfs.doctor(spark)
    assert [f.check for f in found.findings] == ["plugin-switch"], found
    assert {"java", "files", "library", "workers"} <= {*found.checked}
    assert not found.not_checked
    assert found.healthy


def test_a_library_without_what_its_classes_load_with(spark, monkeypatch) -> None:
    monkeypatch.setattr(library, "_library", library._library.__wrapped__)
    monkeypatch.setattr(library, "knows", lambda _, name: name != library.PLUGIN_INTERFACE)
    (finding,) = run((session_checks._library,), spark).findings
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
    monkeypatch.setattr(session_checks, "executor_cores", lambda _: [])
    monkeypatch.setattr(spark.sparkContext, "master", "yarn")
    found = run(session_checks.CHECKS, spark)
    assert not found.findings
    assert found.not_checked == {"workers": "no executor has registered yet: run a query first"}


def test_executors_that_are_busy(spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\nsleep 3\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(spark.sparkContext, "pythonExec", str(program))
    monkeypatch.setattr(session_checks, "_PROBE_SECONDS", 0.5)
    found = run(session_checks.CHECKS, spark)
    assert not found.findings
    assert found.not_checked == {"workers": "the executors are busy: no answer in 0.5 s"}


@with_plugin
def test_a_setting_that_was_changed_since_the_start(spark) -> None:
    spark.conf.set("spark.rapids.sql.expression.ScalaUDF", "false")
    try:
        _, found = rapids_udfs.doctor(spark).findings
    finally:
        spark.conf.unset("spark.rapids.sql.expression.ScalaUDF")
    assert "leave spark.rapids.sql.expression.ScalaUDF out (in the running session)" in found.fix
    html = rapids_udfs.Diagnosis((found,), ("udf-switch",))._repr_html_()
    assert "<td>udf-switch</td>" in html


def test_workers_as_the_drivers(workers) -> None:
    assert workers("") == []


def test_workers_of_another_time_zone_with_few_files(workers) -> None:
    few, zone = workers("export TZ=Asia/Tokyo; ulimit -Sn 1000; ulimit -Hn 1000")
    assert "may have 1000 files open" in few
    assert "is at UTC+9, the driver at UTC" in zone


def test_workers_of_another_version(workers, tmp_path: Path) -> None:
    package = tmp_path / "path" / "rapids_udfs"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "_versions.py").write_text('__version__ = "0.0.1"\n', encoding="utf-8")
    (found,) = workers(f"export PYTHONPATH={package.parent}:$PYTHONPATH")
    assert f"rapids_udfs 0.0.1 on {__import__('socket').gethostname()}" in found
    assert f"pip install rapids-udfs=={rapids_udfs.__version__}" in found


@pytest.mark.parametrize(
    ("begins", "why"),
    [
        ("exit 3", "it ends without output"),
        ("echo >&2; echo libfoo.so: no such file >&2; exit 3", "libfoo.so: no such file"),
        ("export PYTHONHOME=/nowhere", "Fatal Python error: init_fs_encoding: "),
        ("set -- -c 'import no_such'", "ModuleNotFoundError: No module named 'no_such'"),
        ("echo hello", "Bad data in pyspark.daemon's standard output."),
    ],
)
def test_workers_that_do_not_start(workers, tmp_path: Path, begins: str, why: str) -> None:
    (found,) = workers(begins)
    assert f"workers: a worker of {tmp_path}/python does not run: {why}" in found
    assert f"set PYSPARK_PYTHON to a Python {'{}.{}'.format(*sys.version_info)} that" in found


def test_workers_without_a_python(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonExec", "/nowhere/python")
    (found,) = run(session_checks.CHECKS, spark).findings
    said = 'Cannot run program "/nowhere/python": error=2, No such file or directory'
    assert found.found == f"a worker of /nowhere/python does not run: {said}"


def test_workers_of_another_python(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonVer", "2.7")
    (found,) = run(session_checks.CHECKS, spark).findings
    said = r"a worker of \S+ does not run: (\w+\.)*PySparkRuntimeError: \[PYTHON_VERSION_MISMATCH\]"
    assert re.match(said, found.found), found


def test_skipped_functions_of_other_libraries(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    why = "Skipped the function acme.Ctor, which acme.jar names: no licence"
    jvm = SimpleNamespace(skippedFunctions=lambda: [why])
    monkeypatch.setattr(session_checks, "entry_point", lambda _: jvm)
    (found,) = run((session_checks._other_libraries,), spark).findings
    assert (found.found, found.severity) == (why, "note")


def test_workers_with_another_clock(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    probed = session_checks._probed(spark)
    for worker in probed.values():
        worker["time"] += 3600
    monkeypatch.setattr(session_checks, "_probed", lambda _: probed)
    (found,) = run(session_checks.CHECKS, spark).findings
    assert "differs by 3" in found.found


def test_workers_without_modules_or_space(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    probed = session_checks._probed(spark)
    for worker in probed.values():
        worker |= {"lacks": ["pyarrow"], "free": 2**20}
    monkeypatch.setattr(session_checks, "_probed", lambda _: probed)
    lacks, space = run(session_checks.CHECKS, spark).findings
    assert "lacks pyarrow" in lacks.found
    assert lacks.fix.endswith("-m pip install pyarrow")
    assert (lacks.severity, space.severity) == ("note", "warning")
    assert "has 1 MiB left" in space.found


def test_an_extension_that_the_jvm_does_not_have(spark, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_checks, "has_class", lambda *_: False)
    (found,) = run([session_checks._library], spark).findings
    assert "rapids_udfs.register(spark)" in found.fix


def test_something_else_than_a_session() -> None:
    with pytest.raises(ArgumentTypeError):
        rapids_udfs.doctor("spark")  # type: ignore[arg-type]
