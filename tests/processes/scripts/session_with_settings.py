# SPDX-License-Identifier: Apache-2.0

"""A session with the extension and more settings, without ``configure``."""

from __future__ import annotations

import json
import sys

from reporting import attempt, local, report

import rapids_udfs

builder = local().config("spark.sql.extensions", "io.github.rapidsudfs.RapidsUdfsExtensions")
for key, value in json.loads(sys.argv[2]).items():
    builder = builder.config(key, value)
spark = builder.getOrCreate()
spark.sparkContext.setLogLevel("OFF")

findings = rapids_udfs.doctor(spark).findings
report(
    doctor=[f"{f.check}: {f.found}; {f.fix}" for f in findings if f.severity == "error"],
    register=attempt(lambda: rapids_udfs.register(spark)),
    counters=attempt(lambda: rapids_udfs.counters(spark)),
)
spark.stop()
