# SPDX-License-Identifier: Apache-2.0

"""Compile LastFour.java and its other forms, and call it from SQL, with the plugin's verdict.

Needs a JDK 17, PySpark, and the plugin's jar (rapids-udfs fetch-plugin).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pyspark.sql import SparkSession

import rapids_udfs
from rapids_udfs.runtime import jars, plugin
from rapids_udfs.runtime.installed import installed_spark

SOURCES = sorted(Path(__file__).parent.glob("*.java"))


def build(folder: Path, sources: Sequence[Path] = SOURCES) -> Path:
    """Build a jar of the functions, compiled against Spark, this library and the plugin."""
    home = os.environ.get("JAVA_HOME")
    programs = Path(home, "bin") if home else Path(shutil.which("javac") or "javac").parent
    spark = installed_spark()
    ours = [jars.library_jar(spark.line), jars.hive_jar(spark.line)]
    class_path = [*ours, plugin.locate(spark.scala), spark.jars / "*"]
    classes = folder / "classes"
    options = ["-d", str(classes), "-cp", os.pathsep.join(map(str, class_path))]
    subprocess.run([str(programs / "javac"), *options, *map(str, sources)], check=True)
    jar = folder / "own-functions.jar"
    subprocess.run([programs / "jar", "--create", "--file", jar, "-C", classes, "."], check=True)
    return jar


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        jar = build(Path(folder))
        builder = SparkSession.builder.master("local[2]").config("spark.jars", str(jar))
        spark = rapids_udfs.configure(builder, mode="explain").getOrCreate()
        spark.udf.registerJavaFunction("last_four", "example.LastFour", "string")

        numbers = ["4929-1234 5678 9012", "12-3", None]
        table = str(Path(folder) / "numbers")
        spark.createDataFrame([(n,) for n in numbers], "number string").write.parquet(table)
        spark.read.parquet(table).createOrReplaceTempView("numbers")
        query = spark.sql("SELECT number, last_four(number) AS last_four FROM numbers")
        query.show(truncate=False)
        print(rapids_udfs.explain(query))
        print(rapids_udfs.counters(spark)["last_four"])
        spark.stop()


if __name__ == "__main__":
    main()
