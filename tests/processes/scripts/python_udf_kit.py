# SPDX-License-Identifier: Apache-2.0

"""The test kit over compiled Python UDFs in columns: both bodies, leaks, injected failures."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, sys.argv[2])  # the tests' folder

from pyspark.sql import types as t

from harness.session import Setup, staged_jar, start
from python_udfs.corpus import CASES
from rapids_udfs.python_udfs import program_of
from rapids_udfs.session.library import jvm_class
from rapids_udfs.testing.python_udfs.subject import Subject

KIT = "io.github.rapidsudfs.testkit"
spark = start(Setup(Path("work"), mode="emulate", jars=(staged_jar("testkit"),)))
# The row-wise body may return a day that java.sql.Date lacks.
spark.conf.set("spark.sql.datetime.java8API.enabled", "true")
jvm: Any = spark._jvm
types_of = jvm.org.apache.spark.sql.types.DataType.fromJson
options = jvm_class(spark, f"{KIT}.Options").DEFAULT
# The plugin's own handler would retry a failed allocation.
jvm.com.nvidia.spark.rapids.jni.RmmSpark.clearEventHandler()


def as_list(values: Any) -> Any:
    jvm_list = jvm.java.util.ArrayList()
    for value in values:
        jvm_list.add(value)
    return jvm_list


def texts(rows: Any) -> list[str]:
    flat = [v for row in rows for v in (row if isinstance(row, tuple) else (row,))]
    return [str(v) for v in flat if isinstance(v, (str, int, float))]


def report(case: Any) -> str:
    of = Subject(case.function, case.types, case.returns, transport=case.transports[0])
    fields = [t.StructField(str(i), each) for i, each in enumerate([*of.types, of.returns])]
    function = jvm.org.apache.spark.sql.rapidsudfs.python.PythonColumns.function(
        json.dumps(program_of(case.function)),
        types_of(t.StructType(fields).json()),
        not of.use_arrow,
    )
    arguments = as_list(types_of(each.json()) for each in of.types)
    subject = jvm_class(spark, f"{KIT}.Subject").of(function, arguments)
    subject = subject.vocabulary(as_list(texts(case.rows))).tolerance(case.tolerance)
    reports = [jvm_class(spark, f"{KIT}.Conformance").check(subject, options)]
    if case.name in FAILING:
        reports.append(jvm_class(spark, f"{KIT}.Faults").check(subject, options))
    return "\n".join(each.toString() for each in reports if not each.passed() or unchecked(each))


def unchecked(report: Any) -> bool:
    """Return whether a check was impossible, except failures after the first few hundred."""
    return any(" after the first " not in note for note in report.notes())


names, FAILING = (set(names.split(",")) for names in sys.argv[3:5])
failures = {case.name: report(case) for case in CASES if case.name in names}
Path(sys.argv[1]).write_text(json.dumps(failures), encoding="utf-8")
spark.stop()
