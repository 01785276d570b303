# SPDX-License-Identifier: Apache-2.0

"""The commands that need no Spark: their output, errors and exit statuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rapids_udfs import __version__, list_functions
from rapids_udfs.catalogue.builtins import builtin_lists, builtins
from rapids_udfs.cli import main
from rapids_udfs.console.progress import ProgressLine
from rapids_udfs.runtime import plugin
from rapids_udfs.runtime.installed import default_scala, installed_spark

Output = pytest.CaptureFixture[str]


def usage_error(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert isinstance(stopped.value.code, int)
    return stopped.value.code


def test_version(capsys: Output) -> None:
    assert usage_error(["--version"]) == 0
    assert capsys.readouterr().out == f"rapids-udfs {__version__}\n"


def test_help_names_every_command_and_status(capsys: Output) -> None:
    assert usage_error(["--help"]) == 0
    text = capsys.readouterr().out
    for word in ("demo", "list", "show", "fetch-plugin", "130  interrupted"):
        assert word in text


def test_list_has_every_function_once_under_its_category(capsys: Output) -> None:
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    category, names = "", []
    for line in lines:
        if line and not line.startswith(" "):
            category = line
        elif line.startswith("  ") and not line.startswith("   "):
            names.append((category, line.split()[0]))
    assert names == [(f.category, f.name) for f in list_functions()]
    assert lines[-2].startswith(f"{len(names)} functions.")
    assert lines[-1] == "Where Spark's own run: rapids-udfs list builtins"


def test_list_of_a_category(capsys: Output) -> None:
    assert main(["list", "Money"]) == 0
    text = capsys.readouterr().out
    assert "money_gross" in text
    assert "url_decode_form" not in text
    money = [f for f in list_functions() if f.category == "money"]
    assert f"\n{len(money)} functions." in text


def test_list_of_builtins(capsys: Output) -> None:
    assert main(["list", "builtins"]) == 0
    header, _, *lines = capsys.readouterr().out.splitlines()
    assert header.split() == ["builtin", "Spark", "4.2", "Spark", "3.5"]
    assert "add_months here here" in [" ".join(line.split()) for line in lines]
    assert f"{len(builtins())} builtins." in lines[-1]


def test_builtins_are_not_the_catalogues() -> None:
    assert not {f.name for f in list_functions()} & {*builtins()}
    assert builtin_lists() == ["4.2", "3.5"]


def test_show_of_a_builtin(capsys: Output) -> None:
    assert main(["show", "ARRAY_INSERT"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("array_insert\n\nA builtin of Spark.\n")
    line = "Spark 4.2 in columns by this library: array, _, _; _, _, int"
    assert line in [" ".join(each.split()) for each in text.splitlines()]
    assert "row by row inside an operator on the GPU: _, int, _\n" in text


def test_json(capsys: Output) -> None:
    assert main(["list", "--json"]) == 0
    functions = json.loads(capsys.readouterr().out)
    assert [f["name"] for f in functions] == [f.name for f in list_functions()]
    assert main(["list", "money", "--json"]) == 0
    money = json.loads(capsys.readouterr().out)
    assert money == [f for f in functions if f["category"] == "money"]
    assert main(["list", "builtins", "--json"]) == 0
    assert [b["name"] for b in json.loads(capsys.readouterr().out)] == [*builtins()]
    assert main(["show", "money_round", "abs", "--json"]) == 0
    one, other = json.loads(capsys.readouterr().out)
    assert one == next(f for f in money if f["name"] == "money_round")
    assert other["places"]["4.2"]["double"] == "plugin"


def test_list_of_no_category(capsys: Output) -> None:
    assert main(["list", "mony"]) == 1
    said = capsys.readouterr().err
    assert "error: there is no category 'mony'; did you mean money? There are: text, bytes" in said


@pytest.mark.parametrize("name", [f.name for f in list_functions()])
def test_show_prints_everything(name: str, capsys: Output) -> None:
    assert main(["show", name]) == 0
    text = " ".join(capsys.readouterr().out.split())
    function = next(f for f in list_functions() if f.name == name)
    facts = [function.signature, function.summary, function.nulls, function.class_name]
    facts += [function.description, function.hive_class, function.since]
    facts += [*function.divergences, *(e.sql for e in function.examples)]
    facts += [a.cudf for a in function.arguments if a.cudf] + [function.returns_cudf or ""]
    for fact in facts:
        assert " ".join(fact.split()) in text


def test_show_several(capsys: Output) -> None:
    assert main(["show", "ascii_lower", "HAVERSINE_KM"]) == 0
    text = capsys.readouterr().out
    assert text.index("ascii_lower(") < text.index("haversine_km(")


def test_show_of_an_unknown_name_suggests(capsys: Output) -> None:
    assert main(["show", "url_decod"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "there is no function 'url_decod'" in captured.err
    assert "did you mean url_decode_form" in captured.err
    assert "rapids-udfs list" in captured.err


def test_no_command(capsys: Output) -> None:
    assert usage_error([]) == 2
    assert "required: COMMAND" in capsys.readouterr().err


@pytest.mark.parametrize("rows", ["0", "-1", "many"])
def test_rows_must_be_positive(rows: str, capsys: Output) -> None:
    assert usage_error(["demo", "--rows", rows]) == 2
    assert "argument --rows: invalid positive number value" in capsys.readouterr().err


def test_fetch_plugin_prints_where_it_is(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    asked = []

    def fetch(scala: str, classifier: str) -> Path:
        asked.append((scala, classifier))
        return Path("/cache/plugin.jar")

    monkeypatch.setattr(plugin, "fetch", fetch)
    assert main(["fetch-plugin", "--scala", "2.12", "--classifier", "cuda13"]) == 0
    assert main(["fetch-plugin"]) == 0
    assert asked == [("2.12", "cuda13"), (default_scala(), plugin.default_classifier())]
    assert capsys.readouterr().out == "/cache/plugin.jar\n" * 2


def test_progress_of_a_transfer(capsys: Output) -> None:
    progress = ProgressLine("fetching a.jar")
    progress(1_000_000, 5_000_000)
    progress(5_000_000, 5_000_000)
    progress(5_000_000, 5_000_000)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("fetching a.jar: 5 MB of 5 MB (100 %), ")


def test_demo_without_a_gpu(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """It is said first: the data need not be installed for that."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    monkeypatch.setattr("rapids_udfs.demo.tables.SOURCES", {"no-such-package": None})
    assert main(["demo", "--mode", "gpu"]) == 1
    expected = "error: mode gpu needs a GPU: CUDA_VISIBLE_DEVICES='' hides every GPU. Without one"
    assert capsys.readouterr().err.startswith(expected)


