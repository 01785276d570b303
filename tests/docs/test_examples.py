# SPDX-License-Identifier: Apache-2.0

"""The examples of users' functions: their results, and their text on the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness import compiled

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "own_function"
NUMBERS = ["4929-1234 5678 9012", "12-3", "", "Ä12³45", "1234", None]


def test_internal_values_and_java_classes_give_the_same_results(spark, setup) -> None:
    for name, function in {
        "LastFour": "last_four_java",
        "LastFourBytes": "last_four_bytes",
    }.items():
        compiled.compile_java(spark, EXAMPLE / f"{name}.java", setup.classes)
        spark.udf.registerJavaFunction(function, f"example.{name}", "string")
    rows = spark.createDataFrame([(n,) for n in NUMBERS], "number string")
    answers = rows.selectExpr("last_four_java(number)", "last_four_bytes(number)").collect()
    assert [row[0] for row in answers] == ["9012", None, None, "1245", "1234", None]
    assert [row[1] for row in answers] == [row[0] for row in answers]


def test_the_document_shows_the_test() -> None:
    code = (
        (EXAMPLE / "test_last_four.py")
        .read_text(encoding="utf-8")
        .partition("import annotations\n\n")[2]
    )
    page = (ROOT / "docs" / "test-without-a-gpu.md").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in page


@pytest.mark.parametrize(
    "path", ["java/example/PlusTaxTest.java", "scala/example/PlusTaxSuite.scala"]
)
def test_the_document_shows_the_tests_of_the_jvm(path: str) -> None:
    text = (ROOT / "examples" / "emulator_jvm" / "src" / "test" / path).read_text(encoding="utf-8")
    code = text[text.index("package example") :]  # without the licence's line
    page = (ROOT / "docs" / "test-without-a-gpu.md").read_text(encoding="utf-8")
    assert f"```{path.partition('/')[0]}\n{code}```" in page
