# SPDX-License-Identifier: Apache-2.0

"""Functions that could stand for Python UDFs, found by what both answer."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.sql import functions as F

import rapids_udfs
from harness import compiled
from rapids_udfs import advise
from rapids_udfs.console.progress import NowAndThen
from rapids_udfs.errors import ArgumentTypeError
from rapids_udfs.plans.advice import COMPILED

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

WORDS = ["Spark", "café", "GPU rows", "", None, "ÄRGER", "a b  c", "Spark"]


@pytest.fixture
def words(spark) -> Iterator[DataFrame]:
    rapids_udfs.register(spark)
    frame = spark.createDataFrame([(w, i) for i, w in enumerate(WORDS)], "w string, n int")
    frame.coalesce(1).createOrReplaceTempView("advice_words")
    yield spark.table("advice_words")
    spark.catalog.dropTempView("advice_words")


def by_name(of: Any) -> dict[str, Any]:
    return {c.function: c for c in of.candidates}


def test_builtins_and_functions_with_the_rows_that_differ(words: DataFrame) -> None:
    lowered = F.udf(lambda w: None if w is None else w.lower(), "string")
    (of,) = advise(words.select(lowered("w").alias("l"))).calls
    assert of.note == ""
    assert (of.udf, of.rows) == ("<lambda>", 7)  # one comes twice
    candidates = by_name(of)
    assert {candidates[name].share for name in ("lower", "lcase")} == {1.0}
    assert candidates["lower"].difference is None
    ascii_alone = candidates["ascii_lower"]
    assert ascii_alone.share == pytest.approx(6 / 7)
    assert ascii_alone.difference == (("ÄRGER",), "ärger", "Ärger")
    assert str(ascii_alone) == (
        "ascii_lower: 86% of the rows; for ('ÄRGER') the UDF returns 'ärger', ascii_lower 'Ärger'"
    )


def test_a_function_of_the_catalogue_in_every_operator(spark, words: DataFrame) -> None:
    def words_of(w: str | None) -> int | None:
        return None if w is None else len(w.split())

    spark.udf.register("words_of", words_of, "int")
    sql = (
        "SELECT words_of(w) AS k, count(*) FROM advice_words "
        "WHERE words_of(concat(w, ' x')) > 1 GROUP BY words_of(w) ORDER BY 1"
    )
    advice = advise(sql)
    spark.sql("DROP TEMPORARY FUNCTION words_of")
    grouped, filtered = sorted(advice.calls, key=lambda of: "concat" in of.call)
    assert (grouped.call, grouped.rows) == ("words_of(w)", 5)  # of those that the filter leaves
    for of in (grouped, filtered):
        itself, other = of.candidates[:2]
        assert (itself.function, itself.share, other.function) == (COMPILED, 1.0, "word_count")
    assert "words_of" not in str([of.candidates for of in advice.calls])
    assert "<td>word_count</td>" in advice._repr_html_()


def test_pandas_udfs_of_two_arguments(words: DataFrame) -> None:
    @F.pandas_udf("string")
    def repeated(w, n):
        return w.str.repeat(n)

    (of,) = advise(words.where("w IS NOT NULL").select(repeated("w", "n"))).calls
    assert of.note == ""
    assert by_name(of)["repeat"].share == 1.0


def test_arguments_in_another_order(words: DataFrame) -> None:
    rows = words.where("w IS NOT NULL")
    counted = F.udf(lambda n, w: w * n, "string")
    (of,) = advise(rows.select(counted("n", "w"))).calls
    repeat = by_name(of)["repeat"]
    assert (repeat.order, repeat.share) == ((1, 0), 1.0)
    assert str(repeat) == "repeat of arguments 2, 1: 100% of the rows"
    # Of one type, both orders fit; the UDF's own is kept where the other is no better.
    begins = F.udf(lambda part, w: w.startswith(part), "boolean")
    frame = rows.selectExpr("left(w, 2) AS part", "w")
    (of,) = advise(frame.select(begins("part", "w"))).calls
    assert by_name(of)["startswith"].order == (1, 0)
    same = F.udf(lambda a, b: sum(x != y for x, y in zip(a, b, strict=True)), "int")
    frame = rows.selectExpr("w", "translate(w, 'a', 'e') AS o")
    (of,) = advise(frame.select(same("w", "o"))).calls
    assert by_name(of)["hamming"].order == (0, 1)
    assert len(of.candidates) == len(by_name(of))


def test_three_arguments_in_another_order(words: DataFrame) -> None:
    changed = F.udf(lambda old, new, w: w.replace(old, new), "string")
    frame = words.where("w <> ''").selectExpr("left(w, 1) AS old", "'<' AS new", "w")
    advice = advise(frame.select(changed("old", "new", "w")))
    (of,) = advice.calls
    replace = by_name(of)["replace"]
    assert (replace.order, replace.share) == ((2, 0, 1), 1.0)
    assert "<td>replace of arguments 3, 1, 2</td>" in advice._repr_html_()


def test_four_arguments_in_their_own_order(words: DataFrame) -> None:
    called = F.udf(lambda n, a, b, c: n, "int")
    (of,) = advise(words.select(called("n", "n", "n", "n"))).calls
    assert {c.order for c in of.candidates} == {(0, 1, 2, 3)}  # greatest, say
    assert len(of.candidates) > 1


def test_it_says_how_far_it_is_where_it_takes_long(
    words: DataFrame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(NowAndThen, "patience", 0.0)
    lowered = F.udf(lambda w: None if w is None else w.lower(), "string")
    advise(words.select(lowered("w")))
    out, err = capsys.readouterr()
    assert out == ""
    assert "advise: <lambda>(w), looking for functions: 40 of " in err
    assert "advise: <lambda>(w), asking functions: 0 of " in err
    monkeypatch.setattr(NowAndThen, "patience", 600.0)
    advise(words.select(lowered("w")))
    assert capsys.readouterr() == ("", "")


def test_a_command_is_not_run(spark, words: DataFrame) -> None:
    spark.udf.register("lowered", lambda w: None if w is None else w.lower(), "string")
    spark.sql("CREATE TABLE advised (w STRING) USING parquet")
    insert = "INSERT INTO advised SELECT lowered(w) FROM advice_words"
    create = "CREATE TABLE advised_too USING parquet AS SELECT lowered(w) AS w FROM advice_words"
    try:
        frame = spark.sql(insert)
        for of in (frame, frame, insert, create):
            (call,) = advise(of).calls
            assert call.candidates[0].share == 1.0
        assert spark.table("advised").count() == len(WORDS)
        assert not spark.catalog.tableExists("advised_too")
        assert len(advise(spark.sql(create)).calls) == 1
    finally:
        for name in ("advised", "advised_too"):
            spark.sql(f"DROP TABLE IF EXISTS {name}")
        spark.sql("DROP TEMPORARY FUNCTION lowered")


def test_other_functions_of_the_session_are_not_called(spark, setup, words: DataFrame) -> None:
    """A registered function of the user's may do anything."""
    source = Path(__file__).parents[1] / "acceptance/PlainLower.java"
    compiled.compile_java(spark, source, setup.classes)
    spark.udf.registerJavaFunction("their_lower", "PlainLower", "string")
    lowered = F.udf(lambda w: None if w is None else w.lower(), "string")
    try:
        (of,) = advise(words.select(lowered("w"))).calls
    finally:
        spark.sql("DROP TEMPORARY FUNCTION their_lower")
    assert by_name(of)["lower"].share == 1.0
    assert "their_lower" not in by_name(of)


