# SPDX-License-Identifier: Apache-2.0

"""The examples of inference, against the same models outside Spark.

Those of PyTorch and Hugging Face, whose libraries are large, run where they are installed:
pip install 'rapids-udfs[torch,hf]'.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyspark.sql import functions as F

from rapids_udfs.gpu import Device, report

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "inference"


def example(name: str) -> Any:
    """Not among the imported modules, so that its functions travel to the workers whole."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def one_load_a_worker(spark: Any, name: str, rows: int) -> None:
    counts = report(spark).of(name)
    assert counts.total.rows == rows
    assert [line.counts.loads for line in counts.lines] == [1] * len(counts.lines)


@pytest.fixture
def _by_arrow(spark: Any) -> Iterator[None]:
    """Frames of pandas go to and from the driver by Arrow, several times as fast."""
    name = "spark.sql.execution.arrow.pyspark.enabled"
    before = spark.conf.get(name)
    spark.conf.set(name, "true")
    yield
    spark.conf.set(name, before)


@pytest.mark.usefixtures("_by_arrow")
def test_weather(spark: Any) -> None:
    """The RNN: as ONNX's own evaluator has it, and better than that nothing changes."""
    import onnx
    from onnx.reference import ReferenceEvaluator

    weather = example("weather")
    rows = weather.windows(spark).where("origin = 'JFK'").cache()
    model = weather.trained(rows)
    report(spark, reset=True)
    scored = rows.where("month > 9").withColumn("forecast", weather.forecast(model)("past"))
    result = scored.toPandas()
    one_load_a_worker(spark, "weather", len(result))
    past = np.array([np.stack(window) for window in result["past"]], np.float32)
    (expected,) = ReferenceEvaluator(onnx.load(io.BytesIO(model))).run(None, {"past": past})
    np.testing.assert_allclose(result["forecast"], expected[:, 0], rtol=1e-3)
    assert len(result) > 1900

    def error(column: str) -> float:
        return float(np.sqrt(np.mean((result[column] - result["later"]) ** 2)))

    assert error("forecast") < 0.9 * error("temp")


def test_image_classes(spark: Any) -> None:
    pytest.importorskip("torch", reason="needs rapids-udfs[torch]")
    pytest.importorskip("torchvision", reason="needs rapids-udfs[torch]")
    classes = example("image_classes")
    df = classes.images(spark, 12).union(spark.sql("SELECT 99, CAST(NULL AS BINARY)"))
    report(spark, reset=True)
    result = df.withColumn("c", classes.classify()("pixels")).select("*", "c.*").toPandas()
    one_load_a_worker(spark, "resnet50", 12)
    assert result.loc[result["id"] == 99, ["class", "score"]].isna().all(axis=None)
    result = result[result["id"] != 99]
    pixels = np.stack([np.frombuffer(p, np.uint8).reshape(classes.SHAPE) for p in result["pixels"]])
    labels, scores = classes.load(Device("cpu", None, "asked for"))(pixels)
    assert result["class"].tolist() == labels.tolist()
    np.testing.assert_allclose(result["score"].astype(float), scores.numpy(), rtol=1e-3)


def test_text_scores(spark: Any) -> None:
    torch = pytest.importorskip("torch", reason="needs rapids-udfs[hf]")
    pytest.importorskip("transformers", reason="needs rapids-udfs[hf]")
    texts = example("text_scores")
    df = texts.names(spark).where("faa < '1'").union(spark.sql("SELECT 'none', NULL"))
    report(spark, reset=True)
    result = {
        row["name"]: row["scores"]
        for row in df.withColumn("scores", texts.score()("name")).collect()
    }
    assert result.pop(None) is None
    one_load_a_worker(spark, "distilbert", df.where(F.col("name").isNotNull()).count())
    tokenizer, model = texts.model()
    for name, scores in result.items():
        with torch.inference_mode():
            expected = model(**tokenizer(name, truncation=True, return_tensors="pt")).logits[0]
        np.testing.assert_allclose(scores, expected.numpy(), rtol=1e-3, atol=1e-5)
    assert len({tuple(s) for s in result.values()}) > 5
