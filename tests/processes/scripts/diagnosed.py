# SPDX-License-Identifier: Apache-2.0

"""The doctor in a session that ``spark-submit`` set up."""

from __future__ import annotations

import json

from pyspark.sql import SparkSession
from reporting import report

import rapids_udfs

spark = SparkSession.builder.getOrCreate()
functions = [row[0] for row in spark.sql("SHOW USER FUNCTIONS").collect()]
report(functions=functions, doctor=json.loads(rapids_udfs.doctor(spark).to_json()))
spark.stop()