def test_as_a_module(capsys: Output) -> None:
    command = [sys.executable, "-m", "rapids_udfs", "--version"]
    assert subprocess.check_output(command, text=True) == f"rapids-udfs {__version__}\n"


def test_default_scala_is_that_of_the_installed_pyspark() -> None:
    assert default_scala() == installed_spark().scala


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    def fetch(*_: object, **__: object) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(plugin, "fetch", fetch)
    assert main(["fetch-plugin"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_a_reader_that_leaves_early_is_no_error() -> None:
    program = "import sys; from rapids_udfs.cli import main; sys.exit(main(['list']))"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    # Closed before anything is written: the program has to import first.
    process.stdout.close()
    error = process.stderr.read().decode()
    process.stderr.close()
    assert (process.wait(60), error) == (0, "")


def test_closed_output_is_no_error() -> None:
    program = "import sys; from rapids_udfs.cli import main; sys.exit(main(['list']))"
    command = f'"$0" -c "{program}" >&-'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], stderr=subprocess.PIPE, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def run_with(arguments: list[str], output: str, **variables: str) -> tuple[int, bytes, str]:
    program = f"import sys; from rapids_udfs.cli import main; sys.exit(main({arguments!r}))"
    with Path(output).open("wb") as sink:
        done = subprocess.run(
            [sys.executable, "-c", program],
            stdout=sink,
            stderr=subprocess.PIPE,
            env={**os.environ, **variables},
            check=False,
        )
    written = b"" if output.startswith("/dev/") else Path(output).read_bytes()
    return done.returncode, written, done.stderr.decode()


def test_characters_that_the_encoding_lacks_are_replaced(tmp_path: Path) -> None:
    """As with LC_ALL=C: a result or a page may have any character."""
    done = run_with(
        ["show", "ascii_lower"], str(tmp_path / "page"), PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    assert (done[0], done[2]) == (0, "")
    assert b"Stra?e ?B" in done[1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_full_disk() -> None:
    status, _, error = run_with(["list"], "/dev/full")
    assert (status, error) == (1, "error: No space left on device\n")


def test_no_escape_codes_outside_a_terminal(capsys: Output) -> None:
    main(["list"])
    assert "\x1b" not in capsys.readouterr().out


def test_bold_on_a_terminal_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    from rapids_udfs.console.terminal import bold

    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert bold("x") == "\x1b[1mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "")
    assert bold("x") == "x"
