# SPDX-License-Identifier: Apache-2.0

"""Builtins in columns: a query in the requested session, with and without this library's builtins.

Arguments: the report's file, the mode, and ``first`` or ``last``, the position of our extension
relative to the plugin's, or ``other``: the plugin claims to have another version.
"""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

from pyspark.sql import SparkSession
from reporting import local, report

import rapids_udfs
from rapids_udfs._versions import PLUGIN as PLUGIN_VERSION
from rapids_udfs.counting.counters import difference
from rapids_udfs.runtime import plugin
from rapids_udfs.runtime.installed import installed_spark

MODE, KIND = sys.argv[2:]
RELEASE = "rapids4spark-version-info.properties"
RELEASES = {"month": "26.02.7", "patch": f"{PLUGIN_VERSION.rpartition('.')[0]}.79"}
OURS = "io.github.rapidsudfs.RapidsUdfsExtensions"
PLUGIN = "com.nvidia.spark.rapids.SQLExecPlugin,com.nvidia.spark.udf.Plugin"
SQL = (
    "SELECT next_day(d, 'MO') AS n, count(*) AS c FROM builtins_rows WHERE unix_date(d) > 3 "
    "GROUP BY 1"
)

builder = local()
if KIND in ("month", "patch"):
    folder = Path.cwd() / "first"
    folder.mkdir()
    with zipfile.ZipFile(plugin.locate(installed_spark().scala)) as jar:
        properties = jar.read(RELEASE).decode()
    (folder / RELEASE).write_text(
        re.sub("^version=.*", f"version={RELEASES[KIND]}", properties, flags=re.MULTILINE)
    )
    builder = builder.config("spark.driver.extraClassPath", str(folder))
if MODE == "emulate":
    listed = [PLUGIN, OURS] if KIND == "last" else [OURS, PLUGIN]
    builder = builder.config("spark.sql.extensions", ",".join(listed))
spark: SparkSession = rapids_udfs.configure(builder, MODE).getOrCreate()


def run(**settings: str) -> dict[str, object]:
    """Return the rows, the builtins that ran in columns, and the plan."""
    for key, value in settings.items():
        spark.conf.set(key.replace("_", "."), value)
    before = rapids_udfs.counters(spark)
    frame = spark.sql(SQL)
    rows = sorted(map(str, frame.collect()))
    counts = {
        name: list(each)
        for name, each in difference(rapids_udfs.counters(spark), before).items()
        if any(each)
    }
    plan = re.sub(r"#\d+L?|plan_id=\d+", "", frame._jdf.queryExecution().executedPlan().toString())
    return {"rows": rows, "counts": counts, "plan": plan}


table = str(Path.cwd() / "rows")
spark.conf.set("spark.rapids.sql.enabled", "false")
spark.range(0, 1000, 1, 1).selectExpr(
    "date_add(DATE'1970-01-01', int(id % 90)) AS d"
).write.parquet(table)
spark.read.parquet(table).createOrReplaceTempView("builtins_rows")
off = run()
on = run(spark_rapids_sql_enabled="true")
without = run(spark_rapidsUdfs_builtins="none")
extensions = spark.conf.get("spark.sql.extensions")
log = [text for text in Path("log.txt").read_text().splitlines() if "Builtins stay" in text]
report(off=off, on=on, without=without, extensions=extensions.split(","), log=log)
spark.stop()
