# SPDX-License-Identifier: Apache-2.0

"""Work of ``rapids_udfs.gpu`` in Python workers, on the GPU and on the CPU.

This is the step ``gpu-in-python`` of a bundle. Run it alone by
``python -m gpu_bundle.gpu_python --help``.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gpu_bundle.sql_matrix import parser_of, session
from rapids_udfs import gpu
from rapids_udfs.gpu import arrays, compiled, images, inference

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from rapids_udfs.gpu.worker_device import Device, UseGpu

Work = Callable[["SparkSession", int, "UseGpu"], "DataFrame"]
TOLERANCE = 1e-4
"""The relative difference allowed between the devices, in single precision."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--only", action="append", choices=list(WORK), help="only this work")
    parser.add_argument("--out", type=Path, required=True, help="the JSON file to write")
    options = parser.parse_args(arguments)
    on_gpu = options.mode == "gpu"
    spark = session(options.mode, options.plugin_jar, options.natives, beside_python=on_gpu)
    results = []
    try:
        for name in options.only or WORK:
            results.append({"work": name, **compared(spark, WORK[name], options.rows, on_gpu)})
            print(json.dumps(results[-1]), flush=True)
            options.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    finally:
        spark.stop()
    failed = [line["work"] for line in results if not line["ok"]]
    print(f"mode {options.mode}: {len(results)} kinds of work in Python workers, failed: {failed}")
    return 1 if failed or not results else 0


def compared(spark: SparkSession, work: Work, rows: int, on_gpu: bool) -> dict[str, Any]:
    """Run work on the device to be tested and on the CPU; return the findings as JSON values."""
    sides: dict[str, Any] = {}
    try:
        wanted: UseGpu = True if on_gpu else "auto"
        uses: dict[str, UseGpu] = {"gpu": wanted, "cpu": False}
        for side, use in uses.items():
            gpu.report(spark, reset=True)
            result = [value for row in work(spark, rows, use).collect() for value in _flat(row)]
            report = gpu.report(spark, reset=True)
            counts = report.total
            sides[side] = result
            sides[f"{side}_devices"] = list(report.devices)
            sides[f"{side}_rows_per_second"] = round(counts.rows / max(counts.seconds, 1e-9))
    except Exception as e:
        return {"ok": False, "error": str(e)[-2000:]}
    mine, others = sides.pop("gpu"), sides.pop("cpu")
    worst = max((_apart(a, b) for a, b in zip(mine, others, strict=True)), default=math.inf)
    device = "GPU" if on_gpu else "CPU"
    ran = bool(sides["gpu_devices"]) and all(d.startswith(device) for d in sides["gpu_devices"])
    return {"ok": worst <= TOLERANCE and ran, "worst": worst, "values": len(mine), **sides}


def _flat(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [each for part in value for each in _flat(part)]
    return [value]


def _apart(a: float | None, b: float | None) -> float:
    if a is None or b is None or a != a or b != b:
        return 0.0 if (a is None) == (b is None) and (a != a) == (b != b) else math.inf
    return abs(a - b) / max(1.0, abs(a), abs(b))


def _samples(spark: SparkSession, rows: int) -> DataFrame:
    sql = "transform(sequence(0, 63), i -> CAST(pmod(hash(id, i), 41) - 20 AS SMALLINT))"
    return spark.range(0, rows, 1, 4).selectExpr("id", f"{sql} AS samples")


def zero_suppress(spark: SparkSession, rows: int, use: UseGpu) -> DataFrame:
    called = arrays.zero_suppress("samples", 5, element="smallint", use_gpu=use)
    return _samples(spark, rows).select(called)


def nan_compact(spark: SparkSession, rows: int, use: UseGpu) -> DataFrame:
    sql = "transform(samples, s -> IF(s % 3 = 0, DOUBLE('NaN'), DOUBLE(s)))"
    called = arrays.nan_compact("samples", use_gpu=use)
    return _samples(spark, rows).selectExpr(f"{sql} AS samples").select(called)


def numba(spark: SparkSession, rows: int, use: UseGpu) -> DataFrame:
    @compiled.vectorize(use_gpu=use)
    def distance(x: float, y: float) -> float:
        return math.sqrt(x * x + y * y)

    numbers = spark.range(0, rows, 1, 4).selectExpr("id / 7D AS x", "id % 100 / 3D AS y")
    return numbers.select(distance.udf("double")("x", "y"))


def numba_arrays(spark: SparkSession, rows: int, use: UseGpu) -> DataFrame:
    @compiled.jit(arrays=["samples"], use_gpu=use)
    def energy(samples: Any, gain: float) -> float:
        total = 0.0
        for sample in samples:
            total += (gain * sample) ** 2
        return total

    return (
        _samples(spark, rows)
        .selectExpr("samples", "id % 7 / 2D AS gain")
        .select(energy.udf("double")("samples", "gain"))
    )


def registration(spark: SparkSession, rows: int, use: UseGpu) -> DataFrame:
    random = np.random.default_rng(7)
    pairs = []
    for i in range(min(rows, 64)):
        image = random.random((48, 48))
        moved = np.roll(image, (i % 5, -(i % 3)), axis=(0, 1))
        pairs.append((image.tolist(), moved.tolist()))
    schema = "ref array<array<double>>, mov array<array<double>>"
    pairs_of = spark.createDataFrame(pairs, schema).coalesce(2)
    return images.register(pairs_of, "ref", "mov", upsample=10, use_gpu=use).select(
        "shift_y", "shift_x", "error"
    )


def torch(spark: SparkSession, rows: int, use: UseGpu) -> DataFrame:
    def load(device: Device) -> Any:
        import torch

        on = "cuda" if device.is_gpu else "cpu"
        torch.manual_seed(0)
        layers = [torch.nn.Linear(64, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1)]
        model = torch.nn.Sequential(*layers).to(on).eval()

        def predict(samples: Any) -> Any:
            with torch.inference_mode():
                batch = torch.tensor(samples, dtype=torch.float32, device=on)
                return model(batch)[:, 0]

        return predict

    score = inference.udf(
        load, return_type="double", batch_size=4096, input_tensor_shapes=[[64]], use_gpu=use
    )
    return _samples(spark, rows).select(score("samples"))


WORK: dict[str, Work] = {
    work.__name__: work
    for work in (zero_suppress, nan_compact, numba, numba_arrays, registration, torch)
}

if __name__ == "__main__":
    sys.exit(main())
