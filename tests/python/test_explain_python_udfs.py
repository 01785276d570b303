# SPDX-License-Identifier: Apache-2.0

"""What ``explain`` says of plain Python UDFs: compiled, or in Python and why."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as F

import rapids_udfs
from harness.session import SPARK, with_plugin
from rapids_udfs import PythonUdf, PythonUdfPlacement, explain
from rapids_udfs.errors import SessionError
from rapids_udfs.plans import placement
from rapids_udfs.plans.placement import Explanation
from rapids_udfs.plans.python_udfs import parse
from rapids_udfs.python_udfs import hook
from rapids_udfs.session.modes import PYTHON_UDFS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

HERE = str(Path(__file__))


def plus(x):
    return x + 1


def process(x):
    y = x + 1
    return [y, __import__("os").getpid()][0]


@pytest.fixture
def session(compiling: SparkSession, tmp_path: Path) -> Iterator[SparkSession]:
    """A session whose Python UDFs are compiled, with the view ``numbers``."""
    path = str(tmp_path / "t.parquet")
    compiling.range(4).write.parquet(path)
    compiling.read.parquet(path).createOrReplaceTempView("numbers")
    yield compiling
    compiling.catalog.dropTempView("numbers")


@pytest.fixture
def numbers(session: SparkSession) -> DataFrame:
    return session.table("numbers")


@pytest.fixture
def no_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement, "has_class", lambda spark, name: False)


def line_of(function: Any) -> int:
    return int(function.__code__.co_firstlineno)


class TestText:
    def test_one_in_python(self) -> None:
        udf = PythonUdf(
            *("first", "/path/job.py", 12, PythonUdfPlacement.PYTHON),
            *("re.findall with look-behind", 14, 15),
        )
        assert str(udf) == (
            "first (/path/job.py:12): python, line 14, column 15: re.findall with look-behind"
        )

    def test_one_compiled_with_a_hint(self) -> None:
        udf = PythonUdf("f", "a.py", 2, PythonUdfPlacement.ROWS, hints=("line 3: no",))
        assert str(udf) == "f (a.py:2): rows\n  hint: line 3: no"

    def test_one_that_nobody_knows(self) -> None:
        ((text, udf),) = parse(
            '[{"name": "f", "file": "", "line": 0, "where": "python", "always": false, "call": "",'
            ' "at_line": 0, "at_column": 0, "reason": "why", "hints": []}]'
        )
        assert (text, str(udf)) == ("", "f: python: why")
        assert udf.reason_column == 0

    def test_html(self) -> None:
        udfs = (PythonUdf("f", "a.py", 2, PythonUdfPlacement.PYTHON, "x < y", 3, 4),)
        html = Explanation("", (), (), python_udfs=udfs)._repr_html_()
        assert "<td>f</td><td>python</td>" in re.sub(r"\s*\n\s*", "", html)
        assert "x &lt; y" in html


def test_a_cell_has_the_name_that_ipython_shows(monkeypatch) -> None:
    IPython = pytest.importorskip("IPython")  # noqa: N806
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    shell.execution_count = 2  # run_cell would count only with an entry in the user's history
    shell.run_cell("\ndef f(x):\n    return x")
    file = shell.user_ns["f"].__code__.co_filename
    udf = PythonUdf("f", file, 2, PythonUdfPlacement.ROWS)
    assert str(udf) == "f (Cell In[2], line 2): rows"
    assert str(PythonUdf("f", "job.py", 2, PythonUdfPlacement.ROWS)) == "f (job.py:2): rows"


@pytest.mark.parametrize(
    "module",
    [
        SimpleNamespace(),
        SimpleNamespace(get_ipython=lambda: None),
        SimpleNamespace(get_ipython=SimpleNamespace),
        SimpleNamespace(get_ipython=lambda: SimpleNamespace(compile=compile)),
    ],
    ids=["half imported", "no shell", "another shell", "IPython 7"],
)
def test_without_names_of_cells_the_file_is_named(monkeypatch, module) -> None:
    monkeypatch.setitem(sys.modules, "IPython", module)
    assert str(PythonUdf("f", "job.py", 2, PythonUdfPlacement.ROWS)) == "f (job.py:2): rows"


@pytest.mark.usefixtures("no_plugin")
class TestWithoutThePlugin:
    def test_compiled_and_not(self, numbers: DataFrame) -> None:
        frame = numbers.select(F.udf(plus, "bigint")("id"), F.udf(process, "bigint")("id"))
        explained = explain(frame)
        assert "plugin is not in this session" in str(explained)
        compiled, other = sorted(explained.python_udfs, key=lambda udf: udf.line)
        assert compiled == PythonUdf("plus", HERE, line_of(plus), PythonUdfPlacement.ROWS)
        assert (other.name, other.file, other.line) == ("process", HERE, line_of(process))
        assert other.where is PythonUdfPlacement.PYTHON
        assert (other.reason, other.reason_line) == ("the name __import__", line_of(process) + 2)
        assert other.reason_column == len("    return [y, ") + 1
        assert repr(explained).splitlines() == [str(udf) for udf in explained.python_udfs]
        assert str(explained).splitlines()[1:] == [str(udf) for udf in explained.python_udfs]
        assert not explained.hints

    def test_a_required_one_is_explained_and_not_refused(self, session, numbers) -> None:
        session.conf.set(PYTHON_UDFS, "require")
        explained = explain(numbers.select(F.udf(process, "bigint")("id")))
        assert [udf.reason for udf in explained.python_udfs] == ["the name __import__"]

    def test_where_nobody_asked(self, session, numbers: DataFrame) -> None:
        session.conf.set(PYTHON_UDFS, "off")
        (udf,) = explain(numbers.select(F.udf(plus, "bigint")("id"))).python_udfs
        assert (str(udf.where), udf.reason) == ("python", f"{PYTHON_UDFS} is off")
        with pytest.raises(SessionError, match="mode='explain'"):
            explain(numbers)

    @pytest.mark.skipif(SPARK.version < "4", reason="Spark 3.5 selects no such results")
    @pytest.mark.parametrize("returns", ["varchar(3)", "char(5)"])
    def test_results_that_no_encoder_takes(self, numbers: DataFrame, returns: str) -> None:
        text = F.udf(lambda n: str(n), returns, useArrow=False)
        (udf,) = explain(numbers.select(text("id"))).python_udfs
        assert str(udf.where) == "rows"

    def test_a_marked_one(self, session, numbers: DataFrame) -> None:
        session.conf.set(PYTHON_UDFS, "off")
        marked = rapids_udfs.udf(lambda x: x - 1, "bigint")
        explained = explain(numbers.select(marked("id"), F.udf(plus, "bigint")("id")))
        assert {(udf.name, str(udf.where), udf.reason) for udf in explained.python_udfs} == {
            ("<lambda>", "rows", ""),
            ("plus", "python", f"{PYTHON_UDFS} is off"),
        }

    def test_older_than_the_hook(self, numbers: DataFrame, monkeypatch) -> None:
        monkeypatch.setattr(hook, "_every", False)
        (udf,) = explain(numbers.select(F.udf(plus, "bigint")("id"))).python_udfs
        assert udf.reason == (
            "it was first used before rapids_udfs.configure or rapids_udfs.python_udfs.install was "
            "called: call one of them, then recreate the UDF"
        )
        assert (udf.file, udf.line) == ("", 0)

    def test_results_that_become_null(self, numbers: DataFrame) -> None:
        pickled = F.udf(plus, "double", useArrow=False)
        (udf,) = explain(numbers.select(pickled("id"))).python_udfs
        assert str(udf.where) == "rows"
        assert udf.hints == (
            f"line {line_of(plus) + 1}: returns int for DOUBLE: Spark turns it into NULL",
        )

    def test_everywhere_in_a_query(self, session, numbers: DataFrame) -> None:
        for i, name in enumerate(("a", "b", "c", "d")):
            session.udf.register(
                name, [plus, lambda x: x * 2, lambda x: -x, lambda x: x * x][i], "bigint"
            )
        session.sql("SELECT a(id) AS id FROM numbers").createOrReplaceTempView("seen")
        session.sql("CACHE LAZY TABLE kept AS SELECT d(id) AS id FROM numbers")
        try:
            frame = session.sql(
                "SELECT b(id) FROM seen WHERE id IN (SELECT c(-id) FROM numbers)"
                " UNION ALL SELECT id FROM kept"
            )
            assert {udf.name for udf in explain(frame).python_udfs} == {"a", "b", "c", "d"}
            assert {str(udf.where) for udf in explain(frame).python_udfs} == {"rows"}
        finally:
            session.sql("UNCACHE TABLE kept")

    def test_a_command(self, session, numbers: DataFrame) -> None:
        session.udf.register("plus", plus, "bigint")
        session.sql("CREATE TABLE explained_udfs (id BIGINT) USING parquet")
        try:
            frame = session.sql("INSERT INTO explained_udfs SELECT plus(id) FROM numbers")
            (udf,) = explain(frame).python_udfs
            assert (udf.name, str(udf.where)) == ("plus", "rows")
            assert session.table("explained_udfs").count() == 4
        finally:
            session.sql("DROP TABLE explained_udfs")

    def test_pandas_udfs(self, numbers: DataFrame) -> None:
        (udf,) = explain(numbers.select(F.pandas_udf(lambda x: x + 1, "bigint")("id"))).python_udfs
        assert udf.reason == "it takes more than one row at a time"


@with_plugin
def test_with_the_plugin(session, numbers: DataFrame) -> None:
    """A compiled UDF is no builtin that the plugin lacks."""
    session.udf.register("plus", plus, "bigint")
    explained = explain(session.sql("SELECT plus(id), ascii_lower(string(id)) FROM numbers"))
    assert [str(udf.where) for udf in explained.python_udfs] == ["columns"]
    assert [(v.function, str(v.placement)) for v in explained.others] == [("plus", "gpu")]
    assert explained.builtins == explained.python == ()
    session.conf.set("spark.rapidsUdfs.pythonUdfs.columns", "never")
    explained = explain(session.sql("SELECT plus(id) FROM numbers"))
    assert [str(udf.where) for udf in explained.python_udfs] == ["rows"]
    assert "compiled Python UDF" in explained.others[0].hint
    session.conf.set(PYTHON_UDFS, "require")
    explained = explain(numbers.select(F.udf(process, "bigint")("id")))
    assert [str(udf.where) for udf in explained.python_udfs] == ["python"]


@with_plugin
def test_where_the_plugin_runs_the_call(session, numbers: DataFrame) -> None:
    """The condition of an outer join stays on the CPU; a projection does not."""
    near = F.udf(lambda a, b: a - b < 2, "boolean")
    tripled = F.udf(lambda a: a * 3, "bigint")
    other = numbers.select(F.col("id").alias("other"))
    outer = numbers.join(other, near("id", "other"), "left")
    (udf,) = explain(outer).python_udfs
    assert str(udf.where) == "rows"
    assert udf.reason == "the plugin: AST is required and this expression does not support AST"
    both = explain(outer.select(near("id", F.lit(1)), tripled("id"))).python_udfs
    assert sorted((udf.line - line_of(near.func), str(udf.where)) for udf in both) == [
        (0, "columns"),
        (0, "rows"),
        (1, "columns"),
    ]


@with_plugin
def test_cached_queries_with_the_plugin(session, numbers: DataFrame) -> None:
    doubled = F.udf(lambda a: a + a, "bigint")
    cached = numbers.select(doubled("id").alias("id")).cache()
    try:
        assert cached.count() == 4
        cached.createOrReplaceTempView("doubled_numbers")
        queries = (
            cached.where("id > 1"),
            session.sql("SELECT * FROM numbers WHERE id IN (SELECT id FROM doubled_numbers)"),
        )
        for query in queries:
            (udf,) = explain(query).python_udfs
            assert (udf.line, str(udf.where)) == (line_of(doubled.func), "columns")
    finally:
        session.catalog.dropTempView("doubled_numbers")
        cached.unpersist()