@pytest.mark.parametrize("n", ["2147483647", "-2147483648", "10001"])
def test_large_numbers_are_no_lengths(words: DataFrame, n: str) -> None:
    """Two billion times a word fit no memory."""
    same = F.udf(lambda w, n: w, "string")
    numbers = words.where("w IS NOT NULL").selectExpr("w", f"INT({n}) AS n")
    (of,) = advise(numbers.select(same("w", "n"))).calls
    assert not {"repeat", "lpad", "rpad"} & by_name(of).keys()


def test_what_cannot_be_tried_is_named(words: DataFrame) -> None:
    fails = F.udf(lambda w: w.missing, "string")
    nothing = F.udf(lambda w: None, "string")
    same = F.udf(lambda x, y: x == y, "boolean")
    joined = words.alias("a").join(words.alias("b"), same("a.w", "b.w"))
    (of,) = advise(words.select(fails("w"))).calls
    assert of.note.startswith("not tried: it fails on a row of the sample (AttributeError: ")
    (of,) = advise(words.select(nothing("w"))).calls
    assert of.note == "not tried: the UDF returns only null on the sample"
    (of,) = advise(joined).calls
    assert of.note == "not tried: it is in Join"
    assert str(advise(words)) == "the query calls no Python UDF"


def test_a_worker_that_dies_is_no_answer(words: DataFrame, tmp_path: Path) -> None:
    """Spark in local mode does not repeat a task; a UDF that always ends its worker is named."""
    died = tmp_path / "died"

    def lowered(w: str | None) -> str | None:
        if not died.exists():
            died.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return None if w is None else w.lower()

    (of,) = advise(words.select(F.udf(lowered, "string")("w"))).calls
    assert (of.note, of.rows) == ("", 7)
    assert died.exists()
    ends = F.udf(lambda w: os.kill(os.getpid(), signal.SIGKILL), "string")
    (of,) = advise(words.select(ends("w"))).calls
    assert of.note.startswith("not tried: it fails on a row of the sample (")
    assert "Python worker" in of.note


def test_nothing_like_it(words: DataFrame) -> None:
    odd = F.udf(lambda w: f"<{w}>" * 2, "string")
    (of,) = advise(words.select(odd("w"))).calls
    assert [c.function for c in of.candidates] == [COMPILED]
    unlike = F.udf(lambda w: f"<{w}>{os.getpid()}", "string")
    (of,) = advise(words.select(unlike("w"))).calls
    assert of.candidates == ()
    assert str(of).endswith("no function found")


@pytest.mark.parametrize(("df", "rows"), [(3, 10), ("SELECT 1", 0), ("SELECT 1", True)])
def test_wrong_arguments(spark, df: Any, rows: Any) -> None:
    with pytest.raises(ArgumentTypeError):
        advise(df, rows=rows)


def test_a_udf_that_can_be_compiled_is_its_own_first_candidate(spark, words: DataFrame) -> None:
    """Also where nobody wanted UDFs to be compiled when it was made."""
    first = F.udf(lambda w: None if not w else w[0], "string")
    advice = advise(words.select(first("w")))
    (of,) = advice.calls
    assert (of.candidates[0].function, of.candidates[0].share) == (COMPILED, 1.0)
    assert "itself, compiled (python_udfs='compile', or rapids_udfs.udf): 100% of" in str(advice)
    other = F.udf(lambda w: str(os.getpid()) if w else w, "string")
    (of,) = advise(words.select(other("w"))).calls
    assert COMPILED not in by_name(of)
    hidden = F.pandas_udf(lambda w: w.str.lower(), "string")
    (of,) = advise(words.select(hidden("w"))).calls
    assert COMPILED not in by_name(of)
