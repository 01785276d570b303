# SPDX-License-Identifier: Apache-2.0

"""The command lines that ``rapids-udfs conform`` refuses before it starts Spark."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from rapids_udfs.cli import main
from rapids_udfs.errors import SessionError
from rapids_udfs.testing import command, report
from rapids_udfs.testing.command import load, look_for
from rapids_udfs.testing.type_mapping import TypeMappingReport, TypeResult

Output = pytest.CaptureFixture[str]


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    path = tmp_path / "my.jar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("com/acme/MyUdf.class", b"class")
        archive.writestr("com/acme/Outer$HiveOne.class", b"org/apache/hadoop/hive/ql/exec/UDF")
    return path


def refused(arguments: list[str], capsys: Output) -> str:
    assert main(["conform", *arguments]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "com.acme.MyUDF",
            "there is no class com.acme.MyUDF in {jar}; did you mean com.acme.MyUdf?",
        ),
        ("org.other.MyUdf", "did you mean com.acme.MyUdf?"),
        ("Nothing", "there is no class Nothing in {jar}\n"),
    ],
)
def test_a_class_that_is_not_in_the_jar(jar: Path, name: str, says: str, capsys: Output) -> None:
    text = refused(["--jar", str(jar), "--class", name, "--types", "int"], capsys)
    assert says.replace("{jar}", str(jar)) in text


def test_no_jar(tmp_path: Path, capsys: Output) -> None:
    text = refused(["--class", "com.acme.MyUdf", "--types", "int"], capsys)
    assert text == "error: there is no class com.acme.MyUdf: pass its jar (--jar FILE)\n"
    gone = ["--jar", str(tmp_path / "gone.jar"), "--class", "com.acme.MyUdf", "--types", "int"]
    assert "gone.jar cannot be read as a jar" in refused(gone, capsys)


def test_names_and_paths_that_do_not_do(jar: Path, tmp_path: Path, capsys: Output) -> None:
    options = ["--jar", str(jar), "--types", "int", "--class"]
    assert "did you mean com.acme.MyUdf?" in refused([*options, "com/acme/MyUdf"], capsys)
    folder = tmp_path / "a,b"
    folder.mkdir()
    comma = ["--jar", str(jar.rename(folder / "my.jar")), "--class", "com.acme.MyUdf"]
    assert "has a comma in its path" in refused([*comma, "--types", "int"], capsys)


def test_two_reports_in_one_file(tmp_path: Path, capsys: Output) -> None:
    one = str(tmp_path / "report")
    with pytest.raises(SystemExit) as e:
        main(["conform", "--class", "x", "--types", "int", "--html", one, "--junit-xml", one])
    assert e.value.code == 2
    assert "--junit-xml and --html name the same file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--types int", "--class and --types are required"),
        ("--class word_count", "--class and --types are required"),
        ("--class word_count --types string --mode cpu", "it is for --type-mapping or --python"),
        ("--type-mapping --class word_count", "--type-mapping takes neither --class"),
        ("--type-mapping --returns int", "--type-mapping takes neither --class"),
        (
            "--class word_count --types string --costs --mode gpu",
            "--costs counts what one UDF does",
        ),
        ("--python a.py:f --types int --returns int", "needs a conversion: pass --class or --sql"),
        ("--python a.py:f --types int --sql n --class C", "pass --class or --sql, not both"),
        ("--class word_count --types string --html a --json a", "--html and --json name the same"),
    ],
)
def test_what_does_not_go_together(arguments: str, says: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as e:
        main(["conform", *arguments.split()])
    assert e.value.code == 2
    assert says in capsys.readouterr().err


def test_a_session_with_hive_for_jars_that_name_it(jar: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.jar"
    with zipfile.ZipFile(plain, "w") as archive:
        archive.writestr("Other.class", b"a hive")
    assert look_for("com.acme.Outer$HiveOne", [jar])
    # What it extends may be a Hive UDF.
    assert look_for("com.acme.MyUdf", [jar, plain])
    assert not look_for("Other", [plain])
    assert not look_for("word_count", [])


@pytest.mark.parametrize("option", ["--junit-xml", "--html"])
def test_a_report_that_cannot_be_written(jar: Path, option: str, capsys: Output) -> None:
    options = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int"]
    text = refused([*options, option, str(jar / "r")], capsys)
    assert text == f"error: File exists: {jar}\n"
    assert refused([*options, option, str(jar.parent)], capsys).startswith(
        "error: Is a directory: "
    )


class Gone:
    """A session whose JVM has ended."""

    def __init__(self) -> None:
        self.sparkContext = SimpleNamespace(
            _gateway=SimpleNamespace(proc=subprocess.Popen([sys.executable, "-c", "exit(7)"]))
        )

    def stop(self) -> None:
        raise ConnectionRefusedError


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("raise ValueError('later')", "{file} cannot be imported: ValueError: later"),
        ("import sys\nsys.exit('usage')", "{file} cannot be imported: SystemExit: usage"),
        (
            "from functools import *\ndef g(n): return n\nf = partial(g)",
            "there is no Python function {file}:f: its functions are: g",
        ),
        ("def f(n): return n", "{file} stops Spark's session when it is imported"),
    ],
)
def test_a_file_is_imported_when_spark_runs(
    tmp_path: Path, text: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    started: list[object] = []

    def start(*_: object) -> object:
        context = SimpleNamespace(_gateway=None, _jsc=None)
        started.append(context)
        return SimpleNamespace(sparkContext=context, stop=started.pop)

    monkeypatch.setattr(command, "_start", start)
    monkeypatch.setattr(command, "load", lambda place: (started[0], load(place))[1])
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / "a_job.py"
    file.write_text(text)
    options = ["--python", f"{file}:f", "--types", "int", "--returns", "int", "--sql", "n"]
    assert says.replace("{file}", str(file)) in refused(options, capsys)
    assert not started
    sys.modules.pop("a_job")


@pytest.mark.parametrize(
    ("more", "zone"),
    [([], "America/St_Johns"), (["--time-zone", "Asia/Tokyo"], "Asia/Tokyo")],
)
def test_timestamps_are_judged_in_one_zone(
    more: list[str], zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    zones: list[str | None] = []

    def start(builder: Any, _log: Path) -> None:
        zones.extend([builder._options["spark.sql.session.timeZone"], os.environ.get("TZ")])
        raise SessionError("no more")

    monkeypatch.setenv("TZ", "UTC")
    # Another test's session may be running.
    monkeypatch.setattr(command, "configure", lambda builder, *_, **__: builder)
    monkeypatch.setattr(command, "timed_start", start)
    file = tmp_path / "a_job.py"
    file.write_text("def f(t): return t\n")
    options = ["--types", "timestamp", "--returns", "int", "--sql", "hour(t)"]
    try:
        assert main(["conform", "--python", f"{file}:f", *options, *more]) == 3
    finally:
        monkeypatch.undo()
        time.tzset()
    assert "no more" in capsys.readouterr().err
    assert zones == [zone, zone]


def test_functions_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / "a_job.py"
    file.write_text(
        "from pyspark.sql.functions import udf\nfrom pyspark.sql.types import IntegerType\n"
        "@udf(IntegerType())\ndef f(n): return n\n"
    )
    assert load(f"{file}:f")(3) == 3
    sys.modules.pop("a_job")


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("nofile.py:f", "there is no file nofile.py"),
        ("nofile.py", "name it as FILE:FUNCTION"),
        (f"{__file__}x:f", "there is no file"),
    ],
)
def test_a_file_that_is_not_there(place: str, says: str, capsys: Output) -> None:
    options = ["--python", place, "--types", "int", "--returns", "int", "--sql", "n"]
    assert says in refused(options, capsys)


def test_a_udf_that_ends_the_jvm(
    jar: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def check(*_: object) -> None:
        raise ConnectionRefusedError("the connection was refused")

    monkeypatch.setattr(command, "_start", lambda *_: Gone())
    monkeypatch.setattr(command, "_check", check)
    options = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int"]
    text = refused(options, capsys)
    assert "the JVM ended with status 7 while com.acme.MyUdf was checked" in text


def test_the_reports_say_why_it_could_not_be_checked(
    jar: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "REPORTS", [])  # no result of this run of tests
    xml, page = tmp_path / "r" / "junit.xml", tmp_path / "r" / "page.html"
    files = ["--junit-xml", str(xml), "--html", str(page)]
    options = ["--jar", str(jar), "--class", "com.acme.Other<1>", "--types", "int"]
    assert main(["conform", *options, *files]) == 3
    assert "there is no class com.acme.Other<1>" in capsys.readouterr().err
    (suite,) = ElementTree.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("1", "1", "0")
    assert suite.get("name") == "com.acme.Other<1>(int) can be checked"
    (error,) = suite.iter("error")
    assert "there is no class com.acme.Other<1>" in str(error.text)
    assert "could not be checked" in page.read_text()
    assert "there is no class com.acme.Other&lt;1&gt;" in page.read_text()


@pytest.mark.parametrize(("problem", "status"), [("", 0), ("changed", 1)])
def test_the_type_mapping(
    problem: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr(report, "REPORTS", [])  # no result of this run of tests
    mapping_report = TypeMappingReport((TypeResult("int", "INT32", 9, 0, 9, problem),))
    started = []
    monkeypatch.setattr(command, "_start", lambda *args: started.append(args) or Ended())
    monkeypatch.setattr(command, "check_type_mapping", lambda spark, **kwargs: mapping_report)
    xml = tmp_path / "r.xml"
    arguments = ["--type-mapping", "--mode", "cpu", "--master", "local[3]", "--junit-xml", str(xml)]
    assert main(["conform", *arguments]) == status
    ((options, of_hive),) = started
    assert (options.master, options.mode, of_hive) == ("local[3]", "cpu", False)
    assert "INT32" in capsys.readouterr().out
    (suite,) = ElementTree.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", str(status))


class Ended:
    """A session that can be stopped."""

    def stop(self) -> None:
        pass


@pytest.mark.parametrize("name", ["upper", "sum", "levenshtein"])
def test_a_function_of_spark(jar: Path, name: str, capsys: Output) -> None:
    text = refused(["--jar", str(jar), "--class", name, "--types", "string"], capsys)
    assert f"{name} is a Spark builtin, not a UDF" in text


def test_an_interrupt_whose_handling_fails(
    jar: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    class StartError(RuntimeError):
        pass

    def interrupted(*_: object) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise StartError("Answer from Java side is empty")

    monkeypatch.setattr(command, "_start", interrupted)
    page = jar.parent / "page.html"
    options = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int"]
    assert main(["conform", *options, "--html", str(page)]) == 130
    assert capsys.readouterr().err == "interrupted\n"
    assert not page.exists()

    def failing(*_: object) -> None:
        raise StartError("no interrupt")

    monkeypatch.setattr(command, "_start", failing)
    assert main(["conform", *options]) == 3
    assert "StartError: no interrupt\n" in capsys.readouterr().err


def test_no_gpu(jar: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    options = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int", "--mode", "gpu"]
    assert "mode gpu needs a GPU: CUDA_VISIBLE_DEVICES='' hides" in refused(options, capsys)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--rows", "-1"),
        ("--rows", "x"),
        ("--fault-points", "0"),
        ("--fault-points", "some"),
        ("--tolerance", "nan"),
        ("--tolerance", "1"),
    ],
)
def test_numbers_that_are_none(option: str, value: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as e:
        main(["conform", "--class", "word_count", "--types", "string", option, value])
    assert e.value.code == 2
    assert f"argument {option}: " in capsys.readouterr().err


def test_help_says_what_it_needs_and_gives(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["conform", "--help"])
    text = capsys.readouterr().out
    for word in (
        "--types",
        "--junit-xml",
        "--html",
        "No GPU is needed",
        "1    it does not conform",
        "3    it could not",
    ):
        assert word in " ".join(text.split()) or word in text
