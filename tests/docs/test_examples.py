"""The example of a row-wise body on Spark's internal values answers as the one on Java classes."""

from __future__ import annotations

from pathlib import Path

from harness import compiled

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "own_function"
NUMBERS = ["4929-1234 5678 9012", "12-3", "", "Ä12³45", "1234", None]


def test_last_four(spark, setup) -> None:
    for name, function in {
        "LastFour": "last_four_java",
        "LastFourBytes": "last_four_bytes",
    }.items():
        compiled.compile_java(spark, EXAMPLE / f"{name}.java", setup.classes)
        spark.udf.registerJavaFunction(function, f"example.{name}", "string")
    rows = spark.createDataFrame([(n,) for n in NUMBERS], "number string")
    found = rows.selectExpr("last_four_java(number)", "last_four_bytes(number)").collect()
    assert [row[0] for row in found] == ["9012", None, None, "1245", "1234", None]
    assert [row[1] for row in found] == [row[0] for row in found]
