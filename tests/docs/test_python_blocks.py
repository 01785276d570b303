# SPDX-License-Identifier: Apache-2.0

"""The pages' Python blocks, which run page by page in the tests' session."""

from __future__ import annotations

import inspect
import linecache
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pyspark.sql import SparkSession
from pyspark.sql import udf as pyspark_udf

import rapids_udfs
from harness import compiled
from harness.documents import ROOT, check_output, executed, of
from rapids_udfs.python_udfs import hook, install
from rapids_udfs.session.modes import MODES, PYTHON_UDFS

COLUMNS = {
    "samples": "array(1S, 9S)",
    "values": "array(1D, double('NaN'))",
    "x": "3D",
    "y": "4D",
    "gain": "2D",
    "ref": "array(array(1F, 2F), array(3F, 4F))",
    "mov": "array(array(1F, 2F), array(3F, 4F))",
    "feature": "1F",
    "pixels": "array(1F)",
    "lower": "ascii_lower(string(id))",
}
"""The columns of the pages' ``df``, in addition to ``id``."""


@pytest.fixture
def names(spark, setup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the names that pages use but do not define; their session ends with the page."""
    session = spark.newSession()
    signature = inspect.signature(rapids_udfs.configure)

    def configure(*args: Any, **options: Any) -> SimpleNamespace:
        # A JVM has one mode: the arguments are checked, and the tests' session is returned.
        arguments = signature.bind(*args, **options).arguments
        assert arguments.get("mode", "auto") in ("auto", *MODES)
        if "python_udfs" in arguments:
            install()
            session.conf.set(PYTHON_UDFS, arguments["python_udfs"])
        return SimpleNamespace(getOrCreate=lambda: session)

    def start(mode: str = "auto", *named: Any, **options: Any) -> SparkSession:
        for option in ("app_name", "conf", "master"):
            options.pop(option, None)
        return configure(SparkSession.builder, mode, **options).getOrCreate()

    monkeypatch.setattr(rapids_udfs, "configure", configure)
    monkeypatch.setattr(rapids_udfs, "start", start)
    monkeypatch.setattr(pyspark_udf, "_wrap_function", pyspark_udf._wrap_function)
    monkeypatch.setattr(hook, "_every", False)
    df = session.range(4).selectExpr("id", *(f"{sql} AS {c}" for c, sql in COLUMNS.items()))
    return {
        "rapids_udfs": rapids_udfs,
        "SparkSession": SparkSession,
        "builder": SparkSession.builder,
        "spark": session,
        "df": df,
    }


@pytest.mark.parametrize("page", executed("python"), ids=lambda page: page.stem)
def test_a_page(
    page: Path, names: dict[str, Any], setup, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "example.LastFour" in page.read_text(encoding="utf-8"):
        source = ROOT / "examples" / "own_function" / "LastFour.java"
        compiled.compile_java(names["spark"], source, setup.classes)
    for block in executed("python")[page]:
        code = block.code.replace("/tmp/", f"{tmp_path}/")
        # As in a notebook: compilation looks up the source of functions.
        linecache.cache[block.where] = (len(code), None, code.splitlines(True), block.where)
        exec(compile(code, block.where, "exec"), names)
        printed = capsys.readouterr().out
        # The output of a print is in the comment below it, else in the block below.
        shown = re.findall(r"^print\(.*\n# (.+)$", code, re.M)
        for line in shown:
            assert line in printed, block.where
        if block.output is not None or not shown:
            check_output(block, printed)


def test_blocks_that_are_not_run_compile() -> None:
    for block in of("python"):
        compile(block.code, block.where, "exec")
