"""What ``rapids-udfs conform`` refuses before it starts anything."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from rapids_udfs.cli import main
from rapids_udfs.java import find_java
from rapids_udfs.testing import command, report
from rapids_udfs.testing.class_files import base_class
from rapids_udfs.testing.command import look_for

Output = pytest.CaptureFixture[str]


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    path = tmp_path / "my.jar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("com/acme/MyUdf.class", b"class")
        archive.writestr("com/acme/Outer$HiveOne.class", b"org/apache/hadoop/hive/ql/exec/UDF")
    return path


def refused(arguments: list[str], capsys: Output) -> str:
    assert main(["conform", *arguments]) == 1
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
    assert "no jar was given" in refused(["--class", "com.acme.MyUdf", "--types", "int"], capsys)
    gone = ["--jar", str(tmp_path / "gone.jar"), "--class", "com.acme.MyUdf", "--types", "int"]
    assert "gone.jar is no jar that can be read" in refused(gone, capsys)


def test_names_and_paths_that_do_not_do(jar: Path, tmp_path: Path, capsys: Output) -> None:
    given = ["--jar", str(jar), "--types", "int", "--class"]
    assert "did you mean com.acme.MyUdf?" in refused([*given, "com/acme/MyUdf"], capsys)
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


@pytest.mark.parametrize("option", ["--types", "--returns"])
def test_a_type_that_is_none(jar: Path, option: str, capsys: Output) -> None:
    given = {"--types": "int", "--returns": "int"} | {option: "integr"}
    types = [text for pair in given.items() for text in pair]
    text = refused(["--jar", str(jar), "--class", "com.acme.MyUdf", *types], capsys)
    assert "'integr' is not a type that a columnar body can take" in text


def test_it_knows_hive_udfs(jar: Path) -> None:
    assert look_for("com.acme.Outer$HiveOne", [jar])
    assert not look_for("com.acme.MyUdf", [jar])
    assert not look_for("word_count", [])


def test_it_knows_hive_udfs_by_what_they_extend(tmp_path: Path) -> None:
    base = "abstract class Base extends org.apache.hadoop.hive.ql.exec.UDF {}"
    sources = {
        "org/apache/hadoop/hive/ql/exec/UDF": "package org.apache.hadoop.hive.ql.exec; "
        "public class UDF { long two = 1L << 40; double three = 3e300; int more = 1 << 20; }",
        "Base": base,
        "Mine": 'public class Mine extends Base { String archive = "a hive"; }',
        "Other": 'public class Other { String archive = "a hive"; Base no; }',
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.java").parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"{name}.java").write_text(source)
    files = [f"{name}.java" for name in sources]
    javac = str(find_java(compiler=True).home / "bin" / "javac")
    subprocess.run([javac, "--release", "17", *files], cwd=tmp_path, check=True)
    jar = tmp_path / "my.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        for name in ("Base", "Mine", "Other"):
            archive.write(tmp_path / f"{name}.class", f"{name}.class")
    assert look_for("Mine", [jar])
    assert not look_for("Other", [jar])
    bases = {name: base_class((tmp_path / f"{name}.class").read_bytes()) for name in sources}
    assert list(bases.values()) == [
        "java/lang/Object",
        "org/apache/hadoop/hive/ql/exec/UDF",
        "Base",
        "java/lang/Object",
    ]


@pytest.mark.parametrize("data", [b"", b"class", b"\xca\xfe\xba\xbe\0\0\0\x3d\0\x05\x63"])
def test_what_is_no_class_extends_nothing(data: bytes) -> None:
    assert base_class(data) == ""


@pytest.mark.parametrize("option", ["--junit-xml", "--html"])
def test_a_report_that_cannot_be_written(jar: Path, option: str, capsys: Output) -> None:
    given = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int"]
    text = refused([*given, option, str(jar / "r")], capsys)
    assert text == f"error: File exists: {jar}\n"
    assert refused([*given, option, str(jar.parent)], capsys).startswith("error: Is a directory: ")


class Gone:
    """A session whose JVM has ended."""

    def __init__(self) -> None:
        self.sparkContext = SimpleNamespace(
            _gateway=SimpleNamespace(proc=subprocess.Popen([sys.executable, "-c", "exit(7)"]))
        )

    def stop(self) -> None:
        raise ConnectionRefusedError


def test_a_udf_that_ends_the_jvm(
    jar: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def check(*_: object) -> None:
        raise ConnectionRefusedError("the connection was refused")

    monkeypatch.setattr(command, "_start", lambda *_: Gone())
    monkeypatch.setattr(command, "_check", check)
    given = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int"]
    text = refused(given, capsys)
    assert "the JVM ended with status 7 while com.acme.MyUdf was checked" in text


def test_the_reports_say_why_it_could_not_be_checked(
    jar: Path, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "MADE", [])  # no result of this run of tests
    xml, page = tmp_path / "r" / "junit.xml", tmp_path / "r" / "page.html"
    files = ["--junit-xml", str(xml), "--html", str(page)]
    given = ["--jar", str(jar), "--class", "com.acme.Other<1>", "--types", "int"]
    assert main(["conform", *given, *files]) == 1
    assert "there is no class com.acme.Other<1>" in capsys.readouterr().err
    (suite,) = ElementTree.parse(xml).getroot()
    assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("1", "1", "0")
    assert suite.get("name") == "com.acme.Other<1>(int) can be checked"
    (error,) = suite.iter("error")
    assert "there is no class com.acme.Other<1>" in str(error.text)
    assert "could not be checked" in page.read_text()
    assert "there is no class com.acme.Other&lt;1&gt;" in page.read_text()


@pytest.mark.parametrize("name", ["upper", "sum", "levenshtein"])
def test_a_function_of_spark(jar: Path, name: str, capsys: Output) -> None:
    text = refused(["--jar", str(jar), "--class", name, "--types", "string"], capsys)
    assert f"{name} is a function of Spark's own and no UDF" in text


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
    given = ["--jar", str(jar), "--class", "com.acme.MyUdf", "--types", "int"]
    assert main(["conform", *given, "--html", str(page)]) == 130
    assert capsys.readouterr().err == "interrupted\n"
    assert not page.exists()

    def failing(*_: object) -> None:
        raise StartError("no interrupt")

    monkeypatch.setattr(command, "_start", failing)
    with pytest.raises(StartError):
        main(["conform", *given])


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
    for word in ("--types", "--junit-xml", "--html", "needs no", "3    it does not conform"):
        assert word in " ".join(text.split()) or word in text
