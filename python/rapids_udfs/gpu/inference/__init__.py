# SPDX-License-Identifier: Apache-2.0

"""Models in Spark's Python workers, based on Spark's ``predict_batch_udf``.

It adds to that: a worker loads a model once, however many queries and UDF objects use it; a batch
that is too large for the device is halved; rows without an input give null; ONNX models need no
predict function; errors name the model, the rows and the device.
"""

from __future__ import annotations

from rapids_udfs.gpu.inference.columns import udf
from rapids_udfs.gpu.inference.frameworks import Framework

__all__ = ["Framework", "udf"]
