# SPDX-License-Identifier: Apache-2.0

"""Classify images with a PyTorch ResNet50 whose weights are created here.

Needs rapids-udfs[inference,torch]; nothing is downloaded. To use your own weights, load them in
``load``: ``net.load_state_dict(torch.load(path, weights_only=True))``. The project's CI does not
run this example.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from pyspark.sql import Column, DataFrame, SparkSession

from rapids_udfs import gpu
from rapids_udfs.gpu import inference

SIZE = 224
SHAPE = (SIZE, SIZE, 3)


def load(device: gpu.Device) -> Callable[[Any], Any]:
    """Return a function from images of shape (rows, 224, 224, 3), uint8, to classes and scores."""
    import torch
    import torchvision

    torch.manual_seed(13)
    where = "cuda" if device.is_gpu else "cpu"
    net = torchvision.models.resnet50(weights=None).to(where).eval()
    mean, spread = (
        torch.tensor(of_channels, device=where).reshape(3, 1, 1)
        for of_channels in ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))
    )

    def predict(images: Any) -> Any:
        with torch.inference_mode():
            pixels = torch.tensor(images, device=where).permute(0, 3, 1, 2)
            best = net((pixels / 255 - mean) / spread).softmax(dim=1).max(dim=1)
            return best.indices, best.values

    return predict


def classify() -> Callable[..., Column]:
    """Return a UDF: a class and its score for an image's pixels, as bytes."""
    return inference.udf(
        load,
        return_type="class int, score float",
        batch_size=8,
        input_tensor_shapes=[SHAPE],
        name="resnet50",
    )


def images(spark: SparkSession, count: int) -> DataFrame:
    """Return synthetic pictures of waves: ``id`` and ``pixels``, bytes of uint8."""
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    rows = []
    for i in range(count):
        waves = [np.sin(2 * np.pi * (x * (i % 5) + y * (i % 7) + c / 3)) for c in range(3)]
        rows.append((i, np.uint8(127 + 120 * np.stack(waves, axis=-1)).tobytes()))
    return spark.createDataFrame(rows, "id int, pixels binary")


def main() -> None:
    spark = SparkSession.builder.master("local[2]").getOrCreate()
    found = images(spark, 32).withColumn("found", classify()("pixels"))
    found.select("id", "found.*").show()
    print(gpu.report(spark))
    spark.stop()


if __name__ == "__main__":
    main()
