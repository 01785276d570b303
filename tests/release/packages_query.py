# SPDX-License-Identifier: Apache-2.0

"""Writes the results of functions in a session of ``spark-submit --packages`` to a file."""

from __future__ import annotations

import os
from pathlib import Path

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
query = "SELECT url_decode_form(concat('A%20', 'b')) || ' ' || luhn_valid('18') FROM range(1)"
Path(os.environ["ANSWER"]).write_text(spark.sql(query).first()[0])
