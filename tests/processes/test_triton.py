# SPDX-License-Identifier: Apache-2.0

"""A real Triton server for UDFs in local mode, compared with the same model on the driver."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from pyspark.sql import functions as F

from harness import triton
from rapids_udfs import gpu
from rapids_udfs.errors import TritonError
from rapids_udfs.gpu.triton import TritonServers

NAME = "mixed"
ROWS = 500


def make_model() -> Callable[..., Any]:
    """Return a model with three inputs, three outputs, and mistakes that a string requests."""
    weights = np.arange(6, dtype=np.float32).reshape(2, 3)

    def predict(pixels: Any, factor: Any, text: Any) -> dict[str, Any]:
        asked = set(text.tolist())
        if "nan" in asked and not np.isnan(pixels).all():
            raise LookupError("NaN was expected")
        if "raise" in asked:
            raise LookupError("no such model\nas asked")
        score = (pixels * weights).sum(axis=(1, 2)).astype(np.float64) * factor
        if "shape" in asked:
            score = score[:, None]
        if "type" in asked:
            score = score.astype(str)
        label = np.array([t.upper() + "é" for t in text], dtype=object)
        return {"label": label, "score": score, "scaled": pixels * factor[:, None, None]}

    return predict


def frame(spark: Any) -> Any:
    pixels = F.array(*[(F.col("id") % (7 + i)).cast("float") for i in range(6)])
    return spark.range(0, ROWS, 1, 3).select(
        "id",
        pixels.alias("pixels"),
        (F.col("id") - 20).alias("factor"),
        F.concat(F.lit("ä"), F.col("id").cast("string")).alias("text"),
    )


RETURNS = "label string, score double, scaled array<float>"


@pytest.fixture(scope="module")
def asked(spark) -> Iterator[Any]:
    servers = TritonServers(
        spark,
        make_model,
        inputs={"pixels": ("float32", (2, 3)), "factor": "int64", "text": "str"},
        outputs={"label": "str", "score": "float64", "scaled": ("float64", (2, 3))},
        name=NAME,
        max_batch_size=64,
        python=triton.interpreter(),
    )
    failing = frame(spark).withColumn("text", F.lit("raise"))
    with pytest.raises(Exception, match="as asked"), servers:  # noqa: PT012 (one job fails in it)
        assert len(triton.folders(servers)) == 1
        yield servers
        guards = [triton.processes(server.pid) for server in servers.servers]
        udf = servers.udf(RETURNS)
        failing.select(udf("pixels", "factor", "text")).collect()
    # The failed job ended everything: the guard, the model's Python, Triton, and its Python.
    assert len(guards) == 1
    assert len(guards[0]) >= 4
    for of in guards:
        triton.wait_for_end(of, 0.5)
    assert triton.folders(servers) == []
    with pytest.raises(Exception, match=rf"{TritonError.__name__}.*with block"):
        frame(spark).select(udf("pixels", "factor", "text")).collect()
    assert triton.folders(servers) == []
    with pytest.raises(TritonError, match="within the with block"):
        servers.udf("float")


def test_the_models_results(spark, asked) -> None:
    before = gpu.report(spark).of(NAME).total
    udf = asked.udf(RETURNS, batch_size=50)
    for columns in ((), ("pixels", "factor")):
        with pytest.raises(TypeError, match="the model's inputs are pixels, factor, text"):
            udf(*columns)
    rows = frame(spark).withColumn("found", udf("pixels", "factor", "text")).collect()
    assert len(rows) == ROWS
    pixels = np.array([row.pixels for row in rows], dtype=np.float32).reshape(-1, 2, 3)
    expected = make_model()(
        pixels, np.array([row.factor for row in rows]), np.array([row.text for row in rows])
    )
    assert [row.found.label for row in rows] == expected["label"].tolist()
    assert [row.found.score for row in rows] == expected["score"].tolist()
    scaled = expected["scaled"].reshape(ROWS, 6)
    np.testing.assert_array_equal([row.found.scaled for row in rows], scaled)
    # The driver loaded the model once; all rows went through it, at most 50 at a time.
    total = gpu.report(spark).of(NAME).total
    assert total.loads == 1
    assert total.rows - before.rows == ROWS
    assert total.batches - before.batches == 3 * math.ceil(ROWS / 3 / 50)
    assert len(asked.servers) == 1


def test_no_rows(spark, asked) -> None:
    df = frame(spark).where("id < 0").repartition(2)
    assert df.select(asked.udf(RETURNS)("pixels", "factor", "text")).collect() == []
    # Partitions without rows, and one with a row.
    df = frame(spark).where("id = 3").repartition(4)
    assert len(df.select(asked.udf(RETURNS)("pixels", "factor", "text")).collect()) == 1


def test_nan_is_passed_on(spark, asked) -> None:
    pixels = F.array(*[F.lit(math.nan).cast("float")] * 6)
    df = frame(spark).where("id < 2").withColumns({"pixels": pixels, "text": F.lit("nan")})
    rows = df.select(asked.udf(RETURNS)("pixels", "factor", "text").alias("f")).collect()
    assert [row.f.label for row in rows] == ["NANé", "NANé"]
    # The model gets NaN; Spark turns a pandas UDF's NaN into null.
    assert [row.f.score for row in rows] == [None, None]
    assert {x for row in rows for x in row.f.scaled} == {None}


@pytest.mark.parametrize("killed", ["bin/tritonserver", "supervisor.py", "server.py"])
def test_a_server_that_is_killed_is_started_again(spark, asked, killed: str) -> None:
    # Before the jobs that fail: a task that is cancelled may start the server, and does not count.
    before = gpu.report(spark).of(NAME).total.loads
    (server,) = asked.servers
    of = triton.processes(server.pid)
    for process in of:
        if killed in " ".join(process.cmdline()):
            process.kill()
            break
    else:
        raise AssertionError(f"there is no {killed!r}")
    udf = asked.udf(RETURNS)
    assert frame(spark).select(udf("pixels", "factor", "text")).count() == ROWS
    counted = (
        frame(spark).select(udf("pixels", "factor", "text").alias("f")).agg(F.count("f.score"))
    )
    assert counted.first()[0] == ROWS
    assert gpu.report(spark).of(NAME).total.loads == before + 1
    triton.wait_for_end(of)
    assert [other.pid != server.pid for other in asked.servers] == [True]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"text": "'raise'"}, r"(?s)model 'mixed' failed: LookupError: no such model.*as asked"),
        ({"text": "'shape'"}, r"output 'score' is of shape \(\d+, 1\), but \(\d+,\) was declared"),
        ({"text": "'type'"}, "output 'score' is of type <U.*, but float64 was declared"),
        ({"text": "cast(null as string)"}, "input 'text' has None where a string was declared"),
        ({"factor": "0.5D"}, "input 'factor' is of type float64, but int64 was declared. Cast"),
        ({"pixels": "array(1F, 2F)"}, "cannot reshape|does not match expected shape"),
    ],
)
def test_errors_that_end_a_job(spark, asked, changed: dict[str, str], error: str) -> None:
    df = frame(spark).where("id < 4")
    for name, sql in changed.items():
        df = df.withColumn(name, F.expr(sql))
    with pytest.raises(Exception, match=error):
        df.select(asked.udf(RETURNS)("pixels", "factor", "text")).collect()
    # The server keeps running.
    assert len(asked.servers) == 1


@pytest.mark.parametrize("rows", [0, 65])
def test_batches_that_are_too_large(asked, rows: int) -> None:
    with pytest.raises(ValueError, match=f"batch_size={rows}; .* at most max_batch_size=64"):
        asked.udf(RETURNS, batch_size=rows)
